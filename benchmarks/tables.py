"""Tables in Markdown, and where they stand in a file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

BEGIN = "<!-- benchmark: begin -->"
END = "<!-- benchmark: end -->"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The first column to the left, the others to the right."""
    lines = [heads, ["---", *["--:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def between_markers(text: str, part: str) -> str:
    """`text` with `part` between the marker lines, instead of what was there.

    Raises `ValueError` when the markers are not there once each, in order.
    """
    pattern = re.compile(f"^{BEGIN}\n(?:.*\n)??{END}$", re.MULTILINE | re.DOTALL)
    if len(pattern.findall(text)) != 1 or text.count(BEGIN) != 1 or text.count(END) != 1:
        raise ValueError(f"not one pair of lines {BEGIN} and {END}")
    return pattern.sub(lambda _: f"{BEGIN}\n{part.strip()}\n{END}", text)


def rewrite(file: Path, part: str) -> None:
    """Put `part` between the markers of a file.  Raises `ValueError`."""
    text = between_markers(file.read_text(encoding="utf-8"), part)
    file.write_text(text, encoding="utf-8")
