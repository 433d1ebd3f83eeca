"""Reads the fields of a request by a function per kind of value.

A function takes the value, and the name of its field for messages.  All raise `RequestError`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from ineqsudoku.apps.names import quote
from ineqsudoku.apps.web.values import refuse
from ineqsudoku.messages import Message, enumeration
from ineqsudoku.puzzle import Puzzle

Reader = Callable[[Any, str], object]


def fields(
    value: object, readers: Mapping[str, Reader], required: Sequence[str] = (), path: str = ""
) -> dict[str, Any]:
    """Return the fields of an object, each as its reader returns it.

    `path` is the name of the object in messages, empty for a request.
    """
    if not isinstance(value, dict):
        _refuse(Message("web.object", "an object"), path or "request", value)
    before = f"{path}." if path else ""
    for name in value.keys() - readers.keys():
        refuse(_UNKNOWN.fill(field=before + quote(name[:40]), known=enumeration(readers)))
    for name in required:
        if name not in value:
            refuse(_MISSING.fill(field=before + name))
    return {name: readers[name](one, before + name) for name, one in value.items()}


_UNKNOWN = Message("web.unknown-field", "unknown field '{field}'; known fields: {known}")
_MISSING = Message("web.missing", "the field '{field}' is missing")


def string(value: Any, field: str) -> str:
    """Return a string.  JSON may have lone surrogates, which are no characters."""
    if not isinstance(value, str) or any("\ud800" <= each <= "\udfff" for each in value):
        _refuse(Message("web.string", "a string"), field, value)
    return value


def boolean(value: Any, field: str) -> bool:
    if not isinstance(value, bool):
        _refuse(Message("web.boolean", "true or false"), field, value)
    return value


def number(least: int, most: int) -> Reader:
    """Return a function that reads a whole number within limits."""

    def read(value: Any, field: str) -> int:
        if type(value) is not int or not least <= value <= most:
            limits = Message("web.range", "{least} to {most}", least=least, most=most)
            _refuse(limits, field, value)
        return value

    return read


def one_of(choices: Sequence[str]) -> Reader:
    """Return a function that reads one of some strings."""

    def read(value: Any, field: str) -> Any:
        if value not in choices:
            one = Message("web.choices", "one of {choices}", choices=enumeration(choices))
            _refuse(one, field, value)
        return value

    return read


def puzzle(value: Any, field: str = "puzzle") -> Puzzle:
    """Return the puzzle of a JSON form; parts that are left out or empty are blank."""
    parts = fields(value, dict.fromkeys(("signs", "givens", "border_signs"), string), path=field)
    try:
        return Puzzle(**{name: text for name, text in parts.items() if text})
    except ValueError as error:
        refuse(_NO_PUZZLE.fill(field=field, reason=str(error)[:200]))


_NO_PUZZLE = Message("web.no-such-puzzle", "'{field}' is not a puzzle: {reason}")


def _refuse(expected: Message, field: str, value: object) -> NoReturn:
    is_short = not isinstance(value, (list, dict))  # Others may be nested too deeply for `dumps`.
    found = json.dumps(value)[:40] if is_short else "[…]" if isinstance(value, list) else "{…}"
    refuse(
        Message(
            "web.expected",
            "expected {expected} in '{field}', found {found}",
            expected=expected,
            field=field,
            found=found,
        )
    )
