"""Faults of the record: turns out of order, without a draw or a discard, and after the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from canasta_audit.cards import NATURAL
from canasta_audit.notation import model as n
from canasta_audit.simulate.spoil import Clean, Moment, Spoilt, injector
from canasta_audit.table.state import Table

_LAID = (n.Meld, n.Add)


def mixed(clean: Clean, source: Random) -> list[Moment]:
    """All turns of a log in random order."""
    return source.sample(clean.moments, len(clean.moments))


def goes_on(clean: Clean, moment: Moment) -> bool:
    """Tell whether another turn of the deal follows."""
    return isinstance(clean.lines[moment.place + 1], n.Turn)


def drawn_and_thrown(table: Table, seat: n.Seat) -> n.Turn | None:
    """A turn in which ``seat`` draws the next card and discards it, where it is a natural one and not among the last."""
    if not table.stock or len(table.stock) < 5 or table.stock[-1] not in NATURAL:
        return None
    return n.Turn(seat=seat, plays=(n.Draw(chains=((table.stock[-1],),)), n.Discard(card=table.stock[-1])))


@injector("RECORD-001")
def turn_out_of_order(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A turn is missing in the record, or a player takes his before it comes to him."""
    lines = clean.lines
    for moment in mixed(clean, source):
        place, order = moment.place, clean.seats.order
        if not goes_on(clean, moment):
            continue
        if source.random() < 0.5:
            yield Spoilt(lines[:place] + lines[place + 1 :], place)
        else:
            seat = clean.seats.next_of[clean.seats.next_of[moment.turn.seat]]
            early = drawn_and_thrown(moment.after, seat)
            if early is not None and len(order) > 2:
                yield clean.cut(place + 1, early)


@injector("RECORD-002")
def two_turns_in_a_row(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A round of turns is missing between two of the same player, or he plays once more when he has had his turn."""
    lines, others = clean.lines, len(clean.seats.order) - 1
    for moment in mixed(clean, source):
        first, last = moment.place + 1, moment.place + 1 + others
        if not all(isinstance(line, n.Turn) for line in lines[first : last + 1]):
            continue
        if source.random() < 0.5:
            yield Spoilt(lines[:first] + lines[last:], first)
        else:
            again = drawn_and_thrown(moment.after, moment.turn.seat)
            if again is not None:
                yield clean.cut(first, again)


@injector("RECORD-003")
def play_before_drawing(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """What follows the draw is done before it, with cards that are in the hand."""
    for moment in mixed(clean, source):
        draw, played, *more = moment.turn.plays if len(moment.turn.plays) > 1 else (None, None)
        if not isinstance(draw, n.Draw) or not isinstance(played, (*_LAID, n.Discard)):
            continue
        cards = (played.card,) if isinstance(played, n.Discard) else played.cards
        hand = moment.before.hands[moment.turn.seat]
        if all(cards.count(card) <= hand.count(card) for card in cards):
            yield clean.put(moment.place, replace(moment.turn, plays=(played, draw, *more), text=""))


@injector("RECORD-004")
def play_after_discard(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """Cards are laid after the discard, or another one is discarded."""
    for moment in mixed(clean, source):
        plays, hand = moment.turn.plays, moment.after.hands[moment.turn.seat]
        if not isinstance(plays[-1], n.Discard) or len(hand) < 3:
            continue
        if isinstance(plays[-2], _LAID):
            yield clean.put(moment.place, replace(moment.turn, plays=(*plays[:-2], plays[-1], plays[-2]), text=""))
        natural = [card for card in hand if card in NATURAL]
        if natural and source.random() < 0.1:
            second = n.Discard(card=source.choice(natural))
            yield clean.cut(moment.place, replace(moment.turn, plays=(*plays, second), text=""))


@injector("RECORD-005")
def play_after_deal_end(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The next player draws and discards although somebody has gone out."""
    for moment in mixed(clean, source):
        end = clean.lines[moment.place + 1]
        if isinstance(end, n.End) and end.outs:
            late = drawn_and_thrown(moment.after, clean.seats.next_of[moment.turn.seat])
            if late is not None:
                yield clean.put(moment.place + 1, late, end)


@injector("RECORD-014")
def unknown_seat(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A turn, or a hand as dealt, is written down for a seat at which nobody sits."""
    places = [i for i, line in enumerate(clean.lines) if isinstance(line, (n.Turn, n.HandLine))]
    hands = [i for i in places if isinstance(clean.lines[i], n.HandLine)]
    source.shuffle(places)
    for place in places if source.random() < 0.5 else source.sample(hands, len(hands)):
        line = clean.lines[place]
        assert isinstance(line, (n.Turn, n.HandLine))
        yield clean.put(place, replace(line, seat=source.choice("ABCDF"), text=""))


@injector("RECORD-018")
def no_discard(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A player keeps the card that he should discard, or the recorder forgets to write it down."""
    for moment in mixed(clean, source):
        plays = moment.turn.plays
        if isinstance(plays[-1], n.Discard) and moment.after.hands[moment.turn.seat] and goes_on(clean, moment):
            kept = replace(moment.turn, plays=plays[:-1], text="")
            following = clean.lines[moment.place + 1]
            yield clean.put(moment.place, kept) if source.random() < 0.5 else clean.cut(moment.place, kept, following)
