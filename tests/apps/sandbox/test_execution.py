"""Programs in a sandbox: limits, measurements, and what they can and cannot see."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event, Timer
from typing import Any

import pytest
from sandboxes import (
    SANDBOXES,
    commands_with,
    needs,
    needs_sandbox,
    needs_supervisor,
    skip_without,
)

from ineqsudoku.apps.sandbox import (
    execution,
    isolation,
    machine,
    seccomp,
    supervisor,
    users,
)
from ineqsudoku.apps.sandbox.isolation import Bubblewrap
from ineqsudoku.apps.sandbox.machine import Sandbox, run
from ineqsudoku.apps.sandbox.program import Execution, Limits, Program
from ineqsudoku.errors import INTERRUPTION, IneqSudokuError

LIMITS = Limits(cpu=0.5, idle=20.0, memory=64)
SHORT = Limits(cpu=0.2, idle=20.0, memory=64)

Run = Callable[..., Execution]


@pytest.fixture(params=SANDBOXES)
def sh(request: pytest.FixtureRequest) -> Run:
    """Runs a shell script in each kind of sandbox."""
    skip_without("sh")

    def of(script: str, limits: Limits = LIMITS, input: bytes = b"") -> Execution:
        program = Program(("sh", "-c", script), limits, input)
        return run(request.param, program, Event())

    return of


def test_a_program_is_run_and_measured(sh: Run) -> None:
    outcome = sh("read line; echo got $line; echo oops >&2; exit 3", input=b"a line\n")
    assert not outcome.failure
    assert (outcome.reason, outcome.code, outcome.signal) == ("exited", 3, None)
    assert (outcome.stdout, outcome.stderr) == (b"got a line\n", b"oops\n")
    assert 0 < outcome.cpu < 0.5
    assert outcome.peak < 20


def test_a_signal_is_reported(sh: Run) -> None:
    outcome = sh("kill -SEGV $$")
    assert (outcome.code, outcome.signal) == (None, 11)


def test_processor_time_has_a_limit(sh: Run) -> None:
    outcome = sh("while :; do :; done", SHORT)
    assert outcome.reason == "cpu"
    assert 0.2 <= outcome.cpu < 2.0


def test_the_time_of_children_counts(sh: Run) -> None:
    script = "for i in 1 2 3 4; do (while :; do :; done) & done; wait"
    assert sh(script, SHORT).reason == "cpu"


@needs_sandbox
def test_the_kernel_ends_a_program_whose_judge_was_killed() -> None:
    outcome = run(Bubblewrap(), Program(("sh", "-c", "ulimit -t"), Limits(cpu=4.5)), Event())
    assert outcome.stdout == b"6\n"


BUSY_CHILDREN = """
import os, resource, sys, time
def work(seconds):
    while time.process_time() < seconds:
        pass
for _ in range(12):
    for _ in range(6):
        if os.fork() == 0:
            work(0.01)
            os._exit(0)
    for _ in range(6):
        os.wait()
work(0.2)
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print(sum(usage.ru_utime + usage.ru_stime for usage in used))
"""


@pytest.mark.slow
def test_an_honest_program_is_charged_its_own_time(sh: Run) -> None:
    busy = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(4)]
    try:
        outcome = sh("exec python3 -", Limits(cpu=5, idle=20), BUSY_CHILDREN.encode())
    finally:
        for process in busy:
            process.kill()
            process.wait()
    assert outcome.code == 0, outcome.stderr
    end = 0.1  # The end of Python is not in its own figure.
    assert float(outcome.stdout) - 0.01 <= outcome.cpu <= float(outcome.stdout) + end


@pytest.mark.slow
def test_time_of_children_that_nobody_waits_for_is_charged_too(sh: Run) -> None:
    work = "while time.process_time() < 0.4: pass"
    script = (
        f"import os, signal, time\n{work}\n"
        "signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
        f"if not os.fork(): exec({work!r})\n"
        "try: os.wait()\n"  # It returns when all children have ended.
        "except ChildProcessError: pass"
    )
    outcome = sh("exec python3 -", Limits(cpu=5, idle=20), script.encode())
    assert outcome.code == 0, outcome.stderr
    assert 0.6 <= outcome.cpu < 1.2


WORK = "\nwhile time.thread_time() < 0.3: pass"
WORKERS = {
    "first-thread": WORK,
    "thread": f"threading.Thread(target=exec, args=({WORK!r}, globals())).start()",
    "child": f"if not os.fork(): exec({WORK!r}); os._exit(0)\nos.wait()",
    "thread-of-child": (
        f"if not os.fork(): threading.Thread(target=exec, args=({WORK!r}, globals())).start()\n"
        "else: os.wait()"
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("work", WORKERS.values(), ids=WORKERS)
@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_waiting_for_a_processor_is_not_idle(
    sandbox: Sandbox, work: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program in the sandbox cannot choose its processor, so this side binds it there."""
    processor = min(os.sched_getaffinity(0))
    monkeypatch.setattr(
        execution, "_prefer_to_kill", lambda pid: os.sched_setaffinity(pid, {processor})
    )
    bound = f"try: os.sched_setaffinity(0, {{{processor}}})\nexcept OSError: pass"
    script = f"import os, threading, time\n{bound}\n{work}".encode()
    program = Program(("python3", "-"), Limits(cpu=5, idle=0.7), script)
    spin = ["sh", "-c", "while :; do :; done"]
    # The kernel may share a processor among sessions rather than processes.
    busy = [subprocess.Popen(spin, start_new_session=True) for _ in range(8)]
    try:
        for process in busy:
            os.sched_setaffinity(process.pid, {processor})
        outcome = run(sandbox, program, Event())
    finally:
        for process in busy:
            process.kill()
            process.wait()
    assert (outcome.reason, outcome.code) == ("exited", 0), outcome
    assert outcome.wall > 1


