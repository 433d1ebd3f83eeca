"""How many examples hypothesis draws.

The profile `quick`, which is the default, draws a fifth of those of `thorough`; `long`, which
attacks, ten times as many.
"""

from __future__ import annotations

from math import ceil

from hypothesis import settings


def examples(number: int) -> settings:
    """Settings for a test that draws `number` examples with the profile `thorough`."""
    assert settings.default
    return settings(max_examples=ceil(number * settings.default.max_examples / 100))
