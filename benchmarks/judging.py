"""What `check` and the checkers of packages cost for large outputs.

    python benchmarks/judging.py [--size MiB] [--rounds N] [--package MAIN [--testlib FOLDER]]

Prints, for each kind of output, the processor time of `check --protocol testlib` beyond that
for a small right output, the least of several rounds, and the peak memory of the process.  With
`--package plain`, the same of the C++ checker without testlib.h, and with `--package testlib`
of the one with testlib.h, which is in the FOLDER; their aim is 0.2 s for 16 MiB of anything.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from itertools import chain, repeat
from pathlib import Path

from tables import table

EXAMPLES = Path(__file__).parents[1] / "examples"
INPUT = EXAMPLES / "cqoi2013.in"
ANSWER = EXAMPLES / "cqoi2013.out"


def outputs(size: int) -> dict[str, Iterable[bytes]]:
    """Outputs of about `size` bytes each, in pieces: a process starts with the peak memory of
    the one that starts it, and this one is to stay small."""
    right = ANSWER.read_bytes()
    gap = b" " * (size // 81)

    def many(piece: bytes) -> Iterable[bytes]:
        piece *= max(1, 65536 // len(piece))
        return repeat(piece, size // len(piece))

    return {
        "blank lines": many(b"\n"),
        "a grid, then blank lines": chain([right], many(b"\n")),
        "blank lines, then a grid": chain(many(b"\r\n"), [right]),
        "digits far from each other": (word + gap for word in right.split()),
        "tabs and blanks": many(b" \t"),
        "one digit on each line": many(b"1\n"),
        "right grids": many(right),
        "one long word": many(b"1"),
        "NULs": many(b"\0"),
        "wide blanks": many("\u3000".encode()),
    }


def compiled(main: str, include: str, folder: Path) -> list[str]:
    """The command of a checker of packages."""
    from ineqsudoku.judge.package.rendering import assembled

    source, program = folder / "checker.cpp", folder / "checker"
    source.write_text(assembled(f"checkers/{main}"), encoding="ascii")
    flags = ["-std=c++17", "-O2", "-I", include]
    subprocess.run(["g++", *flags, "-o", program, source], check=True)
    return [str(program)]


def cost(command: list[str], output: Path) -> tuple[float, int]:
    """Seconds of processor time and bytes of memory of one call."""
    with subprocess.Popen([*command, INPUT, output, ANSWER], stderr=subprocess.DEVNULL) as process:
        usage = os.wait4(process.pid, 0)[2]
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=16, help="MiB of each output")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--package", choices=["plain", "testlib"], help="a checker of packages")
    parser.add_argument("--testlib", default=".", help="the folder of testlib.h")
    options = parser.parse_args()
    rows = []
    command = [sys.executable, "-m", "ineqsudoku", "check", "--protocol", "testlib"]

    def least(output: Path) -> tuple[float, int]:
        costs = [cost(command, output) for _ in range(options.rounds)]
        return min(seconds for seconds, _ in costs), max(peak for _, peak in costs)

    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "output")
        if options.package:
            command = compiled(options.package, options.testlib, Path(folder))
        start, peak = least(ANSWER)
        rows.append(["a small right output", f"{1000 * start:.0f} ms in all", f"{peak >> 20} MiB"])
        for kind, pieces in outputs(options.size << 20).items():
            with output.open("wb") as opened:
                opened.writelines(pieces)
            seconds, peak = least(output)
            rows.append([kind, f"{1000 * (seconds - start):.0f} ms", f"{peak >> 20} MiB"])
    print(table([f"output of {options.size} MiB", "processor time", "peak memory"], rows))


if __name__ == "__main__":
    main()
