"""An explanation as an HTML page with a board per step; it loads nothing and runs nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape

from ineqsudoku.apps.explain.explanation import Explanation
from ineqsudoku.apps.explain.pictures import step_pictures
from ineqsudoku.apps.explain.techniques import NAMES
from ineqsudoku.apps.explain.values import Step
from ineqsudoku.apps.pictures.lettering import clean
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.svg import draw_svg, style_sheet
from ineqsudoku.messages import Message, current_language

_STYLE = """
:root { --text: #111; --ground: #fff; --faint: #5c646c; --line: #d5d9de; --raised: #f2f4f6;
  color-scheme: light dark; }
@media screen and (prefers-color-scheme: dark) {
  :root { --text: #e8eaed; --ground: #16181c; --faint: #9aa3ad; --line: #3a4048;
    --raised: #22262c; } }
* { box-sizing: border-box; }
body { margin: 2rem auto; max-width: 76rem; padding: 0 1.2rem; color: var(--text);
  background: var(--ground);
  font: 16px/1.45 system-ui, "Segoe UI", "Noto Sans", "Noto Sans CJK SC", sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .3rem; overflow-wrap: anywhere; }
section + section { margin-top: 3rem; }
.overview { display: flex; flex-wrap: wrap; gap: 1rem 2.5rem; align-items: flex-start;
  margin: 1rem 0 1.5rem; }
svg.ineqsudoku { width: 100%; max-width: 24rem; height: auto; }
.overview svg.ineqsudoku { width: 22rem; max-width: 100%; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .6rem; border-bottom: 1px solid var(--line); text-align: left; }
th + th, td + td { text-align: right; }
ol { list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); }
li { border: 1px solid var(--line); border-radius: 6px; padding: .7rem .8rem;
  break-inside: avoid; display: flex; flex-direction: column; }
li.digit { border-width: 2px; border-color: var(--text); }
li svg.ineqsudoku { margin: auto auto 0; }
h2 { font-size: 1rem; margin: 0; }
h2 span { font-weight: normal; color: var(--faint); }
p { margin: .3rem 0; overflow-wrap: anywhere; }
.step { white-space: pre-wrap; }
.faint { color: var(--faint); }
@media print {
  html { font-size: 10pt; }
  body { margin: 0; padding: 0; max-width: none; font-size: 9.5pt; }
  ol { grid-template-columns: 1fr 1fr; gap: 4mm; }
  li { padding: .3rem .6rem; }
  li svg.ineqsudoku { max-width: 60mm; }
  section { break-before: page; }
  section:first-of-type { break-before: auto; }
}
"""


_TITLE = Message("explain.title", "How to solve it, step by step")
_MARKS = Message(
    "explain.marks",
    "Dotted frames and bold signs mark what a step is based on, a double frame the digit that it "
    "places, and strokes the candidates that it removes. Cells with all candidates show none. The "
    "arrows of a chain lead from link to link, to the cell or the house in a heavy frame, which "
    "has nothing left.",
)
_HEADINGS = (
    Message("explain.technique", "technique"),
    Message("explain.number", "steps"),
    Message("explain.rating", "rating"),
)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A puzzle with its name, its explanation and the steps to show."""

    name: str
    explanation: Explanation
    steps: tuple[Step, ...]


def page(chapters: Iterable[Chapter]) -> str:
    """Return the HTML of a page that explains some puzzles.

    Colours follow the reader's colour scheme.  In print, two steps stand side by side.
    """
    sections = [section for chapter in chapters for section in _section(chapter)]
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{current_language().name}">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta http-equiv="Content-Security-Policy"'
            " content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{_TITLE}</title>",
            f"<style>{_STYLE}{style_sheet()}</style>",
            "</head>",
            "<body>",
            *sections,
            "</body>",
            "</html>\n",
        ]
    )


def _section(chapter: Chapter) -> Iterator[str]:
    explanation, puzzle, steps = chapter.explanation, chapter.explanation.puzzle, chapter.steps
    yield "<section>"
    yield f"<h1>{escape(clean(chapter.name))}</h1>"
    yield f"<p>{escape(str(explanation.summary))}</p>"
    yield '<div class="overview">'
    yield draw_svg(Picture(puzzle), has_style=False)
    yield from _table(steps)
    yield "</div>"
    if steps:
        yield f'<p class="faint">{_MARKS}</p>'
    yield "<ol>"
    pictures = step_pictures(puzzle, steps)
    for number, (step, picture) in enumerate(zip(steps, pictures, strict=True), 1):
        kind = ' class="digit"' if step.places else ""
        yield f"<li{kind}><h2>{number}. {NAMES[step.technique]} <span>{step.rating}</span></h2>"
        yield f'<p class="step">{escape(str(step))}</p>'
        yield draw_svg(picture, has_style=False)
        yield "</li>"
    yield "</ol>"
    yield "</section>"


def _table(steps: tuple[Step, ...]) -> Iterator[str]:
    """Yield a table with the number of steps per technique and their highest rating."""
    numbers = Counter(step.technique for step in steps)
    highest: dict[str, float] = {}
    for step in steps:
        highest[step.technique] = max(step.rating, highest.get(step.technique, 0.0))
    headings = "".join(f"<th>{heading}</th>" for heading in _HEADINGS)
    yield f"<table><thead><tr>{headings}</tr></thead><tbody>"
    for name in sorted(numbers, key=lambda name: (highest[name], name)):
        yield f"<tr><td>{NAMES[name]}</td><td>{numbers[name]}</td><td>{highest[name]}</td></tr>"
    yield "</tbody></table>"
