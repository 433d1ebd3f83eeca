"""Drawings of measured times on a logarithmic scale, as SVG that reads on light and dark paper.

The background is left clear and the ink is a middle grey.  Text stays text.  Nothing in the
file depends on when or where it was drawn, apart from the data.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

import matplotlib as mpl
from contestants import OURS
from documents import DOCS, IN_BRIEF, PERCENTILES, read, time_of
from figures import Time, unit_for
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

INK = "#808790"
GRID = "#80879040"
FONTS = ["Segoe UI", "Helvetica Neue", "Helvetica", "Arial", "DejaVu Sans"]

_SETTINGS = {
    "svg.hashsalt": "ineqsudoku",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.sans-serif": FONTS[-1],
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}

OUR_COLOURS = "#1f6fd0", "#3aa6a0", "#56b4e9", "#b565a7", "#5a62c9"
PEERS_COLOURS = "#d98a00", "#d1583a", "#7d9d2f"
"""Colours of medium brightness that most colour-blind people can distinguish (after Okabe and Ito,
2008)."""


@dataclass(frozen=True, slots=True)
class Line:
    """Points in ascending x, named at the last one.  `is_ours` is for what the drawing is about;
    `goes_on` marks that the next point is only known to be higher."""

    name: str
    points: Sequence[tuple[float, float]]
    colour: str
    is_ours: bool
    goes_on: bool


@dataclass(frozen=True, slots=True)
class Panel:
    """Lines over `what`, with `marks` on its axis."""

    title: str
    what: str
    marks: Sequence[float]
    lines: Sequence[Line]
    is_logarithmic: bool = False


def draw_percentiles(data: Path) -> None:
    """Time per puzzle by percentile: of ours the forms that differ most, and all peers."""
    rows = next(iter(read(data)[1].values()))
    shown = {rows[0]["solver"], *IN_BRIEF}
    times = {
        row["solver"]: {each: time_of(row, f"{each} %") for each in PERCENTILES}
        for row in rows
        if row["solver"] in shown or not row["solver"].startswith(OURS)
    }
    title, what = "CPU time per puzzle, proof included", "percentile of the puzzles"
    _draw("benchmark", [Panel(title, what, [0, 25, 50, 75, 100], _lines(times))])


def draw_growths(data: Path) -> None:
    """A panel for each way to grow, with a line for each solver."""
    panels = []
    for title, rows in read(data)[1].items():
        times: dict[str, dict[int, Time]] = {row["solver"]: {} for row in rows}
        for row in rows:
            times[row["solver"]][int(row["size"])] = time_of(row, "50 %")
        what, sizes = rows[0]["size of"], sorted({int(row["size"]) for row in rows})
        panel = Panel(f"{title}: median time", what, sizes, _lines(times), what == "solutions")
        panels.append(panel)
    _draw("growth", panels)


def _lines(times: dict[str, dict[int, Time]]) -> list[Line]:
    """A line for each solver, from its times by x."""
    ours, peers = cycle(OUR_COLOURS), cycle(PEERS_COLOURS)
    lines = []
    for solver, of_solver in times.items():
        below = [(x, time.seconds) for x, time in of_solver.items() if not time.cut]
        is_ours, goes_on = solver.startswith(OURS), len(below) < len(of_solver)
        colour = next(ours if is_ours else peers)
        if below:
            lines.append(Line(solver.replace(OURS, ""), below, colour, is_ours, goes_on))
    return lines


def _draw(name: str, panels: Sequence[Panel]) -> None:
    """Drawings of seconds one above the other in one file, each with a title."""
    with mpl.rc_context(_SETTINGS):
        height = 5.2 if len(panels) == 1 else 4.0
        figure = Figure(figsize=(9.2, height * len(panels)))
        for place, panel in enumerate(panels, 1):
            axes = figure.add_subplot(len(panels), 1, place)
            _plot(axes, panel)
            _name(axes, panel.lines, _NAME / height)
        figure.tight_layout(h_pad=2.5)
        text = io.StringIO()
        figure.savefig(text, format="svg", transparent=True, metadata={"Date": None})
    # The widths are those of one font; a page has the next best.
    fonts = ", ".join(f"'{font}'" if " " in font else font for font in FONTS)
    svg = re.sub(rf"'{FONTS[-1]}'(, sans-serif)*", f"{fonts}, sans-serif", text.getvalue())
    svg = "".join(line.rstrip() + "\n" for line in svg.splitlines())
    (DOCS / f"{name}.svg").write_text(svg, encoding="utf-8")


def _plot(axes: Any, panel: Panel) -> None:
    axes.set_yscale("log")
    for line in panel.lines:
        axes.plot(
            *zip(*line.points, strict=True),
            color=line.colour,
            linewidth=2.2 if line.is_ours else 1.5,
            linestyle="-" if line.is_ours else (0, (5, 1.2)),
            solid_capstyle="round",
        )
        if line.goes_on:
            axes.plot(*line.points[-1], marker=6, markersize=7, color=line.colour, clip_on=False)
    axes.set_title(panel.title, loc="left", fontsize=11, pad=12)
    axes.set_xlabel(panel.what)
    if panel.is_logarithmic:
        axes.set_xscale("log", base=2)
        axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xlim(panel.marks[0], panel.marks[-1])
    axes.set_xticks(panel.marks, [f"{mark:g}" for mark in panel.marks])
    axes.yaxis.set_major_locator(LogLocator(10, numticks=20))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda seconds, _: _power(seconds)))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.grid(axis="y", color=GRID, linewidth=0.8)
    axes.tick_params(length=0, pad=6)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


def _power(seconds: float) -> str:
    """10 µs, 1 ms, …"""
    size, unit = unit_for(seconds)
    return f"{seconds / size:g} {unit}"


_NAME = 0.27
"""Inches of a panel's height, its margins included, that a name needs."""


def _name(axes: Any, lines: Sequence[Line], apart: float) -> None:
    """The names at the right edge, each as near to its line's end as the others let it."""
    to_height = axes.transData + axes.transAxes.inverted()
    ends = {line.name: to_height.transform(line.points[-1]) for line in lines}
    order = sorted(lines, key=lambda line: float(ends[line.name][1]))
    heights = spaced([float(ends[line.name][1]) for line in order], apart)
    for line, height in zip(order, heights, strict=True):
        axes.annotate(
            line.name,
            xy=ends[line.name],
            xycoords="axes fraction",
            xytext=(1.04, height),
            textcoords="axes fraction",
            color=line.colour,
            va="center",
            weight="bold" if line.is_ours else "normal",
            arrowprops={
                "arrowstyle": "-",
                "color": line.colour,
                "linewidth": 0.8,
                "shrinkA": 1,
                "shrinkB": 1,
                "relpos": (0, 0.5),
            },
            annotation_clip=False,
        )


def spaced(heights: Sequence[float], apart: float) -> list[float]:
    """Ascending heights moved as little as can be so that no two are nearer than `apart`.

    Heights that come too near to each other form a group around their mean.
    """
    groups: list[list[float]] = []
    for height in heights:
        groups.append([height])
        while len(groups) > 1 and _top(groups[-2], apart) + apart > _bottom(groups[-1], apart):
            last = groups.pop()
            groups[-1] += last
    return [_bottom(group, apart) + apart * i for group in groups for i in range(len(group))]


def _bottom(group: list[float], apart: float) -> float:
    return sum(group) / len(group) - apart * (len(group) - 1) / 2


def _top(group: list[float], apart: float) -> float:
    return _bottom(group, apart) + apart * (len(group) - 1)
