"""The answers to requests: each function takes the value of a request and returns JSON.

All raise `RequestError` for a request that they cannot answer.  `docs/web.schema.json` describes
requests and answers.
"""

from __future__ import annotations

import warnings
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Sequence
from typing import NoReturn, cast

from ineqsudoku.diagnose.as_json import of_faults, of_report
from ineqsudoku.diagnose.report import Options, Report, examine, validate
from ineqsudoku.diagnose.summary import caption, verdict
from ineqsudoku.errors import (
    MAX_FAULTS,
    ConversionWarning,
    Fault,
    IneqSudokuError,
    InvalidPuzzleError,
    PuzzleSyntaxError,
    PuzzleSyntaxWarning,
)
from ineqsudoku.explanation import chinese
from ineqsudoku.explanation.hints import STAGES, Hint, hint
from ineqsudoku.explanation.strategy import explain as explanation_of
from ineqsudoku.explanation.values import Step
from ineqsudoku.formats import readable, whole_document
from ineqsudoku.formats.reading import read_all
from ineqsudoku.formats.registry import (
    AUTO,
    FORMATS,
    READABLE,
    WRITABLE,
    FormatChoice,
    WritableFormat,
)
from ineqsudoku.formats.sizes import format_of
from ineqsudoku.puzzle import Grid, Puzzle
from ineqsudoku.web.fields import UNPROCESSABLE, Fields, Object, RequestError, refuse
from ineqsudoku.web.values import object_of, puzzle_of

MOST_PUZZLES = 1000
"""The most puzzles in an answer to `read`, and in a request to draw or convert."""

SEARCH_TIME = 5.0
"""Seconds after which `judge` returns its findings so far."""

NODE_LIMIT = 1_000_000
"""The node limit of the search that decides the status."""

MOST_TITLE = 200
"""The most characters of a title."""

LANGUAGES = ("en", "zh")
"""Of the sentences of hints and explanations."""

_NAME = "text"
"""The name of the text of a request in messages."""


def read(value: object) -> Object:
    """The puzzles of a text, its format, its faults and warnings.

    A text that cannot be read is no bad request: its faults are the answer.
    """
    fields = Fields(value, "", ("text", "base64", "format", "lossy"))
    format = fields.choice("format", (AUTO, *READABLE), AUTO)
    data = _data(fields)
    try:
        document = whole_document(data, _NAME, format=format)
    except PuzzleSyntaxError as error:
        return _read([], error)
    language = format_of(document.language)
    if fields.flag("lossy"):
        return _read_lossy(data, cast(FormatChoice, language))
    reading = readable(document, document.language)
    found = [(entry.puzzle, entry.line) for entry in reading.entries]
    return _read(found, reading.error, language, document.warnings)


def _data(fields: Fields) -> str | bytes:
    if ("text" in fields) == ("base64" in fields):
        refuse("expected either 'text' or 'base64', the bytes of a file")
    if "text" in fields:
        return fields.text("text")
    try:
        return b64decode(fields.text("base64"), validate=True)
    except (Base64Error, ValueError):
        refuse("'base64' is not in base64")


