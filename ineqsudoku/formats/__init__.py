"""Puzzles from texts, and texts from puzzles.

A text is read in four steps: `source_text` decodes it, `recognition` finds its format, `lines`
divides it into puzzles, and Lark parses every puzzle by its grammar; a `Transformer` makes
relations of the tree.  A format is a module of its own, and `registry` has them all by name.
"""

from ineqsudoku.formats.conversion import convert, write
from ineqsudoku.formats.inputs import Input, read, read_all, read_many
from ineqsudoku.formats.reading import (
    GZIP,
    open_file,
    parse,
    pieces,
    read_layouts,
    whole_text,
)
from ineqsudoku.formats.recognition import AUTO, HEXADOKU
from ineqsudoku.formats.registry import (
    BLANK_LINE,
    FORMATS,
    READABLE,
    WRITABLE,
    FormatChoice,
    WritableFormat,
)
from ineqsudoku.formats.source_text import MAX_BYTES, Entry, ParseResult, SourceText, too_long

__all__ = [
    "AUTO",
    "BLANK_LINE",
    "FORMATS",
    "GZIP",
    "HEXADOKU",
    "MAX_BYTES",
    "READABLE",
    "WRITABLE",
    "Entry",
    "FormatChoice",
    "Input",
    "ParseResult",
    "SourceText",
    "WritableFormat",
    "convert",
    "open_file",
    "parse",
    "pieces",
    "read",
    "read_all",
    "read_layouts",
    "read_many",
    "too_long",
    "whole_text",
    "write",
]
