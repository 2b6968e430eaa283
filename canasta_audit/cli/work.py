"""The logs of a command line as one batch, run here or over processes, with a bar on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import monotonic

import click

from canasta_audit.batch.choose import Choose
from canasta_audit.batch.expand import expand
from canasta_audit.batch.items import Aside, Passed, StreamItem
from canasta_audit.batch.stream import Batch, Here, is_little, usable_cores
from canasta_audit.batch.task import Remembered, Runner, Settings, Task
from canasta_audit.cli.inputs import listed, once_only
from canasta_audit.cli.progress import Bar, left, on_terminal, rate, share
from canasta_audit.report import DealReport


class Work:
    """What is to be audited, and how far that has come."""

    def __init__(self, logs: tuple[str, ...], lists: tuple[str, ...], settings: Settings) -> None:
        """Take paths, and lists of paths. Raises ``click.UsageError`` where there is neither."""
        if not logs and not lists:
            raise click.UsageError("Missing argument 'LOG...'.")
        once_only((*logs, *lists))
        self.settings = settings
        self.logs = logs
        self.lists = lists
        self.bar = Bar() if on_terminal() else None
        self._runner: Runner | None = None
        self._total: tuple[int, int] | None = None
        self._turns = 0
        self._begun = monotonic()

    def batch(self, jobs: int | None, choose: Choose, known: Remembered | None = None, runner: Runner | None = None) -> Batch:
        """The audit over so many processes, or by another ``runner``; little is audited in this one, unless a number was asked for.

        ``known`` tells what tasks come to that need not be run.
        """
        given = self._tasks()
        if self.bar is not None and "-" not in self.lists:
            self._total = _counted(self._tasks())
        many = usable_cores() if jobs is None else jobs
        if many > 1 and jobs is None and runner is None:
            little, given = is_little(given)
            many = 1 if little else many
        if runner is None and many > 1:
            from canasta_audit.batch.pool import Pool

            runner = Pool(self.settings, many, self.draw)
        self._runner = runner or Here(self.settings, choose, counts=self.bar is not None)
        return Batch(given, self._runner, known)

    def watched(self, items: Iterable[StreamItem]) -> Iterator[StreamItem]:
        """The same items, with the bar drawn meanwhile."""
        if self.bar is None:
            yield from items
            return
        try:
            for item in items:
                if isinstance(item, (DealReport, Passed)):
                    self._turns += item.turns
                self.draw()
                yield item
        finally:
            self.hide()

    def draw(self) -> None:
        """Draw the bar, if it is time to."""
        if self.bar is not None:
            self.bar.draw(self._told)

    def hide(self) -> None:
        """Take the bar away: something else is to be written."""
        if self.bar is not None:
            self.bar.hide()

    def _tasks(self) -> Iterator[Task | Aside]:
        return expand(self.logs, self.settings, map(listed, self.lists))

    def _told(self) -> str:
        """The bar."""
        runner = self._runner
        assert runner is not None
        seconds = max(monotonic() - self._begun, 0.001)
        logs, size, turns = (rate(number / seconds) for number in (runner.finished, runner.size / 1e6, self._turns))
        speed = f"{logs} logs/s  {size} MB/s  {turns} turns/s"
        if self._total is None:
            return f"{runner.finished} logs  {speed}"
        number, whole = self._total
        part = runner.size / whole if whole else runner.finished / max(number, 1)
        return f"{share(part)} {runner.finished}/{number}{left(seconds, part)}  {speed}"


def _counted(given: Iterable[Task | Aside]) -> tuple[int, int]:
    """How many tasks there are, and how many bytes."""
    number = size = 0
    for one in given:
        if isinstance(one, Task):
            number += 1
            size += one.size
    return number, size
