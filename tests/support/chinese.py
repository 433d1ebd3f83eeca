"""Chinese sentences, whose only English words are names and quoted input."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial

import click

from ineqsudoku.apps.cli.main import COMMANDS, cli
from ineqsudoku.formats import FORMATS
from ineqsudoku.messages import LANGUAGES, Argument, Items, Message

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


def words_of(value: Argument) -> set[str]:
    """The words in Latin letters of what a value says in the current language.

    Quoted input and addresses have none.
    """
    if isinstance(value, Items):
        return set().union(*map(words_of, value.values))
    if isinstance(value, Message):
        bare = {name: number if name == "n" else "" for name, number in value.arguments}
        text = str(Message(value.code, value.english, value.plural, **bare))
        text = re.sub("'[^']*'", "", text)
        return set(_WORD.findall(text)).union(*(words_of(part) for _, part in value.arguments))
    text = str(value)
    is_quoted = len(text) > 2 and text[0] == text[-1] == "'"
    return set() if is_quoted or "://" in text else set(_WORD.findall(text))


_WORD = re.compile(r"(?<![0-9A-Za-z+])[A-Za-z]{2,}")
