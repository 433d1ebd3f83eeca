"""Scenes: where each line and letter of a picture stands.

Lengths are CSS pixels, 96 to the inch; y points down.  Each item has a *kind*, which
`style.py` gives its colours and its weight.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

Point = tuple[float, float]

Anchor = Literal["start", "middle", "end"]


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


class Text(NamedTuple):
    """A line of text of which (x, y) is the start, the middle or the end of the baseline."""

    kind: str
    x: float
    y: float
    size: float
    text: str
    anchor: Anchor = "middle"


class Placed(NamedTuple):
    """A scene inside another one: its upper left corner, and its scale."""

    scene: Scene
    x: float
    y: float
    scale: float = 1.0


Item = Strokes | Box | Circle | Text | Placed


@dataclass(frozen=True, slots=True)
class Scene:
    """What to paint, in this order, and what to say of it to those who cannot see it."""

    width: float
    height: float
    items: tuple[Item, ...]
    title: str = ""
    description: str = ""

    def texts(self) -> Iterator[str]:
        """All text in it, line by line."""
        for item in self.items:
            if isinstance(item, Placed):
                yield from item.scene.texts()
            elif isinstance(item, Text):
                yield item.text


BASELINE = 0.36
"""How far the baseline is below the middle of a digit, in font sizes: half the height of digits
and capitals, which differs by hundredths between sans-serif fonts.  `dominant-baseline` would
say the same, but many programs ignore it."""


def centred(kind: str, x: float, y: float, size: float, text: str) -> Text:
    """A text whose middle is (x, y)."""
    return Text(kind, x, y + BASELINE * size, size, text)
