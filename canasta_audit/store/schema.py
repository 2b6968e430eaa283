"""The tables of a store."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, Integer, MetaData, Table, Text

SCHEMA_VERSION = 1
"""Raised when a store of before cannot be used any more."""

METADATA = MetaData()


def _key(name: str, kind: Any = Text) -> Column[Any]:
    return Column(name, kind, primary_key=True, autoincrement=False)


def _texts(*names: str) -> list[Column[Any]]:
    return [Column(name, Text, nullable=False, default="") for name in names]


def _numbers(*names: str) -> list[Column[Any]]:
    return [Column(name, BigInteger) for name in names]


def _table(name: str, *columns: Column[Any]) -> Table:
    # Rows lie in the order of their keys: those of one log together.
    return Table(name, METADATA, *columns, sqlite_with_rowid=False)


STORE = _table("canasta_store", _key("schema_version", Integer), *_texts("made_by"))
"""One row: the version of these tables, and of the program that made them."""

LOGS = _table(
    "logs", _key("log"), *_texts("path", "content", "version"), Column("alternatives", Boolean, nullable=False),
    Column("rulesets", Text), *_numbers("matches", "deals", "turns", "errors", "warnings", "notes", "follows"),
    *_texts("audited_at"),
)  # fmt: skip
"""A log, by what its ``path`` comes to: the digest of its ``content``, the ``version`` that audited it, whether lawful
``alternatives`` were looked for, the ``rulesets`` that were asked for with their digests (JSON; ``NULL``: one was not to be had,
and the log is audited again), root findings by severity and those that follow, and when.
"""

MATCHES = _table(
    "matches", _key("log"), _key("match", Integer), *_numbers("place", "line"),
    *_texts("event", "date", "round", "at_table", "ruleset", "ruleset_digest"),
    Column("winner", Text), *_numbers("deals", "turns"), *_texts("tags", "record"),
)  # fmt: skip
"""A match: its tags, the ruleset it was judged by, and the side that won (``NULL``: nobody, or nobody can tell). ``date`` is
``YYYY-MM-DD`` as far as it is known.
"""

PLAYERS = _table("players", _key("log"), _key("match", Integer), _key("seat"), *_texts("side", "name"))
"""Who sat where; ``name`` is ``""`` where it is not told."""

SIDES = _table(
    "sides", _key("log"), _key("match", Integer), _key("side"), *_numbers("total", "low", "high"), Column("won", Boolean)
)
"""What a side has at the end of a match, the least and the most that it can be, and whether it won (``NULL``: as ``winner``)."""

DEALS = _table(
    "deals", _key("log"), _key("place", Integer), *_numbers("match", "deal", "line", "turns"), *_texts("ended"),
    Column("out", Text), Column("player", Text), Column("concealed", Boolean), *_texts("record"),
)  # fmt: skip
"""A deal, by its ``place`` in the log: how it ended, and the seat and name of who went out."""

SCORES = _table(
    "scores", _key("log"), _key("place", Integer), *_numbers("match", "deal", "deal_place"), *_texts("side", "kind", "item"),
    *_numbers("computed", "claimed", "low", "high"), Column("verdict", Text),
)  # fmt: skip
"""An item of a side's score of a deal, or its total, an adjustment, or the running total: ``kind`` tells which. ``computed`` is
``NULL`` where the record leaves it open; it lies from ``low`` to ``high`` then. ``verdict`` is that of what was claimed. A claim
that stands for several items is held against their sum; those that were not claimed have rows of their own as well.
"""

FINDINGS = _table(
    "findings", _key("log"), _key("place", Integer), *_texts("id", "name", "chapter", "severity", "grade"),
    *_numbers("match", "deal", "turn"), Column("seat", Text), Column("player", Text), Column("side", Text),
    *_numbers("line", "first_column", "end_column"), *_texts("message", "text"), Column("parameter", Text), Column("value", Text),
    *_texts("citation", "fingerprint"), Column("follows", Text), *_texts("record"),
)  # fmt: skip
"""A finding with its place in the game and in the log; ``place`` counts findings, deals and matches as they were found.

``record`` is all of it, here and above, and is no part of what the tables promise.
"""

OF_A_LOG = (MATCHES, PLAYERS, SIDES, DEALS, SCORES, FINDINGS)
"""The tables that have rows of a log, besides that of logs."""

TABLES = (LOGS, *OF_A_LOG)
