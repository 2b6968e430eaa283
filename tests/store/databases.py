"""The databases that tests open: a file, a folder, and a real PostgreSQL.

``CANASTA_AUDIT_POSTGRES`` is the URL of a server on which databases can be made. Without it the tests that use it are skipped and
say why; where ``CI`` is ``true`` they fail.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from canasta_audit.store.asked import opened
from canasta_audit.store.place import place_of
from canasta_audit.store.schema import TABLES
from tests.conftest import without

KINDS = ("sqlite", "parquet", "postgresql")


@contextmanager
def store(kind: str, folder: Path) -> Iterator[str]:
    """Where a store may be made; what is there at the end goes away."""
    if kind != "postgresql":
        yield str(folder / f"results.{kind}")
        return
    with new_database() as url:
        yield url


@contextmanager
def new_database() -> Iterator[str]:
    """A database on the server that nobody else has."""
    url = os.environ.get("CANASTA_AUDIT_POSTGRES", "")
    if not url:
        without(
            "CANASTA_AUDIT_POSTGRES is not set: it is the URL of a PostgreSQL on which databases can be made; .ci/run starts one"
        )
    there = sa.make_url(url).set(drivername="postgresql+psycopg")
    name = f"canasta_audit_{os.getpid()}_{os.urandom(4).hex()}"
    engine = sa.create_engine(there, isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            connection.execute(sa.text(f"CREATE DATABASE {name}"))
        try:
            yield there.set(drivername="postgresql", database=name).render_as_string(hide_password=False)
        finally:
            with engine.connect() as connection:
                connection.execute(sa.text(f"DROP DATABASE {name} WITH (FORCE)"))
    finally:
        engine.dispose()


def rows(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables, without the time of the audit, in the order of their keys."""
    with opened(place_of(url)) as database, database.reading() as connection:
        return {
            table.name: sorted(
                (tuple(row) for row in connection.execute(sa.select(*(c for c in table.columns if c.name != "audited_at")))),
                key=repr,
            )
            for table in TABLES
        }


def ask(url: str, question: str) -> list[tuple[Any, ...]]:
    """What the tables answer to a question in SQL."""
    with opened(place_of(url)) as database, database.reading() as connection:
        return [tuple(row) for row in connection.execute(sa.text(question))]


def change(url: str, statement: str) -> None:
    """Change a database from outside."""
    engine = sa.create_engine(place_of(url).url if "://" in url else f"sqlite:///{url}")
    with closing(engine.raw_connection()) as connection:
        connection.cursor().execute(statement)
        connection.commit()
    engine.dispose()
