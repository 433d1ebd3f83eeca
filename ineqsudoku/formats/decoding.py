"""Decodes bytes from the encoding that the caller names, or from the one that is detected.

Bytes are detected as UTF-16 if they begin with its byte-order mark, as GBK, the encoding of many
Chinese files, if they are valid in GBK but not in UTF-8, and else as UTF-8.
"""

from __future__ import annotations

import codecs
from contextlib import suppress

from ineqsudoku.errors import Fault, PuzzleSyntaxError
from ineqsudoku.formats.document import BLANK, MAX_BYTES, Document
from ineqsudoku.formats.mending import HEAD
from ineqsudoku.formats.scanning import A_LONGER_TEXT, A_PUZZLE, name_of_byte, place
from ineqsudoku.messages import Message

UNDECODED = "surrogateescape"
"""The error handler that keeps bytes which cannot be decoded, as U+DC80 … U+DCFF."""

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def check_encoding(encoding: str | None) -> str | None:
    """Return the encoding itself.  Raises `ValueError` with a message for an unknown one."""
    try:
        "".encode(encoding or "utf-8")
    except (LookupError, ValueError):
        raise ValueError(_UNKNOWN.fill(encoding=repr(encoding))) from None
    return encoding


_UNKNOWN = Message(
    "formats.unknown-encoding", "unknown encoding {encoding}; try utf-8, gbk or utf-16"
)
_NUL = Message("formats.nul", "a NUL byte")
_BINARY = Message("formats.binary", "This is a binary file.")
_EMPTY = Message("formats.empty", "an empty text")


def decode(data: str | bytes, name: str, encoding: str | None = None, line: int = 1) -> Document:
    """Return the text of a file that is called `name`, from `line` on.

    Bytes are decoded from the `encoding`; without one, it is guessed, with a warning.

    Raises `PuzzleSyntaxError` when the text is too long, binary or blank, or the bytes are not in
    the encoding, or in none that can be guessed, and `ValueError` for an unknown encoding.
    """
    if len(data) > MAX_BYTES:
        raise too_long(name)
    warnings: tuple[Message, ...] = ()
    if isinstance(data, str):
        text = data
    elif check_encoding(encoding):
        text = _strictly(data, name, encoding or "")
    else:
        guessed = guess(data)
        text, warnings = _strictly(data, name, guessed), warnings_of(guessed, name)
    text = plain_lines(text)
    if "\0" in text:
        row, column = place(text, text.index("\0"))
        fault = Fault(row + line - 1, column, (Message("formats.text", "text"),), _NUL, _BINARY)
        raise PuzzleSyntaxError(name, (fault,))
    if not text.strip(BLANK):
        raise PuzzleSyntaxError(name, (Fault(1, 1, (A_PUZZLE,), _EMPTY),))
    text = text if text.endswith("\n") else text + "\n"
    return Document(name, text, line=line, original=text, given_warnings=warnings)


def sample_of(
    data: str | bytes, name: str, encoding: str | None = None, line: int = 1
) -> Document | None:
    """Return the beginning of a text that is too long; `None` if it is blank."""
    head = data[:HEAD]
    text = head if isinstance(head, str) else Decoder(name, encoding).decode(head)
    return None if text.isspace() else decode(text, name, line=line)


def too_long(name: str) -> PuzzleSyntaxError:
    """Return the error for a text of more than `MAX_BYTES`."""
    limit = MOST_BYTES.fill(size=MAX_BYTES // 1024**2)
    return PuzzleSyntaxError(name, (Fault(1, 1, (limit,), A_LONGER_TEXT, _SPLIT),))


MOST_BYTES = Message("formats.most-bytes", "a text of at most {size} MiB")
_SPLIT = Message("formats.split", "Split the text; none of its puzzles was read.")


def guess(data: bytes, final: bool = True) -> str:
    """Return the encoding of a file, detected from its beginning.

    Unless `final`, the last character may be cut off.
    """
    if data.startswith(_UTF_16):
        return "utf-16"
    is_utf_8 = data.isascii() or _is_in(data, "utf-8", final)
    is_gbk = not is_utf_8 and _is_in(data, "gbk", final)
    return "gbk" if is_gbk else "utf-8"


_GUESSED = {
    "gbk": Message("formats.read-as-gbk", "{name}: read as GBK, because it is not UTF-8"),
    "utf-16": Message(
        "formats.read-as-utf-16", "{name}: read as UTF-16, because it begins with a byte-order mark"
    ),
}


def warnings_of(encoding: str, name: str) -> tuple[Message, ...]:
    """Return the warning for an encoding that was guessed; none for UTF-8."""
    return (_GUESSED[encoding].fill(name=name),) if encoding in _GUESSED else ()


def _is_in(data: bytes, encoding: str, final: bool) -> bool:
    try:
        codecs.getincrementaldecoder(encoding)().decode(data, final)
    except UnicodeDecodeError:
        return False
    return True


def _strictly(data: bytes, name: str, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        start, found = error.start, name_of_byte(data[error.start])
    except UnicodeError:
        start, found = 0, _OTHER_BYTES
    before = ""
    with suppress(UnicodeError):  # Some codecs report a start in the middle of a character.
        before = plain_lines(data[:start].decode(encoding))
    is_binary = b"\0" in data and not encoding.startswith("utf-16")
    hint = _BINARY if is_binary else _NAME_ENCODING
    expected = TEXT_IN.fill(encoding=encoding.upper())
    fault = Fault(*place(before, len(before)), (expected,), found, hint)
    raise PuzzleSyntaxError(name, (fault,))


TEXT_IN = Message("formats.text-in", "text in {encoding}")
_OTHER_BYTES = Message("formats.other-bytes", "other bytes")
_NAME_ENCODING = Message("formats.name-encoding", "Save it as UTF-8.")


def plain_lines(text: str) -> str:
    """Return `text` without a byte-order mark and with a line feed for every line end."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


class Decoder:
    """Decodes a file chunk by chunk.

    Unless an encoding is named, the first chunk that is not pure ASCII decides the `encoding` of
    the whole file, and the `warnings` about it.  Bytes that cannot be decoded become characters
    that no format has.
    """

    def __init__(self, name: str, encoding: str | None = None) -> None:
        """Raises `ValueError` for an unknown encoding."""
        self._name = name
        self.encoding = check_encoding(encoding)
        self._decoder = self._new_decoder() if encoding else None
        self.warnings: tuple[Message, ...] = ()

    def decode(self, chunk: bytes, final: bool = False) -> str:
        """Return the text of the next chunk; `final` says that no other follows."""
        if self._decoder is None:
            if chunk.isascii():
                return chunk.decode("ascii")
            self.encoding = guess(chunk, final)
            self.warnings = warnings_of(self.encoding, self._name)
            self._decoder = self._new_decoder()
        try:
            return self._decoder.decode(chunk, final)
        except UnicodeError:
            expected = TEXT_IN.fill(encoding=str(self.encoding).upper())
            fault = Fault(1, 1, (expected,), _OTHER_BYTES)
            raise PuzzleSyntaxError(self._name, (fault,)) from None

    def _new_decoder(self) -> codecs.IncrementalDecoder:
        encoding = self.encoding or "utf-8"
        # `surrogateescape` does not support these encodings.
        is_wide = codecs.lookup(encoding).name.startswith(("utf-16", "utf-32"))
        return codecs.getincrementaldecoder(encoding)("replace" if is_wide else UNDECODED)
