"""The record itself: turns in order, each begun by a draw, closed by a discard, and none after the end."""

from __future__ import annotations

from canasta_audit.checks.discard import has_a_discard
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, is_late_red, may_have_canasta
from canasta_audit.checks.stock_end import decides, out_by_count, red_three_ends
from canasta_audit.notation.model import Seat
from canasta_audit.table.state import Seats

WHOLE_LINE = -1
DRAWING = frozenset(("draw", "take"))


@check(
    "RECORD-001", "turn-out-of-order", "odd-turn", "{seat} plays, but it is the turn of {expected}",
    reads=("/seating/dealer_passes",), taints=("order", "stock", "pile"), depends=("order",),
)  # fmt: skip
def turn_out_of_order(step: Step) -> Faults:
    """A player takes a turn that belongs to another.

    Why: play goes round clockwise; a turn that is missing in the record looks the same as one played out of order.

    Bad:
        deal 1: dealer W
        N: draw KD, discard 4C
        S: draw 5D, discard 9H  # here

    Good:
        deal 1: dealer W
        N: draw KD, discard 4C
        E: draw 5D, discard 9H
    """
    table, seat = step.table, step.seat
    last = table.last_seat
    # A record that begins in mid-deal need not begin with the player next to the dealer.
    first = step.deal.head.first if table.mid_deal else table.first
    expected = table.seats.next_of[last] if last is not None else first
    if seat is None or expected not in table.seats.side_of or seat in (expected, last) or step.side is None:
        return None
    if is_late_red(step.plays):
        return None
    return Fault({"seat": seat, "expected": expected}, WHOLE_LINE, doubts=_of_skipped(table.seats, expected, seat))


@check(
    "RECORD-002", "two-turns-in-a-row", "odd-turn", "{seat} plays twice in a row; it is the turn of {expected}",
    reads=("/seating/dealer_passes",), taints=("order", "stock", "pile"), depends=("order",),
)  # fmt: skip
def two_turns_in_a_row(step: Step) -> Faults:
    """A player takes two turns one after the other.

    Why: each player has one turn and the player on his left is next.

    Bad:
        deal 1: dealer W
        N: draw KD, discard 4C
        N: draw 5D, discard 9H  # here

    Good:
        deal 1: dealer W
        N: draw KD, discard 4C
        E: draw 5D, discard 9H
    """
    table, seat = step.table, step.seat
    if seat is None or seat != table.last_seat or len(table.seats.order) < 2:
        return None
    expected = table.seats.next_of[seat]
    if is_late_red(step.plays):
        return None
    return Fault({"seat": seat, "expected": expected}, WHOLE_LINE, doubts=_of_skipped(table.seats, expected, seat))


def _of_skipped(seats: Seats, expected: Seat, seat: Seat) -> tuple[object, ...]:
    """What is in doubt if ``seat`` plays where ``expected`` is due: turns of those between are missing, and what they did in
    them."""
    doubts: list[object] = []
    while expected != seat:
        side = seats.side_of[expected]
        doubts += [("cards", expected), ("hand", expected), ("melds", side), ("reds", side), ("spare", expected), ("unread", side)]
        expected = seats.next_of[expected]
    return tuple(doubts)


@check(
    "RECORD-003", "play-before-drawing", "undrawn-play", "{play} before the draw",
    reads=("/turn/draw",), depends=("turn",), taints=("turn",),
    needs=("draws",),
)  # fmt: skip
def play_before_drawing(step: Step) -> Faults:
    """A meld, a lay-off or a discard comes before the draw of the same turn.

    Why: a turn begins with a draw from the stock or with the pile; only then may cards be laid.

    Bad:
        deal 1: dealer W
        N: discard 4C, draw KD  # here

    Good:
        deal 1: dealer W
        N: draw KD, discard 4C
    """
    turn = step.turn
    if turn.drawn or turn.took or not any(play.kind in DRAWING for play in step.plays[step.index :]):
        return None
    if step.rules.opening.top_counts == "shown" and step.play.kind == "meld" and _takes_later(step):
        # Where the pile is taken on the strength of what lies, the melds that open go down first.
        return None
    return Fault({"play": step.play.kind})


def _takes_later(step: Step) -> bool:
    return any(play.kind == "take" for play in step.plays[step.index + 1 :])


_AFTER_NOTHING = frozenset(("draw", "red", "take", "pickup", "meld", "add", "ask", "discard", "move"))


@check(
    "RECORD-004", "play-after-discard", "after-discard", "{play} after the discard",
    reads=("/turn/discard",), depends=("turn",), taints=("turn",),
)  # fmt: skip
def play_after_discard(step: Step) -> Faults:
    """Something is played after the discard; a second discard is the same fault.

    Why: the discard ends the turn.

    Bad:
        deal 1: dealer W
        N: draw KD, discard 4C, discard 5D  # here

    Good:
        deal 1: dealer W
        N: draw KD, discard 4C
    """
    if not step.turn.discards or step.play.kind not in _AFTER_NOTHING:
        return None
    return Fault({"play": step.play.kind})


