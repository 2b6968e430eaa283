"""The initial meld: what a side must lay at once before anything else of it counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from canasta_audit import cards as c
from canasta_audit.cards import Card
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, emptied, was_concealed
from canasta_audit.table.score import card_points, is_canasta
from canasta_audit.table.state import Lay, shape


def itemised(step: Step, lays: Iterable[Lay]) -> list[str]:
    """The melds of an opening with their points: ``"KS KH KC = 30"``."""
    points = card_points(step.rules.values)
    return [f"{' '.join(lay.cards)} = {sum(map(points.__getitem__, lay.cards))}" for lay in lays]


def points_of(step: Step, lays: Sequence[Lay]) -> int:
    """Points that ``lays`` bring to an initial meld: all of them together, or the best meld where only one counts."""
    points = card_points(step.rules.values)
    if step.rules.opening.several_melds:
        return sum(points[card] for lay in lays for card in lay.cards)
    worth: dict[int, int] = {}
    for lay in lays:
        worth[id(lay.meld)] = worth.get(id(lay.meld), 0) + sum(points[card] for card in lay.cards)
    return max(worth.values(), default=0)


def need_of(step: Step) -> int:
    """Points that the mover's side must reach; 0 where going out concealed waives it."""
    law = step.rules.opening
    waived = law.concealed_waives == "always" or (law.concealed_waives == "from-stock" and not step.turn.took)
    if waived and emptied(step) and was_concealed(step):
        return 0
    return law.need(step.table.before.get(step.turn.side, 0))


def from_hand(step: Step) -> Sequence[Lay]:
    """What the turn laid without a card from below the top of the pile.

    Where the record says when the rest was picked up, the lays before that; else of every meld what the hand and the top card can
    supply, if that is a meld: a record that writes no ``pickup`` does not tell in which order the cards went down. Where two melds
    want the same card, both are taken to have had it, in favour of the player.
    """
    turn = step.turn
    if not turn.took or step.rules.opening.buried_cards:
        return turn.lays
    if turn.waits_for_pickup:
        return [lay for lay in turn.lays if not lay.seen_rest]
    by_meld: dict[int, list[Lay]] = {}
    for lay in turn.lays:
        by_meld.setdefault(id(lay.meld), []).append(lay)
    parts = []
    for lays in by_meld.values():
        hand = [*turn.hand_before, *turn.top]
        cards = tuple(card for lay in lays for card in lay.cards if c.remove(hand, card) is not None)
        if lays[0].meld.turn != turn.number or _is_meld(step, cards):
            parts.append(lays[0]._replace(cards=cards))
    return parts


def _is_meld(step: Step, cards: tuple[Card, ...]) -> bool:
    law, kind = step.rules.melds, shape(cards)
    return len(cards) >= law.least_cards and (
        kind.naturals >= law.least_naturals or (law.wild_only != "never" and not kind.naturals)
    )


def _vague(step: Step) -> bool:
    """Tell whether the points are not known: a card that nobody has seen, or a record that leaves out melds."""
    return not step.records("melds") or any(card == c.UNKNOWN for lay in step.turn.lays for card in lay.cards)


def _spoilt(step: Step) -> object:
    """The doubt that explains a poor initial meld: a lay-off on a meld that is not the side's."""
    return ("opening", step.turn.number)


@check(
    "OPEN-001", "initial-meld-below-minimum", "laid",
    "{side} stands at {score} and needs {need} points; the initial meld has {have}: {melds}",
    reads=("/opening/bands", "/opening/several_melds", "/values/ace"), depends=("take", "unread"), taints=("opening", "spare"),
)  # fmt: skip
def initial_meld_below_minimum(step: Step) -> Faults:
    """A side's initial meld does not reach the minimum for its score.

    Why: the cards of all melds of that turn are added up by their own points; bonuses do not count.

    Bad:
        deal 1: dealer W
        before: NS 1500, EW 0
        N: draw KD, meld AC AD 2C, meld 7C 7D 7H, discard 5C  # here

    Good:
        deal 1: dealer W
        before: NS 1495, EW 0
        N: draw KD, meld AC AD 2C, meld 7C 7D 7H, discard 5C
    """
    turn = step.turn
    need, have = need_of(step), points_of(step, turn.lays)
    if have >= need or _vague(step) or _reached_with_bonus(step, need, have):
        return None
    return Fault(_data(step, need, have), _first_laying(step), follows=_spoilt(step))


