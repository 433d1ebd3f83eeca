"""Languages: the commands that compile and run programs, from languages.toml and user files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib.resources import files
from pathlib import Path

from ineqsudoku.apps.names import quote
from ineqsudoku.apps.sandbox.files import plain_file
from ineqsudoku.apps.sandbox.tables import TableError, fields, read_toml, require_range
from ineqsudoku.messages import Message

_PLACEHOLDERS = ("sources", "main", "class", "build", "memory", "stack")


@dataclass(frozen=True, slots=True)
class ProgrammingLanguage:
    """A table of languages.toml, which documents the fields."""

    name: str
    suffixes: tuple[str, ...]
    main: str
    run: tuple[str, ...]
    tools: tuple[str, ...] = ()
    compile: tuple[str, ...] = ()
    locks: bool = False
    address_space: bool = False
    overhead: int = 0
    folders: tuple[str, ...] = ()
    others: tuple[str, ...] = ("*",)
    sees: tuple[str, ...] = ("/usr",)

    def is_source(self, name: str, same: Callable[[str], str] = str) -> bool:
        """Whether a file has a suffix of this language; with `str.lower` in any case."""
        return same(name).endswith(tuple(map(same, self.suffixes)))

    def is_main(self, name: str, same: Callable[[str], str] = str) -> bool:
        """Whether a file has the main name of this language; with `str.lower` in any case."""
        stem = self.main.rpartition(".")[0]
        return same(name) in {same(stem + suffix) for suffix in self.suffixes}

    def spelled(self, name: str) -> str:
        """Return the name of a source file with its suffix as compilers expect it: `a.cpp` for
        `a.CPP`."""
        if self.is_source(name):
            return name
        suffix = next((one for one in self.suffixes if name.lower().endswith(one.lower())), "")
        return name[: len(name) - len(suffix)] + suffix

    def keeps(self, name: str) -> bool:
        """Whether the compiler may see a file of a submission.

        Some compilers read settings from files, and some settings make them run programs.
        """
        parts = name.split("/")
        if self.is_source(name):
            return True
        if any(part.startswith(".") for part in parts):
            return False
        return any(fnmatchcase(parts[-1], pattern) for pattern in self.others)


def filled(
    words: Iterable[str],
    *,
    sources: tuple[str, ...] = (),
    main: str,
    build: str,
    memory: int,
    entry: str = "",
) -> tuple[str, ...]:
    """Return a command with its placeholders replaced; no shell interprets the values.

    `sources` and `main` are paths relative to the folder of the sources, and become words that no
    program takes for a flag or an argument file.  `entry` is the class to run if its name differs
    from that of the main file.
    """
    values = {
        "main": main,
        "class": entry or main.rpartition(".")[0],
        "build": build,
        "memory": str(memory),
        "stack": str(max(1, memory // 2)),
    }

    def value(match: re.Match[str]) -> str:
        slash, name = match.groups()
        is_bare_path = name == "main" and not slash
        return f"{slash}{'./' * is_bare_path}{values[name]}"

    replaced: list[str] = []
    for word in words:
        if word == "{sources}":
            replaced += (f"./{name}" for name in sources)
        else:
            replaced.append(re.sub(r"(/?)\{(\w+)\}", value, word))
    return tuple(replaced)


def languages(extension: Path | None = None) -> dict[str, ProgrammingLanguage]:
    """Return the languages of this package and of a user's file, by name.

    Raises `OSError`, and `IneqSudokuError` for an invalid file.
    """
    shipped = "languages.toml"
    texts = [(shipped, (files("ineqsudoku.apps.sandbox") / shipped).read_bytes())]
    if extension:
        with plain_file(extension) as file:
            texts.append((quote(extension), file.read()))
    known: dict[str, ProgrammingLanguage] = {}
    for where, text in texts:
        own = read_toml(text, where, _languages)
        # Later tables take precedence.
        known = {**own, **{name: language for name, language in known.items() if name not in own}}
    return known


def _languages(tables: Mapping[str, object]) -> dict[str, ProgrammingLanguage]:
    """Return the languages of a file, the last one first."""
    known = {name: _language(name, table) for name, table in tables.items()}
    return dict(reversed(known.items()))


_KINDS = {
    "suffixes": tuple,
    "main": str,
    "run": tuple,
    "tools": tuple,
    "compile": tuple,
    "locks": bool,
    "address_space": bool,
    "overhead": int,
    "folders": tuple,
    "others": tuple,
    "sees": tuple,
}
"""The kinds of the fields of a table."""


def _language(name: str, table: object) -> ProgrammingLanguage:
    path = f"[{quote(name)}]"
    language = ProgrammingLanguage(name, **fields(table, path, _KINDS, ("suffixes", "main", "run")))
    require_range(language.overhead, 0, 10**9, f"{path}.overhead")
    for word in (*language.compile, *language.run):
        for placeholder in re.findall(r"\{(\w+)\}", word):
            if placeholder not in _PLACEHOLDERS or (placeholder == "sources" and len(word) > 9):
                raise TableError(
                    Message(
                        "languages.placeholder",
                        "no such placeholder in '{table}': {word}",
                        table=path,
                        word=quote(word),
                    )
                )
    if not language.is_source(language.main):
        raise TableError(
            Message(
                "languages.main",
                "'{table}.main' ends with none of the suffixes: {name}",
                table=path,
                name=quote(language.main),
            )
        )
    return language


def language_of(
    names: Iterable[str], known: Mapping[str, ProgrammingLanguage]
) -> ProgrammingLanguage | None:
    """Return the language of a submission with files of these names, by their suffixes.

    If several languages match, a file with the main name of its language decides, then a suffix
    whose case matches, too.
    """
    all_names = list(names)
    for is_match in (ProgrammingLanguage.is_main, ProgrammingLanguage.is_source):
        for same in (str, str.lower):
            for language in known.values():
                if any(is_match(language, name, same) for name in all_names):
                    return language
    return None


# These expressions take linear time for every text.  A repetition either cannot match the start of
# what follows it, or is possessive and gives nothing back.  Each alternative of `_NO_CODE` consumes
# a whole comment or literal, or the rest of the text if it does not end.
_NO_CODE = re.compile(
    r'//[^\n]*+|/\*.*?(?:\*/|\Z)|"""(?:\\.|[^\\"]|"(?!""))*+(?:""")?'
    r'|"(?:\\.|[^"\\\n])*+"?|\'(?:\\.|[^\'\\\n])*+\'?',
    re.S,
)
# Java knows these blanks only.  Names may hold nearly everything beyond ASCII.
_BLANKS = r"[ \t\f\r\n]"
_NAME = r"[A-Za-z_$\x80-\U0010ffff][0-9A-Za-z_$\x80-\U0010ffff]*+"
_WORDS = re.compile(
    rf"[{{}}();]|\b(?:class|interface|enum|record){_BLANKS}++({_NAME})"
    rf"|\bpackage{_BLANKS}++({_NAME}(?:{_BLANKS}*+\.{_BLANKS}*+{_NAME})*+){_BLANKS}*+;"
    rf"|\bpublic\b|\bstatic\b[^;{{}}()]{{0,100}}\bvoid{_BLANKS}++main{_BLANKS}*+(?=\()"
)
_ESCAPE = re.compile(r"\\(?:\\|u++([0-9a-fA-F]{4}))")


@dataclass(frozen=True, slots=True)
class JavaSource:
    """A Java file.  A field is empty if the file has no such name.

    `public` is its public class, which determines the name of the file; `main` is the class with
    the method `main`; `first` is the first class.
    """

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


def java_source(data: bytes) -> JavaSource:
    """Return the top-level classes of a Java file, ignoring comments and literals."""
    text = _NO_CODE.sub(" ", _unescaped(data.decode("utf-8", "replace")))
    package = public = main = first = current = ""
    depth = 0
    is_public = False
    for match in _WORDS.finditer(text):
        word = match[0]
        if word in "{(":
            depth += 1
        elif word in "})":
            depth -= 1
        elif depth == 1 and word.startswith("static"):
            main = main or current
        elif depth:
            continue
        elif match[2]:
            package = package or "".join(match[2].split())
        elif match[1]:
            current = match[1]
            first = first or current
            if is_public and not public:
                public = current
        if depth == 0 and word not in "()":
            is_public = word == "public"
    return JavaSource(package, public, main, first)


def _unescaped(text: str) -> str:
    r"""Return Java code with characters for escapes such as `\u0063`, which may stand anywhere."""
    text = _ESCAPE.sub(lambda match: chr(int(match[1], 16)) if match[1] else match[0], text)
    # Two escapes may be the halves of one character.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
