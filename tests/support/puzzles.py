"""Puzzles with names, for examples in tests."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ineqsudoku.puzzle import Grid, Puzzle, Relation

EXAMPLES = Path(__file__).parents[2] / "examples"

CONTEST = (EXAMPLES / "cqoi2013.in").read_text(encoding="ascii")
CONTEST_ANSWER = (EXAMPLES / "cqoi2013.out").read_text(encoding="ascii")
CONTEST_GRID = Grid("".join(CONTEST_ANSWER.split()))

SUPPOSITIONS = Puzzle(
    "><><>>^^v^^vvv^>><>>>^^^vv^vv^>><>><<<><><vvvv^^^^^<><"
    "<<>^^^v^vvvv<><><<<>><<<^v^v^^vvv><<><<v^v^v^v^v><><<>"
)
"""A layout that needs alternating chains and contradictions."""

UVA_11570 = """\
>< << ><
v ^ v v ^ v ^ ^ v
<< <> <<
v ^ v ^ v v ^ ^ v
<< << >>
<> >> <>
v v ^ ^ v ^ ^ v v
<> >< >>
^ v v v ^ v v ^ v
>< <> >>
<> >> ><
v v v v ^ ^ ^ ^ ^
>< << <<
^ ^ ^ ^ ^ v v v ^
>> <> <<
"""
BZOJ_3109 = """\
 < >  > <  > <\x20
v v ^ ^ v v ^ ^ ^
 < <  > <  > <\x20
^ ^ ^ v ^ ^ ^ v v
 < <  < <  > >\x20
 > <  > >  > >\x20
v ^ ^ ^ ^ v v v ^
 > >  > >  < >\x20
v v ^ v ^ v ^ v ^
 > <  < >  > >\x20
 < <  < <  > <\x20
v ^ v v v v ^ ^ v
 < >  > <  < >\x20
^ v v v ^ v ^ v v
 < >  < >  < >\x20
"""
NKOJ_2194 = """\
 > <   < <   > <\x20
v ^ v v ^ v ^ ^ v
 < <   < >   < <\x20
v ^ v ^ v v ^ ^ v
 < <   < <   > >\x20
 < >   > >   < >\x20
v v ^ ^ v ^ ^ v v
 < >   > <   > >\x20
^ v v v ^ v v ^ v
 > <   < >   > >\x20
 < >   > >   > <\x20
v v v v ^ ^ ^ ^ ^
 > <   < <   < <\x20
^ ^ ^ ^ ^ v v v ^
 > >   < >   < <\x20
"""
"""The samples of other judges, as they print them."""

INKALA = Puzzle(
    givens="8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)
"""One assumption at a time is not enough for it (Arto Inkala, 2012)."""

POJ_3074 = {
    ".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.": (
        "527389416819426735436751829375692184194538267268174593643217958951843672782965341"
    ),
    "......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3.": (
        "416837529982465371735129468571298643293746185864351297647913852359682714128574936"
    ),
}


def turned(puzzle: Puzzle, relation: Relation) -> Puzzle:
    """The puzzle with one of its signs flipped."""
    others = [other for other in puzzle.relations if other != relation]
    return Puzzle.from_relations([*others, relation.flipped()], puzzle.givens)


def without(puzzle: Puzzle, relations: int) -> Puzzle:
    """The puzzle with its first so many relations taken away."""
    return Puzzle.from_relations(puzzle.relations[relations:], puzzle.givens)


class Hard(NamedTuple):
    """A puzzle on which the engine `cells` alone goes astray for 25,000 nodes or more, in some
    cases for millions."""

    puzzle: Puzzle
    status: str


HARD = {
    "20 signs": Hard(
        Puzzle(
            "..>....^...v.....<.><.vv.......>....<..>...........>...................<>..........."
            "^^.>....>..v......>....."
        ),
        "multiple",
    ),
    "25 signs": Hard(
        Puzzle(
            ">.>...v.....v...<.............<.<...>........^v.v....<.........^^.....>..<......v..."
            ".v..<..<...v^^^^........"
        ),
        "multiple",
    ),
    "40 signs, one on a border": Hard(
        Puzzle(
            "....<.........v..>.......v....>...<.><.><.v^..v^vvv<.<>..^.....v^..<..<.......^...v^"
            ".^..<.<..v..^^v^vv.>....",
            border_signs="........................^...........",
        ),
        "multiple",
    ),
    "26 signs and 4 givens": Hard(
        Puzzle(
            ".<...........^..<..<....^..^.^.<.....>...>......^.^.......v....v....><.<........v.v."
            "..v...<....v....^.><.>..",
            "...........................4.................65....................3.............",
        ),
        "multiple",
    ),
    "18 signs that conflict": Hard(
        Puzzle(
            "><......^......>.<<.....v....v.......<....v.^......>.....^..............><.........."
            "...><..............<...."
        ),
        "none",
    ),
    "11 signs that conflict": Hard(
        Puzzle(
            "....................................<.....v...........<...^.^.^^^^..<>.............."
            "........................"
        ),
        "none",
    ),
}
