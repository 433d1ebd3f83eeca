"""Help texts as values: what `--help`, man pages and the documentation's reference show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from ineqsudoku import __version__
from ineqsudoku.messages import Message, Text
from ineqsudoku.messages.lines import columns, pad, parts, wrap

if TYPE_CHECKING:
    import click

    from ineqsudoku.apps.cli.command import Documented


def text(code: str, words: Message | str) -> Message:
    """Return a help text as a message.

    Tests collect these from the help pages, so their English need not be literal here.
    """
    return words if isinstance(words, Message) else Message.from_data(code, words)


@dataclass(frozen=True, slots=True)
class Row:
    """A name, such as `--seed N`, and its description.

    `is_rare`: whether `--help` leaves it to `--help-all`.
    """

    name: Text
    text: Text = ""
    is_rare: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A table of two columns with a title.

    `is_shell`: whether the names are calls, whose purpose may be empty.
    `least`: the least width of the first column.
    """

    title: Message
    rows: tuple[Row, ...]
    is_shell: bool = False
    least: int = 0


@dataclass(frozen=True, slots=True)
class HelpPage:
    """The help of a command.

    `name`: all words of the command, such as `ineqsudoku solve`.
    `usage`: these words with the arguments.
    `description`: paragraphs, and `notes` those at the end.
    """

    name: str
    usage: str
    summary: Message
    description: tuple[Message, ...]
    sections: tuple[Section, ...]
    notes: tuple[Message, ...] = ()

    def usual(self) -> HelpPage:
        """Return the page without rare rows; a note at its end gives their number."""
        rare = sum(row.is_rare for section in self.sections for row in section.rows)
        if not rare:
            return self
        sections = (
            replace(section, rows=tuple(row for row in section.rows if not row.is_rare))
            for section in self.sections
        )
        return replace(self, sections=tuple(sections), notes=(*self.notes, _MORE.fill(n=rare)))


_MORE = Message(
    "help.more", "--help-all shows {n} more option.", "--help-all shows {n} more options."
)

VARIABLES = {
    "LANGUAGE": "Languages of texts for people in order of preference, such as zh:en; without "
    "effect in the locale C. --language precedes it.",
    "LC_ALL, LC_MESSAGES, LANG": "The locale, such as zh_CN.UTF-8, decides the language. "
    "The first of these that is not empty counts. C, POSIX and an unset locale give English.",
    "NO_COLOR, TERM": "No colours if NO_COLOR is not empty, or if TERM is dumb.",
    "COLUMNS, LINES": "Size of the terminal, if the system does not know it.",
    "PAGER": "Program that shows long texts on a terminal. [default: less]",
    "BROWSER": "Browser that serve opens.",
    "XDG_STATE_HOME": "grade keeps its runs in the folder ineqsudoku below this one. "
    "[default: ~/.local/state]",
    "XDG_CACHE_HOME": "grade builds its supervisor in the folder ineqsudoku-supervisor below this "
    "one, if the installation has none. [default: ~/.cache]",
    "XDG_DATA_HOME, XDG_DATA_DIRS": "Folders with the fonts for PNG and PDF; completion writes "
    "below the first. [default: ~/.local/share, /usr/local/share:/usr/share]",
    "TMPDIR": "Folder for temporary files. [default: /tmp]",
    "PYTHONUTF8, PYTHONIOENCODING": "Encoding of standard output, as for all programs in Python; "
    "UTF-8 for other languages than English.",
    "INEQSUDOKU_KERNEL": "How searches run: python, or portable, avx2 or avx512 of the compiled "
    "kernels. [default: the fastest one that was compiled and runs here]",
    "_INEQSUDOKU_COMPLETE": "Set by the completion scripts of shells.",
}
"""All variables of the environment, those of one purpose together."""

ENVIRONMENT = Section(
    Message("help.environment", "Environment"),
    tuple(Row(names, text(names, purpose)) for names, purpose in VARIABLES.items()),
)


def environment_page(program: str) -> HelpPage:
    """Return the page about environment variables."""
    summary = Message("help.variables", "Environment variables that change what the program does.")
    return HelpPage(f"{program} help environment", "", summary, (summary,), (ENVIRONMENT,))


def help_pages(cli: click.Group, name: str) -> list[HelpPage]:
    """Return the page of a program of this name, with its environment, and its commands' pages."""
    import click

    program = cli.make_context(name, [], resilient_parsing=True)
    page = cast("Documented", cli).page(program)
    pages = [replace(page, sections=(*page.sections, ENVIRONMENT))]
    for command in cli.list_commands(program):
        loaded = cast("Documented", cli.get_command(program, command))
        pages.append(loaded.page(click.Context(loaded, info_name=command, parent=program)))
    return pages


# --- on a terminal ------------------------------------------------------------------------

_WIDEST = 26
"""The widest first column of a table; that of a table with calls is `_WIDEST_CALL`."""

_WIDEST_CALL = 40

_NARROW_TERMINAL = 70
_NARROW = 12
"""The widest first column in narrow terminals."""

