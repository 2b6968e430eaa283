"""Taking the pile: what must match its top card, and when it may not be taken at all.

The cards that go down with the top card are judged here as the way the pile was earned, and under melds as a meld.
"""

from __future__ import annotations

from canasta_audit import cards as c
from canasta_audit.cards import RANK, UNKNOWN, WILD, Card
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, frozen_by, is_kind, wilds_of
from canasta_audit.notation import model as n
from canasta_audit.ruleset.model import PileWay
from canasta_audit.table.score import is_canasta


def top_of(step: Step) -> Card:
    """The card that is taken from the top: as it lies there, else as claimed."""
    pile, play = step.table.pile, step.play
    top = pile[-1] if pile else UNKNOWN
    if top == UNKNOWN and isinstance(play, n.Take) and play.top is not None:
        return play.top
    return top


def earned(step: Step) -> tuple[tuple[Card, ...], bool]:
    """The hand cards that go down with the top card, and whether it joins a meld that lies.

    A record may say so in the take, or take the pile and lay the top card with a meld or a lay-off later in the turn; then only those
    cards count that the hand held before.
    """
    play = step.play
    if not isinstance(play, n.Take):
        return (), False
    if play.how == "with" or play.onto is not None:
        return play.cards, play.onto is not None
    top = top_of(step)
    for later in step.plays[step.index + 1 :]:
        if isinstance(later, (n.Meld, n.Add)) and top in later.cards:
            others = list(later.cards)
            others.remove(top)
            held = list(step.table.hands[step.turn.seat])
            vague = step.turn.seat in step.table.vague
            return tuple(card for card in others if vague or c.remove(held, card) is not None), isinstance(later, n.Add)
    return (), False


def way_of(step: Step, top: Card) -> PileWay | None:
    """The way a take earns the pile; ``None`` where its cards do not match the top card."""
    cards, joins = earned(step)
    naturals = [card for card in cards if card not in WILD]
    onto: PileWay | None = "onto-meld" if joins else None
    if any(RANK[card] not in (RANK[top], UNKNOWN) for card in naturals) or not naturals:
        return onto
    if len(naturals) >= 3:
        return "natural-triple"
    if len(naturals) == 2:
        return "natural-pair"
    return "natural-and-wild" if len(cards) >= 2 else onto


def uses_top(step: Step) -> bool:
    """Tell whether the top card is laid in the turn that takes it."""
    play = step.play
    if not isinstance(play, n.Take) or play.how == "with" or play.onto is not None:
        return True
    top = top_of(step)
    return any(isinstance(later, (n.Meld, n.Add)) and top in later.cards for later in step.plays[step.index + 1 :])


def is_way(way: PileWay | None, allowed: tuple[PileWay, ...]) -> bool:
    """Tell whether ``way`` is among the ways allowed; more naturals than asked are as good."""
    return way in allowed or (way == "natural-triple" and "natural-pair" in allowed)


@check(
    "PILE-001", "top-card-not-used", "take", "the top card {top} is not melded",
    reads=("/pile/top_melded",), when=lambda rules: rules.pile.top_melded, depends=("take",), taints=("take", "opening"),
)  # fmt: skip
def top_card_not_used(step: Step) -> Faults:
    """The pile is taken into the hand and its top card is not laid at once.

    Why: the pile is earned by melding its top card: with cards from hand, or onto a meld that lies.
    """
    return None if uses_top(step) else Fault({"top": top_of(step)})


@check(
    "PILE-002", "top-card-not-matched", "take", "with {cards} from the hand the top card {top} does not make a meld",
    reads=("/pile/opened",), depends=("pile", "take"), taints=("take",),
)  # fmt: skip
def top_card_not_matched(step: Step) -> Faults:
    """The cards laid with the top card are not of its rank, or there are too few of them.

    Why: the top card makes a meld with two cards of its own rank, or with one and a wild card, or it joins a meld of its rank.
    """
    play = step.play
    if not isinstance(play, n.Take):
        return None
    top = top_of(step)
    if top == UNKNOWN or top in WILD or RANK[top] == "3":
        return None
    if play.onto is not None and play.how is None:
        wrong = step.targets and step.targets[0].rank != RANK[top]
        return Fault({"cards": step.targets[0].cards if step.targets else [], "top": top}) if wrong or not step.targets else None
    if not uses_top(step) or play.how == "showing" or way_of(step, top) is not None:
        return None
    return Fault({"cards": list(earned(step)[0]), "top": top})


