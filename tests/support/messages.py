"""The messages of the program, and the catalogues of its languages.

`python tests/support/messages.py` brings the catalogues up to date and compiles them: a new message
is empty there, and one whose English changed keeps its old translation, marked as fuzzy.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from ineqsudoku.messages import ENGLISH, LANGUAGES
from ineqsudoku.messages.message import DOMAIN

PACKAGE = Path(__file__).parents[2] / "ineqsudoku"
LABELS = PACKAGE / "apps" / "web" / "page" / "words.json"

HEADER = "# The sentences of ineqsudoku.  CONTRIBUTING.md says how to change them."
UNREAD = re.compile(
    rb'"(?:Generated-By|Language-Team|Last-Tr|PO-|POT-|Project-|Report-).*\n'
    rb"|#, python-brace-format\n"
)
"""Fields in the head of a catalogue that nobody reads, such as dates, and a flag of nearly every
message."""


class Source(NamedTuple):
    """A message of the program: its code, and its English with its plural or an empty text."""

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
    """All messages of the program, in order: those of calls, and the words of the page."""
    page = json.loads(LABELS.read_text(encoding="utf-8")).items() if LABELS.exists() else ()
    words = {Source(f"page.{name}", text) for name, text in page}
    return sorted({*words, *(Source(*literals(call)) for _, call in calls())})


def fields_of(template: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name)


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


# --- catalogues ---------------------------------------------------------------------------


def catalogue(language: str) -> Catalog:
    return read_po(BytesIO(_path(language).read_bytes()), locale=language, domain=DOMAIN)


def to_translate(language: str) -> list[str]:
    """The codes of the messages that a catalogue lacks, has without a translation, or as fuzzy."""
    known = catalogue(language)
    entries = ((source.code, known.get(source.msgid, source.code)) for source in sources())
    return [
        code for code, entry in entries if not entry or entry.fuzzy or not all(strings_of(entry))
    ]


def strings_of(entry: Message) -> list[str]:
    """The translation of an entry of a catalogue; several sentences if it counts."""
    strings = entry.string or ""
    return [strings] if isinstance(strings, str) else [*strings]


def update(language: str) -> None:
    """Bring a catalogue up to date with the program, compile it, and name what is left to do."""
    path = _path(language)
    updated = catalogue(language) if path.exists() else Catalog(locale=language, domain=DOMAIN)
    updated.update(_template(), update_header_comment=False)
    updated.obsolete.clear()
    updated.header_comment = HEADER
    path.parent.mkdir(parents=True, exist_ok=True)
    text = BytesIO()
    write_po(text, updated, width=100)
    path.write_bytes(UNREAD.sub(b"", text.getvalue()))
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, updated)
    for code in to_translate(language):
        sys.stdout.write(f"{language}: {code}\n")


def _template() -> Catalog:
    template = Catalog(domain=DOMAIN)
    for source in sources():
        template.add(source.msgid, context=source.code)
    return template


def _path(language: str) -> Path:
    return PACKAGE / "messages" / language / "LC_MESSAGES" / f"{DOMAIN}.po"


if __name__ == "__main__":
    for language in LANGUAGES:
        if language != ENGLISH:
            update(language)
