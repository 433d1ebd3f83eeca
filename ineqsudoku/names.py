"""Words of messages: names of files, and errors that name files."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import pairwise

from ineqsudoku.messages import Items, Message, Text


def quote(name: str | bytes | os.PathLike[str], *, in_ascii: bool = False) -> str:
    r"""Return a file name for messages: on one line, harmless to a terminal, and unambiguous.

    A name of visible characters is returned unchanged.  Any other is quoted as in a shell,
    `$'caf\xe9.in'`.  Bytes that are not text are written as `\xNN`; characters that are not
    visible, or that Unicode would combine with the previous one, as `\n`, `\x1b` or `\u202e`; so
    are blanks at the end of a part of a path.  With `in_ascii`, no other character is left, either,
    and every blank is written as `\x20`.
    """
    text = os.fsdecode(name)
    blanks = _BLANKS if in_ascii else _BLANKS_AT_ENDS
    is_plain = text.isascii() or (not in_ascii and _are_visible(text) and _is_composed(text))
    if is_plain and text.isprintable() and not blanks.search(text) and not text.startswith("$'"):
        return text
    escaped = "".join(_quote_character(before, c, in_ascii) for before, c in pairwise(f"'{text}"))
    shown = blanks.sub(lambda match: r"\x20" * len(match[0]), escaped)
    return f"$'{shown}'"


_BLANKS = re.compile(" +")
_BLANKS_AT_ENDS = re.compile("(?<![^/]) +| +(?![^/])")


def look_alikes(names: Iterable[str]) -> set[str]:
    """Return those of the names that look like another one of them in many fonts.

    Names of one alphabet that differ in similar letters, such as `l` and `1`, do not count.
    """
    similar: dict[str, set[str]] = {}
    for name in names:
        similar.setdefault(_skeleton(name), set()).add(name)
    return set().union(*(group for group in similar.values() if len(group) > 1))


def _skeleton(name: str) -> str:
    """Return a text that is the same for names that look alike, as in Unicode TR 39."""
    visible = "".join(c for c in unicodedata.normalize("NFKC", name) if _are_visible(c))
    return " ".join(visible.translate(_SIMILAR).split())


# Capitals and small letters of Cyrillic and Greek, then kana.
_SIMILAR = str.maketrans(
    "АВЕЅІЈКМНОРСТУХԌԚԜаеѕіјорсухһԁԛԝӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧανιορυγエカロタトチニハミオへべぺー",
    "ABESIJKMHOPCTYXGQWaesijopcyxhdqwlABEZHIKMNOPTYXaviopuy工力口夕卜千二八三才ヘベペ一",
)


def printable(text: str) -> str:
    """Return `text` with escapes for characters that are not printable, including line feeds."""
    return "".join(c if c.isprintable() else _escape(c) for c in text)


def message_of(error: Exception) -> Text:
    """Return the message of an error.  That of an `OSError` starts with the name of its file."""
    if not isinstance(error, OSError) or error.strerror is None:
        value = error.args[0] if len(error.args) == 1 else None
        return value if isinstance(value, (Message, Items)) else str(error)
    if error.filename is None:
        return reason_of(error)
    return AT_FILE.fill(file=quote(error.filename), reason=reason_of(error))


AT_FILE = Message("os.at-file", "{file}: {reason}")
"""A message with the name of the file before it."""

EXIT_CODE = Message("os.exit-code", "exit code {code}")


_REASONS = {
    message.english: message
    for message in (
        Message("os.denied", "Permission denied"),
        Message("os.bad-descriptor", "Bad file descriptor"),
        Message("os.busy", "Device or resource busy"),
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
        Message("os.not-empty", "Directory not empty"),
        Message("os.not-permitted", "Operation not permitted"),
        Message("os.pipe", "Broken pipe"),
        Message("os.read-only", "Read-only file system"),
        Message("os.in-use", "Text file busy"),
        Message("os.quota", "Disk quota exceeded"),
        Message("os.no-locks", "No locks available"),
        Message("os.port", "Address already in use"),
        Message("os.address", "Cannot assign requested address"),
        Message("os.host", "Name or service not known"),
    )
}
"""What systems say, in English, of errors that users meet."""


def reason_of(error: OSError | str) -> Message | str:
    """Return the message for what the system says of an error, without the name of the file.

    Words that are not in `_REASONS` stay as they are.
    """
    words: object = error if isinstance(error, str) else error.strerror
    return words if isinstance(words, Message) else _REASONS.get(str(words), str(words))


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
    return unicodedata.is_normalized("NFC", text)


def _are_visible(text: str) -> bool:
    """Whether no character is shown as nothing or as a blank, except the plain blank.

    Some count as printable, such as U+3164 and U+FE0F; their names tell.
    """
    return text.isprintable() and not any(_INVISIBLE.search(unicodedata.name(c, "")) for c in text)


_INVISIBLE = re.compile(
    r"\b(?:FILLER|BLANK|SELECTOR|VOWEL INHERENT|GRAPHEME JOINER|NULL NOTEHEAD)\b"
)


def _quote_character(before: str, character: str, in_ascii: bool) -> str:
    if character in "\\'":
        return f"\\{character}"
    is_known = character.isascii() or not in_ascii
    is_plain = is_known and _are_visible(character) and _is_composed(before + character)
    return character if is_plain else _escape(character)


_SHORT = {"\t": r"\t", "\n": r"\n", "\r": r"\r"}


def _escape(character: str) -> str:
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # how Python keeps bytes that are not text
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x80:
        return _SHORT.get(character) or f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
