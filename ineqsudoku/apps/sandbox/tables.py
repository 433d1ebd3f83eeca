"""Reads the tables of a TOML file: languages.toml, subtasks.toml."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from ineqsudoku.apps.names import AT_FILE, message_of, printable, quote
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Message, Text, enumeration

T = TypeVar("T")


class TableError(IneqSudokuError):
    """A value that a field does not take; the message names the field."""


def read_toml(data: bytes, name: str, make: Callable[[dict[str, Any]], T]) -> T:
    """Return the result of `make` for the tables of a TOML file; messages call the file `name`.

    Raises `IneqSudokuError` for a damaged file, and if `make` raises `TableError`.
    """
    try:
        return make(tomllib.loads(data.decode("utf-8")))
    except RecursionError:
        reason: Text = Message("table.deep", "nested too deeply")
    except TableError as error:
        reason = message_of(error)
    except ValueError as error:
        reason = Message("table.no-toml", "not TOML: {words}", words=str(error))
    raise IneqSudokuError(AT_FILE.fill(file=name, reason=reason))


def fields(
    table: object, where: str, kinds: Mapping[str, type], required: tuple[str, ...]
) -> dict[str, Any]:
    """Return the fields of a table, after checking their kinds.

    A kind is `str`, `bool`, `int`, `float`, or `tuple` for an array of strings.  Raises
    `TableError`; `where` is the table in messages.
    """
    if not isinstance(table, dict):
        raise _unexpected(Message("table.table", "a table"), where, table)
    for name, value in table.items():
        if name not in kinds:
            raise TableError(
                _UNKNOWN.fill(field=f"{where}.{quote(name)}", known=enumeration(kinds))
            )
        if not _is_of(kinds[name], value):
            raise _unexpected(_KINDS[kinds[name]], f"{where}.{name}", value)
    for name in required:
        if name not in table:
            raise TableError(MISSING.fill(field=f"{where}.{name}"))
    return {
        name: tuple(value) if isinstance(value, list) else value for name, value in table.items()
    }


MISSING = Message("table.missing", "the field '{field}' is missing")
_UNKNOWN = Message("table.unknown", "unknown field '{field}'; known fields: {known}")

_KINDS = {
    str: Message("table.string", "a string"),
    bool: Message("table.boolean", "true or false"),
    int: Message("table.whole-number", "a whole number"),
    float: Message("table.number", "a number"),
    tuple: Message("table.strings", "an array of strings"),
}


def _is_of(kind: type, value: object) -> bool:
    if kind is tuple:
        return isinstance(value, list) and all(isinstance(one, str) for one in value)
    if kind is float:
        return type(value) in (int, float)
    return type(value) is kind


def require_range(value: float | None, least: float, most: float, field: str) -> None:
    """Raise `TableError` for a number beyond its limits."""
    if value is not None and not least <= value <= most:
        limits = Message("table.range", "{least} to {most}", least=least, most=most)
        raise _unexpected(limits, field, value)


def _unexpected(expected: Message, field: str, value: object) -> TableError:
    found = printable(json.dumps(value, ensure_ascii=False, default=str)[:40])
    message = Message(
        "table.expected",
        "expected {expected} in '{field}', found {found}",
        expected=expected,
        field=field,
        found=found,
    )
    return TableError(message)
