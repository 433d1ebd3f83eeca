"""Very many different layouts out of some, by the symmetries of the sudoku that keep signs.

A layout stays one when its bands or stacks change places, when a band or a stack is mirrored
in itself, when rows and columns change roles, and when each digit is taken from ten, which
turns all signs: 6 × 8 ways for the bands, as many for the stacks, 2 × 2 for the rest.  What
was unique stays unique.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, permutations, product
from random import Random

from ineqsudoku.geometry import CELLS, IN_BOX_PAIRS, SIZE
from ineqsudoku.puzzle import NO_SIGNS, Puzzle, signs_between

Lines = tuple[int, ...]

_SIGNS = len(NO_SIGNS)


def many_layouts(layouts: list[Puzzle], seed: int = 1) -> Iterator[bytes]:
    """Endless lines of the compact format, each image of all layouts in turn.

    A symmetry is done to all layouts at once: sign by sign, a slice of the text that has
    that sign of every layout.
    """
    text = "".join(puzzle.signs + "\n" for puzzle in layouts).encode("ascii")
    width = _SIGNS + 1
    columns = [text[place::width] for place in range(_SIGNS)]
    for moves in _symmetries(seed):
        image = bytearray(text)
        for place, (source, translation) in enumerate(moves):
            image[place::width] = columns[source].translate(translation)
        yield from (bytes(line) for line in image.splitlines(keepends=True))


def compact_file(layouts: list[Puzzle], number: int) -> bytes:
    """So many lines of `many_layouts`."""
    return b"".join(islice(many_layouts(layouts), number))


Move = tuple[int, bytes]
"""From which of the 108 places a sign comes, and into what signs turn on the way."""


def _symmetries(seed: int) -> Iterator[list[Move]]:
    """All 9,216 in some order."""
    lines = [tuple(_in_order(*order)) for order in product(permutations(range(3)), _mirrored())]
    symmetries = list(product(lines, lines, (False, True), (False, True)))
    Random(seed).shuffle(symmetries)
    return (_moves(*symmetry) for symmetry in symmetries)


def _mirrored() -> Iterator[tuple[int, ...]]:
    return product((1, -1), repeat=3)


def _in_order(bands: tuple[int, ...], steps: tuple[int, ...]) -> Iterator[int]:
    """Rows by bands in an order, each band forwards or backwards."""
    for band, step in zip(bands, steps, strict=True):
        yield from range(3 * band, 3 * band + 3)[::step]


def _moves(rows: Lines, columns: Lines, transposed: bool, complemented: bool) -> list[Move]:
    """For each place of an image the move that fills it."""
    sources = []
    for cell in CELLS:
        row, column = divmod(cell, SIZE)
        row, column = rows[row], columns[column]
        sources.append(SIZE * column + row if transposed else SIZE * row + column)
    moves = []
    for pair in IN_BOX_PAIRS:
        first, second = sources[pair[0]], sources[pair[1]]
        source = min(first, second), max(first, second)
        signs = signs_between(pair)
        turned = signs[::-1] if (first > second) != complemented else signs
        translation = bytes.maketrans(signs_between(source).encode(), turned.encode())
        moves.append((IN_BOX_PAIRS.index(source), translation))
    return moves
