"""`ineqsudoku generate`: make new puzzles."""

from __future__ import annotations

import re
from string import Formatter
from typing import Any, get_args

import click

from ineqsudoku.cli.options import OUTPUT_FOLDER, FiniteRange, search_time_option
from ineqsudoku.explanation.rating import Level
from ineqsudoku.formats.registry import FORMATS, WRITABLE, WritableFormat
from ineqsudoku.generation.targets import GROUPS, TARGETS, expanded
from ineqsudoku.generation.values import (
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
    Wish,
)

TIME_LIMIT = 2.0
"""Seconds of CPU time of a program, as in `grade`."""

_NAMES = "{:02}"
_SPEC = re.compile(r"0?\d{0,3}[bdoxX]?", re.ASCII)

_LONGEST_NAME = 200
"""Bytes; file systems have room for 255, also for the suffix and more digits."""


def _signs(_: click.Context, __: click.Parameter, text: str | None) -> int | str | None:
    if text is None or text == MINIMAL:
        return text
    if not text.isdecimal():
        raise click.BadParameter(f"expected a number or {MINIMAL!r}, got {text!r}")
    return int(text)


def _rating(_: click.Context, __: click.Parameter, text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    low, _dash, high = text.partition("-")
    try:
        return float(low), float(high or low)
    except ValueError:
        raise click.BadParameter(f"expected LO-HI such as 3.5-6.4, got {text!r}") from None


def _kill(_: click.Context, __: click.Parameter, text: str | None) -> tuple[tuple[str, int], ...]:
    found = []
    for each in text.split(",") if text else ():
        name, colon, nodes = each.partition(":")
        if colon and not nodes.isdecimal():
            raise click.BadParameter(f"expected TARGET:NODES, got {each!r}")
        found.append((name.strip(), int(nodes) if colon else KILLED))
    try:
        return expanded(found)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def _names(_: click.Context, __: click.Parameter, text: str) -> str:
    """One field, so that each number has a name of its own."""
    try:
        fields = [field for _, *field in Formatter().parse(text) if field[0] is not None]
    except ValueError as error:
        raise click.BadParameter(f"{text!r} is no format of a number: {error}") from None
    is_number = len(fields) == 1 and fields[0][0] in ("", "0") and not fields[0][2]
    if not is_number or not _SPEC.fullmatch(fields[0][1] or ""):
        raise click.BadParameter(f"{text!r} must have one field of a number, such as {_NAMES!r}")
    name = text.format(1)
    is_strange = any(char in "/\\" or not char.isprintable() for char in name)
    if is_strange or name.startswith(".") or len(name.encode()) > _LONGEST_NAME:
        raise click.BadParameter(f"{text!r} must give file names of at most {_LONGEST_NAME} bytes")
    return text


@click.command(
    short_help="Make new puzzles.",
    epilog="""\b
Examples:
  ineqsudoku generate
  ineqsudoku generate 20 --seed 7 --level hard --output-dir tests
  ineqsudoku generate 3 --seed 7 --kind partial --signs minimal
  ineqsudoku generate 5 --seed 7 --solutions 0 --flaw sign
  ineqsudoku generate --against slow.cpp --time-limit 1

Exit codes: 0 all puzzles were made; 1 the wish could not be met or the search
time was over; 2 trouble.""",
)
@click.argument("count", default=1, metavar="[COUNT]", type=click.IntRange(min=0))
@click.option(
    "--seed",
    type=int,
    metavar="S",
    help="Same seed, same puzzles.  [default: a random one, which is printed]",
)
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    default="full",
    show_default=True,
    help="All signs inside boxes, some, also signs on borders and givens, or givens only.",
)
@click.option(
    "--size", type=click.Choice(list(map(str, SIZES))), default="9", show_default=True, help="Rows."
)
@click.option("--signs", callback=_signs, metavar="N|minimal", help="How many signs.")
@click.option("--fewest", is_flag=True, help="As few signs as are found in --tries rounds.")
@click.option("--givens", type=click.IntRange(min=0), metavar="N", help="How many givens.")
@click.option(
    "--symmetry",
    type=click.Choice(SYMMETRIES),
    default="none",
    show_default=True,
    metavar="SYMMETRY",
    help=f"Of the places of signs and givens: {', '.join(SYMMETRIES)}.",
)
@click.option("--level", type=click.Choice(get_args(Level)), help="As explain rates puzzles.")
@click.option("--rating", callback=_rating, metavar="LO-HI", help="The same as a range.")
@click.option(
    "--solutions",
    type=click.Choice(SOLUTIONS),
    default="1",
    show_default=True,
    help="Others than 1 are invalid tests, for validators.",
)
@click.option(
    "--flaw",
    type=click.Choice(FLAWS),
    help="Why there is no solution: signs that conflict, a cycle, one wrong sign.",
)
@click.option(
    "--tries",
    type=click.IntRange(min=1),
    default=TRIES,
    show_default=True,
    metavar="N",
    help="Grids tried for a puzzle until the wish counts as one that cannot be met; with "
    "--fewest, signs taken away.",
)
@click.option(
    "--kill",
    callback=_kill,
    metavar="TARGET[:NODES],…",
    help="Full 9×9 layouts for which each TARGET needs at least NODES nodes, 100,000,000 by "
    f"default.  Targets: {', '.join((*TARGETS, *GROUPS))}.",
)
@click.option(
    "--budget",
    type=click.IntRange(min=1),
    default=BUDGET,
    show_default=True,
    metavar="N",
    help="With --kill or --against: nodes of all searches for a puzzle.",
)
@click.option(
    "--survey",
    type=click.IntRange(min=1),
    default=KILLED,
    show_default=True,
    metavar="N",
    help="With --kill or --against: nodes up to which all targets are counted for the manifest.",
)
@click.option(
    "--against",
    type=click.Path(readable=False),
    metavar="PROGRAM",
    help="Full 9×9 layouts on which PROGRAM, a source file as for grade, fails in the sandbox.",
)
@click.option(
    "--time-limit",
    type=FiniteRange(min=0.05, max=1_000_000),
    metavar="SECONDS",
    help=f"With --against: CPU time of PROGRAM.  [default: {TIME_LIMIT}]",
)
@search_time_option("End the sequence after SECONDS of wall-clock time.")
@click.option(
    "--to",
    type=click.Choice(WRITABLE),
    metavar="FORMAT",
    help="Format of the puzzles.  [default: contest, extended, plain or hexadoku by kind and size]",
)
@click.option(
    "--output-dir",
    type=OUTPUT_FOLDER,
    metavar="DIR",
    help="Write DIR/NAME.in, DIR/NAME.out and DIR/manifest.json.",
)
@click.option(
    "--names",
    default=_NAMES,
    show_default=True,
    callback=_names,
    help="NAME of a number, from 1: text with one field such as {}, {:03} or {:x}.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Use up to N processes for long work, at most 4 a core.  [default: one a core]",
)
@click.option("--resume", is_flag=True, help="Resume an interrupted run with --output-dir.")
@click.pass_context
def command(
    context: click.Context,
    /,
    count: int,
    seed: int | None,
    against: str | None,
    time_limit: float | None,
    search_time: float | None,
    to: WritableFormat | None,
    output_dir: str | None,
    names: str,
    jobs: int | None,
    resume: bool,
    size: str,
    fewest: bool,
    **wishes: Any,
) -> None:
    """Make COUNT new puzzles, each proven to be what is wished.

    The same seed gives the same puzzles with any --jobs and on every machine.  No two are alike:
    none is an image of another under the symmetries that keep signs.
    """
    if resume and output_dir is None:
        raise click.UsageError("--resume needs --output-dir")
    if fewest and wishes["signs"] is not None:
        raise click.UsageError("--fewest and --signs exclude each other")
    if fewest:
        wishes["signs"] = FEWEST
    try:
        wish = Wish(size=int(size), **wishes)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if time_limit is not None and against is None:
        raise click.UsageError("--time-limit needs --against")
    if against is not None and (wish.kill or not wish.is_killable):
        raise click.UsageError("--against takes full 9×9 layouts without other wishes")
    to = to or usual_format(wish)
    if count > 1 and output_dir is None and FORMATS[to].separator is None:
        raise click.UsageError(f"a text in {to} holds one puzzle; use --output-dir")
    from ineqsudoku.cli.generate.order import Against, Order
    from ineqsudoku.cli.generate.run import generate
    from ineqsudoku.cli.generate.seeds import seed_for

    program = None if against is None else Against(against, time_limit or TIME_LIMIT)
    seed = seed_for(output_dir if resume else None) if seed is None else seed
    order = Order(count, seed, wish, to, names, search_time, program)
    context.exit(generate(order, output_dir, resume, jobs))


def usual_format(wish: Wish) -> WritableFormat:
    """The format of puzzles of a kind and size unless another is wished."""
    if wish.kind == "plain":
        return "plain" if wish.size in FORMATS["plain"].sizes else "hexadoku"
    is_contest = wish.kind != "extended" and wish.size in FORMATS["contest"].sizes
    return "contest" if is_contest else "extended"
