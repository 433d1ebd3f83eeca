"""The words of setters in packages, titles and authors; statements; given and new tests."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from commands import Command
from effort import examples
from hypothesis import example, given, strategies as st
from markdown_it import MarkdownIt
from packages import OTHER, built, package, tests as tests
from puzzles import BZOJ_3109, CONTEST, CONTEST_ANSWER

import ineqsudoku as iq
from ineqsudoku.apps.package.drafts import (
    WEIGHTS,
    Draft,
    Drafts,
    arrange,
    extended,
    new_tests,
    planned,
)
from ineqsudoku.apps.package.files import render
from ineqsudoku.apps.package.markdown import html, latex
from ineqsudoku.apps.package.options import TARGETS, is_title
from ineqsudoku.apps.package.problem import Problem
from ineqsudoku.messages import LANGUAGES
from ineqsudoku.puzzle import Grid

pytestmark = pytest.mark.package

of_all_targets = pytest.mark.parametrize("target", TARGETS)

# --- titles and authors ------------------------------------------------------------------

AWKWARD = [
    'Ann "A: b" # x',
    "- yes: no",
    "yes",
    "123",
    "null",
    "~",
    "a & b <c> ]]> &amp;",
    r"\n \\ \end{x} \" ",
    "100% $5 ${HOME} $x$ _a_ ^b^ ~c~ {d}",
    "`code` *em* **strong** [a](b) ![c](d) <https://e> # ",
    "{{ problem.name }} {% raw %} {# x #}",
    "'single' \"double\" ; = [x] !",
    "数独 🧩 ｛ü｝",
    "1. one",
    "| a | b |",
]

texts = st.one_of(
    st.sampled_from(AWKWARD),
    st.text(st.sampled_from("'\"\\:;#-&<>[]{}%!|=*_^~$`() aé数🧩.0\u00df"), max_size=12),
    st.text(max_size=12),
).filter(is_title)


Changed = Callable[..., Problem]


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Changed]:
    """Changes a problem with two samples and an empty picture."""
    folder = tmp_path_factory.mktemp("tests")
    (folder / "sample").mkdir()
    for name, text in (("sample/1", CONTEST), ("sample/2", OTHER), ("3", BZOJ_3109)):
        (folder / f"{name}.in").write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Problem, "picture", lambda *_: b"")
        problem = package("icpc", folder).problem
        yield lambda **more: replace(problem, **more)


@of_all_targets
@examples(25, quick=5)
@given(title=texts, author=texts)
@example(title=" ".join(AWKWARD)[:200], author=AWKWARD[0])
def test_every_format_gives_words_back(
    target: str, changed: Changed, title: str, author: str
) -> None:
    problem = changed(titles=dict.fromkeys(LANGUAGES, title), author=author)
    files = render(target, problem)
    given = {"title": {title.strip()}}
    given["author"] = {author.strip(), ", ".join(problem.authors).strip()}
    words = [pair for path, data in files.items() for pair in words_in(path, data)]
    assert "title" in dict(words)
    for name, text in words:
        assert text.strip() in given[name]


def words_in(path: str, data: bytes) -> Iterator[tuple[str, str]]:
    """Titles and authors in a file, as a parser of its format reads them."""
    name, text = path.rpartition("/")[2], data.decode("utf-8", "replace")
    if name == "problem.yaml":
        yield from words_of_yaml(yaml.safe_load(text))
    elif name.endswith(".cdf"):
        contest = json.loads(text)
        yield "title", contest["contestTitle"]
        yield "title", contest["tasks"][0]["problemTitle"]
    elif name == "problem.xml":
        yield from (("title", it.get("value", "")) for it in ET.fromstring(data).iter("name"))
    elif name == "name.tex":
        yield "title", from_latex(text)
    elif name == "problem-properties.json":
        yield "title", json.loads(text)["name"]
        yield "author", json.loads(text)["authorName"]
    elif name.endswith(".tex"):
        yield from (("title", it) for it in re.findall(r"(?m)^%% plainproblemname: (.*)$", text))
        start = r"(?m)^\\(?:problemname|begin\{problem\})\{(.*?)\}(?:(?:\{[\w .]*\}){4})?$"
        yield from (("title", from_latex(title)) for title in re.findall(start, text))
    elif name.endswith(".html"):
        yield from (("title", heading) for heading in Headings(text).texts)
    elif re.search(r"^(problem_|statement\.)", name):
        heading = MarkdownIt("js-default", {"linkify": False}).parse(text)[1].children or ()
        assert {part.type for part in heading} <= {"text"}
        yield "title", "".join(part.content for part in heading)


def words_of_yaml(tree: dict[str, Any]) -> Iterator[tuple[str, str]]:
    titles = tree.get("title", tree["name"] if "title" not in tree else "")
    yield from (("title", it) for it in (titles.values() if isinstance(titles, dict) else [titles]))
    authors = [tree.get("author"), tree.get("rights_owner"), *tree.get("credits", {}).values()]
    for author in authors:
        if author is not None:
            yield "author", ", ".join(author) if isinstance(author, list) else author


_NAMES = {
    "textbackslash": "\\",
    "textasciicircum": "^",
    "textasciitilde": "~",
    "textasciigrave": "`",
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
}


def from_latex(text: str) -> str:
    """The text that LaTeX shows; fails for what it takes for a command or a sign of its own."""
    shown = ""
    for part in re.finditer(r"\\([a-z]+)\{\}|\\([#$%&_{}])|\{([\[\]])\}|(.)", text):
        name, sign, bracket, plain = part.groups()
        assert plain is None or plain not in "#$%&_{}^~\\`<>|[]"
        shown += _NAMES[name] if name else sign or bracket or plain
    return shown


class Headings(HTMLParser):
    """The texts of the headings `h1`."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.is_inside = False
        self.feed(text)

    def handle_starttag(self, tag: str, _: object) -> None:
        self.is_inside = tag == "h1"
        if self.is_inside:
            self.texts.append("")

    def handle_endtag(self, _: str) -> None:
        self.is_inside = False

    def handle_data(self, data: str) -> None:
        if self.is_inside:
            self.texts[-1] += data


