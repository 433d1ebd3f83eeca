"""Joins each C++17 program in `cpp` with its headers into one self-contained file."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

SOURCES = files("ineqsudoku.judge.package") / "cpp"
"""The folder of the C++ sources; the main files also compile in place."""

_OWN_INCLUDE = re.compile(r'#include "(?:\.\./)?(\w+\.hpp)"')


def mains() -> list[str]:
    """Return the names of all programs, such as `checkers/kattis`."""
    return sorted(
        f"{folder.name}/{file.name.removesuffix('.cpp')}"
        for folder in SOURCES.iterdir()
        if folder.is_dir()
        for file in folder.iterdir()
        if file.name.endswith(".cpp")
    )


@cache
def assembled(main: str) -> str:
    """Return the source of a program, such as `checkers/kattis`.

    It includes only the standard library and, if the program uses testlib, `testlib.h`.
    """
    included: set[str] = set()

    def lines(name: str) -> list[str]:
        found = []
        for line in (SOURCES / name).read_text(encoding="ascii").splitlines():
            if include := _OWN_INCLUDE.fullmatch(line):
                if include[1] not in included:
                    included.add(include[1])
                    found += lines(include[1])
            elif line != "#pragma once":
                found.append(line)
        return found

    text = "\n".join([_HEAD, *lines(f"{main}.cpp")])
    return re.sub(r"\n{3,}", "\n\n", text) + "\n"


_HEAD = "// Part of ineqsudoku (MIT licence): a judge for inequality sudoku in one file of C++17."
