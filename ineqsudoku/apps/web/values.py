"""What requests and answers have in common: puzzles and boards as JSON; sentences and refusals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, NoReturn

from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.fields import FieldError, Range, read
from ineqsudoku.geometry import LARGEST, NINE, Geometry
from ineqsudoku.messages import ENGLISH, LANGUAGES, Message, Text
from ineqsudoku.names import message_of
from ineqsudoku.puzzle import Puzzle

Object = dict[str, Any]
"""A JSON object."""

BAD_REQUEST, NOT_FOUND, UNPROCESSABLE = 400, 404, 422


class RequestError(IneqSudokuError):
    """A request that cannot be answered: an HTTP `status` of 4xx, and the reason."""

    def __init__(self, status: int, reason: Message) -> None:
        self.status = status
        self.reason = reason
        super().__init__(status, reason)

    def __str__(self) -> str:
        return sentence(self.reason)


def refuse(reason: Message | Exception, status: int = BAD_REQUEST) -> NoReturn:
    """Raise `RequestError` with a message, or with that of another error."""
    raise RequestError(status, reason if isinstance(reason, Message) else message_in(reason))


def message_in(value: Text | Exception) -> Message:
    """Return a message, also that of an error or a warning; one that holds any other text."""
    words = message_of(value) if isinstance(value, Exception) else value
    return words if isinstance(words, Message) else Message("web.text", "{text}", text=words)


_SENTENCE = Message("web.sentence", "{clause}.")


def sentence(message: Message) -> str:
    """Return a message as a sentence: with a full stop, and with a capital letter where the full
    stop is that of an alphabet."""
    text, stop = str(message), str(_SENTENCE.fill(clause=""))
    if text and text[-1] not in ".!?。！？":
        text = str(_SENTENCE.fill(clause=text))
    return text[:1].upper() + text[1:] if stop == "." else text


def accepted_language(header: str) -> str:
    """Return the language that an `Accept-Language` header prefers; English if none is there."""
    entries = [entry.partition(";q=") for entry in header.lower().replace(" ", "").split(",")]
    for tag, _, quality in sorted(entries, key=lambda entry: entry[2] or "1", reverse=True):
        name = tag.partition("-")[0]
        is_refused = quality and not quality.strip("0.")
        if name in LANGUAGES and not is_refused:
            return name
    return ENGLISH


@dataclass(frozen=True, slots=True)
class _Parts:
    """The JSON form of a puzzle: the numbers of its geometry, 9×9 without any, and its texts."""

    size: Annotated[int, Range(2, LARGEST)] | None = None
    box_rows: Annotated[int, Range(0, LARGEST)] = 0
    box_columns: Annotated[int, Range(0, LARGEST)] = 0
    signs: str = ""
    givens: str = ""
    border_signs: str = ""


def object_of(puzzle: Puzzle) -> Object:
    """Return the JSON form of a puzzle: its texts and the numbers of its geometry."""
    geometry = puzzle.geometry
    return {
        "size": geometry.size,
        "box_rows": geometry.box_rows,
        "box_columns": geometry.box_columns,
        "signs": puzzle.signs,
        "givens": puzzle.givens,
        "border_signs": puzzle.border_signs,
    }


def object_of_board(picture: Picture) -> Object:
    """Return the JSON form of what a picture adds to its puzzle, but for letters and texts."""
    label = picture.geometry.label
    return {
        "digits": picture.digits,
        "candidates": {label(cell): mask for cell, mask in picture.candidates.items()},
        "cells": {label(cell): role for cell, role in picture.cell_roles.items()},
        "signs": [
            [label(lesser), label(greater), role]
            for (lesser, greater), role in picture.sign_roles.items()
        ],
        "marks": [
            [label(cell), digit, role] for (cell, digit), role in picture.candidate_roles.items()
        ],
        "labels": {label(cell): text for cell, text in picture.labels.items()},
        "arrows": [[label(cause), label(effect)] for cause, effect in picture.arrows],
    }


def puzzle_of(value: Any, path: str = "puzzle") -> Puzzle:
    """Return the puzzle of a JSON form; parts that are left out are empty, and the size is 9×9.

    Raises `FieldError`, which calls the form `path`.
    """
    parts = read(_Parts, value, path)
    geometry = _geometry(parts, path)
    try:
        return Puzzle.of(
            geometry, signs=parts.signs, givens=parts.givens, border_signs=parts.border_signs
        )
    except ValueError as error:
        reason = str(error)[:200]
        raise FieldError(
            Message(
                "web.no-such-puzzle", "'{path}' is not a puzzle: {reason}", path=path, reason=reason
            )
        ) from None


PuzzleObject = Annotated[Puzzle, puzzle_of]
"""A field for a puzzle in its JSON form."""


def _geometry(parts: _Parts, path: str) -> Geometry:
    size, rows, columns = parts.size, parts.box_rows, parts.box_columns
    if size is None:
        if rows or columns:
            raise FieldError(
                Message("web.no-size", "the field '{path}.size' is missing", path=path)
            )
        return NINE
    try:
        return Geometry(size, rows, columns)
    except ValueError:
        raise FieldError(
            Message(
                "web.no-such-boxes",
                "no puzzle of {size}×{size} has boxes of {rows}×{columns} cells",
                size=size,
                rows=rows,
                columns=columns,
            )
        ) from None
