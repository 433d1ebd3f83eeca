"""Requests that cannot be answered."""

from __future__ import annotations

from typing import Any, NoReturn

from ineqsudoku.errors import IneqSudokuError

Object = dict[str, Any]
"""A JSON object."""

BAD_REQUEST, NOT_FOUND, UNPROCESSABLE = 400, 404, 422


class RequestError(IneqSudokuError):
    """A request that cannot be answered: an HTTP `status` of 4xx, and the reason in a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        self.status = status
        self.sentence = sentence
        super().__init__(status, sentence)

    def __str__(self) -> str:
        return self.sentence


def refuse(sentence: str, status: int = BAD_REQUEST) -> NoReturn:
    """Raise `RequestError` with a sentence, whose first letter and full stop are added."""
    end = "" if sentence[-1] in ".!?" else "."
    raise RequestError(status, f"{sentence[:1].upper()}{sentence[1:]}{end}")
