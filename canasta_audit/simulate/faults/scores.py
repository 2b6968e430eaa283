"""Faults of the score sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from canasta_audit.notation import model as n
from canasta_audit.simulate.spoil import Clean, Spoilt, injector

Items = dict[str, int]


def _booked(clean: Clean, source: Random, change: Callable[[Items], Items | None]) -> Iterator[Spoilt]:
    """Yield logs with one score line changed, the side's total and running total with it, cut off behind them.

    ``change`` gets the items without the total; ``None``: that line is not fit.
    """
    places = [i for i, line in enumerate(clean.lines) if isinstance(line, n.ScoreLine)]
    source.shuffle(places)
    for place in places:
        line = clean.lines[place]
        assert isinstance(line, n.ScoreLine)
        items = dict(line.items)
        total = items.pop("total")
        changed = change(dict(items))
        if changed is not None:
            more = sum(changed.values()) - sum(items.values())
            sheet = replace(line, items=(*changed.items(), ("total", total + more)), text="")
            yield _carried(clean, place, sheet, line.side, more)


def _carried(clean: Clean, place: int, sheet: n.ScoreLine, side: n.Side, more: int) -> Spoilt:
    """The log up to the running totals of the deal, with ``sheet`` at ``place`` and ``more`` in the side's running total."""
    end = next(i for i in range(place, len(clean.lines)) if isinstance(clean.lines[i], n.Totals))
    totals = clean.lines[end]
    assert isinstance(totals, n.Totals)
    return Spoilt([*clean.lines[:place], sheet, *clean.lines[place + 1 : end], _with_more(totals, side, more)], place)


def _with_more(totals: n.Totals, side: n.Side, more: int) -> n.Totals:
    sums = tuple((one, points + more if one == side else points) for one, points in totals.sums)
    return replace(totals, sums=sums, text="")


def _off(source: Random, unit: int) -> int:
    """A slip of the pen, in points."""
    return source.choice((-1, 1)) * unit * source.choice((1, 2, 4, 6, 10, 20))


def _misadded(item: str, clean: Clean, source: Random) -> Iterator[Spoilt]:
    unit = clean.rules.scoring.unit
    return _booked(clean, source, lambda items: {**items, item: items[item] + _off(source, unit)} if item in items else None)


def _added(item: str, points: int) -> Callable[[Items], Items | None]:
    """Book points for something that the side has not."""
    return lambda items: None if item in items else {**items, item: points}


def _one_off(item: str, points: int, source: Random) -> Callable[[Items], Items | None]:
    """Book a bonus once too often or too seldom; too often also where there is none."""

    def change(items: Items) -> Items | None:
        sign = source.choice((-1, 1)) if items.get(item, 0) > 0 else 1
        return {**items, item: items.get(item, 0) + sign * points}

    return change


