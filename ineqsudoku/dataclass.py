"""`dataclass`, `field` and `replace` of the standard library, for a program that starts quickly.

The standard library's own need `inspect`, which takes as long to import as Python to start, and
compile up to ten methods of each class, where a command has up to fifty such classes.  Here a
method is compiled when it is first used.  What no class here needs is left out, such as inherited
fields.  `fields`, `asdict` and the like of the standard library work all the same.
"""

from __future__ import annotations

import sys
from functools import partial
from operator import attrgetter

# Type checkers know this name; importing `typing` would take 3 ms of every start.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from dataclasses import Field
    from typing import Any

    Arguments = Mapping[str, Any]
    """The arguments of `field` for one field."""


class _Default:
    """Stands for a default in the body of a class: the arguments of `field`."""

    def __init__(self, **arguments: Any) -> None:
        self.arguments = arguments


class _Factory:
    """Stands for the default of a parameter whose field has a `default_factory`."""

    def __repr__(self) -> str:
        return "<factory>"


class _Fields:
    """Gives its place to the fields of `dataclasses` when that module asks for them."""

    def __init__(self, annotations: Mapping[str, str], fields: Mapping[str, Arguments]) -> None:
        self.annotations = annotations
        self.fields = fields

    def __get__(self, _: object, owner: type) -> Mapping[str, Field[Any]]:
        import dataclasses

        defaults = {name: dataclasses.field(**one) for name, one in self.fields.items()}
        like = type(owner.__name__, (), {"__annotations__": self.annotations, **defaults})
        fields: Mapping[str, Field[Any]] = vars(dataclasses.dataclass(like))[_FIELDS]
        setattr(owner, _FIELDS, fields)
        return fields


class _Method:
    """A method that takes its own place in the class when it is first used.

    `code` returns its text, in which names may stand for some `values`.
    """

    def __init__(self, code: Callable[[], str], values: Mapping[str, Any] | None = None) -> None:
        self._code = code
        self._values = values or {}

    def __set_name__(self, owner: type, name: str) -> None:
        self._owner = owner
        self._name = name

    def __get__(self, instance: object, owner: type) -> Callable[..., Any]:
        lines = [f"def make({', '.join(self._values)}):", self._code(), f"return {self._name}"]
        made: dict[str, Any] = {}
        exec("\n ".join(lines), vars(sys.modules[self._owner.__module__]), made)
        method = made["make"](**self._values)
        method.__qualname__ = f"{self._owner.__qualname__}.{self._name}"
        if self._name == "__init__":
            method.__annotations__ = {**self._owner.__annotations__, "return": None}
        setattr(self._owner, self._name, method)
        bound: Callable[..., Any] = method.__get__(instance, owner)
        return bound


