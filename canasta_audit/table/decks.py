"""Which deck a record shows, where it is not that of the ruleset."""

from __future__ import annotations

from collections.abc import Iterable

from canasta_audit.cards import JOKER, SUIT, SUITED, Card, Deck
from canasta_audit.table.state import Table

_MOST_PACKS, _MOST_JOKERS = 4, 4
"""Packs of a deck, and jokers that come with each at most."""

_ENOUGH = 3
"""Different cards seen too often that cannot all be slips of the recorder."""


def deck_shown(table: Table, sizes: Iterable[int], often: Iterable[Card]) -> Deck | None:
    """The deck that a deal was played with, ``None`` where it may well be the table's own.

    ``sizes`` are numbers of cards that the record comes to, ``often`` the cards that it shows more often than the deck has them. A
    few cards more or less are a slip; another deck has another number of packs, or every one of its cards is listed and each pack
    has as many jokers.
    """
    deck, seen = table.deck, table.seen
    most = max((seen[card] for card in SUITED), default=0)
    for size in sizes:
        for packs in range(max(1, most), _MOST_PACKS + 1):
            jokers = size - 52 * packs
            if seen[JOKER] <= jokers <= _MOST_JOKERS * packs and (packs != deck.packs or _all_listed(table, packs, jokers)):
                return Deck(packs, jokers)
    suited = [card for card in often if SUIT[card]]
    if len(suited) >= _ENOUGH and (packs := max(seen[card] for card in suited)) <= _MOST_PACKS:
        return Deck(packs, max(seen[JOKER], deck.jokers * packs // deck.packs))
    return None


def _all_listed(table: Table, packs: int, jokers: int) -> bool:
    return jokers % packs == 0 and table.seen[JOKER] == jokers and all(table.seen[card] == packs for card in SUITED)
