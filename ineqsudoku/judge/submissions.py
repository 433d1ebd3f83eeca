"""Submissions: a file or a folder that somebody handed in, read without trust."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.judge.languages import Language, language_of
from ineqsudoku.judge.names import shown

MAX_BYTES = 16 * 1024 * 1024
MAX_FILES = 1000
MAX_DEPTH = 16

_PUBLIC_CLASS = re.compile(rb"^\s*public\s+(?:(?:final|abstract|strictfp)\s+)*class\s+(\w+)", re.M)


@dataclass(frozen=True)
class Submission:
    """What was handed in: the `name` that reports call it, its language (`None`: nobody knows)
    and its `files`, paths from its folder on.  `fault`: why it cannot even be read."""

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
    def sources(self) -> tuple[str, ...]:
        """The files of its language as a compiler is to be told them: none looks like a flag."""
        suffixes = self.language.suffixes if self.language else ()
        names = sorted(name for name in self.files if name.endswith(suffixes))
        return tuple(f"./{name}" for name in names)

    @property
    def main(self) -> str:
        """The file to run: the one that the language calls so, else the first."""
        assert self.language
        stem = self.language.main.rpartition(".")[0]
        mains = [name for name in self.sources if Path(name).stem == stem]
        return (*mains, *self.sources)[0].removeprefix("./")

    def write(self, folder: Path) -> None:
        """Put the files where a compiler may read them."""
        for name, data in self.files.items():
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
    found = os.lstat(path)
    try:
        if stat.S_ISDIR(found.st_mode):
            files = dict(_in_folder(path))
        else:
            files = {os.path.basename(path): _regular(path, MAX_BYTES)}
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
    if language.main.endswith(".java") and (match := _PUBLIC_CLASS.search(data)):
        return f"{match[1].decode('ascii')}.java"
    return language.main


def _in_folder(top: str) -> Iterator[tuple[str, bytes]]:
    size = number = 0
    to_see = [""]
    while to_see:
        prefix = to_see.pop()
        if prefix.count("/") > MAX_DEPTH:
            raise IneqSudokuError("folders in folders without end")
        with os.scandir(os.path.join(top, prefix)) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
        for entry in found:
            name = prefix + entry.name
            number += 1
            if number > MAX_FILES:
                raise IneqSudokuError(f"more than {MAX_FILES} files")
            if entry.is_dir(follow_symlinks=False):
                to_see.append(f"{name}/")
            else:
                data = _regular(entry.path, MAX_BYTES - size)
                size += len(data)
                yield name, data


def _regular(path: str, limit: int) -> bytes:
    """The bytes of a plain file, if there are not more than `limit`."""
    name = shown(os.path.basename(path))
    try:
        # A pipe would be waited for, were it not for O_NONBLOCK.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        what = "a symbolic link" if os.path.islink(path) else error.strerror
        raise IneqSudokuError(f"{name}: {what}") from None
    with open(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise IneqSudokuError(f"{name}: not a plain file")
        data = file.read(limit + 1)
    if len(data) > limit:
        raise IneqSudokuError(f"{name}: more than {MAX_BYTES // 1024**2} MiB")
    return data
