"""Time per puzzle of every engine here and of other ways to solve the same puzzles.

    python benchmarks/compare.py [--quick] [--rounds N] [--puzzles N] [--keep]
                                 [--only NAME]... [--layouts FILE]

All times are CPU time, so that a busy machine changes little.  Proof of uniqueness and model
building count, start-up does not.  The solvers run in turn, for several rounds, each in a
process of its own.  The time of a puzzle is its median over the rounds.  The mean is the median
of the means of the rounds; the quartiles are those of the same means.  Slow solvers get fewer
puzzles, evenly drawn; a puzzle that takes more than `LIMIT` seconds is stopped and marked.
Every answer is checked, and a wrong one ends the run.

Throughput and memory of whole runs follow.  All tables go between the markers in
docs/benchmarks.md, five rows of the first set to both READMEs and its drawing to
docs/benchmark.svg; with `--keep` all is printed only.  The peers come with
`pip install '.[bench]'` or as peers/README.md says; those that are not found are named.
A full run takes some 12 minutes; `--quick` tries everything with few puzzles in three and
implies `--keep`.

`--rounds` is 3 by default, and `--puzzles`, in the file for throughput, a million.
`--only` takes contestants whose name contains NAME, and leaves throughput out; `--layouts`
takes a compact file instead of the sets (what follows a tab in a line is left out).
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

from comparison import Result, Spread, TurnError, WrongAnswerError, compared
from contestants import CP_SAT, DLX, LIMIT, OURS, Contestant, contestants
from figures import (
    Time,
    facts,
    in_words,
    missing,
    percentile,
    range_in_words,
    rewrite,
    table,
    two_digits,
)
from layouts import layouts_from
from puzzlesets import PuzzleSet, all_sets, answered, fewer
from throughput import throughput

ROOT = Path(__file__).parents[1]
READMES = (ROOT / "README.md", ROOT / "README.zh.md")
DOCUMENT = ROOT / "docs" / "benchmarks.md"
PLOT = ROOT / "docs" / "benchmark.svg"

IN_SHORT = {
    "`boxes`": "`boxes` compiled",
    "`cells`": "`cells` compiled",
    "`cells` in Python": "`cells` in Python",
    "`dlx`": "`dlx`",
    DLX: DLX,
    CP_SAT: CP_SAT,
}
"""Columns of the summary and how their contestants' names begin."""


RATIO_HEAD = "mean as a multiple of that of"
"""The head of the first column of ratios."""

IN_BRIEF = ("`boxes` compiled, portable", "`boxes` in Python", CP_SAT, "`rowmajor`")
"""Rows of the table in the README, after the first contestant."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured: rounds, a share of the puzzles, seconds a puzzle, and puzzles in
    the file for throughput."""

    rounds: int
    share: float
    limit: float
    file: int


FULL = Effort(rounds=3, share=1.0, limit=LIMIT, file=1_000_000)
QUICK = Effort(rounds=3, share=0.04, limit=0.5, file=10_000)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--quick", action="store_true", help="few puzzles, nothing written")
    arguments.add_argument("--keep", action="store_true", help="print only, write nothing")
    arguments.add_argument("--only", action="append", metavar="NAME", help="such contestants")
    arguments.add_argument("--layouts", type=Path, metavar="FILE", help="instead of the sets")
    arguments.add_argument("--rounds", type=int, metavar="N")
    arguments.add_argument("--puzzles", type=int, metavar="N", help="in the file for throughput")
    options = arguments.parse_args()
    effort = QUICK if options.quick else FULL
    effort = replace(
        effort, rounds=options.rounds or effort.rounds, file=options.puzzles or effort.file
    )
    chosen = [
        each.within(effort.share, effort.limit)
        for each in contestants()
        if not options.only or any(name in each.name for name in options.only)
    ]
    sets = [answered(layouts_from(options.layouts))] if options.layouts else list(all_sets())
    try:
        results = [_compared(puzzles, chosen, effort) for puzzles in sets]
    except (WrongAnswerError, TurnError) as error:
        print(error, file=sys.stderr)
        return 1
    first, *others = [
        "\n\n".join([f"**{puzzles.title}**", *section(of_set)])
        for puzzles, of_set in zip(sets, results, strict=True)
    ]
    in_short = [summary(sets[1:], results[1:])] if others else []
    whole_runs = []
    if not options.only:
        cp_sat = [each.mean.seconds for each in results[0] if each.contestant.name == CP_SAT]
        whole_runs = [throughput(sets[0].puzzles, effort.file, *cp_sat)]
    tables = "\n\n".join([first, *in_short, *whole_runs, _notes(), *others])
    print(tables)
    if not (options.quick or options.keep or options.only or options.layouts):
        for readme in READMES:
            rewrite(readme, in_brief(results[0]))
        rewrite(DOCUMENT, tables)
        draw_percentiles(PLOT, results[0])
    return 0


def _compared(puzzles: PuzzleSet, chosen: list[Contestant], effort: Effort) -> list[Result]:
    """None when the set is empty.  Raises `WrongAnswerError` and `TurnError`."""
    some = fewer(puzzles, max(round(len(puzzles.puzzles) * effort.share), 5))
    start = perf_counter()
    results = compared(some, chosen, effort.rounds) if some.puzzles else []
    print(f"{puzzles.title}: {perf_counter() - start:.0f} s", file=sys.stderr)
    return results


