"""The engines by name, the choice of the best one for a puzzle, and the search of `auto`.

`Portfolio`, the search of `auto`, is an attempt of the engine that `choose` returns, which decides
nearly every puzzle, and then the `ATTEMPTS`.  A search that guesses badly at the start may take
a million times as long as another one (Gomes, Selman and Kautz, 1998), and a search that learns
(`learning.py`) leaves such a part of the tree.  But its nodes take 15 times as long as those of
`cells`, which may need as few, and `boxes` needs far fewer where the signs are dense.  The search
ends if any attempt ends.  Solutions of an attempt that did not end are kept.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Literal, cast, get_args

from ineqsudoku.errors import UnsupportedPuzzleError
from ineqsudoku.geometry import BOX_OF, IN_BOX_PAIRS
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import ABSENT, NO_BORDER_SIGNS, Puzzle
from ineqsudoku.search.enumeration import (
    Engine,
    Enumeration,
    Nodes,
    Searcher,
    SearchResult,
    sooner,
)
from ineqsudoku.search.kernel import kernel

EngineName = Literal["boxes", "rowmajor", "cells", "dlx"]

EngineChoice = Literal["auto", EngineName]
"""An engine, or `auto`, which starts with the best engine for the puzzle."""

AUTO: Literal["auto"] = "auto"

ENGINES: tuple[EngineName, ...] = get_args(EngineName)

NARROW = 160
"""Up to this `spread`, the engine `boxes` is faster than `cells` (`benchmarks/LOG.md`)."""

ALWAYS_NARROW, NEVER_NARROW = 7, 38
"""With up to, and from, these numbers of absent signs, `spread` is on one side of `NARROW` however
the signs are distributed over the boxes."""

_BITS = str.maketrans("<>^v.", "00001")
"""Turns signs into a binary number with a 1 for every absent one."""

_BOX_MASKS = tuple(
    int("".join("01"[BOX_OF[first] == box] for first, _ in IN_BOX_PAIRS), 2) for box in range(9)
)
"""The masks of the boxes' signs in such a number."""


_UNSUPPORTED = Message("search.unsupported", "the engine {engine} cannot solve this: {objection}")


def searcher(name: str, puzzle: Puzzle) -> Searcher:
    """Return the searcher that an engine, or `auto`, stands for.

    Raises `UnsupportedPuzzleError` when the engine does not support the puzzle.
    """
    if name == AUTO:
        return PORTFOLIO
    if objection := module(name).objection(puzzle):
        raise UnsupportedPuzzleError(_UNSUPPORTED.fill(engine=name, objection=objection))
    return form(name)


def form(name: str) -> Searcher:
    """Return the form of an engine that searches the puzzles that it supports: its compiled kernel,
    if there is one, else its module, which is loaded only then."""
    return kernel(name) or Enumeration(_import(name))


def module(name: str) -> Engine:
    """Return the module of an engine.  Raises `ValueError` for an unknown name."""
    if name not in ENGINES:
        raise ValueError(f"no engine {name!r}; engines: auto, {', '.join(ENGINES)}")
    return _import(name)


@cache
def _import(name: str) -> Engine:
    return cast(Engine, import_module(f"ineqsudoku.search.{name}"))


def choose(puzzle: Puzzle) -> Literal["boxes", "cells"]:
    """Return the engine that `auto` tries first.

    Without signs on box borders, that is `boxes` if the spread of the puzzle is small.  For all
    other puzzles it is `cells`, which for plain sudoku takes less than a third of the time of `dlx`
    even in Python.  The choice must not depend on what is compiled: engines find different
    solutions first.
    """
    if puzzle.border_signs != NO_BORDER_SIGNS:
        return "cells"
    if ABSENT not in puzzle.signs:  # The usual case; this is faster than to count.
        return "boxes"
    absent = puzzle.signs.count(ABSENT)
    if absent <= ALWAYS_NARROW or (absent < NEVER_NARROW and spread(puzzle) <= NARROW):
        return "boxes"
    return "cells"


