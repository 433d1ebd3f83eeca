"""Submissions: a file or a folder that somebody handed in, read as untrusted."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import islice
from pathlib import Path

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.judge import java
from ineqsudoku.judge.languages import Language, language_of
from ineqsudoku.names import shown

MAX_BYTES = 1024 * 1024
"""Of all files of a submission together; all submissions are kept in memory."""

MAX_FILES = 1000
MAX_DEPTH = 16

MAX_NAMES = 512 * 1024
"""Bytes of the names of all files together; a compiler gets them as arguments."""


@dataclass(frozen=True)
class Submission:
    """What was handed in: the `name` that reports call it, its language (`None`: unknown) and
    its `files`, paths from its folder on.  `fault`: why it cannot even be read."""

    name: str
    language: Language | None
    files: Mapping[str, bytes]
    fault: str = ""

    @cached_property
    def digest(self) -> str:
        """Of its name, files and language."""
        value = sha256(
            repr((self.name, self.language, self.fault)).encode(errors="surrogateescape")
        )
        for name in sorted(self.files):
            value.update(repr((name, len(self.files[name]))).encode(errors="surrogateescape"))
            value.update(self.files[name])
        return value.hexdigest()

    @property
    def is_of_no_language(self) -> bool:
        """Whether it could be read, but none of its files has the suffix of a language."""
        return self.language is None and bool(self.files)

    @property
    def sources(self) -> tuple[str, ...]:
        """The files of its language as arguments for a compiler: none looks like a flag."""
        suffixes = self.language.suffixes if self.language else ()
        names = sorted(name for name in self.files if name.endswith(suffixes))
        return tuple(f"./{name}" for name in names)

    @property
    def main(self) -> str:
        """The file to run: the one that the language calls so, else the first."""
        assert self.language
        stem = self.language.main.rpartition(".")[0]
        mains = [name for name in self.sources if Path(name).stem == stem]
        if not mains and self._is_java:
            mains = [name for name in self.sources if java.source(self._text(name)).main]
        return (*mains, *self.sources)[0].removeprefix("./")

    @property
    def entry(self) -> str:
        """The class to run where that is not the name of the main file; else empty."""
        return java.source(self._text(self.main)).entry if self._is_java else ""

    @property
    def _is_java(self) -> bool:
        return self.language is not None and self.language.main.endswith(".java")

    def _text(self, name: str) -> bytes:
        return self.files[name.removeprefix("./")]

    def write(self, folder: Path) -> None:
        """Put the files that its language wants where a compiler may read them.

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


def submission(path: str, known: Mapping[str, Language]) -> Submission:
    """The submission at a path.

    Links are not followed: one to /etc/shadow would come back in a compiler's message.
    Raises `OSError` when there is nothing; what is wrong with the submission is its `fault`.
    """
    name = shown(os.path.basename(os.path.normpath(path)))
    os.lstat(path)
    try:
        files = _files(path)
    except IneqSudokuError as error:
        return Submission(name, language_of([path], known), {}, str(error))
    language = language_of(files, known)
    if language and len(files) == 1:
        # Alone, a file needs no name of its own, and what it is called cannot do harm.
        (data,) = files.values()
        files = {_canonical(language, data): data}
    fault = "" if language else "no file with the suffix of a known language"
    return Submission(name, language, files, fault)


def _canonical(language: Language, data: bytes) -> str:
    """Java wants a public class to be in a file of its name."""
    return java.source(data).file if language.main.endswith(".java") else language.main


_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
"""For anything that may be a link, or a pipe, which would be waited for."""


def _files(path: str) -> dict[str, bytes]:
    """The plain files at a path, by their names from there on.

    Every name is opened once, in the folder that is open already, so that nothing can be put in
    the place of what was looked at.
    """
    reader = _Reader()
    with _opened(os.path.normpath(path), None) as descriptor:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            reader.read_folder(descriptor, "", 0)
        else:
            reader.read_file(descriptor, os.path.basename(os.path.normpath(path)))
    return reader.files


@contextmanager
def _opened(name: str, folder: int | None) -> Iterator[int]:
    """Raises `IneqSudokuError` for what cannot be opened, with its name in it."""
    try:
        descriptor = os.open(name, _FLAGS, dir_fd=folder)
    except OSError as error:
        base = shown(os.path.basename(name))
        what = "a symbolic link" if error.errno == errno.ELOOP else error.strerror
        raise IneqSudokuError(f"{base}: {what}") from None
    try:
        yield descriptor
    finally:
        os.close(descriptor)


class _Reader:
    """Collects files within the limits of a submission."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.number = self.size = self.names = 0

    def read_folder(self, descriptor: int, prefix: str, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise IneqSudokuError("folders in folders without end")
        try:
            with os.scandir(descriptor) as entries:
                names = sorted(entry.name for entry in islice(entries, MAX_FILES + 1))
        except OSError as error:
            raise IneqSudokuError(f"{shown(prefix or '.')}: {error.strerror}") from None
        for name in names:
            self.number += 1
            self.names += len(os.fsencode(prefix + name))
            if self.number > MAX_FILES:
                raise IneqSudokuError(f"more than {MAX_FILES} files")
            if self.names > MAX_NAMES:
                raise IneqSudokuError("the names of its files are too long")
            with _opened(name, descriptor) as inner:
                if stat.S_ISDIR(os.fstat(inner).st_mode):
                    self.read_folder(inner, f"{prefix}{name}/", depth + 1)
                else:
                    self.read_file(inner, prefix + name)

    def read_file(self, descriptor: int, name: str) -> None:
        base = shown(os.path.basename(name))
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise IneqSudokuError(f"{base}: not a plain file")
        try:
            with open(descriptor, "rb", closefd=False) as file:
                data = file.read(MAX_BYTES - self.size + 1)
        except OSError as error:
            raise IneqSudokuError(f"{base}: {error.strerror}") from None
        self.size += len(data)
        if self.size > MAX_BYTES:
            raise IneqSudokuError(f"{base}: more than {MAX_BYTES // 1024**2} MiB")
        self.files[name] = data