def section(results: list[Result]) -> list[str]:
    """A table of times, the fastest first, and one of the ratios to the peers of the goals."""
    if not results:
        return []
    base = results[0]
    rows = [_row(result, base) for result in sorted(results, key=lambda each: each.mean)]
    heads = ["", "puzzles", "mean", "quartiles", "median", "99 %", f"× {base.contestant.name}"]
    ratios = ratio_table(results)
    return [table(heads, rows), *([ratios] if ratios else [])]


def in_brief(results: list[Result]) -> str:
    """A table of the widest path, two slower forms, a peer and the usual search."""
    names = [results[0].contestant.name, *IN_BRIEF]
    of_name = {result.contestant.name: result for result in results}
    rows = []
    for result in (of_name[name] for name in names if name in of_name):
        name, _, average, _, *percentiles, _ = _row(result, results[0])
        rows.append([name, average, *percentiles])
    return table(["", "mean", "median", "99 %"], rows)


def _row(result: Result, base: Result) -> list[str]:
    times = result.times
    average = result.mean
    spread = Spread.of(result.means)
    cut = "≥ " if average.cut else ""
    return [
        result.contestant.name,
        f"{len(times):,}",
        cut + in_words(average.seconds),
        range_in_words(spread.low, spread.high),
        _limited(percentile(times, 50)),
        _limited(percentile(times, 99)),
        cut + two_digits(Spread.of(result.ratios(base)).middle),
    ]


def _limited(time: Time) -> str:
    return ("> " if time.cut else "") + in_words(time.seconds)


def summary(sets: list[PuzzleSet], results: list[list[Result]]) -> str:
    """The means of some contestants on several sets, a line a set."""
    rows = []
    for puzzles, of_set in zip(sets, results, strict=True):
        means = {result.contestant.name: result.mean for result in of_set}
        cells = [_mean(means, name) for name in IN_SHORT.values()]
        if of_set:
            rows.append([puzzles.title, *cells])
    return f"**Other puzzles, mean time**\n\n{table(['', *IN_SHORT], rows)}"


def _mean(means: dict[str, Time], name: str) -> str:
    """Of the first contestant whose name begins so, which is on the widest path."""
    time = next((time for full, time in means.items() if full.startswith(name)), None)
    return "" if time is None else ("≥ " if time.cut else "") + in_words(time.seconds)


def ratio_table(results: list[Result]) -> str:
    """The means of CP-SAT and of dancing links as multiples of those of the compiled forms.

    A row for each compiled form; empty without one, or without these peers.
    """
    forms = [each for each in results if " compiled, " in each.contestant.name]
    peers = [each for goal in (CP_SAT, DLX) for each in results if each.contestant.name == goal]
    if not forms or not peers:
        return ""
    rows = [
        [form.contestant.name, *(_times(Spread.of(peer.ratios(form))) for peer in peers)]
        for form in forms
    ]
    return table([RATIO_HEAD, *(peer.contestant.name for peer in peers)], rows)


def _times(spread: Spread) -> str:
    return f"{spread.middle:,.0f} ({spread.low:,.0f} – {spread.high:,.0f})"


def _notes() -> str:
    absent = f"  Not found and left out: {', '.join(missing())}." if missing() else ""
    return (
        "All times are CPU time.  The mean is the median of the means of the rounds; the quartiles"
        " are those of the same means.  Median and 99th percentile are over puzzles, each with its"
        " median over the rounds.  Each solver uses one thread; building the model and proving"
        " uniqueness count.  `boxes` is for signs inside boxes, `dlx` for puzzles without signs."
        "\n\n"
        f"{facts()}.{absent}"
    )


def draw_percentiles(file: Path, results: list[Result]) -> None:
    """Time per puzzle by percentile: of ours the forms that differ most, and all peers."""
    from plots import BLUE, GREEN, NAVY, ORANGE, PURPLE, RED, SKY, TEAL, Axis, Line, draw

    shown = {
        results[0].contestant.name: BLUE,
        "`boxes` compiled, portable": SKY,
        "`boxes` in Python": TEAL,
        "`rowmajor`": NAVY,
    }
    peer_colours = iter([ORANGE, RED, PURPLE, GREEN] * 2)
    lines = []
    for result in results:
        name = result.contestant.name
        ours = name.startswith(OURS)
        if ours and name not in shown:
            continue
        points = _spread_out(sorted(result.times))
        lines.append(
            Line(
                name.replace(OURS, ""),
                [(percent, time.seconds) for percent, time in points if not time.cut],
                shown[name] if ours else next(peer_colours),
                strong=ours,
                goes_on=points[-1][1].cut,
            )
        )
    axis = Axis("percentile of the puzzles", [0, 25, 50, 75, 100])
    draw(file, [("CPU time per puzzle, proof included", axis, lines)])


def _spread_out(times: list[Time]) -> list[tuple[float, Time]]:
    """At most a hundred and one of ascending times, the first at 0 and the last at 100."""
    steps = max(min(len(times) - 1, 100), 1)
    return [
        (100 * step / steps, times[round(step / steps * (len(times) - 1))])
        for step in range(steps + 1)
    ]


if __name__ == "__main__":
    sys.exit(main())
