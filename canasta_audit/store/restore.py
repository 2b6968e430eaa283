"""The items of a log, made again of its rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from canasta_audit.batch.items import StreamItem
from canasta_audit.store.record import deal_of, finding_of, match_of
from canasta_audit.store.schema import DEALS, FINDINGS, MATCHES

_AT_ONCE = 1000


def items_of(connection: Connection, key: str, file: str) -> Iterator[StreamItem]:
    """What the audit of a log yielded, in its order; the log is now called ``file``."""
    after = 0
    while True:
        rows = connection.execute(_SOME, {"key": key, "after": after}).all()
        for place, table, record in rows:
            after = place
            if table == FINDINGS.name:
                yield finding_of(record, file)
            else:
                yield deal_of(record) if table == DEALS.name else match_of(record)
        if len(rows) < _AT_ONCE:
            return


def _of(table: sa.Table) -> sa.Select[Any]:
    here = (table.c.log == sa.bindparam("key")) & (table.c.place > sa.bindparam("after"))
    return sa.select(table.c.place, sa.literal(table.name).label("name"), table.c.record).where(here)


_SOME: sa.Executable = sa.union_all(*map(_of, (FINDINGS, DEALS, MATCHES))).order_by("place").limit(_AT_ONCE)
