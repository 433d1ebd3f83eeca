"""What setters write themselves: statements in Markdown files, and explanations of samples."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from ineqsudoku.apps.names import name_errors, quote
from ineqsudoku.apps.package.markdown import MARKDOWN, plain
from ineqsudoku.apps.package.options import is_title
from ineqsudoku.apps.package.statement import LEGEND, SECTIONS, OwnStatement
from ineqsudoku.apps.sandbox.files import plain_file
from ineqsudoku.errors import Fault, PuzzleSyntaxError
from ineqsudoku.formats.words import A_LONGER_TEXT, END_OF_FILE, quote_beginning
from ineqsudoku.formats.words import quote as quote_character
from ineqsudoku.messages import LANGUAGES, Message, Text, language_of

OURS = "{ours}"
"""A paragraph that stands for the text that the section has without the file."""

MAX_KIB = 64

MAX_DEPTH = 20
"""The greatest depth of blocks, and of emphasis and links."""

_MOST_KIB = Message("own.most-kib", "a text of at most {size} KiB")
_MOST_LEVELS = Message("own.most-levels", "at most {most} levels of markup")
_A_TEXT = Message("formats.text", "text")
_IN_UTF_8 = Message("own.text-in-utf-8", "text in UTF-8")
_AN_EMPTY_TEXT = Message("formats.empty", "an empty text")
_END_OF_CODE = Message("own.end-of-code", "the end of this code block")
_AN_ADDRESS = Message("own.address", "the address of a picture, such as https://…")
_A_TITLE = Message("own.title", "a title of 1-200 printable characters")
_ONE_TITLE = Message("own.one-title", "one title, before everything else")
_HEADING = Message("own.heading", "## {section}")
_TEXT_BELOW = Message("own.text-below", "text below this heading")

_NO_TEXT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff\udc80-\udcff]")
"""Characters that are no text, and bytes that are not UTF-8; XML has no place for most of them."""


def read_statement(path: str) -> OwnStatement:
    """Return the statement in a Markdown file.

    A heading `#` is the title; headings `##` begin sections, with names in any language.

    Raises `OSError`, and `IneqSudokuError` for a file that is no such statement.
    """
    with plain_file(path) as file, name_errors(path):
        data = file.read(MAX_KIB * 1024 + 1)
    document = _read(data, quote(path))
    title, blocks = "", document.blocks
    if blocks[0].tag == "h1":
        title = plain(blocks.pop(0)).strip()
        if not is_title(title):
            document.fail(1, [_A_TITLE], quote_beginning(title))
    sections = _sections(document, blocks)
    return OwnStatement(title, {its.name: document.texts(its.blocks) for its in sections})


def read_explanation(data: bytes, name: str) -> str:
    """Return the text of a Markdown file that is called `name`.

    Raises `PuzzleSyntaxError` for a file that is empty or no text.
    """
    return _read(data, name).text.strip("\n")


@dataclass(frozen=True, slots=True)
class _Document:
    """A Markdown file: its name, its text, the blocks of the text, and the addresses of links that
    the text defines by labels, in capital letters."""

    name: str
    text: str
    blocks: list[SyntaxTreeNode]
    links: Mapping[str, str]

    def fail(self, line: int, expected: Sequence[Text], found: Text) -> NoReturn:
        _fail(self.name, self.text, (line, 1), expected, found)

    def texts(self, blocks: Sequence[SyntaxTreeNode]) -> tuple[str, ...]:
        """Return the texts of neighbouring blocks between the paragraphs that stand for ours."""
        lines = self.text.split("\n")
        edges = [_lines(blocks[0])[0]]
        for block in blocks:
            if block.type == "paragraph" and plain(block) == OURS:
                edges += _lines(block)
        edges.append(_lines(blocks[-1])[1])
        texts = ["\n".join(lines[a:b]) for a, b in zip(edges[::2], edges[1::2], strict=True)]
        whole = "\n".join(["", *texts]).upper()
        texts[-1] += "".join(
            f"\n\n[{label}]: <{address}>"
            for label, address in self.links.items()
            if f"[{label}]" in whole and f"\n[{label}]:" not in whole
        )
        return tuple(text.strip("\n") for text in texts)


def _lines(block: SyntaxTreeNode) -> tuple[int, int]:
    """Return the first line of a block and the line after it, from 0."""
    assert block.map
    return block.map


def _read(data: bytes, name: str) -> _Document:
    text = _decoded(data, name)
    found: dict[str, dict[str, dict[str, str]]] = {}
    tokens = MARKDOWN.parse(text, found)
    if not tokens:
        _fail(name, text, (1, 1), [_A_TEXT], _AN_EMPTY_TEXT)
    for token in tokens:
        _require_sound(name, text, token)
    links = {label: its["href"] for label, its in found.get("references", {}).items()}
    return _Document(name, text, SyntaxTreeNode(tokens).children, links)


def _decoded(data: bytes, name: str) -> str:
    if len(data) > MAX_KIB * 1024:
        _fail(name, "", (1, 1), [_MOST_KIB.fill(size=MAX_KIB)], A_LONGER_TEXT)
    text = _plain_lines(data.decode("utf-8", "surrogateescape"))
    if control := _NO_TEXT.search(text):
        before = text[: control.start()]
        place = before.count("\n") + 1, control.start() - before.rfind("\n")
        expected = _IN_UTF_8 if "\udc80" <= control[0] <= "\udcff" else _A_TEXT
        _fail(name, text, place, [expected], quote_character(control[0]))
    return f"{text}\n"


def _plain_lines(text: str) -> str:
    """Return `text` without a byte-order mark and with a line feed for every line end."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _fail(
    name: str, text: str, place: tuple[int, int], expected: Sequence[Text], found: Text
) -> NoReturn:
    line = text.split("\n")[place[0] - 1]
    raise PuzzleSyntaxError(name, (Fault(*place, (*expected,), found, text=line),))


