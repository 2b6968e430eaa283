"""Where the cards of a turn may come from: the draw, the pile turned over, and every way to take the pile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from canasta_audit.cards import RED_THREES, UNKNOWN, WILD, Card
from canasta_audit.checks.draw import number_due
from canasta_audit.checks.stock_end import turns_over
from canasta_audit.checks.takes import by_showing
from canasta_audit.legal.referee import Stand
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.apply import APPLY, begin_turn
from canasta_audit.table.snapshot import copy_of
from canasta_audit.table.state import MeldOnTable, Table


def sources(stand: Stand) -> Iterator[tuple[n.Play, ...]]:
    """Yield what a turn may begin with, lawful or not: the draw, and every way to take the pile."""
    table, seat, rules = stand.table, stand.seat, stand.referee.rules
    drawn = draw_of(stand)
    if drawn is not None:
        yield (drawn,)
    elif turns_over(table, rules):
        yield turned_over(stand)
    extra = draw_of(stand, takes=True) if rules.turn.draw_with_pile else None
    for take in _takes(table, seat, rules):
        yield (take,) if extra is None else (extra, take)


def draw_of(stand: Stand, takes: bool = False, drawn: int = 0) -> n.Draw | None:
    """The draw as the stock has it, beside the pile if the turn ``takes`` it, or what is due of it where some cards are ``drawn``
    already; ``None`` where nothing is, or the stock is empty.
    """
    table, rules = stand.table, stand.referee.rules
    stock = table.stock
    count, _ = number_due(rules, takes=takes, after_no_discard=stand.seat in table.undiscarded)
    count = max(0, count - drawn)
    if stock is None:
        count = count if table.stock_left is None else min(count, table.stock_left)
        return n.Draw(((UNKNOWN,),) * count) if count else None
    coming, special = list(stock), rules.red_threes.laid != "never"
    chains: list[n.Chain] = []
    while coming and len(chains) < count:
        chain = [coming.pop()]
        while special and chain[-1] in RED_THREES and coming:
            chain.append(coming.pop())
        chains.append(tuple(chain))
    return n.Draw(tuple(chains)) if chains else None


def turned_over(stand: Stand) -> tuple[n.Play, ...]:
    """The pile turned over as the new stock, and the draw from it."""
    table = stand.table
    play = turn_over(table, stand.referee.rules)
    turned = copy_of(table)
    APPLY["turnover"](turned, begin_turn(turned, n.Turn(seat=stand.seat)), play)
    drawn = draw_of(stand._replace(table=turned))
    return (play,) if drawn is None else (play, drawn)


def turn_over(table: Table, rules: Rules) -> n.TurnOver:
    """The pile turned over as the rules have it."""
    return n.TurnOver(table.pile[-1] if rules.stock_end.pile_turned == "all-but-top" else None)


def _takes(table: Table, seat: n.Seat, rules: Rules) -> Iterator[n.Take]:
    """Yield every way to take the pile that the hand allows: of the whole pile, then of the top card only."""
    if not table.pile:
        return
    yield from _of_pile(table, seat, rules)
    if len(table.pile) > 1 and (not rules.pile.whole or rules.pile.top_alone_to_go_out):
        for take in _of_pile(table, seat, rules):
            yield n.Take(take.top, only=True, how=take.how, cards=take.cards, onto=take.onto)


def _of_pile(table: Table, seat: n.Seat, rules: Rules) -> Iterator[n.Take]:
    top, hand = table.pile[-1], table.hands[seat]
    like = sorted(card for card in hand if card[0] == top[0])
    wilds = sorted(card for card in hand if card in WILD and card[0] != top[0])
    found: set[tuple[Card, ...]] = set()
    most = max(4, rules.canastas.size)
    for count in range(1, most):
        for naturals in choices(like, count):
            for wild in range(0, most - count):
                found.update(naturals + chosen for chosen in choices(wilds, wild))
    ordered = sorted(found, key=lambda cards: (len(cards), cards))
    for cards in ordered:
        if len(cards) > 1:
            yield n.Take(top, how="with", cards=cards)
    melds = table.melds[table.seats.side_of[seat]]
    for meld in melds:
        if meld.rank == top[0]:
            onto = address_of(meld, melds, seat)
            yield n.Take(top, onto=onto)
            for cards in ordered:
                yield n.Take(top, how="with", cards=cards, onto=onto)
    if by_showing((*rules.pile.unopened, *rules.pile.opened, *rules.pile.frozen)):
        for cards in ordered:
            if len(cards) <= 2:
                yield n.Take(top, how="showing", cards=cards)
    if not rules.pile.top_melded or rules.pile.first_turn_swap:
        yield n.Take(top)


def choices(cards: Sequence[Card], count: int) -> list[tuple[Card, ...]]:
    """All different choices of ``count`` of ``cards``, which are in order."""
    return sorted(set(combinations(cards, count)))


def address_of(meld: MeldOnTable, melds: Sequence[MeldOnTable], seat: n.Seat) -> n.Address:
    """The address by which ``seat`` means one of the melds that lie: as short as is clear."""
    like = [other for other in melds if other.rank == meld.rank]
    owners = [other for other in like if other.seat == meld.seat]
    if len(like) == 1:
        return n.Address(meld.rank)
    if len(owners) == 1:
        return n.Address(meld.rank, None, meld.seat)
    return n.Address(meld.rank, next(i for i, other in enumerate(like, 1) if other is meld))
