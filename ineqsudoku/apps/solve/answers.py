"""The work of `solve`: answers to a piece of a source, and messages on its puzzles."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from math import isqrt
from time import perf_counter
from typing import NamedTuple

from ineqsudoku.apps.cli.exits import NO, TROUBLE, YES
from ineqsudoku.apps.cli.sources import Source
from ineqsudoku.apps.cli.streams import WARNING
from ineqsudoku.apps.solve import hexadoku
from ineqsudoku.errors import IneqSudokuError, PuzzleSyntaxError, UnsupportedPuzzleError
from ineqsudoku.formats import (
    BLANK_LINE,
    FORMATS,
    HEXADOKU,
    Entry,
    ParseResult,
    SourceText,
    parse,
)
from ineqsudoku.formats.recognition import COMMENT, is_heading
from ineqsudoku.geometry import CELLS
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search import EngineChoice, SearchResult, solve, solve_many
from ineqsudoku.search.compact_lines import AnsweredLines, answer_lines

MOST_MESSAGES = 20
"""The most messages of a kind about a source, unless the user wants none."""


class Task(NamedTuple):
    """The work on every puzzle.

    `to` is `None` for the default rendering of its format.  `messages` is the most messages of a
    kind about a source.
    """

    engine: EngineChoice = "auto"
    limit: int = 2
    node_limit: int | None = None
    search_time: float | None = None
    to: str | None = None
    messages: int = MOST_MESSAGES

    def rendering(self, format: str) -> str:
        return self.to or ("line" if format in ("compact", "plain") else "grid")


class Piece(NamedTuple):
    """A part of a source, or the error that ends it.

    `is_apart`: whether a blank line separates the part from the one before.
    """

    source: Source
    source_text: SourceText | None = None
    error: Exception | None = None
    is_apart: bool = False


UNREADABLE = "unreadable"
"""The kind of the notes about puzzles that cannot be read."""

Note = tuple[str, str, Message | Exception]
"""A note on a puzzle: a kind, a place such as `a.in:3: `, and the message.

