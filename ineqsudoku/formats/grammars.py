"""What the grammars accept, and where a text leaves them.

Well-formed text is recognised by regular expressions made from the grammars.  Lark is
imported here, and only for a text with faults: importing it and building a parser takes as
long as all the rest of a run.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from typing import TYPE_CHECKING, cast

from ineqsudoku.errors import Fault
from ineqsudoku.formats import expressions
from ineqsudoku.formats.document import Line

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken
    from lark.parsers.lalr_interactive_parser import InteractiveParser

BLANKS = "[ \t]+"
END_OF_LINE = "the end of the line"

_READABLE = {
    "\n": END_OF_LINE,
    "[ \t]*\n": END_OF_LINE,
    "[1-9]": "a digit",
    "[1-6]": "a digit 1-6",
    "[1-4]": "a digit 1-4",
    "[A-P]": "a letter A-P",
    "[0.]": "'.'",
    "[.-]": "'-'",
}
"""How messages write the patterns of terminals that do not speak for themselves."""


@cache
def parser(language: str, start: str) -> Lark:
    """The LALR parser of `grammar/<language>.lark` for one start rule."""
    from lark import Lark

    return Lark.open(expressions.path(language), parser="lalr", start=start)


class Refused(Exception):
    """The grammar does not accept a text.  `index` is where the line starts that begins the
    first puzzle in which it finds a fault; `fault` is what it can say of that itself."""

    def __init__(self, index: int, fault: Fault) -> None:
        self.index = index
        self.fault = fault
        super().__init__(index, fault)


def puzzles(language: str, text: str, token: str | None) -> Iterator[tuple[int, str]]:
    """Each puzzle of a text: the number of its first line and its characters, no blanks.

    `token` is the terminal that takes a whole puzzle in one line, if the grammar has one.
    Raises `Refused` when the text as a whole is not of the language.
    """
    found = expressions.puzzles(language, text, token)
    return _parsed(language, text) if found is None else found


def _parsed(language: str, text: str) -> Iterator[tuple[int, str]]:
    """The puzzles as Lark finds them, with a line for a token.  Lark is the authority on what
    is refused, and says where."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    try:
        tree = parser(language, "lines").parse(text)
    except (UnexpectedCharacters, UnexpectedToken) as error:
        raise _refused(text, error) from None
    for puzzle in cast("list[Tree[Token]]", tree.children):
        lines = cast("list[Token]", puzzle.children)
        yield cast(int, lines[0].line), "".join("".join(lines).split())


def _refused(text: str, error: UnexpectedCharacters | UnexpectedToken) -> Refused:
    index = cast(int, error.pos_in_stream)
    start = text.rfind("\n", 0, index) + 1
    found = text[index : index + 1].rstrip("\n")
    line = text[start:].partition("\n")[0]
    fault = Fault(error.line, error.column, ("a puzzle",), quoted(found), text=line)
    return Refused(min([start, *_pending(error)]), fault)


def _pending(error: UnexpectedCharacters | UnexpectedToken) -> Iterator[int]:
    """Where the lines start that the parser has read of a puzzle not yet finished."""
    from lark import Token, Tree

    for value in error.interactive_parser.parser_state.value_stack:
        # With one underscore the grammar names what is no part of a puzzle, with two Lark
        # names what it makes of a `+`: the finished puzzles.
        if isinstance(value, Token) and not value.type.startswith("_"):
            yield cast(int, value.start_pos)
        elif isinstance(value, Tree) and not value.data.startswith("__"):
            yield from (token.start_pos for token in value.scan_values(lambda _: True))


def line_fault(language: str, token: str, rule: str, line: Line) -> Fault | None:
    """Where one line goes wrong, if it does.

    `token` is the terminal that takes a whole line and `rule` the rule that takes the same
    lines a character at a time.
    """
    if expressions.terminal(language, token).fullmatch(line.text.lstrip(" \t") + "\n"):
        return None
    return _first_fault(language, rule, line)


def _first_fault(language: str, rule: str, line: Line) -> Fault | None:
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    lark = parser(language, rule)
    steps = lark.parse_interactive(line.text + "\n")
    # What Lark would accept is asked for after each token: when the next one is refused, the
    # parser has already acted on the sight of it and its answer would be wrong.
    accepted = _accepted(steps)
    try:
        # Lark's interactive parser has no types.
        for token in steps.lexer_thread.lex(steps.parser_state):  # type: ignore[no-untyped-call]
            steps.feed_token(token)
            accepted = _accepted(steps)
    except (UnexpectedCharacters, UnexpectedToken) as error:
        # Lark calls blanks before the end of a line part of the end; people look behind
        # the last sign.
        signs = line.text.rstrip(" \t")
        column = min(error.column, len(signs) + 1)
        found = signs[column - 1 : column]
        expected = _described(lark, accepted)
        return Fault(line.number, column, expected, quoted(found), text=line.text)
    return None


def _accepted(steps: InteractiveParser) -> set[str]:
    return cast("set[str]", steps.accepts())  # type: ignore[no-untyped-call] # as above


def _described(lark: Lark, terminals: Collection[str]) -> tuple[str, ...]:
    """The terminals in words, in a fixed order; blanks, which mean nothing, are left out."""
    patterns = {t.pattern.value for t in lark.terminals if t.name in terminals} - {BLANKS}
    return tuple(sorted(_READABLE.get(pattern, f"'{pattern}'") for pattern in patterns))


def quoted(found: str) -> str:
    if not found:
        return END_OF_LINE
    if "\udc80" <= found <= "\udcff":
        return f"byte 0x{ord(found) - 0xDC00:02x}"  # see `document.UNDECODED`
    return f"'{found}'" if found.isprintable() else f"the character U+{ord(found):04X}"
