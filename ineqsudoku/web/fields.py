"""Reads the fields of requests and checks their types."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NoReturn, TypeVar

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


_T = TypeVar("_T")

_KINDS: tuple[tuple[type, str], ...] = (
    (bool, "a boolean"),  # before numbers: a bool is an int
    (str, "a string"),
    (int, "a number"),
    (float, "a number"),
    (list, "an array"),
    (dict, "an object"),
)


def kind_of(value: object) -> str:
    """The JSON name for the type of a value: `an array`."""
    return next((name for kind, name in _KINDS if isinstance(value, kind)), "null")


class Fields:
    """The fields of an object of a request.

    `path` names the object in messages; it is empty for the request itself.  Every method
    raises `RequestError` for a field of another kind, and for a missing one without a default.
    """

    def __init__(self, value: object, path: str, known: Collection[str]) -> None:
        """Raises `RequestError` unless the value is an object with no other fields than `known`."""
        self._path = path
        if not isinstance(value, dict):
            where = f"in '{path}'" if path else "as the request"
            refuse(f"expected an object {where}, found {kind_of(value)}")
        self._fields: Mapping[str, object] = value
        if unknown := sorted(map(str, value.keys() - known)):
            expected = ", ".join(known) or "none"
            refuse(f"unknown field '{self._named(unknown[0][:40])}'; known fields: {expected}")

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def text(self, name: str, default: str | None = None) -> str:
        value = self._of_kind(name, str, default)
        if not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
            refuse(f"'{self._named(name)}' holds a lone surrogate, which is no character")
        return value

    def choice(self, name: str, choices: Sequence[str], default: str | None = None) -> str:
        value = self.text(name, default)
        if value not in choices:
            where = f"in '{self._named(name)}', found {value[:40]!r}"
            refuse(f"expected one of {', '.join(choices)} {where}")
        return value

    def flag(self, name: str, default: bool = False) -> bool:
        return self._of_kind(name, bool, default)

    def whole(self, name: str, least: int, most: int, default: int | None = None) -> int:
        value = self._of_kind(name, int, default)
        if not least <= value <= most:
            refuse(f"expected {least} to {most} in '{self._named(name)}', found {str(value)[:40]}")
        return value

    def array(self, name: str, most: int) -> list[object]:
        value = self._of_kind(name, list, None)
        if len(value) > most:
            refuse(f"expected at most {most} elements in '{self._named(name)}', found {len(value)}")
        return value

    def value(self, name: str) -> object:
        if name not in self._fields:
            refuse(f"the field '{self._named(name)}' is missing")
        return self._fields[name]

    def _of_kind(self, name: str, kind: type[_T], default: _T | None) -> _T:
        if name not in self._fields and default is not None:
            return default
        value = self.value(name)
        if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
            expected = next(words for each, words in _KINDS if each is kind)
            found = "a fraction" if kind is int and isinstance(value, float) else kind_of(value)
            refuse(f"expected {expected} in '{self._named(name)}', found {found}")
        return value

    def _named(self, name: str) -> str:
        return f"{self._path}.{name}" if self._path else name


def refuse(sentence: str, status: int = BAD_REQUEST) -> NoReturn:
    """Raise `RequestError` with a sentence, whose first letter and full stop are added."""
    end = "" if sentence[-1] in ".!?" else "."
    raise RequestError(status, f"{sentence[:1].upper()}{sentence[1:]}{end}")
