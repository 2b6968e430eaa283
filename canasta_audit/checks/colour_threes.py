"""Threes of one colour laid together, in games that know them, and red threes where they are no bonus cards."""

from __future__ import annotations

from canasta_audit.cards import BLACK_THREES, RED_THREES
from canasta_audit.checks.melds import is_set_of_threes, laid, of_take, whole
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.state import shape


def only_by_colour(rules: Rules) -> bool:
    """Tell whether black threes are laid as a set of one colour, and in no other way."""
    return rules.melds.threes_of_colour > 0 and rules.melds.black_threes.when == "never"


def _knows_sets(rules: Rules) -> bool:
    return rules.melds.threes_of_colour > 0 or rules.red_threes.laid == "never"


@check(
    "MELD-024", "threes-not-laid-together", ("row", "odd-add"),
    "the threes {cards} make no meld; threes of one colour that may be laid together: {want}",
    reads=("/melds/threes_of_colour", "/red_threes/laid"), when=_knows_sets,
    needs=("laid",),
)  # fmt: skip
def threes_not_laid_together(step: Step) -> Faults:
    """Threes are laid that are not as many of one colour as may be laid together, or cards are added to such threes.

    Why: in such a game threes make no meld that grows; they may only be laid off all at once.

    Bad:
        [Ruleset "ro-mini"]
        deal 1: dealer W
        melds S: QC QD QH
        hand N: 3H 3H 3D 5C 6D
        N: draw 9D 9H, meld 3H 3H 3D, discard 5C  # here

    Good:
        [Ruleset "ro-mini"]
        deal 1: dealer W
        melds S: QC QD QH
        hand N: 3H 3H 3D 5C 6D
        N: draw 3D 9H, meld 3H 3H 3D 3D, discard 5C
    """
    (cards, meld), rules = laid(step), step.rules
    row = whole(step)
    if shape(row).rank != "3" or (meld is None and is_set_of_threes(cards, rules)):
        return None
    # Elsewhere black threes have a chapter of their own, and red threes are bonus cards.
    black, red = only_by_colour(rules), rules.red_threes.laid == "never"
    if RED_THREES.isdisjoint(row) and BLACK_THREES.isdisjoint(row):
        # Nobody noted their colour.
        elsewhere = not (black and red)
    else:
        elsewhere = not (black if RED_THREES.isdisjoint(row) else red)
    data = {"cards": list(row), "want": rules.melds.threes_of_colour}
    return None if elsewhere else Fault(data, follows=of_take(step))
