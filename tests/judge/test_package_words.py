"""The words of setters in packages: titles, authors, statements and explanations of samples."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from effort import examples
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from packages import OTHER, built, package
from packages import tests as tests
from puzzles import BZOJ_3109, CONTEST

import ineqsudoku as iq
from ineqsudoku.judge.package.files import TARGETS, render
from ineqsudoku.judge.package.problem import Problem
from ineqsudoku.judge.package.statement import OwnStatement, is_title
from ineqsudoku.language import LANGUAGES

pytestmark = pytest.mark.package

of_all_targets = pytest.mark.parametrize("target", TARGETS)

# --- titles, authors and sources ---------------------------------------------------------

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
    """Changes a problem with two samples, the first of which is explained, and an empty picture."""
    folder = tmp_path_factory.mktemp("tests")
    (folder / "sample").mkdir()
    for name, text in (("sample/1", CONTEST), ("sample/2", OTHER), ("3", BZOJ_3109)):
        (folder / f"{name}.in").write_text(text)
    (folder / "sample" / "1.md").write_text("Look at `r1c1`.\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Problem, "picture", lambda *_: b"")
        problem = package("testlib", folder).problem
        yield lambda **more: replace(problem, **more)


@of_all_targets
@examples(25, quick=5)
@given(title=texts, author=texts, source=texts)
@example(title=" ".join(AWKWARD)[:200], author=AWKWARD[0], source=AWKWARD[5])
def test_every_format_gives_words_back(
    target: str, changed: Changed, title: str, author: str, source: str
) -> None:
    own = dict.fromkeys(LANGUAGES, OwnStatement(title))
    problem = changed(own=own, author=author, source=source)
    files = render(target, problem)
    given = {"title": {title.strip()}, "source": {source.strip()}}
    given["author"] = {author.strip(), ", ".join(problem.authors).strip()}
    words = [pair for path, data in files.items() for pair in words_in(path, data)]
    assert "title" in dict(words)
    for name, text in words:
        assert text.strip() in given[name]


def words_in(path: str, data: bytes) -> Iterator[tuple[str, str]]:
    """Titles, authors and sources in a file, as a parser of its format reads them."""
    name, text = path.rpartition("/")[2], data.decode("utf-8", "replace")
    if name in ("task.yaml", "problem.yaml"):
        yield from words_of_yaml(yaml.safe_load(text))
    elif name.endswith(".cdf"):
        contest = json.loads(text)
        yield "title", contest["contestTitle"]
        yield "title", contest["tasks"][0]["problemTitle"]
    elif name == "fps.xml":
        for field in ("title", "source"):
            yield field, ET.fromstring(data).findtext(f"item/{field}") or ""
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
    elif re.search(r"^(problem_|statement\.|english\.|chinese\.)", name):
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
    if "source" in tree:
        yield "source", tree["source"]


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


@pytest.mark.parametrize("title", ["", " ", "x" * 201, "a\nb", "a\x1bb", "\u202ea"])
def test_titles_that_are_none(title: str) -> None:
    with pytest.raises(ValueError, match="expected 1-200 printable characters as title, found"):
        iq.PackageOptions("kattis", generate=5, titles={"zh": title})


@pytest.mark.parametrize("field", ["titles", "statements"])
def test_words_are_for_languages_of_the_statement(field: str) -> None:
    options: dict[str, Any] = {"languages": ("en",), field: {"zh": "x"}}
    with pytest.raises(ValueError, match="expected a title or a statement in en, found one in"):
        iq.PackageOptions("kattis", generate=5, **options)
