"""What hypothesis draws: grids, puzzles of every kind, and ways to write them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import permutations
from typing import NamedTuple

from hypothesis import strategies as st
from nine import BORDER_PAIRS, PAIRS

import ineqsudoku as iq
from ineqsudoku.formats import FORMATS, extended
from ineqsudoku.geometry import CELLS, IN_BOX_PAIRS, Pair
from ineqsudoku.puzzle import ABSENT, NO_GIVENS, Grid, Puzzle, Relation, signs_between

_PATTERN = [[(3 * row + row // 3 + column) % 9 for column in range(9)] for row in range(9)]


@cache
def _orders() -> list[tuple[int, ...]]:
    """All 1,296 orders of nine lines that keep their bands together."""
    threes = list(permutations(range(3)))
    return [
        tuple(3 * band + within[band][place] for band in bands for place in range(3))
        for bands in threes
        for within in ((a, b, c) for a in threes for b in threes for c in threes)
    ]


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    """Solved grids: a pattern with its digits, rows, columns and diagonal moved about."""
    digits = draw(st.permutations("123456789"))
    rows = draw(st.sampled_from(_orders()))
    columns = draw(st.sampled_from(_orders()))
    turned = draw(st.booleans())
    cells = [
        _PATTERN[column][row] if turned else _PATTERN[row][column]
        for row in rows
        for column in columns
    ]
    return Grid("".join(digits[cell] for cell in cells))


def signs_of(grid: Grid, pairs: tuple[Pair, ...]) -> str:
    """The signs that a grid puts between the cells of each pair."""
    return "".join(signs_between(pair)[grid[pair[0]] > grid[pair[1]]] for pair in pairs)


def layout_of(grid: Grid) -> Puzzle:
    """The full layout of a grid, which has it for a solution."""
    return Puzzle(signs_of(grid, IN_BOX_PAIRS))


def thinned(text: str, kept: set[int]) -> str:
    """`text` with all characters but those at some places made absent."""
    return "".join(char if place in kept else ABSENT for place, char in enumerate(text))


def _places(size: int, at_least: int = 0) -> st.SearchStrategy[set[int]]:
    return st.sets(st.integers(0, size - 1), min_size=at_least)


def full_layouts() -> st.SearchStrategy[Puzzle]:
    """Full layouts with at least one solution."""
    return grids().map(layout_of)


@st.composite
def partial_layouts(draw: st.DrawFn, absent: int = 12) -> Puzzle:
    """Layouts with a solution and at most so many signs absent."""
    signs = draw(full_layouts()).signs
    gaps = draw(st.sets(st.integers(0, 107), max_size=absent))
    return Puzzle(thinned(signs, set(range(108)) - gaps))


@st.composite
def wrong_layouts(draw: st.DrawFn) -> Puzzle:
    """Full layouts with some signs flipped: most have no solution, some have a cycle."""
    signs = list(draw(full_layouts()).signs)
    for place in draw(st.sets(st.integers(0, 107), min_size=1, max_size=6)):
        signs[place] = signs_between(IN_BOX_PAIRS[place]).replace(signs[place], "")
    return Puzzle("".join(signs))


@st.composite
def any_layouts(draw: st.DrawFn) -> Puzzle:
    """108 signs at random, absent ones among them; nearly never solvable."""
    signs = (draw(st.sampled_from(signs_between(pair) + ABSENT)) for pair in IN_BOX_PAIRS)
    return Puzzle("".join(signs))


@st.composite
def plain_puzzles(draw: st.DrawFn, givens: int = 28) -> Puzzle:
    """Givens of a solved grid, at least so many, and no signs."""
    grid = draw(grids())
    return Puzzle(givens=thinned(grid.line, draw(_places(81, givens))))


@st.composite
def mixed_puzzles(draw: st.DrawFn) -> Puzzle:
    """Givens, signs inside boxes and signs across borders of one solved grid; many givens,
    so that every engine is quick."""
    grid = draw(grids())
    return Puzzle(
        thinned(signs_of(grid, IN_BOX_PAIRS), draw(_places(108, 40))),
        thinned(grid.line, draw(_places(81, 20))),
        thinned(signs_of(grid, BORDER_PAIRS), draw(_places(36))),
    )


@st.composite
def wrong_puzzles(draw: st.DrawFn) -> Puzzle:
    """All signs of a grid, one of them flipped, and some of its givens; most have no solution."""
    grid = draw(grids())
    signs = list(signs_of(grid, PAIRS))
    place = draw(st.integers(0, len(PAIRS) - 1))
    signs[place] = signs_between(PAIRS[place]).replace(signs[place], "")
    relations = (
        Relation(*pair) if sign in "<^" else Relation(*reversed(pair))
        for pair, sign in zip(PAIRS, signs, strict=True)
    )
    return Puzzle.from_relations(relations, thinned(grid.line, draw(_places(81))))


@st.composite
def thin_puzzles(draw: st.DrawFn) -> Puzzle:
    """As `mixed_puzzles`, but with any number of signs and givens, and perhaps one of each
    that is wrong; most have many solutions."""
    grid = draw(grids())
    texts = [
        thinned(signs_of(grid, IN_BOX_PAIRS), draw(_places(108))),
        thinned(grid.line, draw(_places(81))),
        thinned(signs_of(grid, BORDER_PAIRS), draw(_places(36))),
    ]
    if draw(st.booleans()):
        sign = draw(st.sampled_from(range(108)))
        wrong = draw(st.sampled_from(signs_between(IN_BOX_PAIRS[sign])))
        texts[0] = texts[0][:sign] + wrong + texts[0][sign + 1 :]
    if draw(st.booleans()):
        cell = draw(st.sampled_from(range(81)))
        texts[1] = texts[1][:cell] + draw(st.sampled_from("123456789")) + texts[1][cell + 1 :]
    signs, givens, border_signs = texts
    return Puzzle(signs, givens, border_signs)


def any_puzzles() -> st.SearchStrategy[Puzzle]:
    """Puzzles of every kind with a solution."""
    return full_layouts() | partial_layouts() | mixed_puzzles() | plain_puzzles()


def puzzles_without_border_signs() -> st.SearchStrategy[Puzzle]:
    """The puzzles that the engine `boxes` takes."""
    with_givens = st.builds(
        lambda grid, places, layout: Puzzle(layout.signs, thinned(grid.line, places)),
        grids(),
        _places(81, 17),
        partial_layouts(),
    )
    return full_layouts() | partial_layouts() | wrong_layouts() | with_givens


@st.composite
def contest_texts(draw: st.DrawFn, puzzle: Puzzle) -> str:
    """A layout in contest format, written in one of the ways in use."""
    signs = iter(puzzle.signs)
    across = draw(st.sampled_from(["plain", "none", "gaps", "boxes", "tabs", "ragged"]))
    end = draw(st.sampled_from(["\n", "\r\n"]))
    tail = draw(st.sampled_from(["", " ", "  \t"]))
    lines = []
    for size in (6, 9, 6, 9, 6) * 3:
        line = [next(signs) for _ in range(size)]
        lines.append(_laid_out(draw, line, across) + tail)
    return end.join(lines) + draw(st.sampled_from(["", end]))


def _laid_out(draw: st.DrawFn, line: list[str], manner: str) -> str:
    if manner == "none":
        return "".join(line)
    if manner == "tabs":
        return "\t".join(line)
    if manner == "ragged":
        blanks = [draw(st.text(" \t", max_size=2)) for _ in line]
        return "".join(blank + sign for blank, sign in zip(blanks, line, strict=True))
    if manner == "boxes":
        third = len(line) // 3
        groups = ("".join(line[i : i + third]) for i in range(0, len(line), third))
        return "  ".join(groups)
    if manner == "gaps" and len(line) == 6:
        # 17 columns: the cells stand at even columns, the signs under the gaps between them.
        columns = dict(zip((1, 3, 7, 9, 13, 15), line, strict=True))
        return "".join(columns.get(column, " ") for column in range(17))
    return " ".join(line)


@st.composite
def compact_texts(draw: st.DrawFn, puzzle: Puzzle) -> str:
    """A layout on one line, perhaps with blanks around it."""
    return draw(st.text(" \t", max_size=2)) + puzzle.signs + draw(st.text(" \t", max_size=2))


@st.composite
def plain_texts(draw: st.DrawFn, puzzle: Puzzle) -> str:
    """Givens on one line or on nine, close together or not, with either empty cell."""
    cells = puzzle.givens.replace(ABSENT, draw(st.sampled_from(".0")))
    return draw(_cells_in_lines(cells, [9, len(cells)]))


@st.composite
def _cells_in_lines(draw: st.DrawFn, cells: str, widths: list[int]) -> str:
    width = draw(st.sampled_from(widths))
    blank = draw(st.sampled_from(["", " ", "\t"]))
    tail = draw(st.sampled_from(["", " "]))
    return "\n".join(blank.join(cells[i : i + width]) + tail for i in range(0, len(cells), width))


@st.composite
def extended_puzzles(draw: st.DrawFn) -> Puzzle:
    """Signs and givens, each of them right or wrong, many or few or none."""
    pairs = [IN_BOX_PAIRS, BORDER_PAIRS]
    grid = draw(grids())
    inside, border = (
        thinned(signs_of(grid, of), draw(st.just(set[int]()) | _places(len(of)))) for of in pairs
    )
    givens = thinned(draw(grids()).line, draw(st.just(set[int]()) | _places(81)))
    return draw(
        st.sampled_from([Puzzle(inside, givens, border), Puzzle(inside, NO_GIVENS, border)])
    )


def _with_cells_between(lines: list[str], puzzle: Puzzle) -> list[str]:
    """Lines of signs with all cells of the puzzle between those of across lines."""
    cells = puzzle.givens.replace(ABSENT, "0")
    mixed = [*lines]
    for row in range(9):
        signs = [*lines[2 * row].split(), ""]
        here = cells[9 * row : 9 * (row + 1)]
        both = zip(here, signs, strict=True)
        mixed[2 * row] = " ".join(f"{cell} {sign}" for cell, sign in both)
    return mixed


@st.composite
def extended_texts(draw: st.DrawFn, puzzle: Puzzle) -> str:
    """All signs of a puzzle, blanked in every way, and its givens, perhaps with none."""
    manner = draw(st.sampled_from(["plain", "none", "tabs", "ragged"]))
    tail = draw(st.sampled_from(["", " ", "  \t"]))
    none = ABSENT * len(puzzle.givens)
    lines = extended.write(replace(puzzle, givens=none)).split("\n")
    if draw(st.integers(0, 3)) == 0:
        lines = _with_cells_between(lines, puzzle)
        return "\n".join(_laid_out(draw, line.split(), manner) + tail for line in lines)
    lines = [_laid_out(draw, line.split(), manner) + tail for line in lines]
    if puzzle.givens != none or draw(st.booleans()):
        lines += draw(st.lists(st.sampled_from(["", " "]), max_size=2))
        cells = puzzle.givens.replace(ABSENT, draw(st.sampled_from(".0")))
        lines.append(draw(_cells_in_lines(cells, [9])))
    return "\n".join(lines)


class Written(NamedTuple):
    """Puzzles and a file of them."""

    puzzles: list[Puzzle]
    text: str


LINE_FORMATS = tuple(
    format.name
    for format in FORMATS.values()
    if format.name in ("contest", "compact", "plain", "extended")
)
"""All formats whose texts are lines of signs or cells."""


@st.composite
def files(draw: st.DrawFn, format: str, at_most: int = 3) -> Written:
    """One puzzle or several, in all the ways in which a format may be written."""
    texts_of, drawn = {
        "contest": (contest_texts, partial_layouts(108)),
        "extended": (extended_texts, extended_puzzles()),
        "compact": (compact_texts, partial_layouts(108)),
        "plain": (plain_texts, plain_puzzles(0)),
    }[format]
    puzzles = draw(st.lists(drawn, min_size=1, max_size=at_most))
    blank_lines = st.sampled_from(["", "\n", " \t\n\n"])
    parts = [draw(blank_lines)]
    for puzzle in puzzles:
        text = draw(texts_of(puzzle)).replace("\r\n", "\n").removesuffix("\n")
        parts += [text, "\n", draw(blank_lines)]
    if format == "plain":
        parts.append(draw(st.sampled_from(["", "end\n"])))
    text = "".join(parts)
    text = text.removesuffix(draw(st.sampled_from(["", "\n"])))
    mark = draw(st.sampled_from(["", "\ufeff"]))
    return Written(puzzles, mark + text.replace("\n", draw(st.sampled_from(["\n", "\r\n", "\r"]))))


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """`text` with a character or a line deleted, doubled, put in or replaced."""
    pieces = draw(st.sampled_from([list(text), text.splitlines(keepends=True)]))
    place = draw(st.integers(0, len(pieces) - 1))
    odd = draw(st.text("<>^v.0123456789AP- \t\nend xV&\f", max_size=1))
    pieces[place] = draw(st.sampled_from(["", pieces[place] * 2, pieces[place] + odd, odd]))
    return "".join(pieces)


def with_one_solution(puzzle: Puzzle) -> Puzzle:
    """The puzzle with as many givens more as leave it one of its solutions, the rarest first."""
    givens = [*puzzle.givens]
    while len(solutions := iq.solve(puzzle, limit=200).solutions) > 1:
        shared = Counter((cell, grid.line[cell]) for grid in solutions for cell in CELLS)
        cell, digit = min(shared, key=shared.__getitem__)
        givens[cell] = digit
        puzzle = replace(puzzle, givens="".join(givens))
    assert solutions
    return puzzle
