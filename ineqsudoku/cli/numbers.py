"""Types of numeric options."""

from __future__ import annotations

from math import isfinite
from typing import Any

import click


class WholeNumber(click.IntRange):
    """A whole number in a range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"expected a whole number{_comma(self)}, found {str(value)!r}", param, ctx)


class FiniteRange(click.FloatRange):
    """A range of numbers without `nan`, which no comparison excludes, and without `inf`."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        try:
            number: float = super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"expected a number{_comma(self)}, found {str(value)!r}", param, ctx)
        if not isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number


def described(type: object) -> str:
    """Return the range of a type of numbers in words; empty for types without one."""
    if not isinstance(type, click.IntRange | click.FloatRange):
        return ""
    low, high = ("" if end is None else figure(end) for end in (type.min, type.max))
    if low and high and not (type.min_open or type.max_open):
        return f"{low} to {high}"
    parts = []
    if low:
        parts.append(f"more than {low}" if type.min_open else f"at least {low}")
    if high:
        parts.append(f"less than {high}" if type.max_open else f"at most {high}")
    return ", ".join(parts)


def figure(number: float) -> str:
    """Return a number as text: `1,000`, `2` or `0.05`."""
    return f"{number:,}" if isinstance(number, int) else f"{number:,.10g}"


def _comma(type: object) -> str:
    words = described(type)
    return f", {words}" if words else ""
