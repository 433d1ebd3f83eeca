"""Settings of the documentation site.

`nox -s docs` builds the site; neither the build nor the pages fetch anything.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from ineqsudoku import __version__

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent / "extensions")]

project = "ineqsudoku"
author = "the ineqsudoku maintainers"
release = version = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx_click",
    "outside_links",
    "technique_book",
]
myst_heading_anchors = 3
highlight_language = "text"
default_role = "code"  # Docstrings write `name`, as documents do.
smartquotes_action = "qe"  # Without dashes: help texts name options, such as --fix.

nitpicky = True
# Python's own documentation is not part of the site.
nitpick_ignore_regex = [
    ("py:.*", r"(collections|os|pathlib|typing)\..*"),
    ("py:class", r"ineqsudoku\.[\w.]+\.[TV]"),  # type variables
    ("py:class", r"(pandas|polars)\.\w+"),
    # Not documented here.
    ("py:class", r"ineqsudoku\.(apps\.explain\.(step|values)|messages\.message)\.\w+"),
    ("py:class", r"ineqsudoku\.apps\.batch\.(cluster\.ClusterFuture|frames\.Result)"),
    ("py:class", r"ineqsudoku\.apps\.package\.problem\.Problem"),
    ("py:class", r"Message|Problem|Result|Status"),
]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"

html_theme = "furo"
html_title = f"ineqsudoku {release}"
html_copy_source = False
html_show_copyright = False
html_static_path = ["_static"]
html_css_files = ["site.css"]


def setup(app: Sphinx) -> None:
    app.connect("autodoc-process-signature", hide_factories)
    for part in ("description", "options"):
        app.connect(f"sphinx-click-process-{part}", escape_stars)


def escape_stars(_app: Sphinx, _context: object, lines: list[str]) -> None:
    """Help texts are plain: `*` in a pattern such as *.in is no emphasis."""
    lines[:] = [line.replace("*.", r"\*.") for line in lines]


def hide_factories(*event: Any) -> tuple[str | None, str | None]:
    """Replace `<factory>`, the default of a field that is made anew for each object.

    It is no expression: Sphinx would split the signature at commas, also within `tuple[int, ...]`.
    """
    *_, signature, returned = event
    return signature and signature.replace("<factory>", "..."), returned
