"""Cgroups: real ones where this process may make some, else folders that look like them."""

from __future__ import annotations

import errno
import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from sandboxes import needs_sandbox, skip_without

from ineqsudoku.apps.sandbox import cgroups, machine
from ineqsudoku.apps.sandbox.cgroups import Cgroup, Parent
from ineqsudoku.apps.sandbox.execution import run
from ineqsudoku.apps.sandbox.isolation import Bubblewrap
from ineqsudoku.apps.sandbox.program import Execution, Limits, Program

PARENTS = cgroups.parents()
LIMITS = Limits(cpu=0.5, idle=20.0, memory=64)


def needs(resource: cgroups.Resource) -> pytest.MarkDecorator:
    there = any(resource in parent.resources for parent in PARENTS)
    return pytest.mark.skipif(not there, reason=f"needs cgroups that know {resource}")


def everything() -> Iterator[Parent]:
    """All groups of this process, with all resources that they can limit."""
    for path, version in cgroups._own_groups():
        if resources := cgroups._probe(path, version):
            yield Parent(str(path), version, frozenset(resources))


def sh(script: str, parents: cgroups.Parents = PARENTS, cpu: float = LIMITS.cpu) -> Execution:
    program = Program(("sh", "-c", script), replace(LIMITS, cpu=cpu))
    return run(Bubblewrap(groups=parents), program, Event())


def left() -> list[Path]:
    """The groups of this process."""
    groups = [path for parent in PARENTS for path in Path(parent.path).glob("ineqsudoku-*")]
    return [path for path in groups if cgroups._mark() in path.name]


# --- real groups ---------------------------------------------------------------------------


@needs_sandbox
@needs("memory")
def test_memory_is_limited_for_all_processes_together() -> None:
    one = "python3 -c 'x = bytearray(b\"1\") * 30_000_000; input()' < /dev/zero"
    outcome = sh(f"{one} & {one} & {one} & wait")
    assert outcome.reason == "memory"
    assert not outcome.failure
    assert 50 < outcome.peak <= 64
    outcome = sh("python3 -c 'x = bytearray(b\"1\") * 40_000_000'")
    assert (outcome.reason, outcome.code) == ("exited", 0)
    assert 35 < outcome.peak < 60
    assert left() == []


@needs_sandbox
@pytest.mark.parametrize(
    "parents",
    [
        pytest.param(PARENTS, marks=needs("time"), id="preferred"),
        *(
            pytest.param((parent,), id="version 2")
            for parent in everything()
            if parent.version == 2 and "time" in parent.resources
        ),
    ],
)
def test_the_time_of_children_that_nobody_waits_for_is_counted(parents: cgroups.Parents) -> None:
    work = "import time\nwhile time.process_time() < 0.04: pass\nos._exit(0)"
    script = (
        "import os, signal, time\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
        f"while 1:\n time.sleep(0.02)\n if not os.fork(): exec({work!r})"
    )
    outcome = run(Bubblewrap(groups=parents), Program(("python3", "-c", script), LIMITS), Event())
    assert outcome.reason == "cpu"
    assert 0.5 <= outcome.cpu < 2.0


@needs_sandbox
def test_the_number_of_processes_is_limited() -> None:
    able = [parent for parent in everything() if "tasks" in parent.resources]
    if not able:
        pytest.skip("needs cgroups that count processes")
    with cgroups.group(tuple(able[:1]), 64, 7) as group:
        ((folder, _),) = group.folders
        assert (folder / "pids.max").read_text() == "7\n"
    script = "for i in $(seq 60); do sleep 5 & done; echo all"
    outcome = sh(script, tuple(able[:1]))
    assert b"all" not in outcome.stdout
    assert b"ork" in outcome.stderr  # Cannot fork


@needs_sandbox
@needs("memory")
def test_the_supervisor_is_in_no_group() -> None:
    assert sh("exit 3").peak < 5  # A Python takes more.


def enter(group: Path, process: int) -> None:
    """Make a group for a process, again if another test has removed it meanwhile."""
    while True:
        group.mkdir(exist_ok=True)
        try:
            (group / "cgroup.procs").write_text(str(process))
            return
        except OSError as error:
            if error.errno not in (errno.ENOENT, errno.ENODEV):
                raise


