"""The documentation site: what its pages have to name, and the check of its translation."""

from __future__ import annotations

import dataclasses
import importlib
import importlib.util
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import ineqsudoku
from ineqsudoku.apps.cli.commands import COMMANDS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"

pytestmark = pytest.mark.docs


def page(name: str) -> str:
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def test_the_api_names_each_public_name_once() -> None:
    documented = re.findall(r"^\.\. auto\w+:: (\w+)$", page("api"), re.MULTILINE)
    assert sorted(documented) == sorted({*ineqsudoku.__all__} - {"__version__"})


def documented() -> Iterator[type]:
    """The classes of the reference."""
    module = ""
    for line in page("api").splitlines():
        if match := re.match(r"\.\. currentmodule:: (\S+)", line):
            module = match[1]
        elif match := re.match(r"\.\. auto(?:class|exception):: (\S+)", line):
            folder, _, name = match[1].rpartition(".")
            yield getattr(importlib.import_module(folder or module), name)


@pytest.mark.parametrize("cls", [*documented()], ids=lambda cls: cls.__name__)
def test_a_list_of_fields_has_all_of_them(cls: type) -> None:
    text = inspect.getdoc(cls) or ""
    listed = re.findall(r"^`(\w+)`$", text, re.MULTILINE)
    every = dataclasses.fields(cls) if dataclasses.is_dataclass(cls) else ()
    names = [field.name for field in every if not field.name.startswith("_")]
    assert sorted(listed) in ([], sorted(names))
    assert listed or len(names) < 4, "too many fields for a sentence"


@pytest.mark.parametrize("cls", [*documented()], ids=lambda cls: cls.__name__)
def test_fields_have_docstrings_of_their_own(cls: type) -> None:
    for name in dir(cls):
        text = inspect.getdoc(inspect.getattr_static(cls, name)) or ""
        assert not text.startswith("Alias for field number"), name


def test_all_commands_have_a_page() -> None:
    pages = {path.stem: page(f"commands/{path.stem}") for path in DOCS.glob("commands/*.md")}
    assert pages == {name: f"```{{command-reference}} {name}\n```\n" for name in COMMANDS}


def test_all_commands_have_exit_codes() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", page("exit-codes"), re.MULTILINE)
    assert {*COMMANDS} - {*rows} == {"serve"}, "`serve` runs until it is ended"


def test_the_drawings_are_what_their_script_writes(tmp_path: Path) -> None:
    drawings = DOCS / "drawings"
    subprocess.run([sys.executable, drawings, tmp_path], check=True)
    committed = {path.name: path.read_text(encoding="utf-8") for path in drawings.glob("*.svg")}
    written = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert written == committed, "run `python docs/drawings`"


@pytest.fixture(scope="module")
def translations() -> ModuleType:
    return module_of_docs("translations")


@pytest.fixture(scope="module")
def outside_links() -> ModuleType:
    return module_of_docs("extensions/outside_links")


def module_of_docs(name: str) -> ModuleType:
    pytest.importorskip("sphinx", reason="needs the extra [docs]")
    path = DOCS / f"{name}.py"
    specification = importlib.util.spec_from_file_location(path.stem, path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_a_message_that_changes_is_a_fault(
    translations: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from babel.messages.catalog import Catalog

    monkeypatch.setattr(translations, "CATALOGUES", tmp_path)
    first, second = Catalog(), Catalog()
    first.add("The first sentence.")
    second.add("The first sentence, longer.")
    second.add("Another one.")

    def faults(messages: Catalog) -> list[str]:
        return [fault.split(":")[1].strip() for fault in translations.faults_of("page", messages)]

    translations.update("page", first)
    assert faults(first) == ["not translated"]
    path = tmp_path / "page.po"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('sentence."\nmsgstr ""', 'sentence."\nmsgstr "一"'), "utf-8")
    assert faults(first) == []
    assert faults(second) == [
        "not translated",
        "not translated",
        "no longer in the document",
    ]
    translations.update("page", second)
    assert faults(second) == ["out of date", "not translated"]


def test_pages_in_folders_have_catalogues_in_folders(
    translations: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from babel.messages.catalog import Catalog

    monkeypatch.setattr(translations, "CATALOGUES", tmp_path)
    for page in ("page", "folder/page"):
        translations.update(page, Catalog())
    assert translations.translated() == ["folder/page", "page"]


def test_code_and_figures_need_no_translation(translations: ModuleType) -> None:
    from babel.messages.catalog import Catalog

    messages = Catalog()
    for text in ("`code` 12", "1,000", "≥ 650 ms", "1.1 – 1.2 µs", "`a`, `b`", "12 items", "Z3"):
        messages.add(text)
    kept = [message.id for message in translations.texts(messages) if message.id]
    assert kept == ["`a`, `b`", "12 items", "Z3"]


@pytest.mark.parametrize(
    ("target", "path"),
    [
        ("../grammar", "grammar/"),
        ("../LICENSE", "LICENSE"),
        ("../benchmarks/LOG", "benchmarks/LOG.md"),
        ("solve.md", None),
        ("../no-such-file", None),
    ],
)
def test_the_path_of_a_link_outside(
    outside_links: ModuleType, target: str, path: str | None
) -> None:
    assert outside_links._path(target, DOCS) == path
