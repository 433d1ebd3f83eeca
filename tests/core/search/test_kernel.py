"""Compiled forms give the same results and nodes as their twins in Python."""

from __future__ import annotations

import os
import signal
import struct
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import islice
from random import Random

import pytest
from data import corpus
from effort import examples, slow
from hypothesis import given, strategies as st
from layouts import random_grids
from mutation import mutated
from puzzles import CONTEST, CONTEST_GRID, EXAMPLES
from strategies import (
    any_layouts,
    mixed_puzzles,
    partial_layouts,
    plain_puzzles,
    puzzles_without_border_signs,
    thin_puzzles,
)
from twins import TWINS, agreed, limits, node_limits

import ineqsudoku as iq
from ineqsudoku.geometry import BOX_OF, IN_BOX_PAIRS
from ineqsudoku.puzzle import NO_BORDER_SIGNS, NO_GIVENS, Puzzle
from ineqsudoku.search.enumeration import SearchResult
from ineqsudoku.search.kernel import CHOICE, COMPILED, Kernel, kernels, pack, unpack

_boxes = pytest.importorskip("ineqsudoku.search.kernel._boxes", reason="the kernel is not compiled")
_cells = pytest.importorskip("ineqsudoku.search.kernel._cells", reason="the kernel is not compiled")

KERNELS = (*kernels("boxes"), *kernels("cells"))
PATHS = [kernel.name for kernel in kernels()]

NAMES = [f"{kernel.engine}-{kernel.name}" for kernel in KERNELS]
PARTS = 6
"""Of the corpus; the core tests take one."""

EMPTY = Puzzle()
LAYOUT = iq.read(CONTEST)


def inside_boxes(puzzle: Puzzle) -> Puzzle:
    """The puzzle without its signs on box borders."""
    return Puzzle(puzzle.signs, puzzle.givens)


@given(
    puzzles_without_border_signs()
    | any_layouts()
    | partial_layouts(108)
    | mixed_puzzles().map(inside_boxes),
    limits,
    node_limits,
)
@examples(400, quick=40)
def test_both_forms_of_boxes_take_the_same_steps(
    puzzle: Puzzle, limit: int | None, node_limit: int
) -> None:
    agreed("boxes", puzzle, limit, node_limit)


@given(
    mixed_puzzles()
    | thin_puzzles()
    | plain_puzzles(0)
    | puzzles_without_border_signs()
    | any_layouts()
    | partial_layouts(108),
    limits,
    node_limits,
)
@examples(400, quick=40)
def test_both_forms_of_cells_take_the_same_steps(
    puzzle: Puzzle, limit: int | None, node_limit: int
) -> None:
    agreed("cells", puzzle, limit, node_limit)


@pytest.mark.parametrize(
    ("name", "status"),
    [("open-unique.tsv", "unique"), ("open-multiple.tsv", "multiple"), ("open-unsat.txt", "none")],
)
@pytest.mark.parametrize("engine", COMPILED)
@pytest.mark.parametrize("part", [0, *slow(range(1, PARTS))])
def test_both_forms_agree_on_the_corpus(part: int, engine: str, name: str, status: str) -> None:
    every = 1 if engine == "boxes" else 4
    for signs, *_ in corpus(name)[part * every :: PARTS * every]:
        result = agreed(engine, Puzzle(signs), 2, None)
        assert ("none", "unique", "multiple")[len(result.solutions)] == status


@pytest.mark.parametrize("seed", [0, *slow(range(1, 16))])
@pytest.mark.parametrize("engine", COMPILED)
def test_both_forms_agree_on_random_puzzles(engine: str, seed: int) -> None:
    """The layout of a grid with signs turned, signs absent and givens: none, one or many."""
    random = Random(seed)
    for _ in range(125):
        puzzle = mutated(CONTEST_GRID, random, borders=engine == "cells")
        agreed(engine, puzzle, random.choice((1, 2, 10, None)), random.randint(1, 60))


@pytest.mark.attack
@pytest.mark.parametrize("engine", COMPILED)
def test_both_forms_agree_on_50_000_random_puzzles(engine: str) -> None:
    random = Random()
    for grid in islice(random_grids(random), 500):
        for _ in range(100):
            puzzle = mutated(grid, random, borders=engine == "cells")
            limit = random.choice((1, 2, 2, 20, None))
            agreed(engine, puzzle, limit, random.choice((1, 5, 30, 200)))


