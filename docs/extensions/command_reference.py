"""The directive `command-reference`: a section for each command, from its help text."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from ineqsudoku.cli.commands import PROGRAM, cli
from ineqsudoku.cli.help_pages import HelpPage, Section, help_pages
from ineqsudoku.language import Message, choose_language, use_language


class CommandReference(SphinxDirective):
    """The help of all commands in the language of the site, unparsed: it has no markup."""

    def run(self) -> list[nodes.Node]:
        with use_language(choose_language({"LANG": self.config.language})):
            return [self._section(page) for page in help_pages(cli, PROGRAM)]

    def _section(self, page: HelpPage) -> nodes.section:
        place = page.name.replace(" ", "-")
        section = nodes.section(ids=[place], names=[place])
        self.state.document.note_explicit_target(section)
        section += nodes.title("", "", nodes.literal("", page.name), translatable=False)
        section += nodes.literal_block(page.usage, page.usage, language="text")
        section += map(_paragraph, page.description)
        for table in page.sections:
            section += nodes.rubric("", str(table.title), translatable=False)
            section += _calls(table) if table.is_shell else _definitions(page, table)
        section += map(_paragraph, page.notes)
        return section


def _definitions(page: HelpPage, table: Section) -> nodes.definition_list:
    definitions = nodes.definition_list()
    for row in table.rows:
        place = f"{page.name} {str(row.name).split()[0]}".replace(" ", "-").rstrip(",")
        definitions += nodes.definition_list_item(
            "",
            nodes.term("", "", nodes.literal("", str(row.name)), ids=[place]),
            nodes.definition("", nodes.paragraph("", str(row.text), translatable=False)),
        )
    return definitions


def _calls(table: Section) -> nodes.literal_block:
    text = "\n".join(f"{row.name:<39} {row.text}".rstrip() for row in table.rows)
    return nodes.literal_block(text, text, language="text")


def _paragraph(words: Message) -> nodes.paragraph:
    return nodes.paragraph("", str(words), translatable=False)


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("command-reference", CommandReference)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
