"""Recognises formats by a sample of a text, its first few thousand characters."""

from __future__ import annotations

import re
from itertools import islice

from ineqsudoku.geometry import NINE, SUDOKU
from ineqsudoku.puzzle import ABSENT

SIGNS = "<>^v" + ABSENT
"""The characters for signs and for an absent one."""

SAMPLE = 8192
"""The length of a sample in characters."""

_SHORT = 36
"""The most characters, blanks aside, of a line of signs that is not compact."""

_LETTERS = "ABCDEFGHIJKLMNOP"
"""The symbols of 16×16."""

_DIGIT_SIZES = tuple(size for size, geometry in SUDOKU.items() if geometry.symbol == "digit")
_ONE_LINE = (9, *(size**2 for size in _DIGIT_SIZES))
"""Numbers of cells in the first line of a plain text, for which one line is evidence enough."""


def lines_without_blanks(text: str, number: int) -> list[str]:
    """Return the first `number` lines that are not blank, without their blanks."""
    lines = re.finditer(r"(?m)^[ \t]*+[^ \t\n][^\n]*+", text)
    return ["".join(line[0].split()) for line in islice(lines, number)]


class Sample:
    """The beginning of a text with signs or cells in lines, and counts of its characters.

    `lines` are the first lines without blanks.
    """

    def __init__(self, text: str) -> None:
        self.text = text.lstrip(" \t\n")[:SAMPLE]
        self.lines = lines_without_blanks(self.text, 17)
        self.first, self.second, *_ = [*self.lines[:2], "", ""]

    @property
    def signs(self) -> int:
        return sum(map(self.text.count, "<>^v"))

    @property
    def digits(self) -> int:
        return len(re.findall(r"\d", self.text))

    @property
    def letters(self) -> int:
        """The letters of 16×16 and hyphens; amid digits, hyphens are frames and do not count."""
        letters = sum(map(self.text.count, _LETTERS))
        return letters + self.text.count("-") * (letters >= self.digits)

    @property
    def has_letters(self) -> bool:
        return any(letter in self.text for letter in _LETTERS)

    @property
    def rows(self) -> list[str]:
        """The first lines without blanks, except frames."""
        return [line for line in self.lines if set(line) != {"-"}]

    @property
    def has_short_lines(self) -> bool:
        return len(self.first) <= _SHORT


def has_lines_of_eight(sample: Sample) -> bool:
    """Whether more than one of the first lines, and more of them than have six signs, are across
    lines of eight."""
    if not sample.has_short_lines or list(map(len, sample.lines)).count(8) < 2:
        return False
    # Without signs and lines of nine, lines of eight are rows or down lines of 8×8.
    if not sample.signs and NINE.size not in map(len, sample.lines):
        return False
    sizes = [len(line) for line in sample.lines if set(line) <= set("<>.")]
    return sizes.count(8) > max(sizes.count(6), 1)


def begins_with_signs_of_a_size(sample: Sample) -> bool:
    """Whether the first two lines are an across and a down line of a size with boxes."""
    first, second = sample.first, sample.second
    if not len(first) + 1 == len(second) in SUDOKU:
        return False
    return set(first) <= set("<>.") and set(second) <= set("^v.")


def begins_with_cells_between_signs(sample: Sample) -> bool:
    """Whether the first line has cells between signs, and the second may be a down line."""
    first, second = sample.first, sample.second
    if not sample.has_short_lines or not is_alternating(first):
        return False
    # A row of givens is as long as the next one, and a puzzle on one line as the square of a row.
    is_down = set(second) <= set("^v.") and 0 < len(second) < len(first) != len(second) ** 2
    return is_down or "<" in first or ">" in first


def is_alternating(line: str) -> bool:
    """Whether a line without blanks is meant as cells with signs between them: most characters at
    even indexes are cells, and most of the others are signs."""
    cells = sum(character not in SIGNS for character in line[::2])
    signs = sum(character in "<>." for character in line[1::2])
    return len(line) > 2 and 2 * cells > len(line[::2]) and 2 * signs > len(line[1::2])


def is_hexadoku(sample: Sample) -> bool:
    """Whether there are more letters and hyphens than signs and digits; without any letter, the
    first two lines have 16 characters."""
    if not (len(sample.first) == 16 == len(sample.second) or sample.has_letters):
        return False
    return sample.letters > max(sample.signs, sample.digits)


def is_plain(sample: Sample) -> bool:
    """Whether there are more digits than signs; if not, the length of the first line decides."""
    digits, signs = sample.digits, sample.signs
    if digits != signs:
        return digits > signs
    first, second, *_ = [*map(len, sample.rows), 0, 0]
    return first in _ONE_LINE or first == second in _DIGIT_SIZES


