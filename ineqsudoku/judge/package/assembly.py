"""One self-contained C++17 file a program: a main from `cpp` with the headers that it includes."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

SOURCES = Path(__file__).with_name("cpp")
"""The folder of the C++ sources, whose mains compile where they stand, too."""

_OWN_INCLUDE = re.compile(r'#include "(?:\.\./)?(\w+\.hpp)"')


def mains() -> list[str]:
    """Returns the names of all programs, e.g. `checkers/kattis`."""
    found = SOURCES.glob("*/*.cpp")
    return sorted(path.relative_to(SOURCES).with_suffix("").as_posix() for path in found)


@cache
def assembled(main: str) -> str:
    """Returns the source of a program, e.g. `checkers/kattis`, which includes nothing else than
    the standard library and, where it is for testlib, `testlib.h`."""
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
