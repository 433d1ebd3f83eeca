"""`ineqsudoku explain`: how a person solves a puzzle, and how hard it is."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from ineqsudoku.batch.exit_codes import NO, TROUBLE, YES
from ineqsudoku.batch.sources import sources
from ineqsudoku.cli.messages import tell
from ineqsudoku.cli.options import encoding_option, format_option
from ineqsudoku.cli.puzzles import Located, located
from ineqsudoku.errors import InvalidPuzzleError
from ineqsudoku.explanation.strategy import explained
from ineqsudoku.explanation.techniques import NAMES
from ineqsudoku.explanation.values import Explanation
from ineqsudoku.puzzle import Puzzle


@click.command(
    short_help="Solve a puzzle as a person would, and rate it.",
    epilog="""\b
Examples:
  ineqsudoku explain puzzle.in
  ineqsudoku explain --until "naked pair" puzzle.in
  ineqsudoku explain --json layouts.txt

Exit codes: 0 every puzzle is explained up to its solution; 1 some puzzle does not
have exactly one solution, or its explanation is not complete; 2 trouble.""",
)
@click.argument("paths", nargs=-1, metavar="[FILE|DIR|-]...", type=click.Path(readable=False))
@format_option
@encoding_option
@click.option(
    "--until",
    type=click.Choice(NAMES, case_sensitive=False),
    metavar="TECHNIQUE",
    help=f"Stop before the first step of a technique: {', '.join(NAMES)}.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object a line for each puzzle.")
@click.pass_context
def command(
    context: click.Context,
    paths: tuple[str, ...],
    format: str,
    encoding: str | None,
    until: str | None,
    as_json: bool,
) -> None:
    """Explain each step in a sentence, cheapest techniques first.

    Steps are printed as they are found, a technique at a time; the level and the rating of the
    puzzle come last.
    """
    code = YES
    for one in located(list(sources(paths, encoding)), format):
        if one.puzzle is None:
            code = TROUBLE
            continue
        try:
            explanation = _shown(one, one.puzzle, until, as_json)
        except InvalidPuzzleError as error:
            tell(f"{one.source}:{one.line}: {error}")
            code = max(code, NO)
        else:
            if not (explanation.is_complete or until):
                code = max(code, NO)
    context.exit(code)


def _shown(one: Located, puzzle: Puzzle, until: str | None, as_json: bool) -> Explanation:
    """Print an explanation while it grows; all of it."""
    shown = 0
    explanation = Explanation(puzzle, (), (), False)
    for explanation in _before(until, explained(puzzle)):
        steps = explanation.steps[shown:]
        shown = len(explanation.steps)
        if steps and not as_json:
            click.echo(f"{steps[0].technique}:")
            for step in steps:
                click.echo(f"  {step}")
    if as_json:
        where = {"source": one.source, "index": one.index, "line": one.line}
        click.echo(json.dumps({**where, **explanation.to_dict()}))
    else:
        click.echo(f"{one.source}:{one.line}: {_summary(explanation)}")
    return explanation


def _before(until: str | None, growing: Iterator[Explanation]) -> Iterator[Explanation]:
    for explanation in growing:
        if explanation.steps and explanation.steps[-1].technique == until:
            return
        yield explanation


def _summary(explanation: Explanation) -> str:
    rating = f"{explanation.level}, rating {explanation.rating}, total {explanation.total}"
    return rating if explanation.is_complete else f"{rating}; not solved by these steps"
