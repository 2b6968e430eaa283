"""The initial meld: what a side must lay at once before anything else of it counts."""

from __future__ import annotations

from collections.abc import Sequence

from canasta_audit import cards as c
from canasta_audit.cards import RANK, Card
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, emptied, had_opened, was_concealed
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.laying import PLAIN_RANKS, Opening
from canasta_audit.table.score import card_points, kind_of, worth
from canasta_audit.table.state import MIXED, RUN, Lay, shape


def counted(step: Step, lays: Sequence[Lay]) -> list[tuple[str, tuple[Card, ...]]]:
    """What counts towards an initial meld: rank and cards of each meld. Where each player has his own, what he began himself; the
    pile's top card also if it is not laid, where it counts with a meld of its rank.
    """
    turn, law = step.turn, step.rules.opening
    melds: dict[int, list[Card]] = {}
    ranks: dict[int, str] = {}
    for lay in lays:
        if law.by == "side" or lay.meld.seat == turn.seat:
            melds.setdefault(id(lay.meld), []).extend(lay.cards)
            ranks[id(lay.meld)] = lay.meld.rank
    top = turn.top[0] if law.top_counts == "shown" and turn.took and not any(lay.top for lay in turn.lays) else c.UNKNOWN
    if top != c.UNKNOWN:
        laid = [card for cards in melds.values() for card in cards]
        if turn.seat in step.table.vague or not c.missing(turn.hand_before, (top,) * laid.count(top)):
            for key in [key for key in ranks if ranks[key] == RANK[top]][:1]:
                melds[key].append(top)
    return [(ranks[key], tuple(cards)) for key, cards in melds.items()]


def itemised(step: Step, lays: Sequence[Lay]) -> list[str]:
    """The melds of an opening with their points: ``"KS KH KC = 30"``."""
    values = step.rules.values
    return [f"{' '.join(cards)} = {worth(cards, rank, values)}" for rank, cards in counted(step, lays)]


def points_of(step: Step, lays: Sequence[Lay]) -> int:
    """Points that ``lays`` bring to an initial meld: all of them together, or the best meld where only one counts."""
    law = step.rules.opening
    if law.several_melds and law.by == "side" and law.top_counts == "melded" and step.rules.values.wild_melded == "own":
        table = card_points(step.rules.values)
        return sum(table[card] for lay in lays for card in lay.cards)
    points = [worth(cards, rank, step.rules.values) for rank, cards in counted(step, lays)]
    return sum(points) if law.several_melds else max(points, default=0)


def reaches(step: Step, lays: Sequence[Lay], need: int) -> bool:
    """Tell whether ``lays`` make an initial meld of ``need`` points, or hold a canasta where that is enough."""
    if points_of(step, lays) >= need:
        return True
    size = step.rules.canastas.size
    return step.rules.opening.canasta_suffices and any(
        len(cards) >= size and rank not in ("3", MIXED, RUN) for rank, cards in counted(step, lays)
    )


def need_of(step: Step) -> int:
    """Points that the mover's side, or he himself, must reach; 0 where going out concealed waives it."""
    law = step.rules.opening
    if _waives(step) and emptied(step) and was_concealed(step):
        return 0
    return law.need(step.table.before.get(step.turn.side, 0))


def _waives(step: Step) -> bool:
    """Tell whether going out concealed waives the minimum in this deal."""
    when = step.rules.opening.concealed_waives
    if when == "after-first-of-match":
        match, table, side = step.match, step.table, step.turn.side
        # Deals that are not recorded, or points that were brought along, may hold a meld of the side.
        from_start = table.number <= match.deals + 1 and (match.deals or not table.before.get(side, 0))
        return side in match.have_melded or not from_start
    return when == "always" or (when == "from-stock" and not step.turn.took)


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
        cards = c.held(hand, [card for lay in lays for card in lay.cards])
        if lays[0].meld.turn != turn.number or _is_meld(step, cards):
            parts.append(lays[0]._replace(cards=cards))
    return parts


def _is_meld(step: Step, cards: tuple[Card, ...]) -> bool:
    law, kind = step.rules.melds, shape(cards)
    if not kind.naturals and law.wild_only != "never":
        return len(cards) >= (step.rules.canastas.size if law.wild_only == "whole-canasta" else law.least_cards)
    return len(cards) >= law.least_cards and kind.naturals >= law.least_naturals


def _vague(step: Step) -> bool:
    """Tell whether the points are not known: a card that nobody has seen, or a record that leaves out melds."""
    return not step.records("melds") or any(card == c.UNKNOWN for lay in step.turn.lays for card in lay.cards)


def is_sum_of_cards(rules: Rules) -> bool:
    """Tell whether an initial meld is worth no less than the cards are that are laid, all melds of the turn together: those that
    the player begins himself, where each has his own.
    """
    return rules.opening.several_melds and min(card_points(rules.values).values()) >= 0


