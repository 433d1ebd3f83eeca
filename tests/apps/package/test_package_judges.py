"""The C++ judges of packages: arguments, exit codes, what goes where; verdicts as of `check`."""

from __future__ import annotations

import os
import random
import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from commands import Ran
from data import corpus
from outputs import OUTPUTS, RIGHT, SIGN, Output
from programs import (
    Programs,
    mains,
    needs_compiler,
    needs_testlib,
    programs as programs,
    skip_without_testlib,
)
from puzzles import BZOJ_3109, CONTEST, CONTEST_ANSWER, NKOJ_2194, UVA_11570, turned

import ineqsudoku as iq
from ineqsudoku.apps.package.examples import invalid_inputs
from ineqsudoku.apps.package.files import assemble
from ineqsudoku.checker import Judgement, expectation
from ineqsudoku.errors import LayoutCycleError
from ineqsudoku.formats import parse, whole_text

pytestmark = [pytest.mark.package, needs_compiler]

CHECKERS = {
    "testlib": "plain",
    "kattis": "kattis",
    "lemon": "lemon",
}
"""The checkers without testlib.h, by the judges that call them."""

CODES = {
    "testlib": {"AC": 0, "WA": 1, "PE": 2, "JE": 3},
    "kattis": {"AC": 42, "WA": 43, "PE": 43, "JE": 1},
    "lemon": {"AC": 0, "WA": 0, "PE": 0, "JE": 1},
}

ARGUMENTS = {
    "testlib": "01.in 01.out 01.ans",
    "kattis": "01.in 01.ans feedback case_sensitive float_tolerance 1e-6 -x",
    "lemon": "01.in 01.out 01.ans 10 score message",
}

of_all_judges = pytest.mark.parametrize("files", CHECKERS, indirect=True)

BY_VERDICT = {
    "AC": Output("right", RIGHT, "AC"),
    "WA": next(output for output in OUTPUTS if output.public == SIGN),
    "PE": next(output for output in OUTPUTS if output.verdict == "PE"),
}

PUZZLE = iq.read(CONTEST)


@dataclass(frozen=True)
class Files:
    """A folder with a test, in which judges also write."""

    folder: Path
    judge: str

    def path(self, name: str) -> Path:
        return self.folder / name

    @property
    def arguments(self) -> list[str]:
        return ARGUMENTS[self.judge].split()


@pytest.fixture(params=["testlib"])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> Files:
    files = Files(tmp_path, request.param)
    files.path("01.in").write_text(CONTEST)
    files.path("01.ans").write_text(CONTEST_ANSWER)
    files.path("feedback").mkdir()
    return files


Checker = Callable[..., Ran]


@pytest.fixture
def checker(programs: Programs, files: Files) -> Checker:
    """Calls the checker for a judge: with an output, or with arguments."""
    program = programs.of(f"checkers/{CHECKERS[files.judge]}")

    def call(data: bytes = b"", arguments: list[str] | None = None) -> Ran:
        if arguments is None:
            arguments = files.arguments
            files.path("01.out").write_bytes(data)
        return ran(program, arguments, data if files.judge == "kattis" else b"", files.folder)

    return call


def ran(program: Path, arguments: list[str], stdin: bytes, folder: Path) -> Ran:
    done = subprocess.run([program, *arguments], input=stdin, capture_output=True, cwd=folder)
    return Ran(done.returncode, done.stdout.decode("ascii"), done.stderr.decode("ascii"))


def delivered(files: Files, ran: Ran) -> dict[str, str]:
    """The texts that a call has left for the judge, by their places."""
    written = {
        str(path.relative_to(files.folder)): path.read_text(encoding="ascii")
        for path in sorted(files.folder.rglob("*"))
        if path.is_file() and path.name not in ("01.in", "01.out", "01.ans")
    }
    streams = {"stdout": ran.out, "stderr": ran.err}
    return {**{name: text for name, text in streams.items() if text}, **written}


WORDS = {"AC": "ok", "WA": "wrong answer", "PE": "wrong output format"}


