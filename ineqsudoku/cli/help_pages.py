"""Help texts as values, the source of the documentation's reference, and as man pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from inspect import cleandoc

import click

from ineqsudoku import __version__

_AS_IT_IS = "\b"
"""The mark of click for a paragraph whose lines are not wrapped."""


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, or literal lines."""

    text: str
    is_literal: bool = False


@dataclass(frozen=True, slots=True)
class HelpPage:
    """The help of a command, as `--help` prints it.

    `name`: all words of the command, such as `ineqsudoku solve`.
    `options`, `commands`: pairs of a left side, such as `--seed S`, and its description.
    `tables`: the sections below them, a title with such pairs; an example may have no
    description.
    """

    name: str
    usage: str
    summary: str
    description: tuple[Block, ...]
    options: tuple[tuple[str, str], ...]
    commands: tuple[tuple[str, str], ...]
    tables: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    epilog: tuple[Block, ...]


def help_pages(cli: click.Group, name: str) -> list[HelpPage]:
    """Return the page of a program of this name, and those of its commands."""
    program = cli.make_context(name, [], resilient_parsing=True)
    commands = {
        command: loaded
        for command in cli.list_commands(program)
        if (loaded := cli.get_command(program, command))
    }
    summaries = tuple(
        (name, command.get_short_help_str(limit=200)) for name, command in commands.items()
    )
    pages = [_page(program, summaries)]
    for name, command in commands.items():
        pages.append(_page(click.Context(command, info_name=name, parent=program)))
    return pages


def _page(context: click.Context, commands: tuple[tuple[str, str], ...] = ()) -> HelpPage:
    command = context.command
    parameters = command.get_params(context)
    options = (param for param in parameters if isinstance(param, click.Option))
    records = (option.get_help_record(context) for option in options)
    pieces = command.collect_usage_pieces(context)
    description = (*_blocks(command.help or ""),)
    return HelpPage(
        name=context.command_path,
        usage=" ".join([context.command_path, *pieces]),
        summary=command.short_help or description[0].text,
        description=description,
        options=tuple(record for record in records if record),
        commands=commands,
        tables=tuple(
            (title, tuple(rows.items()))
            for title, rows in getattr(command, "tables", {}).items()
            if rows
        ),
        epilog=(*_blocks(command.epilog or ""),) if command.epilog else (),
    )


def _blocks(text: str) -> Iterator[Block]:
    """Yield the blocks of a help text.  Unindented lines of a literal block are paragraphs."""
    for paragraph in cleandoc(text).split("\n\n"):
        mark, _, rest = paragraph.partition("\n")
        if mark.strip(" ") != _AS_IT_IS:
            yield Block(" ".join(paragraph.split()))
            continue
        indented: list[str] = []
        for line in rest.splitlines():
            if line.startswith(" "):
                indented.append(line)
                continue
            yield from _literal(indented)
            indented = []
            yield Block(line)
        yield from _literal(indented)


def _literal(lines: list[str]) -> Iterator[Block]:
    if lines:
        yield Block(cleandoc("\n" + "\n".join(lines)), is_literal=True)


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
        f'.TH "{_escape(title.upper())}" 1 "" "{program} {__version__}" "User Commands"',
        ".SH NAME",
        f"{_escape(title)} \\- {_escape(page.summary.rstrip('.'))}",
        ".SH SYNOPSIS",
        f".B {_escape(page.name)}",
        _escape(page.usage.removeprefix(page.name).strip()),
        ".SH DESCRIPTION",
        *_paragraphs(page.description),
        *_pairs("COMMANDS", page.commands),
        *_pairs("OPTIONS", page.options),
        *(line for title, pairs in page.tables for line in _pairs(_HEADINGS[title], pairs)),
        *([".SH NOTES", *_paragraphs(page.epilog)] if page.epilog else []),
        ".SH SEE ALSO",
        ", ".join(f"\\fB{_escape(_title(other))}\\fR(1)" for other in pages if other is not page),
    ]
    return "\n".join(lines) + "\n"


def _paragraphs(blocks: tuple[Block, ...]) -> list[str]:
    lines: list[str] = []
    for block in blocks:
        if block.is_literal:
            lines += [".PP", ".RS 2", ".nf", *map(_escape, block.text.splitlines()), ".fi", ".RE"]
        else:
            lines += [".PP", _escape(block.text)]
    return lines[1:] if lines[:1] == [".PP"] else lines  # A heading begins a paragraph itself.


def _pairs(heading: str, pairs: tuple[tuple[str, str], ...]) -> list[str]:
    if not pairs:
        return []
    lines = [f".SH {heading}"]
    for name, text in pairs:
        lines += [".TP", f"\\fB{_escape(name)}\\fR", _escape(text) or "\\&"]
    return lines


def _escape(text: str) -> str:
    """Escape a text so that roff sees no requests and prints hyphens and accents unchanged."""
    escaped = text.replace("\\", "\\e")
    escaped = re.sub(r"[-^'`~]", lambda match: _PRINTED[match[0]], escaped)
    return f"\\&{escaped}" if escaped.startswith(".") else escaped


_PRINTED = {"-": "\\-", "^": "\\(ha", "'": "\\(aq", "`": "\\(ga", "~": "\\(ti"}
