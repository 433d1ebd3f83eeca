"""The report as one HTML page that loads nothing else; its only script sorts tables."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, TextIO

from ineqsudoku.apps.grade.grading import WrongGrid
from ineqsudoku.apps.grade.reports.results import HEADINGS, LEFT_OUT, GradeReport
from ineqsudoku.apps.names import quote
from ineqsudoku.apps.pictures.model import Picture, Role
from ineqsudoku.apps.pictures.svg import draw_svg
from ineqsudoku.checker import Verdict
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.geometry import DIGITS
from ineqsudoku.messages import Message, current_language, paragraph
from ineqsudoku.puzzle import ABSENT
from ineqsudoku.version import __version__

if TYPE_CHECKING:
    from jinja2 import Template


_HERE = files("ineqsudoku.apps.grade.reports")


SCALE = 0.8
"""The scale of a board, whose cells are 29 pixels wide."""

_LONGEST = 3
"""The most characters that fit in a cell."""


def write_html(report: GradeReport, file: TextIO) -> None:
    """Write the page.  Names and messages, which are untrusted, are escaped, and a content
    security policy admits no script but our own.

    Raises `IneqSudokuError` if jinja2 is not installed.
    """
    # The hash in the policy is that of the text between the tags.
    script = "\n" + (_HERE / "sorting.js").read_text(encoding="utf-8")
    text = _template().render(
        language=current_language().name,
        words=_WORDS,
        heading=HEADINGS,
        left_out=LEFT_OUT,
        paragraph=paragraph,
        report=report,
        grading=report.grading,
        Verdict=Verdict,
        order=list(Verdict).index,
        picture=picture,
        quote=quote,
        version=__version__,
        script=script,
        script_hash=b64encode(sha256(script.encode()).digest()).decode("ascii"),
    )
    # Lone surrogates in messages of programs cannot be written as UTF-8.
    file.write(text.encode("utf-8", "replace").decode("utf-8"))


_WORDS = {
    "grade": Message("report.grade", "Grade of {n} submission", "Grade of {n} submissions"),
    "ranking_of": Message(
        "report.ranking-of", "Ranking of {n} contestant", "Ranking of {n} contestants"
    ),
    "figures": Message("report.figures", "Small figures are CPU times in seconds."),
    "pictures": Message(
        "report.pictures",
        "In pictures, the cells of the reported fault are crossed out, and those of other faults "
        "are framed.",
    ),
    "pale": Message("report.pale", "Pale rows do not count."),
    "sort": Message("report.sort", "Click a heading to sort."),
    "limits": Message(
        "report.limits",
        "Limits: {cpu} s of CPU time, {idle} s of idle time, {memory} MiB of memory, "
        "{output} KiB of output.",
    ),
    "errors": Message("report.errors", "Judge errors:"),
    "more": Message("report.more", "and {number} more"),
    "ranking": Message("report.ranking", "Ranking"),
    "by_best": Message(
        "report.by-best",
        "Ranked by the points, then the accepted tests, of each contestant’s best submission.",
    ),
    "most_points": Message("report.most-points", "The maximum is {points} points."),
    "one_point": Message("report.one-point", "An accepted test is worth one point."),
    "counted": Message("report.counted", "counted submission"),
    "submissions": Message("report.number", "submissions"),
    "nothing": Message("report.nothing", "nothing handed in"),
    "matrix": Message("report.matrix", "Matrix"),
    "top": Message("report.top", "(top)"),
    "subtask": Message("report.subtask", "{name} · {points} points"),
    "runs": Message("report.runs", "Runs"),
    "failed": Message("report.first-fault", "Test {test}: {verdict}: {words}"),
    "test": Message("report.test", "test"),
    "cpu": Message("report.cpu", "CPU s"),
    "wall": Message("report.wall", "Wall s"),
    "peak": Message("report.peak-mib", "Peak MiB"),
    "end": Message("report.end", "end"),
    "checker": Message("report.checker", "checker"),
    "signal": Message("report.signal", "signal {number}"),
    "stopped": Message("report.stopped", "stopped"),
    "output": Message("report.output", "Output for test {test}"),
    "output_puzzle": Message("report.output-puzzle", "Output for test {test}, puzzle {puzzle}"),
    "footer": Message("report.footer", "Written by {program}."),
}
"""The messages of the page, besides those that other reports share."""


@cache
def _template() -> Template:
    try:
        from jinja2 import Environment, StrictUndefined
    except ImportError:
        raise IneqSudokuError(
            Message("report.no-jinja", "--html needs jinja2: pip install 'ineqsudoku[grade]'")
        ) from None
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.from_string((_HERE / "page.html.jinja").read_text(encoding="utf-8"))


def picture(grid: WrongGrid) -> str:
    """Return the drawing of a wrong grid as a text of SVG.

    Cells that break the first broken rule are marked as wrong, cells that break other rules as in
    conflict.  For a broken sign, the sign itself is marked as wrong instead of its cells.
    """
    puzzle, words, violations = grid.puzzle, grid.words, grid.violations
    broken = {violation.cells for violation in violations if violation.rule == "sign"}
    roles: dict[int, Role] = {}
    for violation in violations:
        if violation.rule != "sign":
            role = Role.WRONG if violation is violations[0] else Role.CONFLICT
            roles = dict.fromkeys(violation.cells, role) | roles
    fitting = {*DIGITS}
    drawn = Picture(
        puzzle,
        digits="".join(word if word in fitting else ABSENT for word in words),
        letters={cell: _shorten(word) for cell, word in enumerate(words) if word not in fitting},
        cell_roles=roles,
        sign_roles={
            relation: Role.WRONG for relation in puzzle.relations if relation.pair in broken
        },
        caption=Message("report.printed", "The grid that was printed."),
    )
    return draw_svg(drawn, scale=SCALE)


def _shorten(word: str) -> str:
    return word if len(word) <= _LONGEST else f"{word[: _LONGEST - 1]}…"
