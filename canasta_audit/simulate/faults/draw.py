"""Faults of the draw: too many cards or too few, none at all, from an empty stock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from canasta_audit.cards import RED_THREES, SUITED, Card
from canasta_audit.notation import model as n
from canasta_audit.simulate.faults.pieces import chain_from, goes_on, played, position, shuffled
from canasta_audit.simulate.faults.scene import RANKS as _RANKS
from canasta_audit.simulate.spoil import Clean, Moment, Spoilt, injector
from canasta_audit.table.snapshot import copy_of


def _draws(moment: Moment) -> bool:
    """Tell whether a turn that goes on begins with a draw."""
    return goes_on(moment) and moment.turn.plays[0].kind == "draw"


def _takes(moment: Moment) -> bool:
    """Tell whether the pile is taken in a turn that goes on."""
    return goes_on(moment) and any(play.kind == "take" for play in moment.turn.plays)


def _with_one_more(clean: Clean, moment: Moment) -> Spoilt | None:
    """The log cut off behind the turn, with one more card drawn in it; the hand keeps it."""
    first, *others = moment.turn.plays
    chain = chain_from(list(moment.after.stock or ()), clean.rules.red_threes.laid != "never")
    if chain is None or not isinstance(first, n.Draw) or any(play.kind in ("draw", "red") for play in others):
        return None
    return clean.cut(moment.place, n.Turn(seat=moment.turn.seat, plays=(n.Draw((*first.chains, chain)), *others)))


@injector("DRAW-001")
def wrong_number_drawn(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A card too many is drawn."""
    for moment in shuffled(clean, source, _draws):
        spoilt = _with_one_more(clean, moment)
        if spoilt is not None:
            yield spoilt


@injector("DRAW-002")
def draw_and_take(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A card is drawn in a turn that takes the pile, before that or after it."""
    for moment in shuffled(clean, source, _takes):
        chain = chain_from(list(moment.after.stock or ()))
        if chain is not None:
            plays = list(moment.turn.plays)
            plays.insert(source.choice((0, len(plays) - 1)), n.Draw((chain,)))
            yield clean.cut(moment.place, n.Turn(seat=moment.turn.seat, plays=tuple(plays)))


@injector("DRAW-003")
def no_draw(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The draw is left out of a turn that does not play the card drawn."""
    for moment in shuffled(clean, source, _draws):
        first, *others = moment.turn.plays
        assert isinstance(first, n.Draw)
        if first.chains[0][-1] not in played(moment.turn):
            yield clean.cut(moment.place, n.Turn(seat=moment.turn.seat, plays=tuple(others)))


@injector("DRAW-004", "ro-classic")
def empty_stock_drawn(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """Cards are drawn in a deal that has ended for want of cards."""

    def is_last(moment: Moment) -> bool:
        last = isinstance(clean.lines[moment.place + 1], n.End) and moment.turn.plays[-1].kind == "discard"
        return last and moment.after.stock_left == 0 and moment.after.over is None

    for moment in shuffled(clean, source, is_last):
        table = moment.after
        seat = table.seats.next_of[moment.turn.seat]
        hand = [card for card in table.hands[seat] if card[0] in _RANKS]
        if hand:
            cards = source.sample(sorted(set(SUITED) - RED_THREES), clean.rules.turn.draw)
            plays = (n.Draw(tuple((card,) for card in cards)), n.Discard(source.choice(hand)))
            yield clean.cut(moment.place + 1, n.Turn(seat=seat, plays=plays))


@injector("DRAW-005", "ro-classic")
def too_few_drawn(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """One card is drawn where two are, in a turn that does not play the other."""
    for moment in shuffled(clean, source, _draws):
        first, *others = moment.turn.plays
        assert isinstance(first, n.Draw)
        if len(first.chains) == 2 and first.chains[1][-1] not in played(moment.turn):
            plays = (n.Draw(first.chains[:1]), *others)
            yield clean.cut(moment.place, n.Turn(seat=moment.turn.seat, plays=plays))


@injector("DRAW-006", "ro-canastone")
def too_many_drawn_with_pile(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """Two cards are drawn in a turn that takes the pile, and for which one belongs to it."""
    for moment in shuffled(clean, source, _takes):
        spoilt = _with_one_more(clean, moment)
        if spoilt is not None:
            yield spoilt


@injector("DRAW-007", "ro-mini", 2)
def too_many_drawn_after_no_discard(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A player who had no discard in his turn before draws as many cards as usual.

    The position is one of the log, but the player has one card in his hand, and it fits his open melds, as do those that he draws.
    """
    for moment in shuffled(clean, source, _draws):
        table, seat = moment.before, moment.turn.seat
        other = table.seats.next_of[seat]
        mine, theirs = ({meld.rank for meld in table.melds[table.seats.side_of[who]]} for who in (seat, other))
        open_ranks = {meld.rank for meld in table.melds[seat] if meld.size < clean.rules.canastas.size} - {"3", "*"}
        held = [*table.hands[seat], *(table.stock or ())]
        source.shuffle(held)
        fitting = [card for card in held if card[0] in open_ranks]
        free = [card for card in held if card[0] in _RANKS and card[0] not in mine]
        thrown = [card for card in table.hands[other] if card[0] in _RANKS and card[0] not in theirs]
        if len(fitting) < 3 or len(free) < 5 or not thrown or not table.pile:
            continue
        table = copy_of(table)
        table.hands[seat] = fitting[:1]
        lines = position(clean, table, seat, (*fitting[1:3], *free))
        turns: list[n.Line] = [
            n.Turn(seat=seat, plays=(_draw_of(fitting[1:3]),)),
            n.Turn(seat=other, plays=(_draw_of(free[:2]), n.Discard(source.choice(thrown)))),
            n.Turn(seat=seat, plays=(_draw_of(free[2:4]), n.Discard(free[2]))),
        ]
        yield Spoilt([*lines, *turns, n.End(why="stop")], len(lines) + 2)


def _draw_of(cards: Sequence[Card]) -> n.Draw:
    return n.Draw(tuple((card,) for card in cards))
