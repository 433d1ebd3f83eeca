"""Reads puzzles from texts, in four stages, each a function from value to value.

decoding.decode       bytes → a `Document`, which knows its places in the file
clean                 replaces characters and lines that no grammar has
recognise             finds the format and the size, together the language
parse                 the puzzles and the faults, a `Reading`

`registry` has a row for each format.  The module of the same name is imported when the format is
first used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any

from ineqsudoku.errors import MAX_FAULTS, Fault, IneqSudokuError, PuzzleSyntaxError
from ineqsudoku.formats.boards import undrawn
from ineqsudoku.formats.decoding import decode, sample_of
from ineqsudoku.formats.document import MAX_BYTES, Document, Entry, Parsed, Reading
from ineqsudoku.formats.mending import (
    Framing,
    dereference,
    has_plain_characters_only,
    in_plain_blanks,
    may_have_boards,
    mend_by_line,
    unquote,
)
from ineqsudoku.formats.recognition import is_alternating, lines_without_blanks
from ineqsudoku.formats.registry import (
    AUTO,
    FORMATS,
    USUAL,
    USUAL_LINES,
    Format,
    format_for_reading,
    format_of,
    format_of_other_program,
    format_of_ours,
    language,
    size_of,
)
from ineqsudoku.formats.syntax import Syntax
from ineqsudoku.messages import Message

__all__ = ["Entry", "Reading", "entries", "parse", "prepare", "whole_document"]


def whole_document(
    data: str | bytes, name: str, encoding: str | None = None, line: int = 1, format: str = AUTO
) -> Document:
    """Return the text of a file that is called `name` from `line` on, prepared for its format.

    Bytes are decoded from the `encoding`; without one, UTF-8, UTF-16 or GBK is detected.

    Raises `PuzzleSyntaxError` when the text is empty, too long or binary, and `ValueError` for an
    unknown encoding or format.  The error for a text that is too long says whether its beginning
    looks like puzzles at all.
    """
    if len(data) > MAX_BYTES and (sample := sample_of(data, name, encoding, line)):
        refuse_strange(prepare(sample, format))
    return prepare(decode(data, name, encoding, line), format)


def prepare(document: Document, format: str = AUTO) -> Document:
    """Return a decoded document, cleaned for its format and with its language.

    The format is detected unless it is given.  Raises `ValueError` for an unknown one.

    Most files are one puzzle in the usual format.  If such a text is well-formed, there is nothing
    to mend, and no other format recognises it.
    """
    is_usual = format in (AUTO, USUAL) and document.text.count("\n") == USUAL_LINES
    if is_usual and syntax_of(USUAL).is_puzzle(document.text):
        return replace(document, language=USUAL, has_puzzles=True)
    return recognise(clean(document, format), format)


def clean(document: Document, format: str = AUTO) -> Document:
    """Return a decoded document, mended for a format, or for any of ours if that is `auto`: the
    second stage of reading.

    A text is mended only where it has one possible meaning, and every kind of change is recorded
    for a warning.  The number of lines stays the same, and the document has the place of a
    character in the user's file.

    In a format of another program, which becomes the `language` of the document, only blanks are
    mended.  A text of which only blanks would be left stays as it is.

    Raises `ValueError` for an unknown format.
    """
    original = document.original
    row = format_of_other_program(original) if format == AUTO else format_for_reading(format)
    if row and not row.has_grammar:
        text, changes = in_plain_blanks(original)
        return document.clean(text, in_original=changes, language=row.name)
    is_plain = has_plain_characters_only(original)
    text, of_references = dereference(original)
    framing = Framing.of(original) if row is None or row.is_framed else None
    if is_plain:
        return document.clean(original, framing=framing)
    text, changes, quotation = unquote(text)
    language = ""
    if row in (None, FORMATS["extended"]) and may_have_boards(text):
        text, more, language = undrawn(text)
        changes += more
    text, more = mend_by_line(text)
    changes += more
    if not text.strip(" \t\n"):
        return document.clean(original, framing=framing)
    framing = None if language else framing
    return document.clean(text, changes, of_references, quotation, framing, language)


def clean_part(document: Document, language: str, framing: Framing | None) -> Document:
    """Return a decoded part of a file that is neither quoted nor drawn, mended line by line.

    The beginning of the file has shown the language and the framing."""
    text, of_references = dereference(document.original)
    text, changes = mend_by_line(text)
    text = framing.remove(text) if framing else text
    cleaned = document.clean(text, changes, of_references, language=language)
    return replace(cleaned, has_puzzles=True)


def recognise(document: Document, format: str = AUTO) -> Document:
    """Return a cleaned document with its language, without frames and counts if the format has
    them: the third stage of reading.

    The format is recognised unless it is given.  That of another program is known already.
    """
    if document.language:
        return document
    framing = document.framing
    text = framing.remove(document.text) if framing else document.text
    row = FORMATS.get(format) or format_of_ours(text)
    if not row.is_framed:
        text, framing = document.text, None
    language = row.name if len(row.sizes) == 1 else _sized(row, text)
    return replace(document, text=text, framing=framing, language=language)


def _sized(row: Format, text: str) -> str:
    """Return the language of a text in a format.

    Its size is the one with which the lengths of most of the first lines agree; when in doubt, the
    usual size.
    """
    is_extended = row.name == "extended"
    lines = lines_without_blanks(text, _FIRST)
    # A line of signs alone may be an across line of one size or a down line of the next; lines
    # with cells are unambiguous.
    with_cells = [line for line in lines if is_extended and is_alternating(line)]
    lengths = [len(line) for line in lines if line not in with_cells]
    cells = [(len(line) + 1) // 2 for line in with_cells]

    def lines_of(size: int) -> tuple[int, bool]:
        other = size - 1 if is_extended else size**2
        number = lengths.count(size) + lengths.count(other) + cells.count(size)
        return number, size == row.usual_size

    return language(row.name, max(row.sizes, key=lines_of))


_FIRST = 7
"""The number of lines that are examined; the smallest puzzles have no more."""


def parse(document: Document, lossy: bool = False) -> Reading:
    """Return the puzzles of a prepared document.

    In a format with a grammar, faulty puzzles are skipped; in other formats either all puzzles or
    none are read.  Parts that a puzzle cannot hold are faults, unless `lossy`.

    Raises `IneqSudokuError` if the module of the format fails, which is a defect of ours.
    """
    try:
        parse_with_module = parser(document.language)
        if parse_with_module:
            return _collect(document, parse_with_module, lossy)
        return syntax_of(document.language).parse(document)
    except (IneqSudokuError, OSError, MemoryError):
        raise
    except Exception as error:
        where = {"name": document.name, "format": document.language}
        raise IneqSudokuError(_DEFECT.fill(**where, error=repr(error))) from error


_DEFECT = Message(
    "formats.defect",
    "{name}: ineqsudoku failed to read this as {format}, please report it: {error}",
)


def _collect(document: Document, parse: Parse, lossy: bool) -> Reading:
    puzzles: list[Parsed] = []
    lack: list[Fault] = []
    try:
        for parsed in parse(document):
            puzzles.append(parsed)
            lack += parsed.lack[: MAX_FAULTS + 1 - len(lack)]
            if len(lack) > MAX_FAULTS and not lossy:
                break
    except PuzzleSyntaxError as error:
        return Reading([], error)
    if lack and not lossy:
        return Reading([], document.error(lack))
    entries = [Entry(index, parsed.line, parsed.puzzle) for index, parsed in enumerate(puzzles)]
    return Reading(entries, lack=tuple(lack))


def entries(document: Document) -> list[Entry]:
    """Return all puzzles of a prepared document.

    Raises `PuzzleSyntaxError` with up to `MAX_FAULTS` + 1 faults of the text.
    """
    reading = parse(document)
    if reading.error:
        raise reading.error
    return reading.entries


def refuse_strange(document: Document) -> None:
    """Raise `PuzzleSyntaxError` for a text that is no puzzle at all."""
    if parser(document.language):
        return
    if syntax_of(document.language).objection(document.text):
        reading = parse(document)
        if reading.error and not reading.entries:
            raise reading.error


# --- the modules of formats --------------------------------------------------------------

Parse = Callable[[Document], Iterator[Parsed]]
"""`parse` of a format without a grammar yields all puzzles of a text, at least one, and raises
`PuzzleSyntaxError`."""

Write = Callable[..., str]
"""`write` takes a puzzle of a geometry that the format takes and returns its text without a
trailing newline and without what the format cannot hold.  If texts may hold the solution, its
digits are a second argument."""


@cache
def syntax_of(language: str) -> Syntax:
    """Return the syntax of a language: the name of a format with or without a size, see `registry`.

    Raises `ValueError` for any other name.
    """
    format = format_for_reading(format_of(language))
    syntax: Syntax = _module(format.name).OF_SIZE[size_of(language)]
    return syntax


@cache
def parser(language: str) -> Parse | None:
    """Return `parse` of a language without a grammar; `None` if the language has one."""
    format = format_for_reading(format_of(language))
    parse: Parse | None = None if format.has_grammar else _module(format.name).parse
    return parse


def writer(format: str) -> Write:
    """Return `write` of a format."""
    write: Write = _module(format).write
    return write


def _module(format: str) -> Any:
    return import_module(f"ineqsudoku.formats.{format}")
