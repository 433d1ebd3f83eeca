"""The JSON interface: from the name and the text of a request to the status and the answer.

A name is a row in `ANSWERS`.  An answer with a status of 4xx is an object with one sentence,
`error`, and the code and the arguments of its message.  All sentences are in one language, that of
the request.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple, NoReturn, get_args

from ineqsudoku.apps.explain.hints import STAGES
from ineqsudoku.apps.explain.values import Level
from ineqsudoku.apps.generate.values import KINDS
from ineqsudoku.apps.web import answers, drawing
from ineqsudoku.apps.web.fields import Reader, boolean, fields, number, one_of, puzzle, string
from ineqsudoku.apps.web.values import NOT_FOUND, Object, RequestError, refuse, sentence
from ineqsudoku.formats import FormatChoice, WritableFormat
from ineqsudoku.messages import ENGLISH, Message, enumeration, use_language

OK = 200


class Request(NamedTuple):
    """A function that answers requests, how their fields are read, and which must be there."""

    answer: Callable[..., Object]
    fields: Mapping[str, Reader]
    required: tuple[str, ...] = ("puzzle",)


ANSWERS: Mapping[str, Request] = {
    "read": Request(
        answers.read,
        {
            "text": string,
            "base64": string,
            "format": one_of(get_args(FormatChoice)),
            "lossy": boolean,
        },
        required=(),
    ),
    "judge": Request(
        answers.judge,
        {
            "puzzle": puzzle,
            "depth": one_of(("status", "full")),
            "repair": number(0, 2),
            "minimal": boolean,
        },
    ),
    "hint": Request(
        answers.give_hint,
        {"puzzle": puzzle, "progress": string, "stage": number(STAGES[0], STAGES[-1])},
    ),
    "explain": Request(answers.explain, {"puzzle": puzzle}),
    "generate": Request(
        answers.generate,
        {
            "seed": number(0, answers.LARGEST_SEED),
            "kind": one_of(KINDS),
            "level": one_of(get_args(Level)),
            "signs": one_of(("minimal",)),
        },
        required=("seed",),
    ),
    "draw": Request(drawing.draw, {"puzzle": puzzle}),
    "worksheet": Request(
        drawing.worksheet, {"puzzle": puzzle, "title": string, "answers": boolean}
    ),
    "convert": Request(
        answers.convert,
        {"puzzle": puzzle, "to": one_of(get_args(WritableFormat)), "lossy": boolean},
        required=("puzzle", "to"),
    ),
    "formats": Request(answers.formats, {"puzzle": puzzle}),
}


def answer(name: str, request: object) -> Object:
    """Return the answer to a request, both values of JSON.  Raises `RequestError`."""
    if name not in ANSWERS:
        refuse(UNKNOWN.fill(name=name[:40], known=enumeration(ANSWERS)), NOT_FOUND)
    kind = ANSWERS[name]
    return kind.answer(**fields(request, kind.fields, kind.required))


UNKNOWN = Message("web.unknown", "Unknown request '{name}'; known requests: {known}.")


def answer_text(name: str, body: str | bytes, language: str = ENGLISH) -> tuple[int, str]:
    """Return the HTTP status and the JSON text for the JSON text of a request."""
    with use_language(language):
        try:
            return OK, json.dumps(answer(name, _parse(body)))
        except RequestError as error:
            return error.status, error_text(error.reason)


def error_text(reason: Message) -> str:
    """Return the JSON text of an answer that is an error."""
    return json.dumps({"error": sentence(reason), **reason.to_dict()})


def _parse(body: str | bytes) -> object:
    try:
        return json.loads(body, parse_constant=_refuse_constant)
    except UnicodeDecodeError:
        refuse(Message("web.no-utf-8", "The request is not in UTF-8."))
    except json.JSONDecodeError as error:
        line, column = error.lineno, error.colno
        refuse(
            Message(
                "web.no-json",
                "The request is not JSON: line {line}, column {column}.",
                line=line,
                column=column,
            )
        )
    except (ValueError, RecursionError):
        refuse(Message("web.bad-json", "The request is not JSON."))


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)
