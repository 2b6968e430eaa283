"""Tasks over the workers of a Dask cluster, in their order.

Tasks go out in bundles, a few more than can be worked on at once; results stay with the workers until there is room for them here,
and nothing of a task is handed on before all of it is there. A bundle whose worker ends is run again by another one: the scheduler
sees to that. What has ended too many workers is suspected, and run once more with nothing else beside it; if that ends as many
workers again, it is given up.

Workers open files and URLs themselves. What a worker cannot open, and this program can, is sent along from then on, if it is not
too large, or else audited here; either is told once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from itertools import accumulate
from tempfile import TemporaryFile
from typing import IO, Any, BinaryIO, cast

from canasta_audit.batch.choose import Choose
from canasta_audit.batch.cluster_link import ClusterError, Link
from canasta_audit.batch.cluster_send import Post, kind_of
from canasta_audit.batch.cluster_work import Outcome, Reply
from canasta_audit.batch.items import Aside, BatchItem, FileBegins, Unusable
from canasta_audit.batch.pack import unpacked
from canasta_audit.batch.pool import WorkerError
from canasta_audit.batch.run import Workplace
from canasta_audit.batch.stream import OUT_OF_MEMORY, Stopped
from canasta_audit.batch.task import Job, Ready, Settings, Task, is_here

_TASKS = 16
_BYTES = 128 * 1024
_UNKNOWN = 32 * 1024
"""A bundle has so many tasks and bytes, or a few more; a task whose size is not known counts as so large."""

_SENDING = _HELD = 32 * 1024 * 1024
"""Bytes of files that are on their way, and of results that wait here."""

_FETCHED = 32
_TRIES = 3
_MEMORY = 2
_BETWEEN = 64


class _Slot:
    """One place in the order, and what is known of it."""

    __slots__ = ("begins", "bundle", "done", "here", "job", "memory", "size", "told", "tries")

    def __init__(self, job: Job) -> None:
        self.job = job
        self.done = self.here = False
        self.tries = self.memory = self.begins = self.size = 0
        self.bundle: _Bundle | None = None
        self.told = ""

    @property
    def task(self) -> Task:
        assert isinstance(self.job, Task)
        return self.job


class _Bundle:
    """Tasks that are sent together, what stands for their results, and these."""

    def __init__(self, slots: list[_Slot], future: Any, sent: int, alone: bool) -> None:
        self.slots = slots
        self.future = future
        self.sent = sent
        self.alone = alone
        self.address = self.token = ""
        self.data: IO[bytes] | None = None
        self.size = self.left = 0


class Cluster:
    """Runs tasks on a cluster."""

    def __init__(self, settings: Settings, address: str, choose: Choose, beat: Callable[[], None] = lambda: None) -> None:
        """Connect to the scheduler at ``address``; ``beat`` is called while it is waited for. Raises ``ClusterError``."""
        self.finished = self.size = 0
        self._place = Workplace(settings, choose)
        self._post = Post(settings, choose)
        self._beat = beat
        self._jobs: Iterator[Job] = iter(())
        self._window: deque[_Slot] = deque()
        self._again: deque[_Slot] = deque()
        self._suspects: deque[_Slot] = deque()
        self._flying: list[_Bundle] = []
        self._fetching: tuple[list[_Bundle], Any] | None = None
        self._missed = self._sending = self._held = 0
        self._asides: deque[Aside] = deque()
        self._said: set[tuple[str, str]] = set()
        self._trouble = ""
        self._link = Link(address)
        self._link.beat = self._meet

    def results(self, jobs: Iterator[Job]) -> Iterator[tuple[Job, Iterable[BatchItem]]]:
        """What every job came to."""
        self._jobs = jobs
        while True:
            self._meet()
            if self._asides:
                yield Ready(()), (self._asides.popleft(),)
            elif not self._window:
                return
            elif self._window[0].done and self._is_there(self._window[0]):
                slot = self._window.popleft()
                yield slot.job, self._meanwhile(self._items(slot))
            elif self._trouble:
                raise Stopped(self._trouble)
            else:
                self._link.wait()

    def close(self) -> None:
        """End what is in flight, and let everything go."""
        self._link.beat = lambda: None
        self._link.close()
        self._place.close()
        for slot in self._window:
            if slot.bundle is not None and slot.bundle.data is not None:
                slot.bundle.data.close()
        self._window.clear()
        self._flying.clear()

    def _meet(self) -> None:
        """See what has come, and give out more."""
        self._beat()
        if self._trouble:
            return
        try:
            if not self._link.lost():
                self._look()
                self._fetch()
                self._hand_out()
        except ClusterError as error:
            self._trouble = str(error)

    def _look(self) -> None:
        """See which bundles were let go, or ended their workers. Raises ``ClusterError``."""
        for bundle in list(self._flying):
            status = self._link.status(bundle.future)
            if status == "cancelled":
                self._landed(bundle)
                self._repeat(bundle.slots)
            elif status == "error":
                number = self._link.killed(bundle.future)
                self._landed(bundle)
                if bundle.alone:
                    self._give_up(bundle.slots[0], f"the workers that audited it ended before their time, {2 * number} of them")
                else:
                    self._suspects.extend(bundle.slots)

    def _hand_out(self) -> None:
        """Give out as many bundles as can be worked on soon."""
        most = 2 * self._link.threads + 2
        pending = sum(self._link.status(bundle.future) == "pending" for bundle in self._flying)
        while pending < most and self._sending < _SENDING:
            if self._suspects:
                if not pending:
                    self._send([self._suspects.popleft()], alone=True)
                return
            slots = self._following(most)
            if not slots:
                return
            pending += self._send(slots)

    def _following(self, most: int) -> list[_Slot]:
        """The slots of the next bundle; new ones only while not too much waits for its turn."""
        found: list[_Slot] = []
        size = 0
        while len(found) < _TASKS and size < _BYTES:
            if self._again:
                slot = self._again.popleft()
            elif len(self._flying) >= 4 * most or len(self._window) >= 4 * most * _TASKS:
                break
            else:
                job = next(self._jobs, None)
                if job is None:
                    break
                slot = _Slot(job)
                self._window.append(slot)
            if slot.here or isinstance(slot.job, Ready) or is_here(slot.job):
                slot.done = True
                continue
            found.append(slot)
            size += slot.job.size or _UNKNOWN
            if slot.memory:
                break
        return found

    def _send(self, slots: list[_Slot], alone: bool = False) -> int:
        """Send a bundle; the number of those that were sent."""
        parcel = self._post.parcel([slot.task for slot in slots])
        for number in parcel.here:
            slots[number].done = slots[number].here = True
            if self._post.is_sent(slots[number].task):
                self._say("too large to be sent to the workers, which cannot read it: audited here", slots[number].task)
        kept = {*parcel.here, *parcel.taken}
        self._again.extendleft(reversed([slot for number, slot in enumerate(slots) if number not in kept]))
        if not parcel.taken:
            return 0
        going = [slots[number] for number in parcel.taken]
        future = self._link.submit(parcel.data, any(slot.tries or alone for slot in going))
        self._flying.append(_Bundle(going, future, parcel.size, alone))
        self._sending += parcel.size
        return 1

    def _fetch(self) -> None:
        """Take results that have come, and ask for others. Raises ``ClusterError``."""
        if self._fetching is not None:
            bundles, waiting = self._fetching
            if not waiting.done():
                return
            self._fetching = None
            try:
                replies = waiting.result()
            except Exception as error:
                # Whichever was lost on the way is seen by its status.
                self._missed += 1
                if self._missed > _FETCHED:
                    raise ClusterError(f"results cannot be fetched: {type(error).__name__}: {error}") from None
                return
            self._missed = 0
            for bundle, reply in zip(bundles, replies, strict=True):
                self._came(bundle, Reply(*reply))
        first = self._window[0] if self._window else None
        ready = [bundle for bundle in self._flying if self._link.status(bundle.future) == "finished"]
        ready.sort(key=lambda bundle: first not in bundle.slots)
        if self._held >= _HELD:
            ready = [bundle for bundle in ready[:1] if first in bundle.slots]
        if ready:
            ready = ready[:_FETCHED]
            self._fetching = ready, self._link.fetch([bundle.future for bundle in ready])

    def _came(self, bundle: _Bundle, reply: Reply) -> None:
        """Take the results of a bundle. Raises ``ClusterError``."""
        if bundle not in self._flying:
            return
        self._link.check_version(reply.address, reply.version)
        outcomes = [Outcome(*outcome) for outcome in reply.outcomes]
        future = bundle.future
        self._landed(bundle)
        for slot, outcome, end in zip(bundle.slots, outcomes, accumulate(one.size for one in outcomes), strict=True):
            if outcome.what == "data":
                slot.bundle, slot.begins, slot.size = bundle, end - outcome.size, outcome.size
                bundle.left += 1
                bundle.size = end
                self._finish(slot)
            elif outcome.what == "fault":
                raise WorkerError(outcome.told)
            else:
                self._not_done(slot, outcome)
        if reply.token and bundle.left:
            # The worker keeps them as long as this is not let go.
            bundle.future, bundle.address, bundle.token = future, reply.address, reply.token
        elif bundle.left:
            bundle.data = BytesIO(reply.data)
            self._held += bundle.size

    def _not_done(self, slot: _Slot, outcome: Outcome) -> None:
        """See what becomes of a task that a worker could not run."""
        if outcome.what == "memory":
            slot.memory += 1
            if slot.memory >= _MEMORY:
                self._give_up(slot, OUT_OF_MEMORY)
                return
        elif outcome.what == "ruleset":
            slot.here = True
            self._say("its ruleset is in a file, which only --ruleset sends to the workers: audited here", slot.task)
        elif not self._post.is_sent(slot.task):
            if self._post.send(slot.task):
                self._say(f"the workers cannot read it ({outcome.told}): it is sent to them", slot.task)
            else:
                slot.here = True
        self._again.append(slot)

    def _landed(self, bundle: _Bundle) -> None:
        self._flying.remove(bundle)
        self._sending -= bundle.sent
        bundle.future = None

    def _repeat(self, slots: Iterable[_Slot]) -> None:
        """Have tasks run again. Raises ``ClusterError`` where that was done too often."""
        for slot in slots:
            slot.done = False
            slot.tries += 1
            if slot.tries > _TRIES:
                raise ClusterError(f"{slot.task.file} was lost on the cluster {slot.tries} times")
            self._again.append(slot)

    def _give_up(self, slot: _Slot, why: str) -> None:
        slot.told = why
        self._finish(slot)

    def _finish(self, slot: _Slot) -> None:
        slot.done = True
        self.finished += 1
        self.size += slot.task.size

    def _say(self, what: str, task: Task) -> None:
        """Tell something of a task, once for all that are like it."""
        if (what, kind_of(task)) not in self._said:
            self._said.add((what, kind_of(task)))
            self._asides.append(Aside(f"{task.file}: {what}, and so are others like it"))

    def _is_there(self, slot: _Slot) -> bool:
        """Tell whether the items of a slot can be read, and fetch them where a worker has them in a file."""
        bundle = slot.bundle
        if bundle is None or bundle.data is not None:
            return True
        file: IO[bytes] = TemporaryFile()  # noqa: SIM115
        whole = self._link.pieces(bundle.address, bundle.token, bundle.size, file.write)
        bundle.future = None
        if whole:
            bundle.data = file
            return True
        file.close()
        lost = [one for one in bundle.slots if one.bundle is bundle]
        for one in lost:
            one.bundle = None
            one.done = False
            self.finished -= 1
            self.size -= one.task.size
        try:
            self._repeat(lost)
        except ClusterError as error:
            self._trouble = str(error)
        return False

    def _items(self, slot: _Slot) -> Iterator[BatchItem]:
        job, bundle = slot.job, slot.bundle
        if isinstance(job, Ready):
            yield from job.items
        elif slot.told:
            yield FileBegins(job.file)
            yield Unusable(job.file, slot.told)
        elif bundle is None:
            try:
                yield from self._place.run(job)
            except MemoryError:
                yield Unusable(job.file, OUT_OF_MEMORY)
            self.finished += 1
            self.size += job.size
        else:
            assert bundle.data is not None
            yield from unpacked(cast(BinaryIO, _Section(bundle.data, slot.begins, slot.size)), self._place.choose)
            bundle.left -= 1
            if not bundle.left:
                self._held -= 0 if bundle.token else bundle.size
                bundle.data.close()

    def _meanwhile(self, items: Iterable[BatchItem]) -> Iterator[BatchItem]:
        """The same items; whoever reads many of them must not leave the workers without work."""
        for count, item in enumerate(items, 1):
            yield item
            if count % _BETWEEN == 0:
                self._meet()


class _Section:
    """A part of a stream, as a stream; nothing else reads that meanwhile."""

    def __init__(self, stream: IO[bytes], begins: int, size: int) -> None:
        self._stream = stream
        self._left = size
        stream.seek(begins)

    def read(self, size: int) -> bytes:
        """At most so many bytes."""
        data = self._stream.read(min(size, self._left))
        self._left -= len(data)
        return data
