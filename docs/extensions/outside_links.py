"""Links to files outside the documentation.

Files are copied into the site.  Of folders and of documents elsewhere in the repository, which
the site does not have, it shows the path.
"""

from __future__ import annotations

from pathlib import Path

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

ROOT = Path(__file__).parents[2]


class OutsideLinks(SphinxPostTransform):
    default_priority = 5  # before the transform of MyST, which would not find them

    def run(self, **kwargs: object) -> None:
        for link in [*self.document.findall(pending_xref)]:
            if link["reftype"] != "myst":
                continue
            path = _path(link["reftarget"], self.env.srcdir)
            if path is not None:
                link.replace_self(_words(link, path))


def _path(target: str, source: Path) -> str | None:
    """The path in the repository of a file or folder outside `source`; a folder's ends in `/`.

    `None` if there is no such file or folder.
    """
    place = (source / target.partition("#")[0]).resolve()
    for each in (place, place.with_name(f"{place.name}.md")):
        if each.exists() and each.is_relative_to(ROOT) and not each.is_relative_to(source):
            return each.relative_to(ROOT).as_posix() + "/" * each.is_dir()
    return None


def _words(link: pending_xref, path: str) -> list[nodes.Node]:
    text = link.astext()
    if text in path:
        return [nodes.literal("", path)]
    return [*link.children, nodes.Text(" ("), nodes.literal("", path), nodes.Text(")")]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_post_transform(OutsideLinks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
