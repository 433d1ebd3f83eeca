"""Writes puzzles in any format, and converts texts from one format to another."""

from __future__ import annotations

import warnings
from collections.abc import Iterable

from ineqsudoku.errors import ConversionError, ConversionWarning
from ineqsudoku.formats import writer
from ineqsudoku.formats.reading import Input, read_all
from ineqsudoku.formats.registry import (
    AUTO,
    Format,
    FormatChoice,
    WritableFormat,
    format_for_writing,
)
from ineqsudoku.messages import Argument, Message, conjunction
from ineqsudoku.puzzle import NUMBERED, Puzzle
from ineqsudoku.search import solve

SOLUTION_NODES = 100_000
"""Node limit for proving that a solution is unique; it is not written without a proof."""


def write(
    puzzles: Puzzle | Iterable[Puzzle], format: WritableFormat, *, lossy: bool = False
) -> str:
    """Return the text of puzzles in one of the formats `WRITABLE`, with a trailing newline.

    If `lossy`, parts of a puzzle that the format cannot hold are dropped with a
    `ConversionWarning`.  Raises `ConversionError` for such parts unless `lossy`, for a size that
    the format does not have, and for several puzzles if the format holds only one; `ValueError`
    for an unknown format.
    """
    wanted = format_for_writing(format)
    all_puzzles = [puzzles] if isinstance(puzzles, Puzzle) else list(puzzles)
    if len(all_puzzles) > 1 and wanted.separator is None:
        raise ConversionError(_HOLDS_ONE.fill(format=format, n=len(all_puzzles)))

    def of_puzzle(number: int, message: Message, what: Argument) -> Message:
        message = message.fill(format=format, what=what)
        return NUMBERED.fill(number=number, message=message) if len(all_puzzles) > 1 else message

    for number, puzzle in enumerate(all_puzzles, 1):
        if not wanted.takes(puzzle.geometry):
            raise ConversionError(of_puzzle(number, _WRONG_SIZE, puzzle.geometry.name))
        if losses := wanted.losses(puzzle):
            if not lossy:
                raise ConversionError(of_puzzle(number, _CANNOT_HOLD, conjunction(losses)))
            dropped = of_puzzle(number, _DROPPED, conjunction(losses))
            warnings.warn(ConversionWarning(dropped), stacklevel=2)
    return (wanted.separator or "").join(_text(puzzle, wanted) + "\n" for puzzle in all_puzzles)


_HOLDS_ONE = Message("formats.holds-one", "a text in {format} holds one puzzle, not {n}")
_CANNOT_HOLD = Message("formats.format-cannot-hold", "{format} cannot hold {what}")
_WRONG_SIZE = Message("formats.wrong-size", "{format} cannot hold {what}")
_DROPPED = Message("formats.lost", "{what} dropped, which {format} cannot hold")


def _text(puzzle: Puzzle, format: Format) -> str:
    text_of = writer(format.name)
    return text_of(puzzle, _solution(puzzle)) if format.has_solution else text_of(puzzle)


def _solution(puzzle: Puzzle) -> str:
    """Return the digits of the only solution; empty unless it is proved to be the only one."""
    result = solve(puzzle, node_limit=SOLUTION_NODES)
    return result.solutions[0].line if result.status == "unique" else ""


def convert(
    text: Input,
    *,
    to: WritableFormat,
    source: FormatChoice = AUTO,
    name: str | None = None,
    encoding: str | None = None,
    lossy: bool = False,
    add_boxes: bool = False,
) -> str:
    """Return the puzzles of a text in the format `source`, written in the format `to`.

    Raises and warns like `read_all` and `write`.
    """
    puzzles = read_all(
        text, format=source, name=name, encoding=encoding, lossy=lossy, add_boxes=add_boxes
    )
    return write(puzzles, to, lossy=lossy)
