"""Clean logs to be spoilt, spoilt logs, and the table of injectors."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import NamedTuple

from canasta_audit.auditor import Auditor
from canasta_audit.checks.step import Step
from canasta_audit.notation import model as n
from canasta_audit.notation.parse import parse
from canasta_audit.notation.write import write_line
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.simulate.match import numbered_match
from canasta_audit.table.deal import seats_of
from canasta_audit.table.snapshot import copy_of
from canasta_audit.table.state import Seats, Table


class Moment(NamedTuple):
    """A turn of a clean log: its 0-based place among the lines of the log, and the table before and after it."""

    place: int
    turn: n.Turn
    before: Table
    after: Table


class Spoilt(NamedTuple):
    """A log with one fault: its lines, and the 0-based place of the line at which the fault is to be found."""

    lines: list[n.Line]
    place: int

    @property
    def text(self) -> str:
        """The log as text."""
        return "".join(write_line(line) + "\n" for line in self.lines)


@dataclass
class Clean:
    """One simulated match without a fault: all its lines, from its first tag to the totals of its last deal."""

    ruleset: Ruleset
    players: int
    text: str

    @property
    def rules(self) -> Rules:
        """The rules of its table."""
        return self.ruleset.tables[self.players]

    @cached_property
    def seats(self) -> Seats:
        """Who sits where."""
        return seats_of({line.name: line.value for line in self.lines if isinstance(line, n.Tag)})

    @cached_property
    def lines(self) -> list[n.Line]:
        """The typed lines; ``line.line`` is the 1-based place of each."""
        return list(parse(self.text).lines())

    @cached_property
    def moments(self) -> list[Moment]:
        """All turns with the tables around them."""
        found: list[Moment] = []
        tables: list[Table] = []

        def watch(step: Step) -> None:
            line, table = step.line, copy_of(step.table)
            if isinstance(line, n.Turn):
                found.append(Moment(line.line - 1, line, tables[-1], table))
            tables[:] = [table]

        auditor = Auditor("clean", lambda tags: self.ruleset, watch)
        log = parse(self.text)
        for match in log.matches:
            units: list[n.Match | n.Deal] = [match, *match.deals]
            for unit in units:
                for _ in auditor.feed(unit):
                    pass
        return found

    def deal_of(self, place: int) -> range:
        """The places of all lines of the deal that the line at ``place`` belongs to, its head's first."""
        following = bisect_right(self._heads, place)
        return range(self._heads[:following][-1], [*self._heads, len(self.lines)][following])

    @cached_property
    def _heads(self) -> list[int]:
        """The places of the heads of all deals."""
        return [i for i, line in enumerate(self.lines) if isinstance(line, n.DealHead)]

    def put(self, place: int, *lines: n.Line) -> Spoilt:
        """Replace the line at ``place`` by ``lines``; the fault is at the first of them."""
        return Spoilt([*self.lines[:place], *lines, *self.lines[place + 1 :]], place)

    def cut(self, place: int, *lines: n.Line) -> Spoilt:
        """The same, and the deal was broken off behind ``lines``: nothing follows that could tell of the fault once more."""
        return Spoilt([*self.lines[:place], *lines, n.End(why="stop")], place)


Spoil = Callable[[Clean, Random], Iterator[Spoilt]]
"""Yields the ways in which it could spoil a log, in random order; none where the log has no fit place."""


class Injector(NamedTuple):
    """How to inject the fault of a check: into a log of which ruleset and number of players, played by which bot."""

    id: str
    spoil: Spoil
    ruleset: str
    players: int
    bot: str


_injectors: dict[str, Injector] = {}


def injector(id: str, ruleset: str = "uk-regency", players: int = 4, bot: str = "greedy") -> Callable[[Spoil], Spoil]:
    """Enter a function into the table of injectors.

    Raises ``ValueError`` where a check has one already.
    """

    def enter(spoil: Spoil) -> Spoil:
        if id in _injectors:
            raise ValueError(f"{id} has an injector")
        _injectors[id] = Injector(id, spoil, ruleset, players, bot)
        return spoil

    return enter


def registered() -> dict[str, Injector]:
    """All injectors by the id of their check."""
    return _injectors


def clean_match(ruleset: Ruleset, players: int, bot: str, seed: int, number: int) -> Clean:
    """A simulated match to be spoilt."""
    return Clean(ruleset, players, "".join(numbered_match(ruleset, players, bot, seed, number)))
