"""Melds: what makes one, how many wild cards it may hold, and one meld of a rank for a side.

``with`` cards of a take are judged together with the pile's top card, as the meld they make.
"""

from __future__ import annotations

from canasta_audit.cards import RANK, RED_THREES, UNKNOWN, WILD, Card
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, wilds_of
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.state import MIXED, RUN, UNSEEN, WILD_MELD, MeldOnTable, shape


def laid(step: Step) -> tuple[tuple[Card, ...], MeldOnTable | None]:
    """The cards that the play puts down, and the meld they join (``None``: they make a new one)."""
    return step.cards, step.joined


def whole(step: Step) -> tuple[Card, ...]:
    """All cards of the meld as the play leaves it."""
    cards, meld = laid(step)
    return (*meld.cards, *cards) if meld is not None else cards


def of_take(step: Step) -> str | None:
    """The doubt that explains a fault of the meld that the pile's top card lies in: the take itself may have been unlawful."""
    turn, cards = step.turn, getattr(step.play, "cards", ())
    return "take" if isinstance(step.play, n.Take) or (turn.took and turn.top and turn.top[0] in cards) else None


def short_of(step: Step) -> tuple[object, ...]:
    """Doubts of a meld that may lack a card in the record: the initial meld of the turn, a canasta, the hand that goes out."""
    return (("opening", step.turn.number), ("short", step.turn.side))


def _cards_of(step: Step, cards: tuple[Card, ...]) -> tuple[object, ...]:
    """Doubts about cards that may be slips of the recorder: that the hand has not got one of them would be the same fault."""
    return tuple(("card", step.turn.seat, card) for card in cards)


@check(
    "MELD-001", "too-few-cards", "row", "a meld of {have} cards; {min} are the least",
    reads=("/melds/least_cards",), taints=("spare", "melds"),
)  # fmt: skip
def too_few_cards(step: Step) -> Faults:
    """A new meld has fewer cards than a meld needs.

    Why: a meld has at least three cards.

    Bad:
        deal 1: dealer W
        melds S: QC QD QH
        hand N: KS KH 5C 6D
        N: draw KD, meld KS KH, discard 5C  # here

    Good:
        deal 1: dealer W
        melds S: QC QD QH
        hand N: KS KH 5C 6D
        N: draw KD, meld KS KH KD, discard 5C
    """
    cards, meld = laid(step)
    if meld is not None or not cards:
        return None
    least = step.rules.melds.least_cards
    if shape(cards).rank == "3":
        return None
    if len(cards) >= least:
        return None
    return Fault({"have": len(cards), "min": least}, follows=of_take(step), doubts=short_of(step))


@check(
    "MELD-002", "mixed-ranks", ("row", "odd-add"), "{cards} is not of the rank {rank}",
    reads=("/melds/sequences",), taints=("spare", "score"),
    depends=("unread",),
)  # fmt: skip
def mixed_ranks(step: Step) -> Faults:
    """Cards of several ranks lie in one meld; a sequence is the same fault.

    Why: a meld is made of cards of one rank, wild cards apart.

    Bad:
        deal 1: dealer W
        melds S: QC QD QH
        hand N: 7H 8H 9H 5C 6D
        N: draw 9D, meld 7H 8H 9H, discard 5C  # here

    Good:
        deal 1: dealer W
        melds S: QC QD QH
        hand N: 9C 8H 9H 5C 6D
        N: draw 9D, meld 9C 9H 9D, discard 5C
    """
    cards, meld = laid(step)
    if not cards:
        return None
    if meld is None:
        kind = shape(cards).rank
        if kind not in (MIXED, RUN) or (kind == RUN and step.rules.melds.sequences):
            return None
        ranks = [RANK[card] for card in cards if card not in WILD and card not in RED_THREES]
        rank = max(ranks, key=ranks.count)
    else:
        rank = meld.rank
        if rank in (MIXED, RUN, UNSEEN, WILD_MELD):
            return None
    for index, card in enumerate(cards):
        if card not in WILD and card not in RED_THREES and RANK[card] not in (rank, UNKNOWN):
            doubts = (*_cards_of(step, cards), *short_of(step))
            return Fault({"cards": card, "rank": rank}, card=index, follows=of_take(step), doubts=doubts)
    return None


@check(
    "MELD-003", "too-few-naturals", "row", "a meld with {have} naturals; {min} are the least",
    reads=("/melds/least_naturals", "/melds/wild_only"),
)  # fmt: skip
def too_few_naturals(step: Step) -> Faults:
    """A new meld has too few natural cards.

    Why: a meld has at least two naturals; wild cards alone are no meld.

    Bad:
        deal 1: dealer W
        melds S: QC QD QH
        hand N: KS 2C 2D 5C 6D
        N: draw KD, meld KS 2C 2D, discard 5C  # here

    Good:
        deal 1: dealer W
        melds S: QC QD QH
        hand N: KS 2C 2D 5C 6D
        N: draw KD, meld KS KD 2C 2D, discard 5C
    """
    cards, meld = laid(step)
    least = step.rules.melds.least_naturals
    if meld is not None or len(cards) < step.rules.melds.least_cards:
        return None
    kind = shape(cards)
    if kind.rank == WILD_MELD and step.rules.melds.wild_only != "never":
        return None
    if kind.rank == "3":
        return None
    if kind.naturals >= least:
        return None
    return Fault({"have": kind.naturals, "min": least}, follows=of_take(step), doubts=_cards_of(step, cards))


