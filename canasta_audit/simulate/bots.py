"""Bots: each names turns that it would like to play, best first; the referee decides which is lawful."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from canasta_audit.cards import BLACK_THREES, RED_THREES, WILD, Card
from canasta_audit.legal import Stand, draw_of, sources
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.simulate.plans import in_hand, lays, open_melds, reds_of, sort_hand, with_wilds
from canasta_audit.table.score import card_points
from canasta_audit.table.state import Table

Plays = tuple[n.Play, ...]
Bot = Callable[[Stand, Random], Iterator[Plays]]
"""Yields turns in order of preference; none of them need be lawful."""


def random_bot(stand: Stand, source: Random) -> Iterator[Plays]:
    """Takes the pile now and then, lays something now and then, and discards any card."""
    table = stand.table
    ways = list(sources(stand)) if len(table.pile) > 1 and source.random() < 0.4 else []
    source.shuffle(ways)
    for way in ways[:4]:
        yield from _filled(stand, way, source)
    drawn = draw_of(stand)
    for way in [(drawn,)] if drawn is not None else sources(stand):
        yield from _filled(stand, way, source)


def _filled(stand: Stand, way: Plays, source: Random) -> Iterator[Plays]:
    """Yield the turns that begin with ``way`` and lay all, some or nothing."""
    seat, rules = stand.seat, stand.referee.rules
    hand, red = hand_after(stand.table, stand.seat, way)
    sorted_hand, melds = sort_hand(hand, rules.red_threes.laid == "never"), open_melds(stand.table, stand.seat, rules)
    chosen = [play for play in lays(sorted_hand, melds, seat, rules) if source.random() < 0.7]
    if source.random() < 0.2:
        chosen += with_wilds(sorted_hand, melds, seat, rules)
    for count in sorted({len(chosen), len(chosen) // 2, 0}, reverse=True):
        rest = in_hand(hand, chosen[:count])
        if rest is not None:
            cards = sorted(set(rest))
            source.shuffle(cards)
            yield from ((*way, *red, *chosen[:count], n.Discard(card)) for card in cards[:4])
            if not rest:
                yield (*way, *red, *chosen[:count])


def greedy_bot(stand: Stand, source: Random) -> Iterator[Plays]:
    """Takes the pile where it can, opens, builds canastas, freezes at times, and goes out when it may."""
    table = stand.table
    drawn = draw_of(stand)
    ways: list[Plays] = []
    if table.pile and (len(table.pile) > 2 or drawn is None or source.random() < 0.5):
        takes = [way for way in sources(stand) if way[-1].kind == "take"]
        ways += sorted(takes, key=lambda way: len(getattr(way[-1], "cards", ())))[:6]
    if drawn is not None:
        ways.append((drawn,))
    for way in ways:
        yield from _greedily(stand, way, source)


def _greedily(stand: Stand, way: Plays, source: Random) -> Iterator[Plays]:
    table, seat, rules = stand.table, stand.seat, stand.referee.rules
    hand, red = hand_after(table, seat, way)
    kept, melds = sort_hand(hand, rules.red_threes.laid == "never"), open_melds(table, seat, rules)
    naturals = lays(kept, melds, seat, rules)
    filled = list(with_wilds(kept, melds, seat, rules))
    taken = {play.cards[0][0] for play in filled}  # type: ignore[attr-defined]
    full = [*[play for play in naturals if play.cards[0][0] not in taken], *filled]  # type: ignore[attr-defined]
    seen: set[Plays] = set()
    for plan in _plans(full, naturals, bool(table.melds[table.seats.side_of[seat]]), rules):
        if plan in seen:
            continue
        seen.add(plan)
        rest = in_hand(hand, plan)
        if rest is None:
            continue
        if not rest:
            yield (*way, *red, *plan)
        for card in _discards(table, seat, rest, rules, source)[:3]:
            yield (*way, *red, *plan, n.Discard(card))


def plainest(stand: Stand) -> Iterator[Plays]:
    """Yield every turn in which nothing is laid but what takes the pile: with each discard, and with none."""
    for way in sources(stand):
        hand, red = hand_after(stand.table, stand.seat, way)
        for card in sorted(set(hand)):
            yield (*way, *red, n.Discard(card))
        yield (*way, *red)


def _plans(full: Sequence[n.Play], naturals: Sequence[n.Play], opened: bool, rules: Rules) -> Iterator[Plays]:
    """Yield what may be laid: all, then less and less; a side that has not opened lays all or nothing."""
    yield tuple(full)
    yield tuple(naturals)
    if opened:
        for count in range(len(naturals) - 1, 0, -1):
            yield tuple(naturals[:count])
    yield ()


def hand_after(table: Table, seat: n.Seat, way: Plays) -> tuple[list[Card], Plays]:
    """The hand after a draw or a take, and the play that lays red threes which came with the pile."""
    hand = list(table.hands[seat])
    red: Plays = ()
    for play in way:
        if isinstance(play, n.Draw):
            hand += [chain[-1] for chain in play.chains]
        elif isinstance(play, n.Take):
            rest = table.pile[:-1]
            if play.how == "with":
                for card in play.cards:
                    hand.remove(card)
            elif play.onto is None:
                hand += table.pile[-1:]
            red = reds_of(rest)
            hand += [card for card in rest if not red or card not in RED_THREES]
    return hand, red


def _discards(table: Table, seat: n.Seat, rest: Sequence[Card], rules: Rules, source: Random) -> list[Card]:
    """The cards of a hand from the best discard to the worst: one that the next player has no use for, of which there are few."""
    points = card_points(rules.values)
    side = table.seats.side_of[seat]
    theirs = {meld.rank for other, melds in table.melds.items() if other != side for meld in melds}
    freeze = len(table.pile) > 6 and not table.melds[side] and source.random() < 0.2

    def cost(card: Card) -> float:
        if card in WILD:
            return -1 if freeze else 100 + points[card]
        if card in BLACK_THREES:
            return 1
        like = sum(other[0] == card[0] for other in rest)
        return 10 * like + (40 if card[0] in theirs else 0) + points[card] / 10 + source.random()

    return sorted(set(rest), key=cost)


BOTS: dict[str, Bot] = {"random": random_bot, "greedy": greedy_bot}
"""Bots by name."""
