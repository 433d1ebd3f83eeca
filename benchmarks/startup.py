"""What a whole `ineqsudoku solve` of one contest file costs, in times of `python -c pass`.

    python benchmarks/startup.py [--repeat 25]

Both are run in turn; the ratio is taken pair by pair and its median quoted.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

EXAMPLE = Path(__file__).parents[1] / "examples" / "cqoi2013.in"

COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "import click": ["-c", "import click"],
    "import lark": ["-c", "import lark"],
    "import click, lark": ["-c", "import click, lark"],
    "ineqsudoku --version": ["-m", "ineqsudoku", "--version"],
    "ineqsudoku solve": ["-m", "ineqsudoku", "solve", str(EXAMPLE)],
}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--repeat", type=int, default=25)
    repeat = arguments.parse_args().repeat
    for command in COMMANDS.values():
        seconds(command)
    rounds = [{name: seconds(command) for name, command in COMMANDS.items()} for _ in range(repeat)]
    print(f"{'':22} {'ms':>7} {'ratio':>7}   quartiles of the ratio")
    for name in COMMANDS:
        times = [round[name] for round in rounds]
        ratios = [round[name] / round["python -c pass"] for round in rounds]
        low, _, high = quantiles(ratios, n=4)
        print(f"{name:22} {1000 * median(times):7.1f} {median(ratios):7.2f}   {low:.2f}-{high:.2f}")


def seconds(command: list[str]) -> float:
    start = perf_counter()
    subprocess.run(
        [sys.executable, *command],
        cwd=EXAMPLE.parent,  # not the checkout, whose modules would hide the installed ones
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return perf_counter() - start


if __name__ == "__main__":
    main()
