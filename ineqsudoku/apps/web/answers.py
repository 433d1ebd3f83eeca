"""The answers to requests, as JSON: functions whose parameters are the fields of a request.

All of them raise `RequestError` for a request that they cannot answer.  `docs/web.schema.json`
describes requests and answers.
"""

from __future__ import annotations

import re
import warnings
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Literal

from ineqsudoku.apps.diagnose.pictures import caption, changes
from ineqsudoku.apps.diagnose.report import (
    Options,
    Report,
    examine,
    faults_to_dict,
    validate,
)
from ineqsudoku.apps.explain.hints import STAGES, hint
from ineqsudoku.apps.explain.pictures import step_pictures
from ineqsudoku.apps.explain.step import Step
from ineqsudoku.apps.explain.strategy import explain as explanation_of
from ineqsudoku.apps.explain.values import Level
from ineqsudoku.apps.generate.sequence import generate as sequence
from ineqsudoku.apps.generate.values import GenerationError, Kind
from ineqsudoku.apps.web.values import (
    UNPROCESSABLE,
    Object,
    message_in,
    object_of,
    object_of_board,
    refuse,
)
from ineqsudoku.errors import (
    MAX_FAULTS,
    ConversionWarning,
    Fault,
    IneqSudokuError,
    InvalidPuzzleError,
    PuzzleSyntaxError,
    PuzzleSyntaxWarning,
)
from ineqsudoku.formats import (
    AUTO,
    FORMATS,
    FormatChoice,
    WritableFormat,
    parse,
    read_all,
    whole_text,
    write,
)
from ineqsudoku.geometry import HOUSES
from ineqsudoku.messages import Message, Text
from ineqsudoku.puzzle import Puzzle

SEARCH_TIME = 5.0
"""Seconds after which `judge` returns its findings so far."""

GENERATION_TIME = 8.0
"""Seconds after which no puzzle is found; less than a request may take."""

LARGEST_SEED = 2**53 - 1
"""The largest whole number that JavaScript represents exactly."""

NODE_LIMIT = 1_000_000
"""The node limit of a search, such as the one that decides the status."""

MOST_PUZZLES = 1000
"""The most puzzles in an answer to `read`."""

_NAME = "text"
"""The name of the text of a request in messages."""

_AT_TEXT = re.compile(rf"^{_NAME}(?:: ?|：)")
"""The name before a message, with the colon of its language."""


def read(
    text: str | None = None,
    base64: str | None = None,
    format: FormatChoice = AUTO,
    lossy: bool = False,
) -> Object:
    """Return the puzzles of a text or of a file in base64, its format, its faults and warnings.

    A text that cannot be read is no bad request: its faults are the answer.
    """
    data = _data(text, base64)
    try:
        source_text = whole_text(data, _NAME, format=format)
    except PuzzleSyntaxError as error:
        return _read([], error)
    if lossy and source_text.format == "fpuzzles":  # The only format with rules that are dropped.
        return _read_lossy(data)
    parsed = parse(source_text)
    puzzles = [(entry.puzzle, entry.line) for entry in parsed.readable]
    return _read(puzzles, parsed.error, source_text.format, parsed.warnings)


def _data(text: str | None, base64: str | None) -> str | bytes:
    if text is not None and base64 is None:
        return text
    if base64 is None or text is not None:
        refuse(
            Message(
                "web.text-or-base64", "Expected either 'text' or 'base64', the bytes of a file."
            )
        )
    try:
        return b64decode(base64, validate=True)
    except (Base64Error, ValueError):
        refuse(Message("web.no-base64", "'base64' is not in base64."))


def _read_lossy(data: str | bytes) -> Object:
    """Like `read` without `lossy`, but warnings name the dropped parts, and lines are unknown."""
    format: FormatChoice = "fpuzzles"
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", PuzzleSyntaxWarning)
        warnings.simplefilter("always", ConversionWarning)
        try:
            puzzles = read_all(data, format=format, name=_NAME, lossy=True)
        except PuzzleSyntaxError as error:
            return _read([], error, format)
    warned = [warning.message for warning in caught]
    return _read([(puzzle, None) for puzzle in puzzles], None, format, warned)


def _read(
    puzzles: Sequence[tuple[Puzzle, int | None]],
    error: PuzzleSyntaxError | None,
    format: str | None = None,
    warned: Iterable[Text | Exception] = (),
) -> Object:
    faults = error.faults if error else ()
    return {
        "format": format,
        "puzzles": [
            {"line": line, "puzzle": object_of(puzzle)} for puzzle, line in puzzles[:MOST_PUZZLES]
        ],
        "count": len(puzzles),
        "faults": _faults(faults[:MAX_FAULTS]),
        "has_more_faults": len(faults) > MAX_FAULTS,
        **_warnings(warned),
    }


def _warnings(warned: Iterable[Text | Exception]) -> Object:
    """Return the sentences of warnings, which need not name the text, and their messages."""
    messages = list(map(message_in, warned))
    return {
        "warnings": [_AT_TEXT.sub("", str(message)) for message in messages],
        "messages": {"warnings": [message.to_dict() for message in messages]},
    }


def _faults(faults: tuple[Fault, ...]) -> list[Object]:
    objects: list[Object] = faults_to_dict(faults)["faults"]
    return [
        {**value, "message": str(fault.statement)}
        for value, fault in zip(objects, faults, strict=True)
    ]


