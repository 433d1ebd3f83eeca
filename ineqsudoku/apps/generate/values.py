"""The values of generation: options for new puzzles, the puzzles generated, and the resources of
the search for them: time and other processes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import time
from typing import Any, Final, Literal, get_args

from ineqsudoku.apps.batch.ordered_map import Workers
from ineqsudoku.apps.diagnose.progress import Progress, silent
from ineqsudoku.apps.explain.values import LEVELS, Level, level as level_of
from ineqsudoku.apps.generate.grids import layout
from ineqsudoku.apps.generate.randomness import SplitMix, derive
from ineqsudoku.apps.generate.targets import MOST
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.geometry import IN_BOX_PAIRS
from ineqsudoku.messages import Message, Text, enumeration
from ineqsudoku.puzzle import ABSENT, NUMBERED, Grid, Puzzle

Kind = Literal["full", "partial", "plain"]
Solutions = Literal["0", "1", "2+"]
Flaw = Literal["conflict", "cycle", "sign"]

KINDS: tuple[Kind, ...] = get_args(Kind)
SOLUTIONS: tuple[Solutions, ...] = get_args(Solutions)
FLAWS: tuple[Flaw, ...] = get_args(Flaw)
MINIMAL: Final = "minimal"

EXTREME = LEVELS[-1][0]
"""The lowest rating of the level `extreme`."""

TRIES = 1_000
"""The number of grids tried for a puzzle."""

LEAST_NODES: dict[Level, int] = {"hard": 3, "expert": 3, "extreme": 7}
"""By level, the fewest nodes with which `cells` proves the solution of a full layout unique.

Of 5,000 layouts, all hard and expert ones need at least these, and so do 363 of 380 extreme ones.
Layouts with fewer nodes are not rated, because rating takes much longer.
"""

BUDGET = 20_000_000_000
"""The most nodes of all searches for a killer; a core takes some minutes for them.