@check(
    "MELD-004", "too-many-wilds", ("row", "odd-add"), "the meld has {have} wild cards; {max} are allowed",
    reads=("/melds/wild_cap", "/melds/wild_cap_ends_at"), when=lambda rules: rules.melds.wild_cap is not None,
    depends=("unread",),
)  # fmt: skip
def too_many_wilds(step: Step) -> Faults:
    """A meld has more wild cards than the rules allow.

    Why: at most three wild cards belong to one meld, however many naturals it has.

    Bad:
        deal 1: dealer W
        melds S: QC QD QH 2S 2H *
        hand N: 2C 5C 6D
        N: draw QD, add QD 2C to Q, discard 5C  # here

    Good:
        deal 1: dealer W
        melds S: QC QD QH 2S 2H *
        hand N: 2C 5C 6D
        N: draw QD, add QD to Q, discard 5C
    """
    cards, meld = laid(step)
    law, fresh = step.rules.melds, wilds_of(cards)
    if not fresh or law.wild_cap is None or (isinstance(step.play, n.Take) and meld is not None):
        return None
    have = fresh + (meld.wilds if meld is not None else 0)
    size = len(cards) + (meld.size if meld is not None else 0)
    if have <= law.wild_cap or (meld is None and fresh == len(cards)):
        return None
    if law.wild_cap_ends_at is not None and size > law.wild_cap_ends_at:
        return None
    return Fault({"have": have, "max": law.wild_cap}, follows=of_take(step), doubts=_cards_of(step, cards))


@check("MELD-005", "red-three-in-meld", ("row", "odd-add"), "the red three {card} lies in a meld", reads=("/red_threes/laid",))
def red_three_in_meld(step: Step) -> Faults:
    """A red three is melded.

    Why: red threes are bonus cards; they are laid apart and replaced.

    Bad:
        deal 1: dealer W
        melds S: QC QD QH
        hand N: 3H 3D 2C 5C 6D
        N: draw 9D, meld 3H 3D 2C, discard 5C  # here

    Good:
        deal 1: dealer W
        melds S: QC QD QH
        hand N: 3H 3D 2C 5C 6D
        N: red 3H>4C 3D>4D, draw 4S, meld 4C 4D 4S, discard 5C
    """
    cards, _ = laid(step)
    if RED_THREES.isdisjoint(cards):
        return None
    index = next(i for i, card in enumerate(cards) if card in RED_THREES)
    return Fault({"card": cards[index]}, card=index, follows=of_take(step), doubts=_cards_of(step, cards[index : index + 1]))


@check(
    "MELD-009", "second-meld-of-a-rank", "second-row", "{side} has a meld of {rank} already: {cards}",
    reads=("/melds/one_per_rank",), when=lambda rules: rules.melds.one_per_rank != "never",
    depends=("unread",),
)  # fmt: skip
def second_meld_of_a_rank(step: Step) -> Faults:
    """A side begins a second meld of a rank.

    Why: further cards of the rank are laid off onto the meld that lies.

    Bad:
        deal 1: dealer W
        melds S: KC KD KH
        hand N: KS KH 5C 6D
        N: draw KD, meld KS KH KD, discard 5C  # here

    Good:
        deal 1: dealer W
        melds S: KC KD KH
        hand N: KS KH 5C 6D
        N: draw KD, add KS KH KD to K, discard 5C
    """
    cards, meld = laid(step)
    if meld is not None or not cards or (isinstance(step.play, n.Take) and step.play.how != "with"):
        return None
    rank = shape(cards).rank
    if rank in (MIXED, RUN, UNSEEN, WILD_MELD):
        return None
    for other in step.table.melds[step.turn.side]:
        if other.rank == rank:
            data = {"side": step.turn.side, "rank": rank, "cards": list(other.cards)}
            return Fault(data, follows=of_take(step))
    return None


@check(
    "MELD-014", "too-many-wilds-for-naturals", ("row", "odd-add"),
    "the meld has {wilds} wild cards to {naturals} naturals",
    reads=("/melds/wild_ratio",), when=lambda rules: rules.melds.wild_ratio != "none",
)  # fmt: skip
def too_many_wilds_for_naturals(step: Step) -> Faults:
    """A meld has more wild cards than its naturals allow.

    Why: under this reading the number of naturals bounds that of the wild cards, besides any cap.

    Bad:
        [Ruleset "uk-regency+wilds-not-above-naturals"]
        deal 1: dealer W
        melds S: QC QD QH
        hand N: 9C 2C 2D * 5C 6D
        N: draw 9D, meld 9C 9D 2C 2D *, discard 5C  # here

    Good:
        [Ruleset "uk-regency+wilds-not-above-naturals"]
        deal 1: dealer W
        melds S: QC QD QH
        hand N: 9C 2C 2D * 5C 6D
        N: draw 9D, meld 9C 9D 2C 2D, discard 5C
    """
    cards, _ = laid(step)
    if not wilds_of(cards):
        return None
    kind = shape(whole(step))
    if not kind.naturals or kind.wilds <= _most_wilds(kind.naturals, step.rules):
        return None
    return Fault({"wilds": kind.wilds, "naturals": kind.naturals}, follows=of_take(step))


def _most_wilds(naturals: int, rules: Rules) -> int:
    return naturals // 2 if rules.melds.wild_ratio == "half-the-naturals" else naturals
