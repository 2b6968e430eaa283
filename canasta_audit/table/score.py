"""The items of a deal's score: what cards and canastas are worth, and what a claimed item is to be held against."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Literal, NamedTuple

from canasta_audit.cards import BLACK_THREES, JOKER, NATURAL, RANK, RANKS, WILD, Card
from canasta_audit.notation.model import Seat
from canasta_audit.ruleset.chapters import Rules, Scoring, Values
from canasta_audit.table.state import MIXED, RUN, UNSEEN, WILD_MELD, MeldOnTable

_VALUE_FIELD = dict(
    zip(
        "*2AKQJT987654",
        ["joker", "two", "ace", "king", "queen", "jack", "ten", "nine", "eight", "seven", "six", "five", "four"],
        strict=True,
    ),
)


Hands = Mapping[Seat, Sequence[Card]]
"""The cards in every hand, by seat."""


class Item(NamedTuple):
    """One line of a ledger: what it is for, its points, the cards or numbers it comes from and what turned them, and the pointer of
    the key that decided, where it is not the one that usually does.
    """

    item: str
    points: int
    why: tuple[str, ...] = ()
    key: str | None = None


made = tuple.__new__
"""Makes a named tuple of its class and all its fields, at half the price of calling the class."""


class Outcome(NamedTuple):
    """How a deal ended: who went out (``None``: nobody did) and whether concealed, the ``partner`` who finished after him, and who
    played last where cards were wanting (``used_up``).
    """

    out: Seat | None = None
    concealed: bool = False
    partner: Seat | None = None
    used_up: Seat | None = None


ITEMS: tuple[str, ...] = (
    "natural", "mixed", "wild", "cards", "threes", "opponents-threes", "held", "out", "concealed", "partner", "hand",
)  # fmt: skip
"""Items of the ledger, in the order of a score sheet; ``total`` is their sum. ``opponents-threes`` are points that a side has, or
loses, for red threes that lie before its opponents."""

GROUPS: dict[str, tuple[str, ...]] = {
    "canastas": ("natural", "mixed", "wild"),
    "red-threes": ("threes", "opponents-threes", "held"),
    "bonuses": ("natural", "mixed", "wild", "threes", "opponents-threes", "held", "out", "concealed", "partner"),
}
"""Claimed items that stand for several items of the ledger."""

TAKES_IN: dict[str, tuple[str, ...]] = {
    "threes": ("opponents-threes", "held"),
    "out": ("concealed", "partner"),
    "concealed": ("out",),
}
"""Other items that a claimed one stands for as well, unless they are claimed by themselves."""

_ITEMS = frozenset(ITEMS)
_PLAIN = _ITEMS - TAKES_IN.keys()


_points: dict[int, tuple[Values, dict[Card, int], dict[Card, int]]] = {}
"""By identity: hashing the values for every question would cost more than the answer. The values are kept, so that no identity is
used twice."""


def _tables(values: Values) -> tuple[Values, dict[Card, int], dict[Card, int]]:
    found = _points.get(id(values))
    if found is None:
        if len(_points) > 64:
            _points.clear()
        points = {rank: getattr(values, name) for rank, name in _VALUE_FIELD.items()}
        table = {rank + suit: points.get(rank, 0) for rank in RANKS for suit in ("", "C", "D", "H", "S", "r", "b")}
        table |= {JOKER: values.joker, "?": 0, **dict.fromkeys(BLACK_THREES, values.black_three)}
        held = {**table, **dict.fromkeys(BLACK_THREES, values.black_three_held)}
        found = _points[id(values)] = (values, table, held)
    return found


def card_points(values: Values) -> Mapping[Card, int]:
    """Points of every card text by the ruleset's values; red threes, bare threes and unseen cards count 0."""
    return _tables(values)[1]


def held_points(values: Values) -> Mapping[Card, int]:
    """Points that every card text costs in a hand; red threes, bare threes and unseen cards cost 0 there."""
    return _tables(values)[2]


def worth(cards: Sequence[Card], rank: str, values: Values) -> int:
    """Points of cards that lie in a meld of ``rank`` (``Shape.rank``), its wild cards with those of the cards they stand for if the
    values say so. In a meld of wild cards alone, and in a sequence that does not lie in its order, they stand for none.
    """
    points = _tables(values)[1]
    total = sum(map(points.__getitem__, cards))
    if values.wild_melded == "own" or rank in (WILD_MELD, MIXED, UNSEEN):
        return total
    places = _places(cards) if rank == RUN else [rank] * len(cards)
    return total + sum(points[place + "C"] - points[card] for card, place in zip(cards, places, strict=False) if card in WILD)


_NATURAL_RANKS = frozenset(RANKS) - {"2"}
"""Ranks of cards that tell their place in a sequence: an unseen one does not."""


