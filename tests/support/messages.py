"""The messages of the program, and the catalogues of its languages.

`python tests/support/messages.py` brings the catalogues up to date and compiles them: a new message
is empty there, and one whose English changed keeps its old translation, marked as fuzzy.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from ineqsudoku.apps.cli.commands import PROGRAM, cli
from ineqsudoku.apps.cli.help_pages import environment_page, help_pages
from ineqsudoku.messages import ENGLISH, LANGUAGES, Argument, Items, Message
from ineqsudoku.messages.message import DOMAIN

PACKAGE = Path(__file__).parents[2] / "ineqsudoku"
HEADER = "# The sentences of ineqsudoku.  CONTRIBUTING.md says how to change them."
UNUSED = tuple(
    f'"{field}'.encode()
    for field in ("Generated-By", "Language-Team", "Last-Tr", "PO-", "POT-", "Project-", "Report-")
)
"""Fields in the head of a catalogue that nobody reads, such as dates."""

FLAG = b"#, python-brace-format\n"
"""A flag of nearly every message."""

LABELS = PACKAGE / "apps" / "web" / "page" / "words.json"


@dataclass(frozen=True, order=True)
class Source:
    """A message of the program: its code, and its English with its plural or an empty text.

    Click's own messages have no code.
    """

    code: str
    english: str
    plural: str = ""

    @property
    def msgid(self) -> str | tuple[str, str]:
        return (self.english, self.plural) if self.plural else self.english

    @property
    def fields(self) -> frozenset[str]:
        return fields_of(self.plural or self.english)


def sources() -> list[Source]:
    """All messages of the program, in order."""
    return sorted({*_in_modules(), *_in_help(), *OF_CLICK, *_in_page()})


def fields_of(template: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name)


def catalogue(language: str) -> Catalog:
    return read_po(BytesIO(_path(language).read_bytes()), locale=language, domain=DOMAIN)


def calls() -> Iterator[tuple[str, ast.Call]]:
    """The calls that make messages, with their places."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if "solutions" in path.parts:  # programs that a package hands to a judge
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Message":
                yield f"{path.relative_to(PACKAGE)}:{node.lineno}", node


def literals(call: ast.Call) -> list[str]:
    """The code and the English of the message that a call makes."""
    return [str(text.value) for text in call.args if isinstance(text, ast.Constant)]


def words_of(value: Argument) -> set[str]:
    """The words in Latin letters of what a value says in the current language.

    Quoted input and addresses have none.
    """
    if isinstance(value, Items):
        return set().union(*map(words_of, value.values))
    if isinstance(value, Message):
        bare = {name: number if name == "n" else "" for name, number in value.arguments}
        text = str(Message(value.code, value.english, value.plural, **bare))
        text = re.sub("'[^']*'", "", text)
        return set(_WORD.findall(text)).union(*(words_of(part) for _, part in value.arguments))
    text = str(value)
    is_quoted = len(text) > 2 and text[0] == text[-1] == "'"
    return set() if is_quoted or "://" in text else set(_WORD.findall(text))


_WORD = re.compile(r"(?<![0-9A-Za-z+])[A-Za-z]{2,}")


def _in_modules() -> Iterator[Source]:
    for _, call in calls():
        yield Source(*literals(call))


def _in_help() -> Iterator[Source]:
    for page in [*help_pages(cli, PROGRAM), environment_page(PROGRAM)]:
        for message in _inside(page):
            yield Source(message.code, message.english, message.plural)


def _inside(value: object) -> Iterator[Message]:
    """The messages in a help page, with those in their arguments."""
    if isinstance(value, Message):
        yield value
        value = dict(value.arguments).values()
    elif is_dataclass(value):
        value = [getattr(value, field.name) for field in fields(value)]
    if isinstance(value, Iterable) and not isinstance(value, str):
        for item in value:
            yield from _inside(item)


OF_CLICK = [
    Source("", "Error: {message}"),
    Source("", "Try '{command} {option}' for help."),
    Source("", "Missing command."),
    Source("", "Invalid value: {message}"),
    Source("", "Invalid value for {param_hint}: {message}"),
    Source("", "{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    Source(
        "",
        "Option {name!r} requires an argument.",
        "Option {name!r} requires {nargs} arguments.",
    ),
    Source("", "Option {name!r} does not take a value."),
    Source(
        "",
        "Got unexpected extra argument ({args})",
        "Got unexpected extra arguments ({args})",
    ),
    Source("", "Show this message and exit."),
]
"""Messages of click that users meet; it asks gettext for them, without a context."""


def _in_page() -> Iterator[Source]:
    if LABELS.exists():
        for name, text in json.loads(LABELS.read_text(encoding="utf-8")).items():
            yield Source(f"page.{name}", text)


def _path(language: str) -> Path:
    return PACKAGE / "messages" / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def update(language: str) -> None:
    """Bring a catalogue up to date with the program, compile it, and name what is left to do."""
    path = _path(language)
    updated = updated_catalogue(language, catalogue(language) if path.exists() else Catalog())
    path.parent.mkdir(parents=True, exist_ok=True)
    text = BytesIO()
    write_po(text, updated, width=100)
    lines = text.getvalue().splitlines(keepends=True)
    path.write_bytes(
        b"".join(line for line in lines if not line.startswith(UNUSED) and line != FLAG)
    )
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, updated)
    for message in updated:
        if message.id and (message.fuzzy or not any(message.string or ())):
            state = "fuzzy" if message.fuzzy else "not translated"
            sys.stdout.write(f"{language}: {message.context}: {state}\n")


def updated_catalogue(language: str, known: Catalog) -> Catalog:
    """The catalogue of all messages, with the translations that are known."""
    now = {(source.code, source.msgid) for source in sources()}
    before = {
        message.context: message
        for message in known
        if message.context and (message.context, message.id) not in now
    }
    updated = Catalog(locale=language, domain=DOMAIN, header_comment=HEADER, fuzzy=False)
    for source in sources():
        msgid = source.msgid
        message = known.get(msgid, source.code or None)
        if message and message.id == msgid:
            updated.add(msgid, message.string, context=message.context, flags=message.flags)
            continue
        changed = before.get(source.code)
        strings = changed.string if changed and changed.string else ()
        strings = (strings,) if isinstance(strings, str) else strings
        string = strings if source.plural else "".join(strings[:1])
        flags = {"fuzzy"} if any(strings) else ()
        updated.add(msgid, string, context=source.code or None, flags=flags)
    return updated


def main() -> None:
    for language in LANGUAGES:
        if language != ENGLISH:
            update(language)


if __name__ == "__main__":
    main()
