"""Reads the grids in the output of a program, or finds the reason why there are none.

Blanks are those of testlib: space, tab, line feed and carriage return.  A form feed, a
non-breaking space or any other byte is part of a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from ineqsudoku.checker.rules import SYMBOLS, Violation, violations
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.geometry import Geometry
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import Grid, Puzzle, require_puzzle

Output = str | bytes | Iterable[bytes]
"""The output of a program: a text, its bytes, or chunks of its bytes."""

BLANKS = b" \t\r\n"

MAX_BYTES = 128 * 1024 * 1024
"""A longer output has the wrong format, as for testlib."""

PIECE = 64 * 1024
"""The size of a piece, which is processed at once, in bytes."""

MAX_QUOTED = 20
"""The most bytes of a word that messages quote."""

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_INTEGER = re.compile(rb"0|-?[1-9][0-9]{0,9}")
_LETTER = re.compile(rb"[A-Z]")

_TO_SPACES = bytes.maketrans(BLANKS, b" " * len(BLANKS))

MAX_INTEGER = 2**31 - 1


class OutputTooLongError(IneqSudokuError):
    """An output has more than `MAX_BYTES`."""


_TOO_LONG = Message(
    "check.too-long", "the output is longer than {mib} MiB", mib=MAX_BYTES // 1024**2
)


def check(puzzle: Puzzle, grid: Grid | str | bytes) -> tuple[Violation, ...]:
    """Return all rules that a grid breaks, in the order of `Rule`; empty if the grid is right.

    A text or bytes are read as a printed grid, whose digits need no blanks between them.  If it is
    no grid, the only violation is a `shape` or a `range`.  Raises `TypeError` if `puzzle` is no
    puzzle.
    """
    require_puzzle(puzzle)
    if not isinstance(grid, Grid):
        (answer,) = printed_grids([puzzle.geometry], grid)
        return broken_rules(puzzle, answer)
    if len(grid.line) != len(puzzle.geometry.cells):
        reason = Message(
            "check.other-size",
            "the grid is {grid}, the puzzle {puzzle}",
            grid=f"{grid.size}×{grid.size}",
            puzzle=puzzle.geometry.name,
        )
        return (Violation("shape", (), reason),)
    return broken_rules(puzzle, grid)


def broken_rules(puzzle: Puzzle, answer: Grid | Violation) -> tuple[Violation, ...]:
    """Return the rules that an item of `printed_grids` breaks."""
    return (answer,) if isinstance(answer, Violation) else tuple(violations(puzzle, answer))


def printed_grids(
    geometries: Sequence[Geometry], output: Output, *, dense: bool = True
) -> list[Grid | Violation]:
    """Return the grids for the geometries in an output, or violations in their place.

    Every digit is a word.  If `dense`, a word of as many digits as a row or a grid has is read as
    these digits; letters may always be printed like this.  A `range` violation stands for a grid
    with an integer or a letter that is out of range.  A `shape` violation is always the last item;
    the output is not read beyond it.
    """
    chunks = iter(chunks_of(output))
    head = next(chunks, b"")
    longest = max(max(len(geometry.cells) for geometry in geometries), len(str(-MAX_INTEGER)))
    remaining = _Words(chain([head], chunks), longest)
    answers: list[Grid | Violation] = []
    try:
        for geometry in geometries:
            answers.append(_grid(remaining, geometry, dense))
            if is_shape_fault(answers[-1]):
                break
        else:
            if word := next(remaining, b""):
                answers[-1] = _excess(word, geometries[-1])
    except OutputTooLongError:
        del answers[len(geometries) - 1 :]
        answers.append(Violation("shape", (), _TOO_LONG))
    if dense and is_shape_fault(answers[-1]) and (reason := row_fault(head, geometries)):
        answers[-1] = Violation("shape", (), reason)
    return answers


def is_shape_fault(answer: Grid | Violation) -> bool:
    """Whether an item of `printed_grids` ends the list."""
    return isinstance(answer, Violation) and answer.rule == "shape"


def _grid(next_words: _Words, geometry: Geometry, dense: bool) -> Grid | Violation:
    """Return the next grid of an output."""
    cells = len(geometry.cells)
    # Nearly all grids are printed well, as symbols or as rows; these need no look at each word.
    for count in (cells, geometry.size) if _may_be_dense(geometry, dense) else (cells,):
        printed = next_words.peek(count)
        line = b"".join(printed)
        if (
            len(printed) == count
            and len(line) == cells
            and (count == cells or {*map(len, printed)} == {count})
            and not line.translate(None, geometry.symbols.encode())
        ):
            next_words.skip(count)
            return Grid(line.decode("ascii"))
    known = {symbol.encode(): symbol for symbol in geometry.symbols}
    symbols: list[str] = []
    out_of_range = None
    for word in next_words:
        for part in _parts(word, geometry, dense):
            if part not in known:
                violation = _violation(len(symbols), part, geometry)
                if violation.rule == "shape":
                    return violation
                out_of_range = out_of_range or violation
            symbols.append(known.get(part, ""))
        if len(symbols) > cells:
            return _excess(word, geometry)
        if len(symbols) == cells:
            return out_of_range or Grid("".join(symbols))
    reason = Message(
        "check.too-few",
        "expected {symbols}, found {number}",
        symbols=_count(cells, geometry),
        number=len(symbols) or Message("check.none", "none"),
    )
    return Violation("shape", (), reason)


def _count(number: int, geometry: Geometry) -> Message:
    return _COUNTS[geometry.symbol].fill(n=number)


_COUNTS = {
    "digit": Message("check.digits", "{n} digit", "{n} digits"),
    "letter": Message("check.letters", "{n} letter", "{n} letters"),
}


def _may_be_dense(geometry: Geometry, dense: bool) -> bool:
    return dense or geometry.symbol == "letter"


def _parts(word: bytes, geometry: Geometry, dense: bool) -> Sequence[bytes]:
    whole = (geometry.size, len(geometry.cells))
    if _may_be_dense(geometry, dense) and len(word) in whole and word.isalnum():
        return [word[i : i + 1] for i in range(len(word))]
    return (word,)


def _violation(cell: int, word: bytes, geometry: Geometry) -> Violation:
    """Return the violation for a word that is no symbol of the geometry."""
    readable = _LETTER.fullmatch(word) if geometry.symbol == "letter" else _is_integer(word)
    reason = Message(
        "check.no-symbol",
        "{cell} is {word}, not a {symbol} {range}",
        cell=geometry.label(cell),
        word=word.decode("ascii") if readable else quote(word),
        symbol=SYMBOLS[geometry.symbol],
        range=geometry.symbol_range,
    )
    return Violation("range" if readable else "shape", (cell,), reason)


def _is_integer(word: bytes) -> bool:
    """Whether testlib's `readInt` reads a word: 32 bits, no `+`, no leading zeros."""
    return bool(_INTEGER.fullmatch(word)) and -MAX_INTEGER - 1 <= int(word) <= MAX_INTEGER