SLEEPERS = {
    "first-thread": "time.sleep(1000)",
    "thread": "threading.Thread(target=time.sleep, args=(1000,)).start()",
    "child": "os.fork(); time.sleep(1000)",
    "stopped": "os.kill(0, signal.SIGSTOP)",
    "vfork": "os.posix_spawn('/bin/sleep', ['sleep', '1000'], {}); os.wait()",
}


@pytest.mark.parametrize("sleep", SLEEPERS.values(), ids=SLEEPERS)
def test_idle_time_has_a_limit(sh: Run, sleep: str) -> None:
    script = f"import os, signal, threading, time; {sleep}".encode()
    begin = time.monotonic()
    outcome = sh("exec python3 -", Limits(cpu=1, idle=0.3), script)
    assert outcome.reason == "idle"
    assert outcome.cpu < 0.2
    assert time.monotonic() - begin < 120


@needs("setsid", "sleep")
def test_what_a_program_leaves_behind_is_ended(sh: Run) -> None:
    seconds = 10**8 + time.monotonic_ns() % 10**8  # Other tests run at the same time.
    outcome = sh(f"setsid sleep {seconds} > /dev/null & sleep 1; kill -0 $!")
    assert outcome.code == 0  # It was still running.
    deadline = time.monotonic() + 60  # A process that is killed ends when it gets a processor.
    while commands_with(f"sleep\0{seconds}\0"):
        assert time.monotonic() < deadline
        time.sleep(0.01)


@needs("yes")
def test_output_has_a_limit(sh: Run) -> None:
    for script in ("yes", "yes >&2"):
        outcome = sh(script, Limits(output=100_000))
        assert outcome.reason == "output"
        assert len(outcome.stdout) + len(outcome.stderr) <= 200_000


def test_memory_has_a_limit(sh: Run) -> None:
    outcome = sh("python3 -c 'import time; x = bytearray(50_000_000); time.sleep(0.2)'", LIMITS)
    assert outcome.code == 0
    assert 50 < outcome.peak < 70
    fill = "x = bytearray(b'1') * 500_000_000; input()"
    outcome = sh(f'python3 -c "{fill}"', Limits(cpu=5, idle=10, memory=64))
    assert outcome.reason == "memory"
    assert 60 < outcome.peak < 200


@needs_sandbox
def test_processes_have_a_limit() -> None:
    script = "for i in $(seq 300); do sleep 5 & done; echo all"
    outcome = run(Bubblewrap(), Program(("sh", "-c", script), Limits(processes=16)), Event())
    assert b"all" not in outcome.stdout
    assert b"ork" in outcome.stderr  # Cannot fork


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_what_cannot_be_started_is_a_failure(sandbox: Sandbox) -> None:
    outcome = run(sandbox, Program(("nonsense",), LIMITS), Event())
    assert "No such file" in str(outcome.failure)


@needs_sandbox
def test_input_cannot_be_changed() -> None:
    script = "echo x > /proc/self/fd/0; cat; cat < /dev/stdin"
    outcome = run(Bubblewrap(), Program(("sh", "-c", script), LIMITS, b"input\n"), Event())
    assert outcome.stdout.startswith(b"input\n")
    assert b"x\n" not in outcome.stdout


@needs("sleep")
@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_a_run_can_be_stopped(sandbox: Sandbox) -> None:
    stop = Event()
    Timer(0.3, stop.set).start()
    begin = time.monotonic()
    outcome = run(sandbox, Program(("sleep", "1000"), Limits(idle=1000)), stop)
    assert outcome.failure == INTERRUPTION
    assert time.monotonic() - begin < 120


# --- what the sandbox shows ----------------------------------------------------------------


