"""The server of the page: accepted requests, limits, and shutdown."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import signal
import socket
import subprocess
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import pytest
from commands import run_program
from interruptions import Interruption
from puzzles import CONTEST
from serving import PROGRAM, serving

import ineqsudoku as iq
from ineqsudoku.apps.web.serve_command import reachable
from ineqsudoku.apps.web.values import object_of
from ineqsudoku.messages import LANGUAGES, use_language

pytest.importorskip("starlette", reason="needs ineqsudoku[web]")
httpx = pytest.importorskip("httpx", reason="needs ineqsudoku[web-test]")


from ineqsudoku.apps.web.server import MOST_BYTES, Address, application  # noqa: E402 - needs starlette
from ineqsudoku.apps.web.workers import (  # noqa: E402 - needs starlette
    ServerLimits,
    TimeLimitReached,
    TooManyRequests,
    Workers,
)

pytestmark = pytest.mark.browser

T = TypeVar("T")

FULL = json.dumps({"puzzle": object_of(iq.read(CONTEST))}).encode()
QUICK = json.dumps({**json.loads(FULL), "depth": "status"}).encode()


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with serving() as url, httpx.Client(base_url=url, timeout=120) as client:
        yield client


def judge(client: Any, content: bytes = QUICK, **headers: str) -> Any:
    all_headers = {"Content-Type": "application/json"} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    return client.post("api/judge", content=content, headers=all_headers)


# --- whom it answers ----------------------------------------------------------------------


@pytest.mark.parametrize("path", ["", "style.css", "main.js", "nowhere", "api/judge"])
def test_every_answer_has_a_strict_policy(client: Any, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1:1", "localhost"]
)
def test_requests_for_another_host_are_turned_away(client: Any, host: str) -> None:
    port = str(urlsplit(str(client.base_url)).port)
    answer = judge(client, Host=host.format(port=port))
    assert answer.status_code == 403
    assert answer.json()["error"].endswith("the request names another host.")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_requests_of_other_sites_are_turned_away(client: Any, origin: str) -> None:
    answer = judge(client, Origin=origin)
    assert answer.status_code == 403
    assert answer.json()["error"] == "The request comes from a page of another site."


@pytest.mark.parametrize(
    ("method", "site", "destination", "status"),
    [
        ("POST", "cross-site", "document", 403),
        ("GET", "cross-site", "", 403),
        ("GET", "same-site", "script", 403),
        ("GET", "cross-site", "iframe", 403),
        ("GET", "cross-site", "document", 200),
        ("GET", "same-origin", "script", 200),
        ("GET", "none", "document", 200),
    ],
)
def test_other_sites_may_link_to_the_page_and_no_more(
    client: Any, method: str, site: str, destination: str, status: int
) -> None:
    headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Dest": destination}
    assert client.request(method, "", headers=headers).status_code == status


def test_requests_of_the_page_are_answered_under_any_name_of_this_machine(client: Any) -> None:
    port = urlsplit(str(client.base_url)).port
    for answer in (
        judge(client, Origin=str(client.base_url).rstrip("/")),
        judge(client, Host=f"localhost:{port}"),
    ):
        assert (answer.status_code, answer.json()["status"]) == (200, "valid")


@pytest.mark.parametrize(
    ("host", "header", "is_named"),
    [
        ("127.0.0.1", "127.0.0.1:80", True),
        ("127.0.0.1", "localhost", True),
        ("127.0.0.1", "[::1]:80", True),
        ("127.0.0.1", "10.0.0.1:80", False),
        ("127.0.0.1", "evil.example:80", False),
        ("127.0.0.1", "", False),
        ("::1", "[::1]:80", True),
        ("::1", "[::1]", True),
        ("0.0.0.0", "192.168.1.2:80", True),
        ("0.0.0.0", "[fe80::1]:80", True),
        ("0.0.0.0", "evil.example:80", False),
        ("box.local", "box.local:80", True),
    ],
)
def test_only_own_names_and_addresses_are_taken_for_the_host(
    host: str, header: str, is_named: bool
) -> None:
    assert Address(host, 80).is_named(header) == is_named


# --- languages ----------------------------------------------------------------------------


def test_answers_and_refusals_are_in_the_language_of_the_request(client: Any) -> None:
    chinese: Any = {"Accept_Language": "zh-CN,zh;q=0.9,en;q=0.8"}
    assert judge(client, **chinese).json()["verdict"] == "唯一解。"
    assert judge(client).json()["verdict"] == "One solution."
    requests: list[dict[str, Any]] = [
        {"content": b"{"},
        {"content": b" " * (MOST_BYTES + 1)},
        {"Origin": "http://evil.example"},
        {"Host": "evil.example"},
        {"Content_Type": "text/plain"},
    ]
    for request in requests:
        english = judge(client, **request).json()
        refusal = judge(client, **request, **chinese).json()
        assert refusal["error"].endswith("。")
        assert english["error"].isascii()
        assert (refusal["code"], refusal["arguments"]) == (english["code"], english["arguments"])


def test_the_page_gets_its_words_in_all_languages(client: Any) -> None:
    languages = client.get("languages.json").json()
    assert {name: language["name"] for name, language in languages.items()} == LANGUAGES


def test_the_page_is_opened_in_the_language_of_the_program() -> None:
    address = Address("127.0.0.1", 80)
    assert address.page == address.url
    with use_language("zh"):
        assert address.page == f"{address.url}?language=zh"


# --- bad requests -------------------------------------------------------------------------


def test_a_request_of_another_type_is_refused(client: Any) -> None:
    answer = client.post("api/judge", content=QUICK, headers={"Content-Type": "text/plain"})
    assert answer.status_code == 415


def test_a_request_that_is_too_long_is_refused(client: Any) -> None:
    answer = judge(client, b" " * (MOST_BYTES + 1))
    assert (answer.status_code, answer.json()["code"]) == (413, "web.large")
    assert judge(client, QUICK.ljust(MOST_BYTES)).status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "api/judge", 405), ("POST", "api/guess", 404), ("GET", "../web/api.py", 404)],
)
def test_what_is_not_there_has_one_sentence(
    client: Any, method: str, path: str, status: int
) -> None:
    answer = client.request(method, path)
    assert answer.status_code == status
    assert answer.json()["error"].endswith(".")


def test_a_request_with_two_lengths_is_refused(client: Any) -> None:
    lengths = {"Content-Length": "5", "Transfer-Encoding": "chunked"}
    answer = client.post("api/read", content=iter((b"{}",)), headers=lengths)
    assert (answer.status_code, answer.json()["code"]) == (400, "web.two-lengths")
    assert answer.headers["connection"] == "close"


# --- limits -------------------------------------------------------------------------------

SLOW = b'{"seed": 11, "kind": "partial", "signs": "minimal", "level": "extreme"}'
"""A wish for a puzzle that is not found in eight seconds."""


def run(limits: ServerLimits, use: Callable[[Workers], Awaitable[None]]) -> None:
    """Use workers within a loop; no process may be left behind."""

    async def within() -> None:
        workers = Workers(limits)
        workers.start()
        try:
            await use(workers)
        finally:
            workers.close()

    asyncio.run(within())
    assert pids() == set()


def pids() -> set[int]:
    """The worker processes of this one."""
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    return {
        int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    }


async def is_working(workers: Workers) -> bool:
    """A busy machine may need several attempts within a short time limit."""
    for _ in range(50):
        with suppress(TimeLimitReached, TooManyRequests):
            status, _ = await workers.answer("judge", FULL)
            return status == 200
    return False


def test_a_worker_ends_with_the_time_limit() -> None:
    async def use(workers: Workers) -> None:
        assert await is_working(workers)
        before = pids()
        with pytest.raises(TimeLimitReached):
            await workers.answer("generate", SLOW)
        assert await is_working(workers)
        assert not pids() & before

    run(ServerLimits(workers=1, requests=1, seconds=1.0), use)


def test_a_worker_ends_when_the_client_leaves() -> None:
    async def use(workers: Workers) -> None:
        assert await is_working(workers)
        before = pids()
        task = asyncio.create_task(workers.answer("generate", SLOW))
        await asyncio.sleep(0.3)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert await is_working(workers)
        assert not pids() & before

    run(ServerLimits(workers=1, requests=1, seconds=30.0), use)


def test_requests_beyond_the_limit_are_turned_away() -> None:
    async def use(workers: Workers) -> None:
        tasks = [asyncio.create_task(workers.answer("judge", QUICK)) for _ in range(3)]
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        assert sum(isinstance(answer, TooManyRequests) for answer in answers) == 1
        assert await is_working(workers)

    run(ServerLimits(workers=1, requests=2, seconds=30.0), use)


def test_no_request_notices_that_workers_were_killed(capfd: pytest.CaptureFixture[str]) -> None:
    async def use(workers: Workers) -> None:
        for _ in range(3):
            for pid in pids():
                os.kill(pid, signal.SIGKILL)
            answers = [workers.answer(name, QUICK) for name in ("judge", "judge", "draw")]
            assert [status for status, _ in await asyncio.gather(*answers)] == [200, 200, 400]

    run(ServerLimits(workers=2, requests=3, seconds=60.0), use)
    assert capfd.readouterr() == ("", "")


def test_long_requests_end_with_their_time_and_others_go_on() -> None:
    """Fifteen long requests for one worker: most would get too little of their time."""

    async def use(workers: Workers) -> None:
        assert await is_working(workers)
        async with serving_from(workers) as client:
            long = [
                asyncio.create_task(client.post("api/generate", content=SLOW)) for _ in range(15)
            ]
            answers = await asyncio.gather(*long)
            assert (await client.post("api/judge", content=QUICK)).status_code == 200
        assert Counter(answer.status_code for answer in answers) == {504: 1, 503: 14}
        assert all("Retry-After" in one.headers for one in answers if one.status_code == 503)

    run(ServerLimits(workers=1, requests=15, seconds=3.0), use)


@asynccontextmanager
async def serving_from(workers: Workers) -> AsyncIterator[Any]:
    """A client of an application, without a network."""
    address = Address("127.0.0.1", 80)
    transport = httpx.ASGITransport(application(workers, address))
    headers = {"Content-Type": "application/json"}
    async with httpx.AsyncClient(transport=transport, base_url=address.url, headers=headers) as one:
        yield one


def test_a_port_that_is_taken_is_trouble(client: Any) -> None:
    port = str(urlsplit(str(client.base_url)).port)
    ran = run_program("serve", "--no-browser", "--port", port)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == f"127.0.0.1:{port}: Address already in use\n"


def test_a_server_that_others_can_reach_warns() -> None:
    with subprocess.Popen(
        [*PROGRAM, "--host", "0.0.0.0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout
        url = server.stdout.readline().strip()
        assert httpx.get(url).status_code == 200
        server.terminate()
        assert server.stderr
        assert "warning: anybody who can reach 0.0.0.0" in server.stderr.read()


class Route:
    """A socket on a machine whose default route has an address."""

    def __init__(self, *_: object) -> None:
        pass

    def __enter__(self) -> Route:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def connect(self, _: object) -> None:
        pass

    def getsockname(self) -> tuple[str, int]:
        return "192.168.1.20", 50000


class NoRoute(Route):
    def connect(self, _: object) -> None:
        raise OSError(errno.ENETUNREACH, "Network is unreachable")


@pytest.mark.parametrize(
    ("host", "route", "announced"),
    [
        ("0.0.0.0", Route, "192.168.1.20"),
        ("0.0.0.0", NoRoute, "0.0.0.0"),
        ("127.0.0.1", Route, "127.0.0.1"),
    ],
)
def test_the_address_is_one_that_other_machines_can_open(
    monkeypatch: pytest.MonkeyPatch, host: str, route: type[Route], announced: str
) -> None:
    monkeypatch.setattr("socket.socket", route)
    assert reachable(host) == announced


def unfinished(url: str, part: bytes) -> socket.socket:
    """A connection on which only a part of a request arrives."""
    address = urlsplit(url)
    assert address.hostname
    client = socket.create_connection((address.hostname, address.port or 80))
    client.sendall(part.replace(b"HOST", address.netloc.encode()))
    return client


HEAD = b"POST /api/judge HTTP/1.1\r\nHost: HOST\r\nX: "
BODY = (
    b"POST /api/judge HTTP/1.1\r\nHost: HOST\r\n"
    b"Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
)
GET = b"GET /daily.bin HTTP/1.1\r\nHost: HOST\r\n\r\n" * 1000
"""So many answers that a system does not hold them all."""


@pytest.mark.parametrize("part", [b"", HEAD, BODY, GET])
def test_clients_that_never_finish_keep_no_signal_waiting(part: bytes) -> None:
    pipe = subprocess.PIPE
    with (
        ExitStack() as clients,
        subprocess.Popen(PROGRAM, stdout=pipe, stderr=pipe, text=True) as server,
    ):
        assert server.stdout
        assert server.stderr
        url = server.stdout.readline().strip()
        for _ in range(50):
            clients.enter_context(unfinished(url, part))
        with httpx.Client(base_url=url, timeout=120) as client:
            assert judge(client).status_code == 200
        server.send_signal(signal.SIGINT)
        assert server.wait(120) == 130
        assert server.stderr.read().split() in ([], ["interrupted"])


def test_connections_have_a_limit() -> None:
    with (
        ExitStack() as clients,
        subprocess.Popen(PROGRAM, stdout=subprocess.PIPE, text=True) as server,
    ):
        assert server.stdout
        url = server.stdout.readline().strip()
        for _ in range(200):
            clients.enter_context(unfinished(url, b""))
        with httpx.Client(base_url=url, timeout=120) as client:
            assert judge(client).status_code == 503
            clients.close()
            assert judge(client).status_code == 200
        server.send_signal(signal.SIGINT)
        assert server.wait(120) == 130


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("seconds", [0.6, 2.0])
def test_a_signal_ends_the_server_and_its_workers(number: signal.Signals, seconds: float) -> None:
    ended = Interruption(seconds, (number,)).of(PROGRAM, ready=True)
    assert ended.code == 128 + number
    assert ended.seconds < 30, "a process was left behind"
    assert ended.err.splitlines() in ([], ["interrupted"])
