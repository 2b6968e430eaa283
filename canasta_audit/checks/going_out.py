"""Going out: with a canasta, with the partner's leave, and concealed or not."""

from __future__ import annotations

from collections.abc import Mapping

from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, emptied, may_have_canasta, was_concealed
from canasta_audit.notation import model as n
from canasta_audit.table.score import total_of

_KEEP_ONE = "keep-one-after-discard"


def _goes_out(step: Step) -> bool:
    """Tell whether the turn empties the hand and the record lets the deal end with it."""
    return step.last_turn and emptied(step)


@check(
    "OUT-001", "out-without-canasta", "low", "{seat} goes out, and {side} has {have} canastas; {need} are needed",
    reads=("/going_out/canastas", "/canastas/size"), depends=("hand", "unread"), taints=("out", "spare"),
)  # fmt: skip
def out_without_canasta(step: Step) -> Faults:
    """A player goes out although his side has no canasta.

    Why: a side needs a canasta before one of its players may end the deal; one finished in that very turn is enough.

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
    if not _goes_out(step) or may_have_canasta(step) or not step.records("melds"):
        return None
    return Fault({"seat": step.turn.seat, **_canastas(step)}, _last_play(step), follows=("short", step.turn.side))


@check(
    "OUT-002", "no-lawful-discard-left", "low",
    "{seat} keeps {left} cards without a lawful discard: {side} has {have} canastas, and {need} are needed to go out",
    reads=("/going_out/without_canasta", "/going_out/canastas"), depends=("hand", "spare", "unread"), taints=("out", "turn"),
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
    if size is None or size > 1 or may_have_canasta(step):
        return None
    law = step.rules.going_out
    gone = size <= 0 and not step.last_turn
    stuck = size == 1 and not turn.discards and bool(turn.lays) and law.without_canasta == _KEEP_ONE and not step.last_turn
    if not gone and not stuck:
        return None
    return Fault({"seat": turn.seat, "left": max(size, 0), **_canastas(step)}, _last_play(step))


def _canastas(step: Step) -> dict[str, object]:
    size = step.rules.canastas.size
    have = sum(len(meld.cards) >= size for meld in step.table.melds[step.turn.side] if meld.rank != "3")
    return {"side": step.turn.side, "have": have, "need": step.rules.going_out.canastas}


def _last_play(step: Step) -> int:
    return max(0, len(step.plays) - 1)


@check(
    "OUT-003", "partner-not-asked", "low", "{seat} goes out, and the record shows no question to {partner}",
    grade="unrecorded", severity="note", reads=("/going_out/ask",), depends=("hand",),
    when=lambda rules: rules.going_out.ask == "must",
)  # fmt: skip
def partner_not_asked(step: Step) -> Faults:
    """A player goes out and the record shows no going-out question.

    Why: he must ask his partner first. Many records do not write questions down: then this is a note. It is an error where the
    ``Records`` tag says that questions are recorded.

    Bad:
        [Records "questions draws hands melds discards pile"]
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        N: draw 5C, add KD to K, discard 5C  # here
        end: N out

    Good:
        [Records "questions draws hands melds discards pile"]
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        N: draw 5C, ask yes, add KD to K, discard 5C
        end: N out
    """
    turn = step.turn
    partners = step.table.seats.partners(turn.seat)
    if turn.asked or not partners or not _goes_out(step):
        return None
    severity = "error" if step.records("questions") else "note"
    return Fault({"seat": turn.seat, "partner": list(partners)}, _last_play(step), severity=severity)  # type: ignore[arg-type]


@check(
    "OUT-004", "out-against-the-answer", "low", "{partner} said no, and {seat} goes out",
    reads=("/going_out/answer_binds",), depends=("hand", "unread"), when=lambda rules: rules.going_out.answer_binds,
)  # fmt: skip
def out_against_the_answer(step: Step) -> Faults:
    """The partner answered no, and the player goes out all the same.

    Why: the answer binds: he must keep a card, and may go on melding.

    Bad:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        N: draw 5C, ask no, add KD to K, discard 5C  # here
        end: N out

    Good:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        N: draw 5C, ask no, discard 5C
    """
    turn = step.turn
    if turn.answer is not False or not _goes_out(step):
        return None
    return Fault({"seat": turn.seat, "partner": list(step.table.seats.partners(turn.seat))}, _last_play(step))


@check(
    "OUT-005", "not-out-after-yes", "asked", "{partner} said yes, and {seat} does not go out",
    reads=("/going_out/answer_binds",), depends=("hand", "turn", "unread"), when=lambda rules: rules.going_out.answer_binds,
)  # fmt: skip
def not_out_after_yes(step: Step) -> Faults:
    """The partner answered yes, and the player does not go out in that turn.

    Why: the answer binds: he must go out in the turn in which he asked.

    Bad:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        N: draw 5C, ask yes, discard 5C  # here
        E: draw 9D, discard 9D

    Good:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        N: draw 5C, ask no, discard 5C
        E: draw 9D, discard 9D
    """
    turn = step.turn
    if step.last_turn and step.end is not None and any(seat == turn.seat for seat, _ in step.end.outs):
        return None
    if not turn.answer or emptied(step) or (turn.seat in step.table.vague and step.last_turn):
        return None
    return Fault({"seat": turn.seat, "partner": list(step.table.seats.partners(turn.seat))}, _index_of_ask(step))


def _index_of_ask(step: Step) -> int:
    return next(i for i, play in enumerate(step.plays) if play.kind == "ask")


@check(
    "OUT-006", "concealed-claimed-wrongly", "deal-end", "{seat} did not go out concealed: {why}",
    grade="misscored", depends=("hand", "order", "out"), taints=("end", "claims"),
    reads=("/going_out/concealed_own_canasta", "/going_out/concealed_partner_additions", "/going_out/concealed_from_pile"),
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
    turn = step.turn
    own = [lay for lay in turn.lays if lay.meld.turn == turn.number]
    if turn.laid_before:
        why, pointer = "cards were laid in an earlier turn", "/going_out/concealed_extra"
    elif len(own) < len(turn.lays):
        why, pointer = "cards were laid off on the partner's melds", "/going_out/concealed_partner_additions"
    else:
        why, pointer = "the hand held no canasta", "/going_out/concealed_own_canasta"
    return Fault({"seat": turn.seat, "why": why}, seat=turn.seat, parameter=pointer)


@check(
    "OUT-007", "concealed-missed", "deal-end", "{seat} went out concealed, and it is not claimed",
    grade="misscored", reads=("/going_out/concealed_extra",), depends=("hand", "order", "out"), taints=("end", "claims"),
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
    """Tell whether a total that is claimed without the item for going out is right only with the bonus for concealed going out."""
    side = step.turn.side
    return "out" not in claims and step.known.get(side, False) and claims.get("total") == total_of(step.ledger[side])


def _told(step: Step, concealed: bool) -> bool:
    """Tell whether the record's end lets the player of the last turn go out, told to be concealed or not."""
    if step.end is None or not step.table.played_turns or not step.records("melds"):
        return False
    return (step.turn.seat, concealed) in step.end.outs


@check(
    "OUT-008", "out-with-last-discard", "low", "{seat} goes out by discarding the last card",
    reads=("/going_out/last_discard",), depends=("hand", "unread"),
    when=lambda rules: rules.going_out.last_discard == "not-allowed",
)  # fmt: skip
def out_with_last_discard(step: Step) -> Faults:
    """The last card of the hand is discarded in going out.

    Why: under this reading every card left must be melded.

    Bad:
        [Ruleset "uk-regency+no-last-discard"]
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        N: draw 5C, ask yes, add KD to K, discard 5C  # here
        end: N out

    Good:
        [Ruleset "uk-regency+no-last-discard"]
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        N: draw 2C, ask yes, add KD 2C to K
        end: N out
    """
    if not step.turn.discards or not _goes_out(step):
        return None
    return Fault({"seat": step.turn.seat}, _last_play(step))