@pytest.mark.parametrize("kernel", KERNELS, ids=NAMES)
def test_an_empty_grid_is_a_matter_of_limits(kernel: Kernel) -> None:
    assert kernel.search(EMPTY, 3, None) == found_in_empty_grid(kernel.engine)
    assert kernel.count(EMPTY, 1_000) == 1_000


@cache
def found_in_empty_grid(engine: str) -> SearchResult:
    return TWINS[engine].search(EMPTY, 3, None)


@pytest.mark.parametrize("kernel", KERNELS, ids=NAMES)
@given(puzzle=partial_layouts(20))
@examples(20)
def test_counting_is_searching_without_keeping(kernel: Kernel, puzzle: Puzzle) -> None:
    assert kernel.count(puzzle, 500) == len(kernel.search(puzzle, 500, None).solutions)


@pytest.mark.parametrize("kernel", KERNELS, ids=NAMES)
def test_nine_cycles_leave_nothing_to_propagate(kernel: Kernel) -> None:
    """No box has an arrangement."""
    across = {True: "<", False: ">"}
    signs = list(LAYOUT.signs)
    for box in range(9):
        inside = [i for i, (cell, _) in enumerate(IN_BOX_PAIRS) if BOX_OF[cell] == box]
        # right, down, left, up around the upper left corner of the box
        signs[inside[0]], signs[inside[3]] = across[True], "^"
        signs[inside[5]], signs[inside[2]] = across[False], "v"
    puzzle = Puzzle("".join(signs))
    result = TWINS[kernel.engine].search(puzzle, None, None)
    assert kernel.search(puzzle, None, None) == result == SearchResult((), True, 1)


def test_both_forms_find_naked_triples() -> None:
    """Without them, this sudoku with 17 givens takes 55 nodes."""
    givens = "..............1..2.34....5.....16.......72.8...9...4.....5.....21......67........"
    assert agreed("cells", Puzzle(givens=givens), 2, None).nodes == 3


@pytest.mark.parametrize("kernel", KERNELS, ids=NAMES)
def test_limits_beyond_64_bits_are_no_limits(kernel: Kernel) -> None:
    assert kernel.search(LAYOUT, 2**70, 2**64).complete


WELL_FORMED = (0, LAYOUT.signs, NO_GIVENS, NO_BORDER_SIGNS, 2, 0, True, 0.0, 0)
"""Arguments of `search`."""


@pytest.mark.parametrize(
    ("place", "value", "error"),
    [
        (0, 2**31, OverflowError),
        (0, 2**64, OverflowError),
        *((place, "9", TypeError) for place in (0, 4, 5, 7, 8)),
        *((place, None, TypeError) for place in (0, 1, 2, 3, 7)),
        *((place, b"...", TypeError) for place in (1, 2, 3)),
        *((place, "\ud800", UnicodeEncodeError) for place in (1, 2, 3)),
        *((place, value, OverflowError) for place in (4, 5, 8) for value in (-1, -(2**70))),
        *((place, 2.0, TypeError) for place in (0, 4, 5, 8)),
    ],
)
def test_malformed_arguments_are_refused(place: int, value: object, error: type[Exception]) -> None:
    arguments = [*WELL_FORMED[:place], value, *WELL_FORMED[place + 1 :]]
    for module in (_boxes, _cells):
        with pytest.raises(error):
            module.search(*arguments)


@pytest.mark.parametrize("count", [0, 8, 10])
def test_a_search_has_9_arguments(count: int) -> None:
    for module in (_boxes, _cells):
        with pytest.raises(TypeError, match=f"9 arguments, not {count}"):
            module.search(*[*WELL_FORMED, None][:count])


def test_none_and_zero_are_no_limits() -> None:
    for module in (_boxes, _cells):
        of_none = module.search(*WELL_FORMED[:4], None, None, *WELL_FORMED[6:])
        assert of_none == module.search(*WELL_FORMED[:4], 0, 0, *WELL_FORMED[6:])


