"""Faults of seats and dealer: the draw for them, who deals, who cuts, who plays first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from canasta_audit.cards import JOKER, SUITED, Card
from canasta_audit.notation import model as n
from canasta_audit.simulate.spoil import Clean, Spoilt, injector

Moved = Mapping[n.Seat, n.Seat]


def seated_anew(line: n.Line, to: Moved) -> n.Line:
    """The same line with every player at the seat that ``to`` names for his."""
    changed: dict[str, Any] = {name: to[seat] for name in ("seat", "dealer", "first", "cut") if (seat := getattr(line, name, None))}
    if isinstance(line, n.Turn):
        changed["plays"] = tuple(_play_anew(play, to) for play in line.plays)
    elif isinstance(line, n.End):
        changed["outs"] = tuple((to[seat], concealed) for seat, concealed in line.outs)
    return replace(line, text="", **changed)


def _play_anew(play: n.Play, to: Moved) -> n.Play:
    addresses = {name: address for name in ("onto", "by", "source", "target") if (address := getattr(play, name, None)) is not None}
    owned: dict[str, Any] = {name: replace(one, owner=to[one.owner]) for name, one in addresses.items() if one.owner}
    return replace(play, **owned) if owned else play


def _across(clean: Clean) -> dict[n.Seat, n.Seat]:
    """Everybody at the seat of the player opposite: the sides stay as they are."""
    order = clean.seats.order
    return {seat: order[(i + len(order) // 2) % len(order)] for i, seat in enumerate(order)}


def _heads(clean: Clean) -> list[int]:
    return [i for i, line in enumerate(clean.lines) if isinstance(line, n.DealHead)]


def _with_lots(clean: Clean, drawn: Sequence[Sequence[Card]], seats: Sequence[n.Seat]) -> list[n.Line]:
    """The log with cards drawn for seats: those of each round go to ``seats`` in order."""
    rounds = [n.Lots(drawn=tuple(zip(seats, cards, strict=False))) for cards in drawn]
    return [*clean.lines[: _tags(clean)], *rounds, *clean.lines[_tags(clean) :]]


def _tags(clean: Clean) -> int:
    """The number of tags at the start of the log."""
    return sum(isinstance(line, n.Tag) for line in clean.lines)


def _first(clean: Clean) -> n.Seat:
    head = clean.lines[_heads(clean)[0]]
    assert isinstance(head, n.DealHead) and head.first is not None
    return head.first


def _falling(source: Random) -> list[Card]:
    """Four cards of different ranks, the highest first."""
    ranks = source.sample("AKQJT98765432", 4)
    return [rank + source.choice("CDHS") for rank in sorted(ranks, key="AKQJT98765432".index)]


def _partners_first(clean: Clean, highest: n.Seat, source: Random) -> list[n.Seat]:
    """All seats in the order of their lots: ``highest``, his partner, the other two."""
    seats = [highest, *clean.seats.partners(highest)]
    return seats + source.sample([seat for seat in clean.seats.order if seat not in seats], 2)


@injector("SEAT-001")
def dealer_out_of_rotation(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """From one deal on the wrong player deals: all is done by the player opposite."""
    heads = _heads(clean)[1:]
    source.shuffle(heads)
    for place in heads:
        yield Spoilt([*clean.lines[:place], *(seated_anew(line, _across(clean)) for line in clean.lines[place:])], place)


@injector("SEAT-002")
def first_player_not_left_of_dealer(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """In one deal the player at the dealer's right is the first, and all go on from there."""
    for place in source.sample(_heads(clean), len(_heads(clean))):
        deal, head = clean.deal_of(place), clean.lines[place]
        assert isinstance(head, n.DealHead)
        lines = [seated_anew(line, _across(clean)) if i in deal else line for i, line in enumerate(clean.lines)]
        lines[place] = replace(head, first=_across(clean)[head.first or ""], text="")
        yield Spoilt(lines, place)


