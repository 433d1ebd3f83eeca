"""The page and its JSON interface over HTTP, for the machine that it runs on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from importlib.resources import files
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message as Event, Receive, Scope, Send

from ineqsudoku.apps.batch.ordered_map import WorkerLost
from ineqsudoku.apps.web.api import ANSWERS, UNKNOWN, error_text
from ineqsudoku.apps.web.policy import POLICY
from ineqsudoku.apps.web.values import accepted_language
from ineqsudoku.apps.web.words import LATE, PAGE, words_of_page
from ineqsudoku.apps.web.workers import TimeLimitReached, TooManyRequests, Workers
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import ENGLISH, Message, current_language, enumeration, use_language

MOST_BYTES = 1024**2
"""The longest body of a request."""

_MOST_BYTES_READ = 16 * MOST_BYTES
"""A connection that sends more is closed."""

CLIENT_LEFT = 499
"""The status when the client has disconnected."""

LEAVING = 0.5
"""Seconds that a worker may go on after its client has left: to start another one takes as long."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}

_LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")


class Address(NamedTuple):
    """The address on which a server listens."""

    host: str
    port: int

    @property
    def is_local(self) -> bool:
        """Whether only this machine can connect."""
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def url(self) -> str:
        return f"http://{self._bracketed}:{self.port}/"

    @property
    def page(self) -> str:
        """The URL of the page, which names the current language; browsers may prefer English."""
        name = current_language().name
        return self.url if name == ENGLISH else f"{self.url}?language={name}"

    @property
    def _bracketed(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host

    def is_named(self, header: str) -> bool:
        """Whether the `Host` header of a request names this server.

        A page of another site can make its own name resolve to this machine (DNS rebinding), but
        the browser still sends that name.  So no public name is accepted.  A server that other
        machines reach accepts its own name and any address, because addresses do not resolve.
        """
        name, _, port = header.lower().rpartition(":")
        if not name or "]" in port:
            name, port = header.lower(), "80"
        if port != str(self.port):
            return False
        known = (*_LOCAL_NAMES, self._bracketed.lower())
        return name in known or (not self.is_local and _is_address(name))


def _is_address(name: str) -> bool:
    try:
        ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


class Guard:
    """Refuses requests for other hosts and from other sites; sets the language and the headers of
    all answers."""

    def __init__(self, app: ASGIApp, address: Address) -> None:
        self._app = app
        self._address = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(event: Event) -> None:
            if event["type"] == "http.response.start":
                MutableHeaders(scope=event).update(HEADERS)
            await send(event)

        headers = Headers(scope=scope)
        with use_language(accepted_language(headers.get("accept-language", ""))):
            app = self._refusal(scope["method"], headers) or self._app
            await app(scope, receive, send_guarded)

    def _refusal(self, method: str, headers: Headers) -> Response | None:
        host = headers.get("host", "")
        if not self._address.is_named(host):
            return _refuse(403, _OTHER_HOST.fill(url=self._address.url))
        own = f"http://{host.lower()}"
        is_embedded = headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
        is_link = method == "GET" and headers.get("sec-fetch-dest") == "document"
        if headers.get("origin", own).lower() != own or (is_embedded and not is_link):
            return _refuse(403, _OTHER_SITE)
        if "transfer-encoding" in headers and "content-length" in headers:
            # A proxy may use the other length, and take a part of the body for the next request.
            return _refuse(400, _TWO_LENGTHS, {"Connection": "close"})
        return None


_OTHER_HOST = Message("web.other-host", "This server is {url}; the request names another host.")
_OTHER_SITE = Message("web.other-site", "The request comes from a page of another site.")
_TWO_LENGTHS = Message(
    "web.two-lengths", "The request has both Content-Length and Transfer-Encoding."
)


def _refuse(status: int, reason: Message, headers: Mapping[str, str] | None = None) -> Response:
    return Response(error_text(reason), status, headers, "application/json")


def application(
    workers: Workers, address: Address, started: Callable[[], None] = lambda: None
) -> ASGIApp:
    """Return the application; `started` is called when the workers have started."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        try:
            workers.start()
            started()
            yield
        finally:
            workers.close()

    words = words_of_page()

    async def speak(_: Request) -> Response:
        return Response(words, media_type="application/json")

    async def respond(request: Request) -> Response:
        return await _respond(workers, request)

    folder = files("ineqsudoku.apps.web") / "page"
    if not isinstance(folder, Path):
        raise IneqSudokuError(
            Message("web.no-folder", "serve needs ineqsudoku in a folder: install it with pip")
        )
    page = StaticFiles(directory=folder, html=True)
    pages = Starlette(
        routes=[
            Mount("/api", routes=[Route("/{name}", respond, methods=["POST"])]),
            Route(f"/{PAGE}", speak),
            Mount("/", page),
        ],
        middleware=[Middleware(GZipMiddleware, minimum_size=512, compresslevel=5)],
        exception_handlers={HTTPException: _fault},
        lifespan=lifespan,
    )
    return Guard(pages, address)


async def _fault(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        reason = Message("web.no-page", "There is no such page.")
    else:
        reason = Message("web.method", "{method} is not allowed here.", method=request.method)
    return _refuse(error.status_code, reason, error.headers)


async def _respond(workers: Workers, request: Request) -> Response:
    name = request.path_params["name"]
    if name not in ANSWERS:
        return _refuse(404, UNKNOWN.fill(name=name[:40], known=enumeration(ANSWERS)))
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        return _refuse(415, Message("web.type", "Expected the content type application/json."))
    try:
        async with asyncio.timeout(workers.limits.seconds):
            body = await _body(request)
    except ClientDisconnect:
        return Response(status_code=CLIENT_LEFT)
    except TimeoutError:
        return _refuse(408, Message("web.slow", "The request took too long to arrive; try again."))
    if body is None:
        return _refuse(
            413, Message("web.large", "A request has at most 1 MiB; send fewer puzzles.")
        )
    try:
        language = current_language().name
        answer = await _unless_left(request, workers.answer(name, body, language))
    except TooManyRequests:
        reason = Message("web.busy", "Too many requests are running; try again in a second.")
        return _refuse(503, reason, {"Retry-After": "1"})
    except TimeLimitReached:
        return _refuse(504, LATE.fill(seconds=workers.limits.seconds))
    except (WorkerLost, OSError):
        return _refuse(
            500, Message("web.lost", "The process that worked on the request ended; try again.")
        )
    if answer is None:
        return Response(status_code=CLIENT_LEFT)
    status, text = answer
    return Response(text, status, media_type="application/json")


async def _body(request: Request) -> bytes | None:
    """Return the body of a request, or `None` if it is too long.

    A limited part of the rest is still read, because browsers read no answer before they have
    sent everything.
    """
    body = bytearray()
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size <= MOST_BYTES:
            body += chunk
        elif size > _MOST_BYTES_READ:
            break
    return bytes(body) if size <= MOST_BYTES else None


async def _unless_left(
    request: Request, answer: Awaitable[tuple[int, str]]
) -> tuple[int, str] | None:
    """Return the answer, or `None` if it comes later than `LEAVING` seconds after the client has
    left; then it is cancelled."""
    answering = asyncio.ensure_future(answer)
    # After the body there is only one more message: that the client has left.
    leaving = asyncio.ensure_future(request.receive())
    try:
        await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not answering.done():
            await asyncio.wait({answering}, timeout=LEAVING)
        return answering.result() if answering.done() else None
    finally:
        for task in (answering, leaving):
            task.cancel()
        await asyncio.gather(answering, leaving, return_exceptions=True)
