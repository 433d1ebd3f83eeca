"""The notebook of examples/ is executed, and shows the pictures that are stored in it.

`jupyter execute --inplace examples/notebook.ipynb` stores them anew.
"""

from __future__ import annotations

from typing import Any

import pytest
from boards import chevrons, root_of
from puzzles import EXAMPLES

pytestmark = [
    pytest.mark.docs,
    # Jupyter's own modules warn of each other.
    pytest.mark.filterwarnings("default"),
]

NOTEBOOK = EXAMPLES / "notebook.ipynb"


def signs(notebook: Any) -> list[int]:
    """The number of signs in each picture of the outputs."""
    pictures = [
        data.get("text/html") or data["image/svg+xml"]
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if {"text/html", "image/svg+xml"} & (data := output.get("data", {})).keys()
    ]
    return [len(chevrons(root_of(picture))) for picture in pictures]


def test_the_notebook_shows_what_it_holds() -> None:
    nbformat = pytest.importorskip("nbformat", reason="needs the extra [docs]")
    nbclient = pytest.importorskip("nbclient", reason="needs the extra [docs]")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert signs(notebook) == [108, 0, 0, 108, 168, 108]
    for cell in notebook.cells:
        cell["outputs"] = []
    resources = {"metadata": {"path": str(EXAMPLES)}}
    nbclient.NotebookClient(notebook, timeout=1200, resources=resources).execute()
    assert signs(notebook) == [108, 0, 0, 108, 168, 108]
    (printed,) = (
        output["text"]
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if output["output_type"] == "stream"
    )
    assert printed.startswith("    1   2   3")
