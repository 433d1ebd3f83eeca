"""The file that `validate --draw` and `explain --draw` write."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

import click

from ineqsudoku.apps.cli.files import require_place, write_output
from ineqsudoku.apps.cli.sources import Source
from ineqsudoku.apps.cli.streams import print_message
from ineqsudoku.apps.names import AT_FILE, quote
from ineqsudoku.apps.pictures.lettering import clean
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.pages import Page, write_html
from ineqsudoku.apps.pictures.png import MissingFontError, draw_png
from ineqsudoku.apps.pictures.svg import draw_svg
from ineqsudoku.messages import ENGLISH, Items, Message, disjunction, use_language

FORMATS = ("svg", "png", "html")

_NO_SUFFIX = Message("files.no-suffix", "--draw {file}: expected a name that ends in {suffixes}")
_ONLY_HTML = Message("files.only-html", "several puzzles: only an HTML file holds them, not {file}")
_NO_FONT = Message(
    "files.no-font",
    "the texts are in English, because no font of this system has the characters of this language; "
    "`apt install fonts-wqy-microhei` installs a Chinese one",
)
_SAME_OUTPUT = Message("files.same-output", "--output and --draw name the same file")


def format_of(name: str) -> str | None:
    """Return the format that the suffix of a file name stands for, or `None`."""
    suffix = Path(name).suffix.lower().removeprefix(".")
    return suffix if suffix in FORMATS else None


def known_suffixes() -> Items:
    """Return `.svg, .png or .html`."""
    return disjunction(f".{suffix}" for suffix in FORMATS)


class PictureFile:
    """Collects pictures and writes them: pages of HTML, or one SVG or PNG."""

    def __init__(self, name: str) -> None:
        """Choose the format.  Raises `click.UsageError` for a name without a known suffix."""
        to = format_of(name)
        if not to:
            message = _NO_SUFFIX.fill(file=quote(name), suffixes=known_suffixes())
            raise click.UsageError(str(message))
        self._path = Path(name)
        self._to = to
        self._groups: list[tuple[str, Sequence[Picture]]] = []

    @property
    def has_pages(self) -> bool:
        """Whether the file can hold more than one puzzle."""
        return self._to == "html"

    def require_pages(self) -> None:
        """Raise `click.UsageError` unless the file can hold more than one puzzle."""
        if not self.has_pages:
            raise click.UsageError(str(_ONLY_HTML.fill(file=quote(self._path))))

    def check(self, sources: Iterable[Source], output: str | None) -> None:
        """Raise `click.UsageError` if the picture would overwrite a source or the `output`."""
        require_place(self._path, "--draw", sources)
        if output is not None and self._path.resolve() == Path(output).resolve():
            raise click.UsageError(str(_SAME_OUTPUT))

    def add(self, name: str, *groups: Sequence[Picture]) -> None:
        """Add groups of pictures of a puzzle; those of a group stand side by side.

        In HTML, a group has a page, with the name of its puzzle if there are several.
        """
        self._groups += [(name, group) for group in groups]

    def write(self) -> None:
        """Write the pictures, if any were added.  Raises like `write_output`.

        Without a font for the current language, their texts are in English.
        """
        if self._groups:
            write_output(self._path, self._draw())

    def _draw(self) -> bytes:
        if self.has_pages:
            has_names = len({name for name, _ in self._groups}) > 1
            return write_html(
                [
                    Page([group], f"<p>{escape(clean(name))}</p>" if has_names else "")
                    for name, group in self._groups
                ]
            ).encode("utf-8")
        ((_, group),) = self._groups
        if self._to == "svg":
            return draw_svg(*group).encode("utf-8")
        try:
            return draw_png(*group)
        except MissingFontError:
            with use_language(ENGLISH):
                drawn = draw_png(*group)
            print_message(AT_FILE.fill(file=quote(self._path), reason=_NO_FONT))
            return drawn
