"""Wild cards in an initial meld: whether it may hold any, or nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from canasta_audit.cards import WILD
from canasta_audit.checks.opening import need_of, reaches, spoilt
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, had_opened
from canasta_audit.notation.model import Side
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.state import WILD_MELD, Lay, Table


@check(
    "OPEN-004", "wild-card-in-initial-meld", ("laid", "begun"),
    "an initial meld of {need} points holds naturals only; {cards} are laid",
    reads=("/opening/naturals_only_to", "/opening/naturals_only_in"), depends=("take", "unread"),
    when=lambda rules: rules.opening.naturals_only_to > 0,
    needs=("laid", "melds", "sums", "out"),
)  # fmt: skip
def wild_card_in_initial_meld(step: Step) -> Faults:
    """An initial meld of few points holds a wild card.

    Why: up to a number of points it holds naturals only: in every meld of that turn, or in those that reach the minimum.

    Bad:
        [Ruleset "ro-canastone"]
        deal 1: dealer W
        N: draw KD 9D, meld KC KD KH, meld AC AD 2C, discard 5C  # here

    Good:
        [Ruleset "ro-canastone"]
        deal 1: dealer W
        N: draw KD 9D, meld KC KD KH, meld AC AD AH, discard 5C
    """
    law, need, turn = step.rules.opening, need_of(step), step.turn
    if had_opened(step) or not 0 < need <= law.naturals_only_to:
        return None
    wilds = [card for lay in turn.lays for card in lay.cards if card in WILD]
    if not wilds or (law.naturals_only_in == "needed-melds" and reaches(step, _clean(turn.lays), need)):
        return None
    pointer = "/opening/naturals_only_in" if reaches(step, _clean(turn.lays), need) else None
    return Fault({"need": need, "cards": wilds}, _first_with_wild(step), parameter=pointer, doubts=(spoilt(step),))


def _clean(lays: Iterable[Lay]) -> list[Lay]:
    """What was laid on melds without a wild card."""
    return [lay for lay in lays if not lay.meld.wilds]


def _first_with_wild(step: Step) -> int:
    laying = ("take", "meld", "add")
    plays = enumerate(step.plays)
    return next((i for i, play in plays if play.kind in laying and not WILD.isdisjoint(getattr(play, "cards", ()))), 0)


def _of_wilds_alone(lays: Iterable[Lay]) -> bool:
    return all(card in WILD for lay in lays for card in lay.cards)


@check(
    "OPEN-005", "initial-meld-of-wild-cards", ("laid", "begun"), "{cards} are an initial meld of wild cards alone",
    reads=("/opening/wild_only",), depends=("take", "unread"), taints=("opening",),
    when=lambda rules: rules.opening.wild_only == "never" and rules.melds.wild_only != "never",
    needs=("laid",),
)  # fmt: skip
def initial_meld_of_wild_cards(step: Step) -> Faults:
    """All that an initial meld holds are wild cards.

    Why: wild cards may make a meld, and yet not the initial one.

    Bad:
        [Ruleset "ro-canastone"]
        deal 1: dealer W
        before: NS 3000, EW 0
        N: draw KD 9D, meld * * 2C, discard 5C  # here

    Good:
        [Ruleset "ro-canastone"]
        deal 1: dealer W
        before: NS 3000, EW 0
        N: draw KD 9D, meld AC AD AH *, discard 5C
    """
    if had_opened(step) or not _of_wilds_alone(step.turn.lays):
        return None
    cards = [card for lay in step.turn.lays for card in lay.cards]
    return Fault({"cards": cards}, _first_with_wild(step), doubts=(spoilt(step),))


def _bars(rules: Rules) -> bool:
    return rules.opening.wild_only == "allowed-and-bars"


def barred_by_opening(table: Table, side: Side, turn: int) -> Side | None:
    """The other side whose initial meld of wild cards alone bars ``side`` in the deal's ``turn``, its players' next ones."""
    for other, melds in table.melds.items():
        began = min((meld.turn for meld in melds), default=0)
        if other == side or not 0 < began < turn < began + len(table.seats.order):
            continue
        if all(meld.rank == WILD_MELD for meld in melds if meld.turn == began):
            return other
    return None


@check(
    "PILE-019", "pile-barred-by-wild-opening", "take", "{side} has opened with wild cards alone, which bars the pile for a turn",
    reads=("/opening/wild_only",), depends=("pile", "take"), taints=("take",), when=_bars,
    needs=("laid",),
)  # fmt: skip
def pile_barred_by_wild_opening(step: Step) -> Faults:
    """The pile is taken in the turn after an opponent has opened with wild cards alone.

    Why: such an initial meld bars every opponent, for his next turn, from the pile.

    Bad:
        [Ruleset "ro-canastone+wild-opening"]
        deal 1: dealer W
        before: NS 3000, EW 0
        melds E: QC QD QH
        pile: 4C
        N: draw KD 9D, meld * * 2C, discard 5C
        E: draw 9H, take 5C with 5D 5H, discard 6D  # here

    Good:
        [Ruleset "ro-canastone+wild-opening"]
        deal 1: dealer W
        before: NS 3000, EW 0
        melds E: QC QD QH
        pile: 4C
        N: draw KD 9D, meld AC AD AH *, discard 5C
        E: draw 9H, take 5C with 5D 5H, discard 6D
    """
    by = barred_by_opening(step.table, step.turn.side, step.turn.number)
    return None if by is None else Fault({"side": by})


@check(
    "OPEN-006", "second-wild-opening", ("laid", "begun"),
    "{side} has opened with wild cards alone, which bars {cards} as an initial meld",
    reads=("/opening/wild_only",), depends=("take", "unread"), taints=("opening",), when=_bars,
    needs=("laid",),
)  # fmt: skip
def second_wild_opening(step: Step) -> Faults:
    """An initial meld of wild cards alone is laid in the turn after an opponent has done so.

    Why: such an initial meld bars every opponent, for his next turn, from the same.

    Bad:
        [Ruleset "ro-canastone+wild-opening"]
        deal 1: dealer W
        before: NS 3000, EW 3000
        N: draw KD 9D, meld * * 2C, discard 5C
        E: draw 9H 9S, meld * * 2D, discard 6D  # here

    Good:
        [Ruleset "ro-canastone+wild-opening"]
        deal 1: dealer W
        before: NS 3000, EW 3000
        N: draw KD 9D, meld * * 2C, discard 5C
        E: draw 9H 9S, discard 6D
    """
    by = barred_by_opening(step.table, step.turn.side, step.turn.number)
    if by is None or had_opened(step) or not _of_wilds_alone(step.turn.lays):
        return None
    cards = [card for lay in step.turn.lays for card in lay.cards]
    return Fault({"side": by, "cards": cards}, _first_with_wild(step), doubts=(spoilt(step),))
