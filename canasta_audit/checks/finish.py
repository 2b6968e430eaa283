"""The partner of a player who went out: whether he may lay off his last cards, too."""

from __future__ import annotations

from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, has_canasta
from canasta_audit.notation import model as n
from canasta_audit.notation.model import Seat
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.state import Seats, Table

_LAYING = frozenset(("add", "meld"))


def has_gone_out(table: Table, seat: Seat, rules: Rules, end: n.End | None) -> bool:
    """Tell whether ``seat`` has gone out in his last turn, by the table or by the record."""
    if end is not None and any(out == seat for out, _ in end.outs):
        return True
    return table.hand_size(seat) == 0 and has_canasta(table, seat, rules)


def is_finish(seats: Seats, rules: Rules, before: Seat, line: n.Turn) -> bool:
    """Tell whether a turn behind one of ``before`` has the form of a partner's finish: he only lays cards."""
    if rules.going_out.partner_bonus == 0 or before not in seats.side_of or line.seat not in seats.partners(before):
        return False
    return bool(line.plays) and all(play.kind in _LAYING for play in line.plays)


def finishes(step: Step, line: n.Turn) -> bool:
    """Tell whether ``line``, which comes next, is the turn in which a partner finishes after the going out of the last mover."""
    table, rules = step.table, step.rules
    last = table.turn.seat if table.turn is not None else None
    if last is None or not is_finish(table.seats, rules, last, line):
        return False
    return has_gone_out(table, last, rules, step.end)


def may_finish(step: Step) -> bool:
    """Tell whether the partner, having laid what he did, has finished: it was all that he had, and not too much."""
    laid = sum(len(lay.cards) for lay in step.turn.lays)
    return laid <= step.rules.going_out.partner_cards and step.table.hand_size(step.turn.seat) in (0, None)


@check(
    "OUT-013", "partner-does-not-finish", "finish",
    "{seat} lays off {laid} cards after his partner went out and keeps {left}; he may lay off his last {most}, or none",
    reads=("/going_out/partner_cards", "/going_out/partner_bonus"), depends=("hand", "order", "cards"), taints=("score",),
    when=lambda rules: rules.going_out.partner_bonus != 0,
    needs=("size",),
)  # fmt: skip
def partner_does_not_finish(step: Step) -> Faults:
    """The partner of the player who went out lays off cards and does not finish with them, or has too many to do so.

    Why: he may finish, too, if his last cards are few and all fit; if not, they stay in his hand.

    Bad:
        [Ruleset "ru-bank+variation-11"]
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        melds S: QC QD QH
        hand N: KD
        hand S: QS QC 4D
        N: draw 5C, add KD to K, discard 5C
        S: add QS QC to Q  # here
        end: N out

    Good:
        [Ruleset "ru-bank+variation-11"]
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        melds S: QC QD QH
        hand N: KD
        hand S: QS QC
        N: draw 5C, add KD to K, discard 5C
        S: add QS QC to Q
        end: N out, S out
    """
    if may_finish(step):
        return None
    turn, size = step.turn, step.table.hand_size(step.turn.seat)
    laid = sum(len(lay.cards) for lay in turn.lays)
    data = {"seat": turn.seat, "laid": laid, "left": max(0, size or 0), "most": step.rules.going_out.partner_cards}
    return Fault(data, -1)
