"""Languages of the package and of a user's file."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from ineqsudoku.apps.sandbox import isolation
from ineqsudoku.apps.sandbox.languages import ProgrammingLanguage, filled, language_of, languages
from ineqsudoku.errors import IneqSudokuError

FILLED = partial(filled, sources=("a.py", "b.py"), main="a.py", build="/build", memory=128)


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("x.c", "c"),
        ("x.cpp", "c++"),
        ("x.cc", "c++"),
        ("x.py", "python"),
        ("X.java", "java"),
        ("x.go", "go"),
        ("x.rs", "rust"),
        ("x.js", "node"),
        ("SOL.CPP", "c++"),
        ("Sol.Java", "java"),
        ("x.C", "c"),
    ],
)
def test_suffixes_tell_languages(name: str, language: str) -> None:
    result = language_of([name], languages())
    assert result
    assert result.name == language


@pytest.mark.parametrize("name", ["x", "x.txt", "-rf", "", "cpp", "CPP"])
def test_other_names_are_of_no_language(name: str) -> None:
    assert language_of([name], languages()) is None


SHIPPED = pytest.mark.parametrize(
    "language", languages().values(), ids=lambda language: language.name
)


@SHIPPED
def test_every_placeholder_stands_for_something(language: ProgrammingLanguage) -> None:
    for words in (language.compile, language.run):
        assert not any("{" in word for word in FILLED(words))


@SHIPPED
def test_commands_start_with_a_tool_and_use_no_folder_of_others(
    language: ProgrammingLanguage,
) -> None:
    for command in filter(None, (language.compile, language.run)):
        assert command[0] in language.tools or command[0].startswith("{build}/")
        assert not any("/tmp" in word for word in command)


def test_sources_become_words_of_their_own() -> None:
    words = ["cc", "{sources}", "-m{memory}", "-s{stack}", "{build}/{main}", "{class}"]
    assert FILLED(words) == ("cc", "./a.py", "./b.py", "-m128", "-s64", "/build/a.py", "a")


def test_names_with_braces_are_no_placeholders() -> None:
    words = ["{sources}", "{main}"]
    replaced = filled(words, sources=("{memory}.c",), main="{build}.c", build="/build", memory=1)
    assert replaced == ("./{memory}.c", "./{build}.c")


@given(
    name=st.text("@-=a.", min_size=1),
    word=st.sampled_from(["{sources}", "{main}", "{build}/{main}", "./{main}", "--file={main}"]),
)
def test_no_file_becomes_an_option(name: str, word: str) -> None:
    (filled_word,) = filled([word], sources=(name,), main=name, build="/build", memory=1)
    assert filled_word in (f"./{name}", f"/build/{name}", f"--file=./{name}")


def test_suffixes_that_differ_in_case_tell_languages(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('["old c++"]\nsuffixes = [".C"]\nmain = "main.C"\nrun = ["a"]\n')
    known = languages(path)
    assert language_of(["x.C"], known) == known["old c++"]
    assert language_of(["x.c"], known) == known["c"]
    assert known["old c++"].spelled("x.c") == "x.C"


def test_a_user_adds_and_replaces_languages(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(
        '[pypy]\nsuffixes = [".py"]\nmain = "main.py"\nrun = ["pypy3", "{build}/{main}"]\n'
        'address_space = false\nfolders = ["/opt/pypy"]\n'
        '[c]\nsuffixes = [".c"]\nmain = "main.c"\nrun = ["tcc", "-run", "{build}/{main}"]\n'
    )
    known = languages(path)
    assert known["c"].compile == ()
    assert known["pypy"].folders == ("/opt/pypy",)
    assert language_of(["x.py"], known) == known["pypy"]
    assert language_of(["x.cpp"], known) == languages()["c++"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1", "own.toml: expected a table in '[x]', found 1"),
        ("[x", "own.toml"),
        ("\udcff", "own.toml"),
        ('[x]\nsuffixes = [".x"]\nmain = "m"', "own.toml: the field '[x].run' is missing"),
        ('[x]\nsuffixes = []\nmain = "m"\nrun = ["{no}"]', "no such placeholder in '[x]': {no}"),
        ('[x]\nsuffixes = []\nmain = "m"\nrun = ["-I{sources}"]', "no such placeholder"),
        (
            '[x]\nsuffixes = []\nmain = "m"\nrun = []\noverhead = -1',
            "expected 0 to 1000000000 in",
        ),
        (
            '[x]\nsuffixes = [".x", ".X"]\nmain = "main.y"\nrun = ["a"]',
            "own.toml: '[x].main' ends with none of the suffixes: main.y",
        ),
        ('[x]\nmain = "m"', "the field '[x].suffixes' is missing"),
        (
            '[x]\nsuffixes = ".x"\nmain = "m"\nrun = []',
            "array of strings in '[x].suffixes'",
        ),
        ("[x]\nsuffixes = []\nmain = 1\nrun = []", "a string in '[x].main', found 1"),
        ('[x]\nsuffixes = []\nmain = "m"\nrun = []\nlocks = 1', "true or false in '[x].locks'"),
        ("[x]\nsuffix = 2020-01-01", "unknown field '[x].suffix'; known fields: suffixes, main"),
        ('["\\u001b"]\nsuffixes = []', r"the field '[$'\x1b'].main' is missing"),
    ],
)
def test_a_faulty_file_is_reported(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(IneqSudokuError) as error:
        languages(path)
    assert message in str(error.value)


def test_toolchains_without_links_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    there = ["/usr/lib/go-1.9/bin", "/usr/lib/go-1.21/bin"]
    monkeypatch.setattr("glob.glob", lambda pattern: there if "go-*" in pattern else [])
    isolation.search_path.cache_clear()
    path = isolation.search_path()
    isolation.search_path.cache_clear()
    assert path == "/usr/local/bin:/usr/bin:/bin:/usr/lib/go-1.21/bin:/usr/lib/go-1.9/bin"
