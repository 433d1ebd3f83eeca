"""The compiled form of `cells` for other sizes: beside its twin, and by itself."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import product
from random import Random

import pytest
from agreement import mutated
from hypothesis import given, settings
from layouts import random_grids
from strategies import OTHER_SIZES, puzzles_of_other_sizes
from twins import agreed, limits, node_limits

import ineqsudoku as iq
from ineqsudoku.geometry import NINE, SUDOKU, Geometry, latin
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search.kernel import Kernel, kernel, kernels

lattice = pytest.importorskip("ineqsudoku.search._lattice", reason="the kernel is not compiled")

PATHS = range(len(lattice.PATHS))

ALL_SIZES = (*OTHER_SIZES, Geometry(6, 3, 2), Geometry(8, 2, 4), Geometry(12, 3, 4), latin(11))
"""Those that our formats have, and some that they do not."""

SIXTEEN = SUDOKU[16]


# --- beside its twin ---------------------------------------------------------------------


@given(puzzles_of_other_sizes(), limits, node_limits)
@settings(max_examples=150)
def test_both_forms_take_the_same_steps(puzzle: Puzzle, limit: int | None, node_limit: int) -> None:
    agreed("cells", puzzle, limit, min(node_limit, 40))


@pytest.mark.parametrize("geometry", ALL_SIZES, ids=str)
def test_both_forms_agree_on_random_puzzles(geometry: Geometry) -> None:
    """Of a random grid, with signs turned, signs absent and givens: none, one or many."""
    random = Random(geometry.size)
    grid = next(random_grids(random, geometry))
    for _ in range(8 if geometry.size > 9 else 25):
        puzzle = mutated(grid, random, geometry)
        agreed("cells", puzzle, random.choice((1, 2, 10, None)), random.randint(1, 20))


def test_counting_is_searching_without_keeping() -> None:
    for path in kernels("cells", SIXTEEN):
        assert path.count(Puzzle.of(SIXTEEN), 500) == 500
        assert path.count(Puzzle.of(SUDOKU[4]), None) == 288


def test_who_has_a_kernel() -> None:
    """9×9 has one of its own; boxes that are too long for the lattice have none."""
    assert len(kernels("cells", SIXTEEN)) == len(PATHS)
    assert kernels("cells", SIXTEEN) == kernels("cells", latin(9)) != kernels("cells", NINE)
    assert [each.name for each in kernels("cells", SIXTEEN)] == [each.name for each in kernels()]
    for long in (Geometry(10, 2, 5), Geometry(10, 5, 2)):
        assert kernel("cells", long) is None
        (found,) = iq.solve(Puzzle.of(long), limit=1).solutions
        assert iq.check(Puzzle.of(long), found) == ()


@pytest.mark.parametrize("path", kernels("cells", SIXTEEN), ids=lattice.PATHS)
def test_threads_do_not_see_each_other(path: Kernel) -> None:
    """Long searches, which let go of the GIL, among short ones of other sizes."""

    def work(number: int) -> object:
        geometry = (SIXTEEN, SUDOKU[4], latin(7))[number % 3]
        return path.search(Puzzle.of(geometry), 1000, None)

    alone = [work(number) for number in range(3)]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(work, range(30))) == alone * 10


# --- by itself ---------------------------------------------------------------------------


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
