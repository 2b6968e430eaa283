"""Taking a frozen pile: what the rules ask for it, a natural pair from the hand for the most part, and nothing else."""

from __future__ import annotations

from canasta_audit.cards import Card
from canasta_audit.checks.melds import spare_of
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step
from canasta_audit.checks.takes import by_showing, can_show, earned, freezer_of, has_opened, judged_top, opens, uses_top, way_of


@check(
    "PILE-004", "frozen-without-natural-pair", "take",
    "the pile is frozen by {freezer}; {cards} with the top card {top} do not open it",
    reads=("/pile/frozen", "/freezing/discarded", "/freezing/turned_up"), depends=("pile", "take"), taints=("take",),
    needs=("top", "laid", "beside", "freezer"),
)  # fmt: skip
def frozen_without_natural_pair(step: Step) -> Faults:
    """A pile that a discarded wild card has frozen is taken without two natural cards of its top card's rank.

    Why: a frozen pile is open to a natural pair from the hand alone, whatever the side has on the table.

    Bad:
        deal 1: dealer W
        melds N: QC QD QH
        pile: 2H 4C KD
        hand N: KS KH 2C 5C 6D
        N: take KD with KS 2C, discard 5C  # here

    Good:
        deal 1: dealer W
        melds N: QC QD QH
        pile: 2H 4C KD
        hand N: KS KH 2C 5C 6D
        N: take KD with KS KH, discard 5C
    """
    return _frozen(step, from_start=False)


@check(
    "PILE-005", "frozen-start-not-observed", "take",
    "{freezer} was turned up at the start and the pile is frozen; it is taken with {cards}",
    reads=("/pile/frozen", "/freezing/turned_up"), depends=("pile", "take"), taints=("take",),
    needs=("top", "laid", "beside", "freezer"),
)  # fmt: skip
def frozen_start_not_observed(step: Step) -> Faults:
    """The pile has been frozen since the up-card, and is taken without a natural pair.

    Why: a wild card or red three turned up at the start freezes the pile until somebody takes it.

    Bad:
        deal 1: dealer W
        up: 2H 9D
        N: take 9D with 9S 2C, meld AC AD AH, discard 5C  # here

    Good:
        deal 1: dealer W
        up: 2H 9D
        N: take 9D with 9S 9C, meld AC AD AH, discard 5C
    """
    return _frozen(step, from_start=True)


def _frozen(step: Step, from_start: bool) -> Faults:
    top, table, allowed = judged_top(step), step.table, step.rules.pile.frozen
    if top is None or not is_written(step):
        return None
    freezer = freezer_of(step)
    if freezer is None or (way := way_of(step, top)) == "onto-meld" or opens(step, top, allowed):
        return None
    if way is None and not by_showing(allowed) and (step.rules.pile.top_melded or uses_top(step)):
        # That the top card is not laid, or with other cards, is another fault.
        return None
    started = not table.pile_taken and freezer in table.up and _turned_up_first(step, freezer)
    if started != from_start:
        return None
    return Fault({"freezer": freezer, "cards": list(earned(step)[0]), "top": top})


def is_written(step: Step) -> bool:
    """Tell whether all that lies in the pile is written down: always, or nothing lies there yet but what was turned up."""
    table = step.table
    return step.records("pile") or (bool(table.up) and step.turn.number == 1 and not table.mid_deal)


def _turned_up_first(step: Step, freezer: Card) -> bool:
    table = step.table
    return table.pile.index(freezer) < len(table.up) + table.pile_down


@check(
    "PILE-006", "onto-meld-while-closed", "take", "the top card {top} goes onto a meld, but the pile is {why}",
    reads=("/pile/frozen", "/pile/opened"), depends=("pile", "take"), taints=("take",),
    needs=("top", "beside", "freezer"),
)  # fmt: skip
def onto_meld_while_closed(step: Step) -> Faults:
    """The top card of a frozen pile is laid onto a meld.

    Why: a frozen pile asks for a natural pair from the hand even where the side has a meld of the rank.

    Bad:
        deal 1: dealer W
        melds N: KC KD KH
        pile: 2H 4C KS
        hand N: KS KH 5C 6D
        N: take KS to K, discard 5C  # here

    Good:
        deal 1: dealer W
        melds N: KC KD KH
        pile: 2H 4C KS
        hand N: KS KH 5C 6D
        N: take KS with KS KH to K, discard 5C
    """
    top = judged_top(step)
    if top is None or way_of(step, top) != "onto-meld" or not is_written(step):
        return None
    frozen = freezer_of(step)
    if frozen is None and not has_opened(step):
        return None
    allowed = step.rules.pile.frozen if frozen is not None else step.rules.pile.opened
    if "onto-meld" in allowed or can_show(step, top, allowed):
        return None
    pointer = "/pile/frozen" if frozen is not None else "/pile/opened"
    why = f"frozen by {frozen}" if frozen is not None else "closed"
    return Fault({"top": top, "why": why}, doubts=spare_of(step), parameter=pointer)
