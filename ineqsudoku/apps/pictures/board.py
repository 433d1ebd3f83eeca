"""Boards as scenes: from a `Picture` to lines and letters.

A cell is a square of `CELL`.  The line between two cells is open where a sign stands, so that
the sign crosses nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from ineqsudoku.apps.pictures.arrows import Spot, arrow
from ineqsudoku.apps.pictures.lettering import ELLIPSIS, clean, lines
from ineqsudoku.apps.pictures.model import Picture, Role, candidate_places
from ineqsudoku.apps.pictures.scene import (
    Anchor,
    Box,
    Circle,
    Item,
    Label,
    Placed,
    Point,
    Scene,
    Strokes,
    centre,
)
from ineqsudoku.geometry import Geometry, Pair, is_across
from ineqsudoku.messages import Message, enumeration, paragraph, series
from ineqsudoku.puzzle import ABSENT, GIVENS, SIGNS, TITLE, Relation

CELL = 36.0
"""Width and height of a cell."""

MARGIN = 6.0
"""The margin around the board."""

NUMBERS = 18.0
"""The space for the numbers of rows and columns, left of the board and above it."""

GAP = 24.0
"""The space between boards that stand side by side."""

DIGIT_SIZE = 20.0
LETTER_SIZES = {1: 14.0, 2: 13.0, 3: 11.0}
"""By the number of letters."""

TITLE_SIZE, CAPTION_SIZE, NUMBER_SIZE = 15.0, 11.0, 10.0
LINE_HEIGHT = 1.35

MOST_TITLE_LINES, MOST_CAPTION_LINES = 3, 12

_DEPTH, _REACH = 3.0, 5.2
"""Half a chevron: towards its point, and across."""

_RING = 8.4
"""The radius of what surrounds a marked sign."""

_LONGEST = 3
"""Label that fit in a cell."""

_ROOM = CELL - 10
"""The width and height of all candidates of a cell."""

LABEL_SIZE, _BADGE = 7.0, 4.3
"""The size of labels, and half the height of the box around them."""

_INSIDE = 2.6
"""Between the edge of a cell that fails and its frame."""

_INSET, _WIDE_INSET = 4.6, 2.0
"""Between the edge of a marked cell and what surrounds its digit, or its candidates."""


def scene(picture: Picture) -> Scene:
    """Return one board with its title above and its caption below."""
    geometry = picture.geometry
    numbers = NUMBERS if picture.is_marked else 0.0
    side = geometry.size * CELL
    width = numbers + side + 2 * MARGIN
    title = lines(picture.title, TITLE_SIZE, width - 2 * MARGIN, MOST_TITLE_LINES)
    caption = _caption(picture, width - 2 * MARGIN)
    top = MARGIN + len(title) * TITLE_SIZE * LINE_HEIGHT + (4 if title else 0)
    items: list[Item] = [*_paragraph("title", title, width / 2, MARGIN, TITLE_SIZE)]
    if numbers:
        items += _numbers(geometry, MARGIN, top)
    items.append(Placed(_board(picture), MARGIN + numbers, top + numbers))
    below = top + numbers + side + MARGIN
    if "\n" in str(picture.caption):
        left = MARGIN + numbers
        items += _paragraph("caption", caption, left, below, CAPTION_SIZE, "start")
    else:
        items += _paragraph("caption", caption, width / 2, below, CAPTION_SIZE)
    height = below + len(caption) * CAPTION_SIZE * LINE_HEIGHT + (4 if caption else 0)
    return Scene(width, height, tuple(items), clean(picture.title), description(picture))


def _caption(picture: Picture, width: float) -> list[str]:
    """Return the lines of a caption; the text may have several itself."""
    broken = [
        line
        for text in str(picture.caption).splitlines()
        for line in lines(text, CAPTION_SIZE, width, MOST_CAPTION_LINES)
    ]
    if len(broken) > MOST_CAPTION_LINES:
        broken[MOST_CAPTION_LINES - 1 :] = [ELLIPSIS]
    return broken


def side_by_side(pictures: Sequence[Picture]) -> Scene:
    """Return the boards in a row on a ground of paper."""
    boards = [scene(picture) for picture in pictures]
    items: list[Item] = []
    left = 0.0
    for board in boards:
        items.append(Placed(board, left, 0))
        left += board.width + GAP
    width, height = left - GAP, max(board.height for board in boards)
    ground = Box("paper", 0, 0, width, height)
    title = str(series(board.title for board in boards if board.title))
    description = " ".join(board.description for board in boards)
    return Scene(width, height, (ground, *items), title or str(TITLE), description)


def description(picture: Picture) -> str:
    """Return a description of the picture for screen readers."""
    geometry, puzzle = picture.geometry, picture.puzzle
    givens = len(puzzle.givens) - puzzle.givens.count(ABSENT)
    board = (_BOARD if geometry.boxes else _BOARD_WITHOUT_BOXES).fill(
        size=geometry.size,
        signs=SIGNS.fill(n=len(puzzle.relations)),
        givens=GIVENS.fill(n=givens),
    )
    marked: dict[Role, list[str]] = defaultdict(list)
    for cell, role in picture.cell_roles.items():
        marked[role].append(geometry.label(cell))
    for relation, role in picture.sign_roles.items():
        marked[role].append(relation.printed)
    sentences = [board, *(_MARKED[role].fill(names=enumeration(marked[role])) for role in marked)]
    if picture.digits:
        size = geometry.size
        rows = (picture.digits[start : start + size] for start in range(0, size * size, size))
        sentences.append(Message("picture.digits", "Digits: {digits}.", digits=" ".join(rows)))
    caption = clean(picture.caption)
    return str(paragraph(*sentences, *([caption] if caption else ())))


_BOARD = Message("picture.board", "A board of {size}×{size}: {signs}, {givens}.")
_BOARD_WITHOUT_BOXES = Message(
    "picture.board-without-boxes", "A board of {size}×{size} without boxes: {signs}, {givens}."
)

_MARKED = {
    Role.CONFLICT: Message("picture.conflict", "Marked as conflict: {names}."),
    Role.REPAIR: Message("picture.repair", "Marked as repair: {names}."),
    Role.DIFFERS: Message("picture.differs", "Marked as different: {names}."),
    Role.WRONG: Message("picture.wrong", "Marked as wrong: {names}."),
    Role.PREMISE: Message("picture.premise", "Marked as premise: {names}."),
    Role.PLACED: Message("picture.placed", "Marked as placed: {names}."),
    Role.REMOVED: Message("picture.removed", "Marked as removed: {names}."),
    Role.FAILS: Message("picture.fails", "Marked as having nothing left: {names}."),
}


def _board(picture: Picture) -> Scene:
    side = picture.geometry.size * CELL
    items = (
        *_tints(picture),
        *_grid(picture),
        *_marks(picture),
        *_arrows(picture),
        *_symbols(picture),
        *_candidates(picture),
        *_signs(picture),
        *_labels(picture),
    )
    return Scene(side, side, items)


def _paragraph(
    kind: str, written: Sequence[str], x: float, top: float, size: float, anchor: Anchor = "middle"
) -> Iterator[Label]:
    for number, line in enumerate(written):
        yield Label(kind, x, top + (number * LINE_HEIGHT + 1) * size, size, line, anchor)


def _numbers(geometry: Geometry, left: float, top: float) -> Iterator[Label]:
    for number in range(1, geometry.size + 1):
        along = NUMBERS + (number - 0.5) * CELL
        yield centre("number", left + along, top + NUMBERS / 2, NUMBER_SIZE, str(number))
        yield centre("number", left + NUMBERS / 2, top + along, NUMBER_SIZE, str(number))


def _corner(geometry: Geometry, cell: int) -> Point:
    return geometry.column_of[cell] * CELL, geometry.row_of[cell] * CELL


def _centre(geometry: Geometry, cell: int) -> Point:
    x, y = _corner(geometry, cell)
    return x + CELL / 2, y + CELL / 2


def _middle(geometry: Geometry, pair: Pair) -> Point:
    """Return the point halfway between two cells."""
    (x, y), (other_x, other_y) = (_centre(geometry, cell) for cell in pair)
    return (x + other_x) / 2, (y + other_y) / 2


def _tints(picture: Picture) -> Iterator[Box]:
    for cell, role in sorted(picture.cell_roles.items()):
        yield Box(f"tint {role}", *_corner(picture.geometry, cell), CELL, CELL)


def _grid(picture: Picture) -> Iterator[Item]:
    """Yield the lines between cells, then those between boxes and around the board."""
    geometry = picture.geometry
    gaps = {
        relation.pair: _RING if relation in picture.sign_roles else _REACH + 1.5
        for relation in picture.puzzle.relations
    }
    inside: list[tuple[Point, ...]] = []
    borders: list[tuple[Point, ...]] = []
    for pair in geometry.pairs:
        is_border = bool(geometry.boxes) and not geometry.in_one_box(pair)
        (borders if is_border else inside).extend(_edge(geometry, pair, gaps.get(pair, 0.0)))
    yield Strokes("line", tuple(inside))
    yield Strokes("border", tuple(borders))
    side = geometry.size * CELL
    yield Box("border", 0, 0, side, side)


def _edge(geometry: Geometry, pair: Pair, gap: float) -> Iterator[tuple[Point, ...]]:
    """Yield the line between two cells, in two parts if it is open in the middle."""
    x, y = _middle(geometry, pair)
    half = CELL / 2
    across, down = (0.0, 1.0) if is_across(pair) else (1.0, 0.0)
    for start, end in ((-half, -gap), (gap, half)) if gap else ((-half, half),):
        yield (x + across * start, y + down * start), (x + across * end, y + down * end)


def _signs(picture: Picture) -> Iterator[Item]:
    usual = "sign faint" if picture.sign_roles else "sign"
    for relation in picture.puzzle.relations:
        role = picture.sign_roles.get(relation)
        yield Strokes(f"sign {role}" if role else usual, (_chevron(picture.geometry, relation),))
        if role:
            yield from _around(role, *_middle(picture.geometry, relation.pair), _RING)


def _chevron(geometry: Geometry, relation: Relation) -> tuple[Point, ...]:
    """Return three points, the middle one next to the lesser cell."""
    x, y = _middle(geometry, relation.pair)
    towards = -1 if relation.lesser < relation.greater else 1
    if is_across(relation.pair):
        back, tip = x - towards * _DEPTH, x + towards * _DEPTH
        return (back, y - _REACH), (tip, y), (back, y + _REACH)
    back, tip = y - towards * _DEPTH, y + towards * _DEPTH
    return (x - _REACH, back), (x, tip), (x + _REACH, back)


def _around(role: Role, x: float, y: float, radius: float) -> Iterator[Item]:
    """Yield the shape of a role around a sign.

    Signs of conflicts and premises are only bolder: a ring around a premise would cover the
    candidates beside it.
    """
    kind = f"mark {role}"
    if role in (Role.REPAIR, Role.DIFFERS, Role.PLACED):
        yield Circle(kind, x, y, radius)
    if role is Role.PLACED:
        yield Circle(kind, x, y, radius + 3)
    if role is Role.WRONG:
        yield Strokes(kind, _corners(x, y, radius, radius * 0.45))
    if role is Role.REMOVED:
        yield Strokes(kind, (((x - radius, y + radius), (x + radius, y - radius)),))


def _corners(x: float, y: float, reach: float, length: float) -> tuple[tuple[Point, ...], ...]:
    """Return a cross that is open in the middle."""
    return tuple(
        (
            (x + a * reach, y + b * reach),
            (x + a * (reach - length), y + b * (reach - length)),
        )
        for a, b in ((-1, -1), (1, -1), (-1, 1), (1, 1))
    )


def _marks(picture: Picture) -> Iterator[Item]:
    """Yield the shapes around the digits of marked cells."""
    if outline := _outline(picture):
        yield Strokes(f"mark {Role.FAILS}", outline)
    for cell, role in sorted(picture.cell_roles.items()):
        (left, top), (x, y) = (at(picture.geometry, cell) for at in (_corner, _centre))
        kind = f"mark {role}"
        inner = CELL / 2 - _INSET
        if role is Role.REPAIR:
            yield Circle(kind, x, y, inner)
        elif role is Role.WRONG:
            yield Strokes(kind, _corners(x, y, inner, 7))
        elif role is Role.REMOVED:
            yield Strokes(kind, (((x - inner, y + inner), (x + inner, y - inner)),))
        elif role is not Role.FAILS:
            has_marks = cell in picture.candidates and not picture.symbol(cell)
            outer = _WIDE_INSET if has_marks else _INSET
            for inset in (outer, outer + 2.8) if role is Role.PLACED else (outer,):
                side = CELL - 2 * inset
                yield Box(kind, left + inset, top + inset, side, side)


def _symbols(picture: Picture) -> Iterator[Label]:
    symbols = set(picture.geometry.symbols)
    for cell in picture.geometry.cells:
        place = _centre(picture.geometry, cell)
        symbol = picture.symbol(cell)
        if symbol in symbols:
            kind = "given" if picture.is_given(cell) else "digit"
            yield centre(kind, *place, DIGIT_SIZE, symbol)
        elif symbol := clean(symbol):
            shown = symbol if len(symbol) <= _LONGEST else f"{symbol[: _LONGEST - 1]}…"
            yield centre("letter", *place, LETTER_SIZES[len(shown)], shown)


def _candidates(picture: Picture) -> Iterator[Item]:
    """Yield pencil marks: digits in their own places of the cell."""
    geometry = picture.geometry
    size = _candidate_size(geometry)
    for cell, digit in _drawn_candidates(picture):
        role = picture.candidate_roles.get((cell, digit))
        place = _place(geometry, cell, digit)
        kind = f"candidate {role}" if role else "candidate"
        yield centre(kind, *place, size, geometry.symbols[digit - 1])
        if role:
            yield from _around_candidate(role, *place, 0.62 * size)


def _drawn_candidates(picture: Picture) -> Iterator[tuple[int, int]]:
    for cell, mask in sorted(picture.candidates.items()):
        for digit in range(1, picture.geometry.size + 1):
            is_shown = mask >> digit - 1 & 1 or (cell, digit) in picture.candidate_roles
            if is_shown and not picture.symbol(cell):
                yield cell, digit


def _candidate_size(geometry: Geometry) -> float:
    return min(0.92 * _ROOM / candidate_places(geometry)[1], 9.0)


def _place(geometry: Geometry, cell: int, digit: int) -> Point:
    """Return the middle of a candidate."""
    across, down = candidate_places(geometry)
    left, top = _corner(geometry, cell)
    row, column = divmod(digit - 1, across)
    border = (CELL - _ROOM) / 2
    x = left + border + (column + 0.5) * _ROOM / across
    return x, top + border + (row + 0.5) * _ROOM / down


def _around_candidate(role: Role, x: float, y: float, radius: float) -> Iterator[Item]:
    """Yield a ring, or a line through it; the ring of a premise is dotted."""
    kind = f"spot {role}"
    falling = (x - radius, y - radius), (x + radius, y + radius)
    rising = (x - radius, y + radius), (x + radius, y - radius)
    if role is Role.FAILS:
        yield Strokes(kind, (rising, falling))
    elif role in (Role.REMOVED, Role.WRONG):
        yield Strokes(kind, (rising,))
    else:
        yield Circle(kind, x, y, radius)


def _outline(picture: Picture) -> tuple[tuple[Point, ...], ...]:
    """Return the border of the cells that fail, inside of them and open at signs."""
    geometry = picture.geometry
    fails = {cell for cell, role in picture.cell_roles.items() if role is Role.FAILS}
    signs = {relation.pair for relation in picture.puzzle.relations}
    half, near = CELL / 2, CELL / 2 - _INSIDE
    lines: list[tuple[Point, ...]] = []
    for cell in sorted(fails):
        x, y = _centre(geometry, cell)
        beside = _beside(geometry, cell)
        for side, other in enumerate(beside):
            if other in fails:
                continue
            before, after = sorted(((side - 1) % 4, (side + 1) % 4))
            start = -half if beside[before] in fails else -near
            end = half if beside[after] in fails else near
            away = -near if side < 2 else near
            pair = min(cell, other), max(cell, other)
            for first, last in (
                ((start, -_RING), (_RING, end)) if pair in signs else ((start, end),)
            ):
                points = [(away, t) if side % 2 == 0 else (t, away) for t in (first, last)]
                lines.append(tuple((x + across, y + down) for across, down in points))
    return tuple(lines)


def _beside(geometry: Geometry, cell: int) -> tuple[int, ...]:
    """Return the cells left, above, right and below of a cell; -1 beyond the border."""
    row, column, size = geometry.row_of[cell], geometry.column_of[cell], geometry.size
    return (
        cell - 1 if column else -1,
        cell - size if row else -1,
        cell + 1 if column < size - 1 else -1,
        cell + size if row < size - 1 else -1,
    )


def _arrows(picture: Picture) -> Iterator[Item]:
    if not picture.arrows:
        return
    geometry = picture.geometry
    spots = [*_spots(picture)]
    for cells in picture.arrows:
        start, end = (_centre(geometry, cell) for cell in cells)
        drawn = arrow(start, end, CELL, geometry.size * CELL, spots)
        if drawn.lines:
            yield Strokes("arrow", drawn.lines)
        yield Strokes("head", (drawn.head,))


def _spots(picture: Picture) -> Iterator[Spot]:
    """Yield what arrows must not touch."""
    geometry = picture.geometry
    for candidate in _drawn_candidates(picture):
        yield Spot(*_place(geometry, *candidate), 0.43 * _candidate_size(geometry))
    for cell in geometry.cells:
        if picture.symbol(cell):
            yield Spot(*_centre(geometry, cell), 0.44 * DIGIT_SIZE)
    for relation in picture.puzzle.relations:
        yield Spot(*_middle(geometry, relation.pair), _REACH + 1.5)
    for cell in picture.labels:
        yield Spot(*_badge(geometry, cell), _BADGE + 1)


def _badge(geometry: Geometry, cell: int) -> Point:
    """Return the middle of the label of a cell."""
    x, y = _corner(geometry, cell)
    return x + 6.4, y + 1.2


def _labels(picture: Picture) -> Iterator[Item]:
    """Yield labels in the corners of cells, where no candidate and no sign stands."""
    for cell, label in sorted(picture.labels.items()):
        x, y = _badge(picture.geometry, cell)
        text = clean(label)
        width = 2 * _BADGE + (len(text) - 1) * 0.62 * LABEL_SIZE
        yield Box("badge", x - width / 2, y - _BADGE, width, 2 * _BADGE)
        yield centre("label", x, y, LABEL_SIZE, text)
