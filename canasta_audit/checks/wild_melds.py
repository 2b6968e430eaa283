"""Melds of wild cards alone: what may join them, and what they keep their side from until they are canastas."""

from __future__ import annotations

from canasta_audit.cards import UNKNOWN, WILD
from canasta_audit.checks.melds import laid, may_join_wilds, of_take, whole
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, emptied, may_have_canasta, wilds_of
from canasta_audit.notation import model as n
from canasta_audit.notation.model import Side
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.score import is_canasta
from canasta_audit.table.state import WILD_MELD, MeldOnTable, Table, shape


def unfinished_wilds(table: Table, side: Side, rules: Rules) -> list[MeldOnTable]:
    """The melds of wild cards alone that a side has and that are no canastas yet."""
    return [meld for meld in table.melds[side] if meld.rank == WILD_MELD and not is_canasta(meld, rules)]


def barred_from_going_out(table: Table, side: Side, rules: Rules) -> bool:
    """Tell whether a side may not go out because of a meld of wild cards alone that is no canasta yet."""
    return "going-out" in rules.melds.wild_only_bars and bool(unfinished_wilds(table, side, rules))


def barring(step: Step) -> MeldOnTable | None:
    """The meld of wild cards alone that may keep the mover from laying his cards elsewhere, ``None`` where there is none."""
    melds = unfinished_wilds(step.table, step.turn.side, step.rules)
    return None if not melds or step.joined in melds else melds[0]


@check(
    "MELD-017", "naturals-onto-wild-meld", "odd-add", "{cards} go onto {count} wild cards that they cannot join",
    reads=("/melds/wild_only_joined_by",), when=lambda rules: rules.melds.wild_only != "never",
    depends=("unread",),
    needs=("laid",),
)  # fmt: skip
def naturals_onto_wild_meld(step: Step) -> Faults:
    """Natural cards are laid onto a meld of wild cards alone that they cannot make a mixed one.

    Why: where naturals may join wild cards at all, they are so many of one rank, laid at once, and the wild cards are three; with
    a fourth the meld can only become a wild canasta.

    Bad:
        [Ruleset "ro-canastone"]
        deal 1: dealer W
        melds S: 2C 2D 2H *
        hand N: KC KD KH KS 5C 6D
        N: draw 9D 9H, add KC KD KH KS to *, discard 5C  # here

    Good:
        [Ruleset "ro-canastone"]
        deal 1: dealer W
        melds S: 2C 2D 2H
        hand N: KC KD KH KS 5C 6D
        N: draw 9D 9H, add KC KD KH KS to *, discard 5C
    """
    cards, meld = laid(step)
    if meld is None or meld.rank != WILD_MELD or UNKNOWN in cards or wilds_of(cards) == len(cards):
        return None
    if may_join_wilds(cards, meld, step.rules):
        return None
    return Fault({"cards": [card for card in cards if card not in WILD], "count": meld.size}, follows=of_take(step))


@check(
    "MELD-018", "out-before-wild-canasta", "low", "{seat} goes out, and {cards} of {side} are no canasta yet",
    reads=("/melds/wild_only_bars",), depends=("hand", "unread"), taints=("out",),
    when=lambda rules: "going-out" in rules.melds.wild_only_bars,
    needs=("out",),
)  # fmt: skip
def out_before_wild_canasta(step: Step) -> Faults:
    """A player goes out while his side has a meld of wild cards alone that is no canasta.

    Why: who has begun a wild canasta must finish it before his side may go out.

    Bad:
        [Ruleset "ro-canastone"]
        deal 1: dealer W
        melds S: KC KC KD KH KH KS KS, QC QC QD QH QH QS 2S, 2C 2D 2H *
        hand N: KD
        N: draw QS 9C, add KD to K, add QS to Q, discard 9C  # here
        end: N out

    Good:
        [Ruleset "ro-canastone"]
        deal 1: dealer W
        melds S: KC KC KD KH KH KS KS, QC QC QD QH QH QS 2S, 2C 2D 2H * 2C 2D 2H
        hand N: KD
        N: draw QS 9C, add KD to K, add QS to Q, discard 9C
        end: N out
    """
    table, turn = step.table, step.turn
    if not emptied(step) or not barred_from_going_out(table, turn.side, step.rules) or not may_have_canasta(step):
        return None
    if not step.last_turn and step.rules.going_out.without_canasta == "play-on":
        return None
    cards = list(unfinished_wilds(table, turn.side, step.rules)[0].cards)
    # He has not gone out lawfully, and whoever plays on may have seen it.
    doubts = () if step.last_turn else ("end",)
    return Fault({"seat": turn.seat, "side": turn.side, "cards": cards}, max(0, len(step.plays) - 1), doubts=doubts)


