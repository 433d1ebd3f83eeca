"""The directive `command-reference`: the help of a command, or of the program, as a section."""

from __future__ import annotations

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from ineqsudoku.apps.cli.commands import COMMANDS, PROGRAM, cli
from ineqsudoku.apps.cli.help_pages import ENVIRONMENT, HelpPage, Section, help_pages
from ineqsudoku.messages import Message, choose_language, use_language


class CommandReference(SphinxDirective):
    """The help of the command that it names, in the language of the site, unparsed: it has no
    markup.

    The names of commands in the help of the program are links to their pages.  The variables of
    the environment have a page of their own.
    """

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        self.env.note_reread()  # It depends on the program.
        (name,) = self.arguments
        with use_language(choose_language({"LANG": self.config.language})):
            return [
                self._section(page)
                for page in help_pages(cli, PROGRAM)
                if name == page.name.rpartition(" ")[2]
            ]

    def _section(self, page: HelpPage) -> nodes.section:
        place = page.name.replace(" ", "-")
        section = nodes.section(ids=[place], names=[place])
        self.state.document.note_explicit_target(section)
        section += nodes.title("", "", nodes.literal("", page.name), translatable=False)
        section += nodes.literal_block(page.usage, page.usage, language="text")
        section += map(_paragraph, page.description)
        for table in page.sections:
            if table is ENVIRONMENT:
                continue
            section += nodes.rubric("", str(table.title), translatable=False)
            section += _calls(table) if table.is_shell else self._definitions(page, table)
        section += map(_paragraph, page.notes)
        return section

    def _definitions(self, page: HelpPage, table: Section) -> nodes.definition_list:
        definitions = nodes.definition_list()
        for row in table.rows:
            place = f"{page.name} {str(row.name).split()[0]}".replace(" ", "-").rstrip(",")
            name = nodes.literal("", str(row.name))
            definitions += nodes.definition_list_item(
                "",
                nodes.term("", "", self._link(name) if row.name in COMMANDS else name, ids=[place]),
                nodes.definition("", nodes.paragraph("", str(row.text), translatable=False)),
            )
        return definitions

    def _link(self, command: nodes.literal) -> pending_xref:
        place = {"refdoc": self.env.docname, "reftarget": f"/commands/{command.astext()}"}
        return pending_xref("", command, refdomain="std", reftype="doc", refexplicit=True, **place)


def _calls(table: Section) -> nodes.literal_block:
    text = "\n".join(f"{row.name:<39} {row.text}".rstrip() for row in table.rows)
    return nodes.literal_block(text, text, language="text")


def _paragraph(words: Message) -> nodes.paragraph:
    return nodes.paragraph("", str(words), translatable=False)


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("command-reference", CommandReference)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
