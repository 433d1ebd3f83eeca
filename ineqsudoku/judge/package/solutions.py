"""The right and wrong solutions of a package, from solutions.toml."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files

from ineqsudoku.judge.verdicts import Verdict

_FILES = files("ineqsudoku.judge.package")


@dataclass(frozen=True, slots=True)
class Solution:
    """A program in one file.

    `name`: the name of the file.
    `verdict`: the verdict that it must get on the tests of a package.
    `source`: its source code.
    `needs_slow_tests`: whether it is accepted if no test is a killer of row-major searches.
    `earns_points`: whether it passes a subtask although it is not accepted.
    """

    name: str
    verdict: Verdict
    source: str
    needs_slow_tests: bool = False
    earns_points: bool = False

    @property
    def language(self) -> str:
        """The suffix of the file: `cpp`, `java` or `py`."""
        return self.name.rpartition(".")[2]

    @property
    def folder(self) -> str:
        """The folder of Kattis for solutions with this verdict."""
        return "partially_accepted" if self.earns_points else _FOLDERS[self.verdict]

    @property
    def is_slow_but_earns(self) -> bool:
        """Whether the solution exceeds the time limit but passes a subtask.

        Kattis would derive its own time limit from such a solution.
        """
        return self.earns_points and self.verdict is Verdict.TLE

    @property
    def is_accepted(self) -> bool:
        return self.verdict is Verdict.AC


_FOLDERS = {
    Verdict.AC: "accepted",
    Verdict.WA: "wrong_answer",
    Verdict.TLE: "time_limit_exceeded",
    Verdict.RE: "run_time_error",
}


def solutions() -> tuple[Solution, ...]:
    """Return all solutions in the order of solutions.toml."""
    table = tomllib.loads((_FILES / "solutions.toml").read_text(encoding="ascii"))
    return tuple(
        Solution(
            row["name"],
            Verdict(row["verdict"]),
            _source(row["source"], row.get("mistake", [])),
            row.get("needs_slow_tests", False),
        )
        for row in table["solution"]
    )


def _source(name: str, mistake: list[tuple[str, str]]) -> str:
    """Return a source with mistakes built in, as pairs of right and wrong text.

    Raises `ValueError` for a mistake that does not fit the source.
    """
    source = (_FILES / "solutions" / name).read_text(encoding="ascii")
    for right, wrong in mistake:
        if right not in source:
            raise ValueError(f"{name} has no {right!r}")
        source = source.replace(right, wrong)
    return source