def expected(judge: str, verdict: str, message: str, public: str) -> dict[str, str]:
    """The texts that a judge expects, by their places."""
    return {
        "testlib": {"stderr": f"{WORDS[verdict]} {public}\n"},
        "kattis": {
            "feedback/judgemessage.txt": f"{verdict}: {message}\n",
            "feedback/teammessage.txt": f"{public}\n",
        },
        "lemon": {"score": "10\n" if verdict == "AC" else "0\n", "message": f"{public}\n"},
    }[judge]


# --- the sources -------------------------------------------------------------------------


@pytest.mark.parametrize("main", mains())
def test_every_program_is_one_file_without_warnings(programs: Programs, main: str) -> None:
    source = assemble(main)
    includes = [line for line in source.splitlines() if line.startswith('#include "')]
    assert includes == (['#include "testlib.h"'] if main.endswith("/testlib") else [])
    if includes:
        skip_without_testlib()
    programs.of(main)


def test_every_checker_is_called() -> None:
    checkers = {f"checkers/{main}" for main in (*CHECKERS.values(), "testlib")}
    assert checkers == {main for main in mains() if main.startswith("checkers/")}


# --- checkers by their judges ------------------------------------------------------------


@of_all_judges
def test_every_output_gets_its_verdict(checker: Checker, files: Files) -> None:
    for output in OUTPUTS:
        result = checker(output.data)
        assert result.code == CODES[files.judge][output.verdict], output.name
        texts = expected(files.judge, output.verdict, output.message, output.for_contestants)
        assert delivered(files, result) == texts, output.name


def assert_judge_error(files: Files, ran: Ran, reason: str = "") -> None:
    """Assert that a judge gets no verdict on the contestant."""
    assert ran.code == CODES[files.judge]["JE"]
    texts = delivered(files, ran)
    assert any(reason in text for text in texts.values())
    if files.judge == "testlib":
        assert ran.err.startswith("FAIL ")
    assert not {"score", "feedback/teammessage.txt"} & texts.keys()


FAULTS = {
    "wrong answer": "the judge's own answer is wrong: ",
    "short input": "15",
    "other input": "2",
    "missing input": "No such file",
    "missing answer": "No such file",
}
"""Faults of the judge's files, and what a message says of them: for an input, the line."""


def damage(files: Files, fault: str) -> None:
    """Give the files a fault."""
    if fault == "wrong answer":
        files.path("01.ans").write_text(CONTEST_ANSWER.replace("5", "6", 1))
    elif fault == "short input":
        files.path("01.in").write_text(CONTEST[:-4])
    elif fault == "other input":
        files.path("01.in").write_text(CONTEST.replace("v v ^", "v > ^", 1))
    else:
        files.path("01.in" if fault == "missing input" else "01.ans").unlink()


@of_all_judges
@pytest.mark.parametrize("fault", FAULTS)
def test_wrong_files_are_the_judges_error(checker: Checker, files: Files, fault: str) -> None:
    damage(files, fault)
    for output in BY_VERDICT.values():
        assert_judge_error(files, checker(output.data), FAULTS[fault])


@of_all_judges
def test_other_arguments_are_the_judges_error(checker: Checker, files: Files) -> None:
    right = {"testlib": {3}, "kattis": {*range(3, 9)}, "lemon": {6}}
    for number in {*range(8)} - right[files.judge]:
        assert_judge_error(files, checker(arguments=["01.in"] * number), "expected ")


@of_all_judges
def test_a_missing_output_is_an_empty_one(checker: Checker, files: Files) -> None:
    if files.judge == "kattis":
        return
    empty = checker(b"")
    files.path("01.out").unlink()
    assert checker(arguments=files.arguments) == empty
    assert empty.code == CODES[files.judge]["PE"]


def test_an_output_that_does_not_end_is_no_grid(checker: Checker) -> None:
    """Python's checker also stops after 128 MiB."""
    result = checker(RIGHT + b"\n" * (128 << 20))
    assert result.code == CODES["testlib"]["PE"]
    assert result.err == "wrong output format the output is longer than 128 MiB\n"


@of_all_judges
@pytest.mark.parametrize(
    "input", [CONTEST, CONTEST.replace("v v ^", "v V ^"), CONTEST + "> < >"], ids=range(3)
)
def test_contestants_learn_nothing_of_the_input(checker: Checker, files: Files, input: str) -> None:
    files.path("01.in").write_text(input)
    for data in (BY_VERDICT["WA"].data, RIGHT.translate(bytes.maketrans(b"12", b"21"))):
        for place, message in delivered(files, checker(data)).items():
            if files.judge != "kattis" or place == "feedback/teammessage.txt":
                assert not {*"<>^V"} & {*message}, (place, message)
                assert " v " not in message