A node of a search that chooses cells counts as 6, because it takes longer.
"""

KILLABLE = ("rows", "columns", "boxes", "fewest")
"""The targets that options can kill."""

KILLED = 10**8
"""The nodes of a target for which `--kill` names none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleOptions:
    """The properties that every puzzle of a sequence must have.

    `kind`
        `full`: all signs inside boxes; `partial`: some of them; `plain`: givens only, a set from
        which none can be removed.
    `signs`
        The number of signs, if `kind` is `partial`.  `minimal`: none can be removed; `None`: two
        thirds of all.
    `level`
        The level as given by `explain`.
    `solutions`
        The number of solutions: `0`, `1` or `2+`.
    `flaw`
        The flaw of puzzles without a solution.  `cycle`: signs form a cycle; `sign`: there is no
        cycle, and flipping one sign gives exactly one solution while no other flip gives any;
        `conflict` or `None`: there is no cycle.
    `kill`
        Pairs of a target and the least nodes that it needs.  A target is a search: `rows`,
        `columns`, `boxes` or `fewest`.

    Raises `ValueError` for options that contradict one another or that no puzzle can meet; its
    argument is a message if users of the command can meet it.
    """

    kind: Kind = "full"
    signs: int | Literal["minimal"] | None = None
    level: Level | None = None
    solutions: Solutions = "1"
    flaw: Flaw | None = None
    kill: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        for name, value, known in (
            ("kind", self.kind, KINDS),
            ("solutions", self.solutions, SOLUTIONS),
            ("flaw", self.flaw, (None, *FLAWS)),
            ("level", self.level, (None, *get_args(Level))),
        ):
            if value not in known:
                choices = ", ".join(str(choice) for choice in known if choice is not None)
                raise ValueError(f"{name} is {value!r}, but must be one of: {choices}")
        if isinstance(self.signs, str) and self.signs != MINIMAL:
            raise ValueError(f"signs is {self.signs!r}, but must be a number or {MINIMAL!r}")
        if self.flaw and self.solutions != "0":
            raise ValueError("a flaw needs solutions '0'")
        if problem := self._problem():
            raise ValueError(problem)
        # of repeated targets, the last counts
        object.__setattr__(self, "kill", tuple(dict(self.kill).items()))
        for target, nodes in self.kill:
            if target not in KILLABLE:
                targets = enumeration(KILLABLE)
                raise ValueError(_NO_TARGET.fill(name=repr(target), targets=targets))
            if not 1 <= nodes <= MOST:
                raise ValueError(_BAD_NODES.fill(target=repr(target), nodes=nodes))

    def _problem(self) -> Message | None:
        """Return why no puzzle can meet the options; `None` if one can."""
        if self.kind != "partial" and self.signs is not None:
            return _FIXED_SIGNS.fill(kind=repr(self.kind))
        if self.signs == MINIMAL and self.is_too_hard(EXTREME):
            # All of 300 such puzzles that were rated are extreme, and walks of half a minute found
            # no easier one.  This is no proof.
            return _EASY_MINIMAL
        if self.solutions != "1" and (self.level or self.kill):
            return Message("generate.invalid-of-level", "level and kill need exactly one solution")
        if self.solutions != "1" and self.signs == MINIMAL:
            return _INVALID_MINIMAL
        if self.kind == "plain" and self.flaw in ("cycle", "sign"):
            return Message("generate.no-signs", "flaw {flaw} needs signs", flaw=repr(self.flaw))
        if self.kill and not self.is_killable:
            return _NOT_KILLABLE
        if isinstance(self.signs, int) and not 0 <= self.signs <= len(IN_BOX_PAIRS):
            return _OUT_OF_RANGE.fill(value=self.signs, most=len(IN_BOX_PAIRS))
        return None

    @property
    def is_killable(self) -> bool:
        """Whether the puzzles are full layouts with one solution and of any level."""
        return self.kind == "full" and self.solutions == "1" and self.level is None

    @property
    def is_batched(self) -> bool:
        """Whether every grid gives one puzzle to examine, so that one call can search many."""
        is_other = self.solutions == "0" or self.level or self.kill
        return self.kind == "full" and not is_other

    @property
    def least_nodes(self) -> int:
        """The nodes below which `cells` proves that a puzzle is too easy; 0 if that is unknown."""
        if self.kind != "full" or self.level is None:
            return 0
        return LEAST_NODES.get(self.level, 0)

    def is_too_hard(self, rating: float) -> bool:
        """Whether puzzles with at least this rating are harder than wished."""
        levels = get_args(Level)
        return self.level is not None and levels.index(level_of(rating)) > levels.index(self.level)


_NO_TARGET = Message("generate.no-target", "no target {name}; targets: {targets}")
_BAD_NODES = Message(
    "generate.bad-nodes", "the nodes of target {target} are {nodes}, but must be 1-10^18"
)
_FIXED_SIGNS = Message(
    "generate.fixed-signs", "signs cannot be chosen with kind {kind}; use 'partial'"
)
_EASY_MINIMAL = Message(
    "generate.easy-minimal",
    "nearly all puzzles with minimal signs are extreme; "
    "choose level 'extreme' or a number of signs",
)
_INVALID_MINIMAL = Message("generate.invalid-minimal", "minimal signs need exactly one solution")
_NOT_KILLABLE = Message("generate.not-killable", "kill needs kind 'full', without a level")
_OUT_OF_RANGE = Message("generate.out-of-range", "signs is {value}, but must be 0-{most}")


@dataclass(frozen=True, slots=True)
class TargetNodes:
    """The nodes of a target up to the first solution.

    `target`
        The name of the target.
    `nodes`
        The number of nodes.
    `is_whole`
        Whether the search reached the solution; if not, `nodes` is a lower bound.
    """

    target: str
    nodes: int
    is_whole: bool