def _excess(word: bytes, geometry: Geometry) -> Violation:
    reason = Message(
        "check.too-many",
        "expected {symbols}, found more: {word}",
        symbols=_count(len(geometry.cells), geometry),
        word=quote(word),
    )
    return Violation("shape", (), reason)


_END_OF_LINE = re.compile(rb"\r\n|\r|\n")


def row_fault(start: bytes, geometries: Sequence[Geometry]) -> Message | None:
    """Return a message on the first line that is no row, from the start of an output.

    Only an output whose lines are mostly rows, or that is most of a grid on one line, is examined.
    Lines after the last row are ignored.
    """
    geometry = geometries[0]
    lines = list(islice(_lengths(start), sum(geometry.size for geometry in geometries)))
    rows = sum(length == geometry.size for _, length in lines)
    if 2 * rows > len(lines):
        expected = geometry.size
    elif len(lines) == 1 and 2 * lines[0][1] > len(geometry.cells):
        expected = len(geometry.cells)
    else:
        return None
    for number, length in lines:
        if length != expected:
            return Message(
                "check.no-row",
                "line {line} has {symbols}, not {expected}",
                line=number,
                symbols=_count(length, geometry),
                expected=expected,
            )
    return None


def _lengths(start: bytes) -> Iterator[tuple[int, int]]:
    """Yield the numbers of the lines that are not blank, and their numbers of symbols."""
    lines = _END_OF_LINE.split(start[:PIECE].removeprefix(BYTE_ORDER_MARK))
    if len(start) >= PIECE:
        lines.pop()  # It may be cut.
    for number, line in enumerate(lines, 1):
        if text := line.strip(BLANKS):
            words = text.replace(b"\t", b" ").split(b" ")
            yield number, len(text) if len(words) == 1 else len(words) - words.count(b"")