def test_groups_of_dead_processes_are_removed() -> None:
    if not PARENTS:
        pytest.skip("needs cgroups")
    skip_without("sleep")
    mine = Path(PARENTS[0].path, cgroups._name("x"))
    dead = [mine.with_name(mine.name.replace(cgroups._mark(), mark)) for mark in ("a0", "a1")]
    held = subprocess.Popen(["sleep", "1000"])
    enter(dead[0], held.pid)
    for group in (dead[1], mine):
        group.mkdir(exist_ok=True)
    cgroups.parents()
    assert held.wait(120) == -9
    assert [path for path in (*dead, mine) if path.exists()] == [mine]
    mine.rmdir()


@needs_sandbox
@needs("memory")
def test_a_program_does_not_learn_which_run_it_is() -> None:
    shown = [sh("cat /proc/self/cgroup").stdout.decode() for _ in range(2)]
    first, second = (
        re.findall(r"ineqsudoku-\d+-([0-9a-f]{16})-([0-9a-f]{16})$", text, re.M) for text in shown
    )
    assert first
    assert second
    assert {mark for mark, _ in first + second} == {cgroups._mark()}
    assert first != second


def test_groups_are_looked_for_below_our_own_and_none_is_left() -> None:
    own = Path("/proc/self/cgroup").read_text()
    for parent in cgroups.parents():
        assert any(parent.path.endswith(line.split(":", 2)[2].rstrip("/")) for line in own.split())
    assert left() == []


def test_each_resource_has_one_group() -> None:
    resources = [resource for parent in PARENTS for resource in parent.resources]
    assert len(resources) == len(set(resources))


# --- folders that look like groups -----------------------------------------------------------


def look_alike(folder: Path, version: int, *resources: cgroups.Resource) -> Cgroup:
    return Cgroup(((folder, Parent(str(folder.parent), version, frozenset(resources))),))


@pytest.mark.parametrize(
    ("version", "file", "text", "killed"),
    [
        (2, "memory.events", "low 0\noom 1\noom_kill 1\n", True),
        (2, "memory.events", "low 0\noom 1\noom_kill 0\n", False),
        (1, "memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n", True),
        (1, "memory.oom_control", "oom_kill_disable 0\nunder_oom 0\n", False),
    ],
)
def test_who_was_killed_was_over_the_limit(
    tmp_path: Path, version: int, file: str, text: str, killed: bool
) -> None:
    (tmp_path / file).write_text(text)
    assert look_alike(tmp_path, version, "memory").was_killed() == killed
    assert not look_alike(tmp_path, version, "time").was_killed()


def test_time_is_seconds(tmp_path: Path) -> None:
    (tmp_path / "cpu.stat").write_text("usage_usec 1500000\nuser_usec 1\n")
    (tmp_path / "cpuacct.usage").write_text("2500000000\n")
    assert look_alike(tmp_path, 2, "time").cpu() == 1.5
    assert look_alike(tmp_path, 1, "time").cpu() == 2.5
    assert look_alike(tmp_path, 1, "memory").cpu() is None


@pytest.mark.parametrize(
    ("version", "names", "file"),
    [(1, ("max_usage_in_bytes", "usage_in_bytes"), "cache"), (2, ("peak", "current"), "file")],
)
def test_the_peak_is_without_cached_files(
    tmp_path: Path, version: int, names: tuple[str, str], file: str
) -> None:
    for name, value in zip(names, (70 << 20, 40 << 20), strict=True):
        (tmp_path / f"memory.{name}").write_text(f"{value}\n")
    (tmp_path / "memory.stat").write_text(f"{file} {9 << 20}\nshmem {4 << 20}\n")
    group = look_alike(tmp_path, version, "memory")
    assert group.peak() == 65
    assert group.memory() == 35
    assert look_alike(tmp_path, version, "time").peak() is None
    assert look_alike(tmp_path, version, "time").memory() == 0
    (tmp_path / f"memory.{names[0]}").unlink()
    assert group.peak() is None