def is_compact(sample: Sample) -> bool:
    """Whether the first line has more than a third of a layout's signs."""
    return not sample.has_short_lines


def is_anything(_: Sample) -> bool:
    """Always true: for the format of texts that no other format recognises."""
    return True


# Patterns are compiled when they are first used: most texts need none of them.
_DRAWN_ROW = r"[ \t]*(?>[0-9]+|[A-P._?-])(?>[ \t]*[<>]?[ \t]*(?>[0-9]+|[A-P._?-]))+[ \t]*"
_DRAWN_SIGNS = r"[ \t^v∧∨V]+"
_NUMBER = r"[ \t]*[0-9]{1,2}[ \t]*"


def is_drawing(sample: Sample) -> bool:
    """Whether there are rows of cells with lines of `^` and `v` between them.

    A first row of dots does not count, because dots may be absent signs.  If every place for a
    sign has a sign or a dot, the format is extended.  Without signs, the number of lines must
    stand above rows with blank lines between them.
    """
    if not sample.signs:
        return _is_drawing_without_signs(sample.text.split("\n")[:_FEW_LINES])
    lines = [line for line in sample.text.split("\n")[:_FEW_LINES] if line.strip(" \t")]
    if lines and re.fullmatch(_NUMBER, lines[0]):
        del lines[0]
    elif _have_cells_between_signs(["".join(line.split()) for line in lines]):
        return False
    rows = [line for line in lines if re.fullmatch(_DRAWN_ROW, line)]
    if not rows or rows[0] is not lines[0] or set(rows[0]) <= set("<>. \t"):
        return False
    left = len(re.findall(r"[0-9]+|[A-P._?-]", rows[0]))
    for line in lines:
        if re.fullmatch(_DRAWN_ROW, line):
            left -= 1
            if left == 0:
                break
        elif not re.fullmatch(_DRAWN_SIGNS, line):
            return False
    return True


_FEW_LINES = 40


def _is_drawing_without_signs(lines: list[str]) -> bool:
    number = int(lines[0]) if re.fullmatch(_NUMBER, lines[0]) else 0
    size = (number + 1) // 2
    rows, between = lines[1 : number + 1 : 2], lines[2 : number + 1 : 2]
    return (
        number % 2 == 1
        and len(rows) == size > 1
        and not any(line.strip(" \t") for line in between)
        and all(re.fullmatch(_DRAWN_ROW, row) and len(row.split()) == size for row in rows)
    )


def _have_cells_between_signs(lines: list[str]) -> bool:
    """Whether lines without blanks are those of extended with cells between the signs.

    That is the case if the first two lines have dots; else, if all lines of a puzzle are complete.
    """
    size = len(lines[0]) // 2 + 1 if lines else 0
    if size not in SUDOKU:
        return False
    shapes = (rf"[0-9A-P-](?>[<>.][0-9A-P-]){{{size - 1}}}", rf"[\^v.]{{{size}}}")
    of_puzzle = lines[: 2 * size - 1]
    fit = [bool(re.fullmatch(shapes[n % 2], line)) for n, line in enumerate(of_puzzle)]
    if not all(fit[:2]) or len(fit) < 2:
        return False
    first, second = of_puzzle[:2]
    has_dots = "." in first or ("." in second and set(second) != {"."})
    return has_dots or all(fit)


def is_pair_list(sample: Sample) -> bool:
    """Whether there is a grid of numbers, then a line of hyphens and pairs; or the size and the
    number of pairs, the grid and pairs."""
    if sample.signs:
        return False
    all_lines = [line.split() for line in sample.text.split("\n")[:_FEW_LINES]]
    lines = [words for words in all_lines if words]
    if lines and len(lines[0]) == 1 and lines[0][0].isdigit():
        del lines[0]
    header = pair_list_header(lines)
    del lines[:header]
    size = len(lines[0]) if lines else 0
    if size < 2 or any(len(words) != size for words in lines[:size]):
        return False
    if not all(word.isdigit() or word in "._?-" for words in lines[:size] for word in words):
        return False
    below = lines[size : size + 2]
    if below and set("".join(below[0])) == {"-"} and len(below[0]) == 1:
        has_no_pairs = len(below) == 1 or not all_lines[all_lines.index(below[0]) + 1]
        return has_no_pairs or _is_pair(below[1])
    return bool(header) and bool(below) and _is_pair(below[0])


def pair_list_header(lines: list[list[str]]) -> int:
    """1 if the first of two lines is the size and the number of pairs, else 0."""
    if len(lines) < 2 or len(lines[0]) != 2 or len(lines[1]) == 2:
        return 0
    return int(lines[0][0] == str(len(lines[1])) and lines[0][1].isdigit())


def _is_pair(words: list[str]) -> bool:
    return len(words) in (2, 4) and all(map(str.isdigit, words))
