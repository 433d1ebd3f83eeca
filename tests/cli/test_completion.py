"""Completion in the shells themselves, and man pages."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from commands import Command

from ineqsudoku.cli.commands import COMMANDS, PROGRAM, cli
from ineqsudoku.cli.completion import SHELLS
from ineqsudoku.cli.help_pages import help_pages, man_pages

PAGES = help_pages(cli, PROGRAM)

ENVIRONMENT = {
    **os.environ,
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    "TERM": "dumb",
}

ASKED = {
    # What Tab calls, for the words `ineqsudoku so`.
    "bash": """
        source {file}
        COMP_WORDS=(ineqsudoku so) COMP_CWORD=1
        $(complete -p ineqsudoku | sed 's/.*-F \\([^ ]*\\).*/\\1/') ineqsudoku so ineqsudoku
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """,
    # Outside an editor, these functions of zsh print instead.
    "zsh": """
        compdef() {{ }}
        _describe() {{ print -l $completions_with_descriptions }}
        compadd() {{ print -l $completions }}
        source {file}
        words=(ineqsudoku so) CURRENT=2
        _ineqsudoku_completion
    """,
    "fish": """
        source {file}
        complete --do-complete 'ineqsudoku so'
    """,
}


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_completes_commands(shell: str, tmp_path: Path, ineqsudoku: Command) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"no {shell} here")
    ran = ineqsudoku("completion", "--output-dir", tmp_path)
    assert ran.code == 0
    script = ASKED[shell].format(file=shlex.quote(str(tmp_path / SHELLS[shell])))
    done = subprocess.run(
        [program, "-c", script],
        env={**ENVIRONMENT, "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert re.split(r"[:\t\n]", done.stdout)[0] == "solve", done


def parameters_with_paths() -> Iterator[tuple[str, click.Parameter]]:
    program = click.Context(cli)
    for name in COMMANDS:
        command = cli.get_command(program, name)
        assert command
        for parameter in command.params:
            if re.search("FILE|DIR|ZIP|INPUT|PROGRAM|SUBMISSION", parameter.make_metavar(program)):
                yield name, parameter


@pytest.mark.parametrize(
    ("command", "parameter"),
    [*parameters_with_paths()],
    ids=lambda value: getattr(value, "name", value),
)
def test_a_shell_completes_the_names_of_files(command: str, parameter: click.Parameter) -> None:
    words = [parameter.opts[0]] if isinstance(parameter, click.Option) else []
    offered = ShellComplete(cli, {}, PROGRAM, "").get_completions([command, *words], "al")
    assert [(item.type, item.value) for item in offered] in ([("file", "al")], [("dir", "al")])


def test_all_files_are_named_and_written(tmp_path: Path, ineqsudoku: Command) -> None:
    ran = ineqsudoku("completion", "--output-dir", tmp_path / "share")
    written = {path for path in (tmp_path / "share").rglob("*") if path.is_file()}
    assert {Path(line) for line in ran.out.splitlines()} == written
    assert len(written) == len(SHELLS) + len(COMMANDS) + 1


@pytest.mark.parametrize("variable", ["XDG_DATA_HOME", "HOME"])
def test_the_default_is_the_users_folder(
    variable: str, tmp_path: Path, ineqsudoku: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv(variable, str(tmp_path))
    assert ineqsudoku("completion").code == 0
    share = tmp_path if variable == "XDG_DATA_HOME" else tmp_path / ".local/share"
    assert (share / "man/man1/ineqsudoku.1").exists()


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_can_be_printed(shell: str, tmp_path: Path, ineqsudoku: Command) -> None:
    ineqsudoku("completion", "--output-dir", tmp_path)
    printed = ineqsudoku("completion", "--shell", shell).out
    assert printed == (tmp_path / SHELLS[shell]).read_text(encoding="utf-8")


def test_pages_hold_all_that_help_prints(ineqsudoku: Command) -> None:
    for page in PAGES:
        printed = ineqsudoku(*page.name.split()[1:], "--help").out
        blocks = [block.text for block in (*page.description, *page.epilog)]
        tables = [page.options, page.commands, *(rows for _, rows in page.tables)]
        pairs = [text for rows in tables for pair in rows for text in pair]
        held = " ".join([page.usage, *blocks, *pairs]).split()
        # `--help` wraps long lines, also behind a hyphen, and continues examples by a backslash.
        printed = re.sub(r"(?m)^\S.*:$", "", printed).removeprefix("Usage:").replace(" \\\n", "")
        assert sorted("".join(held)) == sorted("".join(printed.split())), page.name


def test_man_pages_are_well_formed(tmp_path: Path) -> None:
    if not shutil.which("mandoc"):
        pytest.skip("no mandoc here")
    for name, text in man_pages(PAGES).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = ["mandoc", "-T", "lint", "-W", "warning", *map(str, sorted(tmp_path.iterdir()))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    faults = [line for line in done.stdout.splitlines() if "missing date" not in line]
    assert faults == []


def test_a_man_page_prints_what_help_says() -> None:
    if not shutil.which("mandoc"):
        pytest.skip("no mandoc here")
    text = man_pages(PAGES)["ineqsudoku-solve.1"]
    command = ["mandoc", "-T", "utf8"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    printed = re.sub(".\b", "", done.stdout)  # Bold letters are printed twice.
    assert "ineqsudoku solve < layouts.txt" in printed
    assert "--output-dir DIR" in printed