@pytest.mark.parametrize(
    ("signs", "givens"),
    [
        (LAYOUT.signs[1:], NO_GIVENS),
        (LAYOUT.signs, NO_GIVENS[1:]),
        ("^" + LAYOUT.signs[1:], NO_GIVENS),
        (LAYOUT.signs[:-1] + "v", NO_GIVENS),
        ("\0" + LAYOUT.signs[1:], NO_GIVENS),
        (LAYOUT.signs, "0" + NO_GIVENS[1:]),
        (LAYOUT.signs, "é" + NO_GIVENS[2:]),
    ],
)
def test_malformed_puzzles_are_refused(signs: str, givens: str) -> None:
    for module in (_boxes, _cells):
        with pytest.raises(ValueError, match="not 108 signs, 81 givens and"):
            module.search(0, signs, givens, NO_BORDER_SIGNS, *WELL_FORMED[4:])


@pytest.mark.parametrize("borders", ["", NO_BORDER_SIGNS + ".", "^" * 36, "é" * 18, "1" * 36])
def test_malformed_border_signs_are_refused(borders: str) -> None:
    for module in (_boxes, _cells):
        with pytest.raises(ValueError, match=r"(36|no) signs on borders"):
            module.search(0, LAYOUT.signs, NO_GIVENS, borders, *WELL_FORMED[4:])


def test_boxes_refuses_signs_on_borders() -> None:
    borders = "<" + NO_BORDER_SIGNS[1:]
    assert _cells.search(0, LAYOUT.signs, NO_GIVENS, borders, *WELL_FORMED[4:])
    with pytest.raises(ValueError, match="no signs on borders"):
        _boxes.search(0, LAYOUT.signs, NO_GIVENS, borders, *WELL_FORMED[4:])


def test_a_path_must_be_there() -> None:
    for path in (-1, len(PATHS)):
        for module in (_boxes, _cells):
            with pytest.raises(ValueError, match="no path"):
                module.search(path, LAYOUT.signs, NO_GIVENS, NO_BORDER_SIGNS, *WELL_FORMED[4:])
        with pytest.raises(ValueError, match="no path"):
            _cells.solve_batch(path, b"", 2, 0)


def test_all_kernels_have_the_same_paths() -> None:
    assert _boxes.PATHS == _cells.PATHS


@pytest.mark.parametrize("kernel", KERNELS, ids=NAMES)
@given(
    st.lists(mixed_puzzles() | puzzles_without_border_signs(), max_size=9),
    st.integers(1, 2),
    node_limits,
)
@examples(30)
def test_a_batch_is_puzzle_after_puzzle(
    kernel: Kernel, puzzles: list[Puzzle], limit: int, node_limit: int
) -> None:
    assert struct.calcsize("<B?Q81s81s") == _boxes.ANSWER_SIZE == _cells.ANSWER_SIZE
    if kernel.engine == "boxes":
        puzzles = [Puzzle(puzzle.signs) for puzzle in puzzles]
    batch = pack(kernel.engine, puzzles)
    assert list(unpack(kernel.engine, batch)) == puzzles
    results = kernel.search_many(batch, limit, node_limit)
    alone = [kernel.search(puzzle, limit, node_limit) for puzzle in puzzles]
    assert list(results) == [result.ascending() for result in alone]
    stopped = [len(one.solutions) < limit and not one.complete for one in alone]
    assert [*results.undecided(limit)] == [
        index for index, is_stopped in enumerate(stopped) if is_stopped
    ]


def test_malformed_batches_are_refused() -> None:
    signs = LAYOUT.signs.encode()
    with pytest.raises(ValueError, match="109 bytes are not 108 a puzzle"):
        _boxes.solve_batch(0, signs + b".", 2, 0)
    with pytest.raises(ValueError, match="puzzle 1: not 108 signs"):
        _boxes.solve_batch(0, signs + b"<" * 108, 2, 0)
    for limit in (0, 3):
        with pytest.raises(ValueError, match="1 or 2 solutions"):
            _boxes.solve_batch(0, signs, limit, 0)
    puzzle = signs + b"." * (81 + 36)
    with pytest.raises(ValueError, match="226 bytes are not 225 a puzzle"):
        _cells.solve_batch(0, puzzle + b".", 2, 0)
    for place in (0, 108, 108 + 81):
        with pytest.raises(ValueError, match="puzzle 1: not 108 signs, 81 givens and 36"):
            _cells.solve_batch(0, puzzle + puzzle[:place] + b"x" + puzzle[place + 1 :], 2, 0)
    for limit in (0, 3):
        with pytest.raises(ValueError, match="1 or 2 solutions"):
            _cells.solve_batch(0, puzzle, limit, 0)


