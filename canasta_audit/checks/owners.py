"""Whose a meld is, where melds belong to players: what partners may add to each other's."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from canasta_audit.checks.melds import laid, of_take
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step
from canasta_audit.notation.model import Seat
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.score import is_canasta
from canasta_audit.table.state import MeldOnTable, Table


def has_own_meld(melds: Sequence[MeldOnTable], seat: Seat) -> bool:
    """Tell whether a player has begun one of his side's melds himself."""
    return any(meld.seat == seat for meld in melds)


def may_add_to(table: Table, seat: Seat, meld: MeldOnTable, rules: Rules) -> bool:
    """Tell whether a player may lay off on ``meld`` as far as it hangs on which player of his side laid it."""
    law, side_of = rules.melds, table.seats.side_of
    if law.owner == "side" or law.add_to_partner == "always" or meld.seat == seat:
        return True
    if side_of.get(meld.seat) != side_of[seat]:
        return True
    return _may_add(table.melds[side_of[seat]], meld, seat, rules)


def _may_add(melds: Sequence[MeldOnTable], meld: MeldOnTable, seat: Seat, rules: Rules) -> bool:
    return rules.melds.add_to_partner == "after-own-opening" and (is_canasta(meld, rules) or has_own_meld(melds, seat))


def adds_of(rules: Rules) -> Callable[[Sequence[MeldOnTable], MeldOnTable, Seat], bool]:
    """What tells whether a player may lay off on his partner's meld, by the melds of their side before the turn."""
    return lambda melds, meld, seat: _may_add(melds, meld, seat, rules)


def _hangs_on_player(rules: Rules) -> bool:
    return rules.melds.owner == "player" and rules.melds.add_to_partner != "always"


@check(
    "MELD-022", "lay-off-on-partner", ("add", "take"), "{cards} are laid off on a meld of {owner}, the partner; allowed: {when}",
    reads=("/melds/add_to_partner", "/melds/owner"), depends=("unread",), when=_hangs_on_player,
)  # fmt: skip
def lay_off_on_partner(step: Step) -> Faults:
    """Cards are laid off on a meld of the partner by a player who may not do so, or not yet.

    Why: each player has his own melds; who has laid none adds nothing to his partner's, but to a finished canasta.

    Bad:
        [Ruleset "ru-bank"]
        deal 1: dealer W
        melds S: KC KD KH
        hand N: KS 5C 6D
        N: draw 9D, add KS to K, discard 5C  # here

    Good:
        [Ruleset "ru-bank"]
        deal 1: dealer W
        melds S: KC KD KH
        melds N: QC QD QH
        hand N: KS 5C 6D
        N: draw 9D, add KS to K, discard 5C
    """
    cards, meld = laid(step)
    if meld is None or may_add_to(step.table, step.turn.seat, meld, step.rules):
        return None
    data = {"cards": list(cards), "owner": meld.seat, "when": step.rules.melds.add_to_partner}
    return Fault(data, follows=of_take(step), doubts=(("opening", step.turn.number),))
