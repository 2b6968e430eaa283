"""Going out: with the canastas that it needs, and concealed or not."""

from __future__ import annotations

from collections.abc import Mapping

from canasta_audit.checks.melds import spare_of
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, canastas_of, emptied, kinds_lacking, may_have_canasta, was_concealed
from canasta_audit.checks.stock_end import why_over
from canasta_audit.notation import model as n
from canasta_audit.table.score import is_canasta, total_of

_KEEP_ONE = "keep-one-after-discard"


def goes_out(step: Step) -> bool:
    """Tell whether the turn empties the hand and the record lets the deal end with it."""
    return step.last_turn and emptied(step) and (not plays_on(step) or _is_told(step))


def plays_on(step: Step) -> bool:
    """Tell whether play goes on though the mover's hand is empty: he lacks what going out needs, and the rules let him."""
    return step.rules.going_out.without_canasta == "play-on" and not may_have_canasta(step)


def _is_told(step: Step) -> bool:
    """Tell whether the record says of the mover that he went out."""
    return step.end is not None and any(seat == step.turn.seat for seat, _ in step.end.outs)


@check(
    "OUT-001", "out-without-canasta", "low", "{seat} goes out, and {side} has {have} canastas; {need} are needed",
    reads=("/going_out/canastas", "/going_out/kinds", "/going_out/canasta_of", "/canastas/size"),
    depends=("hand", "unread"), taints=("out",),
    needs=("out", "melds"),
)  # fmt: skip
def out_without_canasta(step: Step) -> Faults:
    """A player goes out although his side has not the canastas that this needs.

    Why: a side needs a canasta, in some games two or one of each kind, before one of its players may end the deal; one finished in
    that very turn is enough.

    Bad:
        deal 1: dealer W
        melds N: KC KD KH KS KS
        hand N: KC
        N: draw 5C, ask yes, add KC to K, discard 5C  # here
        end: N out

    Good:
        deal 1: dealer W
        melds N: KC KD KH KS KS
        hand N: KC 5C
        N: draw KH, ask yes, add KC KH to K, discard 5C
        end: N out
    """
    if not goes_out(step) or may_have_canasta(step) or not step.records("melds"):
        return None
    data, key = _lack(step)
    message = "{seat} goes out, and {side} has no {missing} canasta" if "missing" in data else None
    data = {"seat": step.turn.seat, **data}
    return Fault(data, last_play(step), follows=("short", step.turn.side), doubts=spare_of(step), message=message, parameter=key)


@check(
    "OUT-002", "no-lawful-discard-left", "low",
    "{seat} keeps {left} cards without a lawful discard: {side} has {have} canastas, and {need} are needed to go out",
    reads=("/going_out/without_canasta", "/going_out/canastas"), depends=("hand", "spare", "unread"), taints=("out", "turn"),
    needs=("size",),
)  # fmt: skip
def no_lawful_discard_left(step: Step) -> Faults:
    """A player without a canasta plays so many cards that none is left after the discard, or none can be discarded.

    Why: who may not go out must keep a card after his discard.

    Bad:
        deal 1: dealer W
        melds N: KC KD KH
        hand N: KS
        N: draw 5C, add KS to K, discard 5C  # here
        E: draw 9D, discard 9D

    Good:
        deal 1: dealer W
        melds N: KC KD KH
        hand N: KS
        N: draw 5C, discard KS
        E: draw 9D, discard 9D
    """
    turn, size = step.turn, step.table.hand_size(step.turn.seat)
    if size is None and _ran_out(step):
        size = 0
    if size is None or size > 1 or may_have_canasta(step):
        return None
    law = step.rules.going_out
    if law.without_canasta == "play-on":
        return None
    gone = size <= 0 and not step.last_turn
    stuck = size == 1 and not turn.discards and bool(turn.lays) and law.without_canasta == _KEEP_ONE and not step.last_turn
    # After the card that ended the deal nothing is discarded.
    stuck = stuck and why_over(step) is None
    if not gone and not stuck:
        return None
    data, _ = _lack(step)
    message = None
    if "missing" in data:
        message = "{seat} keeps {left} cards without a lawful discard: to go out {side} lacks a {missing} canasta"
    return Fault({"seat": turn.seat, "left": max(size, 0), **data}, last_play(step), message=message)


def _ran_out(step: Step) -> bool:
    """Tell whether all cards have come out of a hand that was never listed: those dealt, and those drawn and taken since."""
    table, seat = step.table, step.turn.seat
    return seat in table.room and step.records("draws") and len(table.hands[seat]) + table.room[seat] <= 0


