"""The kernel for other sizes by itself: grids that can be counted, and malformed puzzles."""

from __future__ import annotations

from itertools import product

import pytest

lattice = pytest.importorskip("ineqsudoku.search._lattice", reason="the kernel is not compiled")

PATHS = range(len(lattice.PATHS))


def candidates(size: int, mask: int | None = None) -> bytes:
    """The same mask for each cell, or all digits."""
    return (mask or (1 << size) - 1).to_bytes(2, "little") * size**2


def count(path: int, size: int, *box: int, relations: bytes = b"") -> int:
    _, found, complete, _ = lattice.search(
        path, size, *box, candidates(size), relations, 0, 0, False
    )
    assert complete
    return int(found)


@pytest.mark.parametrize("path", PATHS, ids=lattice.PATHS)
@pytest.mark.parametrize(
    ("size", "box", "grids"),
    [
        (1, (0, 0), 1),
        (1, (1, 1), 1),
        (2, (0, 0), 2),
        (2, (1, 2), 2),
        (3, (0, 0), 12),
        (3, (3, 1), 12),
        (4, (0, 0), 576),
        (4, (2, 2), 288),
        (5, (0, 0), 161_280),
    ],
)
def test_known_numbers_of_grids(path: int, size: int, box: tuple[int, int], grids: int) -> None:
    """Latin squares: OEIS A002860; 4×4 sudoku grids: 288."""
    assert count(path, size, *box) == grids


@pytest.mark.parametrize("path", PATHS, ids=lattice.PATHS)
def test_each_relation_halves_the_grids(path: int) -> None:
    """To turn all digits around turns the relation around."""
    for size, box, grids in ((4, (2, 2), 288), (4, (0, 0), 576)):
        for cell, step in product(range(size**2), (1, size)):
            other = cell + step
            if other < size**2 and (step > 1 or other % size):
                for pair in (cell, other), (other, cell):
                    assert count(path, size, *box, relations=bytes(pair)) == grids // 2


@pytest.mark.parametrize(
    ("size", "box_rows", "box_columns"),
    [
        (0, 0, 0),
        (-1, 0, 0),
        (17, 0, 0),
        (2**31 - 1, 0, 0),
        (4, 2, 0),
        (4, 0, 2),
        (4, 2, 3),
        (4, -2, -2),
        (5, 1, 5),
        (10, 2, 5),
        (10, 5, 2),
        (9, 3, 2**31 - 1),
    ],
)
def test_other_grids_are_refused(size: int, box_rows: int, box_columns: int) -> None:
    with pytest.raises(ValueError, match="no size up to 16 with boxes up to 4x4"):
        lattice.search(0, size, box_rows, box_columns, candidates(4), b"", 2, 0, True)


@pytest.mark.parametrize(
    ("left", "relations"),
    [
        (candidates(6)[1:], b""),
        (candidates(6) + b"\0\0", b""),
        (b"", b""),
        (candidates(6, 0b1000000), b""),
        (candidates(6, 0x8000), b""),
        (candidates(6), b"\0"),
        (candidates(6), b"\0\1\2"),
        (candidates(6), bytes((0, 0))),
        (candidates(6), bytes((0, 2))),
        (candidates(6), bytes((5, 6))),
        (candidates(6), bytes((6, 5))),
        (candidates(6), bytes((0, 1, 35, 36))),
        (candidates(6), bytes((30, 36))),
        (candidates(6), bytes((0, 255))),
    ],
)
def test_malformed_puzzles_are_refused(left: bytes, relations: bytes) -> None:
    for path in PATHS:
        with pytest.raises(ValueError, match="not candidates of all cells and relations of"):
            lattice.search(path, 6, 2, 3, left, relations, 2, 0, True)


def test_a_path_must_be_there() -> None:
    for path in (-1, len(PATHS)):
        with pytest.raises(ValueError, match="no path"):
            lattice.search(path, 4, 2, 2, candidates(4), b"", 2, 0, True)


@pytest.mark.parametrize("path", PATHS, ids=lattice.PATHS)
def test_a_cell_without_candidates_is_a_contradiction(path: int) -> None:
    left = candidates(16)[:-2] + b"\0\0"
    assert lattice.search(path, 16, 4, 4, left, b"", 0, 0, True) == (b"", 0, True, 1)
