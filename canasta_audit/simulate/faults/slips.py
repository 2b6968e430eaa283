"""Slips of the recorder: cards written down that were not where they are said to have been, and counts that do not add up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from canasta_audit.cards import NATURAL, SUITED, UNKNOWN, Card
from canasta_audit.notation import model as n
from canasta_audit.simulate.faults.record import goes_on, mixed
from canasta_audit.simulate.spoil import Clean, Moment, Spoilt, injector

_NATURAL_RANKS = frozenset("A456789TJQK")
_NATURALS = tuple(card for card in SUITED if card in NATURAL)


def like(card: Card, source: Random) -> Card:
    """Another card that a recorder may write for a natural ``card``: of another suit, or of another rank."""
    return source.choice([other for other in _NATURALS if other != card and (other[0] == card[0] or other[1] == card[1])])


def swapped(cards: Sequence[Card], card: Card, other: Card) -> tuple[Card, ...]:
    """``cards`` with ``other`` in the place of the first ``card``."""
    place = cards.index(card)
    return (*cards[:place], other, *cards[place + 1 :])


def _rewritten(turn: n.Turn, index: int, play: n.Play) -> n.Turn:
    return replace(turn, plays=(*turn.plays[:index], play, *turn.plays[index + 1 :]), text="")


def _whole_or_cut(clean: Clean, moment: Moment, turn: n.Turn, source: Random) -> Spoilt:
    """The log with another turn: to its end, or to the turn."""
    return clean.put(moment.place, turn) if source.random() < 0.7 else clean.cut(moment.place, turn)


@injector("RECORD-006")
def card_not_in_hand(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A card is discarded, melded or laid off that is not in the hand: the wrong suit was written down, or the wrong rank."""
    for moment in mixed(clean, source):
        hand = moment.before.hands[moment.turn.seat]
        index = source.randrange(len(moment.turn.plays))
        play = moment.turn.plays[index]
        had = {*hand, *(card for one in moment.turn.plays if isinstance(one, n.Draw) for chain in one.chains for card in chain)}
        if any(isinstance(one, n.Take) for one in moment.turn.plays):
            had |= {*moment.before.pile}
        if isinstance(play, n.Discard) and play.card in NATURAL and goes_on(clean, moment):
            other = like(play.card, source)
            if other not in had:
                yield _whole_or_cut(clean, moment, _rewritten(moment.turn, index, replace(play, card=other)), source)
        elif isinstance(play, (n.Meld, n.Add, n.Take)) and NATURAL & {*play.cards}:
            card = source.choice([card for card in play.cards if card in NATURAL])
            others = [other for other in _NATURALS if other[0] == card[0] and other not in had]
            if others:
                cards = swapped(play.cards, card, source.choice(others))
                yield _whole_or_cut(clean, moment, _rewritten(moment.turn, index, replace(play, cards=cards)), source)


