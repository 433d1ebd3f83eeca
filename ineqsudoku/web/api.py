"""The JSON interface: from the name and the text of a request to the status and the answer.

A name is a row in `ANSWERS`.  An answer with a status of 4xx is an object with one sentence,
`error`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from ineqsudoku.fields import FieldError, read
from ineqsudoku.web import answers, drawing, making
from ineqsudoku.web.errors import BAD_REQUEST, NOT_FOUND, Object, RequestError, refuse

OK = 200

ANSWERS: Mapping[str, tuple[type, Callable[[Any], Object]]] = {
    "read": (answers.ReadRequest, answers.read),
    "judge": (answers.JudgeRequest, answers.judge),
    "hint": (answers.HintRequest, answers.give_hint),
    "explain": (answers.ExplainRequest, answers.explain),
    "generate": (making.GenerateRequest, making.generate),
    "draw": (drawing.DrawRequest, drawing.draw),
    "convert": (answers.ConvertRequest, answers.convert),
    "formats": (answers.FormatsRequest, answers.formats),
}
"""The classes of the requests, and the functions that answer them."""


def answer(name: str, request: object) -> Object:
    """Return the answer to a request, both values of JSON.  Raises `RequestError`."""
    if name not in ANSWERS:
        known = ", ".join(ANSWERS)
        refuse(f"unknown request '{name[:40]}'; known requests: {known}", NOT_FOUND)
    kind, function = ANSWERS[name]
    try:
        return function(read(kind, request))
    except FieldError as error:
        refuse(str(error))


def answer_text(name: str, body: str | bytes) -> tuple[int, str]:
    """Return the HTTP status and the JSON text for the JSON text of a request."""
    try:
        return OK, json.dumps(answer(name, _parsed(body)))
    except RequestError as error:
        return error.status, error_text(error.sentence)


def error_text(sentence: str) -> str:
    """Return the JSON text of an answer that is an error."""
    return json.dumps({"error": sentence})


def _parsed(body: str | bytes) -> object:
    try:
        return json.loads(body, parse_constant=_refuse_constant)
    except UnicodeDecodeError:
        refuse("the request is not in UTF-8")
    except (ValueError, RecursionError) as error:
        where = f": {error}" if isinstance(error, json.JSONDecodeError) else ""
        raise RequestError(BAD_REQUEST, f"The request is not JSON{where}.") from None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)
