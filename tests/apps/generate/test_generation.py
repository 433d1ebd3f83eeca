"""`iq.generate` and `canonical`: every puzzle is what was wished, and no two are alike."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from chinese import english_words
from hypothesis import given, strategies as st
from images import image_of

import ineqsudoku as iq
from ineqsudoku.apps.generate import canonical, sequence, values
from ineqsudoku.apps.generate.canonical import likeness
from ineqsudoku.apps.generate.grids import compiled_forms
from ineqsudoku.apps.generate.sequence import distinct, make
from ineqsudoku.apps.generate.values import Resources, Slot
from ineqsudoku.geometry import BORDER_PAIRS
from ineqsudoku.messages import use_language
from ineqsudoku.puzzle import Puzzle, signs_between
from ineqsudoku.search.kernel import CHOICE, PYTHON, kernel


def puzzles(count: int, **options: Any) -> list[iq.Generated]:
    return list(iq.generate(count, seed=5, **options))


def assert_proven(generated: iq.Generated) -> None:
    result = iq.solve(generated.puzzle, limit=2)
    status = {"0": "none", "1": "unique", "2+": "multiple"}[generated.solutions]
    assert result.status == status
    assert generated.solution == (result.solutions[0] if status == "unique" else None)


@pytest.mark.parametrize("solutions", ["0", "1", "2+"])
@pytest.mark.parametrize("kind", values.KINDS)
def test_puzzles_of_all_kinds_are_proven(kind: str, solutions: str) -> None:
    results = puzzles(2, kind=kind, solutions=solutions)
    assert [generated.index for generated in results] == [0, 1]
    for generated in results:
        assert_proven(generated)
        assert generated.puzzle.is_full == (kind == "full")
        assert generated.puzzle.is_plain == (kind == "plain")


@pytest.mark.parametrize("options", [{}, {"kind": "partial", "signs": 4}])
def test_the_grids_tried_are_reported_in_this_process_only(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sequence, "TRIES", 40)
    reports: list[tuple[object, int, int]] = []
    resources = Resources(progress=lambda *report: reports.append(report)).for_worker
    chosen = iq.PuzzleOptions(**options)
    make(chosen, [Slot(1, 0)], pickle.loads(pickle.dumps(resources)))
    assert reports == []
    make(chosen, [Slot(1, 0)], resources)
    assert {(str(work), total) for work, _, total in reports} == {("grids tried", 40)}
    assert [done for _, done, _ in reports] == sorted(done for _, done, _ in reports)


def test_numbers_of_signs_are_those_wished() -> None:
    for generated in puzzles(2, kind="partial", signs=60):
        assert (generated.signs, generated.givens) == (60, 0)
        assert_proven(generated)
    for generated in puzzles(2, kind="partial", signs=30, solutions="2+"):
        assert generated.signs == 30


def test_no_part_of_a_minimal_puzzle_can_be_left_out() -> None:
    (of_signs,) = puzzles(1, kind="partial", signs="minimal")
    (of_givens,) = puzzles(1, kind="plain")
    fewer = [
        *(Puzzle(rest) for rest in without_one(of_signs.puzzle.signs)),
        *(Puzzle(givens=rest) for rest in without_one(of_givens.puzzle.givens)),
    ]
    assert {result.status for result in iq.solve_many(fewer, limit=2)} == {"multiple"}


def without_one(text: str) -> Iterator[str]:
    for place, part in enumerate(text):
        if part != ".":
            yield text[:place] + "." + text[place + 1 :]


@pytest.mark.parametrize("level", ["easy", "moderate", "hard", "expert"])
def test_levels_are_those_of_explain(level: Any) -> None:
    (generated,) = puzzles(1, level=level)
    explained = iq.explain(generated.puzzle)
    assert (generated.level, generated.rating) == (level, explained.rating)
    assert explained.level == level


def test_the_nearest_puzzle_has_the_rating_of_all_its_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sequence, "TRIES", 20)
    with pytest.raises(iq.GenerationError, match="level ") as caught:
        puzzles(1, kind="partial", signs=80, level="easy")
    nearest = caught.value.nearest
    assert nearest
    assert nearest.rating == iq.explain(nearest.puzzle).rating
    assert f"level {nearest.level}, rating {nearest.rating}" in str(caught.value)
    with use_language("zh"):
        assert not english_words(str(caught.value))


def test_cycles_are_cycles() -> None:
    for generated in puzzles(3, solutions="0", flaw="cycle"):
        assert iq.RelationGraph(generated.puzzle.relations).cycle()


def test_one_wrong_sign_has_one_repair() -> None:
    (generated,) = puzzles(1, solutions="0", flaw="sign")
    assert iq.RelationGraph(generated.puzzle.relations).cycle() == ()
    repairs = iq.find_repairs(generated.puzzle)
    assert len(repairs) == 1
    assert repairs[0].status == "unique"


def test_a_puzzle_depends_on_seed_and_place() -> None:
    many = puzzles(40)
    assert puzzles(3) == many[:3]
    options = iq.PuzzleOptions()
    assert make(options, [Slot(5, 17)]) == [many[17]]
    assert next(iq.generate(1, seed=6)) != many[0]
    assert pickle.loads(pickle.dumps(many)) == many


def test_puzzles_are_the_same_without_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds: list[dict[str, Any]] = [{}, {"kind": "partial", "signs": 80}, {"kind": "plain"}]
    usual = [puzzles(2, **options) for options in kinds]
    monkeypatch.setenv(CHOICE, PYTHON)
    for cached in (kernel, compiled_forms):
        cached.cache_clear()
    try:
        assert [puzzles(2, **options) for options in kinds] == usual
    finally:
        monkeypatch.undo()
        for cached in (kernel, compiled_forms):
            cached.cache_clear()


def test_images_of_earlier_puzzles_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = puzzles(2)
    image = replace(second, puzzle=image_of(first.puzzle, 1))
    made: list[Slot] = []

    def make_again(_: iq.PuzzleOptions, places: list[Slot], __: Resources) -> list[iq.Generated]:
        made.extend(places)
        return [image if len(made) < 3 else second]

    monkeypatch.setattr(sequence, "make", make_again)
    assert list(distinct(iq.PuzzleOptions(), 5, [[first, image]])) == [first, second]
    assert made == [Slot(5, 1, 1), Slot(5, 1, 2), Slot(5, 1, 3)]


def test_the_sequence_ends_when_there_are_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = puzzles(2)
    image = replace(second, puzzle=image_of(first.puzzle, 1))
    monkeypatch.setattr(sequence, "make", lambda *_: [image])
    with pytest.raises(iq.GenerationError, match="images of earlier ones") as caught:
        list(distinct(iq.PuzzleOptions(), 5, [[first, image]]))
    assert caught.value.nearest == image


def test_the_nearest_puzzle_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequence, "TRIES", 30)
    with pytest.raises(iq.GenerationError, match="puzzle 1: no puzzle from 30 grids") as caught:
        puzzles(1, kind="partial", signs=4)
    nearest = caught.value.nearest
    assert nearest
    assert_proven(nearest)
    assert f"the nearest puzzle has {nearest.signs} signs" in str(caught.value)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_sequences_without_a_count_go_on() -> None:
    assert len(list(islice(iq.generate(seed=1), 5))) == 5
    assert list(iq.generate(0, seed=1)) == []
    assert len(list(iq.generate(10**6, seed=1, search_time=0.05))) < 10**6


def test_minimal_signs_may_have_the_level_extreme() -> None:
    assert iq.PuzzleOptions(kind="partial", signs="minimal", level="extreme").level


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"kind": "round"}, "kind is 'round', but must be one of: full, partial"),
        ({"signs": 5}, "signs cannot be chosen with kind 'full'"),
        ({"kind": "partial", "signs": 109}, "but must be 0-108"),
        ({"kind": "partial", "signs": "few"}, "a number or 'minimal'"),
        *(
            (
                {"kind": "partial", "signs": "minimal", "level": level},
                "puzzles with minimal signs are extreme",
            )
            for level in ("easy", "expert")
        ),
        ({"solutions": "2+", "level": "easy"}, "need exactly one solution"),
        ({"flaw": "cycle"}, "a flaw needs solutions '0'"),
        ({"kind": "plain", "solutions": "0", "flaw": "sign"}, "needs signs"),
        ({"kind": "partial", "kill": [("rows", 5)]}, "kill needs kind 'full'"),
        ({"search_time": 0}, "search_time is 0"),
        ({"count": -1}, "count is -1"),
    ],
)
def test_options_out_of_range_are_refused_at_once(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        iq.generate(**{"count": 1, **options}, seed=1)


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "kind": st.sampled_from(values.KINDS),
            "signs": st.sampled_from(["minimal", -1, 0, 40, 10**6]),
            "level": st.sampled_from(["easy", "extreme"]),
            "solutions": st.sampled_from(values.SOLUTIONS),
            "kill": st.sampled_from([(("rows", 5),), (("rows", 0),), (("dance", 5),)]),
        },
    )
)
def test_refused_options_are_explained_in_chinese(options: dict[str, Any]) -> None:
    names = {*options, *values.KINDS, "kind", "kill", "level", "extreme"}
    names |= {"minimal"}
    names |= {*values.KILLABLE}
    reason = ""
    with use_language("zh"):
        try:
            iq.PuzzleOptions(**options)
        except ValueError as error:
            reason = str(error)
    assert not english_words(reason, names)


# --- canonical forms ----------------------------------------------------------------------

KINDS: list[dict[str, Any]] = [
    {},
    {"kind": "partial", "signs": 70},
    {"kind": "plain"},
    {"kind": "partial", "signs": 30, "solutions": "2+"},
]
EXAMPLES = [next(iq.generate(1, seed=2, **options)).puzzle for options in KINDS]


def with_border_signs(puzzle: Puzzle) -> Puzzle:
    """A valid puzzle with all signs on box borders too."""
    line = iq.solve(puzzle).solutions[0].line
    signs = [signs_between(pair)[line[pair[0]] > line[pair[1]]] for pair in BORDER_PAIRS]
    return Puzzle(puzzle.signs, border_signs="".join(signs))


EXAMPLES.append(with_border_signs(EXAMPLES[1]))


@pytest.mark.parametrize("puzzle", EXAMPLES)
def test_all_images_have_one_canonical_form(puzzle: Puzzle) -> None:
    form = canonical(puzzle)
    assert canonical(form) == form
    for number in Random(3).sample(range(64), 4):
        other = image_of(puzzle, number)
        assert canonical(other) == form
        assert likeness(other) == likeness(puzzle)


@pytest.mark.parametrize("puzzle", EXAMPLES)
def test_the_canonical_form_is_an_image(puzzle: Puzzle) -> None:
    form = canonical(puzzle)
    assert iq.count(form, 3) == iq.count(puzzle, 3)
    assert len(form.relations) == len(puzzle.relations)
    assert form.givens.count(".") == puzzle.givens.count(".")


@given(data=st.data())
def test_givens_among_signs_move_along(data: st.DataObject) -> None:
    parts = [data.draw(st.sampled_from(EXAMPLES[1:2])), data.draw(st.sampled_from(EXAMPLES[2:3]))]
    puzzle = Puzzle(parts[0].signs, parts[1].givens)
    other = image_of(puzzle, data.draw(st.integers(0, 63)))
    assert canonical(other) == canonical(puzzle)


def test_different_puzzles_have_different_forms() -> None:
    puzzle = EXAMPLES[1]
    place = next(place for place, sign in enumerate(puzzle.signs) if sign in "<>")
    flipped = {"<": ">", ">": "<"}[puzzle.signs[place]]
    other = Puzzle(puzzle.signs[:place] + flipped + puzzle.signs[place + 1 :])
    assert canonical(other) != canonical(puzzle)


def test_rows_inside_a_band_may_not_change_places() -> None:
    puzzle = Puzzle("<" + "." * 107)
    rows = {at: Puzzle("." * at + "<" + "." * (107 - at)) for at in (15, 30)}
    forms = {canonical(layout) for layout in (puzzle, *rows.values())}
    assert len(forms) == 2  # the outer rows of a band are images of each other, the middle is not


def test_boxes_without_signs_have_images() -> None:
    puzzle = Puzzle(EXAMPLES[1].signs[:36] + "." * 72)
    other = image_of(puzzle, 5)
    assert canonical(other) == canonical(puzzle)
    assert likeness(other) == likeness(puzzle)
