"""Write the drawings of the documentation beside this file, or into the folder that is named.

    python docs/drawings [FOLDER]

The drawings are committed; a test compares them with what this writes.
"""

from __future__ import annotations

import sys
from pathlib import Path

import diagnosis
import engines
import graph
import rating

from ineqsudoku.apps.pictures.svg import write_svg

MODULES = (graph, engines, diagnosis, rating)

SCALE = 1.25
"""Their size on a wide screen; pages make them as narrow as a phone."""

folder = Path(sys.argv[1] if len(sys.argv) > 1 else __file__ + "/..").resolve()
for module in MODULES:
    for name, scene in module.DRAWINGS.items():
        (folder / f"{name}.svg").write_text(write_svg(scene(), SCALE), encoding="utf-8")
