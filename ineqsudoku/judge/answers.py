"""Printed grids: what a contestant's program wrote, as grids or as the reason why not.

A grid is nine lines of nine digits or one line of 81, and likewise at other sizes; blanks and
blank lines mean nothing.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from ineqsudoku.geometry import NINE, Geometry
from ineqsudoku.judge.rules import Violation, violations
from ineqsudoku.puzzle import Grid, Puzzle


class _Line(NamedTuple):
    number: int
    symbols: list[str]


def check(puzzle: Puzzle, grid: Grid | str) -> tuple[Violation, ...]:
    """All rules that a grid breaks, in the order of `Rule`; empty when it is right.

    A text is read as a printed grid; when it is none, the one violation is its `shape` or
    a `range`.
    """
    if isinstance(grid, str):
        return check_all([puzzle], grid)[0]
    if len(grid.line) != len(puzzle.geometry.cells):
        reason = f"a grid of {grid.size}×{grid.size} for a puzzle of {puzzle.geometry}"
        return (Violation("shape", (), reason),)
    return tuple(violations(puzzle, grid))


def check_all(puzzles: Sequence[Puzzle], text: str | None) -> list[tuple[Violation, ...]]:
    """The same for the grids of several puzzles that follow each other in one text.

    Grids too many count against the last puzzle.  `None` stands for a text too long to be
    read.
    """
    if text is None:
        return [(Violation("shape", (), "far more text than grids have"),)] * len(puzzles)
    geometries = [puzzle.geometry for puzzle in puzzles]
    lines = _lines(
        text,
        sum(geometry.size for geometry in geometries) + 1,
        max(len(geometry.cells) for geometry in geometries) + 1,
    )
    found = []
    start = 0
    for puzzle in puzzles[:-1]:
        one_line = start < len(lines) and _is_whole_grid(lines[start], puzzle.geometry)
        end = start + (1 if one_line else puzzle.geometry.size)
        found.append(_judged(puzzle, lines[start:end]))
        start = end
    found.append(_judged(puzzles[-1], lines[start:]))
    return found


def _judged(puzzle: Puzzle, lines: list[_Line]) -> tuple[Violation, ...]:
    answer = _grid(lines, puzzle.geometry)
    return (answer,) if isinstance(answer, Violation) else tuple(violations(puzzle, answer))


def _lines(text: str, number: int, most: int) -> list[_Line]:
    """The first so many lines that are not blank, each with so many symbols at most; more
    are not looked at."""
    numbered = enumerate(io.StringIO(text, newline=None), 1)
    lines = (_Line(number, _symbols(line, most)) for number, line in numbered)
    return list(islice((line for line in lines if line.symbols), number))


def _symbols(line: str, most: int) -> list[str]:
    """The words of a line or, where the digits are not parted, its characters; one more
    than a grid has tells that there are too many."""
    words = line.split(maxsplit=most)
    return list(words[0][:most]) if len(words) == 1 else words[:most]


def _grid(lines: list[_Line], geometry: Geometry) -> Grid | Violation:
    faults = (_shape_faults(lines, geometry), _range_faults(lines, geometry))
    fault = next(chain.from_iterable(faults), None)
    return fault or Grid("".join(symbol for line in lines for symbol in line.symbols))


def _is_whole_grid(line: _Line, geometry: Geometry) -> bool:
    """Whether a line seems to be meant for all cells, 81 at 9×9, rather than for a row."""
    return len(line.symbols) > 2 * (len(geometry.cells) + geometry.size) // 5


def _shape_faults(lines: list[_Line], geometry: Geometry) -> Iterator[Violation]:
    size, cells = geometry.size, len(geometry.cells)
    one_line = len(lines) == 1 and _is_whole_grid(lines[0], geometry)
    if len(lines) != size and not one_line:
        expected = f"{size} lines of {size} {_symbols_of(geometry)}"
        yield Violation("shape", (), f"{_count(lines, size)} where {expected} were expected")
    width = cells if one_line else size
    for line in lines:
        if len(line.symbols) != width:
            count = f"over {cells}" if len(line.symbols) > cells else len(line.symbols)
            reason = f"line {line.number} has {count} {geometry.symbol}s, not {width}"
            yield Violation("shape", (), reason)


def _symbols_of(geometry: Geometry) -> str:
    """9×9 needs no more words than `digits`."""
    return f"{geometry.symbol}s" + ("" if geometry is NINE else f" {geometry.symbol_range}")


def _count(lines: list[_Line], size: int) -> str:
    if len(lines) > size:
        return f"more than {size} lines"
    return {0: "nothing", 1: "1 line"}.get(len(lines), f"{len(lines)} lines")


def _range_faults(lines: list[_Line], geometry: Geometry) -> Iterator[Violation]:
    words = (word for line in lines for word in line.symbols)
    of = f"{geometry.symbol} {geometry.symbol_range}"
    for cell, word in enumerate(words):
        if len(word) != 1 or word not in geometry.symbols:
            found = _shown(word)
            reason = f"{geometry.label(cell)} is {found}, not a {of}"
            yield Violation("range", (cell,), reason, found)


def _shown(word: str) -> str:
    start = word[:20] + ("…" if len(word) > 20 else "")
    return start if start.isprintable() else ascii(start)