Notes of a kind are limited in number, unless the kind is empty.
"""


class Answers(NamedTuple):
    """The answers to a piece.

    `text`: the results.  `notes`: the notes on its puzzles, in order.  `counts`: the number of
    notes by kind, with those left out.  `code`: the exit code.  `puzzles`: the number of puzzles.
    `size`: the size of the input.
    `separator`: printed between the results of two sources and, if `is_apart`, between these
    results and the earlier ones of the same source.
    `failed`: the results of the source must be discarded.
    """

    source: Source
    text: str = ""
    separator: str = ""
    is_apart: bool = False
    notes: Sequence[Note] = ()
    counts: Mapping[str, int] = {}
    code: int = YES
    puzzles: int = 0
    size: int = 0
    failed: bool = False

    def output(self, follows: bool) -> str:
        """Return the results as they stand in the output of the source.

        `follows`: whether they follow earlier results of the source.
        """
        return self.separator + self.text if self.text and follows and self.is_apart else self.text


def pieces(sources: Iterable[Source], format: str, failed: Container[Source]) -> Iterator[Piece]:
    """Yield the pieces of all sources; skips the rest of a source once it has `failed`."""
    for source in sources:
        is_apart = False
        try:
            for source_text in source.pieces(format):
                if source in failed:
                    break
                yield Piece(source, source_text, is_apart=is_apart)
                is_apart = _is_between(source_text.text.removesuffix("\n").rpartition("\n")[2])
        except (IneqSudokuError, OSError) as error:
            yield Piece(source, error=error)


def answer(piece: Piece, task: Task) -> Answers:
    """Return the answers to a piece.  Faults of puzzles are notes, not exceptions."""
    if piece.error:
        return Answers(piece.source, notes=[("", "", piece.error)], code=TROUBLE, failed=True)
    source_text = piece.source_text
    assert source_text
    rendering = task.rendering(source_text.format)
    # The kernel answers most compact lines as text; all other puzzles go the usual way.
    lines = _answer_lines(source_text, task)
    parsed = _without_answer(source_text, lines) if lines else _read(source_text)
    entries = parsed.readable
    is_apart = _follow_blank_lines(piece, source_text, entries)
    statuses = lines.answered() if lines else Counter()
    code = TROUBLE if len(entries) < len(parsed.puzzles) else NO if statuses else YES
    notes: list[Note] = [("", "", WARNING.fill(warning=one)) for one in parsed.warnings]
    counts: Counter[str] = Counter()

    def is_shown(kind: str) -> bool:
        counts[kind] += 1
        return counts[kind] <= task.messages

    notes += (
        (UNREADABLE, "", one)
        for one in parsed.puzzles
        if isinstance(one, PuzzleSyntaxError) and is_shown(UNREADABLE)
    )
    texts: list[str] = []
    failed = False
    try:
        for entry, result, text in _render(source_text, entries, task, rendering):
            texts.append(SEPARATORS[rendering] * bool(texts and is_apart[len(texts)]) + text)
            if not is_answered(result, task.limit):
                code = max(code, NO)
                if is_shown(result.status):
                    why = remark(result, task.search_time, task.node_limit)
                    notes.append((result.status, f"{source_text.name}:{entry.line}: ", why))
    except UnsupportedPuzzleError as error:
        notes.append(("", f"{source_text.name}:{entries[len(texts)].line}: ", error))
        code, failed = TROUBLE, True
    return Answers(
        source=piece.source,
        text=lines.text(texts) if lines else "".join(texts),
        separator=SEPARATORS[rendering],
        is_apart=bool(lines) or bool(texts and is_apart[0]),
        notes=notes,
        counts=counts + statuses,
        code=code,
        puzzles=len(lines or texts),
        size=len(source_text.text),
        failed=failed,
    )


def _answer_lines(source_text: SourceText, task: Task) -> AnsweredLines | None:
    """Return the lines of a text with their answers, if puzzles and answers are single lines."""
    if source_text.format != "compact" or task.rendering("compact") != "line":
        return None
    limits = (task.limit, task.engine, task.node_limit, task.search_time)
    return answer_lines(source_text.text, *limits, task.messages)


def _without_answer(source_text: SourceText, lines: AnsweredLines) -> ParseResult:
    """Return the puzzles that have no answer yet, or need a message."""
    left = (
        Entry(source_text.index + index, source_text.line + index, Puzzle(signs))
        for index, signs in lines.left()
    )
    return ParseResult([*left], source_text.warnings)


def _read(source_text: SourceText) -> ParseResult:
    is_hexadoku = source_text.format == HEXADOKU
    return hexadoku.read(source_text) if is_hexadoku else parse(source_text)


def _render(
    source_text: SourceText, entries: list[Entry], task: Task, rendering: str
) -> Iterator[tuple[Entry, SearchResult, str]]:
    """Yield the puzzles, their results and the results as text.  All are solved together, which is
    faster, unless the text says how long a puzzle took."""
    limits = (task.limit, task.engine, task.node_limit, task.search_time)
    one_by_one = hexadoku.solve if source_text.format == HEXADOKU else solve
    if rendering == JSON:
        for entry in entries:
            start = perf_counter()
            result = one_by_one(entry.puzzle, *limits)
            yield (
                entry,
                result,
                as_json(source_text.name, entry.index, result, perf_counter() - start),
            )
        return
    render = RENDERINGS[rendering]
    results: Iterable[SearchResult]
    if source_text.format == HEXADOKU:
        results = (hexadoku.solve(entry.puzzle, *limits) for entry in entries)
    else:
        results = solve_many((entry.puzzle for entry in entries), *limits)
    for entry, result in zip(entries, results, strict=True):
        yield entry, result, render(result, task.limit)


def _follow_blank_lines(piece: Piece, source_text: SourceText, entries: list[Entry]) -> list[bool]:
    """Return for each puzzle whether a blank line separates its grid from the one before.

    It does if a blank line, a comment or a heading separates the puzzles, and always if a puzzle is
    one line.
    """
    if source_text.format in FORMATS and FORMATS[source_text.format].separator != BLANK_LINE:
        return [True] * len(entries)
    lines = source_text.text.split("\n")
    indices = [entry.line - source_text.line for entry in entries]
    return [_is_between(lines[index - 1]) if index else piece.is_apart for index in indices]


def _is_between(line: str) -> bool:
    """Whether a line above a puzzle is blank, a comment or a heading."""
    return not line.strip(" \t") or line.lstrip(" \t").startswith(COMMENT) or is_heading(line)


def is_answered(result: SearchResult, limit: int) -> bool:
    """Whether a search found the only solution or, with `--any`, any solution."""
    return result.status == "unique" or (limit == 1 and bool(result.solutions))


def _grid(result: SearchResult, _limit: int) -> str:
    if not result.solutions:
        return f"{result.status}\n"
    grid = result.solutions[0]
    text = str(grid) if len(grid.line) == len(CELLS) else hexadoku.grid_text(grid.line)
    return f"{text}\n"


def _line(result: SearchResult, limit: int) -> str:
    solution = result.solutions[0].line if result.solutions else ""
    if is_answered(result, limit):
        return f"{solution}\n"
    return f"{result.status}\t{solution}\n" if solution else f"{result.status}\n"


JSON = "json"
"""The rendering that `--json` asks for."""


def as_json(source: str, index: int, result: SearchResult, seconds: float) -> str:
    """Return the result for a puzzle of a source, after `seconds`, as a line of JSON."""
    values = {
        "source": source,
        "index": index,
        "status": result.status,
        "solution": result.solutions[0].line if result.solutions else None,
        "nodes": result.nodes,
        "seconds": round(seconds, 6),
    }
    return json.dumps(values) + "\n"


RENDERINGS: dict[str, Callable[[SearchResult, int], str]] = {"grid": _grid, "line": _line}
"""The functions that render a result, given the limit of solutions of its search."""

SEPARATORS = {"grid": "\n", "line": "", JSON: ""}
"""What is printed between results."""


_MULTIPLE = Message("solve.multiple", "more than one solution; two of them differ in {cells}")
_NO_SOLUTION = Message("solve.no-solution", "no solution found")
_ONE_SOLUTION = Message(
    "solve.one-solution", "one solution found, but not proved to be the only one"
)
_WITHIN = Message(
    "solve.within",
    "undecided: {status} within {n} node",
    "undecided: {status} within {n} nodes",
)
_AFTER = Message("solve.after", "undecided after {seconds} s (--search-time): {status}")


def remark(result: SearchResult, search_time: float | None, node_limit: int | None) -> Message:
    """Return the message about a puzzle that was not answered, given the limits of the search."""
    if result.status == "none":
        return Message("solve.none", "no solution")
    if result.status == "multiple":
        first, second = (solution.line for solution in result.solutions[:2])
        size = isqrt(len(first))
        differs = (
            n for n, digits in enumerate(zip(first, second, strict=True)) if len({*digits}) > 1
        )
        cells = " ".join(f"r{cell // size + 1}c{cell % size + 1}" for cell in differs)
        return _MULTIPLE.fill(cells=cells)
    status = _ONE_SOLUTION if result.solutions else _NO_SOLUTION
    if search_time is None or result.nodes == node_limit:
        return _WITHIN.fill(status=status, n=result.nodes)
    return _AFTER.fill(seconds=search_time, status=status)


_MORE = {
    "none": Message(
        "solve.more-none",
        "{n} more puzzle without a solution",
        "{n} more puzzles without a solution",
    ),
    "multiple": Message(
        "solve.more-multiple",
        "{n} more puzzle with more than one solution",
        "{n} more puzzles with more than one solution",
    ),
    "unknown": Message(
        "solve.more-unknown", "{n} more puzzle left undecided", "{n} more puzzles left undecided"
    ),
    UNREADABLE: Message(
        "solve.more-unreadable",
        "{n} more puzzle that cannot be read",
        "{n} more puzzles that cannot be read",
    ),
}
"""The messages on the number of further puzzles, by the kind of their notes."""

_UNREADABLE = Message(
    "solve.unreadable", "{n} puzzle that cannot be read", "{n} puzzles that cannot be read"
)


def unshown_messages(counts: Mapping[str, int], most: int) -> Iterator[Message]:
    """Yield messages on the number of notes beyond the `most` that were shown, one per kind.

    If none was to be shown, only unreadable puzzles are counted, because they explain exit code 2.
    """
    for kind, more in _MORE.items():
        number = counts.get(kind, 0) - most
        if number > 0 and most:
            yield more.fill(n=number)
        elif number > 0 and kind == UNREADABLE:
            yield _UNREADABLE.fill(n=number)
