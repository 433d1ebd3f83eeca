"""`ineqsudoku explain`: solve a puzzle as a person would, and rate it."""

from __future__ import annotations

import json
import shutil
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

import click
from click import unstyle

from ineqsudoku.batch.exits import INTERRUPTED, NO, TROUBLE, YES
from ineqsudoku.batch.ordered_map import Executor, open_executor_if_several
from ineqsudoku.batch.sources import Source, sources, total_size
from ineqsudoku.cli.command import Command
from ineqsudoku.cli.files import require_place, write_output
from ineqsudoku.cli.language import speak_to_programs
from ineqsudoku.cli.options import (
    cluster_option,
    encoding_option,
    flag,
    format_option,
    html_option,
    jobs_option,
    json_option,
    option,
    puzzles_argument,
    report_option,
)
from ineqsudoku.cli.picture_file import PictureFile
from ineqsudoku.cli.puzzles import Located, locate, with_values
from ineqsudoku.cli.streams import tell
from ineqsudoku.errors import InvalidPuzzleError
from ineqsudoku.explanation.page import Chapter, page
from ineqsudoku.explanation.pictures import caption_steps, group_pictures
from ineqsudoku.explanation.strategy import Walk, explain_stepwise, path
from ineqsudoku.explanation.techniques import NAMES
from ineqsudoku.explanation.values import Explanation, Step
from ineqsudoku.language import Message, enumeration
from ineqsudoku.language.lines import wrap
from ineqsudoku.pictures.model import Picture
from ineqsudoku.pictures.terminal import columns, draw_text, in_colour
from ineqsudoku.puzzle import Puzzle

BRIEF = 0.2
"""Seconds for steps after Ctrl-C, which ends the program within a second."""


@click.command(
    "explain",
    cls=Command,
    short_help="Solve a puzzle as a person would, and rate it.",
    examples=(
        "ineqsudoku explain puzzle.in",
        "ineqsudoku explain --html steps.html puzzle.in",
        "ineqsudoku explain --until X-wing --draw x-wing.svg puzzle.in",
        "ineqsudoku explain --json layouts.txt",
    ),
    exit_codes={
        "0": "every puzzle is explained up to its solution",
        "1": "some puzzle does not have exactly one solution, or its explanation is not complete",
        "2": "trouble",
    },
)
@puzzles_argument
@format_option
@encoding_option
@option(
    "--until",
    type=click.Choice(tuple(NAMES), case_sensitive=False),
    metavar="TECHNIQUE",
    help=Message(
        "--until",
        "Stop before the first step of a technique: {techniques}.",
        techniques=enumeration(NAMES),
    ),
)
@flag(
    "--all-open",
    is_rare=True,
    help="Show all open steps of the cheapest technique, not only one of them.",
)
@json_option
@html_option
@report_option(
    "--draw",
    "Draw the steps: FILE.pdf has a page for every step; FILE.svg or FILE.png shows the hardest "
    "one or, with --until, the one before which the explanation stops.",
)
@jobs_option("1")
@cluster_option
@flag("--no-pager", is_rare=True, help="Print long texts on a terminal without a pager.")
def command(**values: Any) -> int:
    """Explain each step in a sentence, digit after digit.

    Each digit follows the steps that lead to it; the cheapest techniques come first.  Steps that
    need candidates stand below a board that shows them: an x or, in colour, a digit struck
    through is a candidate that they remove.

    DIR stands for its *.in and *.txt files, - for standard input, the default.
    """
    return _explain(ExplainOptions(**values))


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainOptions:
    """The arguments and options of `explain`, with their names on the command line."""

    paths: tuple[str, ...]
    format: str
    encoding: str | None
    until: str | None
    all_open: bool
    as_json: bool
    html: str | None
    draw: str | None
    jobs: int | None
    cluster: str | None
    no_pager: bool


