"""The runs of all grades in a file of SQLite: what is in it is done, whatever happens next."""

from __future__ import annotations

import json
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Self

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.judge.grading import Graded
from ineqsudoku.judge.verdicts import Run, Verdict
from ineqsudoku.names import shown

_TABLES = """
CREATE TABLE IF NOT EXISTS grades (
    grade INTEGER PRIMARY KEY, begun TEXT NOT NULL DEFAULT (datetime('now'))
);
CREATE TABLE IF NOT EXISTS runs (
    grade INTEGER NOT NULL REFERENCES grades, key TEXT NOT NULL,
    submission TEXT NOT NULL, test TEXT NOT NULL, attempt INTEGER NOT NULL,
    verdict TEXT NOT NULL, cpu REAL NOT NULL, wall REAL NOT NULL, peak REAL NOT NULL,
    run TEXT NOT NULL,
    PRIMARY KEY (grade, key)
);
"""
_APPLICATION = 0x49514752
"""Says in the file's header whose it is."""


class Store:
    """Grades follow each other in the file; each has its runs.  One program at a time."""

    def __init__(self, path: Path, resume: bool) -> None:
        """Begins a grade, or goes on with the last one.

        Raises `IneqSudokuError` when there can be no such file, it is something else or in use.
        """
        self.path = path
        try:
            self._connection = sqlite3.connect(path, timeout=0, isolation_level=None)
        except sqlite3.Error as error:
            raise IneqSudokuError(f"{path}: {_told(error)}") from None
        try:
            self._open(resume)
        except (sqlite3.Error, TypeError) as error:
            self._connection.close()
            raise IneqSudokuError(f"{path}: {_told(error)}") from None
        except BaseException:
            self._connection.close()
            raise

    def _open(self, resume: bool) -> None:
        run = self._connection.execute
        run("PRAGMA locking_mode = EXCLUSIVE")
        run("BEGIN EXCLUSIVE")
        (owner,) = run("PRAGMA application_id").fetchone()
        if owner != _APPLICATION and run("SELECT 1 FROM sqlite_master").fetchone():
            raise IneqSudokuError(f"{self.path} belongs to another program")
        run(f"PRAGMA application_id = {_APPLICATION}")
        for statement in _TABLES.split(";"):
            run(statement)
        (last,) = run("SELECT max(grade) FROM grades").fetchone()
        if last is None or not resume:
            last = run("INSERT INTO grades DEFAULT VALUES").lastrowid
        self._grade = last
        run("COMMIT")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def known(self) -> dict[str, Run]:
        """The runs of this grade by their keys, but those that the judge is to blame for."""
        found = {}
        query = "SELECT key, run FROM runs WHERE grade = ? AND verdict <> ?"
        try:
            for key, run in self._connection.execute(query, (self._grade, Verdict.JE)):
                with suppress(KeyError, ValueError, TypeError, AttributeError, RecursionError):
                    found[key] = Run.from_dict(json.loads(run))
        except sqlite3.Error as error:
            raise IneqSudokuError(f"{self.path}: {_told(error)}") from None
        return found

    def add(self, key: str, graded: Graded) -> None:
        """On the disk when this returns.  Raises `IneqSudokuError` when it cannot be."""
        submission, case, number = graded.attempt
        run = graded.run
        row = (self._grade, key, submission.name, shown(case.name), number)
        values = (*row, run.verdict, run.cpu, run.wall, run.peak, json.dumps(run.as_dict()))
        try:
            self._connection.execute(
                "INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values
            )
        except (sqlite3.Error, ValueError) as error:
            raise IneqSudokuError(f"{self.path}: {_told(error)}") from None


def _told(error: Exception) -> str:
    if "locked" in str(error):
        return "another run has it"
    return str(error)
