"""`ineqsudoku completion`: completion for shells, and man pages."""

from __future__ import annotations

import os
from pathlib import Path

import click

from ineqsudoku.apps.cli.command import Command
from ineqsudoku.apps.cli.exits import YES
from ineqsudoku.apps.cli.options import output_dir_option
from ineqsudoku.messages import Message

SHELLS = {
    "bash": "bash-completion/completions/ineqsudoku",
    "zsh": "zsh/site-functions/_ineqsudoku",
    "fish": "fish/vendor_completions.d/ineqsudoku.fish",
}
"""The paths at which shells look for completions, below a folder such as `~/.local/share`."""


@click.command(
    "completion",
    cls=Command,
    searches=False,
    examples=(
        "ineqsudoku completion",
        "ineqsudoku completion --output-dir /usr/local/share",
    ),
    exit_codes={"0": "written", "2": "trouble"},
)
@output_dir_option(
    "Write below this folder.",
    default=Message("default.share", "$XDG_DATA_HOME, else ~/.local/share"),
)
@click.pass_context
def command(context: click.Context, /, output_dir: str | None) -> int:
    """Install completion for bash, zsh and fish, and a man page for each command.

    Prints the names of the files.  bash needs the package bash-completion; zsh needs the
    folder of its file in fpath.  Call it again after an update.
    """
    program = context.find_root()
    from ineqsudoku.apps.cli.help_pages import help_pages, man_pages

    files = {path: f"{_script(program, name)}\n" for name, path in SHELLS.items()}
    cli = program.command
    assert isinstance(cli, click.Group)
    pages = man_pages(help_pages(cli, str(program.info_name)))
    files |= {f"man/man1/{name}": text for name, text in pages.items()}
    folder = Path(output_dir or _user_folder())
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        click.echo(path)
    return YES


def _user_folder() -> str:
    """Return the folder in which a user's own programs keep data that does not change."""
    folder = os.environ.get("XDG_DATA_HOME", "")
    # The specification says that relative paths are to be ignored.
    return folder if os.path.isabs(folder) else os.path.expanduser("~/.local/share")


def _script(program: click.Context, shell: str) -> str:
    from click.shell_completion import ShellComplete, get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    # The method of bash's own class asks an installed bash for its version.
    name = str(program.info_name)
    return ShellComplete.source(kind(program.command, {}, name, f"_{name.upper()}_COMPLETE"))
