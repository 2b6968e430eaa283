"""Melds: what makes one, how many wild cards it may hold, and one meld of a rank for a side.

``with`` cards of a take are judged together with the pile's top card, as the meld they make.
"""

from __future__ import annotations

from canasta_audit.cards import COLOUR, RANK, RED_THREES, UNKNOWN, WILD, Card
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, wilds_of
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.score import is_canasta
from canasta_audit.table.state import MIXED, RUN, UNSEEN, WILD_MELD, MeldOnTable, Table, TurnState, shape

JOINED = 3
"""Wild cards of a meld that naturals may still join: with one more it can only become a wild canasta."""


def laid(step: Step) -> tuple[tuple[Card, ...], MeldOnTable | None]:
    """The cards that the play puts down, and the meld they join (``None``: they make a new one)."""
    return step.cards, step.joined


def whole(step: Step) -> tuple[Card, ...]:
    """All cards of the meld as the play leaves it."""
    cards, meld = laid(step)
    return (*meld.cards, *cards) if meld is not None else cards


def may_join_wilds(cards: tuple[Card, ...], meld: MeldOnTable, rules: Rules) -> bool:
    """Tell whether ``cards`` are naturals of one rank that may join a meld of wild cards alone and make it a mixed one."""
    if meld.rank != WILD_MELD or meld.size != JOINED:
        return False
    least, kind = rules.melds.wild_only_joined_by, shape(cards)
    return 0 < least <= kind.naturals == len(cards) and kind.rank not in ("3", MIXED, RUN, UNSEEN)


def is_set_of_threes(cards: tuple[Card, ...], rules: Rules) -> bool:
    """Tell whether ``cards`` are the threes of one colour that may be laid together."""
    want, colours = rules.melds.threes_of_colour, {COLOUR[card] for card in cards if COLOUR[card]}
    return 0 < want == len(cards) and len(colours) < 2 and all(RANK[card] in ("3", UNKNOWN) for card in cards)


def of_take(step: Step) -> str | None:
    """The doubt that explains a fault of the meld that the pile's top card lies in: the take itself may have been unlawful."""
    turn, cards = step.turn, getattr(step.play, "cards", ())
    return "take" if isinstance(step.play, n.Take) or (turn.took and turn.top and turn.top[0] in cards) else None


def short_of(step: Step) -> tuple[object, ...]:
    """Doubts of a meld that may lack a card in the record: the initial meld of the turn, a canasta, the hand that goes out."""
    return (("opening", step.turn.number), ("short", step.turn.side))


def spare_of(step: Step) -> tuple[object, ...]:
    """Doubts of a meld of the side that the record may lack: any of its players may have laid it."""
    return tuple([("spare", seat) for seat in step.turn.side])


def _cards_of(step: Step, cards: tuple[Card, ...]) -> tuple[object, ...]:
    """Doubts about cards that may be slips of the recorder: that the hand has not got one of them would be the same fault."""
    return tuple(("card", step.turn.seat, card) for card in cards)


