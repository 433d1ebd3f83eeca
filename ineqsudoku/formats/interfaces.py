"""The values that reading returns, and the functions that the modules of formats have.

A format is a row of the registry and a module with `parse` and `write`, and `split` if a file of
it is read piece by piece.  Modules with a grammar have a `Syntax` per size, see `syntax.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ineqsudoku.errors import Fault, PuzzleSyntaxError
from ineqsudoku.puzzle import Puzzle

if TYPE_CHECKING:
    from ineqsudoku.formats.document import Document


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle and its place in a file.

    `index`
        The number of the puzzle in the file, from 0.
    `line`
        Its first line, from 1.
    `puzzle`
        The puzzle.
    """

    index: int
    line: int
    puzzle: Puzzle


class Reading(NamedTuple):
    """The puzzles of a text that can be read, and the `error` with the faults of the others.

    `refused` has the first lines of the others, for the first `MAX_REFUSED` of them, and
    `number_refused` is the number of all of them.  `lack` has faults for the parts of the text that
    a `Puzzle` cannot hold, up to `MAX_FAULTS` + 1."""

    entries: list[Entry]
    error: PuzzleSyntaxError | None = None
    refused: tuple[int, ...] = ()
    number_refused: int = 0
    lack: tuple[Fault, ...] = ()


class Parsed(NamedTuple):
    """A puzzle of another program's format, its first `line`, counted from 1, and the faults for
    parts that it cannot hold, see `Reading`."""

    puzzle: Puzzle
    lack: tuple[Fault, ...] = ()
    line: int = 1


Parse = Callable[["Document"], Iterator[Parsed]]
"""`parse` of a format without a grammar yields all puzzles of a text, at least one, and raises
`PuzzleSyntaxError`."""

Write = Callable[..., str]
"""`write` takes a puzzle of a geometry that the format takes and returns its text without a
trailing newline and without what the format cannot hold.  If texts may hold the solution, its
digits are a second argument."""
