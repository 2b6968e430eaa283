"""Black threes in melds: only at going out, only among themselves."""

from __future__ import annotations

from canasta_audit.cards import BLACK_THREES, RED_THREES, WILD, Card
from canasta_audit.checks.colour_threes import only_by_colour
from canasta_audit.checks.melds import is_set_of_threes, laid, whole
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, emptied, wilds_of
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.state import shape


@check(
    "MELD-006", "black-threes-before-going-out", "threes-laid", "{seat} melds black threes; allowed: {when}",
    reads=("/melds/black_threes/when",), depends=("hand", "unread"), taints=("spare",),
    when=lambda rules: rules.melds.black_threes.when != "any-time" and not only_by_colour(rules),
    needs=("laid", "size"),
)  # fmt: skip
def black_threes_before_going_out(step: Step) -> Faults:
    """Black threes are melded in a turn that does not end the deal, or in a game that never melds them.

    Why: they may be melded only in the turn in which the player goes out.

    Bad:
        deal 1: dealer W
        melds S: KC KC KD KH KH KS KS
        hand N: 3C 3S 3S 5C 6D
        N: draw 9D, meld 3C 3S 3S, discard 5C  # here

    Good:
        deal 1: dealer W
        melds S: KC KC KD KH KH KS KS
        hand N: 3C 3S 3S
        N: draw 9D, ask yes, meld 3C 3S 3S, discard 9D
        end: N out
    """
    when = step.rules.melds.black_threes.when
    if when == "going-out" and (emptied(step) or (step.turn.seat in step.table.vague and not step.last_turn)):
        return None
    index = _index_of_threes(step)
    data = {"seat": step.turn.seat, "when": when}
    return Fault(data, index, follows=("short", step.turn.side)) if index is not None else None


def _are_black(cards: tuple[Card, ...]) -> bool:
    """Tell whether threes are known to be black: none is red, and the colour of one was noted at least."""
    return RED_THREES.isdisjoint(cards) and not BLACK_THREES.isdisjoint(cards)


def _index_of_threes(step: Step) -> int | None:
    if not [lay for lay in step.turn.lays if lay.meld.rank == "3"]:
        return None
    for index, play in enumerate(step.plays):
        cards: tuple[Card, ...] = getattr(play, "cards", ())
        if play.kind not in ("meld", "add") or shape(cards).rank != "3" or not _are_black(cards):
            continue
        if play.kind == "add" or not is_set_of_threes(cards, step.rules):
            return index
    return None


@check(
    "MELD-007", "black-threes-with-wilds", ("row", "odd-add"), "black threes are melded with {wilds}",
    reads=("/melds/black_threes/wilds",),
    when=lambda rules: not rules.melds.black_threes.wilds and rules.melds.black_threes.when != "never",
    needs=("laid",),
)  # fmt: skip
def black_threes_with_wilds(step: Step) -> Faults:
    """A wild card lies in a meld of black threes.

    Why: black threes are melded without wild cards.

    Bad:
        deal 1: dealer W
        melds S: KC KC KD KH KH KS KS
        hand N: 3C 3S 3S 2H
        N: draw 9D, ask yes, meld 3C 3S 3S 2H, discard 9D  # here
        end: N out

    Good:
        deal 1: dealer W
        melds S: KC KC KD KH KH KS KS
        hand N: 3C 3S 3S 2H
        N: draw 9D, ask yes, meld 3C 3S 3S, add 2H to K, discard 9D
        end: N out
    """
    cards, _ = laid(step)
    cards = whole(step) if wilds_of(cards) or not BLACK_THREES.isdisjoint(cards) else ()
    wilds = [card for card in cards if card in WILD]
    if not wilds or BLACK_THREES.isdisjoint(cards) or shape(cards).rank != "3":
        return None
    return Fault({"wilds": wilds})


@check(
    "MELD-008", "too-few-black-threes", "row", "{have} black threes are melded; {min} are the least",
    reads=("/melds/black_threes/least",), taints=("spare",), when=lambda rules: rules.melds.black_threes.when != "never",
    needs=("laid",),
)  # fmt: skip
def too_few_black_threes(step: Step) -> Faults:
    """A meld of black threes has too few of them.

    Why: three or four make a meld, as no wild card may help.

    Bad:
        deal 1: dealer W
        melds S: KC KC KD KH KH KS KS
        hand N: 3C 3S
        N: draw 9D, ask yes, meld 3C 3S, discard 9D  # here
        end: N out

    Good:
        deal 1: dealer W
        melds S: KC KC KD KH KH KS KS
        hand N: 3C 3S
        N: draw 3S, ask yes, meld 3C 3S 3S
        end: N out
    """
    cards, _ = laid(step)
    if shape(cards).rank != "3" or not _are_black(cards) or is_set_of_threes(cards, step.rules):
        return None
    if len(cards) >= step.rules.melds.least_cards and wilds_of(cards) and not step.rules.melds.black_threes.wilds:
        return None
    have, least = len(cards) - wilds_of(cards), step.rules.melds.black_threes.least
    return Fault({"have": have, "min": least}) if have < least else None


def _may_exceed(rules: Rules) -> bool:
    """Tell whether the packs have so many black threes, or wild cards may lie with them, that a meld can be too big."""
    law = rules.melds.black_threes
    return law.when != "never" and (law.wilds or law.most < 2 * rules.equipment.packs)


@check(
    "MELD-023", "too-many-black-threes", ("row", "odd-add"), "a meld of black threes has {have} cards; {max} are allowed",
    reads=("/melds/black_threes/most",), when=_may_exceed,
    needs=("laid",),
)  # fmt: skip
def too_many_black_threes(step: Step) -> Faults:
    """A meld of black threes has too many cards, wild cards among them.

    Why: black threes never become a canasta.

    Bad:
        [Ruleset "ro-classic"]
        deal 1: dealer W
        melds S: KC KC KD KH KH KS KS
        hand N: 3C 3C 3S 3S 2C 2D *
        N: draw 9D KD, ask yes, meld 3C 3C 3S 3S 2C 2D *, add KD to K, discard 9D  # here
        end: N out

    Good:
        [Ruleset "ro-classic"]
        deal 1: dealer W
        melds S: KC KC KD KH KH KS KS
        hand N: 3C 3C 3S 3S 2C 2D *
        N: draw 9D KD, ask yes, meld 3C 3C 3S 3S 2C 2D, add KD * to K, discard 9D
        end: N out
    """
    cards = whole(step)
    kind, law = shape(cards), step.rules.melds.black_threes
    if kind.rank != "3" or not _are_black(cards) or (kind.wilds and not law.wilds) or len(cards) <= law.most:
        return None
    return Fault({"have": len(cards), "max": law.most})
