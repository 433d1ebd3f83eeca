"""The words of an output, read piece by piece.

Blanks are those of testlib: space, tab, line feed and carriage return.  A form feed, a
non-breaking space or any other byte is part of a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ineqsudoku.errors import IneqSudokuError

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
_WORD = re.compile(rb"[^ \t\r\n]+")


class OutputTooLongError(IneqSudokuError):
    """An output has more than `MAX_BYTES`."""

    def __str__(self) -> str:
        return f"the output is longer than {MAX_BYTES // 1024**2} MiB"


def chunks_of(output: Output) -> Iterable[bytes]:
    if isinstance(output, str):
        output = output.encode("utf-8", "surrogatepass")
    return [output] if isinstance(output, bytes) else output


def words(chunks: Iterable[bytes], longest: int) -> Iterator[bytes]:
    """Yield the words of an output; a byte-order mark at its start is skipped.

    A word of more than `longest` bytes may be cut, but not to `longest` bytes or fewer, and
    may be the last one.  Time is linear in the bytes read, and memory is bounded by `longest`
    and the largest chunk.  Raises `OutputTooLongError`.
    """
    unfinished = b""
    for piece in _pieces(_without_mark(chunks)):
        if not piece.translate(None, BLANKS):  # ten times as fast as the search for a word
            yield from [unfinished] if unfinished else []
            unfinished = b""
            continue
        complete = _WORD.findall(unfinished + piece)
        unfinished = b"" if piece[-1] in BLANKS else complete.pop()
        yield from complete
        if len(unfinished) > longest:
            break
    if unfinished:
        yield unfinished


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
            raise OutputTooLongError
        yield from (chunk[start : start + PIECE] for start in range(0, len(chunk), PIECE))


def quoted(word: bytes) -> str:
    """Return a word in single quotes, cut to `MAX_QUOTED` bytes.

    Anything that is not printable text is written byte by byte as `\\xNN`.
    """
    text = word[:MAX_QUOTED].decode("utf-8", "backslashreplace")
    shown = "".join(c if c.isprintable() else _escaped(c) for c in text)
    return f"'{shown}{'...' if len(word) > MAX_QUOTED else ''}'"


def ascii_only(text: str) -> str:
    """Return `text` on one line of printable ASCII; every byte of anything else becomes `\\xNN`."""
    return "".join(c if " " <= c <= "~" else _escaped(c) for c in text)


def _escaped(character: str) -> str:
    data = character.encode("utf-8", "surrogatepass")
    return "".join(f"\\x{byte:02x}" for byte in data)
