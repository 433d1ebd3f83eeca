"""The JSON interface: from the name and the text of a request to the status and the answer.

A name is a row in `ANSWERS`.  An answer with a status of 4xx is an object with one sentence,
`error`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import NoReturn

from ineqsudoku.fields import FieldError, read
from ineqsudoku.web import answers, drawing
from ineqsudoku.web.values import BAD_REQUEST, NOT_FOUND, Object, RequestError, refuse

OK = 200

ANSWERS: Mapping[str, Callable[..., Object]] = {
    "read": answers.read,
    "judge": answers.judge,
    "hint": answers.give_hint,
    "explain": answers.explain,
    "generate": answers.generate,
    "draw": drawing.draw,
    "convert": answers.convert,
    "formats": answers.formats,
}
"""The functions that answer requests, whose parameters are the fields of a request."""


def answer(name: str, request: object) -> Object:
    """Return the answer to a request, both values of JSON.  Raises `RequestError`."""
    if name not in ANSWERS:
        known = ", ".join(ANSWERS)
        refuse(f"unknown request '{name[:40]}'; known requests: {known}", NOT_FOUND)
    try:
        return read(ANSWERS[name], request)
    except FieldError as error:
        refuse(str(error))


def answer_text(name: str, body: str | bytes) -> tuple[int, str]:
    """Return the HTTP status and the JSON text for the JSON text of a request."""
    try:
        return OK, json.dumps(answer(name, _parse(body)))
    except RequestError as error:
        return error.status, error_text(error.sentence)


def error_text(sentence: str) -> str:
    """Return the JSON text of an answer that is an error."""
    return json.dumps({"error": sentence})


def _parse(body: str | bytes) -> object:
    try:
        return json.loads(body, parse_constant=_refuse_constant)
    except UnicodeDecodeError:
        refuse("the request is not in UTF-8")
    except (ValueError, RecursionError) as error:
        where = f": {error}" if isinstance(error, json.JSONDecodeError) else ""
        raise RequestError(BAD_REQUEST, f"The request is not JSON{where}.") from None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)
