"""Faults of texts that cannot be read."""

from __future__ import annotations

import pytest

import ineqsudoku as iq
from ineqsudoku.formats.registry import FormatChoice


def fault_of(text: str, format: FormatChoice = "auto", add_boxes: bool = False) -> iq.Fault:
    """The first fault of a text."""
    with pytest.raises(iq.PuzzleSyntaxError) as caught:
        iq.read_all(text, format=format, name="file", add_boxes=add_boxes)
    assert caught.value.file == "file"
    return caught.value.faults[0]


def assert_readable(error: iq.PuzzleSyntaxError) -> None:
    """Each fault has a place, says what was expected and found, and can be printed."""
    assert error.faults
    for fault in error.faults:
        assert fault.line >= 1
        assert fault.column >= 1
        assert fault.expected
        assert all(fault.expected)
        assert fault.found
        assert fault.found not in fault.expected
    lines = str(error).split("\n")
    assert all(line.isprintable() for line in lines), lines
