"""Every turn that a small hand could be thought to play, put together without a thought for the rules, and judged by the audit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from itertools import islice
from random import Random

from canasta_audit.audit import Position, replay
from canasta_audit.cards import RED_THREES, WILD
from canasta_audit.checks.step import EVERYTHING, MatchState
from canasta_audit.legal import Referee, Stand, result
from canasta_audit.notation import model as n
from canasta_audit.notation.parse import parse
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.simulate.bots import BOTS
from canasta_audit.simulate.match import play_match
from canasta_audit.table.apply import APPLY, begin_turn
from canasta_audit.table.snapshot import copy_of
from canasta_audit.table.state import Table
from tests.legal.everything import CURABLE, Judge, Plays, TooMuch, addresses, subsets

_CURABLE = CURABLE - {"STOCK-004"}
"""Faults that a play behind them may mend; the search turns the pile over at the start of a turn."""


def referee_for(ruleset: Ruleset, table: Table) -> Referee:
    match = MatchState(1, table.seats, {}, EVERYTHING | {"questions"})
    match.totals = dict(table.before)
    return Referee(ruleset, match)


class Found(dict[Hashable, Plays]):
    """What faultless turns come to, with one of the turns that do; ``left``: how many turns may still be judged."""

    def __init__(self, judged: Judge, left: int) -> None:
        super().__init__()
        self.judged, self.left = judged, left


def brute(stand: Stand, most: int = 30_000) -> Found:
    """What every faultless turn comes to. Raises ``TooMuch`` when ``most`` turns were judged and there are more."""
    found = Found(Judge(stand), most)
    for start in _starts(stand):
        _grow(stand, start, found)
    return found


def _grow(stand: Stand, plays: Plays, found: Found) -> None:
    """Judge ``plays`` with every discard and with none, then with everything that could be laid behind them."""
    found.left -= 1
    if found.left < 0:
        raise TooMuch
    faults, table = found.judged(plays)
    if faults - _CURABLE:
        return
    _keep(found, faults, table, plays)
    hand = table.hands[stand.seat]
    for card in set(hand):
        _keep(found, *found.judged((*plays, n.Discard(card))), (*plays, n.Discard(card)))
    for cards in subsets(hand):
        if len({card[0] for card in cards if card not in WILD}) < 2:
            for play in (n.Meld(cards), *(n.Add(cards, address) for address in addresses(table, stand.seat))):
                _grow(stand, (*plays, play), found)


def _keep(found: Found, faults: set[str], table: Table, plays: Plays) -> None:
    if not faults:
        found.setdefault(result(table), plays)


def _starts(stand: Stand) -> Iterator[Plays]:
    """Yield every beginning: none at all, some draws, every take, both, with red threes laid at every place."""
    table, seat = stand.table, stand.seat
    draws = [plays for count in (1, 2, 3) for plays in _draws(stand, (), count)]
    turned = [
        plays
        for play in (n.TurnOver(), n.TurnOver(table.pile[-1] if table.pile else None))
        for count in (1, 2)
        for plays in _draws(stand, (play,), count)
    ]
    takes = list(_takes(table, seat))
    bodies = [(n.Pass(),), *draws, *turned, *takes]
    if stand.referee.rules.turn.draw_with_pile:
        bodies += [(*draw, *take) for draw in draws for take in takes]
        bodies += [plays for take in takes for count in (1, 2) for plays in _draws(stand, take, count)]
    before = _reds(stand, ())
    for body in bodies:
        for first in [(), before] if before else [()]:
            plays = (*first, *body)
            yield plays
            reds = _reds(stand, plays)
            if reds:
                yield (*plays, *reds)


def _draws(stand: Stand, before: Plays, count: int) -> Iterator[Plays]:
    """Yield a draw behind ``before``, a red three replaced or not."""
    stock = list(_after(stand, before).stock or [])[::-1]
    plain = n.Draw(tuple((card,) for card in stock[:count]))
    yield (*before, plain)
    chains, coming = [], iter(stock)
    for card in coming:
        chain = [card]
        while chain[-1] in RED_THREES and (more := next(coming, None)) is not None:
            chain.append(more)
        chains.append(tuple(chain))
        if len(chains) == count:
            break
    if n.Draw(tuple(chains)) != plain:
        yield (*before, n.Draw(tuple(chains)))


def _after(stand: Stand, plays: Plays) -> Table:
    table = copy_of(stand.table)
    turn = begin_turn(table, n.Turn(stand.seat, plays))
    for play in plays:
        APPLY[play.kind](table, turn, play)
    return table


def _reds(stand: Stand, before: Plays) -> Plays:
    """The red threes in the hand laid behind ``before``: replaced, but for those that came with the pile."""
    table = _after(stand, before)
    stock, hand = list(table.stock or []), table.hands[stand.seat]
    spare = table.turn.reds_from_pile if table.turn is not None else 0
    held = [card for card in hand if card in RED_THREES]
    chains = []
    for index, card in enumerate(held):
        chain = [card]
        while index < len(held) - spare and stock and chain[-1] in RED_THREES:
            chain.append(stock.pop())
        chains.append(tuple(chain))
    if not chains:
        return ()
    reds = (n.Red(tuple(chains)),)
    return (*reds, *_reds(stand, (*before, *reds)))


def _takes(table: Table, seat: n.Seat) -> Iterator[Plays]:
    if not table.pile:
        return
    top = table.pile[-1]
    places: list[n.Address | None] = [None, *addresses(table, seat)]
    for only in (False, True):
        for onto in places:
            yield (n.Take(top, only, None, (), None, onto),)
            for cards in subsets(table.hands[seat]):
                yield (n.Take(top, only, "with", cards, None, onto),)


DEALS = 12
"""How many deals of a match are looked at."""

Sample = Callable[[], Iterator[Stand]]


def positions(ruleset: Ruleset, players: int, seed: int, every: int, cards: int) -> Iterator[Stand]:
    """Yield positions of the first deals of a match, each with the mover's hand cut down to a few cards that go together."""
    source = Random(seed)
    # A game whose deals bring little goes on for a hundred of them.
    log = parse("\n".join(islice(play_match(ruleset, players, BOTS["greedy"], source), 1 + DEALS)))
    tables: list[Table] = []

    def visit(found: Position) -> None:
        if found.turn and found.table.over is None and source.random() < 1 / every:
            tables.append(copy_of(found.table))

    replay(log, visit, ruleset)
    for table in tables:
        seat = table.seats.next_of[table.last_seat or ""]
        _cut_down(table, seat, source, cards)
        yield Stand(table, seat, referee_for(ruleset, table))


def _cut_down(table: Table, seat: n.Seat, source: Random, most: int) -> None:
    """Keep few cards in hand and pile, rather those that can be played; at times few in the stock."""
    melds = {meld.rank for meld in table.melds[table.seats.side_of[seat]]}
    top = table.pile[-1][0] if table.pile else ""
    counts = Counter(card[0] for card in table.hands[seat])
    hand = sorted(
        table.hands[seat],
        key=lambda card: (card in WILD) + 2 * (card[0] == top) + (card[0] in melds) + counts[card[0]] / 2 + source.random() * 2,
        reverse=True,
    )
    table.hands[seat] = hand[: source.randint(1, most)]
    table.pile, table.pile_taken, table.pile_down = table.pile[-source.randint(1, 3) :], True, 0
    if table.stock is not None and source.random() < 0.25:
        table.stock = table.stock[: source.randint(0, 2)]
        table.stock_left = len(table.stock)
        table.stock_out = table.last_seat if not table.stock else None
