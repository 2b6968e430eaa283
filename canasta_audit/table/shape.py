"""What rows of cards make: sets of a rank, runs of a suit, wild cards alone, or nothing of the kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from canasta_audit.cards import RANK, RANKS, SUIT, UNKNOWN, WILD, Card

WILD_MELD = "*"
RUN = "run"
MIXED = "mixed"


class Shape(NamedTuple):
    """What a row of cards makes: ``rank`` of its naturals (``"*"`` wild cards only, ``"run"`` a sequence of one suit, ``"mixed"``
    several ranks), the number of naturals and of wild cards.
    """

    rank: str
    naturals: int
    wilds: int


_shapes: dict[tuple[Card, ...], Shape] = {}


def shape(cards: tuple[Card, ...]) -> Shape:
    """Return the shape of ``cards``.

    >>> shape(("KS", "KH", "2C")), shape(("*", "2C", "2D")).rank, shape(("7H", "*", "9H")).rank, shape(("KS", "QH", "2C")).rank
    (Shape(rank='K', naturals=2, wilds=1), '*', 'run', 'mixed')
    """
    found = _shapes.get(cards)
    if found is None:
        if len(_shapes) > 50_000:
            _shapes.clear()
        found = _shapes[cards] = _shape(cards)
    return found


def _shape(cards: tuple[Card, ...]) -> Shape:
    naturals = [card for card in cards if card not in WILD and card != UNKNOWN]
    wilds = sum(card in WILD for card in cards)
    ranks = {RANK[card] for card in naturals}
    known = len(cards) - wilds
    if not ranks:
        return Shape(WILD_MELD if not known else UNKNOWN, known, wilds)
    if len(ranks) == 1:
        return Shape(ranks.pop(), known, wilds)
    return Shape(RUN if _is_run(naturals, wilds) else MIXED, known, wilds)


def _is_run(naturals: Sequence[Card], wilds: int) -> bool:
    """Tell whether cards of one suit can stand in a row, ace high, wild cards filling the gaps."""
    suits = {SUIT[card] for card in naturals}
    places = sorted((RANKS.index(RANK[card]) or len(RANKS)) for card in naturals)
    gaps = places[-1] - places[0] + 1 - len(places)
    return len(suits) == 1 and "" not in suits and len(set(places)) == len(places) and gaps <= wilds
