"""Splits the output of a program into words.

Blanks are those of testlib: space, tab, line feed and carriage return.  A form feed, a
non-breaking space or any other byte is part of a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Message
from ineqsudoku.messages.lines import escape_unreadable

Output = str | bytes | Iterable[bytes]
"""The output of a program: a text, its bytes, or chunks of its bytes."""

BLANKS = b" \t\r\n"

MAX_BYTES = 128 * 1024 * 1024
"""A longer output has the wrong format, as for testlib."""

PIECE = 64 * 1024
"""The size of a piece, which is processed at once, in bytes."""

MAX_QUOTED = 20
"""The most bytes of a word that messages quote."""

BYTE_ORDER_MARK = b"\xef\xbb\xbf"

TOO_LONG = Message(
    "check.too-long", "the output is longer than {mib} MiB", mib=MAX_BYTES // 1024**2
)

_TO_SPACES = bytes.maketrans(BLANKS, b" " * len(BLANKS))


class OutputTooLongError(IneqSudokuError):
    """An output has more than `MAX_BYTES`."""


def chunks_of(output: Output) -> Iterable[bytes]:
    if isinstance(output, str):
        output = output.encode("utf-8", "surrogatepass")
    return [output] if isinstance(output, bytes) else output


def words(output: Output, longest: int) -> Iterator[bytes]:
    """Return the words of an output; a byte-order mark at its start is skipped.

    Reading may stop in a word of more than `longest` bytes: this word is then the last one, and
    cut, but still longer than `longest`.  Time is linear in the bytes read, and memory is bounded
    by `longest` and the largest chunk.  Raises `OutputTooLongError`.
    """
    return chain.from_iterable(_lists_of_words(chunks_of(output), longest))


def _lists_of_words(chunks: Iterable[bytes], longest: int) -> Iterator[list[bytes]]:
    """Yield the words piece by piece."""
    unfinished = b""
    for piece in _pieces(_without_mark(chunks)):
        if not piece.translate(None, BLANKS):  # ten times as fast as the search for a word
            yield [unfinished] if unfinished else []
            unfinished = b""
            continue
        words_and_blanks = (unfinished + piece).translate(_TO_SPACES).split(b" ")
        complete = list(filter(None, words_and_blanks))
        unfinished = b"" if piece[-1] in BLANKS else complete.pop()
        yield complete
        if len(unfinished) > longest:
            break
    if unfinished:
        yield [unfinished]


def _without_mark(chunks: Iterable[bytes]) -> Iterator[bytes]:
    chunks = iter(chunks)
    start = b""
    for chunk in chunks:
        start += chunk
        if len(start) >= len(BYTE_ORDER_MARK):
            break
    yield start.removeprefix(BYTE_ORDER_MARK)
    yield from chunks


def _pieces(chunks: Iterable[bytes]) -> Iterator[bytes]:
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > MAX_BYTES:
            raise OutputTooLongError(TOO_LONG)
        yield from (chunk[start : start + PIECE] for start in range(0, len(chunk), PIECE))


def quote(word: bytes) -> str:
    """Return a word in single quotes, cut to `MAX_QUOTED` bytes.

    Anything that is not printable text is written byte by byte as `\\xNN`, and so are stacks of
    combining marks.
    """
    text = word[:MAX_QUOTED].decode("utf-8", "backslashreplace")
    shown = escape_unreadable(text, _escape)
    return f"'{shown}{'...' if len(word) > MAX_QUOTED else ''}'"


def _escape(character: str) -> str:
    data = character.encode("utf-8", "surrogatepass")
    return "".join(f"\\x{byte:02x}" for byte in data)
