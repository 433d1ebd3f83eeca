"""Prints what people read besides the terminal: `python shown.py LANGUAGE` gives JSON.

Its keys are the names of what is shown; its values are lists of texts.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import ineqsudoku as iq
from ineqsudoku.apps.explain.page import Chapter, page
from ineqsudoku.apps.grade.grading import Attempt, Graded, Grading, verdict
from ineqsudoku.apps.grade.reports.html import write_html
from ineqsudoku.apps.grade.reports.results import GradeReport, report
from ineqsudoku.apps.grade.testdata import tests
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.worksheet import Exercise, Worksheet, pages
from ineqsudoku.apps.sandbox.compilation import LIMITS
from ineqsudoku.apps.sandbox.isolation import Bubblewrap
from ineqsudoku.apps.sandbox.languages import languages
from ineqsudoku.apps.sandbox.program import Execution, Limits
from ineqsudoku.apps.sandbox.submissions import contestants
from ineqsudoku.apps.web.api import answer_text
from ineqsudoku.apps.web.words import words_of_page
from ineqsudoku.messages import current_language, use_language

EXAMPLES = Path(__file__).parents[2] / "examples"
LAYOUT = (EXAMPLES / "cqoi2013.in").read_text(encoding="ascii")
ANSWER = (EXAMPLES / "cqoi2013.out").read_text(encoding="ascii")
WRONG = LAYOUT.replace("^ ^ v v v ^", "^ ^ ^ v v ^")


def worksheet() -> Iterator[str]:
    exercise = Exercise(Picture(iq.read(LAYOUT)), iq.Grid("".join(ANSWER.split())), "easy")
    for sheet in pages([exercise, exercise], Worksheet(has_answers=True, is_numbered=True)):
        yield "\n".join(sheet.texts())


def grade_page() -> Iterator[str]:
    text = StringIO()
    with TemporaryDirectory() as folder:
        write_html(_grade(Path(folder)), text)
    yield _without_tags(text.getvalue())


def _without_tags(html: str) -> str:
    return re.sub(r"<(script|style|svg|pre).*?</\1>|<[^>]*>", " ", html, flags=re.DOTALL)


def _grade(folder: Path) -> GradeReport:
    """A grade with runs of several verdicts."""
    outputs = (ANSWER, "1", ANSWER.replace("5", "4"), ANSWER * 2)
    executions = [Execution(code=0, cpu=0.1, peak=9, stdout=text.encode()) for text in outputs]
    executions += [
        Execution(reason="idle"),
        Execution(reason="wall"),
        Execution(signal=11, peak=99),
        Execution(code=3),
    ]
    (folder / "tests").mkdir()
    (folder / "in" / "A").mkdir(parents=True)
    (folder / "in" / "A" / "a.cpp").write_text("")
    for number in range(len(executions)):
        (folder / "tests" / f"{number}.in").write_text(LAYOUT)
    students = contestants(str(folder / "in"), languages())
    submission = students[0].submissions[0]
    grading = Grading(tests(str(folder / "tests")), Bubblewrap(), Limits(1, 4, 100), LIMITS)
    graded = [
        Graded(Attempt(submission, case), verdict(execution, grading.limits, case.expectation()))
        for case, execution in zip(grading.tests.cases, executions, strict=True)
    ]
    return report(grading, [submission], graded, students)


def explanation_page() -> Iterator[str]:
    explanation = iq.explain(iq.read(LAYOUT))
    yield _without_tags(page([Chapter("A", explanation, explanation.steps)]))


def answers() -> Iterator[str]:
    """The sentences in the answers of the page's server."""
    puzzle, wrong = ({"signs": iq.read(text).signs} for text in (LAYOUT, WRONG))
    requests: list[tuple[str, dict[str, object]]] = [
        ("read", {"text": LAYOUT.replace(">", "w", 1)}),
        ("read", {"text": "Dear Sir"}),
        ("judge", {"puzzle": puzzle}),
        ("judge", {"puzzle": wrong}),
        ("judge", {"puzzle": 1}),
        ("hint", {"puzzle": puzzle, "stage": 4}),
        ("explain", {"puzzle": puzzle}),
        ("explain", {"puzzle": wrong}),
        ("nothing", {}),
    ]
    language = current_language().name
    for name, request in requests:
        _, answer = answer_text(name, json.dumps(request), language)
        yield from _sentences(json.loads(answer))


def _sentences(value: Any) -> Iterator[str]:
    """Yield the texts of several words in a value of JSON, but no names for programs."""
    if isinstance(value, str) and " " in value:
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _sentences(item)
    elif isinstance(value, dict):
        for key in value.keys() - {"technique", "premises", "contradiction"}:
            yield from _sentences(value[key])


def words_of_the_page() -> Iterator[str]:
    yield from json.loads(words_of_page())[current_language().name]["words"].values()


SHOWN = {
    "worksheet": worksheet,
    "grade": grade_page,
    "explanation": explanation_page,
    "answers": answers,
    "page": words_of_the_page,
}


if __name__ == "__main__":
    with use_language(sys.argv[1]):
        json.dump({name: [*show()] for name, show in SHOWN.items()}, sys.stdout)