def _places(run: Sequence[Card]) -> Sequence[str]:
    """The rank of every place of a sequence, ace high; none where its cards do not lie in their order."""
    first = {(RANKS.index(RANK[card]) or len(RANKS)) - place for place, card in enumerate(run) if card[0] in _NATURAL_RANKS}
    ranks = RANKS[1:] + RANKS[0]
    start = first.pop() - 1
    return ranks[start : start + len(run)] if not first and 0 <= start <= len(ranks) - len(run) else ()


def hand_cost(hand: Iterable[Card], rules: Rules) -> int:
    """Points that the cards of a hand cost. Of naturals that are grouped the dearest of each group is paid for."""
    points, law = _tables(rules.values)[2], rules.scoring
    if law.naturals_grouped == 1:
        return sum(map(points.__getitem__, hand))
    return _grouped_cost(list(hand), points, law)


def _grouped_cost(hand: Sequence[Card], points: Mapping[Card, int], law: Scoring) -> int:
    size = law.naturals_grouped
    naturals = [points[card] for card in hand if card in NATURAL]
    naturals.sort(reverse=True)
    paid = len(naturals) if law.grouped_rounding == "up" else len(naturals) - len(naturals) % size
    return sum(naturals[:paid:size]) + sum([points[card] for card in hand if card not in NATURAL])


Kind = Literal["natural", "mixed", "wild"]

KINDS: tuple[Kind, ...] = ("natural", "mixed", "wild")
"""Kinds of canastas: without wild cards, with some, of wild cards alone."""


def is_canasta(meld: MeldOnTable, rules: Rules) -> bool:
    """Tell whether a meld has the size of a canasta; threes never make one."""
    return len(meld.cards) >= rules.canastas.size and meld.rank != "3"


def kind_of(meld: MeldOnTable, rules: Rules) -> Kind | None:
    """The kind of a canasta, ``None`` for a meld that is none."""
    if not is_canasta(meld, rules):
        return None
    if meld.rank == WILD_MELD:
        return "wild"
    return "mixed" if meld.wilds else "natural"


def kinds_counted(melds: Iterable[MeldOnTable], rules: Rules) -> set[Kind]:
    """The kinds of canastas among ``melds`` where kinds are asked for: there one of wild cards may count as mixed."""
    size = rules.canastas.size
    kinds: set[Kind] = {
        "wild" if meld.rank == WILD_MELD else "mixed" if meld.wilds else "natural"
        for meld in melds
        if len(meld.cards) >= size and meld.rank != "3"
    }
    if "wild" in kinds and rules.canastas.wild_counts_as == "mixed":
        return kinds - {"wild"} | {"mixed"}
    return kinds


_points_of, _claim_of = itemgetter(1), itemgetter(0, 1)


def total_of(items: Sequence[Item]) -> int:
    """Sum of a ledger, in points."""
    return sum(map(_points_of, items))


def stands_for(claimed: str, claims: Collection[str]) -> tuple[str, ...]:
    """The items of the ledger that ``claimed`` stands for beside the other ``claims`` of its side; none where it is not known."""
    if claimed in GROUPS:
        return GROUPS[claimed]
    if claimed in TAKES_IN:
        return (claimed, *[other for other in TAKES_IN[claimed] if other not in claims])
    return (claimed,) if claimed in _ITEMS else ()


def computed_for(claimed: str, claims: Mapping[str, int], items: Sequence[Item]) -> int | None:
    """Return the computed points that the claimed item ``claimed`` is held against, ``None`` for an item the ledger does not know.

    ``claims`` are all items claimed for the side.
    """
    if claimed == "total":
        return total_of(items)
    names = stands_for(claimed, claims)
    return sum([item.points for item in items if item.item in names]) if names else None


def is_copy(claimed: tuple[tuple[str, int], ...], items: Sequence[Item], total: int) -> bool:
    """Tell whether every item is claimed as it stands in a ledger, and then its ``total``. If so, all claims hold.

    >>> is_copy((("cards", 70), ("total", 70)), [Item("cards", 70, ("K:70",))], 70)
    True
    """
    return (*map(_claim_of, items), ("total", total)) == claimed


def claims_hold(claims: Mapping[str, int], items: Sequence[Item]) -> bool:
    """Tell whether every claimed item is what the ledger has for it."""
    have = {item[0]: item[1] for item in items}
    for claimed, points in claims.items():
        if claimed in _PLAIN or (claimed in TAKES_IN and have.keys().isdisjoint(TAKES_IN[claimed])):
            if have.get(claimed, 0) != points:
                return False
        elif claimed == "total":
            if sum(have.values()) != points:
                return False
        elif computed_for(claimed, claims, items) != points:
            return False
    return True