def judge(
    puzzle: Puzzle,
    depth: Literal["status", "full"] = "full",
    repair: int = 1,
    minimal: bool = False,
) -> Object:
    """Return the status of a puzzle and its explanation: like `validate --json`, with sentences.

    The `depth` is `status`, which takes the first search only, or `full`; `minimal` asks for a
    minimal set of signs besides.
    """
    options = Options(
        repair=repair,
        minimal=minimal,
        node_limit=NODE_LIMIT,
        search_time=SEARCH_TIME,
    )
    if depth == "status":
        return _judge(next(examine(puzzle, options)))
    report = validate(puzzle, options)
    difficulty = explanation_of(puzzle).difficulty if report.status == "valid" else None
    return {**_judge(report), "difficulty": difficulty}


def _judge(report: Report) -> Object:
    sentences = {"verdict": _verdict(report), "caption": message_in(caption(report))}
    if report.witnesses:
        sentences["changes"] = changes(report.witnesses)
    return {
        "changes": None,
        **report.to_dict(),
        "boards": _boards(report.puzzle, report.proof),
        **{name: str(message) for name, message in sentences.items()},
        "messages": {name: message.to_dict() for name, message in sentences.items()},
    }


def _verdict(report: Report) -> Message:
    """Return the status in one sentence for players."""
    if report.box is not None:
        return Message("web.box", "No solution: box {box} cannot be filled.", box=report.box + 1)
    if report.witnesses:
        count = f"{report.witnesses.count:,}"
        return (_SOLUTIONS if report.witnesses.is_all else _AT_LEAST).fill(count=count)
    return _VERDICTS[report.status]


_VERDICTS = {
    "valid": Message("web.valid", "One solution."),
    "cycle": Message("web.cycle", "No solution: the signs form a cycle."),
    "none": Message("web.none", "No solution."),
    "multiple": Message("web.multiple", "Several solutions."),
    "unknown": Message(
        "web.undecided", "Undecided: the search took too long. Add signs or digits."
    ),
}
_SOLUTIONS = Message("web.solutions", "{count} solutions.")
_AT_LEAST = Message("web.at-least", "At least {count} solutions.")


def give_hint(
    puzzle: Puzzle,
    progress: str = "",
    stage: int = STAGES[-1],
) -> Object:
    """Return the next step for a partly filled grid, up to a stage."""
    try:
        next_hint = hint(puzzle, progress)
    except InvalidPuzzleError as error:
        refuse(_NEEDS_ONE[error.status], UNPROCESSABLE)
    except ValueError as error:
        reason = str(error)[:200]
        refuse(Message("web.progress", "'progress': {reason}", reason=reason))
    return next_hint.to_dict(stage)


def explain(puzzle: Puzzle) -> Object:
    """Return every step up to the solution with its board, and how hard the puzzle is."""
    try:
        explanation = explanation_of(puzzle)
    except InvalidPuzzleError as error:
        refuse(_NEEDS_ONE[error.status], UNPROCESSABLE)
    return {**explanation.to_dict(), "boards": _boards(puzzle, explanation.steps)}


def _boards(puzzle: Puzzle, steps: Sequence[Step]) -> list[Object]:
    """Return the boards of steps: see `step_pictures`.

    Candidates are shown only where a step speaks of them.
    """
    if not steps:  # `step_pictures` would prepare a board in any case
        return []
    boards = []
    for step, picture in zip(steps, step_pictures(puzzle, steps), strict=True):
        named = {*picture.cell_roles, *(cell for cell, _ in picture.candidate_roles)}
        houses = (link.house for link in step.chain if link.house is not None)
        named.update(cell for house in houses for cell in HOUSES[house])
        shown = {cell: mask for cell, mask in picture.candidates.items() if cell in named}
        boards.append(object_of_board(replace(picture, candidates=shown)))
    return boards


_NEEDS_ONE = {
    "none": Message(
        "web.has-none", "Help needs a puzzle with exactly one solution, but this one has none."
    ),
    "multiple": Message(
        "web.has-several",
        "Help needs a puzzle with exactly one solution, but this one has several.",
    ),
    "unknown": Message(
        "web.has-unknown",
        "Help needs a puzzle with exactly one solution; the search for a second one took too long.",
    ),
}


def convert(puzzle: Puzzle, to: WritableFormat, lossy: bool = False) -> Object:
    """Return the text of a puzzle in a format; if `lossy`, `warnings` name the dropped parts."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ConversionWarning)
        try:
            text = write(puzzle, to, lossy=lossy)
        except IneqSudokuError as error:
            refuse(error, UNPROCESSABLE)
    dropped = [one.message for one in caught if one.category is ConversionWarning]
    return {"text": text, **_warnings(dropped)}


def formats(puzzle: Puzzle) -> Object:
    """Return all formats, and which parts of a puzzle each of them `loses`."""
    return {
        "formats": [
            {
                "name": row.name,
                "summary": str(row.summary),
                "is_read": row.is_read,
                "loses": list(map(str, row.losses(puzzle))),
            }
            for row in FORMATS.values()
        ]
    }


def generate(
    seed: int,
    kind: Kind | None = None,
    level: Level | None = None,
    signs: Literal["minimal"] | None = None,
) -> Object:
    """Return a new puzzle that meets the wish: the first that `ineqsudoku generate` prints.

    Whether the search ends in time depends on the machine; the puzzle does not.
    """
    wishes = {"kind": kind, "level": level, "signs": signs}
    given: dict[str, Any] = {name: wish for name, wish in wishes.items() if wish is not None}
    try:
        made = next(sequence(1, search_time=GENERATION_TIME, seed=seed, **given), None)
    except GenerationError as error:
        refuse(error, UNPROCESSABLE)
    except ValueError as error:
        refuse(error)
    if made is None:
        refuse(
            Message(
                "web.not-generated",
                "No such puzzle was found within {seconds} seconds; try another seed.",
                seconds=GENERATION_TIME,
            ),
            UNPROCESSABLE,
        )
    return {"seed": seed, "puzzle": object_of(made.puzzle)}
