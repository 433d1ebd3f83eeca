"""Markdown of statements: read by markdown-it, and written as HTML or LaTeX."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.dollarmath import dollarmath_plugin


def _formula(_: RendererHTML, tokens: Sequence[Token], index: int, *__: object) -> str:
    """Return a formula as it is, because judges look for the dollars."""
    token = tokens[index]
    text = escape(f"{token.markup}{token.content}{token.markup}", quote=False)
    return f"<p>{text}</p>\n" if token.block else text


def _reader() -> MarkdownIt:
    # Without room for more than the depth that `own_words` allows, the reader would drop texts.
    options = {"html": False, "maxNesting": 100}
    reader = MarkdownIt("commonmark", options).enable(["table", "strikethrough"])
    reader.use(dollarmath_plugin, allow_labels=False, double_inline=True)
    for formula in ("math_inline", "math_inline_double", "math_block"):
        reader.add_render_rule(formula, _formula)
    return reader


MARKDOWN = _reader()


def html(markdown: str) -> str:
    """Return a text as HTML."""
    return str(MARKDOWN.render(markdown)).removesuffix("\n")


def latex(markdown: str) -> str:
    """Return a text as LaTeX."""
    return _blocks(SyntaxTreeNode(MARKDOWN.parse(markdown)))


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


def plain(node: SyntaxTreeNode) -> str:
    """Return the text of a heading without its markup."""
    if node.type == "softbreak":
        return " "
    if node.type.startswith("math"):
        return f"{node.markup}{node.content}{node.markup}"
    return "".join(map(plain, node.children)) if node.children else node.content


def _blocks(node: SyntaxTreeNode) -> str:
    return "\n\n".join(map(_latex, node.children))


def _latex(node: SyntaxTreeNode) -> str:
    """Return a node as LaTeX, in commands that Polygon's reader knows, too."""
    match node.type:
        case "text":
            return escape_for_latex(node.content)
        case "softbreak":
            return "\n"
        case "hardbreak":
            return "\\\\\n"
        case "code_inline":
            return rf"\texttt{{{node.content.translate(_IN_CODE)}}}"
        case "math_inline":
            return f"${node.content}$"
        case "math_inline_double" | "math_block":
            return f"$${node.content}$$"
        case "fence" | "code_block":
            # Nothing in this environment can be escaped but its end.
            code = node.content.replace(r"\end{verbatim}", r"\end {verbatim}")
            return f"\\begin{{verbatim}}\n{code}\\end{{verbatim}}"
        case "hr":
            return "\\begin{center}\n* * *\n\\end{center}"
        case "image":
            return _link(node.attrs["src"], escape_for_latex(plain(node)))
        case "bullet_list":
            return _list("itemize", [r"\item"] * len(node.children), node)
        case "ordered_list":
            first = int(node.attrs.get("start", 1))
            numbers = range(first, first + len(node.children))
            labels = [rf"\item[{number}.]" if first != 1 else r"\item" for number in numbers]
            return _list("enumerate", labels, node)
        case "blockquote":
            return f"\\begin{{quote}}\n{_blocks(node)}\n\\end{{quote}}"
        case "table":
            return _table(node)
    inside = "".join(map(_latex, node.children))
    match node.type:
        case "em":
            return rf"\emph{{{inside}}}"
        case "strong" | "heading":
            return rf"\textbf{{{inside}}}"
        case "link":
            return _link(node.attrs["href"], inside)
    return inside


def _link(address: object, text: str) -> str:
    its = str(address).translate({ord(character): f"\\{character}" for character in "#%&"})
    return rf"\href{{{its}}}{{{text}}}"


def _list(environment: str, labels: list[str], node: SyntaxTreeNode) -> str:
    items = zip(labels, node.children, strict=True)
    lines = "\n".join(f"    {label} {_blocks(item)}" for label, item in items)
    return f"\\begin{{{environment}}}\n{lines}\n\\end{{{environment}}}"


def _table(node: SyntaxTreeNode) -> str:
    rows = [row.children for part in node.children for row in part.children]
    columns = "|".join("l" * len(rows[0]))
    lines = "".join(f"{' & '.join(map(_latex, row))} \\\\ \\hline\n" for row in rows)
    return f"\\begin{{tabular}}{{|{columns}|}}\n\\hline\n{lines}\\end{{tabular}}"
