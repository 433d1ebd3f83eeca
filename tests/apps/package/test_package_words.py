"""The words of setters in packages: titles, authors, statements and explanations of samples."""

from __future__ import annotations

import json
import re
import shutil
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from commands import Command
from effort import examples
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from packages import OTHER, built, package
from packages import tests as tests
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
from ineqsudoku.apps.package.files import TARGETS, render
from ineqsudoku.apps.package.markdown import html, latex
from ineqsudoku.apps.package.options import is_title
from ineqsudoku.apps.package.own_words import MAX_KIB, read_statement
from ineqsudoku.apps.package.problem import Problem
from ineqsudoku.apps.package.statement import OwnStatement
from ineqsudoku.messages import LANGUAGES, use_language
from ineqsudoku.puzzle import Grid

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
        problem = package("icpc", folder).problem
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


# --- statements --------------------------------------------------------------------------

OWN = """\
# The *Great* `Sudoku`

Alice has [a grid][1].

{ours}

[1]: https://example.org/grid

## input

[Lines][2]: $a_1 < a_2$, 5\\$.

1. one
   - nested `<b>` & <b>

```
code # {ours}
```

## 数据范围与限制

{ours}

- And **more**.

## Notes

### Thanks

| a | b |
|---|---|
| 1 | ~~2~~ |

$$
\\sum x_i
- 1
$$

[2]: https://example.org/lines
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.md"
    path.write_text(OWN, encoding="utf-8")
    return path


def test_sections_replace_or_extend_ours(own: Path, tests: Path) -> None:
    ours = built("hydro", tests)["problem_en.md"].decode()
    text = built("hydro", tests, statements={"en": str(own)})["problem_en.md"].decode()
    assert text.startswith("# The Great Sudoku\n\nAlice has [a grid][1].\n\nIn an inequality")
    for name in ("## Output\n", "- Every input is one puzzle", "- Time limit: 2 s", "## Sample In"):
        assert name in text
        assert name in ours
    assert "The input has 15 lines" not in text
    assert "Memory limit: 256 MiB.\n\n- And **more**.\n\n## Sample Input\n" in text
    assert text.index("## Sample Output") < text.index("## Notes\n\n### Thanks")
    assert "```\ncode # {ours}\n```" in text
    assert built("hydro", tests)["problem_zh.md"] == built(
        "hydro", tests, statements={"en": str(own)}
    ).get("problem_zh.md")


@of_all_targets
def test_every_target_has_the_statement_of_the_setter(target: str, own: Path, tests: Path) -> None:
    files = built(
        target, tests, statements={"en": str(own), "zh": str(own)}, languages=("zh", "en")
    )
    text = "\n".join(data.decode("utf-8", "replace") for data in files.values())
    for words in ("Alice has", "$a_1 ", "And", "Thanks", "\\sum x_i"):
        assert text.replace("\\\\sum", "\\sum").count(words) >= 2, words
    assert "{ours}\n\n" not in text
    assert "The input has 15 lines" not in text
    assert "Print the solved grid" in text


def test_links_are_defined_in_every_section(own: Path, tests: Path) -> None:
    text = built("kattis", tests, statements={"en": str(own)})["problem_statement/problem.html"]
    assert b'<a href="https://example.org/grid">a grid</a>' in text
    assert b'<a href="https://example.org/lines">Lines</a>' in text
    assert b"&lt;b&gt; &amp; &lt;b&gt;" in text.replace(b"<code>", b"").replace(b"</code>", b"")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_byte_order_marks_do_not_matter(own: Path, end: str) -> None:
    plain = read_statement(str(own))
    own.write_bytes(b"\xef\xbb\xbf" + OWN.replace("\n", end).encode())
    assert read_statement(str(own)) == plain
    assert plain.title == "The Great Sudoku"
    assert plain.sections.keys() == {"legend", "input", "limits", "notes"}


def test_a_title_given_wins(own: Path, tests: Path) -> None:
    options = {"statements": {"en": str(own)}, "titles": {"en": "Mine"}}
    text = built("luogu", tests, **options)["statement.en.md"].decode()
    assert text.startswith("# Mine\n\nAlice")


ALL_HEADINGS = (
    "expected ## Input, ## Output, ## Limits, ## Notes, ## 输入格式, ## 输出格式, "
    "## 数据范围与限制 or ## 提示, found '## Story'"
)


@pytest.mark.parametrize(
    ("data", "place", "reason"),
    [
        (b"", "1:1", "expected text, found an empty text"),
        (b" \n\n", "1:1", "expected text, found an empty text"),
        (b"[a]: <x>\n", "1:1", "expected text, found an empty text"),
        ("# 题\n\n汉字".encode("gbk"), "1:3", "expected text in UTF-8, found byte 0xcc"),
        ("# T".encode("utf-16"), "1:1", "expected text in UTF-8, found byte 0xff"),
        (b"ok\n\n\x1b[1m", "3:1", "expected text, found the character U+001B"),
        (b"a\0b", "1:2", "expected text, found the character U+0000"),
        ("a\uffff".encode(), "1:2", "expected text, found the character U+FFFF"),
        (b"x\n\n" + b"*" * 999 + b"a" + b"*" * 999, "3:1", "expected at most 20 levels of markup"),
        (b"- " * 12 + b"x", "1:1", "expected at most 20 levels of markup, found '- - -"),
        (b"x" * (MAX_KIB * 1024 + 1), "1:1", "expected a text of at most 64 KiB, found a longer"),
        (b"# T\n\n## Story\n\nx", "3:1", ALL_HEADINGS),
        (
            b"## Input\nx\n## input\ny",
            "3:1",
            "expected ## Output, ## Limits, ## Notes, ## 输出格",
        ),
        (b"## Input\n\n## Output\n\nx", "1:1", "expected text below this heading, found an empty"),
        (b"x\n\n# T", "3:1", "expected one title, before everything else, found '# T'"),
        (b"# T\n# U", "2:1", "expected one title, before everything else, found '# U'"),
        (b"#\n\nx", "1:1", "expected a title of 1-200 printable characters"),
        (b"# " + b"x" * 201, "1:1", "expected a title of 1-200 printable characters"),
        (
            b"x\n\n```\ncode",
            "3:1",
            "expected the end of this code block, found the end of the file",
        ),
        (b"x\n\n~~~~\n~~~\n\n", "3:1", "expected the end of this code block, found the end of"),
        (b"a\n\n- ![x](y.png)", "3:1", "expected the address of a picture, such as https://"),
        (b"![x](data:image/png;base64,A)", "1:1", "expected the address of a picture"),
    ],
)
def test_statements_that_are_none(own: Path, data: bytes, place: str, reason: str) -> None:
    own.write_bytes(data)
    with pytest.raises(iq.PuzzleSyntaxError, match=f"own.md:{place}: {re.escape(reason)}"):
        read_statement(str(own))


def test_files_that_cannot_be_read(tests: Path, tmp_path: Path) -> None:
    with pytest.raises(iq.IneqSudokuError, match="is not a plain file"):
        built("luogu", tests, statements={"en": str(tmp_path)})
    with pytest.raises(FileNotFoundError):
        built("luogu", tests, statements={"en": str(tmp_path / "nothing")})


def test_faults_speak_chinese(own: Path) -> None:
    own.write_text("## Story\n")
    with use_language("zh"), pytest.raises(iq.PuzzleSyntaxError) as caught:
        read_statement(str(own))
    with use_language("zh"):
        assert "、## 输入格式、## 输出格式、## 数据范围与限制或 ## 提示" in str(caught.value)


def test_templates_never_interpret_words(own: Path, tests: Path) -> None:
    words = "{{ problem.name }} {% raw %} {% include 'dmoj.toml' %} {# x #}"
    own.write_text(f"# {words}\n\n{words}\n\n## Notes\n\n{words}\n", encoding="utf-8")
    text = built("luogu", tests, statements={"en": str(own)})["statement.en.md"].decode()
    assert text.count(words) == 2


@given(text=st.text(max_size=40))
@examples(200)
def test_any_text_is_a_statement_or_a_fault(tmp_path_factory: Any, text: str) -> None:
    """And what is one becomes XML, which has few characters."""
    path = tmp_path_factory.getbasetemp() / "any.md"
    path.write_bytes(text.encode("utf-8"))
    with suppress(iq.PuzzleSyntaxError):
        legend = read_statement(str(path)).section("legend", "ours")
        assert latex(legend)
        ET.fromstring(f"<x>{escape(html(legend))}</x>")


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


def test_braces_and_brackets_are_those_of_the_text() -> None:
    """And not those of LaTeX."""
    assert latex("- [x] \\[ *a **b***\n- `[`") == (
        "\\begin{itemize}\n    \\item {[}x{]} {[} \\emph{a \\textbf{b}}\n"
        "    \\item \\texttt{[}\n\\end{itemize}"
    )
    assert latex("3. x\n4. y").startswith("\\begin{enumerate}\n    \\item[3.] x\n    \\item[4.] y")
    assert latex("```\n\\end{verbatim} %\n```").count(r"\end{verbatim}") == 1
    assert latex("[a_b](http://x/%20#y_z)") == r"\href{http://x/\%20\#y_z}{a\_b}"
    assert latex("| a | b |\n|---|---|\n| & | $x$ |") == (
        "\\begin{tabular}{|l|l|}\n\\hline\na & b \\\\ \\hline\n\\& & $x$ \\\\ \\hline\n"
        "\\end{tabular}"
    )


# --- samples -----------------------------------------------------------------------------


@pytest.fixture
def explained(tests: Path) -> Path:
    """Two samples; the first is explained in all languages, the second in Chinese."""
    (tests / "10.in").rename(tests / "sample" / "2.in")
    (tests / "sample" / "1.md").write_text("Look at **row 1** & $x_1$.")
    (tests / "sample" / "2.zh.md").write_text("请看第一行。", encoding="utf-8")
    return tests


@of_all_targets
def test_every_target_explains_its_samples(target: str, explained: Path) -> None:
    files = built(target, explained)
    texts = {path: data.decode("utf-8", "replace") for path, data in files.items()}
    for words, languages in (("Look at", 2), ("请看第一行。", 1)):
        shown = [path for path, text in texts.items() if words in text]
        assert len(shown) >= languages
    whole = "\n".join(texts.values())
    assert "Sample Explanation 1" in whole
    assert "样例解释 2" in whole
    assert "Sample Explanation 2" not in whole
    for test in package(target, explained).problem.samples:
        assert test.input in whole
        assert test.answer in whole


def test_samples_are_where_icpc_looks_for_them(explained: Path) -> None:
    """BAPCtools adds those that the statement does not place."""
    text = built("icpc", explained)["statement/problem.zh.tex"].decode()
    assert re.findall(r"\\nextsample|请看|Look", text) == [
        r"\nextsample",
        "Look",
        r"\nextsample",
        "请看",
    ]
    for path in explained.glob("sample/*.md"):
        path.unlink()
    assert b"nextsample" not in built("icpc", explained)["statement/problem.zh.tex"]


def test_the_first_test_can_be_explained_without_a_folder_of_samples(tests: Path) -> None:
    shutil.rmtree(tests / "sample")
    (tests / "9.md").write_text("Look.")
    assert b"## Sample Explanation\n\nLook.\n" in built("luogu", tests)["statement.en.md"]


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("3.md", b"x", "sample/3.md explains no sample; expected the name of a sample with .md"),
        ("1.de.md", b"x", "sample/1.de.md explains no sample"),
        ("1.md", b"", "sample/1.md:1:1: expected text, found an empty text"),
        ("1.zh.md", b"\xff", "sample/1.zh.md:1:1: expected text in UTF-8, found byte 0xff"),
    ],
)
def test_explanations_that_are_none(tests: Path, name: str, data: bytes, reason: str) -> None:
    (tests / "sample" / name).write_bytes(data)
    with pytest.raises(iq.IneqSudokuError, match=re.escape(reason)):
        built("luogu", tests)


# --- tests from files and new ones -------------------------------------------------------


def drafts_of(*names: str, weights: Mapping[str, float]) -> Drafts:
    """Tests of subtasks of these names, the first of which is a sample."""
    puzzle, grid = iq.read(CONTEST), Grid("".join(CONTEST_ANSWER.split()))
    drafts = tuple(
        Draft(puzzle, grid, name, name, number == 0) for number, name in enumerate(names)
    )
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


def test_words_reach_the_package(
    ineqsudoku: Command, own: Path, tests: Path, tmp_path: Path
) -> None:
    options: list[object] = ["--title", "zh=甲=乙", "--title", "x=y", "--statement", own]
    arguments = ["--to", "luogu", "--tests", tests, "--output", tmp_path / "p", "--unproven"]
    assert ineqsudoku("package", *arguments, *options).code == 0
    english, chinese = (
        (tmp_path / "p" / f"statement.{language}.md").read_text(encoding="utf-8")
        for language in ("en", "zh")
    )
    assert english.startswith("# x=y\n\nAlice")
    assert chinese.startswith("# 甲=乙\n\nAlice")
