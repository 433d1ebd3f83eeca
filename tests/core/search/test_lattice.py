"""The compiled form of `cells` for other sizes, compared with its twin and tested alone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from effort import examples
from hypothesis import given
from layouts import random_grids
from mutation import mutated
from strategies import OTHER_SIZES, puzzles_of_other_sizes
from twins import agreed, limits, node_limits

import ineqsudoku as iq
from ineqsudoku.geometry import NINE, SUDOKU, Geometry, latin
from ineqsudoku.puzzle import Puzzle, Relation
from ineqsudoku.search.kernel import Kernel, kernel, kernels

lattice = pytest.importorskip(
    "ineqsudoku.search.kernel._lattice", reason="the kernel is not compiled"
)

PATHS = range(len(lattice.PATHS))

ALL_SIZES = (*OTHER_SIZES, Geometry(6, 3, 2), Geometry(8, 2, 4), Geometry(12, 3, 4), latin(11))
"""Those that our formats have, and some that they do not."""

SIXTEEN = SUDOKU[16]


# --- beside its twin ---------------------------------------------------------------------


@given(puzzles_of_other_sizes(), limits, node_limits)
@examples(150)
def test_both_forms_take_the_same_steps(puzzle: Puzzle, limit: int | None, node_limit: int) -> None:
    agreed("cells", puzzle, limit, min(node_limit, 40))


@pytest.mark.parametrize("geometry", ALL_SIZES, ids=str)
@pytest.mark.parametrize("seed", [0, pytest.param(None, marks=pytest.mark.attack)])
def test_both_forms_agree_on_random_puzzles(geometry: Geometry, seed: int | None) -> None:
    """Of a random grid, with signs turned, signs absent and givens: none, one or many."""
    random = Random(seed)
    grid = next(random_grids(random, geometry))
    for _ in range(2_000 if seed is None else 8 if geometry.size > 9 else 25):
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
    assert [form.name for form in kernels("cells", SIXTEEN)] == [form.name for form in kernels()]
    for long in (Geometry(10, 2, 5), Geometry(10, 5, 2)):
        assert kernel("cells", long) is None
        (grid,) = iq.solve(Puzzle.of(long), limit=1).solutions
        assert iq.check(Puzzle.of(long), grid) == ()


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


def count(path: int, puzzle: Puzzle) -> int:
    kernel = kernels("cells", puzzle.geometry)[path]
    return kernel.count(puzzle, None)


@pytest.mark.parametrize("path", PATHS, ids=lattice.PATHS)
@pytest.mark.parametrize(
    ("geometry", "grids"),
    [
        (latin(2), 2),
        (latin(3), 12),
        (latin(4), 576),
        (SUDOKU[4], 288),
        (latin(5), 161_280),
    ],
    ids=str,
)
def test_known_numbers_of_grids(path: int, geometry: Geometry, grids: int) -> None:
    """Latin squares: OEIS A002860; 4×4 sudoku grids: 288."""
    assert count(path, Puzzle.of(geometry)) == grids


@pytest.mark.parametrize("path", PATHS, ids=lattice.PATHS)
@pytest.mark.parametrize("geometry", [SUDOKU[4], latin(4)], ids=str)
def test_each_relation_halves_the_grids(path: int, geometry: Geometry) -> None:
    """Complementing all digits flips the relation."""
    half = count(path, Puzzle.of(geometry)) // 2
    for pair in geometry.pairs:
        for relation in Relation(*pair), Relation(*pair[::-1]):
            assert count(path, Puzzle.from_relations([relation], geometry=geometry)) == half


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
    with pytest.raises(ValueError, match="a size up to 16 with boxes up to 4x4"):
        lattice.search(0, size, box_rows, box_columns, "", "." * 16, "." * 24, 2, 0, True)


SIX = Puzzle.of(SUDOKU[6])


@pytest.mark.parametrize(
    "wrong",
    [
        {"signs": SIX.signs[1:]},
        {"signs": SIX.signs + "."},
        {"signs": "^" + SIX.signs[1:]},
        {"signs": SIX.signs[:-2] + "é"},
        {"border_signs": ""},
        {"border_signs": SIX.border_signs + "<"},
        {"border_signs": "1" * len(SIX.border_signs)},
        {"givens": SIX.givens[1:]},
        {"givens": SIX.givens + "."},
        {"givens": "0" + SIX.givens[1:]},
        {"givens": "7" + SIX.givens[1:]},
        {"givens": "A" + SIX.givens[1:]},
        {"givens": "\0" + SIX.givens[1:]},
        {"givens": "é" + SIX.givens[2:]},
    ],
)
@pytest.mark.parametrize("engine", ["cells", "learning"])
def test_malformed_puzzles_are_refused(wrong: dict[str, str], engine: str) -> None:
    texts = {"signs": SIX.signs, "givens": SIX.givens, "border_signs": SIX.border_signs}
    for form in kernels(engine, SIX.geometry):
        with pytest.raises(ValueError, match="not signs, givens and signs on borders of a size"):
            form.call(form.path, 6, 2, 3, *(texts | wrong).values(), 2, 0, True)


def test_a_path_must_be_there() -> None:
    for path in (-1, len(PATHS)):
        with pytest.raises(ValueError, match="no path"):
            lattice.search(path, 2, 0, 0, "", "....", "....", 2, 0, True)
