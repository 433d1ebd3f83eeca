"""Options that need or exclude others: `Option.needs` and `Option.excludes`."""

from __future__ import annotations

from collections.abc import Sequence

import click
from click.core import ParameterSource


def require_effect(context: click.Context, options: Sequence[click.Option]) -> None:
    """Raise `click.UsageError` if an option of a call has no effect beside the others."""
    for option in options:
        if not _is_given(context, option):
            continue
        name = _spelling(context, option)
        needs: Sequence[str] = getattr(option, "needs", ())
        if needs and not any(_holds(context, options, other) for other in needs):
            raise click.UsageError(f"{name} needs {_alternatives(needs)}", context)
        for other in getattr(option, "excludes", ()):
            if _holds(context, options, other):
                raise click.UsageError(f"{name} and {other} exclude each other", context)


def _holds(context: click.Context, options: Sequence[click.Option], condition: str) -> bool:
    """Whether an option such as `--against` was given, or one such as `--to pdf` has that value."""
    name, _, value = condition.partition(" ")
    option = next(option for option in options if name in option.opts)
    if value:
        return str(context.params.get(str(option.name))) == value
    return _is_given(context, option)


def _is_given(context: click.Context, option: click.Option) -> bool:
    source = context.get_parameter_source(str(option.name))
    return source in (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)


def _spelling(context: click.Context, option: click.Option) -> str:
    """Return the name under which an option was given: `--no-rate` if it turns `--rate` off."""
    is_off = option.secondary_opts and context.params.get(str(option.name)) is False
    return option.secondary_opts[0] if is_off else option.opts[0]


def _alternatives(names: Sequence[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last
