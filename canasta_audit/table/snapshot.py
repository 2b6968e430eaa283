"""A copy of a table that can be played on apart from the first, and a turn that is taken back."""

from __future__ import annotations

from collections import Counter
from operator import attrgetter
from typing import Any

from canasta_audit.notation.model import Seat
from canasta_audit.table.holding import Holding
from canasta_audit.table.state import MeldOnTable, Table

_COPIED = (
    "before", "coarse", "counted", "debt", "excess", "exposed", "have_laid", "hazy", "lacking", "pile", "red_holders", "reds_last",
    "room", "shown", "turns_had", "undiscarded", "unsure", "vague", "wilds_thrown",
)  # fmt: skip
_LISTS_BY_SEAT = ("feet", "hands", "reds")
_SHARED = tuple(sorted({*Table.__slots__} - {*_COPIED, *_LISTS_BY_SEAT, "holdings", "melds", "seen", "stock"}))
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
    other.holdings = _holdings(table)
    # A counter's own way to copy itself takes longer than all the rest here.
    other.seen = Counter.__new__(Counter)
    dict.update(other.seen, table.seen)
    other.stock = None if table.stock is None else table.stock[:]
    other.melds = {side: [_meld(meld) for meld in melds] for side, melds in table.melds.items()}
    return other


def _holdings(table: Table) -> dict[Seat, Holding]:
    holdings = table.holdings
    return {seat: holding.copy() for seat, holding in holdings.items()} if holdings else {}


def _meld(meld: MeldOnTable) -> MeldOnTable:
    other: Any = MeldOnTable.__new__(MeldOnTable)
    other.cards = meld.cards[:]
    other.naturals, other.rank, other.seat, other.turn, other.wilds = meld.naturals, meld.rank, meld.seat, meld.turn, meld.wilds
    made: MeldOnTable = other
    return made


_shared_of, _copied_of = attrgetter(*_SHARED), attrgetter(*_COPIED)


class Kept:
    """What a turn of ``seat`` may change on a table, to be put back if it was not lawful: much less than a copy of all.

    For turns that move no card from one meld to another; nothing else may have been played between.
    """

    __slots__ = ("copied", "feet", "hand", "holdings", "reds", "seat", "seen", "shared", "stock", "table")

    def __init__(self, table: Table, seat: Seat) -> None:
        """Keep it before the turn."""
        self.table, self.seat = table, seat
        self.hand, self.reds, self.feet = table.hands[seat][:], table.reds[seat][:], table.feet.copy()
        self.stock = None if table.stock is None else table.stock[:]
        self.seen, self.holdings = dict(table.seen), _holdings(table)
        self.shared, self.copied = _shared_of(table), [value.copy() for value in _copied_of(table)]

    def put_back(self) -> None:
        """Let the table be as it was, whatever of the turn was carried out."""
        table, turn, seat = self.table, self.table.turn, self.seat
        for name, value in (*zip(_SHARED, self.shared, strict=True), *zip(_COPIED, self.copied, strict=True)):
            setattr(table, name, value)
        if turn is not None and turn is not table.turn:
            for lay in reversed(turn.lays):
                if lay.new:
                    table.melds[turn.side].pop()
                else:
                    del lay.meld.cards[-len(lay.cards) :]
                    lay.meld.recount()
        table.hands[seat], table.reds[seat], table.feet = self.hand, self.reds, self.feet
        table.stock, table.holdings = self.stock, self.holdings
        table.seen.clear()
        dict.update(table.seen, self.seen)
