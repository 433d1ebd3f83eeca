"""Connections of clients, and how many and how slow they may be."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Callable
from http import HTTPStatus
from operator import attrgetter
from socket import SO_SNDBUF, SOL_SOCKET
from typing import Any, NamedTuple, cast

import h11
from starlette.responses import Response
from uvicorn.protocols.http.h11_impl import H11Protocol

from ineqsudoku.apps.web.server import HEADERS, MOST_BYTES_HELD, refusal, too_many
from ineqsudoku.messages import ENGLISH, Message, use_language

SECONDS = 10.0
"""How long the head of a request may take to arrive, and an answer to leave."""

BYTES_IN_SYSTEM = 64 * 1024
"""The bytes of an answer that the system may hold, where their clients have no deadline."""

_OWN = 60
"""Files that the server itself opens: those of the page, above all, one per thread; while a worker
starts, three."""

_OF_WORKER = 8
"""Files of a worker: those of the two queues, of their threads, and of the process."""

_WANTED = 2048
"""Open files; systems allow 256 at least, and more to programs that ask for more."""

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
    own = _OWN + _OF_WORKER * workers + 1
    return Room(files - _BATCHES * (backlog + 1) - own, backlog)


def _open_files() -> int:
    """Return the number of files that the process may open, `_WANTED` at most."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = _WANTED if hard == resource.RLIM_INFINITY else min(_WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return allowed


class Connection(H11Protocol):
    """A connection that is closed if the head of a request takes too long to arrive, or an answer
    to leave, and turned away if there are too many."""

    most: int
    """Connections that may be open."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._head: asyncio.TimerHandle | None = None
        self._answer: asyncio.TimerHandle | None = None
        self.paused = 0.0
        """The time at which the client had to take more than the system holds."""

    def connection_made(  # type: ignore[override]  # uvicorn narrows the type as well
        self, transport: asyncio.Transport
    ) -> None:
        super().connection_made(transport)
        socket = transport.get_extra_info("socket")
        socket.setsockopt(SOL_SOCKET, SO_SNDBUF, BYTES_IN_SYSTEM)
        transport.set_write_buffer_limits(high=0)  # Any further byte pauses writing.
        if len(self.connections) > self.most:
            self._refuse(too_many)
        else:
            self._limit_head()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._limit_head()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP, unless an answer has begun."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self._refuse(_not_http)
        else:
            self.transport.close()

    @property
    def unsent(self) -> int:
        """The bytes that its client has not taken, besides those that the system holds."""
        return self.transport.get_write_buffer_size()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.paused = self.loop.time()
        self._answer = self.loop.call_at(self.paused + SECONDS, self.transport.abort)
        connections = cast("set[Connection]", self.connections)
        while sum(one.unsent for one in connections) > MOST_BYTES_HELD:
            others = [one for one in connections if one.unsent and one is not self]
            if not others:
                break
            min(others, key=attrgetter("paused")).transport.abort()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._end_answer()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._end_head()
        self._end_answer()

    def shutdown(self) -> None:
        """Close the connection when the server ends.

        A request that waits for its client would not end otherwise: uvicorn catches that it is
        cancelled, and waits again to send an error.
        """
        self.transport.abort()

    def _limit_head(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._end_head()
        elif self._head is None:
            self._head = self.loop.call_later(SECONDS, self.transport.close)

    def _end_head(self) -> None:
        if self._head:
            self._head.cancel()
            self._head = None

    def _end_answer(self) -> None:
        if self._answer:
            self._answer.cancel()

    def _refuse(self, make: Callable[[], Response]) -> None:
        """Give an answer without the application, and close the connection."""
        with use_language(ENGLISH):
            answer = make()
        answer.headers.update({**HEADERS, "Connection": "close"})
        start = f"HTTP/1.1 {answer.status_code} {HTTPStatus(answer.status_code).phrase}"
        head = b"\r\n".join([start.encode(), *map(b": ".join, answer.raw_headers), b"\r\n"])
        self.transport.write(head + answer.body)
        self.transport.close()


def _not_http() -> Response:
    return refusal(400, Message("web.no-http", "The request is not valid HTTP."))
