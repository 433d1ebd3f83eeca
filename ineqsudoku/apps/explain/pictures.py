"""Pictures of steps: the board before a step, with the step's premises and changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.board import Board
from ineqsudoku.apps.explain.houses import ALL_DIGITS
from ineqsudoku.apps.explain.links import excludes
from ineqsudoku.apps.explain.sentences import name_house
from ineqsudoku.apps.explain.step import Step
from ineqsudoku.apps.explain.techniques import name_of
from ineqsudoku.apps.explain.values import Candidate, Contradiction, Link
from ineqsudoku.apps.pictures.model import Picture, Role
from ineqsudoku.geometry import CELLS, HOUSES, label
from ineqsudoku.messages import Message, conjunction, series
from ineqsudoku.puzzle import ABSENT, Puzzle


def step_pictures(puzzle: Puzzle, steps: Iterable[Step]) -> Iterator[Picture]:
    """Yield a picture per step, on the board after the previous steps.

    A picture marks the cells and signs that the step depends on (`Role.PREMISE`), or the cells of
    its chain, with the numbers of the links and arrows from cause to effect; the cell and the digit
    that the step places; the candidates that it removes; and the cell or the house that fails at
    the end of a chain or a proof.
    """
    board = Board(puzzle)
    for step in steps:
        yield picture_of(board, step)
        board.apply((step,))


def picture_of(board: Board, step: Step) -> Picture:
    """Return the picture of a step on the board before it; see `step_pictures`."""
    links = step.chain[:-1]
    rests_on = {link.cell for link in step.chain} or {cell for cell, _ in step.premises.cells}
    shown = {cell for cell, _ in (*step.places, *step.removes)}.union(link.cell for link in links)
    failing = _failing(board, step)
    arrows = _arrows(board, step, links, failing)
    return Picture(
        board.puzzle,
        digits=_digits(board, step.places),
        candidates=_candidates(board, shown),
        cell_roles={
            **dict.fromkeys(rests_on, Role.PREMISE),
            **dict.fromkeys(_cells_of(step.contradiction), Role.FAILS),
            **dict.fromkeys((cell for cell, _ in step.places), Role.PLACED),
        },
        sign_roles=dict.fromkeys(step.premises.relations, Role.PREMISE),
        candidate_roles={
            **dict.fromkeys(failing, Role.FAILS),
            **{(link.cell, _limit(link)): Role.PREMISE for link in links[1:]},
            **dict.fromkeys(step.removes, Role.REMOVED),
        },
        labels=_labels(links),
        arrows=tuple(dict.fromkeys(pair for pair in arrows if pair[0] != pair[1])),
    )


def chain_picture(board: Board, step: Step) -> Picture | None:
    """Return the links of a chain in their cells, for a terminal, and below the board its arrows.

    `1=5` is a digit and `2>5` a bound, after the number of the link, and `?=9` the assumption.
    Without candidates, a few lines are enough.  The result is `None` for a step without links, and
    for more links than digits can number.
    """
    links = step.chain[:-1]
    if not 1 < len(links) < 11:
        return None
    letters: dict[int, str] = {}
    for number, link in enumerate(links):
        digit = _limit(link)
        sign = "=" if masks.is_single(link.held) else "<" if link.held & 1 else ">"
        shown = digit + {"=": 0, "<": 1, ">": -1}[sign]
        letters[link.cell] = f"{number or '?'}{sign}{shown}"
    wrong, *ends = step.contradiction, *step.chain[-1].because
    failing = name_house(wrong[0]) if isinstance(wrong, tuple) else label(wrong or 0)
    arrows = [(link.because, str(number)) for number, link in enumerate(links) if number]
    return Picture(
        board.puzzle,
        digits=_digits(board),
        letters=letters,
        cell_roles={cell: Role.FAILS for cell in _cells_of(wrong) if board.unsolved >> cell & 1},
        caption=series(
            _ARROW.fill(causes=conjunction(number or "?" for number in causes), effect=effect)
            for causes, effect in [*arrows, (ends, failing)]
        ),
    )


_ARROW = Message("picture.arrow", "{causes} -> {effect}")


def _labels(links: Sequence[Link]) -> dict[int, str]:
    """Return the numbers of the links by cell; the assumption has a question mark."""
    labels: dict[int, str] = {}
    for number, link in enumerate(links):
        text = str(number or "?")
        labels[link.cell] = f"{labels[link.cell]},{text}" if link.cell in labels else text
    return labels


def _limit(link: Link) -> int:
    """Return the digit of a link, or the one that a bound names."""
    return masks.greatest(link.held) if link.held & 1 else masks.least(link.held)


def _cells_of(wrong: Contradiction | None) -> tuple[int, ...]:
    match wrong:
        case int(cell):
            return (cell,)
        case (house, _):
            return HOUSES[house]
    return ()


def _failing(board: Board, step: Step) -> list[Candidate]:
    """Return the candidates whose exclusion is the contradiction of a step."""
    wrong = step.contradiction
    if step.removes and wrong == step.removes[0][0]:
        return [step.removes[0]]
    return [
        (cell, digit)
        for cell in _cells_of(wrong)
        for digit in masks.digits(board.candidates[cell])
        if board.unsolved >> cell & 1 and not (isinstance(wrong, tuple) and digit != wrong[1])
    ]


def _arrows(
    board: Board, step: Step, links: Sequence[Link], failing: Iterable[Candidate]
) -> Iterator[tuple[int, int]]:
    """Yield pairs of cells: of a link, and of a link or a candidate that follows from it."""
    for link in links:
        for number in link.because:
            yield links[number].cell, link.cell
    if links:
        causes = [links[number] for number in step.chain[-1].because]
        for candidate in failing:
            for cause in causes:
                if excludes(board, cause, candidate):
                    yield cause.cell, candidate[0]
                    break


def caption_steps(puzzle: Puzzle, steps: Iterable[Step]) -> Iterator[Picture]:
    """Yield `step_pictures` with the technique as the title and the sentence as the caption."""
    steps = tuple(steps)
    pictures = step_pictures(puzzle, steps)
    for number, (step, picture) in enumerate(zip(steps, pictures, strict=True), 1):
        title = _TITLE.fill(number=number, technique=name_of(step.technique))
        yield replace(picture, title=title, caption=step.message)


_TITLE = Message("explain.numbered", "{number}. {technique}")


def group_pictures(puzzle: Puzzle, groups: Iterable[Iterable[Step]]) -> Iterator[Picture]:
    """Yield a picture per group of steps, on the board after the previous groups.

    A picture marks only the candidates that the group removes and the digits that it places.
    """
    board = Board(puzzle)
    for group in groups:
        steps = tuple(group)
        removed = {candidate for step in steps for candidate in step.removes}
        placed = {candidate for step in steps for candidate in step.places}
        yield Picture(
            puzzle,
            digits=_digits(board),
            candidates=_candidates(board, {cell for cell, _ in removed | placed}),
            candidate_roles={
                **dict.fromkeys(removed, Role.REMOVED),
                **dict.fromkeys(placed, Role.PLACED),
            },
        )
        board.apply(steps)


def _digits(board: Board, placed: Iterable[Candidate] = ()) -> str:
    """Return the digits of a board and those that are `placed`.

    A given that clashes with another one has no candidate left, and is left out.
    """
    known = dict(placed)
    for cell, mask in enumerate(board.candidates):
        if mask and not board.unsolved >> cell & 1:
            known[cell] = masks.least(mask)
    return "".join(str(known[cell]) if cell in known else ABSENT for cell in CELLS)


def _candidates(board: Board, changed: set[int]) -> dict[int, int]:
    """Return the candidates of the cells that have lost some, and of the `changed` cells."""
    return {
        cell: board.candidates[cell]
        for cell in masks.cells(board.unsolved)
        if cell in changed or board.candidates[cell] != ALL_DIGITS
    }
