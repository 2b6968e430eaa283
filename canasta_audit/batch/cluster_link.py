"""The connection to a Dask cluster: all that knows the package ``distributed``.

Nothing here waits without end: what is asked of the cluster is awaited in its own thread, with a time-out, and whoever waits draws
its bar meanwhile and can be interrupted. Functions are sent by value, so that a scheduler needs nothing of ours, and a worker that
lacks it can say so.
"""

from __future__ import annotations

import asyncio
import logging
import re
import sys
import threading
import warnings
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import CancelledError, TimeoutError
from concurrent.futures import Future as Waiting
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any, Literal, TypeVar
from uuid import uuid4

from canasta_audit.version import VERSION

CONNECT = 10.0
"""Seconds in which a scheduler must answer, at the beginning or after it was lost."""

ANSWER = 30.0
"""Seconds in which workers must tell their version, and give out a piece of a result."""

NO_WORKER = 60.0
"""Seconds in which a cluster without workers must have one."""

SILENT = 60.0
"""Seconds in which a scheduler must answer a question while it works."""

_COUNT = 2.0
_BEAT = 0.05
_RETRIES = 2
_PIECE = 4 * 1024 * 1024
_ADDRESS = re.compile(r"((?:tcp|tls|ucx|wss?)://)?([^/\s]+:\d+)/?")

Status = Literal["pending", "finished", "error", "cancelled"]
T = TypeVar("T")


class ClusterError(Exception):
    """The cluster cannot be used, and this is why."""


class Link:
    """A client of a scheduler."""

    def __init__(self, address: str) -> None:
        """Connect, and ask the workers for their version. Raises ``ClusterError``."""
        known = _ADDRESS.fullmatch(address)
        if known is None:
            raise ClusterError("write it as tcp://HOST:PORT")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                from distributed import Client
        except ImportError as error:
            raise ClusterError(f"it needs the extra `cluster`: pip install 'canasta-audit[cluster]' ({error})") from None
        self.beat: Callable[[], None] = lambda: None
        """Called while something is awaited."""
        self.workers = self.threads = 0
        self._counting: Waiting[dict[str, int]] | None = None
        self._due = 0.0
        self._name = f"canasta-audit-{uuid4().hex}"
        self._number = 0
        self._alone_since = monotonic()
        # It logs what is told better here, or is no trouble at all.
        self._logged = logging.root.manager.disable
        logging.disable(logging.CRITICAL)
        self._client: Any = None
        try:
            self._client = _connected(Client, (known[1] or "tcp://") + known[2])
            self._check()
            self._counted(self._ask(lambda: self._client.scheduler.ncores(), ANSWER))
        except ClusterError:
            self.close()
            raise
        except Exception as error:
            self.close()
            told = " ".join(str(error).split())[:200] or type(error).__name__
            raise ClusterError(f"no Dask scheduler answers there within {CONNECT:.0f} seconds ({told})") from None

    def close(self) -> None:
        """End the connection: the cluster lets go of whatever was asked of it."""
        client, self._client = self._client, None
        if client is not None:
            with suppress(Exception):
                client.close(timeout=1)
            logging.disable(self._logged)

    def submit(self, data: bytes, first: bool) -> Any:
        """Have a worker run an errand, ``first`` before others: what stands for its result."""
        self._number += 1
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return self._client.submit(
                _worker_end(), VERSION, data, key=f"{self._name}-{self._number}", pure=False, retries=_RETRIES, priority=int(first)
            )

    def status(self, future: Any) -> Status:
        """How far an errand is; one whose result was lost is pending once more."""
        status = future.status
        return "cancelled" if status == "lost" else status

    def killed(self, future: Any) -> int:
        """How many workers ended at an errand in which there was an error. Raises ``ClusterError`` for any other error."""
        from distributed import KilledWorker

        error = future.exception(timeout=ANSWER)
        if isinstance(error, KilledWorker):
            return error.allowed_failures + 1
        raise ClusterError(f"a worker failed: {type(error).__name__}: {' '.join(str(error).split())[:200]}")

    def lost(self) -> bool:
        """Tell whether the scheduler is not there just now. Raises ``ClusterError`` where it stays away, or has no workers."""
        status = self._client.status
        if status == "running":
            self._count()
            return False
        if status != "connecting":
            raise ClusterError(f"the scheduler was lost, and did not come back within {CONNECT:.0f} seconds")
        return True

    def fetch(self, futures: Sequence[Any]) -> Waiting[list[Any]]:
        """Begin to fetch results."""
        return self._begin(lambda: self._client.gather(list(futures), asynchronous=True))

    def pieces(self, address: str, token: str, size: int, write: Callable[[bytes], object]) -> bool:
        """Fetch what a worker keeps; tell whether all of it was there."""
        place = 0
        while place < size:
            wanted = (_pieces(), token, place, _PIECE)
            asked = partial(self._client.run, *wanted, workers=[address], on_error="return", asynchronous=True)
            try:
                data = self._ask(asked, ANSWER).get(address)
            except (TimeoutError, CancelledError, OSError):
                return False
            if not isinstance(data, bytes) or not data:
                return False
            write(data)
            place += len(data)
        return True

    def wait(self) -> None:
        """Let a little time pass."""
        from time import sleep

        sleep(_BEAT / 5)
        self.beat()

    def _check(self) -> None:
        """Raises ``ClusterError`` where a worker has another version than this."""
        here = sys.version_info[:2]
        asked = {"op": "versions", "packages": []}
        told = self._ask(lambda: self._client.scheduler.broadcast(msg=asked, on_error="ignore"), ANSWER)
        for address, versions in told.items():
            there = str(versions["host"]["python"])
            if there.split(".")[:2] != [str(number) for number in here]:
                raise ClusterError(f"the worker {address} runs Python {there}, this is {here[0]}.{here[1]}: they must be the same")
        found = self._ask(lambda: self._client.run(_version(), on_error="return", asynchronous=True), ANSWER)
        for address, version in found.items():
            if not isinstance(version, Exception):
                self.check_version(address, version)

    def check_version(self, address: str, version: str) -> None:
        """Raises ``ClusterError`` where the version of a worker, ``""`` where there is none, is not that of this program."""
        if version == VERSION:
            return
        told = f"has canasta-audit {version}, this is {VERSION}" if version else f"has no canasta-audit: install {VERSION} there"
        raise ClusterError(f"the worker {address} {told}")

    def _count(self) -> None:
        """Take the number of workers and threads now and then. Raises ``ClusterError`` where there are none for long."""
        if self._counting is not None and self._counting.done():
            with suppress(Exception):
                self._counted(self._counting.result())
            self._counting = None
        if self._counting is None and monotonic() > self._due:
            self._due = monotonic() + _COUNT
            self._counting = self._begin(lambda: self._client.scheduler.ncores())
        elif monotonic() - self._due > SILENT:
            raise ClusterError(f"the scheduler has not answered for {SILENT:.0f} seconds")
        if self.workers:
            self._alone_since = monotonic()
        elif monotonic() - self._alone_since > NO_WORKER:
            raise ClusterError(f"the cluster has had no worker for {NO_WORKER:.0f} seconds")

    def _counted(self, cores: dict[str, int]) -> None:
        self.workers, self.threads = len(cores), sum(cores.values())

    def _ask(self, question: Callable[[], Coroutine[Any, Any, T]], seconds: float) -> T:
        """The answer to a question."""
        waiting: Waiting[T] = self._begin(question)
        until = monotonic() + seconds
        while True:
            try:
                return waiting.result(_BEAT)
            except TimeoutError:
                if waiting.done() or monotonic() > until:
                    waiting.cancel()
                    raise
                self.beat()

    def _begin(self, question: Callable[[], Coroutine[Any, Any, T]]) -> Waiting[T]:
        """Have a question asked in the thread of the client, which begins it there.

        A coroutine that was made here could be left un-awaited by a signal that ends the run, and Python would complain of that.
        """
        loop = self._client.loop.asyncio_loop
        waiting: Waiting[T] = Waiting()

        def begin() -> None:
            asked = loop.create_task(question())
            asked.add_done_callback(lambda _: _pass_on(asked, waiting))
            waiting.add_done_callback(lambda _: waiting.cancelled() and loop.call_soon_threadsafe(asked.cancel))

        loop.call_soon_threadsafe(begin)
        return waiting


