"""Seats and dealer: the draw for sides, who deals first, how the deal passes."""

from __future__ import annotations

from itertools import combinations

from canasta_audit.cards import JOKER, RANK, SUIT, Card, could_be
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import MatchState, Step
from canasta_audit.notation import model as n
from canasta_audit.notation.model import Seat
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.deal import is_mid_deal

_LOT_ORDER = "23456789TJQKA"


@check(
    "SEAT-001", "dealer-out-of-rotation", "deal-start", "{dealer} deals, but it is the deal of {expected}",
    reads=("/seating/dealer_passes",), when=lambda rules: rules.seating.dealer_passes == "clockwise",
)  # fmt: skip
def dealer_out_of_rotation(step: Step) -> Faults:
    """The deal does not pass to the player on the left of the last dealer.

    Why: the right to deal goes round clockwise; after a void deal the same player deals again. Where deals are left out of the
    record nobody can tell.

    Bad:
        deal 1: dealer W
        N: draw KD, discard 4C
        end: stop
        deal 2: dealer E  # here

    Good:
        deal 1: dealer W
        N: draw KD, discard 4C
        end: stop
        deal 2: dealer N
    """
    match, head = step.match, step.deal.head
    dealer, last, order = head.dealer, match.last_dealer, match.seats.order
    if dealer is None or last is None or dealer not in order or last not in order:
        return None
    if head.number - match.last_number not in ((0, 1) if match.last_void else (1,)):
        return None
    expected = last if match.last_void else match.seats.next_of[last]
    return Fault({"dealer": dealer, "expected": expected}) if dealer != expected else None


@check(
    "SEAT-002", "first-player-not-left-of-dealer", "deal-start",
    "{first} plays first, but {expected} sits at the left of the dealer",
    reads=("/seating/dealer",), when=lambda rules: rules.seating.dealer == "right-of-first",
)  # fmt: skip
def first_player_not_left_of_dealer(step: Step) -> Faults:
    """The first turn is given to a player who does not sit at the dealer's left.

    Why: the right-hand neighbour of the player who starts is the dealer.

    Bad:
        deal 1: dealer W, first E  # here
        E: draw KD, discard 4C

    Good:
        deal 1: dealer W, first N
        N: draw KD, discard 4C
    """
    head, seats = step.deal.head, step.match.seats
    if head.first is None or head.dealer is None or head.dealer not in seats.order or is_mid_deal(step.notes):
        return None
    expected = seats.next_of[head.dealer]
    return Fault({"first": head.first, "expected": expected}) if head.first != expected else None


def lot_key(card: Card, rules: Rules) -> tuple[int, int]:
    """Rank of a lot, jokers above aces, then its suit in the order of the ruleset; the higher, the better."""
    return _LOT_ORDER.find(RANK[card]) if card != JOKER else len(_LOT_ORDER), rules.seating.lots_suits.find(SUIT[card] or "-")


def final_lots(match: MatchState) -> dict[Seat, list[Card]]:
    """The cards that each seat drew, in order: those who drew again have several."""
    drawn: dict[Seat, list[Card]] = {}
    for line in match.lots:
        for seat, card in line.drawn:
            drawn.setdefault(seat, []).append(card)
    return drawn


def lots_in_order(match: MatchState, rules: Rules) -> list[Seat] | None:
    """Seats from the highest lot to the lowest; ``None`` where cards are not known well enough, a redraw is missing, or it matters
    whether a second lot stands for the first or only parts equal ones.
    """
    drawn = final_lots(match)
    known = all(RANK[card] in _LOT_ORDER or card == JOKER for lots in drawn.values() for card in lots)
    if set(drawn) != set(match.seats.order) or not known or _must_redraw(match, rules):
        return None
    void = {JOKER} if "joker" in rules.seating.lots_redraw else set()
    kept = {seat: [card for card in lots if card not in void] for seat, lots in drawn.items()}
    if any(could_be(a[0], b[0]) for a, b in combinations(kept.values(), 2) if len(a) == len(b) == 1):
        return None
    keys = {seat: [lot_key(card, rules) for card in lots] for seat, lots in kept.items()}
    parted = sorted(drawn, key=lambda seat: keys[seat], reverse=True)
    replaced = sorted(drawn, key=lambda seat: keys[seat][-1], reverse=True)
    return parted if parted == replaced else None


