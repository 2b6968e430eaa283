"""Canastas of kinds that are laid whole in one turn or not at all."""

from __future__ import annotations

from typing import Literal

from canasta_audit.checks.melds import finished_before
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.score import is_canasta
from canasta_audit.table.state import WILD_MELD, Lay, MeldOnTable, TurnState

Kind = Literal["natural", "mixed", "wild"]


def laid_whole(rules: Rules) -> frozenset[Kind]:
    """The kinds of canastas that are laid whole in one turn or not at all."""
    law = rules.melds
    wild: tuple[Kind, ...] = ("wild",) if law.wild_only == "whole-canasta" else ()
    return frozenset((*law.whole_only, *wild))


def kind_of(meld: MeldOnTable) -> Kind:
    """The kind of canasta that a meld is, or would be with no other kind of cards."""
    return "wild" if meld.rank == WILD_MELD else "mixed" if meld.wilds else "natural"


def is_pieced(lay: Lay, turn: TurnState, rules: Rules) -> bool:
    """Tell whether a lay of a turn that is over began, or finished, what is laid whole in one turn or not at all.

    Naturals that are too few may become a canasta of the other kind, so that they are judged when the canasta is finished; wild
    cards alone may not.
    """
    meld = lay.meld
    kind, whole = kind_of(meld), is_canasta(meld, rules)
    if kind not in laid_whole(rules) or meld.rank == "3" or (kind == "wild") == whole:
        return False
    if kind == "wild":
        return lay.new and len(lay.cards) >= rules.melds.least_cards and rules.melds.wild_only != "never"
    last = [one for one in turn.lays if one.meld is meld][-1]
    return lay is last and meld.turn != turn.number and not finished_before(meld, turn, rules)


def _plays_of_lays(plays: tuple[n.Play, ...]) -> list[int]:
    """The indices of the plays of a turn that laid cards: one for each of its lays."""
    return [
        index
        for index, play in enumerate(plays)
        if play.kind in ("meld", "add")
        or (isinstance(play, n.Take) and (play.how == "with" or play.onto is not None))
        or (isinstance(play, n.Shift) and play.target is not None)
    ]


@check(
    "MELD-016", "canasta-not-laid-whole", "turn-end", "{have} cards laid; a {kind} canasta of {need} is laid whole in one turn",
    reads=("/melds/whole_only", "/melds/wild_only"), depends=("unread",), when=lambda rules: bool(laid_whole(rules)),
    needs=("laid",),
)  # fmt: skip
def canasta_not_laid_whole(step: Step) -> Faults:
    """A turn lays a part of a canasta of a kind that is laid whole in one turn or not at all.

    Why: canastas of some kinds do not grow out of a smaller meld; wild cards alone, where they may be melded, are often such a one.

    Bad:
        [Ruleset "ro-mini"]
        deal 1: dealer W
        melds N: KC KD KH KS
        hand N: 2C 2D 2H * 4C 5C 6D
        N: draw 9D 9H, meld 2C 2D 2H *, discard 5C  # here

    Good:
        [Ruleset "ro-mini"]
        deal 1: dealer W
        melds N: KC KD KH KS
        hand N: 2C 2D 2H * 2S 4C 5C 6D
        N: draw 9D 9H, meld 2C 2D 2H * 2S, discard 5C
    """
    turn, law, faults = step.turn, step.rules, []
    if not law.melds.whole_only and WILD_MELD not in [lay.meld.rank for lay in turn.lays]:
        return None
    for index, lay in zip(_plays_of_lays(step.plays), turn.lays, strict=False):
        if is_pieced(lay, turn, law):
            kind, fresh = kind_of(lay.meld), [one for one in turn.lays if one.meld is lay.meld]
            data = {"kind": kind, "have": sum(len(one.cards) for one in fresh), "need": law.canastas.size}
            pointer = "/melds/whole_only" if kind in law.melds.whole_only else "/melds/wild_only"
            faults.append(Fault(data, index, parameter=pointer, follows="take" if lay.top is not None else None))
    return faults
