"""Dask clusters as processes on this machine: ``python -m tests.cluster.clusters FOLDER NAME=KIND,KIND ...``.

Everything is loaded once and forked, so that a worker that was killed is replaced in no time. A line of JSON tells the addresses.
The kinds of workers: ``plain``; ``other``, with another version of the product; ``none``, without it; ``blind``, on a disk of its
own.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from distributed import Scheduler, Worker

import canasta_audit.version
from canasta_audit.batch import cluster_work
from canasta_audit.batch.remote import Remote
from canasta_audit.notation.derive import grammar
from tests.cluster import bucket


async def _scheduler(told: Path) -> None:
    async with Scheduler(host="127.0.0.1", port=0, dashboard=False, dashboard_address="127.0.0.1:0", allowed_failures=1) as running:
        told.with_suffix(".tmp").write_text(running.address)
        told.with_suffix(".tmp").rename(told)
        await running.finished()


async def _worker(address: str, folder: str) -> None:
    async with Worker(address, nthreads=1, dashboard=False, local_directory=folder, memory_limit=0) as running:
        await running.finished()


def _as_kind(kind: str) -> None:
    """Make this process a worker of a kind."""
    bucket.KILLS = True
    if kind == "other":
        canasta_audit.version.VERSION = cluster_work.VERSION = "9.9"
    elif kind == "none":
        for name in [name for name in sys.modules if name.startswith("canasta_audit")]:
            del sys.modules[name]
        sys.modules["canasta_audit"] = None  # type: ignore[assignment]
    elif kind == "blind":

        def nothing(*args: object) -> None:
            raise FileNotFoundError(2, "No such file or directory")

        cluster_work._same_file = nothing  # type: ignore[assignment]
        Remote.open = nothing  # type: ignore[assignment, method-assign]


def _forked(work: Callable[[], None]) -> int:
    pid = os.fork()
    if pid == 0:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        try:
            work()
        finally:
            os._exit(0)
    return pid


def main(folder: Path, *clusters: str) -> None:
    """Run clusters until this is ended, or whoever has begun it is no more."""
    parent = os.getppid()
    bucket.register()
    # Of lines out of order each worker would make them for itself.
    for name in ("line", "play"):
        grammar(name)
    children: dict[int, Callable[[], int]] = {}
    told = {}
    for cluster in clusters:
        name, _, kinds = cluster.partition("=")
        place = folder / name
        scheduler = _forked(lambda place=place: asyncio.run(_scheduler(place)))  # type: ignore[misc]
        while not place.exists():
            time.sleep(0.02)
        address = place.read_text()
        told[name] = {"address": address, "scheduler": scheduler}

        def begun(kind: str, address: str = address, name: str = name) -> int:
            def work() -> None:
                _as_kind(kind)
                (folder / f"{name}-{os.getpid()}").touch()
                asyncio.run(_worker(address, str(folder)))

            return _forked(work)

        for kind in filter(None, kinds.split(",")):
            children[begun(kind)] = lambda kind=kind, begun=begun: begun(kind)  # type: ignore[misc]
        children[scheduler] = lambda: 0
    print(json.dumps(told), flush=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        while os.getppid() == parent:
            pid, _ = os.waitpid(-1, os.WNOHANG)
            if pid:
                again = children.pop(pid)
                children[again()] = again
            else:
                time.sleep(0.05)
    finally:
        for pid in filter(None, children):
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
