"""The start rule of each grammar, the rules for its lines and the regular expressions made from
it are one language."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, cast

import pytest
from effort import examples
from hypothesis import example, given
from hypothesis import strategies as st
from lark.exceptions import UnexpectedInput
from puzzles import EXAMPLES
from strategies import LANGUAGES, extended_puzzles, extended_texts, files, mutated

from ineqsudoku.formats import syntax_of, whole_document
from ineqsudoku.formats.grammar import parser, scan, terminal
from ineqsudoku.formats.registry import format_of

if TYPE_CHECKING:
    from lark import Token, Tree

    from ineqsudoku import Puzzle

KINDS = {
    "contest": ["across_line", "down_line"],
    "extended": ["across_line", "down_line", "row"],
    "compact": ["layout"],
    "plain": ["line", "row"],
    "hexadoku": ["row"],
}
"""The rules that take a line, a token a character.  The terminal that takes the same lines has
the same name without `_line`."""

ALPHABET = "<>^v.0123456789AP- \t\nend&x\f"


def parsed(language: str, start: str, text: str) -> list[tuple[int, Puzzle]] | None:
    """Each puzzle and its first line, or None where the rule refuses the text."""
    try:
        tree = parser(language, start).parse(text)
    except UnexpectedInput:
        return None
    puzzles = [
        list(puzzle.scan_values(lambda _: True))
        for puzzle in cast("list[Tree[Token]]", tree.children)
    ]
    puzzle_of = syntax_of(language).puzzle
    return [
        (tokens[0].line or 0, puzzle_of("".join("".join(tokens).split()))) for tokens in puzzles
    ]


def recognised(language: str, text: str) -> list[tuple[int, Puzzle]] | None:
    """What the regular expressions find, or None where they refuse the text."""
    parts = list(scan(language, text))
    if not (parts and all(part.characters for part in parts)):
        return None
    puzzle_of = syntax_of(language).puzzle
    return [(text.count("\n", 0, part.start) + 1, puzzle_of(part.characters)) for part in parts]


def is_accepted(language: str, start: str, text: str) -> bool:
    """Whether a rule accepts a text."""
    try:
        parser(language, start).parse(text)
    except UnexpectedInput:
        return False
    return True


def assert_one_language(language: str, text: str) -> None:
    assert recognised(language, text) == parsed(language, "lines", text), text
    for line in {*text.split("\n")}:
        for kind in KINDS[format_of(language)]:
            whole = terminal(language, kind.removesuffix("_line").upper())
            is_whole = bool(whole.fullmatch(line.lstrip(" \t") + "\n"))
            assert is_accepted(language, kind, line + "\n") == is_whole, line


def as_for_grammars(text: str) -> str:
    return whole_document(text, "test").text


@pytest.mark.parametrize("language", LANGUAGES)
@examples(50, quick=3)
@given(data=st.data())
def test_grammar_and_expression_read_what_was_written(language: str, data: st.DataObject) -> None:
    puzzles, text = data.draw(files(language))
    plain = as_for_grammars(text)
    parts = parsed(language, "lines", plain)
    assert parts is not None
    assert [puzzle for _, puzzle in parts] == puzzles
    assert_one_language(language, plain)


@pytest.mark.parametrize("language", LANGUAGES)
@examples(150, quick=5)
@given(data=st.data())
def test_grammar_and_expression_agree_on_a_text_with_slips(
    language: str, data: st.DataObject
) -> None:
    text = as_for_grammars(data.draw(files(language, at_most=2)).text)
    text = data.draw(mutated(text))
    assert_one_language(language, text)
    assert_one_language(language, data.draw(mutated(text or "\n")))


@pytest.mark.parametrize("language", LANGUAGES)
@given(text=st.text(ALPHABET))
def test_grammar_and_expression_agree_on_any_text(language: str, text: str) -> None:
    assert_one_language(language, text)
    assert_one_language(language, text + "\n")


plain_lines = st.sampled_from(["." * 9, "." * 81, "", " ", "end", "." * 8, "- ", "---"])
contest_lines = st.sampled_from(["......", ". " * 9, "<" * 6, "v" * 9, ""])


@given(plain=st.lists(plain_lines, max_size=30), contest=st.lists(contest_lines, max_size=20))
@example(plain=["." * 81, "- "], contest=[])
@example(plain=[*["." * 9] * 3, "---", *["." * 9] * 6], contest=[])
def test_grammar_and_expression_agree_on_lines_in_any_order(
    plain: list[str], contest: list[str]
) -> None:
    assert_one_language("plain", "\n".join(plain) + "\n")
    assert_one_language("contest", "\n".join(contest) + "\n")


extended_lines = st.sampled_from([". " * 8, ". " * 9, "." * 9, "1" + "." * 8, "<" * 8, "v" * 9, ""])


@given(lines=st.lists(extended_lines, max_size=8), data=st.data())
def test_grammar_and_expression_agree_on_extended_lines_behind_a_puzzle(
    lines: list[str], data: st.DataObject
) -> None:
    text = data.draw(extended_puzzles().flatmap(extended_texts))
    more = data.draw(st.sampled_from([[], ["." * 9] * 8, ["......1.."] * 9]))
    assert_one_language("extended", "\n".join([text, *lines, *more, *lines]) + "\n")
    assert_one_language("extended", "\n".join([text, *lines, *more, text]) + "\n")


def test_well_formed_texts_are_read_without_lark() -> None:
    program = (
        "import sys; sys.modules['lark'] = None; import ineqsudoku as iq\n"
        "for path in sys.argv[1:]: print(len(iq.read_all(open(path).read())))"
    )
    paths = [*EXAMPLES.glob("*.in")]
    ran = subprocess.run([sys.executable, "-c", program, *paths], capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")
    numbers = [int(number) for number in ran.stdout.split()]
    assert len(numbers) == len(paths) > 0
    assert min(numbers) >= 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_long_runs_of_blanks_take_linear_time(language: str) -> None:
    """A backtracking expression would not finish on any of these texts."""
    for text in ("\n{}x", "{}x", "<.<{}x", "......{}x", "A.A{}x", "1.1{}x"):
        for blank in (" ", "\t", " \n"):
            faulty = text.format(blank * 100_000) + "\n"
            assert recognised(language, faulty) is None, text


def test_parsers_are_kept_in_memory_only() -> None:
    """Lark's cache would be a pickle that somebody else could have written."""
    assert not parser("contest", "across_line").options.cache
