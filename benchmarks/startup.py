"""The CPU time of a whole `ineqsudoku solve` of one contest file, in times of `python -c pass`.

    python benchmarks/startup.py [--repeat 25]

Run it with the Python of an environment into which the program was installed, not linked:
an editable install slows Python's own start.  All commands are run in turn; the ratio is
taken round by round and its median quoted.  "Nothing kept" is a start without the parser's
tables in the user's cache, as the first one is.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from statistics import median, quantiles

EXAMPLE = Path(__file__).parents[1] / "examples" / "cqoi2013.in"
PROGRAM = str(Path(sys.executable).with_name("ineqsudoku"))
NOTHING_KEPT = {"XDG_CACHE_HOME": os.devnull}

PASS = "python -c pass"
COMMANDS: dict[str, tuple[list[str], dict[str, str]]] = {
    PASS: ([sys.executable, "-c", "pass"], {}),
    "import click": ([sys.executable, "-c", "import click"], {}),
    "import lark": ([sys.executable, "-c", "import lark"], {}),
    "import click, lark": ([sys.executable, "-c", "import click, lark"], {}),
    "ineqsudoku --version": ([PROGRAM, "--version"], {}),
    "ineqsudoku solve": ([PROGRAM, "solve", str(EXAMPLE)], {}),
    "the same, nothing kept": ([PROGRAM, "solve", str(EXAMPLE)], NOTHING_KEPT),
}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--repeat", type=int, default=25)
    repeat = arguments.parse_args().repeat
    once_round()
    rounds = [once_round() for _ in range(repeat)]
    print(f"{'':22} {'ms':>7} {'ratio':>7}   quartiles of the ratio")
    for name in COMMANDS:
        times = [seconds[name] for seconds in rounds]
        ratios = [seconds[name] / seconds[PASS] for seconds in rounds]
        low, _, high = quantiles(ratios, n=4)
        print(f"{name:22} {1000 * median(times):7.1f} {median(ratios):7.2f}   {low:.2f}-{high:.2f}")


def once_round() -> dict[str, float]:
    """The seconds that each command takes."""
    return {name: seconds(*command) for name, command in COMMANDS.items()}


def seconds(command: list[str], environment: dict[str, str]) -> float:
    """The CPU time of a command, kernel and start included."""
    process = subprocess.Popen(
        command,
        cwd=EXAMPLE.parent,  # not the checkout, whose modules would hide the installed ones
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
