"""A note on the pages of the Chinese site that have texts, but no catalogue."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.nodes import extract_messages

NOTE = '<p lang="zh"><em>本页尚未翻译，以下是英文原文。</em></p>'


def add_note(
    app: Sphinx, page: str, _: str, context: dict[str, Any], document: nodes.document | None
) -> None:
    language = app.config.language
    if language == "en" or document is None or not any(extract_messages(document)):
        return
    folders = (Path(app.srcdir, folder) for folder in app.config.locale_dirs)
    catalogues = (folder / language / "LC_MESSAGES" / f"{page}.po" for folder in folders)
    if not any(map(Path.exists, catalogues)):
        context["body"] = NOTE + context["body"]


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("html-page-context", add_note)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