def opening_of(rules: Rules, naturals: bool) -> Opening:
    """What makes an initial meld, where it ``is_sum_of_cards``, of which no check finds anything that goes by its worth."""
    law, points = rules.opening, card_points(rules.values)
    ranks = None if rules.values.wild_melded == "own" else {rank: points[rank + "C"] for rank in PLAIN_RANKS}
    return Opening(points, law.need, naturals, law.naturals_only_to, ranks)


def surely_opens(step: Step, opening: Opening) -> bool:
    """Tell, where ``is_sum_of_cards``, whether the cards laid in a turn are worth an initial meld without any from below the top of
    the pile, and wild only where that may be: then no check of an initial meld finds anything that goes by this.
    """
    turn, law, score = step.turn, step.rules.opening, 0
    lays: Sequence[Lay] = turn.lays
    need = opening.need(step.table.before.get(turn.side, 0))
    if opening.naturals and not opening.may_be_wild([lay.cards for lay in lays], need):
        return False
    if turn.took and not law.buried_cards:
        lays = from_hand(step)
    for lay in lays:
        if law.by == "side" or lay.meld.seat == turn.seat:
            score += opening.worth(lay.cards, lay.meld.rank)
    return score >= need


def spoilt(step: Step) -> object:
    """The doubt that explains a poor initial meld: a lay-off on a meld that is not the side's."""
    return ("opening", step.turn.number)


@check(
    "OPEN-001", "initial-meld-below-minimum", ("laid", "begun"),
    "{side} stands at {score} and needs {need} points; the initial meld has {have}: {melds}",
    reads=("/opening/bands", "/opening/several_melds", "/opening/by", "/opening/top_counts", "/values/ace"),
    depends=("take", "unread"), taints=("opening", "spare"),
    needs=("laid", "melds", "sums", "out"),
)  # fmt: skip
def initial_meld_below_minimum(step: Step) -> Faults:
    """An initial meld does not reach the minimum for the score of the side.

    Why: the cards of all melds of that turn are added up; bonuses do not count. One partner opens for both, or each for himself.

    Bad:
        deal 1: dealer W
        before: NS 1500, EW 0
        N: draw KD, meld AC AD 2C, meld 7C 7D 7H, discard 5C  # here

    Good:
        deal 1: dealer W
        before: NS 1495, EW 0
        N: draw KD, meld AC AD 2C, meld 7C 7D 7H, discard 5C
    """
    lays, need = step.turn.lays, need_of(step)
    if had_opened(step) or reaches(step, lays, need) or _vague(step):
        return None
    have = points_of(step, lays)
    if have + _bonus_of(step) >= need:
        return None
    pointer = "/opening/by" if step.turn.opened_before else None
    return Fault(_data(step, need, have), _first_laying(step), follows=spoilt(step), parameter=pointer)


@check(
    "OPEN-002", "minimum-met-only-with-buried-cards", ("laid", "begun"),
    "{side} needs {need} points; without cards from below the top of the pile the initial meld has {have}: {melds}",
    reads=("/opening/buried_cards", "/opening/bands"), depends=("take", "turn", "unread", "hand", "cards"), taints=("opening",),
    when=lambda rules: not rules.opening.buried_cards,
    needs=("buried", "laid", "melds", "sums", "out"),
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
    if not step.turn.took or _vague(step) or step.turn.seat in step.table.vague or had_opened(step):
        return None
    need = need_of(step)
    lays = from_hand(step)
    if reaches(step, lays, need) or not reaches(step, step.turn.lays, need):
        return None
    data = _data(step, need, points_of(step, lays))
    data["melds"] = itemised(step, lays)
    guessed = not step.turn.waits_for_pickup and step.turn.seat in step.table.unsure
    return Fault(data, _first_laying(step), follows=spoilt(step), guessed=guessed)


@check(
    "OPEN-003", "bonus-counted-in-initial-meld", ("laid", "begun"),
    "{side} needs {need} points; the cards of the initial meld have {have}, and the bonus of a canasta does not count: {melds}",
    reads=("/opening/bonuses_count", "/opening/bands", "/opening/canasta_suffices"), depends=("take", "unread"),
    taints=("opening", "spare"), when=lambda rules: not rules.opening.bonuses_count and not rules.opening.canasta_suffices,
    needs=("laid", "melds", "sums", "out"),
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
    bonus = _bonus_of(step)
    if not bonus or had_opened(step) or _vague(step):
        return None
    need, have = need_of(step), points_of(step, step.turn.lays)
    if not have < need <= have + bonus:
        return None
    return Fault(_data(step, need, have), _first_laying(step), follows=spoilt(step))


def _bonus_of(step: Step) -> int:
    """The bonuses of the canastas laid in this turn."""
    kinds = [kind_of(lay.meld, step.rules) for lay in step.turn.lays if lay.new]
    return sum(getattr(step.rules.canastas, kind) for kind in kinds if kind is not None)


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
