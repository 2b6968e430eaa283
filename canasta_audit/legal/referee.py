"""Judges turns, each on a copy of the table, by the checks that an audit asks."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import NamedTuple

from canasta_audit.asking import Asker, Plan, plan_for
from canasta_audit.checks.registry import Check, Fault, Faults
from canasta_audit.checks.step import MatchState, Step, was_concealed
from canasta_audit.emit import Emitter
from canasta_audit.finding import Finding
from canasta_audit.notation import model as n
from canasta_audit.notation.write import write_play
from canasta_audit.playing import play_by_play, play_turn
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.table.plain import plain_turn
from canasta_audit.table.snapshot import Kept, copy_of
from canasta_audit.table.state import Shape, Table


class _FaultFound(Exception):
    """An error was found: no need to look further. Its only argument is the id."""


class _Strict(Emitter):
    """Stops at the first error."""

    def faults(self, check: Check, faults: Faults, step: Step) -> None:
        """Raise ``_FaultFound`` unless all that was found are notes and warnings."""
        for fault in [faults] if isinstance(faults, Fault) else faults or ():
            if (fault.severity or check.severity) == "error":
                raise _FaultFound(check.id)


@lru_cache(maxsize=32)
def _found_good(rules: Rules) -> tuple[set[Shape], set[Hashable]]:
    """The rows and takes that referees have found good under ``rules``."""
    return set(), set()


class Referee:
    """Judges turns under one ruleset, each on a copy of the table, which stays as it is.

    A turn is judged as one that others follow, unless it ends the deal.
    """

    def __init__(self, ruleset: Ruleset, match: MatchState) -> None:
        """Raises ``KeyError`` for a number of players that the ruleset has no game for."""
        self.ruleset = ruleset
        self.match = match
        self.players = len(match.seats.order)
        self.rules: Rules = ruleset.tables[self.players]
        self._plan: Plan = plan_for(self.rules)
        self._deal = n.Deal([n.DealHead(number=1)])
        self._emit = Emitter("")
        self._emit.begin_match(match.number)
        self._emit.begin_ruleset(ruleset, self.players)
        self._asker = Asker(Step(), self._emit, self._plan)
        strict = _Strict("")
        strict.begin_match(match.number)
        self._strict = Asker(self._asker.step, strict, self._plan)
        self._strict.share(*_found_good(self.rules))

    def judge(self, table: Table, line: n.Turn) -> list[Finding]:
        """Errors (notes left aside) that the turn of ``line`` would be found to have; ``table`` is not changed."""
        return self.play(copy_of(table), line)

    def attempt(self, table: Table, line: n.Turn) -> str | None:
        """Carry out a turn on ``table`` itself if it is lawful; else change nothing and return the id of the first error in it.

        For tables whose stock is known, and turns that move no card from one meld to another.
        """
        asker = self._strict
        asker.step.rules = self.rules
        limits = asker.shortcuts.limits
        if limits is not None:
            turn = plain_turn(table, line, asker.known, limits)
            if turn is not None:
                asker.step.turn = turn
                return None
        kept = Kept(table, line.seat)
        self._enter(table, line)
        asker.emit.begin_deal(table.number)
        try:
            play_by_play(asker, line, None)
        except _FaultFound as found:
            kept.put_back()
            return str(found)
        return None

    def after(self, table: Table, line: n.Turn) -> Table | None:
        """The table after a turn if it is lawful; ``table`` itself is not changed."""
        found = self.outcome(table, line)
        return None if isinstance(found, str) else found

    def outcome(self, table: Table, line: n.Turn) -> Table | str:
        """The table after a turn, or the id of the first error in it; ``table`` itself is not changed."""
        other = copy_of(table)
        self._enter(other, line)
        self._strict.emit.begin_deal(table.number)
        try:
            play_turn(self._strict, line, None)
        except _FaultFound as found:
            return str(found)
        return other

    def play(self, table: Table, line: n.Turn) -> list[Finding]:
        """Carry out a turn on ``table`` itself; the errors found."""
        self._emit.begin_deal(table.number)
        self._enter(table, line)
        play_turn(self._asker, line, None)
        return [finding for finding in self._emit.drain() if finding.severity == "error"]

    def _enter(self, table: Table, line: n.Turn) -> None:
        step = self._asker.step
        step.table, step.rules, step.match, step.deal, step.line = table, self.rules, self.match, self._deal, line
        step.notes, step.noted, step.end, step.last_turn = [], {}, None, False
        step.seat = step.side = None

    def concealed(self) -> bool:
        """Tell whether the turn judged last, if it emptied the hand, went out concealed."""
        return was_concealed(self._asker.step)


class Stand(NamedTuple):
    """A position: the table, whose turn it is, and who judges."""

    table: Table
    seat: n.Seat
    referee: Referee


class LegalTurn(NamedTuple):
    """One lawful turn: its plays in canonical order, and the table after it."""

    plays: tuple[n.Play, ...]
    table: Table

    @property
    def text(self) -> str:
        """The turn as the notation writes it, without the seat."""
        return ", ".join(map(write_play, self.plays))


def result(table: Table) -> Hashable:
    """What two turns have in common that are the same: melds with their owners, hands, red threes and the pile."""
    melds = [(side, meld.seat, tuple(sorted(meld.cards))) for side, row in table.melds.items() for meld in row]
    held = [tuple(sorted(hand)) for hand in (*table.hands.values(), *table.reds.values())]
    return tuple(sorted(melds)), tuple(held), tuple(table.pile)
