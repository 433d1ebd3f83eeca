"""The protocols of judges; docs/judges.md names the sources.

DMOJ calls Python functions, see `ineqsudoku.apps.solve.protocols.dmoj`.
"""

from __future__ import annotations

from collections.abc import Mapping

from ineqsudoku.apps.solve.protocols.interface import (
    ERROR,
    JUDGED,
    REFUSED,
    VERDICTS,
    Interface,
    Text,
)
from ineqsudoku.checker.verdicts import Verdict

_MESSAGE = Text("stderr", "{public}\n", VERDICTS, required=False)

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

_TESTLIB = Interface(
    usage="INPUT OUTPUT ANSWER [REPORT [-appes|-APPES]]",
    options=("--testset", "--group"),
    codes=(0, 1, 2, 3),
    fields={
        "word": ("ok", "wrong answer", "wrong output format", "FAIL"),
        "outcome": _OUTCOME,
    },
    texts=(*_REPORTS, Text("stderr", "{word} {public}\n", VERDICTS, required=False)),
)

CHECKERS: Mapping[str, Interface] = {
    "testlib": _TESTLIB,
    "kattis": Interface(
        usage="INPUT ANSWER FEEDBACK_DIR [FLAG]...",
        codes=(42, 43, 43, 1),
        texts=(
            Text("FEEDBACK_DIR/judgemessage.txt", "{verdict}: {message}\n", VERDICTS),
            Text("FEEDBACK_DIR/teammessage.txt", "{public}\n"),
            Text("FEEDBACK_DIR/judgeerror.txt", "{message}\n", ERROR),
            Text("stderr", "{message}\n", ERROR),
        ),
    ),
    "cms": Interface(
        usage="INPUT ANSWER OUTPUT [batch|outputonly]",
        codes=(0, 0, 0, 1),
        fields={"score": ("1.0", "0.0", "0.0", "")},
        texts=(_MESSAGE, Text("stdout", "{score}\n")),
    ),
    "hustoj": Interface(usage="INPUT ANSWER OUTPUT", codes=(0, 1, 2, 3), texts=(_MESSAGE,)),
    "lemon": Interface(
        usage="INPUT OUTPUT ANSWER FULL_SCORE SCORE_FILE MESSAGE_FILE",
        codes=(0, 0, 0, 1),
        texts=(
            Text("MESSAGE_FILE", "{public}\n"),
            Text("SCORE_FILE", "{FULL_SCORE}\n", (Verdict.AC,)),
            Text("SCORE_FILE", "0\n", REFUSED),
            Text("stderr", "{public}\n", ERROR),
        ),
    ),
    "syzoj": Interface(
        usage="",
        files={"INPUT": "input", "OUTPUT": "user_out", "ANSWER": "answer"},
        codes=(0, 0, 0, 1),
        fields={"score": ("100", "0", "0", "")},
        texts=(_MESSAGE, Text("stdout", "{score}\n")),
    ),
    "qduoj": Interface(
        usage="INPUT OUTPUT",
        codes=(0, 1, 1, 255),
        texts=(Text("stdout", "{public}\n", VERDICTS, required=False),),
    ),
    "uoj": Interface(
        usage=_TESTLIB.usage,
        codes=_TESTLIB.codes,
        fields={
            # For UOJ, FAIL means no points; `points` without a number means a judge's error.
            "word": ("ok", "wrong answer", "wrong output format", "points FAIL"),
            "outcome": _OUTCOME,
        },
        # UOJ reads the verdict from standard error and not from the exit code.
        texts=(*_REPORTS, Text("stderr", "{word} {public}\n", VERDICTS)),
    ),
}

_TESTLIB_VALIDATOR = Interface(
    usage="[FLAG]...",
    options=(
        *("--testset", "--group", "--testCase", "--testCaseFileName"),
        *("--testOverviewLogFileName", "--testMarkupFileName"),
    ),
    codes=(0, 3, 3, 3),
    texts=(Text("stderr", "FAIL {public}\n", (*REFUSED, *ERROR), required=False),),
)

VALIDATORS: Mapping[str, Interface] = {
    "testlib": _TESTLIB_VALIDATOR,
    "kattis": Interface(
        usage="[FLAG]...",
        codes=(42, 43, 43, 1),
        texts=(
            Text("stdout", "{message}\n", JUDGED, required=False),
            Text("stderr", "{message}\n", ERROR),
        ),
    ),
    "uoj": _TESTLIB_VALIDATOR,
}
"""The validators of the judges that run any."""
