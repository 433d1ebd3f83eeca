"""Standard input, output and error, even if they are closed, full or broken, and messages."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self, TextIO, TypeVar

from ineqsudoku.messages import Message, Text
from ineqsudoku.names import AT_FILE, reason_of

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

T = TypeVar("T")


class OutputError(OSError):
    """Standard output cannot be written.  `errno` is not set; the message says why."""


class StandardStreams:
    """A context in which `sys.stdin`, `sys.stdout` and `sys.stderr` exist and behave well.

    Once a write to standard output has failed, for the reason `failure`, all later ones raise
    `OutputError`.  Writes to standard error that fail are dropped.  A closed stream behaves like
    one that always fails, and no file gets its descriptor.
    """

    def __init__(self) -> None:
        self._replaced = sys.stdin, sys.stdout, sys.stderr
        self._replacements: list[io.TextIOWrapper] = []
        self._results: _Results | None = None

    def __enter__(self) -> Self:
        _take_descriptors()
        if sys.stdin is None:
            sys.stdin = io.TextIOWrapper(io.BufferedReader(_Closed()), "utf-8")
        if raw := _raw(sys.stdout):
            self._results = _Results(raw)
            sys.stdout = self._text(self._results, sys.stdout)
        if raw := _raw(sys.stderr):
            sys.stderr = self._text(_Messages(raw), sys.stderr)
        if isinstance(sys.stdout, io.TextIOWrapper):  # Its encoding may be too narrow.
            sys.stdout.reconfigure(errors="backslashreplace")
        return self

    def __exit__(self, *_: object) -> None:
        sys.stdin, sys.stdout, sys.stderr = self._replaced
        for text in self._replacements:
            with suppress(OutputError):
                text.close()

    @property
    def failure(self) -> OSError | None:
        """The error of the first write to standard output that failed."""
        return self._results.failure if self._results else None

    def _text(self, buffer: io.BufferedWriter, like: TextIO | None) -> io.TextIOWrapper:
        options: dict[str, Any] = {"encoding": "utf-8"}
        if isinstance(like, io.TextIOWrapper):
            options = {"encoding": like.encoding, "errors": like.errors}
            options["line_buffering"] = like.line_buffering or like.write_through
        text = io.TextIOWrapper(buffer, **options)
        self._replacements.append(text)
        return text


class _Results(io.BufferedWriter):
    """Standard output: once a write has failed, all later writes fail."""

    failure: OSError | None = None

    def write(self, data: ReadableBuffer, /) -> int:
        return self._unless_failed(super().write, data)

    def flush(self) -> None:
        self._unless_failed(super().flush)

    def _unless_failed(self, call: Callable[..., T], *data: ReadableBuffer) -> T:
        try:
            if self.failure:
                raise self.failure
            return call(*data)
        except OSError as error:
            self.failure = error
            reason = reason_of(error)
            raise OutputError(AT_FILE.fill(file=STANDARD_OUTPUT, reason=reason)) from None


class _Messages(io.BufferedWriter):
    """Standard error: drops texts that cannot be written."""

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes

    def flush(self) -> None:
        with suppress(OSError):
            super().flush()


class _Closed(io.RawIOBase):
    """Stands for a stream that was closed when the program started."""

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        raise _closed()

    def write(self, data: ReadableBuffer, /) -> int:
        raise _closed()


def _closed() -> OSError:
    return OSError(errno.EBADF, Message("streams.closed", "the stream is closed"))


def _raw(stream: TextIO | None) -> io.RawIOBase | None:
    """Return the file below a stream; `None` for a replacement made by tests."""
    if stream is None:
        return _Closed()
    try:
        descriptor = stream.fileno()
    except (OSError, ValueError):
        return None
    stream.flush()
    return open(descriptor, "wb", buffering=0, closefd=False)


def _take_descriptors() -> None:
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)


STANDARD_OUTPUT = Message("streams.output", "standard output")
STANDARD_ERROR = Message("streams.error", "standard error")


def put(text: str) -> None:
    """Print a part of the results at once: the next one may take long."""
    if sys.platform == "win32":  # Some consoles show colours only with click's help.
        from click import echo

        echo(text, nl=False)
    else:
        sys.stdout.write(text)
        sys.stdout.flush()


def tell(message: Text) -> None:
    """Print a message on standard error, after flushing the results on standard output."""
    with suppress(OSError):  # `main` reports that standard output cannot be written.
        sys.stdout.flush()
    sys.stderr.write(f"{message}\n")
    sys.stderr.flush()


WARNING = Message("streams.warning", "warning: {warning}")


def warn(warning: Text) -> None:
    """Print a warning on standard error."""
    tell(WARNING.fill(warning=warning))


WITHOUT_KERNEL = Message(
    "streams.no-kernel",
    "pure Python is 40-80x slower; to compile: "
    "apt install gcc python3-dev && .venv/bin/pip install .",
)


def warn_without_kernel() -> None:
    """Say on a terminal that searches are slow, unless the user chose Python."""
    if not sys.stderr.isatty():
        return
    from ineqsudoku.search import is_kernel_missing

    if is_kernel_missing():
        tell(WITHOUT_KERNEL)
