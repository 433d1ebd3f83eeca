"""Words of messages: names of files, errors that name files, numbers of things."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise

from ineqsudoku.language import Message


def quote(name: str | bytes | os.PathLike[str]) -> str:
    r"""Return a file name for messages: on one line, harmless to a terminal, and unambiguous.

    A name of printable characters is returned unchanged.  Any other is quoted as in a shell,
    `$'caf\xe9.in'`.  Bytes that are not text are written as `\xNN`; characters that are not
    printable, or that Unicode would combine with the previous one, as `\n`, `\x1b` or `\u202e`.
    """
    text = os.fsdecode(name)
    if text.isprintable() and _is_composed(text) and not text.startswith("$'"):
        return text
    escaped = (_quote_character(before, c) for before, c in pairwise(f"'{text}"))
    return f"$'{''.join(escaped)}'"


def printable(text: str) -> str:
    """Return `text` with escapes for characters that are not printable, including line feeds."""
    return "".join(c if c.isprintable() else _escape(c) for c in text)


def message_of(error: Exception) -> str:
    """Return the message of an error.  That of an `OSError` starts with the name of its file."""
    if not isinstance(error, OSError) or error.strerror is None:
        return str(error)
    if error.filename is None:
        return reason_of(error)
    return f"{quote(error.filename)}: {reason_of(error)}"


_REASONS = {
    errno.EACCES: Message("os.denied", "Permission denied"),
    errno.EBADF: Message("os.bad-descriptor", "Bad file descriptor"),
    errno.EBUSY: Message("os.busy", "Device or resource busy"),
    errno.EEXIST: Message("os.exists", "File exists"),
    errno.EFBIG: Message("os.too-large", "File too large"),
    errno.EIO: Message("os.io", "Input/output error"),
    errno.EISDIR: Message("os.folder", "Is a directory"),
    errno.ELOOP: Message("os.loop", "Too many levels of symbolic links"),
    errno.EMFILE: Message("os.too-many", "Too many open files"),
    errno.ENAMETOOLONG: Message("os.long-name", "File name too long"),
    errno.ENOENT: Message("os.missing", "No such file or directory"),
    errno.ENOMEM: Message("os.memory", "Cannot allocate memory"),
    errno.ENOSPC: Message("os.full", "No space left on device"),
    errno.ENOTDIR: Message("os.no-folder", "Not a directory"),
    errno.ENOTEMPTY: Message("os.not-empty", "Directory not empty"),
    errno.EPERM: Message("os.not-permitted", "Operation not permitted"),
    errno.EPIPE: Message("os.pipe", "Broken pipe"),
    errno.EROFS: Message("os.read-only", "Read-only file system"),
    errno.ETXTBSY: Message("os.in-use", "Text file busy"),
}
"""What systems say, in English, of errors that users meet."""


def reason_of(error: OSError) -> str:
    """Return why a call of the system failed, without the name of the file."""
    known = _REASONS.get(error.errno) if error.errno else None
    # Some errors of ours have a reason of their own.
    is_known = known and error.strerror == known.english
    return str(known) if is_known else f"{error.strerror}"


def count_noun(number: int, noun: str) -> str:
    """Return a number with its noun: `1 sign`, `2 signs`."""
    return f"{number} {noun}{'s' * (number != 1)}"


@contextmanager
def name_errors(name: str | os.PathLike[str]) -> Iterator[None]:
    """Give every `OSError` raised inside the file name `name`.

    Reading and writing an open file raise errors that do not name it.
    """
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(name)) from None


def _is_composed(text: str) -> bool:
    """Whether letters and accents are composed, so that no other text looks the same."""
    if text.isascii():
        return True
    from unicodedata import is_normalized

    return is_normalized("NFC", text)


def _quote_character(before: str, character: str) -> str:
    if character in "\\'":
        return f"\\{character}"
    is_plain = character.isprintable() and _is_composed(before + character)
    return character if is_plain else _escape(character)


_SHORT = {"\t": r"\t", "\n": r"\n", "\r": r"\r"}


def _escape(character: str) -> str:
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # how Python keeps bytes that are not text
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x80:
        return _SHORT.get(character) or f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
