"""The results of a submission: `Cell` for each test, `Row` for all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from typing import TypeVar

from ineqsudoku.judge.grade.submissions import Submission
from ineqsudoku.judge.testdata import Case, Subtask
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
        """The run that decides the verdict: the first that is not accepted."""
        verdict = overall(run.verdict for run in self.runs)
        return next(run for run in self.runs if run.verdict is verdict)

    @property
    def verdict(self) -> Verdict:
        return self.run.verdict

    @property
    def is_at_fault(self) -> bool:
        """Whether the test itself is wrong; such tests count for nobody."""
        return any(run.test_at_fault for run in self.runs)

    @property
    def cpu(self) -> float:
        """The median CPU time of all runs, in seconds."""
        return median(run.cpu for run in self.runs)

    @property
    def is_steady(self) -> bool:
        """Whether all runs had the same verdict."""
        return len({run.verdict for run in self.runs}) == 1


@dataclass(frozen=True)
class Row:
    """The results of a submission: a cell for each test that was run, in the order of the tests."""

    submission: Submission
    cells: tuple[Cell, ...]
    subtasks: tuple[Subtask, ...]
    cases: tuple[Case, ...]
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
        """The number of tests without those at fault."""
        return len(self.cases) - sum(cell.is_at_fault for cell in self.cells)

    @property
    def accepted(self) -> int:
        return sum(cell.verdict is Verdict.AC for cell in self.cells)

    @property
    def first_failing(self) -> Cell | None:
        """The cell that decides the verdict; `None` if all are accepted."""
        if self.verdict is Verdict.AC:
            return None
        return next((cell for cell in self.cells if cell.verdict is self.verdict), None)

    @property
    def slowest(self) -> Cell | None:
        return max(self.cells, key=lambda cell: cell.cpu, default=None)

    @property
    def has_run(self) -> bool:
        """Whether the program itself ran; otherwise times and memory are those of a compiler."""
        found = (cell.verdict for cell in self.cells)
        return any(verdict not in (Verdict.CE, Verdict.JE) for verdict in found)

    @property
    def peak(self) -> float:
        return max((run.peak for cell in self.cells for run in cell.runs), default=0.0)

    def is_right(self, subtask: Subtask) -> bool:
        """Whether all tests of a subtask are accepted, except those at fault."""
        of_subtask = [case.name for case in self.cases if case.subtask == subtask.name]
        found = [self.cell_of.get(name) for name in of_subtask]
        verdicts = [cell.verdict if cell else None for cell in found if not _is_at_fault(cell)]
        return bool(verdicts) and all(verdict is Verdict.AC for verdict in verdicts)

    def first_picture(self, draw: Callable[[Cell], T | None]) -> tuple[Cell, T] | None:
        """The first cell for which `draw` returns a picture, and this picture."""
        drawn = ((cell, draw(cell)) for cell in self.cells)
        return next(((cell, found) for cell, found in drawn if found is not None), None)

    @property
    def points(self) -> float:
        """The points of all subtasks that are right.

        If no subtask has points, each accepted test is worth one.
        """
        if not any(subtask.points for subtask in self.subtasks):
            return self.accepted
        return sum(subtask.points for subtask in self.subtasks if self.is_right(subtask))


def _is_at_fault(cell: Cell | None) -> bool:
    return cell is not None and cell.is_at_fault
