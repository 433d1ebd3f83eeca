"""How fast the page and its server are, and what 200 clients do to them.

    python benchmarks/web.py [--seconds 60] [--clients 200]

Needs ineqsudoku[web-test]; without Chromium the page itself is not measured.  The clients run in
this process and share the processors with the server, so they slow it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from time import monotonic, perf_counter

import httpx
from layouts import random_layouts

from ineqsudoku.apps.web.values import object_of

PROGRAM = (sys.executable, "-m", "ineqsudoku", "serve", "--no-browser", "--port", "0")
ROUNDS = 200


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--clients", type=int, default=200)
    arguments = parser.parse_args()
    with serving() as (server, url):
        measure_page(url)
        measure_judging(url)
        asyncio.run(measure_load(server.pid, url, arguments.clients, arguments.seconds))
        begun = perf_counter()
        pids = tree(server.pid)
        server.send_signal(signal.SIGINT)
        server.wait()
        left = [pid for pid in pids if Path(f"/proc/{pid}").exists()]
        print(f"Ctrl-C: ended after {perf_counter() - begun:.2f} s, {len(left)} processes left")


@contextmanager
def serving() -> Iterator[tuple[subprocess.Popen[str], str]]:
    with subprocess.Popen(PROGRAM, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            yield server, server.stdout.readline().strip()
        finally:
            server.terminate()


def measure_page(url: str) -> None:
    """The time until the page can be used, in fresh contexts of one browser."""
    chromium = shutil.which("chromium")
    if not chromium:
        print("page: no Chromium here")
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        times, sizes = [], []
        for _ in range(15):
            context = browser.new_context()
            page = context.new_page()
            begun = perf_counter()
            page.goto(url)
            page.wait_for_selector("#status:not(:empty)")
            times.append(perf_counter() - begun)
            sizes.append(page.evaluate(TRANSFER))
            context.close()
        browser.close()
    report("page usable", times)
    print(f"transfer: {max(sizes):,} bytes")


TRANSFER = """['resource', 'navigation'].flatMap(each => performance.getEntriesByType(each))
    .filter(each => !each.name.endsWith("daily.bin"))
    .reduce((sum, each) => sum + each.encodedBodySize, 0)"""


def measure_judging(url: str) -> None:
    """Round trips of one client that judges random full layouts with one solution."""
    with httpx.Client(base_url=url) as client:
        for depth in ("status", "full"):
            times = []
            for puzzle in random_layouts(ROUNDS):
                request = {"puzzle": object_of(puzzle), "depth": depth}
                begun = perf_counter()
                client.post("api/judge", json=request).raise_for_status()
                times.append(perf_counter() - begun)
            report(f"judge, depth {depth}", times)


def report(name: str, seconds: list[float]) -> None:
    *_, high = quantiles(seconds, n=20)
    print(f"{name}: median {1000 * median(seconds):.1f} ms, 95 % within {1000 * high:.1f} ms")


async def measure_load(pid: int, url: str, clients: int, seconds: float) -> None:
    """Clients that judge without a pause; statuses of their answers, and memory."""
    statuses: Counter[int | str] = Counter()
    request = json.dumps({"puzzle": object_of(random_layouts(1)[0]), "depth": "status"})
    until = monotonic() + seconds

    async def one(client: httpx.AsyncClient) -> None:
        headers = {"Content-Type": "application/json"}
        while monotonic() < until:
            try:
                answer = await client.post("api/judge", content=request, headers=headers)
                statuses[answer.status_code] += 1
            except httpx.HTTPError as error:
                statuses[type(error).__name__] += 1

    async def watch() -> list[int]:
        found = []
        while monotonic() < until:
            found.append(memory(pid))
            await asyncio.sleep(seconds / 12)
        return found

    limits = httpx.Limits(max_connections=clients)
    async with httpx.AsyncClient(base_url=url, limits=limits, timeout=60) as client:
        watching = asyncio.create_task(watch())
        await asyncio.gather(*(one(client) for _ in range(clients)))
        memories = await watching
    print(f"{clients} clients for {seconds:g} s: {dict(statuses)}")
    print(f"memory (MiB): {' '.join(str(each // 1024) for each in memories)}")


def tree(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task").glob("*/children")
    return [pid, *(int(each) for one in children for each in one.read_text().split())]


def memory(pid: int) -> int:
    """KiB of the server and its workers."""
    total = 0
    for each in tree(pid):
        for line in Path(f"/proc/{each}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                total += int(line.split()[1])
    return total


if __name__ == "__main__":
    main()
