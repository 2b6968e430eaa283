"""Melds: what makes one, what may be added, and to which.

``with`` cards of a take are judged together with the pile's top card, as the meld they make.
"""

from __future__ import annotations

from canasta_audit.cards import BLACK_THREES, RANK, RED_THREES, UNKNOWN, WILD, Card
from canasta_audit.checks.pile import top_of
from canasta_audit.checks.registry import Event, Fault, Faults, check
from canasta_audit.checks.step import Step, emptied, wilds_of
from canasta_audit.notation import model as n
from canasta_audit.ruleset.model import Rules
from canasta_audit.table.score import is_canasta
from canasta_audit.table.state import MIXED, RUN, UNSEEN, WILD_MELD, MeldOnTable, shape

_LAYING: tuple[Event, ...] = ("meld", "add", "take")


def laid(step: Step) -> tuple[tuple[Card, ...], MeldOnTable | None]:
    """The cards that the play puts down, and the meld they join (``None``: they make a new one)."""
    return step.cards, step.joined


def whole(step: Step) -> tuple[Card, ...]:
    """All cards of the meld as the play leaves it."""
    cards, meld = laid(step)
    return (*meld.cards, *cards) if meld is not None else cards


@check(
    "MELD-001", "too-few-cards", "row", "a meld of {have} cards; {min} are the least",
    reads=("/melds/least_cards",),
)  # fmt: skip
def too_few_cards(step: Step) -> Faults:
    """A new meld has fewer cards than a meld needs.

    Why: a meld has at least three cards.
    """
    cards, meld = laid(step)
    if meld is not None or not cards or (isinstance(step.play, n.Take) and step.play.how != "with"):
        return None
    least = step.rules.melds.least_cards
    if shape(cards).rank == "3":
        return None
    return Fault({"have": len(cards), "min": least}) if len(cards) < least else None


@check(
    "MELD-002", "mixed-ranks", ("row", "odd-add"), "{cards} is not of the rank {rank}",
    reads=("/melds/sequences",), depends=("pile",),
)  # fmt: skip
def mixed_ranks(step: Step) -> Faults:
    """Cards of several ranks lie in one meld; a sequence is the same fault.

    Why: a meld is made of cards of one rank, wild cards apart.
    """
    cards, meld = laid(step)
    if not cards:
        return None
    if meld is None:
        kind = shape(cards).rank
        if kind not in (MIXED, RUN) or (kind == RUN and step.rules.melds.sequences):
            return None
        ranks = [RANK[card] for card in cards if card not in WILD]
        rank = max(ranks, key=ranks.count)
    else:
        rank = meld.rank
        if rank in (MIXED, RUN, UNSEEN, WILD_MELD):
            return None
    for index, card in enumerate(cards):
        if card not in WILD and RANK[card] not in (rank, UNKNOWN):
            return Fault({"cards": card, "rank": rank}, card=index)
    return None


@check(
    "MELD-003", "too-few-naturals", "row", "a meld with {have} naturals; {min} are the least",
    reads=("/melds/least_naturals", "/melds/wild_only"),
)  # fmt: skip
def too_few_naturals(step: Step) -> Faults:
    """A new meld has too few natural cards.

    Why: a meld has at least two naturals; wild cards alone are no meld.
    """
    cards, meld = laid(step)
    least = step.rules.melds.least_naturals
    if meld is not None or len(cards) < step.rules.melds.least_cards:
        return None
    kind = shape(cards)
    if kind.rank == WILD_MELD and step.rules.melds.wild_only:
        return None
    if kind.rank == "3":
        return None
    return Fault({"have": kind.naturals, "min": least}) if kind.naturals < least else None


@check(
    "MELD-004", "too-many-wilds", ("row", "odd-add"), "the meld has {have} wild cards; {max} are allowed",
    reads=("/melds/wild_cap", "/melds/wild_cap_ends_at"), when=lambda rules: rules.melds.wild_cap is not None,
)  # fmt: skip
def too_many_wilds(step: Step) -> Faults:
    """A meld has more wild cards than the rules allow.

    Why: at most three wild cards belong to one meld, however many naturals it has.
    """
    cards, meld = laid(step)
    fresh = wilds_of(cards)
    if not fresh or step.rules.melds.wild_cap is None:
        return None
    have = fresh + (meld.wilds if meld is not None else 0)
    size = len(cards) + (meld.size if meld is not None else 0)
    law = step.rules.melds
    if have <= step.rules.melds.wild_cap or (meld is None and fresh == len(cards)):
        return None
    if law.wild_cap_ends_at is not None and size > law.wild_cap_ends_at:
        return None
    return Fault({"have": have, "max": law.wild_cap})


