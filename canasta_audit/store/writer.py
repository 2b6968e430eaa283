"""A store beside a batch: what it knows of a log already stands in the log's place, and what passes by is taken down."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Protocol

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from canasta_audit.batch.choose import Choose
from canasta_audit.batch.items import Aside, BatchItem, FileBegins, FileEnds, Unusable
from canasta_audit.batch.run import digest_of
from canasta_audit.batch.task import Settings, Task
from canasta_audit.render.style import plural
from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.store.database import Database
from canasta_audit.store.place import Place, StoreError, lacking
from canasta_audit.store.restore import items_of
from canasta_audit.store.rows import LogRows, Row, key_of, path_of
from canasta_audit.store.schema import LOGS, OF_A_LOG
from canasta_audit.version import VERSION

_LOGS, _ROWS, _SECONDS = 100, 10_000, 2.0
"""What waits is written when it is so much, or so old."""

_BY_NAME = {table.name: table for table in OF_A_LOG}


class Home(Protocol):
    """Where the rows of a store are between two runs, if not in its database."""

    def opened(self) -> Database:
        """A database with all of it."""

    def keep(self, database: Database, written: set[str]) -> None:
        """Put it back, with what was ``written`` of logs by their keys."""

    def close(self) -> None:
        """Remove what is left."""


class Store:
    """A store that is open for an audit by some ``settings``."""

    def __init__(self, place: Place, settings: Settings, choose: Choose) -> None:
        """Open it, or make it. Raises ``StoreError``."""
        self.place = place
        self.settings = settings
        self.recorded = self.skipped = self.unchanged = 0
        self._choose = choose
        self._home = _home_of(place)
        self._database = Database(place) if self._home is None else self._home.opened()
        self._given = False
        self._open: LogRows | None = None
        self._waiting: list[LogRows] = []
        self._since = monotonic()
        self._written: set[str] = set()

    @property
    def restores(self) -> bool:
        """Tell whether reports as they were asked for can be made of rows: games, and what is not known, are only in the log."""
        return self.settings.reads != "recorded" and not self.settings.unknowns

    def known(self, task: Task) -> Iterable[BatchItem] | None:
        """What ``task`` comes to, if it was audited before and would come to the same now; else ``None``. Raises ``StoreError``."""
        if task.trouble or task.path == "-" or not self.restores:
            return None
        key = key_of(path_of(task.file))
        with self._database.reading() as connection:
            found = connection.execute(_ONE, {"key": key}).first()
        if found is None or found.rulesets is None or (found.version, found.alternatives) != (VERSION, self.settings.alternatives):
            return None
        if not self._still(found.rulesets) or digest_of(task, self.settings) != found.content:
            return None
        return self._again(task, key)

    def taken_down(self, items: Iterable[BatchItem]) -> Iterator[BatchItem]:
        """The same items; of those that were not known before, rows are written; at the end it is told how many logs there were.

        Raises ``StoreError``.
        """
        sound = False
        try:
            for item in items:
                if not self._given:
                    self._take(item)
                yield item
            sound = True
        except GeneratorExit:
            # Nobody reads any more; what is complete is kept all the same.
            sound = True
            raise
        except StoreError:
            raise
        except Exception:
            sound = True
            raise
        finally:
            if sound:
                self._flush()
                if self._home is not None and self._written:
                    self._home.keep(self._database, self._written)
        yield Aside(f"{self.place.given}: {self._summary()}")

    def close(self) -> None:
        """Let go of it."""
        for one in (*self._waiting, *([self._open] if self._open is not None else [])):
            one.close()
        self._database.close()
        if self._home is not None:
            self._home.close()

    def _summary(self) -> str:
        told = f"{plural(self.recorded, 'log')} recorded"
        if self.unchanged:
            told += f"; {self.unchanged} audited again, and as before"
        return f"{told}; {self.skipped} skipped that had not changed, and reported from the store" if self.skipped else told

    def _still(self, rulesets: str) -> bool:
        """Tell whether the rulesets that a log was judged by are what they were."""
        try:
            return all(
                self._choose({} if tag is None else {"Ruleset": tag}).digest == digest for tag, _, digest in json.loads(rulesets)
            )
        except RulesetError:
            return False

    def _again(self, task: Task, key: str) -> Iterator[BatchItem]:
        self._given = True
        try:
            with self._database.reading() as connection:
                yield FileBegins(task.file)
                yield from items_of(connection, key, task.file)
            self.skipped += 1
        finally:
            self._given = False

    def _take(self, item: BatchItem) -> None:
        if isinstance(item, FileBegins):
            self._drop()
            self._open = LogRows(item.file)
        elif isinstance(item, Unusable):
            # What was known of it stays: it may be there again tomorrow.
            self._drop()
        elif isinstance(item, FileEnds):
            if self._open is not None:
                self._open.ended(item.digest)
                self._waiting.append(self._open)
                self._open = None
                self._flush_if_due()
        elif self._open is not None and not isinstance(item, Aside):
            self._open.add(item)

    def _drop(self) -> None:
        if self._open is not None:
            self._open.close()
        self._open = None

    def _flush_if_due(self) -> None:
        rows = sum(one.number for one in self._waiting)
        if len(self._waiting) >= _LOGS or rows >= _ROWS or monotonic() - self._since > _SECONDS:
            self._flush()

    def _flush(self) -> None:
        """Write what waits, all or nothing of it."""
        # The last of two that came from one place stays.
        logs = {one.key: one for one in self._waiting}
        if logs:
            with self._database.writing() as connection:
                new = self._replace(connection, logs)
            self.recorded += new
            self.unchanged += len(logs) - new
        self._written.update(logs)
        for one in self._waiting:
            one.close()
        self._waiting.clear()
        self._since = monotonic()

    def _replace(self, connection: Connection, logs: dict[str, LogRows]) -> int:
        """Write logs in the place of what was there; return how many there were that were not the same before."""
        rows = {key: one.log(self.settings.alternatives) for key, one in logs.items()}
        there = {found.log: tuple(found) for found in connection.execute(_MANY, {"keys": list(logs)})}
        # Another writer may have been here, or this one: the same rows need not be written twice.
        new = [key for key in logs if key not in there or _same(there[key]) != _same(rows[key])]
        old = [key for key in new if key in there]
        if old:
            for table in (*OF_A_LOG, LOGS):
                connection.execute(sa.delete(table).where(table.c.log.in_(old)))
        self._database.insert(connection, LOGS, [rows[key] for key in new])
        gathered: dict[str, list[Row]] = {}
        for key in new:
            for name, found in logs[key].pieces():
                if logs[key].number > _ROWS:
                    self._database.insert(connection, _BY_NAME[name], found)
                else:
                    gathered.setdefault(name, []).extend(found)
        for name, found in gathered.items():
            self._database.insert(connection, _BY_NAME[name], found)
        return len(new)


@contextmanager
def opened(place: Place, settings: Settings, choose: Choose) -> Iterator[Store]:
    """A store for an audit. Raises ``StoreError``."""
    store = Store(place, settings, choose)
    try:
        yield store
    finally:
        store.close()


_ONE = sa.select(LOGS.c.content, LOGS.c.version, LOGS.c.alternatives, LOGS.c.rulesets).where(LOGS.c.log == sa.bindparam("key"))
_MANY = sa.select(LOGS).where(LOGS.c.log.in_(sa.bindparam("keys", expanding=True)))


def _same(row: Row) -> Row:
    """What tells whether two rows of a log stand for the same audit; ``audited_at`` does not."""
    return tuple(row[:-1])


def _home_of(place: Place) -> Home | None:
    if place.kind != "parquet":
        return None
    try:
        from canasta_audit.store.columnar import Columnar
    except ModuleNotFoundError as error:
        raise lacking(error, place.given) from None
    return Columnar(place)