@check(
    "MELD-001", "too-few-cards", "row", "a meld of {have} cards; {min} are the least",
    reads=("/melds/least_cards",), taints=("spare", "melds"),
    needs=("laid",),
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
    needs=("laid",),
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
    # Where red threes are bonus cards, one that lies in a meld is another fault.
    apart = RED_THREES if step.rules.red_threes.laid != "never" else ()
    if meld is None:
        kind = shape(cards).rank
        if kind not in (MIXED, RUN) or (kind == RUN and step.rules.melds.sequences):
            return None
        ranks = [RANK[card] for card in cards if card not in WILD and card not in apart]
        rank = max(ranks, key=ranks.count)
    else:
        rank = meld.rank
        if rank in (MIXED, RUN, UNSEEN, WILD_MELD):
            return None
    for index, card in enumerate(cards):
        if card not in WILD and card not in apart and RANK[card] not in (rank, UNKNOWN):
            doubts = (*_cards_of(step, cards), *short_of(step))
            return Fault({"cards": card, "rank": rank}, card=index, follows=of_take(step), doubts=doubts)
    return None


@check(
    "MELD-003", "too-few-naturals", "row", "a meld with {have} naturals; {min} are the least",
    reads=("/melds/least_naturals", "/melds/wild_only"),
    needs=("laid",),
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
    needs=("laid",),
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
    # The cap is for melds with naturals.
    if meld is not None and meld.rank == WILD_MELD and law.wild_only != "never":
        return None
    if law.wild_cap_ends_at is not None and size > law.wild_cap_ends_at:
        return None
    return Fault({"have": have, "max": law.wild_cap}, follows=of_take(step), doubts=_cards_of(step, cards))


@check(
    "MELD-005", "red-three-in-meld", ("row", "odd-add"), "the red three {card} lies in a meld",
    reads=("/red_threes/laid",), when=lambda rules: rules.red_threes.laid != "never",
    needs=("laid",),
)  # fmt: skip
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


def finished_before(meld: MeldOnTable, turn: TurnState, rules: Rules) -> bool:
    """Tell whether a meld was a canasta when the turn began."""
    fresh = sum(len(lay.cards) for lay in turn.lays if lay.meld is meld)
    return is_canasta(meld, rules) and meld.size - fresh >= rules.canastas.size


def in_the_way(table: Table, turn: TurnState, rank: str, rules: Rules) -> MeldOnTable | None:
    """The meld that keeps the mover from beginning another of ``rank``: his side's or, where melds belong to players, his own."""
    law = rules.melds
    if law.one_per_rank == "never":
        return None
    melds = [meld for meld in table.melds[turn.side] if meld.rank == rank and (law.owner == "side" or meld.seat == turn.seat)]
    if law.one_per_rank == "while-open":
        melds = [meld for meld in melds if not finished_before(meld, turn, rules)]
    return melds[0] if melds else None


@check(
    "MELD-009", "second-meld-of-a-rank", ("second-row", "odd-add"), "{side} has a meld of {rank} already: {cards}",
    reads=("/melds/one_per_rank", "/melds/owner"), when=lambda rules: rules.melds.one_per_rank != "never",
    depends=("unread",),
    needs=("laid",),
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
    if not cards or (isinstance(step.play, n.Take) and step.play.how != "with"):
        return None
    # Naturals that join wild cards make a meld of their rank, too.
    if meld is not None and not may_join_wilds(cards, meld, step.rules):
        return None
    rank = shape(whole(step)).rank
    if rank in (MIXED, RUN, UNSEEN, WILD_MELD) or is_set_of_threes(cards, step.rules):
        return None
    other = in_the_way(step.table, step.turn, rank, step.rules)
    if other is None:
        return None
    owner = step.turn.side if step.rules.melds.owner == "side" else step.turn.seat
    return Fault({"side": owner, "rank": rank, "cards": list(other.cards)}, follows=of_take(step))


@check(
    "MELD-014", "too-many-wilds-for-naturals", ("row", "odd-add"),
    "the meld has {wilds} wild cards to {naturals} naturals",
    reads=("/melds/wild_ratio", "/melds/wild_ratio_on"), when=lambda rules: rules.melds.wild_ratio != "none",
    needs=("laid",),
)  # fmt: skip
def too_many_wilds_for_naturals(step: Step) -> Faults:
    """A meld has more wild cards than its naturals allow.

    Why: the number of naturals bounds that of the wild cards, besides any cap.

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
    cards, meld = laid(step)
    # What joins wild cards alone is so many naturals that the ratio holds.
    if not wilds_of(cards) or (meld is not None and (meld.rank == WILD_MELD or step.rules.melds.wild_ratio_on == "new-melds")):
        return None
    kind = shape(whole(step))
    if not kind.naturals or kind.wilds <= most_wilds(kind.naturals, step.rules):
        return None
    return Fault({"wilds": kind.wilds, "naturals": kind.naturals}, follows=of_take(step))


def most_wilds(naturals: int, rules: Rules) -> int:
    """Wild cards that may lie with so many naturals as far as their ratio goes; wild cards alone have none."""
    ratio = rules.melds.wild_ratio
    if ratio == "half-the-naturals":
        return naturals // 2
    return naturals - (ratio == "fewer-than-naturals")