def _require_sound(name: str, text: str, token: Token) -> None:
    """Refuse code without an end, which would go on in our text, pictures in other files, and
    depths that no recursion reaches."""
    first, end = token.map or (0, 0)
    place = first + 1, 1
    is_open = end - first - 1 == token.content.count("\n")
    if token.type == "fence" and token.level == 0 and is_open:
        _fail(name, text, place, [_END_OF_CODE], END_OF_FILE)
    parts = token.children or []
    if any(part.level > MAX_DEPTH for part in (token, *parts)):
        found = quote_beginning(text.split("\n")[first])
        _fail(name, text, place, [_MOST_LEVELS.fill(most=MAX_DEPTH)], found)
    for part in parts:
        address = str(part.attrs.get("src", ""))
        if part.type == "image" and not address.startswith(("https://", "http://")):
            _fail(name, text, place, [_AN_ADDRESS], quote_beginning(address))


@dataclass(frozen=True, slots=True)
class _Section:
    """A section: its name, the line of its heading, from 1, and its blocks."""

    name: str
    line: int
    blocks: list[SyntaxTreeNode]


def _sections(document: _Document, blocks: Iterable[SyntaxTreeNode]) -> list[_Section]:
    """Return the sections in their order."""
    names = {
        language_of(language).sentence(heading).casefold(): name
        for language in LANGUAGES
        for name, heading in SECTIONS.items()
    }
    sections = [_Section(LEGEND, 0, [])]
    for block in blocks:
        if block.tag not in ("h1", "h2"):
            sections[-1].blocks.append(block)
            continue
        line = _lines(block)[0] + 1
        found = quote_beginning(document.text.split("\n")[line - 1])
        if block.tag == "h1":
            document.fail(line, [_ONE_TITLE], found)
        name = names.get(plain(block).strip().casefold())
        others = {section.name for section in sections}
        if name is None or name in others:
            left = [heading for other, heading in SECTIONS.items() if other not in others]
            says = [language_of(language).sentence for language in LANGUAGES]
            expected = [_HEADING.fill(section=say(heading)) for say in says for heading in left]
            document.fail(line, expected or [END_OF_FILE], found)
        sections.append(_Section(name, line, []))
    for section in sections[1:]:
        if not section.blocks:
            document.fail(section.line, [_TEXT_BELOW], _AN_EMPTY_TEXT)
    return [section for section in sections if section.blocks]