@dataclass(frozen=True, kw_only=True)  # With slots, pickling takes twice the time.
class Generated:
    """A new puzzle that is proven to meet its options.

    `index`
        The number of the puzzle in the sequence, from 0.
    `puzzle`
        The puzzle.
    `solutions`
        The proven number of solutions: `0`, `1` or `2+`.
    `solution`
        The only solution, or `None`.
    `level`
        The level, if the options has one.
    `rating`
        The rating by `explain`, if the options name a level.
    `nodes`
        The nodes of the targets to kill, up to those of the options, if these name targets.
    `failure`
        How the program of `--against` failed on the puzzle; `None` for other puzzles.
    `steps`
        The number of grids, layouts or tests tried.
    """

    index: int
    puzzle: Puzzle
    solutions: Solutions
    solution: Grid | None = None
    level: Level | None = None
    rating: float | None = None
    nodes: tuple[TargetNodes, ...] = ()
    failure: Message | None = None
    steps: int = 1

    @classmethod
    def of_layout(
        cls, index: int, line: str, steps: int, nodes: tuple[TargetNodes, ...] = ()
    ) -> Generated:
        """Return the full layout whose only solution has these digits."""
        return cls(
            index=index,
            puzzle=layout(line),
            solutions="1",
            solution=Grid(line),
            nodes=nodes,
            steps=steps,
        )

    @property
    def signs(self) -> int:
        """The number of signs."""
        return len(self.puzzle.relations)

    @property
    def givens(self) -> int:
        """The number of givens."""
        return len(self.puzzle.givens) - self.puzzle.givens.count(ABSENT)

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as in the manifest, for `json.dumps`."""
        return {
            "index": self.index,
            "solutions": self.solutions,
            "signs": self.signs,
            "givens": self.givens,
            "level": self.level,
            "rating": self.rating,
            "nodes": {
                count.target: {"nodes": count.nodes, "is_whole": count.is_whole}
                for count in self.nodes
            },
            "failure": None if self.failure is None else str(self.failure),
            "message": None if self.failure is None else self.failure.to_dict(),
            "steps": self.steps,
        }


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of a puzzle in a sequence.

    `repeat` counts the puzzles made for this place that were images of earlier ones.
    """

    seed: int
    index: int
    repeat: int = 0

    @property
    def random(self) -> SplitMix:
        return SplitMix(derive("ineqsudoku", self.seed, self.index, self.repeat))


class GenerationError(IneqSudokuError):
    """No puzzle tried meets the options.

    `message` gives the reason and the number of the puzzle; `nearest` is the puzzle that comes
    nearest, if any.
    """

    def __init__(self, message: Message, nearest: Generated | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.nearest = nearest

    def __reduce__(self) -> tuple[type[GenerationError], tuple[Message, Generated | None]]:
        return type(self), (self.message, self.nearest)


def of_puzzle(index: int, message: Text) -> Message:
    """Return a message about the puzzle with this index."""
    return NUMBERED.fill(number=index + 1, message=message)


def deadline_after(seconds: float | None) -> float | None:
    """Return the time `seconds` from now; `None` without a limit."""
    return None if seconds is None else time() + seconds


@dataclass(frozen=True, slots=True)
class Resources:
    """The resources of a search.

    `deadline`: a time of `time.time`, the only clock that the workers of a cluster share.
    `workers`: where puzzles, or the parts of the work on one, are computed; the puzzles do not
    depend on it.
    `progress`: called with the state of the search.
    """

    deadline: float | None = None
    workers: Workers = 1
    progress: Progress = silent

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return self.deadline is not None and time() > self.deadline

    @property
    def for_worker(self) -> Resources:
        """The resources for a part of the work; they can be sent to another process, where they
        report no progress."""
        return Resources(self.deadline, progress=_Here(self.progress))


class _Here:
    """Reports progress in this process only: pickled, it becomes `silent`."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def __call__(self, work: Message, done: int, total: int) -> None:
        self._progress(work, done, total)

    def __reduce__(self) -> tuple[Callable[[], Progress], tuple[()]]:
        return _silent, ()


def _silent() -> Progress:
    return silent
