"""Pictures of puzzles: one drawing model, and a renderer per target.

    model.py ─┬─ terminal.py ───────────────────── text
    Picture   └─ board.py ── scene.py ── svg.py ─┬─ SVG
                             Scene               ├─ png.py ─── PNG
                                                 └─ pages.py ─ HTML, to print

A `Picture` says what is drawn.  A `Scene` says where lines and letters stand, and `style.py` how
they look.
"""

from ineqsudoku.apps.pictures.model import Picture, Role
from ineqsudoku.apps.pictures.pages import draw_html
from ineqsudoku.apps.pictures.png import draw_png
from ineqsudoku.apps.pictures.svg import draw_svg
from ineqsudoku.apps.pictures.terminal import draw_text

__all__ = [
    "Picture",
    "Role",
    "draw_html",
    "draw_png",
    "draw_svg",
    "draw_text",
]
