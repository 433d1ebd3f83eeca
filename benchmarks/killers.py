"""Makes the test set that ships with the package, with the nodes of all targets.

    python benchmarks/killers.py > ineqsudoku/apps/generate/testset.tsv

The two published samples, layouts that show a missing rule, layouts of each level, and killers of
the targets in three weights; no test is an image of another.  From the first killer that a climb
finds for a target, a walk leads to one on which other targets need few nodes, because such killers
tell the searches apart.

The same package makes the same file; that takes ten minutes of CPU time.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from math import inf, log
from pathlib import Path
from typing import get_args

import ineqsudoku as iq
from ineqsudoku.apps.explain.values import Level
from ineqsudoku.apps.generate.canonical import SeenForms
from ineqsudoku.apps.generate.climbing import ascend, move
from ineqsudoku.apps.generate.grids import has_free_cycle, layout
from ineqsudoku.apps.generate.randomness import SplitMix
from ineqsudoku.apps.generate.targets import TARGETS, Kind, Prepared
from ineqsudoku.apps.generate.values import Resources, Slot

EXAMPLES = Path(__file__).parents[1] / "examples"
SAMPLES = ("cqoi2013.in", "cqoi2013-2.in")

RULES = (
    "142378956357469128986215347621543879735986412894721563473852691218694735569137284",
    "124956378357128469986347215641879523298563741735412986563284197479631852812795634",
    "126843579947651238358279146235497681614385927879162354762514893591738462483926715",
    "142358769365479821987216543721643958536987214894521376278194635453862197619735482",
)
"""The solutions of layouts on which row-major searches that leave out a rule, such as the rows or
the signs of a box, soon find a wrong grid.  They come from hill climbs on the nodes of these
searches."""

SEED = 30
LAYOUTS = 2
"""The layouts of each level."""

HEAVY = {Kind.FIXED: 300_000_000, Kind.FEWEST: 20_000_000, Kind.MASKS: 50_000_000}
"""The nodes of heavy killers, enough for more than a second of a C++ program.  No target is counted
further."""

FEWER = {"fewest-bounds": 3_000_000}
"""No heavier killers are found within minutes."""

KILLED = {"fewest", "masks"}
"""Heavy killers of other targets kill these."""

PARTS = {"small": 2000, "light": 100, "heavy": 1}
"""Other killers have such a part of the nodes of heavy ones: small ones take a Python program a
part of a second, light ones more."""

STEPS = 300
"""The grids that a walk tries."""

GLANCE = 1_000_000
"""Up to this number, a walk counts the nodes of other targets that cannot be estimated."""

IMPLIED = {
    "rows-bounds": {"rows"},
    "rows-down-bounds": {"rows-down"},
    "columns-bounds": {"columns"},
    "boxes-bounds": {"boxes"},
    "masks": {"rows"},
}
"""The targets that need at least as many nodes as a target."""


def goal_of(target: str) -> int:
    return FEWER.get(target, HEAVY[TARGETS[target].kind])


def prepare(line: str) -> Prepared:
    return Prepared(layout(line), line)


def killer(target: str, part: int) -> str:
    """Return the solution of a killer of a target, with a part of the nodes of heavy killers."""
    goal = goal_of(target) // part
    random = Slot(SEED, 0).random
    here = ascend(((target, goal),), random, Resources(), budget=10**12).line
    assert here
    others = {
        name: goal if TARGETS[name].kind is Kind.FIXED else min(goal, GLANCE)
        for name in TARGETS
        if name not in {target, *IMPLIED.get(target, ())}
    }
    least = height(prepare(here), others)
    random = SplitMix(SEED)
    for _ in range(STEPS):
        there = move(here, random)
        if has_free_cycle(there):
            continue
        prepared = prepare(there)
        is_unique = iq.solve(layout(there), limit=2).status == "unique"
        if is_unique and prepared.estimate(target, goal).nodes >= goal:
            height_there = height(prepared, others, least)
            if height_there <= least:
                here, least = there, height_there
    return here


def height(prepared: Prepared, caps: Mapping[str, int], most: float = inf) -> float:
    """Return the sum of the logarithms of nodes; if it is above `most`, any number above it."""
    total = 0.0
    for name, cap in caps.items():
        total += log(prepared.estimate(name, cap).nodes)
        if total > most:
            break
    return total


def count(line: str) -> list[int]:
    prepared = prepare(line)
    return [prepared.nodes(name, HEAVY[TARGETS[name].kind])[0] for name in TARGETS]


def main() -> None:
    named = []
    for number, name in enumerate(SAMPLES, 1):
        sample = iq.read((EXAMPLES / name).read_text())
        named.append((f"samples/{number}", iq.solve(sample).solutions[0].line))
    named += [(f"rules/{number}", line) for number, line in enumerate(RULES, 1)]
    for level in get_args(Level):
        for made in iq.generate(LAYOUTS, seed=SEED, level=level):
            assert made.solution
            named.append((f"levels/{level}-{made.index + 1}", made.solution.line))
    with ProcessPoolExecutor() as processes:
        killers = {
            f"killers/{target}-{weight}": processes.submit(killer, target, part)
            for target in TARGETS
            for weight, part in PARTS.items()
            if weight != "heavy" or target not in KILLED
        }
        named += [(name, line.result()) for name, line in killers.items()]
        known = SeenForms()
        named = [(name, line) for name, line in named if known.add(layout(line))]
        print("name", "solution", *TARGETS, sep="\t")
        counts = processes.map(count, [line for _, line in named])
        for (name, line), nodes in zip(named, counts, strict=True):
            print(name, line, *nodes, sep="\t", flush=True)


if __name__ == "__main__":
    main()