@check(
    "MELD-005", "red-three-in-meld", ("row", "odd-add"), "the red three {card} lies in a meld",
    reads=("/red_threes/laid",),
)  # fmt: skip
def red_three_in_meld(step: Step) -> Faults:
    """A red three is melded.

    Why: red threes are bonus cards; they are laid apart and replaced.
    """
    cards, _ = laid(step)
    if RED_THREES.isdisjoint(cards):
        return None
    index = next(i for i, card in enumerate(cards) if card in RED_THREES)
    return Fault({"card": cards[index]}, card=index)


@check(
    "MELD-006", "black-threes-before-going-out", "lays", "black threes are melded, but {seat} does not go out",
    reads=("/melds/black_threes/when",), depends=("hand",), when=lambda rules: rules.melds.black_threes.when != "any-time",
)  # fmt: skip
def black_threes_before_going_out(step: Step) -> Faults:
    """Black threes are melded in a turn that does not end the deal.

    Why: they may be melded only in the turn in which the player goes out.
    """
    if step.turn.seat in step.table.vague and not step.last_turn:
        return None
    if step.rules.melds.black_threes.when == "going-out" and emptied(step):
        return None
    index = _index_of_threes(step)
    return Fault({"seat": step.turn.seat}, index) if index is not None else None


def _index_of_threes(step: Step) -> int | None:
    for index, play in enumerate(step.plays):
        cards: tuple[Card, ...] = getattr(play, "cards", ())
        if play.kind in ("meld", "add") and not BLACK_THREES.isdisjoint(cards):
            return index
    return None


@check(
    "MELD-007", "black-threes-with-wilds", ("row", "odd-add"), "black threes are melded with {wilds}",
    reads=("/melds/black_threes/wilds",),
    when=lambda rules: not rules.melds.black_threes.wilds,
)  # fmt: skip
def black_threes_with_wilds(step: Step) -> Faults:
    """A wild card lies in a meld of black threes.

    Why: black threes are melded without wild cards.
    """
    cards = whole(step)
    wilds = [card for card in cards if card in WILD]
    if not wilds or BLACK_THREES.isdisjoint(cards) or shape(cards).rank != "3":
        return None
    return Fault({"wilds": wilds})


@check(
    "MELD-008", "too-few-black-threes", "row", "{have} black threes are melded; {min} are the least",
    reads=("/melds/black_threes/least",),
)  # fmt: skip
def too_few_black_threes(step: Step) -> Faults:
    """A meld of black threes has too few of them.

    Why: three or four make a meld, as no wild card may help.
    """
    cards, _ = laid(step)
    if shape(cards).rank != "3" or not RED_THREES.isdisjoint(cards):
        return None
    if len(cards) >= step.rules.melds.least_cards and wilds_of(cards) and not step.rules.melds.black_threes.wilds:
        return None
    have, least = len(cards) - wilds_of(cards), step.rules.melds.black_threes.least
    return Fault({"have": have, "min": least}) if have < least else None


@check(
    "MELD-009", "second-meld-of-a-rank", ("meld", "take"), "{side} has a meld of {rank} already: {cards}",
    reads=("/melds/one_per_rank", "/pile/pair_joins_meld"), when=lambda rules: rules.melds.one_per_rank,
)  # fmt: skip
def second_meld_of_a_rank(step: Step) -> Faults:
    """A side begins a second meld of a rank.

    Why: further cards of the rank are laid off onto the meld that lies.
    """
    cards, meld = laid(step)
    if meld is not None or not cards:
        return None
    rank = shape(cards).rank
    if rank in (MIXED, RUN, UNSEEN, WILD_MELD):
        return None
    for other in step.table.melds[step.turn.side]:
        if other.rank == rank:
            return Fault({"side": step.turn.side, "rank": rank, "cards": list(other.cards)})
    return None


