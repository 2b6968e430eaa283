"""The tables as a folder of Parquet files, one a table; it is there whole or not at all.

Between two runs the folder is all there is. During one its rows are in a database of this run's own. At the end, under a lock, what
others have put there meanwhile is taken over, and a new folder takes the place of the old one.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import sqlalchemy as sa
from sqlalchemy import BigInteger, Boolean, Integer

from canasta_audit.store.database import Database
from canasta_audit.store.place import Place, StoreError
from canasta_audit.store.schema import SCHEMA_VERSION, TABLES
from canasta_audit.version import VERSION

_GROUP, _AT_ONCE = 10_000, 1_000
"""Rows of a group in a file, which are read and written together, and of those that are Python's at a time."""

_VERSION = b"canasta_store"


class Columnar:
    """A folder of Parquet files."""

    def __init__(self, place: Place) -> None:
        """Take the folder, which need not be there."""
        self.place = place
        self._scratch: str | None = None

    def opened(self, *, reading: bool = False) -> Database:
        """A database with all of its rows. Raises ``StoreError``."""
        if reading and not os.path.isdir(self.place.path):
            raise StoreError(f"{self.place.given}: there is no such store")
        with self._told():
            self._scratch = tempfile.mkdtemp(prefix="canasta-audit-")
        database = Database(Place("sqlite", self.place.given, os.path.join(self._scratch, "rows.sqlite"), ""))
        try:
            with self._told(), self._locked():
                self._mend()
                self._take_over(database, set())
        except BaseException:
            database.close()
            self.close()
            raise
        return database

    def keep(self, database: Database, written: set[str]) -> None:
        """Put all rows into a new folder, those of logs that were not ``written`` as they are there now. Raises ``StoreError``."""
        with self._told(), self._locked():
            self._mend()
            self._take_over(database, written)
            new = f"{self.place.path}.{os.getpid()}.tmp"
            shutil.rmtree(new, ignore_errors=True)
            os.makedirs(new)
            try:
                for table in TABLES:
                    self._write(database, table, os.path.join(new, f"{table.name}.parquet"))
                self._exchange(new)
            finally:
                shutil.rmtree(new, ignore_errors=True)

    def close(self) -> None:
        """Remove what this run had for itself."""
        if self._scratch is not None:
            shutil.rmtree(self._scratch, ignore_errors=True)
        self._scratch = None

    @property
    def _old(self) -> str:
        return f"{self.place.path}.old"

    def _exchange(self, new: str) -> None:
        if os.path.isdir(self.place.path):
            os.rename(self.place.path, self._old)
        os.rename(new, self.place.path)
        shutil.rmtree(self._old, ignore_errors=True)

    def _mend(self) -> None:
        """Bring back the old folder where a run was killed before the new one was in its place."""
        if os.path.isdir(self._old):
            if os.path.isdir(self.place.path):
                shutil.rmtree(self._old, ignore_errors=True)
            else:
                os.rename(self._old, self.place.path)
        if os.path.exists(self.place.path) and not os.path.isdir(self.place.path):
            raise StoreError(f"{self.place.given}: a store of Parquet files is a folder, and this is a file")

    def _take_over(self, database: Database, written: set[str]) -> None:
        """Have the rows of the folder in the place of those in the database, but for logs that were ``written``."""
        there = os.listdir(self.place.path) if os.path.isdir(self.place.path) else []
        if not there:
            return
        with database.writing() as connection:
            for table in TABLES:
                if written:
                    _keep_only(connection, table, written)
                for rows in self._rows(table):
                    database.insert(connection, table, (row for row in rows if row[0] not in written))

    def _rows(self, table: sa.Table) -> Iterator[list[tuple[Any, ...]]]:
        path = os.path.join(self.place.path, f"{table.name}.parquet")
        try:
            with pq.ParquetFile(path) as stream:
                self._check(stream.schema_arrow)
                for batch in stream.iter_batches(_AT_ONCE, columns=[column.name for column in table.columns], use_threads=False):
                    yield list(zip(*(batch.column(i).to_pylist() for i in range(batch.num_columns)), strict=True))
        except (FileNotFoundError, KeyError, pa.ArrowInvalid):
            raise StoreError(
                f"{self.place.given}: this is no store of canasta-audit, or it is damaged: {table.name}.parquet"
            ) from None

    def _check(self, schema: pa.Schema) -> None:
        found = (schema.metadata or {}).get(_VERSION)
        if found is None:
            raise StoreError(f"{self.place.given}: this folder holds something else: take another one")
        if found != str(SCHEMA_VERSION).encode():
            raise StoreError(
                f"{self.place.given}: the store has another layout ({found.decode(errors='replace')}; this is {SCHEMA_VERSION}):"
                " take a new store, and audit the logs again"
            )

    def _write(self, database: Database, table: sa.Table, path: str) -> None:
        told = {_VERSION: str(SCHEMA_VERSION), "made_by": VERSION}
        schema = pa.schema([(column.name, _kind(column)) for column in table.columns], told)
        keys = list(table.primary_key.columns)
        with database.reading() as connection, pq.ParquetWriter(path, schema, compression="zstd") as writer:
            found = connection.execution_options(yield_per=_AT_ONCE).execute(sa.select(table).order_by(*keys))
            waiting: list[pa.RecordBatch] = []
            for rows in found.partitions():
                columns = zip(zip(*rows, strict=True), schema, strict=True)
                waiting.append(pa.record_batch([pa.array(values, field.type) for values, field in columns], schema))
                if len(waiting) * _AT_ONCE >= _GROUP:
                    writer.write_table(pa.Table.from_batches(waiting))
                    waiting.clear()
            if waiting:
                writer.write_table(pa.Table.from_batches(waiting))

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Be the only one at this folder; others wait."""
        try:
            import fcntl
        except ImportError:  # pragma: no cover
            # There is no such lock on Windows: two runs at once are not safe there.
            yield
            return
        # Not a file beside the store, which would stay, nor the store, which is replaced.
        folder = os.open(os.path.dirname(self.place.path), os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            yield
        finally:
            os.close(folder)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (OSError, pa.ArrowException) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error).partition("\n")[0]
            raise StoreError(f"{self.place.given}: this store cannot be used: {reason.lower()}") from None


def _keep_only(connection: sa.Connection, table: sa.Table, written: set[str]) -> None:
    there = set(connection.execute(sa.select(table.c.log).distinct()).scalars()) - written
    rest = sorted(there)
    for start in range(0, len(rest), 500):
        connection.execute(sa.delete(table).where(table.c.log.in_(rest[start : start + 500])))


def _kind(column: sa.Column[Any]) -> pa.DataType:
    if isinstance(column.type, Boolean):
        return pa.bool_()
    return pa.int64() if isinstance(column.type, (BigInteger, Integer)) else pa.string()
