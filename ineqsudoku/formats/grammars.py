"""The Lark parsers, each built once in a process and kept between processes.

Lark is imported here and only when a parser is asked for: it costs more start-up time
than all of this package.
"""

from __future__ import annotations

import os.path
import re
import sys
from collections.abc import Collection, Iterator
from functools import cache
from typing import TYPE_CHECKING, cast

from ineqsudoku.errors import Fault

if TYPE_CHECKING:
    from lark import Lark, Token
    from lark.parsers.lalr_interactive_parser import InteractiveParser


def _folder() -> str:
    """Installed, the grammars lie in the package; in a checkout they stand beside it.

    Paths are plain strings here, since `pathlib` alone would cost 3 ms of the start-up.
    """
    package = os.path.dirname(os.path.dirname(__file__))
    inside, beside = (os.path.join(place, "grammar") for place in (package, package + "/.."))
    return inside if os.path.isdir(inside) else beside


FOLDER = _folder()

BLANKS = "[ \t]+"
END_OF_LINE = "the end of the line"

_BLANKS = {ord(blank): None for blank in " \t\n"}

_READABLE = {"\n": END_OF_LINE, "[ \t]*\n": END_OF_LINE, "[1-9]": "a digit", "[0.]": "'.'"}
"""How messages write the patterns of terminals that do not speak for themselves."""


@cache
def parser(language: str, start: str) -> Lark:
    """The LALR parser of `grammar/<language>.lark` for one start rule."""
    from lark import Lark

    path = os.path.join(FOLDER, f"{language}.lark")
    return Lark.open(path, parser="lalr", start=start, cache=_cache_file(language, start))


def _cache_file(language: str, start: str) -> str:
    """Where Lark keeps the parser's tables between processes.

    Building a parser costs 15 ms, loading it 1 ms.  The file lies beside Python's own byte
    code and is as trustworthy: who may write one may write the other.  Lark compares its
    key, made of grammar, options and versions, and does without the file where there is no
    such folder or it may not write there.
    """
    tag = sys.implementation.cache_tag
    return os.path.join(FOLDER, "__pycache__", f"{language}-{start}.{tag}.lark")


class Refused(Exception):
    """The grammar does not accept a text; `fault` is where it noticed."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(fault)


def puzzles(language: str, text: str) -> Iterator[tuple[int, str]]:
    """Each puzzle of a text: the number of its first line and its characters, no blanks.

    Takes a line for a token.  Raises `Refused` when the text as a whole is not of the
    language.
    """
    from lark.exceptions import UnexpectedInput

    try:
        tree = parser(language, "lines").parse(text)
    except UnexpectedInput as error:
        raise Refused(Fault(error.line, error.column, ("a puzzle",), "another text")) from None
    for puzzle in tree.children:
        lines = cast("list[Token]", puzzle.children)  # type: ignore[union-attr]
        yield cast(int, lines[0].line), "".join(lines).translate(_BLANKS)


def line_fault(language: str, token: str, rule: str, line: str, number: int) -> Fault | None:
    """Where one line goes wrong, if it does.

    `token` is the terminal that takes a whole line and `rule` the rule that takes the same
    lines a character at a time; `line` is the text without its end and `number` says where
    it stands in the file.
    """
    if _pattern(language, token).fullmatch(line.lstrip(" \t") + "\n"):
        return None
    return _first_fault(language, rule, line, number)


@cache
def _pattern(language: str, token: str) -> re.Pattern[str]:
    return re.compile(parser(language, "lines").get_terminal(token).pattern.to_regexp())


def _first_fault(language: str, rule: str, line: str, number: int) -> Fault | None:
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    lark = parser(language, rule)
    steps = lark.parse_interactive(line + "\n")
    # What Lark would accept is asked for after each token: when the next one is refused, the
    # parser has already acted on the sight of it and its answer would be wrong.
    accepted = _accepted(steps)
    try:
        for token in steps.lexer_thread.lex(steps.parser_state):  # type: ignore[no-untyped-call]
            steps.feed_token(token)
            accepted = _accepted(steps)
    except (UnexpectedCharacters, UnexpectedToken) as error:
        # Lark calls blanks before the end of a line part of the end; people look behind
        # the last sign.
        signs = line.rstrip(" \t")
        column = min(error.column, len(signs) + 1)
        found = signs[column - 1 : column]
        return Fault(number, column, _described(lark, accepted), _quoted(found), text=line)
    return None


def _accepted(steps: InteractiveParser) -> set[str]:
    return cast("set[str]", steps.accepts())  # type: ignore[no-untyped-call] # Lark's gap


def _described(lark: Lark, terminals: Collection[str]) -> tuple[str, ...]:
    """The terminals in words, in a fixed order; blanks, which mean nothing, are left out."""
    patterns = {t.pattern.value for t in lark.terminals if t.name in terminals} - {BLANKS}
    return tuple(sorted(_READABLE.get(pattern, f"'{pattern}'") for pattern in patterns))


def _quoted(found: str) -> str:
    if not found:
        return END_OF_LINE
    return f"'{found}'" if found.isprintable() else f"the character U+{ord(found):04X}"
