"""Who solves puzzles to be compared: the engines here, in all forms, and the peers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from typing import cast

from peers import PEERS, Measure, in_cpu_time

from ineqsudoku.puzzle import NO_BORDER_SIGNS, Puzzle
from ineqsudoku.search.enumeration import Engine, Enumeration, Searcher
from ineqsudoku.search.kernel import COMPILED, kernels

OURS = "`"
"""How names of what is measured of this project begin."""

CP_SAT = PEERS[0].name
DLX = "dancing links, C++"


@dataclass(frozen=True, slots=True)
class Contestant:
    """`prepare` gives what solves; it is called where that happens, in another process.

    `most` puzzles of a set are enough, `limit` seconds a puzzle too; without a limit, a
    contestant is quick.  `takes` says which puzzles it can be given.
    """

    name: str
    prepare: Callable[[], Measure]
    most: int
    limit: float | None
    takes: Callable[[Puzzle], bool]

    def within(self, share: float, limit: float) -> Contestant:
        """With fewer puzzles and no more than so much time for each."""
        most = max(round(self.most * share), 1)
        return replace(self, most=most, limit=self.limit and min(self.limit, limit))


def contestants() -> list[Contestant]:
    """All that are there.  The first that takes a set is what the others are compared with:
    `boxes` or `cells` on its widest path, or in Python where it is not compiled."""
    compiled = [
        Contestant(
            f"`{engine}` compiled, {kernel.name}",
            partial(_kernel, engine, path),
            1000,
            None,
            takes,
        )
        for engine, takes in (("boxes", _in_boxes), ("cells", _any))
        for path, kernel in reversed([*enumerate(kernels(engine))])
    ]
    in_python = [
        Contestant(
            f"`{engine}` in Python" if engine in COMPILED else f"`{engine}`",
            partial(_engine, engine),
            _MOST.get(engine, 1000),
            None if engine in COMPILED else LIMIT,
            takes,
        )
        for engine, takes in _TAKES.items()
    ]
    peers = [
        Contestant(peer.name, peer.measure, _MOST.get(peer.module, 1000), LIMIT, peer.takes)
        for peer in PEERS
        if peer.version
    ]
    return [*compiled, *in_python, *peers]


LIMIT = 5.0
"""Seconds for a puzzle."""

_MOST = {"rowmajor": 200, "dfs": 30}
"""The slow ones get so many puzzles; the others all."""


def counters(limit: int | None, seconds: float) -> list[Contestant]:
    """Those that count solutions up to a limit; they answer with the number."""
    ours: dict[str, Callable[[], Measure]] = {
        **{
            f"`{engine}` compiled": partial(_count_with_kernel, engine, limit)
            for engine in COMPILED
            if kernels(engine)
        },
        **{
            f"`{engine}` in Python": partial(_count_with_engine, engine, limit)
            for engine in COMPILED
        },
        "`rowmajor`": partial(_count_with_engine, "rowmajor", limit),
    }
    if PEERS[0].version:
        ours[CP_SAT] = partial(_count_with_cp_sat, limit)
    return [Contestant(name, prepare, 1000, seconds, _any) for name, prepare in ours.items()]


def _in_boxes(puzzle: Puzzle) -> bool:
    """Whether there are signs, and none on box borders."""
    return not puzzle.is_plain and puzzle.border_signs == NO_BORDER_SIGNS


def _no_signs(puzzle: Puzzle) -> bool:
    return puzzle.is_plain


def _any(_: Puzzle) -> bool:
    return True


_TAKES: dict[str, Callable[[Puzzle], bool]] = {
    "boxes": _in_boxes,
    "cells": _any,
    "dlx": _no_signs,
    "rowmajor": _any,
}
"""The engines, and the puzzles that each is measured on."""


def _kernel(engine: str, path: int) -> Measure:
    return _up_to_two(kernels(engine)[path])


def _engine(name: str) -> Measure:
    return _up_to_two(_in_python(name))


def _up_to_two(searcher: Searcher) -> Measure:
    def lines(puzzle: Puzzle) -> list[str]:
        return [grid.line for grid in searcher.search(puzzle, 2, None).solutions]

    return in_cpu_time(lines)


def _count_with_kernel(engine: str, limit: int | None) -> Measure:
    return _up_to(kernels(engine)[-1].count, limit)


def _count_with_engine(name: str, limit: int | None) -> Measure:
    return _up_to(_in_python(name).count, limit)


def _in_python(name: str) -> Enumeration:
    engine = cast(Engine, import_module(f"ineqsudoku.search.{name}"))
    return Enumeration(engine.solutions)


def _count_with_cp_sat(limit: int | None) -> Measure:
    from peers import cpsat

    return _up_to(cpsat.count, limit)


def _up_to(count: Callable[[Puzzle, int | None], int], limit: int | None) -> Measure:
    return in_cpu_time(lambda puzzle: [str(count(puzzle, limit))])
