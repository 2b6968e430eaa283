"""What the cards of a hand can be laid as: which melds there are to lay on or to begin, and every share-out among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from canasta_audit.cards import RANKS, UNKNOWN, WILD, Card
from canasta_audit.checks.melds import JOINED, in_the_way
from canasta_audit.legal.begins import Begin
from canasta_audit.legal.sources import address_of, choices
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.state import WILD_MELD, MeldOnTable

_MOST_ALIKE = 4
"""New melds of one rank that are thought of in one turn, where the rules know no limit."""


class Target(NamedTuple):
    """A meld that cards may go onto, with its address; ``meld`` is ``None`` for one that is begun, ``nth`` counts those alike."""

    rank: str
    meld: MeldOnTable | None = None
    address: n.Address | None = None
    nth: int = 1


class Laid(NamedTuple):
    """Cards that a turn lays on one target."""

    target: Target
    naturals: tuple[Card, ...]
    wilds: tuple[Card, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """Naturals, then wild cards."""
        return self.naturals + self.wilds

    @property
    def play(self) -> n.Play:
        """The cards laid at once."""
        return n.Meld(self.cards) if self.target.meld is None else n.Add(self.cards, self.target.address)


Shares = tuple[Laid, ...]


def targets_of(begin: Begin, rules: Rules) -> list[Target]:
    """The melds that the hand could lay on, and those that it could begin."""
    table, turn, law = begin.table, begin.turn, rules.melds
    hand = table.hands[turn.seat]
    found = []
    for side, melds in table.melds.items():
        if side == turn.side or law.add_to_opponents:
            for meld in melds:
                if meld.rank in RANKS or meld.rank == WILD_MELD:
                    address = address_of(meld, melds, turn.seat)
                    if side != turn.side:
                        address = n.Address(address.card, address.nth, meld.seat)
                    found.append(Target(meld.rank, meld, address))
    counts = Counter(card[0] for card in hand if card not in WILD and card != UNKNOWN)
    for rank in sorted(counts):
        number = _may_begin(begin, rank, counts[rank], rules)
        found += [Target(rank, nth=nth) for nth in range(1, number + 1)]
    if law.wild_only != "never":
        wilds = sum(card in WILD for card in hand)
        found += [Target(WILD_MELD, nth=nth) for nth in range(1, wilds // law.least_cards + 1)]
    return found


def _may_begin(begin: Begin, rank: str, count: int, rules: Rules) -> int:
    """How many melds of a rank a turn may begin."""
    law = rules.melds
    if rank == "3" and law.threes_of_colour:
        return max(1, count // law.threes_of_colour)
    if in_the_way(begin.table, begin.turn, rank, rules) is not None:
        return 0
    return 1 if law.one_per_rank != "never" else max(1, min(_MOST_ALIKE, count // max(1, law.least_naturals)))


def rows_of(begin: Begin, target: Target, rules: Rules) -> Iterator[Laid]:
    """Yield every choice of cards of the hand that has the number and the ranks for ``target``."""
    hand = begin.table.hands[begin.turn.seat]
    wilds = sorted(card for card in hand if card in WILD)
    least = rules.melds.least_cards if target.meld is None else 1
    if target.rank == "3" and target.meld is None:
        least = min(least, rules.melds.black_threes.least)
    yield from (Laid(target, *row) for row in _rows(hand, target.rank, wilds, least))
    if target.meld is not None and target.rank == WILD_MELD and rules.melds.wild_only_joined_by and target.meld.size <= JOINED:
        for rank in sorted({card[0] for card in hand if card not in WILD and card != UNKNOWN}):
            rows = _rows(hand, rank, wilds, rules.melds.wild_only_joined_by)
            yield from (Laid(target, *row) for row in rows if row[0])


def _rows(
    hand: Sequence[Card], rank: str, wilds: Sequence[Card], least: int
) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Yield every choice of naturals of ``rank`` and of wild cards that has at least so many cards."""
    naturals = sorted(card for card in hand if card[0] == rank and card not in WILD)
    for count, wild in product(range(len(naturals) + 1), range(len(wilds) + 1)):
        if count + wild >= least and (count or rank == WILD_MELD or least == 1):
            yield from product(choices(naturals, count), choices(wilds, wild))


def shared_out(options: Sequence[Sequence[Laid]], hand: Counter[Card]) -> Iterator[tuple[Shares, Counter[Card]]]:
    """Yield every choice of at most one row of each list that the hand has the cards for, with what is left of it."""
    if not options:
        yield (), +hand
        return
    yield from shared_out(options[1:], hand)
    for laid in options[0]:
        rest = hand.copy()
        rest.subtract(laid.cards)
        if all(rest[card] >= 0 for card in laid.cards):
            for shares, left in shared_out(options[1:], rest):
                if not _is_twin(laid, shares):
                    yield (laid, *shares), left


def _is_twin(laid: Laid, shares: Shares) -> bool:
    """Tell whether a meld begun comes before one alike in an order that the other way round is thought of as well."""
    first, following = laid.target, shares[:1]
    if not following or first.meld is not None or following[0].target.meld is not None:
        return False
    other = following[0].target
    return other.rank == first.rank and other.nth == first.nth + 1 and following[0].cards > laid.cards
