"""Markdown of our statements as HTML and LaTeX: paragraphs, lists and code."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

_MARKDOWN = MarkdownIt("commonmark", {"html": False})


def html(markdown: str) -> str:
    """Return a text as HTML."""
    return str(_MARKDOWN.render(markdown)).removesuffix("\n")


def latex(markdown: str) -> str:
    """Return a text as LaTeX, in commands that Polygon's reader knows, too."""
    blocks = SyntaxTreeNode(_MARKDOWN.parse(markdown)).children
    return "\n\n".join(map(_latex, blocks))


def _latex(node: SyntaxTreeNode) -> str:
    match node.type:
        case "text":
            return escape_for_latex(node.content)
        case "softbreak":
            return "\n"
        case "code_inline":
            return rf"\texttt{{{node.content.translate(_IN_CODE)}}}"
        case "bullet_list":
            items = "\n".join(rf"    \item {_latex(item)}" for item in node.children)
            return f"\\begin{{itemize}}\n{items}\n\\end{{itemize}}"
    return "".join(map(_latex, node.children))


_IN_CODE = str.maketrans(
    {
        **{character: f"\\{character}" for character in "#$%&_{}"},
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "\\": r"\textbackslash{}",
        "`": r"\textasciigrave{}",
    }
)

_IN_TEXT = _IN_CODE | str.maketrans(
    {
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "[": "{[}",  # After \item and \\ a bracket would begin an argument.
        "]": "{]}",
    }
)


def escape_for_latex(text: str) -> str:
    """Return plain text as LaTeX."""
    return text.translate(_IN_TEXT)


def escape_for_markdown(text: str) -> str:
    """Return plain text as Markdown on one line, such as a heading."""
    return text.translate(_IN_MARKDOWN)


_IN_MARKDOWN = str.maketrans({character: f"\\{character}" for character in r"\`*_[]<>&$~#|^"})
