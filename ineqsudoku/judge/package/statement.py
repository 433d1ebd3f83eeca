"""The statement of a package in the languages of the program: Markdown, LaTeX and HTML from one
source."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from ineqsudoku.language import Message, language_of
from ineqsudoku.names import printable

if TYPE_CHECKING:
    from ineqsudoku.judge.package.problem import Group


@dataclass(frozen=True, slots=True)
class Statement:
    """The statement in one language.

    The sections, from `legend` on, use the Markdown that `latex` and `html` support: paragraphs,
    lists and code in backticks.

    `english_name`: the English name of the language, by which some judges name files.
    `limits`: the range of inputs, and the points of subtasks.
    `resources`: the time and memory limits, for judges that do not show these themselves.
    `words`: the headings `input`, `output`, `limits`, `sample_input` and `sample_output`, and
    `picture`, a description of the picture.
    """

    language: str
    english_name: str
    title: str
    legend: str
    input: str
    output: str
    limits: str
    resources: str
    words: Mapping[str, str]

    @property
    def all_limits(self) -> str:
        return f"{self.limits}\n{self.resources}"


_ENGLISH_NAME = Message("statement.language-in-english", "english")
"""In the catalogue of another language, the English name of that language."""

_LEGEND = Message(
    "statement.legend",
    "In an inequality sudoku no digit is given. The grid has 9 rows and 9 columns and consists of "
    "nine boxes of 3 rows and 3 columns each. Between every two neighbouring cells of a box stands "
    "a sign that says which of the two digits is the smaller one.\n\n"
    "Fill the grid with the digits 1 to 9, so that\n\n"
    "- every row, every column and every box has each digit exactly once, and\n"
    "- every sign holds.",
)

_INPUT = Message(
    "statement.input-format",
    "The input has 15 lines, five for each band of three rows from top to bottom: across, down, "
    "across, down, across.\n\n"
    "- An across line has 6 signs, each `<` or `>`. They compare neighbouring cells of a row, two "
    "signs for each of its three boxes from left to right. `<` says that the left digit is less "
    "than the right one, and `>` that it is greater.\n"
    "- A down line has 9 signs, each `^` or `v`. They compare the cells of a row with those below, "
    "from left to right. `^` says that the upper digit is less than the lower one, and `v` that it "
    "is greater.\n\n"
    "There is one blank between two signs of a line.",
)

_OUTPUT = Message(
    "statement.output-format",
    "Print the solved grid: nine lines of nine digits with blanks between them.\n\n"
    "An output is accepted if it has exactly 81 digits, row by row, and the grid follows all "
    "rules. Any number of blanks and line breaks may stand between two digits, but at least one: "
    "`12` is not read as two digits. Blanks and line breaks before the first digit and after the "
    "last one do not matter. Nothing else may be printed.",
)

_INPUTS = Message(
    "statement.inputs",
    "Every input is one puzzle with all 108 signs. It has exactly one solution.",
)

_RESOURCES = Message(
    "statement.resources", "Time limit: {time_limit} s. Memory limit: {memory_limit} MiB."
)

_SUBTASK = Message(
    "statement.subtask",
    "Subtask {number}, {n} point: {content}.",
    "Subtask {number}, {n} points: {content}.",
)

_CONTENTS = {
    "easy": Message("statement.easy", "easy puzzles"),
    "hard": Message("statement.hard", "hard puzzles"),
    "killers": Message("statement.killers", "puzzles on which a search in row-major order is slow"),
}
"""Descriptions of the tests in subtasks of these names; other subtasks are shown by name."""

_WORDS = {
    "input": Message("statement.input", "Input"),
    "output": Message("statement.output", "Output"),
    "limits": Message("statement.limits", "Limits"),
    "sample_input": Message("statement.sample-input", "Sample Input"),
    "sample_output": Message("statement.sample-output", "Sample Output"),
    "picture": Message("statement.picture", "The sample and its solution"),
}


def statement(
    language: str, time_limit: float, memory_limit: int, subtasks: Iterable[Group] = ()
) -> Statement:
    """Return the statement in one of `LANGUAGES`; limits are in seconds and MiB."""
    say = language_of(language).sentence
    items = [_INPUTS, *map(_describe, subtasks)]
    return Statement(
        language,
        say(_ENGLISH_NAME),
        say(Message("statement.title", "Inequality Sudoku")),
        say(_LEGEND),
        say(_INPUT),
        say(_OUTPUT),
        "\n".join(f"- {say(item)}" for item in items),
        f"- {say(_RESOURCES.fill(time_limit=time_limit, memory_limit=memory_limit))}",
        {name: say(message) for name, message in _WORDS.items()},
    )


def _describe(subtask: Group) -> Message:
    name = printable(subtask.name).replace("`", "'")
    content = _CONTENTS.get(name, f"`{name}`")
    return _SUBTASK.fill(number=subtask.number, n=subtask.points, content=content)


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