@injector("SCORE-001")
def cards_melded(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The points of the cards melded are added up wrongly."""
    yield from _misadded("cards", clean, source)


@injector("SCORE-002")
def natural_canastas(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A natural canasta is booked that the side has not, or one too few or too many."""
    yield from _booked(clean, source, _one_off("natural", clean.rules.canastas.natural, source))


@injector("SCORE-003")
def mixed_canastas(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A mixed canasta is booked that the side has not, or one too few or too many."""
    yield from _booked(clean, source, _one_off("mixed", clean.rules.canastas.mixed, source))


@injector("SCORE-004")
def canastas(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """All canastas are booked as one item, some of the wrong kind."""
    law = clean.rules.canastas

    def change(items: Items) -> Items | None:
        found = {name: items.pop(name) for name in ("natural", "mixed") if name in items}
        wrong = law.natural - law.mixed
        return {"canastas": sum(found.values()) + (wrong if "mixed" in found else -wrong), **items} if found else None

    yield from _booked(clean, source, change)


@injector("SCORE-005")
def red_threes(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A red three too many or too few is booked, or those of a side without a meld with the wrong sign."""
    each = clean.rules.red_threes.each

    def change(items: Items) -> Items | None:
        points = items.get("threes", 0)
        return {**items, "threes": -points if points < 0 else points + (source.choice((-1, 1)) if points else 1) * each}

    yield from _booked(clean, source, change)


@injector("SCORE-006")
def red_three_held(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A red three in hand is charged that nobody held."""
    yield from _booked(clean, source, _added("held", clean.rules.red_threes.held))


@injector("SCORE-007")
def going_out(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The bonus for going out is booked for the other side too, or twice, or left at nothing."""
    bonus = clean.rules.going_out.bonus
    yield from _booked(clean, source, lambda items: {**items, "out": source.choice((0, 2 * bonus)) if "out" in items else bonus})


@injector("SCORE-008")
def concealed(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The bonus for going out concealed is booked where nobody did."""
    yield from _booked(clean, source, _added("concealed", clean.rules.going_out.concealed_extra))


@injector("SCORE-009")
def hand(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The cards left in hand are added up wrongly."""
    yield from _misadded("hand", clean, source)


@injector("SCORE-010")
def total(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The items are right and added up wrongly."""
    places = [i for i, line in enumerate(clean.lines) if isinstance(line, n.ScoreLine)]
    source.shuffle(places)
    for place in places:
        line = clean.lines[place]
        assert isinstance(line, n.ScoreLine)
        more = _off(source, clean.rules.scoring.unit)
        items = tuple((name, points + more if name == "total" else points) for name, points in line.items)
        yield _carried(clean, place, replace(line, items=items, text=""), line.side, more)


@injector("SCORE-011")
def no_multiple(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """An item is booked with points that no cards can give."""
    more = source.choice((-3, -2, -1, 1, 2, 3))

    def change(items: Items) -> Items | None:
        item = source.choice(sorted(items)) if items else ""
        return {**items, item: items[item] + more} if items else None

    yield from _booked(clean, source, change)


@injector("SCORE-012")
def unknown_item(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """An item has a name that the game does not know."""

    def change(items: Items) -> Items | None:
        item = source.choice(sorted(items)) if items else ""
        name = source.choice(("pairs", "melds", "wilds", "bonus"))
        return {name if one == item else one: points for one, points in items.items()} if items else None

    yield from _booked(clean, source, change)


@injector("SCORE-013")
def running_total(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A running total is added up wrongly; the log ends there."""
    places = [i for i, line in enumerate(clean.lines) if isinstance(line, n.Totals)]
    source.shuffle(places)
    for place in places:
        line = clean.lines[place]
        assert isinstance(line, n.Totals)
        wrong = _with_more(line, source.choice(line.sums)[0], _off(source, clean.rules.scoring.unit))
        yield Spoilt([*clean.lines[:place], wrong], place)


@injector("SCORE-014")
def minimum(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The initial meld noted for a side is that of another score."""
    needs = sorted({band.need for band in clean.rules.opening.bands})
    places = [i for i, line in enumerate(clean.lines) if isinstance(line, n.Before)]
    source.shuffle(places)
    for place in places:
        line = clean.lines[place]
        assert isinstance(line, n.Before)
        sums = [(side, clean.rules.opening.need(points)) for side, points in line.sums]
        index = source.randrange(len(sums))
        sums[index] = (sums[index][0], source.choice([need for need in needs if need != sums[index][1]]))
        noted = n.Minimum(sums=tuple(sums))
        yield Spoilt([*clean.lines[: place + 1], noted, *clean.lines[place + 1 :]], place + 1)


@injector("SCORE-015")
def carried(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A side begins a deal with another score than it had, though in the same band."""
    law, places = clean.rules.opening, [i for i, line in enumerate(clean.lines) if isinstance(line, n.Before)][1:]
    source.shuffle(places)
    for place in places:
        line = clean.lines[place]
        assert isinstance(line, n.Before)
        index = source.randrange(len(line.sums))
        side, points = line.sums[index]
        wrong = points + _off(source, clean.rules.scoring.unit)
        if law.need(wrong) == law.need(points):
            sums = (*line.sums[:index], (side, wrong), *line.sums[index + 1 :])
            yield clean.put(place, replace(line, sums=sums, text=""))


@injector("SCORE-016", ruleset="ro-canastone")
def wild_canastas(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A canasta of wild cards is booked that the side has not."""
    yield from _booked(clean, source, _one_off("wild", clean.rules.canastas.wild, source))


@injector("SCORE-017", ruleset="ro-canastone+red-threes-to-opponents")
def opponents_red_threes(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A red three of the opponents is booked too often or too seldom."""
    yield from _booked(clean, source, _one_off("opponents-threes", clean.rules.red_threes.each, source))


@injector("SCORE-018", ruleset="ru-bank+variation-11", bot="random")
def partner_finishing(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The bonus for a partner who finishes is booked where none did."""
    yield from _booked(clean, source, _added("partner", clean.rules.going_out.partner_bonus))
