"""Real puzzles, and 1,600 random layouts with the results of an independent program."""

from __future__ import annotations

import pytest
from data import Real, corpus, real_puzzles
from puzzles import EXAMPLES

import ineqsudoku as iq
from ineqsudoku.search import EngineChoice

MANY_NODES = 50_000
"""The few layouts that cost `rowmajor` more are left to `boxes`."""


@pytest.mark.parametrize("name", ["cqoi2013", "cqoi2013-2", "extended", "poj3074"])
def test_examples_have_their_answers(name: str) -> None:
    puzzles = iq.read_all((EXAMPLES / f"{name}.in").read_text(encoding="ascii"))
    answers = (EXAMPLES / f"{name}.out").read_text(encoding="ascii").split()
    digits = "".join(answers)
    for place, result in enumerate(iq.solve_many(puzzles)):
        assert result.status == "unique"
        assert result.solutions[0].line == digits[81 * place : 81 * place + 81]
    assert len(digits) == 81 * len(puzzles)


@pytest.mark.parametrize("real", real_puzzles("contest"), ids=lambda real: real.path.stem)
def test_real_puzzles(real: Real) -> None:
    puzzle = iq.read(real.path.read_bytes())
    assert len(puzzle.relations) == real.signs
    solutions = iq.solve(puzzle, limit=None).solutions
    assert str(len(solutions)) == real.solutions
    assert "".join(grid.line for grid in solutions) == real.solution


@pytest.mark.parametrize("real", real_puzzles("extended"), ids=lambda real: real.path.stem)
def test_real_puzzles_with_givens_and_signs_on_borders(real: Real) -> None:
    data = real.path.read_bytes()
    puzzle = iq.read(data)
    assert puzzle == iq.read(data, format="extended")
    assert len(puzzle.relations) == real.signs
    assert 81 - puzzle.givens.count(".") == real.givens
    result = iq.solve(puzzle)
    assert len(result.solutions) == {"0": 0, "1": 1, "2+": 2}[real.solutions]
    if result.status == "unique":
        assert result.solutions[0].line == real.solution


PARTS = 4
"""The corpus is searched in so many parts, for the sake of machines with several cores."""

EVERY = {"rowmajor": 3}
"""Of the layouts with solutions an engine that is slow takes only each third."""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(
    "engine", ["boxes", pytest.param("rowmajor", marks=pytest.mark.slow), "cells"]
)
class TestCorpus:
    def test_the_one_solution_is_found(self, engine: EngineChoice, part: int) -> None:
        for signs, solution in corpus("open-unique.tsv")[part :: PARTS * EVERY.get(engine, 1)]:
            result = iq.solve(iq.Puzzle(signs), None, engine)
            assert [grid.line for grid in result.solutions] == [solution]

    def test_several_solutions_are_counted(self, engine: EngineChoice, part: int) -> None:
        layouts = corpus("open-multiple.tsv")[part :: PARTS * EVERY.get(engine, 1)]
        decided = 0
        for signs, count in layouts:
            result = iq.solve(iq.Puzzle(signs), None, engine, MANY_NODES)
            if result.complete:
                decided += 1
                assert len(result.solutions) == int(count)
        assert decided == len(layouts) or (engine == "rowmajor" and decided > 0.8 * len(layouts))

    def test_no_solution_is_proved(self, engine: EngineChoice, part: int) -> None:
        for (signs,) in corpus("open-unsat.txt")[part::PARTS]:
            assert iq.solve(iq.Puzzle(signs), None, engine).status == "none"


def test_many_compact_lines_are_read_as_they_are_written() -> None:
    texts = [signs for signs, _ in corpus("open-unique.tsv")[:200]]
    puzzles = iq.read_all("\n".join(texts))
    assert [iq.write(puzzle, "compact").strip() for puzzle in puzzles] == texts
