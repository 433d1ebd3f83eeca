"""The positions of the technique book, as cases of a test."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[2] / "docs"

POSITIONS: list[Any] = runpy.run_path(str(DOCS / "positions.py"))["positions"]()

of_each_position = pytest.mark.parametrize(
    "position",
    [pytest.param(one, id=f"{one.technique} {one.effect}".strip()) for one in POSITIONS],
)