@check(
    "MELD-010", "lay-off-on-opponents", ("add", "take"), "{cards} are laid off on a meld of {owner}",
    reads=("/melds/add_to_opponents",), when=lambda rules: not rules.melds.add_to_opponents,
)  # fmt: skip
def lay_off_on_opponents(step: Step) -> Faults:
    """Cards are laid off on a meld of the other side.

    Why: a player adds to his own melds and his partner's, never to those of the opponents.
    """
    cards, _ = laid(step)
    for target in step.targets[:1]:
        if step.table.seats.side_of[target.seat] != step.turn.side:
            return Fault({"cards": list(cards), "owner": target.seat})
    return None


@check(
    "MELD-011", "melded-card-moved", "move", "{cards} lay on the table and are moved",
    reads=("/melds/cards_stay",), when=lambda rules: rules.melds.cards_stay,
)  # fmt: skip
def melded_card_moved(step: Step) -> Faults:
    """A card that lies in a meld goes to another meld or back into the hand.

    Why: what is melded stays where it lies, wild cards too.
    """
    play = step.play
    return Fault({"cards": list(play.cards)}) if isinstance(play, n.Shift) else None


@check(
    "MELD-012", "no-such-meld", ("add", "take", "move"), "there is no meld of {card} to add to",
    grade="impossible", depends=("order", "hand"), taints=("score",),
)  # fmt: skip
def no_such_meld(step: Step) -> Faults:
    """Cards are added to a meld that does not lie on the table.

    Why: the address is a slip, or the meld was never written down.
    """
    play = step.play
    if isinstance(play, n.Shift):
        return None
    if step.targets or not isinstance(play, (n.Add, n.Take)) or (isinstance(play, n.Take) and play.onto is None):
        return None
    naturals = [RANK[card] for card in play.cards if card not in WILD]
    key = play.onto.card if play.onto is not None else (naturals[0] if naturals else WILD_MELD)
    return Fault({"card": key})


@check(
    "MELD-013", "meld-not-told", "add", "{count} melds fit; the record does not say which",
    grade="unrecorded", severity="warning",
)  # fmt: skip
def meld_not_told(step: Step) -> Faults:
    """Cards are added, and more than one meld of the side fits.

    Why: the replay takes the oldest; write ``to K.2`` or ``to K of S``.
    """
    targets = step.targets
    if len(targets) < 2 or (isinstance(step.play, n.Add) and step.play.onto is not None and step.play.onto.nth is not None):
        return None
    return Fault({"count": len(targets)})


@check(
    "MELD-014", "too-many-wilds-for-naturals", ("row", "odd-add"),
    "the meld has {wilds} wild cards to {naturals} naturals",
    reads=("/melds/wild_ratio",), when=lambda rules: rules.melds.wild_ratio != "none",
)  # fmt: skip
def too_many_wilds_for_naturals(step: Step) -> Faults:
    """A meld has more wild cards than its naturals allow.

    Why: under this reading the number of naturals bounds that of the wild cards, besides any cap.
    """
    cards = whole(step)
    if not cards:
        return None
    kind = shape(cards)
    if not kind.naturals or kind.wilds <= _most_wilds(kind.naturals, step.rules):
        return None
    return Fault({"wilds": kind.wilds, "naturals": kind.naturals})


def _most_wilds(naturals: int, rules: Rules) -> int:
    return naturals // 2 if rules.melds.wild_ratio == "half-the-naturals" else naturals


@check(
    "MELD-015", "wild-onto-natural-canasta", "odd-add", "{cards} go onto a finished natural canasta",
    reads=("/canastas/wild_onto_natural",), when=lambda rules: not rules.canastas.wild_onto_natural,
)  # fmt: skip
def wild_onto_natural_canasta(step: Step) -> Faults:
    """A wild card is laid onto a natural canasta.

    Why: under this reading a finished natural canasta stays natural.
    """
    cards, meld = laid(step)
    if meld is None or meld.wilds or not is_canasta(meld, step.rules) or not wilds_of(cards):
        return None
    return Fault({"cards": [card for card in cards if card in WILD]})
