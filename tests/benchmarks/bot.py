"""Long deals for the benchmarks: four players who draw, meld what they have, and discard, until the stock is used up.

The play is lawful under ``uk-regency`` and dull on purpose; the same seed gives the same log.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count

import canasta_audit as ca
from canasta_audit.cards import JOKER, RED_THREES, SUITED, WILD
from canasta_audit.finding import Finding
from canasta_audit.report import DealReport

_SEATS = "NESW"
_HEAD = ('[Event "Long deals"]', '[Sides "NS EW"]', "")
_POINTS = {**dict.fromkeys("A", 20), **dict.fromkeys("KQJT98", 10), **dict.fromkeys("7654", 5)}
_NEED = 50
"""What a side without points needs: every deal is a match of its own."""


class _Deal:
    """One deal while it is played: ``stock`` is drawn from its end."""

    def __init__(self, number: int, source: random.Random, first: int) -> None:
        self.stock = [*SUITED, *SUITED, *[JOKER] * 4]
        source.shuffle(self.stock)
        self.source = source
        self.number = number
        self.first = first % 4
        self.melds: list[dict[str, int]] = [{}, {}]
        self.hands = [[self.stock.pop() for _ in range(11)] for _ in _SEATS]

    def lines(self) -> Iterator[str]:
        first = self.first
        yield f"deal {self.number}: dealer {_SEATS[first - 1]}, first {_SEATS[first]}"
        for seat, hand in zip(_SEATS, self.hands, strict=True):
            yield f"hand {seat}: {' '.join(hand)}"
        for seat, hand in zip(_SEATS, self.hands, strict=True):
            chains = [self.chain(card) for card in hand if card in RED_THREES]
            if chains:
                hand[:] = [card for card in hand if card not in RED_THREES] + [chain[-1] for chain in chains]
                yield f"red {seat}: {' '.join('>'.join(chain) for chain in chains)}"
        up = [self.stock.pop()]
        while up[-1] in WILD or up[-1][0] == "3":
            up.append(self.stock.pop())
        yield f"up: {' '.join(up)}"
        yield f"stock: {' '.join(reversed(self.stock))}"
        turn = first
        while self.stock:
            yield self.turn(turn % 4)
            turn += 1
        yield "end: stock"

    def chain(self, card: str) -> list[str]:
        """A card with what was drawn for it, as long as that is a red three."""
        chain = [card]
        while chain[-1] in RED_THREES and self.stock:
            chain.append(self.stock.pop())
        return chain

    def turn(self, seat: int) -> str:
        hand, melds = self.hands[seat], self.melds[seat % 2]
        drawn = self.chain(self.stock.pop())
        plays = [f"draw {'>'.join(drawn)}"]
        if drawn[-1] in RED_THREES:
            return f"{_SEATS[seat]}: {plays[0]}, red {drawn[-1]}"
        hand.append(drawn[-1])
        plays += self.laid(hand, melds)
        other = self.melds[1 - seat % 2]
        held = [card[0] for card in hand]
        safe = [card for card in hand if card not in WILD and card[0] not in other] or hand
        fewest = min(held.count(card[0]) for card in safe)
        card = self.source.choice([card for card in safe if held.count(card[0]) == fewest])
        hand.remove(card)
        return f"{_SEATS[seat]}: {', '.join([*plays, f'discard {card}'])}"

    def laid(self, hand: list[str], melds: dict[str, int]) -> list[str]:
        """Lay what the hand has, as long as two cards are left; a side begins with enough points."""
        ranks: dict[str, list[str]] = {}
        for card in hand:
            if card[0] in _POINTS:
                ranks.setdefault(card[0], []).append(card)
        rows = {rank: cards for rank, cards in ranks.items() if len(cards) >= 3 or rank in melds}
        if not melds and sum(_POINTS[rank] * len(cards) for rank, cards in rows.items()) < _NEED:
            return []
        if not melds and len(hand) - sum(map(len, rows.values())) < 2:
            return []
        plays = []
        for rank, cards in rows.items():
            if len(hand) - len(cards) >= 2:
                plays.append(f"{'add' if rank in melds else 'meld'} {' '.join(cards)}")
                melds[rank] = melds.get(rank, 0) + len(cards)
                for card in cards:
                    hand.remove(card)
        return plays


def matches(deals: int, seed: int = 1) -> str:
    """Matches of one deal each, with claimed scores and running totals.

    A deal is left out that ends with a discard which the next player would have had to take.
    """
    source, ruleset = random.Random(seed), ca.load_ruleset("uk-regency")
    found: list[str] = []
    for start in count():
        lines = [*_HEAD, *_Deal(1, source, start).lines()]
        parts = list(ca.stream(lines, "log", lambda tags: ruleset))
        if not any(isinstance(part, Finding) for part in parts):
            # Claims are what the auditor computes of the deal without them.
            (report,) = (part for part in parts if isinstance(part, DealReport))
            found.append("\n".join([*lines, *_claims(report)]) + "\n")
        if len(found) == deals:
            break
    return "\n".join(found)


def _claims(report: DealReport) -> Iterator[str]:
    for side in report.scores:
        items = ", ".join(f"{item.item} {item.points}" for item in side.items)
        yield f"score {side.side}: {items + ', ' if items else ''}total {side.total}"
    yield "totals: " + ", ".join(f"{side.side} {side.running}" for side in report.scores)
