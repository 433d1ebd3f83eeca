"""The tables and drawings of the documents, made from what the benchmarks have measured.

    python benchmarks/documents.py

`compare.py` writes `times.tsv`, `growth.py` writes `growth.tsv`, and both call this.  The first
line of such a file says when and on what it was measured, the second names the columns.  All times
are in seconds.  A puzzle that took longer than `limit` was stopped; if there is none, this is
empty.  Tables go between the markers in docs/benchmarks.md and both READMEs, drawings to
docs/benchmark.svg and docs/growth.svg; these need `pip install '.[bench]'`.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

from contestants import CP_SAT, DLX
from figures import Time, facts, in_words, rewrite, table, two_digits

HERE = Path(__file__).parent
TIMES, GROWTH = HERE / "times.tsv", HERE / "growth.tsv"
DOCS = HERE.with_name("docs")
DOCUMENT = DOCS / "benchmarks.md"
READMES = (HERE.with_name("README.md"), HERE.with_name("README.zh.md"))

COMMAND = "python benchmarks/compare.py"

Row = dict[str, str]
"""A line of a file by its columns; an empty one may be left out."""

PERCENTILES = (*range(0, 100, 10), 95, 99, 100)

IN_SHORT = {
    "`cells`": "`cells` compiled",
    "in Python": "`cells` in Python",
    "dancing links": DLX,
    "CaDiCaL": "PySAT, CaDiCaL",
    "MiniSat": "PySAT, MiniSat",
    "CP-SAT": CP_SAT,
}
"""Columns of the table of other puzzles, and how the names of their solvers begin."""

IN_BRIEF = ("`boxes` compiled, portable", "`boxes` in Python", CP_SAT, "`rowmajor`")
"""Rows of the table in the README, after the first."""


def write(file: Path, rows: Sequence[Row]) -> None:
    """Write a file of figures that were measured now and here."""
    with file.open("w", encoding="utf-8", newline="") as out:
        out.write(f"# {origin()}\n")
        columns = dict.fromkeys(column for row in rows for column in row)
        writer = csv.DictWriter(out, columns, delimiter="\t", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def origin() -> str:
    return f"{datetime.now(UTC):%Y-%m-%d}; {facts()}"


def read(file: Path) -> tuple[str, dict[str, list[Row]]]:
    """Where the figures of a file come from, and the rows of each set."""
    first, *lines = file.read_text(encoding="utf-8").splitlines()
    sets = groupby(csv.DictReader(lines, delimiter="\t"), key=lambda row: row["set"])
    return first.removeprefix("# "), {title: list(rows) for title, rows in sets}


def texts() -> dict[tuple[Path, str], str]:
    """What stands in a document between markers of a name."""
    origin, sets = read(TIMES)
    (first, rows), *others = sets.items()
    parts = (
        f"### {first}",
        times(rows),
        "### Other puzzles, mean time",
        means(dict(others)),
        f"{origin}; `{COMMAND}`",
    )
    of_solver = {row["solver"]: row for row in rows}
    brief = [_cells(row)[:-1] for row in (rows[0], *(of_solver[name] for name in IN_BRIEF))]
    in_brief = table(["", "mean", "median", "99 %"], brief)
    return {
        (DOCUMENT, "benchmark"): "\n\n".join(parts),
        (DOCUMENT, "growth"): f"{read(GROWTH)[0]}; `python benchmarks/growth.py`",
        **{(readme, "benchmark"): in_brief for readme in READMES},
    }


def times(rows: Iterable[Row]) -> str:
    """The solvers of a set."""
    return table(["", "mean", "median", "99 %", "ratio"], [_cells(row) for row in rows])


def _cells(row: Row) -> list[str]:
    cut = "≥ " if row.get("limit") else ""
    percentiles = (time_of(row, column) for column in ("50 %", "99 %"))
    return [
        row["solver"],
        _mean(row),
        *("> " * time.cut + in_words(time.seconds) for time in percentiles),
        cut + two_digits(float(row["ratio"])),
    ]


def _mean(row: Row) -> str:
    return ("≥ " if row.get("limit") else "") + in_words(float(row["mean"]))


def time_of(row: Row, column: str) -> Time:
    seconds = float(row[column])
    return Time(seconds, cut=seconds >= float(row.get("limit") or "inf"))


def means(sets: dict[str, list[Row]]) -> str:
    """The means of some solvers, a line for each set; of a solver's forms the fastest."""
    lines = []
    for title, rows in sets.items():
        lines.append([title])
        for name in IN_SHORT.values():
            forms = [_mean(row) for row in rows if row["solver"].startswith(name)]
            lines[-1].append(forms[0] if forms else "")
    return table(["", *IN_SHORT], lines)


def main() -> None:
    from plots import draw_growths, draw_percentiles

    for (document, name), text in texts().items():
        rewrite(document, text, name)
    draw_percentiles(TIMES)
    draw_growths(GROWTH)


if __name__ == "__main__":
    main()
