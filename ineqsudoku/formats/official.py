"""The official text of a contest puzzle, to the letter: what the input file of a judge must be.

15 lines, one blank between signs and none elsewhere, every line ended by a line feed, no sign
absent, nothing before and nothing behind.
"""

from __future__ import annotations

from itertools import zip_longest

from ineqsudoku.errors import Fault, PuzzleSyntaxError
from ineqsudoku.formats import contest, entries
from ineqsudoku.formats.document import Document, place
from ineqsudoku.formats.grammars import END_OF_LINE, quoted
from ineqsudoku.puzzle import ABSENT, Puzzle

_NAMES = {
    "": "the end of the file",
    "\n": END_OF_LINE,
    "\r": "a carriage return",
    "\t": "a tab",
    " ": "a blank",
    "\ufeff": "a byte-order mark",
}


def read(data: bytes, name: str) -> Puzzle:
    """The puzzle of an official text.

    Raises `PuzzleSyntaxError`: with all faults of a text that is no puzzle, else with the
    first place where it is not the official text of one.
    """
    puzzle = entries(Document.read(data, name), "contest")[0].puzzle
    text = data.decode()
    differences = zip_longest(text, contest.write(puzzle) + "\n", fillvalue="")
    for index, (found, right) in enumerate(differences):
        if found != right or found == ABSENT:
            line, column = place(text, index)
            expected = "a sign" if right == ABSENT else _named(right)
            whole = text.split("\n")[line - 1]
            fault = Fault(line, column, (expected,), _named(found), text=whole)
            raise PuzzleSyntaxError(name, (fault,))
    return puzzle


def _named(character: str) -> str:
    return _NAMES.get(character) or quoted(character)
