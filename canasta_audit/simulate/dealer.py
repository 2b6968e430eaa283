"""Shuffles and deals as a ruleset has it: the lines of a deal up to its first turn."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from canasta_audit.cards import JOKER, RED_THREES, SUITED, WILD, Card
from canasta_audit.checks.step import is_kind
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import Dealing, Rules
from canasta_audit.table.state import Seats

_VALUES = {"A": 14, "K": 13, "Q": 12, "J": 11, "T": 10}
_BY_VALUE = {JOKER: 50, "2": 20}


def deal_out(rules: Rules, seats: Seats, number: int, dealer: n.Seat, source: Random) -> list[n.Line]:
    """The lines of a deal before its first turn, the order of the stock among them.

    A deal that is void by the card turned up ends with the line that says so.
    """
    stock = [*SUITED * rules.equipment.packs, *[JOKER] * rules.equipment.jokers]
    source.shuffle(stock)
    first = seats.next_of[dealer]
    lines: list[n.Line] = [n.DealHead(number=number, dealer=dealer, first=first)]
    order = _from(seats.order, first)
    hands = {seat: [stock.pop() for _ in range(rules.dealing.cards_each)] for seat in order}
    lines += [n.HandLine(seat=seat, cards=tuple(hands[seat])) for seat in order]
    if rules.dealing.foot_each:
        lines += [n.FootLine(seat=seat, cards=tuple(stock.pop() for _ in range(rules.dealing.foot_each))) for seat in order]
    if rules.red_threes.laid in ("at-deal", "either"):
        for seat in order:
            chains = [chain_of(card, stock) for card in hands[seat] if card in RED_THREES]
            if chains:
                lines.append(n.RedLine(seat=seat, chains=tuple(chains)))
    return lines + _turn_up(rules.dealing, stock, source)


def chain_of(card: Card, stock: list[Card]) -> n.Chain:
    """``card`` with what is drawn for it from the end of ``stock``, as long as that is a red three."""
    chain = [card]
    while chain[-1] in RED_THREES and stock:
        chain.append(stock.pop())
    return tuple(chain)


def _from(order: Sequence[n.Seat], first: n.Seat) -> list[n.Seat]:
    start = order.index(first)
    return [*order[start:], *order[:start]]


def _turn_up(law: Dealing, stock: list[Card], source: Random) -> list[n.Line]:
    """The up-card with all that lies over and under it, and the stock."""
    lines: list[n.Line] = []
    up: list[Card] = []
    while True:
        card = stock.pop()
        if is_kind(card, law.up_card_returned):
            lines.append(n.CardsLine(place="up", cards=(card,), back=True))
            stock.insert(source.randrange(len(stock)), card)
            continue
        up.append(card)
        wilds = next((i for i, one in enumerate(reversed(up)) if one not in WILD), len(up))
        if is_kind(card, law.up_card_void) or (law.void_after_wilds and wilds >= law.void_after_wilds):
            return [*lines, n.CardsLine(place="up", cards=tuple(up)), n.End(why="void")]
        if not is_kind(card, law.up_card_covered):
            break
    lines.append(n.CardsLine(place="up", cards=tuple(up)))
    down = _face_down(law, up)
    if down:
        lines.append(n.CardsLine(place="down", cards=tuple(stock.pop() for _ in range(down))))
    return [*lines, n.CardsLine(place="stock", cards=tuple(reversed(stock)))]


def _face_down(law: Dealing, up: Sequence[Card]) -> int:
    """Number of cards that lie face down under the up-card."""
    if law.down == "none":
        return 0
    rank = up[-1][0]
    count = _VALUES.get(rank) or int(rank)
    if law.down == "by-rank-or-value":
        count = _BY_VALUE.get(up[0][0], count)
    return count - (len(up) - 1 if law.down_counts_covered else 0)
