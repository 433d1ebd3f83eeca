"""Scenes as PNG: resvg renders the SVG."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from ineqsudoku.apps.pictures.board import side_by_side
from ineqsudoku.apps.pictures.fonts import EXTRA_FAMILY, FAMILY, extra_font, missing, vera
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.scene import Scene
from ineqsudoku.apps.pictures.svg import write_svg
from ineqsudoku.messages import Message

LARGEST = 8_192
"""The most pixels of a side; a square of it takes 256 MiB."""


def draw_png(*pictures: Picture, scale: float = 1.0, font: str | None = None) -> bytes:
    """Return the boards side by side as the bytes of a PNG file; at scale 1 a cell is 36 pixels
    wide.

    `font` is the file of a font for titles and captions.  Raises `ValueError` without a picture
    and for a picture of more than 8,192 pixels a side.  Raises `IneqSudokuError` if the libraries
    are not installed, if `font` is not a font, or if no font has the characters of a title or
    caption; and `OSError` if the file cannot be read.
    """
    if not pictures:
        raise ValueError("expected at least one picture")
    return write_png(side_by_side(pictures), scale, font)


def write_png(scene: Scene, scale: float = 1.0, font: str | None = None) -> bytes:
    """Return a scene as the bytes of a PNG file, see `draw_png`."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise missing("resvg-py") from None
    side = scale * max(scene.width, scene.height)
    if not 1 <= side <= LARGEST:
        raise ValueError(
            Message(
                "picture.too-large",
                "a side would be {side} pixels, but must be 1-{most}",
                side=f"{side:.0f}",
                most=f"{LARGEST:,}",
            )
        )
    extra = extra_font(scene.texts(), font)
    families = f'"{EXTRA_FAMILY}","{FAMILY}"' if font else f'"{FAMILY}","{EXTRA_FAMILY}"'
    with ExitStack() as stack:
        files = [vera("Vera"), vera("VeraBd")]
        if extra:
            files.append(Path(stack.enter_context(TemporaryDirectory()), "extra.ttf"))
            files[-1].write_bytes(extra.data)
        drawn = svg_to_bytes(
            svg_string=write_svg(scene, title_fonts=families),
            zoom=scale,
            skip_system_fonts=True,
            font_files=list(map(str, files)),
            font_family=FAMILY,
            sans_serif_family=FAMILY,
        )
    return bytes(drawn)