def chunks_of(output: Output) -> Iterable[bytes]:
    if isinstance(output, str):
        output = output.encode("utf-8", "surrogatepass")
    return [output] if isinstance(output, bytes) else output


def words(chunks: Iterable[bytes], longest: int) -> Iterator[bytes]:
    """Return the words of an output as an iterator, like `_lists_of_words`."""
    return chain.from_iterable(_lists_of_words(chunks, longest))


class _Words(Iterator[bytes]):
    """The words of an output, like `_lists_of_words`, with a look ahead."""

    def __init__(self, chunks: Iterable[bytes], longest: int) -> None:
        self._lists = _lists_of_words(chunks, longest)
        self._words: list[bytes] = []
        self._next = 0

    def __next__(self) -> bytes:
        for word in self.peek(1):
            self.skip(1)
            return word
        raise StopIteration

    def peek(self, number: int) -> list[bytes]:
        """Return the next words; fewer than `number` at the end."""
        while len(self._words) - self._next < number:
            more = next(self._lists, None)
            if more is None:
                break
            self._words = self._words[self._next :] + more
            self._next = 0
        return self._words[self._next : self._next + number]

    def skip(self, number: int) -> None:
        self._next += number


def _lists_of_words(chunks: Iterable[bytes], longest: int) -> Iterator[list[bytes]]:
    """Yield the words of an output piece by piece; a byte-order mark at its start is skipped.

    A word of more than `longest` bytes may be cut, but not to `longest` bytes or fewer, and
    may be the last one.  Time is linear in the bytes read, and memory is bounded by `longest`
    and the largest chunk.  Raises `OutputTooLongError`.
    """
    unfinished = b""
    for piece in _pieces(_without_mark(chunks)):
        if not piece.translate(None, BLANKS):  # ten times as fast as the search for a word
            yield [unfinished] if unfinished else []
            unfinished = b""
            continue
        words_and_blanks = (unfinished + piece).translate(_TO_SPACES).split(b" ")
        complete = list(filter(None, words_and_blanks))
        unfinished = b"" if piece[-1] in BLANKS else complete.pop()
        yield complete
        if len(unfinished) > longest:
            break
    if unfinished:
        yield [unfinished]


def _without_mark(chunks: Iterable[bytes]) -> Iterator[bytes]:
    chunks = iter(chunks)
    start = b""
    for chunk in chunks:
        start += chunk
        if len(start) >= len(BYTE_ORDER_MARK):
            break
    yield start.removeprefix(BYTE_ORDER_MARK)
    yield from chunks


def _pieces(chunks: Iterable[bytes]) -> Iterator[bytes]:
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > MAX_BYTES:
            raise OutputTooLongError(_TOO_LONG)
        yield from (chunk[start : start + PIECE] for start in range(0, len(chunk), PIECE))


def quote(word: bytes) -> str:
    """Return a word in single quotes, cut to `MAX_QUOTED` bytes.

    Anything that is not printable text is written byte by byte as `\\xNN`.
    """
    text = word[:MAX_QUOTED].decode("utf-8", "backslashreplace")
    shown = "".join(c if c.isprintable() else _escape(c) for c in text)
    return f"'{shown}{'...' if len(word) > MAX_QUOTED else ''}'"


def _escape(character: str) -> str:
    data = character.encode("utf-8", "surrogatepass")
    return "".join(f"\\x{byte:02x}" for byte in data)
