"""The CPU time of whole commands, in times of `python -c pass`, and of many small files.

    python benchmarks/startup.py [--repeat 25] [--files 1000]

Run it with the Python of an environment into which the program was installed, not linked:
an editable install slows Python's own start.  All commands are run in turn; the ratio is
taken round by round and its median quoted.  `solve`, `validate` and `explain` of files load
neither click nor Lark; options need click, and a file with faults Lark.  The time of a file is that
of a run over FILES of them beside a run over one.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from shutil import copyfile
from statistics import median, quantiles
from tempfile import TemporaryDirectory

EXAMPLE = Path(__file__).parents[1] / "examples" / "cqoi2013.in"
PROGRAM = str(Path(sys.executable).with_name("ineqsudoku"))

PASS = "python -c pass"
SOLVE, WITH_OPTION = "ineqsudoku solve", "the same with an option"
COMMANDS = {
    PASS: [sys.executable, "-c", "pass"],
    "import click": [sys.executable, "-c", "import click"],
    "import lark": [sys.executable, "-c", "import lark"],
    "ineqsudoku --version": [PROGRAM, "--version"],
    "ineqsudoku --help": [PROGRAM, "--help"],
    SOLVE: [PROGRAM, "solve", str(EXAMPLE)],
    WITH_OPTION: [PROGRAM, "solve", "--format", "auto", str(EXAMPLE)],
    "the same with a fault": [PROGRAM, "solve", "-"],
    "ineqsudoku validate": [PROGRAM, "validate", str(EXAMPLE)],
    "ineqsudoku explain": [PROGRAM, "explain", str(EXAMPLE)],
}
AIMS = {
    SOLVE: 4.5,
    WITH_OPTION: 5.0,
    "ineqsudoku --help": 7.0,
    "ineqsudoku validate": 6.0,
    "ineqsudoku explain": 8.0,
}
"""In times of `python -c pass`."""
FILE_AIM = 120.0
"""Microseconds a file."""
FAULTY = EXAMPLE.read_bytes().replace(b"v", b"x", 1)
"""Standard input of every command."""


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--repeat", type=int, default=25)
    arguments.add_argument("--files", type=int, default=1000)
    options = arguments.parse_args()
    once_round()
    rounds = [once_round() for _ in range(options.repeat)]
    print(f"{'':24} {'ms':>7} {'ratio':>7} {'aim':>5}   quartiles of the ratio")
    for name in COMMANDS:
        times = [seconds[name] for seconds in rounds]
        ratios = [seconds[name] / seconds[PASS] for seconds in rounds]
        low, _, high = quantiles(ratios, n=4)
        aim = AIMS.get(name, "")
        print(
            f"{name:24} {1000 * median(times):7.1f} {median(ratios):7.2f} {aim:>5}"
            f"   {low:.2f}-{high:.2f}"
        )
    taken = 1e6 * a_file(options.files)
    print(f"{'a file of many':24} {taken:4.0f} µs {'':7} {FILE_AIM:5.0f}")


def a_file(number: int, repeat: int = 5) -> float:
    """The seconds that `solve` takes for one more contest file."""
    with TemporaryDirectory() as folder:
        files = [str(Path(folder) / f"{index}.in") for index in range(number)]
        for file in files:
            copyfile(EXAMPLE, file)
        return median(
            (seconds([PROGRAM, "solve", *files]) - seconds([PROGRAM, "solve", files[0]])) / number
            for _ in range(repeat)
        )


def once_round() -> dict[str, float]:
    """The seconds that each command takes."""
    return {name: seconds(command) for name, command in COMMANDS.items()}


def seconds(command: list[str]) -> float:
    """The CPU time of a command, with what the kernel does for it."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(
        command,
        cwd=EXAMPLE.parent,  # not the checkout, whose modules would hide the installed ones
        input=FAULTY,
        capture_output=True,
        check=False,
    )
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


if __name__ == "__main__":
    main()
