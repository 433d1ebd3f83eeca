"""The search of `auto`: attempts with node limits, until one of them ends.

The first attempt is by the engine that `choose` returns, and decides nearly every puzzle.  But a
search that guesses badly at the start may take a million times as long as another one (Gomes,
Selman and Kautz, 1998).  So short attempts of other searches follow.  Restarts of `cells` break
ties between guesses in another order each time; they find solutions where there are many.  The
other engine refutes puzzles with few signs.  Long attempts of both engines then serve proofs that
need more nodes.  At last `cells` is restarted with growing limits (Luby, Sinclair and Zuckerman,
1993), so every search ends.

Solutions of attempts that did not end are kept.  The module is a `Searcher`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count as count_from, islice

from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search.engines import choose, form, module
from ineqsudoku.search.enumeration import Enumeration, Nodes, Searcher, SearchResult, sooner
from ineqsudoku.search.kernel import kernel

FIRST = 4_000
"""The node limit of the first attempt: 1 ms.  Few puzzles take more."""

RESTART, EARLY = 1_000, 3
"""The node limit of the shortest restart, and the number of early restarts."""

SHORT = 500
"""The node limit of the other engine at first: a node of `boxes` is slow where signs are few."""

LONG = 32_000
"""The node limit of long attempts: of 150 minimal partial layouts none takes more than half."""

MANY = 32
"""The node limit of an attempt grows by its base for every group of this many requested solutions.
"""

MOST_KEPT = 5_000
"""If the limit is higher or absent, the attempts only find two solutions; then one search
enumerates."""


def search(
    puzzle: Puzzle, limit: int | None, node_limit: int | None, deadline: float | None = None
) -> SearchResult:
    first = form(choose(puzzle))
    few = 2 if limit is None or limit > MOST_KEPT else limit
    result = first.search(puzzle, few, first_nodes(few, node_limit), deadline)
    if not result.complete:  # Seldom: most puzzles need only the first attempt.
        result = resume(puzzle, result, few, node_limit, deadline)
    if few == limit or len(result.solutions) < few:
        return result
    nodes = Nodes(node_limit, deadline, result.nodes)
    if nodes.are_used_up:
        return result
    enumerated = _search(first, puzzle, limit, nodes)
    solutions = enumerated.solutions if len(enumerated.solutions) >= few else result.solutions
    return SearchResult(solutions, enumerated.complete, nodes.count)


def first_nodes(limit: int, node_limit: int | None) -> int:
    """Return the node limit of the first attempt; the arguments are the limits of all attempts."""
    most = FIRST * (1 + limit // MANY)
    return most if node_limit is None else min(most, node_limit)


def resume(
    puzzle: Puzzle,
    first: SearchResult,
    limit: int,
    node_limit: int | None,
    deadline: float | None,
) -> SearchResult:
    """Continue a search for up to `MOST_KEPT` solutions after a first attempt that did not end."""
    nodes = Nodes(node_limit, deadline, first.nodes)
    known = dict.fromkeys(first.solutions)
    attempts = _attempts(puzzle)
    while len(known) < limit and not nodes.are_used_up:
        searcher, most = next(attempts)
        result = _search(searcher, puzzle, limit, nodes, most * (1 + limit // MANY))
        if result.complete:
            return SearchResult(result.solutions, True, nodes.count)
        known.update(dict.fromkeys(result.solutions))
    return SearchResult((*known,)[:limit], False, nodes.count)


def count(puzzle: Puzzle, limit: int | None) -> int:
    if limit is not None and limit <= MOST_KEPT:
        return len(search(puzzle, limit, None).solutions)
    some = search(puzzle, 2, None)
    if len(some.solutions) < 2:
        return len(some.solutions)
    return form(choose(puzzle)).count(puzzle, limit)


def _attempts(puzzle: Puzzle) -> Iterator[tuple[Searcher, int]]:
    """Yield the attempts after the first one, with their node limits, without end."""
    restarts = ((_restart(seed), RESTART * _luby(seed)) for seed in count_from(1))
    engine = choose(puzzle)
    other = "cells" if engine == "boxes" else "boxes"
    others = [] if module(other).unsupported_reason(puzzle) else [form(other)]
    yield from islice(restarts, EARLY)
    yield from ((searcher, SHORT) for searcher in others)
    yield form(engine), LONG
    yield from ((searcher, LONG) for searcher in others)
    yield from restarts


def _restart(seed: int) -> Searcher:
    """Return `cells` with another order of guesses among ties."""
    if compiled := kernel("cells"):
        return replace(compiled, seed=seed)
    solutions: Callable[..., Iterator[str]] = module("cells").solutions  # imported only here
    return Enumeration(partial(solutions, seed=seed))


def _luby(number: int) -> int:
    """Return a number of the sequence 1, 1, 2, 1, 1, 2, 4, …

    Before each new power of two, the sequence so far is repeated.
    """
    power = 1 << number.bit_length() - 1
    return power if number == 2 * power - 1 else _luby(number - power + 1)


def _search(
    searcher: Searcher, puzzle: Puzzle, limit: int | None, nodes: Nodes, most: int | None = None
) -> SearchResult:
    """Search within `most` of the remaining `nodes`; at least one must remain."""
    left = None if nodes.limit is None else nodes.limit - nodes.count
    result = searcher.search(puzzle, limit, sooner(left, most), nodes.deadline)
    nodes.count += result.nodes
    return result
