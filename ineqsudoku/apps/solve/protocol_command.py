"""Commands that a judge may call with `--protocol`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import click

from ineqsudoku.apps.cli.command import Command
from ineqsudoku.apps.cli.help_pages import Row
from ineqsudoku.apps.cli.options import Decorator, option
from ineqsudoku.apps.solve.protocols.interface import Interface, fail
from ineqsudoku.apps.solve.protocols.judges import CHECKERS
from ineqsudoku.checker.verdicts import Verdict
from ineqsudoku.errors import UsageError
from ineqsudoku.messages import Message


def protocol_option(
    interfaces: Mapping[str, Interface], help: str, excludes: Sequence[str]
) -> Decorator:
    """Return the option for a protocol; `excludes` are options that have no effect with it."""
    return option(
        "--protocol",
        type=click.Choice(list(interfaces)),
        excludes=excludes,
        help=help,
    )


_OF_JUDGES = Row(
    Message("exit.others", "others"),
    Message("exit.judge", "with --protocol: those of the judge"),
)


class ProtocolCommand(Command):
    """A command with an option `--protocol`, which chooses one of `interfaces`.

    With that option, a call with wrong options or for help also ends as the protocol defines,
    because it must not look like an accepted output.
    """

    def __init__(
        self, name: str, *args: Any, interfaces: Mapping[str, Interface] = CHECKERS, **kwargs: Any
    ) -> None:
        super().__init__(name, *args, other_exit_codes=[_OF_JUDGES], **kwargs)
        self.interfaces = interfaces

    def make_context(self, info_name: str | None, args: list[str], *rest: Any, **extra: Any) -> Any:
        interface = self.interfaces.get(protocol_in(args))
        try:
            return super().make_context(info_name, args, *rest, **extra)
        except click.ClickException as error:
            if not interface:
                raise
            fail(interface, UsageError(str(error)))
        except click.exceptions.Exit:
            if not interface:
                raise
            raise click.exceptions.Exit(interface.code(Verdict.JE)) from None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; judges may pass options of their own, which are ignored."""
        ctx.ignore_unknown_options = protocol_in(args) in self.interfaces
        return super().parse_args(ctx, args)


def protocol_in(arguments: Sequence[str]) -> str:
    """Return the name after the last `--protocol`, which is the one that counts."""
    name = ""
    for argument, following in pairwise([*arguments, ""]):
        if argument == "--protocol":
            name = following
        elif argument.startswith("--protocol="):
            name = argument.partition("=")[2]
    return name
