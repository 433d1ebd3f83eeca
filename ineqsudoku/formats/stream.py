"""Cuts a file into pieces that can be read and solved on their own.

Files in formats of ours may be of any size, since only a piece of them is in memory; their
beginning shows what holds for all of it.  Files in formats of other programs, and those that are
quoted or drawn, are read whole, up to `MAX_BYTES`.  So are short files.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ineqsudoku.errors import Fault, PuzzleSyntaxError
from ineqsudoku.formats import clean_part, prepare, refuse_strange, syntax_of, whole_document
from ineqsudoku.formats.boards import has_board
from ineqsudoku.formats.compressed import Bytes
from ineqsudoku.formats.decoding import Decoder, plain_lines
from ineqsudoku.formats.document import MAX_BYTES, Document
from ineqsudoku.formats.grammar import scan
from ineqsudoku.formats.mending import HEAD
from ineqsudoku.formats.registry import FORMATS, format_of
from ineqsudoku.formats.scanning import LINE_OF_SIGNS
from ineqsudoku.formats.sections import MAX_CHARACTERS
from ineqsudoku.formats.syntax import Syntax
from ineqsudoku.messages import Message, Text

CHUNK = 128 * 1024
"""Bytes of a piece: some 1,200 puzzles in compact lines, or 500 in other formats."""

AHEAD = 4
"""Chunks that are read before they are cut into pieces."""

MAX_PIECES = 64
"""The number of pieces of a file that is read whole."""

MAX_LINE = 1024 * 1024
"""Characters of a line in a file that is read piece by piece."""

COMPACT = "compact"
"""The format whose lines are puzzles."""


def pieces(
    stream: Bytes, name: str, format: str = "auto", encoding: str | None = None
) -> Iterator[Document]:
    """Yield the pieces of the file `name` in order; the file alone determines the cuts.

    `encoding` is that of the file; without one the first bytes beyond ASCII show it.

    Raises `PuzzleSyntaxError` when the file is empty, binary or no puzzle at all and, if it
    has to be read whole, when it is too long.  Other faults show when a piece is read.
    Raises `ValueError` for an unknown format or encoding.
    """
    first, head = _without_blank_lines(stream)
    if len(head) < CHUNK and head.isascii():  # The whole file; most are read in half the time so.
        document = whole_document(head, name, encoding, first, format)
        if not _is_of_lines(document, format):
            yield from _parts(document)
            return
    lines = _Lines(stream, head, name, first, encoding)
    sample = lines.sample(format)
    if _is_of_lines(sample, format):
        yield from lines.documents()
        return
    head += stream.read(max(0, HEAD - len(head)))
    if len(head) >= HEAD:
        lines = _Lines(stream, head, name, first, encoding)
        sample = lines.sample(format)
        if _is_to_cut(sample):
            yield from lines.sections(sample)
            return
    data = head + stream.read(MAX_BYTES + 1 - len(head))
    document = whole_document(data, name, encoding, first, format)
    yield from _parts(document)


def pieces_of_lines(stream: Bytes, name: str, encoding: str | None = None) -> Iterator[Document]:
    """Yield the pieces of a file that is known to be *compact*; otherwise as `pieces`."""
    first, head = _without_blank_lines(stream)
    yield from _Lines(stream, head, name, first, encoding).documents()


def _is_to_cut(sample: Document) -> bool:
    """Whether a file with this beginning can be read piece by piece."""
    language, text = sample.language, sample.original
    return (
        FORMATS[format_of(language)].has_grammar
        and language != COMPACT
        and "\0" not in text
        and not has_board(text)
        and not sample.quotation
        and not syntax_of(language).is_misfit(sample.text)
    )


def _parts(document: Document) -> Iterator[Document]:
    """Yield a text that is read whole, in up to `MAX_PIECES` parts or few more."""
    language = document.language
    if not FORMATS[format_of(language)].has_grammar:
        yield document
        return
    syntax = syntax_of(language)
    if document.has_puzzles or syntax.is_puzzle(document.text):  # One, as in most files.
        yield document
        return
    refuse_strange(document)
    places, numbers = _cuts(document, syntax)
    if len(places) < 2 or syntax.is_misfit(document.text):
        yield document
        return
    size = max(1, (numbers[-1] + 1) // MAX_PIECES)
    chosen = [0]
    for cut, number in enumerate(numbers):
        if number >= numbers[chosen[-1]] + size:
            chosen.append(cut)
    yield from document.parts([places[cut] for cut in chosen], [numbers[cut] for cut in chosen])


def _cuts(document: Document, syntax: Syntax) -> tuple[list[int], list[int]]:
    """Return where a text can be cut, and the numbers of the puzzles that begin there: at its
    sections, and where these have no faults at all of their puzzles."""
    places: list[int] = []
    numbers: list[int] = []
    number = 0
    for start, end in pairwise([*syntax.split(document.text), len(document.text)]):
        section = document.text[start:end]
        inside = syntax.starts(section)
        has_faults = len(inside) > 1 and not all(
            part.characters for part in scan(document.language, section)
        )
        within = [0] if has_faults else inside
        places += (start + place for place in within)
        numbers += range(number, number + len(within))
        number += len(inside)
    return places, numbers


def _is_of_lines(sample: Document, format: str) -> bool:
    """Whether the lines of a file are puzzles, as its beginning shows.

    Raises `PuzzleSyntaxError` when the caller says so, and they are nothing like puzzles.
    """
    if sample.language != COMPACT or sample.is_blank:
        return False
    if format == COMPACT:
        refuse_strange(sample)
        return True
    return not syntax_of(COMPACT).objection(sample.text)


def _without_blank_lines(stream: Bytes) -> tuple[int, bytes]:
    """Return the number of the first line that is not blank, and a chunk from its beginning on."""
    line, head = 1, stream.read(CHUNK).removeprefix(codecs.BOM_UTF8)
    while True:
        blank = head[: len(head) - len(head.lstrip(b" \t\r\n"))].decode("ascii")
        end = _end_of_lines(blank)
        line += plain_lines(blank[:end]).count("\n")
        more = stream.read(CHUNK - len(head) + end)
        head = head[end:] + more
        if not (end and more):
            return line, head


class _Lines:
    """The lines of a file from its `head` on, which begins with line `first`."""

    def __init__(
        self, stream: Bytes, head: bytes, name: str, first: int, encoding: str | None
    ) -> None:
        self._stream = stream
        self._name = name
        self._first = first
        self._decoder = Decoder(name, encoding)
        self._head = self._decoder.decode(head)
        self._is_short = len(head) < CHUNK
        self._reported: set[Text] = set()

    def sample(self, format: str) -> Document:
        """Return the first lines, prepared for a format."""
        head = plain_lines(self._head)
        lines = Document.of_lines(head[: head.rfind("\n") + 1] or head, self._name)
        return prepare(lines, format)

    def documents(self) -> Iterator[Document]:
        """Yield whole lines, as many as a chunk has."""
        line, index, rest = self._first, 0, ""
        for text, is_last in self._texts():
            rest += text
            # A short file is one piece, whose changes are counted.
            end = len(rest) if is_last else _end_of_lines(rest) * (not self._is_short)
            if end:
                lines = plain_lines(rest[:end])
                document = Document.of_lines(lines, self._name, line, index)
                document = prepare(document, COMPACT)
                if not document.is_blank:
                    yield self._reporting_once(document)
                line += document.text.count("\n")
                index += syntax_of(COMPACT).number_of_puzzles(document.text)
                rest = rest[end:]
            elif len(rest) > MAX_LINE:
                raise _long_line(self._name, line)

    def sections(self, sample: Document) -> Iterator[Document]:
        """Yield whole sections, as many as make a chunk."""
        language, framing = sample.language, sample.framing
        syntax, end = syntax_of(language), FORMATS[format_of(language)].end
        line, index, rest = self._first, 0, ""
        for text, is_last in self._whole_lines():
            rest += text
            if len(rest) < AHEAD * CHUNK and not is_last:
                continue
            document = Document.of_lines(rest, self._name, line, index)
            document = clean_part(document, language, framing)
            is_ended = _is_ended(document.text, end)
            starts = [*syntax.split(document.text, is_last or is_ended)]
            parts = _chunks(document, syntax, starts)
            is_whole = is_last or is_ended or _is_over(document.text, starts)
            last = parts[-1]
            for part in parts if is_whole else parts[:-1]:
                if not part.is_blank:
                    yield self._reporting_once(part)
            if is_ended:
                return
            line, index, rest = last.line, last.index, last.original
            if is_whole:
                line += last.text.count("\n")
                index += syntax.number_of_puzzles(last.text)
                rest = ""

    def _reporting_once(self, document: Document) -> Document:
        """Return a piece without the warnings that an earlier piece has reported.

        The number of changes in the whole file is not known yet, unless the file is short.
        """
        warnings = tuple(w for w in self._decoder.warnings if w not in self._reported)
        changes = document.changes
        if not self._is_short:
            changes = tuple(
                change._replace(times=0)
                for change in changes
                if (change.kind or change.what) not in self._reported
            )
        self._reported.update(warnings, (change.kind or change.what for change in changes))
        return replace(document, changes=changes, given_warnings=warnings)

    def _whole_lines(self) -> Iterator[tuple[str, bool]]:
        """Yield the lines of the chunks, and whether they are the last."""
        line, rest = self._first, ""
        for text, is_last in self._texts():
            rest += text
            end = len(rest) if is_last else _end_of_lines(rest)
            if not end and len(rest) > MAX_LINE:
                yield "", True
                raise _long_line(self._name, line)
            lines, rest = plain_lines(rest[:end]), rest[end:]
            line += lines.count("\n")
            yield lines, is_last

    def _texts(self) -> Iterator[tuple[str, bool]]:
        """Yield the texts of the chunks, and whether they are the last."""
        yield self._head, False
        while chunk := self._stream.read(CHUNK):
            yield self._decoder.decode(chunk), False
        yield self._decoder.decode(b"", final=True), True


def _end_of_lines(text: str) -> int:
    """Return the end of the last whole line.  A carriage return at the very end does not count,
    because a line feed may follow."""
    return text.rfind("\n") + 1 or text.rfind("\r", 0, -1) + 1


def _is_over(text: str, starts: Sequence[int]) -> bool:
    """Whether no line can follow that belongs to the last section: so many blank lines end it."""
    last_line = text[text.rfind("\n", 0, -1) + 1 :]
    length = len(text) - starts[-1] if starts else 0
    is_long = length >= MAX_CHARACTERS or not text.strip(" \t\n")
    return not last_line.strip(" \t\n") and is_long


def _chunks(document: Document, syntax: Syntax, starts: Sequence[int]) -> list[Document]:
    """Return the text in parts of whole sections that have at least `CHUNK` characters, but the
    last one; `starts` are the starts of the sections."""
    firsts = [0]
    for number, start in enumerate(starts):
        if start - (starts[firsts[-1]] if firsts[-1] else 0) >= CHUNK:
            firsts.append(number)
    places = [0, *(starts[first] for first in firsts[1:])]
    numbers = [0]
    for first, end in pairwise(firsts):
        part = document.text[starts[first] : starts[end]]
        inside = [start - starts[first] for start in starts[first:end]]
        numbers.append(numbers[-1] + _count(part, inside, syntax))
    return [*document.parts(places, numbers)]


def _count(text: str, sections: list[int], syntax: Syntax) -> int:
    """Return the number of puzzles in sections of a text."""
    if [*syntax.starts(text)] == sections:  # A section is usually a puzzle.
        return len(sections)
    ends = [*sections[1:], len(text)]
    return sum(
        syntax.number_of_puzzles(text[start:end]) for start, end in zip(sections, ends, strict=True)
    )


def _is_ended(text: str, end: str) -> bool:
    """Whether a line `end` of a text ends its puzzles although more follows."""
    return bool(end) and end in text and bool(re.search(rf"(?m)^[ \t]*{end}[ \t]*\n\s*\S", text))


def _long_line(name: str, line: int) -> PuzzleSyntaxError:
    found = Message(
        "formats.longer-line", "a line of more than {size} MiB", size=MAX_LINE // 1024**2
    )
    return PuzzleSyntaxError(name, (Fault(line, 1, (LINE_OF_SIGNS,), found),))
