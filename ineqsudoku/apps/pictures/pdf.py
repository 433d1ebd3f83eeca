"""Scenes as the pages of a PDF file, with ReportLab."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import groupby
from typing import Any

from ineqsudoku.apps.pictures.board import side_by_side
from ineqsudoku.apps.pictures.fonts import IGNORED, Extra, extra_font, missing, vera
from ineqsudoku.apps.pictures.lettering import clean
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.scene import Box, Circle, Item, Label, Placed, Point, Scene, Strokes
from ineqsudoku.apps.pictures.style import Style, style

POINTS = 0.75
"""The points of a pixel: a PDF has 72 points to the inch, a scene 96 pixels."""

REGULAR, BOLD = "ineqsudoku-regular", "ineqsudoku-bold"


def draw_pdf(*pictures: Picture, scale: float = 1.0, font: str | None = None) -> bytes:
    """Return the bytes of a PDF file with a page per board, as large as the board.

    At scale 1 a cell is 27 points wide, 9.5 mm.  `font` is the file of a font for titles and
    captions.  Raises `ValueError` without a picture.  Raises `IneqSudokuError` if the libraries
    are not installed, if `font` is not a font, or if no font has the characters of a title or
    caption; and `OSError` if the file cannot be read.
    """
    return write_pdf([side_by_side([picture]) for picture in pictures], scale, font)


def write_pdf(
    pages: Sequence[Scene], scale: float = 1.0, font: str | None = None, title: str = ""
) -> bytes:
    """Return scenes as the bytes of a PDF file, a page each, see `draw_pdf`.

    The same scenes give the same bytes.  `title` is that of the document.
    """
    if not pages:
        raise ValueError("expected at least one page")
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError:
        raise missing("reportlab") from None
    fonts = _Fonts(extra_font((text for page in pages for text in page.texts()), font))
    made = BytesIO()
    canvas = Canvas(made, invariant=True, pageCompression=1, initialFontName=REGULAR)
    canvas.setTitle(clean(title) or pages[0].title)
    canvas.setCreator("ineqsudoku")
    canvas.setAuthor("")
    for page in pages:
        size = page.width * POINTS * scale, page.height * POINTS * scale
        canvas.setPageSize(size)
        canvas.translate(0, size[1])
        canvas.scale(POINTS * scale, POINTS * scale)
        _Painter(canvas, fonts).paint(page)
        canvas.showPage()
    canvas.save()
    return made.getvalue()


class _Fonts:
    """The fonts of a document, and the fonts of its characters."""

    def __init__(self, extra: Extra | None) -> None:
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont

        self._metrics = pdfmetrics
        self._extra = extra
        files: dict[str, str | BytesIO] = {REGULAR: str(vera("Vera")), BOLD: str(vera("VeraBd"))}
        if extra:
            files[extra.name] = BytesIO(extra.data)
        for name in files.keys() - set(pdfmetrics.getRegisteredFontNames()):
            pdfmetrics.registerFont(TTFont(name, files[name]))

    def runs(self, text: str, is_bold: bool) -> Iterator[tuple[str, str]]:
        """Yield the names of fonts, and the next characters that are set in them."""
        usual = BOLD if is_bold else REGULAR
        text = "".join(filter(lambda sign: sign == " " or sign not in IGNORED, text))
        if not self._extra:
            yield usual, text
            return
        for is_extra, characters in groupby(text, self._extra.characters.__contains__):
            yield self._extra.name if is_extra else usual, "".join(characters)

    def width(self, runs: Iterable[tuple[str, str]], size: float) -> float:
        return sum(float(self._metrics.stringWidth(text, name, size)) for name, text in runs)


class _Painter:
    """Paints on the current page.  The origin is the upper left corner; PDF's y points up."""

    def __init__(self, canvas: Any, fonts: _Fonts) -> None:
        self._canvas = canvas
        self._fonts = fonts
        self._current = ""

    def paint(self, scene: Scene) -> None:
        for item in scene.items:
            if isinstance(item, Placed):
                self._canvas.saveState()
                self._canvas.translate(item.x, -item.y)
                self._canvas.scale(item.scale, item.scale)
                self._current = ""
                self.paint(item.scene)
                self._canvas.restoreState()
                self._current = ""
            else:
                self._paint_item(item)

    def _paint_item(self, item: Item) -> None:
        assert not isinstance(item, Placed)
        look = style(item.kind)
        if item.kind != self._current:
            self._use(look)
            self._current = item.kind
        painted = {"stroke": int(look.stroke is not None), "fill": int(look.fill is not None)}
        match item:
            case Strokes(_, lines):
                self._strokes(lines, painted)
            case Box(_, x, y, width, height):
                self._canvas.rect(x, -y - height, width, height, **painted)
            case Circle(_, x, y, radius):
                self._canvas.circle(x, -y, radius, **painted)
            case Label():
                self._text(item, look.bold)

    def _use(self, look: Style) -> None:
        canvas = self._canvas
        if look.fill:
            canvas.setFillColor(look.fill.light)
        if look.stroke:
            canvas.setStrokeColor(look.stroke.light)
            canvas.setLineWidth(look.width)
            canvas.setDash(*(([*look.dash],) if look.dash else ()))
            canvas.setLineCap(1)
            canvas.setLineJoin(1)

    def _strokes(self, lines: Iterable[tuple[Point, ...]], painted: dict[str, int]) -> None:
        path = self._canvas.beginPath()
        for (x, y), *others in lines:
            path.moveTo(x, -y)
            for x, y in others:
                path.lineTo(x, -y)
        self._canvas.drawPath(path, **painted)

    def _text(self, item: Label, is_bold: bool) -> None:
        runs = list(self._fonts.runs(item.text, is_bold))
        width = self._fonts.width(runs, item.size)
        left = item.x - {"start": 0.0, "middle": width / 2, "end": width}[item.anchor]
        text = self._canvas.beginText(left, -item.y)
        for name, characters in runs:
            text.setFont(name, item.size)
            text.textOut(characters)
        self._canvas.drawText(text)
