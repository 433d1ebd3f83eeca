"""The notebook of examples/ is executed, and shows what it holds."""

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


def shown(notebook: Any) -> list[list[dict[str, str]]]:
    """For each cell of code, the data of its outputs by type."""
    return [
        [dict(output["data"]) if "data" in output else {"text/plain": output["text"]}
         for output in cell["outputs"]]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]  # fmt: skip


def test_the_notebook_shows_what_it_holds() -> None:
    nbformat = pytest.importorskip("nbformat", reason="needs the extra [docs]")
    nbclient = pytest.importorskip("nbclient", reason="needs the extra [docs]")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    stored = shown(notebook)
    resources = {"metadata": {"path": str(EXAMPLES)}}
    nbclient.NotebookClient(notebook, timeout=300, resources=resources).execute()
    assert shown(notebook) == stored
    pictures = [
        root_of(output.get("text/html") or output["image/svg+xml"])
        for outputs in stored
        for output in outputs
        if {"text/html", "image/svg+xml"} & output.keys()
    ]
    assert [len(chevrons(root)) for root in pictures] == [108, 0, 0, 108, 168, 108]