@of_all_judges
@pytest.mark.parametrize(
    ("output", "verdict"), [("no  solution", "AC"), ("none", "WA"), (CONTEST_ANSWER, "WA")]
)
def test_where_no_grid_is_right_the_answer_file_decides(
    checker: Checker, files: Files, output: str, verdict: str
) -> None:
    files.path("01.in").write_text(iq.write(turned(PUZZLE, PUZZLE.relations[0]), "contest"))
    files.path("01.ans").write_text("no solution\n")
    result = checker(output.encode())
    assert result.code == CODES[files.judge][verdict]
    if verdict == "WA":
        message = "the puzzle has no solution, and the output differs from the answer file"
        texts = expected(files.judge, "WA", message, "this is not the expected output")
        assert delivered(files, result) == texts


@pytest.mark.parametrize("files", ["lemon", "kattis"], indirect=True)
@pytest.mark.parametrize("name", ["score", "message", "feedback/teammessage.txt"])
def test_a_text_that_cannot_be_written_is_the_judges_error(
    checker: Checker, files: Files, name: str
) -> None:
    if ("/" in name) == (files.judge == "kattis"):
        files.path(name).mkdir(parents=True)
        assert checker(RIGHT).code == 1


def test_a_message_that_nobody_reads_changes_nothing(programs: Programs, files: Files) -> None:
    files.path("01.out").write_bytes(RIGHT)
    reader, writer = os.pipe()
    os.close(reader)
    try:
        arguments = [str(programs.of("checkers/plain")), *files.arguments]
        done = subprocess.run(arguments, cwd=files.folder, stdout=writer, stderr=writer)
    finally:
        os.close(writer)
    assert done.returncode == 0


@needs_testlib
def test_a_checker_with_testlib_says_the_same(programs: Programs, files: Files) -> None:
    """But for byte 255, which testlib itself takes for the end of a file."""
    program = programs.of("checkers/testlib")
    for output in OUTPUTS:
        if b"\xff" in output.data:
            continue
        files.path("01.out").write_bytes(output.data)
        result = ran(program, files.arguments, b"", files.folder)
        assert result.code == CODES["testlib"][output.verdict], output.name
        texts = expected("testlib", output.verdict, output.message, output.for_contestants)
        assert delivered(files, result) == texts, output.name


@needs_testlib
@pytest.mark.parametrize("fault", ["wrong answer", "short input", "other input", "missing input"])
def test_with_testlib_wrong_files_are_fail(programs: Programs, files: Files, fault: str) -> None:
    damage(files, fault)
    files.path("01.out").write_bytes(RIGHT)
    arguments = files.arguments
    assert ran(programs.of("checkers/testlib"), arguments, b"", files.folder).code == 3


# --- many outputs and inputs -------------------------------------------------------------


BATCH = (Path(__file__).parent / "batch.cpp").read_text(encoding="ascii")


def batch(programs: Programs, records: list[tuple[str, bytes]]) -> list[tuple[str, ...]]:
    """Verdict, message and message for contestants of every output or input of the records."""
    stdin = b"".join(f"{kind} {len(data)}\n".encode() + data for kind, data in records)
    program = programs.compiled(BATCH)
    done = subprocess.run([program], input=stdin, capture_output=True, check=True)
    return [tuple(line.split("\t")) for line in done.stdout.decode("ascii").splitlines()]


def mutations(seeds: list[bytes], number: int, random: random.Random) -> Iterator[bytes]:
    """Texts in which pieces were cut out, doubled, exchanged or replaced."""
    pieces = [b"", b" ", b"\n", b"\r\n", b"\t", b"\f", b"\0", b"0", b"10", b"-1", b"<", b"^", b"."]
    pieces += [b"\xef\xbb\xbf", b"\xff", b"\xc2\xb2", b"\xef\xbc\x95", b"\xed\xa0\x80", b"2" * 30]
    for _ in range(number):
        text = random.choice(seeds)
        for _ in range(random.randint(1, 3)):
            start, end = sorted(random.choices(range(len(text) + 1), k=2))
            if random.random() < 0.7:
                end = min(end, start + random.randint(0, 2))
            piece = random.choice([*pieces, text[start:end] * 2, text[start:end][::-1]])
            text = text[:start] + piece + text[end:]
        yield text


