"""From a file to its puzzles: *compact* is read piece by piece, any other format whole."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import BinaryIO, cast

from ineqsudoku.errors import Fault, PuzzleSyntaxError
from ineqsudoku.formats.recognition import (
    AUTO,
    HEXADOKU,
    first_line,
    is_heading,
    split_lines,
    with_format,
)
from ineqsudoku.formats.registry import FORMATS
from ineqsudoku.formats.source_text import MAX_BYTES, ParseResult, SourceText, decode, encoding_of
from ineqsudoku.formats.words import END_OF_FILE
from ineqsudoku.messages import Message, Text
from ineqsudoku.puzzle import Puzzle


def whole_text(data: str | bytes, name: str, format: str = AUTO, line: int = 1) -> SourceText:
    """Return the text of the file `name` from `line` on, with its format.

    The format is recognised unless it is given.  Raises `PuzzleSyntaxError` for a text that is
    empty, too long, binary or no puzzle at all.
    """
    return with_format(decode(data, name, line), format)


def parse(source_text: SourceText, *, lossy: bool = False) -> ParseResult:
    """Return the puzzles of a text, and the faults of those that cannot be read.

    Once more than `MAX_FAULTS` faults are found, the faults of further puzzles are not located.
    Parts of a link that a puzzle cannot hold are faults, unless `lossy`.
    """
    if source_text.format == HEXADOKU:
        row = first_line(source_text)
        assert row  # this line decided the format
        fault = Fault(row.number, 1, (_OF_NINE,), _OF_SIXTEEN, _SOLVE_ALONE, row.written)
        return ParseResult([PuzzleSyntaxError(source_text.name, (fault,))], source_text.warnings)
    return FORMATS[source_text.format].read(source_text, lossy=lossy)


_OF_NINE = Message("formats.of-nine", "a puzzle of 9×9")
_OF_SIXTEEN = Message("formats.of-sixteen", "one of 16×16")
_SOLVE_ALONE = Message("formats.solve-alone", "Only ineqsudoku solve takes sudoku of 16×16.")


def read_layouts(text: str) -> list[Puzzle] | None:
    """Return the puzzles of a text in *compact* without a fault; `None` for any other text."""
    puzzles: list[Puzzle] | None = FORMATS[COMPACT].module.read_layouts(text)
    return puzzles


# --- files of any size -------------------------------------------------------------------

GZIP = ".gz"
"""The suffix of compressed files."""

COMPACT = "compact"
"""The format whose lines are puzzles."""

PIECE = 128 * 1024
"""The size of a piece in bytes: some 1,200 puzzles.  A shorter file is one piece."""

MAX_LINE = 1024 * 1024
"""The most bytes of a line in a file that is read piece by piece."""


@contextmanager
def open_file(path: str, name: str) -> Iterator[BinaryIO]:
    """Return a context with a file, decompressed if it is called `*.gz`.

    `name` is its name in messages.  Raises `OSError`, and `PuzzleSyntaxError` for damaged data.
    """
    if not path.endswith(GZIP):
        with open(path, "rb") as file:
            yield file
        return
    try:
        with gzip.open(path, "rb") as file:
            yield cast(BinaryIO, file)
    except EOFError:
        raise _damaged(name, END_OF_FILE, _INCOMPLETE) from None
    except (gzip.BadGzipFile, zlib.error):
        raise _damaged(name, _DAMAGED) from None


def _damaged(name: str, found: Text, hint: Text = "") -> PuzzleSyntaxError:
    return PuzzleSyntaxError(name, (Fault(1, 1, (_INTACT,), found, hint),))


_INTACT = Message("formats.intact", "intact gzip data")
_DAMAGED = Message("formats.damaged-data", "damaged data")
_INCOMPLETE = Message("formats.incomplete", "The file is incomplete.")


def pieces(stream: BinaryIO, name: str, format: str = AUTO) -> Iterator[SourceText]:
    """Yield the pieces of the file `name` in order; the file alone determines the cuts.

    Raises `PuzzleSyntaxError` for a file that is empty, binary or no puzzle at all and, unless it
    is *compact*, when it is longer than `MAX_BYTES`.
    """
    head = stream.read(PIECE)
    if len(head) == PIECE and _is_compact(head, name, format):
        yield from _pieces_of_lines(stream, head, name)
        return
    if len(head) == PIECE:
        head += stream.read(MAX_BYTES + 1 - PIECE)
    yield whole_text(head, name, format)


def _is_compact(head: bytes, name: str, format: str) -> bool:
    """Whether a file with this beginning is *compact* and has lines that a line feed ends."""
    whole = head[: head.rfind(b"\n") + 1]
    if not whole or whole.isspace() or encoding_of(head) == "utf-16":
        return False
    return with_format(decode(whole, name), format).format == COMPACT


def _pieces_of_lines(stream: BinaryIO, head: bytes, name: str) -> Iterator[SourceText]:
    """Yield whole lines, as many as a piece has."""
    line, index, rest, warned = 1, 0, b"", set[str]()
    chunk = head
    while chunk:
        rest += chunk
        chunk = stream.read(PIECE)
        end = rest.rfind(b"\n") + 1 if chunk else len(rest)
        if not end and len(rest) > MAX_LINE:
            raise _long_line(name, line)
        text, rest = rest[:end], rest[end:]
        if text and not text.isspace():
            source_text = replace(decode(text, name, line), format=COMPACT, index=index)
            number, skipped = _count(source_text)
            if number:
                yield _without_repeated(source_text, warned)
                warned |= {_SKIPPED} if skipped else set()
            index += number
        line += text.count(b"\n")


_SKIPPED = "skipped"


def _count(source_text: SourceText) -> tuple[int, bool]:
    """Return the number of puzzles in a piece, and whether other lines are skipped."""
    text = source_text.text
    if not (text.isascii() and text.encode("ascii").translate(None, b"<>^v.\n")) and not (
        text.startswith("\n") or "\n\n" in text
    ):
        return text.count("\n"), False  # only lines of signs
    lines = [line.text for line in split_lines(source_text) if not line.is_blank]
    skipped = sum(map(is_heading, lines))
    return len(lines) - skipped, skipped > 0


def _without_repeated(source_text: SourceText, warned: set[str]) -> SourceText:
    """Return a piece without the warnings that an earlier piece has given."""
    new = tuple(warning for warning in source_text.warnings if _subject(warning) not in warned)
    is_warned = _SKIPPED in warned
    warned |= set(map(_subject, new))
    return replace(source_text, warnings=new, is_warned=is_warned)


def _subject(warning: Message) -> str:
    """Return the subject of a warning: a character that was replaced, or else its code."""
    return str(dict(warning.arguments).get("what", warning.code))


def _long_line(name: str, line: int) -> PuzzleSyntaxError:
    size = MAX_LINE // 1024**2
    found = Message("formats.longer-line", "a line of more than {size} MiB", size=size)
    return PuzzleSyntaxError(name, (Fault(line, 1, (_LINE_OF_SIGNS,), found),))


_LINE_OF_SIGNS = Message("formats.layout", "a line of signs")
