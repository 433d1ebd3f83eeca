"""Examples for validators and checkers: inputs and outputs that these must accept or refuse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ineqsudoku.apps.generate.sequence import generate
from ineqsudoku.checker import Verdict, expectation
from ineqsudoku.formats import parse, whole_text, write


@dataclass(frozen=True, slots=True)
class Example:
    """A file that a validator must accept or refuse.

    For an output, `input` is the input of its test and `verdict` is the verdict on the output, in
    the words of Polygon.
    """

    number: int
    name: str
    input: str
    output: str = ""
    verdict: str = ""


_INVALID: Mapping[str, Mapping[str, Any]] = {
    "cycle": {"solutions": "0", "flaw": "cycle"},
    "conflict": {"solutions": "0", "flaw": "conflict"},
    "one_wrong_sign": {"solutions": "0", "flaw": "sign"},
    "several_solutions": {"solutions": "2+"},
}
"""The options for invalid puzzles."""


def invalid_inputs(text: str, seed: int) -> list[Example]:
    """Return inputs that are not the official text of a puzzle with exactly one solution.

    They are variants of `text`, a valid input, with faults, and invalid puzzles generated from
    `seed`.
    """
    lines = text.splitlines(keepends=True)
    inputs = {
        "empty": "",
        "short": "".join(lines[:-1]),
        "no_line_feed": text[:-1],
        "more_lines": text + lines[0],
        "two_puzzles": text + text,
        "blank_at_end": text[:-1] + " \n",
        "carriage_returns": text.replace("\n", "\r\n"),
        "other_sign": text.replace("v", "V", 1),
        "signs_of_columns": text.replace(">", "v", 1).replace("<", "^", 1),
        **dict(_make(seed)),
    }
    return [Example(number, *file) for number, file in enumerate(inputs.items(), 1)]


def _make(seed: int) -> Iterator[tuple[str, str]]:
    for name, options in _INVALID.items():
        (made,) = generate(1, seed=seed, **options)
        yield name, write(made.puzzle, "contest")


def invalid_outputs(input: str, answer: str) -> list[Example]:
    """Return wrong outputs for an input with this answer."""
    digits = answer.split()
    rows = answer.splitlines(keepends=True)
    outputs = {
        "empty": "",
        "short": " ".join(digits[:-1]) + "\n",
        "long": answer + "1\n",
        "zero": answer.replace("1", "0"),
        "rows_exchanged": "".join([rows[1], rows[0], *rows[2:]]),
        "complement": answer.translate(str.maketrans("123456789", "987654321")),
        "row_repeated": "".join([rows[0], rows[0], *rows[2:]]),
    }
    return _judge(input, answer, outputs)


def valid_outputs(input: str, answer: str) -> list[Example]:
    """Return right outputs with other whitespace than the answer."""
    outputs = {
        "a_digit_a_line": answer.replace(" ", "\n"),
        "one_line": answer.replace("\n", " "),
        "no_blanks": answer.replace(" ", ""),
        "many_blanks": "\n" + answer.replace(" ", " \t ").replace("\n", "\n\n"),
    }
    return _judge(input, answer, outputs)


_VERDICTS = {
    Verdict.AC: "ok",
    Verdict.WA: "wrong-answer",
    Verdict.PE: "presentation-error",
}


def _judge(input: str, answer: str, outputs: Mapping[str, str]) -> list[Example]:
    asked = expectation(parse(whole_text(input, "input")).entries(), answer)
    examples = []
    for number, (name, output) in enumerate(outputs.items(), 1):
        verdict = asked.judge(output.encode("ascii")).verdict
        examples.append(Example(number, name, input, output, _VERDICTS[verdict]))
    return examples
