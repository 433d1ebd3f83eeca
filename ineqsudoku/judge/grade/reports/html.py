"""The report as one HTML page that loads nothing else; its only script sorts tables."""

from __future__ import annotations

from base64 import b64encode
from functools import cache, partial
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, TextIO

from ineqsudoku import __version__
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.judge.grade.reports.drawing import picture
from ineqsudoku.judge.grade.reports.results import GradeReport
from ineqsudoku.judge.verdicts import Verdict
from ineqsudoku.names import shown

if TYPE_CHECKING:
    from jinja2 import Template

_HERE = files("ineqsudoku.judge.grade.reports")


def write_html(report: GradeReport, file: TextIO) -> None:
    """Write the page.  Names and messages, which are untrusted, are escaped, and a content
    security policy admits no script but our own.

    Raises `IneqSudokuError` if jinja2 is not installed.
    """
    # The hash in the policy is that of the text between the tags.
    script = "\n" + (_HERE / "sorting.js").read_text(encoding="utf-8")
    text = _template().render(
        report=report,
        grading=report.grading,
        Verdict=Verdict,
        order=list(Verdict).index,
        picture=partial(picture, encoding=report.grading.encoding),
        shown=shown,
        version=__version__,
        script=script,
        script_hash=b64encode(sha256(script.encode()).digest()).decode("ascii"),
    )
    # Lone surrogates in messages of programs cannot be written as UTF-8.
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
    return environment.from_string((_HERE / "page.html.jinja").read_text(encoding="utf-8"))
