"""The C++ judges of packages: the same verdicts and words as `check` and `validate --protocol`."""

from __future__ import annotations

import os
import random
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import Command, Ran
from data import corpus
from outputs import OUTPUTS, RIGHT
from programs import PLAIN, Programs, mains, needs_compiler, needs_testlib, skip_without_testlib
from programs import cpp as cpp
from programs import programs as programs
from puzzles import BZOJ_3109, CONTEST, CONTEST_ANSWER, NKOJ_2194, UVA_11570, turned
from test_protocols import ARGUMENTS, CODES, Files, broken, called, delivered, expected
from test_protocols import files as files

import ineqsudoku as iq
from ineqsudoku.apps.package.files import assemble
from ineqsudoku.checker.answers import ascii_only
from ineqsudoku.checker.judgement import expectation
from ineqsudoku.formats import entries, whole_document

pytestmark = [pytest.mark.package, needs_compiler]

PROTOCOLS = [name for name in CODES if name != "uoj"]
"""The protocols of checkers without testlib.h."""

of_all_protocols = pytest.mark.parametrize("files", PROTOCOLS, indirect=True)

PUZZLE = iq.read(CONTEST)


def ran(program: Path, arguments: list[str], stdin: bytes, folder: Path) -> Ran:
    done = subprocess.run([program, *arguments], input=stdin, capture_output=True, cwd=folder)
    return Ran(done.returncode, done.stdout.decode("ascii"), done.stderr.decode("ascii"))


# --- the sources -------------------------------------------------------------------------


@pytest.mark.parametrize("main", mains())
def test_every_program_is_one_file_without_warnings(programs: Programs, main: str) -> None:
    source = assemble(main)
    includes = [line for line in source.splitlines() if line.startswith('#include "')]
    assert includes == (['#include "testlib.h"'] if main.endswith("/testlib") else [])
    if includes:
        skip_without_testlib()
    programs.of(main)


def test_every_protocol_has_a_checker() -> None:
    assert {f"checkers/{PLAIN.get(name, name)}" for name in PROTOCOLS} <= {*mains()}


# --- checkers by their protocols ---------------------------------------------------------


@of_all_protocols
def test_every_output_gets_its_verdict(cpp: Command, files: Files) -> None:
    for output in OUTPUTS:
        result = called(cpp, files, output.data)
        assert result.code == CODES[files.protocol][output.verdict], output.name
        texts = expected(files.protocol, output.verdict, output.message, output.for_contestants)
        assert delivered(files, result) == texts, output.name


@pytest.mark.parametrize("files", ["lemon", "kattis"], indirect=True)
@pytest.mark.parametrize("name", ["score", "message", "feedback/teammessage.txt"])
def test_a_text_that_cannot_be_written_is_the_judges_error(
    cpp: Command, files: Files, name: str
) -> None:
    if ("/" in name) == (files.protocol == "kattis"):
        files.path(name).mkdir(parents=True)
        assert called(cpp, files, RIGHT).code == 1


@pytest.mark.parametrize("files", ["cms", "syzoj"], indirect=True)
def test_a_verdict_that_cannot_be_printed_is_the_judges_error(
    programs: Programs, files: Files
) -> None:
    files.path("01.out").write_bytes(RIGHT)
    program = programs.of(f"checkers/{files.protocol}")
    command = ["sh", "-c", 'exec "$0" "$@" > /dev/full', str(program)]
    arguments = [*command, *ARGUMENTS[files.protocol].split()]
    done = subprocess.run(arguments, cwd=files.folder, check=False)
    assert done.returncode == CODES[files.protocol]["JE"]


@pytest.mark.parametrize("files", ["qduoj"], indirect=True)
def test_qduoj_lets_a_checker_finish(programs: Programs, files: Files) -> None:
    """QDUOJ kills a checker that calls `signal`; there, both streams are files."""
    files.path("01.out").write_bytes(RIGHT)
    no_signal = 'extern "C" __sighandler_t signal(int, __sighandler_t) noexcept { _Exit(31); }'
    program = programs.compiled(f"{assemble('checkers/fps')}\n{no_signal}\n")
    with open(files.folder / "message", "wb") as message:
        arguments = [str(program), *ARGUMENTS["qduoj"].split()]
        done = subprocess.run(arguments, cwd=files.folder, stdout=message, stderr=message)
    assert done.returncode == 0


