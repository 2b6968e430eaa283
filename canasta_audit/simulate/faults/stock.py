"""Faults at the end of the stock."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

from canasta_audit.cards import RED_THREES
from canasta_audit.notation import model as n
from canasta_audit.simulate.faults.pieces import by_deals, goes_on, played, position, shuffled
from canasta_audit.simulate.faults.scene import RANKS
from canasta_audit.simulate.spoil import Clean, Moment, Spoilt, injector


def _last_draws(clean: Clean, source: Random) -> Iterator[tuple[Moment, Moment]]:
    """Yield turns that draw one card and might have drawn the last one, each with the turn after it, in random order."""
    pairs = [pair for moments in by_deals(clean) for pair in pairwise(moments)]
    source.shuffle(pairs)
    for moment, after in pairs:
        first = moment.turn.plays[0]
        if isinstance(first, n.Draw) and [len(chain) for chain in first.chains] == [1] and goes_on(moment) and moment.before.pile:
            yield moment, after


def _at_the_end(clean: Clean, moment: Moment) -> list[n.Line]:
    """The position before a turn, with no more in the stock than it draws, and the turn."""
    first = moment.turn.plays[0]
    assert isinstance(first, n.Draw)
    return [*position(clean, moment.before, moment.turn.seat, first.chains[0]), clean.lines[moment.place]]


@injector("STOCK-001")
def forced_take_refused(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A player who took the pile onto a meld in the clean log passes, or the deal is ended, when the stock is used up."""
    for moment, after in _last_draws(clean, source):
        take, last = after.turn.plays[0], after.turn.plays[-1]
        if isinstance(take, n.Take) and take.how is None and take.onto is not None and last.kind == "discard":
            lines = _at_the_end(clean, moment)
            refused: list[n.Line] = [n.Turn(seat=after.turn.seat, plays=(n.Pass(),)), n.End(why="stop")]
            yield Spoilt([*lines, *(refused if source.random() < 0.5 else [n.End(why="stock")])], len(lines))


@injector("STOCK-002")
def play_after_last_red_three(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The last card of the stock is a red three, and the player goes on with his turn."""
    for moment, _ in _last_draws(clean, source):
        first, *others = moment.turn.plays
        assert isinstance(first, n.Draw)
        threes = [card for card in moment.before.stock or () if card in RED_THREES]
        if threes and first.chains[0][0] not in played(moment.turn):
            three = (source.choice(threes),)
            lines = position(clean, moment.before, moment.turn.seat, three)
            turn = n.Turn(seat=moment.turn.seat, plays=(n.Draw((three,)), n.Red((three,)), *others))
            yield Spoilt([*lines, turn, n.End(why="stop")], len(lines))


@injector("STOCK-003")
def stock_not_used_up(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A deal is said to have ended with the stock while that has cards."""
    for moment in shuffled(clean, source, goes_on):
        yield Spoilt([*clean.lines[: moment.place + 1], n.End(why="stock")], moment.place + 1)


@injector("STOCK-004")
def pile_turned_over(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The pile is turned over when the stock is used up, or before that."""
    for moment, after in _last_draws(clean, source):
        seat, bottom = after.turn.seat, moment.after.pile[0]
        hand = [card for card in after.before.hands[seat] if card[0] in RANKS]
        if bottom in RED_THREES or len(hand) < 2:
            continue
        turn = n.Turn(seat=seat, plays=(n.TurnOver(), n.Draw(((bottom,),)), n.Discard(source.choice(hand))))
        if source.random() < 0.5:
            yield clean.cut(after.place, turn)
        else:
            lines = _at_the_end(clean, moment)
            yield Spoilt([*lines, turn, n.End(why="stop")], len(lines))


def _turns_over(moment: Moment) -> bool:
    first, last = moment.turn.plays[0], moment.turn.plays[-1]
    return first.kind == "turnover" and last.kind == "discard" and len(moment.after.hands[moment.turn.seat]) > 1


@injector("STOCK-005", "ru-bank", bot="random")
def pile_turned_over_otherwise(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The top card stays when the pile is turned over, or the pile is shuffled."""
    for moment in shuffled(clean, source, _turns_over):
        if len(moment.before.pile) > 1:
            turned = n.TurnOver(moment.before.pile[-1]) if source.random() < 0.5 else n.TurnOver(shuffled=True)
            yield clean.cut(moment.place, n.Turn(seat=moment.turn.seat, plays=(turned, *moment.turn.plays[1:])))


@injector("STOCK-006", "ru-bank", bot="random")
def pile_not_turned_over(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The pile is not turned over: it is left out of the record, or the player passes, or the deal is ended."""
    for moment in shuffled(clean, source, _turns_over):
        how, seat = source.randrange(3), moment.turn.seat
        if how == 0:
            yield clean.cut(moment.place, n.Turn(seat=seat, plays=moment.turn.plays[1:]))
        elif how == 1:
            yield clean.cut(moment.place, n.Turn(seat=seat, plays=(n.Pass(),)))
        else:
            yield Spoilt([*clean.lines[: moment.place], n.End(why="stock")], moment.place)