@of_all_targets
def test_each_language_has_its_title(target: str, tests: Path) -> None:
    files = built(target, tests, titles={"zh": "我的数独", "en": "My Sudoku"})
    words = [pair for path, data in files.items() for pair in words_in(path, data)]
    assert {title for name, title in words if name == "title"} <= {"我的数独", "My Sudoku"}
    assert ("title", "My Sudoku") in words


# --- statements --------------------------------------------------------------------------


def test_markdown_becomes_latex_and_html() -> None:
    text = "One & `<`, `^`.\n\n- a `v`\n- b_c"
    assert latex(text) == (
        "One \\& \\texttt{<}, \\texttt{\\textasciicircum{}}.\n\n"
        "\\begin{itemize}\n    \\item a \\texttt{v}\n    \\item b\\_c\n\\end{itemize}"
    )
    assert html(text) == (
        "<p>One &amp; <code>&lt;</code>, <code>^</code>.</p>\n"
        "<ul>\n<li>a <code>v</code></li>\n<li>b_c</li>\n</ul>"
    )


# --- tests from files and new ones -------------------------------------------------------


def drafts_of(*names: str, weights: Mapping[str, float]) -> Drafts:
    """Tests of subtasks of these names, the first of which is a sample."""
    puzzle, grid = iq.read(CONTEST), Grid("".join(CONTEST_ANSWER.split()))
    drafts = tuple(Draft(puzzle, grid, name, number == 0) for number, name in enumerate(names))
    return Drafts(drafts, weights or dict.fromkeys(names, 0))


NEW = ("easy", "easy", "hard", "killers")


@pytest.mark.parametrize(
    ("given", "weights", "expected"),
    [
        (("sample",), {}, {"easy": 30, "hard": 30, "killers": 40}),
        (("sample", "a"), {}, {"a": 25, "easy": 25, "hard": 25, "killers": 25}),
        (("a", "a"), {"a": 100}, {"a": 50, "easy": 15, "hard": 15, "killers": 20}),
        (("sample", "easy"), {"sample": 0, "easy": 30}, {"easy": 30, "hard": 30, "killers": 40}),
    ],
)
def test_new_tests_follow_given_ones(
    given: tuple[str, ...], weights: dict[str, float], expected: dict[str, int]
) -> None:
    new = drafts_of(*NEW, weights=WEIGHTS)
    new = Drafts(tuple(replace(draft, is_sample=False) for draft in new.drafts), WEIGHTS)
    both = extended(drafts_of(*given, weights=weights), new)
    tests, groups = arrange(both)
    assert {group.name: group.points for group in groups} == expected
    assert [test.is_sample for test in tests] == [True] + [False] * (len(given) + 3)


def test_samples_of_a_folder_come_with_new_tests(tests: Path) -> None:
    """No sample is made then, and points are for all other tests."""
    for name in ("9.in", "10.in"):
        (tests / name).unlink()
    options: dict[str, Any] = {"generate": 2, "killers": 0, "seed": 5, "points": (30, 70)}
    problem = package("luogu", tests, **options).problem
    assert [test.points for test in problem.tests] == [0, 30, 70]
    assert problem.samples[0].input == iq.write(iq.read(CONTEST), "contest")


def test_no_new_test_is_a_given_one() -> None:
    first = new_tests(planned(2, 0), 5, lambda *_: None).drafts[0]
    others = new_tests(planned(2, 0), 5, lambda *_: None, [first]).drafts
    assert first.puzzle not in [draft.puzzle for draft in others]


# --- the command -------------------------------------------------------------------------


def test_titles_reach_the_package(ineqsudoku: Command, tests: Path, tmp_path: Path) -> None:
    arguments = ["--to", "luogu", "--tests", tests, "--output", tmp_path / "p", "--unproven"]
    assert ineqsudoku("package", *arguments, "--title", "zh=甲=乙", "--title", "x=y").code == 0
    english, chinese = (
        (tmp_path / "p" / f"statement.{language}.md").read_text(encoding="utf-8")
        for language in ("en", "zh")
    )
    assert english.startswith("# x=y\n\nIn an inequality")
    assert chinese.startswith("# 甲=乙\n\n")
