"""Reads objects of JSON and tables of TOML into dataclasses, whose fields say what they take, and
into calls of functions, whose parameters do.

The type of a field is `bool`, `str`, `int`, `float`, an enumeration or a `Literal` of strings, a
`tuple` of any length, another such dataclass, or any of these or `None`, which stands for a field
that is left out.  `Annotated[int, Range(0, 9)]` takes numbers from 0 to 9, and `Annotated[T, make]`
what the function `make` takes, which is called with the value and the name of the field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from enum import StrEnum
from functools import cache
from inspect import Parameter, signature
from types import NoneType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.names import quote

T = TypeVar("T")

_KINDS: tuple[tuple[type, str], ...] = (
    (bool, "a boolean"),  # before numbers: a bool is an int
    (str, "a string"),
    (int, "a number"),
    (float, "a number"),
    (list, "an array"),
    (dict, "an object"),
    (NoneType, "null"),
)


class FieldError(IneqSudokuError):
    """A value that a field does not take; the message names the field."""


class Range(NamedTuple):
    """The least and the greatest number that a field takes."""

    least: float
    most: float


def read(kind: Callable[..., T], value: object, path: str = "", **given: object) -> T:
    """Return a dataclass with the fields that are `given` and those of an object.

    `kind` may also be a function: its parameters are the fields, and it is called with them.

    `path` names the object in messages; it is empty for a request.  Raises `FieldError` for an
    unknown or missing field, and for a value of another type.
    """
    if not isinstance(value, Mapping):
        where = f"in '{path}'" if path else "as the request"
        raise FieldError(f"expected an object {where}, found {_kind_of(value)}")
    known = {name: field for name, field in _fields_of(kind).items() if name not in given}
    if unknown := sorted(map(str, value.keys() - known.keys())):
        name = _join(path, quote(unknown[0][:40]))
        expected = ", ".join(known) or "none"
        raise FieldError(f"unknown field '{name}'; known fields: {expected}")
    values = {}
    for name, (of_type, default) in known.items():
        where = _join(path, name)
        if name in value:
            values[name] = _value(value[name], of_type, where)
        elif default is Parameter.empty:
            raise FieldError(f"the field '{where}' is missing")
    return kind(**values, **given)


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


@cache
def _fields_of(kind: Callable[..., object]) -> dict[str, tuple[Any, object]]:
    """Return the types, without `None`, and the defaults of fields or parameters."""
    types = get_type_hints(kind, include_extras=True)
    return {
        name: (_without_none(types[name]), parameter.default)
        for name, parameter in signature(kind).parameters.items()
    }


def _without_none(kind: Any) -> Any:
    some, *others = get_args(kind) or (kind,)
    return some if others == [NoneType] else kind


@cache
def _parts_of(kind: Any) -> tuple[Any, tuple[Any, ...]]:
    return get_origin(kind), get_args(kind)


def _value(value: Any, kind: Any, where: str) -> object:
    if kind is str:
        return _string(value, where)
    origin, arguments = _parts_of(kind)
    if origin is Annotated and isinstance(arguments[1], Range):
        return _in_range(_value(value, arguments[0], where), *arguments[1], where)
    if origin is Annotated:
        return arguments[1](value, where)
    if origin is tuple:
        _require(value, list, where)
        return tuple(
            _value(element, arguments[0], f"{where}[{number}]")
            for number, element in enumerate(value)
        )
    if origin is Literal:
        return _one_of(arguments, value, where)
    if is_dataclass(kind):
        return read(kind, value, where)  # type: ignore[arg-type]  # it is a class, no value
    if issubclass(kind, StrEnum):
        return kind(_one_of(tuple(kind), value, where))
    _require(value, kind, where)
    return value


def _in_range(value: Any, least: float, most: float, where: str) -> float:
    number: float = value
    if not least <= number <= most:
        raise FieldError(f"expected {least} to {most} in '{where}', found {str(number)[:40]}")
    return number


def _one_of(choices: tuple[str, ...], value: object, where: str) -> str:
    text = _string(value, where)
    if text not in choices:
        expected = ", ".join(choices)
        raise FieldError(f"expected one of {expected} in '{where}', found {text[:40]!r}")
    return text


def _string(value: Any, where: str) -> str:
    _require(value, str, where)
    text: str = value
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        raise FieldError(f"'{where}' holds a lone surrogate, which is no character")
    return text


def _require(value: object, kind: type, where: str) -> None:
    """Raise `FieldError` unless a value is of a kind; a whole number is a `float` as well."""
    kinds = (int, float) if kind is float else kind
    if not isinstance(value, kinds) or (kind is not bool and isinstance(value, bool)):
        expected = next(words for known, words in _KINDS if known is kind)
        found = "a fraction" if kind is int and isinstance(value, float) else _kind_of(value)
        raise FieldError(f"expected {expected} in '{where}', found {found}")


def _kind_of(value: object) -> str:
    """Return the JSON name for the type of a value: `an array`; TOML has dates as well."""
    return next((words for kind, words in _KINDS if isinstance(value, kind)), "a date")
