"""Scenes: the lines and texts of a picture with their positions.

Lengths are CSS pixels, 96 to the inch; y points down.  An item has a *kind*, to which `style.py`
gives colours and a weight.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

Point = tuple[float, float]

Anchor = Literal["start", "middle"]


class Strokes(NamedTuple):
    """Lines through points, all of one kind."""

    kind: str
    lines: tuple[tuple[Point, ...], ...]


class Box(NamedTuple):
    """A rectangle with its upper left corner at (x, y)."""

    kind: str
    x: float
    y: float
    width: float
    height: float


class Circle(NamedTuple):
    kind: str
    x: float
    y: float
    radius: float


class Label(NamedTuple):
    """A line of text; (x, y) is the start or the middle of its baseline."""

    kind: str
    x: float
    y: float
    size: float
    text: str
    anchor: Anchor = "middle"


class Placed(NamedTuple):
    """A scene inside another one, with its upper left corner."""

    scene: Scene
    x: float
    y: float


Item = Strokes | Box | Circle | Label | Placed


@dataclass(frozen=True, slots=True)
class Scene:
    """The items to paint, in this order, with a title and a description for screen readers."""

    width: float
    height: float
    items: tuple[Item, ...]
    title: str = ""
    description: str = ""

    def texts(self) -> Iterator[str]:
        """Yield all texts in the scene, line by line."""
        for item in self.items:
            if isinstance(item, Placed):
                yield from item.scene.texts()
            elif isinstance(item, Label):
                yield item.text


BASELINE = 0.36
"""The distance from the middle of a digit to the baseline, in font sizes.

It is half the height of digits and capitals, which differs by hundredths between sans-serif fonts.
Many programs ignore `dominant-baseline`, which would have the same effect.
"""


def centre(kind: str, x: float, y: float, size: float, text: str) -> Label:
    """Return a text whose middle is (x, y)."""
    return Label(kind, x, y + BASELINE * size, size, text)
