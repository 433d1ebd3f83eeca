"""The directive `position`: the positions of `positions.tsv` for the technique that it names.

The steps that the program finds on them are drawn, and said in its own sentences.
"""

from __future__ import annotations

from dataclasses import replace
from html import escape
from pathlib import Path

from docutils import nodes
from positions import ENDS, Position, marks, positions
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from ineqsudoku.apps.explain.pictures import picture_of
from ineqsudoku.apps.explain.values import level
from ineqsudoku.apps.pictures.board import description
from ineqsudoku.apps.pictures.svg import draw_svg


class PositionDirective(SphinxDirective):
    """A picture and the sentences of each position of a technique."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        self.env.note_reread()  # It depends on the program, and its pictures are written here.
        technique = self.arguments[0]
        found = [position for position in positions() if position.technique == technique]
        if not found:
            raise self.error(f"positions.tsv has no position of {technique}")
        return [self._figure(number, position) for number, position in enumerate(found, 1)]

    def _figure(self, number: int, position: Position) -> nodes.raw:
        """Return the picture of a position, which is a file of the site, and its sentences."""
        board, steps = position.example
        step = steps[-1]
        picture = replace(picture_of(board, step), candidates=marks(board, step))
        folder = Path(self.env.app.outdir, "_images")
        folder.mkdir(parents=True, exist_ok=True)
        name = f"{nodes.make_id(position.technique)}-{number}.svg"
        (folder / name).write_text(draw_svg(picture), encoding="utf-8")
        image = f'<img src="_images/{name}" loading="lazy" alt="{escape(description(picture))}">'
        words = "".join(f"<p>{escape(_shortened(str(one)))}</p>" for one in steps)
        if position.technique not in ENDS:
            rating = f"Rating {step.rating}, {level(step.rating)}"
            words += f'<p class="rating">{rating}</p>'
        figure = f'<figure class="position">{image}<figcaption>{words}</figcaption></figure>'
        return nodes.raw("", figure, format="html")


def _shortened(sentence: str) -> str:
    """Return a sentence of many lines without those in the middle."""
    lines = sentence.splitlines()
    return sentence if len(lines) < 12 else "\n".join([*lines[:4], "…", *lines[-3:]])


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("position", PositionDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