@check(
    "RECORD-005", "play-after-deal-end", "odd-turn", "the deal was over: {reason}",
    reads=("/going_out/canastas", "/stock_end/red_three_ends", "/stock_end/taking_forced", "/stock_end/ends"),
    depends=("end", "order", "stock"), taints=("end", "stock", "hand", "order", "score", "turn"),
    needs=("over",),
)  # fmt: skip
def play_after_deal_end(step: Step) -> Faults:
    """A turn is played after the deal has ended.

    Why: a deal ends at once when a player has gone out, when the last stock card is a red three, and when, with the stock used up,
    a player does not take the pile.

    Bad:
        deal 1: dealer W
        stock: KD 3H
        N: draw KD, discard 4C
        E: draw 3H, red 3H
        S: pass  # here

    Good:
        deal 1: dealer W
        stock: KD 3H
        N: draw KD, discard 4C
        E: draw 3H, red 3H
        end: stock
    """
    over = step.table.over
    if not over:
        return None
    # Who is out by the count of a hand that is in doubt may not be out.
    key, guessed = decides(over, step.rules), out_by_count(step.table)
    return Fault({"reason": over}, WHOLE_LINE, parameter=key, follows=("hand", step.table.last_seat), guessed=guessed)


@check(
    "RECORD-014", "unknown-seat", ("odd-turn", "dealt"), "nobody sits at {seat}: the seats are {seats}",
    grade="impossible", taints=("order", "stock", "pile", "score"),
)  # fmt: skip
def unknown_seat(step: Step) -> Faults:
    """A turn or a hand is written down for a seat where nobody plays.

    Why: the seats are those of the tags; the letter is a slip.

    Bad:
        [Sides "NS EW"]
        deal 1: dealer W
        N: draw KD, discard 4C
        A: draw 5D, discard 9H  # here

    Good:
        [Sides "NS EW"]
        deal 1: dealer W
        N: draw KD, discard 4C
        E: draw 5D, discard 9H
    """
    if step.line.kind == "turn":
        return Fault({"seat": step.seat, "seats": list(step.table.seats.order)}, WHOLE_LINE) if step.side is None else None
    faults, noted, side_of = [], step.noted, step.table.seats.side_of
    for kind in _OF_SEATS:
        if kind in noted:
            for line in noted[kind]:
                seat: Seat = line.seat  # type: ignore[attr-defined]
                if seat not in side_of:
                    faults.append(Fault({"seat": seat, "seats": list(step.table.seats.order)}, seat=seat, line=line))
    return faults


_OF_SEATS = ("hand", "foot", "melds", "red")
"""Kinds of lines before the first turn that are about a seat."""


@check(
    "RECORD-018", "no-discard", "no-discard", "{seat} keeps {left} cards and does not discard",
    reads=("/turn/discard", "/going_out/without_canasta"), depends=("turn", "hand", "spare"),
    taints=("pile", "hand"),
    needs=("size", "hand"),
)  # fmt: skip
def no_discard(step: Step) -> Faults:
    """A turn ends without a discard although cards are left.

    Why: a turn ends with a discard; only who goes out may do without, and a turn that the end of the stock cuts short. Where the
    rules bar discards, a player who has no other card keeps what he has.

    Bad:
        deal 1: dealer W
        pile: 5D
        hand N: KS QS 4C
        N: draw 9D  # here
        E: draw 5H, discard 5H

    Good:
        deal 1: dealer W
        pile: 5D
        hand N: KS QS 4C
        N: draw 9D, discard 4C
        E: draw 5H, discard 5H
    """
    turn, table = step.turn, step.table
    if turn.discards or not step.records("discards") or not (turn.drawn or turn.took):
        return None
    size = table.hand_size(turn.seat)
    left = size if size is not None else _at_least(step)
    cut_off = (turn.last_was_red or turn.last_may_be_red) and red_three_ends(step.rules)
    if left <= 0 or (cut_off and (table.stock_left == 0 or (table.stock_left is None and step.last_turn))):
        return None
    if step.rules.turn.discard == "one-if-possible" and not has_a_discard(table, turn, step.rules):
        return None
    if step.last_turn and (step.end is None or step.end.why in ("stop", "void", "stuck")):
        return None
    if left == 1 and step.rules.going_out.without_canasta == "pass-with-one" and not may_have_canasta(step):
        return None
    message = None if size is not None else "{seat} keeps at least {left} cards and does not discard"
    return Fault({"seat": turn.seat, "left": left}, WHOLE_LINE, message=message)


def _at_least(step: Step) -> int:
    """How many cards a hand that was never listed has at least: what was drawn in a turn that lays nothing."""
    turn = step.turn
    if step.rules.turn.discard == "one-if-possible":
        # What nobody has seen may all be barred from the discard.
        return 0
    laid = turn.lays or turn.last_may_be_red or any(play.kind == "red" for play in step.plays)
    return 0 if laid else turn.drawn
