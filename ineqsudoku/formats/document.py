"""A text as the grammars want it: decoded, with plain line ends, slips of the pen mended.

What is mended here never moves a character, so lines and columns stay those of the file.
"""

from __future__ import annotations

from dataclasses import dataclass
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
    """`name` is what messages call the text; `text` ends every line, the last one too, with
    a line feed; `warnings` say what was mended."""

    name: str
    text: str
    warnings: tuple[str, ...] = ()

    @classmethod
    def read(cls, data: str | bytes, name: str) -> Self:
        """Bytes are UTF-8, with or without a byte-order mark.

        Raises `PuzzleSyntaxError` when the text is empty, too long or binary.
        """
        if len(data) > MAX_BYTES:
            raise _too_long(name)
        text = _plain(data if isinstance(data, str) else _decoded(data, name))
        if "\0" in text:
            line, column = _place(text, text.index("\0"))
            fault = Fault(line, column, ("text",), "a NUL byte", "This is a binary file.")
            raise PuzzleSyntaxError(name, (fault,))
        warnings = () if text.isascii() else tuple(_mendings(name, text))
        text = text.translate(_MENDED) if warnings else text
        if not text.strip(" \t\n"):
            raise PuzzleSyntaxError(name, (Fault(1, 1, ("a puzzle",), "an empty text"),))
        return cls(name, text if text.endswith("\n") else text + "\n", warnings)

    def excerpt(self, index: int) -> Excerpt:
        """The lines from the one that starts at `index` of the text."""
        end = index + MAX_EXCERPT
        is_whole = end >= len(self.text)
        if not is_whole:
            end = self.text.rfind("\n", index, end) + 1 or len(self.text)
        first = self.text.count("\n", 0, index) + 1
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


def _mendings(name: str, text: str) -> list[str]:
    mendings = []
    for odd, plain in FULL_WIDTH.items():
        if number := text.count(odd):
            line, column = _place(text, text.index(odd))
            times = "once" if number == 1 else f"{number} times, here first"
            what = "a wide blank" if plain == " " else f"'{odd}'"
            as_what = "a blank" if plain == " " else f"'{plain}'"
            mendings.append(f"{name}:{line}:{column}: {what} read as {as_what} ({times})")
    return mendings


def _place(text: str, index: int) -> tuple[int, int]:
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
    line, column = _place(before, len(before))
    fault = Fault(line, column, ("text in UTF-8",), f"byte 0x{data[start]:02x}", hint)
    raise PuzzleSyntaxError(name, (fault,))
