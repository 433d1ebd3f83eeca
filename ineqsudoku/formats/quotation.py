"""Quotation marks before the lines of a text, as in e-mail."""

from __future__ import annotations

import re

from ineqsudoku.formats.changes import Change
from ineqsudoku.formats.scanning import place

_DEEPEST = 4
"""The most levels of quotation."""

_NOT_QUOTED = r"(?m)^(?!> |>$|[ \t]*+$)"

_NO_SIGN_FIRST = r"(?m)^> [^\n]*?[^<>. \t\n]"
"""A line with characters other than `<` and `>`, so that its first `>` cannot be a sign."""

_QUOTE = "(?m)^> ?"


def unquoted(text: str) -> tuple[str, list[Change]]:
    """`text` without the `> ` before every line."""
    first = place(text, text.find(">"))
    times = 0
    for _ in range(_DEEPEST):
        if not text.lstrip(" \t\n").startswith(">"):
            break
        if re.search(_NOT_QUOTED, text) or not re.search(_NO_SIGN_FIRST, text):
            break
        text, lines = re.subn(_QUOTE, "", text)
        times = times or lines
    return text, [Change("'> ' before every line skipped", times, *first)] if times else []


def without_quotation(line: str) -> str:
    """A line of a drawn board without quotation marks; a board does not begin with `>`."""
    return re.sub(f"^(?:> ?){{,{_DEEPEST}}}", "", line)


def is_quoted(text: str) -> bool:
    """Whether every line of a text is quoted."""
    return bool(unquoted(text)[1])
