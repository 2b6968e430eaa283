"""Faults of score sheets: the same matches without their plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from canasta_audit.notation import model as n
from canasta_audit.simulate.spoil import Clean, Spoilt, injector
from canasta_audit.table.possible import best_deal, pack_points
from canasta_audit.table.score import KINDS

_SHEET = (n.DealHead, n.Before, n.Minimum, n.End, n.ScoreLine, n.Totals)

Items = dict[str, int]


def sheet_of(lines: list[n.Line]) -> list[n.Line]:
    """The lines of a log that a score sheet has."""
    return [line for line in lines if isinstance(line, _SHEET) or (isinstance(line, n.Tag) and line.name != "Records")]


def _booked(
    clean: Clean, source: Random, change: Callable[[Items, n.Side, n.End], Items | None], whole: bool = True
) -> Iterator[Spoilt]:
    """Yield sheets with one score line changed and the total with it, cut off behind it, without the lines of other sides if not
    ``whole``.
    """
    lines = sheet_of(clean.lines)
    places = [i for i, line in enumerate(lines) if isinstance(line, n.ScoreLine)]
    source.shuffle(places)
    for place in places:
        line = lines[place]
        assert isinstance(line, n.ScoreLine)
        ends = [end for end in lines[:place] if isinstance(end, n.End)]
        items = {item: points for item, points in line.items if item != "total"}
        changed = change(items, line.side, ends[-1])
        if changed is not None:
            wrong = replace(line, items=(*changed.items(), ("total", sum(changed.values()))), text="")
            first = place if whole else next(i for i in range(place, 0, -1) if not isinstance(lines[i], n.ScoreLine)) + 1
            yield Spoilt([*lines[:first], *(lines[first:place] if whole else ()), wrong], first if not whole else place)


def _went_out(side: n.Side, end: n.End) -> bool:
    return any(seat in side for seat, _ in end.outs)


@injector("SHEET-001")
def canastas(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A canasta is booked with points that it never has, or more of them than the packs hold."""
    law = clean.rules.canastas

    def change(items: Items, side: n.Side, end: n.End) -> Items | None:
        name = source.choice(("natural", "mixed"))
        if not items.get(name):
            return None
        return {**items, name: items[name] + source.choice((clean.rules.scoring.unit, 100, 30 * getattr(law, name)))}

    yield from _booked(clean, source, change)


@injector("SHEET-002")
def red_threes(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """Red threes are booked with points that no number of them has, or with the wrong sign."""
    each = clean.rules.red_threes.each

    def change(items: Items, side: n.Side, end: n.End) -> Items | None:
        points = items.get("threes", 0)
        if points == each and "cards" in items and source.random() < 0.5:
            return {**items, "threes": -each}
        return {**items, "threes": each * source.choice((5, 6, 7, 9))}

    yield from _booked(clean, source, change)


@injector("SHEET-003")
def hand(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The cards left in hand count for their side."""

    def change(items: Items, side: n.Side, end: n.End) -> Items | None:
        return {**items, "hand": -items["hand"]} if items.get("hand", 0) < 0 else None

    yield from _booked(clean, source, change)


@injector("SHEET-004")
def cards(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The melded cards count more than all cards of the packs, or less than those of the canastas must."""

    def change(items: Items, side: n.Side, end: n.End) -> Items | None:
        if any(kind in items for kind in KINDS) and source.random() < 0.5:
            return {**items, "cards": source.choice((15, 20, 30))}
        return {**items, "cards": items["cards"] + pack_points(clean.rules)} if "cards" in items else None

    yield from _booked(clean, source, change)


@injector("SHEET-005")
def going_out(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The bonus for going out is booked for a side that did not, or twice."""
    bonus = clean.rules.going_out.bonus

    def change(items: Items, side: n.Side, end: n.End) -> Items | None:
        return {**items, "out": 2 * bonus if _went_out(side, end) else bonus}

    yield from _booked(clean, source, change)


@injector("SHEET-006")
def no_canasta(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The canastas of a side that went out are left out of the sheet."""

    def change(items: Items, side: n.Side, end: n.End) -> Items | None:
        fit = _went_out(side, end) and "cards" in items and "threes" not in items
        return {item: points for item, points in items.items() if item not in KINDS} if fit else None

    yield from _booked(clean, source, change)


@injector("SHEET-007")
def total(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A side has more points than any deal brings; only the total is written down."""

    def change(items: Items, side: n.Side, end: n.End) -> Items | None:
        return {"cards": best_deal(clean.rules) + clean.rules.scoring.unit * source.randrange(1, 50)}

    for spoilt in _booked(clean, source, change, whole=False):
        line = spoilt.lines[spoilt.place]
        assert isinstance(line, n.ScoreLine)
        yield Spoilt([*spoilt.lines[: spoilt.place], replace(line, items=line.items[-1:])], spoilt.place)