def inside(script: str) -> str:
    outcome = run(Bubblewrap(), Program(("sh", "-c", script), LIMITS), Event())
    assert not outcome.failure
    return outcome.stdout.decode()


@needs_sandbox
def test_little_is_to_be_seen() -> None:
    assert set(inside("ls /").split()) <= {
        *("bin", "dev", "etc", "lib", "lib32", "lib64", "libx32", "proc", "sbin"),
        *("supervisor", "tmp", "usr"),
    }
    assert not {"passwd", "shadow", "hostname"} & set(inside("ls /etc").split())
    assert inside("ls /tmp /dev/shm").split() == ["/dev/shm:", "/tmp:"]
    assert inside("hostname") == "sandbox\n"
    assert inside("env | cut -d= -f1 | sort").split() == ["HOME", "LANG", "PATH", "PWD"]


@needs_sandbox
def test_a_program_sees_what_it_needs_of_usr() -> None:
    sees = ("/usr/bin", "/usr/lib", "/usr/lib64")
    program = Program(("/bin/sh", "-c", "cd /usr && echo *"), LIMITS, sees=sees)
    outcome = run(Bubblewrap(), program, Event())
    assert {b"bin", b"lib"} <= set(outcome.stdout.split()) <= {b"bin", b"lib", b"lib64"}


@needs_sandbox
def test_a_program_has_standard_streams_and_nothing_else() -> None:
    assert inside("ls /proc/self/fd").split() == ["0", "1", "2", "3"]  # The last is ls' own.
    assert inside("ls /proc | grep -c '^[0-9]'") in ("3\n", "4\n")


@needs_sandbox
def test_a_program_runs_as_an_unnamed_user() -> None:
    assert inside("id -u; id -g").split() == ["1000", "1000"]
    status = inside("cat /proc/self/status")
    assert "CapEff:\t0000000000000000" in status
    assert "CapBnd:\t0000000000000000" in status
    assert "NoNewPrivs:\t1" in status
    assert "Seccomp:\t2" in status


@needs_sandbox
def test_only_small_places_can_be_written_to() -> None:
    for path in ("/", "/dev", "/etc", "/usr", "/usr/local", "/proc", "/dev/pts"):
        assert inside(f"true > {path}/x || echo no").endswith("no\n")
    sizes = inside("df -B1M --output=size /tmp /dev/shm | tail -n +2").split()
    assert sizes == ["64", "64"]


@needs_sandbox
def test_this_package_is_hidden(tmp_path: Path) -> None:
    place = tmp_path / "lib" / "python3" / "site-packages"
    for name in ("ineqsudoku", "other"):
        (place / name).mkdir(parents=True)
        (place / name / "__init__.py").write_text("")
    words = isolation._hiding_mounts((str(tmp_path),))
    assert words[:4] == ("--tmpfs", f"{place}/ineqsudoku", "--remount-ro", f"{place}/ineqsudoku")
    # Other users cannot pass through the first folder, and /tmp is another one in the sandbox.
    with tempfile.TemporaryDirectory(dir="/var/tmp") as shown:
        Path(shown).chmod(0o755)
        shutil.copytree(tmp_path / "lib", f"{shown}/lib")
        script = f"cd {shown}/lib/python3/site-packages && ls *; true > ineqsudoku/x"
        outcome = run(Bubblewrap((shown,)), Program(("sh", "-c", script), LIMITS), Event())
    assert outcome.stdout.split() == [b"ineqsudoku:", b"other:", b"__init__.py"]
    assert outcome.code != 0


@needs_sandbox
def test_a_program_cannot_change_what_the_kernel_knows_of_it() -> None:
    for name in ("oom_score_adj", "autogroup", "comm", "timerslack_ns", "coredump_filter"):
        assert inside(f"echo 1 2> /dev/null > /proc/self/{name} || echo no") == "no\n"
    assert inside("cat /proc/self/oom_score_adj") == "1000\n"
    assert inside("ls /dev/pts /dev/ptmx /dev/tty; echo").strip() == ""


@needs_sandbox
def test_a_user_with_a_process_is_not_free() -> None:
    assert users.has_processes(os.getuid())
    if os.geteuid() != 0:
        pytest.skip("only root can become somebody else")
    user = 0x70000000 + 123_456
    assert not users.has_processes(user)
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, user=user, group=user):
        assert users.has_processes(user)
    assert not users.has_processes(user)


def test_no_two_runs_are_the_same_user() -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can become somebody else")
    with users.own_user() as first, users.own_user() as second:
        assert first != second
        assert first
        assert first > 1000


