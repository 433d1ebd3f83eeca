"""A Dask scheduler and workers in processes of this machine, which end with their parent."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from subprocess import DEVNULL
from tempfile import TemporaryDirectory
from typing import Any, Self

from ineqsudoku.apps.batch.processes import start
from ineqsudoku.apps.batch.worker import end_with
from ineqsudoku.apps.cli.exits import block_signals
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Message

WORKER_TTL = "20s"
"""A worker that is silent for this long counts as lost."""

FORGETFUL = {
    "distributed.admin.low-level-log-length": 0,
    "distributed.admin.system-monitor.log-length": 1,
}
"""Settings without which Dask keeps the last 1000 messages, with the texts of puzzles in them."""


class LocalCluster:
    """A context that starts the processes and kills them at its end."""

    def __init__(self, workers: int) -> None:
        self._number = workers
        self._nodes: list[_Node] = []
        self._address = ""

    def __enter__(self) -> Self:
        try:
            with block_signals():
                self._nodes.append(_Node("scheduler"))
                for _ in range(self._number):
                    self._nodes.append(_Node("worker"))
        except BaseException:  # Also after Ctrl-C, no process may be left.
            self.kill()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def has_scheduler(self) -> bool:
        return bool(self._nodes) and self._nodes[0].process.poll() is None

    @property
    def has_workers(self) -> bool:
        return any(node.process.poll() is None for node in self._nodes[1:])

    def address(self) -> str:
        """Return the address of the scheduler, and send it to the workers.

        Waits until the scheduler has started, which takes long on a busy machine.  Raises
        `IneqSudokuError` if a process ends before.
        """
        scheduler, *workers = self._nodes
        try:
            address = str(scheduler.connection.recv_bytes(), "ascii")
            for worker in workers:
                worker.connection.send_bytes(address.encode())
        except (EOFError, OSError):
            raise IneqSudokuError(
                Message("batch.not-started", "the processes of the local cluster did not start")
            ) from None
        return address

    def kill(self) -> None:
        nodes, self._nodes = self._nodes, []
        for node in nodes:
            node.process.kill()
        for node in nodes:
            node.process.wait()
            node.connection.close()


class _Node:
    """A process, and the parent's end of its connection."""

    def __init__(self, function: str) -> None:
        self.process, end = start("ineqsudoku.apps.batch.local_cluster", function, stderr=DEVNULL)
        self.connection = Connection(end.detach())


def serve(parent: int, function: str) -> None:
    """Run a node of a cluster until the process `parent` is gone."""
    end_with(parent)
    connection = Connection(os.dup(0))
    os.dup2(2, 1)  # Whatever is printed must not mix with messages.
    work = _scheduler if function == "scheduler" else _worker
    asyncio.run(work(connection))


async def _scheduler(connection: Connection) -> None:
    import dask
    from distributed import Scheduler

    dask.config.set({**FORGETFUL, "distributed.scheduler.worker-ttl": WORKER_TTL})
    with _own_folder():
        scheduler = Scheduler(host="127.0.0.1", port=0, dashboard=False)
    async with scheduler:
        connection.send_bytes(scheduler.address.encode())
        await scheduler.finished()


async def _worker(connection: Connection) -> None:
    import dask
    from distributed import Worker

    address = str(connection.recv_bytes(), "ascii")
    dask.config.set({**FORGETFUL, "distributed.worker.profile.enabled": False})
    options: dict[str, Any] = {"nthreads": 1, "host": "127.0.0.1", "dashboard": False}
    with _own_folder():
        worker = Worker(address, memory_limit=0, heartbeat_interval="500ms", **options)
    async with worker:
        await worker.finished()


@contextmanager
def _own_folder() -> Iterator[None]:
    """Return a context in which Dask makes its folders in a temporary one, instead of leaving them.

    Nodes do not need their folders: with this limit of memory, Dask writes no values to the disk.
    """
    import dask

    with (
        TemporaryDirectory(prefix="ineqsudoku-") as folder,
        dask.config.set({"temporary-directory": folder}),
    ):
        yield
