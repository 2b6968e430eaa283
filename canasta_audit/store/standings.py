"""The standings of a tournament, by matches as they came out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from canasta_audit.store.figures import Entrant, TieBreak


class Part(NamedTuple):
    """A side of a match: its total, whether it ``won`` (``None``: nobody did, or nobody can tell), who counts as entrants in it."""

    total: int
    won: bool | None
    entrants: tuple[str, ...]


@dataclass(slots=True)
class _Row:
    name: str
    matches: int = 0
    won: int = 0
    points: int = 0
    difference: int = 0
    faults: int = 0
    open: int = 0
    met: int | None = None
    beaten: list[frozenset[str]] = field(default_factory=list)


def standings(matches: Iterable[Sequence[Part]], faults: Mapping[str, int], tie_breaks: Sequence[TieBreak]) -> tuple[Entrant, ...]:
    """Place all who played; who is level in everything shares a rank, in the order of names. Those come last who have no rank.

    >>> [row.name for row in standings([[Part(5000, True, ("Ann",)), Part(3100, False, ("Bo",))]], {}, ["wins"])]
    ['Ann', 'Bo']
    """
    rows: dict[str, _Row] = {}
    for parts in matches:
        _count(parts, rows)
    for name, row in rows.items():
        row.faults = faults.get(name, 0)
    placed: list[Entrant] = []
    for level in _levels([row for row in rows.values() if row.matches], tie_breaks):
        rank = len(placed) + 1
        placed += [_entrant(rank, row) for row in sorted(level, key=lambda row: row.name)]
    placed += [_entrant(None, row) for row in sorted(rows.values(), key=lambda row: row.name) if not row.matches]
    return tuple(placed)


def _count(parts: Sequence[Part], rows: dict[str, _Row]) -> None:
    for part in parts:
        others = [other for other in parts if other is not part]
        for name in part.entrants:
            row = rows.setdefault(name, _Row(name))
            if part.won is None:
                row.open += 1
                continue
            row.matches += 1
            row.points += part.total
            row.difference += part.total - max((other.total for other in others), default=part.total)
            if part.won:
                row.won += 1
                row.beaten.append(frozenset(name for other in others for name in other.entrants))


def _levels(rows: list[_Row], tie_breaks: Sequence[TieBreak]) -> list[list[_Row]]:
    """Groups of those who are level, the best first."""
    levels = [rows] if rows else []
    for one in tie_breaks:
        after: list[list[_Row]] = []
        for level in levels:
            worth = _worth(level, one)
            ordered = sorted(level, key=lambda row: -worth[row.name])
            after += [list(same) for _, same in groupby(ordered, key=lambda row: worth[row.name])]
        levels = after
    return levels


def _worth(level: Sequence[_Row], tie_break: TieBreak) -> dict[str, int]:
    """What counts between those who are level so far; more is better."""
    if tie_break == "wins":
        return {row.name: row.won for row in level}
    if tie_break == "points":
        return {row.name: row.points for row in level}
    if tie_break == "difference":
        return {row.name: row.difference for row in level}
    if tie_break == "faults":
        return {row.name: -row.faults for row in level}
    names = {row.name for row in level}
    for row in level:
        if len(level) > 1:
            row.met = sum(not names.isdisjoint(beaten - {row.name}) for beaten in row.beaten)
    return {row.name: row.met or 0 for row in level}


def _entrant(rank: int | None, row: _Row) -> Entrant:
    return Entrant(rank, row.name, row.matches, row.won, row.points, row.difference, row.faults, row.open, row.met)
