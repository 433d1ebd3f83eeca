"""The statement of a package in English and Chinese: Markdown, LaTeX and HTML from one source."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from ineqsudoku.names import printable

if TYPE_CHECKING:
    from ineqsudoku.judge.package.problem import Group

LANGUAGES = ("en", "zh")


@dataclass(frozen=True, slots=True)
class Statement:
    """The statement in one language.

    The sections, from `legend` on, use the Markdown that `latex` and `html` support: paragraphs,
    lists and code in backticks.

    `limits`: the range of inputs, and the points of subtasks.
    `resources`: the time and memory limits, for judges that do not show these themselves.
    """

    language: str
    title: str
    legend: str
    input: str
    output: str
    limits: str
    resources: str

    @property
    def all_limits(self) -> str:
        return f"{self.limits}\n{self.resources}"

    @property
    def english_name(self) -> str:
        """The English name of the language."""
        return {"en": "english", "zh": "chinese"}[self.language]

    @property
    def words(self) -> Mapping[str, str]:
        """The headings `input`, `output`, `limits`, `sample_input` and `sample_output`, and
        `picture`, a description of the picture."""
        return _WORDS[self.language]


_WORDS = {
    "en": {
        "input": "Input",
        "output": "Output",
        "limits": "Limits",
        "sample_input": "Sample Input",
        "sample_output": "Sample Output",
        "picture": "The sample and its solution",
    },
    "zh": {
        "input": "输入格式",
        "output": "输出格式",
        "limits": "数据范围与限制",
        "sample_input": "样例输入",
        "sample_output": "样例输出",
        "picture": "样例及其解",
    },
}

_SUBTASK = {
    "en": "Subtask {number}, {points} points: {content}.",
    "zh": "子任务 {number}（{points} 分）：{content}。",
}

_CONTENTS = {
    "en": {
        "easy": "easy puzzles",
        "hard": "hard puzzles",
        "killers": "puzzles on which a search in row-major order is slow",
    },
    "zh": {
        "easy": "容易的谜题",
        "hard": "较难的谜题",
        "killers": "使逐行搜索很慢的谜题",
    },
}
"""Descriptions of the tests in subtasks of these names; other subtasks are shown by name."""


def statement(
    language: str, time_limit: float, memory_limit: int, subtasks: Iterable[Group] = ()
) -> Statement:
    """Return the statement in one of `LANGUAGES`; limits are in seconds and MiB."""
    file = files("ineqsudoku.judge.package") / "statement" / f"{language}.md"
    title, *sections = re.split("^##? ", file.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    named = (section.partition("\n") for section in sections)
    texts = {name: text.strip() for name, _, text in named}
    lines = [texts["limits"], *(f"- {_description(language, its)}" for its in subtasks)]
    texts["limits"] = "\n".join(lines)
    texts["resources"] = texts["resources"].format(
        time_limit=f"{time_limit:g}", memory_limit=memory_limit
    )
    return Statement(language, title.strip(), **texts)


def _description(language: str, subtask: Group) -> str:
    name = printable(subtask.name).replace("`", "'")
    content = _CONTENTS[language].get(name, f"`{name}`")
    return _SUBTASK[language].format(number=subtask.number, points=subtask.points, content=content)


_BLOCKS = re.compile(r"\n\n+")

_LATEX = {
    **{character: f"\\{character}" for character in "#$%&_{}"},
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "\\": r"\textbackslash{}",
}


def _escape_for_latex(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in text)


class _Markup(NamedTuple):
    """How a language marks up a text: templates, and a function for plain text."""

    escaped: Callable[[str], str]
    code: str
    paragraph: str
    item: str
    items: str
    between: str


_IN_LATEX = _Markup(
    escaped=_escape_for_latex,
    code=r"\texttt{{{}}}",
    paragraph="{}",
    item=r"    \item {}",
    items="\\begin{{itemize}}\n{}\n\\end{{itemize}}",
    between="\n\n",
)

_IN_HTML = _Markup(
    escaped=escape,
    code="<code>{}</code>",
    paragraph="<p>{}</p>",
    item="<li>{}</li>",
    items="<ul>\n{}\n</ul>",
    between="\n",
)


def latex(markdown: str) -> str:
    """Return a section as LaTeX."""
    return _convert(markdown, _IN_LATEX)


def html(markdown: str) -> str:
    """Return a section as HTML."""
    return _convert(markdown, _IN_HTML)


def _convert(markdown: str, to: _Markup) -> str:
    blocks = []
    for block in _BLOCKS.split(markdown):
        if block.startswith("- "):
            lines = (line.removeprefix("- ") for line in block.split("\n"))
            listed = (to.item.format(_inline(line, to)) for line in lines)
            blocks.append(to.items.format("\n".join(listed)))
        else:
            blocks.append(to.paragraph.format(_inline(block, to)))
    return to.between.join(blocks)


def _inline(text: str, to: _Markup) -> str:
    parts = map(to.escaped, text.split("`"))
    return "".join(
        to.code.format(part) if number % 2 else part for number, part in enumerate(parts)
    )