def _must_redraw(match: MatchState, rules: Rules) -> list[Seat]:
    """Seats that must draw again and did not."""
    drawn = final_lots(match)
    return [seat for seat, lots in drawn.items() if _draws_again(seat, lots, drawn, rules)]


def _draws_again(seat: Seat, lots: list[Card], drawn: dict[Seat, list[Card]], rules: Rules) -> bool:
    """Tell whether the last of a seat's lots does not count, or does not tell it from another one drawn in the same round."""
    law, card = rules.seating, lots[-1]
    if card == JOKER:
        return "joker" in law.lots_redraw
    others = [theirs[-1] for other, theirs in drawn.items() if other != seat and len(theirs) == len(lots)]
    same = SUIT[card] != "" and card in others
    tied = any(RANK[other] == RANK[card] for other in others)
    return (same and "same-card" in law.lots_redraw) or (tied and law.lots_tie == "redraw")


@check(
    "SEAT-003", "redraw-missed", "match-start", "{seats} should have drawn again",
    reads=("/seating/lots_redraw", "/seating/lots_tie"),
)  # fmt: skip
def redraw_missed(step: Step) -> Faults:
    """A joker or the same card twice came up in the draw for seats, and nobody drew again.

    Why: such lots do not tell who is higher.

    Bad:
        [Sides "NS EW"]
        lots: N *, E 4H, S KS, W 9C  # here
        deal 1: dealer E

    Good:
        [Sides "NS EW"]
        lots: N *, E 4H, S KS, W 9C
        lots: N QD
        deal 1: dealer E
    """
    seats = _must_redraw(step.match, step.rules)
    return Fault({"seats": seats}, line=step.match.lots[-1]) if seats else None


@check(
    "SEAT-004", "sides-not-as-drawn", "match-start", "the draw makes {expected} partners",
    reads=("/seating/lots_sides", "/seating/lots_suits"),
    when=lambda rules: rules.seating.lots_sides == "highest-two-against-lowest-two" and rules.seating.sides == "opposite",
)  # fmt: skip
def sides_not_as_drawn(step: Step) -> Faults:
    """The two highest cards of the draw do not play together.

    Why: the players with the two higher cards play against those with the two lower; among equal ranks the suit decides.

    Bad:
        [Sides "NS EW"]
        lots: N KS, E QH, S 4H, W 9C  # here
        deal 1: dealer W

    Good:
        [Sides "NS EW"]
        lots: N KS, E 4H, S QH, W 9C
        deal 1: dealer W
    """
    ordered = lots_in_order(step.match, step.rules)
    if ordered is None or len(ordered) != 4:
        return None
    seats = step.match.seats
    if seats.side_of[ordered[0]] == seats.side_of[ordered[1]]:
        return None
    return Fault({"expected": [ordered[0] + ordered[1], ordered[2] + ordered[3]]}, line=step.match.lots[0])


@check(
    "SEAT-005", "partners-not-opposite", "match-start", "the partners {side} do not sit opposite each other",
    reads=("/seating/sides",), when=lambda rules: rules.seating.sides == "opposite",
)  # fmt: skip
def partners_not_opposite(step: Step) -> Faults:
    """Partners sit side by side.

    Why: partners sit opposite each other, so that the sides take turns.

    Bad:
        [Seats "NSEW"]  # here
        [Sides "NS EW"]
        deal 1: dealer W

    Good:
        [Seats "NESW"]
        [Sides "NS EW"]
        deal 1: dealer W
    """
    seats = step.match.seats
    half = len(seats.order) // 2
    wrong = [
        side
        for side in seats.sides
        if len(side) == 2 and (seats.order.index(side[0]) + half) % len(seats.order) != seats.order.index(side[1])
    ]
    if not wrong:
        return None
    tags = {line.name: line for line in step.match.head if isinstance(line, n.Tag) and not line.undone}
    return Fault({"side": wrong[0]}, line=tags.get("Seats") or tags.get("Sides"))


