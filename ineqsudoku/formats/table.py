"""The table of the formats for the docs."""

from __future__ import annotations

from ineqsudoku.formats.registry import FORMATS, Boxes, Format

_HEAD = ("format", "program", "read", "puzzles in a text", "sizes", "cannot hold", "begins with")


def markdown_table() -> str:
    """Return a row per format, without a trailing newline."""
    rows = [_HEAD, ("---",) * len(_HEAD), *map(_row, FORMATS.values())]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _row(format: Format) -> tuple[str, ...]:
    return (
        f"*{format.name}*",
        format.program,
        "yes" if format.is_read else "no",
        _number(format),
        _sizes(format),
        ", ".join(format.loses) or "–",
        format.recognition or "–",
    )


def _number(format: Format) -> str:
    if format.separator is None:
        return "one"
    return "several, one a line" if format.is_line else "several"


def _sizes(format: Format) -> str:
    first, last = format.sizes[0], format.sizes[-1]
    is_range = format.boxes is not Boxes.USUAL
    return (f"{first}–{last}" if is_range else ", ".join(map(str, format.sizes))) + format.boxes
