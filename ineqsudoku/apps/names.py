"""Words of messages: names of files, and errors that name files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager

from ineqsudoku.messages import Items, Message, Text
from ineqsudoku.messages.lines import escape_unreadable

AT_FILE = Message("os.at-file", "{file}: {reason}")
"""A message with the name of the file before it."""

EXIT_CODE = Message("os.exit-code", "exit code {code}")

_REASONS = {
    message.english: message
    for message in (
        Message("os.denied", "Permission denied"),
        Message("os.bad-descriptor", "Bad file descriptor"),
        Message("os.exists", "File exists"),
        Message("os.too-large", "File too large"),
        Message("os.io", "Input/output error"),
        Message("os.folder", "Is a directory"),
        Message("os.loop", "Too many levels of symbolic links"),
        Message("os.too-many", "Too many open files"),
        Message("os.long-name", "File name too long"),
        Message("os.missing", "No such file or directory"),
        Message("os.memory", "Cannot allocate memory"),
        Message("os.full", "No space left on device"),
        Message("os.no-folder", "Not a directory"),
        Message("os.not-permitted", "Operation not permitted"),
        Message("os.pipe", "Broken pipe"),
        Message("os.read-only", "Read-only file system"),
        Message("os.quota", "Disk quota exceeded"),
        Message("os.no-locks", "No locks available"),
        Message("os.port", "Address already in use"),
        Message("os.address", "Cannot assign requested address"),
        Message("os.host", "Name or service not known"),
    )
}
"""What systems say, in English, of errors that users meet."""


def quote(name: str | bytes | os.PathLike[str]) -> str:
    r"""Return a file name for messages: on one line, and harmless to a terminal.

    A printable name is returned unchanged.  Any other is quoted as in a shell, `$'caf\xe9.in'`:
    bytes that are not text are written as `\xNN`, other characters as `\n`, `\x1b` or `\u202e`.
    """
    text = os.fsdecode(name)
    if printable(text) == text and not text.startswith("$'"):
        return text
    escaped = re.sub(r"[\\']", r"\\\g<0>", text)
    return f"$'{printable(escaped)}'"


def printable(text: str) -> str:
    """Return `text` with escapes for characters that are not printable, including line feeds, and
    for stacks of combining marks."""
    return escape_unreadable(text, _escape)


def _escape(character: str) -> str:
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # how Python keeps bytes that are not text
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x80:
        return {"\t": r"\t", "\n": r"\n", "\r": r"\r"}.get(character, f"\\x{code:02x}")
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def message_of(error: Exception) -> Text:
    """Return the message of an error.  That of an `OSError` starts with the name of its file."""
    if not isinstance(error, OSError) or error.strerror is None:
        value = error.args[0] if len(error.args) == 1 else None
        return value if isinstance(value, (Message, Items)) else str(error)
    if error.filename is None:
        return reason_of(error)
    return AT_FILE.fill(file=quote(error.filename), reason=reason_of(error))


def reason_of(error: OSError | str) -> Text:
    """Return the message for the system's words on an error, without the name of the file.

    Words that are not in `_REASONS` stay as they are.
    """
    words = error if isinstance(error, str) else str(error.strerror)
    return _REASONS.get(words, words)


@contextmanager
def name_errors(name: str | os.PathLike[str]) -> Iterator[None]:
    """Give every `OSError` raised inside the file name `name`.

    Reading and writing an open file raise errors that do not name it.
    """
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(name)) from None