def _explain(options: ExplainOptions) -> int:
    """Explain all puzzles, up to Ctrl-C; return the exit code."""
    inputs = list(sources(options.paths, options.encoding))
    files = _Files(inputs, options.html, options.draw)
    code = YES
    output = Output(use_pager=not options.no_pager)
    has_path = not options.as_json or files.are_wanted
    walker = partial(_walk_puzzle, all_open=options.all_open, has_path=has_path)
    with (
        open_executor_if_several(options.cluster, options.jobs) as executor,
        closing(_walk_all(inputs, options.format, walker, executor)) as all_walked,
    ):
        for puzzle, walked in all_walked:
            puzzle.tell_messages()
            if walked is None:
                code = TROUBLE
                continue
            if isinstance(walked, InvalidPuzzleError):
                tell(f"{puzzle.name}: {walked}")
                code = max(code, NO)
                continue
            walk, is_finished = walked
            walk = walk.until(options.until) if options.until else walk
            files.add(puzzle.name, walk)
            if options.as_json:
                _print_json(puzzle, walk.explanation, options.until)
            else:
                output.add(describe(puzzle.name, walk))
            if not is_finished:
                code = INTERRUPTED
                break
            if not (walk.explanation.is_complete or options.until):
                code = max(code, NO)
    output.end()
    files.write()
    return code


Walked = tuple[Walk, bool] | InvalidPuzzleError
"""The steps to show and whether they are complete; or the reason why there are none."""

Walker = Callable[..., Walked]
"""Explains a puzzle; stops at the time `deadline` if it is given."""


def _walk_all(
    sources: Sequence[Source], format: str, walker: Walker, executor: Executor | None
) -> Generator[tuple[Located, Walked | None], None, None]:
    puzzles = locate(sources, format)
    if executor is None:
        return ((one, walker(one.puzzle) if one.puzzle else None) for one in puzzles)

    def walk_briefly(puzzle: Puzzle) -> Walked:
        walked = walker(puzzle, deadline=monotonic() + BRIEF)
        if not isinstance(walked, tuple):
            raise KeyboardInterrupt
        return walked[0], False

    return with_values(puzzles, walker, executor, walk_briefly, total_size(sources))


def _walk_puzzle(puzzle: Puzzle, all_open: bool, has_path: bool, deadline: float = inf) -> Walked:
    """Return the steps to show; they are not complete after Ctrl-C and after the deadline."""
    explanation = None
    groups: list[tuple[Step, ...]] = []
    is_finished = False
    try:
        for explanation in explain_stepwise(puzzle):  # noqa: B007 - the last one is kept
            if monotonic() > deadline:
                raise KeyboardInterrupt
        # Otherwise the search for a step that does not exist would run twice.
        if has_path and not all_open and explanation and explanation.is_complete:
            groups.extend(path(puzzle))
        is_finished = True
    except InvalidPuzzleError as error:
        return error
    except KeyboardInterrupt:
        if explanation is None:
            raise
    assert explanation
    return Walk(explanation, tuple(groups or explanation.rounds)), is_finished


def _print_json(puzzle: Located, explanation: Explanation, until: str | None) -> None:
    if until:
        rounds = list(takewhile(lambda steps: steps[0].technique != until, explanation.rounds))
        steps = tuple(step for steps in rounds for step in steps)
        if len(steps) < len(explanation.steps):
            explanation = replace(
                explanation, steps=steps, open_steps=tuple(map(len, rounds)), is_complete=False
            )
    with speak_to_programs():
        click.echo(json.dumps({**puzzle.where, **explanation.to_dict()}))


