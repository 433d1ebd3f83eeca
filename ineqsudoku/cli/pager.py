"""Long texts on a terminal."""

from __future__ import annotations

import shutil
import signal
import sys

import click


class Output:
    """Prints texts with an empty line between them, on a terminal through a pager if they are
    longer than the terminal."""

    def __init__(self, use_pager: bool) -> None:
        self._is_paged = use_pager and sys.stdin.isatty() and sys.stdout.isatty()
        self._texts: list[str] = []
        self._is_first = True

    def add(self, text: str) -> None:
        """A text that ends with a line feed.  If it may need a pager, it is kept until the end."""
        if self._is_paged:
            self._texts.append(text)
        else:
            click.echo(text if self._is_first else f"\n{text}", nl=False)
        self._is_first = False

    def end(self) -> None:
        text = "\n".join(self._texts)
        if text.count("\n") >= shutil.get_terminal_size().lines:
            _page(text)
        elif text:
            click.echo(text, nl=False)


def _page(text: str) -> None:
    sys.stdout.flush()
    # Ctrl-C is for the pager: less leaves a search with it.  The pager does not inherit a
    # handler, but it would inherit SIG_IGN.
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        click.echo_via_pager(text)
    finally:
        signal.signal(signal.SIGINT, before)
