"""What a grade found, for people and for other programs: one module a kind of report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from typing import TypeVar

from ineqsudoku.judge.cases import Case, Subtask
from ineqsudoku.judge.grading import Graded, Grading
from ineqsudoku.judge.submissions import Submission
from ineqsudoku.judge.verdicts import Run, Verdict, overall
from ineqsudoku.names import shown

T = TypeVar("T")


@dataclass(frozen=True)
class Cell:
    """All runs of a submission on a test."""

    case: Case
    runs: tuple[Run, ...]

    @property
    def test(self) -> str:
        return shown(self.case.name)

    @cached_property
    def run(self) -> Run:
        """The one that decides: the first that is not accepted."""
        verdict = overall(run.verdict for run in self.runs)
        return next(run for run in self.runs if run.verdict is verdict)

    @property
    def verdict(self) -> Verdict:
        return self.run.verdict

    @property
    def is_at_fault(self) -> bool:
        """Whether the test is, so that it counts for nobody."""
        return any(run.test_at_fault for run in self.runs)

    @property
    def cpu(self) -> float:
        """Seconds of processor, the median of all runs."""
        return median(run.cpu for run in self.runs)

    @property
    def is_steady(self) -> bool:
        """Whether all runs had the same verdict."""
        return len({run.verdict for run in self.runs}) == 1


@dataclass(frozen=True)
class Row:
    """A submission and its cells in the order of the tests; tests that were left out, because
    another was not accepted, have none."""

    submission: Submission
    cells: tuple[Cell, ...]
    subtasks: tuple[Subtask, ...]
    cases: tuple[Case, ...]

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
        """Tests that could have been accepted: all but those at fault."""
        return len(self.cases) - sum(cell.is_at_fault for cell in self.cells)

    @property
    def accepted(self) -> int:
        return sum(cell.verdict is Verdict.AC for cell in self.cells)

    @property
    def first_failing(self) -> Cell | None:
        """The one that the submission owes its verdict to."""
        if self.verdict is Verdict.AC:
            return None
        return next((cell for cell in self.cells if cell.verdict is self.verdict), None)

    @property
    def slowest(self) -> Cell | None:
        return max(self.cells, key=lambda cell: cell.cpu, default=None)

    @property
    def has_run(self) -> bool:
        """Whether it was run at all: figures of compilers are no figures of its own."""
        found = (cell.verdict for cell in self.cells)
        return any(verdict not in (Verdict.CE, Verdict.JE) for verdict in found)

    @property
    def peak(self) -> float:
        return max((run.peak for cell in self.cells for run in cell.runs), default=0.0)

    def is_right(self, subtask: Subtask) -> bool:
        """Whether all tests of a subtask are accepted; those at fault don't count."""
        of_subtask = [case.name for case in self.cases if case.subtask == subtask.name]
        found = [self.cell_of.get(name) for name in of_subtask]
        verdicts = [cell.verdict if cell else None for cell in found if not _is_at_fault(cell)]
        return bool(verdicts) and all(verdict is Verdict.AC for verdict in verdicts)

    def first_picture(self, draw: Callable[[Cell], T | None]) -> tuple[Cell, T] | None:
        """The first cell that there is something to draw for, and its picture."""
        drawn = ((cell, draw(cell)) for cell in self.cells)
        return next(((cell, found) for cell, found in drawn if found is not None), None)

    @property
    def points(self) -> float:
        return sum(subtask.points for subtask in self.subtasks if self.is_right(subtask))


def _is_at_fault(cell: Cell | None) -> bool:
    return cell is not None and cell.is_at_fault


@dataclass(frozen=True)
class Report:
    """All of a grade.  `kept` says in words how programs were kept from harm and how their
    memory was limited; it stands in every report."""

    grading: Grading
    rows: tuple[Row, ...]
    kept: str

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
    def is_sandboxed(self) -> bool:
        return self.grading.cage.contained

    @cached_property
    def totals(self) -> Mapping[Verdict, int]:
        """Submissions by verdict."""
        found = [row.verdict for row in self.rows]
        return {verdict: found.count(verdict) for verdict in Verdict if verdict in found}

    @cached_property
    def seen(self) -> frozenset[Verdict]:
        """The verdicts of all runs."""
        return frozenset(
            run.verdict for row in self.rows for cell in row.cells for run in cell.runs
        )

    def test_name(self, case: Case) -> str:
        """Short where the folder is told besides."""
        return shown(case.name.rpartition("/")[2] if len(self.subtasks) > 1 else case.name)

    @property
    def all_accepted(self) -> bool:
        return all(row.verdict is Verdict.AC for row in self.rows)

    @property
    def judge_errors(self) -> tuple[str, ...]:
        """What is wrong on the judge's side, each thing once."""
        found = {
            f"{'' if run.test_at_fault else row.name + ', '}test {cell.test}: {run.words}": None
            for row in self.rows
            for cell in row.cells
            for run in cell.runs
            if run.verdict is Verdict.JE
        }
        return tuple(found)


def report(
    grading: Grading, submissions: Sequence[Submission], graded: Iterable[Graded], kept: str
) -> Report:
    """The report on what was graded, in whatever order it came."""
    # Not by name: who hands in a file may call it whatever he likes.
    runs: dict[tuple[int, str], dict[int, Run]] = {}
    for (submission, case, number), run, _ in graded:
        runs.setdefault((id(submission), case.name), {})[number] = run
    rows = []
    tests = grading.tests
    for submission in submissions:
        on_case = ((case, runs.get((id(submission), case.name))) for case in tests.cases)
        cells = tuple(
            Cell(case, tuple(found[number] for number in sorted(found)))
            for case, found in on_case
            if found
        )
        rows.append(Row(submission, cells, tests.subtasks, tests.cases))
    return Report(grading, tuple(rows), kept)