@injector("SEAT-003")
def redraw_missed(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """In the draw for seats a joker comes up, or the same card twice, and nobody draws again."""
    cards = source.sample(SUITED, 4)
    cards[source.randrange(4)] = source.choice([JOKER, *cards])
    if len(set(cards)) < 4 or JOKER in cards:
        yield Spoilt(_with_lots(clean, [cards], clean.seats.order), _tags(clean))


@injector("SEAT-004")
def sides_not_as_drawn(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The player with the highest card of the draw plays first, but not with the one who has the next."""
    first = _first(clean)
    (partner,) = clean.seats.partners(first)
    second, *others = source.sample([seat for seat in clean.seats.order if seat not in (first, partner)], 2)
    rest = [partner, *others]
    source.shuffle(rest)
    yield Spoilt(_with_lots(clean, [_falling(source)], [first, second, *rest]), _tags(clean))


@injector("SEAT-005")
def partners_not_opposite(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """Neighbours are partners, in a deal that is broken off with the first meld."""
    order = clean.seats.order
    sides = source.choice([(order[:2], order[2:]), (order[1:3], (order[3], order[0]))])
    names = ["".join(side) for side in sides]
    opening = next((moment for moment in clean.moments if any(moment.after.melds.values())), None)
    if opening is None or len(order) != 4:
        return
    lines = clean.cut(opening.place, opening.turn).lines
    for place, line in enumerate(lines):
        if isinstance(line, n.Tag) and line.name == "Sides":
            lines[place] = replace(line, value=" ".join(names), text="")
        elif isinstance(line, n.Before):
            lines[place] = n.Before(sums=tuple((side, 0) for side in names))
    yield Spoilt(lines, next(i for i, line in enumerate(lines) if isinstance(line, n.Tag) and line.name == "Seats"))


@injector("SEAT-006")
def first_dealer_not_as_drawn(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The draw gives the first turn to another player than the one at the left of the first dealer."""
    highest = source.choice([seat for seat in clean.seats.order if seat != _first(clean)])
    yield Spoilt(_with_lots(clean, [_falling(source)], _partners_first(clean, highest, source)), _heads(clean)[0] + 1)


@injector("SEAT-007")
def pack_not_cut(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The dealer deals a pack that nobody has cut."""
    place = source.choice(_heads(clean))
    head = clean.lines[place]
    assert isinstance(head, n.DealHead)
    yield clean.put(place, replace(head, uncut=True, text=""))


@injector("SEAT-008", ruleset="uk-howto")
def cut_by_wrong_player(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """Another player than the dealer's left-hand neighbour cuts."""
    place = source.choice(_heads(clean))
    head = clean.lines[place]
    assert isinstance(head, n.DealHead) and head.dealer is not None
    cut = source.choice([seat for seat in clean.seats.order if seat not in (head.dealer, clean.seats.next_of[head.dealer])])
    yield clean.put(place, replace(head, cut=cut, text=""))


@injector("SEAT-009")
def redraw_without_cause(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A player whose card is like no other draws once more."""
    seats = _partners_first(clean, _first(clean), source)
    lines = _with_lots(clean, [_falling(source)], seats)
    place = _tags(clean) + 1
    yield Spoilt([*lines[:place], n.Lots(drawn=((source.choice(seats), source.choice(SUITED)),)), *lines[place:]], place)


@injector("SEAT-010", ruleset="uk-howto")
def seat_chosen_by_wrong_player(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """Another player than the one with the highest card of the draw had the choice of his seat."""
    seats = _partners_first(clean, _first(clean), source)
    lines = _with_lots(clean, [_falling(source)], seats)
    place = _tags(clean)
    yield Spoilt([*lines[:place], n.Tag(name="Choice", value=source.choice(seats[1:])), *lines[place:]], place)


@injector("SEAT-011")
def first_player_not_as_drawn(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """Who dealt first was not written down, and the draw gives the first turn to another player than the one who has it."""
    place = _heads(clean)[0]
    head = clean.lines[place]
    assert isinstance(head, n.DealHead)
    highest = source.choice([seat for seat in clean.seats.order if seat != _first(clean)])
    lines = _with_lots(clean, [_falling(source)], _partners_first(clean, highest, source))
    lines[place + 1] = replace(head, dealer=None, cut=None, text="")
    yield Spoilt(lines, place + 1)
