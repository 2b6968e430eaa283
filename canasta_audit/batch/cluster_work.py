"""The other end of a cluster: a Dask worker that runs the tasks it is sent.

What comes back is made of plain values, so that whatever carries it needs to know nothing of them. A result that is large stays in
a file of the worker, and is asked for piece by piece; the file goes when the scheduler lets go of the result.
"""

from __future__ import annotations

import os
import pickle
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BytesIO
from tempfile import TemporaryFile
from time import monotonic
from typing import IO, Any, BinaryIO, Literal, NamedTuple

from canasta_audit.batch.choose import Choose, chooser
from canasta_audit.batch.items import BatchItem
from canasta_audit.batch.pack import packed
from canasta_audit.batch.read import Given, as_log, raising
from canasta_audit.batch.run import Workplace
from canasta_audit.batch.task import Settings, Task, has_scheme
from canasta_audit.ruleset.load import is_path, split_reference
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.source import Input, InputError, inputs
from canasta_audit.source.zipped import Archive
from canasta_audit.version import VERSION

INLINE = 256 * 1024
"""Results of more bytes stay at the worker until they are asked for."""

_EVERY = 0.5
"""Seconds after which a worker looks again whether its task is still wanted."""

_ALONE = threading.Lock()
"""A process runs one task at a time: threads would not make it faster, and what is kept between tasks is made for one."""


class Sent(NamedTuple):
    """A task, and what the worker needs to find its bytes: the absolute ``place`` of a local file with its size and time, or its
    ``content``. ``inside`` is the member that was named behind an archive, which reports call ``outer``.
    """

    task: Task
    place: str = ""
    outer: str = ""
    inside: str = ""
    mark: tuple[int, int] = (0, 0)
    content: int = -1


class Errand(NamedTuple):
    """Tasks that are sent together; ``ruleset`` is there if it comes from a file of the client, and ``contents`` are files."""

    settings: Settings
    sent: tuple[Sent, ...]
    ruleset: bytes = b""
    contents: tuple[bytes, ...] = ()


class Outcome(NamedTuple):
    """What became of a task: so many bytes of the result, or why there are none (``told``).

    ``unseen``: the worker cannot open it. ``ruleset``: it names one in a file.
    """

    what: Literal["data", "memory", "unseen", "ruleset", "fault"]
    size: int = 0
    told: str = ""


class Reply(NamedTuple):
    """What a worker answers: its ``address``, and for each task an outcome; the ``data`` of all, or how to ask for it."""

    address: str
    outcomes: tuple[tuple[Any, ...], ...]
    data: bytes = b""
    token: str = ""
    version: str = VERSION


class Unseen(BaseException):
    """A task cannot be run here, and nothing is wrong with it; no handler of errors may take it for one."""

    def __init__(self, what: Literal["unseen", "ruleset"], told: str) -> None:
        super().__init__(told)
        self.what = what


class Unwanted(Exception):
    """Nobody waits for the result any more."""


class Kept:
    """A reply whose data lies in a file as long as this lives; elsewhere it is the reply alone."""

    def __init__(self, reply: Reply, file: IO[bytes]) -> None:
        self.reply = reply
        _FILES[reply.token] = file
        weakref.finalize(self, _let_go, reply.token)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return tuple, (tuple(self.reply),)


_FILES: dict[str, IO[bytes]] = {}
_last: tuple[Settings, bytes, Place] | None = None


def work(version: str, data: bytes, wanted: Callable[[], bool], address: str) -> Any:
    """Run the tasks of an ``Errand`` in bytes, made by that version, as long as they are wanted: a reply, as a plain tuple."""
    if version != VERSION:
        return tuple(Reply(address, ()))
    errand: Errand = pickle.loads(data)
    with _ALONE:
        out = _Out()
        try:
            outcomes = _run(errand, out, _Look(wanted))
        except BaseException:
            out.file.close()
            raise
    if out.large:
        token = os.urandom(16).hex()
        return Kept(Reply(address, outcomes, token=token), out.file)
    with out.file:
        return tuple(Reply(address, outcomes, out.all()))


def piece(token: str, place: int, size: int) -> bytes:
    """A piece of a result that is kept here. Raises ``KeyError`` where it is not."""
    file = _FILES[token]
    file.seek(place)
    return file.read(size)


def _let_go(token: str) -> None:
    _FILES.pop(token).close()


class _Out:
    """Bytes that are written one behind the other: in memory while they are few, then in a file."""

    def __init__(self) -> None:
        self.file: IO[bytes] = BytesIO()
        self.large = False
        self.size = 0

    def write(self, piece: bytes) -> None:
        self.size += len(piece)
        if self.size > INLINE and not self.large:
            self.file, before = TemporaryFile(), self.file  # noqa: SIM115
            self.large = True
            before.seek(0)
            self.file.write(before.read())
        self.file.write(piece)

    def cut(self, size: int) -> None:
        """Take back what lies behind."""
        self.size = size
        self.file.seek(size)
        self.file.truncate()

    def all(self) -> bytes:
        self.file.seek(0)
        return self.file.read()


