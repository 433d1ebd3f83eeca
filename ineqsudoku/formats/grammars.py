"""Finds where a line departs from the grammar of its format, and what was expected there.

Lark is imported only for a line with a fault, because importing it and building a parser takes
as long as all the rest of a run.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, cast

from ineqsudoku.errors import Fault
from ineqsudoku.formats import expressions
from ineqsudoku.formats.document import Line
from ineqsudoku.formats.scanning import END_OF_LINE, quoted

if TYPE_CHECKING:
    from lark import Lark
    from lark.parsers.lalr_interactive_parser import InteractiveParser

BLANKS = "[ \t]+"

_READABLE = {
    "\n": END_OF_LINE,
    "[ \t]*\n": END_OF_LINE,
    "[1-9]": "a digit",
    "[0.]": "'.'",
    "[0.?]": "'.'",
    "[.-]": "'-'",
}
"""Names for messages, of terminals whose patterns are hard to read."""

_RANGE = re.compile(r"\[(\w-\w)\]")
"""The pattern of a symbol."""


@cache
def parser(language: str, start: str) -> Lark:
    """Return the LALR parser of a language for one start rule."""
    from lark import Lark

    grammar = expressions.grammar(language)
    return Lark(grammar, parser="lalr", start=start, import_paths=[_imported])


def _imported(_: object, name: str) -> tuple[str, str]:
    """Return the name and the text of a grammar file that another one imports."""
    return name, expressions.source(name)


def line_fault(language: str, token: str, rule: str, line: Line) -> Fault | None:
    """Return the first fault in a line, if it has one.

    `token` is the terminal that matches a whole line; `rule` matches the same lines with a token
    per character.
    """
    if expressions.terminal(language, token).fullmatch(line.text.lstrip(" \t") + "\n"):
        return None
    departure = _departure(language, rule, line.text)
    if departure is None:
        return None
    column, expected, found = departure
    return Fault(line.number, column, expected, found, text=line.text)


@lru_cache(maxsize=256)
def _departure(language: str, rule: str, line: str) -> tuple[int, tuple[str, ...], str] | None:
    """Return the column where a line departs from a rule, what was expected, and what stands there.

    Cached, because faulty files often repeat lines and Lark is slow.
    """
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    # A parser that refuses a token may have reduced rules on seeing it and would then report
    # wrong expectations, so the states before the tokens are kept.
    states: tuple[int, ...] = ()
    text = line + "\n"
    try:
        for steps in _parsing(language, rule, text):
            states = tuple(steps.parser_state.state_stack)
    except (UnexpectedCharacters, UnexpectedToken) as error:
        # Lark counts blanks at the end of a line as part of the end; people look behind the
        # last sign.
        signs = line.rstrip(" \t")
        column = min(error.column, len(signs) + 1)
        found = quoted(signs[column - 1 : column])
        return column, _expected_after(language, rule, text, states), found
    return None


def _parsing(language: str, rule: str, text: str) -> Iterator[InteractiveParser]:
    """Yield the parser before and after every token of a text, until it raises an error."""
    steps = parser(language, rule).parse_interactive(text)
    yield steps
    # Lark's interactive parser has no types.
    for token in steps.lexer_thread.lex(steps.parser_state):  # type: ignore[no-untyped-call]  # lark's
        steps.feed_token(token)
        yield steps


def _expected_after(
    language: str, rule: str, text: str, states: tuple[int, ...]
) -> tuple[str, ...]:
    """Return the terminals that may follow in a text where the parser has some states."""
    known = _known(language, rule)
    if states not in known:
        all_steps = _parsing(language, rule, text)
        steps = next(
            state for state in all_steps if tuple(state.parser_state.state_stack) == states
        )
        accepted = cast("set[str]", steps.accepts())  # type: ignore[no-untyped-call] # as above
        known[states] = _described(parser(language, rule), accepted)
    return known[states]


@cache
def _known(*_: str) -> dict[tuple[int, ...], tuple[str, ...]]:
    """Return the expected terminals by the states of a parser: a dictionary per language and rule.

    Lark is slow to compute them.
    """
    return {}


def _described(lark: Lark, terminals: Collection[str]) -> tuple[str, ...]:
    """Return sorted names of terminals for messages, without blanks, which are ignored."""
    patterns = {t.pattern.value for t in lark.terminals if t.name in terminals} - {BLANKS}
    return tuple(sorted(map(_in_words, patterns)))


def _in_words(pattern: str) -> str:
    symbols = _RANGE.fullmatch(pattern)
    if pattern in _READABLE or not symbols:
        return _READABLE.get(pattern, f"'{pattern}'")
    return f"a {'digit' if symbols[1].startswith('1') else 'letter'} {symbols[1]}"
