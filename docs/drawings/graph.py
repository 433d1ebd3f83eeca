"""Drawings of the way from a text to the relation graph."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from shapes import SMALL, arrow, board, drawing, heading, line, note

from ineqsudoku import Geometry, Puzzle, Relation, RelationGraph, read, validate
from ineqsudoku.apps.diagnose.pictures import pictures
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.scene import Box, Item, Scene
from ineqsudoku.geometry import BOX_OF, BOXES, NINE

EXAMPLE = Path(__file__).parents[2] / "examples" / "cqoi2013.in"


def lines() -> Scene:
    """The five lines of a band, beside the cells that their signs are between."""
    text = EXAMPLE.read_text(encoding="ascii").splitlines()[:5]
    left, cell, top = 196.0, 26.0, 60.0
    step = 27.0  # from a line of the text to the next one

    def parts() -> Iterator[Item]:
        for row in range(3):
            for column in range(9):
                x, y = left + column * cell, top + 2 * row * step - 13
                yield Box("line", x, y, cell - 4, cell)
        for box in range(1, 3):
            x = left + 3 * box * cell - 2
            yield line((x, top - 20), (x, top + 4 * step + 20))
        for number, signs in enumerate(text):
            y = top + number * step
            is_across = number % 2 == 0
            ground = "tint premise" if is_across else "tint repair"
            yield Box(ground, 12, y - 11, 164, 22)
            for place, sign in enumerate(signs.split()):
                yield note(24 + 17.5 * place, y, sign, 15)
                if is_across:
                    x = left + (place // 2 * 3 + place % 2 + 1) * cell - 2
                else:
                    x = left + (place + 0.5) * cell - 2
                yield Box(ground, x - 8, y - 9, 16, 18)
                yield note(x, y, sign, 15, kind="title")

    return drawing(
        top + 4 * step + 34,
        "The lines of a band",
        "The first five lines of a contest file. Lines one, three and five have two signs for each"
        " box, between the cells of a row; lines two and four have nine signs each, between the"
        " rows.",
        [heading(20, "Five lines of text and their three rows of cells")],
        parts(),
    )


def graph() -> Scene:
    """Box 1 of an example with its relation graph."""
    puzzle = read(EXAMPLE.read_text(encoding="ascii"))
    box = BOXES[0]
    relations = [each for each in puzzle.relations if BOX_OF[each.lesser] == 0]
    relation_graph = RelationGraph(relations)
    bounds, redundant = relation_graph.bounds(), {*relation_graph.redundant()}
    alone = Geometry(3)
    place = {cell: number for number, cell in enumerate(box)}
    picture = Picture(
        Puzzle.from_relations(
            [Relation(place[low], place[high], geometry=alone) for low, high in relations],
            geometry=alone,
        )
    )
    chosen = box[4]
    below = _all_below(chosen, relations)
    at = {cell: ((210, 302, 404)[NINE.column_of[cell]], 416 - 46 * bounds[cell][0]) for cell in box}

    def parts() -> Iterator[Item]:
        for relation in relations:
            (x, y), (to_x, to_y) = at[relation.lesser], at[relation.greater]
            if relation in redundant:
                yield arrow((x + 27, y), (to_x - 27, to_y), "mark differs")
            else:
                yield arrow((x, y - 16), (to_x, to_y + 17), "sign")
        for cell, (x, y) in at.items():
            grounds = {chosen: "tint premise", **dict.fromkeys(below, "tint repair")}
            yield Box(grounds.get(cell, "paper"), x - 27, y - 16, 54, 32)
            yield Box("rule", x - 27, y - 16, 54, 32)
            yield note(x, y - 7, NINE.label(cell), SMALL, kind="title")
            low, high = bounds[cell]
            yield note(x, y + 8, f"{low} – {high}", SMALL)

    names = ", ".join(NINE.label(cell) for cell in sorted(below))
    return drawing(
        416,
        "A box and its relation graph",
        f"Box 1 of examples/cqoi2013.in with its twelve signs, and its relation graph. Arrows lead"
        f" from lesser to greater cells; {len(redundant)} of them follow from others."
        f" {NINE.label(chosen)} exceeds {names}, so it is at least {bounds[chosen][0]}.",
        [heading(20, "A box and its relation graph")],
        [board(picture, 16, 40, 1.25)],
        [
            note(16, 212, "arrows: lesser to greater", SMALL, "start"),
            note(16, 232, "dashed: follows from others", SMALL, "start"),
            note(16, 268, f"{NINE.label(chosen)} exceeds three cells", SMALL, "start"),
            note(16, 286, "of its box, in chains of", SMALL, "start"),
            note(16, 304, f"only two: at least {bounds[chosen][0]}.", SMALL, "start"),
        ],
        parts(),
    )


def _all_below(cell: int, relations: list[Relation]) -> set[int]:
    found: set[int] = set()
    for low, high in relations:
        if high == cell:
            found |= {low} | _all_below(low, relations)
    return found


def cycle() -> Scene:
    """A cycle of four cells, as `validate` draws it."""
    geometry = Geometry(4, 2, 2)
    around = [(1, 2), (2, 6), (6, 5), (5, 1)]
    others = [(0, 4), (3, 7), (8, 9), (9, 13), (14, 10), (15, 11)]
    relations = [Relation(low, high, geometry=geometry) for low, high in around + others]
    (picture,) = pictures(validate(Puzzle.from_relations(relations, geometry=geometry)))
    return drawing(
        222,
        "A cycle",
        "A board of 4×4 with a cycle of four cells, named a to d: each is less than the next, and"
        " the last is less than the first.",
        [board(picture, 16, 10, 1.1)],
        [
            note(240, 90, "r1c2 < r1c3 < r2c3 < r2c2 < r1c2", 11.5, "start"),
            note(240, 124, "Kahn's order never reaches", SMALL, "start"),
            note(240, 142, "these cells, nor those above", SMALL, "start"),
            note(240, 160, "them. The shortest way back", SMALL, "start"),
            note(240, 178, "from one of them is the cycle.", SMALL, "start"),
        ],
    )


DRAWINGS = {"lines": lines, "graph": graph, "cycle": cycle}