@pytest.mark.parametrize("files", ["hustoj", "qduoj"], indirect=True)
def test_a_message_that_nobody_reads_changes_nothing(programs: Programs, files: Files) -> None:
    files.path("01.out").write_bytes(RIGHT)
    reader, writer = os.pipe()
    os.close(reader)
    try:
        arguments = [str(programs.of("checkers/fps")), *ARGUMENTS[files.protocol].split()]
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
        result = ran(program, ARGUMENTS["testlib"].split(), b"", files.folder)
        assert result.code == CODES["testlib"][output.verdict], output.name
        texts = expected("testlib", output.verdict, output.message, output.for_contestants)
        assert delivered(files, result) == texts, output.name


@needs_testlib
@pytest.mark.parametrize("fault", ["wrong answer", "short input", "other input", "missing input"])
def test_with_testlib_wrong_files_are_fail(programs: Programs, files: Files, fault: str) -> None:
    broken(files, fault)
    files.path("01.out").write_bytes(RIGHT)
    arguments = ARGUMENTS["testlib"].split()
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


def judged(input: str, answer: str, outputs: list[bytes]) -> list[tuple[str, str, str]]:
    """Verdict, message and message for contestants of every output, by the Python checker."""
    asked = expectation(entries(whole_document(input, "input")), answer)
    judgements = (asked.judge(output, dense=False) for output in outputs)
    return [
        (its.verdict.value, ascii_only(str(its.message)), ascii_only(str(its.public)))
        for its in judgements
    ]


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
    seeds = [answer.encode(), *(output.data[:500] for output in OUTPUTS)]
    outputs = [answer.encode(), b"", *mutations([answer.encode()] * 80 + seeds, 3000, rng)]
    if " " not in answer[2:3]:
        outputs += mutated_grids(answer.encode(), 1500, rng)
    expected = judged(input, answer, outputs)
    records = [("p", input.encode()), ("a", answer.encode()), *(("o", data) for data in outputs)]
    answers = batch(programs, records)
    assert len(answers) == len(outputs)
    for output, theirs, ours in zip(outputs, answers, expected, strict=True):
        assert theirs == ours, output
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


WORDS = {"AC": "ok", "WA": "wrong answer", "PE": "wrong output format"}


@needs_testlib
def test_thousands_of_outputs_are_judged_alike_with_testlib(
    programs: Programs, tmp_path: Path
) -> None:
    """But for byte 255, which testlib itself takes for the end of a file."""
    rng = random.Random(4573)
    seeds = [CONTEST_ANSWER.encode()] * 80 + [output.data[:500] for output in OUTPUTS]
    grids = mutated_grids(CONTEST_ANSWER.encode(), 700, rng)
    outputs = [data for data in (*mutations(seeds, 1800, rng), *grids) if b"\xff" not in data]
    records = [("p", CONTEST.encode()), ("a", CONTEST_ANSWER.encode())]
    records += (("o", data) for data in outputs)
    answers = answers_of_testlib(programs, "checkers/testlib", tmp_path, records)
    assert len(outputs) > 2000
    for output, theirs, ours in zip(
        outputs, answers, judged(CONTEST, CONTEST_ANSWER, outputs), strict=True
    ):
        verdict, _, shown = ours
        assert theirs == (CODES["testlib"][verdict], f"{WORDS[verdict]} {shown}"), output
    assert {code for code, _ in answers} == {0, 1, 2}


SAMPLES = [CONTEST, BZOJ_3109, BZOJ_3109.replace(" \n", "\n"), NKOJ_2194, UVA_11570, UVA_11570 * 2]


def assert_validated_alike(programs: Programs, ineqsudoku: Command, inputs: list[bytes]) -> None:
    answers = batch(programs, [("i", data) for data in inputs])
    for data, (verdict, _, shown) in zip(inputs, answers, strict=True):
        result = ineqsudoku("validate", "--protocol", "testlib", stdin=data)
        assert (result.code, result.err) == ((0, "") if verdict == "AC" else (3, f"FAIL {shown}\n"))


