"""Cards, decks and loose holdings of cards, some of which nobody has seen.

A card is its canonical ASCII text, so that logs, findings and tests all speak of the same thing:

* suited: rank and suit, ``"KS"``, ``"TH"``, ``"2C"``; the joker is ``"*"``;
* colour only: ``"Kr"`` (a red king), ``"Kb"``;
* rank only: ``"K"``;
* not seen: ``"?"``.

Equal cards are not told apart. The tables below are filled once for every card text there is; looking a card up in them is how
its rank, suit or colour is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

Card = str
"""Canonical text of one card, as described in the module's docstring."""

RANKS = "A23456789TJQK"
SUITS = "CDHS"
JOKER = "*"
UNKNOWN = "?"

_COLOUR_OF_SUIT = {"C": "b", "S": "b", "D": "r", "H": "r"}

SUITED: tuple[Card, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""The 52 cards whose rank and suit are known."""

ALL: tuple[Card, ...] = (
    *SUITED,
    *(rank + colour for rank in RANKS for colour in "rb"),
    *RANKS,
    JOKER,
    UNKNOWN,
)
"""Every card text the product knows."""

RANK: dict[Card, str] = {card: card[0] for card in ALL}
"""Rank of a card: one of ``RANKS``, ``"*"`` for a joker, ``"?"`` for a card nobody has seen."""

SUIT: dict[Card, str] = {card: card[1] if card[1:] in tuple(SUITS) else "" for card in ALL}
"""Suit of a card, ``""`` where it has none or it is not known."""

COLOUR: dict[Card, str] = {card: _COLOUR_OF_SUIT.get(card[1:], card[1:]) for card in ALL}
"""``"r"`` or ``"b"``; ``""`` for jokers and where it is not known."""

EXACT: frozenset[Card] = frozenset((*SUITED, JOKER))
"""The cards known to rank and suit, jokers among them."""

WILD: frozenset[Card] = frozenset(card for card in ALL if card[0] in "2*")
"""Jokers and deuces: the wild cards of every game here."""

NATURAL: frozenset[Card] = frozenset(card for card in ALL if card[0] in RANKS and card[0] not in "23")
"""Cards from four to ace."""

RED_THREES: frozenset[Card] = frozenset(("3D", "3H", "3r"))
BLACK_THREES: frozenset[Card] = frozenset(("3C", "3S", "3b"))

_DISPLAY = "*AKQJT98765432?"
_ORDER: dict[Card, tuple[int, str]] = {card: (_DISPLAY.index(card[0]), card) for card in ALL}


class Deck(NamedTuple):
    """What lies on the table before the deal: ``packs`` packs of 52 and ``jokers`` jokers in all."""

    packs: int
    jokers: int

    @property
    def size(self) -> int:
        """Number of cards.

        >>> Deck(packs=2, jokers=4).size
        108
        """
        return 52 * self.packs + self.jokers

    def copies(self, card: Card) -> int:
        """Return how many cards of this deck fit ``card``.

        >>> deck = Deck(2, 4)
        >>> [deck.copies(card) for card in ("KS", "Kr", "K", "*", "?")]
        [2, 4, 8, 4, 108]
        """
        if card == UNKNOWN:
            return self.size
        if card == JOKER:
            return self.jokers
        if SUIT[card]:
            return self.packs
        return self.packs * (2 if COLOUR[card] else 4)


def could_be(card: Card, other: Card) -> bool:
    """Tell whether two texts, each perhaps vague, can mean the same card.

    >>> could_be("K", "KS"), could_be("Kr", "KS"), could_be("?", "*"), could_be("Kr", "Kb")
    (True, False, True, False)
    """
    if UNKNOWN in (card, other) or card == other:
        return True
    if RANK[card] != RANK[other]:
        return False
    if SUIT[card] and SUIT[other]:
        return False
    return not (COLOUR[card] and COLOUR[other]) or COLOUR[card] == COLOUR[other]


def is_known(card: Card) -> bool:
    """Tell whether the card is known to rank and suit (a joker is)."""
    return card in EXACT


def remove(holding: list[Card], card: Card) -> Card | None:
    """Take ``card`` out of ``holding`` and return what was there for it, or ``None`` where nothing can have been.

    The same text goes first, then a card of the same rank that is known more or less exactly, then an unseen card.

    >>> hand = ["KS", "?"]
    >>> remove(hand, "K"), remove(hand, "9D"), remove(hand, "9D")
    ('KS', '?', None)
    """
    if card in holding:
        holding.remove(card)
        return card
    best: Card | None = None
    for other in holding:
        if could_be(card, other) and (best is None or best == UNKNOWN):
            best = other
    if best is not None:
        holding.remove(best)
    return best


def missing(holding: Sequence[Card], cards: Iterable[Card]) -> list[Card]:
    """Return those of ``cards`` that ``holding`` cannot supply, in their order, as few as can be.

    >>> missing(["KS", "KS", "2C"], ["KS", "2C", "2C"]), missing(["KS", "KH"], ["K", "KS"])
    (['2C'], [])
    """
    rest, listed = list(holding), list(cards)
    if EXACT.issuperset(rest) and EXACT.issuperset(listed):
        return [card for card in listed if remove(rest, card) is None]
    taken: dict[int, int] = {}
    return [card for index, card in enumerate(listed) if not _assign(index, listed, rest, taken, set())]


def held(holding: Sequence[Card], cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return those of ``cards`` that ``holding`` can supply, as many as can be, in their order.

    >>> held(["KS", "?"], ["KH", "KS", "2C"])
    ('KH', 'KS')
    """
    lacking = missing(holding, cards)
    kept = []
    for card in reversed(cards):
        if card in lacking:
            lacking.remove(card)
        else:
            kept.append(card)
    return tuple(reversed(kept))


def _assign(index: int, wanted: Sequence[Card], holding: Sequence[Card], taken: dict[int, int], tried: set[int]) -> bool:
    """Find a card of ``holding`` for ``wanted[index]``, if need be by letting others have another one than ``taken`` says."""
    for at, card in enumerate(holding):
        if at not in tried and could_be(wanted[index], card):
            tried.add(at)
            if at not in taken or _assign(taken[at], wanted, holding, taken, tried):
                taken[at] = index
                return True
    return False


def sort(cards: Iterable[Card]) -> list[Card]:
    """Return cards in display order: jokers, aces, kings .. deuces, unseen.

    >>> sort(["2C", "?", "AS", "*", "TH"])
    ['*', 'AS', 'TH', '2C', '?']
    """
    return sorted(cards, key=_ORDER.__getitem__)


def difference(left: Iterable[Card], right: Iterable[Card]) -> tuple[list[Card], list[Card]]:
    """Return (cards only in ``left``, cards only in ``right``) as multisets compared by text, in display order."""
    a, b = Counter(left), Counter(right)
    return sort((a - b).elements()), sort((b - a).elements())
