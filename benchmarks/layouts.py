"""Layouts to measure on: a file of them, or random ones made here from a fixed seed.

Many lines come out of few layouts by the symmetries of the sudoku that keep signs: a layout stays
one when its bands or stacks change places, when a band or a stack is mirrored in itself, when rows
and columns change roles, and when each digit is taken from ten, which turns all signs: 6 × 8 ways
for the bands, as many for the stacks, 2 × 2 for the rest.  What was unique stays unique.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice, permutations, product
from pathlib import Path
from random import Random

import ineqsudoku as iq
from ineqsudoku.geometry import BORDER_PAIRS, BOXES, CELLS, DIGITS, IN_BOX_PAIRS, SIZE, Pair
from ineqsudoku.puzzle import ABSENT, NO_SIGNS, Grid, Puzzle, signs_between


def layouts_from(file: Path) -> list[Puzzle]:
    """The layouts of a compact file; what follows a tab in its lines is left out."""
    lines = file.read_text(encoding="ascii").splitlines()
    return [Puzzle(line.partition("\t")[0]) for line in lines]


def random_layouts(number: int, seed: int = 1) -> list[Puzzle]:
    """Full layouts with one solution, of random grids."""
    unique = (each for each in _layouts(seed) if iq.solve(each).status == "unique")
    return [*islice(unique, number)]


def unfiltered_layouts(number: int, seed: int = 1) -> list[Puzzle]:
    """Full layouts of random grids, one in six has a single solution."""
    return [*islice(_layouts(seed), number)]


def _layouts(seed: int) -> Iterator[Puzzle]:
    return map(layout_of, random_grids(Random(seed)))


def random_grids(source: Random) -> Iterator[Grid]:
    """Endless: three boxes at random, which have no row and no column in common, and the rest as
    the solver completes it, if it soon can."""
    while True:
        givens = [ABSENT] * len(CELLS)
        for box in BOXES[::4]:
            for cell, digit in zip(box, source.sample(DIGITS, SIZE), strict=True):
                givens[cell] = digit
        puzzle = Puzzle(givens="".join(givens))
        yield from iq.solve(puzzle, limit=1, node_limit=_NODES).solutions


_NODES = 2_000
"""Where that does not do, other digits do."""


def layout_of(grid: Grid) -> Puzzle:
    """The full layout of a grid, which has it for a solution."""
    return Puzzle("".join(signs_of(grid, IN_BOX_PAIRS)))


def signs_of(grid: Grid, pairs: Iterable[Pair]) -> Iterator[str]:
    """Those between the cells of pairs."""
    for first, second in pairs:
        yield signs_between((first, second))[grid[first] > grid[second]]


Lines = tuple[int, ...]

_SIGNS = len(NO_SIGNS)


def many_layouts(layouts: list[Puzzle], seed: int = 1) -> Iterator[bytes]:
    """Endless lines of the compact format, each image of all layouts in turn.

    A symmetry is done to all layouts at once: sign by sign, a slice of the text that has
    that sign of every layout.
    """
    text = "".join(puzzle.signs + "\n" for puzzle in layouts).encode("ascii")
    width = _SIGNS + 1
    columns = [text[place::width] for place in range(_SIGNS)]
    for moves in _symmetries(seed):
        image = bytearray(text)
        for place, (source, translation) in enumerate(moves):
            image[place::width] = columns[source].translate(translation)
        yield from (bytes(line) for line in image.splitlines(keepends=True))


def compact_file(layouts: list[Puzzle], number: int) -> bytes:
    """So many lines of `many_layouts`."""
    return b"".join(islice(many_layouts(layouts), number))


Move = tuple[int, bytes]
"""From which of the 108 places a sign comes, and into what signs turn on the way."""


def _symmetries(seed: int) -> Iterator[list[Move]]:
    """All 9,216 in some order."""
    lines = [tuple(_in_order(*order)) for order in product(permutations(range(3)), _mirrored())]
    symmetries = list(product(lines, lines, (False, True), (False, True)))
    Random(seed).shuffle(symmetries)
    return (_moves(*symmetry) for symmetry in symmetries)


def _mirrored() -> Iterator[tuple[int, ...]]:
    return product((1, -1), repeat=3)


def _in_order(bands: tuple[int, ...], steps: tuple[int, ...]) -> Iterator[int]:
    """Rows by bands in an order, each band forwards or backwards."""
    for band, step in zip(bands, steps, strict=True):
        yield from range(3 * band, 3 * band + 3)[::step]


def _moves(rows: Lines, columns: Lines, transposed: bool, complemented: bool) -> list[Move]:
    """For each place of an image the move that fills it."""
    sources = []
    for cell in CELLS:
        row, column = divmod(cell, SIZE)
        row, column = rows[row], columns[column]
        sources.append(SIZE * column + row if transposed else SIZE * row + column)
    moves = []
    for pair in IN_BOX_PAIRS:
        first, second = sources[pair[0]], sources[pair[1]]
        source = min(first, second), max(first, second)
        signs = signs_between(pair)
        turned = signs[::-1] if (first > second) != complemented else signs
        translation = bytes.maketrans(signs_between(source).encode(), turned.encode())
        moves.append((IN_BOX_PAIRS.index(source), translation))
    return moves


PER_GRID = 20
"""Puzzles that are made of one grid."""

Printed = Callable[[Grid, Random], Puzzle]


def puzzles(printed: Printed, random: Random) -> Iterator[Puzzle]:
    for grid in random_grids(random):
        for _ in range(PER_GRID):
            yield printed(grid, random)


def few_signs(grid: Grid, random: Random) -> Puzzle:
    """20 to 48 signs, with solutions."""
    return Puzzle(kept(layout_of(grid).signs, random.randint(20, 48), random))


def flipped_signs(grid: Grid, random: Random) -> Puzzle:
    """The same, of which some are flipped: few of these puzzles have no solution."""
    relations = list(few_signs(grid, random).relations)
    for place in random.sample(range(len(relations)), random.randint(1, 4)):
        relations[place] = relations[place].flipped()
    return Puzzle.from_relations(relations)


def any_signs(_: Grid, random: Random) -> Puzzle:
    """Signs at random, no grid asked."""
    places = set(random.sample(range(len(IN_BOX_PAIRS)), random.randint(14, 60)))
    return Puzzle(
        "".join(
            random.choice(signs_between(pair)) if place in places else ABSENT
            for place, pair in enumerate(IN_BOX_PAIRS)
        )
    )


def with_border_signs(grid: Grid, random: Random) -> Puzzle:
    texts = ("".join(signs_of(grid, pairs)) for pairs in (IN_BOX_PAIRS, BORDER_PAIRS))
    signs, border_signs = (kept(text, random.randint(1, len(text) // 2), random) for text in texts)
    return Puzzle(signs, border_signs=border_signs)


def with_givens(grid: Grid, random: Random) -> Puzzle:
    givens = kept(grid.line, random.randint(1, 14), random)
    return Puzzle(few_signs(grid, random).signs, givens)


def kept(text: str, number: int, random: Random) -> str:
    """So many of the characters, at random places, the others made absent."""
    places = set(random.sample(range(len(text)), number))
    return "".join(char if place in places else ABSENT for place, char in enumerate(text))


SORTS = (few_signs, flipped_signs, any_signs, with_border_signs, with_givens)
