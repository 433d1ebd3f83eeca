"""Pictures as files: which format, and the bytes."""

from __future__ import annotations

import os
from collections.abc import Sequence

from ineqsudoku.pictures.model import Picture

FORMATS = ("svg", "png", "pdf")


def format_of(name: str) -> str | None:
    """The format that the suffix of a file name stands for, or `None`."""
    suffix = os.path.splitext(name)[1].lower().removeprefix(".")
    return suffix if suffix in FORMATS else None


def draw(
    pictures: Sequence[Picture], to: str, scale: float = 1.0, font: str | None = None
) -> bytes:
    """The bytes of a file: a page of PDF for each picture, or one SVG or PNG with the pictures
    side by side.

    `font` is the file of a font for titles and captions; SVG uses the fonts of its reader.
    Raises `ValueError` for another format, otherwise as `draw_png`.
    """
    if to == "svg":
        from ineqsudoku.pictures.svg import draw_svg

        return draw_svg(*pictures, scale=scale).encode("utf-8")
    if to == "png":
        from ineqsudoku.pictures.png import draw_png

        return draw_png(*pictures, scale=scale, font=font)
    if to == "pdf":
        from ineqsudoku.pictures.pdf import draw_pdf

        return draw_pdf(*pictures, scale=scale, font=font)
    raise ValueError(f"expected svg, png or pdf, found {to!r}")
