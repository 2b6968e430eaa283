"""Bots: each names turns that it would like to play, best first; the referee decides which is lawful."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from canasta_audit.cards import BLACK_THREES, RED_THREES, Card
from canasta_audit.legal import Stand, sources
from canasta_audit.notation import model as n
from canasta_audit.simulate.plans import (
    Plays,
    Sight,
    cards_in,
    lays,
    look,
    may_discard_last,
    may_go_out,
    opens,
    sort_hand,
    with_wilds,
    without,
)
from canasta_audit.simulate.ways import cut_short, draws, hand_after, is_closed, replaced_from_pile, takes
from canasta_audit.table.score import card_points
from canasta_audit.table.state import MeldOnTable

Bot = Callable[[Stand, Random], Iterator[Plays]]
"""Yields turns in order of preference; none of them need be lawful."""


def random_bot(stand: Stand, source: Random) -> Iterator[Plays]:
    """Takes the pile now and then, lays something now and then, and discards any card."""
    sight = look(stand)
    ways = list(takes(sight)) if stand.table.pile and source.random() < 0.4 else []
    source.shuffle(ways)
    for way in (*ways[:3], *draws(stand)):
        yield from _at_random(sight, way, source)
    if not ways and stand.table.pile:
        for way in takes(sight):
            yield from _at_random(sight, way, source)


def _at_random(sight: Sight, way: Plays, source: Random) -> Iterator[Plays]:
    """Yield the turns that begin with ``way`` and lay all, some or nothing."""
    short = cut_short(way, sight.rules)
    if short is not None:
        yield short
        return
    hand, red = hand_after(sight.stand, way)
    sight = _having_taken(sight, way)
    kept = sort_hand(hand, sight.rules.red_threes.laid == "never")
    chosen = [play for play in lays(kept, sight) if source.random() < 0.7]
    if source.random() < 0.1 and not _naturals_only(sight):
        chosen += with_wilds(kept, sight)
    if sight.need and not opens(sight, way, chosen):
        chosen = []
    for count in sorted({len(chosen), len(chosen) // 2, 0}, reverse=True):
        plan = chosen[:count]
        if sight.need and count < len(chosen) and (count or way[-1].kind != "draw") and not opens(sight, way, plan):
            continue
        rest = without(hand, cards_in(plan))
        if rest is None or (len(rest) < 2 and not may_go_out(sight, plan)):
            continue
        source.shuffle(rest)
        for card in rest[:2]:
            if len(rest) > 1 or may_discard_last(sight, plan, card):
                yield (*way, *red, *plan, n.Discard(card))
        if not rest and sight.rules.going_out.last_discard != "required":
            yield (*way, *red, *plan)


def _naturals_only(sight: Sight) -> bool:
    """Tell whether the initial meld that has to be made may hold no wild card."""
    return 0 < sight.need <= sight.rules.opening.naturals_only_to


def _having_taken(sight: Sight, way: Plays) -> Sight:
    """What a player sees when the top card of the pile lies in a new meld."""
    take = way[-1]
    if not isinstance(take, n.Take) or take.how != "with" or take.onto is not None:
        return sight
    top = sight.table.pile[-1]
    made = MeldOnTable((top, *take.cards), sight.seat, sight.table.played_turns + 1)
    return sight._replace(open={**sight.open, made.rank: made})


def greedy_bot(stand: Stand, source: Random) -> Iterator[Plays]:
    """Takes the pile where it can, opens, builds canastas, freezes at times, and goes out when it may."""
    table, sight = stand.table, look(stand)
    ways = list(draws(stand))
    if table.pile and (not ways or len(table.pile) > 2 or source.random() < 0.5):
        for way in takes(sight):
            yield from _greedily(sight, way, source)
    for way in ways:
        yield from _greedily(sight, way, source)


def _greedily(sight: Sight, way: Plays, source: Random) -> Iterator[Plays]:
    short = cut_short(way, sight.rules)
    if short is not None:
        yield short
        return
    hand, red = hand_after(sight.stand, way)
    sight = _having_taken(sight, way)
    kept = sort_hand(hand, sight.rules.red_threes.laid == "never")
    naturals = full = lays(kept, sight)
    if kept.wilds and not _naturals_only(sight):
        filled = list(with_wilds(kept, sight))
        if filled:
            taken = {play.cards[0][0] for play in filled}  # type: ignore[attr-defined]
            full = [*filled, *[play for play in naturals if play.cards[0][0] not in taken]]  # type: ignore[attr-defined]
    for plan in _plans(sight, way, hand, full, naturals):
        rest = without(hand, cards_in(plan)) if plan else hand
        if rest is None:
            continue
        if not rest:
            if sight.rules.going_out.last_discard != "required":
                yield (*way, *red, *plan)
        elif len(rest) > 1 or may_discard_last(sight, plan, rest[0]):
            for card in _discards(sight, rest, source)[:2]:
                yield (*way, *red, *plan, n.Discard(card))


def _plans(
    sight: Sight, way: Plays, hand: Sequence[Card], full: list[n.Play], naturals: list[n.Play]
) -> Iterator[Sequence[n.Play]]:
    """Yield what may be laid: all of it where that may end the deal, else what leaves two cards; then nothing."""
    need = sight.need
    for plan in (full, naturals) if full is not naturals else (naturals,):
        if not plan or (need and not opens(sight, way, plan)):
            continue
        if len(hand) - len(cards_in(plan)) < 2 and not may_go_out(sight, plan):
            plan = _keeping_two(hand, plan)
            if not plan or (need and not opens(sight, way, plan)):
                continue
        yield plan
    if not need or way[-1].kind == "draw" or opens(sight, way, ()):
        yield ()


def _keeping_two(hand: Sequence[Card], plan: Sequence[n.Play]) -> list[n.Play]:
    """As much of a plan as leaves two cards in the hand."""
    left, kept = len(hand), []
    for play in plan:
        count = len(play.cards)  # type: ignore[attr-defined]
        if left - count >= 2:
            kept.append(play)
            left -= count
    return kept


def _discards(sight: Sight, rest: Sequence[Card], source: Random) -> list[Card]:
    """The cards of a hand from the best discard to the worst: those first that the opponents have no use for and that are few."""
    table, points, side = sight.table, card_points(sight.rules.values), sight.side
    theirs = {meld.rank for other, melds in table.melds.items() if other != side for meld in melds}
    freeze = len(table.pile) > 6 and not sight.melds and source.random() < 0.2
    ranks, random = "".join([card[0] for card in rest]), source.random
    costs: list[tuple[float, Card]] = []
    for card in dict.fromkeys(rest):
        rank = card[0]
        if rank == "2" or rank == "*":
            cost = -1.0 if freeze else 100.0 + points[card]
        elif rank == "3" and card in BLACK_THREES:
            cost = 1.0
        else:
            cost = 10 * ranks.count(rank) + (40 if rank in theirs else 0) + points[card] / 10 + random()
        costs.append((cost, card))
    costs.sort()
    return [card for _, card in costs]


def plainest(stand: Stand) -> Iterator[Plays]:
    """Yield every turn in which nothing is laid but what takes the pile: with each discard, and with none."""
    closed = is_closed(look(stand))
    for way in sources(stand):
        if closed and way[-1].kind == "take":
            continue
        hand, red = hand_after(stand, way)
        replaced = replaced_from_pile(stand, way)
        if replaced is not None:
            yield from ((*replaced, n.Discard(card)) for card in sorted({*hand, stand.table.pile[0]} - RED_THREES))
        for card in sorted(set(hand)):
            yield (*way, *red, n.Discard(card))
        yield (*way, *red)


BOTS: dict[str, Bot] = {"random": random_bot, "greedy": greedy_bot}
"""Bots by name."""
