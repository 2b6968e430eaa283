"""Seats and dealer: the draw for sides, who deals first, how the deal passes."""

from __future__ import annotations

from canasta_audit.checks.lots import drawn_first, one_or_all
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, is_late_red
from canasta_audit.notation import model as n
from canasta_audit.notation.model import Seat
from canasta_audit.table.deal import is_mid_deal

WHOLE_LINE = -1


@check(
    "SEAT-001", "dealer-out-of-rotation", "deal-start", "{dealer} deals, but it is the deal of {expected}",
    reads=("/seating/dealer_passes", "/seating/dealer_after_void"),
    when=lambda rules: rules.seating.dealer_passes == "clockwise", needs=("dealers",),
    only={"deal-start": "odd-dealer"},
)  # fmt: skip
def dealer_out_of_rotation(step: Step) -> Faults:
    """The deal does not pass to the player on the left of the last dealer.

    Why: the right to deal goes round clockwise; after a void deal the same player deals again, unless the ruleset says otherwise.
    Where deals are left out of the record, or the last dealer is, nobody can tell.

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
    match, head, after_void = step.match, step.deal.head, step.rules.seating.dealer_after_void
    dealer, last, order = head.dealer, match.last_dealer, match.seats.order
    if dealer is None or last is None or dealer not in order or last not in order:
        return None
    if head.number - match.last_number not in ((0, 1) if match.last_void else (1,)):
        return None
    if match.last_void and after_void == "any":
        return None
    expected = last if match.last_void and after_void == "same" else match.seats.next_of[last]
    pointer = "/seating/dealer_after_void" if match.last_void else None
    return Fault({"dealer": dealer, "expected": expected}, parameter=pointer) if dealer != expected else None


@check(
    "SEAT-002", "first-player-not-left-of-dealer", "deal-start",
    "{first} plays first, but {expected} sits at the left of the dealer",
    reads=("/seating/dealer",), when=lambda rules: rules.seating.dealer == "right-of-first",
    only={"deal-start": "odd-first"},
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
    when=lambda rules: rules.seating.first_player != "any" and rules.seating.dealer == "right-of-first", needs=("lots",),
    only={"deal-start": "lots"},
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
    expected = [match.seats.before(first) for first in _first_of_match(step)]
    if not expected or dealer is None or dealer not in match.seats.order or dealer in expected:
        return None
    pointer = "/seating/dealer" if step.rules.seating.first_player == "highest-lot" else "/seating/first_player"
    return Fault({"dealer": dealer, "expected": one_or_all(expected)}, parameter=pointer)


def _first_of_match(step: Step) -> list[Seat]:
    """The players who may be first by the draw, at the start of a match's first deal."""
    return drawn_first(step.match, step.rules) if not step.match.deals and step.deal.head.number <= 1 else []


@check(
    "SEAT-011", "first-player-not-as-drawn", "deal-start", "{first} plays first, but the draw makes {expected} the first player",
    reads=("/seating/first_player",), when=lambda rules: rules.seating.first_player != "any", needs=("lots",),
    only={"deal-start": "lots"},
)  # fmt: skip
def first_player_not_as_drawn(step: Step) -> Faults:
    """The first turn of the match is given to, or played by, another player than the one whom the draw makes the first.

    Why: the draw tells who begins, also where nobody wrote down who dealt. Where the dealer is known, it is he who is judged.

    Bad:
        [Sides "NS EW"]
        lots: N KS, E 4H, S QH, W 9C
        deal 1: first E  # here

    Good:
        [Sides "NS EW"]
        lots: N KS, E 4H, S QH, W 9C
        deal 1: first N
    """
    head, order = step.deal.head, step.match.seats.order
    if is_mid_deal(step.notes) or head.dealer is not None:
        return None
    expected = _first_of_match(step)
    opener = None if head.first is not None else _opener(step)
    first = head.first if opener is None else opener.seat
    if not expected or first not in order or first in expected:
        return None
    return Fault({"first": first, "expected": one_or_all(expected)}, line=opener, play=WHOLE_LINE)


def _opener(step: Step) -> n.Turn | None:
    """The deal's first turn, if all before it could be read."""
    for line in step.deal.lines:
        if isinstance(line, n.Bad):
            return None
        if isinstance(line, n.Turn) and not line.undone:
            return None if is_late_red(line.plays) else line
    return None


@check(
    "SEAT-007", "pack-not-cut", "deal-start", "{dealer} deals a pack that was not cut",
    reads=("/seating/cut",), severity="warning", when=lambda rules: rules.seating.cut != "none",
    only={"deal-start": "uncut"},
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
    reads=("/seating/cut",), severity="warning", when=lambda rules: rules.seating.cut != "none",
    only={"deal-start": "cut"},
)  # fmt: skip
def cut_by_wrong_player(step: Step) -> Faults:
    """The pack is cut by another player than the dealer's neighbour who is to cut it, or by the dealer himself.

    Why: some rules name the neighbour; where they do not, the dealer still has another player cut. A record that does not say who
    cut breaks nothing.

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
    if step.rules.seating.cut == "offered":
        others = [seat for seat in seats.order if seat != head.dealer]
        return Fault({"cut": head.cut, "dealer": head.dealer, "expected": others}) if head.cut not in others else None
    expected = seats.next_of[head.dealer] if step.rules.seating.cut == "left" else seats.before(head.dealer)
    return Fault({"cut": head.cut, "dealer": head.dealer, "expected": expected}) if head.cut != expected else None
