"""The work of `solve`: sources are split into items, and any process can read, solve and render
an item."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from ineqsudoku.batch.exit_codes import NO, TROUBLE, YES
from ineqsudoku.batch.outcomes import UNREADABLE, Mark, Message, Outcome, Quota, joined
from ineqsudoku.batch.shared_pieces import SharedPiece, Sharer
from ineqsudoku.batch.sources import Source
from ineqsudoku.cli.solve.rendering import JSON, RENDERINGS, Solved, remark
from ineqsudoku.errors import MAX_FAULTS, IneqSudokuError, UnsupportedPuzzleError
from ineqsudoku.formats import Entry, Reading, readable
from ineqsudoku.formats.decoding import UNDECODED
from ineqsudoku.formats.document import Document
from ineqsudoku.formats.registry import BLANK_LINE, FORMATS
from ineqsudoku.formats.sizes import format_of
from ineqsudoku.formats.stream import COMPACT, Piece
from ineqsudoku.names import message_of
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search import EngineChoice, solve, solve_many

if TYPE_CHECKING:
    from ineqsudoku.batch.staging import Staging
    from ineqsudoku.search.compact_lines import AnsweredLines


MOST_MESSAGES = 20
"""The most messages of a kind about a source, unless the user wants all of them or none."""


class Task(NamedTuple):
    """The work on every puzzle.

    `to` is `None` for the default rendering of its format.  `messages` is the most messages of a
    kind about a source, `None` for all of them.
    """

    engine: EngineChoice = "auto"
    limit: int = 2
    node_limit: int | None = None
    search_time: float | None = None
    to: str | None = None
    messages: int | None = MOST_MESSAGES

    def rendering(self, language: str) -> str:
        return self.to or ("line" if format_of(language) in ("compact", "plain") else "grid")


class Item(NamedTuple):
    """The next piece of a source, and the progress of the source after it.

    Without a piece, it is the end of the source, or the `failure` to read it.
    `is_apart`: whether a blank line separates the piece from the one before.
    """

    source: Source
    mark: Mark
    piece: Piece | SharedPiece | None = None
    failure: str = ""
    is_apart: bool = False


def items(
    sources: Iterable[Source],
    format: str,
    marks: Mapping[int, Mark],
    failed: Container[Source],
    are_shared: bool = False,
) -> Iterator[Item]:
    """Yield the items to do, without those that an earlier run has done.

    `marks`: the progress of that run, by the places of the sources.  Skips the rest of a source
    once it is in `failed`.  If the files `are_shared`, workers read their pieces themselves.
    """
    for source in sources:
        before = marks.get(source.place, Mark())
        if not before.ended:
            try:
                sharer = Sharer(source.path) if are_shared else None
                yield from _of_source(source, format, before, failed, sharer)
            except (IneqSudokuError, OSError) as error:
                yield Item(source, Mark(), failure=message_of(error))


def _of_source(
    source: Source,
    format: str,
    before: Mark,
    failed: Container[Source],
    sharer: Sharer | None,
) -> Iterator[Item]:
    mark = Mark()
    is_apart = False
    for piece in source.pieces(format):
        if source in failed:
            break
        crc = crc32(piece.document.text.encode(errors=UNDECODED), mark.crc)
        mark = Mark(mark.pieces + 1, crc)
        shared = sharer.shared(piece) if sharer else None
        if mark.pieces > before.pieces:
            yield Item(source, mark, shared or piece, is_apart=is_apart)
        elif mark.pieces == before.pieces and mark.crc != before.crc:
            raise _changed(source)
        is_apart = _is_blank(piece.document.text.removesuffix("\n").rpartition("\n")[2])
    if mark.pieces < before.pieces:
        raise _changed(source)
    yield Item(source, replace(mark, ended=True))


def _changed(source: Source) -> IneqSudokuError:
    return IneqSudokuError(
        f"{source.name} is not what it was in the run to resume; start again without --resume"
    )


def solve_shared(item: Item, task: Task) -> Outcome | Item:
    """Return the outcome of an item, or the item itself if this process cannot see its file."""
    if isinstance(item.piece, SharedPiece):
        piece = item.piece.read()
        if piece is None:
            return item
        item = item._replace(piece=piece)
    return solve_item(item, task)


def solve_in_parts(items: Iterable[Item], task: Task, staging: Staging) -> list[Outcome | Item]:
    """Return the outcomes of items, joined if they are of one source, with their results written
    into the staging folder.

    Items whose files this process cannot see are returned themselves.
    """
    done: list[Outcome | Item] = []
    found = (solve_shared(item, task) for item in items)
    for _, of_source in groupby(found, key=lambda each: (type(each), each.source)):
        pieces = list(of_source)
        outcomes = [each for each in pieces if isinstance(each, Outcome)]
        if outcomes:
            done.append(staging.write(joined(outcomes), follows=outcomes[0].mark.pieces > 1))
        else:
            done += pieces
    return done


def solve_here(found: Outcome | Item, task: Task) -> Outcome:
    """Return the outcome of an item that came back because a worker could not see its file."""
    if isinstance(found, Outcome):
        return found
    outcome = solve_shared(found, task)
    if isinstance(outcome, Outcome):
        return outcome
    return _failed(found, f"{found.source.name} was changed during the run")


def solve_item(item: Item, task: Task) -> Outcome:
    """Return the outcome of an item.  Faults of puzzles are messages in it, not exceptions."""
    assert not isinstance(item.piece, SharedPiece)
    if item.piece:
        return _solve_piece(item, item.piece, task)
    if item.failure:
        return _failed(item, item.failure)
    return Outcome(item.source, item.mark)


def _failed(item: Item, message: str) -> Outcome:
    """Return the outcome of an item that discards the results of its source."""
    messages = (Message(message),)
    return Outcome(item.source, item.mark, messages=messages, code=TROUBLE, failed=True)


def _solve_piece(item: Item, piece: Piece, task: Task) -> Outcome:
    name, size = piece.document.name, len(piece.document.text)
    answered = _answered(piece, task)
    document = piece.document
    reading = _left(document, answered) if answered else readable(document, piece.language)
    code = TROUBLE if reading.error else YES
    quota = Quota(task.messages)
    messages = [Message(f"warning: {warning}") for warning in piece.document.warnings]
    messages += _refusals(reading, name, quota)
    rendering = task.rendering(piece.language)
    render, separator = RENDERINGS[rendering]
    texts: list[str] = []
    failed = False
    is_apart = _separated(item, piece, reading.entries)
    try:
        for solved in _solved(name, reading.entries, task, timed=rendering == JSON):
            before = separator if texts and is_apart[len(texts)] else ""
            texts.append(before + render(solved))
            if not solved.answered:
                code = max(code, NO)
                status = solved.result.status
                if quota.admit(status):
                    why = remark(solved, task.search_time, task.node_limit)
                    messages.append(Message(f"{name}:{solved.entry.line}: {why}", status))
    except UnsupportedPuzzleError as error:
        messages.append(Message(f"{name}:{reading.entries[len(texts)].line}: {error}"))
        code, failed = TROUBLE, True
    if answered and (of_statuses := answered.answered()):
        code = max(code, NO)
        quota.rest.update(of_statuses)
    return Outcome(
        source=item.source,
        mark=item.mark,
        text=answered.text(texts) if answered else "".join(texts),
        separator=separator,
        is_apart=bool(answered) or (bool(texts) and is_apart[0]),
        messages=tuple(messages),
        unshown=tuple(sorted(quota.rest.items())),
        code=code,
        puzzles=len(answered or texts),
        size=size,
        failed=failed,
    )


def _answered(piece: Piece, task: Task) -> AnsweredLines | None:
    """Return the lines of a piece with their answers, if puzzles and answers are one line each."""
    if piece.language != COMPACT or task.rendering(COMPACT) != "line":
        return None
    from ineqsudoku.search.compact_lines import answered_lines

    limits = (task.limit, task.engine, task.node_limit, task.search_time)
    return answered_lines(piece.document.text, *limits, task.messages)


def _left(document: Document, answered: AnsweredLines) -> Reading:
    """Return the puzzles that have no answer yet, or need a message."""
    return Reading(
        [
            Entry(document.index + index, document.line + index, Puzzle(signs))
            for index, signs in answered.left()
        ]
    )


def _separated(item: Item, piece: Piece, entries: list[Entry]) -> list[bool]:
    """Return for each puzzle whether a blank line separates its grid from the one before.

    It does if one separates the puzzles, and always if a puzzle is one line.
    """
    format = FORMATS[format_of(piece.language)]
    if not format.has_grammar or format.separator != BLANK_LINE:
        return [True] * len(entries)
    lines = piece.document.text.split("\n")
    indices = [entry.line - piece.document.line for entry in entries]
    return [_is_blank(lines[index - 1]) if index else item.is_apart for index in indices]


def _is_blank(line: str) -> bool:
    return not line.strip(" \t")


def _refusals(reading: Reading, name: str, quota: Quota) -> Iterator[Message]:
    """Yield a message for each unreadable puzzle: its faults, or only its line after the first
    `MAX_FAULTS` faults."""
    if not reading.error:
        return
    faults = reading.error.faults[:MAX_FAULTS]
    refused = reading.refused
    described = bisect_right(refused, faults[-1].line)
    for number, of_puzzle in groupby(faults, key=lambda fault: bisect_right(refused, fault.line)):
        if quota.admit(UNREADABLE):
            lines = [f"{name}:{fault}" for fault in of_puzzle]
            if number == reading.number_refused and len(reading.error.faults) > MAX_FAULTS:
                lines.append(f"{name}: more than {MAX_FAULTS} faults; the rest are not shown")
            yield Message("\n".join(lines), UNREADABLE)
    if len(reading.error.faults) > MAX_FAULTS:
        for line in refused[described:]:
            if quota.admit(UNREADABLE):
                yield Message(f"{name}:{line}: this puzzle cannot be read either", UNREADABLE)
        quota.rest[UNREADABLE] += reading.number_refused - len(refused)


def _solved(name: str, entries: list[Entry], task: Task, timed: bool) -> Iterator[Solved]:
    """Yield the results; if `timed`, solve one by one with seconds, else all together, which is
    faster."""
    limits = (task.limit, task.engine, task.node_limit, task.search_time)
    if timed:
        for entry in entries:
            start = perf_counter()
            result = solve(entry.puzzle, *limits)
            yield Solved(name, entry, result, task.limit, perf_counter() - start)
    else:
        results = solve_many((entry.puzzle for entry in entries), *limits)
        for entry, result in zip(entries, results, strict=True):
            yield Solved(name, entry, result, task.limit)
