"""Which deck a record shows, where it is not that of the ruleset."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from canasta_audit.cards import JOKER, SUIT, SUITED, Card, Deck
from canasta_audit.notation import model as n
from canasta_audit.table.state import Table

_MOST_PACKS, _MOST_JOKERS = 4, 4
"""Packs of a deck, and jokers that come with each at most."""

_ENOUGH = 3
"""Different cards seen too often that cannot all be slips of the recorder."""

_ENOUGH_UNSEEN = 5
"""The same where hands were not seen: then no other line contradicts a slip but the one that shows its card once too often."""


def turned_at(lines: Iterable[n.Line]) -> float:
    """The first line at which a pile is turned over: from there on one slip in its order may show many cards twice."""
    turns = (line for line in lines if isinstance(line, n.Turn))
    return next((line.line for line in turns if any(play.kind == "turnover" for play in line.plays)), inf)


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
    enough = _ENOUGH_UNSEEN if table.unsure or table.vague else _ENOUGH
    if len(suited) >= enough and (packs := max(seen[card] for card in suited)) <= _MOST_PACKS:
        return Deck(packs, max(seen[JOKER], deck.jokers * packs // deck.packs))
    return None


def _all_listed(table: Table, packs: int, jokers: int) -> bool:
    return jokers % packs == 0 and table.seen[JOKER] == jokers and all(table.seen[card] == packs for card in SUITED)
