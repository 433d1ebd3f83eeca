"""Drawings of how steps and puzzles are rated."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise

from shapes import SMALL, USUAL, board, drawing, heading, line, note

from ineqsudoku import explain, read
from ineqsudoku.apps.explain.pictures import step_pictures
from ineqsudoku.apps.explain.values import LEVELS, level
from ineqsudoku.apps.pictures.scene import Box, Item, Scene

LAYOUT = (
    "><>>><vvv^v^^v^<>><><vv^v^^^^v<<><><>>><>>v^^vvvvv^<>>"
    "<<<vvv^^v^^v><>><><><><>^v^^v^vvv><<<<>v^vvvv^^^<><><>"
)
"""A layout of the level *expert*."""

ANCHORS = (
    (1.0, "last value 1.0"),
    (1.2, "hidden single in a box 1.2"),
    (1.5, "hidden single in a line 1.5"),
    (2.3, "naked single 2.3"),
    (2.7, "pointing 2.6, claiming 2.8"),
    (3.2, "pairs 3.0, 3.4; X-wing 3.2"),
    (3.8, "triples 3.6, 4.0; swordfish 3.8"),
    (4.3, "XY-wing 4.2, XYZ-wing 4.4"),
    (5.2, "quads 5.0, 5.4; jellyfish 5.2"),
    (6.5, "X-chain 6.5 +"),
    (7.0, "alternating chain 7.0 +"),
)
"""Ratings of Sudoku Explainer."""

OWN = (
    (1.1, 1.8, "sign bounds"),
    (2.0, 2.0, "one sign"),
    (2.5, 2.5, "counting"),
    (3.0, 5.0, "arrangements"),
    (6.0, 6.0, "+  simple colouring"),
    (8.0, 8.0, "+  contradiction"),
    (10.0, 11.0, "nested contradictions"),
)
"""The lowest and highest rating of the other techniques."""

GROUNDS = {
    "easy": "tint repair",
    "moderate": "tint premise",
    "hard": "tint differs",
    "expert": "tint removed",
    "extreme": "tint conflict",
}


def legend(y: float) -> Iterator[Item]:
    for x, name in zip((16.0, 86.0, 186.0, 262.0, 346.0), GROUNDS, strict=True):
        yield Box(GROUNDS[name], x, y, 16, 16)
        yield Box("rule", x, y, 16, 16)
        yield note(x + 22, y + 8, name, SMALL, "start")


def scale() -> Scene:
    """The scale of ratings, with the techniques of others on the left and ours on the right."""
    top, middle = 60.0, 204.0

    def height(rating: float) -> float:
        """Lower ratings have more room, as most techniques are there."""
        marks = ((1.0, 0), (2.6, 150), (5.4, 300), (8.0, 390), (11.0, 430))
        for (low, start), (high, end) in pairwise(marks):
            if rating <= high:
                return top + start + (end - start) * (rating - low) / (high - low)
        raise ValueError(rating)

    def parts() -> Iterator[Item]:
        low = 1.0
        bands: list[tuple[float, str]] = [*LEVELS, (11.0, "extreme")]
        for most, name in bands:
            y, end = height(low), height(most)
            yield Box(GROUNDS[name], middle, y, 32, end - y)
            low = most
        yield Box("rule", middle, top, 32, height(11.0) - top)
        for rating, name in ANCHORS:
            y = height(rating)
            yield line((middle, y), (middle + 6, y))
            yield note(middle - 6, y, name, SMALL, "end")
        for least, most, name in OWN:
            y, end = height(least), height(most)
            x = middle + 38
            yield line((x, y), (x + 6, y), (x + 6, end), (x, end), kind="sign premise")
            shown = f"{least}" if least == most else f"{least} – {most}"
            yield note(x + 12, (y + end) / 2, f"{shown} {name}", SMALL, "start")

    return drawing(
        548,
        "The scale of ratings",
        "A scale from 1 to 11. On the left are techniques with the ratings of Sudoku Explainer, on"
        " the right those with ratings of our own. The bar is tinted by the five levels.",
        [
            note(middle - 6, 24, "Sudoku Explainer", USUAL, "end", "title"),
            note(middle + 50, 24, "placed by us", USUAL, "start", "title"),
        ],
        parts(),
        legend(516),
    )


SHARES = {
    1.5: 3, 2.0: 386, 2.5: 101, 3.0: 77, 3.5: 21, 4.0: 12, 4.5: 5, 5.0: 6, 6.0: 145, 6.5: 42,
    7.0: 131, 8.0: 71,
}  # fmt: skip
"""How many of the 1,000 random full layouts with one solution have a rating of up to 0.4 more."""


def shares() -> Scene:
    """The ratings of the random layouts as bars, tinted by level."""
    left, wide, base = 20.0, 25.0, 196.0

    def bars() -> Iterator[Item]:
        for rating, number in SHARES.items():
            x, high = left + 2 * wide * (rating - 1), number * 0.36
            yield Box(GROUNDS[level(rating)], x, base - high, wide, high)
            yield Box("rule", x, base - high, wide, high)
            yield note(x + wide / 2, base - high - 9, str(number), SMALL)
        yield line((left, base), (left + 16 * wide, base))
        for rating in range(1, 10):
            x = left + 2 * wide * (rating - 1)
            yield line((x, base), (x, base + 5))
            yield note(x, base + 15, str(rating), SMALL)

    listed = ", ".join(f"{number} from {rating}" for rating, number in SHARES.items())
    return drawing(
        256,
        "Ratings of 1,000 layouts",
        f"A bar for each half point, tinted by level: {listed}.",
        [heading(20, "Ratings of the 1,000 random full layouts with one solution")],
        bars(),
        legend(230),
    )


def chain() -> Scene:
    """An alternating chain with a link by a sign."""
    puzzle = read(LAYOUT)
    steps = explain(puzzle).steps
    place, step = next(
        (place, step)
        for place, step in enumerate(steps)
        if step.technique == "alternating chain" and step.premises.relations
    )
    (picture,) = islice(step_pictures(puzzle, steps), place, place + 1)
    *links, result = str(step).splitlines()
    below = 422 + 18 * len(links)
    return drawing(
        below + 24,
        "An alternating chain",
        f"A board with the candidates before the step. {' '.join([*links, result])}",
        [board(picture, 16, 2, 1.15)],
        [note(16, 422 + 18 * n, link, SMALL, "start") for n, link in enumerate(links)],
        [note(16, below + 4, result, USUAL, "start", "title")],
    )


DRAWINGS = {"scale": scale, "shares": shares, "chain": chain}
