"""Parses puzzles and single lines by the grammars, with Lark.

In a grammar, the start rule `puzzle` takes each line as one token.  It is fast.  Each kind of line
also has a start rule, which takes each sign or cell as one token.  It shows where a faulty line
departs from the grammar, and what may stand there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedToken
from lark.parsers.lalr_interactive_parser import InteractiveParser

from ineqsudoku.formats.words import A_DIGIT, END_OF_LINE
from ineqsudoku.messages import Message, Text

PUZZLE = "puzzle"
"""The start rule for a whole puzzle."""

_RULE = re.compile(r"^([a-z]\w*): ", re.MULTILINE)


def source(name: str) -> str:
    """Return the text of a grammar file, such as `contest.lark`.

    The folder of the grammars is inside an installed package, and beside it in a checkout.
    """
    package = files("ineqsudoku")
    file = package.joinpath("grammar", name)
    if not file.is_file():
        file = Path(str(package)).parent / "grammar" / name
    return file.read_text(encoding="utf-8")


@cache
def parser(format: str) -> Lark:
    """Return the LALR parser of a format, which has all its rules as start rules."""
    text = source(f"{format}.lark")
    rules = _RULE.findall(text)
    return Lark(text, start=rules, parser="lalr", import_paths=[_import])


def _import(_: object, name: str) -> tuple[str, str]:
    """Return the name and the text of a grammar file that another one imports."""
    return name, source(name)


def terminal(format: str, name: str) -> str:
    """Return the pattern of a terminal: a regular expression or, in quotes, a text."""
    return parser(format).get_terminal(name).pattern.value


def parse(format: str, text: str, rule: str = PUZZLE) -> Tree[Token]:
    """Return the tree of a puzzle, or of a line.  Raises `lark.UnexpectedInput`."""
    return parser(format).parse(text, start=rule)


@lru_cache(maxsize=256)
def departure(format: str, rule: str, line: str) -> tuple[int, tuple[Text, ...]] | None:
    """Return the column, from 1, where a line departs from a rule, and what may stand there.

    Returns `None` for a line without a fault.  Cached, because faulty files often repeat lines.
    """
    try:
        parse(format, f"{line}\n", rule)
    except (UnexpectedCharacters, UnexpectedToken) as error:
        # Lark reports blanks at the end of a line as part of the end; people look right after the
        # last sign.  The parser may have reduced rules when it saw the wrong token, so the part
        # before the token is parsed again.
        column = min(error.column, len(line.rstrip(" \t")) + 1)
        so_far = parser(format).parse_interactive(line[: column - 1], start=rule)
        so_far.exhaust_lexer()
        return column, _describe(format, _accepted(so_far))
    return None


def _accepted(parser: InteractiveParser) -> set[str]:
    """Return the terminals that the parser accepts next."""
    accepted: set[str] = parser.accepts()  # type: ignore[no-untyped-call]  # Lark's
    return accepted


def _describe(format: str, terminals: Iterable[str]) -> tuple[Text, ...]:
    """Return the names of terminals in messages, without blanks: quoted characters first."""
    patterns = {terminal(format, name) for name in terminals} - {"[ \t]+"}
    names = {_READABLE.get(pattern, f"'{pattern}'") for pattern in patterns}
    return tuple(sorted(names, key=lambda name: (isinstance(name, Message), str(name))))


_READABLE: dict[str, Text] = {
    "\n": END_OF_LINE,
    "[ \t]*\n": END_OF_LINE,
    "[0.]": "'.'",
    "[.0?]": "'.'",
    "[.-]": "'-'",
    "[1-9]": A_DIGIT,
    "[A-P]": Message("formats.letter-of-16", "a letter A-P"),
}
"""Names in messages for terminals whose patterns are hard to read."""
