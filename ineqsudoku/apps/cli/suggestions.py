"""Corrections of mistyped commands and options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from shlex import join

import click

from ineqsudoku.messages import Message, paragraph

_SIMILAR = 0.7
"""Names at least this similar are suggested.  `colour` and `cluster` have 0.6 and must not be."""


def closest(name: str, names: Iterable[str]) -> str | None:
    """Return the name that a misspelt, shortened or otherwise punctuated one probably means."""
    known = {_bare(other): other for other in names}
    bare = _bare(name)
    if similar := get_close_matches(bare, known, 1, _SIMILAR):
        return known[similar[0]]
    longer = sorted((other for other in known if len(bare) > 1 and other.startswith(bare)), key=len)
    is_clear = longer and all(other.startswith(longer[0]) for other in longer)
    return known[longer[0]] if is_clear else None


def _bare(name: str) -> str:
    """Return a name without hyphens and the like, which would make all options similar."""
    return "".join(filter(str.isalnum, name.casefold()))


def correct(command: click.Command, arguments: Sequence[str]) -> list[str]:
    """Replace options that the command does not have by the closest ones that it has."""
    known = [name[2:] for name in _options(command) if name.startswith("--")]
    words = list(arguments)
    for index, word in enumerate(words):
        if word == "--":
            break
        name, equals, value = word[2:].partition("=")
        if word.startswith("--") and name not in known and (meant := closest(name, known)):
            words[index] = f"--{meant}{equals}{value}"
    return words


def no_such_option(
    context: click.Context, name: str, arguments: Sequence[str], *advice: Message
) -> click.NoSuchOption:
    """Return the error for an unknown option, with advice or the call that was probably meant."""
    meant = correct(context.command, arguments)
    if not advice and meant != list(arguments):
        advice = (did_you_mean(context.command_path, *meant),)
    elif name[1:].isdigit() and _takes_number(context.command):
        advice = (Message("usage.negative", "A number cannot be negative here."),)
    unknown = Message("usage.no-option", "No such option {name}.", name=repr(name))
    return click.NoSuchOption(name, str(paragraph(unknown, *advice)), ctx=context)


def _takes_number(command: click.Command) -> bool:
    arguments = (param for param in command.params if isinstance(param, click.Argument))
    return any(isinstance(argument.type, click.IntRange) for argument in arguments)


def did_you_mean(command_path: str, *arguments: str) -> Message:
    call = join([*command_path.split(), *arguments])
    return Message("usage.did-you-mean", "Did you mean: {call}", call=call)


def _options(command: click.Command) -> list[str]:
    return [
        name
        for parameter in command.params
        if isinstance(parameter, click.Option)
        for name in (*parameter.opts, *parameter.secondary_opts)
    ] + ["--help"]
