"""What a bot may think of laying: guesses that the referee accepts or not, the boldest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from canasta_audit.cards import RED_THREES, WILD, Card
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.score import card_points
from canasta_audit.table.state import MeldOnTable, Table


class Hand(NamedTuple):
    """A hand sorted for melding: naturals by rank, wild cards (deuces first), and all else."""

    ranks: Mapping[str, list[Card]]
    wilds: list[Card]
    others: list[Card]


def sort_hand(cards: Sequence[Card], threes: bool) -> Hand:
    """Sort a hand; ``threes`` are naturals like others where a game has no special threes."""
    ranks: dict[str, list[Card]] = {}
    wilds: list[Card] = []
    others: list[Card] = []
    for card in cards:
        if card in WILD:
            wilds.append(card)
        elif card[0] == "3" and not threes:
            others.append(card)
        else:
            ranks.setdefault(card[0], []).append(card)
    return Hand(ranks, sorted(wilds, reverse=True), others)


def open_melds(table: Table, seat: n.Seat, rules: Rules) -> dict[str, MeldOnTable]:
    """By rank, the meld that the player would lay off on: his own, or his side's; open ones go before canastas."""
    found: dict[str, MeldOnTable] = {}
    for meld in table.melds[table.seats.side_of[seat]]:
        other = found.get(meld.rank)
        if other is None or _better(meld, other, seat, rules):
            found[meld.rank] = meld
    return found


def _better(meld: MeldOnTable, other: MeldOnTable, seat: n.Seat, rules: Rules) -> bool:
    """Tell whether a player would rather lay off on ``meld`` than on ``other`` of the same rank."""
    size = rules.canastas.size
    if rules.melds.owner == "player" and meld.seat != other.seat:
        return meld.seat == seat
    return len(other.cards) >= size > len(meld.cards)


def address_of(meld: MeldOnTable, seat: n.Seat, rules: Rules) -> n.Address:
    """How a record names a meld that the player lays off on."""
    return n.Address(meld.rank, None, meld.seat if rules.melds.owner == "player" and meld.seat != seat else None)


def lays(hand: Hand, melds: Mapping[str, MeldOnTable], seat: n.Seat, rules: Rules) -> list[n.Play]:
    """Lay-offs of every natural that has a meld, and a meld of every rank with naturals enough, best points first."""
    law, points = rules.melds, card_points(rules.values)
    rows: list[tuple[int, n.Play]] = []
    for rank, cards in hand.ranks.items():
        worth = sum(points[card] for card in cards)
        if rank in melds:
            rows.append((1000 + worth, n.Add(tuple(cards), address_of(melds[rank], seat, rules))))
        elif len(cards) >= max(law.least_cards, law.least_naturals):
            rows.append((worth, n.Meld(tuple(cards))))
    return [play for _, play in sorted(rows, key=lambda row: -row[0])]


def with_wilds(hand: Hand, melds: Mapping[str, MeldOnTable], seat: n.Seat, rules: Rules) -> Iterator[n.Play]:
    """Yield what wild cards can do: finish a canasta, or fill up a pair."""
    size, cap = rules.canastas.size, rules.melds.wild_cap or len(hand.wilds)
    left = list(hand.wilds)
    for rank, meld in melds.items():
        naturals = hand.ranks.get(rank, [])
        missing = size - len(meld.cards) - len(naturals)
        if 0 < missing <= min(len(left), cap - meld.wilds):
            used, left = left[:missing], left[missing:]
            yield n.Add((*naturals, *used), address_of(meld, seat, rules))
    for rank, cards in hand.ranks.items():
        if rank not in melds and len(cards) == rules.melds.least_cards - 1 and left:
            yield n.Meld((*cards, left.pop(0)))


def in_hand(hand: Sequence[Card], plays: Sequence[n.Play]) -> list[Card] | None:
    """What is left of a hand after the plays, ``None`` where it has not all their cards."""
    rest = list(hand)
    for play in plays:
        for card in play.cards:  # type: ignore[attr-defined]
            if card not in rest:
                return None
            rest.remove(card)
    return rest


def reds_of(cards: Sequence[Card]) -> tuple[n.Play, ...]:
    """The play that lays red threes which came with the pile."""
    reds = [card for card in cards if card in RED_THREES]
    return (n.Red(tuple((card,) for card in reds)),) if reds else ()
