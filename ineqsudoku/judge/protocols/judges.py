"""The protocols of judges; docs/judges.md names the sources.

DMOJ calls Python functions, see `ineqsudoku.judge.protocols.dmoj`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ineqsudoku.judge.protocols.interface import ERROR, JUDGED, REFUSED, VERDICTS, Interface, Text
from ineqsudoku.judge.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Protocol:
    """The interfaces of a judge; not all judges run validators."""

    checker: Interface
    validator: Interface | None = None


_MESSAGE = Text("stderr", "{public}\n", VERDICTS, required=False)
_MESSAGE_OF_ERROR = Text("stderr", "{public}\n", ERROR)

_OUTCOME = ("accepted", "wrong-answer", "presentation-error", "fail")
_REPORTS = (
    Text("REPORT", "{public}", VERDICTS, without="-appes"),
    Text(
        "REPORT",
        '<?xml version="1.0" encoding="utf-8"?><result outcome = "{outcome}">{xml}</result>\n',
        VERDICTS,
        along="-appes",
    ),
)

_TESTLIB = Protocol(
    Interface(
        usage="INPUT OUTPUT ANSWER [REPORT [-appes|-APPES]]",
        options=("--testset", "--group"),
        codes=(0, 1, 2, 3),
        fields={
            "word": ("ok", "wrong answer", "wrong output format", "FAIL"),
            "outcome": _OUTCOME,
        },
        texts=(*_REPORTS, Text("stderr", "{word} {public}\n", VERDICTS, required=False)),
    ),
    Interface(
        usage="[FLAG]...",
        options=(
            *("--testset", "--group", "--testCase", "--testCaseFileName"),
            *("--testOverviewLogFileName", "--testMarkupFileName"),
        ),
        codes=(0, 3, 3, 3),
        texts=(Text("stderr", "FAIL {public}\n", (*REFUSED, *ERROR), required=False),),
    ),
)

_KATTIS = Protocol(
    Interface(
        usage="INPUT ANSWER FEEDBACK_DIR [FLAG]...",
        codes=(42, 43, 43, 1),
        texts=(
            Text("FEEDBACK_DIR/judgemessage.txt", "{verdict}: {message}\n", VERDICTS),
            Text("FEEDBACK_DIR/teammessage.txt", "{public}\n"),
            Text("FEEDBACK_DIR/judgeerror.txt", "{message}\n", ERROR),
            Text("stderr", "{message}\n", ERROR),
        ),
    ),
    Interface(
        usage="[FLAG]...",
        codes=(42, 43, 43, 1),
        texts=(
            Text("stdout", "{message}\n", JUDGED, required=False),
            Text("stderr", "{message}\n", ERROR),
        ),
    ),
)

_CMS = Protocol(
    Interface(
        usage="INPUT ANSWER OUTPUT [batch|outputonly]",
        codes=(0, 0, 0, 1),
        fields={"score": ("1.0", "0.0", "0.0", "")},
        texts=(_MESSAGE, Text("stdout", "{score}\n")),
    )
)

_HUSTOJ = Protocol(
    Interface(usage="INPUT ANSWER OUTPUT", codes=(0, 1, 2, 3), texts=(_MESSAGE,)),
)

_LEMON = Protocol(
    Interface(
        usage="INPUT OUTPUT ANSWER FULL_SCORE SCORE_FILE MESSAGE_FILE",
        codes=(0, 0, 0, 1),
        texts=(
            Text("MESSAGE_FILE", "{public}\n"),
            Text("SCORE_FILE", "{FULL_SCORE}\n", (Verdict.AC,)),
            Text("SCORE_FILE", "0\n", REFUSED),
            _MESSAGE_OF_ERROR,
        ),
    )
)

_SYZOJ = Protocol(
    Interface(
        usage="",
        files={"INPUT": "input", "OUTPUT": "user_out", "ANSWER": "answer"},
        codes=(0, 0, 0, 1),
        fields={"score": ("100", "0", "0", "")},
        texts=(_MESSAGE, Text("stdout", "{score}\n")),
    )
)

_QDUOJ = Protocol(
    Interface(
        usage="INPUT OUTPUT",
        codes=(0, 1, 1, 255),
        texts=(Text("stdout", "{public}\n", VERDICTS, required=False),),
    )
)

_UOJ = Protocol(
    Interface(
        usage=_TESTLIB.checker.usage,
        codes=_TESTLIB.checker.codes,
        fields={
            # For UOJ, FAIL means no points; `points` without a number means a judge's error.
            "word": ("ok", "wrong answer", "wrong output format", "points FAIL"),
            "outcome": _OUTCOME,
        },
        # UOJ reads the verdict from standard error and not from the exit code.
        texts=(*_REPORTS, Text("stderr", "{word} {public}\n", VERDICTS)),
    ),
    _TESTLIB.validator,
)

PROTOCOLS: Mapping[str, Protocol] = {
    "testlib": _TESTLIB,
    "kattis": _KATTIS,
    "cms": _CMS,
    "hustoj": _HUSTOJ,
    "lemon": _LEMON,
    "syzoj": _SYZOJ,
    "qduoj": _QDUOJ,
    "uoj": _UOJ,
}

CHECKERS: Mapping[str, Interface] = {name: protocol.checker for name, protocol in PROTOCOLS.items()}

VALIDATORS: Mapping[str, Interface] = {
    name: protocol.validator for name, protocol in PROTOCOLS.items() if protocol.validator
}

INTERFACES: Mapping[str, Mapping[str, Interface]] = {"check": CHECKERS, "validate": VALIDATORS}
"""The interfaces of the commands, by protocol."""
