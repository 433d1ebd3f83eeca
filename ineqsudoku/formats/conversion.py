"""Writes puzzles in any format, and converts texts from one format to another."""

from __future__ import annotations

import warnings
from collections.abc import Iterable

from ineqsudoku.errors import ConversionError, ConversionWarning
from ineqsudoku.formats.inputs import Input, read_all
from ineqsudoku.formats.recognition import AUTO
from ineqsudoku.formats.registry import FormatChoice, WritableFormat, format_for_writing
from ineqsudoku.messages import Message, conjunction
from ineqsudoku.puzzle import NUMBERED, Puzzle


def write(
    puzzles: Puzzle | Iterable[Puzzle], format: WritableFormat, *, lossy: bool = False
) -> str:
    """Return the text of puzzles in one of the formats `WRITABLE`, with a trailing newline.

    If `lossy`, parts of a puzzle that the format cannot hold are dropped with a
    `ConversionWarning`.  Raises `ConversionError` for such parts unless `lossy`, and for several
    puzzles if the format holds only one; `ValueError` for an unknown format.
    """
    wanted = format_for_writing(format)
    all_puzzles = [puzzles] if isinstance(puzzles, Puzzle) else list(puzzles)
    if len(all_puzzles) > 1 and wanted.separator is None:
        raise ConversionError(_HOLDS_ONE.fill(format=format, n=len(all_puzzles)))
    for number, puzzle in enumerate(all_puzzles, 1):
        if losses := wanted.losses(puzzle):
            message = _DROPPED if lossy else _CANNOT_HOLD
            message = message.fill(format=format, what=conjunction(losses))
            if len(all_puzzles) > 1:
                message = NUMBERED.fill(number=number, message=message)
            if not lossy:
                raise ConversionError(message)
            warnings.warn(ConversionWarning(message), stacklevel=2)
    return (wanted.separator or "").join(f"{wanted.write(puzzle)}\n" for puzzle in all_puzzles)


_HOLDS_ONE = Message("formats.holds-one", "a text in {format} holds one puzzle, not {n}")
_CANNOT_HOLD = Message("formats.format-cannot-hold", "{format} cannot hold {what}")
_DROPPED = Message("formats.lost", "{what} dropped, which {format} cannot hold")


def convert(
    text: Input,
    *,
    to: WritableFormat,
    source: FormatChoice = AUTO,
    name: str | None = None,
    lossy: bool = False,
) -> str:
    """Return the puzzles of a text in the format `source`, written in the format `to`.

    Raises and warns like `read_all` and `write`.
    """
    return write(read_all(text, format=source, name=name, lossy=lossy), to, lossy=lossy)