def _pass_on(asked: asyncio.Task[T], waiting: Waiting[T]) -> None:
    """Hand on what a question came to, if anybody still waits for it."""
    if asked.cancelled():
        waiting.cancel()
        return
    error = asked.exception()
    if not waiting.set_running_or_notify_cancel():
        return
    if error is not None:
        waiting.set_exception(error)
    else:
        waiting.set_result(asked.result())


def _connected(kind: Any, address: str) -> Any:
    """A client of the scheduler. Raises whatever goes wrong; what is no scheduler at all may keep a client waiting for ever."""
    came: Waiting[Any] = Waiting()

    def connect() -> None:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                came.set_result(kind(address, timeout=CONNECT, set_as_default=False))
        except Exception as error:
            came.set_exception(error)

    threading.Thread(target=connect, daemon=True).start()
    return came.result(CONNECT + 2)


def _worker_end() -> Callable[[str, bytes], Any]:
    """What a worker runs. Functions within functions are sent whole, not by the name of their module."""
    there = _version()

    def run(version: str, data: bytes) -> Any:
        from distributed import get_worker

        worker = get_worker()
        key = worker.get_current_task()

        def wanted() -> bool:
            task = worker.state.tasks.get(key)
            return task is not None and task.state != "cancelled"

        try:
            from canasta_audit.batch.cluster_work import work
        except ImportError:
            return (worker.address, (), b"", "", there())
        return work(version, data, wanted, worker.address)

    return run


def _version() -> Callable[[], str]:
    """What tells the version of a worker."""

    def version() -> str:
        try:
            from canasta_audit.version import VERSION as there
        except ImportError:
            return ""
        return there

    return version


def _pieces() -> Callable[[str, int, int], bytes]:
    """What gives out a piece of a result that a worker keeps."""

    def take(token: str, place: int, size: int) -> bytes:
        from canasta_audit.batch.cluster_work import piece

        return piece(token, place, size)

    return take
