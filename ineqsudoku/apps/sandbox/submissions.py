"""Submissions: untrusted files and folders of source code, and the contestants who made them."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import islice
from pathlib import Path

from ineqsudoku.apps.names import AT_FILE, message_of, quote, reason_of
from ineqsudoku.apps.sandbox.files import (
    LINK,
    NOT_PLAIN,
    READING,
    TOO_MANY,
    FileId,
    file_id,
    natural,
)
from ineqsudoku.apps.sandbox.languages import ProgrammingLanguage, java_source, language_of
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Message, Text

MAX_BYTES = 1024 * 1024
"""Size limit of all files of a submission together, because submissions are kept in memory."""

MAX_FILES = 1000
MAX_DEPTH = 16

MAX_NAMES = 512 * 1024
"""Size limit of all file names together, because compilers get them as arguments."""

MAX_SUBMISSIONS = 100
"""The most submissions of one contestant, so that nobody can make a grade take days."""

NO_LANGUAGE = Message("submission.no-language", "no file with the suffix of a known language")
"""The fault of a submission that can be read but has no source files."""


@dataclass(frozen=True)
class Submission:
    """A program to judge.

    `name` identifies it in reports.  `language` is `None` if unknown.  `files` maps paths, relative
    to its folder, to contents.  `fault` is the reason if it cannot be read.  `modified` is the
    modification time of its newest file, in seconds since the epoch.
    """

    name: str
    language: ProgrammingLanguage | None
    files: Mapping[str, bytes]
    fault: Text = ""
    modified: float = 0.0

    @cached_property
    def digest(self) -> str:
        """A hash of the name, the files and the language."""
        value = sha256(
            repr((self.name, self.language, self.fault)).encode(errors="surrogateescape")
        )
        for name in sorted(self.files):
            value.update(repr((name, len(self.files[name]))).encode(errors="surrogateescape"))
            value.update(self.files[name])
        return value.hexdigest()

    @property
    def is_of_no_language(self) -> bool:
        """Whether it can be read, but no file has the suffix of a known language."""
        return self.language is None and bool(self.files)

    @property
    def sources(self) -> tuple[str, ...]:
        """The source files."""
        language = self.language
        return tuple(sorted(name for name in self.files if language and language.is_source(name)))

    @cached_property
    def main(self) -> str:
        """The file to run: the one with the main name of the language, else the first."""
        assert self.language
        stem = self.language.main.rpartition(".")[0]
        mains = [name for name in self.sources if Path(name).stem == stem]
        if not mains and self._is_java:
            mains = [name for name in self.sources if java_source(self.files[name]).main]
        return (*mains, *self.sources)[0]

    @cached_property
    def entry(self) -> str:
        """The Java class to run if its name is not that of the main file; else empty."""
        return java_source(self.files[self.main]).entry if self._is_java else ""

    @property
    def _is_java(self) -> bool:
        return self.language is not None and self.language.main.endswith(".java")

    def write(self, folder: Path) -> None:
        """Write the files that its language needs, readable for the compiler.

        Raises `OSError` and `ValueError`.
        """
        for name, data in self.files.items():
            if self.language and not self.language.keeps(name):
                continue
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            path.chmod(0o644)
        for parent, _, _ in os.walk(folder):
            os.chmod(parent, 0o755)


Place = int | str
"""An open file or directory; on Windows, which opens no directories, the path of a directory."""


def submission(
    path: str,
    known: Mapping[str, ProgrammingLanguage],
    folder: Place | None = None,
    secrets: Collection[FileId] = (),
) -> Submission:
    """Return the submission at a path, relative to the open directory `folder` if that is given.

    Symbolic links are refused: a compiler would print parts of /etc/shadow in its messages.  So are
    other names of the `secrets`, the files of the tests, which the program would see.
    A submission that cannot be read has a `fault`.  Raises `OSError` if there is nothing at `path`.
    """
    name = quote(os.path.basename(os.path.normpath(path)))
    name_in_folder, directory = _located(path, folder)
    modified = os.stat(name_in_folder, dir_fd=directory, follow_symlinks=False).st_mtime
    try:
        reader = _read(path, folder)
    except IneqSudokuError as error:
        return Submission(name, language_of([path], known), {}, message_of(error), modified)
    files = reader.files
    language = language_of(files, known)
    fault: Text = "" if language else NO_LANGUAGE
    if language and len(files) == 1:
        # A single file does not need its own name, which may be hostile.
        (data,) = files.values()
        files = {_canonical(language, data): data}
    elif language:
        files = {language.spelled(name): data for name, data in files.items()}
        fault = _fault_of_names(language, files)
    for file, id in reader.ids.items():
        if language and language.keeps(language.spelled(file)) and id in secrets:
            fault = fault or _SECRET.fill(file=quote(os.path.basename(file)))
    return Submission(name, language, files, fault, reader.modified or modified)


def _fault_of_names(language: ProgrammingLanguage, files: Iterable[str]) -> Text:
    """Return the fault of a submission with a name that a compiler could take for an option.

    `./` before it would not be enough: gcc hands the last part of a path to its own cc1 as a word,
    and reads options from the file `x.c` for `./@x.c`.
    """
    for name in filter(language.keeps, files):
        for part in name.split("/"):
            if part.startswith(("-", "@")):
                return _OPTION.fill(file=quote(part))
    return ""


_SECRET = Message("submission.test", "{file} is a file of the tests")
_OPTION = Message(
    "submission.option",
    "{file}: in a folder, no name may begin with - or @, because a compiler could take it for an "
    "option",
)


def _canonical(language: ProgrammingLanguage, data: bytes) -> str:
    """Return the name for the file; in Java, it must be that of the public class."""
    return java_source(data).file if language.main.endswith(".java") else language.main


def _read(path: str, folder: Place | None) -> _Reader:
    """Read the plain files at a path.

    A name is opened once, relative to its open parent directory, so nothing can be exchanged
    between the check and the use.
    """
    reader = _Reader()
    with open_untrusted(os.path.normpath(path), folder) as place:
        if stat.S_ISDIR(os.stat(place).st_mode):
            reader.read_folder(place, "", 0)
        else:
            reader.read_file(place, os.path.basename(os.path.normpath(path)))
    return reader


@contextmanager
def open_untrusted(name: str, folder: Place | None = None) -> Iterator[Place]:
    """Open a file or directory, but no symbolic link, relative to the directory `folder`.

    Raises `IneqSudokuError` with the name and the reason.
    """
    path, directory = _located(name, folder)
    if os.open not in os.supports_dir_fd and os.path.isdir(path) and not os.path.islink(path):
        yield path
        return
    try:
        descriptor = os.open(path, READING, dir_fd=directory)
    except OSError as error:
        base = quote(os.path.basename(name))
        if error.errno == errno.ELOOP:
            raise IneqSudokuError(LINK.fill(file=base)) from None
        raise IneqSudokuError(AT_FILE.fill(file=base, reason=reason_of(error))) from None
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _located(name: str, folder: Place | None) -> tuple[str, int | None]:
    """Return a path, and the open directory to which it is relative, if there is one."""
    return (os.path.join(folder, name), None) if isinstance(folder, str) else (name, folder)


class _Reader:
    """Collects the files of a submission within its limits."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.ids: dict[str, FileId] = {}
        self.number = self.size = self.names = 0
        self.modified = 0.0

    def read_folder(self, place: Place, prefix: str, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise IneqSudokuError(
                Message(
                    "submission.deep", "folders nested more than {number} deep", number=MAX_DEPTH
                )
            )
        try:
            with os.scandir(place) as entries:
                names = sorted(entry.name for entry in islice(entries, MAX_FILES + 1))
        except OSError as error:
            folder = quote(prefix or ".")
            raise IneqSudokuError(AT_FILE.fill(file=folder, reason=reason_of(error))) from None
        for name in names:
            self.number += 1
            self.names += len(os.fsencode(prefix + name))
            if self.number > MAX_FILES:
                raise IneqSudokuError(TOO_MANY.fill(number=MAX_FILES))
            if self.names > MAX_NAMES:
                raise IneqSudokuError(
                    Message("submission.long-names", "the names of its files are too long")
                )
            with open_untrusted(name, place) as inner:
                if stat.S_ISDIR(os.stat(inner).st_mode):
                    self.read_folder(inner, f"{prefix}{name}/", depth + 1)
                else:
                    self.read_file(inner, prefix + name)

    def read_file(self, place: Place, name: str) -> None:
        base = quote(os.path.basename(name))
        state = os.stat(place)
        self.modified = max(self.modified, state.st_mtime)
        if not stat.S_ISREG(state.st_mode):
            raise IneqSudokuError(NOT_PLAIN.fill(file=base))
        try:
            with open(place, "rb", closefd=False) as file:
                data = file.read(MAX_BYTES - self.size + 1)
        except OSError as error:
            raise IneqSudokuError(AT_FILE.fill(file=base, reason=reason_of(error))) from None
        self.size += len(data)
        if self.size > MAX_BYTES:
            raise IneqSudokuError(
                Message(
                    "submission.large",
                    "{file}: more than {mib} MiB",
                    file=base,
                    mib=MAX_BYTES // 1024**2,
                )
            )
        self.files[name] = data
        self.ids[name] = file_id(state)


@dataclass(frozen=True)
class Contestant:
    """A contestant and their submissions, which may be none."""

    name: str
    submissions: tuple[Submission, ...]


def contestants(
    path: str, known: Mapping[str, ProgrammingLanguage], secrets: Collection[FileId] = ()
) -> tuple[Contestant, ...]:
    """Return the contestants of a folder, in natural order of their names.

    A subfolder is a contestant, and a file or folder in it is a submission.  Names that
    start with a dot are skipped.  A file or folder without source files is skipped if the same
    contestant has others.  `secrets` are the files of the tests.

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
            message = _LINK_BESIDE if entry.is_symlink() else _PROGRAM_BESIDE
            raise IneqSudokuError(message.fill(file=quote(entry.path)))
    if not folders:
        raise IneqSudokuError(
            Message(
                "submission.no-folder", "no folder of a contestant in {folder}", folder=quote(path)
            )
        )
    return tuple(_contestant(folder, known, secrets) for folder in folders)


_LINK_BESIDE = Message(
    "submission.link-beside",
    "{file} is a symbolic link; expected a folder for each contestant",
)
_PROGRAM_BESIDE = Message(
    "submission.program-beside", "{file} is a program; expected a folder for each contestant"
)


def _contestant(
    folder: os.DirEntry[str], known: Mapping[str, ProgrammingLanguage], secrets: Collection[FileId]
) -> Contestant:
    """Return the contestant of a folder; an unreadable folder counts as one faulty submission."""
    name = quote(folder.name)
    try:
        submissions = [
            replace(entry, name=quote(f"{folder.name}/{file}"))
            for file, entry in _submissions(folder, known, secrets)
        ]
    except IneqSudokuError as error:
        submissions = [Submission(name, None, {}, message_of(error))]
    programs = [entry for entry in submissions if entry.fault != NO_LANGUAGE]
    return Contestant(name, tuple(programs or submissions))


def _submissions(
    folder: os.DirEntry[str], known: Mapping[str, ProgrammingLanguage], secrets: Collection[FileId]
) -> list[tuple[str, Submission]]:
    """Return the submissions in a folder with the names of their files."""
    with open_untrusted(folder.path) as place:
        try:
            with os.scandir(place) as entries:
                visible = (entry.name for entry in entries if not entry.name.startswith("."))
                names = sorted(islice(visible, MAX_SUBMISSIONS + 1), key=natural)
            if len(names) > MAX_SUBMISSIONS:
                raise IneqSudokuError(
                    Message(
                        "submission.many", "more than {number} submissions", number=MAX_SUBMISSIONS
                    )
                )
            return [(name, submission(name, known, place, secrets)) for name in names]
        except OSError as error:
            name = quote(folder.name)
            raise IneqSudokuError(AT_FILE.fill(file=name, reason=reason_of(error))) from None
