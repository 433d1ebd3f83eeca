"""Pictures as files: chooses the format and makes the bytes."""

from __future__ import annotations

import os
from collections.abc import Sequence

from ineqsudoku.apps.pictures.board import side_by_side
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.pdf import write_pdf
from ineqsudoku.apps.pictures.png import draw_png
from ineqsudoku.apps.pictures.svg import draw_svg

FORMATS = ("svg", "png", "pdf")


def format_of(name: str) -> str | None:
    """Return the format that the suffix of a file name stands for, or `None`."""
    suffix = os.path.splitext(name)[1].lower().removeprefix(".")
    return suffix if suffix in FORMATS else None


def draw(
    groups: Sequence[Sequence[Picture]], to: str, scale: float = 1.0, font: str | None = None
) -> bytes:
    """Return the bytes of a file.  The pictures of a group stand side by side.

    A PDF has a page per group; SVG and PNG hold one group.  `font` is the file of a font
    for titles and captions; SVG uses the fonts of its reader.  Raises `ValueError` for another
    format or number of groups, otherwise as `draw_png`.
    """
    if to == "pdf":
        return write_pdf(list(map(side_by_side, groups)), scale, font)
    if len(groups) != 1:
        raise ValueError(f"expected one group of pictures, found {len(groups)}")
    if to == "svg":
        return draw_svg(*groups[0], scale=scale).encode("utf-8")
    if to == "png":
        return draw_png(*groups[0], scale=scale, font=font)
    raise ValueError(f"expected svg, png or pdf, found {to!r}")
