"""All options of all commands: their help, and that they mean the same everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, fields
from pathlib import Path
from typing import NamedTuple

import click
import pytest
from commands import Command
from puzzles import EXAMPLES

import ineqsudoku
from ineqsudoku.apps.cli.command import Documented
from ineqsudoku.apps.cli.commands import COMMANDS, cli
from ineqsudoku.apps.cli.options import Option
from ineqsudoku.apps.diagnose.run import ValidateOptions
from ineqsudoku.apps.diagnose.validate_command import command as validate_command
from ineqsudoku.apps.explain.command import command as explain_command
from ineqsudoku.apps.explain.run import ExplainOptions
from ineqsudoku.messages import LANGUAGES
from ineqsudoku.messages.lines import columns

PACKAGE = Path(ineqsudoku.__file__).parent
INPUT = EXAMPLES / "cqoi2013.in"

DIFFERENT = {
    "--draw": {"help"},
    "--jobs": {"default"},
    "--memory-limit": {"type", "rare"},
    "--output": {"help", "type", "metavar", "default", "rare"},
    "--output-dir": {"help", "default"},
    "--resume": {"help", "rare"},
    "--search-time": {"help", "rare"},
    "--seed": {"help"},
    "--tests": {"help", "default"},
    "--time-limit": {"help", "type", "metavar", "default", "rare"},
    "--title": {"help", "metavar", "default", "rare"},
    "--to": {"help", "type", "metavar", "default", "required"},
}
"""What may differ between options of the same name, because the commands do."""


UNITS = ("SECONDS", "MIB", "KIB")

COUNTED = re.compile(r"\bN [a-z]|\b(?:port|seed) N\b")
"""What is counted by the N of an option, or what it is the number of."""


class Shown(NamedTuple):
    command: str
    option: Option
    help: str

    @property
    def name(self) -> str:
        return self.option.opts[0]


def loaded(name: str) -> Documented:
    command = cli.get_command(click.Context(cli), name)
    assert isinstance(command, Documented)
    return command


def options() -> Iterator[Shown]:
    for name in COMMANDS:
        command = loaded(name)
        context = click.Context(command, info_name=name)
        for parameter in command.params:
            if isinstance(parameter, click.Option) and not parameter.hidden:
                assert isinstance(parameter, Option)
                yield Shown(name, parameter, str(parameter.row(context).text))


OPTIONS = [*options()]


def test_every_option_has_a_sentence_and_its_default() -> None:
    for shown in OPTIONS:
        option, name = shown.option, f"{shown.command} {shown.name}"
        assert re.fullmatch("[A-Z].*[.]", option.help), name
        assert "default" not in option.help, name
        default = option.get_default(click.Context(loaded(shown.command)))
        is_value = isinstance(default, str | int | float) and default != ""
        if option.secondary_opts or (is_value and not option.is_flag):
            assert " [default: " in shown.help, name
        assert ("required]" in shown.help) == option.required, name


def test_every_number_has_a_unit_and_its_range() -> None:
    for shown in OPTIONS:
        option, name = shown.option, f"{shown.command} {shown.name}"
        if isinstance(option.type, click.types.IntParamType | click.types.FloatParamType):
            has_count = option.metavar == "N" and COUNTED.search(shown.help)
            assert str(option.metavar).endswith(UNITS) or has_count, name
            assert "<=" not in shown.help, name
            assert ">" not in shown.help, name


def test_the_same_option_is_the_same_in_all_commands() -> None:
    first: dict[str, Shown] = {}
    differences: dict[str, set[str]] = {}
    for shown in OPTIONS:
        other = first.setdefault(shown.name, shown)
        values = [
            {
                "help": occurrence.option.help,
                "metavar": occurrence.option.metavar,
                "type": occurrence.option.type.to_info_dict(),
                "default": (occurrence.option.default, occurrence.option.default_words),
                "required": occurrence.option.required,
                "flag": occurrence.option.is_flag,
                "rare": occurrence.option.is_rare,
            }
            for occurrence in (shown, other)
        ]
        if differ := {key for key in values[0] if values[0][key] != values[1][key]}:
            differences.setdefault(shown.name, set()).update(differ)
    assert differences == DIFFERENT


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_is_complete(ineqsudoku: Command, command: str) -> None:
    text = ineqsudoku(command, "-h").out
    sentence = text.split("\n\n")[1]
    assert re.fullmatch(r"  [A-Z][^.]*(?:\n  [^.]+)?\.", sentence)
    for section in ("\nOptions:\n", "\nExamples:\n", "\nExit codes:\n"):
        assert section in text
    assert "\n  [" not in text.partition("\nOptions:\n")[2]
    assert re.search(rf"\n  (.* \| )?ineqsudoku {command}[ \n]", text)
    assert f"\n  {command}  " in ineqsudoku("--help").out


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80, 120])
def test_every_help_fits_the_terminal(
    ineqsudoku: Command, monkeypatch: pytest.MonkeyPatch, width: int, language: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for command in ("", *COMMANDS):
        for option in ("--help", "--help-all"):
            text = ineqsudoku("--language", language, *command.split(), option).out
            assert max(map(columns, text.splitlines())) <= width, command
            assert not re.search(r" --\w+-\n", text), command
    text = ineqsudoku("help", "environment", "--language", language).out
    assert max(map(columns, text.splitlines())) <= width


WITH_RARE = {shown.command for shown in OPTIONS if shown.option.is_rare}


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_the_usual_options_and_help_all_the_others(
    ineqsudoku: Command, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    names = {True: set[str](), False: {"--help"}}
    for shown in OPTIONS:
        if shown.command == command:
            names[shown.option.is_rare].add(shown.name)
    text = ineqsudoku(command, "--help").out
    assert shown_options(text) == names[False]
    assert text.count("\n") <= 50
    rare = len(names[True])
    more = f"\n  --help-all shows {rare} more option{'s' * (rare != 1)}.\n"
    assert text.endswith(more) == (command in WITH_RARE)
    assert shown_options(ineqsudoku(command, "--help-all").out) == names[True] | names[False]


def shown_options(text: str) -> set[str]:
    table = text.partition("\nOptions:\n")[2].partition("\n\n")[0]
    return set(re.findall(r"^  (?:-\w, )?(--[\w-]+)", table, re.MULTILINE))


@pytest.mark.parametrize("command", COMMANDS)
def test_help_about_a_command_is_the_help_of_the_command(ineqsudoku: Command, command: str) -> None:
    assert ineqsudoku("help", command) == ineqsudoku(command, "--help")


def test_help_alone_is_the_help_of_the_program(ineqsudoku: Command) -> None:
    assert ineqsudoku("help") == ineqsudoku("--help")
    ran = ineqsudoku("help", "slove")
    assert (ran.code, ran.out) == (2, "")
    assert "No such command 'slove'. Did you mean: ineqsudoku solve\n" in ran.err


def test_a_long_example_goes_on_behind_a_backslash(
    ineqsudoku: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    text = ineqsudoku("grade", "--help").out.replace(" \\\n      ", " ")
    assert "  ineqsudoku grade --contestants class --tests tests --ranking marks.csv\n" in text


# --- options without effect -------------------------------------------------------------


def test_options_need_and_exclude_options_of_their_command() -> None:
    option_of = {(shown.command, shown.name): shown.option for shown in OPTIONS}
    for shown in OPTIONS:
        for condition in (*shown.option.needs, *shown.option.excludes):
            name, _, value = condition.partition(" ")
            other = option_of[shown.command, name]
            if value:
                assert isinstance(other.type, click.Choice)
                assert value in other.type.choices


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("solve --resume", "--resume needs --output-dir"),
        ("solve --json --to line", "--to and --json exclude each other"),
        ("validate --fix", "--fix needs --output or --in-place"),
        ("explain --cluster local:2 --jobs 2 -", "--cluster and --jobs exclude each other"),
        ("draw --no-difficulty", "--no-difficulty needs --per-page, --paper, --answers"),
        ("generate --flaw sign", "--flaw needs --solutions 0"),
        ("generate --kind partial --fewest --signs 9", "--fewest and --signs exclude each other"),
        ("package --to kattis --tests t --seed 1", "--seed needs --generate, --to icpc, --to poly"),
    ],
)
def test_options_without_effect_are_refused(
    ineqsudoku: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: str,
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = ineqsudoku(*arguments.split())
    assert (ran.code, ran.out) == (2, "")
    assert f"Error: {message}" in ran.err
    assert not [*tmp_path.iterdir()]


def test_what_stands_behind_two_hyphens_is_no_option(ineqsudoku: Command) -> None:
    ran = ineqsudoku("solve", "--", "--to", "json")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "--to: No such file or directory\njson: No such file or directory\n"


# --- mistyped options -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        ("solve --serch-time 5 a.in b.in", "solve --search-time 5 a.in b.in"),
        ("solve --jsn a.in b.in", "solve --json a.in b.in"),
        ("solve --enginee=boxes a.in --jos 2", "solve --engine=boxes a.in --jobs 2"),
        ("validate --reapir 2 a.in", "validate --repair 2 a.in"),
        ("check --jsn a b", "check --json a b"),
        ("draw --colour a.in", None),
        ("solve --colour a.in", None),
        ("solve --out a.txt a.in", "solve --output a.txt a.in"),
        ("solve --outputdir a a.in", "solve --output-dir a a.in"),
        ("serve --oops", None),
        ("generate --lvel hard", "generate --level hard"),
        ("solv --jsn a.in b.in", "solve --json a.in b.in"),
        ("gen 5 --seed 1", "generate 5 --seed 1"),
        ("--json solve a.in", "solve --json a.in"),
        ("--node-limit 5 solve a.in", "solve --node-limit 5 a.in"),
    ],
)
def test_a_mistyped_call_suggests_another(
    ineqsudoku: Command, arguments: str, meant: str | None
) -> None:
    ran = ineqsudoku(*arguments.split())
    assert (ran.code, ran.out) == (2, "")
    assert "Error: No such " in ran.err
    if meant:
        assert ran.err.endswith(f" Did you mean: ineqsudoku {meant}\n")
    else:
        assert "Did you mean" not in ran.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("solve --jobs two", "'--jobs': expected a whole number, at least 1, found 'two'"),
        ("solve --jobs 0", "'--jobs': expected a whole number, at least 1, found '0'"),
        ("validate --repair 4", "'--repair': expected a whole number, 0 to 3, found '4'"),
        ("solve --search-time 0", "'--search-time': expected a number, more than 0, found '0'"),
        ("solve --search-time -1", "'--search-time': expected a number, more than 0, found '-1'"),
        ("convert a", "Error: Missing option '--to'. Choices: contest, compact, "),
        ("hint", "Error: Missing argument 'FILE|-'.\n"),
        ("generate -5", "Error: No such option '-5'. A number cannot be negative here.\n"),
        ("--oops", "Error: No such option '--oops'.\n"),
        ("grade --all-in nowhere --tests t", "'--all-in': 'nowhere' does not exist."),
        ("grade --tests t --languages .", "'--languages': expected a file, but '.' is a folder."),
        ("solve --search-time nan", "'--search-time': nan is not a finite number."),
        ("solve --search-time 1s", "'--search-time': expected a number, more than 0, found '1s'"),
        ("check a", "expected INPUT OUTPUT [ANSWER], found 1 file"),
        ("check a b c d", "expected INPUT OUTPUT [ANSWER], found 4 files"),
        ("solve --engine boxs", "'boxs' is not one of 'auto', 'boxes', "),
        ("solve --engine boxs", "'dlx'. Did you mean 'boxes'?\n"),
        ("explain --until xwing", "Did you mean 'X-wing'?\n"),
        ("explain --until XYZwing", "Did you mean 'XYZ-wing'?\n"),
        ("explain --until colouring", "Did you mean 'simple colouring'?\n"),
        ("explain --until nested", "Did you mean 'nested contradictions'?\n"),
        ("explain --until skyscraper", "'nested contradictions'.\n"),
        ("solve --format contst", "Did you mean 'contest'?\n"),
    ],
)
def test_errors_say_what_was_expected_and_found(
    ineqsudoku: Command, arguments: str, message: str
) -> None:
    ran = ineqsudoku(*arguments.split())
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Usage: ineqsudoku ")
    assert message in ran.err


# --- in other languages -----------------------------------------------------------------


def test_the_language_may_stand_before_the_command(ineqsudoku: Command) -> None:
    for arguments in (["--help"], ["solve", "--help"]):
        before = ineqsudoku("--language", "zh", *arguments)
        assert before.out.startswith("用法：")
        assert before == ineqsudoku(*arguments, "--language=zh")
    ran = ineqsudoku("--language", "de", "solve", INPUT)
    assert (ran.code, ran.out) == (2, "")
    assert "Invalid value for '--language': 'de' is not one of 'en', 'zh'." in ran.err


@pytest.mark.parametrize(
    ("command", "defaults"),
    [
        (explain_command, ExplainOptions(paths=("a.in",))),
        (validate_command, ValidateOptions(paths=("a.in",))),
    ],
)
def test_calls_without_click_have_the_defaults_of_the_options(
    command: click.Command, defaults: ExplainOptions | ValidateOptions
) -> None:
    with command.make_context(str(command.name), ["a.in"]) as context:
        given = {field.name: context.params[field.name] for field in fields(defaults)}
    assert given == asdict(defaults)
