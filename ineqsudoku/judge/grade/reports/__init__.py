"""The results of a grade, and one module for each kind of report on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ineqsudoku.judge.grade.contestants import Contestant
from ineqsudoku.judge.grade.grading import Graded, Grading
from ineqsudoku.judge.grade.reports.ranking import Counts, Standing, ranking
from ineqsudoku.judge.grade.reports.results import Cell, Row
from ineqsudoku.judge.grade.submissions import Submission
from ineqsudoku.judge.testdata import Case, Subtask
from ineqsudoku.judge.verdicts import Run, Verdict
from ineqsudoku.names import shown


@dataclass(frozen=True)
class GradeReport:
    """All results of a grade.

    `kept` describes the sandbox and the limits on memory and time; every report shows it.
    `standings` is the ranking, which is empty without contestants.  `counts` is the rule for which
    submission of a contestant counts.
    """

    grading: Grading
    rows: tuple[Row, ...]
    kept: str
    standings: tuple[Standing, ...] = ()
    counts: Counts = "best"

    def is_counted(self, row: Row) -> bool:
        """Whether a row counts for the ranking; without contestants, all do."""
        return not self.standings or any(each.counted is row for each in self.standings)

    @property
    def cases(self) -> tuple[Case, ...]:
        return self.grading.tests.cases

    @property
    def subtasks(self) -> tuple[Subtask, ...]:
        return self.grading.tests.subtasks

    @property
    def has_points(self) -> bool:
        return any(subtask.points for subtask in self.subtasks)

    @property
    def has_gaps(self) -> bool:
        """Whether tests were left out because another was not accepted."""
        return any(len(row.cells) < len(self.cases) for row in self.rows)

    @property
    def is_sandboxed(self) -> bool:
        return self.grading.sandbox.isolates

    @cached_property
    def totals(self) -> Mapping[Verdict, int]:
        """The number of submissions by verdict."""
        found = [row.verdict for row in self.rows]
        return {verdict: found.count(verdict) for verdict in Verdict if verdict in found}

    @cached_property
    def seen(self) -> frozenset[Verdict]:
        """The verdicts of all runs."""
        return frozenset(
            run.verdict for row in self.rows for cell in row.cells for run in cell.runs
        )

    def test_name(self, case: Case) -> str:
        """The name of a test, without its folder where the report names the subtask as well."""
        return shown(case.name.rpartition("/")[2] if len(self.subtasks) > 1 else case.name)

    @property
    def all_accepted(self) -> bool:
        """Whether all submissions that count are accepted, and every contestant has one."""
        if self.standings and not all(each.counted for each in self.standings):
            return False
        return all(row.verdict is Verdict.AC for row in self.rows if self.is_counted(row))

    @property
    def judge_errors(self) -> tuple[str, ...]:
        """The messages of all judge errors, without repetition."""
        found = {
            f"{'' if run.test_at_fault else row.name + ', '}test {cell.test}: {run.words}": None
            for row in self.rows
            for cell in row.cells
            for run in cell.runs
            if run.verdict is Verdict.JE
        }
        return tuple(found)


def report(
    grading: Grading,
    submissions: Sequence[Submission],
    graded: Iterable[Graded],
    kept: str,
    contestants: Sequence[Contestant] = (),
    counts: Counts = "best",
) -> GradeReport:
    """The report on a grade, whose runs may come in any order.

    `submissions` include those of the `contestants`.
    """
    # Keyed by identity, because submissions choose their names.
    runs: dict[tuple[int, str], dict[int, Run]] = {}
    for (submission, case, number), run, _ in graded:
        runs.setdefault((id(submission), case.name), {})[number] = run
    names = {
        id(each): contestant.name for contestant in contestants for each in contestant.submissions
    }
    tests = grading.tests
    rows = []
    for submission in submissions:
        on_case = ((case, runs.get((id(submission), case.name))) for case in tests.cases)
        cells = tuple(
            Cell(case, tuple(found[number] for number in sorted(found)))
            for case, found in on_case
            if found
        )
        contestant = names.get(id(submission), "")
        rows.append(Row(submission, cells, tests.subtasks, tests.cases, contestant))
    standings = ranking(contestants, rows, counts)
    return GradeReport(grading, tuple(rows), kept, standings, counts)