@check(
    "PILE-003", "not-a-natural-pair-before-opening", "take",
    "before its first meld {side} takes the pile with {cards}; it needs two naturals of the rank of {top}",
    reads=("/pile/unopened",), depends=("pile", "take"), taints=("take", "opening"),
)  # fmt: skip
def not_a_natural_pair_before_opening(step: Step) -> Faults:
    """A side without a meld takes the pile with one natural and a wild card.

    Why: until the side has melded, the pile is closed to all but a natural pair from the hand.
    """
    way, top = _judged_way(step)
    if way is None or step.turn.opened_before or _opened_in_turn(step) or frozen_by(step.table, step.rules) is not None:
        return None
    if is_way(way, step.rules.pile.unopened):
        return None
    return Fault({"side": step.turn.side, "cards": list(earned(step)[0]), "top": top})


@check(
    "PILE-004", "frozen-without-natural-pair", "take",
    "the pile is frozen by {freezer}; it is taken with {cards}, not with two naturals of the rank of {top}",
    reads=("/pile/frozen", "/freezing/discarded", "/freezing/turned_up"), depends=("pile", "take"), taints=("take", "opening"),
)  # fmt: skip
def frozen_without_natural_pair(step: Step) -> Faults:
    """A pile that a discarded wild card has frozen is taken without two natural cards of its top card's rank.

    Why: a frozen pile is open to a natural pair from the hand alone, whatever the side has on the table.
    """
    return _frozen(step, from_start=False)


@check(
    "PILE-005", "frozen-start-not-observed", "take",
    "{freezer} was turned up at the start and the pile is frozen; it is taken with {cards}",
    reads=("/pile/frozen", "/freezing/turned_up"), depends=("pile", "take"), taints=("take", "opening"),
)  # fmt: skip
def frozen_start_not_observed(step: Step) -> Faults:
    """The pile has been frozen since the up-card, and is taken without a natural pair.

    Why: a wild card or red three turned up at the start freezes the pile until somebody takes it.
    """
    return _frozen(step, from_start=True)


def _frozen(step: Step, from_start: bool) -> Faults:
    way, top = _judged_way(step)
    if way is None or way == "onto-meld":
        return None
    table = step.table
    freezer = frozen_by(table, step.rules)
    if freezer is None or is_way(way, step.rules.pile.frozen):
        return None
    started = not table.pile_taken and freezer in table.up and _turned_up_first(step, freezer)
    if started != from_start:
        return None
    return Fault({"freezer": freezer, "cards": list(earned(step)[0]), "top": top})


def _turned_up_first(step: Step, freezer: Card) -> bool:
    table = step.table
    return table.pile.index(freezer) < len(table.up) + table.pile_down


@check(
    "PILE-006", "onto-meld-while-closed", "take", "the top card {top} goes onto a meld, but the pile is {why}",
    reads=("/pile/opened", "/pile/frozen"), depends=("pile", "take"), taints=("take", "opening"),
)  # fmt: skip
def onto_meld_while_closed(step: Step) -> Faults:
    """The top card of a frozen pile is laid onto a meld.

    Why: a frozen pile asks for a natural pair from the hand even where the side has a meld of the rank.
    """
    way, top = _judged_way(step)
    if way != "onto-meld":
        return None
    frozen = frozen_by(step.table, step.rules)
    allowed = step.rules.pile.frozen if frozen is not None else step.rules.pile.opened
    if "onto-meld" in allowed:
        return None
    pointer = "/pile/frozen" if frozen is not None else "/pile/opened"
    return Fault({"top": top, "why": f"frozen by {frozen}" if frozen is not None else "closed"}, parameter=pointer)


