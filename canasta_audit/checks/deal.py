"""The deal: cards for each player, and the up-card."""

from __future__ import annotations

from canasta_audit.cards import UNKNOWN
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, is_kind
from canasta_audit.notation import model as n


@check(
    "DEAL-001", "wrong-number-dealt", "dealt", "{seat} was dealt {have} cards; each player gets {want}",
    reads=("/dealing/cards_each",), taints=("deal",),
)  # fmt: skip
def wrong_number_dealt(step: Step) -> Faults:
    """A player was dealt more or fewer cards than the rules say.

    Why: what follows is judged with the hand as it is.
    """
    table, want = step.table, step.rules.dealing.cards_each
    if table.mid_deal:
        return None
    faults = []
    for line in step.deal.lines:
        if isinstance(line, n.HandLine) and not line.undone and line.seat in table.hands and len(line.cards) != want:
            step.line = line
            faults.append(Fault({"seat": line.seat, "have": len(line.cards), "want": want}, seat=line.seat))
    return faults


@check(
    "DEAL-002", "up-card-left-uncovered", "dealt", "the up-card {card} is left uncovered",
    reads=("/dealing/up_card_covered",),
)  # fmt: skip
def up_card_left_uncovered(step: Step) -> Faults:
    """A joker, a deuce or a three was turned up and no other card put onto it.

    Why: cards are turned up until one from four to ace lies on top.
    """
    ups = _ups(step)
    if not ups:
        return None
    line, card = ups[-1]
    if not is_kind(card, step.rules.dealing.up_card_covered):
        return None
    step.line = line
    return Fault({"card": card})


@check(
    "DEAL-003", "up-card-covered-needlessly", "dealt", "the up-card {card} was covered, though play begins on it",
    reads=("/dealing/up_card_covered",),
)  # fmt: skip
def up_card_covered_needlessly(step: Step) -> Faults:
    """A further card was turned up although the last one may stay.

    Why: turning up goes on only after a card that the rules name.
    """
    covered = step.rules.dealing.up_card_covered
    for line, card in _ups(step)[:-1]:
        if card != UNKNOWN and len(card) == 2 and not is_kind(card, covered):
            step.line = line
            return Fault({"card": card})
    return None


def _ups(step: Step) -> list[tuple[n.Line, str]]:
    return [
        (line, card)
        for line in step.deal.lines
        if isinstance(line, n.CardsLine) and line.place == "up" and not line.back and not line.undone
        for card in line.cards
    ]