@check(
    "SEAT-006", "first-dealer-not-as-drawn", "deal-start", "{dealer} deals first, but the draw makes {expected} the dealer",
    reads=("/seating/dealer", "/seating/first_player"),
    when=lambda rules: rules.seating.first_player != "any" and rules.seating.dealer == "right-of-first",
)  # fmt: skip
def first_dealer_not_as_drawn(step: Step) -> Faults:
    """The first deal is not dealt by the player whom the draw makes the dealer.

    Why: the dealer sits at the right of the first player: whoever drew the highest card plays first or, in some games, deals.

    Bad:
        [Sides "NS EW"]
        lots: N KS, E 4H, S QH, W 9C
        deal 1: dealer S  # here

    Good:
        [Sides "NS EW"]
        lots: N KS, E 4H, S QH, W 9C
        deal 1: dealer W
    """
    match, dealer = step.match, step.deal.head.dealer
    first = _first_of_match(step)
    if first is None or dealer is None or dealer not in match.seats.order:
        return None
    expected = match.seats.before(first)
    pointer = "/seating/dealer" if step.rules.seating.first_player == "highest-lot" else "/seating/first_player"
    return Fault({"dealer": dealer, "expected": expected}, parameter=pointer) if dealer != expected else None


def drawn_first(match: MatchState, rules: Rules) -> Seat | None:
    """The player whom the draw makes the first to play; ``None`` where it does not tell."""
    ordered = lots_in_order(match, rules) if match.lots and rules.seating.first_player != "any" else None
    if ordered is None:
        return None
    highest = ordered[0]
    return highest if rules.seating.first_player == "highest-lot" else match.seats.next_of[highest]


def _first_of_match(step: Step) -> Seat | None:
    """The player who is first by the draw, at the start of a match's first deal."""
    return drawn_first(step.match, step.rules) if not step.match.deals and step.deal.head.number <= 1 else None


@check(
    "SEAT-007", "pack-not-cut", "deal-start", "{dealer} deals a pack that was not cut",
    reads=("/seating/cut",), severity="warning", when=lambda rules: rules.seating.cut != "none",
)  # fmt: skip
def pack_not_cut(step: Step) -> Faults:
    """The record says that the pack was not cut.

    Why: the dealer shuffles and has the pack cut before he deals.

    Bad:
        deal 1: dealer W, uncut  # here
        N: draw KD, discard 4C

    Good:
        deal 1: dealer W, cut S
        N: draw KD, discard 4C
    """
    head = step.deal.head
    return Fault({"dealer": head.dealer or "?"}) if head.uncut else None


@check(
    "SEAT-008", "cut-by-wrong-player", "deal-start", "{cut} cuts the pack of {dealer}, but it is for {expected} to cut",
    reads=("/seating/cut",), severity="warning", when=lambda rules: rules.seating.cut in ("left", "right"),
)  # fmt: skip
def cut_by_wrong_player(step: Step) -> Faults:
    """The pack is cut by another player than the dealer's neighbour who is to cut it.

    Why: the rules name the neighbour. A record that does not say who cut breaks nothing.

    Bad:
        [Ruleset "uk-howto"]
        deal 1: dealer W, cut S  # here
        N: draw KD, discard 4C

    Good:
        [Ruleset "uk-howto"]
        deal 1: dealer W, cut N
        N: draw KD, discard 4C
    """
    head, seats = step.deal.head, step.match.seats
    if head.cut is None or head.dealer not in seats.next_of:
        return None
    expected = seats.next_of[head.dealer] if step.rules.seating.cut == "left" else seats.before(head.dealer)
    return Fault({"cut": head.cut, "dealer": head.dealer, "expected": expected}) if head.cut != expected else None