class _Look:
    """Ends the work when nobody waits for it."""

    def __init__(self, wanted: Callable[[], bool]) -> None:
        self._wanted = wanted
        self._due = monotonic() + _EVERY

    def through(self, items: Iterable[BatchItem]) -> Iterator[BatchItem]:
        for item in items:
            if monotonic() > self._due:
                self._due = monotonic() + _EVERY
                if not self._wanted():
                    raise Unwanted
            yield item


def _run(errand: Errand, out: _Out, look: _Look) -> tuple[tuple[Any, ...], ...]:
    place = _place(errand.settings, errand.ruleset)
    outcomes: list[Outcome] = []
    try:
        for sent in errand.sent:
            before = out.size
            try:
                for part in packed(look.through(place.bring(sent, errand.contents))):
                    out.write(part)
                outcomes.append(Outcome("data", out.size - before))
                continue
            except Unseen as unseen:
                outcomes.append(Outcome(unseen.what, told=str(unseen)))
            except MemoryError:
                outcomes.append(Outcome("memory"))
            except (Unwanted, OSError):
                # The disk of a worker may be full; another's is not.
                raise
            except Exception:
                import traceback

                outcomes.append(Outcome("fault", told=traceback.format_exc()))
            out.cut(before)
    finally:
        place.close()
    return tuple(tuple(outcome) for outcome in outcomes)


def _place(settings: Settings, ruleset: bytes) -> Place:
    """The workplace for such tasks; the last one is kept, with the rulesets it has loaded."""
    global _last
    if _last is None or _last[:2] != (settings, ruleset):
        _last = settings, ruleset, Place(settings, _choose(settings, ruleset))
    return _last[2]


def _choose(settings: Settings, ruleset: bytes) -> Choose:
    """The choice of rulesets: files lie on the disk of the client."""
    if ruleset:
        own: Ruleset = pickle.loads(ruleset)
        return lambda tags: own
    by_name = chooser(settings.reference)
    if settings.reference and not settings.reference.startswith("+"):
        return by_name

    def choose(tags: Mapping[str, str]) -> Ruleset:
        named = tags.get("Ruleset", "").split("@")[0]
        if is_path(split_reference(named)[0]):
            raise Unseen("ruleset", named)
        return by_name(tags)

    return choose


class Place(Workplace):
    """A workplace that finds bytes where a task was sent to; what it says of them is what the client would say."""

    def bring(self, sent: Sent, contents: tuple[bytes, ...]) -> Iterator[BatchItem]:
        """What a task comes to. Raises ``Unseen`` and ``MemoryError``."""
        self._sent = sent
        self._content = contents[sent.content] if sent.content >= 0 else None
        return self.run(sent.task)

    def logs(self, task: Task, others: list[str]) -> Iterator[Given]:
        """The logs that the task stands for."""
        encoding, file = self.settings.encoding, task.file
        try:
            if task.member >= 0:
                yield Given(as_log(Input(*self._open_archive(task.path).at(task.member, file))))
                return
            with self._stream() as stream:
                if self._sent.inside:
                    yield Given(as_log(Input(*Archive(stream, self._sent.outer, encoding).member(self._sent.inside))))
                    return
                want: Literal["log", "logs"] = "log" if self.settings.sole else "logs"
                for one in inputs(stream, encoding, want, others.append, file):
                    yield Given(as_log(one))
        except InputError as error:
            yield Given(Input(file, raising(error)))

    def _open_archive(self, path: str) -> Archive:
        """The archive of a member, which stays open for the next."""
        if self._archive is None or self._archive[0] != path:
            self.close()
            self._archive = path, Archive(self._stream(), path, self.settings.encoding)
        return self._archive[1]

    def _stream(self) -> BinaryIO:
        """The bytes of the task. Raises ``Unseen``."""
        sent = self._sent
        if self._content is not None:
            return BytesIO(self._content)
        try:
            if not has_scheme(sent.task.path):
                return _same_file(sent)
            if self.settings.opener is not None:
                return self.settings.opener.open(sent.task.path)
            raise OSError("paths with a scheme are not opened here")
        except OSError as error:
            raise Unseen("unseen", error.strerror or str(error) or type(error).__name__) from None


def mark_of(status: os.stat_result) -> tuple[int, int]:
    """What tells whether a file is the same on another machine: its size, and the second in which it was written."""
    return status.st_size, int(status.st_mtime)


def _same_file(sent: Sent) -> BinaryIO:
    stream = open(sent.place, "rb")  # noqa: SIM115
    if mark_of(os.fstat(stream.fileno())) != sent.mark:
        stream.close()
        raise OSError("another file lies there")
    return stream
