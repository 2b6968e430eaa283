"""A copy of a table that can be played on apart from the first."""

from __future__ import annotations

from collections import Counter
from typing import Any

from canasta_audit.table.state import MeldOnTable, Table

_COPIED = (
    "before", "coarse", "debt", "excess", "have_laid", "lacking", "pile", "red_holders", "reds_last", "shown", "turns_had",
    "undiscarded", "vague", "wilds_thrown",
)  # fmt: skip
_LISTS_BY_SEAT = ("feet", "hands", "reds")
_SHARED = tuple(sorted({*Table.__slots__} - {*_COPIED, *_LISTS_BY_SEAT, "melds", "seen", "stock"}))
"""What is never changed in place."""


def copy_of(table: Table) -> Table:
    """A copy of ``table``: cards are moved on one without the other."""
    other = Table.__new__(Table)
    for name in _SHARED:
        setattr(other, name, getattr(table, name))
    for name in _COPIED:
        setattr(other, name, getattr(table, name).copy())
    for name in _LISTS_BY_SEAT:
        setattr(other, name, {seat: cards[:] for seat, cards in getattr(table, name).items()})
    # A counter's own way to copy itself takes longer than all the rest here.
    other.seen = Counter.__new__(Counter)
    dict.update(other.seen, table.seen)
    other.stock = None if table.stock is None else table.stock[:]
    other.melds = {side: [_meld(meld) for meld in melds] for side, melds in table.melds.items()}
    return other


def _meld(meld: MeldOnTable) -> MeldOnTable:
    other: Any = MeldOnTable.__new__(MeldOnTable)
    other.cards = meld.cards[:]
    other.naturals, other.rank, other.seat, other.turn, other.wilds = meld.naturals, meld.rank, meld.seat, meld.turn, meld.wilds
    made: MeldOnTable = other
    return made
