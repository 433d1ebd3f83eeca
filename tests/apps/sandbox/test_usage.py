"""How the supervisor waits and adds up time and memory; `account.c` calls its functions."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from sandboxes import needs_tool

from ineqsudoku.apps.sandbox import supervisor

pytestmark = needs_tool("gcc")

MAPS = """\
7f00-7f00 rw-s 00000000 00:01 5 /dev/zero (deleted)
10000000-10400000 rw-s 00000000 00:01 77 /dev/zero (deleted)
20000000-20100000 rw-s 00400000 00:01 77 /dev/zero (deleted)
30000000-30200000 r--p 00000000 08:01 99 /usr/lib/libc.so.6
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("account") / "account"
    folder = Path(supervisor.__file__).parent
    source = Path(__file__).with_name("account.c")
    command = ["gcc", "-std=gnu11", "-w", f"-I{folder}", "-o", str(path), str(source)]
    subprocess.run(command, check=True)
    return path


def printed(program: Path, commands: str) -> str:
    command = [str(program)]
    return subprocess.run(
        command, input=commands, capture_output=True, text=True, check=True
    ).stdout


def sight(pid: int, own: float, children: float = 0.0, share: float = 0.0) -> str:
    """The processor time of a process in one sample."""
    return f"{pid} {own} {children} {share}"


def look(*sights: str, waited: float = 0.0, passed: float = 0.02, complete: bool = True) -> str:
    """A sample of all processes."""
    return "\n".join([f"look {waited} {passed} {complete:d} {len(sights)}", *sights, ""])


def accounted(program: Path, *looks: str) -> tuple[list[float], list[float]]:
    """The processor time that is charged after each look, and the part that nobody waited for."""
    lines = [line.split() for line in printed(program, "".join(looks)).splitlines()]
    return [float(cpu) for cpu, _ in lines], [float(lost) for _, lost in lines]


PARENT, CHILD, OTHER = 1, 2, 3


def test_the_time_of_processes_that_are_waited_for_counts_once(program: Path) -> None:
    cpu, lost = accounted(
        program,
        look(sight(PARENT, 1.0), sight(CHILD, 2.0)),
        look(sight(PARENT, 1.5, children=2.5)),
        look(waited=4.25),
    )
    assert cpu == [3.0, 4.0, 4.25]
    assert lost[-1] == 0


def test_lost_time_is_added_to_the_time_of_others(program: Path) -> None:
    cpu, _ = accounted(
        program,
        look(sight(PARENT, 0.5), sight(CHILD, 2.0), sight(OTHER, 3.0)),
        look(sight(PARENT, 0.5, children=3.25)),
        look(waited=3.75),
    )
    # What cannot be told apart counts for the program.
    assert cpu[1:] == [0.5 + 3.25 + 1.75, 3.75 + 1.75]


def test_a_process_that_ends_during_a_look_is_not_lost(program: Path) -> None:
    cpu, lost = accounted(
        program,
        look(sight(PARENT, 0.5), sight(CHILD, 2.0)),
        look(sight(PARENT, 0.5), complete=False),
        look(sight(PARENT, 0.5, children=2.0)),
    )
    assert (cpu[-1], lost[-1]) == (2.5, 0)


def test_a_process_that_was_overlooked_counts_once(program: Path) -> None:
    whole = look(sight(PARENT, 0.5), sight(CHILD, 2.0))
    cpu, _ = accounted(program, whole, look(sight(PARENT, 0.5), complete=False), whole)
    assert cpu[-1] == 2.5


def test_living_processes_are_charged_what_they_used_however_late_the_look(program: Path) -> None:
    looks = [
        look(*(sight(pid, 0.001 * number, share=1.0) for pid in range(16)), passed=0.5)
        for number in range(20)
    ]
    cpu, _ = accounted(program, *looks)
    assert cpu[-1] == pytest.approx(16 * 0.019)


def test_short_lived_processes_stand_for_those_that_are_not_seen(program: Path) -> None:
    cpu, _ = accounted(program, *(look(sight(pid, 0.001, share=1.0)) for pid in range(100)))
    assert cpu[-1] == pytest.approx(0.7 * 100 * 0.02 - 0.1, abs=0.03)
    # These wait most of their time.
    cpu, _ = accounted(program, *(look(sight(pid, 0.001, share=0.1)) for pid in range(100)))
    assert cpu[-1] == pytest.approx(0.1, abs=0.03)


@pytest.mark.parametrize(
    ("schedstat", "age", "share"),
    [
        ("4000000 0 3", 0.01, 0.4),
        ("4000000 0 3", 0.004, 1.0),
        ("4000000 12000000 3", 0.01, 0.25),
        ("4000000 0 3", 0.04, 0.1),  # It has waited since its last turn.
        ("0 0 0", 0.01, 0.0),
        ("", 0.004, 0.5),
    ],
)
def test_the_share_of_a_core(program: Path, schedstat: str, age: float, share: float) -> None:
    assert float(printed(program, f"share 0.004 {age}\n{schedstat}\n")) == pytest.approx(share)


def test_shared_memory_counts_once_for_all_processes(program: Path) -> None:
    assert printed(program, f"shared 77 6000 88 10 maps\n{MAPS}").split() == [
        *("4", "77:6000", "88:10", "5:0")
    ]
    assert printed(program, f"shared 77 100 maps\n{MAPS}").split() == ["4", "77:5120", "5:0"]


def test_only_the_end_of_the_program_ends_a_wait(program: Path) -> None:
    """An orphan would choose the moments at which the program is looked at."""
    assert printed(program, "wait 1 wait 0").splitlines() == ["1 1", "0 0"]