def spread(puzzle: Puzzle) -> int:
    """Return an estimate, from absent signs, of the number of arrangements that the boxes leave
    open.

    An absent sign about doubles the arrangements of its box, so this is the sum over the
    boxes of 2 to the power of their absent signs: 9 for a full layout, 36,864 without signs.
    """
    absent = int(puzzle.signs.translate(_BITS), 2)
    return sum([1 << (absent & mask).bit_count() for mask in _BOX_MASKS])


FIRST = {"boxes": 1_000, "cells": 4_000}
"""The node limit of the first attempt, by engine."""

LEARNING = "learning"
"""The search that learns, which is not among `ENGINES`."""

ATTEMPTS = ((LEARNING, 600), ("cells", 16_000), ("boxes", 16_000), (LEARNING, None))
"""The next attempts, with their node limits; where `boxes` does not support the puzzle, only the
last one.  All of them begin anew."""

WIDE = 2_048
"""Up to this `spread`, `boxes` is among the attempts: with a larger one, its nodes take long."""

MANY = 32
"""An attempt gets its nodes once more for every group of this many requested solutions."""

MOST_KEPT = 5_000
"""With a higher limit or none, a single search enumerates, once two solutions are known."""


def first_nodes(engine: str, limit: int, node_limit: int | None = None) -> int:
    """Return the node limit of the first attempt; `limit` and `node_limit` are those of all."""
    nodes = FIRST[engine] * (1 + limit // MANY)
    return nodes if node_limit is None else min(nodes, node_limit)


class Portfolio:
    """The searcher that `auto` stands for."""

    __slots__ = ()

    def search(
        self,
        puzzle: Puzzle,
        limit: int | None,
        node_limit: int | None,
        deadline: float | None = None,
    ) -> SearchResult:
        engine = choose(puzzle)
        first_engine = form(engine)
        few = 2 if limit is None or limit > MOST_KEPT else limit
        most = first_nodes(engine, few, node_limit)
        result = first_engine.search(puzzle, few, most, deadline)
        if not result.complete:  # Seldom: most puzzles need only the first attempt.
            result = self.resume(puzzle, result, few, node_limit, deadline)
        if few == limit or len(result.solutions) < few:
            return result
        nodes = Nodes(node_limit, deadline, result.nodes)
        if nodes.are_used_up:
            return result
        enumerated = _search(first_engine, puzzle, limit, nodes)
        solutions = enumerated.solutions if len(enumerated.solutions) >= few else result.solutions
        return SearchResult(solutions, enumerated.complete, nodes.count)

    def resume(
        self,
        puzzle: Puzzle,
        first: SearchResult,
        limit: int,
        node_limit: int | None,
        deadline: float | None,
    ) -> SearchResult:
        """Continue a search for up to `MOST_KEPT` solutions after a first attempt, if that was too
        short."""
        nodes = Nodes(node_limit, deadline, first.nodes)
        result = first
        known = dict.fromkeys(first.solutions)
        attempts = ATTEMPTS if puzzle.border_signs == NO_BORDER_SIGNS else ATTEMPTS[-1:]
        for name, share in attempts:
            if result.complete or len(known) >= limit or nodes.are_used_up:
                break
            if name == "boxes" and spread(puzzle) > WIDE:
                continue
            most = share and share * (1 + limit // MANY)
            result = _search(form(name), puzzle, limit, nodes, most)
            known.update(dict.fromkeys(result.solutions))
        solutions = result.solutions if result.complete else (*known,)[:limit]
        return SearchResult(solutions, result.complete, nodes.count)

    def count(self, puzzle: Puzzle, limit: int | None) -> int:
        if limit is not None and limit <= MOST_KEPT:
            return len(self.search(puzzle, limit, None).solutions)
        some = self.search(puzzle, 2, None)
        if len(some.solutions) < 2:
            return len(some.solutions)
        return form(choose(puzzle)).count(puzzle, limit)


PORTFOLIO = Portfolio()


def _search(
    searcher: Searcher, puzzle: Puzzle, limit: int | None, nodes: Nodes, most: int | None = None
) -> SearchResult:
    """Search within up to `most` of the `nodes`, of which some must be left."""
    left = None if nodes.limit is None else nodes.limit - nodes.count
    result = searcher.search(puzzle, limit, sooner(left, most), nodes.deadline)
    nodes.count += result.nodes
    return result