@needs_sandbox
@needs("memory")
def test_freed_kernel_memory_and_files_do_not_hide_the_peak() -> None:
    tables = "import mmap\nall = mmap.mmap(-1, 20 << 30)\nfor n in range(10 << 10): all[n << 21]"
    assert sh(f"python3 -c '{tables}'").peak > 30
    memory = 'import time\nx = bytearray(b"1") * 30_000_000\ntime.sleep(0.2)\ndel x\n'
    files = (
        "import glob\nsize = 0\nfor name in glob.glob('/usr/lib/*/*.so*'):\n"
        " if size < 100 << 20: size += len(open(name, 'rb').read(1 << 24))"
    )
    outcome = sh(f"python3 - <<'END'\n{memory}{files}\nEND", cpu=5)
    assert outcome.code == 0
    assert 28 < outcome.peak <= 64


@pytest.mark.parametrize(
    ("own", "mount", "group"),
    [
        (
            "4:memory:/a/b",
            "31 28 0:3 / /x/memory rw - cgroup cgroup rw,memory",
            ("/x/memory/a/b", 1),
        ),
        (
            "4:memory:/a/b",
            "31 28 0:3 /a /x/memory rw - cgroup cgroup rw,memory",
            ("/x/memory/b", 1),
        ),
        (
            "4:cpu,cpuacct:/a",
            "3 2 0:3 / /x rw shared:1 - cgroup cgroup rw,cpu,cpuacct",
            ("/x/a", 1),
        ),
        ("4:memory:/b", "31 28 0:3 /a /x/memory rw - cgroup cgroup rw,memory", None),
        ("0::/user/1", "31 28 0:3 / /x rw - cgroup2 cgroup2 rw,nsdelegate", ("/x/user/1", 2)),
        ("0::/", "31 28 0:3 / /x rw - cgroup2 cgroup2 rw", ("/x", 2)),
        ("0::/../y", "31 28 0:3 / /x rw - cgroup2 cgroup2 rw", ("/x/y", 2)),
        ("4:memory:/", "31 28 0:3 / /x rw - tmpfs tmpfs rw,memory", None),
    ],
)
def test_our_own_groups_are_found(
    monkeypatch: pytest.MonkeyPatch, own: str, mount: str, group: tuple[str, int] | None
) -> None:
    texts = {"/proc/self/mountinfo": mount + "\n", "/proc/self/cgroup": own + "\n"}
    monkeypatch.setattr(Path, "read_text", lambda self, **_: texts[str(self)])
    expected = [(Path(group[0]), group[1])] if group else []
    assert list(cgroups._own_groups()) == expected


def test_a_group_that_is_ours_alone_gets_its_controllers(tmp_path: Path) -> None:
    for name, text in {
        "cgroup.type": "domain",
        "cgroup.controllers": "cpu hugetlb memory",
        "cgroup.subtree_control": "",
        "cgroup.procs": f"{os.getpid()}\n",
    }.items():
        (tmp_path / name).write_text(text)
    cgroups._delegate(tmp_path)
    (moved,) = tmp_path.glob("ineqsudoku-*-self/cgroup.procs")
    assert moved.read_text() == str(os.getpid())
    assert (tmp_path / "cgroup.subtree_control").read_text() == "+cpu"
    (tmp_path / "cgroup.procs").write_text(f"{os.getpid()}\n1\n")
    (tmp_path / "cgroup.subtree_control").write_text("")
    cgroups._delegate(tmp_path)
    assert (tmp_path / "cgroup.subtree_control").read_text() == ""


# --- choosing --------------------------------------------------------------------------------


@needs_sandbox
def test_groups_that_do_not_work_are_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = Parent(str(tmp_path / "none"), 2, frozenset({"memory"}))
    monkeypatch.setattr(machine, "parents", lambda: (nowhere,))
    sandbox = machine.sandbox_for()
    assert sandbox.groups == ()
    assert "memory limited by samples" in str(sandbox.described)


@needs_sandbox
@needs("memory")
def test_reports_say_which_groups_limit() -> None:
    assert "memory limited by cgroup v" in str(machine.sandbox_for().described)
