"""The grammars: as regular expressions, which recognise well-formed text; and by Lark, which finds
where a line departs from a grammar, and what was expected there.

No rule of a grammar is recursive, so every rule is a regular expression.  A grammar is
translated automatically after its size is filled in; `tests/core/formats/test_grammars.py` compares
the result with Lark.

Lark is imported only for a line with a fault, because importing it and building a parser takes
as long as all the rest of a run.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache, partial
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ineqsudoku.errors import Fault
from ineqsudoku.formats.document import Line
from ineqsudoku.formats.registry import format_of, size_of
from ineqsudoku.formats.scanning import END_OF_LINE, name_of_symbol, quote
from ineqsudoku.geometry import Geometry, latin
from ineqsudoku.messages import Message, Text

if TYPE_CHECKING:
    from lark import Lark
    from lark.parsers.lalr_interactive_parser import InteractiveParser

# --- as regular expressions --------------------------------------------------------------

_PACKAGE = os.path.dirname(os.path.dirname(__file__))


def source(name: str) -> str:
    """Return the text of a grammar file, such as `contest.lark`.

    The folder of the grammars is inside an installed package, and beside it in a checkout.
    """
    try:
        return resource(os.path.join(_PACKAGE, "grammar", name))
    except OSError:
        return resource(os.path.join(_PACKAGE, "..", "grammar", name))


def resource(path: str) -> str:
    """Return the text of a file of this package, in a folder or, as in a zipapp, in a zip file.

    The loader of the modules reads both.  `importlib.resources` does so, too, but its import takes
    8 ms at every start.  Raises `OSError`.
    """
    data: bytes = cast(Any, __spec__).loader.get_data(path)
    return data.decode("utf-8")


_PLACE = re.compile(r"\$(?P<brace>\{)?(?P<name>[a-z]+)(?(brace)\})(?:-(?P<less>\d))?")
"""A placeholder in a grammar, for a number or characters that depend on the size."""


def grammar_of(language: str) -> str:
    """Return the grammar of a language: that of its format, filled in for its size."""
    text = source(f"{format_of(language)}.lark")
    return _PLACE.sub(partial(_fill_in, latin(size_of(language))), text)


def _fill_in(geometry: Geometry, place: re.Match[str]) -> str:
    is_digit = geometry.symbol == "digit"
    characters = {
        "symbols": geometry.symbol_range,
        "empty": "0." if is_digit else ".-",
        "unknown": "0" if is_digit else "-",
    }
    if place["name"] in characters:
        return characters[place["name"]]
    numbers = {"size": geometry.size, "cells": len(geometry.cells)}
    return str(numbers[place["name"]] - int(place["less"] or 0))


class _Grammar(NamedTuple):
    """The `bodies` of a grammar's rules and terminals by name, including imported ones, and the
    name of the terminal that is `ignored` between tokens, if there is one."""

    bodies: Mapping[str, str]
    ignored: str | None

    def expression(self, body: str) -> str:
        """Return the regular expression of a rule's or a terminal's body.

        Rules and tokens become atomic groups: Lark does not backtrack into tokens either, and
        matching takes linear time.  Possessive quantifiers would do the same, but are unreliable
        before CPython 3.11.5, and so are atomic groups around capturing groups before 3.11.8.
        """
        return _TOKEN.sub(self._translated, body)

    def _translated(self, token: re.Match[str]) -> str:
        name = token["name"]
        if not name:
            return _translated(token)
        inner = self.expression(self.bodies[name])
        is_terminal = name.strip("_").isupper()
        return f"(?>{self.between if is_terminal else ''}{inner})"

    @property
    def between(self) -> str:
        """The regular expression of the text that may stand between any two tokens."""
        return f"(?>(?:{self.expression(self.bodies[self.ignored])})*)" if self.ignored else ""


_STATEMENT = re.compile(
    r"""^(?: (?P<name>\w+)(?:\.\d+)?:\ (?P<body>.+)
           | %import\ \.(?P<imported>[\w-]+)\ .+
           | %ignore\ (?P<ignored>\w+)
           )$""",
    re.MULTILINE | re.VERBOSE,
)
"""A statement of a grammar file, which is one line; other lines are comments or empty."""

_TOKEN = re.compile(
    r"""/(?P<pattern>(?:[^/\\]|\\.)+)/
      | "(?P<text>[^"]+)"
      | ~(?P<times>\d+)
      | (?P<name>\w+)
      | (?P<sign>[?+*()\[\]|])
      | \ +
      """,
    re.VERBOSE,
)

_SIGNS = {"?": "?", "+": "+", "*": "*", "|": "|", "(": "(?>", ")": ")", "[": "(?>", "]": ")?"}

_CAPTURING = re.compile(r"(?<!\\)\((?!\?)")


def _translated(token: re.Match[str]) -> str:
    """Return the regular expression of a token that is not a name; empty for blanks."""
    if token["pattern"]:
        return f"(?:{_CAPTURING.sub('(?:', token['pattern'])})"
    if token["text"]:
        return f"(?:{re.escape(token['text'].encode().decode('unicode_escape'))})"
    if token["times"]:
        return f"{{{token['times']}}}"
    return _SIGNS.get(token["sign"], "")


@cache
def _grammar(language: str) -> _Grammar:
    imported: dict[str, str] = {}
    bodies: dict[str, str] = {}
    ignored = None
    for statement in _STATEMENT.finditer(grammar_of(language)):
        if statement["imported"]:
            imported |= _grammar(statement["imported"]).bodies
        elif statement["ignored"]:
            ignored = statement["ignored"]
        else:
            bodies[statement["name"]] = statement["body"]
    return _Grammar(imported | bodies, ignored)


@cache
def terminal(language: str, name: str) -> re.Pattern[str]:
    """Return the expression of a terminal."""
    grammar = _grammar(language)
    return re.compile(grammar.expression(grammar.bodies[name]))


class _Text(NamedTuple):
    """The rule `lines` in three parts: `head`, any number of repetitions of `puzzle`, `tail`."""

    head: re.Pattern[str]
    puzzle: re.Pattern[str]
    tail: re.Pattern[str]


_LINES = re.compile(r"(.*?)(?:\((puzzle .+?)\)|(puzzle))\+(.*)")


@cache
def _text(language: str) -> _Text:
    grammar = _grammar(language)
    match = _LINES.fullmatch(grammar.bodies["lines"])
    assert match, language
    head, with_gap, alone, tail = match.groups()
    head, puzzle, tail = map(grammar.expression, (head, with_gap or alone, tail))
    return _Text(re.compile(head), re.compile(puzzle), re.compile(tail + grammar.between))


def puzzle_expression(language: str) -> re.Pattern[str]:
    """Return the expression of a puzzle, and of the blank lines behind it."""
    return _text(language).puzzle


_NO_BLANKS = {ord(blank): None for blank in " \t\n"}


class Scanned(NamedTuple):
    """A part of a text: its start, its end, and the characters of its puzzle without blanks.

    `characters` is empty if the part is not one puzzle.
    """

    start: int
    end: int
    characters: str


def scan(language: str, text: str) -> Iterator[Scanned]:
    """Yield the puzzles at the beginning of a text; then the rest, unless all of it is
    well-formed."""
    rule = _text(language)
    head = rule.head.match(text)
    start = head.end() if head else 0
    while match := rule.puzzle.match(text, start):
        yield Scanned(start, match.end(), match[0].translate(_NO_BLANKS))
        start = match.end()
    if not rule.tail.fullmatch(text, start):
        yield Scanned(start, len(text), "")


def scan_parts(language: str, text: str, starts: Iterable[int]) -> Iterator[Scanned]:
    """Yield the parts of a text, which may or may not be puzzles.

    `starts` has the starts of the parts, in lines that are not blank; a part ends where the next
    one starts.
    """
    rule = _text(language)
    match, is_tail = rule.puzzle.match, rule.tail.fullmatch
    for start, end in pairwise(chain(starts, [len(text)])):
        first = match(text, start, end)
        is_puzzle = first and (first.end() == end or is_tail(text, first.end(), end))
        yield Scanned(start, end, first[0].translate(_NO_BLANKS) if first and is_puzzle else "")


# --- by Lark -----------------------------------------------------------------------------

_BLANKS = "[ \t]+"

_READABLE: dict[str, Text] = {
    "\n": END_OF_LINE,
    "[ \t]*\n": END_OF_LINE,
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

    return Lark(grammar_of(language), parser="lalr", start=start, import_paths=[_import])


def _import(_: object, name: str) -> tuple[str, str]:
    """Return the name and the text of a grammar file that another one imports."""
    return name, source(name)


def line_fault(language: str, rule: str, line: Line) -> Fault | None:
    """Return the first fault in a line, if it has one.

    `rule` matches a line with a token per character.  The terminal that matches the same lines as a
    whole is called like it, in capital letters and without `_line`.
    """
    token = rule.removesuffix("_line").upper()
    if terminal(language, token).fullmatch(line.text.lstrip(" \t") + "\n"):
        return None
    departure = _departure(language, rule, line.text)
    if departure is None:
        return None
    column, expected, found = departure
    return Fault(line.number, column, expected, found, text=line.text)


_Names = tuple[Text, ...]

_Departure = tuple[int, _Names, Text]


@lru_cache(maxsize=256)
def _departure(language: str, rule: str, line: str) -> _Departure | None:
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
        found = quote(signs[column - 1 : column])
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


def _expected_after(language: str, rule: str, text: str, states: tuple[int, ...]) -> _Names:
    """Return the terminals that may follow in a text where the parser has some states."""
    known = _known_states(language, rule)
    if states not in known:
        all_steps = _parsing(language, rule, text)
        steps = next(
            state for state in all_steps if tuple(state.parser_state.state_stack) == states
        )
        accepted = cast("set[str]", steps.accepts())  # type: ignore[no-untyped-call] # as above
        known[states] = _describe(parser(language, rule), accepted)
    return known[states]


@cache
def _known_states(*_: str) -> dict[tuple[int, ...], _Names]:
    """Return the expected terminals by the states of a parser: a dictionary per language and rule.

    Lark is slow to compute them.
    """
    return {}


def _describe(lark: Lark, terminals: Collection[str]) -> _Names:
    """Return the names of terminals for messages, without blanks, which are ignored.

    Characters come first, in order."""
    patterns = {t.pattern.value for t in lark.terminals if t.name in terminals} - {_BLANKS}
    names = map(_name, patterns)
    return tuple(sorted(names, key=lambda n: (1, n.code) if isinstance(n, Message) else (0, n)))


def _name(pattern: str) -> Text:
    symbols = _RANGE.fullmatch(pattern)
    if symbols:
        return name_of_symbol(symbols[1])
    return _READABLE.get(pattern, f"'{pattern}'")
