"""Compression by lz-string (pieroxy, 2013) into base64, for links of f-puzzles and SudokuPad.

A compressed text is a stream of codes.  Codes 0 and 1 introduce a new character of 8 or 16
bits, 2 ends the text, and any other code is an index into the entries so far (LZ78).  Every
code but the first adds the entry before it and the first character of its own as an entry.
A code has as many bits as the number of entries, the lowest bit first.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator

from ineqsudoku.messages import Message

_END = 2

_FIRST_INDEX = 3

_WIDTH_OF_CHARACTER = (8, 16)


def pack(text: str) -> str:
    """Return the text, compressed into base64.  No character may be beyond U+FFFF."""
    bits: list[str] = []
    known: set[str] = set()
    size = _END  # The first code adds one entry less than the others do.
    for index, entry in _entries(text):
        if len(entry) > 1 or entry in known:
            bits.append(_lowest_first(index, size.bit_length()))
        else:
            known.add(entry)
            code = int(ord(entry) > 0xFF)
            bits.append(_lowest_first(code, size.bit_length()))
            bits.append(_lowest_first(ord(entry), _WIDTH_OF_CHARACTER[code]))
            size += 1
        size += 1
    bits.append(_lowest_first(_END, size.bit_length()))
    return _base64("".join(bits))


def _entries(text: str) -> Iterator[tuple[int, str]]:
    """Yield the entries that make up the text, as long as possible, and their indices."""
    indices: dict[str, int] = {}
    entry = ""
    for character in text:
        indices.setdefault(character, _FIRST_INDEX + len(indices))
        if (longer := entry + character) in indices:
            entry = longer
        else:
            yield indices[entry], entry
            indices[longer] = _FIRST_INDEX + len(indices)
            entry = character
    if entry:
        yield indices[entry], entry


def _lowest_first(number: int, width: int) -> str:
    return f"{number:0{width}b}"[::-1]


def _base64(bits: str) -> str:
    """Return the bits in base64; at least one zero follows them, as lz-string writes it."""
    length = len(bits) // 6 + 1
    padded = bits.ljust(24 * (length // 4 + 1), "0")
    data = int(padded, 2).to_bytes(len(padded) // 8, "big")
    return b64encode(data).decode()[:length] + "=" * (-length % 4)


_NO_BASE64 = Message("formats.no-base64", "The compressed part of the link is not base64.")
_DAMAGED = Message("formats.damaged", "The compressed part of the link is damaged.")
_TOO_LONG = Message(
    "formats.too-long", "The compressed part of the link holds more than {most} characters."
)


def unpack(packed: str, most: int) -> str:
    """Return the text that is compressed into base64.

    Raises `ValueError` with a message when `packed` is not such a text, or when the result is
    longer than `most` characters.
    """
    if not re.fullmatch("[A-Za-z0-9+/]+=*", packed):
        raise ValueError(_NO_BASE64)
    bits = _bits(packed.rstrip("="))
    end, size = len(bits), _FIRST_INDEX
    entries = [""] * size  # The codes below have none.
    parts: list[str] = []
    length = 0
    previous = ""
    while (start := end - size.bit_length()) >= 0:
        code, end = int(bits[start:end], 2), start
        if code > _END:
            if code < size:
                entry = entries[code]
            elif code == size and previous:
                entry = previous + previous[0]
            else:
                raise ValueError(_DAMAGED)
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
            raise ValueError(_TOO_LONG.fill(most=f"{most:,}"))
        if previous:
            entries.append(previous + entry[0])
            size += 1
        previous = entry
    raise ValueError(Message("formats.cut-off", "The compressed part of the link is cut off."))


def _bits(packed: str) -> str:
    """Return the bits of a text in base64, from the last to the first.

    Numbers are stored with their lowest bit first, so a slice at the end of the result is a number
    with its highest bit first.
    """
    data = b64decode(packed + "A" * (-len(packed) % 4))
    return format(int.from_bytes(data, "big"), f"0{8 * len(data)}b")[::-1]