class _Files:
    """The page and the pictures that are written at the end."""

    def __init__(self, sources: Sequence[Source], html: str | None, draw: str | None) -> None:
        """Check the files.  Raises `click.UsageError` for a file that cannot be written."""
        self._html = Path(html) if html else None
        self._puzzles = 0
        self._picture = PictureFile(draw) if draw else None
        self._chapters: list[Chapter] = []
        if self._html:
            require_place(self._html, "--html", sources)
        if self._picture:
            self._picture.check(sources, html)

    @property
    def are_wanted(self) -> bool:
        return bool(self._html or self._picture)

    def add(self, name: str, walk: Walk) -> None:
        """Add a puzzle.  Raises `click.UsageError` for a second puzzle in an SVG or a PNG."""
        if self._html:
            self._chapters.append(Chapter(name, walk.explanation, walk.steps))
        if self._picture:
            if self._puzzles:
                self._picture.require_pages()
            self._picture.add(*self._groups(walk))
        self._puzzles += 1

    def write(self) -> None:
        if self._html and self._chapters:
            write_output(self._html, page(self._chapters).encode("utf-8"))
        if self._picture:
            self._picture.write()

    def _groups(self, walk: Walk) -> Iterator[list[Picture]]:
        """Yield groups of pictures: in a PDF every step has a page; SVG and PNG show one step."""
        assert self._picture
        puzzle = walk.explanation.puzzle
        if self._picture.has_pages:
            yield from ([picture] for picture in caption_steps(puzzle, walk.steps))
            return
        crux = walk.crux
        if crux:
            steps = walk.steps
            before = steps[: steps.index(crux)] if crux in steps else steps
            *_, last = caption_steps(puzzle, (*before, crux))
            yield [last]


LONGEST = 100
"""The most characters of a line on a terminal."""

_NEEDS_CANDIDATES = 2.5
"""From this rating on, steps are hard to follow without the candidates of many cells."""


def describe(name: str, walk: Walk) -> str:
    """Return the name of a puzzle, its level, its board and the steps; ends with a line feed.

    Boards with candidates stand before steps that need them, unless the terminal is too
    narrow.  Sentences are wrapped on a terminal only.
    """
    return "".join(_parts(name, walk))


def _parts(name: str, walk: Walk) -> Iterator[str]:
    puzzle = walk.explanation.puzzle
    yield f"{name}: {walk.explanation.summary}\n"
    if walk.steps:
        yield f"\n{_draw(Picture(puzzle))}\n"
    number = 0
    is_apart, is_narrow = True, False
    for group, picture in zip(walk.groups, group_pictures(puzzle, walk.groups), strict=True):
        if max(step.rating for step in group) >= _NEEDS_CANDIDATES:
            board = _draw(picture)
            needed = max(map(len, unstyle(board).splitlines()))
            if needed <= columns() or not sys.stdout.isatty():
                yield "" if is_apart else "\n"
                yield f"{board}\n"
                is_apart = True
            elif not is_narrow:
                yield "\n".join(wrap(str(_TOO_NARROW.fill(columns=needed)), _width())) + "\n"
                is_narrow = True
        if len(group) > 1 and not is_apart:
            yield "\n"
        for step in group:
            number += 1
            yield _sentence(number, step)
        is_apart = len(group) > 1
        yield "\n" if is_apart else ""
    if walk.stopped_at:
        yield f"{_STOPPED.fill(technique=NAMES[walk.stopped_at.technique])}\n"


_TOO_NARROW = Message(
    "explain.too-narrow", "(The boards with candidates need a terminal of {columns} columns.)"
)
_STOPPED = Message("explain.stopped", "The next step is of the technique {technique}.")
_STEP = Message("explain.step", "{technique}: {sentence}")


def _sentence(number: int, step: Step) -> str:
    text = str(_STEP.fill(technique=NAMES[step.technique], sentence=step.message))
    text = text[0].upper() + text[1:]
    head = f"{number:3}. "
    if sys.stdout.isatty():
        text = f"\n{' ' * len(head)}".join(wrap(text, _width() - len(head)))
    return f"{head}{text}\n"


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
            click.echo(text if self._is_first else f"\n{text}", nl=False)
        self._is_first = False

    def end(self) -> None:
        text = "\n".join(self._texts)
        if text.count("\n") >= shutil.get_terminal_size().lines:
            _page(text)
        elif text:
            click.echo(text, nl=False)


def _page(text: str) -> None:
    sys.stdout.flush()
    # Ctrl-C is for the pager: it ends a search in less.  The pager does not inherit a handler,
    # but it would inherit SIG_IGN.
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        click.echo_via_pager(text)
    finally:
        signal.signal(signal.SIGINT, before)
