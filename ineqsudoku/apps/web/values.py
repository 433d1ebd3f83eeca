"""What requests and answers have in common: puzzles and boards as JSON; sentences and refusals."""

from __future__ import annotations

from typing import Any, NoReturn

from ineqsudoku.apps.names import message_of
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.geometry import label
from ineqsudoku.messages import ENGLISH, LANGUAGES, Message, Text
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
    """Return the message of an error or a warning, or a message for any other text."""
    words = message_of(value) if isinstance(value, Exception) else value
    return words if isinstance(words, Message) else Message("web.text", "{text}", text=words)


_SENTENCE = Message("web.sentence", "{clause}.")


def sentence(message: Message) -> str:
    """Return a message as a sentence: with a full stop and, if that is `.`, a capital letter."""
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


def object_of(puzzle: Puzzle) -> Object:
    """Return the JSON form of a puzzle."""
    return {
        "signs": puzzle.signs,
        "givens": puzzle.givens,
        "border_signs": puzzle.border_signs,
    }


def object_of_board(picture: Picture) -> Object:
    """Return the JSON form of a picture without its puzzle, its letters and its texts."""
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
