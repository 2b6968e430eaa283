"""Faults of the record at the end of a deal: who went out, why it ended, what was left in the hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from canasta_audit.cards import NATURAL, SUITED
from canasta_audit.notation import model as n
from canasta_audit.simulate.faults.record import mixed
from canasta_audit.simulate.spoil import Clean, Spoilt, injector


@injector("RECORD-013")
def hand_left_differs(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A card of a hand that was left is written down as another one, is left out, or is one too many; or cards laid are missing."""
    places = [i for i, line in enumerate(clean.lines) if isinstance(line, n.Left)]
    source.shuffle(places)
    for place in places:
        line = clean.lines[place]
        assert isinstance(line, n.Left)
        cards = list(line.cards)
        dropped = cards.pop(source.randrange(len(cards))) if cards and source.random() < 0.7 else None
        if dropped is None or source.random() < 0.7:
            cards.append(source.choice([card for card in SUITED if card != dropped]))
        unlaid = _without_last(clean, place, line.seat) if line.cards and source.random() < 0.25 else None
        yield clean.put(place, replace(line, cards=tuple(cards), text="")) if unlaid is None else Spoilt(unlaid, place)


def _without_last(clean: Clean, place: int, seat: n.Seat) -> list[n.Line] | None:
    """The log without the natural cards that ``seat`` laid off last in the deal, where nothing but points hangs on them."""
    deal = clean.deal_of(place)
    moments = [moment for moment in clean.moments if moment.place in deal]
    melds = moments[-1].after.melds[clean.seats.side_of[seat]]
    for moment in reversed(moments[:-1]):
        adds = [play for play in moment.turn.plays if isinstance(play, n.Add)] if moment.turn.seat == seat else []
        for add in reversed(adds):
            meld = next((meld for meld in melds if meld.rank == add.cards[0][0]), None)
            size = clean.rules.canastas.size
            if meld is not None and not size <= meld.size < size + len(add.cards) and NATURAL.issuperset(add.cards):
                plays = tuple(play for play in moment.turn.plays if play is not add)
                return clean.put(moment.place, replace(moment.turn, plays=plays, text="")).lines
    return None


@injector("RECORD-015")
def out_with_cards_in_hand(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A player is said to have gone out who has not: what he laid off last is missing, it was another one, or it came too early."""
    for moment in mixed(clean, source):
        place, seat, plays = moment.place, moment.turn.seat, moment.turn.plays
        end = clean.lines[place + 1]
        if isinstance(end, n.Turn):
            if source.random() < 0.02 and moment.after.hands[seat]:
                yield Spoilt([*clean.lines[: place + 1], n.End(outs=((seat, False),))], place + 1)
        elif isinstance(end, n.End) and end.why == "stock":
            seat = source.choice([seat for seat, hand in moment.after.hands.items() if hand])
            yield clean.put(place + 1, n.End(outs=((seat, False),)))
        elif isinstance(end, n.End) and end.outs and isinstance(plays[-2], n.Add) and isinstance(plays[-1], n.Discard):
            yield clean.put(place, replace(moment.turn, plays=(*plays[:-2], plays[-1]), text=""))._replace(place=place + 1)


@injector("RECORD-016")
def deal_end_not_recorded(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The line is missing that says how the deal ended."""
    lines = clean.lines
    places = [i for i, line in enumerate(lines) if isinstance(line, n.End) and line.why != "void"]
    source.shuffle(places)
    for place in places:
        last = max(i for i in clean.deal_of(place) if isinstance(lines[i], (n.Left, n.ScoreLine, n.Totals)))
        yield Spoilt(lines[:place] + lines[place + 1 :], last - 1)


@injector("RECORD-017")
def end_differs(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A player has gone out, and the record has the stock used up, nobody able to play, or another player gone out."""
    places = [i for i, line in enumerate(clean.lines) if isinstance(line, n.End) and line.outs]
    source.shuffle(places)
    for place in places:
        line = clean.lines[place]
        assert isinstance(line, n.End)
        others = [seat for seat in clean.seats.order if seat not in dict(line.outs)]
        wrong = [n.End(why="stock"), n.End(why="stuck"), n.End(outs=((source.choice(others), False),))]
        yield clean.put(place, source.choice(wrong))
