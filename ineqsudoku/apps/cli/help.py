"""`ineqsudoku help`: what `--help` shows, and the environment variables."""

from __future__ import annotations

from typing import cast

import click

from ineqsudoku.apps.cli.command import Command
from ineqsudoku.apps.cli.exits import YES
from ineqsudoku.apps.cli.help_pages import environment_page, terminal_text

ENVIRONMENT = "environment"


def _program(context: click.Context) -> tuple[click.Group, click.Context]:
    program = context.find_root()
    return cast(click.Group, program.command), program


def _topics(context: click.Context, _: click.Parameter, start: str) -> list[str]:
    group, program = _program(context)
    return [name for name in (*group.list_commands(program), ENVIRONMENT) if name.startswith(start)]


@click.command(
    "help",
    cls=Command,
    searches=False,
    examples=(
        "ineqsudoku help",
        "ineqsudoku help solve",
        "ineqsudoku help environment",
    ),
    exit_codes={"0": "shown", "2": "trouble"},
)
@click.argument("topic", required=False, metavar="[COMMAND|environment]", shell_complete=_topics)
@click.pass_context
def command(context: click.Context, /, topic: str | None) -> int:
    """Show the help of a command, as COMMAND --help does, or the environment variables."""
    group, program = _program(context)
    if topic == ENVIRONMENT:
        page = environment_page(str(program.info_name))
        click.echo(terminal_text(page, context.make_formatter().width))
        return YES
    if topic:
        _, named, _ = group.resolve_command(program, [topic])
        assert named
        program = click.Context(named, program, topic)
    click.echo(program.get_help())
    return YES
