"""Languages: the commands that compile and run programs, from languages.toml and user files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib.resources import files
from pathlib import Path
from typing import Annotated

from ineqsudoku.fields import FieldError, Range, read
from ineqsudoku.judge.files import plain_file, read_toml
from ineqsudoku.names import shown

_PLACEHOLDERS = ("sources", "main", "class", "build", "memory", "stack")


@dataclass(frozen=True, slots=True)
class Language:
    """A table of languages.toml, which documents the fields."""

    name: str
    suffixes: tuple[str, ...]
    main: str
    run: tuple[str, ...]
    tools: tuple[str, ...] = ()
    compile: tuple[str, ...] = ()
    address_space: bool = False
    overhead: Annotated[int, Range(0, 10**9)] = 0
    folders: tuple[str, ...] = ()
    others: tuple[str, ...] = ("*",)
    sees: tuple[str, ...] = ("/usr",)

    def keeps(self, name: str) -> bool:
        """Whether the compiler may see a file of a submission.

        Some compilers read settings from files, and some settings make them run programs.
        """
        parts = name.split("/")
        if name.endswith(self.suffixes):
            return True
        if any(part.startswith(".") for part in parts):
            return False
        return any(fnmatchcase(parts[-1], pattern) for pattern in self.others)


@dataclass(frozen=True, slots=True)
class Placed:
    """The values of the placeholders in a command."""

    sources: tuple[str, ...]
    main: str
    build: str
    memory: int
    entry: str = ""
    """The class to run if its name differs from that of the main file."""

    def command(self, words: Iterable[str]) -> tuple[str, ...]:
        """Return the words with the placeholders replaced; no shell interprets them."""
        values = {
            "main": self.main,
            "class": self.entry or self.main.rpartition(".")[0].removeprefix("./"),
            "build": self.build,
            "memory": str(self.memory),
            "stack": str(max(1, self.memory // 2)),
        }
        replaced: list[str] = []
        for word in words:
            if word == "{sources}":
                replaced += self.sources
            else:
                replaced.append(re.sub(r"\{(\w+)\}", lambda match: values[match[1]], word))
        return tuple(replaced)


def languages(extension: Path | None = None) -> dict[str, Language]:
    """Return the languages of this package and of a user's file, by name.

    Raises `OSError`, and `IneqSudokuError` for an invalid file.
    """
    shipped = "languages.toml"
    texts = [(shipped, (files("ineqsudoku.judge.grade") / shipped).read_bytes())]
    if extension:
        with plain_file(extension) as file:
            texts.append((shown(extension), file.read()))
    known: dict[str, Language] = {}
    for where, text in texts:
        own = read_toml(text, where, _languages)
        # Later tables take precedence.
        known = {**own, **{name: language for name, language in known.items() if name not in own}}
    return known


def _languages(tables: Mapping[str, object]) -> dict[str, Language]:
    """Return the languages of a file, the last one first."""
    known = {name: _language(name, table) for name, table in tables.items()}
    return dict(reversed(known.items()))


def _language(name: str, table: object) -> Language:
    path = f"[{shown(name)}]"
    language = read(Language, table, path, name=name)
    for word in (*language.compile, *language.run):
        for placeholder in re.findall(r"\{(\w+)\}", word):
            if placeholder not in _PLACEHOLDERS or (placeholder == "sources" and len(word) > 9):
                raise FieldError(f"no such placeholder in '{path}': {shown(word)}")
    return language


def language_of(names: Iterable[str], known: Mapping[str, Language]) -> Language | None:
    """Return the language of a submission with files of these names, by their suffixes.

    If several languages match, a file with the main name of its language decides.
    """
    all_names = list(names)
    for language in known.values():
        stem = language.main.rpartition(".")[0]
        if any(name in {stem + suffix for suffix in language.suffixes} for name in all_names):
            return language
    for language in known.values():
        if any(name.endswith(language.suffixes) for name in all_names):
            return language
    return None
