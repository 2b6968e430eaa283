"""The discard: cards that may not be discarded, and what follows where none may be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from canasta_audit.cards import RANK, UNKNOWN, WILD, Card
from canasta_audit.checks.melds import finished_before, most_wilds
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, cards_of, has_canasta
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.score import is_canasta
from canasta_audit.table.state import MIXED, RUN, UNSEEN, WILD_MELD, MeldOnTable, Table, TurnState

_NO_RANK = frozenset((RUN, MIXED, UNSEEN, "3"))
"""Melds that take no card by its rank; a set of threes is laid whole."""


_WHY: dict[str, str] = {
    "finished-rank": "{card} may not be discarded: the canasta {meld} is just finished",
    "fits-own-meld": "{card} may not be discarded: it fits the meld {meld}",
    "wild-that-fits": "{card} may not be discarded: the meld {meld} could take it",
}


def takes_a_wild(meld: MeldOnTable, rules: Rules) -> bool:
    """Tell whether a meld that is no canasta yet could take another wild card."""
    law = rules.melds
    if meld.rank == WILD_MELD:
        return True
    if meld.rank in _NO_RANK:
        return False
    capped = law.wild_cap is not None and meld.wilds >= law.wild_cap
    if capped and (law.wild_cap_ends_at is None or meld.size < law.wild_cap_ends_at):
        return False
    return law.wild_ratio == "none" or law.wild_ratio_on == "new-melds" or meld.wilds < most_wilds(meld.naturals, rules)


def just_finished(melds: Iterable[MeldOnTable], turn: TurnState, rules: Rules) -> list[MeldOnTable]:
    """Those of ``melds`` that are canastas and count as just finished: in this turn, or at all."""
    canastas = [meld for meld in melds if is_canasta(meld, rules)]
    if rules.turn.finished_within == "deal":
        return canastas
    return [meld for meld in canastas if not finished_before(meld, turn, rules)]


def bar_of(table: Table, turn: TurnState, rules: Rules, card: Card) -> tuple[str, MeldOnTable] | None:
    """What keeps ``card`` from being discarded, and the meld because of which; ``None`` where nothing does."""
    return _bar_among(table.melds[turn.side], turn, rules, card)


def bars_of(rules: Rules) -> Callable[[Sequence[MeldOnTable], Card], bool]:
    """What tells whether melds keep a card from being discarded in a turn that lays none onto them."""
    idle = TurnState("", "", 0)
    return lambda melds, card: _bar_among(melds, idle, rules, card) is not None


def _bar_among(melds: Sequence[MeldOnTable], turn: TurnState, rules: Rules, card: Card) -> tuple[str, MeldOnTable] | None:
    law = rules.turn.discard_barred
    if not law or card == UNKNOWN:
        return None
    rank, wild = RANK[card], card in WILD
    if "finished-rank" in law:
        for meld in just_finished([meld for meld in melds if _is_of(meld, rank)], turn, rules):
            return "finished-rank", meld
    if wild:
        if "wild-that-fits" in law:
            for meld in melds:
                if takes_a_wild(meld, rules) and not is_canasta(meld, rules):
                    return "wild-that-fits", meld
    elif "fits-own-meld" in law and rank not in _NO_RANK:
        for meld in melds:
            if meld.rank == rank and not is_canasta(meld, rules):
                return "fits-own-meld", meld
    return None


def _is_of(meld: MeldOnTable, rank: str) -> bool:
    """Tell whether a meld is one of a rank, or of wild cards alone and holds one of that rank."""
    return any(RANK[card] == rank for card in meld.cards) if meld.rank == WILD_MELD else meld.rank == rank


def bars_last(table: Table, turn: TurnState, rules: Rules, card: Card) -> bool:
    """Tell whether ``card`` may not be the discard with which the player goes out."""
    law = rules.going_out
    return bool(law.last_discard_barred) and card in cards_of(law.last_discard_barred) and has_canasta(table, turn.seat, rules)


def has_a_discard(table: Table, turn: TurnState, rules: Rules) -> bool:
    """Tell whether the hand is known to hold a card that may be discarded, not by a line alone that says it was exposed."""
    hand = table.hands[turn.seat]
    if len(hand) == 1 and bars_last(table, turn, rules, hand[0]):
        return False
    if turn.seat in table.exposed:
        hand = [*(Counter(hand) - Counter(table.exposed[turn.seat])).elements()]
    return any(card != UNKNOWN and bar_of(table, turn, rules, card) is None for card in hand)


@check(
    "DISCARD-001", "discard-barred", "discard", "{card} may not be discarded because of {meld}",
    reads=("/turn/discard_barred", "/turn/finished_within"), depends=("melds", "order"),
    when=lambda rules: bool(rules.turn.discard_barred),
    needs=("thrown", "melds", "laid"),
)  # fmt: skip
def discard_barred(step: Step) -> Faults:
    """A card is discarded that the rules keep in the hand: of the rank of a canasta just finished, or fit for an open meld.

    Why: what fits the own melds is laid there or kept; a player who holds nothing else discards nothing.

    Bad:
        [Ruleset "ro-mini"]
        [Seats "NS"]
        deal 1: dealer S
        melds N: KC KD KH
        hand N: KS 8D 9H
        N: draw 6C 7D, discard KS  # here

    Good:
        [Ruleset "ro-mini"]
        [Seats "NS"]
        deal 1: dealer S
        melds N: KC KD KH
        hand N: KS 8D 9H
        N: draw 6C 7D, discard 6C
    """
    play = step.play
    if not isinstance(play, n.Discard) or not step.records("melds"):
        return None
    barred = bar_of(step.table, step.turn, step.rules, play.card)
    if barred is None:
        return None
    bar, meld = barred
    data = {"card": play.card, "bar": bar, "meld": list(meld.cards)}
    doubts = (("discard", step.turn.number), ("card", step.turn.seat, play.card))
    return Fault(data, message=_WHY[bar], doubts=doubts)