@pytest.mark.parametrize(
    ("mapped", "first", "last"),
    [
        ("0 0 4294967295", 0x70000000, 0x7EFFFFFF),
        ("0 100000 65536", 32768, 65533),
        ("0 1000 1\n1 100000 5000", 2501, 5000),
    ],
)
def test_users_are_looked_for_where_there_can_be_some(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, mapped: str, first: int, last: int
) -> None:
    (tmp_path / "map").write_text(mapped)
    monkeypatch.setattr(
        "builtins.open", lambda *_, _open=open, **__: _open(tmp_path / "map", encoding="ascii")
    )
    candidates = users._candidates()
    assert (candidates[0], candidates[-1]) == (first, last)


# --- fail closed ---------------------------------------------------------------------------


def run_in_bubblewrap_instead(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    """Make Bubblewrap run these words instead of the supervisor."""
    whole = Bubblewrap.arguments

    def arguments(self: Bubblewrap, *rest: Any) -> list[str]:
        command = whole(self, *rest)
        return [*command[: command.index("--")], *words]

    monkeypatch.setattr(Bubblewrap, "arguments", arguments)


@needs_supervisor
def test_without_bubblewrap_there_is_no_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    isolation._bubblewrap.cache_clear()
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    with pytest.raises(IneqSudokuError, match="Debian package bubblewrap"):
        machine.sandbox_for()
    isolation._bubblewrap.cache_clear()


@pytest.mark.parametrize("error", [ImportError, RuntimeError])
def test_without_a_filter_there_is_no_sandbox(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    class Finder:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "pyseccomp":
                raise error

    seccomp.program.cache_clear()
    monkeypatch.delitem(sys.modules, "pyseccomp", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    with pytest.raises(IneqSudokuError, match=r"ineqsudoku\[grade\]|libseccomp2"):
        seccomp.program()
    seccomp.program.cache_clear()


@needs_sandbox
def test_a_sandbox_that_does_not_work_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    run_in_bubblewrap_instead(monkeypatch, "--nonsense")
    with pytest.raises(IneqSudokuError, match=r"cannot create a sandbox here: .*nonsense"):
        machine.sandbox_for()


@needs_sandbox
def test_what_the_sandbox_shows_cannot_be_secret(tmp_path: Path) -> None:
    with pytest.raises(IneqSudokuError, match="programs in the sandbox can read"):
        machine.sandbox_for(hidden=["/usr/share"])
    with pytest.raises(IneqSudokuError, match="programs in the sandbox can read"):
        machine.sandbox_for([str(tmp_path)], hidden=[str(tmp_path / "tests")])


@pytest.mark.parametrize(
    "result",
    [
        b"",
        b"ready\n",
        b"ready\ndone exited 0 0.1 0.1\n",
        b"ready\ndone exited 0 0.1 0.1 5",
        b"ready\ndone exited 0 nan 0.1 5\n",
        b"ready\ndone nothing 0 0.1 0.1 5\n",
        b"ready\ndone exited 0 0.1 0.1 5\ndone exited 0 0.1 0.1 5\n",
        b"x" * 5000,
        b"ready\nfailed no such file\n",
    ],
)
def test_only_a_whole_result_is_believed(result: bytes) -> None:
    outcome = execution._execution(result, b"1 2 3", b"words")
    assert outcome.failure
    assert outcome.stdout == b""


@needs_sandbox
def test_a_supervisor_that_is_lost_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    run_in_bubblewrap_instead(monkeypatch, "--", "sleep", "1000")
    monkeypatch.setattr(execution, "PATIENCE", 0.5)
    outcome = run(Bubblewrap(), Program(("true",), Limits(idle=0.2)), Event())
    assert "gave no result" in str(outcome.failure)


@needs_sandbox
def test_a_supervisor_that_fails_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    run_in_bubblewrap_instead(monkeypatch, "--", "false")
    assert run(Bubblewrap(), Program(("true",), LIMITS), Event()).failure


@needs("sh", "id", "cat")
@needs_supervisor
def test_the_supervisor_runs_a_command_without_any_privileges(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can become somebody else")
    path = tmp_path / "supervisor.so"
    path.write_bytes(supervisor.supervisor())
    before = [supervisor.loader(), str(path), "1900000000"]
    shown = ["sh", "-c", 'id -u; id -g; cat /proc/self/status; echo "$#$1"', "sh", "", "b c"]
    ran = subprocess.run([*before, "/usr/bin/env", *shown], capture_output=True, text=True)
    assert ran.stdout.startswith("1900000000\n1900000000\n"), ran
    assert ran.stdout.endswith("2\n")
    status = dict(line.split(":\t", 1) for line in ran.stdout.splitlines() if ":\t" in line)
    assert {int(status[f"Cap{kind}"], 16) for kind in ("Inh", "Prm", "Eff", "Bnd", "Amb")} == {0}
    assert (status["NoNewPrivs"], status["Groups"].strip()) == ("1", "")
    ran = subprocess.run([*before, "/none"], capture_output=True, text=True)
    assert (ran.returncode, "/none" in ran.stderr) == (126, True)
