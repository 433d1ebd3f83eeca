"""`Syntax`: a format with a grammar at one size.

Well-formed texts are read by regular expressions.  Of a text with faults, the other puzzles are
read, and the faults are located, unless the text is no puzzle at all.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice, pairwise

from ineqsudoku.errors import MAX_FAULTS, Fault, PuzzleSyntaxError
from ineqsudoku.formats.document import Document, Entry, Reading
from ineqsudoku.formats.grammar import puzzle_expression, scan, scan_parts
from ineqsudoku.formats.recognition import SAMPLE, lines_without_blanks
from ineqsudoku.formats.registry import format_of
from ineqsudoku.formats.scanning import A_PUZZLE, BLANKS, quote
from ineqsudoku.formats.signlines import BAND
from ineqsudoku.geometry import IN_BOX_PAIRS, Pair
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import Puzzle

MAX_REFUSED = 1000
"""A `Reading` keeps the first lines of this many puzzles that cannot be read."""

_MOST_EXCERPTS = 8
"""Faults are searched for in this many excerpts of a section."""


class Syntax(ABC):
    """A format with a grammar at one size, in the grammar `language`.

    `characters` are the characters of its texts and `lengths` the lengths of its lines, both
    without blanks.
    """

    __slots__ = ()

    language: str

    @property
    @abstractmethod
    def characters(self) -> str: ...

    @property
    @abstractmethod
    def lengths(self) -> tuple[int, ...]: ...

    def puzzle(self, characters: str) -> Puzzle:
        """Return the puzzle with these characters, which are all but the blanks of its text: here,
        the signs of a layout of 9×9."""
        return Puzzle(characters)

    def pairs(self, _first: str, /) -> Sequence[Pair | None]:
        """Return what the characters of a puzzle, blanks aside, stand for: a sign's pair, or `None`
        for a cell.  `_first` is the first of them.  Cells at the end are left out."""
        return IN_BOX_PAIRS

    @abstractmethod
    def starts(self, text: str) -> Sequence[int]:
        """Return the indexes at which the puzzles of a text begin, so that they can be read on
        their own; a text with faults is divided as well as possible."""

    @abstractmethod
    def split(self, text: str, is_whole: bool = True) -> Iterable[int]:
        """Return the indexes at which the sections of a text start, see `sections.py`; unless the
        text `is_whole`, more follows."""

    @abstractmethod
    def faults(self, document: Document, index: int) -> Iterator[Fault]:
        """Yield the faults of a document from an index on."""

    def is_puzzle(self, text: str) -> bool:
        """Whether a text is one well-formed puzzle, perhaps with blank lines behind it."""
        return bool(puzzle_expression(self.language).fullmatch(text))

    def parse(self, document: Document) -> Reading:
        """Return the puzzles of a text; faulty ones are skipped."""
        entries: list[Entry] = []
        line, before = document.line, 0
        parts = scan(self.language, document.text)
        for index, (start, _, characters) in enumerate(parts, document.index):
            if not characters:
                return self._parse_with_faults(document)
            line += document.text.count("\n", before, start)
            before = start
            entries.append(Entry(index, line, self.puzzle(characters)))
        return Reading(entries) if entries else self._parse_with_faults(document)

    def sections(self, document: Document, starts: Sequence[int]) -> Iterator[Document]:
        """Return the sections of a text that start at `starts`, with the indexes of their first
        puzzles."""
        cuts = pairwise([*starts, len(document.text)])
        numbers = (self.number_of_puzzles(document.text[start:end]) for start, end in cuts)
        return document.parts(starts, accumulate(numbers, initial=0))

    def number_of_puzzles(self, text: str) -> int:
        """Return the number of puzzles in a text, including those with faults."""
        return len(self.starts(text))

    # --- texts with faults ---------------------------------------------------------------

    def _parse_with_faults(self, document: Document) -> Reading:
        """Return the puzzles of a text whose faults are in its `error`."""
        entries: list[Entry] = []
        refused = _Spans()
        faulty: list[tuple[Document, _Spans]] = []
        starts = [*self.split(document.text)]
        for start, section in zip(starts, self.sections(document, starts), strict=True):
            line_at = section.line_finder()
            inside = _Spans()
            parts = scan_parts(self.language, section.text, self.starts(section.text))
            for index, (first, end, characters) in enumerate(parts, section.index):
                if characters:
                    entries.append(Entry(index, line_at(first), self.puzzle(characters)))
                else:
                    inside.add(first, end)
                    refused.add(start + first, start + end)
            if inside and len(faulty) <= MAX_FAULTS:
                faulty.append((section, inside))
        line_at = document.line_finder()
        lines = tuple(line_at(start) for start, _ in islice(refused, MAX_REFUSED))
        fault = None if document.has_puzzles else self._misfit(document, refused)
        if fault or not faulty:
            error = document.error([fault or _at_first_character(document, 0)])
            return Reading(entries, error, lines, len(refused))
        faults: list[Fault] = []
        for section, inside in faulty:
            faults += self._faults_of_section(section, inside).faults
            if len(faults) > MAX_FAULTS:
                break
        error = PuzzleSyntaxError(document.name, tuple(faults[: MAX_FAULTS + 1]))
        return Reading(entries, error, lines, len(refused))

    def _faults_of_section(self, section: Document, refused: _Spans) -> PuzzleSyntaxError:
        """Return the faults of a section, one at least and one more than are shown at most."""
        parts = scan(self.language, section.text)
        index = next((part.start for part in parts if not part.characters), 0)
        faults: list[Fault] = []
        for _ in range(_MOST_EXCERPTS):
            faults += islice(self.faults(section, index), MAX_FAULTS + 1 - len(faults))
            following = refused.start_beyond(index, section.excerpt_end(index))
            if len(faults) > MAX_FAULTS or following is None:
                break
            index = following
        first, _ = next(iter(refused))
        return section.error(faults or [_at_first_character(section, first)])

    # --- texts that are no puzzles at all ------------------------------------------------

    # They are reported as one fault.  Fault by fault, a source file or a letter would be wrong in
    # every line.

    def objection(self, text: str) -> Message | None:
        """Return the reason, as a sentence, why a text is not meant as puzzles at all.

        `None` if it may be meant as puzzles.  Faulty puzzles are far within all limits, and other
        texts far beyond them.
        """
        if re.fullmatch(_URL, text):
            return _ABOUT_LINKS
        format = format_of(self.language)
        known = sum(map(text.count, self.characters))
        strange = len(text) - known - sum(map(text.count, " \t\n"))
        if known < strange:
            return _STRANGE.fill(n=strange, all=known + strange, format=format)
        lines = lines_without_blanks(text, _MANY_LINES)
        if len(lines) == _MANY_LINES:
            lines = _sample(text)
        if len(lines) < _FEWEST_LINES:
            return None
        if not any(character in text for character in {*self.characters} - {*_EMPTY}):
            return _EMPTY_ONLY
        enough = int(_FEWEST_FITTING * len(lines))
        fit = sum(1 for _ in islice((line for line in lines if self._fits(line)), enough))
        if fit == enough:
            return None
        return _FEW_LINES.fill(n=fit, all=len(lines), format=format)

    def _fits(self, line: str) -> bool:
        """Whether a line without blanks has about the length of a line in a format and mostly its
        characters."""
        if not any(4 * abs(len(line) - length) <= length + 3 for length in self.lengths):
            return False
        return 4 * sum(map(line.count, self.characters)) >= 3 * len(line)

    def is_misfit(self, text: str) -> bool:
        """Whether a text is not even meant for puzzles."""
        return _is_sumdoku(text) or bool(self.objection(text))

    def _misfit(self, document: Document, refused: _Spans) -> Fault | None:
        """Return the one fault of a text that is not meant as puzzles; `None` if it may be.

        The fault is in one of the parts that cannot be read, `refused`.
        """
        if not refused:
            return None
        if _is_sumdoku(document.text):
            expected, hint = _COMPARING_CELLS, _ABOUT_SUMDOKU
            patterns = [r"\S"]
        elif objection := self.objection(document.text):
            expected, hint = A_PUZZLE, objection
            patterns = [rf"[^{re.escape(self.characters)} \t\n]", r"\S"]
        else:
            return None
        text, searches = document.text, [re.compile(pattern).search for pattern in patterns]
        at = next(at for search in searches for span in refused if (at := search(text, *span)))
        start = text.rfind("\n", 0, at.start()) + 1
        line, column = text[start : text.index("\n", start)], at.start() - start + 1
        found = {_ABOUT_SUMDOKU: _SUMDOKU_FOUND, _ABOUT_LINKS: _LINK}.get(hint) or quote(at[0])
        return Fault(document.line_at(start), column, (expected,), found, hint, line)


_URL = r"(?i)\s*+[a-z]{2,10}://\S++\s*+"

_LINK = Message("formats.a-link", "a link")
_ABOUT_LINKS = Message(
    "formats.about-links",
    "Links are not followed; links of SudokuPad, f-puzzles and Interactive Sudoku Solver "
    "that contain a puzzle can be read.",
)
_STRANGE = Message(
    "formats.strange",
    "This is not a puzzle: {n} character of {all} has no place in the format {format}. "
    "Puzzles consist of the signs < > ^ v and of digits or letters.",
    "This is not a puzzle: {n} characters of {all} have no place in the format {format}. "
    "Puzzles consist of the signs < > ^ v and of digits or letters.",
)
_EMPTY_ONLY = Message(
    "formats.empty-only", "This is not a puzzle: it has no sign, no digit and no letter of a cell."
)
_FEW_LINES = Message(
    "formats.few-lines",
    "This is not a puzzle: of {all} lines examined, only {n} looks like a line of the format "
    "{format}.",
    "This is not a puzzle: of {all} lines examined, only {n} look like lines of the format "
    "{format}.",
)
_COMPARING_CELLS = Message("formats.comparing-cells", "a puzzle whose signs compare two cells")
_SUMDOKU_FOUND = Message("formats.sumdoku", "a Sumdoku")
_ABOUT_SUMDOKU = Message(
    "formats.about-sumdoku",
    "The signs of a Sumdoku compare the sum of two cells with 10; no format holds them.",
)


def _at_first_character(document: Document, index: int) -> Fault:
    """Return the fault of a text that has no puzzle at `index`."""
    line = document.text[index:].partition("\n")[0]
    column = len(line) - len(line.lstrip(" \t")) + 1
    found = quote(line[column - 1 : column])
    return Fault(document.line_at(index), column, (A_PUZZLE,), found, text=line)


class _Spans:
    """Disjoint parts of a text in ascending order, as pairs of start and end."""

    def __init__(self) -> None:
        # Lists of pairs would take ten times the memory, and there may be millions.
        self._starts = array("L")
        self._ends = array("L")

    def __len__(self) -> int:
        return len(self._starts)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return zip(self._starts, self._ends, strict=True)

    def add(self, start: int, end: int) -> None:
        self._starts.append(start)
        self._ends.append(end)

    def start_beyond(self, start: int, end: int) -> int | None:
        """Return the start of the first part that starts behind `start` and ends behind `end`."""
        number = max(bisect_right(self._starts, start), bisect_right(self._ends, end))
        return self._starts[number] if number < len(self) else None


def _sample(text: str) -> list[str]:
    """Return sampled lines from all over a text, without their blanks."""
    lines: list[str] = []
    for place in range(0, len(text), len(text) // _PLACES):
        start = text.find("\n", place) + 1 if place else 0
        lines += lines_without_blanks(text[start : start + SAMPLE], _MANY_LINES // _PLACES)
    return lines


_PLACES = 10
"""The number of places in a text from which lines are sampled."""

_FEWEST_LINES = 30
"""A text with fewer lines may be a puzzle with faults in every line."""

_MANY_LINES = 200
"""The most lines that are examined."""

_FEWEST_FITTING = 0.1
"""The smallest share of lines that look like lines of the format, in a faulty puzzle."""

_EMPTY = ".0?-"
"""Absent signs, empty cells and frames."""


_SUMDOKU = "".join(rf"{BLANKS}(?>(?:[<=>]{BLANKS}){{{kind.size}}})\n" for kind in BAND * 3)

_GAP = r"[ \t\n]*+"

_FEWEST_OF_SUMDOKU = 10
"""The fewest lines of a Sumdoku that has an `=`; a whole one has 15."""


def _is_sumdoku(text: str) -> bool:
    """Whether a text has the form of *Sumdoku* at Kattis: lines as in contest, but all of `<`, `=`
    and `>`."""
    if not re.fullmatch(r"[<=> \t\n]*+", text):
        return False
    if "=" in text and text.count("\n") >= _FEWEST_OF_SUMDOKU:
        return True
    return bool(re.fullmatch(f"(?>(?:{_GAP}{_SUMDOKU}{_GAP})+)", text))
