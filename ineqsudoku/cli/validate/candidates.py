"""The candidates that `validate` examines: texts that should be puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice

from ineqsudoku.batch.sources import Source
from ineqsudoku.errors import Fault, PuzzleSyntaxError
from ineqsudoku.formats import Entry, readable
from ineqsudoku.formats.document import MAX_BYTES
from ineqsudoku.formats.places import Places, sign_indexes, sign_places
from ineqsudoku.formats.registry import FORMATS
from ineqsudoku.formats.scanning import place
from ineqsudoku.formats.sizes import format_of
from ineqsudoku.formats.stream import Piece
from ineqsudoku.names import message_of
from ineqsudoku.puzzle import ABSENT, Puzzle


@dataclass(frozen=True, slots=True)
class Candidate:
    """A text that should be a valid puzzle, and the place where it was read.

    `puzzle`: the puzzle, if the text is one.
    `error`: otherwise, the fault: the text is malformed or, if that is required, not full.
    `trouble`: an error of its file.
    `warnings`: messages to print first.
    `places`: the places of its signs in the file.
    `size`: the length of the text that was read for it and for those after it.
    """

    source: Source
    index: int
    line: int
    puzzle: Puzzle | None = None
    error: PuzzleSyntaxError | None = None
    is_malformed: bool = False
    trouble: str = ""
    warnings: tuple[str, ...] = ()
    places: Callable[[], Places] = dict
    size: int = 0


def candidates(
    sources: Iterable[Source], format: str, allows_absent: bool, is_loaded: bool
) -> Iterator[Candidate]:
    """Yield the candidates of all sources; if `is_loaded`, their sources have their contents."""
    for source in sources:
        try:
            source = _loaded(source) if is_loaded else source
            for piece in source.pieces(format):
                yield from _of_piece(source, piece, allows_absent)
        except PuzzleSyntaxError as error:
            yield Candidate(source, 0, error.line, error=error, is_malformed=True)
        except OSError as error:
            yield Candidate(source, 0, 0, trouble=message_of(error))


def _loaded(source: Source) -> Source:
    """Load a source.  Raises `OSError`, and `PuzzleSyntaxError` if its content is too long."""
    loaded = source.loaded()
    if len(loaded.content or b"") > MAX_BYTES:
        limit = f"a text of at most {MAX_BYTES // 1024**2} MiB"
        raise PuzzleSyntaxError(source.name, (Fault(1, 1, (limit,), "a longer text"),))
    return loaded


def _of_piece(source: Source, piece: Piece, allows_absent: bool) -> Iterator[Candidate]:
    document = piece.document
    warnings, size = document.warnings, len(document.text)
    reading = readable(document, piece.language)
    if error := reading.error:
        yield Candidate(
            source,
            document.index,
            error.line,
            error=error,
            is_malformed=True,
            warnings=warnings,
            size=size,
        )
        warnings, size = (), 0
    for entry in reading.entries:
        missing = None if allows_absent or entry.puzzle.is_full else absent_sign(piece, entry)
        puzzle = None if missing else entry.puzzle
        places = partial(sign_places, document, piece.language, entry)
        yield Candidate(
            source,
            entry.index,
            entry.line,
            puzzle,
            missing,
            warnings=warnings,
            places=places,
            size=size,
        )
        warnings, size = (), 0


def absent_sign(piece: Piece, entry: Entry) -> PuzzleSyntaxError:
    """Return the error for a puzzle that is not full; it points to the first absent sign."""
    document = piece.document
    if entry.puzzle.is_plain:
        hint = "Without a sign it is a sudoku with givens; --partial allows that."
        fault = Fault(entry.line, 1, ("signs",), "none", hint)
        return document.error([fault])
    number = entry.puzzle.signs.count(ABSENT)
    signs = "1 sign is" if number == 1 else f"{number} signs are"
    hint = f"{signs} absent, which --partial allows."
    if not FORMATS[format_of(piece.language)].has_grammar:
        fault = Fault(entry.line, 1, ("a sign in every pair of a box",), "fewer signs", hint)
        return document.error([fault])
    pair = entry.puzzle.geometry.in_box_pairs[entry.puzzle.signs.index(ABSENT)]
    index = sign_indexes(document, piece.language, entry)[pair]
    line, column = place(document.text, index)
    text = document.text.split("\n")[line - 1]
    fault = Fault(line + document.line - 1, column, ("a sign",), f"'{ABSENT}'", hint, text)
    return document.error([fault])


def with_loneliness(candidates: Iterator[Candidate]) -> Iterator[tuple[Candidate, bool]]:
    """Yield each candidate and whether it is the only one."""
    first = list(islice(candidates, 2))
    for candidate in first:
        yield candidate, len(first) == 1
    for candidate in candidates:
        yield candidate, False
