"""Items as bytes, to be sent from where a task was run."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import BinaryIO

from canasta_audit.batch.choose import Choose
from canasta_audit.batch.items import BatchItem
from canasta_audit.batch.run import run, workplace
from canasta_audit.batch.task import Settings, Task
from canasta_audit.report import DealReport

_MANY = 64
_WIDTH = 4


def packed(items: Iterable[BatchItem]) -> Iterator[bytes]:
    """The items in pieces of some of them; put one behind the other, the pieces are what ``unpacked`` reads."""
    waiting: list[BatchItem] = []
    for item in items:
        if isinstance(item, DealReport) and item.recorded is not None:
            # A ruleset is large, and whoever reads the item has it as well.
            item = item._replace(recorded=item.recorded._replace(ruleset=None))  # type: ignore[arg-type]
        waiting.append(item)
        if len(waiting) >= _MANY:
            yield _piece(waiting)
            waiting.clear()
    if waiting:
        yield _piece(waiting)


def unpacked(stream: BinaryIO, choose: Choose) -> Iterator[BatchItem]:
    """The items again; ``choose`` is what they were audited by."""
    while head := stream.read(_WIDTH):
        for item in pickle.loads(zlib.decompress(stream.read(int.from_bytes(head)))):
            if isinstance(item, DealReport) and item.recorded is not None:
                item = item._replace(recorded=item.recorded._replace(ruleset=choose(item.recorded.head.tags)))
            yield item


def result_of(task: Task, settings: Settings) -> bytes:
    """All that a task comes to, as bytes. Raises ``MemoryError``."""
    return b"".join(packed(run(task, settings)))


def items_of(data: bytes, settings: Settings) -> Iterator[BatchItem]:
    """The items of such a result."""
    return unpacked(BytesIO(data), workplace(settings).choose)


def _piece(items: list[BatchItem]) -> bytes:
    # Deals are much alike, most of all as text: a tenth is left of it, for much less than it takes to make.
    data = zlib.compress(pickle.dumps(items, protocol=5), 1)
    return len(data).to_bytes(_WIDTH) + data
