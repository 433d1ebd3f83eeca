"""Reads tables of TOML files into dataclasses.

This is done by hand because `grade --no-sandbox` needs none of the packages of the extra `grade`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, Field, field, fields
from typing import Any, TypeVar

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.names import shown

T = TypeVar("T")

MOST = 10**9
"""The largest number in a table."""

_KINDS: dict[str, tuple[tuple[type, ...], str]] = {
    "str": ((str,), "a text"),
    "bool": ((bool,), "true or false"),
    "int": ((int,), "a whole number"),
    "float": ((int, float), "a number"),
    "tuple[str, ...]": ((list,), "a list of texts"),
}
"""By the annotation of a field, the types of its values and their name in messages."""


def at_least(number: float, default: Any = MISSING) -> Any:
    """A field of a dataclass whose value is at least `number`, and at most `MOST`."""
    return field(default=default, metadata={"least": number})


def load(data: bytes, name: str) -> dict[str, Any]:
    """The tables of a TOML file, which messages call `name`.  Raises `IneqSudokuError`."""
    try:
        return tomllib.loads(data.decode("utf-8"))
    except RecursionError:
        raise IneqSudokuError(f"{name}: nested too deeply") from None
    except ValueError as error:
        raise IneqSudokuError(f"{name}: {error}") from None


def read(kind: type[T], table: object, where: str, **given: object) -> T:
    """A dataclass with the fields that are `given` and those of a table.

    Lists become tuples.  Raises `IneqSudokuError` for an unknown or missing field, and for a value
    that does not fit; `where` is the name of the table in messages.
    """
    if not isinstance(table, Mapping):
        raise IneqSudokuError(f"{where}: not a table")
    known: dict[str, Field[Any]] = {
        each.name: each
        for each in fields(kind)  # type: ignore[arg-type]  # T has no bound for dataclasses
        if each.name not in given
    }
    if unknown := sorted(table.keys() - known.keys()):
        raise IneqSudokuError(f"{where}: unknown: {', '.join(map(shown, unknown))}")
    for name, each in known.items():
        if name not in table and each.default is MISSING:
            raise IneqSudokuError(f"{where}: {name} is missing")
    values = {name: _value(value, known[name], where) for name, value in table.items()}
    return kind(**values, **given)


def _value(value: Any, of: Field[Any], where: str) -> object:
    types, expected = _KINDS[str(of.type).removesuffix(" | None")]
    fits = type(value) in types
    if fits and isinstance(value, list):
        fits = all(isinstance(each, str) for each in value)
    if (least := of.metadata.get("least")) is not None:
        expected += f" from {least:g} to {MOST:,}"
        fits = fits and least <= value <= MOST
    if not fits:
        found = shown(repr(value)[:100])
        raise IneqSudokuError(f"{where}: {of.name} has to be {expected}, found {found}")
    return tuple(value) if isinstance(value, list) else value
