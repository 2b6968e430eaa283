"""Faults in what is written down between the turns: taken back, exposed, counted, ruled, punished, declared void."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from canasta_audit.cards import NATURAL, SUITED
from canasta_audit.notation import model as n
from canasta_audit.simulate.faults.record import drawn_and_thrown, goes_on, mixed
from canasta_audit.simulate.spoil import Clean, Moment, Spoilt, injector

FINES = "uk-regency+fines"


def _undone(turn: n.Turn) -> n.Turn:
    return replace(turn, undone=True, text="")


def _sides(clean: Clean, source: Random) -> list[n.Side]:
    return source.sample(clean.seats.sides, len(clean.seats.sides))


@injector("IRREG-001")
def turn_taken_back_late(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A turn is taken back, and that of the next player with it."""
    for moment in mixed(clean, source):
        if goes_on(clean, moment):
            following = clean.lines[moment.place + 1]
            assert isinstance(following, n.Turn)
            yield clean.put(moment.place, _undone(moment.turn), _undone(following), moment.turn)


@injector("IRREG-002")
def lawful_turn_taken_back(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A turn is taken back and played once more as it was."""
    for moment in mixed(clean, source):
        yield clean.put(moment.place, _undone(moment.turn), moment.turn)


@injector("IRREG-003")
def other_card_after_taking_back(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """Nobody wrote down the stock; a card is drawn and discarded, that is taken back, and another card is drawn."""
    for moment in mixed(clean, source):
        draw, stock = moment.turn.plays[0], moment.before.stock or []
        others = [card for card in stock[:-6] if card in NATURAL]
        hand = [card for card in moment.before.hands[moment.turn.seat] if card in NATURAL]
        if not isinstance(draw, n.Draw) or len(draw.chains) != 1 or len(draw.chains[0]) != 1 or not others or not hand:
            continue
        card = source.choice(others)
        if card != draw.chains[0][0]:
            slip = n.Turn(
                seat=moment.turn.seat, plays=(n.Draw(chains=((card,),)), n.Discard(card=card), n.Discard(card=source.choice(hand)))
            )
            spoilt = clean.cut(moment.place, _undone(slip), moment.turn)
            deal = clean.deal_of(moment.place)
            known = [i for i in deal if i < moment.place and _is_stock(clean.lines[i])]
            kept = [line for i, line in enumerate(spoilt.lines) if i not in known]
            yield Spoilt(kept, moment.place - len(known))


def _is_stock(line: n.Line) -> bool:
    return isinstance(line, n.CardsLine) and line.place == "stock"


@injector("IRREG-004")
def exposed_card_not_in_hand(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A card is noted as exposed that the player does not hold, perhaps beside one that he does."""
    for moment in mixed(clean, source):
        seat, hand = source.choice(list(moment.before.hands.items()))
        card = source.choice(SUITED)
        if hand and card not in hand:
            shown = (card, source.choice(hand)) if source.random() < 0.5 else (card,)
            yield clean.cut(moment.place, n.Exposed(seat=seat, cards=shown))


@injector("IRREG-005")
def count_differs(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A hand, the stock or the pile is counted wrongly."""
    for moment in mixed(clean, source):
        table = moment.before
        counts = {seat: len(hand) for seat, hand in table.hands.items()} | {"pile": len(table.pile)}
        counts |= {"stock": table.stock_left} if table.stock_left is not None else {}
        what = source.choice(list(counts))
        number = counts[what] + source.choice((-2, -1, 1, 2))
        if number > 0:
            line = n.Count(what=what, number=number)
            yield clean.cut(moment.place, line) if source.random() < 0.5 else clean.put(moment.place, line, moment.turn)


@injector("IRREG-006")
def ruling_impossible(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A director moves a card out of a hand that does not hold it, or names a seat or a side that there is not."""
    for moment in mixed(clean, source):
        seat, hand = source.choice(list(moment.before.hands.items()))
        card = source.choice(SUITED)
        if card not in hand:
            move = n.Move((card,), n.Place("hand", seat=seat), n.Place(source.choice(("pile", "stock"))))
            ruling = source.choice((move, move, n.Award("A", 50), n.Next("B")))
            yield clean.cut(moment.place, n.Director(rulings=(ruling,)))


@injector("IRREG-007")
def void_deal_scored(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A deal is declared void, and one side is given its score all the same."""
    for moment in mixed(clean, source):
        end = moment.place + 1
        if isinstance(clean.lines[end], n.End):
            deal = clean.deal_of(end)
            scores = [line for line in clean.lines[end : deal.stop] if isinstance(line, n.ScoreLine) and dict(line.items)["total"]]
            if scores:
                yield Spoilt([*clean.lines[:end], n.End(why="void"), source.choice(scores)], end + 1)


@injector("IRREG-008", ruleset="uk-regency+played-deal-counts")
def played_deal_declared_void(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A deal is declared void after some turn."""
    for moment in mixed(clean, source):
        if goes_on(clean, moment):
            yield Spoilt([*clean.lines[: moment.place + 1], n.End(why="void")], moment.place + 1)


@injector("IRREG-009")
def penalty_for_nobody(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A penalty is given to a seat at which nobody sits, or to two players who are no partners."""
    for moment in mixed(clean, source):
        order = clean.seats.order
        side = source.choice(("A", "F", order[0] + order[1]))
        yield clean.put(moment.place, n.Penalty(side=side, points=-100), moment.turn)


def _exposed(moment: Moment, source: Random) -> n.Exposed | None:
    """A card of some hand, as everybody has seen it."""
    seat, hand = source.choice(list(moment.before.hands.items()))
    return n.Exposed(seat=seat, cards=(source.choice(hand),)) if hand else None


@injector("IRREG-010", ruleset=FINES)
def penalty_not_as_scheduled(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A card is exposed, and costs other points than the schedule has for it."""
    for moment in mixed(clean, source):
        shown = _exposed(moment, source)
        if shown is not None:
            fine = n.Penalty(side=clean.seats.side_of[shown.seat], points=source.choice((-100, -25, 50)), offence="exposed-card")
            yield clean.cut(moment.place, shown, fine)._replace(place=moment.place + 1)


@injector("IRREG-011")
def offence_not_in_schedule(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A side is punished for something for which the rules have no penalty."""
    for moment in mixed(clean, source):
        offence = source.choice(("slow-play", "talking", "wrong-shuffle"))
        yield clean.cut(moment.place, n.Penalty(side=_sides(clean, source)[0], points=-50, offence=offence))


@injector("IRREG-012", ruleset=FINES)
def offence_not_shown(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A card is exposed, and the other side is punished for it; or nobody has exposed any."""
    for moment in mixed(clean, source):
        shown = _exposed(moment, source)
        if shown is not None:
            side = next(side for side in _sides(clean, source) if shown.seat not in side)
            fine = n.Penalty(side=side, points=-50, offence="exposed-card")
            if source.random() < 0.5:
                yield clean.cut(moment.place, fine)
            yield clean.cut(moment.place, shown, fine)._replace(place=moment.place + 1)


@injector("IRREG-013", ruleset=FINES)
def penalty_not_given(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A player has a turn that is not his and takes it back, and gets no penalty."""
    for moment in mixed(clean, source):
        seat = clean.seats.next_of[clean.seats.next_of[moment.turn.seat]]
        early = drawn_and_thrown(moment.before, seat)
        if early is not None:
            yield clean.put(moment.place, _undone(early), moment.turn)
