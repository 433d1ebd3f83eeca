"""The puzzles that `draw` draws, and the way it draws them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ineqsudoku.batch.exits import NO, TROUBLE, YES
from ineqsudoku.batch.sources import Source
from ineqsudoku.cli.puzzles import located
from ineqsudoku.cli.streams import tell
from ineqsudoku.errors import IneqSudokuError, InvalidPuzzleError
from ineqsudoku.names import message_of
from ineqsudoku.pictures.language import LANGUAGES, language_of
from ineqsudoku.pictures.model import Picture
from ineqsudoku.pictures.worksheet import Worksheet
from ineqsudoku.puzzle import Grid, Puzzle


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOptions:
    """The arguments and options of `draw`, with their names on the command line.

    `output`: the file for all puzzles, `None` for standard output.
    """

    paths: tuple[str, ...]
    format: str
    encoding: str | None
    to: str
    output: str | None
    output_dir: str | None
    solution: bool
    candidates: bool
    scale: float
    title: str
    font: str | None
    per_page: str | None
    paper: str | None
    answers: bool
    numbered: bool
    difficulty: bool
    language: str | None

    @property
    def worksheet(self) -> Worksheet | None:
        """The worksheet to make; without one, every board is drawn by itself."""
        if not (self.per_page or self.paper or self.answers or self.numbered):
            return None
        return Worksheet(
            title=self.title,
            per_page=int(self.per_page or 1),
            paper=self.paper or "a4",
            has_answers=self.answers,
            is_numbered=self.numbered,
            language=LANGUAGES[self.language] if self.language else language_of(self.title),
        )


class Drawn(NamedTuple):
    """A puzzle of a source, ready to draw; `difficulty` is in words, empty if not known."""

    source: Source
    picture: Picture
    answer: Grid | None
    difficulty: str


@dataclass(slots=True)
class Run:
    """Reads puzzles, reports their faults, and keeps the exit `code`."""

    options: DrawOptions
    code: int = YES
    puzzles: int = 0

    def read(self, source: Source) -> Iterator[Drawn]:
        """Yield the puzzles of a source; report faults and go on with the other puzzles."""
        for one in located([source], self.options.format):
            one.tell_messages()
            if one.puzzle is None:
                self.code = TROUBLE
                continue
            self.puzzles += 1
            try:
                drawn = self._drawn(source, one.puzzle, one.line)
            except IneqSudokuError as error:
                self.code = TROUBLE
                tell(message_of(error))
            else:
                yield drawn

    def _drawn(self, source: Source, puzzle: Puzzle, line: int) -> Drawn:
        answer = None
        options, worksheet = self.options, self.options.worksheet
        if options.solution or (worksheet and worksheet.has_answers):
            answer = self._answer(source, puzzle, line)
        picture = Picture(
            puzzle,
            digits=answer.line if answer and options.solution else "",
            candidates=_candidates(puzzle) if options.candidates else {},
            title="" if worksheet else options.title,
        )
        level = _level(puzzle) if worksheet and options.difficulty else ""
        words = worksheet.language.level(level) if worksheet else ""
        return Drawn(source, picture, answer, words)

    def _answer(self, source: Source, puzzle: Puzzle, line: int) -> Grid | None:
        from ineqsudoku.search import solve

        result = solve(puzzle)
        if result.status == "unique":
            return result.solutions[0]
        self.code = max(self.code, NO)
        reason = "no solution" if result.status == "none" else "more than one solution"
        tell(f"{source.name}:{line}: {reason}; drawn without digits")
        return None


def _candidates(puzzle: Puzzle) -> dict[int, int]:
    from ineqsudoku.pictures.candidates import pencil_marks

    return pencil_marks(puzzle)


def _level(puzzle: Puzzle) -> str:
    """Return the level of a puzzle; empty if it does not have exactly one solution."""
    from ineqsudoku.explanation.strategy import explain

    try:
        return explain(puzzle).level
    except InvalidPuzzleError:
        return ""
