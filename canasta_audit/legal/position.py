"""The position before a turn of a log: what lay on the table, whose turn it was, and what the stock held as far as is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from canasta_audit.auditor import Auditor
from canasta_audit.cards import UNKNOWN, Card
from canasta_audit.checks.step import EVERYTHING, MatchState, Step
from canasta_audit.legal.referee import Referee, Stand
from canasta_audit.notation import model as n
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.table.snapshot import copy_of
from canasta_audit.table.state import Table

Choose = Callable[[Mapping[str, str]], Ruleset]

_UNSEEN = 60
"""Cards that a stock is taken to have at least where nobody has counted it."""


def stand_before(head: n.Match, deals: Sequence[n.Deal], line: n.Line | None, choose: Choose) -> Stand | None:
    """The position in the last of ``deals`` before ``line`` (``None``: behind all its lines), by the ruleset that ``choose`` picks.

    ``head`` is the match without its deals, ``deals`` those of it up to the one meant. ``None`` where nobody has to play, or the
    match cannot be judged.
    """
    last = deals[-1]
    place = next((i for i, other in enumerate(last.lines) if other is line), len(last.lines))
    begun = n.Deal([other for other in last.lines[:place] if other.kind != "end"])
    seen: list[tuple[Table, MatchState]] = []
    auditor = Auditor("", choose, lambda step: seen.append(_seen(step)) if step.deal is begun else None)
    list(auditor.feed(head))
    for deal in (*deals[:-1], begun):
        list(auditor.feed(deal))
    if not seen:
        return None
    table, match = seen[-1][0], seen[0][1]
    seat = _due(table)
    ruleset = choose(match.tags)
    if seat is None or len(match.seats.order) not in ruleset.tables:
        return None
    if isinstance(line, n.Turn) and line.seat == seat:
        know_stock(table, line.plays)
    match.recorded = EVERYTHING | {"questions"}
    return Stand(table, seat, Referee(ruleset, match))


def _seen(step: Step) -> tuple[Table, MatchState]:
    return copy_of(step.table), step.match.copy()


def _due(table: Table) -> n.Seat | None:
    """Whose turn it is."""
    if table.over is not None:
        return None
    return table.first if table.last_seat is None else table.seats.next_of[table.last_seat]


def know_stock(table: Table, plays: Sequence[n.Play]) -> None:
    """Put the cards that a record draws on top of a stock whose order is not known."""
    drawn: list[Card] = []
    for play in plays:
        if isinstance(play, (n.Draw, n.Red)):
            drawn += [card for chain in play.chains for card in (chain if isinstance(play, n.Draw) else chain[1:])]
    left = _UNSEEN if table.stock_left is None else table.stock_left
    if table.stock is None and drawn and left:
        table.stock = [*[UNKNOWN] * max(0, left - len(drawn)), *reversed(drawn[:left])]
