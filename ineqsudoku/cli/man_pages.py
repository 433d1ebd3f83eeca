"""Man pages, made from the help texts."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ineqsudoku import __version__
from ineqsudoku.cli.help_pages import Block, HelpPage


def man_pages(pages: Iterable[HelpPage]) -> dict[str, str]:
    """Return the texts of the man pages by their names, such as `ineqsudoku-solve.1`."""
    pages = [*pages]
    return {f"{_title(page)}.1": _man_page(page, pages) for page in pages}


_HEADINGS = {"Examples": "EXAMPLES", "Exit codes": "EXIT STATUS", "Environment": "ENVIRONMENT"}
"""The headings of man pages for the sections of a help text."""


def _title(page: HelpPage) -> str:
    return page.name.replace(" ", "-")


def _man_page(page: HelpPage, pages: list[HelpPage]) -> str:
    title = _title(page)
    program = page.name.partition(" ")[0]
    lines = [
        f'.TH "{_escaped(title.upper())}" 1 "" "{program} {__version__}" "User Commands"',
        ".SH NAME",
        f"{_escaped(title)} \\- {_escaped(page.summary.rstrip('.'))}",
        ".SH SYNOPSIS",
        f".B {_escaped(page.name)}",
        _escaped(page.usage.removeprefix(page.name).strip()),
        ".SH DESCRIPTION",
        *_paragraphs(page.description),
        *_pairs("COMMANDS", page.commands),
        *_pairs("OPTIONS", page.options),
        *(line for title, pairs in page.tables for line in _pairs(_HEADINGS[title], pairs)),
        *([".SH NOTES", *_paragraphs(page.epilog)] if page.epilog else []),
        ".SH SEE ALSO",
        ", ".join(f"\\fB{_escaped(_title(other))}\\fR(1)" for other in pages if other is not page),
    ]
    return "\n".join(lines) + "\n"


def _paragraphs(blocks: tuple[Block, ...]) -> list[str]:
    lines: list[str] = []
    for block in blocks:
        if block.is_literal:
            lines += [".PP", ".RS 2", ".nf", *map(_escaped, block.text.splitlines()), ".fi", ".RE"]
        else:
            lines += [".PP", _escaped(block.text)]
    return lines[1:] if lines[:1] == [".PP"] else lines  # A heading begins a paragraph itself.


def _pairs(heading: str, pairs: tuple[tuple[str, str], ...]) -> list[str]:
    if not pairs:
        return []
    lines = [f".SH {heading}"]
    for name, text in pairs:
        lines += [".TP", f"\\fB{_escaped(name)}\\fR", _escaped(text) or "\\&"]
    return lines


def _escaped(text: str) -> str:
    """Escape a text so that roff sees no requests and prints hyphens and accents unchanged."""
    escaped = text.replace("\\", "\\e")
    escaped = re.sub(r"[-^'`~]", lambda match: _PRINTED[match[0]], escaped)
    return f"\\&{escaped}" if escaped.startswith(".") else escaped


_PRINTED = {"-": "\\-", "^": "\\(ha", "'": "\\(aq", "`": "\\(ga", "~": "\\(ti"}
