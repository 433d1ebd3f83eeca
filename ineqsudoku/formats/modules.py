"""The modules of formats, each of which is imported when its format is first used."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ineqsudoku.formats.registry import FORMATS, format_for_reading
from ineqsudoku.formats.sizes import format_of, language, size_of

if TYPE_CHECKING:
    from ineqsudoku.formats.interfaces import Reader, SolutionWriter, Writer
    from ineqsudoku.formats.syntax import Syntax


@cache
def syntax_of(language: str) -> Syntax:
    """The syntax of a language, which is the name of a format with or without a size, see `sizes`.

    Raises `ValueError` for any other name.
    """
    format = format_for_reading(format_of(language))
    syntax: Syntax = _module(format.name).OF_SIZE[size_of(language)]
    return syntax


@cache
def reader(language: str) -> Reader | None:
    """The module that reads a language without a grammar; `None` if the language has one."""
    format = format_for_reading(format_of(language))
    module: Reader = _module(format.name)
    return None if format.has_grammar else module


def writer(format: str, size: int) -> Writer:
    """The writer of puzzles of a size in a format."""
    if FORMATS[format].has_grammar:
        return syntax_of(language(format, size))
    module: Writer = _module(format)
    return module


def solution_writer(format: str) -> SolutionWriter:
    """The module that writes a format whose texts may hold the solution."""
    module: SolutionWriter = _module(format)
    return module


def _module(format: str) -> Any:
    return import_module(f"ineqsudoku.formats.{format}")
