"""Scenes as PNG: resvg renders the SVG.

Digits and Latin texts are set in Bitstream Vera, which is part of this package, so that they look
the same everywhere; other characters in fonts of the system.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from ineqsudoku.apps.pictures.board import side_by_side
from ineqsudoku.apps.pictures.lettering import ELLIPSIS
from ineqsudoku.apps.pictures.model import Picture, require_pictures
from ineqsudoku.apps.pictures.svg import FONTS, write_svg
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Message, enumeration

LARGEST = 8_192
"""The most pixels of a side; a square of it takes 256 MiB."""

FAMILY = "Bitstream Vera Sans"

_MOST_NAMED = 5
"""The most characters that an error names."""

_UNASSIGNED = "\U0010fffd"
"""A character that no font has."""


class MissingFontError(IneqSudokuError):
    """No font of the system has the characters of the texts."""


def draw_png(*pictures: Picture, scale: float = 1.0) -> bytes:
    """Return the boards side by side as the bytes of a PNG file.

    At scale 1 a cell is 36 pixels wide.  Raises `ValueError` without a picture and for a picture of
    more than 8,192 pixels a side; `TypeError` for values that are no pictures; `IneqSudokuError` if
    resvg is not installed, or if no font has the characters of a title or caption.
    """
    require_pictures(pictures)
    scene = side_by_side(pictures)
    side = scale * max(scene.width, scene.height)
    if not 1 <= side <= LARGEST:
        raise ValueError(
            Message(
                "picture.too-large",
                "a side would be {side} pixels, but must be 1-{most}",
                side=f"{side:,.0f}",
                most=f"{LARGEST:,}",
            )
        )
    characters = {*"".join(scene.texts())}
    if lacking := sorted(each for each in characters if not (each.isascii() or _has_glyph(each))):
        named = [f"'{each}' (U+{ord(each):04X})" for each in lacking[:_MOST_NAMED]]
        if len(lacking) > _MOST_NAMED:
            named.append(ELLIPSIS)
        raise MissingFontError(
            Message(
                "picture.no-font",
                "no font of this system has {characters}; `apt install fonts-wqy-microhei` "
                "installs a Chinese one, and an SVG uses the fonts of its reader",
                characters=enumeration(named),
            )
        )
    svg = write_svg(scene).replace(FONTS, f'"{FAMILY}"')
    return _render(svg, scale, skip_system_fonts=all(map(str.isascii, characters)))


@cache
def _has_glyph(character: str) -> bool:
    """Whether a font has the character, which otherwise looks like one that no font has."""
    return _render(_SMALL.format(character)) != _render(_SMALL.format(_UNASSIGNED))


_SMALL = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><text y="16">{}</text></svg>'
)


def _render(svg: str, scale: float = 1.0, skip_system_fonts: bool = False) -> bytes:
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise IneqSudokuError(
            Message("picture.no-resvg", "PNG needs resvg-py: pip install 'ineqsudoku[draw]'")
        ) from None
    drawn = svg_to_bytes(
        svg_string=svg,
        zoom=scale,
        skip_system_fonts=skip_system_fonts,
        font_dirs=[str(files("ineqsudoku.apps.pictures") / "fonts")],
        font_family=FAMILY,
    )
    return bytes(drawn)
