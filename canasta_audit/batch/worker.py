"""The other end of a pool: a process that runs the tasks it is sent, one after the other."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator, Sequence
from multiprocessing.connection import Connection
from typing import Literal, NamedTuple

from canasta_audit.batch.items import BatchItem
from canasta_audit.batch.pack import packed
from canasta_audit.batch.run import Workplace
from canasta_audit.batch.task import Settings, Task

INLINE = 32 * 1024
"""Results of more bytes go into a file."""


class Answer(NamedTuple):
    """What became of a task: its ``data``, or the name of the file that holds it, or why there is none."""

    number: int
    what: Literal["data", "file", "memory", "disk", "fault"]
    data: bytes = b""
    told: str = ""


def serve(pipe: Connection, settings: Settings, folder: str, parent: int, others: Sequence[Connection]) -> None:
    """Run what comes through ``pipe`` until nothing more can come; large results are put into ``folder``.

    ``others`` are ends of pipes that are none of ours: as long as they were open here, other processes would not see them closed.
    """
    # The keyboard's signal goes to all processes; the one that started this one decides what becomes of it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT, signal.SIGTERM))
    for other in others:
        other.close()
    try:
        place = Workplace(settings)
        while True:
            number, task = pipe.recv()
            pipe.send(_answer(number, task, place, folder, parent))
    except (EOFError, OSError):
        # Whoever would have read the answer is gone.
        pass


def _answer(number: int, task: Task, place: Workplace, folder: str, parent: int) -> Answer:
    try:
        return _run(number, task, place, folder, parent)
    except MemoryError:
        return Answer(number, "memory")
    except OSError as error:
        # What is wrong with a log is among its items: this is where they were to be written to.
        return Answer(number, "disk", told=error.strerror or str(error))
    except Exception as error:
        import traceback

        return Answer(number, "fault", told=f"{type(error).__name__}: {error}\n{traceback.format_exc()}")


def _run(number: int, task: Task, place: Workplace, folder: str, parent: int) -> Answer:
    pieces: list[bytes] = []
    size = 0
    stream = None
    path = os.path.join(folder, str(number))
    try:
        for piece in packed(_while_wanted(place.run(task), parent, folder)):
            pieces.append(piece)
            size += len(piece)
            if size > INLINE:
                stream = stream or open(path, "wb")  # noqa: SIM115
                stream.writelines(pieces)
                # From here on every piece goes there.
                pieces.clear()
                size = INLINE
    finally:
        if stream is not None:
            stream.close()
    return Answer(number, "data", b"".join(pieces)) if stream is None else Answer(number, "file", told=path)


def _while_wanted(items: Iterable[BatchItem], parent: int, folder: str) -> Iterator[BatchItem]:
    """The items, as long as the process that asked for them lives; without it this one ends, and takes the ``folder`` along."""
    for item in items:
        if os.getppid() != parent:
            import shutil

            shutil.rmtree(folder, ignore_errors=True)
            os._exit(1)
        yield item
