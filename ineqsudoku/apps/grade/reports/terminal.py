"""The report as a table in the terminal, with a row per submission."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ineqsudoku.apps.grade.reports.results import HEADINGS, TESTS, GradeReport, Row
from ineqsudoku.apps.names import quote
from ineqsudoku.checker import Verdict
from ineqsudoku.messages import Message, enumeration
from ineqsudoku.messages.lines import columns, wrap

STYLES = {
    Verdict.AC: "green",
    Verdict.WA: "bold red",
    Verdict.PE: "red",
    Verdict.TLE: "bold yellow",
    Verdict.MLE: "yellow",
    Verdict.OLE: "yellow",
    Verdict.RE: "bold magenta",
    Verdict.CE: "magenta",
    Verdict.JE: "bold white on red",
}
LETTERS = {verdict: "·" if verdict is Verdict.AC else verdict[0] for verdict in Verdict}
"""The verdicts in tables that are too narrow for a column per test."""

_NAME = 22
_OTHER_COLUMNS = 34
_REASON = 200
"""The most characters of the checker's message that are shown."""

_JUDGE_ERRORS = 10


def render(report: GradeReport, console: Console) -> None:
    """Print the table of verdicts, the first faults of the submissions, the ranking and totals."""
    console.print(_table(report, console.width))
    _print_reasons(report, console)
    if report.standings:
        console.print()
        console.print(_ranking(report))
    console.print()
    _print(console, _totals(report))
    if slowest := _slowest(report):
        _print(console, Text(str(slowest)))
    _print(console, Text(str(report.kept), style="" if report.is_sandboxed else "bold red"))
    _print_summaries(report, console)


def _print(console: Console, text: Text) -> None:
    """Print a sentence; unlike rich, `wrap` divides Chinese between ideographs."""
    start = 0
    for line in wrap(text.plain, console.width):
        end = start + len(line)
        console.print(text[start:end], overflow="fold")
        start = end + text.plain.startswith(" ", end)


def _table(report: GradeReport, width: int) -> Table:
    wide = len(report.cases) * 4 + _NAME + _OTHER_COLUMNS <= width
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column(str(HEADINGS["submission"]), max_width=_NAME, overflow="fold")
    table.add_column("")
    if wide:
        for case in report.cases:
            table.add_column(
                _last(quote(case.name), 3), max_width=3, overflow="ellipsis", no_wrap=True
            )
    else:
        table.add_column(str(TESTS.fill(n=len(report.cases))), overflow="fold", ratio=1)
    points = ["points"] if report.has_points else []
    for name in ("right", *points, "slowest", "peak"):
        table.add_column(str(HEADINGS[name]), justify="right", no_wrap=True)
    for row in report.rows:
        cells = [_word(row, case.name) for case in report.cases] if wide else [_letters(row)]
        points = [f"{row.points:g}"] if report.has_points else []
        table.add_row(
            Text(row.name),
            Text(row.verdict, style=STYLES[row.verdict]),
            *cells,
            Text(f"{row.accepted}/{row.judged}"),
            *map(Text, points),
            Text(f"{row.slowest.cpu:.2f} s" if row.has_run and row.slowest else ""),
            Text(f"{ceil(row.peak)} MiB" if row.has_run else ""),
        )
    return table


def _ranking(report: GradeReport) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    heading = {name: str(message) for name, message in HEADINGS.items()}
    table.add_column(heading["rank"], justify="right")
    table.add_column(heading["contestant"], max_width=_NAME, overflow="fold")
    table.add_column(heading["points"], justify="right")
    table.add_column(heading["right"], justify="right")
    table.add_column(heading["verdict"])
    table.add_column(heading["best"], overflow="fold")
    for standing in report.standings:
        row = standing.counted
        table.add_row(
            str(standing.rank),
            Text(standing.name),
            f"{standing.points:g}",
            f"{row.accepted}/{row.judged}" if row else "-",
            Text(row.verdict, style=STYLES[row.verdict]) if row else "-",
            Text(standing.counted_name) if row else str(Message("report.none", "none")),
        )
    return table


