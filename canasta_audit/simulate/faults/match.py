"""Faults of the match: when it is over, and who has won it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from canasta_audit.notation import model as n
from canasta_audit.simulate.faults.seating import seated_anew
from canasta_audit.simulate.spoil import Clean, Spoilt, injector


def _sheets(clean: Clean) -> list[tuple[int, dict[n.Side, int]]]:
    """The places of all running totals, and what they say."""
    return [(i, dict(line.sums)) for i, line in enumerate(clean.lines) if isinstance(line, n.Totals)]


def _with_result(clean: Clean, end: int, side: n.Side, total: int) -> Spoilt:
    """The first lines of a log up to ``end``, with a tag that names the winner."""
    tags = sum(isinstance(line, n.Tag) for line in clean.lines)
    tag = n.Tag(name="Result", value=f"{side} {total}")
    return Spoilt([*clean.lines[:tags], tag, *clean.lines[tags:end]], tags)


@injector("MATCH-001")
def deal_after_match_over(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """Another deal is begun although a side has reached the target."""
    heads = [i for i, line in enumerate(clean.lines) if isinstance(line, n.DealHead)]
    last, order = clean.lines[heads[-1]], clean.seats.order
    assert isinstance(last, n.DealHead) and last.dealer is not None
    dealer = clean.seats.next_of[last.dealer]
    for place in source.sample(heads, len(heads)):
        head = clean.lines[place]
        assert isinstance(head, n.DealHead) and head.dealer is not None
        turns = order.index(dealer) - order.index(head.dealer)
        to = {seat: order[(i + turns) % len(order)] for i, seat in enumerate(order)}
        again = [seated_anew(line, to) for line in _before_melds(clean, place)]
        again[0] = n.DealHead(number=last.number + 1, dealer=dealer, first=clean.seats.next_of[dealer])
        again[1] = n.Before(sums=tuple(_sheets(clean)[-1][1].items()))
        yield Spoilt([*clean.lines, *again, n.End(why="stop")], len(clean.lines))


def _before_melds(clean: Clean, place: int) -> list[n.Line]:
    """A deal up to the turn before the first in which a meld is laid."""
    deal = clean.deal_of(place)
    laid = [moment.place for moment in clean.moments if moment.place in deal and any(moment.after.melds.values())]
    return clean.lines[place : min(laid, default=deal[-1])]


@injector("MATCH-002")
def match_declared_over_too_early(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The last deals are not played, and the side that leads is named as the winner."""
    for place, totals in source.sample(_sheets(clean)[:-1], len(_sheets(clean)) - 1):
        leader = max(totals, key=lambda side: totals[side])
        yield _with_result(clean, place + 1, leader, totals[leader])


@injector("MATCH-003")
def wrong_winner(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A side is named as the winner that has not won."""
    _, totals = _sheets(clean)[-1]
    loser = source.choice([side for side in totals if totals[side] < max(totals.values())])
    yield _with_result(clean, len(clean.lines), loser, totals[loser])


@injector("MATCH-008")
def result_total_differs(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The winner is named with another total than the last running total."""
    _, totals = _sheets(clean)[-1]
    leader = max(totals, key=lambda side: totals[side])
    yield _with_result(clean, len(clean.lines), leader, totals[leader] + source.choice((-100, -10, 10, 100, 1000)))


@injector("MATCH-009")
def deal_number_out_of_order(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A deal has the number of the one before it, or of an earlier one; the log ends with that deal."""
    heads = [i for i, line in enumerate(clean.lines) if isinstance(line, n.DealHead)]
    for place in source.sample(heads[1:], len(heads) - 1):
        head = clean.lines[place]
        assert isinstance(head, n.DealHead)
        before = clean.lines[clean.deal_of(place - 1).start]
        assert isinstance(before, n.DealHead)
        if not any(isinstance(line, n.End) and line.why == "void" for line in clean.lines[:place]):
            wrong = replace(head, number=source.randint(1, before.number), text="")
            yield Spoilt([*clean.lines[:place], wrong, *clean.lines[place + 1 : clean.deal_of(place).stop]], place)
