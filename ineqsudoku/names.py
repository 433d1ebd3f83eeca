"""Words of messages: names of files, errors that name files, numbers of things."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise


def shown(name: str | bytes | os.PathLike[str]) -> str:
    r"""A file name as messages show it: on one line, harmless to a terminal, and different for
    different names.

    A name of printable characters is shown as it is.  Any other is quoted as shells do it,
    `$'caf\xe9.in'`: a byte that is not text as `\xNN`, a character that cannot be printed, or
    that Unicode would combine with the one before, as `\n`, `\x1b` or `\u202e`.
    """
    text = os.fsdecode(name)
    if text.isprintable() and _is_composed(text) and not text.startswith("$'"):
        return text
    escaped = (_quoted(before, c) for before, c in pairwise(f"'{text}"))
    return f"$'{''.join(escaped)}'"


def printable(text: str) -> str:
    """`text` with escapes for the characters that cannot be printed, line feeds among them."""
    return "".join(c if c.isprintable() else _escape(c) for c in text)


def message_of(error: Exception) -> str:
    """The message for an error.  That of an `OSError` starts with the name of its file."""
    if not isinstance(error, OSError) or error.strerror is None:
        return str(error)
    if error.filename is None:
        return error.strerror
    return f"{shown(error.filename)}: {error.strerror}"


def counted(number: int, noun: str) -> str:
    """`1 sign`, `2 signs`."""
    return f"{number} {noun}{'s' * (number != 1)}"


@contextmanager
def named(name: str | os.PathLike[str]) -> Iterator[None]:
    """Every `OSError` raised inside is about `name`.

    Reading and writing an open file raise errors that do not name it.
    """
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(name)) from None


def _is_composed(text: str) -> bool:
    """Whether no other text looks the same because it composes letters and accents otherwise."""
    if text.isascii():
        return True
    from unicodedata import is_normalized

    return is_normalized("NFC", text)


def _quoted(before: str, character: str) -> str:
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
