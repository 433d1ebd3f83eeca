"""The results of a grade.

A `GradeReport` has a `Row` per submission with a `Cell` per test, and a `Standing` per contestant.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ineqsudoku.apps.grade.grading import Cell, Graded, Grading
from ineqsudoku.apps.grade.reports.summary import summarize
from ineqsudoku.apps.grade.testdata import Case, Subtask, Tests
from ineqsudoku.apps.names import quote
from ineqsudoku.apps.sandbox.files import natural
from ineqsudoku.apps.sandbox.outcome import overall
from ineqsudoku.apps.sandbox.submissions import Contestant, Submission
from ineqsudoku.checker import Verdict
from ineqsudoku.messages import Message, enumeration

HEADINGS = {
    "rank": Message("report.rank", "rank"),
    "contestant": Message("report.contestant", "contestant"),
    "submission": Message("report.submission", "submission"),
    "best": Message("report.best", "best submission"),
    "verdict": Message("report.verdict", "verdict"),
    "right": Message("report.right", "right"),
    "points": Message("report.points", "points"),
    "slowest": Message("report.slowest", "slowest"),
    "peak": Message("report.peak", "peak"),
}
"""The headings of columns."""

TESTS = Message("report.tests", "{n} test", "{n} tests")
LEFT_OUT = Message("report.left-out", "not run: an earlier test was not accepted")
_SUBMISSIONS = Message("report.submissions", "{n} submission", "{n} submissions")
_CONTESTANTS = Message("report.contestants", "{n} contestant", "{n} contestants")


@dataclass(frozen=True)
class Row:
    """The results of a submission: a cell per test that was run, in the order of the tests."""

    submission: Submission
    cells: tuple[Cell, ...]
    tests: Tests
    contestant: str = ""

    @property
    def name(self) -> str:
        return self.submission.name

    @property
    def language(self) -> str:
        return self.submission.language.name if self.submission.language else "?"

    @cached_property
    def cell_of(self) -> Mapping[str, Cell]:
        return {cell.case.name: cell for cell in self.cells}

    @cached_property
    def verdict(self) -> Verdict:
        return overall(cell.verdict for cell in self.cells if not cell.is_at_fault)

    @property
    def judged(self) -> int:
        """The number of tests that are not at fault."""
        return len(self.tests.cases) - sum(cell.is_at_fault for cell in self.cells)

    @property
    def accepted(self) -> int:
        return sum(cell.verdict is Verdict.AC for cell in self.cells)

    @property
    def faults(self) -> tuple[Cell, ...]:
        """The first wrong cell and the first slow one or, without either, the first judge error."""
        first: dict[bool, Cell] = {}
        for cell in self.cells:
            if not cell.is_at_fault and cell.run.is_failure:
                first.setdefault(cell.verdict is Verdict.TLE, cell)
        errors = [cell for cell in self.cells if cell.verdict is self.verdict is Verdict.JE]
        return tuple(first[is_slow] for is_slow in (False, True) if is_slow in first) or tuple(
            errors[:1]
        )

    @property
    def slowest(self) -> Cell | None:
        return max(self.cells, key=lambda cell: cell.cpu, default=None)

    @property
    def has_run(self) -> bool:
        """Whether the program itself ran; otherwise times and memory are of its compiler."""
        verdicts = (cell.verdict for cell in self.cells)
        return any(verdict not in (Verdict.CE, Verdict.JE) for verdict in verdicts)

    @property
    def peak(self) -> float:
        return max((cell.run.peak for cell in self.cells), default=0.0)

    @cached_property
    def summary(self) -> Message | None:
        """What the results say of the program, if anything."""
        return summarize(self.cells, self.submission)

    def is_right(self, subtask: Subtask) -> bool:
        """Whether all tests of a subtask are accepted, except those at fault."""
        of_subtask = [case.name for case in self.tests.cases if case.subtask == subtask.name]
        cells = [self.cell_of.get(name) for name in of_subtask]
        counted = [cell for cell in cells if not (cell and cell.is_at_fault)]
        return bool(counted) and all(cell and cell.verdict is Verdict.AC for cell in counted)

    @property
    def first_wrong(self) -> Cell | None:
        """The first cell with a wrong grid."""
        return next((cell for cell in self.cells if cell.wrong_grid), None)

    @property
    def points(self) -> float:
        """The points of all subtasks that are right.

        If no subtask has points, an accepted test is worth one.
        """
        if not self.tests.have_points:
            return self.accepted
        return sum(subtask.points for subtask in self.tests.subtasks if self.is_right(subtask))


@dataclass(frozen=True)
class Standing:
    """A contestant's place in the ranking.

    `rows` are the results of all submissions, and `counted` is the one that counts; `None` if
    nothing was handed in.
    """

    rank: int
    name: str
    rows: tuple[Row, ...]
    counted: Row | None

    @property
    def counted_name(self) -> str:
        """The name of the submission that counts in the contestant's folder; empty without one."""
        return self.counted.name.removeprefix(f"{self.name}/") if self.counted else ""

    @property
    def points(self) -> float:
        return self.counted.points if self.counted else 0.0

    @property
    def accepted(self) -> int:
        return self.counted.accepted if self.counted else 0


