"""Standard input, output and error, even if they are closed or full, and messages."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import TYPE_CHECKING, TextIO

import click

from ineqsudoku.apps.names import name_errors
from ineqsudoku.messages import ENGLISH, Message, Text, use_language
from ineqsudoku.search import is_kernel_missing

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

STANDARD_OUTPUT = Message("streams.output", "standard output")
STANDARD_ERROR = Message("streams.error", "standard error")


class NamedFile(FileIO):
    """A file to write; its errors call it `about`."""

    def __init__(self, descriptor: int, about: Text, closefd: bool = True) -> None:
        super().__init__(descriptor, "wb", closefd)
        self._about = about

    def write(self, data: ReadableBuffer, /) -> int:
        with name_errors(str(self._about)):
            return super().write(data)


@contextmanager
def standard_streams() -> Iterator[None]:
    """Return a context in which all three streams exist, and errors of standard output name it.

    Every use of a closed stream fails, and no file gets its descriptor.
    """
    replaced = sys.stdin, sys.stdout, sys.stderr
    _open_closed()
    with suppress(OSError, ValueError):  # A test's output may be no file.
        sys.stdout = _named(sys.stdout)
    written = sys.stdout, sys.stderr
    try:
        yield
    finally:
        for stream in written:
            _end(stream)
        sys.stdin, sys.stdout, sys.stderr = replaced


def _open_closed() -> None:
    for name, mode, other in (
        ("stdin", "r", os.O_WRONLY),
        ("stdout", "w", os.O_RDONLY),
        ("stderr", "w", os.O_RDONLY),
    ):
        if getattr(sys, name) is None:
            # `open` returns the lowest free descriptor: that of the stream
            descriptor = os.open(os.devnull, other)
            os.set_inheritable(descriptor, True)
            stream = open(descriptor, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 - stays
            setattr(sys, name, stream)


def _named(stream: TextIO) -> TextIOWrapper:
    file = NamedFile(stream.fileno(), STANDARD_OUTPUT, closefd=False)
    return TextIOWrapper(
        BufferedWriter(file),
        encoding=stream.encoding,
        errors="backslashreplace",  # The encoding may be too narrow.
        line_buffering=stream.isatty(),
    )


def _end(stream: TextIO) -> None:
    """Flush a stream; drop the rest if that fails, or Python would print an error of its own."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        stream.flush()


@contextmanager
def print_in(language: str) -> Iterator[None]:
    """Use a language in the context; other languages than English are written in UTF-8."""
    with use_language(language):
        for stream in (sys.stdout, sys.stderr):
            if language != ENGLISH and isinstance(stream, TextIOWrapper):
                # Without `errors`, an unpaired surrogate would be an error from now on.
                stream.reconfigure(encoding="utf-8", errors=stream.errors)
        yield


def put(text: str) -> None:
    """Print a part of the results at once: the next one may take long."""
    click.echo(text, nl=False)


def print_message(message: Text) -> None:
    """Print a message on standard error, after the results so far; do nothing if that fails."""
    with suppress(OSError):
        sys.stdout.flush()
    with suppress(OSError):
        sys.stderr.write(f"{message}\n")
        sys.stderr.flush()


WARNING = Message("streams.warning", "warning: {warning}")


def warn(warning: Text) -> None:
    """Print a warning on standard error."""
    print_message(WARNING.fill(warning=warning))


WITHOUT_KERNEL = Message(
    "streams.no-kernel",
    "pure Python is 40-80x slower; to compile: "
    "apt install gcc python3-dev && .venv/bin/pip install .",
)


def warn_without_kernel() -> None:
    """Say on a terminal that searches are slow, unless the user chose Python."""
    if sys.stderr.isatty() and is_kernel_missing():
        print_message(WITHOUT_KERNEL)
