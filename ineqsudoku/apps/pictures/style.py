"""The styles of the kinds of a scene, for light and dark ground.

Roles differ in shape as well as in colour; `board.py` draws the shapes.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ineqsudoku.apps.pictures.model import Role


class Colour(NamedTuple):
    """Two colours, `#rrggbb`: one for light ground, including paper, and one for dark ground."""

    light: str
    dark: str


class Style(NamedTuple):
    """`dash` is the length of a dash and of a gap; round caps make a dash of 0 a dot."""

    stroke: Colour | None = None
    fill: Colour | None = None
    width: float = 0.0
    dash: tuple[float, float] | None = None
    bold: bool = False


PAPER = Colour("#ffffff", "#16181c")
INK = Colour("#111111", "#e8eaed")
_THIN = Colour("#b4b9be", "#4b525a")
_FAINT = Colour("#8d949b", "#7d858e")

_RED = Colour("#b3261e", "#ff8a80")
_GREEN = Colour("#1a7033", "#7ddc94")
_AMBER = Colour("#8a5a00", "#f2bf5e")
_BLUE = Colour("#0b5cad", "#85bdff")
_PURPLE = Colour("#6b3fa0", "#c9a7f5")

_COLOURS = {
    Role.CONFLICT: _RED,
    Role.REPAIR: _GREEN,
    Role.DIFFERS: _AMBER,
    Role.WRONG: _RED,
    Role.PREMISE: _BLUE,
    Role.PLACED: _GREEN,
    Role.REMOVED: _PURPLE,
    Role.FAILS: _RED,
}

_TINTS = {
    _RED: Colour("#fbe3e0", "#46211f"),
    _GREEN: Colour("#dff3e3", "#1b3a24"),
    _AMBER: Colour("#fdf0cf", "#41341a"),
    _BLUE: Colour("#e0eefc", "#1c3047"),
    _PURPLE: Colour("#efe6fa", "#33264a"),
}

_SPOT = 0.5
"""The weight of the frame around a candidate, relative to that around a sign."""

_DASHES = {Role.DIFFERS: (4.0, 3.5), Role.PREMISE: (0.0, 3.6)}

_PLAIN = {
    "paper": Style(fill=PAPER),
    "line": Style(_THIN, width=0.8),
    "border": Style(INK, width=2.2),
    "sign": Style(INK, width=1.5),
    "sign faint": Style(_FAINT, width=1.0),
    "given": Style(fill=INK, bold=True),
    "digit": Style(fill=INK),
    "letter": Style(fill=INK),
    "candidate": Style(fill=INK),
    "arrow": Style(_BLUE, width=1.0),
    "head": Style(fill=_BLUE),
    "badge": Style(_BLUE, fill=PAPER, width=0.7),
    "label": Style(fill=INK, bold=True),
    "number": Style(fill=_FAINT),
    "title": Style(fill=INK, bold=True),
    "caption": Style(fill=INK),
}


@cache
def style(kind: str) -> Style:
    """Return the style of a kind, which may be `tint`, `mark`, `sign`, `spot` or `candidate`
    followed by a role."""
    if plain := _PLAIN.get(kind):
        return plain
    shape, _, name = kind.partition(" ")
    role = Role(name)
    colour = _COLOURS[role]
    if shape == "tint":
        return Style(fill=_TINTS[colour])
    if shape == "sign":
        return Style(colour, width=2.4 if role is Role.PREMISE else 3.0)
    if shape == "mark" and role is Role.FAILS:
        return Style(colour, width=3.0)
    if shape == "candidate":
        return Style(fill=colour, bold=True)
    scale = _SPOT if shape == "spot" else 1.0
    dash = _DASHES.get(role)
    return Style(colour, width=1.8 * scale, dash=dash and (dash[0] * scale, dash[1] * scale))


def every_kind() -> list[str]:
    """Return all kinds that have a style."""
    shapes = ("tint", "mark", "sign", "spot", "candidate")
    return [*_PLAIN, *(f"{shape} {role}" for shape in shapes for role in Role)]
