"""Pictures of chains: numbers, arrows, and the cell or house that fails."""

from __future__ import annotations

from math import dist

import pytest
from data import corpus

import ineqsudoku as iq
from ineqsudoku.apps.explain.board import Board
from ineqsudoku.apps.explain.pictures import chain_picture, step_pictures
from ineqsudoku.apps.pictures.board import CELL, scene
from ineqsudoku.apps.pictures.model import Picture, Role
from ineqsudoku.apps.pictures.scene import Label, Placed, Strokes
from ineqsudoku.apps.pictures.terminal import draw_text
from ineqsudoku.messages.lines import wrap_lines
from ineqsudoku.puzzle import Puzzle

ROOM = 2.5
"""Around the middle of a candidate."""


@pytest.fixture(scope="module")
def drawn() -> list[tuple[iq.Step, Picture, str]]:
    """The steps with links of a layout, with their pictures for paper and for a terminal."""
    signs, _ = corpus("open-unique.tsv")[8]
    explanation = iq.explain(Puzzle(signs))
    board, found = Board(explanation.puzzle), []
    for step, picture in zip(
        explanation.steps, step_pictures(explanation.puzzle, explanation.steps), strict=True
    ):
        small = chain_picture(board, step)
        if small:
            found.append((step, picture, draw_text(small)))
        board.apply((step,))
    assert found
    return found


def test_arrows_lead_from_links_to_what_follows(drawn: list[tuple[iq.Step, Picture, str]]) -> None:
    for step, picture, _ in drawn:
        *links, end = step.chain
        wanted = {
            (links[number].cell, link.cell)
            for link in links
            for number in link.because
            if links[number].cell != link.cell
        }
        arrows = {*picture.arrows}
        fails = {cell for cell, role in picture.cell_roles.items() if role is Role.FAILS}
        assert wanted <= arrows
        assert {
            (cause, effect) for cause, effect in arrows - wanted if effect not in fails
        } == set()
        assert {cause for cause, _ in arrows - wanted} <= {links[n].cell for n in end.because}
        assert {*picture.labels} == {link.cell for link in links}


def test_arrows_touch_no_candidate_and_no_sign(
    drawn: list[tuple[iq.Step, Picture, str]],
) -> None:
    for _, picture, _ in drawn:
        (board,) = [item.scene for item in scene(picture).items if isinstance(item, Placed)]
        marks = [item for item in board.items if isinstance(item, Label)]
        places = [
            (mark.x, mark.y - 0.36 * mark.size)
            for mark in marks
            if mark.kind.split()[0] in ("candidate", "digit", "given")
        ]
        signs = [
            line[1]
            for item in board.items
            if isinstance(item, Strokes) and item.kind.startswith("sign")
            for line in item.lines
        ]
        points = [
            point
            for item in board.items
            if isinstance(item, Strokes) and item.kind == "arrow"
            for line in item.lines
            for point in line
        ]
        assert points
        assert all(0 < place < 9 * CELL for point in points for place in point)
        assert all(dist(point, place) > ROOM for point in points for place in [*places, *signs])


def test_a_terminal_shows_links_in_their_cells(
    drawn: list[tuple[iq.Step, Picture, str]],
) -> None:
    for step, _, text in drawn:
        *board, _, legend = text.rstrip().splitlines()
        assert max(map(len, board)) == 57
        assumption = f"?={step.chain[0].held.bit_length()}"
        assert any(assumption in line for line in board)
        assert legend.count("->") == len(step.chain) - 1
        assert "!" in text


def test_the_rest_of_a_line_stands_below_its_sentence() -> None:
    text = "Suppose.\n1. Then a b c d.\nHence e."
    assert wrap_lines(text, 14) == [
        "Suppose.",
        "1. Then a b c",
        "   d.",
        "Hence e.",
    ]


def test_a_caption_of_several_lines_keeps_them() -> None:
    picture = Picture(Puzzle(givens="." * 81), caption="one\ntwo\nthree")
    assert [text for text in scene(picture).texts() if text in ("one", "two", "three")] == [
        "one",
        "two",
        "three",
    ]
    assert draw_text(picture).endswith("\none\ntwo\nthree\n")
