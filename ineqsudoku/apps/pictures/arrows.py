"""Arrows from cell to cell: thin curves that are open where anything is drawn.

Several curves are possible between two cells.  The one that meets least is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import dist, hypot
from typing import NamedTuple

from ineqsudoku.apps.pictures.scene import Point

_BENDS = (0.2, -0.2, 0.35, -0.35, 0.55, -0.55)
"""How far curves bend to one side, relative to their lengths."""

_SHORT = 60.0
"""Shorter arrows bend as much as arrows of this length."""

_POINTS = 60
"""The points of a curve."""

_INTO = 3.2
"""How far an arrow reaches into its last cell."""

_HEAD, _HALF = 5.0, 2.0
"""The length and half the width of the head."""


class Obstacle(NamedTuple):
    """A surrounding that an arrow must not touch."""

    x: float
    y: float
    radius: float


class Arrow(NamedTuple):
    """The lines of an arrow, and the corners of its head."""

    lines: tuple[tuple[Point, ...], ...]
    head: tuple[Point, ...]


def arrow(
    start: Point, end: Point, cell: float, side: float, obstacles: Sequence[Obstacle]
) -> Arrow:
    """Return the arrow between two cells with the centres `start` and `end`.

    `cell` and `side` are the widths of a cell and of the board.
    """
    curved = (_curved(start, end, cell / 2, side, bend, obstacles) for bend in _BENDS)
    return min(curved, key=lambda one: one[0])[1]


def _curved(
    start: Point, end: Point, half: float, side: float, bend: float, obstacles: Sequence[Obstacle]
) -> tuple[float, Arrow]:
    """Return the cost of an arrow with a bend, and the arrow.

    The cost grows with the bend, with obstacles on the way and with parts beyond the board, and
    most if the head is hidden.
    """
    points = [
        point
        for point in _curve(start, end, bend)
        if not any(_is_inside(point, centre, half - _INTO) for centre in (start, end))
    ]
    tip = points[-1]
    shaft = [point for point in points if dist(point, tip) >= _HEAD] or points[:1]
    runs = groupby(shaft, lambda point: _is_free(point, obstacles))
    lines = [tuple(run) for is_free, run in runs if is_free]
    met = len(shaft) - sum(map(len, lines))
    beyond = sum(not 0 < place < side for point in points for place in point)
    is_hidden = not _is_free(_between(shaft[-1], tip), obstacles)
    cost = abs(bend) + (met + 5 * beyond) / _POINTS + 10 * is_hidden
    drawn = tuple(line for line in lines if len(line) > 1)
    return cost, Arrow(drawn, _triangle(shaft[-1], tip))


def _curve(start: Point, end: Point, bend: float) -> Iterator[Point]:
    """Yield the points of a quadratic curve."""
    (x, y), (to_x, to_y) = start, end
    across, down = to_x - x, to_y - y
    bend *= max(1.0, _SHORT / hypot(across, down))
    over_x, over_y = (x + to_x) / 2 - bend * down, (y + to_y) / 2 + bend * across
    for number in range(_POINTS + 1):
        part = number / _POINTS
        rest = 1 - part
        yield (
            rest * rest * x + 2 * rest * part * over_x + part * part * to_x,
            rest * rest * y + 2 * rest * part * over_y + part * part * to_y,
        )


def _is_inside(point: Point, centre: Point, half: float) -> bool:
    return abs(point[0] - centre[0]) < half and abs(point[1] - centre[1]) < half


def _is_free(point: Point, obstacles: Sequence[Obstacle]) -> bool:
    return all(dist(point, (spot.x, spot.y)) > spot.radius for spot in obstacles)


def _between(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _triangle(base: Point, tip: Point) -> tuple[Point, ...]:
    """Return the head of an arrow that comes from `base`."""
    length = dist(base, tip) or 1.0
    along_x, along_y = (tip[0] - base[0]) / length, (tip[1] - base[1]) / length
    x, y = tip[0] - _HEAD * along_x, tip[1] - _HEAD * along_y
    side_x, side_y = -_HALF * along_y, _HALF * along_x
    return tip, (x + side_x, y + side_y), (x - side_x, y - side_y), tip