def mutated_grids(answer: bytes, number: int, random: random.Random) -> Iterator[bytes]:
    """Grids of digits, most of them wrong: digits exchanged everywhere, cells, rows, columns."""
    digits = answer.split()
    for _ in range(number):
        changed = list(digits)
        if random.random() < 0.5:
            table = dict(zip(sorted({*digits}), random.sample(sorted({*digits}), 9), strict=True))
            changed = [table[digit] for digit in changed]
        for _ in range(random.randint(0, 3)):
            one, other = random.sample(range(len(changed)), 2)
            changed[one], changed[other] = changed[other], changed[one]
        yield b" ".join(changed)


def judged(input: str, answer: str, outputs: list[bytes]) -> list[tuple[str, ...]]:
    """Verdict, message and message for contestants of every output, by the Python checker.

    For PE it is the verdict alone: only the Python checker names lines.
    """
    asked = expectation(parse(whole_text(input, "input")).entries(), answer)
    judgements = (asked.judge(output) for output in outputs)
    return [
        ("PE",)
        if its.verdict == "PE"
        else (its.verdict.value, ascii_only(str(its.message)), public(its))
        for its in judgements
    ]


def printed_in_other_ways(answer: str) -> list[bytes]:
    """The answer as programs print it: rows or all without blanks, a prompt, rows too few or many,
    several grids, other line ends and blanks, and text that is no ASCII."""
    rows = answer.splitlines(keepends=True)
    texts = [
        answer,
        answer.replace(" ", ""),
        answer.replace(" ", "").replace("\n", ""),
        "".join(row.replace(" ", "") if number % 2 else row for number, row in enumerate(rows)),
        "".join(f"{row[:6].replace(' ', '')} {row[6:]}" for row in rows),
        "Enter the puzzle:\n" + answer,
        "Case 1:\n" + answer.replace(" ", ""),
        "".join(rows[1:]).replace(" ", ""),
        answer + rows[0],
        (answer + rows[0]).replace(" ", ""),
        answer * 2,
        (answer + "\n" + answer).replace(" ", ""),
        answer.replace("\n", "\r\n"),
        answer.replace(" ", "").replace("\n", "\r\n"),
        answer.replace(" ", "\t"),
        answer.replace(" ", "\u00a0"),
        answer.translate({ord(digit): ord(digit) + 0xFEE0 for digit in "123456789"}),
        answer.replace(" ", "|"),
        "答案：\n" + answer,
        answer.replace("\n", " " * 70_000),
        answer.replace(" ", "") * 100,
    ]
    return [text.encode() for text in texts]


def public(judgement: Judgement) -> str:
    """The message of a judgement as contestants get it, who learn nothing of the puzzle."""
    message = ascii_only(str(judgement.message))
    if judgement.verdict == "WA" and not judgement.violations:
        return "this is not the expected output"
    if judgement.violations and judgement.violations[0].rule == "sign":
        message = f"{message.partition(': ')[0]}: {SIGN}" if message[0] == "p" else SIGN
    return re.sub(r"^(puzzle \d+) \(line \d+\)", r"\1", message)


def ascii_only(text: str) -> str:
    """The text on one line of printable ASCII; every byte of anything else becomes `\\xNN`."""
    return "".join(
        c if " " <= c <= "~" else "".join(f"\\x{byte:02x}" for byte in c.encode()) for c in text
    )


