"""Drawings of how the engines keep a puzzle: bits, words, vectors and links."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from shapes import SMALL, WIDTH, arrow, bits, drawing, fields, heading, line, note, zoom

from ineqsudoku.apps.pictures.scene import Box, Circle, Item, Scene
from ineqsudoku.geometry import NINE
from ineqsudoku.search.arrangements import FACT_BITS, LINE_BITS, column_fact, row_fact
from ineqsudoku.search.candidates import lanes_of

BLUE, GREEN, AMBER, RED = "tint premise", "tint repair", "tint differs", "tint conflict"
BLUE_WORDS = "candidate premise"

# --- rowmajor ------------------------------------------------------------------------------

_SIGNS = "<><"
"""The signs of the row of four cells in the drawing of states."""


def states() -> Scene:
    """The states of a row of four cells, which are merged if they have the same completions."""
    levels, steps = _diagram()
    tops = [64 + 62 * level for level in range(len(levels))]
    place = {
        state: (WIDTH * (index + 1) / (len(states) + 1) + 20, tops[level])
        for level, states in enumerate(levels)
        for index, state in enumerate(states)
    }

    def parts() -> Iterator[Item]:
        for cell, top in enumerate(tops[:-1]):
            yield note(16, top + 31, f"cell {cell + 1}", SMALL, "start")
        for before, digit, after in steps:
            (x, y), (to_x, to_y) = place[before], place[after]
            yield line((x, y + 11), (to_x, to_y - 11))
            label = 0.62 * x + 0.38 * to_x, 0.62 * y + 0.38 * to_y
            yield Circle("paper", *label, 8)
            yield note(*label, str(digit), SMALL, kind=BLUE_WORDS)
        for state, (x, y) in place.items():
            yield Circle("rule", x, y, 11)
            merged = sum(after == state for _, _, after in steps) > 1
            if merged and state:
                yield Circle("mark repair", x, y, 11)

    fillings = sum(len(state) for state in levels[0])
    heads = [heading(22, f"A row of four cells: c1 {_SIGNS[0]} c2 {_SIGNS[1]} c3 {_SIGNS[2]} c4")]
    return drawing(
        tops[-1] + 28,
        "States of a row",
        f"The {fillings} ways to fill four cells as paths from top to bottom. States with the"
        " same completions, which are ringed, are one.",
        heads,
        parts(),
    )


_Ways = frozenset[tuple[int, ...]]


def _diagram() -> tuple[list[list[_Ways]], list[tuple[_Ways, int, _Ways]]]:
    """The states by level, each as the set of its completions, and the steps between them."""

    def holds(way: tuple[int, ...]) -> bool:
        return all(
            (low < high) == (sign == "<")
            for low, high, sign in zip(way, way[1:], _SIGNS, strict=False)
        )

    levels = [[frozenset(filter(holds, permutations((1, 2, 3, 4))))]]
    steps: list[tuple[_Ways, int, _Ways]] = []
    while levels[-1] != [frozenset({()})]:
        before: dict[_Ways, list[int]] = {}
        for number, state in enumerate(levels[-1]):
            for digit in sorted({way[0] for way in state}):
                after = frozenset(way[1:] for way in state if way[0] == digit)
                before.setdefault(after, []).append(number)
                steps.append((state, digit, after))
        # Below the middle of the states before, so that few lines cross.
        levels.append(sorted(before, key=lambda state: sum(before[state]) / len(before[state])))
    return levels, steps


# --- cells ---------------------------------------------------------------------------------


def lanes() -> Scene:
    """Candidates of all cells in an int, and the test for empty lanes."""
    its = lanes_of(NINE)
    width, side = its.width, 17.0
    some, none = 0b000110010, 0
    full = its.every

    def sums() -> Iterator[Item]:
        rows = (("candidates", (some, none)), ("+ nine ones", (full, full)), ("sum", None))
        for row, (words, lanes) in enumerate(rows):
            y = 178 + 34 * row
            yield note(8, y + side / 2, words, SMALL, "start")
            for lane in range(2):
                word = lanes[lane] if lanes else (some, none)[lane] + full
                ground = BLUE if row == 0 else GREEN if row == 2 else "tint differs"
                left = 82 + lane * (width * side + 4)
                yield from bits(left, y, side, f"{word:0{width}b}", ground)
                if row == 2:
                    kind = "mark repair" if word >> width - 1 else "mark conflict"
                    yield Box(kind, left, y, side, side)

    ends = ("…", 40.0, ""), ("r1c3", 80.0, ""), ("r1c2", 80.0, BLUE), ("r1c1", 80.0, "")
    lane_words = ("spare", *map(str, range(NINE.size, 0, -1)))
    shares = (64.0, *[34.0] * NINE.size)
    kinds = ("tint differs", *[BLUE] * NINE.size)
    return drawing(
        318,
        "Lanes of candidates",
        f"An int of {len(NINE.cells)} lanes of {width} bits, one for each cell. Adding nine ones"
        " to each lane sets its spare bit unless the lane is empty.",
        [heading(20, f"One int: {len(NINE.cells)} lanes of {width} bits")],
        fields(20, 38, 26, (("r9c9", 80.0, ""), *ends)),
        [zoom((260, 340), (35, 405), 64, 88)],
        fields(35, 88, 26, tuple(zip(lane_words, shares, kinds, strict=True))),
        [heading(150, "Which cells have no candidate left?")],
        sums(),
        [
            note(82 + width * side / 2, 292, "2, 5, 6: spare bit 1", SMALL),
            note(86 + width * side * 1.5, 292, "empty: spare bit 0", SMALL),
        ],
    )


# --- boxes ---------------------------------------------------------------------------------

_BOX = "539248167"
"""Box 1 of the only solution of examples/cqoi2013.in."""


def box_word() -> Scene:
    """An arrangement of a box as a word of 54 bits."""
    word = sum(
        row_fact(cell // 3, int(digit)) | column_fact(cell % 3, int(digit))
        for cell, digit in enumerate(_BOX)
    )
    marked, side = "9", 20.0

    def box() -> Iterator[Item]:
        for cell, digit in enumerate(_BOX):
            x, y = 16 + 34 * (cell % 3), 40 + 34 * (cell // 3)
            if digit == marked:
                yield Box(GREEN, x, y, 34, 34)
            yield Box("line", x, y, 34, 34)
            yield note(x + 17, y + 17, digit, 18)
        yield Box("border", 16, 40, 102, 102)

    def words() -> Iterator[Item]:
        yield note(72 + 4.5 * side, 172, "column facts, digit", SMALL)
        yield note(74 + 13.5 * side, 172, "row facts, digit", SMALL)
        for digit in range(9):
            for half in range(2):
                x = 72 + half * (9 * side + 2) + (8 - digit + 0.5) * side
                yield note(x, 190, str(digit + 1), SMALL)
        for number in range(3):
            y = 202 + 30 * (2 - number)
            first = LINE_BITS * number
            yield note(8, y + 7, f"line {number}", SMALL, "start")
            yield note(8, y + 19, f"bits {first + LINE_BITS - 1}–{first}", 10, "start")
            for half, shift in enumerate((first + 9, first)):
                for digit in range(9):
                    x = 72 + half * (9 * side + 2) + (8 - digit) * side
                    is_set = word >> shift + digit & 1
                    ground = GREEN if str(digit + 1) == marked else BLUE
                    shown = (str(digit + 1) if is_set else "", side, ground if is_set else "")
                    yield from fields(x, y, 24, [shown])

    return drawing(
        302,
        "An arrangement as a word",
        f"The arrangement {_BOX[:3]} / {_BOX[3:6]} / {_BOX[6:]} of a box as {FACT_BITS} bits: for"
        " each digit, one bit for its row and one for its column. Those of the 9 are green.",
        [heading(20, f"An arrangement: {FACT_BITS} bits, of which 18 are set")],
        box(),
        [
            note(140, 62, "9 is in row 0 and in column 2", SMALL, "start"),
            note(140, 86, f"row:  bit {LINE_BITS} · 0 + 9 − 1 = 8", SMALL, "start"),
            note(140, 110, f"column:  bit {LINE_BITS} · 2 + 9 + 9 − 1 = 53", SMALL, "start"),
        ],
        words(),
    )


def lines_rule() -> Scene:
    """The six ways to place a digit in a band, and those that have it in one place."""
    side = 20.0

    def ways() -> Iterator[Item]:
        for number, way in enumerate(permutations(range(3))):
            x, y = 20 + number * 70, 76.0
            chosen = way[0] == 0
            for box in range(3):
                for row in range(3):
                    at = x + box * side, y + row * side
                    if way[box] == row:
                        ground = GREEN if chosen and box == 0 else BLUE if chosen else AMBER
                        yield Box(ground, *at, side, side)
                    yield Box("line", *at, side, side)
                    if way[box] == row:
                        yield note(at[0] + side / 2, at[1] + side / 2, "d", SMALL)
            yield Box("border" if chosen else "rule", x, y, 3 * side, 3 * side)
            for box in range(3):
                yield note(x + (box + 0.5) * side, 64, "ABC"[box], SMALL)

    return drawing(
        222,
        "The rule of lines",
        "The six ways to place a digit in the three rows of the three boxes A, B, C of a band."
        " Two of them have it in row 0 of box A.",
        [heading(20, "The ways to place a digit d in a band"),
         note(16, 42, "columns: boxes A, B, C; rows: rows 0, 1, 2", SMALL, "start")],
        ways(),
        [
            note(16, 162, "A may have d in row 0 only if", SMALL, "start"),
            note(16, 182, "B may have it in row 1 and C in row 2,", SMALL, "start"),
            note(16, 202, "or B in row 2 and C in row 1.", SMALL, "start"),
        ],
    )  # fmt: skip


def sift() -> Scene:
    """How AVX-512 removes arrangements from a list."""
    stays = "10110010"
    side = 42.0

    def row(y: float, name: str, parts: list[tuple[str, float, str]]) -> Iterator[Item]:
        yield note(8, y + 13, name, SMALL, "start")
        yield from fields(96, y, 26, parts)

    kept = [number for number, stay in enumerate(stays) if stay == "1"]
    first = [(f"a{i}", side, GREEN if stay == "1" else RED) for i, stay in enumerate(stays)]
    gone = [("gone", side, AMBER)] * 8
    mask = [(stay, side, GREEN if stay == "1" else "") for stay in stays]
    front = [(f"a{i}", side, GREEN) for i in kept] + [("0", side, "")] * (8 - len(kept))

    def moves() -> Iterator[Item]:
        for to, i in enumerate(kept):
            yield arrow((96 + (i + 0.5) * side, 184), (96 + (to + 0.5) * side, 208))

    return drawing(
        268,
        "Removing arrangements with AVX-512",
        "Eight arrangements of 64 bits in a register are tested against the facts that are gone;"
        " the four that have none of them move to the front.",
        [heading(20, "512 bits: eight arrangements of 64 bits")],
        row(42, "arrangements", first),
        row(88, "removed facts", gone),
        row(158, "mask", mask),
        [note(96 + 4 * side, 136, "testn: is a & gone empty?", SMALL)],
        moves(),
        row(210, "compress", front),
        [note(96 + 4 * side, 252, f"popcount of the mask: {len(kept)} stay", SMALL)],
    )


# --- the compiled form of cells ------------------------------------------------------------


def boards() -> Scene:
    """A board of 9×9 in 128 bits, and decks of four boards."""

    def grid() -> Iterator[Item]:
        side = 11.0
        for band, ground in enumerate((BLUE, GREEN, AMBER)):
            yield Box(ground, 16, 44 + 33 * band, 99, 33)
        for row in range(10):
            kind = "rule" if row % 3 == 0 else "line"
            yield line((16, 44 + side * row), (115, 44 + side * row), kind=kind)
            yield line((16 + side * row, 44), (16 + side * row, 143), kind=kind)

    lane = 72.0
    lanes = [("band 0", lane, BLUE), ("band 1", lane, GREEN), ("band 2", lane, AMBER),
             ("0", lane, "")]  # fmt: skip
    row = ("s", 22.0, "")
    of_band = [("0", 36.0, ""), row, ("row 2", 102.0, BLUE), row, ("row 1", 102.0, BLUE), row,
               ("row 0", 102.0, BLUE)]  # fmt: skip

    def decks() -> Iterator[Item]:
        for deck, digits in enumerate(("1234", "5678", "9")):
            parts = [(f"digit {d}", 90.0, BLUE) for d in digits]
            parts += [("empty", 90.0, "")] * (4 - len(parts))
            yield note(8, 293 + 34 * deck, f"deck {deck + 1}", SMALL, "start")
            yield from fields(66, 280 + 34 * deck, 26, parts)

    return drawing(
        390,
        "Boards and decks",
        "The cells that may have a digit are a board of 128 bits: a lane of 32 bits for each band,"
        " with three rows of nine bits and a spare bit after each. Four boards fill a register of"
        " 512 bits.",
        [heading(20, "A board: the cells that may have a digit, 128 bits")],
        grid(),
        fields(136, 60, 30, lanes),
        [note(136 + 2 * lane, 112, "four lanes of 32 bits", SMALL)],
        [heading(170, "A lane: the rows of a band, with spare bits s")],
        fields(16, 186, 28, of_band),
        [
            note(34, 228, "31 30", 10.5),
            note(63, 228, "29", 10.5),
            note(125, 228, "28 – 20", 10.5),
            note(187, 228, "19", 10.5),
            note(249, 228, "18 – 10", 10.5),
            note(311, 228, "9", 10.5),
            note(373, 228, "8 – 0", 10.5),
            heading(260, "AVX-512: three decks of four boards"),
        ],
        decks(),
    )


def lattice() -> Scene:
    """The places one step away in a lattice, and a grid of 6×6 in it."""
    side = 14.0
    left, top = 24.0, 66.0
    row, column = 5, 6
    names = {
        (row, column ^ 1): "1", (row, column ^ 2): "2", (row, column ^ 4): "4",
        (row, column ^ 8): "8", (row ^ 1, column): "1", (row ^ 2, column): "2",
        (row ^ 4, column): "4", (row ^ 8, column): "8",
    }  # fmt: skip

    def whole() -> Iterator[Item]:
        yield Box(BLUE, left, top + row * side, 16 * side, side)
        yield Box(BLUE, left + column * side, top, side, 16 * side)
        yield Box(GREEN, left + 4 * side, top + 4 * side, 4 * side, 4 * side)
        for number in range(17):
            kind = "rule" if number % 4 == 0 else "line"
            along = number * side
            yield line((left, top + along), (left + 16 * side, top + along), kind=kind)
            yield line((left + along, top), (left + along, top + 16 * side), kind=kind)
        for (r, c), name in names.items():
            yield note(left + (c + 0.5) * side, top + (r + 0.5) * side, name, 11, kind="title")
        yield Box("mark repair", left + column * side, top + row * side, side, side)

    def small() -> Iterator[Item]:
        x, y, step = 300.0, top, 7.0
        for r in range(16):
            for c in range(16):
                is_cell = r % 4 < 2 and r // 4 < 3 and c % 4 < 3 and c // 4 < 2
                if is_cell:
                    yield Box(BLUE, x + c * step, y + r * step, step, step)
        for number in range(17):
            kind = "rule" if number % 4 == 0 else "line"
            along = number * step
            yield line((x, y + along), (x + 16 * step, y + along), kind=kind)
            yield line((x + along, y), (x + along, y + 16 * step), kind=kind)

    return drawing(
        308,
        "The lattice",
        "A lattice of 16 rows and 16 columns in boxes of 4×4. From a place in row 5 and column 6,"
        " the eight places whose row or column number differs in one bit are marked. A grid of 6×6"
        " with boxes of 2×3 is in the upper left corners of six boxes.",
        [
            heading(20, "A board of 256 bits: 16 rows of 16"),
            note(16, 44, "row 5 = 01·01,  column 6 = 01·10:  far · near", SMALL, "start"),
        ],
        whole(),
        small(),
        [
            note(300, top + 132, "6×6 in the lattice:", SMALL, "start"),
            note(300, top + 150, "boxes of 2×3", SMALL, "start"),
            note(300, top + 178, "near: flip 1, 2", SMALL, "start"),
            note(300, top + 196, "far: flip 4, 8", SMALL, "start"),
        ],
    )


# --- dlx -----------------------------------------------------------------------------------


def links() -> Scene:
    """The circles of four items, before and after one of them is covered."""
    options = {"A": (0, 2), "B": (0, 3), "C": (1, 2), "D": (1, 2, 3)}
    covered = 0

    def half(y: float, is_covered: bool) -> Iterator[Item]:
        for item in range(4):
            x = 90 + 100 * item
            out = is_covered and item == covered
            head = "covered" if out else f"item {item + 1}"
            yield from fields(x - 28, y, 26, [(head, 56, "" if out else AMBER)])
            spots = [n for n, items in enumerate(options.values()) if item in items]
            if is_covered and item != covered:
                spots = [n for n in spots if covered not in (*options.values(),)[n]]
            before = y + 26
            for number in spots:
                place = y + 44 + 34 * number
                yield arrow((x - 5, before), (x - 5, place), reach=4)
                yield arrow((x + 5, place), (x + 5, before), reach=4)
                before = place + 22
        for number, (name, items) in enumerate(options.items()):
            place = y + 44 + 34 * number
            gone = is_covered and covered in items
            yield note(12, place + 11, f"option {name}", SMALL, "start")
            for item in items:
                aside = 42 if gone and item != covered else 0
                ground = RED if gone else BLUE
                yield from fields(90 + 100 * item - 16 - aside, place, 22, [("", 32, ground)])

    return drawing(
        450,
        "Dancing links",
        "Four items, each with a circle of the options that have it. When item 1 is covered, its"
        " two options leave the circles of their other items.",
        [heading(20, "Each item has a circle of its options")],
        half(38, is_covered=False),
        [heading(240, "Item 1 is covered: its options leave all other circles")],
        half(258, is_covered=True),
    )


DRAWINGS = {
    "states": states,
    "lanes": lanes,
    "box-word": box_word,
    "lines-rule": lines_rule,
    "sift": sift,
    "boards": boards,
    "lattice": lattice,
    "links": links,
}
