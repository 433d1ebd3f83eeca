"""The CPU time of a whole `ineqsudoku solve` of one contest file, in times of `python -c pass`.

    python benchmarks/startup.py [--repeat 25]

Run it with the Python of an environment into which the program was installed, not linked:
an editable install slows Python's own start.  All commands are run in turn; the ratio is
taken round by round and its median quoted.  The aim is at most 5 for `solve` of a file without
options, which loads neither click nor Lark; options need click, and a file with faults Lark.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median, quantiles

EXAMPLE = Path(__file__).parents[1] / "examples" / "cqoi2013.in"
PROGRAM = str(Path(sys.executable).with_name("ineqsudoku"))

PASS = "python -c pass"
SOLVE, WITH_OPTION = "ineqsudoku solve", "the same with an option"
COMMANDS = {
    PASS: [sys.executable, "-c", "pass"],
    "import click": [sys.executable, "-c", "import click"],
    "import lark": [sys.executable, "-c", "import lark"],
    "ineqsudoku --version": [PROGRAM, "--version"],
    SOLVE: [PROGRAM, "solve", str(EXAMPLE)],
    WITH_OPTION: [PROGRAM, "solve", "--format", "auto", str(EXAMPLE)],
    "the same with a fault": [PROGRAM, "solve", "-"],
}
FAULTY = EXAMPLE.read_bytes().replace(b"v", b"x", 1)
"""Standard input of every command."""


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--repeat", type=int, default=25)
    repeat = arguments.parse_args().repeat
    once_round()
    rounds = [once_round() for _ in range(repeat)]
    print(f"{'':24} {'ms':>7} {'ratio':>7}   quartiles of the ratio")
    for name in COMMANDS:
        times = [seconds[name] for seconds in rounds]
        ratios = [seconds[name] / seconds[PASS] for seconds in rounds]
        low, _, high = quantiles(ratios, n=4)
        print(f"{name:24} {1000 * median(times):7.1f} {median(ratios):7.2f}   {low:.2f}-{high:.2f}")


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