def _read_lossy(data: str | bytes, format: FormatChoice) -> Object:
    """Like `read` without `lossy`, but warnings name the dropped parts, and lines are unknown."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", PuzzleSyntaxWarning)
        warnings.simplefilter("always", ConversionWarning)
        try:
            puzzles = read_all(data, format=format, name=_NAME, lossy=True)
        except PuzzleSyntaxError as error:
            return _read([], error, format)
    warned = tuple(str(each.message) for each in caught)
    return _read([(puzzle, None) for puzzle in puzzles], None, format, warned)


def _read(
    found: Sequence[tuple[Puzzle, int | None]],
    error: PuzzleSyntaxError | None,
    format: str | None = None,
    warned: tuple[str, ...] = (),
) -> Object:
    faults = error.faults if error else ()
    return {
        "format": format,
        "puzzles": [
            {"line": line, "puzzle": object_of(puzzle)} for puzzle, line in found[:MOST_PUZZLES]
        ],
        "count": len(found),
        "faults": _faults(faults[:MAX_FAULTS]),
        "has_more_faults": len(faults) > MAX_FAULTS,
        "warnings": [message.removeprefix(f"{_NAME}:") for message in warned],
    }


def _faults(faults: tuple[Fault, ...]) -> list[Object]:
    objects: list[Object] = of_faults(faults)["faults"]
    return [
        {**each, "message": fault.statement} for each, fault in zip(objects, faults, strict=True)
    ]


def judge(value: object) -> Object:
    """The status of a puzzle and its explanation: like `validate --json`, with sentences.

    `depth` is `status`, which takes the first search only, or `full`; `minimal` asks for a
    minimal set of signs besides.
    """
    fields = Fields(value, "", ("puzzle", "depth", "repair", "minimal"))
    puzzle = puzzle_of(fields.value("puzzle"))
    options = Options(
        repair=fields.whole("repair", 0, 2, 1),
        minimal=fields.flag("minimal"),
        effort=0,
        node_limit=NODE_LIMIT,
        search_time=SEARCH_TIME,
    )
    if fields.choice("depth", ("status", "full"), "full") == "status":
        return _judged(next(examine(puzzle, options)))
    report = validate(puzzle, options)
    difficulty = explanation_of(puzzle).difficulty if report.status == "valid" else None
    return {**_judged(report), "difficulty": difficulty}


def _judged(report: Report) -> Object:
    return {
        **of_report(report, report.puzzle.geometry),
        "verdict": verdict(report),
        "caption": caption(report),
    }


def give_hint(value: object) -> Object:
    """The next step for a partly filled grid, up to a stage.

    `cells` are the cells that the step changes, if the stage names them.
    """
    fields = Fields(value, "", ("puzzle", "progress", "stage", "language"))
    puzzle = puzzle_of(fields.value("puzzle"))
    stage = fields.whole("stage", STAGES[0], STAGES[-1], STAGES[-1])
    progress = fields.text("progress", "")
    is_chinese = _is_chinese(fields)
    try:
        found = hint(puzzle, progress)
    except InvalidPuzzleError as error:
        _refuse_invalid(error, "a hint")
    except ValueError as error:
        refuse(f"'progress': {str(error)[:200]}")
    answer = {**found.to_dict(stage), "cells": _cells(found) if stage >= STAGES[2] else []}
    if is_chinese:
        answer["stages"] = [chinese.stage(found, number) for number in STAGES[:stage]]
        answer["steps"] = _in_chinese(answer["steps"], found.steps, puzzle)
    return answer


def _is_chinese(fields: Fields) -> bool:
    return fields.choice("language", LANGUAGES, LANGUAGES[0]) == "zh"


def _in_chinese(objects: list[Object], steps: Sequence[Step], puzzle: Puzzle) -> list[Object]:
    """The objects of steps, as many as there are, with Chinese sentences."""
    return [
        {**each, "text": chinese.sentence(step, puzzle.geometry)}
        for each, step in zip(objects, steps, strict=False)
    ]


def _cells(found: Hint) -> list[str]:
    changed = {cell for step in found.steps[-1:] for cell, _ in step.places + step.removes}
    changed.update(found.wrong_marks, (cell for cell, _ in found.wrong_digits))
    return [found.geometry.label(cell) for cell in sorted(changed)]


def explain(value: object) -> Object:
    """Every step up to the solution, and how hard the puzzle is."""
    fields = Fields(value, "", ("puzzle", "language"))
    puzzle = puzzle_of(fields.value("puzzle"))
    is_chinese = _is_chinese(fields)
    try:
        found = explanation_of(puzzle)
    except InvalidPuzzleError as error:
        _refuse_invalid(error, "an explanation")
    answer = found.to_dict()
    if is_chinese:
        answer["steps"] = _in_chinese(answer["steps"], found.steps, puzzle)
    return answer


def _refuse_invalid(error: InvalidPuzzleError, wish: str) -> NoReturn:
    found = {"none": "this one has none", "multiple": "this one has several"}
    why = found.get(error.status, "that could not be decided for this one")
    refuse(f"{wish} needs a puzzle with exactly one solution, but {why}", UNPROCESSABLE)


def draw(value: object) -> Object:
    """A picture of a puzzle, or a worksheet of several: name, type and content.

    The content is in `text` for SVG and in `base64` for PNG and PDF.  A worksheet in SVG has the
    texts of its `pages`.
    """
    from ineqsudoku.pictures.files import FORMATS as PICTURES

    known = ("puzzle", "puzzles", "to", "digits", "title", "scale", "worksheet")
    fields = Fields(value, "", known)
    to = fields.choice("to", PICTURES, PICTURES[0])
    make = _worksheet if "worksheet" in fields else _picture
    try:
        content = make(fields, to)
    except RequestError:
        raise
    except (ValueError, IneqSudokuError) as error:
        refuse(str(error), UNPROCESSABLE)
    return {"name": f"puzzle.{to}", "type": _TYPES[to], **content}


_TYPES = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}

_SHEET = ("per_page", "paper", "answers")


def _picture(fields: Fields, to: str) -> Object:
    from ineqsudoku.pictures.files import draw as picture_file
    from ineqsudoku.pictures.model import Picture

    puzzles = _puzzles(fields)
    if len(puzzles) > 1:
        refuse("several puzzles need a worksheet")
    picture = Picture(puzzles[0], digits=fields.text("digits", ""), title=_title(fields))
    data = picture_file([[picture]], to, fields.whole("scale", 1, 8, 1))
    return {"text": data.decode()} if to == "svg" else _binary(data)


def _binary(data: bytes) -> Object:
    return {"base64": b64encode(data).decode()}


def _worksheet(fields: Fields, to: str) -> Object:
    from ineqsudoku.pictures.model import Picture
    from ineqsudoku.pictures.svg import write_svg
    from ineqsudoku.pictures.worksheet import Exercise, Worksheet, pages

    if to == "png":
        refuse("a worksheet has pages: set 'to' to 'pdf' or 'svg'")
    sheet = Fields(fields.value("worksheet"), "worksheet", _SHEET)
    worksheet = Worksheet(
        title=_title(fields),
        per_page=sheet.whole("per_page", 1, 6, 1),
        paper=sheet.choice("paper", ("a4", "letter"), "a4"),
        has_answers=sheet.flag("answers"),
    )
    exercises = [
        Exercise(Picture(puzzle), _answer(puzzle) if worksheet.has_answers else None)
        for puzzle in _puzzles(fields)
    ]
    scenes = pages(exercises, worksheet)
    if to == "svg":
        return {"pages": list(map(write_svg, scenes))}

    from ineqsudoku.pictures.pdf import write_pdf

    return _binary(write_pdf(scenes, title=worksheet.title))


def _answer(puzzle: Puzzle) -> Grid | None:
    from ineqsudoku.search import solve

    result = solve(puzzle, node_limit=NODE_LIMIT)
    return result.solutions[0] if result.status == "unique" else None


def _title(fields: Fields) -> str:
    title = fields.text("title", "")
    if len(title) > MOST_TITLE:
        refuse(f"expected at most {MOST_TITLE} characters in 'title', found {len(title)}")
    return title


def _puzzles(fields: Fields) -> list[Puzzle]:
    if ("puzzle" in fields) == ("puzzles" in fields):
        refuse("expected either 'puzzle' or 'puzzles'")
    if "puzzle" in fields:
        return [puzzle_of(fields.value("puzzle"))]
    values = fields.array("puzzles", MOST_PUZZLES)
    if not values:
        refuse("expected at least one puzzle in 'puzzles'")
    return [puzzle_of(each, f"puzzles[{number}]") for number, each in enumerate(values)]


def convert(value: object) -> Object:
    """The text of puzzles in a format; if `lossy`, `warnings` name the dropped parts."""
    from ineqsudoku.conversion import write

    fields = Fields(value, "", ("puzzle", "puzzles", "to", "lossy"))
    puzzles = _puzzles(fields)
    to = cast(WritableFormat, fields.choice("to", WRITABLE))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ConversionWarning)
        try:
            text = write(puzzles, to, lossy=fields.flag("lossy"))
        except IneqSudokuError as error:
            refuse(str(error), UNPROCESSABLE)
    dropped = [str(each.message) for each in caught if each.category is ConversionWarning]
    return {"text": text, "warnings": dropped}


def formats(value: object) -> Object:
    """All formats; for each, whether it `takes` a puzzle and which parts it `loses`."""
    fields = Fields(value, "", ("puzzle",))
    puzzle = puzzle_of(fields.value("puzzle"))
    return {
        "formats": [
            {
                "name": each.name,
                "summary": each.summary,
                "is_read": each.is_read,
                "takes": each.takes(puzzle.geometry),
                "loses": each.losses(puzzle) if each.takes(puzzle.geometry) else [],
            }
            for each in FORMATS.values()
        ]
    }
