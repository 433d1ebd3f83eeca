"""The SQLite file that keeps every run, so that an interrupted grade can be resumed."""

from __future__ import annotations

import json
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from ineqsudoku.apps.grade.grading import Graded
from ineqsudoku.apps.names import quote
from ineqsudoku.apps.sandbox.outcome import Run
from ineqsudoku.checker import Verdict
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Items, Message, restore

_TABLES = """
CREATE TABLE IF NOT EXISTS grades (
    grade INTEGER PRIMARY KEY, begun TEXT NOT NULL DEFAULT (datetime('now'))
);
CREATE TABLE IF NOT EXISTS runs (
    grade INTEGER NOT NULL REFERENCES grades, key TEXT NOT NULL,
    submission TEXT NOT NULL, test TEXT NOT NULL,
    verdict TEXT NOT NULL, cpu REAL NOT NULL, wall REAL NOT NULL, peak REAL NOT NULL,
    run TEXT NOT NULL,
    PRIMARY KEY (grade, key)
);
"""
_APPLICATION = 0x49514752
"""The application id in the header of the file."""

MOST_STORES = 20
"""The most grades of the same submissions at a time."""


class ResultsDb:
    """Holds any number of grades, with their runs.  One process can open it at a time."""

    def __init__(self, path: Path, resume: bool) -> None:
        """Start a new grade, or with `resume` continue the last one.

        Raises `IneqSudokuError` if the file cannot be opened, is in use, or is not a store.
        """
        self.path = path
        try:
            self._connection = sqlite3.connect(path, timeout=0, isolation_level=None)
        except sqlite3.Error as error:
            raise _failure(path, error) from None
        try:
            self._open(resume)
        except (sqlite3.Error, TypeError) as error:
            self._connection.close()
            raise _failure(path, error) from None
        except BaseException:  # Also after Ctrl-C, the file must not stay locked.
            self._connection.close()
            raise

    def _open(self, resume: bool) -> None:
        run = self._connection.execute
        run("PRAGMA locking_mode = EXCLUSIVE")
        run("BEGIN EXCLUSIVE")
        (owner,) = run("PRAGMA application_id").fetchone()
        if owner != _APPLICATION and run("SELECT 1 FROM sqlite_master").fetchone():
            raise IneqSudokuError(
                Message("store.foreign", "{file} belongs to another program", file=quote(self.path))
            )
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

    def load(self) -> dict[str, Run]:
        """Return the runs of this grade by key, without judge errors, which are run again."""
        runs = {}
        query = "SELECT key, run FROM runs WHERE grade = ? AND verdict <> ?"
        try:
            for key, run in self._connection.execute(query, (self._grade, Verdict.JE)):
                with suppress(Exception):  # A damaged message may raise any.
                    runs[key] = _restored(json.loads(run))
        except sqlite3.Error as error:
            raise _failure(self.path, error) from None
        return runs

    def add(self, key: str, graded: Graded) -> None:
        """Write a run to disk before returning.  Raises `IneqSudokuError` if that fails."""
        submission, case = graded.attempt
        run = graded.run
        row = (self._grade, key, submission.name, quote(case.name))
        values = (*row, run.verdict, run.cpu, run.wall, run.peak, json.dumps(run.as_dict()))
        try:
            self._connection.execute(
                "INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values
            )
        except (sqlite3.Error, ValueError) as error:
            raise _failure(self.path, error) from None


def _restored(fields: dict[str, Any]) -> Run:
    """Return the run of `Run.as_dict`.  Raises any exception for other fields and values."""
    words = restore(fields.pop("words"))
    verdict = Verdict(fields.pop("verdict"))
    run = Run(verdict, words, **fields)  # type: ignore[arg-type]  # it was a `Text`
    if not isinstance(words, (Message, Items, str)):
        raise TypeError(words)
    str(words)  # raises an exception for a damaged message
    for figure in (run.cpu, run.wall, run.peak):
        if not isinstance(figure, (int, float)):
            raise TypeError(figure)
    return run


class StoreInUseError(IneqSudokuError):
    """Another process has the store open."""


def open_store(path: Path, resume: bool, may_differ: bool) -> ResultsDb:
    """Open a store like `ResultsDb`; if it is in use and `may_differ`, one beside it."""
    others = (path.with_stem(f"{path.stem}-{number}") for number in range(2, MOST_STORES + 1))
    for beside in others if may_differ and not resume else ():
        try:
            return ResultsDb(path, resume)
        except StoreInUseError:
            path = beside
    return ResultsDb(path, resume)


def _failure(path: Path, error: Exception) -> IneqSudokuError:
    words = str(error)
    is_in_use = "locked" in words
    reason = _IN_USE if is_in_use else _REASONS.get(words, words)
    kind = StoreInUseError if is_in_use else IneqSudokuError
    return kind(
        Message(
            "store.failed",
            "{file}: {reason}; --store FILE chooses another store",
            file=quote(path),
            reason=reason,
        )
    )


_IN_USE = Message("store.in-use", "in use by another grade")

_REASONS = {
    message.english: message
    for message in (
        Message("store.no-database", "file is not a database"),
        Message("store.unopened", "unable to open database file"),
        Message("store.read-only", "attempt to write a readonly database"),
        Message("store.full", "database or disk is full"),
        Message("store.damaged", "database disk image is malformed"),
    )
}
"""What SQLite says, in English, of errors that users meet."""