@pytest.mark.parametrize(
    ("input", "answer"),
    [
        (CONTEST, CONTEST_ANSWER),
        ("\n" + CONTEST + " \r\n" + CONTEST, CONTEST_ANSWER * 2),
        (iq.write(turned(PUZZLE, PUZZLE.relations[0]), "contest"), "NO solution\n0"),
    ],
    ids=["one puzzle", "two puzzles", "no solution"],
)
def test_thousands_of_outputs_are_judged_alike(programs: Programs, input: str, answer: str) -> None:
    rng = random.Random(20131118)
    others = printed_in_other_ways(answer)
    seeds = [answer.encode(), *(output.data[:500] for output in OUTPUTS)]
    seeds += [answer.encode()] * 80 + [output for output in others if len(output) < 1000] * 4
    outputs = [b"", *others, *mutations(seeds, 4000, rng)]
    if " " not in answer[2:3]:
        outputs += mutated_grids(answer.encode(), 1500, rng)
    expected = judged(input, answer, outputs)
    records = [("p", input.encode()), ("a", answer.encode()), *(("o", data) for data in outputs)]
    answers = batch(programs, records)
    assert len(answers) == len(outputs)
    for output, theirs, ours in zip(outputs, answers, expected, strict=True):
        assert theirs[: len(ours)] == ours, output
    assert {verdict for verdict, *_ in expected} >= {"AC", "WA"}


def answers_of_testlib(
    programs: Programs, main: str, folder: Path, records: list[tuple[str, bytes]]
) -> list[tuple[int, str]]:
    """Exit code and text on standard error of a program with testlib.h for each record."""
    harness = (Path(__file__).parent / "testlib_batch.cpp").read_text(encoding="ascii")
    # A process with sanitizers takes many times longer to fork.
    program = programs.compiled(f'#define PROGRAM "{main}.cpp"\n{harness}', ("-O1",))
    stdin = b"".join(f"{kind} {len(data)}\n".encode() + data for kind, data in records)
    done = subprocess.run([program], input=stdin, capture_output=True, cwd=folder, check=True)
    lines = (line.split("\t", 1) for line in done.stdout.decode("ascii").splitlines())
    return [(int(code), text) for code, text in lines]


@needs_testlib
def test_thousands_of_outputs_are_judged_alike_with_testlib(
    programs: Programs, tmp_path: Path
) -> None:
    """But for byte 255, which testlib itself takes for the end of a file."""
    rng = random.Random(4573)
    others = printed_in_other_ways(CONTEST_ANSWER)
    seeds = [CONTEST_ANSWER.encode()] * 80 + [output.data[:500] for output in OUTPUTS]
    seeds += [output for output in others if len(output) < 1000] * 4
    grids = mutated_grids(CONTEST_ANSWER.encode(), 700, rng)
    changed = mutations(seeds, 1800, rng)
    outputs = [data for data in (*others, *changed, *grids) if b"\xff" not in data]
    records = [("p", CONTEST.encode()), ("a", CONTEST_ANSWER.encode())]
    records += (("o", data) for data in outputs)
    answers = answers_of_testlib(programs, "checkers/testlib", tmp_path, records)
    assert len(outputs) > 2000
    for output, theirs, ours in zip(
        outputs, answers, judged(CONTEST, CONTEST_ANSWER, outputs), strict=True
    ):
        verdict, *messages = ours
        code, text = theirs
        assert (code, text.startswith(f"{WORDS[verdict]} ")) == (CODES["testlib"][verdict], True)
        assert not messages or text == f"{WORDS[verdict]} {messages[1]}", output
    assert {code for code, _ in answers} == {0, 1, 2}


# --- validators and the generator --------------------------------------------------------


SAMPLES = [
    CONTEST,
    BZOJ_3109,
    BZOJ_3109.replace(" \n", "\n"),
    NKOJ_2194,
    NKOJ_2194.replace(" \n", "\n"),
    UVA_11570,
    UVA_11570 * 2,
]

STYLES = (
    "{} {} {} {} {} {}",
    " {} {}  {} {}  {} {} ",
    " {} {}  {} {}  {} {}",
    " {} {}   {} {}   {} {} ",
    " {} {}   {} {}   {} {}",
    "{}{} {}{} {}{}",
)
"""The across lines of the samples; only the last style allows several puzzles."""


def praise(number: int) -> str:
    return "valid: one solution" if number == 1 else f"valid: {number} puzzles, one solution each"


def reason_of(data: bytes) -> str:
    """Why a text is not valid; empty if it is, and only the kind of reason if it is no puzzle."""
    puzzles = puzzles_of(data.decode("ascii", "replace"))
    if not puzzles:
        return "line "
    for number, puzzle in enumerate(puzzles, 1):
        place = f"puzzle {number}: " if len(puzzles) > 1 else ""
        if cycle := iq.RelationGraph(puzzle.relations).cycle():
            return f"{place}{LayoutCycleError(cycle)}"
        status = iq.solve(puzzle, limit=2).status
        if status != "unique":
            count = "no solution" if status == "none" else "2+ solutions"
            return f"{place}not valid: {count}"
    return ""