@pytest.mark.parametrize("engine", COMPILED)
def test_threads_do_not_see_each_other(engine: str) -> None:
    """Long searches, which let go of the GIL, among short ones and batches."""
    kernel = kernels(engine)[-1]
    sparse = Puzzle(LAYOUT.signs[:72] + "." * 36, NO_GIVENS, NO_BORDER_SIGNS)

    def work(number: int) -> object:
        if number % 3 == 0:
            return kernel.search(sparse, 2_000, None)
        if number % 3 == 1:
            return list(kernel.search_many(pack(engine, [LAYOUT] * 200), 2, None))
        return kernel.search(LAYOUT, None, None)

    alone = [work(number) for number in range(3)]
    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(work, range(30)))
    assert together == alone * 10


def python(code: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_threads_may_race_for_the_first_search() -> None:
    code = f"""
from concurrent.futures import ThreadPoolExecutor
import ineqsudoku as iq
puzzle = iq.read({CONTEST!r})
with ThreadPoolExecutor(8) as pool:
    results = set(pool.map(iq.solve, [puzzle] * 64))
print(*[result.solutions[0].line for result in results])
"""
    out, err = python(code).communicate(timeout=300)
    assert (out, err) == (CONTEST_GRID.line + "\n", "")


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent in another way there")
@pytest.mark.parametrize(
    "call",
    [
        "_boxes.solve_lines(0, ('.' * 108 + '\\n') * 10**6, 1, 0, 2**64 - 1)",
        "iq.count(iq.Puzzle(), engine='cells')",
        *slow(
            [
                "iq.count(iq.Puzzle(), engine='boxes')",
                "_boxes.solve_batch(0, b'.' * 54 + sparse[54:] + b'.' * 108 * 10**6, 1, 0)",
                "_cells.solve_batch(0, b'.' * 225 * 10**6, 1, 0)",
            ]
        ),
    ],
)
def test_ctrl_c_stops_a_search_without_end(call: str) -> None:
    code = f"""
import ineqsudoku as iq
from ineqsudoku.search.kernel import _boxes, _cells, kernel
sparse = {LAYOUT.signs.encode()!r}
iq.count(iq.Puzzle(sparse.decode()))  # Load the modules.
try:
    print("ready", flush=True)
    {call}
except KeyboardInterrupt:
    print("stopped", flush=True)
"""
    process = python(code)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert (out, err, process.returncode) == ("stopped\n", "", 0)


@pytest.mark.parametrize(
    ("choice", "form"),
    [
        ("python", "pure Python"),
        ("portable", "compiled: portable"),
        ("", f"compiled: {PATHS[-1]}"),
    ],
)
def test_the_environment_chooses_the_form(choice: str, form: str) -> None:
    code = f"""
import sys
from contextlib import suppress
from ineqsudoku.apps.cli.main import main
for sys.argv[1:] in ["solve", {str(EXAMPLES / "cqoi2013.in")!r}], ["--version"]:
    with suppress(SystemExit):
        main()
"""
    out, err = python(code, **{CHOICE: choice}).communicate(timeout=300)
    assert out.startswith((EXAMPLES / "cqoi2013.out").read_text())
    assert (out.splitlines()[-1], err) == (f"kernel: {form}", "")


def test_an_unknown_form_is_trouble() -> None:
    process = python(
        "from ineqsudoku.apps.cli.main import main; "
        "import sys; sys.argv[1:] = ['--version']; main()",
        **{CHOICE: "abacus"},
    )
    out, err = process.communicate(timeout=300)
    assert (out, process.returncode) == ("", 2)
    assert err.startswith(f"{CHOICE} is 'abacus'; expected one of: python, portable")
