"""Languages: the commands that compile and run programs, from languages.toml and user files."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.judge.plain import plain_file

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
    overhead: int = 0
    folders: tuple[str, ...] = ()
    others: tuple[str, ...] = ("*",)
    sees: tuple[str, ...] = ("/usr",)

    def keeps(self, name: str) -> bool:
        """Whether the compiler gets to see a file of a submission.

        Some compilers look for settings in files, and some settings make them run programs.
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
        """The words with all placeholders replaced; no shell interprets them."""
        values = {
            "main": self.main,
            "class": self.entry or self.main.rpartition(".")[0].removeprefix("./"),
            "build": self.build,
            "memory": str(self.memory),
            "stack": str(max(1, self.memory // 2)),
        }
        found: list[str] = []
        for word in words:
            if word == "{sources}":
                found += self.sources
            else:
                found.append(re.sub(r"\{(\w+)\}", lambda match: values[match[1]], word))
        return tuple(found)


def languages(extension: Path | None = None) -> dict[str, Language]:
    """The languages of this package and of a user's file, by name.

    Raises `OSError`, and `IneqSudokuError` for an invalid file.
    """
    shipped = Path(__file__).with_name("languages.toml")
    found: dict[str, Language] = {}
    for path in (shipped, extension):
        if path:
            try:
                with plain_file(path) as file:
                    tables = tomllib.load(file)
            except (ValueError, RecursionError) as error:
                raise IneqSudokuError(f"{path}: {error}") from None
            for name, table in tables.items():
                found.pop(name, None)  # Later tables take precedence.
                found = {name: _language(name, table, path), **found}
    return found


def _language(name: str, table: object, path: Path) -> Language:
    def wrong(what: str) -> IneqSudokuError:
        return IneqSudokuError(f"{path}: [{name}]: {what}")

    if not isinstance(table, Mapping):
        raise wrong("not a table")
    values: dict[str, Any] = {"name": name}
    for field in fields(Language)[1:]:
        if field.name in table:
            try:
                values[field.name] = _value(table[field.name], str(field.type))
            except TypeError as error:
                raise wrong(f"{field.name} has to be {error}") from None
        elif field.default is MISSING:
            raise wrong(f"{field.name} is missing")
    if unknown := table.keys() - values.keys():
        raise wrong(f"unknown: {', '.join(sorted(unknown))}")
    language = Language(**values)
    for word in (*language.compile, *language.run):
        for placeholder in re.findall(r"\{(\w+)\}", word):
            if placeholder not in _PLACEHOLDERS or (placeholder == "sources" and len(word) > 9):
                raise wrong(f"no such placeholder in {word}")
    return language


def _value(value: object, type_: str) -> object:
    """Raises `TypeError` with the expected type."""
    kinds: dict[str, tuple[type, str]] = {
        "str": (str, "a text"),
        "bool": (bool, "true or false"),
        "int": (int, "a number"),
    }
    if type_ not in kinds:
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise TypeError("a list of texts")
        return tuple(value)
    kind, told = kinds[type_]
    if type(value) is not kind:
        raise TypeError(told)
    return value


def language_of(names: Iterable[str], known: Mapping[str, Language]) -> Language | None:
    """The language of a submission with files of these names, by their suffixes.

    If several languages match, a file with the main name of its language decides.
    """
    found = list(names)
    for language in known.values():
        stem = language.main.rpartition(".")[0]
        if any(name in {stem + suffix for suffix in language.suffixes} for name in found):
            return language
    for language in known.values():
        if any(name.endswith(language.suffixes) for name in found):
            return language
    return None