def ranking(contestants: Sequence[Contestant], rows: Iterable[Row]) -> tuple[Standing, ...]:
    """Return the standings, best first.

    Contestants are ranked by points, then by accepted tests.  Equal contestants share a rank and
    are listed by name; the ranks after them are left out.
    """
    row_of = {id(row.submission): row for row in rows}
    unranked = []
    for contestant in contestants:
        own = tuple(row_of[id(submission)] for submission in contestant.submissions)
        unranked.append(Standing(0, contestant.name, own, choose_counting(own)))
    unranked.sort(
        key=lambda standing: (-standing.points, -standing.accepted, natural(standing.name))
    )
    scores = [(standing.points, standing.accepted) for standing in unranked]
    return tuple(
        replace(standing, rank=scores.index(score) + 1)
        for standing, score in zip(unranked, scores, strict=True)
    )


def choose_counting(rows: Sequence[Row]) -> Row | None:
    """Return the row with the most points, then accepted tests.

    Of equally good rows, the one modified last counts; of equally old ones, the last in natural
    order of their names.
    """

    def merit(row: Row) -> tuple[float, int, float, list[tuple[int, str]]]:
        return row.points, row.accepted, row.submission.modified, natural(row.name)

    return max(rows, key=merit, default=None)


@dataclass(frozen=True)
class GradeReport:
    """All results of a grade.

    `standings` is the ranking, which is empty without contestants.
    """

    grading: Grading
    rows: tuple[Row, ...]
    standings: tuple[Standing, ...] = ()

    def is_counted(self, row: Row) -> bool:
        """Whether a row counts for the ranking; without contestants, all do."""
        return not self.standings or any(standing.counted is row for standing in self.standings)

    @property
    def cases(self) -> tuple[Case, ...]:
        return self.grading.tests.cases

    @property
    def subtasks(self) -> tuple[Subtask, ...]:
        return self.grading.tests.subtasks

    @property
    def has_points(self) -> bool:
        return self.grading.tests.have_points

    @property
    def has_gaps(self) -> bool:
        """Whether tests were left out because another was not accepted."""
        return any(len(row.cells) < len(self.cases) for row in self.rows)

    @property
    def is_sandboxed(self) -> bool:
        return self.grading.sandbox.isolates

    @property
    def size(self) -> Message:
        """The numbers of contestants, if there are any, of submissions and of tests."""
        submissions = _SUBMISSIONS.fill(n=len(self.rows))
        contestants = [_CONTESTANTS.fill(n=len(self.standings))] if self.standings else []
        return Message(
            "report.size",
            "{submissions} on {tests}",
            submissions=enumeration([*contestants, submissions]),
            tests=TESTS.fill(n=len(self.cases)),
        )

    @property
    def kept(self) -> Message:
        """The sandbox and the limits of memory and time, which every report shows."""
        sandbox = self.grading.sandbox.described
        if self.is_sandboxed:
            return Message("report.sandbox", "sandbox: {sandbox}", sandbox=sandbox)
        return Message("report.no-sandbox", "NO SANDBOX: {sandbox}", sandbox=sandbox)

    @cached_property
    def totals(self) -> Mapping[Verdict, int]:
        """The number of submissions by verdict."""
        verdicts = [row.verdict for row in self.rows]
        return {verdict: verdicts.count(verdict) for verdict in Verdict if verdict in verdicts}

    @cached_property
    def seen(self) -> frozenset[Verdict]:
        """The verdicts of all runs."""
        return frozenset(cell.verdict for row in self.rows for cell in row.cells)

    def test_name(self, case: Case) -> str:
        """Return the name of a test, without its folder where the report names the subtask."""
        return quote(case.name.rpartition("/")[2] if len(self.subtasks) > 1 else case.name)

    @property
    def all_accepted(self) -> bool:
        """Whether all submissions that count are accepted, and every contestant has one."""
        if self.standings and not all(standing.counted for standing in self.standings):
            return False
        return all(row.verdict is Verdict.AC for row in self.rows if self.is_counted(row))

    @property
    def judge_errors(self) -> tuple[Message, ...]:
        """The messages of all judge errors, the same words of a submission only once."""
        messages: dict[object, Message] = {}
        for row in self.rows:
            for cell in row.cells:
                words = cell.run.words
                if cell.verdict is not Verdict.JE:
                    continue
                if cell.is_at_fault:
                    message = _TEST_FAULT.fill(test=cell.test, words=words)
                    messages.setdefault(message, message)
                else:
                    message = _JUDGE_ERROR.fill(submission=row.name, test=cell.test, words=words)
                    messages.setdefault((row.name, words), message)
        return tuple(messages.values())


_TEST_FAULT = Message("report.test-fault", "test {test}: {words}")
_JUDGE_ERROR = Message("report.judge-error", "{submission}, test {test}: {words}")


def report(
    grading: Grading,
    submissions: Sequence[Submission],
    graded: Iterable[Graded],
    contestants: Sequence[Contestant] = (),
) -> GradeReport:
    """Return the report on a grade, whose runs may come in any order.

    `submissions` include those of the `contestants`.
    """
    # Keyed by identity, because submissions choose their names.
    runs = {(id(submission), case.name): run for (submission, case), run, _ in graded}
    names = {
        id(submission): contestant.name
        for contestant in contestants
        for submission in contestant.submissions
    }
    tests = grading.tests
    rows = []
    for submission in submissions:
        on_case = ((case, runs.get((id(submission), case.name))) for case in tests.cases)
        cells = tuple(Cell(case, run) for case, run in on_case if run)
        contestant = names.get(id(submission), "")
        rows.append(Row(submission, cells, tests, contestant))
    return GradeReport(grading, tuple(rows), ranking(contestants, rows))
