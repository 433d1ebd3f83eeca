"""The official text of a contest's input: what the input file of a judge must be.

Signs are blanked exactly as in a published sample, every line ends with a line feed, no sign
is absent, and nothing else is in the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ineqsudoku.errors import Fault, PuzzleSyntaxError
from ineqsudoku.formats import contest, entries
from ineqsudoku.formats.decoding import UNDECODED
from ineqsudoku.formats.document import Document
from ineqsudoku.formats.grammars import END_OF_LINE, quoted
from ineqsudoku.formats.mending import place
from ineqsudoku.puzzle import ABSENT, Puzzle


@dataclass(frozen=True, slots=True)
class Style:
    """How a published sample writes the six signs of an across line, and whether its input may
    hold `several` puzzles.  Down lines have single blanks everywhere."""

    across: str
    several: bool = False

    def write(self, puzzles: Sequence[Puzzle]) -> str:
        """Returns the text of all puzzles, or of the first where there is only one."""
        lines = [
            line
            for puzzle in (puzzles if self.several else puzzles[:1])
            for line in contest.write(puzzle).split("\n")
        ]
        return "".join(f"{self._styled(line.split())}\n" for line in lines)

    def _styled(self, signs: list[str]) -> str:
        is_across = len(signs) == self.across.count("{}")
        return self.across.format(*signs) if is_across else " ".join(signs)


STYLES = (
    Style("{} {} {} {} {} {}"),  # Luogu P4573
    Style(" {} {}  {} {}  {} {} "),  # BZOJ 3109: each box has three columns for its cells
    Style(" {} {}  {} {}  {} {}"),  # its mirrors without trailing blanks
    Style(" {} {}   {} {}   {} {} "),  # NKOJ 2194: signs stand between the columns of cells
    Style(" {} {}   {} {}   {} {}"),
    Style("{}{} {}{} {}{}", several=True),  # UVa 11570: one group for each box
)

_NAMES = {
    "": "the end of the file",
    "\n": END_OF_LINE,
    "\r": "a carriage return",
    "\t": "a tab",
    " ": "a blank",
    "\ufeff": "a byte-order mark",
}


def read(data: bytes, name: str) -> list[Puzzle]:
    """Returns the puzzles of an official text in one of the `STYLES`.

    Raises `PuzzleSyntaxError`: with all faults of a text that is no puzzle, otherwise with
    the first place where the text differs from the style that it follows longest.
    """
    puzzles = [entry.puzzle for entry in entries(Document.read(data, name, format="contest"))]
    text = data.decode(errors=UNDECODED)
    styled = [style.write(puzzles) for style in STYLES]
    nearest = max(styled, key=lambda other: _agreement(text, other))
    agreed = _agreement(text, nearest)
    index = min(agreed, text.index(ABSENT) if ABSENT in text else agreed)
    if index == len(text) == len(nearest):
        return puzzles
    line, column = place(text, index)
    found, right = text[index : index + 1], nearest[index : index + 1]
    expected = "a sign" if right == ABSENT else _named(right)
    fault = Fault(line, column, (expected,), _named(found), text=text.split("\n")[line - 1])
    raise PuzzleSyntaxError(name, (fault,))


def _agreement(text: str, other: str) -> int:
    """How many characters are the same from the start on."""
    pairs = enumerate(zip(text, other, strict=False))
    shorter = min(len(text), len(other))
    return next((index for index, (one, two) in pairs if one != two), shorter)


def _named(character: str) -> str:
    return _NAMES.get(character) or quoted(character)
