"""Contestants, who have folders with submissions."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.judge.files import natural
from ineqsudoku.judge.grade.languages import Language, language_of
from ineqsudoku.judge.grade.submissions import NO_LANGUAGE, Submission, open_untrusted, submission
from ineqsudoku.names import shown

MAX_SUBMISSIONS = 100
"""The most submissions of one contestant, so that nobody can make a grade take days."""


@dataclass(frozen=True)
class Contestant:
    """A contestant and their submissions, which may be none."""

    name: str
    submissions: tuple[Submission, ...]


def contestants(path: str, known: Mapping[str, Language]) -> tuple[Contestant, ...]:
    """Return the contestants of a folder, in natural order of their names.

    A subfolder is a contestant, and a file or folder in it is a submission.  Names that
    start with a dot are skipped.  A file or folder without source files is skipped if the same
    contestant has others.

    Raises `OSError`, and `IneqSudokuError` if there is no subfolder, or a program or a symbolic
    link beside the subfolders.
    """
    with os.scandir(path) as folder:
        entries = [entry for entry in folder if not entry.name.startswith(".")]
    entries.sort(key=lambda entry: natural(entry.name))
    folders = []
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            folders.append(entry)
        elif entry.is_symlink() or language_of([entry.name], known):
            what = "a symbolic link" if entry.is_symlink() else "a program"
            raise IneqSudokuError(
                f"{shown(entry.path)} is {what}; expected a folder for each contestant"
            )
    if not folders:
        raise IneqSudokuError(f"no folder of a contestant in {shown(path)}")
    return tuple(_contestant(folder, known) for folder in folders)


def _contestant(folder: os.DirEntry[str], known: Mapping[str, Language]) -> Contestant:
    """Return the contestant of a folder; an unreadable folder counts as one faulty submission."""
    name = shown(folder.name)
    try:
        submissions = _submissions(folder, known)
    except IneqSudokuError as error:
        submissions = [Submission(name, None, {}, str(error))]
    programs = [entry for entry in submissions if entry.fault != NO_LANGUAGE]
    return Contestant(name, tuple(programs or submissions))


def _submissions(folder: os.DirEntry[str], known: Mapping[str, Language]) -> list[Submission]:
    with open_untrusted(folder.path) as descriptor:
        try:
            with os.scandir(descriptor) as entries:
                visible = (entry.name for entry in entries if not entry.name.startswith("."))
                names = sorted(islice(visible, MAX_SUBMISSIONS + 1), key=natural)
            if len(names) > MAX_SUBMISSIONS:
                raise IneqSudokuError(f"more than {MAX_SUBMISSIONS} submissions")
            return [
                replace(
                    submission(name, known, descriptor),
                    name=shown(os.path.join(folder.name, name)),
                )
                for name in names
            ]
        except OSError as error:
            raise IneqSudokuError(f"{shown(folder.name)}: {error.strerror}") from None