_FIELDS = "__dataclass_fields__"
_ORDER = {"__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}


def _dataclass(
    cls: type | None = None,
    *,
    init: bool = True,
    eq: bool = True,
    order: bool = False,
    frozen: bool = False,
    slots: bool = False,
    kw_only: bool = False,
) -> Any:
    """Like `dataclasses.dataclass`, for annotations that are texts."""
    if cls is None:
        return partial(
            _dataclass,
            init=init,
            eq=eq,
            order=order,
            frozen=frozen,
            slots=slots,
            kw_only=kw_only,
        )
    body = dict(vars(cls))
    fields = {name: _arguments(body, name, kw_only) for name in cls.__annotations__}
    names = tuple(fields)
    new: dict[str, object] = {
        _FIELDS: _Fields(cls.__annotations__, fields),
        "__match_args__": () if kw_only else names,
        "__replace__": _replacement(names),
        "__repr__": _repr([name for name in names if fields[name].get("repr", True)]),
    }
    if init:
        new["__init__"] = _init(fields, frozen, hasattr(cls, "__post_init__"))
    if eq:
        compared = [name for name in names if fields[name].get("compare", True)]
        signs = {"__eq__": "==", **(_ORDER if order else {})}
        new |= {
            method: _Method(partial(_comparison, method, sign, compared))
            for method, sign in signs.items()
        }
        new["__hash__"] = _Method(partial(_hash, compared)) if frozen else None
    if frozen:
        new |= {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete}
    if slots:
        new["__slots__"] = names
    if frozen and slots:
        new |= {"__getstate__": _get_state, "__setstate__": _set_state}
    replaced = {*names, "__dict__", "__weakref__"}
    # What the class itself defines stays.  Slots need a new class.
    new |= {name: value for name, value in body.items() if name not in replaced}
    return type(cls)(cls.__name__, cls.__bases__, {**new, "__qualname__": cls.__qualname__})


def _arguments(body: Mapping[str, Any], name: str, kw_only: bool) -> Arguments:
    """Return the arguments of `field` for a field in the body of a class."""
    if name not in body:
        return {"kw_only": kw_only}
    default = body[name]
    given = default.arguments if isinstance(default, _Default) else {"default": default}
    return {"kw_only": kw_only, **given}


def _init(fields: Mapping[str, Arguments], frozen: bool, has_post_init: bool) -> _Method:
    values: dict[str, Any] = {"_setattr": object.__setattr__, "_FACTORY": _Factory()}
    for name, arguments in fields.items():
        for kind in ("default", "default_factory"):
            if kind in arguments:
                values[f"_{name}"] = arguments[kind]

    def code() -> str:
        parameters, lines = ["self"], []
        if any(arguments["kw_only"] for arguments in fields.values()):
            parameters.append("*")
        for name, arguments in fields.items():
            parameter, value = name, name
            if "default" in arguments:
                parameter = f"{name}=_{name}"
            elif "default_factory" in arguments:
                parameter = f"{name}=_FACTORY"
                value = f"_{name}() if {name} is _FACTORY else {name}"
            parameters.append(parameter)
            change = f"_setattr(self, {name!r}, {value})" if frozen else f"self.{name} = {value}"
            lines.append(change)
        if has_post_init:
            lines.append("self.__post_init__()")
        return "\n  ".join([f"def __init__({', '.join(parameters)}):", *lines])

    return _Method(code, values)


def _comparison(method: str, sign: str, names: Sequence[str]) -> str:
    compared = f"{_tuple('self', names)} {sign} {_tuple('other', names)}"
    is_alike = "other.__class__ is self.__class__"
    return f"def {method}(self, other): return {compared} if {is_alike} else NotImplemented"


def _hash(names: Sequence[str]) -> str:
    return f"def __hash__(self): return hash({_tuple('self', names)})"


def _tuple(of: str, names: Sequence[str]) -> str:
    return f"({' '.join(f'{of}.{name},' for name in names)})"


def _repr(names: Sequence[str]) -> Callable[[Any], str]:
    def show(self: Any) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({fields})"

    return show


def _replacement(names: Sequence[str]) -> Callable[..., Any]:
    values_of = attrgetter(*names, "__class__")

    def replaced(self: Any, /, **changes: Any) -> Any:
        # A getter of one name would return no tuple.
        values = dict(zip(names, values_of(self), strict=False))
        return type(self)(**{**values, **changes})

    return replaced


def unfrozen(cls: type) -> Any:
    """Return a class with the slots of a frozen one, for instances that are made often.

    Their fields are set in a tenth of the time; then `__class__` is set to the frozen class.
    """
    return type(cls.__name__, (), {"__slots__": vars(cls)["__slots__"]})


def _refuse_to_set(_: Any, name: str, __: Any) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(_: Any, name: str) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _get_state(self: Any) -> list[Any]:
    return [getattr(self, name) for name in type(self).__slots__]


def _set_state(self: Any, values: Iterable[Any]) -> None:
    for name, value in zip(type(self).__slots__, values, strict=True):
        object.__setattr__(self, name, value)


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import replace as replace
else:
    dataclass, field = _dataclass, _Default

    def replace(value, /, **changes):
        return value.__replace__(**changes)
