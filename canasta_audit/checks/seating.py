"""Seats and dealer: the draw for sides, who deals first, how the deal passes."""

from __future__ import annotations

from canasta_audit.cards import JOKER, RANK, SUIT, Card
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import MatchState, Step
from canasta_audit.notation.model import Seat
from canasta_audit.ruleset.model import Rules

_LOT_ORDER = "23456789TJQKA"


@check(
    "SEAT-001", "dealer-out-of-rotation", "deal-start", "{dealer} deals, but it is the deal of {expected}",
    reads=("/seating/dealer_passes",), when=lambda rules: rules.seating.dealer_passes == "clockwise",
)  # fmt: skip
def dealer_out_of_rotation(step: Step) -> Faults:
    """The deal does not pass to the player on the left of the last dealer.

    Why: the right to deal goes round clockwise; after a void deal the same player deals again.
    """
    match, dealer = step.match, step.deal.head.dealer
    if dealer is None or match.last_dealer is None or dealer not in match.seats.order:
        return None
    expected = match.last_dealer if match.last_void else match.seats.next_of[match.last_dealer]
    return Fault({"dealer": dealer, "expected": expected}) if dealer != expected else None


@check(
    "SEAT-002", "first-player-not-left-of-dealer", "deal-start", "{first} plays first, but {expected} sits at the left of the dealer",
    reads=("/seating/dealer",), when=lambda rules: rules.seating.dealer == "right-of-first",
)  # fmt: skip
def first_player_not_left_of_dealer(step: Step) -> Faults:
    """The first turn is given to a player who does not sit at the dealer's left.

    Why: the right-hand neighbour of the player who starts is the dealer.
    """
    head, seats = step.deal.head, step.match.seats
    if head.first is None or head.dealer not in seats.order:
        return None
    expected = seats.next_of[head.dealer]
    return Fault({"first": head.first, "expected": expected}) if head.first != expected else None


def lot_key(card: Card, rules: Rules) -> tuple[int, int]:
    """Rank of a lot, ace high, then its suit in the order of the ruleset; the higher, the better."""
    suits = rules.seating.lots_suits
    return _LOT_ORDER.index(RANK[card]), suits.index(SUIT[card]) if SUIT[card] else -1


def final_lots(match: MatchState) -> dict[Seat, list[Card]]:
    """The cards that each seat drew, in order: those who drew again have several."""
    drawn: dict[Seat, list[Card]] = {}
    for line in match.lots:
        for seat, card in line.drawn:
            drawn.setdefault(seat, []).append(card)
    return drawn


def lots_in_order(match: MatchState, rules: Rules) -> list[Seat] | None:
    """Seats from the highest lot to the lowest; ``None`` where cards are not known well enough or a redraw is missing."""
    drawn = final_lots(match)
    if set(drawn) != set(match.seats.order) or any(RANK[card] not in _LOT_ORDER for lots in drawn.values() for card in lots[-1:]):
        return None
    firsts = [lots[0] for lots in drawn.values()]
    if _must_redraw(match, rules):
        return None
    keys = {
        seat: [lot_key(card, rules) if card != JOKER else (len(_LOT_ORDER), 0) for card in lots] for seat, lots in drawn.items()
    }
    ordered = sorted(drawn, key=lambda seat: keys[seat], reverse=True)
    tied = any(keys[a] == keys[b] for a, b in zip(ordered, ordered[1:], strict=False))
    return None if tied or not firsts else ordered


def _must_redraw(match: MatchState, rules: Rules) -> list[Seat]:
    """Seats that must draw again and did not."""
    drawn = final_lots(match)
    law = rules.seating
    missing = []
    for seat, lots in drawn.items():
        card = lots[-1]
        same = [other for other, theirs in drawn.items() if other != seat and len(theirs) == len(lots) and theirs[-1] == card]
        tied = [
            other
            for other, theirs in drawn.items()
            if other != seat and len(theirs) == len(lots) and RANK[theirs[-1]] == RANK[card]
        ]
        again = (card == JOKER and "joker" in law.lots_redraw) or (
            card != JOKER and ((bool(same) and "same-card" in law.lots_redraw) or (bool(tied) and law.lots_tie == "redraw"))
        )
        if again:
            missing.append(seat)
    return missing


@check(
    "SEAT-003", "redraw-missed", "match-start", "{seats} should have drawn again",
    reads=("/seating/lots_redraw", "/seating/lots_tie"),
)  # fmt: skip
def redraw_missed(step: Step) -> Faults:
    """A joker or the same card twice came up in the draw for seats, and nobody drew again.

    Why: such lots do not tell who is higher.
    """
    seats = _must_redraw(step.match, step.rules)
    return _on_lots(step, Fault({"seats": seats})) if seats else None


@check(
    "SEAT-004", "sides-not-as-drawn", "match-start", "the draw makes {expected} partners",
    reads=("/seating/lots_sides", "/seating/lots_suits"),
    when=lambda rules: rules.seating.lots_sides == "highest-two-against-lowest-two" and rules.seating.sides == "opposite",
)  # fmt: skip
def sides_not_as_drawn(step: Step) -> Faults:
    """The two highest cards of the draw do not play together.

    Why: the players with the two higher cards play against those with the two lower; among equal ranks the suit decides.
    """
    ordered = lots_in_order(step.match, step.rules)
    if ordered is None or len(ordered) != 4:
        return None
    seats = step.match.seats
    if seats.side_of[ordered[0]] == seats.side_of[ordered[1]]:
        return None
    return _on_lots(step, Fault({"expected": [ordered[0] + ordered[1], ordered[2] + ordered[3]]}))


@check(
    "SEAT-005", "partners-not-opposite", "match-start", "the partners {side} do not sit opposite each other",
    reads=("/seating/sides",), when=lambda rules: rules.seating.sides == "opposite",
)  # fmt: skip
def partners_not_opposite(step: Step) -> Faults:
    """Partners sit side by side.

    Why: partners sit opposite each other, so that the sides take turns.
    """
    seats = step.match.seats
    half = len(seats.order) // 2
    wrong = [
        side
        for side in seats.sides
        if len(side) == 2 and (seats.order.index(side[0]) + half) % len(seats.order) != seats.order.index(side[1])
    ]
    return Fault({"side": wrong[0]}) if wrong else None


@check(
    "SEAT-006", "first-dealer-not-as-drawn", "deal-start", "{dealer} deals first, but the draw makes {expected} the dealer",
    reads=("/seating/dealer", "/seating/first_player"),
    when=lambda rules: rules.seating.first_player == "highest-lot" and rules.seating.dealer == "right-of-first",
)  # fmt: skip
def first_dealer_not_as_drawn(step: Step) -> Faults:
    """The first deal is not dealt by the right-hand neighbour of the player who drew the highest card.

    Why: the highest card plays first, and the dealer sits at his right.
    """
    match, dealer = step.match, step.deal.head.dealer
    if match.deals or dealer is None or not match.lots:
        return None
    ordered = lots_in_order(match, step.rules)
    if ordered is None:
        return None
    expected = match.seats.before(ordered[0])
    return Fault({"dealer": dealer, "expected": expected}) if dealer != expected else None


def _on_lots(step: Step, fault: Fault) -> Fault:
    """Put a fault of the draw onto the line of the draw."""
    step.line = step.match.lots[0]
    return fault
