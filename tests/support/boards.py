"""Pictures for tests, and what is read back from drawings."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import strategies as st
from strategies import extended_puzzles, grids

from ineqsudoku.apps.pictures.model import Picture, Role
from ineqsudoku.geometry import CELLS, SIZE
from ineqsudoku.puzzle import Grid, Puzzle

SVG = "{http://www.w3.org/2000/svg}"

HOSTILE = {
    "markup": "<script>alert(1)</script>&amp;\"'<![CDATA[",
    "right to left": "\u05e1\u05d5\u05d3\u05d5\u05e7\u05d5",
    "overrides": "a\u202eb\u2066c\u200fd",
    "long": "Wide " * 60,
    "long word": "W" * 300,
    "control characters": "a\x00b\x1b[2Jc\x7fd\ufffee",
    "half a pair": "a\ud800b\udc80c",
    "lines": "first\nsecond\r\n\tthird",
    "blank": " \u3000\u00a0 ",
    "joiners": "a\u200cb\u200dc\ufe0fd",
    "combining": "e" + "\u0301" * 100,
}
"""Titles that somebody might choose to do harm; plain fonts have all their characters."""

needs_draw = pytest.mark.skipif(
    not find_spec("resvg_py"),
    reason="needs the extra [draw]: pip install 'ineqsudoku[draw]'",
)


@st.composite
def any_pictures(draw: st.DrawFn) -> Picture:
    """Pictures of everything that the model holds."""
    puzzle = draw(extended_puzzles())
    cells = st.sampled_from(CELLS)
    roles = st.sampled_from(Role)
    signs = puzzle.relations
    masks = st.integers(0, (1 << SIZE) - 1)
    digits = st.integers(1, SIZE)
    return Picture(
        puzzle,
        digits=draw(st.just("") | grids().map(lambda grid: grid.line)),
        candidates=draw(st.dictionaries(cells, masks, max_size=6)),
        letters=draw(st.dictionaries(cells, st.sampled_from("abc"), max_size=3)),
        cell_roles=draw(st.dictionaries(cells, roles, max_size=8)),
        sign_roles=draw(
            st.dictionaries(st.sampled_from(signs), roles, max_size=8) if signs else st.just({})
        ),
        candidate_roles=draw(st.dictionaries(st.tuples(cells, digits), roles, max_size=4)),
        title=draw(st.text(max_size=20)),
        caption=draw(st.text(max_size=200)),
    )


def solved(puzzle: Puzzle, grid: Grid) -> Picture:
    return Picture(puzzle, digits=grid.line)


def root_of(svg: str) -> ElementTree.Element:
    """The root of a text of SVG, which must be well-formed."""
    return ElementTree.fromstring(svg.encode("utf-8"))


def sections(html: str) -> list[ElementTree.Element]:
    """The pages of an HTML file, which must be well-formed."""
    start = html.index("<section")
    return list(root_of(f"<body>{html[start:]}</body>"))


def chevrons(root: ElementTree.Element) -> list[ElementTree.Element]:
    return [path for path in root.iter(f"{SVG}path") if path.get("class", "").startswith("sign")]


FOLDER = Path(__file__).parents[1] / "apps" / "pictures"
