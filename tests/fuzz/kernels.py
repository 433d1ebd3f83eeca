"""Calls the compiled kernels, which sanitizers watch, with puzzles that are changed at random.

    python tests/fuzz/kernels.py SECONDS FOLDER     leaves the failing call in FOLDER/failures
    python tests/fuzz/kernels.py FILE               repeats it

A call has to give the same answer on every path, or to raise what the stubs document.  It is
written to the file first, because a sanitizer ends the process with its report.
"""

from __future__ import annotations

import sys
from ast import literal_eval
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import ineqsudoku as iq
from ineqsudoku.geometry import CELLS, PAIRS
from ineqsudoku.puzzle import OPPOSITE

LAYOUTS = Path(__file__).parents[1] / "data" / "layouts"

KERNELS = {name: import_module(f"ineqsudoku.search.kernel.{name}") for name in ("_boxes", "_cells")}

CHARACTERS = "<>^v.123456790A \n\0\x7fé\ud800"
NUMBERS = [0, 1, 1, 2, 2, 2, 3, 7, 2**32, 2**64 - 1, 2**64, -1]
NODES = [1, 2, 30, 500, 500]

Call = tuple[str, str, tuple[Any, ...]]
"""A module, a function of it, and its arguments behind the path."""


def check(call: Call) -> None:
    module, function, arguments = call
    answers: list[object] = []
    for path in range(len(KERNELS[module].PATHS)):
        try:
            answers.append(getattr(KERNELS[module], function)(path, *arguments))
        except (ValueError, OverflowError) as error:
            answers.append((type(error), str(error)))
    assert all(answer == answers[0] for answer in answers), answers


def calls(random: Random) -> Iterator[Call]:
    """Yield calls without end; most have well-formed puzzles, which reach the searches."""
    known = [puzzle for path in sorted(LAYOUTS.glob("*/*.txt")) for puzzle in iq.read_all(path)]
    while True:
        number = random.choice([0, 1, 1, 1, 2, 2, 2, 9, 9, 70])
        puzzles = [changed(random.choice(known), random) for _ in range(number)]
        signs = [puzzle[0] for puzzle in puzzles]
        limit, nodes, spread = random.choice(NUMBERS), random.choice(NODES), random.choice(NUMBERS)
        packed = broken("".join(signs), random).encode(errors="replace")
        yield "_boxes", "solve_batch", (packed, limit, nodes)
        lines = broken("".join(f"{line}\n" for line in signs), random)
        yield "_boxes", "solve_lines", (lines, limit, nodes, spread)
        packed = broken("".join(map("".join, puzzles)), random).encode(errors="replace")
        yield "_cells", "solve_batch", (packed, limit, nodes)
        for puzzle in (random.choice(known), in_random_order(random)):
            texts = [broken(text, random) for text in changed(puzzle, random)]
            if random.random() < 0.5:
                texts[2] = "." * len(texts[2])  # `_boxes` takes no other border signs.
            seed = random.choice([0, 0, *NUMBERS])
            for module in KERNELS:
                keeps = random.random() < 0.7
                yield module, "search", (*texts, limit, nodes, keeps, 0, seed)


def in_random_order(random: Random) -> iq.Puzzle:
    """Return a puzzle with all signs, which have no cycle."""
    order = random.sample(CELLS, len(CELLS))
    relations = [iq.Relation(*sorted(pair, key=order.__getitem__)) for pair in PAIRS]
    return iq.Puzzle.from_relations(relations)


def changed(puzzle: iq.Puzzle, random: Random) -> tuple[str, ...]:
    """Return the texts of a puzzle with fewer signs and givens, and some signs flipped."""
    kept, flipped = random.choice([1, 1, 1, 0.9, 0.9, 0.7, 0.2]), random.choice([0, 0, 0.02, 0.5])

    def change(char: str) -> str:
        if random.random() >= kept:
            return "."
        return OPPOSITE.get(char, char) if random.random() < flipped else char

    texts = puzzle.signs, puzzle.givens, puzzle.border_signs
    return tuple("".join(map(change, text)) for text in texts)


def broken(text: str, random: Random) -> str:
    """Return the text; in one of thirty cases with other characters, perhaps of another length."""
    for _ in range(random.randrange(1, 4) if random.random() < 1 / 30 else 0):
        place = random.randrange(len(text) + 1)
        inserted = random.choice(CHARACTERS) * random.choice([0, 1, 1, 1, 300])
        text = text[:place] + inserted + text[place + random.choice([0, 1, 1, 1, 200]) :]
    return text


def main(seconds: float, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    file, end = folder / "call", monotonic() + seconds
    for number, call in enumerate(calls(Random())):
        if monotonic() > end:
            sys.stdout.write(f"{number} calls of kernels\n")
            break
        file.write_text(ascii(call), encoding="ascii")
        check(call)
    file.unlink()


if __name__ == "__main__":
    if len(sys.argv) == 3:
        main(float(sys.argv[1]), Path(sys.argv[2]) / "failures")
    else:
        check(literal_eval(Path(sys.argv[1]).read_text(encoding="ascii")))
