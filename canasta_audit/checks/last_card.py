"""The last card of a player who goes out: whether it is discarded, and which may be."""

from __future__ import annotations

from canasta_audit.checks.going_out import goes_out, last_play
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, cards_of, emptied, may_have_canasta
from canasta_audit.notation import model as n


def _ends_the_deal(step: Step) -> bool:
    """Tell whether the turn empties the hand and ends the deal, by the record or by the rules."""
    return goes_out(step) or (emptied(step) and may_have_canasta(step))


def _goes_on(step: Step) -> tuple[str, ...]:
    """The doubt that such a turn leaves if others follow: its player may not have thought himself out."""
    return () if step.last_turn else ("end",)


def needs_no_discard(step: Step) -> bool:
    """Tell whether the turn that empties a hand may do without the last discard that the rules require."""
    law, turn = step.rules, step.turn
    if law.going_out.last_onto_partner and turn.lays and turn.lays[-1].meld.seat in step.table.seats.partners(turn.seat):
        return True
    return law.pile.top_alone_to_go_out and any(isinstance(play, n.Take) and play.only for play in step.plays)


@check(
    "OUT-008", "out-with-last-discard", "low", "{seat} goes out by discarding the last card",
    reads=("/going_out/last_discard",), depends=("hand", "unread"),
    when=lambda rules: rules.going_out.last_discard == "not-allowed",
    needs=("out",),
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
    if not step.turn.discards or not _ends_the_deal(step):
        return None
    return Fault({"seat": step.turn.seat}, last_play(step), doubts=_goes_on(step))


@check(
    "OUT-009", "last-discard-barred", "low", "{seat} goes out by discarding {card}",
    reads=("/going_out/last_discard_barred",), depends=("hand", "unread"),
    when=lambda rules: bool(rules.going_out.last_discard_barred),
    needs=("out", "thrown"),
)  # fmt: skip
def last_discard_barred(step: Step) -> Faults:
    """The card discarded in going out is of a kind that may not be.

    Why: wild cards and threes do not end a deal; another card has to be kept for it, or every card melded.

    Bad:
        [Ruleset "ro-classic"]
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS, QC QD QH
        hand N: KD
        N: draw QS 2C, add KD to K, add QS to Q, discard 2C  # here
        end: N out

    Good:
        [Ruleset "ro-classic"]
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS, QC QD QH
        hand N: KD
        N: draw QS 2C, add KD to K, add 2C to Q, discard QS
        end: N out
    """
    barred = cards_of(step.rules.going_out.last_discard_barred)
    card = next((play.card for play in reversed(step.plays) if isinstance(play, n.Discard)), None)
    if card is None or card not in barred or not _ends_the_deal(step):
        return None
    number = step.turn.number
    return Fault({"seat": step.turn.seat, "card": card}, last_play(step), follows=("discard", number), doubts=_goes_on(step))


@check(
    "OUT-010", "out-without-last-discard", "low", "{seat} goes out without a discard",
    reads=("/going_out/last_discard", "/going_out/last_onto_partner"), depends=("hand", "unread"),
    when=lambda rules: rules.going_out.last_discard == "required",
    needs=("out",),
)  # fmt: skip
def out_without_last_discard(step: Step) -> Faults:
    """A player goes out by laying his last card.

    Why: the last card is discarded.

    Bad:
        [Ruleset "ru-bank"]
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS, QC QD QH
        hand N: KD
        N: draw QS, add KD to K, add QS to Q  # here
        end: N out

    Good:
        [Ruleset "ru-bank"]
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS, QC QD QH
        hand N: KD
        N: draw QS, add KD to K, discard QS
        end: N out
    """
    if step.turn.discards or not step.records("discards") or not _ends_the_deal(step) or needs_no_discard(step):
        return None
    return Fault({"seat": step.turn.seat}, last_play(step), doubts=_goes_on(step))
