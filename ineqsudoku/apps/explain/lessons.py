"""What the technique book teaches of each technique; `docs/techniques.md` adds a position.

The page shows how to spot a technique beside its steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ineqsudoku.messages import Message


class Lesson(NamedTuple):
    """`idea`: what a technique says, and why.  `spot`: where to look for it."""

    idea: Message
    spot: Message


HOW_TO_SPOT = Message("lesson.how-to-spot", "How to spot it: {sentence}")
RATING = Message("lesson.rating", "Rating {rating}, {level}")

LESSONS: Mapping[str, Lesson] = {
    "sign bounds": Lesson(
        Message(
            "lesson.sign-bounds",
            "The signs put some cells below a cell: its lesser neighbours, the lesser neighbours "
            "of these, and so on. If k of them are in one house or in one chain, they hold k "
            "different digits, and the cell is at least k + 1. With k cells above it, it is at "
            "most 9 − k on a board of 9×9.",
        ),
        Message(
            "spot.sign-bounds",
            "From a cell, follow the signs to lesser and lesser cells, and count those that you "
            "meet in its box; then do the same upwards. Begin where all signs of a box lead to one "
            "cell: it is the smallest or the greatest.",
        ),
    ),
    "one sign": Lesson(
        Message(
            "lesson.one-sign",
            "The greater of two neighbours is greater than the least candidate of the lesser one. "
            "The lesser one is less than the greatest candidate of the greater one.",
        ),
        Message(
            "spot.one-sign",
            "Whenever a cell loses its least or its greatest candidate, look at the signs around "
            "it. Such news often travels on from sign to sign.",
        ),
    ),
    "counting": Lesson(
        Message(
            "lesson.counting",
            "If several cells of a house are less than a cell, list the digits that they can hold "
            "between them. Two cells need two digits of the list and three cells three, so the "
            "cell is greater than the second or the third of them. Where low digits are gone, this "
            "gives more than the signs alone. It works upwards as well.",
        ),
        Message(
            "spot.counting",
            "Look at a cell that is greater than two or more cells of its box when low digits of "
            "the box are placed, and at one that is less than several when high digits are.",
        ),
    ),
    "arrangements": Lesson(
        Message(
            "lesson.arrangements",
            "If only a few ways are left to fill a box, write all of them down. A candidate that "
            "is in none of them is wrong.",
        ),
        Message(
            "spot.arrangements",
            "Take a box with many signs and few empty cells. Begin with a cell of two candidates: "
            "with the signs, each of them often forces the rest.",
        ),
    ),
    "last value": Lesson(
        Message(
            "lesson.last-value",
            "A row, a column or a box holds every digit once. If only one cell is empty, it holds "
            "the digit that is missing.",
        ),
        Message(
            "spot.last-value",
            "After each digit, look whether only one cell of its row, column or box is empty.",
        ),
    ),
    "hidden single": Lesson(
        Message(
            "lesson.hidden-single",
            "If a house has only one cell left for a digit, this cell holds it, whatever other "
            "candidates it has.",
        ),
        Message(
            "spot.hidden-single",
            "Go through the boxes digit by digit, beginning with digits that are placed often; "
            "then go through rows and columns. With signs, begin with 1 and 9: a cell with a "
            "lesser neighbour is not 1, and one with a greater neighbour is not 9.",
        ),
    ),
    "naked single": Lesson(
        Message("lesson.naked-single", "If a cell has only one candidate left, it holds it."),
        Message(
            "spot.naked-single",
            "For a cell in nearly full houses, count the digits of its row, its column and its "
            "box, and those that its signs exclude.",
        ),
    ),
    "pointing": Lesson(
        Message(
            "lesson.pointing",
            "If all cells of a box that can hold a digit are in one row or column, the digit of "
            "this line is in the box. So the rest of the line cannot hold it.",
        ),
        Message(
            "spot.pointing",
            "When only two or three cells of a box are left for a digit, look whether they are in "
            "one line.",
        ),
    ),
    "claiming": Lesson(
        Message(
            "lesson.claiming",
            "If all cells of a row or column that can hold a digit are in one box, the digit of "
            "this box is in the line. So the rest of the box cannot hold it.",
        ),
        Message(
            "spot.claiming",
            "When only two or three cells of a line are left for a digit, look whether they are in "
            "one box.",
        ),
    ),
    "naked pair": Lesson(
        Message(
            "lesson.naked-pair",
            "If two cells of a house have only the same two candidates, they hold these two digits "
            "in one order or the other. So no other cell of the house can hold them.",
        ),
        Message("spot.naked-pair", "Look for two equal cells of two candidates in one house."),
    ),
    "naked triple": Lesson(
        Message(
            "lesson.naked-triple",
            "If three cells of a house have only three candidates between them, no other cell of "
            "the house can hold these. A cell of the triple may lack one of them.",
        ),
        Message(
            "spot.naked-triple",
            "Begin with cells of two candidates: 1 2, 2 3 and 1 3 are a triple as well.",
        ),
    ),
    "naked quad": Lesson(
        Message(
            "lesson.naked-quad",
            "If four cells of a house have only four candidates between them, no other cell of the "
            "house can hold these.",
        ),
        Message(
            "spot.naked-quad",
            "In a house with many empty cells, compare the cells of two and three candidates. The "
            "remaining cells are a hidden set, which is often easier to see.",
        ),
    ),
    "hidden pair": Lesson(
        Message(
            "lesson.hidden-pair",
            "If two digits fit only into the same two cells of a house, these cells hold them, and "
            "all other candidates of the two cells are wrong.",
        ),
        Message(
            "spot.hidden-pair",
            "In a house, look for two digits that have two cells left, and compare these cells.",
        ),
    ),
    "hidden triple": Lesson(
        Message(
            "lesson.hidden-triple",
            "If three digits fit only into the same three cells of a house, all other candidates "
            "of the three cells are wrong. A digit may fit into only two of them.",
        ),
        Message(
            "spot.hidden-triple",
            "In a house, compare the digits that have two or three cells left.",
        ),
    ),
    "hidden quad": Lesson(
        Message(
            "lesson.hidden-quad",
            "If four digits fit only into the same four cells of a house, all other candidates of "
            "the four cells are wrong.",
        ),
        Message(
            "spot.hidden-quad",
            "It is rare. In a house with eight or nine empty cells, compare the digits that are "
            "missing from most of them.",
        ),
    ),
    "X-wing": Lesson(
        Message(
            "lesson.x-wing",
            "If the cells of two rows that can hold a digit are in the same two columns, the digit "
            "of both columns is in these rows. So the rest of the columns cannot hold it. Rows and "
            "columns may be exchanged.",
        ),
        Message(
            "spot.x-wing",
            "Mark all cells for one digit. Look for two lines with two cells each that make a "
            "rectangle.",
        ),
    ),
    "swordfish": Lesson(
        Message(
            "lesson.swordfish",
            "If the cells of three rows that can hold a digit are in the same three columns, the "
            "rest of the columns cannot hold it. A row may have cells in only two of the columns. "
            "Rows and columns may be exchanged.",
        ),
        Message(
            "spot.swordfish",
            "Mark all cells for one digit, and compare the lines that have two or three of them.",
        ),
    ),
    "jellyfish": Lesson(
        Message(
            "lesson.jellyfish",
            "If the cells of four rows that can hold a digit are in the same four columns, the "
            "rest of the columns cannot hold it. Rows and columns may be exchanged.",
        ),
        Message(
            "spot.jellyfish",
            "Try it last, and only with digits that are hardly placed: few lines have more than "
            "four cells for others.",
        ),
    ),
    "XY-wing": Lesson(
        Message(
            "lesson.xy-wing",
            "A cell with the candidates x and y sees a cell with x and z and another with y and z. "
            "Whichever digit it holds, one of the other two holds z. So a cell that sees both of "
            "them cannot hold z. Cells see each other if they share a house.",
        ),
        Message(
            "spot.xy-wing",
            "Look at cells of two candidates. From one of them, look for two others in its houses "
            "that share one digit with it and one with each other.",
        ),
    ),
    "XYZ-wing": Lesson(
        Message(
            "lesson.xyz-wing",
            "A cell with the candidates x, y and z sees a cell with x and z and another with y and "
            "z. One of the three holds z. So a cell that sees all three cannot hold z.",
        ),
        Message(
            "spot.xyz-wing",
            "Look for a cell of three candidates with two cells of two candidates in its houses, "
            "one of them in its box.",
        ),
    ),
    "simple colouring": Lesson(
        Message(
            "lesson.simple-colouring",
            "If a house has only two cells left for a digit, one of them holds it. Such pairs of "
            "cells form chains: if one cell does not hold the digit, the next one does. A cell "
            "that would exclude itself along a chain cannot hold the digit.",
        ),
        Message(
            "spot.simple-colouring",
            "Mark the pairs of one digit and colour the cells of a chain in turns. A cell that "
            "sees both colours cannot hold the digit.",
        ),
    ),
    "X-chain": Lesson(
        Message(
            "lesson.x-chain",
            "As with simple colouring, the chain follows one digit. Between two pairs, it may also "
            "pass from a cell that holds the digit to any cell that shares a house with it.",
        ),
        Message(
            "spot.x-chain",
            "Look for two pairs of cells for a digit, such that a cell of one pair sees a cell of "
            "the other. A cell that sees the two remaining ends cannot hold the digit.",
        ),
    ),
    "alternating chain": Lesson(
        Message(
            "lesson.alternating-chain",
            "Suppose that a candidate is right, and follow what it forces, one thing after the "
            "other: a digit excludes itself from its houses, the last candidate of a cell and the "
            "last cell of a house for a digit are right, and a sign passes bounds on. If the chain "
            "ends by excluding the candidate, it was wrong.",
        ),
        Message(
            "spot.alternating-chain",
            "Begin near cells of two candidates and pairs of cells for a digit, and where a sign "
            "joins such cells.",
        ),
    ),
    "contradiction": Lesson(
        Message(
            "lesson.contradiction",
            "Suppose that a candidate is right, and draw all consequences by singles and signs. If "
            "a cell has no candidate left, or a house no cell for a digit, it was wrong.",
        ),
        Message(
            "spot.contradiction",
            "Try the candidate of which most follows, such as one of two in a cell with several "
            "signs. Write with another colour, so that you can erase it.",
        ),
    ),
    "nested contradictions": Lesson(
        Message(
            "lesson.nested-contradictions",
            "If supposing one candidate leads to no contradiction, suppose further ones in "
            "addition. If each of them fails, the first one was wrong.",
        ),
        Message(
            "spot.nested-contradictions",
            "This is work for a computer. Hardly any puzzle with all signs needs it.",
        ),
    ),
    "dead end": Lesson(
        Message(
            "lesson.dead-end",
            "This ends the proof that a puzzle has no solution: a cell has no candidate left, or a "
            "house has no cell left for a digit. One of the signs or digits that the proof uses "
            "must be wrong.",
        ),
        Message(
            "spot.dead-end",
            "If this happens while you solve a puzzle, look for your own mistake first. If there "
            "is none, check the signs that the last steps use.",
        ),
    ),
    "cycle": Lesson(
        Message(
            "lesson.cycle",
            "Signs that lead from a cell to greater and greater ones and back to the first cell "
            "cannot all be right: the cell would be greater than itself.",
        ),
        Message(
            "spot.cycle",
            "Look at the corners where four cells meet: most cycles are four signs around such a "
            "corner that all point the same way around.",
        ),
    ),
}
"""The lessons, by the names of the techniques and of the last steps of proofs."""
