"""Tasks over several processes, in their order.

Every process has a pipe of its own, so that it is known which task it was at when it ended before its time; that task and those
that waited behind it are run again. Nothing of a task is handed on before all of it is there: nothing is lost, nothing comes twice.
Processes are forked where that is safe, which is where no other thread runs: they begin at once, with everything loaded. Elsewhere
they are spawned.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import BytesIO
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import Literal

from canasta_audit.batch.items import BatchItem, FileBegins, Unusable
from canasta_audit.batch.pack import unpacked
from canasta_audit.batch.run import Workplace
from canasta_audit.batch.stream import OUT_OF_MEMORY
from canasta_audit.batch.task import Job, Ready, Settings, Task, is_here
from canasta_audit.batch.worker import Answer, serve
from canasta_audit.ruleset.model import Ruleset

_WINDOW = 256
_LITTLE = 128 * 1024
_WAITING = 8
_TRIES = 2
_BEAT = 0.2
_BETWEEN = 64


class WorkerError(Exception):
    """An error of our own in another process."""


class _Slot:
    """One place in the order, and what is known of it."""

    __slots__ = ("answer", "done", "job", "number", "tries")

    def __init__(self, number: int, job: Job) -> None:
        self.number = number
        self.job = job
        self.tries = 0
        self.done = False
        self.answer: Answer | Unusable | None = None

    @property
    def size(self) -> int:
        return self.job.size if isinstance(self.job, Task) else 0


class _Worker:
    """A process, our end of its pipe, and the tasks that it was sent and has not answered."""

    def __init__(self, process: BaseProcess, pipe: Connection) -> None:
        self.process = process
        self.pipe = pipe
        self.slots: deque[_Slot] = deque()

    def takes(self, slot: _Slot) -> bool:
        """Tell whether the task may wait here: a short one, behind short ones."""
        return len(self.slots) < _WAITING and slot.size > 0 and slot.size + sum(one.size for one in self.slots) <= _LITTLE


class Pool:
    """Runs tasks over several processes."""

    def __init__(self, settings: Settings, number: int, beat: Callable[[], None] = lambda: None) -> None:
        """Have at most so many processes; ``beat`` is called a few times a second while they are waited for."""
        self.finished = self.size = 0
        self._settings = settings
        self._most = number
        self._beat = beat
        self._workers: list[_Worker] = []
        self._window: deque[_Slot] = deque()
        self._again: deque[_Slot] = deque()
        self._jobs: Iterator[Job] = iter(())
        self._number = 0
        self._folder = ""
        self._here: Workplace | None = None

    def results(self, jobs: Iterator[Job]) -> Iterator[tuple[Job, Iterable[BatchItem]]]:
        """What every job came to."""
        self._jobs = jobs
        while True:
            self._hand_out()
            if not self._window:
                return
            if self._window[0].done:
                slot = self._window.popleft()
                yield slot.job, self._meanwhile(self._items(slot))
            else:
                self._listen(_BEAT)
                self._beat()

    def close(self) -> None:
        """End all processes, and remove what they have left."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()
        self._workers.clear()
        if self._here is not None:
            self._here.close()
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)
        self._folder = ""

    def _hand_out(self) -> None:
        """Give out as many tasks as can be worked on soon."""
        while (slot := self._following()) is not None:
            if isinstance(slot.job, Ready) or is_here(slot.job):
                slot.done = True
            elif (worker := self._free_for(slot)) is None:
                self._again.appendleft(slot)
                return
            elif not worker:
                slot.done = True
            else:
                worker.slots.append(slot)
                with suppress(OSError):
                    # A process that has ended is noticed where its answers are read.
                    worker.pipe.send((slot.number, slot.job))

    def _following(self) -> _Slot | None:
        """The next slot to be worked on, ``None`` where there is none or too many wait for their turn."""
        if self._again:
            return self._again.popleft()
        if len(self._window) >= _WINDOW:
            return None
        job = next(self._jobs, None)
        if job is None:
            return None
        self._number += 1
        slot = _Slot(self._number, job)
        self._window.append(slot)
        return slot

    def _free_for(self, slot: _Slot) -> _Worker | Literal[False] | None:
        """A process for the task; ``None`` where all are busy, ``False`` where none can be started."""
        for worker in self._workers:
            if not worker.slots:
                return worker
        if len(self._workers) < self._most:
            try:
                return self._start()
            except OSError:
                self._most = len(self._workers)
        if not self._most:
            return False
        return next((worker for worker in self._workers if worker.takes(slot)), None)

    def _start(self) -> _Worker:
        if not self._folder:
            self._folder = tempfile.mkdtemp(prefix="canasta-audit-")
        context = _context()
        ours, theirs = context.Pipe()
        forked = context.get_start_method() == "fork"
        others = [ours, *(worker.pipe for worker in self._workers)] if forked else []
        process = context.Process(  # type: ignore[attr-defined]
            target=serve, args=(theirs, self._settings, self._folder, os.getpid(), others), daemon=True
        )
        try:
            with _no_signals():
                process.start()
        except OSError:
            ours.close()
            raise
        finally:
            theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def _listen(self, seconds: float) -> None:
        """Take the answers that have come, or come soon."""
        at = {worker.pipe: worker for worker in self._workers}
        for pipe in wait(list(at), seconds):
            worker = at[pipe]  # type: ignore[index]
            try:
                answer: Answer = worker.pipe.recv()
            except (EOFError, OSError):
                self._lost(worker, "")
                continue
            if answer.what == "memory":
                self._lost(worker, OUT_OF_MEMORY)
                continue
            slot = worker.slots.popleft()
            assert slot.number == answer.number
            if answer.what == "disk":
                raise OSError(0, answer.told, self._folder)
            if answer.what == "fault":
                raise WorkerError(answer.told)
            self._finish(slot, answer)

    def _lost(self, worker: _Worker, reason: str) -> None:
        """Put the tasks of a process that is no more in front of all others, or give up the one that it was at."""
        self._workers.remove(worker)
        worker.process.kill()
        worker.process.join()
        worker.pipe.close()
        if worker.slots:
            slot = worker.slots[0]
            slot.tries += 1
            if slot.tries >= _TRIES:
                worker.slots.popleft()
                assert isinstance(slot.job, Task)
                told = reason or f"the process that audited it ended before its time, {_times(_TRIES)} ({_how(worker.process)})"
                self._finish(slot, Unusable(slot.job.file, told))
        self._again.extendleft(reversed(worker.slots))

    def _finish(self, slot: _Slot, answer: Answer | Unusable) -> None:
        slot.answer = answer
        slot.done = True
        self.finished += 1
        self.size += slot.size

    def _items(self, slot: _Slot) -> Iterator[BatchItem]:
        job, answer = slot.job, slot.answer
        if isinstance(job, Ready):
            yield from job.items
        elif isinstance(answer, Unusable):
            yield FileBegins(answer.file)
            yield answer
        elif answer is None:
            yield from self._place.run(job)
            self.finished += 1
            self.size += job.size
        elif answer.what == "data":
            yield from unpacked(BytesIO(answer.data), self._choose)
        else:
            with open(answer.told, "rb") as stream:
                yield from unpacked(stream, self._choose)
            os.unlink(answer.told)

    def _meanwhile(self, items: Iterable[BatchItem]) -> Iterator[BatchItem]:
        """The same items; whoever reads many of them must not leave the processes without work."""
        for count, item in enumerate(items, 1):
            yield item
            if count % _BETWEEN == 0:
                self._listen(0)
                self._hand_out()

    @property
    def _place(self) -> Workplace:
        if self._here is None:
            self._here = Workplace(self._settings)
        return self._here

    def _choose(self, tags: Mapping[str, str]) -> Ruleset:
        return self._place.choose(tags)


def _context() -> BaseContext:
    """How processes are begun."""
    forks = "fork" in multiprocessing.get_all_start_methods() and sys.platform != "darwin" and threading.active_count() == 1
    return multiprocessing.get_context("fork" if forks else "spawn")


@contextmanager
def _no_signals() -> Iterator[None]:
    """Have the signals that end a run wait: a process that has just been forked would take them for its own."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _how(process: BaseProcess) -> str:
    code = process.exitcode or 0
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def _times(number: int) -> str:
    return "twice" if number == 2 else f"{number} times"
