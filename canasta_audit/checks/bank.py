"""Taking the pile without laying its top card: what must be shown, and laid besides, before it may be taken."""

from __future__ import annotations

from collections.abc import Sequence

from canasta_audit import cards as c
from canasta_audit.cards import EXACT, RED_THREES, WILD, Card, held
from canasta_audit.checks.locks import locked_out
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, frozen_by, had_opened
from canasta_audit.checks.takes import by_showing, is_barred, is_swap, lays, own_melds, top_of
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.hand import may_hold


def _shows(rules: Rules) -> bool:
    return by_showing(rules.pile.unopened + rules.pile.opened + rules.pile.frozen)


def shown_tells(rules: Rules) -> bool:
    """Tell whether one card shown opens a pile that nothing freezes or bars, before the initial meld and after it."""
    law = rules.pile
    return "show-one" in law.unopened and "show-one" in law.opened and not law.first_turn_swap


def rightly_shown(step: Step) -> bool:
    """Tell, where ``shown_tells``, whether the whole pile, all of whose cards are known, is taken for a card of its top card's rank
    that a known hand holds, and nothing else keeps it from the player: then no check of a take finds anything.
    """
    play, turn, table, rules = step.play, step.turn, step.table, step.rules
    top, pile, hand = table.pile[-1], table.pile, table.hands[turn.seat]
    if not isinstance(play, n.Take) or play.how is not None or play.onto is not None or play.only:
        return False
    if top in WILD or top in RED_THREES or is_barred(top, rules) or (len(pile) == 1 and len(hand) == 1):
        return False
    if top[0] not in [card[0] for card in hand] or frozen_by(table, rules) is not None:
        return False
    if table.wilds_thrown and locked_out(table, turn.seat, turn.number, rules) is not None:
        return False
    later = [one for one in step.plays[step.index + 1 :] if one.kind == "meld" or one.kind == "add"]
    if not later and not had_opened(step):
        return False
    return all(_may_lay(one.cards, top, hand) for one in later)  # type: ignore[attr-defined]


def _may_lay(cards: tuple[Card, ...], top: Card, hand: Sequence[Card]) -> bool:
    """Tell whether cards laid after a take do not hold its top card, or earn it with a pair of its rank out of the hand."""
    if top not in cards:
        return EXACT.issuperset(cards)
    others = [*cards]
    others.remove(top)
    return [card[0] for card in others] == [top[0]] * len(others) and len(held(hand, others)) >= 2


@check(
    "PILE-014", "pile-taken-without-initial-meld", "take", "{seat} takes the pile, and lays no initial meld in that turn",
    reads=("/opening/bands", "/opening/by"), depends=("pile", "take", "hand", "unread"), taints=("take",),
    when=lambda rules: not rules.pile.top_melded,
    needs=("top", "melds"),
)  # fmt: skip
def pile_taken_without_initial_meld(step: Step) -> Faults:
    """The pile is taken by a player who has not made his initial meld, and he lays nothing in that turn.

    Why: before the initial meld the pile is taken by laying melds that reach the minimum, besides what is shown for it.

    Bad:
        [Ruleset "ru-bank"]
        deal 1: dealer W
        pile: 4C KD
        N: take KD showing KS, discard 5C  # here

    Good:
        [Ruleset "ru-bank"]
        deal 1: dealer W
        pile: 4C KD
        N: take KD showing KS, meld AC AD AH, discard 5C
    """
    if had_opened(step) or lays(step) or not step.records("melds") or is_swap(step):
        return None
    if is_barred(top_of(step), step.rules):
        return None
    return Fault({"seat": step.turn.seat}, parameter="/opening/by" if step.turn.opened_before else None)


@check(
    "PILE-015", "shown-card-not-held", "take", "{seat} shows {cards}, which is not among his cards",
    grade="impossible", reads=("/pile/unopened", "/pile/opened"), depends=("cards", "hand", "pile", "take", "unread"),
    taints=("take",), when=_shows,
    needs=("hand",),
)  # fmt: skip
def shown_card_not_held(step: Step) -> Faults:
    """A card is shown for the pile that the player has neither in his hand nor in his melds.

    Why: usually a slip of the recorder: the wrong card here, or in the draw that brought it.

    Bad:
        [Ruleset "ru-bank"]
        deal 1: dealer W
        melds N: QC QD QH
        pile: 4C KD
        hand N: KS 7H 5C 6D
        N: take KD showing KH, discard 5C  # here

    Good:
        [Ruleset "ru-bank"]
        deal 1: dealer W
        melds N: QC QD QH
        pile: 4C KD
        hand N: KS 7H 5C 6D
        N: take KD showing KS, discard 5C
    """
    play, table, seat = step.play, step.table, step.turn.seat
    if not isinstance(play, n.Take) or play.how != "showing" or seat in table.vague:
        return None
    held = [*may_hold(table, seat), *(card for meld in own_melds(step) for card in meld.cards)]
    missing = c.missing(held, play.cards)
    return Fault({"seat": seat, "cards": missing}) if missing else None