def _lack(step: Step) -> tuple[dict[str, object], str]:
    """What the mover lacks to go out, canastas or else kinds of them, and the key that asks for it."""
    table, turn, law = step.table, step.turn, step.rules.going_out
    own = law.canasta_of == "player"
    have = len(canastas_of(table, turn.seat, step.rules))
    data: dict[str, object] = {"side": turn.seat if own else turn.side, "have": have, "need": law.canastas}
    if have >= law.canastas:
        data["missing"] = kinds_lacking(table, turn.seat, step.rules)
        return data, "/going_out/kinds"
    of_side = sum(is_canasta(meld, step.rules) for meld in table.melds[turn.side])
    return data, "/going_out/canasta_of" if of_side >= law.canastas else "/going_out/canastas"


def last_play(step: Step) -> int:
    """Index of the turn's last play: the place of a fault of the turn's end."""
    return max(0, len(step.plays) - 1)


@check(
    "OUT-006", "concealed-claimed-wrongly", "deal-end", "{seat} did not go out concealed: {why}",
    grade="misscored", depends=("hand", "order", "out"), taints=("end", "claims"),
    reads=(
        "/going_out/concealed_own_canasta", "/going_out/concealed_partner_additions", "/going_out/concealed_from_pile",
        "/going_out/concealed_unopened", "/going_out/concealed_extra",
    ),
    needs=("melds",),
    only={"deal-end": "outs"},
)  # fmt: skip
def concealed_claimed_wrongly(step: Step) -> Faults:
    """Going out is claimed as concealed and was not.

    Why: the whole hand goes down in one turn, in melds of his own with a canasta among them, and nothing of his lay before.

    Bad:
        deal 1: dealer W
        melds S: KC KC KD KH KH KS KS
        hand N: QC QD QH
        N: draw 5C, ask yes, meld QC QD QH, discard 5C
        end: N out concealed  # here

    Good:
        deal 1: dealer W
        melds S: KC KC KD KH KH KS KS
        hand N: QC QC QD QH QH QS QS
        N: draw 5C, ask yes, meld QC QC QD QH QH QS QS, discard 5C
        end: N out concealed
    """
    if not _told(step, concealed=True) or was_concealed(step):
        return None
    turn, law = step.turn, step.rules.going_out
    own = [lay for lay in turn.lays if lay.meld.turn == turn.number]
    if turn.laid_before:
        why, pointer = "cards were laid in an earlier turn", "/going_out/concealed_extra"
    elif turn.opened_before and law.concealed_unopened:
        why, pointer = "the side had melds", "/going_out/concealed_unopened"
    elif turn.took and not law.concealed_from_pile:
        why, pointer = "the pile was taken", "/going_out/concealed_from_pile"
    elif len(own) < len(turn.lays) and not law.concealed_partner_additions:
        why, pointer = "cards were laid off on the partner's melds", "/going_out/concealed_partner_additions"
    else:
        why, pointer = "the hand held no canasta", "/going_out/concealed_own_canasta"
    return Fault({"seat": turn.seat, "why": why}, seat=turn.seat, parameter=pointer)


@check(
    "OUT-007", "concealed-missed", "deal-end", "{seat} went out concealed, and it is not claimed",
    grade="misscored", reads=("/going_out/concealed_extra",), depends=("hand", "order", "out"), taints=("end", "claims"),
    when=lambda rules: rules.going_out.concealed_extra != 0,
    needs=("melds", "score"),
    only={"deal-end": "outs"},
)  # fmt: skip
def concealed_missed(step: Step) -> Faults:
    """A player went out concealed, and neither the end nor the score says so.

    Why: it is worth more than going out openly.

    Bad:
        deal 1: dealer W
        melds S: KC KD KH
        hand N: QC QC QD QH QH QS QS
        N: draw 5C, ask yes, meld QC QC QD QH QH QS QS, discard 5C
        end: N out  # here

    Good:
        deal 1: dealer W
        melds S: KC KD KH
        hand N: QC QC QD QH QH QS QS
        N: draw 5C, ask yes, meld QC QC QD QH QH QS QS, discard 5C
        end: N out concealed
    """
    if not _told(step, concealed=False) or not was_concealed(step):
        return None
    law = step.rules.going_out
    for line in step.noted.get("score", ()):
        if isinstance(line, n.ScoreLine) and line.side == step.turn.side:
            claims = dict(line.items)
            if "concealed" in claims or claims.get("out") == law.bonus + law.concealed_extra or _counted(step, claims):
                return None
    return Fault({"seat": step.turn.seat}, seat=step.turn.seat)


def _counted(step: Step, claims: Mapping[str, int]) -> bool:
    """Tell whether a total that is claimed without the item for going out is right only with the bonus for concealed going out,
    or may be."""
    side, total = step.turn.side, claims.get("total")
    if "out" in claims or total is None:
        return False
    if side in step.bounds:
        return step.bounds[side]["total"].holds(total)
    return step.known.get(side, False) and total == total_of(step.ledger[side])


def _told(step: Step, concealed: bool) -> bool:
    """Tell whether the record's end lets the player of the last turn go out, told to be concealed or not."""
    if step.end is None or step.table.turn is None or not step.records("melds"):
        return False
    return (step.turn.seat, concealed) in step.end.outs
