"""Scenes as SVG: a text that fetches nothing and runs nothing.

An SVG may be put into a page together with others, so its style sheet names only what is inside
an element of the class `ineqsudoku`, and no element has an id.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby

from ineqsudoku.apps.pictures.board import side_by_side
from ineqsudoku.apps.pictures.model import Picture, require_pictures
from ineqsudoku.apps.pictures.scene import Box, Circle, Item, Label, Placed, Scene, Strokes
from ineqsudoku.apps.pictures.style import Colour, Style, every_kind, style
from ineqsudoku.messages import current_language

FONTS = '"Helvetica Neue",Arial,"Noto Sans CJK SC","PingFang SC","Microsoft YaHei",sans-serif'
"""The fonts of readers; the last one is whatever they have."""

_ROOT = ".ineqsudoku"


def draw_svg(*pictures: Picture, scale: float = 1.0, has_style: bool = True) -> str:
    """Return the boards side by side, as a text of SVG that ends with a line feed.

    At scale 1 a cell is 36 pixels wide.  In viewers that support `prefers-color-scheme`, the
    colours are those of the reader's scheme.  Without `has_style`, the text is for a page that
    contains `style_sheet()`.  Raises `ValueError` without a picture, and `TypeError` for what is no
    picture.
    """
    require_pictures(pictures)
    return write_svg(side_by_side(pictures), scale, has_style=has_style)


def style_sheet() -> str:
    """Return the style of all pictures of a page: one sheet is faster than one per picture."""
    return _style_sheet(every_kind())


def write_svg(scene: Scene, scale: float = 1.0, has_style: bool = True) -> str:
    """Return a scene as a text of SVG, see `draw_svg`."""
    width, height = _number(scene.width), _number(scene.height)
    style = f"<style>{_style_sheet(_kinds(scene))}</style>" if has_style else ""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ineqsudoku" role="img"'
        f' lang="{current_language().name}"'
        f' width="{_number(scene.width * scale)}" height="{_number(scene.height * scale)}"'
        f' viewBox="0 0 {width} {height}">',
        f"<title>{escape(scene.title)}</title>",
        f"<desc>{escape(scene.description)}</desc>",
        *([style] if style else ()),
        *_elements(scene),
        "</svg>\n",
    ]
    return "\n".join(parts)


def _kinds(scene: Scene) -> list[str]:
    """Return the different kinds of items, in order."""
    kinds: dict[str, None] = {}
    for item in scene.items:
        if isinstance(item, Placed):
            kinds.update(dict.fromkeys(_kinds(item.scene)))
        else:
            kinds[item.kind] = None
    return list(kinds)


def _style_sheet(kinds: list[str]) -> str:
    rules = [
        f"{_ROOT}{{font-family:{FONTS};text-anchor:middle;color-scheme:light dark}}",
        f"{_ROOT} *{{fill:none;stroke-linecap:round;stroke-linejoin:round}}",
    ]
    dark = []
    for kind in kinds:
        selector = f"{_ROOT} .{kind.replace(' ', '.')}"
        rules.append(f"{selector}{{{_declarations(style(kind))}}}")
        dark.append(f"{selector}{{{_colours(style(kind), is_dark=True)}}}")
    return f"{''.join(rules)}@media screen and (prefers-color-scheme:dark){{{''.join(dark)}}}"


def _declarations(style: Style) -> str:
    declarations = [_colours(style, is_dark=False)]
    if style.width:
        declarations.append(f"stroke-width:{_number(style.width)}")
    if style.dash:
        declarations.append(f"stroke-dasharray:{' '.join(map(_number, style.dash))}")
    if style.bold:
        declarations.append("font-weight:bold")
    return ";".join(declarations)


def _colours(style: Style, is_dark: bool) -> str:
    named: list[tuple[str, Colour | None]] = [("fill", style.fill), ("stroke", style.stroke)]
    return ";".join(f"{name}:{colour[is_dark]}" for name, colour in named if colour)


def _elements(scene: Scene) -> Iterator[str]:
    for key, run in groupby(scene.items, _run):
        if key:
            yield _letters([item for item in run if isinstance(item, Label)])
        else:
            yield from _single(run)


def _run(item: Item) -> tuple[str, float] | None:
    """Return the common properties of pencil marks in one element; `None` for other items."""
    is_mark = isinstance(item, Label) and item.kind.startswith("candidate")
    return (item.kind, item.size) if isinstance(item, Label) and is_mark else None


def _letters(texts: list[Label]) -> str:
    """Return letters with their places as one element, a fifth as long as an element per letter."""
    across = " ".join(_number(text.x) for text in texts)
    down = " ".join(_number(text.y) for text in texts)
    size = _number(texts[0].size)
    letters = escape("".join(text.text for text in texts))
    return (
        f'<text class="{texts[0].kind}" x="{across}" y="{down}" font-size="{size}">{letters}</text>'
    )


def _single(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Placed):
            yield f'<g transform="translate({_number(item.x)} {_number(item.y)})">'
            yield from _elements(item.scene)
            yield "</g>"
        else:
            yield _element(item)


def _element(item: Item) -> str:
    match item:
        case Strokes(kind, lines):
            drawn = "".join(
                "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in line) for line in lines
            )
            return f'<path class="{kind}" d="{drawn}"/>'
        case Box(kind, x, y, width, height):
            return (
                f'<rect class="{kind}" x="{_number(x)}" y="{_number(y)}"'
                f' width="{_number(width)}" height="{_number(height)}"/>'
            )
        case Circle(kind, x, y, radius):
            return (
                f'<circle class="{kind}" cx="{_number(x)}" cy="{_number(y)}"'
                f' r="{_number(radius)}"/>'
            )
        case Label(kind, x, y, size, text, anchor):
            aligned = "" if anchor == "middle" else f' text-anchor="{anchor}"'
            return (
                f'<text class="{kind}" x="{_number(x)}" y="{_number(y)}"'
                f' font-size="{_number(size)}"{aligned}>{escape(text)}</text>'
            )
    raise AssertionError(item)


def _number(value: float) -> str:
    """Return a number with at most six digits."""
    return f"{value:.6g}"
