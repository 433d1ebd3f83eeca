"""Compression by lz-string (pieroxy, 2013) into base64, for links of f-puzzles and SudokuPad.

Compression needs the package *lzstring*.  Decompression is implemented here, because the package
has no limit on the length of the text: a short link could unpack to gigabytes.

A compressed text is a stream of codes.  Codes 0 and 1 introduce a new character of 8 or 16
bits, 2 ends the text, and any other code is an index into the entries so far (LZ78).  Every
code but the first adds the entry before it and the first character of its own as an entry.
A code has as many bits as the number of entries, the lowest bit first.
"""

from __future__ import annotations

import re
from base64 import b64decode
from typing import Protocol, cast

from ineqsudoku.errors import IneqSudokuError

_END = 2

_WIDTH_OF_CHARACTER = (8, 16)


class _Compressor(Protocol):
    """The part of the package lzstring that is used; the package has no types."""

    def compressToBase64(self, text: str, /) -> str: ...  # noqa: N802 - the name in the package


def packed(text: str, format: str) -> str:
    """The text, compressed into base64 for a link in a format.

    Raises `IneqSudokuError` without the package lzstring.
    """
    try:
        from lzstring import LZString
    except ImportError:
        message = f"{format} needs the package lzstring: pip install 'ineqsudoku[convert]'"
        raise IneqSudokuError(message) from None
    return cast(_Compressor, LZString()).compressToBase64(text)


def unpacked(packed: str, most: int) -> str:
    """The text that is compressed into base64.

    Raises `ValueError` when `packed` is not such a text, or when the result is longer than `most`
    characters.
    """
    if not re.fullmatch("[A-Za-z0-9+/]+=*", packed):
        raise ValueError("not base64")
    bits = _bits(packed.rstrip("="))
    end, size, width, limit = len(bits), 3, 2, 4
    entries = [""] * size  # The codes below 3 have none.
    parts: list[str] = []
    length = 0
    previous = ""
    while (start := end - width) >= 0:
        code, end = int(bits[start:end], 2), start
        if code > _END:
            if code < size:
                entry = entries[code]
            elif code == size and previous:
                entry = previous + previous[0]
            else:
                raise ValueError("a code without an entry")
        elif code == _END:
            return "".join(parts)
        else:
            start = max(end - _WIDTH_OF_CHARACTER[code], 0)
            entry = chr(int(bits[start:end] or "0", 2))
            entries.append(entry)
            end = start
            size += 1
        parts.append(entry)
        length += len(entry)
        if length > most:
            raise ValueError("a longer text")
        if previous:
            entries.append(previous + entry[0])
            size += 1
        previous = entry
        while size >= limit:
            width, limit = width + 1, 2 * limit
    raise ValueError("a stream that breaks off")


def _bits(packed: str) -> str:
    """The bits of a text in base64, from the last to the first.

    Numbers are stored with their lowest bit first, so a slice at the end of the result is a number
    with its highest bit first.
    """
    data = b64decode(packed + "A" * (-len(packed) % 4))
    return format(int.from_bytes(data, "big"), f"0{8 * len(data)}b")[::-1]
