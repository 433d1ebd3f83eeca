"""`Interface`: how a judge calls a program, and where it expects the verdict.

`ineqsudoku.apps.solve.protocols.judges` has the interfaces of the judges.
"""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn
from warnings import catch_warnings, simplefilter

from ineqsudoku.checker.verdicts import Verdict
from ineqsudoku.errors import IneqSudokuError, PuzzleSyntaxError, UsageError
from ineqsudoku.messages import Message
from ineqsudoku.names import message_of

if TYPE_CHECKING:
    from ineqsudoku.checker.judgement import Judgement

VERDICTS = (Verdict.AC, Verdict.WA, Verdict.PE, Verdict.JE)
"""The order of exit codes and of `Interface.fields`."""

REFUSED = (Verdict.WA, Verdict.PE)
JUDGED = (Verdict.AC, *REFUSED)
ERROR = (Verdict.JE,)

_STREAMS = ("stdout", "stderr")

_XML = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


@dataclass(frozen=True, slots=True)
class Text:
    """A text that is delivered with some `verdicts`.

    `place` is `stdout`, `stderr`, the name of an argument that is a file, or the name of one that
    is a folder, followed by the name of a file in it.  A text is left out if its place was not
    given, if the argument `along` was not given, or if the argument `without` was.

    `template` may use `{public}`, `{message}`, which is for judges only, `{verdict}`, `{xml}`,
    which is the public message in XML, the fields of the interface, and the arguments.

    If a `required` text cannot be written, the judge does not get the verdict, which counts as
    the judge's error.
    """

    place: str
    template: str
    verdicts: tuple[Verdict, ...] = JUDGED
    required: bool = True
    along: str = ""
    without: str = ""

    def applies(self, verdict: Verdict, arguments: Mapping[str, str]) -> bool:
        return (
            verdict in self.verdicts
            and (self.place in _STREAMS or bool(arguments.get(self._argument)))
            and (not self.along or self.along in arguments)
            and self.without not in arguments
        )

    def write(self, values: Mapping[str, str], arguments: Mapping[str, str]) -> None:
        """Write the text.  Raises `OSError`."""
        content = self.template.format_map(values)
        if self.place in _STREAMS:
            _write_to_stream(self.place, content)
            return
        file = self.place.partition("/")[2]
        folder_or_file = arguments[self._argument]
        path = os.path.join(folder_or_file, file) if file else folder_or_file
        with _errors_about(path), open(path, "w", encoding="ascii", newline="") as text_file:
            text_file.write(content)

    @property
    def _argument(self) -> str:
        return self.place.partition("/")[0]


