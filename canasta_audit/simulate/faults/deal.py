"""Faults of the deal: hands, cards turned up, cards face down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from canasta_audit.cards import BLACK_THREES, NATURAL, RED_THREES, WILD, Card
from canasta_audit.notation import model as n
from canasta_audit.simulate.faults.pieces import goes_on, played, shuffled, starts
from canasta_audit.simulate.spoil import Clean, Spoilt, injector

_SPECIAL = WILD | RED_THREES | BLACK_THREES


@injector("DEAL-001")
def wrong_number_dealt(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A player is dealt a card too many, out of the stock, or one that stays in it."""
    for start in starts(clean, source):
        at = source.choice(start.places("hand"))
        line = start.head[at]
        assert isinstance(line, n.HandLine)
        if source.random() < 0.5:
            more = start.fetch(NATURAL)
            cards = None if more is None else (*line.cards, more)
        else:
            used = {card for moment in start.kept if moment.turn.seat == line.seat for card in played(moment.turn)}
            idle = [i for i, card in enumerate(line.cards) if card in NATURAL and card not in used]
            cards = None
            if idle:
                index = source.choice(idle)
                cards = (*line.cards[:index], *line.cards[index + 1 :])
                start.bury(line.cards[index])
        if cards is not None:
            start.head[at] = replace(line, cards=cards, text="")
            yield start.spoilt(at)


@injector("DEAL-002")
def up_card_left_uncovered(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The card on a wild card or three that was turned up lies in the stock, or such a card in the place of the one turned up."""
    for start in starts(clean, source):
        ups = start.cards("up")
        if len(ups) > 1:
            start.bury(ups[-1])
            yield start.spoilt(start.write("up", ups[:-1]))
            continue
        special = start.fetch(_SPECIAL)
        if special is not None:
            start.bury(*ups)
            yield start.spoilt(start.write("up", (special,)))


@injector("DEAL-003")
def up_card_covered_needlessly(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """One more card is turned up."""
    for start in starts(clean, source):
        more = start.fetch(NATURAL)
        if more is not None:
            yield start.spoilt(start.write("up", (*start.cards("up"), more)))


@injector("DEAL-004", "ru-bank", bot="random")
def up_card_not_put_back(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A wild card or three that was turned up stays, and another card is turned up onto it."""
    for start in starts(clean, source):
        special = start.fetch(_SPECIAL)
        if special is not None:
            yield start.spoilt(start.write("up", (special, *start.cards("up"))))


@injector("DEAL-005")
def up_card_put_back(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A card is turned up first that goes back into the stock, where it was in the clean log. All else stays."""
    for start in starts(clean, source):
        card = source.choice(start.cards("stock"))
        place = start.first + start.places("cards", "up")[0]
        yield clean.put(place, n.CardsLine(place="up", cards=(card,), back=True), clean.lines[place])


@injector("DEAL-006", "ro-canastone")
def void_deal_played(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A red three is turned up, which makes the deal void, and is covered."""
    for start in starts(clean, source):
        three = start.fetch(RED_THREES)
        if three is not None:
            yield start.spoilt(start.write("up", (three, *start.cards("up"))))


@injector("DEAL-007", "ro-canastone")
def void_without_cause(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A deal is declared void before its first turn."""
    for start in starts(clean, source):
        start.keep(())
        spoilt = start.spoilt(len(start.head))
        yield Spoilt([*spoilt.lines[:-1], n.End(why="void")], spoilt.place)


@injector("DEAL-008", "ro-canastone")
def face_down_cards_miscounted(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """One card or two too many lie face down under the up-card, or too few."""
    for start in starts(clean, source):
        down: list[Card] = list(start.cards("down"))
        count = source.choice((1, 2))
        if source.random() < 0.5 and len(down) > count:
            start.bury(*(down.pop() for _ in range(count)))
        else:
            more = [start.fetch(NATURAL) for _ in range(count)]
            down += [card for card in more if card is not None]
        yield start.spoilt(start.write("down", down))


@injector("DEAL-009", "ro-canastone")
def face_down_cards_not_recorded(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The cards face down under the up-card are left out of the record, and the order of the stock."""
    for start in starts(clean, source):
        at = start.places("cards", "up")[-1]
        start.head = [line for line in start.head if getattr(line, "place", "up") == "up"]
        yield start.spoilt(at)


@injector("DEAL-010")
def wrong_number_in_second_hand(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A second hand is dealt in a game that has none."""
    for start in starts(clean, source):
        cards = [start.fetch(NATURAL) for _ in range(source.choice((4, 11, 13)))]
        if None in cards:
            continue
        at = start.places("hand")[-1]
        hand = start.head[source.choice(start.places("hand"))]
        assert isinstance(hand, n.HandLine)
        start.head.insert(at + 1, n.FootLine(seat=hand.seat, cards=tuple(card for card in cards if card is not None)))
        yield start.spoilt(at + 1)


@injector("DEAL-011")
def no_second_hand(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A second hand is taken up in a game that has none."""
    for moment in shuffled(clean, source, goes_on):
        plays = moment.turn.plays
        at = source.randint(1, len(plays) - 1)
        yield clean.cut(moment.place, n.Turn(seat=moment.turn.seat, plays=(*plays[:at], n.Foot(), *plays[at:])))
