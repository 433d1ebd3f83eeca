"""The statement of a package in English and Chinese: Markdown, LaTeX and HTML from one source."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from html import escape
from pathlib import Path

LANGUAGES = ("en", "zh")


@dataclass(frozen=True, slots=True)
class Statement:
    """The statement in a language.  `legend`, `input` and `output` are in the Markdown that
    `latex` and `html` know: paragraphs, lists and code in backticks."""

    language: str
    title: str
    legend: str
    input: str
    output: str

    @property
    def english_name(self) -> str:
        """What the language is called where names of languages are wanted."""
        return {"en": "english", "zh": "chinese"}[self.language]

    @property
    def words(self) -> Mapping[str, str]:
        """Headings: `input`, `output`, `sample_input`, `sample_output`."""
        return _WORDS[self.language]


_WORDS = {
    "en": {
        "input": "Input",
        "output": "Output",
        "sample_input": "Sample Input",
        "sample_output": "Sample Output",
    },
    "zh": {
        "input": "输入格式",
        "output": "输出格式",
        "sample_input": "样例输入",
        "sample_output": "样例输出",
    },
}


def statement(language: str) -> Statement:
    """Returns the statement in one of `LANGUAGES`."""
    path = Path(__file__).with_name("statement") / f"{language}.md"
    title, *sections = re.split("^##? ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    named = (section.partition("\n") for section in sections)
    return Statement(language, title.strip(), **{name: text.strip() for name, _, text in named})


_BLOCKS = re.compile(r"\n\n+")

_LATEX = {
    **{character: f"\\{character}" for character in "#$%&_{}"},
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "\\": r"\textbackslash{}",
}


def latex(markdown: str) -> str:
    """Returns the LaTeX of a section."""
    inline = partial(_inline, code=r"\texttt{{{}}}", escaped=_escaped_for_latex)
    item, items = r"    \item {}", "\\begin{{itemize}}\n{}\n\\end{{itemize}}"
    return _converted(markdown, inline, "{}", item, items, "\n\n")


def html(markdown: str) -> str:
    """Returns the HTML of a section."""
    inline = partial(_inline, code="<code>{}</code>", escaped=escape)
    return _converted(markdown, inline, "<p>{}</p>", "<li>{}</li>", "<ul>\n{}\n</ul>", "\n")


def _converted(
    markdown: str, inline: Callable[[str], str], paragraph: str, item: str, items: str, between: str
) -> str:
    found = []
    for block in _BLOCKS.split(markdown):
        if block.startswith("- "):
            listed = [item.format(inline(line.removeprefix("- "))) for line in block.split("\n")]
            found.append(items.format("\n".join(listed)))
        else:
            found.append(paragraph.format(inline(block)))
    return between.join(found)


def _inline(text: str, code: str, escaped: Callable[[str], str]) -> str:
    parts = text.split("`")
    return "".join(
        code.format(escaped(part)) if number % 2 else escaped(part)
        for number, part in enumerate(parts)
    )


def _escaped_for_latex(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in text)
