"""Cards that are played out of a hand: which of it they were, and what comes into view by that."""

from __future__ import annotations

from canasta_audit.cards import EXACT, UNKNOWN, Card
from canasta_audit.notation.model import Seat
from canasta_audit.table.holding import Holding
from canasta_audit.table.state import Table


def from_hand(table: Table, seat: Seat, played: tuple[Card, ...]) -> None:
    """Take cards out of a hand; one it cannot have held is named in ``table.lacking``, and leaves a debt if the hand was listed."""
    hand = table.hands[seat]
    for card in played:
        if card in EXACT and seat not in table.unsure:
            if card in hand:
                hand.remove(card)
            elif seat in table.vague:
                _out_of_room(table, seat, card)
            else:
                _lacks(table, seat, card)
        else:
            _guess(table, seat, card)


def may_hold(table: Table, seat: Seat) -> list[Card]:
    """The cards of a hand, each no more exact than the plays out of it leave open which of them are gone."""
    hand, holding = table.hands[seat], table.holdings.get(seat)
    if holding is None:
        return hand
    vague = {card[0] for card in holding.plays if card not in EXACT}
    unseen = holding.plays.count(UNKNOWN)
    return [card[0] if card[0] in vague else card for card in hand] + [UNKNOWN] * unseen


def _lacks(table: Table, seat: Seat, card: Card) -> None:
    table.debt[seat] = table.debt.get(seat, 0) + 1
    table.lacking.append(card)


def _out_of_room(table: Table, seat: Seat, card: Card) -> None:
    """Take a card out of a hand that was never listed: there is room for as many as were dealt."""
    room = table.room.get(seat)
    table.show(card)
    if room is not None:
        if room <= 0:
            table.lacking.append(card)
        else:
            table.room[seat] = room - 1


def _guess(table: Table, seat: Seat, card: Card) -> None:
    """Take a card out of a hand in which, or of which, something is not known exactly."""
    table.unsure.add(seat)
    hand, listed = table.hands[seat], seat not in table.vague
    holding = table.holdings.get(seat)
    if holding is None:
        holding = table.holdings[seat] = Holding(hand)
    else:
        holding.meet(hand)
    taken = holding.take(card, 0 if listed else table.room.get(seat))
    if taken is None:
        if listed:
            _lacks(table, seat, card)
        else:
            _out_of_room(table, seat, card)
        return
    if taken.gone is not None:
        hand.remove(taken.gone)
    elif seat in table.room:
        table.room[seat] -= 1
    # What was discarded without being seen, or less exactly than it was known, may have been counted before.
    if taken.shown is None or UNKNOWN in table.hazy or (taken.instead and card[0] in table.hazy):
        return
    if taken.instead and taken.gone is not None:
        table.seen[taken.gone] -= 1
    table.show(taken.shown)
