"""Tables in Markdown, and where they stand in a file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The first column to the left, the others to the right."""
    lines = [heads, ["---", *["--:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def between_markers(text: str, part: str, name: str = "benchmark") -> str:
    """`text` with `part` between the lines `<!-- NAME: begin -->` and `<!-- NAME: end -->`,
    instead of what was there.

    Raises `ValueError` when these lines are not there once each, in order.
    """
    begin, end = (f"<!-- {name}: {place} -->" for place in ("begin", "end"))
    pattern = re.compile(f"^{begin}\n(?:.*\n)??{end}$", re.MULTILINE | re.DOTALL)
    if len(pattern.findall(text)) != 1 or text.count(begin) != 1 or text.count(end) != 1:
        raise ValueError(f"not one pair of lines {begin} and {end}")
    return pattern.sub(lambda _: f"{begin}\n{part.strip()}\n{end}", text)


def rewrite(file: Path, part: str, name: str = "benchmark") -> None:
    """Put `part` between the markers of a file.  Raises `ValueError`."""
    text = between_markers(file.read_text(encoding="utf-8"), part, name)
    file.write_text(text, encoding="utf-8")
