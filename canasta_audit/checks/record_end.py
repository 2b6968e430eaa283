"""The record itself: what it says at the end of a deal, held against what it has told."""

from __future__ import annotations

from collections.abc import Sequence

from canasta_audit import cards as c
from canasta_audit.cards import Card
from canasta_audit.checks.going_out import plays_on
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step
from canasta_audit.notation import model as n
from canasta_audit.notation.model import Seat
from canasta_audit.table.holding import Holding, unmatched
from canasta_audit.table.state import Table


@check(
    "RECORD-013", "hand-left-differs", "left", "the hand of {seat} is written down with {extra} too many and {lacking} missing",
    grade="impossible", depends=("hand", "order", "pile", "stock", "cards", "spare"), taints=("hand",),
    needs=("left",),
)  # fmt: skip
def hand_left_differs(step: Step) -> Faults:
    """The cards written down as left in a hand are not those that the replay leaves there.

    Why: a play was missed or written wrongly, or the cards were noted wrongly at the end.

    Bad:
        deal 1: dealer W
        pile: 5D
        hand N: KS QS 4C
        N: draw 9D, discard 4C
        end: stop
        left N: KS QS 9H  # here

    Good:
        deal 1: dealer W
        pile: 5D
        hand N: KS QS 4C
        N: draw 9D, discard 4C
        end: stop
        left N: KS QS 9D
    """
    line, table = step.line, step.table
    if not isinstance(line, n.Left) or line.seat not in table.hands:
        return None
    if sorted(line.cards) == sorted(table.hands[line.seat]):
        return None
    extra, lacking = left_over(table, line.seat, line.cards)
    if not extra and not lacking:
        return None
    # Cards that are gone may have been laid in a play that was missed.
    doubts = (("melds", table.seats.side_of[line.seat]),) if len(lacking) > len(extra) else ()
    return Fault({"seat": line.seat, "extra": c.sort(extra), "lacking": c.sort(lacking)}, doubts=doubts)


def left_over(table: Table, seat: Seat, noted: Sequence[Card]) -> tuple[list[Card], list[Card]]:
    """Hold cards noted as left in a hand against what the replay leaves there: (those too many, those missing).

    A hand that was never listed may hold any cards, but not more than were dealt and came in since.
    """
    unlisted = seat in table.vague
    if unlisted and seat not in table.room:
        return [], []
    holding = table.holdings.get(seat)
    end = Holding() if holding is None else holding.copy()
    end.meet(table.hands[seat])
    extra, lacking = unmatched(end, noted, table.room[seat] if unlisted else 0)
    return extra, [] if unlisted else lacking


@check(
    "RECORD-015", "out-with-cards-in-hand", "deal-end", "{seat} is said to have gone out, but holds {hand}",
    grade="impossible", depends=("hand", "order", "cards", "spare", "end"), taints=("hand", "end", "melds"),
    needs=("size",),
    only={"deal-end": "outs"},
)  # fmt: skip
def out_with_cards_in_hand(step: Step) -> Faults:
    """A player is recorded as gone out who still holds cards.

    Why: going out means that no card is left; a play is missing, or the deal ended otherwise.

    Bad:
        deal 1: dealer W
        pile: 5D
        melds N: 7S 7S 7H 7H 7D 7D 7C
        hand N: KS QS 4C
        N: draw 7C, ask yes, add 7C to 7, discard 4C
        end: N out  # here

    Good:
        deal 1: dealer W
        pile: 5D
        melds N: 7S 7S 7H 7H 7D 7D 7C
        hand N: 4C
        N: draw 7C, ask yes, add 7C to 7, discard 4C
        end: N out
    """
    table = step.table
    faults = []
    # Where another player has gone out, the wrong one was named.
    for seat, _ in step.end.outs if step.end and not end_differs(step) else ():
        size = table.hand_size(seat) if seat in table.hands else 0
        if size is not None and size > 0:
            doubts = (("claims", table.seats.side_of[seat]),)
            faults.append(Fault({"seat": seat, "hand": c.sort(table.hands[seat])}, seat=seat, doubts=doubts))
    return faults


@check(
    "RECORD-016", "deal-end-not-recorded", "deal-end", "the record of this deal stops without an end",
    grade="unrecorded", severity="note", depends=("end",),
    only={"deal-end": "no-end"},
)  # fmt: skip
def deal_end_not_recorded(step: Step) -> Faults:
    """A deal has turns and scores but no line that says how it ended.

    Why: without it nobody can tell a deal that was broken off from one whose last turns are missing.

    Bad:
        deal 1: dealer W
        N: draw KD, discard 4C
        left N: KS QS  # here

    Good:
        deal 1: dealer W
        N: draw KD, discard 4C
        end: stop
        left N: KS QS
    """
    if step.end is not None or not step.table.played_turns:
        return None
    scored = [line for line in step.notes if line.kind in ("score", "totals", "left") and not line.undone]
    return Fault({}, line=scored[-1]) if scored else None


@check(
    "RECORD-017", "end-differs", "deal-end", "{seat} went out, but the deal is recorded as ended otherwise: {why}",
    grade="impossible", depends=("hand", "order", "cards", "out"), taints=("end",),
    needs=("size",),
)  # fmt: skip
def end_differs(step: Step) -> Faults:
    """The last turn emptied a hand, and the record gives another reason for the end, or another player.

    Why: when a hand is empty after its turn, the deal ended by going out.

    Bad:
        deal 1: dealer W
        pile: 5D
        melds N: 7S 7S 7H 7H 7D 7D 7C
        hand N: 4C
        N: draw 7C, ask yes, add 7C to 7, discard 4C
        end: stock  # here

    Good:
        deal 1: dealer W
        pile: 5D
        melds N: 7S 7S 7H 7H 7D 7D 7C
        hand N: 4C
        N: draw 7C, ask yes, add 7C to 7, discard 4C
        end: N out
    """
    end, table = step.end, step.table
    if end is None or table.turn is None or end.why in ("stop", "void") or not table.played_turns:
        return None
    turn = step.turn
    if table.hand_size(turn.seat) != 0 or plays_on(step) or any(seat == turn.seat for seat, _ in end.outs):
        return None
    named = [seat for seat, _ in end.outs]
    # What was scored for going out stands on another sheet than the record tells.
    doubts = tuple(("claims", side) for side in table.seats.sides if not set(side).isdisjoint((turn.seat, *named)))
    return Fault({"seat": turn.seat, "why": end.why or " ".join(named)}, seat=turn.seat, doubts=doubts)
