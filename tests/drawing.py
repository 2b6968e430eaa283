"""Draws for seats, first dealer and rotation as each text tells them: a small model, written apart from the checks.

A draw is played out with players who have no seats yet: they draw, sit down, cut, deal in turn. What stands in a record is made
from that; what a change to the record breaks is worked out from the players' cards, never by asking the audit.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import NamedTuple

ROUND = "NESW"
PACK = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]


class Text(NamedTuple):
    """What a text says: its packs, who cuts (seats after the dealer; ``None``: anybody else), whether lots make sides and first
    player, whether the highest card chooses a seat.
    """

    packs: int = 2
    cut: int | None = None
    sides: bool = True
    choice: bool = False


TEXTS = {
    "uk-regency": Text(),
    "uk-howto": Text(cut=1, choice=True),
    "ru-club": Text(),
    "ro-classic": Text(cut=3),
    "ro-canastone": Text(packs=3, cut=3),
    "ro-mini": Text(cut=3),
    "ru-bank": Text(sides=False),
}


def worth(card: str) -> int:
    """How high a card is in a draw: aces high, spades above hearts above diamonds above clubs."""
    return "23456789TJQKA".index(card[0]) * 4 + "CDHS".index(card[1])


@dataclass
class Record:
    """A draw and the heads of the deals after it, as written down."""

    ruleset: str
    rounds: list[dict[str, str]] = field(default_factory=list)
    dealers: list[tuple[int, str, str, bool]] = field(default_factory=list)
    """Number, dealer, who cuts, whether the deal is void."""
    order: str = ROUND
    choice: str = ""

    @property
    def lots_line(self) -> int:
        """The number of the first line about lots."""
        return 3 + bool(self.choice)

    def head_line(self, index: int) -> int:
        """The number of the line that begins a deal."""
        return self.lots_line + len(self.rounds) + 2 * index

    @property
    def text(self) -> str:
        """The log."""
        lines = [f'[Seats "{self.order}"]', '[Sides "NS EW"]']
        lines += [f'[Choice "{self.choice}"]'] if self.choice else []
        lines += ["lots: " + ", ".join(f"{seat} {card}" for seat, card in each.items()) for each in self.rounds]
        for number, dealer, cut, void in self.dealers:
            lines += [f"deal {number}: dealer {dealer}, cut {cut}", "end: void" if void else "end: stop"]
        return "".join(line + "\n" for line in lines)

    def with_lots(self, lots: dict[str, str]) -> Record:
        """The same with another draw of a single round."""
        return replace(self, rounds=[lots])


def drawn(source: Random, text: Text) -> tuple[list[dict[int, str]], list[int]]:
    """What four players draw, round by round, and the players from the highest to the lowest. In a later round they draw who have a
    joker, or the same card as another; the new card stands for the old one, and those with whom nobody can be equal keep theirs.
    """
    deck = PACK * text.packs + ["*"] * (2 * text.packs)
    source.shuffle(deck)
    if source.random() < 0.4:
        card = source.choice(["*", source.choice(PACK)])
        deck[-1] = card
        deck[-2] = card if source.random() < 0.5 else deck[-2]
    last: dict[int, str] = {}
    rounds = []
    again = [0, 1, 2, 3]
    while again:
        rounds.append({player: deck.pop() for player in again})
        last |= rounds[-1]
        again = [player for player, card in last.items() if card == "*" or list(last.values()).count(card) > 1]
    return rounds, sorted(last, key=lambda player: -worth(last[player]))


def played_out(source: Random, ruleset: str) -> Record:
    """A record without a fault under ``ruleset``."""
    text = TEXTS[ruleset]
    rounds, ranked = drawn(source, text)
    start = source.randrange(4)
    pair = [ROUND[start], ROUND[(start + 2) % 4]]
    others = [ROUND[(start + 1) % 4], ROUND[(start + 3) % 4]]
    source.shuffle(others)
    places = pair + others if text.sides else source.sample(ROUND, 4)
    seat_of = dict(zip(ranked, places, strict=True))
    record = Record(ruleset, [{seat_of[player]: card for player, card in each.items()} for each in rounds])
    record.choice = seat_of[ranked[0]] if text.choice and source.random() < 0.5 else ""
    place, number = ROUND.index(seat_of[ranked[0]]) + 3 if text.sides else source.randrange(4), 1
    for _ in range(5):
        cuts = text.cut or source.randrange(1, 4)
        void = source.random() < 0.2
        record.dealers.append((number, ROUND[place % 4], ROUND[(place + cuts) % 4], void))
        place, number = (place, number) if void else (place + 1, number + 1)
    return record


def broken_by_lots(record: Record) -> set[str]:
    """What a draw of a single round, in which all cards differ, breaks: ``sides``, ``dealer``."""
    (lots,) = record.rounds
    first, second, *_ = sorted(lots, key=lambda seat: -worth(lots[seat]))
    across = record.order[(record.order.index(first) + 2) % 4]
    right = record.order[record.order.index(first) - 1]
    return {name for name, kept in (("sides", second == across), ("dealer", record.dealers[0][1] == right)) if not kept}
