"""Faults of red threes: kept, not replaced, replaced too often, laid too early or too late."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from canasta_audit.cards import NATURAL, RED_THREES
from canasta_audit.notation import model as n
from canasta_audit.simulate.faults.pieces import Start, by_deals, chain_from, goes_on, played, shuffled, starts
from canasta_audit.simulate.spoil import Clean, Moment, Spoilt, injector


def _draws_red(moment: Moment) -> bool:
    """Tell whether a turn that goes on draws a red three, and the card that replaces it is not played."""
    first = moment.turn.plays[0]
    if not goes_on(moment) or not isinstance(first, n.Draw) or len(first.chains) != 1:
        return False
    chain = first.chains[0]
    return len(chain) > 1 and chain[-1] not in played(moment.turn)


def _played_otherwise(clean: Clean, moment: Moment, *instead: n.Play) -> Spoilt:
    """The log cut off behind the turn, with other plays for its draw."""
    return clean.cut(moment.place, n.Turn(seat=moment.turn.seat, plays=(*instead, *moment.turn.plays[1:])))


def _first_chain(moment: Moment) -> n.Chain:
    first = moment.turn.plays[0]
    assert isinstance(first, n.Draw)
    return first.chains[0]


@injector("THREES-001")
def red_three_not_laid(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A red three that was drawn, or came with the pile, is kept in the hand."""

    def brings_red(moment: Moment) -> bool:
        plays = moment.turn.plays
        return _draws_red(moment) or (goes_on(moment) and plays[0].kind == "take" and any(play.kind == "red" for play in plays))

    for moment in shuffled(clean, source, brings_red):
        if moment.turn.plays[0].kind == "draw":
            yield _played_otherwise(clean, moment, n.Draw((_first_chain(moment)[:1],)))
        else:
            plays = tuple(play for play in moment.turn.plays if play.kind != "red")
            yield clean.cut(moment.place, n.Turn(seat=moment.turn.seat, plays=plays))