@check(
    "PILE-007", "blocked-pile-taken", "take", "{top} lies on top: the pile cannot be taken",
    reads=("/pile/never_top", "/pile/blocked_once_by"), depends=("pile", "take"), taints=("take", "opening"),
)  # fmt: skip
def blocked_pile_taken(step: Step) -> Faults:
    """The pile is taken while a black three or a wild card lies on top.

    Why: such a card bars the pile as long as it is the top card; a black three frees it again under the next discard.
    """
    top = top_of(step)
    return Fault({"top": top}) if top != UNKNOWN and is_kind(top, step.rules.pile.never_top) else None


@check(
    "PILE-008", "one-card-for-one-card", "take", "a hand of one card takes a pile of one card",
    reads=("/pile/one_card_each",), depends=("pile", "take", "hand"), taints=("take",),
    when=lambda rules: not rules.pile.one_card_each,
)  # fmt: skip
def one_card_for_one_card(step: Step) -> Faults:
    """A player with a single card takes a pile of a single card.

    Why: it would change nothing but let him go on; the law forbids it.
    """
    table, turn = step.table, step.turn
    if len(table.pile) != 1 or table.hand_size(turn.seat) != 1 or turn.drawn or turn.lays:
        return None
    return Fault({})


@check(
    "PILE-009", "pile-merge-above-wild-cap", "take",
    "with {cards} and the top card the meld has {have} wild cards; {max} are allowed",
    reads=("/melds/wild_cap",), depends=("take",), when=lambda rules: rules.melds.wild_cap is not None,
)  # fmt: skip
def pile_merge_above_wild_cap(step: Step) -> Faults:
    """The pile is taken with a natural and a wild card that join a meld, and the meld then has too many wild cards.

    Why: the cards of a rank make one meld; the cap counts the wild cards of the whole.
    """
    play, law = step.play, step.rules.melds
    if not isinstance(play, n.Take) or not play.cards or play.how != "with" or law.wild_cap is None:
        return None
    wilds = wilds_of(play.cards)
    if play.onto is None or not step.targets or not wilds:
        return None
    meld = step.targets[0]
    have = meld.wilds + wilds
    if law.wild_cap_ends_at is not None and meld.size + len(play.cards) + 1 > law.wild_cap_ends_at:
        return None
    return Fault({"cards": list(play.cards), "have": have, "max": law.wild_cap}) if have > law.wild_cap else None


@check(
    "PILE-010", "pile-not-taken-whole", "take", "only the top card {top} is taken; {rest} stay",
    reads=("/pile/whole",), depends=("take",), when=lambda rules: rules.pile.whole,
)  # fmt: skip
def pile_not_taken_whole(step: Step) -> Faults:
    """The top card is taken and the rest of the pile stays.

    Why: who takes the top card takes the whole pile.
    """
    play, table = step.play, step.table
    if not isinstance(play, n.Take) or not play.only or len(table.pile) < 2:
        return None
    return Fault({"top": top_of(step), "rest": len(table.pile) - 1})


@check(
    "PILE-011", "pile-onto-canasta", "take", "the top card {top} goes onto a finished canasta",
    reads=("/pile/onto_canasta",), depends=("take",), when=lambda rules: not rules.pile.onto_canasta,
)  # fmt: skip
def pile_onto_canasta(step: Step) -> Faults:
    """The pile is taken by laying its top card onto a canasta that is finished.

    Why: under this reading a finished canasta does not open the pile.
    """
    way, top = _judged_way(step)
    if way != "onto-meld" or not step.targets or not is_canasta(step.targets[0], step.rules):
        return None
    return Fault({"top": top})


def _judged_way(step: Step) -> tuple[PileWay | None, Card]:
    """The way of a take and its top card; no way where the top card bars the pile or is not known: other checks speak then."""
    play, top = step.play, top_of(step)
    if not isinstance(play, n.Take) or is_kind(top, step.rules.pile.never_top) or RANK[top] == "3":
        return None, top
    return way_of(step, top), top


def _opened_in_turn(step: Step) -> bool:
    return bool(step.turn.lays)
