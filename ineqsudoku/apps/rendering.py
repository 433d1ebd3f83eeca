"""The renderer of values: their text for `print`, and their pictures for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from ineqsudoku.apps.diagnose.pictures import caption, pictures, verdict
from ineqsudoku.apps.diagnose.report import Report
from ineqsudoku.apps.explain.step import Step
from ineqsudoku.apps.pictures.model import Picture, picture_of_grid, pictures_of_solutions
from ineqsudoku.apps.pictures.svg import draw_svg
from ineqsudoku.apps.pictures.terminal import columns, draw_text
from ineqsudoku.display import Form
from ineqsudoku.messages import Items, Message, paragraph
from ineqsudoku.puzzle import Grid, Puzzle
from ineqsudoku.search import SearchResult


def render(value: object, form: Form) -> str:
    """Return a form of a `Puzzle`, `Grid`, `Picture`, `SearchResult` or `Report`."""
    words, pictures, steps = _content(value, form)
    if form == "svg":
        return draw_svg(*pictures)
    if form == "text":
        return _text(words, pictures)
    return _html(words, pictures, steps)


def _content(value: object, form: Form) -> tuple[str, Sequence[Picture], Sequence[Step]]:
    """Return the words of a value, its pictures and its steps."""
    if isinstance(value, Puzzle):
        return "", [Picture(value)], ()
    if isinstance(value, Grid):
        return "", [picture_of_grid(value)], ()
    if isinstance(value, Picture):
        return "", [value], ()
    if isinstance(value, SearchResult):
        return _summary(value), pictures_of_solutions(value.solutions), ()
    assert isinstance(value, Report)
    words: Message | Items = verdict(value)
    if form == "html" and (explained := caption(value)).values:
        words = paragraph(Message("diagnose.sentence", "{verdict}.", verdict=words), explained)
    return str(words), pictures(value), value.proof


def _summary(result: SearchResult) -> str:
    """Return the status and the numbers of solutions and nodes, in words."""
    number = len(result.solutions)
    summary = _SUMMARY.fill(
        status=result.status,
        solutions=_SOLUTIONS.fill(n=number) if result.complete else _OR_MORE.fill(number=number),
        nodes=_NODES.fill(n=result.nodes, count=f"{result.nodes:,}"),
    )
    return str(summary)


_SUMMARY = Message("search.summary", "{status}: {solutions}, {nodes}")
_SOLUTIONS = Message("search.solutions", "{n} solution", "{n} solutions")
_OR_MORE = Message("search.or-more", "{number} or more solutions")
_NODES = Message("search.nodes", "{count} node", "{count} nodes")


def _text(words: str, pictures: Sequence[Picture]) -> str:
    """Return words, an empty line and the boards, as wide as the terminal; no trailing newline."""
    boards = draw_text(*pictures, width=columns()) if pictures else ""
    return "\n\n".join(part for part in (words, boards.rstrip("\n")) if part)


def _html(words: str, pictures: Sequence[Picture], steps: Iterable[Step]) -> str:
    """Return a paragraph with the words, the boards side by side, and a list of steps."""
    svg = draw_svg(*pictures) if pictures else ""
    items = "".join(f"<li>{escape(str(step))}</li>" for step in steps)
    return f"<div><p>{escape(words)}</p>{svg}{items and f'<ol>{items}</ol>'}</div>"
