"""Opening a database, locking it for a writer, and what can go wrong with that in one line."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, Engine, make_url

from canasta_audit.store.place import Place, StoreError, lacking
from canasta_audit.store.schema import METADATA, SCHEMA_VERSION, STORE, TABLES
from canasta_audit.version import VERSION

_PATIENCE = 120
"""Seconds that a writer waits for another: each holds the lock for one small group of logs."""

_CONNECT = 10
_LOCK = 0x63616E61
"""The key of PostgreSQL's lock, which only programs that know it take."""


class Database:
    """A database that is open, with the tables in it."""

    def __init__(self, place: Place, *, reading: bool = False) -> None:
        """Open it; unless for ``reading``, it is made where it is not there. Raises ``StoreError``."""
        self.place = place
        self.sqlite = place.kind != "postgresql"
        with self.told():
            self.engine = _engine(place, reading)
            try:
                self._prepare(reading)
            except BaseException:
                self.engine.dispose()
                raise

    def close(self) -> None:
        """Let go of it."""
        with suppress(sa.exc.SQLAlchemyError):
            self.engine.dispose()

    @contextmanager
    def told(self) -> Iterator[None]:
        """Raise what goes wrong as ``StoreError``."""
        try:
            yield
        except ModuleNotFoundError as error:
            raise lacking(error, self.place.given) from None
        except sa.exc.DBAPIError as error:
            raise StoreError(f"{self.place.given}: {_reason(error)}") from None
        except (sa.exc.SQLAlchemyError, ValueError) as error:
            raise StoreError(f"{self.place.given}: {_first_line(error)}") from None
        except Exception as error:
            # What the driver is told directly it answers in its own way.
            driver = sys.modules.get("psycopg")
            if driver is None or not isinstance(error, driver.Error):
                raise
            raise StoreError(f"{self.place.given}: {_first_line(error)}") from None

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for questions."""
        with self.told(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction of the one who writes; others wait until it is done."""
        with self.told(), self.engine.connect() as connection:
            if self.sqlite:
                # Not when the first row comes: two that have read would both wait for the other to end.
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            else:
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
            try:
                yield connection
            except BaseException:
                with suppress(sa.exc.SQLAlchemyError, sqlite3.Error):
                    self._end(connection, "ROLLBACK")
                raise
            self._end(connection, "COMMIT")

    def insert(self, connection: Connection, table: sa.Table, rows: Iterable[tuple[Any, ...]]) -> None:
        """Put rows into a table, in bulk."""
        names = ", ".join(f'"{column.name}"' for column in table.columns)
        if self.sqlite:
            holes = ", ".join("?" * len(table.columns))
            # An empty list would be taken for no parameters at all.
            if found := list(rows):
                connection.exec_driver_sql(f"INSERT INTO {table.name} ({names}) VALUES ({holes})", found)
            return
        with connection.connection.cursor() as cursor, cursor.copy(f"COPY {table.name} ({names}) FROM STDIN") as copy:  # type: ignore[attr-defined]
            for row in rows:
                copy.write_row(row)

    def _end(self, connection: Connection, how: str) -> None:
        if self.sqlite:
            connection.exec_driver_sql(how)
        elif how == "COMMIT":
            connection.commit()
        else:
            connection.rollback()

    def _prepare(self, reading: bool) -> None:
        with self.reading() as connection:
            found = self._version(connection)
        if found is None:
            if reading:
                raise StoreError(f"{self.place.given}: this is no store of canasta-audit: it has none of its tables")
            with self.writing() as connection:
                # Another may have made the tables in between.
                found = self._version(connection)
                if found is None:
                    METADATA.create_all(connection)
                    connection.execute(STORE.insert().values(schema_version=SCHEMA_VERSION, made_by=VERSION))
                    return
        elif not reading:
            with self.writing() as connection:
                # What cannot be written is told before an hour of work.
                connection.execute(STORE.update().values(made_by=STORE.c.made_by))
        if found != SCHEMA_VERSION:
            what = "a newer" if found > SCHEMA_VERSION else "an older"
            do = "a newer canasta-audit reads it" if found > SCHEMA_VERSION else "take a new store, and audit the logs again"
            raise StoreError(f"{self.place.given}: the store has {what} layout ({found}; this is {SCHEMA_VERSION}): {do}")

    def _version(self, connection: Connection) -> int | None:
        """The version of the tables that are there. Raises ``StoreError`` where there are those of somebody else."""
        there = set(sa.inspect(connection).get_table_names())
        if STORE.name in there:
            found = connection.execute(sa.select(STORE.c.schema_version)).scalar()
            return 0 if found is None else int(found)
        others = there if self.sqlite else there & {table.name for table in TABLES}
        if others:
            raise StoreError(f"{self.place.given}: this database holds something else (a table {min(others)}): take another one")
        return None


def _engine(place: Place, reading: bool) -> Engine:
    if place.kind == "postgresql":
        url = make_url(place.url)
        options = {} if "connect_timeout" in url.query else {"connect_timeout": _CONNECT}
        return sa.create_engine(url, connect_args=options, pool_size=1, max_overflow=4)
    if reading and not os.path.exists(place.path):
        raise StoreError(f"{place.given}: there is no such store")
    if os.path.isdir(place.path):
        raise StoreError(f"{place.given}: this is a folder, not a SQLite database")
    url = make_url(place.url) if place.url.startswith("sqlite:") else URL.create("sqlite", database=place.path)
    engine = sa.create_engine(url, connect_args={"timeout": _PATIENCE}, pool_size=1, max_overflow=4, poolclass=sa.QueuePool)

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, record: object) -> None:
        # Transactions are begun and ended by us alone.
        connection.isolation_level = None
        if not reading:
            with suppress(sqlite3.OperationalError):
                # Who reads does not wait for who writes; on a disk that cannot do that, all is as safe without.
                connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")

    return engine


def _reason(error: sa.exc.DBAPIError) -> str:
    """Why a database did not do what it was told."""
    told = _first_line(error.orig or error)
    for sign, meaning in _KNOWN.items():
        if sign in told:
            return meaning
    return told


_KNOWN = {
    "file is not a database": "this is no SQLite database",
    "malformed": "this SQLite database is damaged",
    "readonly database": "this store cannot be written: the file, or its folder, is read-only",
    "unable to open database file": "this store cannot be opened: its folder is not there, or access is denied",
    "disk is full": "the disk is full",
    "disk I/O error": "the disk is full, or fails",
    "database is locked": "another program has kept this store locked for too long",
}


def _first_line(error: object) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[0] if lines else type(error).__name__)[:300]
