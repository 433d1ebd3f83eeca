"""Pictures of puzzles: one drawing model, and a renderer per target.

    model.py ─┬─ terminal.py ───────────────────── text
    Picture   └─ board.py ── scene.py ─┬─ svg.py ─── SVG
                 worksheet.py  Scene   │    └─ png.py ── PNG
                                       └─ pdf.py ─── PDF

A `Picture` says what is drawn.  A `Scene` says where lines and letters stand, and `style.py` how
they look; SVG, PNG and PDF are written from scenes and from nothing else.  `lettering.py`
makes titles fit, `fonts.py` finds fonts for PNG and PDF.
"""

from ineqsudoku.apps.pictures.model import Picture, Role
from ineqsudoku.apps.pictures.pdf import draw_pdf
from ineqsudoku.apps.pictures.png import draw_png
from ineqsudoku.apps.pictures.svg import draw_svg
from ineqsudoku.apps.pictures.terminal import draw_text

__all__ = [
    "Picture",
    "Role",
    "draw_pdf",
    "draw_png",
    "draw_svg",
    "draw_text",
]
