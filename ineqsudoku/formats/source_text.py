"""The text of a file, and the puzzles in it.

`decode` turns bytes into text and typographic characters into plain ones.
"""

from __future__ import annotations

import codecs
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, islice

from ineqsudoku.errors import MAX_FAULTS, Fault, PuzzleSyntaxError
from ineqsudoku.formats.words import A_BLANK, A_LONGER_TEXT, A_PUZZLE
from ineqsudoku.messages import Message, Text
from ineqsudoku.puzzle import Puzzle

MAX_BYTES = 16 * 1024 * 1024
"""The most bytes of a text, about 75,000 puzzles in *contest*.

A longer text is refused, unless it is *compact* and read piece by piece.
"""

_NAMED_BLANKS = {
    "\u00a0": Message("formats.no-break-space", "a no-break space (U+00A0)"),
    "\u3000": Message("formats.ideographic-space", "an ideographic space (U+3000)"),
}
"""Characters that are read as a blank, and their names in warnings."""

_LOOK_ALIKES = {
    "<": "＜﹤〈\u2329⟨‹《",
    ">": "＞﹥〉\u232a⟩›》",
    "^": "∧＾︿Λ⋀˄⌃",
    "v": "∨ｖＶ﹀⋁˅⌄",
    ".": "．。·",
    **{digit: chr(ord(digit) - ord("0") + ord("０")) for digit in "0123456789"},
}
"""Characters that input methods, web pages and books use for a sign or a digit."""

STANDS_FOR = {
    **{other: plain for plain, others in _LOOK_ALIKES.items() for other in others},
    **dict.fromkeys(_NAMED_BLANKS, " "),
}
"""Maps characters to the plain characters that they are read as, one to one."""

_TABLE = str.maketrans(STANDS_FOR)


@dataclass(frozen=True, slots=True)
class SourceText:
    """The text of a file, or a piece of a file in the format *compact*.

    `name`
        The name of the file in messages.
    `original`
        The text of the file.  Every line ends with a line feed.
    `text`
        The same text in plain characters; every character stands in its column.
    `format`
        The name of its format.
    `line`, `index`
        The number of its first line in the file, from 1, and of its first puzzle, from 0.
    `warnings`
        Messages about everything that was guessed or replaced.
    `is_warned`
        Whether an earlier piece of the file has warned of skipped lines.
    """

    name: str
    original: str
    text: str
    format: str = ""
    line: int = 1
    index: int = 0
    warnings: tuple[Message, ...] = ()
    is_warned: bool = False


def decode(data: str | bytes, name: str, line: int = 1) -> SourceText:
    """Return the text of the file `name` from `line` on; its format is not known yet.

    Bytes are UTF-8, UTF-16 if they begin with its byte-order mark, else GB18030.  Bytes that are
    none of these become U+DC80 … U+DCFF, which no format has.  Raises `PuzzleSyntaxError` for a
    text that is too long, binary or blank.
    """
    if len(data) > MAX_BYTES:
        raise too_long(name)
    text, warnings = (data, ()) if isinstance(data, str) else _decode(data, name)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text or text.isspace():
        raise PuzzleSyntaxError(name, (Fault(1, 1, (A_PUZZLE,), _EMPTY),))
    if "\0" in text:
        place = text.index("\0")
        row, column = text.count("\n", 0, place) + line, place - text.rfind("\n", 0, place)
        raise PuzzleSyntaxError(name, (Fault(row, column, (_TEXT,), _NUL, _BINARY),))
    original = text if text.endswith("\n") else text + "\n"
    if original.isascii():
        return SourceText(name, original, original, line=line, warnings=warnings)
    plain = original.translate(_TABLE)
    source_text = SourceText(name, original, plain, line=line)
    return replace(source_text, warnings=(*warnings, *_replaced(source_text)))


_TEXT = Message("formats.text", "text")
_EMPTY = Message("formats.empty", "an empty text")
_NUL = Message("formats.nul", "a NUL byte")
_BINARY = Message("formats.binary", "This is a binary file.")