def _last(name: str, width: int) -> Text:
    """Return the end of a test's name, because the starts of names are often the same."""
    whole = short = name.rpartition("/")[2]
    while columns(short) > width - (short != whole):
        short = short[1:]
    return Text(short if short == whole else f"…{short}")


def _word(row: Row, test: str) -> Text:
    cell = row.cell_of.get(test)
    if cell is None:
        return Text("-", style="dim")
    return Text(cell.verdict, style=STYLES[cell.verdict])


def _letters(row: Row) -> Text:
    """Return a letter per test, with a blank between subtasks."""
    text = Text()
    before = row.tests.cases[0].subtask
    for case in row.tests.cases:
        if case.subtask != before:
            text.append(" ")
            before = case.subtask
        cell = row.cell_of.get(case.name)
        text.append(
            LETTERS[cell.verdict] if cell else "-", style=STYLES[cell.verdict] if cell else "dim"
        )
    return text


def _print_reasons(report: GradeReport, console: Console) -> None:
    faults = [(row, cell) for row in report.rows if report.is_counted(row) for cell in row.faults]
    if faults:
        console.print()
    for row, cell in faults:
        verdict = cell.verdict
        template = _COMPILING if verdict is Verdict.CE else _FAILED
        fields = {"submission": row.name, "verdict": verdict, "test": cell.test}
        words = _shorten(str(cell.run.words or verdict.meaning))
        message = template.fill(**fields, words=words)
        _print(console, _styled(message, {row.name: "bold", verdict: STYLES[verdict]}))
    for error in report.judge_errors[:_JUDGE_ERRORS]:
        _print(console, Text(_shorten(str(error)), style="bold red"))
    if (more := len(report.judge_errors) - _JUDGE_ERRORS) > 0:
        _print(console, Text(str(_MORE_ERRORS.fill(n=more)), style="bold red"))


def _print_summaries(report: GradeReport, console: Console) -> None:
    """Print the sentence on each submission."""
    summaries = [(row, row.summary) for row in report.rows if report.is_counted(row)]
    if any(summary for _, summary in summaries):
        console.print()
    for row, summary in summaries:
        if summary:
            message = _SUMMARY.fill(submission=row.name, summary=summary)
            _print(console, _styled(message, {row.name: "bold"}))


_SUMMARY = Message("report.summary", "{submission}: {summary}")
_COMPILING = Message("report.compiling", "{submission}: compiling: {verdict}: {words}")
_FAILED = Message("report.failed", "{submission}: test {test}: {verdict}: {words}")
_MORE_ERRORS = Message(
    "report.more-errors", "and {n} more judge error", "and {n} more judge errors"
)


def _styled(message: Message, styles: Mapping[str, str]) -> Text:
    """Return a sentence with styles for some of its words, most often in this order."""
    text = Text(str(message))
    end = 0
    for words, style in styles.items():
        start = text.plain.find(words, end)
        if start < 0:
            start = text.plain.find(words)
        end = start + len(words)
        text.stylize(style, start, end)
    return text


def _shorten(words: str) -> str:
    line = " ".join(words.split())
    return line[:_REASON] + "…" * (len(line) > _REASON)


def _totals(report: GradeReport) -> Text:
    styles = {f"{count} {verdict}": STYLES[verdict] for verdict, count in report.totals.items()}
    message = Message(
        "report.totals", "{size}: {verdicts}", size=report.size, verdicts=enumeration(styles)
    )
    return _styled(message, styles)


def _slowest(report: GradeReport) -> Message | None:
    accepted = [
        (cell.cpu, row.name, cell.test)
        for row in report.rows
        for cell in row.cells
        if cell.verdict is Verdict.AC
    ]
    if not accepted:
        return None
    seconds, name, test = max(accepted)
    return Message(
        "report.slowest-run",
        "slowest accepted run: {submission} on test {test}, {seconds} s",
        submission=name,
        test=test,
        seconds=f"{seconds:.2f}",
    )