@contextmanager
def _errors_about(name: str) -> Iterator[None]:
    """Give an `OSError` the name of the file or stream that it is about."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from None


@dataclass(frozen=True, slots=True)
class Interface:
    """How a judge calls one kind of program, and the output that it expects.

    `usage` names the arguments: brackets mark an optional one, `a|b` is one of two words, and
    `[NAME]...` is any number of arguments.  `options` may stand anywhere, take a value and are
    ignored.  `files` are fixed paths that are not arguments; the answer may be missing.

    `codes` are the exit codes for `VERDICTS`; each of `fields` has a word per verdict.
    `texts` are delivered in this order.
    """

    usage: str
    codes: tuple[int, int, int, int]
    texts: tuple[Text, ...]
    fields: Mapping[str, tuple[str, str, str, str]] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)

    def code(self, verdict: Verdict) -> int:
        return self.codes[VERDICTS.index(verdict)]

    def arguments(self, given: Sequence[str]) -> dict[str, str]:
        """Return the arguments by name.  Raises `UsageError` if they do not fit the usage."""
        arguments = {name: path for name, path in self.files.items() if name != "ANSWER"}
        if "ANSWER" in self.files and os.path.exists(self.files["ANSWER"]):
            arguments["ANSWER"] = self.files["ANSWER"]
        left = self._without_options(given)
        for token in self.usage.split():
            if token.endswith("..."):
                return arguments
            name, *others = token.strip("[]").split("|")
            if not left and token.startswith("["):
                return arguments
            if not left or (not name.isupper() and left[0] not in (name, *others)):
                raise self._usage_error
            arguments[name] = left.pop(0)
        if left:
            raise self._usage_error
        return arguments

    def _without_options(self, given: Sequence[str]) -> list[str]:
        left, rest = [], list(given)
        while rest:
            argument = rest.pop(0)
            if argument not in self.options:
                left.append(argument)
                continue
            value = rest.pop(0) if rest else None
            # testlib takes an empty group, but not an empty test set.
            if value is None or (argument == "--testset" and not value):
                raise UsageError(
                    Message("protocol.no-value", "expected a value after {option}", option=argument)
                )
        return left

    @property
    def _usage_error(self) -> UsageError:
        if not self.usage:
            return UsageError(Message("protocol.no-arguments", "expected no arguments"))
        return UsageError(
            Message("protocol.usage", "expected the arguments {usage}", usage=self.usage)
        )

    def deliver(
        self, judgement: Judgement, arguments: Mapping[str, str], *, best_effort: bool = False
    ) -> None:
        """Write all texts.  Raises `OSError` unless `best_effort`."""
        values = {**arguments, **self._fields(judgement)}
        for text in self.texts:
            if text.applies(judgement.verdict, arguments):
                try:
                    text.write(values, arguments)
                except Exception:  # Whatever fails, the other texts and the exit code matter more.
                    if text.required and not best_effort:
                        raise

    def _fields(self, judgement: Judgement) -> dict[str, str]:
        from ineqsudoku.checker.answers import ascii_only

        public = ascii_only(str(judgement.public))
        number = VERDICTS.index(judgement.verdict)
        return {
            "verdict": judgement.verdict,
            "public": public,
            "xml": public.translate(_XML),
            "message": "\n".join(map(ascii_only, str(judgement.message).split("\n"))),
            **{name: words[number] for name, words in self.fields.items()},
        }


def run(
    interface: Interface, given: Sequence[str], judge: Callable[[Mapping[str, str]], Judgement]
) -> NoReturn:
    """Judge, deliver the verdict by the interface, and exit with its code.

    Any failure, including a bug of this program, is the judge's error and never the contestant's:
    to some judges, Python's own exit code 1 means a wrong answer.
    """
    arguments: dict[str, str] = {}
    try:
        arguments = interface.arguments(given)
        with catch_warnings():
            simplefilter("ignore")  # A judge may take the first line printed for the verdict.
            judgement = judge(arguments)
        interface.deliver(judgement, arguments)
    except Exception as error:  # Any failure is the judge's error.
        fail(interface, error, arguments)
    _leave(interface.code(judgement.verdict))


def fail(
    interface: Interface, error: Exception, arguments: Mapping[str, str] | None = None
) -> NoReturn:
    """Exit with the judge's error."""
    with suppress(Exception):
        interface.deliver(_judge_error(error), arguments or {}, best_effort=True)
    _leave(interface.code(Verdict.JE))


def require_stdin() -> None:
    """Raise `OSError` if this program was started without standard input."""
    _require_open("stdin")


def _leave(code: int) -> NoReturn:
    """Exit with a code that no later failure to write can change."""
    for name in _STREAMS:
        stream = getattr(sys, name)
        try:
            stream.flush()
        except Exception:  # The stream may be any object.
            # The rest of the buffer is discarded.  Otherwise Python would fail on it again at exit
            # and change the code.
            with suppress(Exception):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    gc.freeze()  # `main` does this too, but is not reached.
    raise SystemExit(code)


def _write_to_stream(name: str, content: str) -> None:
    _require_open(name)
    stream = getattr(sys, name)
    with _errors_about(f"<{name}>"):
        stream.write(content)
        stream.flush()
        # Standard error ignores failures to write, because messages matter less than results.
        if failure := getattr(getattr(stream, "buffer", None), "failure", None):
            raise failure


def _require_open(name: str) -> None:
    """Raise `OSError` for a stream that was closed at the start.

    `main` replaces such a stream by one that discards its text, but `sys.__stdout__` and the like
    are still `None`.
    """
    if getattr(sys, f"__{name}__") is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), f"<{name}>")


def _judge_error(error: Exception) -> Judgement:
    """Return the judgement for an error; its public message has the place, but no file's text."""
    from ineqsudoku.checker.judgement import Judgement

    if isinstance(error, PuzzleSyntaxError):
        public = Message(
            "protocol.no-puzzle",
            "the input is not a puzzle: line {line}, column {column}",
            line=error.line,
            column=error.column,
        )
        return Judgement(Verdict.JE, str(error), public)
    if isinstance(error, (IneqSudokuError, OSError)):
        return Judgement(Verdict.JE, message_of(error), message_of(error))
    name, place = f"{type(error).__name__}()", _line_of_code(error)
    return Judgement(
        Verdict.JE, _BUG.fill(error=repr(error), place=place), _BUG.fill(error=name, place=place)
    )


_BUG = Message("protocol.bug", "internal error: {error} in {place}")


def _line_of_code(error: Exception) -> str | Message:
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    if not trace:
        return Message("protocol.unknown-place", "an unknown place")
    return f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}"