@check(
    "MELD-019", "wild-discarded-beside-wild-meld", "discard", "{card} is discarded, and {cards} of {side} are no canasta yet",
    reads=("/melds/wild_only_bars",), depends=("unread",), when=lambda rules: "discard-wild" in rules.melds.wild_only_bars,
    needs=("thrown",),
)  # fmt: skip
def wild_discarded_beside_wild_meld(step: Step) -> Faults:
    """A wild card is discarded while the side has a meld of wild cards alone that is no canasta.

    Why: until the wild canasta is finished its side keeps every wild card for it.

    Bad:
        [Ruleset "ro-canastone"]
        deal 1: dealer W
        melds S: 2C 2D 2H *
        hand N: 5C 6D
        N: draw 2S 9H, discard 2S  # here

    Good:
        [Ruleset "ro-canastone"]
        deal 1: dealer W
        melds S: 2C 2D 2H *
        hand N: 5C 6D
        N: draw 2S 9H, discard 5C
    """
    play = step.play
    if not isinstance(play, n.Discard) or play.card not in WILD:
        return None
    melds = unfinished_wilds(step.table, step.turn.side, step.rules)
    return Fault({"card": play.card, "side": step.turn.side, "cards": list(melds[0].cards)}) if melds else None


@check(
    "MELD-020", "wild-laid-beside-wild-meld", ("meld", "add", "take"),
    "{wilds} are laid elsewhere, and {cards} of {side} are no canasta yet",
    reads=("/melds/wild_only_bars",), depends=("unread",), when=lambda rules: "wild-elsewhere" in rules.melds.wild_only_bars,
    needs=("laid",),
)  # fmt: skip
def wild_laid_beside_wild_meld(step: Step) -> Faults:
    """A wild card is laid into another meld while the side has a meld of wild cards alone that is no canasta.

    Why: until the wild canasta is finished its side keeps every wild card for it.

    Bad:
        [Ruleset "ro-canastone"]
        deal 1: dealer W
        melds S: 2C 2D 2H *, KC KD KH
        hand N: 2S 5C 6D
        N: draw 9D 9H, add 2S to K, discard 5C  # here

    Good:
        [Ruleset "ro-canastone"]
        deal 1: dealer W
        melds S: 2C 2D 2H *, KC KD KH
        hand N: 2S 5C 6D
        N: draw 9D 9H, add 2S to *, discard 5C
    """
    wilds = [card for card in step.cards if card in WILD]
    meld = barring(step) if wilds else None
    if meld is None:
        return None
    return Fault({"wilds": wilds, "side": step.turn.side, "cards": list(meld.cards)}, follows=of_take(step))


@check(
    "MELD-021", "mixed-canasta-beside-wild-meld", ("meld", "add", "take"),
    "a mixed canasta of {rank} is finished, and {cards} of {side} are no canasta yet",
    reads=("/melds/wild_only_bars",), depends=("unread",), when=lambda rules: "finish-mixed" in rules.melds.wild_only_bars,
    needs=("laid",),
)  # fmt: skip
def mixed_canasta_beside_wild_meld(step: Step) -> Faults:
    """A mixed canasta is finished while the side has a meld of wild cards alone that is no canasta.

    Why: under this reading the wild canasta comes first.

    Bad:
        [Ruleset "ro-canastone+wild-meld-bars-mixed-canastas"]
        deal 1: dealer W
        melds S: 2C 2D 2H *, KC KD KH KH KS 2S
        hand N: KS 5C 6D
        N: draw 9D 9H, add KS to K, discard 5C  # here

    Good:
        [Ruleset "ro-canastone+wild-meld-bars-mixed-canastas"]
        deal 1: dealer W
        melds S: 2C 2D 2H *, KC KD KH KH KS KD
        hand N: KS 5C 6D
        N: draw 9D 9H, add KS to K, discard 5C
    """
    cards, joined = laid(step)
    if not cards or (joined is not None and is_canasta(joined, step.rules)):
        return None
    kind, meld = shape(whole(step)), barring(step)
    if meld is None or not kind.wilds or not kind.naturals or kind.rank == "3" or len(whole(step)) < step.rules.canastas.size:
        return None
    data = {"rank": kind.rank, "side": step.turn.side, "cards": list(meld.cards)}
    return Fault(data, follows=of_take(step))
