"""What pictures cost, and whether they keep to their aims.

    python benchmarks/pictures.py [--rounds N]

Prints the processor time of an SVG and a PNG of one solved 9×9 puzzle, of a PDF of 100 puzzles
and of a worksheet of 100 puzzles with answers, the median of several rounds, each with its aim.
Needs the extra [draw].  The exit code is 1 if an aim is missed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

from tables import table

import ineqsudoku as iq
from ineqsudoku.geometry import SUDOKU
from ineqsudoku.pictures.pdf import write_pdf
from ineqsudoku.pictures.worksheet import Exercise, Worksheet, pages

EXAMPLES = Path(__file__).parents[1] / "examples"

AIMS = {"SVG": 0.005, "PNG": 0.150, "PDF of 100 puzzles": 3.0}
"""Seconds."""


def jobs() -> dict[str, Callable[[], object]]:
    puzzle = iq.read((EXAMPLES / "cqoi2013.in").read_text(encoding="ascii"))
    (grid,) = iq.solve(puzzle).solutions
    picture = iq.Picture(puzzle, digits=grid.line, title="A puzzle of 9×9")
    large = iq.Picture(iq.Puzzle.of(SUDOKU[16]), candidates=dict.fromkeys(range(256), 0xFFFF))
    exercises = [Exercise(iq.Picture(puzzle), grid)] * 100
    sheet = Worksheet(title="A worksheet", per_page=6, has_answers=True)
    return {
        "SVG": lambda: iq.draw_svg(picture),
        "PNG": lambda: iq.draw_png(picture),
        "PDF of 100 puzzles": lambda: iq.draw_pdf(*[picture] * 100),
        "worksheet of 100 puzzles": lambda: write_pdf(pages(exercises, sheet)),
        "SVG of 16×16, all candidates": lambda: iq.draw_svg(large),
    }


def seconds(job: Callable[[], object]) -> float:
    before = process_time()
    job()
    return process_time() - before


def shown(duration: float) -> str:
    return f"{1000 * duration:.1f} ms" if duration < 1 else f"{duration:.2f} s"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    rows = []
    is_met = True
    for name, job in jobs().items():
        job()  # The first one loads libraries and fonts.
        found = median(seconds(job) for _ in range(rounds))
        aim = AIMS.get(name)
        met = aim is None or found <= aim
        is_met &= met
        rows.append([name, shown(found), f"≤ {shown(aim)}" if aim else "", "" if met else "missed"])
    print(table(["picture", "processor time", "aim", ""], rows))
    return 0 if is_met else 1


if __name__ == "__main__":
    sys.exit(main())
