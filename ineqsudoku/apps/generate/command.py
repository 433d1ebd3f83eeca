"""`ineqsudoku generate`: make new puzzles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import click

from ineqsudoku.apps.cli.command import Command
from ineqsudoku.apps.cli.options import (
    INPUT,
    ONE_A_CORE,
    SEED,
    FiniteRange,
    WholeNumber,
    cluster_option,
    count_option,
    figure,
    flag,
    jobs_option,
    no_sandbox_flag,
    option,
    output_dir_option,
    output_option,
    resume_folder_option,
    search_time_option,
    seed_option,
)
from ineqsudoku.apps.cli.streams import tell
from ineqsudoku.apps.explain.values import Level
from ineqsudoku.apps.generate.randomness import new_seed
from ineqsudoku.apps.generate.targets import GROUPS, TARGETS, expand
from ineqsudoku.apps.generate.values import (
    BUDGET,
    FEWEST,
    FLAWS,
    KILLED,
    KINDS,
    MINIMAL,
    SIZES,
    SOLUTIONS,
    SYMMETRIES,
    TRIES,
    Kind,
    Wish,
)
from ineqsudoku.formats.registry import FORMATS, WRITABLE, WritableFormat
from ineqsudoku.messages import Message, enumeration

TIME_LIMIT = 2.0
"""The time limit of a program in seconds of CPU time, as in `grade`."""

_BY_KIND = Message("default.kind", "by kind")
_ANY = Message("default.any", "any")

_NAMES = "{:02}"
_SPEC = re.compile(r"0?\d{0,3}[bdoxX]?", re.ASCII)

_LONGEST_NAME = 200
"""In bytes.  File systems allow 255; the rest is for the suffix and more digits."""


_NO_SIGNS = Message("generate.no-signs-option", "expected a number or 'minimal', got {text}")
_NO_RATING = Message("generate.no-rating", "expected LO-HI such as 3.5-6.4, got {text}")
_NO_NODES = Message("generate.no-nodes", "expected TARGET:NODES, got {text}")

_NO_FIELD = Message(
    "generate.no-field", "{names} must have one field for the number, such as {example}"
)
_NO_NAME = Message(
    "generate.no-name",
    "{names} must give file names without slashes, control characters or a first dot",
)
_LONG_NAME = Message("generate.long-name", "{names} must give file names of at most {bytes} bytes")


def _signs(_: click.Context, __: click.Parameter, text: str | None) -> int | str | None:
    if text is None or text == MINIMAL:
        return text
    if not text.isdecimal():
        raise click.BadParameter(str(_NO_SIGNS.fill(text=repr(text))))
    return int(text)


def _rating(_: click.Context, __: click.Parameter, text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    low, _dash, high = text.partition("-")
    try:
        return float(low), float(high or low)
    except ValueError:
        raise click.BadParameter(str(_NO_RATING.fill(text=repr(text)))) from None


def _kill(_: click.Context, __: click.Parameter, text: str | None) -> tuple[tuple[str, int], ...]:
    kills = []
    for field in text.split(",") if text else ():
        name, colon, nodes = field.partition(":")
        if colon and not nodes.isdecimal():
            raise click.BadParameter(str(_NO_NODES.fill(text=repr(field))))
        kills.append((name.strip(), int(nodes) if colon else KILLED))
    try:
        return expand(kills)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def _names(_: click.Context, __: click.Parameter, text: str) -> str:
    """Check that the text has one field, so that every number has its own name."""
    fields = []
    with suppress(ValueError):
        fields = [field for _, *field in Formatter().parse(text) if field[0] is not None]
    is_number = len(fields) == 1 and fields[0][0] in ("", "0") and not fields[0][2]
    if not is_number or not _SPEC.fullmatch(fields[0][1] or ""):
        raise click.BadParameter(str(_NO_FIELD.fill(names=repr(text), example=repr(_NAMES))))
    name = text.format(1)
    is_strange = any(char in "/\\" or not char.isprintable() for char in name)
    if is_strange or name.startswith("."):
        raise click.BadParameter(str(_NO_NAME.fill(names=repr(text))))
    if len(name.encode()) > _LONGEST_NAME:
        raise click.BadParameter(str(_LONG_NAME.fill(names=repr(text), bytes=_LONGEST_NAME)))
    return text


@click.command(
    "generate",
    cls=Command,
    examples=(
        "ineqsudoku generate",
        "ineqsudoku generate 20 --seed 7 --level hard --output-dir contest",
        "ineqsudoku generate 3 --seed 7 --kind partial --signs minimal",
        "ineqsudoku generate 5 --seed 7 --solutions 0 --flaw sign",
        "ineqsudoku generate --against slow.cpp --time-limit 1",
    ),
    exit_codes={
        "0": "all puzzles were made",
        "1": "the wish could not be met, or the search time was over",
        "2": "trouble",
    },
)
@click.argument("count", default=1, metavar="[COUNT]", type=WholeNumber(min=0))
@seed_option("Start from seed N: the same seed gives the same puzzles.")
@option(
    "--kind",
    type=click.Choice(KINDS),
    default="full",
    help="Kind of puzzle. full: all signs inside boxes; partial: some of them; extended: also "
    "signs between boxes, and givens; plain: givens only.",
)
@option(
    "--size",
    type=click.Choice(list(map(str, SIZES))),
    metavar="N",
    default="9",
    help=Message(
        "--size", "Make puzzles of N rows and columns: {sizes}.", sizes=enumeration(SIZES)
    ),
)
@option(
    "--signs",
    callback=_signs,
    metavar="N|minimal",
    show_default=_BY_KIND,
    help="Give N signs; minimal: leave out signs until each of the others is needed.",
)
@flag(
    "--fewest",
    is_rare=True,
    help="Give as few signs as possible, searched in --tries rounds.",
    excludes=["--signs"],
)
@count_option("--givens", "Give N givens.", least=0, without=_BY_KIND, is_rare=True)
@option(
    "--symmetry",
    type=click.Choice(SYMMETRIES),
    default="none",
    metavar="SYMMETRY",
    needs=["--kind partial", "--kind extended", "--kind plain"],
    is_rare=True,
    help=Message(
        "--symmetry",
        "Symmetry of the places of signs and givens: {symmetries}.",
        symmetries=enumeration(SYMMETRIES),
    ),
)
@option(
    "--level",
    type=click.Choice(get_args(Level)),
    show_default=_ANY,
    help="How hard the puzzles are for people, as explain rates them.",
)
@option(
    "--rating",
    callback=_rating,
    metavar="LO-HI",
    show_default=_ANY,
    is_rare=True,
    help="How hard the puzzles are, as a range of the ratings that explain gives.",
)
@option(
    "--solutions",
    type=click.Choice(SOLUTIONS),
    default="1",
    help="Number of solutions; 0 and 2+ make invalid tests, for validators.",
)
@option(
    "--flaw",
    type=click.Choice(FLAWS),
    show_default="conflict",
    needs=["--solutions 0"],
    is_rare=True,
    help="With --solutions 0: signs that conflict, a cycle, or one wrong sign.",
)
@count_option(
    "--tries",
    "Try up to N grids for a puzzle, then give up; with --fewest, take away signs in N rounds.",
    default=TRIES,
    is_rare=True,
    excludes=["--kill", "--against"],
)
@option(
    "--kill",
    callback=_kill,
    metavar="TARGET[:NODES],…",
    is_rare=True,
    help=Message(
        "--kill",
        "Make full 9×9 layouts on which every TARGET needs at least NODES nodes, {nodes} if not "
        "given. Targets: {targets}.",
        nodes=figure(KILLED),
        targets=enumeration((*TARGETS, *GROUPS)),
    ),
)
@count_option(
    "--budget",
    "With --kill or --against: give up on a puzzle after N nodes.",
    is_rare=True,
    default=BUDGET,
    needs=["--kill", "--against"],
)
@count_option(
    "--survey",
    "With --kill or --against: count up to N nodes of every target for the manifest of "
    "--output-dir.",
    is_rare=True,
    default=KILLED,
    needs=["--kill", "--against"],
)
@option(
    "--against",
    type=INPUT,
    metavar="PROGRAM",
    help="Make full 9×9 layouts on which PROGRAM, a source file as for grade, fails in the "
    "sandbox.",
)
@option(
    "--time-limit",
    type=FiniteRange(min=0.05, max=1_000_000),
    metavar="SECONDS",
    show_default=f"{TIME_LIMIT}",
    needs=["--against"],
    is_rare=True,
    help="With --against: CPU time of PROGRAM.",
)
@no_sandbox_flag(needs=["--against"])
@search_time_option(
    "Stop after SECONDS of wall-clock time, with the puzzles made so far.", is_rare=True
)
@option(
    "--to",
    type=click.Choice(WRITABLE),
    metavar="FORMAT",
    show_default=Message(
        "default.puzzles", "contest, extended, plain or hexadoku by kind and size"
    ),
    help="Output format of the puzzles.",
)
@output_option("Write FILE, completely or not at all; - is standard output.", is_rare=True)
@output_dir_option("Write DIR/NAME.in, DIR/NAME.out and DIR/manifest.json.", excludes=["--output"])
@option(
    "--names",
    default=_NAMES,
    callback=_names,
    needs=["--output-dir"],
    is_rare=True,
    help="Pattern of NAME: text with one field for the number, such as {}, {:03} or {:x}.",
)
@jobs_option(ONE_A_CORE)
@cluster_option
@resume_folder_option
def command(
    count: int,
    seed: int | None,
    against: str | None,
    time_limit: float | None,
    no_sandbox: bool,
    search_time: float | None,
    to: WritableFormat | None,
    output: str | None,
    output_dir: str | None,
    names: str,
    jobs: int | None,
    cluster: str | None,
    resume: bool,
    size: str,
    fewest: bool,
    **wishes: Any,
) -> int:
    """Make COUNT new puzzles, all proven to be as wished.

    The same seed gives the same puzzles with any --jobs and on every machine.  No puzzle is an
    image of another under the symmetries that keep signs.
    """
    if fewest:
        wishes["signs"] = FEWEST
    try:
        wish = Wish(size=int(size), **wishes)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if against is not None and (wish.kill or not wish.is_killable):
        raise click.UsageError(str(_ONLY_FULL))
    to = to or usual_format(wish)
    if count > 1 and output_dir is None and FORMATS[to].separator is None:
        raise click.UsageError(str(_ONE_PUZZLE.fill(format=to)))
    from ineqsudoku.apps.generate.run import Against, Folder, Order, generate

    program = None if against is None else Against(against, time_limit or TIME_LIMIT, no_sandbox)
    seed = _seed(output_dir if resume else None) if seed is None else seed
    order = Order(count, seed, wish, to, names, search_time, program)
    folder = None if output_dir is None else Folder(output_dir, resume)
    return generate(order, folder or output, jobs, cluster)


def _seed(resumed: str | None) -> int:
    """Return and print the seed of the run to resume, finished or not, or a random seed."""
    from ineqsudoku.apps.generate.folder import seed_of_run

    known = None if resumed is None else seed_of_run(Path(resumed))
    seed = new_seed() if known is None else known
    tell(SEED.fill(seed=seed))
    return seed


_ONLY_FULL = Message(
    "generate.only-full", "--against makes full 9×9 layouts, without further wishes"
)
_ONE_PUZZLE = Message(
    "generate.one-puzzle", "a text in {format} holds one puzzle; use --output-dir"
)

_USUAL_FORMATS: Mapping[Kind, tuple[WritableFormat, ...]] = {
    "full": ("contest", "extended"),
    "partial": ("contest", "extended"),
    "extended": ("extended",),
    "plain": ("plain", "hexadoku", "extended"),
}
"""The formats by kind of puzzle, the preferred one first; the last has all sizes."""


def usual_format(wish: Wish) -> WritableFormat:
    """Return the default format for puzzles of a kind and size."""
    return next(name for name in _USUAL_FORMATS[wish.kind] if FORMATS[name].takes(wish.geometry))
