"""Our dataclasses do what those of the standard library do."""

from __future__ import annotations

import dataclasses
import pickle
from inspect import signature
from itertools import product
from types import ModuleType
from typing import Any

import pytest

import ineqsudoku.dataclass as ours

OPTIONS = [
    {"frozen": frozen, "slots": slots, "kw_only": kw_only, "order": order}
    for frozen, slots, kw_only, order in product((False, True), repeat=4)
]


def classes(library: ModuleType, **options: bool) -> type[Any]:
    @library.dataclass(**options)
    class Value:
        """A value."""

        a: int
        b: str = "b"
        c: list[int] = library.field(default_factory=list)
        d: int = library.field(default=4, repr=False)
        e: int = library.field(default=5, compare=False)

        def __post_init__(self) -> None:
            if self.a < 0:
                raise ValueError

        @property
        def twice(self) -> int:
            return 2 * self.a

    Value.__module__ = __name__
    return Value


@pytest.fixture(params=OPTIONS, ids=str)
def both(request: pytest.FixtureRequest) -> tuple[type[Any], type[Any]]:
    return classes(dataclasses, **request.param), classes(ours, **request.param)


def outcome(act: Any) -> object:
    """What a call returns or raises."""
    try:
        return act()
    except Exception as error:
        return type(error)


def described(cls: type[Any]) -> list[object]:
    return [
        (field.name, field.type, field.default, field.default_factory, field.repr, field.compare)
        for field in dataclasses.fields(cls)
    ]


def test_classes_are_alike(both: tuple[type[Any], type[Any]]) -> None:
    standard, own = both
    assert str(signature(own)) == str(signature(standard))
    assert described(own) == described(standard)
    for name in ("__doc__", "__match_args__", "__module__", "__name__", "__qualname__"):
        assert getattr(own, name) == getattr(standard, name)
    assert getattr(own, "__slots__", None) == getattr(standard, "__slots__", None)


def test_values_are_alike(both: tuple[type[Any], type[Any]]) -> None:
    def results(cls: type[Any]) -> list[object]:
        one, other = cls(a=1), cls(a=1, b="c", c=[2], d=3, e=4)
        return [
            outcome(lambda: cls(1).a),
            outcome(lambda: cls(a=-1)),
            outcome(cls),
            outcome(lambda: cls(a=1, z=2)),
            (repr(one), repr(other), one.twice, one.c is not cls(a=1).c),
            (one == cls(a=1, e=6), one == other, one == (1,), one != other),
            [outcome(lambda: hash(cls(a=1, c=())) == hash(cls(a=1, c=(), e=9)))],
            [outcome(act) for act in (lambda: one < other, lambda: one >= other)],
            [outcome(act) for act in (lambda: one <= other, lambda: one > other)],
            outcome(lambda: one < 1),
            outcome(lambda: setattr(one, "a", 2)),
            outcome(lambda: delattr(other, "a")),
            dataclasses.asdict(one),
            dataclasses.astuple(dataclasses.replace(one, a=7)),
            outcome(lambda: dataclasses.replace(one, z=7)),
        ]

    standard, own = both
    assert results(own) == results(standard)
    assert ours.replace(own(a=1, d=3), b="x") == own(a=1, b="x", d=3)


@ours.dataclass(frozen=True, slots=True)
class Pair:
    left: int
    right: tuple[int, ...] = ()


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_values_can_be_pickled(protocol: int) -> None:
    assert pickle.loads(pickle.dumps(Pair(1, (2,)), protocol)) == Pair(1, (2,))


def test_an_unfrozen_instance_can_become_a_frozen_one() -> None:
    frozen = classes(ours, frozen=True, slots=True)
    value = ours.unfrozen(frozen)()
    value.a, value.b, value.c, value.d, value.e = 1, "b", [], 4, 5
    value.__class__ = frozen
    assert type(value) is frozen
    assert value == frozen(1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        value.a = 2
