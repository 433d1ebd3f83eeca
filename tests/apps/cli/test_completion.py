"""Completion in the shells themselves, and man pages."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from commands import Command
from hypothesis import given
from hypothesis import strategies as st
from sandboxes import needs, skip_without

from ineqsudoku.apps.cli.commands import COMMANDS, PROGRAM, cli
from ineqsudoku.apps.cli.completion import SHELLS
from ineqsudoku.apps.cli.help_pages import HelpPage, help_pages, man_pages, terminal_text
from ineqsudoku.messages import LANGUAGES, use_language

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
    skip_without(shell)
    ran = ineqsudoku("completion", "--output-dir", tmp_path)
    assert ran.code == 0
    script = ASKED[shell].format(file=shlex.quote(str(tmp_path / SHELLS[shell])))
    done = subprocess.run(
        [shell, "-c", script],
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


@given(st.sampled_from(PAGES), st.integers(50, 200), st.sampled_from([*LANGUAGES]))
def test_a_terminal_shows_all_of_a_page(page: HelpPage, width: int, language: str) -> None:
    with use_language(language):
        printed = terminal_text(page, width)
        lines = [str(words) for words in (*page.description, *page.notes)]
        for section in page.sections:
            lines += (str(part) for row in section.rows for part in (row.name, row.text))
        titles = [f"{section.title}" for section in page.sections]
    # Long lines are wrapped, and a backslash continues calls.
    held = "".join("".join([page.usage, *lines, *titles]).split())
    shown = "".join(printed.replace(" \\\n", "").split())
    assert Counter(held) - Counter(shown) == Counter()
    assert set(Counter(shown) - Counter(held)) <= set("Usage:用法：")


@pytest.mark.parametrize("language", LANGUAGES)
def test_man_pages_are_well_formed(tmp_path: Path, language: str) -> None:
    with use_language(language):
        texts = man_pages(PAGES)
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = ["mandoc", "-T", "lint", "-W", "warning", *map(str, sorted(tmp_path.iterdir()))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    faults = [line for line in done.stdout.splitlines() if "missing date" not in line]
    assert faults == []


@needs("mandoc")
def test_a_man_page_prints_what_help_says() -> None:
    text = man_pages(PAGES)["ineqsudoku-solve.1"]
    command = ["mandoc", "-T", "utf8"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    printed = re.sub(".\b", "", done.stdout)  # Bold letters are printed twice.
    assert "ineqsudoku solve < layouts.txt" in printed
    assert "--output-dir DIR" in printed


@pytest.mark.parametrize(
    ("words", "start", "offered"),
    [
        (["--language"], "", [*LANGUAGES]),
        (["solve", "--language"], "z", ["zh"]),
        ([], "he", ["help"]),
        (["help"], "e", ["explain", "environment"]),
    ],
)
def test_a_shell_completes_languages_and_topics(
    words: list[str], start: str, offered: list[str]
) -> None:
    items = ShellComplete(cli, {}, PROGRAM, "").get_completions(words, start)
    assert [item.value for item in items] == offered
