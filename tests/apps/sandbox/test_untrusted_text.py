"""Untrusted texts are read in linear time, whatever they repeat."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

import pytest
from effort import examples
from hypothesis import Phase, example, given, settings, strategies as st
from puzzles import CONTEST

import ineqsudoku as iq
from ineqsudoku.apps import names
from ineqsudoku.apps.grade.reports.files import _harmless
from ineqsudoku.apps.grade.reports.patterns import _opened_file
from ineqsudoku.apps.sandbox.compilation import _complaint
from ineqsudoku.apps.sandbox.execution import _execution
from ineqsudoku.apps.sandbox.files import excerpt, inside, natural
from ineqsudoku.apps.sandbox.judging import _reason
from ineqsudoku.apps.sandbox.languages import java_source, language_of, languages
from ineqsudoku.errors import IneqSudokuError

SIZE = 64 * 1024

SECONDS = 5
"""A limit on the processor time of a reader, which takes a hundredth of it."""

KNOWN = languages()
PUZZLE = iq.read(CONTEST)


READERS: tuple[Callable[[str], object], ...] = (
    lambda text: java_source(bytes_of(text)),
    lambda text: iq.check(PUZZLE, text),
    lambda text: _execution(bytes_of(text), b"", bytes_of(text)),
    lambda text: language_of([text], KNOWN),
    lambda text: [language.keeps(text) for language in KNOWN.values()],
    lambda text: _complaint(bytes_of(text)),
    lambda text: _reason(bytes_of(text)),
    lambda text: _opened_file({"a.cpp": bytes_of(text), "a.py": bytes_of(text)}, True),
    _harmless,
    excerpt,
    inside,
    names.printable,
    names.quote,
    names.reason_of,
    natural,
)
"""The functions that read what a contestant, a compiler or a program has written."""

WORDS = """
package class static void main open ifstream #if #endif Error Traceback // /* */ \' " \"""
\\ \\u 0061 u . ; | ( { = 1 a é \u0301 error ready done
"""
BLANKS = [" ", "\t", "\n", "\r\n", "\xa0", "\u2003", "\x00", "\udc80"]

PIECES = st.sampled_from([*WORDS.split(), "package ", "class ", *BLANKS]) | st.text(max_size=3)
TEXTS = st.lists(PIECES, max_size=3).map("".join)


def bytes_of(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


@contextmanager
def limited() -> Iterator[None]:
    """A context in which this process has `SECONDS` of processor time."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise AssertionError(f"more than {SECONDS} s")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@pytest.mark.skipif(os.name == "nt", reason="needs a limit on processor time")
@settings(examples(200, quick=1), phases=[Phase.explicit, Phase.generate])
@given(start=TEXTS, repeated=TEXTS.filter(bool), end=TEXTS)
@example("package ", "\xa0", ";")  # Names of Java hold nearly all of Unicode, even blanks.
@example("", "\n", "")  # Cells of a table may begin at each line.
def test_no_repetition_takes_long_to_read(start: str, repeated: str, end: str) -> None:
    text = start + repeated * (SIZE // len(repeated)) + end
    for read in READERS:
        with limited(), suppress(IneqSudokuError):
            read(text)
