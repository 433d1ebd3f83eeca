"""Run `explain`: explain puzzles, and print or draw the steps."""

from __future__ import annotations

import signal
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from math import inf
from sys import maxsize
from time import monotonic

from ineqsudoku.apps.batch.ordered_map import Executor, open_executor_if_several
from ineqsudoku.apps.cli.exits import INTERRUPTED, NO, TROUBLE, YES
from ineqsudoku.apps.cli.language import speak_to_programs
from ineqsudoku.apps.cli.sources import Source, sources, total_size
from ineqsudoku.apps.cli.streams import put, tell
from ineqsudoku.apps.explain.board import Board
from ineqsudoku.apps.explain.explanation import Explanation
from ineqsudoku.apps.explain.pictures import chain_picture, group_pictures
from ineqsudoku.apps.explain.shown import Shown
from ineqsudoku.apps.explain.strategy import rounds, start
from ineqsudoku.apps.explain.techniques import NAMES, name_of
from ineqsudoku.apps.explain.values import Step
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.terminal import columns, draw_text, in_colour
from ineqsudoku.apps.solve.puzzles import Located, locate, with_values
from ineqsudoku.errors import InvalidPuzzleError
from ineqsudoku.formats.registry import AUTO
from ineqsudoku.messages import Message
from ineqsudoku.messages.lines import wrap, wrap_lines
from ineqsudoku.puzzle import Puzzle

