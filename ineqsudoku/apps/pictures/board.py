"""Boards as scenes: from a `Picture` to lines and letters.

A cell is a square of `CELL`.  The line between two cells is open where a sign stands, so that
the sign crosses nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from ineqsudoku.apps.pictures.arrows import Obstacle, arrow
from ineqsudoku.apps.pictures.lettering import ELLIPSIS, clean, lines
from ineqsudoku.apps.pictures.model import Picture, Role
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
from ineqsudoku.geometry import (
    BOX_OF,
    CELLS,
    COLUMN_OF,
    DIGITS,
    PAIRS,
    ROW_OF,
    ROWS,
    SIZE,
    Pair,
    is_across,
    label,
)
from ineqsudoku.messages import Message, enumeration, paragraph, series
from ineqsudoku.puzzle import ABSENT, GIVENS, SIGNS, TITLE, Relation

CELL = 36.0
"""Width and height of a cell."""

SIDE = SIZE * CELL
"""Width and height of a board."""

MARGIN = 6.0
"""The margin around the board."""

NUMBERS = 18.0
"""The space for the numbers of rows and columns, left of the board and above it."""

GAP = 24.0
"""The space between boards that stand side by side."""

DIGIT_SIZE = 20.0
LETTER_SIZES = {1: 14.0, 2: 13.0, 3: 11.0}
"""The size of letters, by their number in a cell."""

TITLE_SIZE, CAPTION_SIZE, NUMBER_SIZE = 15.0, 11.0, 10.0
LINE_HEIGHT = 1.35

MOST_TITLE_LINES, MOST_CAPTION_LINES = 3, 12

_DEPTH, _REACH = 3.0, 5.2
"""Half the size of a chevron: along its direction, and across."""

_RING = 8.4
"""The radius of the shape around a marked sign."""

_LONGEST = 3
"""The most labels that fit in a cell."""

_ROOM = CELL - 10
"""The width and height of all candidates of a cell, which stand in three rows."""

CANDIDATE_SIZE = 0.92 * _ROOM / 3

LABEL_SIZE, _BADGE = 7.0, 4.3
"""The size of labels, and half the height of the box around them."""

_INSIDE = 2.6
"""The distance from the edge of a cell that fails to its frame."""

_INSET, _WIDE_INSET = 4.6, 2.0
"""The distance from the edge of a marked cell to the shape around its digit, or its candidates."""


def scene(picture: Picture) -> Scene:
    """Return one board with its title above and its caption below."""
    numbers = NUMBERS if picture.is_marked else 0.0
    width = numbers + SIDE + 2 * MARGIN
    title = lines(picture.title, TITLE_SIZE, width - 2 * MARGIN, MOST_TITLE_LINES)
    caption = _caption(picture, width - 2 * MARGIN)
    top = MARGIN + len(title) * TITLE_SIZE * LINE_HEIGHT + (4 if title else 0)
    items: list[Item] = [*_paragraph("title", title, width / 2, MARGIN, TITLE_SIZE)]
    if numbers:
        items += _numbers(MARGIN, top)
    items.append(Placed(_board(picture), MARGIN + numbers, top + numbers))
    below = top + numbers + SIDE + MARGIN
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
    puzzle = picture.puzzle
    givens = len(puzzle.givens) - puzzle.givens.count(ABSENT)
    board = _BOARD.fill(signs=SIGNS.fill(n=len(puzzle.relations)), givens=GIVENS.fill(n=givens))
    marked: dict[Role, list[str]] = defaultdict(list)
    for cell, role in picture.cell_roles.items():
        marked[role].append(label(cell))
    for relation, role in picture.sign_roles.items():
        marked[role].append(relation.printed)
    sentences = [board, *(_MARKED[role].fill(names=enumeration(marked[role])) for role in marked)]
    if picture.digits:
        rows = (picture.digits[row[0] : row[0] + SIZE] for row in ROWS)
        sentences.append(Message("picture.digits", "Digits: {digits}.", digits=" ".join(rows)))
    caption = clean(picture.caption)
    return str(paragraph(*sentences, *([caption] if caption else ())))


_BOARD = Message("picture.board", "A board of 9×9: {signs}, {givens}.")

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
    items = (
        *_tints(picture),
        *_grid(picture),
        *_marks(picture),
        *_arrows(picture),
        *_digits(picture),
        *_candidates(picture),
        *_signs(picture),
        *_labels(picture),
    )
    return Scene(SIDE, SIDE, items)


def _paragraph(
    kind: str, written: Sequence[str], x: float, top: float, size: float, anchor: Anchor = "middle"
) -> Iterator[Label]:
    for number, line in enumerate(written):
        yield Label(kind, x, top + (number * LINE_HEIGHT + 1) * size, size, line, anchor)


def _numbers(left: float, top: float) -> Iterator[Label]:
    for number in range(1, SIZE + 1):
        along = NUMBERS + (number - 0.5) * CELL
        yield centre("number", left + along, top + NUMBERS / 2, NUMBER_SIZE, str(number))
        yield centre("number", left + NUMBERS / 2, top + along, NUMBER_SIZE, str(number))


def _corner(cell: int) -> Point:
    return COLUMN_OF[cell] * CELL, ROW_OF[cell] * CELL


def _centre(cell: int) -> Point:
    x, y = _corner(cell)
    return x + CELL / 2, y + CELL / 2


def _middle(pair: Pair) -> Point:
    """Return the point halfway between two cells."""
    (x, y), (other_x, other_y) = map(_centre, pair)
    return (x + other_x) / 2, (y + other_y) / 2


def _tints(picture: Picture) -> Iterator[Box]:
    for cell, role in sorted(picture.cell_roles.items()):
        yield Box(f"tint {role}", *_corner(cell), CELL, CELL)


def _grid(picture: Picture) -> Iterator[Item]:
    """Yield the lines between cells, then those between boxes and around the board."""
    gaps = {
        relation.pair: _RING if relation in picture.sign_roles else _REACH + 1.5
        for relation in picture.puzzle.relations
    }
    inside: list[tuple[Point, ...]] = []
    borders: list[tuple[Point, ...]] = []
    for pair in PAIRS:
        first, second = pair
        (inside if BOX_OF[first] == BOX_OF[second] else borders).extend(
            _edge(pair, gaps.get(pair, 0.0))
        )
    yield Strokes("line", tuple(inside))
    yield Strokes("border", tuple(borders))
    yield Box("border", 0, 0, SIDE, SIDE)


def _edge(pair: Pair, gap: float) -> Iterator[tuple[Point, ...]]:
    """Yield the line between two cells, in two parts if it is open in the middle."""
    x, y = _middle(pair)
    half = CELL / 2
    across, down = (0.0, 1.0) if is_across(pair) else (1.0, 0.0)
    for start, end in ((-half, -gap), (gap, half)) if gap else ((-half, half),):
        yield (x + across * start, y + down * start), (x + across * end, y + down * end)


def _signs(picture: Picture) -> Iterator[Item]:
    usual = "sign faint" if picture.sign_roles else "sign"
    for relation in picture.puzzle.relations:
        role = picture.sign_roles.get(relation)
        yield Strokes(f"sign {role}" if role else usual, (_chevron(relation),))
        if role:
            yield from _around(role, *_middle(relation.pair), _RING)


def _chevron(relation: Relation) -> tuple[Point, ...]:
    """Return three points, the middle one next to the lesser cell."""
    x, y = _middle(relation.pair)
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
        (left, top), (x, y) = _corner(cell), _centre(cell)
        kind = f"mark {role}"
        inner = CELL / 2 - _INSET
        if role is Role.REPAIR:
            yield Circle(kind, x, y, inner)
        elif role is Role.WRONG:
            yield Strokes(kind, _corners(x, y, inner, 7))
        elif role is Role.REMOVED:
            yield Strokes(kind, (((x - inner, y + inner), (x + inner, y - inner)),))
        elif role is not Role.FAILS:
            has_marks = cell in picture.candidates and not picture.text(cell)
            outer = _WIDE_INSET if has_marks else _INSET
            for inset in (outer, outer + 2.8) if role is Role.PLACED else (outer,):
                side = CELL - 2 * inset
                yield Box(kind, left + inset, top + inset, side, side)


def _digits(picture: Picture) -> Iterator[Label]:
    """Yield the digits of cells, or the letters that stand for them."""
    digits = set(DIGITS)
    for cell in CELLS:
        place = _centre(cell)
        text = picture.text(cell)
        if text in digits:
            kind = "given" if picture.is_given(cell) else "digit"
            yield centre(kind, *place, DIGIT_SIZE, text)
        elif text := clean(text):
            shown = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
            yield centre("letter", *place, LETTER_SIZES[len(shown)], shown)


def _candidates(picture: Picture) -> Iterator[Item]:
    """Yield pencil marks: digits in their own places of the cell."""
    for cell, digit in _drawn_candidates(picture):
        role = picture.candidate_roles.get((cell, digit))
        place = _place(cell, digit)
        kind = f"candidate {role}" if role else "candidate"
        yield centre(kind, *place, CANDIDATE_SIZE, str(digit))
        if role:
            yield from _around_candidate(role, *place, 0.62 * CANDIDATE_SIZE)


def _drawn_candidates(picture: Picture) -> Iterator[tuple[int, int]]:
    for cell, mask in sorted(picture.candidates.items()):
        for digit in range(1, SIZE + 1):
            is_shown = mask >> digit - 1 & 1 or (cell, digit) in picture.candidate_roles
            if is_shown and not picture.text(cell):
                yield cell, digit


def _place(cell: int, digit: int) -> Point:
    """Return the middle of a candidate."""
    left, top = _corner(cell)
    row, column = divmod(digit - 1, 3)
    border = (CELL - _ROOM) / 2
    x = left + border + (column + 0.5) * _ROOM / 3
    return x, top + border + (row + 0.5) * _ROOM / 3


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
    fails = {cell for cell, role in picture.cell_roles.items() if role is Role.FAILS}
    signs = {relation.pair for relation in picture.puzzle.relations}
    half, near = CELL / 2, CELL / 2 - _INSIDE
    lines: list[tuple[Point, ...]] = []
    for cell in sorted(fails):
        x, y = _centre(cell)
        beside = _beside(cell)
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


def _beside(cell: int) -> tuple[int, ...]:
    """Return the cells left, above, right and below of a cell; -1 beyond the border."""
    row, column = ROW_OF[cell], COLUMN_OF[cell]
    return (
        cell - 1 if column else -1,
        cell - SIZE if row else -1,
        cell + 1 if column < SIZE - 1 else -1,
        cell + SIZE if row < SIZE - 1 else -1,
    )


def _arrows(picture: Picture) -> Iterator[Item]:
    if not picture.arrows:
        return
    obstacles = [*_obstacles(picture)]
    for cells in picture.arrows:
        start, end = map(_centre, cells)
        drawn = arrow(start, end, CELL, SIDE, obstacles)
        if drawn.lines:
            yield Strokes("arrow", drawn.lines)
        yield Strokes("head", (drawn.head,))


def _obstacles(picture: Picture) -> Iterator[Obstacle]:
    """Yield the surroundings that arrows must not touch."""
    for candidate in _drawn_candidates(picture):
        yield Obstacle(*_place(*candidate), 0.43 * CANDIDATE_SIZE)
    for cell in CELLS:
        if picture.text(cell):
            yield Obstacle(*_centre(cell), 0.44 * DIGIT_SIZE)
    for relation in picture.puzzle.relations:
        yield Obstacle(*_middle(relation.pair), _REACH + 1.5)
    for cell in picture.labels:
        yield Obstacle(*_badge(cell), _BADGE + 1)


def _badge(cell: int) -> Point:
    """Return the middle of the label of a cell."""
    x, y = _corner(cell)
    return x + 6.4, y + 1.2


def _labels(picture: Picture) -> Iterator[Item]:
    """Yield labels in the corners of cells, where no candidate and no sign stands."""
    for cell, written in sorted(picture.labels.items()):
        x, y = _badge(cell)
        text = clean(written)
        width = 2 * _BADGE + (len(text) - 1) * 0.62 * LABEL_SIZE
        yield Box("badge", x - width / 2, y - _BADGE, width, 2 * _BADGE)
        yield centre("label", x, y, LABEL_SIZE, text)
