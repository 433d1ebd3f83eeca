"""Our own formats, as `Writer`s."""

from __future__ import annotations

from dataclasses import dataclass

from ineqsudoku.exchange.words import counted, givens_of
from ineqsudoku.formats import format_named
from ineqsudoku.formats.sizes import SIZES, language
from ineqsudoku.geometry import NINE, SUDOKU, Geometry
from ineqsudoku.puzzle import ABSENT, Puzzle


@dataclass(frozen=True, slots=True)
class Own:
    """The format of ours that is called `name`."""

    name: str

    @property
    def SEPARATOR(self) -> str | None:  # noqa: N802 - a constant of each format
        """In long puzzles a blank line is easier on the eye."""
        return "\n" if self.name in ("contest", "extended", "hexadoku") else ""

    def takes(self, geometry: Geometry) -> bool:
        return geometry in map(SUDOKU.get, SIZES.get(self.name, (NINE.size,)))

    def losses(self, puzzle: Puzzle) -> list[str]:
        signs, border_signs = (
            len(text) - text.count(ABSENT) for text in (puzzle.signs, puzzle.border_signs)
        )
        lost = []
        if self.name in ("plain", "hexadoku") and signs + border_signs:
            lost.append(counted(signs + border_signs, "sign"))
        if self.name in ("contest", "compact"):
            if border_signs:
                lost.append(counted(border_signs, "sign") + " on box borders")
            if number := len(givens_of(puzzle)):
                lost.append(counted(number, "given"))
        return lost

    def write(self, puzzle: Puzzle) -> str:
        return format_named(language(self.name, puzzle.geometry.size)).write(puzzle)
