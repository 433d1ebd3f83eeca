"""The directive `command-reference`: a section for each command, from its help text."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from ineqsudoku.cli.commands import PROGRAM, cli
from ineqsudoku.cli.help_pages import Block, HelpPage, help_pages


class CommandReference(SphinxDirective):
    """The text is taken as it is, because help texts are no markup."""

    def run(self) -> list[nodes.Node]:
        return [self._section(page) for page in help_pages(cli, PROGRAM)]

    def _section(self, page: HelpPage) -> nodes.section:
        place = page.name.replace(" ", "-")
        section = nodes.section(ids=[place], names=[place])
        self.state.document.note_explicit_target(section)
        section += nodes.title("", "", nodes.literal("", page.name), translatable=False)
        section += nodes.literal_block(page.usage, page.usage, language="text")
        section += map(_block, page.description)
        for pairs in (page.commands, page.options):
            if pairs:
                section += self._definitions(page, pairs)
        for title, pairs in page.tables:
            section += nodes.rubric("", title)
            if title == "Examples":
                text = "\n".join(_example(*pair) for pair in pairs)
                section += nodes.literal_block(text, text, language="text")
            else:
                section += self._definitions(page, pairs)
        section += map(_block, page.epilog)
        return section

    def _definitions(
        self, page: HelpPage, pairs: tuple[tuple[str, str], ...]
    ) -> nodes.definition_list:
        definitions = nodes.definition_list()
        for name, text in pairs:
            place = f"{page.name} {name.split()[0]}".replace(" ", "-").rstrip(",")
            definitions += nodes.definition_list_item(
                "",
                nodes.term("", "", nodes.literal("", name), ids=[place]),
                nodes.definition("", nodes.paragraph("", text, translatable=False)),
            )
        return definitions


def _example(call: str, purpose: str) -> str:
    return f"{call:<39} {purpose}" if purpose else call


def _block(block: Block) -> nodes.Element:
    if block.is_literal:
        return nodes.literal_block(block.text, block.text, language="text")
    return nodes.paragraph("", block.text, translatable=False)


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("command-reference", CommandReference)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
