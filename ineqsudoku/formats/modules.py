"""The modules of formats, imported when their formats are first used."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ineqsudoku.formats.registry import FORMATS, format_for_reading
from ineqsudoku.formats.sizes import format_of, language, size_of

if TYPE_CHECKING:
    from ineqsudoku.formats.interfaces import Parse, Write
    from ineqsudoku.formats.syntax import Syntax


@cache
def syntax_of(language: str) -> Syntax:
    """Return the syntax of a language: the name of a format with or without a size, see `sizes`.

    Raises `ValueError` for any other name.
    """
    format = format_for_reading(format_of(language))
    syntax: Syntax = _module(format.name).OF_SIZE[size_of(language)]
    return syntax


@cache
def parser(language: str) -> Parse | None:
    """Return `parse` of a language without a grammar; `None` if the language has one."""
    format = format_for_reading(format_of(language))
    parse: Parse | None = None if format.has_grammar else _module(format.name).parse
    return parse


def writer(format: str, size: int) -> Write:
    """Return `write` of a format for puzzles of a size."""
    has_grammar = FORMATS[format].has_grammar
    write: Write = (syntax_of(language(format, size)) if has_grammar else _module(format)).write
    return write


def _module(format: str) -> Any:
    return import_module(f"ineqsudoku.formats.{format}")