@injector("THREES-002")
def red_three_not_replaced(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """No card is drawn for a red three: one that was drawn, or one that was dealt."""
    dealt = [(start, at) for start in starts(clean, source) for at in start.places("red")]
    drawn = list(shuffled(clean, source, _draws_red))
    while dealt or drawn:
        if drawn and (not dealt or source.random() < 0.5):
            moment = drawn.pop()
            three = _first_chain(moment)[:1]
            yield _played_otherwise(clean, moment, n.Draw((three,)), n.Red((three,)))
        else:
            start, at = dealt.pop()
            line = start.head[at]
            assert isinstance(line, n.RedLine)
            start.keep(())
            start.bury(*line.chains[-1][1:])
            start.head[at] = replace(line, chains=(*line.chains[:-1], line.chains[-1][:1]), text="")
            yield start.spoilt(at)


@injector("THREES-003")
def red_three_from_pile_replaced(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A card is drawn for a red three that was turned up at the start and came with the pile.

    Where none was turned up, one lies under the first card of the pile and is taken by a natural pair, as it was in the clean log.
    """
    deals = by_deals(clean)
    source.shuffle(deals)
    for moments in deals:
        start = Start(clean, moments, source)
        first = next((moment for moment in moments if any(play.kind == "take" for play in moment.turn.plays)), None)
        ups = start.cards("up")
        if first is None or not goes_on(first) or not _by_pair(first) or len(ups) > 1:
            continue
        start.keep([moment for moment in moments if moment.place <= first.place])
        chain = chain_from(list(first.after.stock or ()))
        three = start.fetch(RED_THREES - set(chain or ()))
        if three is None or chain is None:
            continue
        start.write("up", (three, *ups))
        spoilt = start.spoilt(0)
        take, *others = first.turn.plays
        turn = n.Turn(seat=first.turn.seat, plays=(take, n.Red(((three, *chain),)), *others))
        yield Spoilt([*spoilt.lines[:-2], turn, spoilt.lines[-1]], len(spoilt.lines) - 2)


def _by_pair(moment: Moment) -> bool:
    take = moment.turn.plays[0]
    return isinstance(take, n.Take) and len(take.cards) == 2 and NATURAL.issuperset(take.cards)


@injector("THREES-004")
def red_three_replaced_twice(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The card drawn for a red three is laid as well, and another drawn for it."""
    for moment in shuffled(clean, source, _draws_red):
        more = (moment.after.stock or [""])[-1]
        if more not in RED_THREES:
            yield _played_otherwise(clean, moment, n.Draw(((*_first_chain(moment), more),)))


@injector("THREES-005")
def not_a_red_three(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A card drawn that is no red three is laid and replaced like one."""

    def draws(moment: Moment) -> bool:
        return goes_on(moment) and moment.turn.plays[0].kind == "draw" and _first_chain(moment)[0] not in RED_THREES

    for moment in shuffled(clean, source, draws):
        (card,) = _first_chain(moment)
        more = (moment.after.stock or [""])[-1]
        if card not in played(moment.turn) and more not in RED_THREES:
            yield _played_otherwise(clean, moment, n.Draw(((card, more),)))


@injector("THREES-006", "ru-club")
def red_three_laid_too_late(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A player lays his red threes in his first turn, where all should have been laid before. The rest stays as it was."""
    for start in starts(clean, source):
        moments = _of_deal(clean, start)
        for at in start.places("red"):
            line = start.head[at]
            assert isinstance(line, n.RedLine)
            own = next((moment for moment in moments if moment.turn.seat == line.seat), None)
            if own is None:
                continue
            stock, drawn = list(start.cards("stock")), (moments[0].before.stock_left or 0) - (own.before.stock_left or 0)
            stock[drawn:drawn] = [card for chain in line.chains for card in chain[1:]]
            start.write("stock", stock)
            lines = [*clean.lines[: start.first], *start.head, *clean.lines[moments[0].place :]]
            plays = (n.Red(line.chains), *own.turn.plays)
            lines[own.place] = n.Turn(seat=line.seat, plays=plays)
            del lines[start.first + at]
            yield Spoilt(lines, moments[0].place - 1)
            break


@injector("THREES-007", "uk-regency+red-threes-at-first-turn")
def red_three_laid_too_early(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A player lays and replaces his red threes before anybody plays, and not in his first turn. The rest stays as it was."""
    for start in starts(clean, source):
        moments = _of_deal(clean, start)
        laying = [moment for moment in moments[: clean.players] if moment.turn.plays[0].kind == "red"]
        if not laying:
            continue
        own = source.choice(laying)
        red, *others = own.turn.plays
        assert isinstance(red, n.Red)
        stock, drawn = list(start.cards("stock")), (moments[0].before.stock_left or 0) - (own.before.stock_left or 0)
        del stock[drawn : drawn + sum(len(chain) - 1 for chain in red.chains)]
        start.write("stock", stock)
        at = start.places("hand")[-1] + 1
        line = n.RedLine(seat=own.turn.seat, chains=red.chains)
        lines = [*clean.lines[: start.first], *start.head, *clean.lines[moments[0].place :]]
        lines[own.place] = n.Turn(seat=own.turn.seat, plays=tuple(others))
        lines.insert(start.first + at, line)
        yield Spoilt(lines, start.first + at)


def _of_deal(clean: Clean, start: Start) -> list[Moment]:
    places = clean.deal_of(start.first)
    return [moment for moment in clean.moments if moment.place in places]


@injector("THREES-008", "ro-mini")
def red_three_laid_apart(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A red three is laid apart like a bonus card, with a card drawn for it or without."""
    for moment in shuffled(clean, source, goes_on):
        hand, first, seat = moment.after.hands[moment.turn.seat], moment.turn.plays[0], moment.turn.seat
        three = next((card for card in hand if card in RED_THREES), None)
        if three is None or not isinstance(first, n.Draw):
            continue
        more = (moment.after.stock or [""])[-1]
        drawn = [chain[0] for chain in first.chains]
        if three in drawn and source.random() < 0.5:
            at = drawn.index(three)
            row = [*drawn[at + 1 :], more]
            chains = (*first.chains[:at], (three, row[0]), *((card,) for card in row[1:]))
            yield _played_otherwise(clean, moment, n.Draw(chains))
        else:
            red = n.Red(((three, more),) if source.random() < 0.5 else ((three,),))
            yield clean.cut(moment.place, n.Turn(seat=seat, plays=(first, red, *moment.turn.plays[1:])))
