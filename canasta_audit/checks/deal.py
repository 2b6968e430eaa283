"""The deal: cards for each player, and the up-card."""

from __future__ import annotations

from canasta_audit.cards import COLOUR, UNKNOWN, Card
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, is_kind
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import CardKind


@check(
    "DEAL-001", "wrong-number-dealt", "dealt", "{seat} was dealt {have} cards; each player gets {want}",
    reads=("/dealing/cards_each",), taints=("deal",),
)  # fmt: skip
def wrong_number_dealt(step: Step) -> Faults:
    """A player was dealt more or fewer cards than the rules say.

    Why: each player gets the same number of cards. What follows is judged with the hand as it is.

    Bad:
        deal 1: dealer W
        hand N: AS KS QS JS TS 9S 8S 7S 6S 5S  # here
        N: draw KD, discard KD

    Good:
        deal 1: dealer W
        hand N: AS KS QS JS TS 9S 8S 7S 6S 5S 4S
        N: draw KD, discard KD
    """
    table, want = step.table, step.rules.dealing.cards_each
    if table.mid_deal or is_void(step):
        return None
    return [
        Fault({"seat": line.seat, "have": len(line.cards), "want": want}, seat=line.seat, line=line)
        for line in step.noted.get("hand", ())
        if isinstance(line, n.HandLine) and line.seat in table.hands and len(line.cards) != want
    ]


@check(
    "DEAL-002", "up-card-left-uncovered", "dealt", "the up-card {card} is left uncovered",
    reads=("/dealing/up_card_covered",),
)  # fmt: skip
def up_card_left_uncovered(step: Step) -> Faults:
    """A joker, a deuce or a three was turned up and no other card put onto it.

    Why: cards are turned up until one from four to ace lies on top.

    Bad:
        deal 1: dealer W
        up: 2C  # here
        N: draw KD, discard 4C

    Good:
        deal 1: dealer W
        up: 2C 9D
        N: draw KD, discard 4C
    """
    ups = _ups(step)
    if not ups or is_void(step):
        return None
    line, card = ups[-1]
    return Fault({"card": card}, line=line) if _covered(card, step.rules.dealing.up_card_covered) else None


@check(
    "DEAL-003", "up-card-covered-needlessly", "dealt", "the up-card {card} was covered, though play begins on it",
    reads=("/dealing/up_card_covered",),
)  # fmt: skip
def up_card_covered_needlessly(step: Step) -> Faults:
    """A further card was turned up although the last one may stay.

    Why: turning up goes on only after a card that the rules name.

    Bad:
        deal 1: dealer W
        up: 9D 4C  # here
        N: draw KD, discard 4C

    Good:
        deal 1: dealer W
        up: 3C 4C
        N: draw KD, discard 4C
    """
    for line, card in _ups(step)[:-1]:
        if _covered(card, step.rules.dealing.up_card_covered) is False:
            return None if is_void(step) else Fault({"card": card}, line=line)
    return None


def _covered(card: Card, kinds: tuple[CardKind, ...]) -> bool | None:
    """Tell whether a card that is turned up is to be covered, ``None`` where its text leaves that open.

    >>> _covered("3", ("red-three", "black-three")), _covered("3", ("red-three",)), _covered("K", ("two",))
    (True, None, False)
    """
    if card == UNKNOWN:
        return None
    if card[0] == "3" and not COLOUR[card]:
        both = is_kind("3D", kinds), is_kind("3C", kinds)
        return both[0] if both[0] == both[1] else None
    return is_kind(card, kinds)


def _ups(step: Step) -> list[tuple[n.Line, Card]]:
    return [
        (line, card)
        for line in step.noted.get("cards", ())
        if isinstance(line, n.CardsLine) and line.place == "up" and not line.back
        for card in line.cards
    ]


def is_void(step: Step) -> bool:
    """Tell whether the deal was declared void: then a faulty deal has been put right."""
    return step.end is not None and step.end.why == "void"