BRIEF = 0.2
"""Seconds for steps after Ctrl-C, which ends the program within a second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainOptions:
    """The arguments and options of `explain`, with their names on the command line."""

    paths: Sequence[str]
    format: str = AUTO
    encoding: str | None = None
    until: str | None = None
    as_json: bool = False
    html: str | None = None
    draw: str | None = None
    jobs: int | None = None
    cluster: str | None = None
    no_pager: bool = False


def on_files(paths: Sequence[str]) -> int:
    """Run the command without options."""
    return explain(ExplainOptions(paths=paths))


def explain(options: ExplainOptions) -> int:
    """Explain all puzzles, up to Ctrl-C; return the exit code."""
    inputs = list(sources(options.paths, options.encoding))
    files = None
    if options.html or options.draw:
        from ineqsudoku.apps.explain.files import Files

        files = Files(inputs, options.html, options.draw)
    code = YES
    output = Output(use_pager=not options.no_pager)
    with (
        open_executor_if_several(options.cluster, options.jobs) as executor,
        closing(_explain_all(inputs, options.format, executor)) as all_explained,
    ):
        for puzzle, explained in all_explained:
            puzzle.tell_messages()
            if explained is None:
                code = TROUBLE
                continue
            if isinstance(explained, InvalidPuzzleError):
                tell(f"{puzzle.name}: {explained}")
                code = max(code, NO)
                continue
            explanation, is_finished = explained
            shown = Shown.until(options.until, explanation)
            if files:
                files.add(puzzle.name, shown)
            if options.as_json:
                import json

                with speak_to_programs():
                    put(f"{json.dumps({**puzzle.where, **shown.to_dict()})}\n")
            else:
                output.add(describe(puzzle.name, shown))
            if not is_finished:
                code = INTERRUPTED
                break
            if not (explanation.is_complete or options.until):
                code = max(code, NO)
    output.end()
    if files:
        files.write()
    return code


Explained = tuple[Explanation, bool] | InvalidPuzzleError
"""An explanation and whether it was finished; or the reason why there is none."""


def _explain_all(
    sources: Sequence[Source], format: str, executor: Executor | None
) -> Generator[tuple[Located, Explained | None], None, None]:
    puzzles = locate(sources, format)
    if executor is None:
        return ((one, _explain_puzzle(one.puzzle) if one.puzzle else None) for one in puzzles)

    def explain_briefly(puzzle: Puzzle) -> Explained:
        explained = _explain_puzzle(puzzle, deadline=monotonic() + BRIEF)
        if not isinstance(explained, tuple):
            raise KeyboardInterrupt
        return explained[0], False

    return with_values(puzzles, _explain_puzzle, executor, explain_briefly, total_size(sources))


def _explain_puzzle(puzzle: Puzzle, deadline: float = inf) -> Explained:
    """Return an explanation, which is not finished after Ctrl-C and after the deadline."""
    try:
        board = start(puzzle)
    except InvalidPuzzleError as error:
        return error
    history: list[Step] = []
    is_finished = False
    try:
        for steps in rounds(board):
            history += steps
            if monotonic() > deadline:
                raise KeyboardInterrupt
        is_finished = True
    except KeyboardInterrupt:
        pass
    explanation = Explanation(puzzle, tuple(history), not board.unsolved)
    _ = explanation.steps  # Taken from the history here, where several processes may work.
    return explanation, is_finished


LONGEST = 100
"""The most characters of a line on a terminal."""

_NEEDS_CANDIDATES = 2.5
"""From this rating on, steps are hard to follow without the candidates of many cells."""


def describe(name: str, shown: Shown) -> str:
    """Return the name of a puzzle, its level, its board and the steps; ends with a line feed.

    Boards with candidates stand before steps that need them, unless the terminal is too
    narrow.  Sentences are wrapped on a terminal only.
    """
    return "".join(_parts(name, shown))


def _parts(name: str, shown: Shown) -> Iterator[str]:
    puzzle, groups = shown.explanation.puzzle, tuple(shown.groups)
    yield f"{name}: {shown.explanation.summary}\n"
    if groups:
        yield f"\n{_draw(Picture(puzzle))}\n"
    board, number = Board(puzzle), 0
    is_apart, is_narrow = True, False
    for group, picture in zip(groups, group_pictures(puzzle, groups), strict=True):
        if max(step.rating for step in group) >= _NEEDS_CANDIDATES:
            drawn = _draw(picture)
            if _fits(drawn):
                yield "" if is_apart else "\n"
                yield f"{drawn}\n"
                is_apart = True
            elif not is_narrow:
                note = _TOO_NARROW.fill(columns=_columns_of(drawn))
                yield "\n".join(wrap(str(note), _width())) + "\n"
                is_narrow = True
        if len(group) > 1 and not is_apart:
            yield "\n"
        for step in group:
            number += 1
            yield sentence(number, step, _width() if sys.stdout.isatty() else maxsize)
            links = chain_picture(board, step)
            if links and _fits(drawn := _draw(links)):
                yield f"\n{drawn}\n"
            board.apply((step,))
        is_apart = len(group) > 1
        yield "\n" if is_apart else ""
    if shown.stopped_at:
        yield f"{_STOPPED.fill(technique=NAMES[shown.stopped_at.technique])}\n"


_TOO_NARROW = Message(
    "explain.too-narrow", "(The boards with candidates need a terminal of {columns} columns.)"
)
_STOPPED = Message("explain.stopped", "The next step is of the technique {technique}.")
_STEP = Message("explain.step", "{technique}: {sentence}")


def sentence(number: int, step: Step, width: int) -> str:
    """Return a step as a numbered paragraph; its links have lines and numbers of their own."""
    text = str(_STEP.fill(technique=name_of(step.technique), sentence=step.message))
    text = text[0].upper() + text[1:]
    head = f"{number:3}. "
    lines = wrap_lines(text, width - len(head))
    return head + f"\n{' ' * len(head)}".join(lines) + "\n"


def _columns_of(drawn: str) -> int:
    from click import unstyle

    return max(map(len, unstyle(drawn).splitlines()))


def _fits(drawn: str) -> bool:
    """Whether a board fits the terminal, if there is one."""
    return not sys.stdout.isatty() or _columns_of(drawn) <= columns()


def _width() -> int:
    return max(30, min(LONGEST, columns() - 1))


def _draw(picture: Picture) -> str:
    return draw_text(
        picture,
        colour=in_colour(),
        encoding=sys.stdout.encoding or "ascii",
        width=columns(),
    )


class Output:
    """Prints texts with an empty line between them.

    On a terminal, texts that are longer than the terminal go through a pager.
    """

    def __init__(self, use_pager: bool) -> None:
        self._is_paged = use_pager and sys.stdin.isatty() and sys.stdout.isatty()
        self._texts: list[str] = []
        self._is_first = True

    def add(self, text: str) -> None:
        """Add a text that ends with a line feed; keep it until the end if it may need a pager."""
        if self._is_paged:
            self._texts.append(text)
        else:
            put(text if self._is_first else f"\n{text}")
        self._is_first = False

    def end(self) -> None:
        if not self._texts:
            return
        from shutil import get_terminal_size

        text = "\n".join(self._texts)
        if text.count("\n") >= get_terminal_size().lines:
            _page(text)
        else:
            put(text)


def _page(text: str) -> None:
    from click import echo_via_pager

    sys.stdout.flush()
    # Ctrl-C is for the pager: it ends a search in less.  The pager does not inherit a handler,
    # but it would inherit SIG_IGN.
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        echo_via_pager(text)
    finally:
        signal.signal(signal.SIGINT, before)
