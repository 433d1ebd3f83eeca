"""The statement of a package in the languages of the program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ineqsudoku.apps.names import printable
from ineqsudoku.apps.package.drafts import ScoredGroup
from ineqsudoku.apps.package.options import PROGRAMMING_LANGUAGES
from ineqsudoku.messages import Message, language_of


@dataclass(frozen=True, slots=True)
class ProblemStatement:
    """The statement in one language.

    The sections, from `legend` on, are Markdown.

    `english_name`: the English name of the language, by which some judges name files.
    `limits`: the range of inputs, and the points of subtasks.
    `all_limits`: with the time and memory limits, for judges that do not show these themselves.
    `words`: the headings of sections, `sample_input` and `sample_output`, and `picture`, a
    description of the picture.
    """

    language: str
    english_name: str
    title: str
    legend: str
    input: str
    output: str
    limits: str
    all_limits: str
    words: Mapping[str, str]


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
    "rules. Any number of blanks and line breaks may stand before, between and after the digits. "
    "A row, or the whole grid, may also be printed without blanks, but `12` alone is not read as "
    "two digits. Nothing else may be printed.",
)

_INPUTS = Message(
    "statement.inputs",
    "Every input is one puzzle with all 108 signs. It has exactly one solution.",
)

_RESOURCES = Message(
    "statement.resources", "Time limit: {time_limit} s. Memory limit: {memory_limit} MiB."
)
_TIME_LIMIT = Message("statement.time-limit", "Time limit of {language}: {seconds} s.")


def resources(
    time_limit: float, memory_limit: int, time_limits: Mapping[str, float]
) -> list[Message]:
    """Return limits in seconds and MiB as sentences.

    `time_limits`: the limits of `PROGRAMMING_LANGUAGES` with their own.
    """
    sentences = [_RESOURCES.fill(time_limit=time_limit, memory_limit=memory_limit)]
    for language, name in PROGRAMMING_LANGUAGES.items():
        if language in time_limits:
            sentences.append(_TIME_LIMIT.fill(language=name, seconds=time_limits[language]))
    return sentences


_SUBTASK = Message(
    "statement.subtask",
    "Subtask {number}, {n} point: {content}.",
    "Subtask {number}, {n} points: {content}.",
)

_UNNAMED_SUBTASK = Message(
    "statement.unnamed-subtask", "Subtask {number}, {n} point.", "Subtask {number}, {n} points."
)
"""A subtask of tests outside any folder."""

_CONTENTS = {
    "easy": Message("statement.easy", "easy and moderate puzzles"),
    "hard": Message("statement.hard", "hard to extreme puzzles"),
    "killers": Message("statement.killers", "puzzles on which slow searches fail"),
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
    language: str,
    resources: Iterable[Message],
    subtasks: Iterable[ScoredGroup] = (),
    title: str = "",
) -> ProblemStatement:
    """Return the statement in one of `LANGUAGES`, with a setter's `title` if it is not empty."""
    say = language_of(language).sentence
    limits = [f"- {say(item)}" for item in (_INPUTS, *map(_describe, subtasks))]
    all_limits = [*limits, *(f"- {say(item)}" for item in resources)]
    return ProblemStatement(
        language=language,
        english_name=say(_ENGLISH_NAME),
        title=title or say(Message("statement.title", "Inequality Sudoku")),
        legend=say(_LEGEND),
        input=say(_INPUT),
        output=say(_OUTPUT),
        limits="\n".join(limits),
        all_limits="\n".join(all_limits),
        words={name: say(message) for name, message in _WORDS.items()},
    )


def _describe(subtask: ScoredGroup) -> Message:
    if not subtask.name:
        return _UNNAMED_SUBTASK.fill(number=subtask.number, n=subtask.points)
    name = printable(subtask.name).replace("`", "'")
    content = _CONTENTS.get(name, f"`{name}`")
    return _SUBTASK.fill(number=subtask.number, n=subtask.points, content=content)
