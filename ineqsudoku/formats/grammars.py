"""Where a line leaves the grammar of its format, and what was expected there.

Lark is imported here, and only for a line with a fault: importing it and building a parser
takes as long as all the rest of a run.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, cast

from ineqsudoku.errors import Fault
from ineqsudoku.formats import expressions
from ineqsudoku.formats.document import Line
from ineqsudoku.formats.sizes import format_of

if TYPE_CHECKING:
    from lark import Lark
    from lark.parsers.lalr_interactive_parser import InteractiveParser

BLANKS = "[ \t]+"
END_OF_LINE = "the end of the line"

_READABLE = {
    "\n": END_OF_LINE,
    "[ \t]*\n": END_OF_LINE,
    "[1-9]": "a digit",
    "[0.]": "'.'",
    "[0.?]": "'.'",
    "[.-]": "'-'",
}
"""What messages call terminals whose patterns say little."""

_RANGE = re.compile(r"\[(\w-\w)\]")
"""The pattern of a symbol."""


@cache
def parser(language: str, start: str) -> Lark:
    """The LALR parser of a language for one start rule."""
    from lark import Lark

    place = expressions.path(format_of(language))  # Imports go by it.
    return Lark(expressions.grammar(language), parser="lalr", start=start, source_path=place)


def line_fault(language: str, token: str, rule: str, line: Line) -> Fault | None:
    """The first fault in a line, if it has one.

    `token` is the terminal that takes a whole line and `rule` the rule that takes the same
    lines, a character at a time.
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
    """The column in which a line leaves a rule, what was expected there and what was found.

    Faulty files often have the same line again and again, and Lark takes long."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    # A parser that has refused a token has already acted on the sight of it and would say
    # wrong what it expected, so the states before are kept.
    states: tuple[int, ...] = ()
    text = line + "\n"
    try:
        for steps in _parsing(language, rule, text):
            states = tuple(steps.parser_state.state_stack)
    except (UnexpectedCharacters, UnexpectedToken) as error:
        # Lark calls blanks before the end of a line part of the end; people look behind
        # the last sign.
        signs = line.rstrip(" \t")
        column = min(error.column, len(signs) + 1)
        found = quoted(signs[column - 1 : column])
        return column, _expected_after(language, rule, text, states), found
    return None


def _parsing(language: str, rule: str, text: str) -> Iterator[InteractiveParser]:
    """The parser before and after each token of a text, until it raises an error."""
    steps = parser(language, rule).parse_interactive(text)
    yield steps
    # Lark's interactive parser has no types.
    for token in steps.lexer_thread.lex(steps.parser_state):  # type: ignore[no-untyped-call]
        steps.feed_token(token)
        yield steps


def _expected_after(
    language: str, rule: str, text: str, states: tuple[int, ...]
) -> tuple[str, ...]:
    """What could follow where the parser of a text comes into some states, in words."""
    known = _known(language, rule)
    if states not in known:
        all_steps = _parsing(language, rule, text)
        steps = next(each for each in all_steps if tuple(each.parser_state.state_stack) == states)
        accepted = cast("set[str]", steps.accepts())  # type: ignore[no-untyped-call] # as above
        known[states] = _described(parser(language, rule), accepted)
    return known[states]


@cache
def _known(*_: str) -> dict[tuple[int, ...], tuple[str, ...]]:
    """What is known of the states of the parser for a language and a rule: Lark takes long to
    find it out."""
    return {}


def _described(lark: Lark, terminals: Collection[str]) -> tuple[str, ...]:
    """The terminals in the words of messages, sorted; without blanks, which mean nothing."""
    patterns = {t.pattern.value for t in lark.terminals if t.name in terminals} - {BLANKS}
    return tuple(sorted(map(_in_words, patterns)))


def _in_words(pattern: str) -> str:
    symbols = _RANGE.fullmatch(pattern)
    if pattern in _READABLE or not symbols:
        return _READABLE.get(pattern, f"'{pattern}'")
    return f"a {'digit' if symbols[1].startswith('1') else 'letter'} {symbols[1]}"


def quoted(found: str) -> str:
    if not found:
        return END_OF_LINE
    if "\udc80" <= found <= "\udcff":
        return f"byte 0x{ord(found) - 0xDC00:02x}"  # see `decoding.UNDECODED`
    return f"'{found}'" if found.isprintable() else f"the character U+{ord(found):04X}"