@check(
    "OPEN-002", "minimum-met-only-with-buried-cards", "laid",
    "{side} needs {need} points; without cards from below the top of the pile the initial meld has {have}: {melds}",
    reads=("/opening/buried_cards", "/opening/bands"), depends=("take", "turn", "unread"), taints=("opening",),
    when=lambda rules: not rules.opening.buried_cards,
)  # fmt: skip
def minimum_met_only_with_buried_cards(step: Step) -> Faults:
    """The minimum is reached only with cards that lay under the top card of the pile.

    Why: of the pile only its top card helps; the rest may be picked up when the minimum lies.

    Bad:
        deal 1: dealer W
        pile: QH KD
        hand N: KS KH QC QD 5C 6D
        N: take KD with KS KH, pickup, meld QC QD QH, discard 5C  # here

    Good:
        deal 1: dealer W
        pile: QH KD
        hand N: KS KH 2C QC QD 5C 6D
        N: take KD with KS KH 2C, pickup, meld QC QD QH, discard 5C
    """
    if not step.turn.took or _vague(step) or step.turn.seat in step.table.vague:
        return None
    need = need_of(step)
    lays = from_hand(step)
    have = points_of(step, lays)
    if have >= need or points_of(step, step.turn.lays) < need:
        return None
    data = _data(step, need, have)
    data["melds"] = itemised(step, lays)
    return Fault(data, _first_laying(step), follows=_spoilt(step))


@check(
    "OPEN-003", "bonus-counted-in-initial-meld", "laid",
    "{side} needs {need} points; the cards of the initial meld have {have}, and the bonus of a canasta does not count: {melds}",
    reads=("/opening/bonuses_count", "/opening/bands", "/opening/canasta_suffices"), depends=("take", "unread"),
    taints=("opening", "spare"), when=lambda rules: not rules.opening.bonuses_count and not rules.opening.canasta_suffices,
)  # fmt: skip
def bonus_counted_in_initial_meld(step: Step) -> Faults:
    """A canasta opens although its cards alone stay below the minimum.

    Why: bonuses for canastas and red threes are no part of the initial meld.

    Bad:
        deal 1: dealer W
        before: NS 1500, EW 0
        N: draw KD, meld KC KC KD KH KH KS KS, discard 5C  # here

    Good:
        deal 1: dealer W
        before: NS 1500, EW 0
        N: draw KD, meld KC KC KD KH KH KS KS 2C, discard 5C
    """
    need, have = need_of(step), points_of(step, step.turn.lays)
    if have >= need or _vague(step) or not _reached_with_bonus(step, need, have):
        return None
    return Fault(_data(step, need, have), _first_laying(step), follows=_spoilt(step))


def _reached_with_bonus(step: Step, need: int, have: int) -> bool:
    """Tell whether the bonus of a canasta laid in this turn would make up what is missing."""
    law = step.rules
    if law.opening.canasta_suffices and any(is_canasta(lay.meld, law) for lay in step.turn.lays):
        return True
    bonus = sum(
        law.canastas.mixed if lay.meld.wilds else law.canastas.natural
        for lay in step.turn.lays
        if lay.new and is_canasta(lay.meld, law)
    )
    return bool(bonus) and have + bonus >= need


def _data(step: Step, need: int, have: int) -> dict[str, object]:
    turn = step.turn
    return {
        "side": turn.side,
        "score": step.table.before.get(turn.side, 0),
        "need": need,
        "have": have,
        "melds": itemised(step, turn.lays),
    }


def _first_laying(step: Step) -> int:
    return next((i for i, play in enumerate(step.plays) if play.kind in ("take", "meld", "add")), 0)
