"""`ineqsudoku serve`: serve the web page."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import click

from ineqsudoku.apps.cli.exits import SIGNALS, YES
from ineqsudoku.apps.cli.options import INPUT, OUTPUT_FOLDER, language_option
from ineqsudoku.apps.cli.streams import print_message, warn
from ineqsudoku.apps.names import AT_FILE, quote, reason_of
from ineqsudoku.errors import IneqSudokuError, UsageError
from ineqsudoku.messages import Message

if TYPE_CHECKING:
    from ineqsudoku.apps.web.server import Address

PORT = 8321
"""The default port, if no other program uses it."""

HOST = "127.0.0.1"

_MOST_CONNECTIONS = 100
"""Requests on further ones get 503.  With them, a server opens fewer than 256 files."""


@click.command("serve", epilog="Exit codes: 2 for trouble, such as a port in use; Ctrl-C ends it.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    help=f"Listen on port N; 0 is any free one. [default: {PORT}, or any free one]",
)
@click.option(
    "--host",
    metavar="ADDRESS",
    help=f"Listen on ADDRESS instead of {HOST}; other machines can connect unless it is local.",
)
@click.option("--no-browser", is_flag=True, help="Do not open the page in a browser.")
@click.option(
    "--export",
    "site",
    type=OUTPUT_FOLDER,
    metavar="DIR",
    help="Write the page into DIR as a static site, which needs no server program, and end.",
)
@click.option(
    "--pyodide",
    type=INPUT,
    metavar="DIR",
    help="With --export: the folder of Pyodide, Python for browsers.",
)
@language_option
def command(
    port: int | None,
    host: str | None,
    no_browser: bool,
    site: str | None,
    pyodide: str | None,
) -> int:
    """Serve the web page on this machine and open it.

    On the page, puzzles are entered, judged, played, explained and converted.  Puzzles stay on
    this machine: the page sends them to this server only, which stores nothing.

    Needs ineqsudoku[web].
    """
    if (site is None) != (pyodide is None):
        raise click.UsageError("--export and --pyodide need each other")
    if site is not None and pyodide is not None:
        if port is not None or host is not None or no_browser:
            raise click.UsageError(
                "--export starts no server: it takes no --port, --host or --no-browser"
            )
        _export(site, pyodide)
        return YES
    try:
        import uvicorn  # noqa: F401 - `_serve` needs it

        from ineqsudoku.apps.web.server import Address
    except ImportError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "ineqsudoku":
            raise
        raise IneqSudokuError(_MISSING.fill(package=missing)) from None
    host = HOST if host is None else host
    with _listening(host, port) as listener:
        address = Address(reachable(host), listener.getsockname()[1])
        if not address.is_local:
            warn(_OPEN.fill(host=host))
        received = asyncio.run(_serve(listener, address, not no_browser))
    if received is not None:
        signal.raise_signal(received)  # The program ends like any other command.
    return YES


_MISSING = Message(
    "serve.missing", "serve needs {package}; install it with: pip install 'ineqsudoku[web]'"
)
_NO_HOST = Message("serve.no-host", "--host needs an address or a name")
_EVERYWHERE = ("", "<broadcast>")
"""Texts that Python takes for addresses, but nobody means as such."""

_UNSPECIFIED = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}
"""All addresses, each with a documentation address (RFC 5737, RFC 3849) that is on no network."""

_OPEN = Message(
    "serve.open",
    "anybody who can reach {host} can use this server; it has neither passwords nor encryption",
)
_EXPORTED = Message("serve.exported", "{size} MB; any file server can serve it")


def _export(site: str, pyodide: str) -> None:
    from ineqsudoku.apps.web.export import export

    try:
        size = export(Path(site), Path(pyodide))
    except OSError as error:
        reason = reason_of(error) if error.strerror else str(error)
        name = quote(error.filename or site)
        raise IneqSudokuError(AT_FILE.fill(file=name, reason=reason)) from None
    print_message(f"{quote(site)}: {_EXPORTED.fill(size=f'{size / 1e6:.1f}')}")


@contextmanager
def _listening(host: str, port: int | None) -> Iterator[socket.socket]:
    """Return a context with a listening socket.  Raises `IneqSudokuError`."""
    if host in _EVERYWHERE:
        raise UsageError(_NO_HOST)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for wanted in (PORT, 0) if port is None else (port,):
        try:
            listener = socket.create_server((host, wanted), family=family)
        except OSError as error:
            if wanted == PORT and port is None:
                continue
            reason = reason_of((error.strerror or str(error)).partition(" (while ")[0])
            raise IneqSudokuError(AT_FILE.fill(file=f"{host}:{wanted}", reason=reason)) from None
        # Connections inherit this.  Otherwise the second packet of an answer waits 40 ms.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with listener:
            yield listener
        return


def reachable(host: str) -> str:
    """Return the address by which other machines reach a server on `host`.

    For all addresses, this is that of the default route, if there is one.
    """
    if host not in _UNSPECIFIED:
        return host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((_UNSPECIFIED[host], 9))  # Sends nothing: UDP only looks up the route.
            return str(probe.getsockname()[0])
    except OSError:
        return host


async def _serve(listener: socket.socket, address: Address, opens: bool) -> int | None:
    """Serve until a signal arrives; return its number."""
    import uvicorn

    from ineqsudoku.apps.web.server import application
    from ineqsudoku.apps.web.workers import Workers, usual_limits

    class Server(uvicorn.Server):
        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield  # They are handled below, SIGHUP too.

    def announce() -> None:
        click.echo(address.url)
        if opens:
            Thread(target=_open, args=(address.page,), daemon=True).start()

    app = application(Workers(usual_limits()), address, announce)
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="critical",  # Otherwise it logs the requests that are cut off at the end.
        access_log=False,
        lifespan="on",
        server_header=False,
        timeout_graceful_shutdown=0,
        ws="none",
        limit_concurrency=_MOST_CONNECTIONS,
    )
    server = Server(config)
    received: list[int] = []

    def end(number: int) -> None:
        received.append(number)
        server.should_exit = True

    with _handle_signals(end):
        await server.serve([listener])
    return received[0] if received else None


@contextmanager
def _handle_signals(handle: Callable[[int], None]) -> Iterator[None]:
    """Return a context in which the event loop handles signals; an ignored signal stays ignored."""
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in SIGNALS}
    handled = [number for number in SIGNALS if before[number] is not signal.SIG_IGN]
    for number in handled:
        loop.add_signal_handler(number, handle, number)
    try:
        yield
    finally:
        for number in handled:
            loop.remove_signal_handler(number)
            signal.signal(number, before[number])


def _open(url: str) -> None:
    import webbrowser

    webbrowser.open(url)
