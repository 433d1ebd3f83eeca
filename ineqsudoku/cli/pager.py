"""Shows long texts on a terminal through a pager."""

from __future__ import annotations

import shutil
import signal
import sys

import click


class Output:
    """Prints texts with an empty line between them.

    On a terminal, texts that are longer than the terminal go through a pager.
    """

    def __init__(self, use_pager: bool) -> None:
        self._is_paged = use_pager and sys.stdin.isatty() and sys.stdout.isatty()
        self._texts: list[str] = []
        self._is_first = True

    def add(self, text: str) -> None:
        """Add a text that ends with a line feed; keep it until the end if it may need a pager."""
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
    # Ctrl-C is for the pager: it ends a search in less.  The pager does not inherit a handler,
    # but it would inherit SIG_IGN.
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        click.echo_via_pager(text)
    finally:
        signal.signal(signal.SIGINT, before)
