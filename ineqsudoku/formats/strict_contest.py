"""The strict contest format, which the input file of a judge must have.

Blanks are exactly as in a published sample, every line ends with a line feed, no sign is absent,
and nothing else is in the file.  The reader is strict and small, because packages for judges
contain a C++ twin of it (`ineqsudoku/apps/package/cpp/official.hpp`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from ineqsudoku.errors import Fault, PuzzleSyntaxError
from ineqsudoku.formats.decoding import too_long
from ineqsudoku.formats.document import MAX_BYTES
from ineqsudoku.formats.scanning import (
    A_BLANK,
    END_OF_FILE,
    END_OF_LINE,
    name_of_byte,
    name_of_unprintable,
)
from ineqsudoku.formats.signlines import ACROSS, BAND
from ineqsudoku.messages import Message, Text
from ineqsudoku.puzzle import Puzzle

_SLOTS = {"-": "<>", "|": "^v", " ": " ", "\n": "\n"}
"""The characters that may stand where a template has a character."""

_DOWN = "| | | | | | | | |"
"""The template of a down line, the same in all styles."""


@dataclass(frozen=True)
class Style:
    """The style of a published sample: an `across` line, with hyphens for signs, and whether
    an input may hold `several` puzzles."""

    across: str
    several: bool = False

    @cached_property
    def template(self) -> str:
        """The text of a puzzle with keys of `_SLOTS` in place of its characters."""
        kinds = BAND * 3
        return "".join(f"{self.across if kind is ACROSS else _DOWN}\n" for kind in kinds)

    def agreement(self, text: str) -> tuple[int, tuple[Text, ...]]:
        """Return the index at which `text` departs from the style, and names of what it expects.

        For a text in this style, that is the length of the text and an empty tuple.
        """
        puzzle = "".join(f"[{_SLOTS[slot]}]".replace("[^", r"[\^") for slot in self.template)
        times = "*" if self.several else "?"
        whole = re.compile(f"(?>(?>{puzzle}){times})").match(text)
        index = whole.end() if whole else 0
        if index == len(text) > 0:
            return index, ()
        end = (END_OF_FILE,) if index else ()
        if index and not self.several:
            return index, end
        for slot in self.template:
            allowed = _SLOTS[slot]
            if text[index : index + 1] not in [*allowed]:
                return index, (*(_name(character) for character in allowed), *end)
            index, end = index + 1, ()
        raise AssertionError("the whole puzzle fits, so the expression would have matched")


STYLES = (
    Style("- - - - - -"),  # Luogu P4573
    Style(" - -  - -  - - "),  # BZOJ 3109: a box has three columns for its cells
    Style(" - -  - -  - -"),  # its mirrors without trailing blanks
    Style(" - -   - -   - - "),  # NKOJ 2194: signs stand between the columns of cells
    Style(" - -   - -   - -"),
    Style("-- -- --", several=True),  # UVa 11570: one group per box
)

_NAMES = {
    "": END_OF_FILE,
    "\n": END_OF_LINE,
    "\r": Message("formats.carriage-return", "a carriage return"),
    "\t": Message("formats.tab", "a tab"),
    " ": A_BLANK,
    "\ufeff": Message("formats.byte-order-mark", "a byte-order mark"),
}

_ORDER = ("'<'", "'>'", "'^'", "'v'", A_BLANK, END_OF_LINE, END_OF_FILE)
"""The order of expectations in messages."""


def read(data: bytes, name: str) -> list[Puzzle]:
    """Return the puzzles of a text in one of the `STYLES`.

    Raises `PuzzleSyntaxError` at the first place where the text departs from the styles that it
    follows longest.
    """
    if len(data) > MAX_BYTES:
        raise too_long(name)
    text = data.decode("utf-8", "surrogateescape")
    agreements = [style.agreement(text) for style in STYLES]
    longest = max(index for index, _ in agreements)
    expected = {what for index, names in agreements if index == longest for what in names}
    if (longest, ()) not in agreements:
        raise PuzzleSyntaxError(name, (_fault(text, longest, expected),))
    signs = re.sub("[ \n]", "", text)
    size = 3 * sum(kind.size for kind in BAND)
    return [Puzzle(signs[start : start + size]) for start in range(0, len(signs), size)]


def _fault(text: str, index: int, expected: set[Text]) -> Fault:
    start = text.rfind("\n", 0, index) + 1
    line = text[start:].partition("\n")[0]
    in_order = tuple(sorted(expected, key=_ORDER.index))
    found = _name(text[index : index + 1])
    return Fault(text.count("\n", 0, index) + 1, index - start + 1, in_order, found, text=line)


def _name(character: str) -> Text:
    """Return the name of a character in messages; printable ASCII is quoted."""
    if character in _NAMES:
        return _NAMES[character]
    if "\udc80" <= character <= "\udcff":
        return name_of_byte(ord(character) - 0xDC00)  # how `surrogateescape` keeps it
    return f"'{character}'" if "!" <= character <= "~" else name_of_unprintable(character)
