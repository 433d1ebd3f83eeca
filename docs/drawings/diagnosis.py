"""Drawings of how the reason is found why a layout does not have one solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_lowercase

from shapes import SMALL, USUAL, arrow, board, drawing, fields, heading, note

from ineqsudoku import Geometry, Puzzle, Relation, find_conflict, solve, validate
from ineqsudoku.apps.diagnose.pictures import pictures
from ineqsudoku.apps.diagnose.signs import with_flipped, with_only
from ineqsudoku.apps.pictures.model import Picture, Role
from ineqsudoku.apps.pictures.scene import Box, Item, Scene

FOUR = Geometry(4, 2, 2)

ONE_FLIP = ((6, 2), (5, 4), (6, 7), (13, 9), (15, 14), (5, 6), (8, 4), (6, 10))
"""The relations of a puzzle without a solution, lesser cell first."""

TWO_FLIPS = ((6, 2), (5, 4), (10, 11), (12, 8), (14, 10), (13, 12), (15, 14), (5, 6))
"""The same, of a puzzle that no single flip repairs."""

SEVERAL = (
    *((0, 1), (2, 3), (2, 6), (4, 0), (4, 5), (5, 1), (6, 7)),
    *((9, 8), (9, 13), (11, 10), (13, 12), (15, 11), (15, 14)),
)
"""Those of a puzzle with several solutions."""


def _puzzle(relations: Sequence[tuple[int, int]]) -> Puzzle:
    return Puzzle.from_relations(
        [Relation(*each, geometry=FOUR) for each in relations], geometry=FOUR
    )


def _named(puzzle: Puzzle) -> dict[Relation, str]:
    return dict(zip(puzzle.relations, ascii_lowercase, strict=False))


def deletion() -> Scene:
    """The tests of a deletion, one sign at a time."""
    puzzle = _puzzle(ONE_FLIP)
    names = _named(puzzle)
    kept = list(puzzle.relations)
    side = 24.0

    def tests() -> Iterator[Item]:
        for number, relation in enumerate(puzzle.relations):
            y = 66 + 28 * number
            rest = [each for each in kept if each != relation]
            has_solution = bool(solve(with_only(puzzle, rest), limit=1).solutions)
            parts = []
            for each, name in names.items():
                gone = each not in kept
                ground = "" if gone else "tint differs" if each == relation else "tint premise"
                parts.append(("" if gone else name, side, ground))
            yield from fields(16, y, side, parts, USUAL)
            found = "a solution: needed" if has_solution else "no solution: removed"
            yield note(222, y + side / 2, f"without {names[relation]}: {found}", SMALL, "start")
            if not has_solution:
                kept.remove(relation)
        y = 66 + 28 * len(names) + 8
        parts = [
            (name, side, "tint conflict") if each in kept else ("", side, "")
            for each, name in names.items()
        ]
        yield from fields(16, y, side, parts, USUAL)
        yield note(222, y + side / 2, "the conflict", SMALL, "start", "title")

    drawn = tuple(tests())
    picture = Picture(puzzle, sign_roles=dict.fromkeys(kept, Role.CONFLICT))
    signs = ", ".join(f"{names[each]}: {each.printed}" for each in kept)
    return drawing(
        520,
        "A conflict by deletion",
        f"Eight signs a to h of a puzzle without a solution. Each in turn is left out; it is"
        f" removed if the others still have no solution. What remains is a conflict: {signs}.",
        [heading(20, "Each of eight signs is left out in turn")],
        [note(16, 46, "blue: kept so far; amber: left out in this test", SMALL, "start")],
        drawn,
        [board(picture, 16, 334)],
        [
            note(222, 370 + 22 * number, f"{names[each]}:  {each.printed}", USUAL, "start")
            for number, each in enumerate(kept)
        ],
    )


def repairs() -> Scene:
    """The tree of a search for repairs by two flips."""
    puzzle = _puzzle(TWO_FLIPS)
    names = _named(puzzle)

    def conflict_of(of: Puzzle) -> str:
        found = find_conflict(of)
        assert found is not None
        back = {frozenset(each): name for each, name in names.items()}
        return "".join(sorted(back[frozenset(each)] for each in found.relations))

    by_name = {name: each for each, name in names.items()}
    first = conflict_of(puzzle)

    def flipped(chosen: str) -> Puzzle:
        return with_flipped(puzzle, [by_name[name] for name in chosen])

    def tree() -> Iterator[Item]:
        yield Box("tint conflict", 150, 40, 140, 30)
        yield Box("rule", 150, 40, 140, 30)
        yield note(220, 55, f"conflict  {' '.join(first)}", USUAL, kind="title")
        for branch, name in enumerate(first):
            x = 62.0 + 105 * branch
            yield arrow((220, 70), (x, 110))
            kept = first[:branch]
            yield note(x, 122, f"flip {name}", USUAL, kind="title")
            yield note(x, 140, f"keep {' '.join(kept)}" if kept else "", SMALL)
            second = conflict_of(flipped(name))
            yield Box("tint conflict", x - 46, 154, 92, 26)
            yield Box("rule", x - 46, 154, 92, 26)
            yield note(x, 167, " ".join(second), USUAL)
            free = [each for each in second if each not in kept + name]
            for number, other in enumerate(free):
                y = 200 + 30 * number
                solved = solve(flipped(name + other), limit=2).solutions
                ground = "tint repair" if solved else ""
                words = "one" if len(solved) == 1 else "several" if solved else "none"
                yield from fields(x - 46, y, 24, [(f"{name} {other}: {words}", 92, ground)])

    return drawing(
        356,
        "The tree of repairs",
        "A tree of flips. The root is a conflict of four signs; below each of its signs is a"
        " conflict of the puzzle with that sign flipped, and below this the pairs of flips with"
        " the number of their solutions.",
        [heading(20, "Two flips: a conflict, then a conflict of what is left")],
        tree(),
    )


def witnesses() -> Scene:
    """Two solutions that differ in four cells."""
    first, second = pictures(validate(_puzzle(SEVERAL)))
    cells = ", ".join(FOUR.label(cell) for cell in first.cell_roles)
    return drawing(
        236,
        "Two witnesses",
        f"Two solutions of a puzzle of 4×4, which differ only in {cells}.",
        [board(first, 20, 4, 1.1), board(second, 228, 4, 1.1)],
    )


DRAWINGS = {"deletion": deletion, "repairs": repairs, "witnesses": witnesses}
