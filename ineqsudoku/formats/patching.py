"""Replaces signs in the bytes of a file and leaves every other byte unchanged."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping

from ineqsudoku.formats.decoding import guess
from ineqsudoku.formats.places import Place

_LINE_END = r"\r\n|\r|\n"


def patched(data: bytes, signs: Mapping[Place, str], encoding: str | None = None) -> bytes:
    """Return the bytes with other signs in some places; `encoding` as in `decode`.

    Raises `UnicodeError` when the bytes are not in the encoding, or when encoding the text again
    would change other bytes.
    """
    encoding = _exact(encoding or guess(data), data)
    text = data.decode(encoding)
    if text.encode(encoding) != data:
        raise UnicodeError(f"a text in {encoding} that would change elsewhere, too")
    mark = int(text.startswith("\ufeff"))
    starts = [mark, *(end.end() for end in re.finditer(_LINE_END, text))]
    for place in sorted(signs, reverse=True):
        start = starts[place.line - 1] + place.column - 1
        sign = _written_like(place.written, signs[place])
        text = text[:start] + sign + text[start + len(place.written) :]
    return text.encode(encoding)


def _exact(encoding: str, data: bytes) -> str:
    """Return the encoding with its byte order; `utf-16` alone encodes in the machine's order."""
    if codecs.lookup(encoding).name != "utf-16":
        return encoding
    return "utf-16-be" if data.startswith(codecs.BOM_UTF16_BE) else "utf-16-le"


def _written_like(written: str, sign: str) -> str:
    """Return the sign, as an HTML reference if the `written` sign is one."""
    from html import escape

    return escape(sign) if written.startswith("&") else sign
