"""Bytes to text: in the encoding that the caller names, else in the one that they show.

Without a name, bytes are UTF-8; UTF-16 where they begin with its byte-order mark; GBK, the
encoding of many Chinese files, where they are not UTF-8 and make sense in GBK.
"""

from __future__ import annotations

import codecs
import re
from contextlib import suppress
from itertools import islice

from ineqsudoku.errors import Fault, PuzzleSyntaxError
from ineqsudoku.formats.characters import STANDS_FOR
from ineqsudoku.formats.scanning import place

UNDECODED = "surrogateescape"
"""How Python keeps bytes that cannot be decoded: as U+DC80 … U+DCFF."""

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

_SAMPLE = 1000
"""Lines that show whether a text makes sense."""


def checked_encoding(encoding: str | None) -> str | None:
    """The encoding itself.  Raises `ValueError` when Python does not know it."""
    try:
        "".encode(encoding or "utf-8")
    except (LookupError, ValueError):
        raise ValueError(f"unknown encoding {encoding!r}; try utf-8, gbk or utf-16") from None
    return encoding


def decoded(data: bytes, name: str, encoding: str | None = None) -> tuple[str, tuple[str, ...]]:
    """The text of all bytes of a file, and a warning if its encoding had to be guessed.

    Raises `PuzzleSyntaxError` when the bytes are not in the encoding, or in none that can be
    guessed, and `ValueError` for an unknown encoding.
    """
    if checked_encoding(encoding):
        return _strictly(data, name, encoding or ""), ()
    guessed = guess(data)
    return _strictly(data, name, guessed), warnings_of(guessed, name)


def guess(data: bytes, final: bool = True) -> str:
    """The encoding of a file, as its beginning shows; unless `final`, the last character may
    be cut off."""
    if data.startswith(_UTF_16):
        return "utf-16"
    if not data.isascii() and _text(data, "utf-8", final) is None:
        text = _text(data, "gbk", final)
        if text is not None and _makes_sense(text):
            return "gbk"
    return "utf-8"


def warnings_of(encoding: str, name: str) -> tuple[str, ...]:
    """What to say of an encoding that was guessed."""
    reason = {"gbk": "it is not UTF-8", "utf-16": "it begins with a byte-order mark"}
    if encoding not in reason:
        return ()
    return (f"{name}: read as {encoding.upper()}, because {reason[encoding]}",)


def _text(data: bytes, encoding: str, final: bool) -> str | None:
    try:
        return codecs.getincrementaldecoder(encoding)().decode(data, final)
    except UnicodeDecodeError:
        return None


_LINE_BEYOND_ASCII = r"[^\r\n]*[^\x00-\x7f][^\r\n]*"

_QUOTE = r"(?:> ?)+"

_FRAMES = "".join(map(chr, range(0x2500, 0x2580)))
"""The characters for drawing boxes."""

_KNOWN = "".join(STANDS_FOR) + _FRAMES

_NO_LETTER = rf"[\x00-\x7f{re.escape(_KNOWN)}]+"

_NO_SIGN = rf"[^<>^{re.escape(''.join(STANDS_FOR))}]+"

_LINE_OF_CELLS = rf"(?m)^[ \t>|]*(?:[<>^v.0-9{re.escape(_KNOWN)}][ \t|]*){{4,1000}}(?:[\r\n]|\Z)"
"""A line of at least four signs or cells and nothing else."""


def _makes_sense(text: str) -> bool:
    """Whether a text could be a puzzle, with titles perhaps, as far as its characters beyond ASCII
    show.

    Bytes of other encodings may be GBK by chance, but then they give letters that stand in
    the middle of signs, or rare letters.  More letters than signs are a title.
    """
    known = unknown = titles = 0
    for line in islice(re.finditer(_LINE_BEYOND_ASCII, text), _SAMPLE):
        written = re.sub(_QUOTE, "", line[0], count=1) if line[0][0] == ">" else line[0]
        letters = len(re.sub(_NO_LETTER, "", written))
        signs = len(re.sub(_NO_SIGN, "", written))
        known += len(re.sub(r"[\x00-\x7f]+", "", written)) - letters
        if letters < signs:
            unknown += letters
        elif signs:
            titles += 1
    if unknown > known or _has_rare_letters(text):
        return False
    return not titles or bool(re.search(_LINE_OF_CELLS, text))


def _has_rare_letters(text: str) -> bool:
    """Whether the second byte of most letters is one of ASCII, as of few Chinese characters, but
    of nearly all that come from a letter with an accent and a plain one."""
    letters = re.sub(_NO_LETTER, "", text[:_SAMPLE_OF_LETTERS])
    second = letters.encode("gbk", "ignore")[1::2]
    return 2 * sum(byte < 0x80 for byte in second) > len(second)


_SAMPLE_OF_LETTERS = 100_000


def _strictly(data: bytes, name: str, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        start, found = error.start, f"byte 0x{data[error.start]:02x}"
    except UnicodeError:
        start, found = 0, "other bytes"
    before = ""
    with suppress(UnicodeError):  # Some codecs are not that exact.
        before = plain_lines(data[:start].decode(encoding))
    is_binary = b"\0" in data and not encoding.startswith("utf-16")
    hint = "This is a binary file." if is_binary else _hint(data, encoding)
    fault = Fault(*place(before, len(before)), (f"text in {encoding.upper()}",), found, hint)
    raise PuzzleSyntaxError(name, (fault,))


def _hint(data: bytes, encoding: str) -> str:
    """What to do about bytes that are not in the encoding."""
    text = _text(data, "gbk", final=True) if encoding == "utf-8" else None
    if text is not None and not _has_rare_letters(text):
        return (
            "It could be GBK: try --encoding gbk (in Python encoding='gbk'), or save it as UTF-8."
        )
    return "Name its encoding (--encoding), or save it as UTF-8."


def plain_lines(text: str) -> str:
    """`text` without a byte-order mark and with a line feed for every line end."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


class Decoder:
    """Decodes a file chunk by chunk.

    The first chunk that is not pure ASCII decides the `encoding` of the whole file, if none
    was named.  Bytes that cannot be decoded become characters that no format has.
    """

    def __init__(self, name: str, encoding: str | None = None) -> None:
        """Raises `ValueError` for an unknown encoding."""
        self._name = name
        self.encoding = checked_encoding(encoding)
        self._decoder = self._new_decoder() if encoding else None
        self._warnings: tuple[str, ...] = ()

    def decode(self, chunk: bytes, final: bool = False) -> str:
        """The text of the next chunk; `final` says that no other follows."""
        if self._decoder is None:
            if chunk.isascii():
                return chunk.decode("ascii")
            self.encoding = guess(chunk, final)
            self._warnings = warnings_of(self.encoding, self._name)
            self._decoder = self._new_decoder()
        try:
            return self._decoder.decode(chunk, final)
        except UnicodeError:
            fault = Fault(1, 1, (f"text in {str(self.encoding).upper()}",), "other bytes")
            raise PuzzleSyntaxError(self._name, (fault,)) from None

    def take_warnings(self) -> tuple[str, ...]:
        """The warnings since the last call."""
        warnings, self._warnings = self._warnings, ()
        return warnings

    def _new_decoder(self) -> codecs.IncrementalDecoder:
        encoding = self.encoding or "utf-8"
        # Python cannot keep bytes of these as characters.
        is_wide = codecs.lookup(encoding).name.startswith(("utf-16", "utf-32"))
        return codecs.getincrementaldecoder(encoding)("replace" if is_wide else UNDECODED)
