"""What the core tests leave to the thorough ones.

Hypothesis draws a tenth of the examples of `thorough` with the profile `quick`, which is the
default; with `long`, which attacks, ten times as many.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import Any

import pytest
from hypothesis import settings


def examples(number: int, quick: int | None = None) -> settings:
    """Settings for a test that draws `number` examples with the profile `thorough`.

    `quick` is the number for the profile of that name if a tenth costs too much, as for a test
    with many parameters.
    """
    assert settings.default
    share = settings.default.max_examples / 100
    if quick is not None and share < 1:
        return settings(max_examples=quick)
    return settings(max_examples=ceil(number * share))


def slow(values: Iterable[Any]) -> list[Any]:
    """Values of a parameter, or tuples for several, that only the thorough tests take."""
    sets = (value if isinstance(value, tuple) else (value,) for value in values)
    return [pytest.param(*arguments, marks=pytest.mark.slow) for arguments in sets]
