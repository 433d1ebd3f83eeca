"""The documentation site: what its pages have to name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ineqsudoku

API = Path(__file__).parents[1] / "docs" / "api.md"


@pytest.mark.docs
def test_the_api_names_each_public_name_once() -> None:
    text = API.read_text(encoding="utf-8")
    documented = re.findall(r"^\.\. auto\w+:: (\w+)$", text, re.MULTILINE)
    assert sorted(documented) == ineqsudoku.__all__  # type: ignore[attr-defined]