@injector("RECORD-019")
def more_cards_than_dealt(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """Two hands were never written down, and one who goes out lays a card besides that the other was dealt."""
    for moment in mixed(clean, source):
        seat, table, plays = moment.turn.seat, moment.after, moment.turn.plays
        lines = {line.seat: line.line - 1 for line in _of_deal(clean, moment) if isinstance(line, n.HandLine)}
        if table.hands[seat] or seat not in lines or not isinstance(plays[-1], n.Discard) or _lays_threes(plays):
            continue
        melds = [meld for meld in table.melds[clean.seats.side_of[seat]] if meld.rank in _NATURAL_RANKS and not meld.wilds]
        ranks = {meld.rank for meld in melds}
        for other in source.sample(clean.seats.order, len(clean.seats.order)):
            dealt = clean.lines[lines[other]] if other in lines and other != seat else None
            cards = [
                card for card in table.hands[other] if card[0] in ranks and isinstance(dealt, n.HandLine) and card in dealt.cards
            ]
            if cards:
                card = source.choice(cards)
                add = n.Add(cards=(card,), onto=n.Address(card[0]))
                spoilt = clean.cut(moment.place, replace(moment.turn, plays=(*plays[:-1], add, plays[-1]), text=""))
                gone = (lines[seat], lines[other])
                yield Spoilt([line for at, line in enumerate(spoilt.lines) if at not in gone], moment.place - 2)


def _of_deal(clean: Clean, moment: Moment) -> list[n.Line]:
    return [clean.lines[place] for place in clean.deal_of(moment.place)]


def _lays_threes(plays: Sequence[n.Play]) -> bool:
    return any(card[0] == "3" for play in plays if isinstance(play, (n.Meld, n.Add)) for card in play.cards)


@injector("RECORD-007")
def too_many_copies(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A card is written down for another in a hand as dealt, in the stock or, where that was not noted, in a draw: it is there too
    often.
    """
    lines = clean.lines
    if source.random() < 0.5:
        yield from _drawn_too_often(clean, source)
    for place in source.sample(range(len(lines)), len(lines)):
        line = lines[place]
        if isinstance(line, n.HandLine) or (isinstance(line, n.CardsLine) and line.place == "stock"):
            card = source.choice([card for card in line.cards if card in NATURAL])
            other = like(card, source)
            spoilt = clean.put(place, replace(line, cards=swapped(line.cards, card, other), text=""))
            yield spoilt._replace(place=_once_too_often(spoilt.lines, clean.deal_of(place), other, clean.rules.equipment.packs))


def _once_too_often(lines: Sequence[n.Line], deal: Sequence[int], card: Card, most: int) -> int:
    """The place among the first lines of a ``deal`` at which a natural ``card`` comes up for the first time beyond ``most``."""
    seen = 0
    for place in deal:
        line = lines[place]
        if isinstance(line, n.HandLine | n.CardsLine):
            seen += line.cards.count(card)
        elif isinstance(line, n.RedLine):
            seen += sum(chain[1:].count(card) for chain in line.chains)
        if seen > most:
            return place
    raise ValueError(card)


def _drawn_too_often(clean: Clean, source: Random) -> Iterator[Spoilt]:
    for moment in mixed(clean, source):
        draw, stock = moment.turn.plays[0], moment.before.stock or []
        gone = [card for card in _NATURALS if card not in stock]
        if isinstance(draw, n.Draw) and all(len(chain) == 1 for chain in draw.chains) and draw.chains[0][0] in NATURAL and gone:
            chains = ((source.choice(gone),), *draw.chains[1:])
            spoilt = clean.put(moment.place, _rewritten(moment.turn, 0, replace(draw, chains=chains)))
            listed = next(i for i in clean.deal_of(moment.place) if _is_stock(spoilt.lines[i]))
            yield Spoilt(spoilt.lines[:listed] + spoilt.lines[listed + 1 :], moment.place - 1)


def _is_stock(line: n.Line) -> bool:
    return isinstance(line, n.CardsLine) and line.place == "stock"


@injector("RECORD-008")
def cards_do_not_add_up(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A card of the stock was not written down, or there is one more at its end that nobody saw."""
    places = [i for i, line in enumerate(clean.lines) if _is_stock(line)]
    source.shuffle(places)
    for place in places:
        line = clean.lines[place]
        assert isinstance(line, n.CardsLine)
        left_out = source.choice([i for i, card in enumerate(line.cards) if card in NATURAL])
        fewer = (*line.cards[:left_out], *line.cards[left_out + 1 :])
        cards = fewer if source.random() < 0.7 else (*line.cards, UNKNOWN)
        yield clean.put(place, replace(line, cards=cards, text=""))


@injector("RECORD-009")
def last_card_miscounted(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A card is noted as the last one of the stock, and there are others."""
    for moment in mixed(clean, source):
        draw, *more = moment.turn.plays
        if isinstance(draw, n.Draw) and moment.after.stock_left and goes_on(clean, moment):
            yield _whole_or_cut(clean, moment, replace(moment.turn, plays=(draw, n.Last(), *more), text=""), source)


@injector("RECORD-010")
def stock_order_contradicted(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A card drawn is written down as another one than the stock has next."""
    for moment in mixed(clean, source):
        draw = moment.turn.plays[0]
        if isinstance(draw, n.Draw) and len(draw.chains) == 1 and draw.chains[0][0] in NATURAL:
            wrong = replace(draw, chains=((like(draw.chains[0][0], source),),))
            yield _whole_or_cut(clean, moment, _rewritten(moment.turn, 0, wrong), source)


@injector("RECORD-011")
def take_of_empty_pile(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """No card was turned up, all being in hands and stock, and the first player takes the pile."""
    deck = [card for card in (*SUITED * clean.rules.equipment.packs, *["*"] * clean.rules.equipment.jokers) if card[0] != "A"]
    aces = [card for card in SUITED * clean.rules.equipment.packs if card[0] == "A"]
    source.shuffle(aces)
    top, *pair = aces[:3]
    rest = [card for card in (*deck, *aces[3:]) if card in NATURAL]
    source.shuffle(rest)
    head = [line for line in clean.lines if isinstance(line, n.Tag)]
    dealer = source.choice(clean.seats.order)
    first = clean.seats.next_of[dealer]
    number = clean.rules.dealing.cards_each
    lines: list[n.Line] = [*head, n.DealHead(number=1, dealer=dealer, first=first)]
    for seat in clean.seats.order:
        hand = [*pair, *rest[: number - 2]] if seat == first else rest[:number]
        del rest[: len(hand) - 2 * (seat == first)]
        lines.append(n.HandLine(seat=seat, cards=tuple(hand)))
        if seat == first:
            thrown = hand[-1]
    stock = [top, *rest, *(card for card in deck if card not in NATURAL)]
    source.shuffle(stock)
    lines.append(n.CardsLine(place="stock", cards=tuple(stock)))
    taken = n.Take(top=top, how="with", cards=tuple(pair))
    lines += [n.Turn(seat=first, plays=(taken, n.Discard(card=thrown))), n.End(why="stop")]
    yield Spoilt(lines, len(lines) - 2)


@injector("RECORD-012")
def top_card_differs(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The card taken from the top of the pile is written down as another one."""
    for moment in mixed(clean, source):
        for index, play in enumerate(moment.turn.plays):
            if isinstance(play, n.Take) and play.top in NATURAL:
                wrong = replace(play, top=like(play.top, source))
                yield _whole_or_cut(clean, moment, _rewritten(moment.turn, index, wrong), source)