def encoding_of(data: bytes) -> str:
    """Return the encoding of a file: that of its byte-order mark, else UTF-8 or GB18030.

    UTF-8 is also returned for bytes in neither encoding.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    for encoding in ("utf-8", "gb18030"):
        with suppress(UnicodeDecodeError):
            data.decode(encoding)
            return encoding
    return "utf-8"


def _decode(data: bytes, name: str) -> tuple[str, tuple[Message, ...]]:
    """Return the text of bytes, and a warning about their encoding if it was guessed."""
    if data.isascii():
        return data.decode("ascii"), ()
    encoding = encoding_of(data)
    errors = "replace" if encoding == "utf-16" else "surrogateescape"
    warnings = (_GUESSED[encoding].fill(name=name),) if encoding in _GUESSED else ()
    return data.decode(encoding, errors), warnings


_GUESSED = {
    "gb18030": Message(
        "formats.read-as-gb18030", "{name}: read as GB18030, because it is not UTF-8"
    ),
    "utf-16": Message(
        "formats.read-as-utf-16", "{name}: read as UTF-16, because it begins with a byte-order mark"
    ),
}
"""The warnings, by the encoding that was guessed."""


def too_long(name: str) -> PuzzleSyntaxError:
    """Return the error for a text of more than `MAX_BYTES`."""
    limit = Message("formats.most-bytes", "a text of at most {size} MiB", size=MAX_BYTES // 1024**2)
    split = Message("formats.split", "Split the text; none of its puzzles was read.")
    return PuzzleSyntaxError(name, (Fault(1, 1, (limit,), A_LONGER_TEXT, split),))


# --- warnings ----------------------------------------------------------------------------

_ONCE = Message("formats.changed-once", "{place}: {what} (once)")
_OFTEN = Message("formats.changed-often", "{place}: {what} ({n} times, here first)")
_READ_AS = Message("formats.read-as", "{written} read as {meant}")


def describe_change(place: str, what: Message, times: int) -> Message:
    """Return the warning about a change that was made `times` times, first at `place`."""
    return (_OFTEN.fill(n=times) if times > 1 else _ONCE).fill(place=place, what=what)


def _replaced(source_text: SourceText) -> list[Message]:
    """Return warnings about the signs, digits and blanks of a text that were replaced."""
    both = zip(source_text.original.split("\n"), source_text.text.split("\n"), strict=True)
    times: Counter[str] = Counter()
    first: dict[str, str] = {}
    for number, (line, plain) in enumerate(both, source_text.line):
        if line == plain or not _CELLS_AND_SIGNS.issuperset(plain):
            continue
        for column, character in enumerate(line, 1):
            if character in STANDS_FOR:
                times[character] += 1
                first.setdefault(character, f"{source_text.name}:{number}:{column}")
    changes = {c: _READ_AS.fill(written=_name(c), meant=_name(STANDS_FOR[c])) for c in times}
    return [describe_change(first[c], change, times[c]) for c, change in changes.items()]


_CELLS_AND_SIGNS = frozenset("<>^v.0123456789 \t")
"""Lines with any other character are headings; replaced characters there need no warning."""


def _name(character: str) -> Text:
    return _NAMED_BLANKS.get(character) or (A_BLANK if character == " " else f"'{character}'")


# --- puzzles in a text ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle and its place in a file.

    `index`
        The number of the puzzle in the file, from 0; puzzles that cannot be read count, too.
    `line`
        Its first line, from 1.
    `puzzle`
        The puzzle.
    """

    index: int
    line: int
    puzzle: Puzzle


@dataclass(frozen=True, slots=True)
class ParseResult:
    """What a text holds.

    `puzzles`
        The puzzles in order; for each that cannot be read, the error with its faults.
    `warnings`
        Messages about everything that was guessed, replaced or skipped.
    `unsupported`
        Faults for the parts that a `Puzzle` cannot hold, at most `MAX_FAULTS` + 1.
    """

    puzzles: list[Entry | PuzzleSyntaxError]
    warnings: tuple[Message, ...] = ()
    unsupported: tuple[Fault, ...] = ()

    @property
    def readable(self) -> list[Entry]:
        """The puzzles that can be read."""
        return [one for one in self.puzzles if isinstance(one, Entry)]

    @property
    def error(self) -> PuzzleSyntaxError | None:
        """The error with the faults of all others, at most `MAX_FAULTS` + 1; `None` without any."""
        errors = [one for one in self.puzzles if isinstance(one, PuzzleSyntaxError)]
        if not errors:
            return None
        faults = chain.from_iterable(error.faults for error in errors)
        return PuzzleSyntaxError(errors[0].file, tuple(islice(faults, MAX_FAULTS + 1)))

    def entries(self) -> list[Entry]:
        """Return the puzzles.  Raises the `error` if there is one."""
        if error := self.error:
            raise error
        return self.readable
