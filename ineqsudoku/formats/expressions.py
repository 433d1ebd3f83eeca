"""The grammars as regular expressions, which recognise well-formed text without Lark.

No rule of a grammar is recursive, so every rule is a regular expression.  A grammar file is
translated as it stands; `tests/test_grammars.py` compares the result with Lark.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple


def _folder() -> str:
    """The grammars are installed inside the package; in a checkout they stand beside it.

    Paths are plain strings here, since `pathlib` alone would cost 3 ms of the start-up.
    """
    package = os.path.dirname(os.path.dirname(__file__))
    inside, beside = (os.path.join(place, "grammar") for place in (package, package + "/.."))
    return inside if os.path.isdir(inside) else beside


_FOLDER = _folder()


def path(language: str) -> str:
    """The grammar file of a language."""
    return os.path.join(_FOLDER, f"{language}.lark")


@dataclass(frozen=True, slots=True)
class _Grammar:
    """The `bodies` of a grammar's rules and terminals by name, imported ones included, and
    the name of the terminal that is `ignored` between tokens, if there is one."""

    bodies: Mapping[str, str]
    ignored: str | None

    def expression(self, body: str) -> str:
        """The regular expression of a rule's or a terminal's body.

        Rules and tokens are atomic groups, as Lark never goes back into a token: matching takes
        linear time.  Possessive quantifiers would do the same, but are unreliable before
        CPython 3.11.5, as are atomic groups with capturing ones inside before 3.11.8.
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
        """The regular expression of what may stand between any two tokens."""
        return f"(?>(?:{self.expression(self.bodies[self.ignored])})*)" if self.ignored else ""


_STATEMENT = re.compile(
    r"""^(?: (?:%override\ )?(?P<name>\w+)(?:\.\d+)?:\ (?P<body>.+)
           | %import\ \.(?P<imported>[\w-]+)\ .+
           | %ignore\ (?P<ignored>\w+)
           )$""",
    re.MULTILINE | re.VERBOSE,
)
"""What a grammar file consists of, comments and empty lines aside; a statement is a line."""

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
    """A token of a body that is not a name; blanks are nothing."""
    if token["pattern"]:
        return f"(?:{_CAPTURING.sub('(?:', token['pattern'])})"
    if token["text"]:
        return f"(?:{re.escape(token['text'].encode().decode('unicode_escape'))})"
    if token["times"]:
        return f"{{{token['times']}}}"
    return _SIGNS.get(token["sign"], "")


@cache
def _grammar(language: str) -> _Grammar:
    """The grammar in `grammar/<language>.lark`."""
    imported: dict[str, str] = {}
    bodies: dict[str, str] = {}
    ignored = None
    with open(path(language), encoding="utf-8") as file:
        text = file.read()
    for statement in _STATEMENT.finditer(text):
        if statement["imported"]:
            imported |= _grammar(statement["imported"]).bodies
        elif statement["ignored"]:
            ignored = statement["ignored"]
        else:
            bodies[statement["name"]] = statement["body"]
    return _Grammar(imported | bodies, ignored)


@cache
def terminal(language: str, name: str) -> re.Pattern[str]:
    """The expression of a terminal."""
    grammar = _grammar(language)
    return re.compile(grammar.expression(grammar.bodies[name]))


class _Text(NamedTuple):
    """The rule `lines` in three parts: `head`, any number of times `puzzle`, `tail`."""

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


def puzzles(language: str, text: str, token: str | None) -> Iterator[tuple[int, str]] | None:
    """Each puzzle of a text: the number of its first line and its characters, no blanks.
    `None` when the text is not well-formed.

    `token` is the terminal that takes a whole puzzle in one line, if the grammar has one.
    """
    if token and _is_repeated(terminal(language, token), text):
        return enumerate(text.translate(_NO_INDENTS).split("\n")[:-1], 1)
    found = _puzzles(_text(language), text)
    return None if found is None else iter(found)


_NO_INDENTS = {ord(blank): None for blank in " \t"}
_NO_BLANKS = {ord(blank): None for blank in " \t\n"}


def _is_repeated(terminal: re.Pattern[str], text: str) -> bool:
    """Whether every line of a text is the same terminal, as in most large files."""
    end = 0
    while match := terminal.match(text, end):
        end = match.end()
    return 0 < end == len(text)


def _puzzles(rule: _Text, text: str) -> list[tuple[int, str]] | None:
    head = rule.head.match(text)
    start = before = head.end() if head else 0
    line = 1 + text.count("\n", 0, start)
    found = []
    while match := rule.puzzle.match(text, start):
        line += text.count("\n", before, start)
        found.append((line, match[0].translate(_NO_BLANKS)))
        before, start = start, match.end()
    return found if found and head and rule.tail.fullmatch(text, start) else None
