"""Shapes that several drawings have: fields of bits, arrows, notes.

A drawing is `WIDTH` wide, so that its words can still be read on a phone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import atan2, cos, pi, sin

from ineqsudoku.apps.pictures.board import scene as board_of
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.scene import Anchor, Box, Item, Placed, Point, Scene, Strokes, centre
from ineqsudoku.apps.pictures.scene import Label as Label

WIDTH = 440.0

SMALL, USUAL = 12.0, 13.5
"""Sizes of letters."""

Field = tuple[str, float, str]
"""A part of a row of fields: its words, its width and the kind of its ground, or nothing."""


def drawing(height: float, title: str, description: str, *parts: Iterable[Item]) -> Scene:
    """A drawing on a ground of paper."""
    ground = Box("paper", 0, 0, WIDTH, height)
    return Scene(WIDTH, height, (ground, *chain(*parts)), title, description)


def note(
    x: float,
    y: float,
    words: str,
    size: float = SMALL,
    anchor: Anchor = "middle",
    kind: str = "letter",
) -> Label:
    """Words around the height `y`."""
    return centre(kind, x, y, size, words)._replace(anchor=anchor)


def heading(y: float, words: str) -> Label:
    return note(16, y, words, USUAL, "start", "title")


def fields(
    x: float, y: float, height: float, parts: Sequence[Field], size: float = SMALL
) -> Iterator[Item]:
    """Fields side by side, with their words in the middle."""
    for words, width, ground in parts:
        if ground:
            yield Box(ground, x, y, width, height)
        yield Box("rule", x, y, width, height)
        if words:
            yield note(x + width / 2, y + height / 2, words, size)
        x += width


def bits(x: float, y: float, side: float, word: str, ground: str) -> Iterator[Item]:
    """A row of bits, highest first; those that are not `0` or `.` are tinted."""
    parts = [("" if bit == "." else bit, side, "" if bit in "0." else ground) for bit in word]
    yield from fields(x, y, side, parts, side * 0.62)


def line(*points: Point, kind: str = "rule") -> Strokes:
    return Strokes(kind, (points,))


def arrow(start: Point, end: Point, kind: str = "rule", reach: float = 5.0) -> Strokes:
    """A line with a head at its end."""
    (x, y), (to_x, to_y) = start, end
    back = atan2(y - to_y, x - to_x)
    left, right = (
        (to_x + reach * cos(back + turn), to_y + reach * sin(back + turn))
        for turn in (-pi / 6, pi / 6)
    )
    return Strokes(kind, ((start, end), (left, end, right)))


def zoom(upper: tuple[float, float], lower: tuple[float, float], y: float, to_y: float) -> Strokes:
    """Two lines from the ends of a field to those of its enlargement below."""
    (left, right), (to_left, to_right) = upper, lower
    return Strokes("line", (((left, y), (to_left, to_y)), ((right, y), (to_right, to_y))))


def board(picture: Picture, x: float, y: float, scale: float = 1.0) -> Placed:
    return Placed(board_of(picture), x, y, scale)
