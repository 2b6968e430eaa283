"""What is to be audited, and how: plain values that can be sent to another process, or to another machine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, Literal, NamedTuple, Protocol

from canasta_audit.batch.items import Aside, BatchItem
from canasta_audit.report import DealReport
from canasta_audit.value import Fixed, fixed

Reads = Literal["findings", "deals", "recorded"]
"""What is needed of a deal: nothing where there is no finding, its report, or its report with what was recorded."""

Write = Callable[[DealReport, str], str]
"""Writes a deal of a file. It is sent along with the tasks, so it is a function of a module."""

_SCHEME = r"[A-Za-z][A-Za-z0-9+.-]+:(//|:.*://)"


class Task(NamedTuple):
    """One input to be audited: ``file`` is what reports call it, ``path`` what is opened, ``size`` how many bytes of it lie there.

    ``member`` tells which file of the archive at ``path`` it is, by its place in their order; -1: all that ``path`` stands for.
    ``trouble``: nothing can be audited, and this is why.
    """

    file: str
    path: str
    size: int = 0
    member: int = -1
    trouble: str = ""


class Opener(Protocol):
    """Opens what paths with a scheme stand for. It is sent along with the tasks, and equal openers must be equal values."""

    def expand(self, path: str) -> Iterable[Task | Aside]:
        """The tasks that ``path`` stands for, be it a file, a folder, a pattern or an archive."""

    def open(self, path: str) -> BinaryIO:
        """The bytes of the ``path`` of such a task. Raises ``OSError``."""


@fixed
class Settings(Fixed):
    """How logs are audited.

    ``reference``: the ruleset, as on the command line. ``encoding``: of texts without a byte order mark. ``sole``: an archive must
    hold one log only. ``unknowns``: tell what could not be judged. ``alternatives``: name what would be lawful, where that is
    little. ``reads``: what is needed of deals. ``digest``: mark the end of every log with the digest of its content. ``opener``: of
    paths with a scheme. ``raises``: an error of our own is raised, and not told as a finding. ``write``: what it makes of a deal
    without a finding is all that is needed of that, whatever ``reads`` says.
    """

    reference: str | None = None
    encoding: str | None = None
    sole: bool = False
    unknowns: bool = False
    alternatives: bool = False
    reads: Reads = "deals"
    digest: bool = False
    opener: Opener | None = None
    raises: bool = False
    write: Write | None = None


class Ready(NamedTuple):
    """What stands in the place of a ``task`` that need not be run, or is told between two."""

    items: Iterable[BatchItem]
    task: Task | None = None


Job = Task | Ready
"""One place in the order of a batch."""

Remembered = Callable[[Task], Iterable[BatchItem] | None]
"""Asked about each task before it is run: what is yielded in its place, ``None`` where it must be run."""


class Runner(Protocol):
    """Runs jobs, here or elsewhere."""

    finished: int
    """How many tasks are done, in whatever order."""

    @property
    def size(self) -> int:
        """How many bytes were audited, or about so many."""

    def results(self, jobs: Iterator[Job]) -> Iterator[tuple[Job, Iterable[BatchItem]]]:
        """What every job came to, in their order, each to be read before the next; jobs are taken as they are needed."""

    def close(self) -> None:
        """Let everything go, at once."""


def is_here(task: Task) -> bool:
    """Tell whether a task can only be run in this process, or need not be run at all."""
    return task.path == "-" or task.trouble != ""


def has_scheme(path: str) -> bool:
    """Tell whether a path needs an opener.

    >>> has_scheme("s3://club/a.cgn"), has_scheme("simplecache::s3://club/a.cgn"), has_scheme("c:/a.cgn"), has_scheme("a::b.cgn")
    (True, True, False, False)
    """
    # Compiled when it is needed, which is seldom.
    return ":" in path and re.match(_SCHEME, path, re.DOTALL) is not None
