"""Dataclasses from JSON: what fits comes back, and every other value is refused by its place."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest
from chinese import english_words
from hypothesis import given
from hypothesis import strategies as st

from ineqsudoku.fields import FieldError, Range, read
from ineqsudoku.messages import use_language


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Inner:
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outer:
    flag: bool
    whole: Annotated[int, Range(-5, 5)]
    number: float
    colour: Colour
    side: Literal["left", "right"]
    inner: Inner
    inners: tuple[Inner, ...]
    text: str | None = None


TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
INNERS = st.builds(Inner, st.lists(TEXTS, max_size=3).map(tuple))
OUTERS = st.builds(
    Outer,
    st.booleans(),
    st.integers(-5, 5),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(Colour),
    st.sampled_from(["left", "right"]),
    INNERS,
    st.lists(INNERS, max_size=3).map(tuple),
    TEXTS,
)
FITTING: dict[str, Any] = {
    "flag": True,
    "whole": 0,
    "number": 1,
    "colour": "red",
    "side": "left",
    "inner": {},
    "inners": [{}],
}


@given(OUTERS)
def test_what_fits_comes_back(outer: Outer) -> None:
    assert read(Outer, json.loads(json.dumps(asdict(outer)))) == outer


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"flag": 1}, "expected a boolean in 'flag', found a number"),
        ({"whole": True}, "expected a number in 'whole', found a boolean"),
        ({"whole": 6}, "expected -5 to 5 in 'whole', found 6"),
        ({"whole": 0.5}, "expected a number in 'whole', found a fraction"),
        ({"number": "1"}, "expected a number in 'number', found a string"),
        ({"colour": "green"}, "expected one of red, blue in 'colour', found 'green'"),
        ({"side": None}, "expected a string in 'side', found null"),
        ({"inner": []}, "expected an object in 'inner', found an array"),
        ({"inner": {"words": "a"}}, "expected an array in 'inner.words', found a string"),
        ({"inners": [{}, {"words": [1]}]}, "a string in 'inners[1].words[0]', found a number"),
        ({"inners": [{"word": []}]}, "unknown field 'inners[0].word'; known fields: words"),
        ({"text": None}, "expected a string in 'text', found null"),
        ({"text": "\ud800"}, "'text' holds a lone surrogate"),
    ],
)
def test_what_does_not_fit_is_refused_by_its_place(change: dict[str, Any], message: str) -> None:
    assert read(Outer, FITTING)
    with pytest.raises(FieldError) as error:
        read(Outer, FITTING | change)
    assert message in str(error.value)


@pytest.mark.parametrize("name", FITTING)
def test_a_field_that_is_missing_is_named(name: str) -> None:
    with pytest.raises(FieldError, match=f"the field 'table.{name}' is missing"):
        read(Outer, {key: value for key, value in FITTING.items() if key != name}, "table")
    given_field = {name: getattr(read(Outer, FITTING), name)}
    rest = {key: value for key, value in FITTING.items() if key != name}
    assert read(Outer, rest, "table", **given_field) == read(Outer, FITTING)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from([*FITTING]), inner),
)


@given(st.sampled_from([*FITTING, "text", "other"]), VALUES)
def test_refusals_are_chinese_but_for_names(name: str, value: Any) -> None:
    with use_language("zh"):
        try:
            read(Outer, FITTING | {name: value})
        except FieldError as error:
            sentence = str(error)
        else:
            return
        with pytest.raises(FieldError, match="请求应为对象"):
            read(Outer, [value])
    names = {*FITTING, "text", "words", "null", *Colour, "left", "right"}
    assert not english_words(sentence, names)
