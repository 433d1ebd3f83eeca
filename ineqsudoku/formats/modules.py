"""The modules of formats, each of which is imported when its format is first used."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from ineqsudoku.formats.format import Format
from ineqsudoku.formats.interfaces import Reader, SolutionWriter, Syntax, Writer


def syntax(format: Format, size: int) -> Syntax:
    """The syntax of a format with a grammar at a size."""
    module = _module(format)
    of_size = getattr(module, "OF_SIZE", {size: module})
    return cast(Syntax, of_size[size])


def reader(format: Format) -> Reader:
    """The module that reads a format without a grammar."""
    return cast(Reader, _module(format))


def writer(format: Format) -> Writer:
    """The module that writes a format without a grammar."""
    return cast(Writer, _module(format))


def solution_writer(format: Format) -> SolutionWriter:
    """The module that writes a format whose texts may hold the solution."""
    return cast(SolutionWriter, _module(format))


def _module(format: Format) -> object:
    return import_module(f"ineqsudoku.formats.{format.name}")
