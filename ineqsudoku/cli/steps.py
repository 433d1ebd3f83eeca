"""The text that `explain` prints for a puzzle: the board, and a sentence per step."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from textwrap import fill

from click import unstyle

from ineqsudoku.explanation.page import summary
from ineqsudoku.explanation.pictures import group_pictures
from ineqsudoku.explanation.strategy import Walk
from ineqsudoku.explanation.values import Step
from ineqsudoku.pictures.model import Picture
from ineqsudoku.pictures.terminal import columns, draw_text, in_colour

LONGEST = 100
"""The most characters of a line on a terminal."""

_NEEDS_CANDIDATES = 2.5
"""From this rating on, steps are hard to follow without the candidates of many cells."""


def described(name: str, walk: Walk) -> str:
    """Return the name of a puzzle, its level, its board and the steps; ends with a line feed.

    Boards with candidates stand before steps that need them, unless the terminal is too
    narrow.  Sentences are wrapped on a terminal only.
    """
    return "".join(_parts(name, walk))


def _parts(name: str, walk: Walk) -> Iterator[str]:
    puzzle = walk.explanation.puzzle
    yield f"{name}: {summary(walk.explanation)}\n"
    if walk.steps:
        yield f"\n{_drawn(Picture(puzzle))}\n"
    number = 0
    is_apart, is_narrow = True, False
    for group, picture in zip(walk.groups, group_pictures(puzzle, walk.groups), strict=True):
        if max(step.rating for step in group) >= _NEEDS_CANDIDATES:
            board = _drawn(picture)
            needed = max(map(len, unstyle(board).splitlines()))
            if needed <= columns() or not sys.stdout.isatty():
                yield "" if is_apart else "\n"
                yield f"{board}\n"
                is_apart = True
            elif not is_narrow:
                note = f"(The boards with candidates need a terminal of {needed} columns.)"
                yield fill(note, _width()) + "\n"
                is_narrow = True
        if len(group) > 1 and not is_apart:
            yield "\n"
        for step in group:
            number += 1
            yield _sentence(number, step)
        is_apart = len(group) > 1
        yield "\n" if is_apart else ""
    if walk.stopped_at:
        yield f"The next step is of the technique {walk.stopped_at.technique}.\n"


def _sentence(number: int, step: Step) -> str:
    text = f"{number:3}. {step.technique[0].upper()}{step.technique[1:]}: {step}"
    if sys.stdout.isatty():
        text = fill(text, _width(), subsequent_indent="     ")
    return f"{text}\n"


def _width() -> int:
    return max(30, min(LONGEST, columns() - 1))


def _drawn(picture: Picture) -> str:
    return draw_text(
        picture,
        colour=in_colour(),
        encoding=sys.stdout.encoding or "ascii",
        width=columns(),
    )
