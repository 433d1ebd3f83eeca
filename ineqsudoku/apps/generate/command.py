"""`ineqsudoku generate`: make new puzzles."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import click

from ineqsudoku.apps.cli.options import (
    OUTPUT_FOLDER,
    SEED,
    FiniteRange,
    SectionedCommand,
    cluster_option,
    jobs_option,
    language_option,
    no_sandbox_option,
    output_option,
    search_time_option,
    seed_option,
)
from ineqsudoku.apps.cli.streams import print_message
from ineqsudoku.apps.explain.values import Level
from ineqsudoku.apps.generate.against import Against
from ineqsudoku.apps.generate.randomness import new_seed
from ineqsudoku.apps.generate.run import Order, generate
from ineqsudoku.apps.generate.values import (
    FLAWS,
    KILLABLE,
    KILLED,
    KINDS,
    MINIMAL,
    SOLUTIONS,
    PuzzleOptions,
)
from ineqsudoku.formats import FORMATS, WRITABLE, WritableFormat

TIME_LIMIT = 2.0
"""The time limit of a program in seconds of CPU time, as in `grade`."""


def _signs(_: click.Context, __: click.Parameter, text: str | None) -> int | str | None:
    if text is None or text == MINIMAL:
        return text
    if not text.isdecimal():
        raise click.BadParameter(f"expected a number or 'minimal', found {text!r}")
    return int(text)


def _kill(_: click.Context, __: click.Parameter, text: str | None) -> tuple[tuple[str, int], ...]:
    kills = []
    for field in text.split(",") if text else ():
        name, colon, nodes = field.partition(":")
        if colon and not nodes.isdecimal():
            raise click.BadParameter(f"expected TARGET:NODES, found {field!r}")
        kills.append((name.strip(), int(nodes) if colon else KILLED))
    return tuple(kills)


@click.command(
    "generate",
    cls=SectionedCommand,
    sections={
        "Puzzles": "--seed",
        "Tests for slow or wrong programs": "--kill",
        "Output and resources": "--to",
    },
    epilog="Exit codes: 0 if all puzzles were made, 1 if no puzzle meets the options or the search "
    "time was over, 2 for trouble.",
)
@click.argument("count", default=1, metavar="[COUNT]", type=click.IntRange(0))
@seed_option("Start from seed N instead of a random one, which is printed.")
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    default="full",
    metavar="KIND",
    show_default=True,
    help="full: all signs; partial: some of them; plain: givens only.",
)
@click.option(
    "--signs",
    callback=_signs,
    metavar="N|minimal",
    help="With --kind partial: N signs, or leave out signs until each of the others is needed.",
)
@click.option(
    "--level",
    type=click.Choice(get_args(Level)),
    metavar="LEVEL",
    help=f"How hard: {', '.join(get_args(Level))}.",
)
@click.option(
    "--solutions",
    type=click.Choice(SOLUTIONS),
    default="1",
    show_default=True,
    help="Number of solutions; 0 and 2+ make invalid tests, for validators.",
)
@click.option(
    "--flaw",
    type=click.Choice(FLAWS),
    metavar="FLAW",
    help="With --solutions 0: conflict, the default; cycle, of signs; or sign, a wrong one.",
)
@click.option(
    "--kill",
    callback=_kill,
    metavar="TARGET:NODES,…",
    help=f"Full layouts on which the search TARGET needs NODES nodes, {KILLED:,} if not given: "
    f"{', '.join(KILLABLE)}.",
)
@click.option(
    "--against",
    type=click.Path(dir_okay=False, readable=False),
    metavar="PROGRAM",
    help="Full layouts on which PROGRAM, a source file, fails.",
)
@click.option(
    "--time-limit",
    type=FiniteRange(min=0.05, max=1_000_000),
    metavar="SECONDS",
    help=f"CPU time of PROGRAM, {TIME_LIMIT:g} if not given.",
)
@no_sandbox_option
@click.option(
    "--to",
    type=click.Choice(WRITABLE),
    metavar="FORMAT",
    help=f"Format, instead of the usual one of the kind: {', '.join(WRITABLE)}.",
)
@output_option
@click.option(
    "--output-dir",
    metavar="DIR",
    type=OUTPUT_FOLDER,
    help="Write DIR/01.in, DIR/01.out …, and DIR/manifest.json.",
)
@search_time_option("End with the puzzles made so far.")
@jobs_option
@cluster_option
@language_option
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
    jobs: int | None,
    cluster: str | None,
    **options: Any,
) -> int:
    """Make COUNT new puzzles, each proven to meet the options.

    The same seed gives the same puzzles with any --jobs and on every machine.  No puzzle is an
    image of another under the symmetries that keep signs.
    """
    if options["flaw"] and options["solutions"] != "0":
        raise click.UsageError("--flaw needs --solutions 0")
    if (time_limit or no_sandbox) and against is None:
        raise click.UsageError("--time-limit and --no-sandbox need --against")
    if output is not None and output_dir is not None:
        raise click.UsageError("--output-dir and --output exclude each other")
    try:
        chosen = PuzzleOptions(**options)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if against is not None and (chosen.kill or not chosen.is_killable):
        raise click.UsageError(
            "--against excludes --kill, --level and --flaw, and needs --kind full and --solutions 1"
        )
    to = to or ("plain" if chosen.kind == "plain" else "contest")
    if count > 1 and output_dir is None and FORMATS[to].separator is None:
        raise click.UsageError(f"a text in {to} holds one puzzle; use --output-dir")
    program = None if against is None else Against(against, time_limit or TIME_LIMIT, no_sandbox)
    if seed is None:
        seed = new_seed()
        print_message(SEED.fill(seed=seed))
    order = Order(count, seed, chosen, to, search_time, program)
    folder = None if output_dir is None else Path(output_dir)
    return generate(order, output, folder, jobs, cluster)
