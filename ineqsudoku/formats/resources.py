"""Files of this package that are no modules, in a folder or, as in a zipapp, in a zip file.

The loader of the modules reads both.  `importlib.resources` does so, too, but its import takes
8 ms at every start.
"""

from __future__ import annotations

from typing import Any, cast


def text(path: str) -> str:
    """Return the text of a file.  Raises `OSError`."""
    data: bytes = cast(Any, __spec__).loader.get_data(path)
    return data.decode("utf-8")
