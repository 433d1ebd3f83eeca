"""The directive `techniques`: a section for each technique that it names, with an example.

Words and sentences come from the program, in the language of the site.  The positions are those of
`positions.tsv`; what the program finds on them is drawn and said.
"""

from __future__ import annotations

from dataclasses import replace
from html import escape
from pathlib import Path

from docutils import nodes
from positions import ENDS, Position, marks, positions
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from ineqsudoku.apps.explain.lessons import HOW_TO_SPOT, LESSONS, RATING
from ineqsudoku.apps.explain.pictures import picture_of
from ineqsudoku.apps.explain.techniques import name_of
from ineqsudoku.apps.explain.values import Step, level, level_name
from ineqsudoku.apps.pictures.board import description
from ineqsudoku.apps.pictures.svg import draw_svg
from ineqsudoku.messages import Message, choose_language, use_language


class Techniques(SphinxDirective):
    """The techniques that its lines name."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        self.env.note_reread()  # It depends on the program, and its pictures are written here.
        with use_language(choose_language({"LANG": self.config.language})):
            return [self._section(name) for name in self.content]

    def _section(self, name: str) -> nodes.section:
        place = slug(name)
        section = nodes.section(ids=[place], names=[place])
        self.state.document.note_explicit_target(section)
        title = str(name_of(name))
        section += nodes.title("", title[0].upper() + title[1:], translatable=False)
        section += _paragraph(LESSONS[name].idea)
        examples = [position for position in positions() if position.technique == name]
        for number, position in enumerate(examples, 1):
            section += self._figure(f"{place}-{number}", position)
        section += _paragraph(HOW_TO_SPOT.fill(sentence=LESSONS[name].spot), classes=["spot"])
        return section

    def _figure(self, name: str, position: Position) -> nodes.raw:
        """Return the picture of a position, which is a file of the site, and its sentence."""
        board, steps = position.example
        step = steps[-1]
        picture = replace(picture_of(board, step), candidates=marks(board, step))
        folder = Path(self.env.app.outdir, "_images")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.svg").write_text(draw_svg(picture), encoding="utf-8")
        image = (
            f'<img src="_images/{name}.svg" loading="lazy" alt="{escape(description(picture))}">'
        )
        sentences = "".join(f"<p>{escape(_shortened(str(one)))}</p>" for one in steps)
        words = sentences if position.technique in ENDS else f"{sentences}{_rating(step)}"
        figure = f'<figure class="position">{image}<figcaption>{words}</figcaption></figure>'
        return nodes.raw("", figure, format="html")


def _rating(step: Step) -> str:
    rating = RATING.fill(rating=f"{step.rating}", level=level_name(level(step.rating)))
    return f'<p class="rating">{rating}</p>'


def _shortened(sentence: str) -> str:
    """Return a sentence of many lines without those in the middle."""
    lines = sentence.splitlines()
    return sentence if len(lines) < 12 else "\n".join([*lines[:4], "…", *lines[-3:]])


def slug(name: str) -> str:
    """Return the anchor of a technique, such as `sign-bounds`."""
    return name_of(name).code.removeprefix("technique.")


def _paragraph(words: Message, **attributes: object) -> nodes.paragraph:
    return nodes.paragraph("", str(words), translatable=False, **attributes)


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("techniques", Techniques)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
