"""Run `explain`: explain puzzles, and print or draw the steps."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from shutil import get_terminal_size
from sys import maxsize

import click

from ineqsudoku.apps.batch.ordered_map import Workers, open_workers
from ineqsudoku.apps.cli.exits import INTERRUPTED, NO, TROUBLE, YES
from ineqsudoku.apps.cli.options import language_for_programs
from ineqsudoku.apps.cli.sources import Source, sources, total_size
from ineqsudoku.apps.cli.streams import print_message, put, warn_without_kernel
from ineqsudoku.apps.explain.board import Board
from ineqsudoku.apps.explain.explanation import Explanation
from ineqsudoku.apps.explain.pictures import caption_steps, chain_picture, group_pictures
from ineqsudoku.apps.explain.step import Step
from ineqsudoku.apps.explain.strategy import rounds, start
from ineqsudoku.apps.explain.techniques import name_of
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.picture_file import PictureFile
from ineqsudoku.apps.pictures.terminal import columns, draw_text, in_colour
from ineqsudoku.apps.solve.puzzles import Located, locate, with_values
from ineqsudoku.errors import InvalidPuzzleError
from ineqsudoku.messages import Message
from ineqsudoku.messages.lines import wrap, wrap_lines
from ineqsudoku.puzzle import Puzzle


def explain(
    paths: Sequence[str],
    *,
    format: str,
    as_json: bool,
    draw: str | None,
    jobs: int | None,
    cluster: str | None,
    no_pager: bool,
) -> int:
    """Explain all puzzles, up to Ctrl-C; return the exit code.

    The options have their names on the command line.
    """
    warn_without_kernel()
    inputs = list(sources(paths))
    picture = None
    if draw is not None:
        picture = PictureFile(draw)
        picture.check(inputs, None)
    output = Output(use_pager=not no_pager)
    code = INTERRUPTED
    with (
        suppress(KeyboardInterrupt),  # print and draw what is explained so far
        open_workers(cluster, jobs) as workers,
        closing(_explain_all(inputs, format, workers)) as all_explained,
    ):
        code = _show(all_explained, as_json, output, picture)
    output.end(is_interrupted=code == INTERRUPTED)
    if picture:
        picture.write()
    return code


def _show(
    all_explained: Iterable[tuple[Located, Explained | None]],
    as_json: bool,
    output: Output,
    picture: PictureFile | None,
) -> int:
    """Print and draw explanations, up to one that is not finished; return the exit code."""
    code, is_first = YES, True
    for puzzle, explained in all_explained:
        puzzle.tell_messages()
        if explained is None:
            code = TROUBLE
            continue
        if isinstance(explained, InvalidPuzzleError):
            print_message(f"{puzzle.name}: {explained}")
            code = max(code, NO)
            continue
        explanation, is_finished = explained
        if picture:
            if not is_first:
                picture.require_pages()
            picture.add(puzzle.name, *_groups_to_draw(explanation, picture.has_pages))
            is_first = False
        if as_json:
            with language_for_programs():
                put(f"{json.dumps({**puzzle.where, **explanation.to_dict()})}\n")
        else:
            output.add(describe(puzzle.name, explanation))
        if not is_finished:
            return INTERRUPTED
        if not explanation.is_complete:
            code = max(code, NO)
    return code


def _groups_to_draw(explanation: Explanation, has_pages: bool) -> Iterator[list[Picture]]:
    """Yield a picture of every step if the file `has_pages`, else one of the hardest step."""
    steps = explanation.steps
    if not has_pages and steps:
        hardest = max(steps, key=lambda step: step.rating)
        *_, last = caption_steps(explanation.puzzle, steps[: steps.index(hardest) + 1])
        yield [last]
    elif has_pages:
        yield from ([picture] for picture in caption_steps(explanation.puzzle, steps))


Explained = tuple[Explanation, bool] | InvalidPuzzleError
"""An explanation, and whether it was finished; or the error that explains why there is none."""


def _explain_all(
    sources: Sequence[Source], format: str, workers: Workers
) -> Generator[tuple[Located, Explained | None], None, None]:
    puzzles = locate(sources, format)
    if workers == 1:
        return ((one, _explain_puzzle(one.puzzle) if one.puzzle else None) for one in puzzles)
    return with_values(puzzles, _explain_puzzle, workers, total_size(sources))


def _explain_puzzle(puzzle: Puzzle) -> Explained:
    """Return an explanation, which is not finished after Ctrl-C."""
    try:
        board = start(puzzle)
    except InvalidPuzzleError as error:
        return error
    history: list[Step] = []
    is_finished = False
    try:
        for steps in rounds(board):
            history += steps
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


def describe(name: str, explanation: Explanation) -> str:
    """Return the name of a puzzle, its level, its board and the steps; ends with a line feed.

    Boards with candidates stand before steps that need them, unless the terminal is too
    narrow.  Sentences are wrapped on a terminal only.
    """
    return "".join(_parts(name, explanation))


def _parts(name: str, explanation: Explanation) -> Iterator[str]:
    puzzle, groups = explanation.puzzle, tuple(groups_of(explanation.steps))
    yield f"{name}: {explanation.summary}\n"
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


def groups_of(steps: Iterable[Step]) -> Iterator[tuple[Step, ...]]:
    """Yield the steps, grouped by the digits that they lead to."""
    group: list[Step] = []
    for step in steps:
        group.append(step)
        if step.places:
            yield tuple(group)
            group = []
    if group:
        yield tuple(group)


_TOO_NARROW = Message(
    "explain.too-narrow", "(The boards with candidates need a terminal of {columns} columns.)"
)
_STEP = Message("explain.step", "{technique}: {sentence}")


def sentence(number: int, step: Step, width: int) -> str:
    """Return a step as a numbered paragraph; its links have lines and numbers of their own."""
    text = str(_STEP.fill(technique=name_of(step.technique), sentence=step.message))
    text = text[0].upper() + text[1:]
    head = f"{number:3}. "
    lines = wrap_lines(text, width - len(head))
    return head + f"\n{' ' * len(head)}".join(lines) + "\n"


def _columns_of(drawn: str) -> int:
    return max(map(len, click.unstyle(drawn).splitlines()))


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

    def end(self, is_interrupted: bool) -> None:
        """Print the kept texts; without a pager after Ctrl-C, as a pager would end with the
        program."""
        if not self._texts:
            return
        text = "\n".join(self._texts)
        if text.count("\n") >= get_terminal_size().lines and not is_interrupted:
            _page(text)
        else:
            put(text)


def _page(text: str) -> None:
    sys.stdout.flush()
    # In the pager, Ctrl-C only ends a search.  The pager does not inherit this handler, but it
    # would inherit SIG_IGN.
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        click.echo_via_pager(text)
    finally:
        signal.signal(signal.SIGINT, before)