_MARGIN = "    "
"""The indentation of a line that continues the one above it."""


def terminal_text(page: HelpPage, width: int) -> str:
    """Return the text of a page on a terminal with `width` columns, without a line end."""
    blocks = [usage_lines(page.usage, width)] if page.usage else []
    blocks += [_paragraph(words, width) for words in page.description]
    blocks += [_table(section, width) for section in page.sections if section.rows]
    blocks += [_paragraph(words, width) for words in page.notes]
    return "\n\n".join("\n".join(lines) for lines in blocks)


def usage_lines(usage: str, width: int) -> list[str]:
    """Return the lines that show how a command is called."""
    return wrap(str(Message("help.usage", "Usage: {usage}", usage=usage)), width, _MARGIN)


def _paragraph(words: Message, width: int) -> list[str]:
    return [f"  {line}" for line in wrap(str(words), width - 2)]


def _table(section: Section, width: int) -> list[str]:
    """Return the lines of a table.

    Below a name that is wider than the column of names, the description begins on the next line.
    """
    limit = _WIDEST_CALL if section.is_shell else _WIDEST
    limit = limit if width > _NARROW_TERMINAL else _NARROW
    widest = max(section.least, *(columns(str(row.name)) for row in section.rows), 0)
    column = 2 + min(limit, widest) + 2
    lines = [str(Message("help.section", "{title}:", title=section.title))]
    for row in section.rows:
        name, description = str(row.name), wrap(str(row.text), width - column)
        if row.text and columns(name) <= limit:
            lines.append(pad(f"  {name}", column) + description.pop(0))
        else:
            lines += (f"  {line}" for line in _fold(name, width - 2, section.is_shell))
        lines += (" " * column + line for line in description if line)
    return lines


def _fold(name: str, width: int, is_shell: bool) -> list[str]:
    """Divide a name that is wider than `width`: a call at blanks, another name at `|`."""
    if columns(name) <= width:
        return [name]
    if is_shell:
        *lines, last = wrap(name, width - len(" \\"), _MARGIN)
        return [*(f"{line} \\" for line in lines), last]
    return [
        line.replace("| ", "|") for line in wrap(name.replace("|", "| "), width, f"  {_MARGIN}")
    ]


# --- as man pages -------------------------------------------------------------------------


def man_pages(pages: Iterable[HelpPage]) -> dict[str, str]:
    """Return the texts of the man pages by their names, such as `ineqsudoku-solve.1`."""
    pages = [*pages]
    return {f"{_title(page)}.1": _man_page(page, pages) for page in pages}


def _title(page: HelpPage) -> str:
    return page.name.replace(" ", "-")


def _man_page(page: HelpPage, pages: list[HelpPage]) -> str:
    title = _title(page)
    program = page.name.partition(" ")[0]
    group = Message("man.group", "User Commands")
    others = ", ".join(f"\\fB{_escape(_title(other))}\\fR(1)" for other in pages if other != page)
    notes = Message("man.notes", "Notes")
    lines = [
        f'.TH "{_escape(title.upper())}" 1 "" "{program} {__version__}" "{group}"',
        _heading(Message("man.name", "Name")),
        f"{_escape(title)} \\- {_escape(str(page.summary).rstrip('.'))}",
        _heading(Message("man.synopsis", "Synopsis")),
        f".B {_escape(page.name)}",
        _escape(page.usage.removeprefix(page.name).strip()),
        _heading(Message("man.description", "Description")),
        *_paragraphs(page.description),
        *(line for section in page.sections if section.rows for line in _pairs(section)),
        *([_heading(notes), *_paragraphs(page.notes)] if page.notes else []),
        _heading(Message("man.others", "See also")),
        others,
    ]
    return "\n".join(lines) + "\n"


def _heading(title: Message) -> str:
    return f".SH {_escape(str(title).upper())}"


def _paragraphs(paragraphs: tuple[Message, ...]) -> Iterator[str]:
    for place, words in enumerate(paragraphs):
        if place:  # A heading begins a paragraph itself.
            yield ".PP"
        yield _escape(str(words))


def _pairs(section: Section) -> Iterator[str]:
    yield _heading(section.title)
    for row in section.rows:
        yield from (".TP", f"\\fB{_escape(str(row.name))}\\fR", _escape(str(row.text)) or "\\&")


def _escape(text: str) -> str:
    """Escape a text so that roff sees no requests and prints hyphens and accents unchanged.

    A text without blanks may be divided between ideographs.
    """
    escaped = text.replace("\\", "\\e")
    escaped = re.sub(r"[-^'`~]", lambda match: _PRINTED[match[0]], escaped)
    if not escaped.isascii():
        first, *others = parts(escaped)
        escaped = first + "".join(part if part[0] == " " else f"\\:{part}" for part in others)
    return f"\\&{escaped}" if escaped.startswith(".") else escaped


_PRINTED = {"-": "\\-", "^": "\\(ha", "'": "\\(aq", "`": "\\(ga", "~": "\\(ti"}
