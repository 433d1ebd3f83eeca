"""The report as one page that needs nothing else: no script, no font, no picture from elsewhere."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from ineqsudoku import __version__
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.judge.reports import Report
from ineqsudoku.judge.reports.drawing import picture
from ineqsudoku.judge.verdicts import Verdict
from ineqsudoku.names import shown

if TYPE_CHECKING:
    from jinja2 import Template


def write_html(report: Report, file: TextIO) -> None:
    """Everything in it is escaped; strangers chose the names and wrote the words.

    Raises `IneqSudokuError` without jinja2.
    """
    text = _template().render(
        report=report,
        grading=report.grading,
        Verdict=Verdict,
        picture=picture,
        shown=shown,
        version=__version__,
    )
    # A name that is not UTF-8 has been escaped before; what is left has a place in a file.
    file.write(text.encode("utf-8", "replace").decode("utf-8"))


@cache
def _template() -> Template:
    try:
        from jinja2 import Environment, StrictUndefined
    except ImportError:
        raise IneqSudokuError("--html needs jinja2: pip install 'ineqsudoku[grade]'") from None
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.from_string(
        Path(__file__).with_name("page.html.jinja").read_text(encoding="utf-8")
    )
