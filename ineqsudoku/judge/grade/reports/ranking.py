"""The ranking of contestants by the submission that counts for each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from ineqsudoku.judge.grade.contestants import Contestant
from ineqsudoku.judge.grade.reports.results import Row
from ineqsudoku.judge.names import natural

Counts = Literal["best", "last"]
"""Which submission of a contestant counts."""


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


def ranking(
    contestants: Sequence[Contestant], rows: Iterable[Row], counts: Counts
) -> tuple[Standing, ...]:
    """The standings, best first.

    Contestants are ranked by points, then by accepted tests.  Equal contestants share a rank and
    are listed by name; the ranks after them are left out.
    """
    row_of = {id(row.submission): row for row in rows}
    unranked = []
    for contestant in contestants:
        own = tuple(row_of[id(each)] for each in contestant.submissions)
        unranked.append(Standing(0, contestant.name, own, counted(own, counts)))
    unranked.sort(key=lambda each: (-each.points, -each.accepted, natural(each.name)))
    scores = [(each.points, each.accepted) for each in unranked]
    return tuple(
        Standing(scores.index(score) + 1, each.name, each.rows, each.counted)
        for each, score in zip(unranked, scores, strict=True)
    )


def counted(rows: Sequence[Row], counts: Counts) -> Row | None:
    """The row with the most points and accepted tests, or the one that was modified last.

    Of equally good rows, the last one counts; of equally old ones, the last in natural order of
    their names.
    """

    def time(row: Row) -> tuple[float, list[tuple[int, str]]]:
        return row.submission.modified, natural(row.name)

    def score(row: Row) -> tuple[float, int]:
        return row.points, row.accepted

    if counts == "last":
        return max(rows, key=time, default=None)
    return max(rows, key=lambda row: (score(row), time(row)), default=None)