def puzzles_of(text: str) -> list[iq.Puzzle]:
    """The puzzles of a text, if their signs are written as in one of the samples."""
    signs = re.sub("[ \n]", "", text)
    if not re.fullmatch("((([<>]{6}[v^]{9}){2}[<>]{6}){3})+", signs):
        return []
    lines = re.findall("[<>]{6}|[v^]{9}", signs)
    puzzles = [iq.Puzzle(signs[start : start + 108]) for start in range(0, len(signs), 108)]
    styles = STYLES if len(puzzles) == 1 else STYLES[-1:]
    written = (
        "".join(f"{style.format(*line) if len(line) == 6 else ' '.join(line)}\n" for line in lines)
        for style in styles
    )
    return puzzles if text in written else []


def assert_validated(data: bytes, reason: str) -> None:
    """Assert that a validator had the right reason to refuse a text; empty for none."""
    expected = reason_of(data)
    if expected == "line ":
        assert re.fullmatch(r"line \d+, column \d+: expected .+, found .+", reason), data
    else:
        assert reason == expected, data


def validate_all(programs: Programs, inputs: list[bytes]) -> set[str]:
    """Validate many inputs; return the verdicts."""
    answers = batch(programs, [("i", data) for data in inputs])
    for data, (verdict, reason, shown) in zip(inputs, answers, strict=True):
        assert_validated(data, reason)
        assert verdict == ("WA" if reason else "AC")
        assert shown == (reason or praise(len(re.findall(b"[<>^v]", data)) // 108))
    return {verdict for verdict, *_ in answers}


def mutated_samples(number: int, seed: int) -> list[bytes]:
    samples = [text.encode() for text in SAMPLES]
    return [*samples, b"", *mutations(samples, number, random.Random(seed))]


def test_thousands_of_inputs_are_validated(programs: Programs) -> None:
    assert validate_all(programs, mutated_samples(2000, 4573)) == {"AC", "WA"}


@needs_testlib
def test_thousands_of_inputs_are_validated_with_testlib(programs: Programs, tmp_path: Path) -> None:
    inputs = [data for data in mutated_samples(2300, 11570) if b"\xff" not in data]
    records = [("i", data) for data in inputs]
    answers = answers_of_testlib(programs, "validators/testlib", tmp_path, records)
    for data, (code, text) in zip(inputs, answers, strict=True):
        assert (code, text[:5]) in ((0, ""), (3, "FAIL "))
        assert_validated(data, text[5:])


def test_flipped_signs_are_validated(programs: Programs) -> None:
    """Cycles, no solution, several solutions, and puzzles that stay valid."""
    rng = random.Random(3109)
    inputs = []
    for _ in range(60):
        puzzle = PUZZLE
        for _ in range(rng.choice([1, 1, 2, 3, 8])):
            puzzle = turned(puzzle, rng.choice(puzzle.relations))
        inputs.append(iq.write(puzzle, "contest").encode())
    validate_all(programs, inputs)
    reasons = {reason_of(data)[:12] for data in inputs}
    assert reasons >= {"a cycle: r1c", "not valid: n"}


def test_the_solver_agrees_on_a_corpus(programs: Programs) -> None:
    layouts = [row[0] for name in ("open-multiple.tsv", "open-unsat.txt") for row in corpus(name)]
    texts = [iq.write(iq.read(line), "contest") for line in layouts[:: len(layouts) // 30]]
    assert validate_all(programs, [text.encode() for text in texts]) == {"WA"}


def test_validators_refuse_all_invalid_inputs(programs: Programs) -> None:
    inputs = [example.input.encode() for example in invalid_inputs(CONTEST, seed=1)]
    assert validate_all(programs, inputs) == {"WA"}


ACROSS = "'<' or '>'"
BLANKS = "'<', '>' or a blank"
LINE_END, FILE_END = "the end of the line", "the end of the file"

REASONS: list[tuple[str | bytes, tuple[int, int, str, str]]] = [
    (CONTEST * 2, (16, 1, FILE_END, "'>'")),
    (CONTEST + "\n", (16, 1, FILE_END, LINE_END)),
    (CONTEST[:-1], (15, 12, LINE_END, FILE_END)),
    (CONTEST.replace("\n", "\r\n"), (1, 12, LINE_END, "a carriage return")),
    (CONTEST.replace(" ", "\t"), (1, 2, BLANKS, "a tab")),
    (CONTEST.replace(" ", ""), (1, 3, "a blank", "'<'")),
    ("\ufeff" + CONTEST, (1, 1, BLANKS, "a byte-order mark")),
    ("", (1, 1, BLANKS, FILE_END)),
    (CONTEST.replace("<", ".", 1), (1, 3, ACROSS, "'.'")),
    (CONTEST.replace("<", "＜", 1), (1, 3, ACROSS, "the character U+FF1C")),
    (CONTEST.replace("<", "\0", 1), (1, 3, ACROSS, "the character U+0000")),
    (CONTEST.replace("v v ^", "v x ^", 1), (2, 7, "'^' or 'v'", "'x'")),
    (BZOJ_3109 * 2, (16, 1, FILE_END, "a blank")),
    (BZOJ_3109.replace(" \n", "\n", 1), (3, 15, LINE_END, "a blank")),
    (BZOJ_3109.replace("> \n", ">\n", 1), (5, 15, "a blank", LINE_END)),
    (UVA_11570.replace("<< <>", "< < <>", 1), (3, 2, ACROSS, "a blank")),
    (UVA_11570 + "\n" + UVA_11570, (16, 1, f"'<', '>' or {FILE_END}", LINE_END)),
    *(
        (CONTEST.encode().replace(b"<", byte, 1), (1, 3, ACROSS, f"byte 0x{byte[0]:02x}"))
        for byte in (b"\x80", b"\xff", b"\xc0\x80", b"\xed\xa0\x80")
    ),
]
"""Texts that are not official, and the first place where they depart: expected and found."""


def test_the_first_difference_is_reported(programs: Programs) -> None:
    texts = [text.encode() if isinstance(text, str) else text for text, _ in REASONS]
    answers = batch(programs, [("i", text) for text in texts])
    for text, (_, (line, column, expected, found)), (_, reason, _) in zip(
        texts, REASONS, answers, strict=True
    ):
        place = f"line {line}, column {column}"
        assert reason == f"{place}: expected {expected}, found {found}", text


TURNED = iq.write(turned(PUZZLE, PUZZLE.relations[0]), "contest")

VALIDATED = [
    *((text, "") for text in SAMPLES),
    (CONTEST[:-1], f"line 15, column 12: expected {LINE_END}, found {FILE_END}"),
    (TURNED, reason_of(TURNED.encode())),
    (UVA_11570 + UVA_11570[::-1].replace("v", "^", 1)[::-1], "puzzle 2: not valid: no solution"),
]


@pytest.mark.parametrize(("text", "reason"), VALIDATED)
def test_kattis_gets_its_exit_codes(
    programs: Programs, tmp_path: Path, text: str, reason: str
) -> None:
    theirs = ran(programs.of("validators/kattis"), ["--group", "G"], text.encode(), tmp_path)
    assert theirs.err == ""
    if reason:
        assert (theirs.code, theirs.out) == (43, f"{reason}\n")
    else:
        assert (theirs.code, theirs.out) == (42, f"{praise(1 + (text == UVA_11570 * 2))}\n")


@needs_testlib
@pytest.mark.parametrize(("text", "reason"), VALIDATED)
def test_testlib_gets_its_exit_codes(
    programs: Programs, tmp_path: Path, text: str, reason: str
) -> None:
    theirs = ran(programs.of("validators/testlib"), [], text.encode(), tmp_path)
    assert theirs == ((3, "", f"FAIL {reason}\n") if reason else (0, "", ""))


@needs_testlib
def test_the_generator_makes_valid_puzzles(programs: Programs, tmp_path: Path) -> None:
    generator = programs.of("generators/testlib")
    made = [ran(generator, [str(seed)], b"", tmp_path).out for seed in (1, 2, 1)]
    assert made[0] == made[2] != made[1]
    for text in made[:2]:
        assert reason_of(text.encode()) == ""
