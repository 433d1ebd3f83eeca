"""A text as the grammars want it: decoded, with plain line ends, slips of the pen mended.

What is mended here never moves a character, so lines and columns stay those of the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, Self

from ineqsudoku.errors import Fault, PuzzleSyntaxError

MAX_BYTES = 16 * 1024 * 1024
"""A longer text is refused before it is parsed; of `str`, characters count.  It is about
75,000 puzzles in contest format."""

FULL_WIDTH = {
    "＜": "<",
    "＞": ">",
    "∧": "^",
    "∨": "v",
    "＾": "^",
    "ｖ": "v",
    "．": ".",
    "\u3000": " ",
    "\u00a0": " ",
}
"""What input methods and web pages put for signs and blanks, and what it stands for."""

_MENDED = str.maketrans(FULL_WIDTH)

UNDECODED = "surrogateescape"
"""How Python keeps bytes that are not UTF-8: as U+DC80 … U+DCFF."""

MAX_EXCERPT = 1024 * 1024
"""Faults are looked for in so many characters, from the first faulty puzzle on."""


class Line(NamedTuple):
    """A line without its end, and where it stands in the file, from 1."""

    number: int
    text: str

    @property
    def is_blank(self) -> bool:
        return not self.text.strip(" \t")


class Excerpt(NamedTuple):
    """Some lines of a text; `is_whole` says that they go on to its end."""

    lines: list[Line]
    is_whole: bool


@dataclass(frozen=True, slots=True)
class Document:
    """The text of a file, or of a part of it that can be read on its own.

    `name` is what messages call the file; `text` ends every line, the last one too, with a
    line feed; `warnings` say what was mended.  `line` is the number of the first line and
    `index` that of the first puzzle in the file, lines from 1 and puzzles from 0.
    """

    name: str
    text: str
    warnings: tuple[str, ...] = ()
    line: int = 1
    index: int = 0

    @classmethod
    def read(cls, data: str | bytes, name: str) -> Self:
        """Bytes are UTF-8, with or without a byte-order mark.

        Raises `PuzzleSyntaxError` when the text is empty, too long or binary.
        """
        if len(data) > MAX_BYTES:
            raise _too_long(name)
        text = _plain(data if isinstance(data, str) else _decoded(data, name))
        if "\0" in text:
            line, column = place(text, text.index("\0"))
            fault = Fault(line, column, ("text",), "a NUL byte", "This is a binary file.")
            raise PuzzleSyntaxError(name, (fault,))
        document = cls._mended(name, text)
        if document.is_blank:
            raise PuzzleSyntaxError(name, (Fault(1, 1, ("a puzzle",), "an empty text"),))
        return document

    @classmethod
    def of_lines(cls, data: bytes, name: str, line: int, index: int) -> Self:
        """Whole lines of a file whose lines are puzzles.

        A byte that is not UTF-8 becomes a character that is none, so that a grammar refuses
        its line and no other.
        """
        return cls._mended(name, _plain(data.decode("utf-8", UNDECODED)), line, index)

    @classmethod
    def _mended(cls, name: str, text: str, line: int = 1, index: int = 0) -> Self:
        warnings = () if text.isascii() else tuple(_mendings(name, text, line))
        text = text.translate(_MENDED) if warnings else text
        return cls(name, text if text.endswith("\n") else text + "\n", warnings, line, index)

    @property
    def is_blank(self) -> bool:
        return not self.text.strip(" \t\n")

    def parts(self, starts: Sequence[int], size: int = 1) -> Iterator[Self]:
        """The text cut at every `size`-th of `starts`, which are where its puzzles begin.

        The warnings go with the first part.
        """
        line, before, warnings = self.line, 0, self.warnings
        cuts = [*starts[::size], len(self.text)]
        for place, (start, end) in enumerate(pairwise(cuts)):
            line += self.text.count("\n", before, start)
            text = self.text[start:end]
            yield type(self)(self.name, text, warnings, line, self.index + place * size)
            before, warnings = start, ()

    def excerpt(self, index: int) -> Excerpt:
        """The lines from the one that starts at `index` of the text."""
        end = index + MAX_EXCERPT
        is_whole = end >= len(self.text)
        if not is_whole:
            end = self.text.rfind("\n", index, end) + 1 or len(self.text)
        first = self.text.count("\n", 0, index) + self.line
        lines = self.text[index:end].split("\n")[:-1]
        return Excerpt([Line(*numbered) for numbered in enumerate(lines, first)], is_whole)

    def lines_before(self, index: int, number: int) -> int:
        """Where the line starts that stands `number` lines before the one at `index`; `index`
        itself when a blank line or the start of the text comes first."""
        start = index
        for _ in range(number):
            before = self.text.rfind("\n", 0, max(start - 1, 0)) + 1
            if not self.text[before:start].strip(" \t\n"):
                return index
            start = before
        return start


def _plain(text: str) -> str:
    """`text` without a byte-order mark and with a line feed for every line end."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def starts_of_lines(text: str) -> list[tuple[int, str]]:
    """Each line of a text that ends every line, without its end, and where it starts."""
    starts = []
    start = 0
    for line in text.split("\n")[:-1]:
        starts.append((start, line))
        start += len(line) + 1
    return starts


def _mendings(name: str, text: str, first: int) -> list[str]:
    """`first` is the number of the first line."""
    mendings = []
    for odd, plain in FULL_WIDTH.items():
        if number := text.count(odd):
            line, column = place(text, text.index(odd))
            line += first - 1
            times = "once" if number == 1 else f"{number} times, here first"
            what = "a wide blank" if plain == " " else f"'{odd}'"
            as_what = "a blank" if plain == " " else f"'{plain}'"
            mendings.append(f"{name}:{line}:{column}: {what} read as {as_what} ({times})")
    return mendings


def place(text: str, index: int) -> tuple[int, int]:
    """Line and column, both from 1, of the character at `index`."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def _too_long(name: str) -> PuzzleSyntaxError:
    limit = f"a text of at most {MAX_BYTES // 1024**2} MiB"
    hint = "Split it; none of its puzzles was read."
    return PuzzleSyntaxError(name, (Fault(1, 1, (limit,), "a longer text", hint),))


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        start = error.start
    utf_16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    hint = "It looks like UTF-16: save it as UTF-8." if utf_16 else "This is a binary file."
    before = _plain(data[:start].decode("utf-8"))
    line, column = place(before, len(before))
    fault = Fault(line, column, ("text in UTF-8",), f"byte 0x{data[start]:02x}", hint)
    raise PuzzleSyntaxError(name, (fault,))
