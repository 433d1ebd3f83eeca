"""Connections of clients, and how many and how slow they may be."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS = 10.0
"""How long the head of a request may take to arrive."""

_OWN = 56
"""Files that the server itself opens: those of the page, above all, one per thread."""

_OF_WORKER = 4
"""Files for a worker: two pipes, and four more while one of the workers starts."""

_WANTED = 2048
"""Open files; systems allow 256 at least, and more to programs that ask for more."""

_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\n"
    b"Retry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
)

_BATCHES = 4
"""Batches of connections that a server holds beyond those it keeps.  The event loop accepts all
that wait at once, and needs three more rounds, in which it accepts again, until a
connection that is too many is closed."""


class Room(NamedTuple):
    """How many connections may be `open`, and how many more may wait to be accepted (`backlog`),
    which happens to all of them at once."""

    open: int
    backlog: int


def room(workers: int) -> Room:
    """Return the room that leaves a file descriptor per connection of a server with `workers`.

    Raises the process's limit on open files where the system allows it.
    """
    files = _open_files()
    backlog = min(256, files // (2 * _BATCHES))
    own = _OWN + _OF_WORKER * workers
    return Room(files - _BATCHES * (backlog + 1) - own, backlog)


def _open_files() -> int:
    """Return the number of files that the process may open, `_WANTED` at most."""
    try:
        import resource
    except ImportError:  # Not on Windows.
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = _WANTED if hard == resource.RLIM_INFINITY else min(_WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return allowed


class Connection(H11Protocol):
    """A connection that is closed if the head of a request takes too long, and turned away if
    there are too many."""

    most: int
    """Connections that may be open."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(  # type: ignore[override]  # uvicorn narrows the type as well
        self, transport: asyncio.Transport
    ) -> None:
        super().connection_made(transport)
        if len(self.connections) > self.most:
            transport.write(_FULL)
            transport.close()
        else:
            self._limit_head()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._limit_head()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._cancel()

    def _limit_head(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._cancel()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(SECONDS, self.transport.close)

    def _cancel(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None
