"""What it costs to read texts, hostile ones above all, per MiB of text.

    python benchmarks/reading.py [--mebibytes 1] [TEXT]...

Every text is read in a process of its own by each of two ways: `read_all` and the pieces that
`solve` reads, with their messages.  Seconds are those of the processor.  Memory is the peak
beyond what the process had before, with the text in memory.  Costs beyond 0.3 s or 20 MiB for
each MiB are marked.
"""

from __future__ import annotations

import argparse
import io
import random
import resource
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from time import process_time

from ineqsudoku.formats.registry import WritableFormat

EXAMPLES = Path(__file__).parents[1] / "examples"

CONTEST = (EXAMPLES / "cqoi2013.in").read_text(encoding="ascii")
NARROW = CONTEST.replace(" ", "")
COMPACT = NARROW.replace("\n", "") + "\n"
FAULTY = NARROW.replace("<", "x", 1)
EXTENDED = (EXAMPLES / "extended.in").read_text(encoding="ascii")
PROGRAM = next((EXAMPLES / "grade" / "submissions").glob("*.cpp")).read_text(encoding="utf-8")

MAX_SECONDS, MAX_MEMORY = 0.3, 20.0
"""For each MiB."""


def times(text: str) -> Callable[[int], bytes]:
    """A text again and again."""
    data = text.encode()
    return lambda size: data * (size // len(data))


def behind(head: str, text: str, tail: str = "") -> Callable[[int], bytes]:
    """A text again and again behind something else."""
    return lambda size: head.encode() + times(text)(size) + tail.encode()


def noise(alphabet: bytes) -> Callable[[int], bytes]:
    return lambda size: bytes(random.Random(1).choices(alphabet, k=size))


def foreign(format: WritableFormat) -> Callable[[int], bytes]:
    """A layout in another program's format, a line each."""

    def made(size: int) -> bytes:
        import ineqsudoku as iq

        line = iq.write(iq.read(CONTEST), format, lossy=True)
        if format == "iss":
            line = f"https://example.org/?q={line}"
        return times(line)(size)

    return made


def references(between: str) -> Callable[[int], bytes]:
    """Numeric references of HTML, all different."""
    return lambda size: between.join(f"&#{n};" for n in range(10000, 10000 + size // 8)).encode()


TEXTS: dict[str, Callable[[int], bytes]] = {
    "contest": times(CONTEST + "\n"),
    "contest, no blanks": times(NARROW),
    "contest, last line wrong": behind("", NARROW, "x\n"),
    "contest, first line wrong": behind("x\n\n", NARROW),
    "contest, a line missing": lambda size: times(NARROW)(size)[7:],
    "contest, every puzzle wrong": times(FAULTY),
    "contest, every second wrong": times(NARROW + FAULTY),
    "contest, apart, every second wrong": times(f"{NARROW}\n{FAULTY}\n"),
    "contest, &lt;": times(NARROW.replace("<", "&lt;")),
    "contest, &lt; and wrong": times(FAULTY.replace("<", "&lt;")),
    "contest, quoted": times("> " + CONTEST.replace("\n", "\n> ")[:-2]),
    "contest, full width": times(NARROW.replace("<", "＜").replace("v", "∨")),
    "contest, full width in GBK": lambda size: (
        times(NARROW.replace("<", "＜"))(size).decode().encode("gbk")
    ),
    "contest, UTF-16": lambda size: times(NARROW)(size // 2).decode().encode("utf-16"),
    "contest, capital V": times(NARROW.replace("v", "V")),
    "contest, titles": times(f"样例输入 1\n{NARROW}\n"),
    "compact": times(COMPACT),
    "compact, every line wrong": times(COMPACT.replace("v", "<", 1)),
    "compact, every second wrong": times(COMPACT + COMPACT.replace("v", "<", 1)),
    "compact, last line wrong": behind("", COMPACT, "x\n"),
    "compact behind blank lines": lambda size: b"\n" * (size // 2) + times(COMPACT)(size // 2),
    "extended": times(EXTENDED + "\n"),
    "extended, last line wrong": behind("", EXTENDED + "\n", "x\n"),
    "extended, every puzzle wrong": times(EXTENDED.replace(".", "x", 1) + "\n"),
    "plain": times("." * 81 + "\n"),
    "plain rows": times((". " * 9 + "\n") * 9 + "\n"),
    "plain, every line wrong": times("." * 80 + "\n"),
    "plain 4": times("1234............\n"),
    "plain 4, every line wrong": times("1234...........5\n"),
    "extended 4, every line wrong": times("..>\n....\n.x.\n....\n...\n"),
    "hexadoku": times(("-" * 15 + "A\n") * 16),
    "hexadoku, every line wrong": times("-" * 15 + "q\n"),
    "iss": foreign("iss"),
    "iss .a": times(".a"),
    "iss .A": behind(".A", ".a"),
    "iss, others": behind(".Cage~1", ".x~"),
    "iss, one given": behind(".", "~R1C1_1"),
    "iss, candidates": behind(".", "~R1C1_1_2"),
    "iss, cells": behind(".GreaterThan", "~R1C1~R1C2"),
    "iss, notes": behind(".~R1C1_1\n", "#\n"),
    "fpuzzles": foreign("fpuzzles"),
    "fpuzzles, one long link": behind("?load=", "N4Ig"),
    "fpuzzles, escapes": behind("?load=", "%41"),
    "fpuzzles, deep JSON": times('{"a":'),
    "fpuzzles, wide JSON": behind('{"size": 9, "grid": [', "[],", "[]]}"),
    "fpuzzles, one line": lambda size: foreign("fpuzzles")(size).replace(b"\n", b""),
    "fpuzzles, blank lines": behind("?load=N4Ig", "\n"),
    "unequal": foreign("unequal"),
    "unequal 9:aaaa": behind("9:", "a"),
    "unequal, letters": behind("9:0", "R"),
    "unequal, numbers": behind("9:", "0,"),
    "dots": times("......\n\n"),
    "sparse dots": times("......\n.........\n......\n\n"),
    "one sign a line": times("<\n"),
    "one sign a paragraph": times("<\n\n"),
    "one v a line": times("V\n"),
    "one > a line": times("> \n"),
    "one digit a line": times("5\n"),
    "one digit a paragraph": times("5\n\n"),
    "one letter a line": times("A\n"),
    "two kinds of lines": times("<\n5\n"),
    "a long line of <": times("<"),
    "a long line of < and blanks": times("< "),
    "a long line of > and blanks": times("> "),
    "a long line of digits": times("5"),
    "a long line of letters": times("A"),
    "a long line of dots": times("."),
    "a long line of &": times("&"),
    "a long line of &lt;": times("&lt;"),
    "a long line of &amp;": times("&amp;"),
    "a long line of references": references(""),
    "lines of references": references("\n"),
    "a long line of +-": times("+-"),
    "frames": times("+---+\n"),
    "frames of 4×4": times("+---+---+---+---+\n"),
    "frames of 4×4 drawn": times("┌───────────────┐\n│\n"),
    "a long line of `": times("`"),
    "a long line of #": times("#"),
    "a long line of full-width signs": times("＜"),
    "long lines of blanks": times(" " * 65535 + "\n"),
    "blanks": times(" "),
    "blanks and a sign": behind("", " ", "<"),
    "line feeds": times("\n"),
    "CRLF": times("\r\n"),
    "CR": times("\r"),
    "CR and signs": times("<\r"),
    "no-break spaces": times("\u00a0"),
    "no-break spaces and a sign": behind("", "\u00a0", "<"),
    "ideographic spaces a line": times("\u3000\n"),
    "program": times(PROGRAM),
    "prose": times("The quick brown fox jumps over the lazy dog, v. 2.\n"),
    "Chinese prose": times("敏捷的棕色狐狸跳过了懒狗。\n"),
    "Chinese prose in GBK": lambda size: (
        times("敏捷的棕色狐狸跳过了懒狗。\n")(size).decode().encode("gbk")
    ),
    "markup": times("<p>a</p><br>\n"),
    "tags": times("<>"),
    "numbers": times("12 7 3\n"),
    "comma-separated digits": times("1,2,3,4,5,6,7,8,9\n"),
    "sumdoku": times(NARROW.replace("^", "<").replace("v", "=")),
    "random bytes": noise(bytes(range(256))),
    "random ASCII": noise(bytes(range(9, 127))),
    "random signs": noise(b"<>^v."),
    "one line in GBK": lambda size: times("＜∧样例")(size).decode(errors="ignore").encode("gbk"),
    "random signs in lines": noise(b"<>^v.<>^v.<>^v.\n"),
    "random signs and digits in lines": noise(b"<>^v.123456789 \n"),
    "random high bytes": noise(bytes(range(128, 256))),
}
"""What makes each text of about so many bytes."""


def read_all(data: bytes) -> str:
    """The outcome of reading a text whole."""
    from ineqsudoku import read_all
    from ineqsudoku.errors import PuzzleSyntaxError

    try:
        return f"{len(read_all(data))} puzzles"
    except PuzzleSyntaxError as error:
        return _in_brief([str(error)])


def read_pieces(data: bytes) -> str:
    """The outcome of reading a text piece by piece."""
    from ineqsudoku.errors import PuzzleSyntaxError
    from ineqsudoku.formats import parse
    from ineqsudoku.formats.stream import pieces

    puzzles = 0
    errors: list[str] = []
    try:
        for piece in pieces(io.BytesIO(data), "file"):
            reading = parse(piece)
            puzzles += len(reading.entries)
            if reading.error:
                errors.append(str(reading.error))
    except PuzzleSyntaxError as error:
        errors.append(str(error))
    return f"{puzzles} puzzles{'; ' if errors else ''}{_in_brief(errors)}"


def _in_brief(errors: list[str]) -> str:
    lines = "\n".join(errors).split("\n")
    faults = sum(": expected " in line for line in lines)
    return f"{faults} faults, the first at {lines[0][:60]}" if errors else ""


WAYS = {"whole": read_all, "pieces": read_pieces}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--mebibytes", type=float, default=1.0)
    arguments.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    arguments.add_argument("texts", nargs="*", choices=[*TEXTS, []], metavar="TEXT")
    options = arguments.parse_args()
    if options.child:
        name, way = options.child
        measure(TEXTS[name], WAYS[way], int(options.mebibytes * 1024**2))
        return
    print(f"{'text':34} {'read':7} {'s/MiB':>7} {'MiB/MiB':>7}")
    for name in options.texts or TEXTS:
        for way in WAYS:
            command = [sys.executable, __file__, "--mebibytes", str(options.mebibytes)]
            ran = subprocess.run(
                [*command, "--child", name, way], stdout=subprocess.PIPE, text=True, check=True
            )
            seconds, memory, outcome = ran.stdout.rstrip("\n").split("\t")
            over = float(seconds) > MAX_SECONDS or float(memory) > MAX_MEMORY
            mark = "!" if over else " "
            print(f"{name:34} {way:7} {seconds:>7} {memory:>7} {mark} {outcome}", flush=True)


def measure(make: Callable[[int], bytes], way: Callable[[bytes], str], size: int) -> None:
    """Print seconds and MiB for each MiB of a text, and the outcome."""
    warnings.simplefilter("ignore")
    for small in ("x", FAULTY, COMPACT, ".~R1C1_1", "9:" + "0," * 81):
        way(small.encode())  # Everything is imported, and the parsers are built.
    data = make(size)
    before = _peak()
    start = process_time()
    outcome = way(data)
    seconds = process_time() - start
    mebibytes = len(data) / 1024**2
    memory = (_peak() - before) / 1024**2
    print(f"{seconds / mebibytes:.3f}\t{memory / mebibytes:.1f}\t{outcome}")


def _peak() -> int:
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


if __name__ == "__main__":
    main()
