"""Reads puzzles from texts, in four stages; `registry` has all formats.

decoding.decode       bytes → a `Document`, which knows its places in the file
cleaning.clean        replaces characters and lines that no grammar has
sizes.recognise       finds the format and the size, together the language
parse                 the puzzles and the faults, a `Reading`
"""

from __future__ import annotations

from ineqsudoku.errors import MAX_FAULTS, Fault, IneqSudokuError, PuzzleSyntaxError
from ineqsudoku.formats.cleaning import clean
from ineqsudoku.formats.decoding import decode, sample_of
from ineqsudoku.formats.document import MAX_BYTES, Document
from ineqsudoku.formats.interfaces import Entry, Parse, Parsed, Reading
from ineqsudoku.formats.modules import parser, syntax_of
from ineqsudoku.formats.registry import AUTO
from ineqsudoku.formats.sizes import recognise

__all__ = ["Entry", "Reading", "entries", "parse", "prepared", "whole_document"]


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
        refuse_strange(prepared(sample, format))
    return prepared(decode(data, name, encoding, line), format)


def prepared(document: Document, format: str = AUTO) -> Document:
    """Return a decoded document, cleaned for its format and with its language.

    The format is detected unless it is given.  Raises `ValueError` for an unknown one.
    """
    return recognise(clean(document, format), format)


def parse(document: Document, lossy: bool = False) -> Reading:
    """Return the puzzles of a prepared document.

    In a format with a grammar, faulty puzzles are skipped; in other formats either all puzzles or
    none are read.  Parts that a puzzle cannot hold are faults, unless `lossy`.

    Raises `IneqSudokuError` if the module of the format fails, which is a defect of ours.
    """
    try:
        parse_with_module = parser(document.language)
        if parse_with_module:
            return _collected(document, parse_with_module, lossy)
        return syntax_of(document.language).parse(document)
    except (IneqSudokuError, OSError, MemoryError):
        raise
    except Exception as error:
        message = f"{document.name}: ineqsudoku failed to read this as {document.language}"
        raise IneqSudokuError(f"{message}, please report it: {error!r}") from error


def _collected(document: Document, parse: Parse, lossy: bool) -> Reading:
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
    from ineqsudoku.formats.misfits import objection

    if objection(document.text, syntax_of(document.language)):
        reading = parse(document)
        if reading.error and not reading.entries:
            raise reading.error
