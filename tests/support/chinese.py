"""Chinese sentences, whose only English words are names and quoted input."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial

import click

from ineqsudoku.apps.cli.commands import COMMANDS, cli
from ineqsudoku.formats.registry import FORMATS
from ineqsudoku.messages import LANGUAGES

_CHOICES = {
    choice
    for command in map(partial(cli.get_command, click.Context(cli)), COMMANDS)
    for parameter in (command.params if command else ())
    if isinstance(parameter.type, click.Choice)
    for choice in parameter.type.choices
}

NAMES = {*COMMANDS, *LANGUAGES, *FORMATS, *_CHOICES, "ineqsudoku", "minimal", "MiB"}
"""Names that the program has in all languages."""

_CONTEXT = re.compile(r"^    .*\n    .*\^$", re.MULTILINE)
"""The line of a text that has a fault, and the caret below it."""

_NAMES = re.compile(
    r"""
    '[^']*' | “[^”]*” | \$'\S*'             # quoted input
    | (?<!\w)-{1,2}[a-z][\w-]*              # options
    | \br\d+c\d+\b                          # cells
    | \b[\w.-]*\.(?:in|out|txt|cpp|py)\b    # files
    | \S*/\S*                               # files in folders
    """,
    re.VERBOSE,
)


def english_words(text: str, names: Iterable[str] = ()) -> set[str]:
    """The English words of a text but names; words in capitals are names, too."""
    words = re.findall(r"[A-Za-z]{2,}", _NAMES.sub(" ", _CONTEXT.sub("", text)))
    return {word for word in words if not word.isupper()} - {*names, "ineqsudoku"}
