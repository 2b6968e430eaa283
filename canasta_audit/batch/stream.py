"""The audit of many logs as one stream that can be stopped, and the runner that needs no other process."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import chain
from time import monotonic

from canasta_audit.batch.choose import Choose
from canasta_audit.batch.items import Aside, BatchItem, FileBegins, Interrupted, Unusable
from canasta_audit.batch.run import Workplace
from canasta_audit.batch.task import Job, Ready, Remembered, Runner, Settings, Task

_COUNTING = 0.3
"""Seconds that are spent on counting what is left when a run is stopped."""


class Here:
    """Runs tasks in this process, each when its turn comes."""

    def __init__(self, settings: Settings, choose: Choose | None = None, *, counts: bool = False) -> None:
        """As ``Workplace``; ``counts``: ``size`` grows while a log is read, too."""
        self.finished = 0
        self._place = Workplace(settings, choose)
        self._place.counts = counts
        self._done = self._job = 0

    @property
    def size(self) -> int:
        """How many bytes were audited."""
        return self._done + min(self._place.read, self._job)

    def results(self, jobs: Iterator[Job]) -> Iterator[tuple[Job, Iterable[BatchItem]]]:
        """What every job came to."""
        for job in jobs:
            if isinstance(job, Ready):
                yield job, job.items
                continue
            self._job = job.size
            yield job, self._run(job)
            self.finished += 1
            self._done += job.size
            self._job = self._place.read = 0

    def close(self) -> None:
        """Let go of what is open."""
        self._place.close()

    def _run(self, task: Task) -> Iterator[BatchItem]:
        try:
            yield from self._place.run(task)
        except MemoryError:
            yield Unusable(task.file, OUT_OF_MEMORY)


OUT_OF_MEMORY = "there is not enough memory to audit it"


class Stopped(BaseException):
    """The run is to end now; where no signal ends it, the reason is told."""


class Batch:
    """The audit of many logs as one stream, in their order."""

    def __init__(self, given: Iterable[Task | Aside], runner: Runner, known: Remembered | None = None) -> None:
        """Have ``runner`` run what is ``given``, but for those tasks of which ``known`` tells what they come to."""
        self.runner = runner
        self.taken = self.done = 0
        self._given = iter(given)
        self._known = known
        self._busy = self._stopped = False
        self._file: str | None = None

    def stop(self) -> None:
        """End the stream as soon as can be, as if what was yielded so far were all; to be called by a handler of signals."""
        self._stopped = True
        if self._busy:
            raise Stopped

    def __iter__(self) -> Iterator[BatchItem]:
        """Yield the items of all logs; behind those of a run that was stopped, how far it came."""
        self._busy = True
        try:
            for job, items in self.runner.results(self._jobs()):
                for item in items:
                    self._look()
                    if isinstance(item, FileBegins):
                        self._file = item.file
                    elif isinstance(item, Unusable):
                        self._file = None
                    self._busy = False
                    yield item
                    self._busy = True
                    self._look()
                self._file = None
                self.done += isinstance(job, Task) or job.task is not None
            self._busy = False
        except Stopped as stopped:
            self._busy = False
            self.runner.close()
            if self._file is not None:
                yield Unusable(self._file, "the audit was interrupted before its end")
            yield self._interrupted()._replace(why=str(stopped))
        finally:
            self._busy = False
            self.runner.close()

    def _look(self) -> None:
        if self._stopped:
            raise Stopped

    def _jobs(self) -> Iterator[Job]:
        for one in self._given:
            if isinstance(one, Aside):
                yield Ready((one,))
                continue
            self.taken += 1
            items = self._known(one) if self._known is not None else None
            yield one if items is None else Ready(items, one)

    def _interrupted(self) -> Interrupted:
        """How far the run came; what is left is counted, if that is quickly done."""
        until = monotonic() + _COUNTING
        total = self.taken
        for one in self._given:
            total += isinstance(one, Task)
            if monotonic() > until:
                return Interrupted(self.done, total, False)
        return Interrupted(self.done, total)


def usable_cores() -> int:
    """How many processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def is_little(given: Iterator[Task | Aside]) -> tuple[bool, Iterator[Task | Aside]]:
    """Tell whether what is given is done before another process has started; and the same again, to be read."""
    ahead: list[Task | Aside] = []
    tasks = size = 0
    for one in given:
        ahead.append(one)
        if isinstance(one, Task):
            tasks += 1
            size += max(one.size, _SMALL)
        if tasks > 1 and size >= _LITTLE:
            return False, chain(ahead, given)
    return True, iter(ahead)


_LITTLE = 2_000_000
_SMALL = 4096
