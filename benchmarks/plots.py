"""Drawings of times on a logarithmic scale, as SVG that reads on light and on dark paper.

The background is left clear and the ink is a middle grey.  Text stays text.  Nothing in the
file depends on when or where it was drawn, apart from the data.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib as mpl
from figures import unit_for
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

BLUE, SKY, TEAL, NAVY = "#1f6fd0", "#56b4e9", "#3aa6a0", "#5a62c9"
GREEN, ORANGE, RED, PURPLE = "#7d9d2f", "#d98a00", "#d1583a", "#b565a7"
"""Colours of medium brightness that most colour-blind people can distinguish (after Okabe and Ito,
2008)."""


@dataclass(frozen=True, slots=True)
class Line:
    """Points in ascending x, named at the last one.  `strong` is for what the drawing is about;
    `goes_on` marks that the next point is only known to be higher."""

    name: str
    points: Sequence[tuple[float, float]]
    colour: str
    strong: bool = False
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class Axis:
    """What x is, and where it has marks."""

    title: str
    marks: Sequence[float]
    suffix: str = ""
    logarithmic: bool = False


def draw(file: Path, panels: Sequence[tuple[str, Axis, Sequence[Line]]]) -> None:
    """Drawings of seconds one above the other in one file, each with a title.  A line without
    points is left out."""
    with mpl.rc_context(_SETTINGS):
        height = 5.2 if len(panels) == 1 else 4.0
        figure = Figure(figsize=(9.2, height * len(panels)))
        for place, (title, axis, lines) in enumerate(panels):
            there = [line for line in lines if line.points]
            _panel(figure.add_subplot(len(panels), 1, place + 1), title, axis, there)
            _name(figure.axes[-1], there, _NAME / height)
        figure.tight_layout(h_pad=2.5)
        text = io.StringIO()
        figure.savefig(text, format="svg", transparent=True, metadata={"Date": None})
    # The widths are those of one font; a page has the next best.
    fonts = ", ".join(f"'{font}'" if " " in font else font for font in FONTS)
    svg = re.sub(rf"'{FONTS[-1]}'(, sans-serif)*", f"{fonts}, sans-serif", text.getvalue())
    svg = "".join(line.rstrip() + "\n" for line in svg.splitlines())
    file.write_text(svg, encoding="utf-8")


def _panel(axes: Any, title: str, axis: Axis, lines: Sequence[Line]) -> None:
    axes.set_yscale("log")
    for line in lines:
        axes.plot(
            *zip(*line.points, strict=True),
            color=line.colour,
            linewidth=2.2 if line.strong else 1.5,
            linestyle="-" if line.strong else (0, (5, 1.2)),
            solid_capstyle="round",
        )
        if line.goes_on:
            axes.plot(*line.points[-1], marker=6, markersize=7, color=line.colour, clip_on=False)
    axes.set_title(title, loc="left", fontsize=11, pad=12)
    axes.set_xlabel(axis.title)
    if axis.logarithmic:
        axes.set_xscale("log", base=2)
        axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xlim(axis.marks[0], axis.marks[-1])
    axes.set_xticks(axis.marks, [f"{mark:g}{axis.suffix}" for mark in axis.marks])
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
            weight="bold" if line.strong else "normal",
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
