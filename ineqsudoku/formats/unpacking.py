"""Decompression of lz-string (pieroxy, 2013), with a limit on the length of the text.

The package *lzstring* has no limit, and a short link could unfold to gigabytes.

A compressed text is a stream of codes.  Codes 0 and 1 introduce a new character of 8 or 16
bits, 2 ends the text, and any other code is an index into the entries so far (LZ78).  Every
code but the first adds the entry before it and the first character of its own as an entry.
A code has as many bits as the number of entries, the lowest bit first.
"""

from __future__ import annotations

import re
from base64 import b64decode

_END = 2

_WIDTH_OF_CHARACTER = {0: 8, 1: 16}


def unpacked(packed: str, most: int) -> str:
    """The text that is compressed into base64.

    Raises `ValueError` when `packed` is no such thing, or its text longer than `most`.
    """
    if not re.fullmatch("[A-Za-z0-9+/]+=*", packed):
        raise ValueError("not base64")
    bits = _bits(packed.rstrip("="))
    end = len(bits)
    entries = [""] * 3  # The codes below 3 have none.
    parts: list[str] = []
    length = 0
    previous = ""
    while (start := end - len(entries).bit_length()) >= 0:
        code, end = int(bits[start:end], 2), start
        if code == _END:
            return "".join(parts)
        if width := _WIDTH_OF_CHARACTER.get(code):
            code = len(entries)
            start = max(end - width, 0)
            entries.append(chr(int(bits[start:end] or "0", 2)))
            end = start
        if code < len(entries):
            entry = entries[code]
        elif code == len(entries) and previous:
            entry = previous + previous[0]
        else:
            raise ValueError("a code without an entry")
        parts.append(entry)
        length += len(entry)
        if length > most:
            raise ValueError("a longer text")
        if previous:
            entries.append(previous + entry[0])
        previous = entry
    raise ValueError("a stream that breaks off")


def _bits(packed: str) -> str:
    """The bits of a text in base64 from the last to the first, so that a number, of which the
    lowest bit comes first, can be cut out of the end as it is written."""
    data = b64decode(packed + "A" * (-len(packed) % 4))
    return format(int.from_bytes(data, "big"), f"0{8 * len(data)}b")[::-1]
