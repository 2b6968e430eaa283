"""Bots: each names turns that it would like to play, best first; the referee decides which is lawful."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from canasta_audit.cards import BLACK_THREES, RED_THREES, WILD, Card
from canasta_audit.legal import Stand, sources
from canasta_audit.notation import model as n
from canasta_audit.simulate.plans import (
    Plays,
    cards_in,
    cut_short,
    draws,
    hand_after,
    lays,
    may_go_out,
    open_melds,
    points_asked,
    replaced_from_pile,
    sort_hand,
    takes,
    with_wilds,
    without,
)
from canasta_audit.table.score import card_points

Bot = Callable[[Stand, Random], Iterator[Plays]]
"""Yields turns in order of preference; none of them need be lawful."""


def random_bot(stand: Stand, source: Random) -> Iterator[Plays]:
    """Takes the pile now and then, lays something now and then, and discards any card."""
    ways = list(takes(stand)) if stand.table.pile and source.random() < 0.4 else []
    source.shuffle(ways)
    for way in (*ways[:3], *draws(stand)):
        yield from _at_random(stand, way, source)
    if not ways and stand.table.pile:
        for way in takes(stand):
            yield from _at_random(stand, way, source)


def _at_random(stand: Stand, way: Plays, source: Random) -> Iterator[Plays]:
    """Yield the turns that begin with ``way`` and lay all, some or nothing."""
    seat, rules = stand.seat, stand.referee.rules
    short = cut_short(way, rules)
    if short is not None:
        yield short
        return
    hand, red = hand_after(stand.table, seat, way)
    kept, melds = sort_hand(hand, rules.red_threes.laid == "never"), open_melds(stand.table, seat, rules)
    chosen = [play for play in lays(kept, melds, seat, rules) if source.random() < 0.7]
    if source.random() < 0.1:
        chosen += with_wilds(kept, melds, seat, rules)
    need = points_asked(stand)
    if need and _points(stand, way, chosen) < need:
        chosen = []
    for count in sorted({len(chosen), len(chosen) // 2, 0}, reverse=True):
        rest = without(hand, cards_in(chosen[:count]))
        if rest is None:
            continue
        source.shuffle(rest)
        for card in rest[:2]:
            yield (*way, *red, *chosen[:count], n.Discard(card))
        if not rest:
            yield (*way, *red, *chosen)


def greedy_bot(stand: Stand, source: Random) -> Iterator[Plays]:
    """Takes the pile where it can, opens, builds canastas, freezes at times, and goes out when it may."""
    table = stand.table
    ways = list(draws(stand))
    if table.pile and (not ways or len(table.pile) > 2 or source.random() < 0.5):
        for way in takes(stand):
            yield from _greedily(stand, way, source)
    for way in ways:
        yield from _greedily(stand, way, source)


def _greedily(stand: Stand, way: Plays, source: Random) -> Iterator[Plays]:
    table, seat, rules = stand.table, stand.seat, stand.referee.rules
    short = cut_short(way, rules)
    if short is not None:
        yield short
        return
    hand, red = hand_after(table, seat, way)
    kept, melds = sort_hand(hand, rules.red_threes.laid == "never"), open_melds(table, seat, rules)
    naturals = lays(kept, melds, seat, rules)
    filled = list(with_wilds(kept, melds, seat, rules))
    taken = {play.cards[0][0] for play in filled}  # type: ignore[attr-defined]
    full = [*filled, *[play for play in naturals if play.cards[0][0] not in taken]] if filled else naturals  # type: ignore[attr-defined]
    need = points_asked(stand)
    for plan in _plans(stand, way, hand, full, naturals, need):
        rest = without(hand, cards_in(plan))
        if rest is None:
            continue
        if not rest:
            yield (*way, *red, *plan)
        for card in _discards(stand, rest, source)[:2]:
            yield (*way, *red, *plan, n.Discard(card))


def _plans(
    stand: Stand, way: Plays, hand: Sequence[Card], full: list[n.Play], naturals: list[n.Play], need: int
) -> Iterator[list[n.Play]]:
    """Yield what may be laid: all of it where that may end the deal, else what leaves two cards; then nothing.

    ``need``: points that must be laid, if anything is.
    """
    melds = open_melds(stand.table, stand.seat, stand.referee.rules)
    for plan in (full, naturals) if len(full) != len(naturals) or full != naturals else (naturals,):
        if not plan or (need and _points(stand, way, plan) < need):
            continue
        if len(hand) - len(cards_in(plan)) < 2 and not may_go_out(stand, plan, melds):
            plan = _keeping_two(hand, plan)
            if not plan or (need and _points(stand, way, plan) < need):
                continue
        yield plan
    if not need or way[-1].kind == "draw" or _points(stand, way, []) >= need:
        yield []


def _keeping_two(hand: Sequence[Card], plan: Sequence[n.Play]) -> list[n.Play]:
    """As much of a plan as leaves two cards in the hand."""
    left, kept = len(hand), []
    for play in plan:
        count = len(play.cards)  # type: ignore[attr-defined]
        if left - count >= 2:
            kept.append(play)
            left -= count
    return kept


def _points(stand: Stand, way: Plays, plan: Sequence[n.Play]) -> int:
    """Points of what a take and a plan lay down."""
    points = card_points(stand.referee.rules.values)
    total = sum(points[card] for card in cards_in(plan))
    take = way[-1]
    if isinstance(take, n.Take) and take.how == "with":
        total += points[stand.table.pile[-1]] + sum(points[card] for card in take.cards)
    return total


def _discards(stand: Stand, rest: Sequence[Card], source: Random) -> list[Card]:
    """The cards of a hand from the best discard to the worst: those first that the opponents have no use for and that are few."""
    table, points = stand.table, card_points(stand.referee.rules.values)
    side = table.seats.side_of[stand.seat]
    theirs = {meld.rank for other, melds in table.melds.items() if other != side for meld in melds}
    freeze = len(table.pile) > 6 and not table.melds[side] and source.random() < 0.2
    counts: dict[str, int] = {}
    for card in rest:
        counts[card[0]] = counts.get(card[0], 0) + 1
    costs: list[tuple[float, Card]] = []
    for card in dict.fromkeys(rest):
        if card in WILD:
            cost = -1.0 if freeze else 100.0 + points[card]
        elif card in BLACK_THREES:
            cost = 1.0
        else:
            cost = 10 * counts[card[0]] + (40 if card[0] in theirs else 0) + points[card] / 10 + source.random()
        costs.append((cost, card))
    costs.sort()
    return [card for _, card in costs]


def plainest(stand: Stand) -> Iterator[Plays]:
    """Yield every turn in which nothing is laid but what takes the pile: with each discard, and with none."""
    for way in sources(stand):
        hand, red = hand_after(stand.table, stand.seat, way)
        replaced = replaced_from_pile(stand, way)
        if replaced is not None:
            yield from ((*replaced, n.Discard(card)) for card in sorted({*hand, stand.table.pile[0]} - RED_THREES))
        for card in sorted(set(hand)):
            yield (*way, *red, n.Discard(card))
        yield (*way, *red)


BOTS: dict[str, Bot] = {"random": random_bot, "greedy": greedy_bot}
"""Bots by name."""
