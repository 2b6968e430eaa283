"""What is asked of a cluster leaves nothing behind, wherever a signal ends the run."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
import warnings
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any

import pytest

from canasta_audit.batch import cluster_link
from canasta_audit.batch.cluster_link import Link
from canasta_audit.batch.stream import Stopped


class Client:
    """As much of a client as is asked questions."""

    status = "running"

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = SimpleNamespace(asyncio_loop=loop)
        self.scheduler = self

    async def ncores(self) -> dict[str, int]:
        return {"one": 2, "two": 2}

    async def gather(self, futures: list[Any], asynchronous: bool) -> list[Any]:
        return futures

    async def run(self, function: Any, *args: Any, **more: Any) -> dict[str, bytes]:
        return {"one": b"data"}

    async def never(self) -> None:
        await asyncio.Event().wait()

    async def broken(self) -> None:
        raise OSError("gone")


@pytest.fixture(scope="module")
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    """A loop in a thread of its own, as that of a client is."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    yield loop
    loop.call_soon_threadsafe(loop.stop)
    thread.join(20)
    loop.close()


@pytest.fixture
def link(loop) -> Link:
    """A link whose client is the one above."""
    link = Link.__new__(Link)
    link._client = Client(loop)
    link._counting = None
    link._due = link._alone_since = 0.0
    link.workers = 1
    link.beat = lambda: None
    return link


WHERE = (cluster_link.__file__, str(Path(asyncio.__file__).parent))

ASKED = {
    "counted": lambda link: link.lost(),
    "fetched": lambda link: link.fetch(["future"]),
    "pieces": lambda link: link.pieces("one", "token", 4, lambda data: None),
}


def ended_at(number: int, link: Link, ask: Any) -> bool:
    """Ask, and be ended by a signal before so many steps of the interpreter are done; tell whether it came to that.

    Steps of the locks of the standard library do not count: some of them leave one locked.
    """
    left = number

    def trace(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal left
        if not frame.f_code.co_filename.startswith(WHERE):
            return None
        frame.f_trace_opcodes = True
        left -= event == "opcode"
        if left < 0:
            raise Stopped
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        ask(link)
    except Stopped:
        return True
    finally:
        sys.settrace(before)
    return False


@pytest.mark.parametrize("asked", ASKED)
def test_a_signal_at_any_moment_leaves_no_question_unasked(link, asked) -> None:
    number = 0
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        while ended_at(number, link, ASKED[asked]):
            link._counting, link._due = None, 0.0
            number += 1
        gc.collect()
    assert [str(one.message) for one in told] == []
    assert number > 50


def test_answers_errors_and_what_is_given_up(link) -> None:
    assert link._begin(link._client.ncores).result(20) == {"one": 2, "two": 2}
    with pytest.raises(OSError, match="gone"):
        link._begin(link._client.broken).result(20)
    tasks: list[Any] = []

    async def never() -> None:
        tasks.append(asyncio.current_task())
        await link._client.never()

    with pytest.raises(TimeoutError):
        link._ask(never, 0.1)
    # It is given up at the other end as well, by whichever of both.
    assert isinstance(link._begin(lambda: asyncio.wait(tasks)).result(20), tuple)
    waiting = link._begin(never)
    link._begin(link._client.ncores).result(20)
    link._client.loop.asyncio_loop.call_soon_threadsafe(tasks[1].cancel)
    with pytest.raises(CancelledError):
        waiting.result(20)
