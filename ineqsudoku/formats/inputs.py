"""Inputs of Python programs: a text, bytes, or the path of a file."""

from __future__ import annotations

import os
import re

from ineqsudoku.errors import Fault, PuzzleSyntaxError
from ineqsudoku.formats.document import MAX_BYTES

Input = str | bytes | os.PathLike[str]
"""A text, its bytes, or the path of its file."""


def contents(source: Input) -> str | bytes:
    """The text or the bytes of an input; of a file, at most `MAX_BYTES` + 1 bytes.

    Raises `OSError` when the file cannot be read, and `TypeError` for another type of input.
    """
    if isinstance(source, (str, bytes)):
        return source
    if isinstance(source, (bytearray, memoryview)):
        return bytes(source)
    if isinstance(source, os.PathLike):
        with open(source, "rb") as file:
            return file.read(MAX_BYTES + 1)
    found = type(source).__name__
    hint = "; read() it first" if hasattr(source, "read") else ""
    raise TypeError(f"expected a text, bytes or a pathlib.Path, got {found}{hint}")


def name_of(source: Input, name: str | None) -> str:
    """The name of an input in messages: `name`, else the path or `<text>`."""
    if name is not None:
        return name
    return os.fsdecode(source) if isinstance(source, os.PathLike) else "<text>"


_LONGEST_PATH = 1024

_PATH = r"[^<>|*?\s]+(?:[/\\][^<>|*?\n]+|\.[A-Za-z][A-Za-z0-9]{0,7})"
"""A path with a folder or a suffix."""


def with_hint_for_path(source: Input, error: PuzzleSyntaxError) -> PuzzleSyntaxError:
    """The error itself, or a clearer one if the text is the name of a file."""
    if not isinstance(source, str) or not _is_path(source):
        return error
    hint = f"To read a file, call read(pathlib.Path({source!r}))."
    fault = Fault(1, 1, ("a puzzle",), "the name of a file", hint, source)
    return PuzzleSyntaxError(error.file, (fault,))


def _is_path(text: str) -> bool:
    if "\n" in text or "\0" in text or len(text) > _LONGEST_PATH:
        return False
    return bool(re.fullmatch(_PATH, text)) or os.path.exists(text)
