"""Faults of texts that cannot be read."""

from __future__ import annotations

from dataclasses import replace

import pytest

import ineqsudoku as iq
from ineqsudoku.errors import Fault
from ineqsudoku.formats import FormatChoice


def in_words(fault: Fault) -> Fault:
    """The fault with sentences in place of its messages."""
    expected = tuple(map(str, fault.expected))
    return replace(fault, expected=expected, found=str(fault.found), hint=str(fault.hint))


def fault_of(text: str, format: FormatChoice = "auto") -> Fault:
    """The first fault of a text, in words."""
    with pytest.raises(iq.PuzzleSyntaxError) as caught:
        iq.read_all(text, format=format, name="file")
    assert caught.value.file == "file"
    return in_words(caught.value.faults[0])


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
