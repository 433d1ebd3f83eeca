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
from ineqsudoku.messages import Message, enumeration
from ineqsudoku.names import quote

T = TypeVar("T")

NUMBER = Message("fields.number", "a number")
_KINDS = {
    bool: Message("fields.boolean", "a boolean"),  # before numbers: a bool is an int
    str: Message("fields.string", "a string"),
    int: NUMBER,
    float: NUMBER,
    list: Message("fields.array", "an array"),
    dict: Message("fields.object", "an object"),
    NoneType: Message("fields.null", "null"),
}
_FRACTION = Message("fields.fraction", "a fraction")
_DATE = Message("fields.date", "a date")  # TOML has dates besides.
_NO_REQUEST = Message("fields.request", "expected an object as the request, found {found}")
MISSING = Message("fields.missing", "the field '{field}' is missing")
_EXPECTED = Message("fields.expected", "expected {expected} in '{field}', found {found}")


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
        found = _kind_of(value)
        if path:
            raise FieldError(_EXPECTED.fill(expected=_KINDS[dict], field=path, found=found))
        raise FieldError(_NO_REQUEST.fill(found=found))
    known = {name: field for name, field in _fields_of(kind).items() if name not in given}
    if unknown := sorted(map(str, value.keys() - known.keys())):
        name = _join(path, quote(unknown[0][:40]))
        raise FieldError(
            Message(
                "fields.unknown",
                "unknown field '{field}'; known fields: {known}",
                field=name,
                known=enumeration(known or [Message("fields.none", "none")]),
            )
        )
    values = {}
    for name, (of_type, default) in known.items():
        where = _join(path, name)
        if name in value:
            values[name] = _value(value[name], of_type, where)
        elif default is Parameter.empty:
            raise FieldError(MISSING.fill(field=where))
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
        limits = Message("fields.range", "{least} to {most}", least=least, most=most)
        raise FieldError(_EXPECTED.fill(expected=limits, field=where, found=str(number)[:40]))
    return number


def _one_of(choices: tuple[str, ...], value: object, where: str) -> str:
    text = _string(value, where)
    if text not in choices:
        one = Message("fields.choices", "one of {choices}", choices=enumeration(choices))
        raise FieldError(_EXPECTED.fill(expected=one, field=where, found=repr(text[:40])))
    return text


def _string(value: Any, where: str) -> str:
    _require(value, str, where)
    text: str = value
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        raise FieldError(
            Message(
                "fields.surrogate",
                "'{field}' holds a lone surrogate, which is not a character",
                field=where,
            )
        )
    return text


def _require(value: object, kind: type, where: str) -> None:
    """Raise `FieldError` unless a value is of a kind; a whole number is a `float` as well."""
    kinds = (int, float) if kind is float else kind
    if not isinstance(value, kinds) or (kind is not bool and isinstance(value, bool)):
        found = _FRACTION if kind is int and isinstance(value, float) else _kind_of(value)
        raise FieldError(_EXPECTED.fill(expected=_KINDS[kind], field=where, found=found))


def _kind_of(value: object) -> Message:
    """Return the JSON name for the type of a value: `an array`."""
    return next((name for kind, name in _KINDS.items() if isinstance(value, kind)), _DATE)