def test_thousands_of_inputs_are_validated_alike(programs: Programs, ineqsudoku: Command) -> None:
    samples = [text.encode() for text in SAMPLES]
    inputs = [*samples, b"", *mutations(samples, 2000, random.Random(4573))]
    assert_validated_alike(programs, ineqsudoku, inputs)


@needs_testlib
def test_thousands_of_inputs_are_validated_alike_with_testlib(
    programs: Programs, ineqsudoku: Command, tmp_path: Path
) -> None:
    samples = [text.encode() for text in SAMPLES]
    mutants = mutations(samples, 2300, random.Random(11570))
    inputs = [*samples, *(data for data in mutants if b"\xff" not in data)]
    records = [("i", data) for data in inputs]
    answers = answers_of_testlib(programs, "validators/testlib", tmp_path, records)
    for data, theirs in zip(inputs, answers, strict=True):
        ours = ineqsudoku("validate", "--protocol", "testlib", stdin=data)
        assert theirs == (ours.code, ours.err.rstrip("\n")), data


def test_flipped_signs_are_validated_alike(programs: Programs, ineqsudoku: Command) -> None:
    """Cycles, no solution, several solutions, and puzzles that stay valid."""
    rng = random.Random(3109)
    inputs = []
    for _ in range(60):
        puzzle = PUZZLE
        for _ in range(rng.choice([1, 1, 2, 3, 8])):
            puzzle = turned(puzzle, rng.choice(puzzle.relations))
        inputs.append(iq.write(puzzle, "contest").encode())
    assert_validated_alike(programs, ineqsudoku, inputs)


def test_the_solver_agrees_on_a_corpus(programs: Programs, ineqsudoku: Command) -> None:
    layouts = [row[0] for name in ("open-multiple.tsv", "open-unsat.txt") for row in corpus(name)]
    texts = [iq.write(iq.read(layout), "contest") for layout in layouts[:: len(layouts) // 30]]
    assert_validated_alike(programs, ineqsudoku, [text.encode() for text in texts])


# --- validators and the generator --------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [*SAMPLES, CONTEST[:-1], CONTEST.replace("\n", "\r\n"), "", CONTEST.replace("<", ">", 1)],
)
def test_the_validator_of_kattis_says_the_same(
    programs: Programs, ineqsudoku: Command, tmp_path: Path, text: str
) -> None:
    theirs = ran(programs.of("validators/kattis"), ["--group", "G"], text.encode(), tmp_path)
    ours = ineqsudoku("validate", "--protocol", "kattis", "--group", "G", stdin=text.encode())
    assert (theirs.code, theirs.err) == (ours.code, ours.err)
    if ours.out.startswith("input:"):  # Here the line of the input is shown, too.
        place, statement = theirs.out.strip().split(": ", 1)
        assert re.fullmatch(r"line \d+, column \d+", place)
        assert statement in ours.out
    else:
        assert theirs.out == ours.out


@needs_testlib
@pytest.mark.parametrize("text", [CONTEST, CONTEST[:-1]])
def test_a_validator_with_testlib_says_the_same(
    programs: Programs, ineqsudoku: Command, tmp_path: Path, text: str
) -> None:
    theirs = ran(programs.of("validators/testlib"), [], text.encode(), tmp_path)
    assert theirs == ineqsudoku("validate", "--protocol", "testlib", stdin=text.encode())


@needs_testlib
def test_the_generator_makes_valid_puzzles(
    programs: Programs, ineqsudoku: Command, tmp_path: Path
) -> None:
    generator = programs.of("generators/testlib")
    made = [ran(generator, [str(seed)], b"", tmp_path).out for seed in (1, 2, 1)]
    assert made[0] == made[2] != made[1]
    for text in made[:2]:
        result = ineqsudoku("validate", "--protocol", "kattis", stdin=text.encode())
        assert result == (42, "valid: one solution\n", "")
