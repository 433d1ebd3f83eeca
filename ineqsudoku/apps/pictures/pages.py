"""Pages to print as one HTML file, which fetches nothing and runs nothing.

Every browser prints them, one to a sheet of paper, or saves them as PDF.  Their style is
`pages.css`; texts have the fonts of the reader.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from html import escape
from importlib.resources import files
from typing import NamedTuple

from ineqsudoku.apps.pictures.lettering import clean
from ineqsudoku.apps.pictures.model import Picture, require_pictures
from ineqsudoku.apps.pictures.style import INK, PAPER
from ineqsudoku.apps.pictures.svg import FONTS, draw_svg, style_sheet
from ineqsudoku.messages import current_language
from ineqsudoku.puzzle import TITLE

PAPERS = {
    "auto": "100vh",
    "a4": "297mm - 30mm",
    "letter": "11in - 30mm",
    "legal": "14in - 30mm",
}
"""The heights of pages without their margins, by the names of papers in CSS; `auto` is the paper of
the printer."""

PAPER_OF_PRINTER = "auto"


class Page(NamedTuple):
    """A page with pictures in rows, as large as they fit.

    `rows`: the pictures, with `None` for places that stay free.
    `header`: HTML that stands above the pictures.
    """

    rows: Sequence[Sequence[Picture | None]]
    header: str = ""


def draw_html(*pictures: Picture, paper: str = PAPER_OF_PRINTER) -> str:
    """Return an HTML file with a page for each picture: its title, its board and its caption.

    `paper` is `a4`, `letter`, `legal`, or `auto` for the paper of the printer.  Raises `ValueError`
    without a picture and for other paper, and `TypeError` for what is no picture.
    """
    require_pictures(pictures)
    return write_html([Page([[picture]]) for picture in pictures], paper)


def write_html(pages: Sequence[Page], paper: str = PAPER_OF_PRINTER, title: str = "") -> str:
    """Return pages as an HTML file, see `draw_html`; `title` is that of the file."""
    if not pages:
        raise ValueError("expected at least one page")
    if paper not in PAPERS:
        raise ValueError(f"expected {', '.join(PAPERS)}, found {paper!r}")
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{current_language().name}">',
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{escape(title or str(TITLE))}</title>",
        f"<style>{_style_sheet(paper)}</style>",
        *(_section(page, f"{number} / {len(pages)}") for number, page in enumerate(pages, 1)),
    ]
    return "\n".join([*lines, ""])


def _style_sheet(paper: str) -> str:
    rules = files("ineqsudoku.apps.pictures").joinpath("pages.css").read_text(encoding="utf-8")
    return (
        f":root{{--height:{PAPERS[paper]};--fonts:{FONTS};"
        f"--paper:{PAPER.light};--ink:{INK.light};--dark-paper:{PAPER.dark};--dark-ink:{INK.dark}}}"
        f"\n@page{{size:{paper}}}\n{rules}{style_sheet()}"
    )


def _section(page: Page, number: str) -> str:
    rows = "\n".join(f'<div class="row">{_figures(row)}</div>' for row in page.rows)
    return f'<section class="page">{page.header}\n{rows}\n<footer>{number}</footer></section>'


def _figures(row: Iterable[Picture | None]) -> str:
    return "\n".join(f"<figure>{_figure(picture) if picture else ''}</figure>" for picture in row)


def _figure(picture: Picture) -> str:
    """Return a board with its title above and its caption below, which may have several lines."""
    title = escape(clean(picture.title))
    caption = escape("\n".join(map(clean, str(picture.caption).splitlines())))
    board = draw_svg(replace(picture, title="", caption=""), has_style=False)
    return (
        f"{title and f'<h2>{title}</h2>'}{board}{caption and f'<figcaption>{caption}</figcaption>'}"
    )
