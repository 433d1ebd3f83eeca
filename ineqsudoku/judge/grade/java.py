"""Finds the classes in a Java source that determine its file name and the class to run."""

from __future__ import annotations

import re
from dataclasses import dataclass

# An alternative consumes a whole comment or literal, or the rest of the text if it does not end,
# so the time is linear for every text.
_NO_CODE = re.compile(
    r'//[^\n]*|/\*.*?(?:\*/|\Z)|"""(?:\\.|[^\\])*?(?:"""|\Z)'
    r'|"(?:\\.|[^"\\\n])*"?|\'(?:\\.|[^\'\\\n])*\'?',
    re.S,
)
_WORDS = re.compile(
    r"[{}]|\b(?:class|interface|enum|record)\s+([A-Za-z_$][\w$]*)|\bpackage\s+([\w.]+)\s*;"
    r"|\bpublic\b|[;)]|\bstatic\b[^;{}()]{0,100}\bvoid\s+main\s*\("
)


@dataclass(frozen=True, slots=True)
class Source:
    """A Java file: its package, its `public` class, after which the file has to be named, the class
    with the method `main`, and the `first` class; empty where there is none."""

    package: str = ""
    public: str = ""
    main: str = ""
    first: str = ""

    @property
    def file(self) -> str:
        """The name of the file, if it is the only one."""
        return f"{self.public or self.main or 'Main'}.java"

    @property
    def entry(self) -> str:
        """The class to run, in the notation of the virtual machine."""
        name = self.main or self.public or self.first
        return f"{self.package}.{name}" if self.package and name else name


def source(data: bytes) -> Source:
    """Return the top-level classes of a file, ignoring comments and literals."""
    text = _NO_CODE.sub(" ", data.decode("utf-8", "replace"))
    package = public = main = first = current = ""
    depth = 0
    is_public = False
    for match in _WORDS.finditer(text):
        word = match[0]
        if word == "{":
            depth += 1
        elif word == "}":
            depth -= 1
            is_public = False
        elif depth == 0 and match[2]:
            package = package or match[2]
        elif depth == 0 and word == "public":
            is_public = True
        elif depth == 0 and match[1]:
            current = match[1]
            first = first or current
            if is_public and not public and match[1].isascii():
                public = current
            is_public = False
        elif depth == 0 and word == ";":
            is_public = False
        elif depth == 1 and word.startswith("static"):
            main = main or current
    return Source(package, public, main, first)
