"""SIGINT, SIGTERM and SIGHUP end the program at any moment: all its processes, silently."""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from commands import PROGRAM
from effort import slow
from interruptions import SIGNALS, Interruption, needs_proc
from puzzles import CONTEST, CONTEST_ANSWER, EXAMPLES
from sandboxes import open_terminal

import ineqsudoku as iq
from ineqsudoku.apps.cli.main import waiting_time

INPUT = str(EXAMPLES / "cqoi2013.in")
SIGNS = iq.read(CONTEST).signs
OPPOSITE = SIGNS.translate(str.maketrans("<>^v", "><v^"))


def python(*lines: str) -> subprocess.CompletedProcess[str]:
    """Run a program that has imported what the tests need."""
    head = (
        "import os, signal, sys, time",
        "from signal import SIGHUP, SIGINT, SIGTERM, raise_signal",
        "from ineqsudoku.apps.cli.exits import block_signals",
        "from ineqsudoku.apps.cli import commands, main",
        "from ineqsudoku.apps.cli.main import Interrupts",
    )
    return subprocess.run(
        [sys.executable, "-c", "\n".join((*head, *lines))],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", ["my-ineqsudoku", "ineqsudoku.py", "ineqsudoku/__main__.py"])
@pytest.mark.parametrize("argument", [["ineqsudoku"], *slow([[]])])
def test_ctrl_c_belongs_to_a_program_that_imports_the_package(
    tmp_path: Path, name: str, argument: list[str]
) -> None:
    script = tmp_path / name
    script.parent.mkdir(exist_ok=True)
    script.write_text(
        f"import sys\nsys.path[0] = {sys.path[0]!r}\ndel sys.argv[1:]\n"
        "import signal, ineqsudoku\n"
        "print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    )
    called = script.parent if script.stem == "__main__" else script
    ran = subprocess.run(
        [sys.executable, called, *argument], capture_output=True, text=True, check=False
    )
    assert (ran.stdout, ran.stderr) == ("True\n", "")


# --- one process --------------------------------------------------------------------------


def test_only_the_first_signal_interrupts() -> None:
    ran = python(
        "with Interrupts() as interrupts:",
        "    try:",
        "        raise_signal(SIGTERM)",
        "    except KeyboardInterrupt:",
        "        raise_signal(SIGINT)",
        "        raise_signal(SIGHUP)",
        "raise_signal(SIGINT)",
        "print(interrupts.received)",
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, f"{int(signal.SIGTERM)}\n", "")


def test_an_ignored_signal_stays_ignored() -> None:
    ran = python(
        "signal.signal(SIGHUP, signal.SIG_IGN)",
        "with Interrupts() as interrupts:",
        "    raise_signal(SIGHUP)",
        "print(interrupts.received, signal.getsignal(SIGHUP) is signal.SIG_IGN)",
    )
    assert (ran.stdout, ran.stderr) == ("None True\n", "")


def test_handlers_are_restored() -> None:
    ran = python(
        "before = [signal.getsignal(number) for number in (SIGINT, SIGTERM, SIGHUP)]",
        "with Interrupts():",
        "    pass",
        "print(before == [signal.getsignal(number) for number in (SIGINT, SIGTERM, SIGHUP)])",
    )
    assert ran.stdout == "True\n"


def test_an_interrupt_in_a_destructor_is_not_lost() -> None:
    ran = python(
        "class Loser:",
        "    def __del__(self):",
        "        raise_signal(SIGINT)",
        "        time.sleep(60)",
        "with Interrupts() as interrupts:",
        "    interrupts.grace = 60",
        "    try:",
        "        Loser()",
        "        time.sleep(60)",
        "    except KeyboardInterrupt:",
        "        print('interrupted')",
    )
    assert (ran.stdout, ran.stderr) == ("interrupted\n", "")


def test_other_exceptions_in_destructors_are_still_reported() -> None:
    ran = python(
        "class Bad:",
        "    def __del__(self):",
        "        raise ValueError('a bug')",
        "with Interrupts():",
        "    Bad()",
    )
    assert "a bug" in ran.stderr


def test_interrupts_that_are_always_lost_end_the_process() -> None:
    ran = python(
        "class Loser:",
        "    def __del__(self):",
        "        time.sleep(60)",
        "with Interrupts():",
        "    signal.signal(signal.SIGALRM, lambda *_: raise_signal(SIGTERM))",
        "    signal.setitimer(signal.ITIMER_REAL, 0.1)",
        "    while True:",
        "        Loser()",
    )
    assert (ran.returncode, ran.stderr) == (-signal.SIGTERM, "")


@pytest.mark.parametrize(("longest", "code"), [(60.0, 0), (0.1, -signal.SIGTERM)])
def test_waiting_for_a_processor_extends_the_cleanup(longest: float, code: int) -> None:
    ran = python(
        "from ineqsudoku.apps.cli import main",
        "main.waiting_time = time.monotonic",
        f"main.LONGEST = {longest}",
        "with Interrupts() as its:",
        "    its.grace = 0.1",
        "    try:",
        "        raise_signal(SIGTERM)",
        "    except KeyboardInterrupt:",
        "        time.sleep(1)",
        "        print('clean', flush=True)",
        "        os._exit(0)",
    )
    assert (ran.returncode, ran.stdout) == (code, "" if code else "clean\n")


@needs_proc
def test_the_system_counts_the_seconds_without_a_processor() -> None:
    if not Path("/proc/self/schedstat").exists():
        pytest.skip("this kernel does not count them")
    assert 0 < waiting_time() < 10**6


@pytest.mark.parametrize("number", [SIGNALS[0], *slow(SIGNALS[1:])])
def test_a_swallowed_interrupt_ends_the_process_nevertheless(number: signal.Signals) -> None:
    ran = python(
        "with Interrupts():",
        "    while True:",
        "        try:",
        f"            raise_signal({int(number)})",
        "            time.sleep(60)",
        "        except KeyboardInterrupt:",
        "            pass",
    )
    assert (ran.returncode, ran.stderr) == (-number, "")


@pytest.mark.parametrize("number", SIGNALS)
def test_the_program_dies_by_the_signal(number: signal.Signals) -> None:
    ran = python(f"commands._invoke = lambda _: raise_signal({int(number)})", "main.main()")
    assert (ran.returncode, ran.stdout, ran.stderr) == (-number, "", "interrupted\n")


def test_what_python_makes_of_an_interrupt_does_not_matter() -> None:
    """Some versions of Python raise a `RuntimeError` when this one is interrupted."""
    ran = python(
        "class Name:",
        "    def __set_name__(self, owner, name):",
        "        raise_signal(SIGINT)",
        "def work(_):",
        "    try:",
        "        type('Class', (), {'name': Name()})",
        "    except BaseException:",
        "        raise RuntimeError('a class could not be made') from None",
        "commands._invoke = work",
        "main.main()",
    )
    assert (ran.returncode, ran.stderr) == (-signal.SIGINT, "interrupted\n")


def test_results_so_far_are_written() -> None:
    ran = python(
        "def work(_):",
        "    sys.stdout.write('result')",
        "    raise_signal(SIGINT)",
        "commands._invoke = work",
        "main.main()",
    )
    assert (ran.stdout, ran.stderr) == ("result", "interrupted\n")


@pytest.mark.parametrize("ignored", [False, True])
def test_ctrl_c_has_its_default_action_while_the_program_loads(ignored: bool) -> None:
    """Python's own handler would raise an exception in a half-loaded module."""
    expected = "SIG_IGN" if ignored else "SIG_DFL"
    ran = python(
        *(["signal.signal(SIGINT, signal.SIG_IGN)"] * ignored),
        "from ineqsudoku import __main__",
        f"main.main = lambda: print(signal.getsignal(SIGINT) is signal.{expected})",
        "__main__.main()",
    )
    assert (ran.stdout, ran.stderr) == ("True\n", "")


@pytest.fixture(params=["module", "script"])
def starting(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """The two ways to start the program; the script is like that of pip."""
    if request.param == "module":
        return [*PROGRAM]
    script = tmp_path / "ineqsudoku"
    script.write_text("from ineqsudoku.__main__ import main\nmain()\n")
    return [sys.executable, str(script)]


def start(command: list[str], folder: Path, customization: str) -> subprocess.CompletedProcess[str]:
    """Start the program, after code that Python runs first."""
    (folder / "sitecustomize.py").write_text(customization)
    return subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


ON_IMPORT = """
import signal, sys
class Watcher:
    def find_spec(self, name, path=None, target=None):
        {}
sys.meta_path.insert(0, Watcher())
"""
"""Does something before each search for the module `name`."""


def test_nothing_is_imported_before_ctrl_c_is_silent(starting: list[str], tmp_path: Path) -> None:
    """Until then, it would print Python's traceback."""
    prints = (
        "if signal.getsignal(signal.SIGINT) is signal.default_int_handler: "
        "print(name, file=sys.stderr)"
    )
    ran = start([*starting, "--version"], tmp_path, ON_IMPORT.format(prints))
    names = ran.stderr.split()
    assert {*names[names.index("ineqsudoku") :]} == {"ineqsudoku"}


@pytest.mark.parametrize("module", ["gc", "ineqsudoku.apps.cli"])
def test_ctrl_c_is_silent_when_the_program_imports_anything(
    starting: list[str], module: str, tmp_path: Path
) -> None:
    raises = f"name == {module!r} and signal.raise_signal(signal.SIGINT)"
    ran = start([*starting, "--version"], tmp_path, ON_IMPORT.format(raises))
    assert (ran.returncode, ran.stdout, ran.stderr) == (-signal.SIGINT, "", "")


AT_EACH_LINE = """
import os, signal, sys, tempfile
package, is_first, done = {package!r}, True, set()

def trace(frame, event, _):
    name = frame.f_code.co_filename
    if not name.startswith(package):
        return None
    if event == "line" and (name, frame.f_lineno) not in done and len(done) < {most}:
        done.add((name, frame.f_lineno))
        with tempfile.TemporaryFile("w+") as errors:
            if not (child := os.fork()):
                sys.settrace(None)
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
                os.dup2(errors.fileno(), 2)
                signal.raise_signal(signal.SIGINT)
                return None  # Only if the signal is ignored.
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            errors.seek(0)
            print(name[len(package) + 1:], frame.f_lineno, code, repr(errors.read()), file=report)
    return trace

report = open({report!r}, "w", buffering=1)
sys.settrace(trace)
"""
"""Forks at the first event of each line of the package; the child gets Ctrl-C there."""


@pytest.mark.parametrize(
    ("starting", "most"),
    [("module", 150), *slow([("module", 100_000), ("script", 100_000)])],
    indirect=["starting"],
)
def test_ctrl_c_is_silent_at_every_line(starting: list[str], tmp_path: Path, most: int) -> None:
    """Only the few lines that make it silent come too early."""
    package = Path(iq.__file__).parent
    report = tmp_path / "report.txt"
    hook = AT_EACH_LINE.format(package=str(package), report=str(report), most=most)
    ran = start([*starting, "convert", "--to", "compact", INPUT], tmp_path, hook)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, f"{SIGNS}\n", "")
    lines = [line.split(maxsplit=3) for line in report.read_text().splitlines()]
    assert {code for _, _, code, _ in lines} == {str(-signal.SIGINT)}
    loud = [line for line in lines if line[3] not in ("''", r"'interrupted\n'")]
    assert loud == lines[: len(loud)]
    assert {name for name, _, _, _ in loud} == {"__init__.py"}
    assert len(loud) <= 11
    assert len(lines) >= min(most, 2_000)
    assert any(name == "apps/cli/main.py" for name, _, _, _ in lines)


# --- commands ----------------------------------------------------------------------------


@needs_proc
@pytest.mark.parametrize("number", [SIGNALS[0], *slow(SIGNALS[1:])])
@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "-"],
        ["validate", "-"],
        ["convert", "--to", "iss", "-"],
        ["check", INPUT, "-"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_command_that_waits_for_input_can_be_interrupted(
    arguments: list[str], number: signal.Signals
) -> None:
    reading, writing = os.pipe()
    try:
        ended = Interruption(0.1, (number,)).of([*PROGRAM, *arguments], reading, ready=True)
    finally:
        os.close(reading)
        os.close(writing)
    assert (ended.code, ended.err) == (-number, "interrupted\n")


@needs_proc
@pytest.mark.parametrize("number", [SIGNALS[0], *slow(SIGNALS[1:])])
def test_a_long_search_can_be_interrupted(number: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("." * 108)
    search = [*PROGRAM, "validate", "--partial", "--limit", str(10**9), str(tmp_path / "empty.txt")]
    ended = Interruption(0.3, (number,)).of(search, ready=True)
    assert ended.code == -number
    assert ended.err == "interrupted\n"


def test_an_output_that_nobody_reads_does_not_delay_the_end(tmp_path: Path) -> None:
    """The pipe is full, and some results are left in the program's buffer."""
    (tmp_path / "many.txt").write_text(f"{SIGNS}\n" * 10_000)
    arguments = [*PROGRAM, "solve", "--jobs", "1", str(tmp_path / "many.txt")]
    with subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout
        assert program.stderr
        select.select([program.stdout], [], [])
        time.sleep(0.5)
        program.terminate()
        assert program.wait(timeout=120) == -signal.SIGTERM
        assert program.stderr.read() == "interrupted\n"


@pytest.mark.skipif(not hasattr(os, "login_tty"), reason="needs os.login_tty")
def test_ctrl_c_at_a_terminal_erases_the_bar(tmp_path: Path) -> None:
    (tmp_path / "many.txt").write_text(f"{SIGNS}\n" * 100_000)
    arguments = ["solve", "--engine", "rowmajor", "--jobs", "2", "--output-dir", str(tmp_path)]
    ours, theirs = open_terminal()
    with subprocess.Popen(
        [*PROGRAM, *arguments, str(tmp_path / "many.txt")],
        preexec_fn=lambda: os.login_tty(theirs),
        pass_fds=[theirs],
        env={**os.environ, "TERM": "xterm"},
    ) as program:
        os.close(theirs)
        shown = b""
        while b"puzzles" not in shown:
            shown += os.read(ours, 4096)
        os.write(ours, b"\x03")
        code = program.wait(timeout=120)
        while select.select([ours], [], [], 0)[0]:
            try:
                shown += os.read(ours, 4096)
            except OSError:  # Nobody has the terminal any more.
                break
    os.close(ours)
    assert code == -signal.SIGINT
    assert shown.endswith(b"interrupted\r\n")
    assert shown.rindex(b"\x1b[?25h") > shown.rindex(b"\x1b[?25l")  # The cursor is back.
    assert b"Traceback" not in shown


# --- random moments -----------------------------------------------------------------------


class Run:
    """`solve` with two workers, interrupted at random moments and resumed."""

    def __init__(self, folder: Path, puzzles: int) -> None:
        self._folder = folder
        self._input = folder / "many.txt"
        random = Random(0)
        lines = random.choices([SIGNS, OPPOSITE], k=puzzles)
        self._input.write_text("\n".join(lines), encoding="ascii")
        digits = "".join(CONTEST_ANSWER.split())
        opposite = "".join(str(10 - int(digit)) for digit in digits)
        answers = {SIGNS: digits, OPPOSITE: opposite}
        self._expected = "".join(f"{answers[line]}\n" for line in lines)
        begin = time.monotonic()
        assert self._run("whole") == ""
        self.seconds = time.monotonic() - begin

    def _command(self, output: str) -> list[str]:
        folder = ["--output-dir", str(self._folder / output)] if output else []
        return [*PROGRAM, "solve", "--jobs", "2", *folder, str(self._input)]

    def _run(self, output: str, *options: str) -> str:
        """What is wrong with the output, after a run that nobody interrupts."""
        command = [*self._command(output), *options]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        if (ran.returncode, ran.stdout, ran.stderr) != (0, "", ""):
            return str(ran)
        left = {path.name: path.read_text() for path in (self._folder / output).iterdir()}
        shutil.rmtree(self._folder / output)
        return "" if left == {"many.out": self._expected} else f"other output: {left.keys()}"

    def interrupted(self, seed: int, longest: float) -> tuple[float, bool, str]:
        """The seconds until all processes had ended, whether Python was still loading the
        program, and what is wrong."""
        random = Random(seed)
        output = random.choice(["out", "out", ""])
        interruption = Interruption.random(random, random.choice([1.0, self.seconds]))
        ended = interruption.of(self._command(output))
        faults = []
        if not ended.was_loading:
            if ended.err not in ("", "interrupted\n"):
                faults.append(ended.err)
            if ended.code not in (0, *(-number for number in interruption.signals)):
                faults.append(f"exit code {ended.code}")
        if ended.seconds > longest:
            faults.append(f"ended after {ended.seconds:.2f} s")
        if output:
            faults.append(self._run(output, "--resume"))
        wrong = "; ".join(filter(None, faults))
        return ended.seconds, ended.was_loading, wrong and f"{seed}: {interruption}: {wrong}"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return Run(tmp_path_factory.mktemp("run"), 25_000)


@needs_proc
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_a_run_can_be_interrupted_at_any_moment(run: Run, seed: int) -> None:
    _, _, wrong = run.interrupted(seed, longest=20)
    assert wrong == ""


@needs_proc
@pytest.mark.attack
def test_200_interrupts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Takes ten minutes, and needs a machine without much other load."""
    run = Run(tmp_path, 60_000)
    results = [run.interrupted(1000 + seed, longest=1.0) for seed in range(200)]
    seconds, loading, wrong = zip(*results, strict=True)
    with capsys.disabled():
        sys.stdout.write(
            f"\nRuns of {run.seconds:.1f} s.  After a signal all processes ended within "
            f"{max(seconds):.2f} s.  {sum(loading)} signals came before the program was loaded.\n"
        )
    assert [fault for fault in wrong if fault] == []
