"""Corrections of mistyped commands and options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from shlex import join

import click


def closest(name: str, names: Iterable[str]) -> str | None:
    """Return the name that a mistyped or shortened name probably means."""
    known = list(names)
    if similar := get_close_matches(name, known, 1):
        return similar[0]
    longer = [each for each in known if len(name) > 1 and each.startswith(name)]
    return longer[0] if len(longer) == 1 else None


def corrected(command: click.Command, arguments: Sequence[str]) -> list[str]:
    """Replace each option that the command does not have by the closest one that it has."""
    # Without the hyphens, which would make all options similar.
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
    context: click.Context, name: str, arguments: Sequence[str]
) -> click.NoSuchOption:
    """Return the error for an unknown option, with the call that was probably meant."""
    meant = corrected(context.command, arguments)
    if meant != list(arguments):
        message = f"No such option {name!r}.{did_you_mean(context.command_path, *meant)}"
    else:
        expected = context.command.collect_usage_pieces(context)[1:]
        words = " or ".join([*filter(None, [" ".join(expected)]), "an option that --help shows"])
        message = f"No such option {name!r}; expected {words}."
    return click.NoSuchOption(name, message, ctx=context)


def did_you_mean(command_path: str, *arguments: str) -> str:
    return f" Did you mean: {join([*command_path.split(), *arguments])}"


def _options(command: click.Command) -> list[str]:
    return [
        name
        for parameter in command.params
        if isinstance(parameter, click.Option)
        for name in (*parameter.opts, *parameter.secondary_opts)
    ] + ["--help"]
