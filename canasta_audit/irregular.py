"""What goes wrong between the turns: turns taken back, cards exposed or counted, a director's rulings.

Each is asked about on the table as it lies, and then carried out. A turn that was taken back is tried on a copy of the table: what
nobody can have played is a fault of the record all the same, and the cards that it showed have been seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from canasta_audit.asking import Asker
from canasta_audit.cards import UNKNOWN
from canasta_audit.checks.registry import Event
from canasta_audit.checks.step import Offence
from canasta_audit.checks.unknown import Unknowns
from canasta_audit.finding import Finding
from canasta_audit.notation import model as n
from canasta_audit.playing import play_by_play
from canasta_audit.table.direct import direct
from canasta_audit.table.irregular import expose, recount, seen_in
from canasta_audit.table.snapshot import copy_of
from canasta_audit.table.state import Table

KINDS: Mapping[str, Event] = {"director": "ruled", "exposed": "exposed", "count": "counted"}
"""Kinds of lines between the turns that are asked about, and as what."""


class Between:
    """What stands between the turns of one deal; made only for deals that have any of it.

    ``offences`` are what was against the law in the turns taken back, as ``Step.offences`` has them.
    """

    def __init__(
        self, asker: Asker, lines: Sequence[n.Line], deal: n.Deal, partial: bool, blind: Unknowns | None = None
    ) -> None:  # fmt: skip
        """``lines`` are those of ``deal`` that stand; ``partial``: the record leaves things out; ``blind`` learns what is open."""
        self.offences: list[Offence] = []
        self._asker = asker
        self._lines = lines
        self._partial = partial
        self._blind = blind
        self._undone: dict[int, list[n.Turn]] = {}
        turns, waiting, index = [], [], 0
        for line in deal.lines:
            if isinstance(line, n.Turn):
                turns.append(line)
            if line.undone:
                waiting += [line] if isinstance(line, n.Turn) else []
                continue
            if waiting and (line.kind in KINDS or line.kind in ("turn", "end")):
                self._undone[index], waiting = waiting, []
            index += 1
        if waiting:
            self._undone[index] = waiting
        self._next = {id(turn): following for turn, following in pairwise(turns)}

    def begin(self, first: int, table_at: Callable[[int], Table]) -> None:
        """Judge what stands before the first turn, the line with the index ``first``; what a director put right there is done.

        ``table_at`` gives the table as it was before a line.
        """
        step = self._asker.step
        for index, line in enumerate(self._lines[:first]):
            if not isinstance(line, n.Director):
                self.reach(index)
                continue
            self._take_back(index)
            step.table, table = table_at(index), step.table
            ask(self._asker, line, self._blind)
            step.table = table

    def finish(self) -> list[Offence]:
        """Judge what stands behind the last line that does, and return the offences."""
        self.reach(len(self._lines))
        return self.offences

    def reach(self, index: int) -> None:
        """Judge the turns that were taken back before the line with this index, and the line itself if it is no turn."""
        self._take_back(index)
        if index < len(self._lines) and self._lines[index].kind in KINDS:
            put_right(self._asker, self._lines[index], self._blind)

    def _take_back(self, index: int) -> None:
        turns = self._undone.get(index)
        if turns:
            following = [self._next.get(id(turn)) for turn in turns]
            self.offences += take_back(self._asker, turns, following, self._partial, self._blind)


def put_right(asker: Asker, line: n.Line, blind: Unknowns | None = None) -> None:
    """Ask about a line between the turns, and carry it out."""
    ask(asker, line, blind)
    table = asker.step.table
    if isinstance(line, n.Director):
        direct(table, line)
    elif isinstance(line, n.Exposed) and line.seat in table.hands:
        expose(table, line.seat, line.cards)
    elif isinstance(line, n.Count):
        recount(table, line.what, line.number)
    _ask_of_excess(asker, table)


def ask(asker: Asker, line: n.Line, blind: Unknowns | None) -> None:
    """Ask about a line between the turns."""
    step = asker.step
    seat = line.seat if isinstance(line, n.Exposed) else line.what if isinstance(line, n.Count) else ""
    step.line, step.side = line, step.table.seats.side_of.get(seat)
    step.seat = seat if step.side is not None else None
    asker.emit.turn = None
    asker.ask(KINDS[line.kind])
    if blind is not None:
        blind.between(step, line, KINDS[line.kind], asker.emit.found_at(None))


def take_back(
    asker: Asker, turns: Sequence[n.Turn], following: Sequence[n.Turn | None], partial: bool, blind: Unknowns | None = None
) -> list[Offence]:  # fmt: skip
    """Judge turns that were taken back one after the other; return what was against the law in them.

    ``following`` are the turns that the record has next after each. ``partial``: the record leaves things out, so that nobody can
    say what they would have been.
    """
    step, table = asker.step, asker.step.table
    kept = {name: getattr(step, name, None) for name in ("turn", "play", "index", "last_turn")}
    offences: list[Offence] = []
    tried, before = table, None
    for line, after in zip(turns, following, strict=True):
        if line.seat not in table.hands:
            continue
        # A player who goes on where another one has played does so on the table as that one left it.
        base = tried if before is not None and table.seats.next_of[before] == line.seat else table
        tried = copy_of(base)
        found = [] if partial else _try(asker, line, tried, blind)
        offences += [Offence(finding.name, line.seat, line.line) for finding in found if finding.grade == "illegal"]
        impossible = [finding for finding in found if finding.grade == "impossible"]
        asker.emit.keep(impossible)
        step.table, step.line, step.seat, step.side = table, line, line.seat, table.seats.side_of[line.seat]
        step.following = after
        # One that rests on another turn taken back had to go with it.
        sure = not partial and base is table and line.seat not in base.vague and UNKNOWN not in base.hands[line.seat]
        step.lawful = False if found else True if sure else None
        asker.emit.turn = None
        asker.ask("undone")
        if blind is not None:
            blind.between(step, line, "undone", asker.emit.found_at(None))
        _see(asker, table, line)
        before = line.seat
    for name, value in kept.items():
        setattr(step, name, value)
    return offences


def _try(asker: Asker, line: n.Turn, table: Table, blind: Unknowns | None) -> list[Finding]:
    """Play a turn on ``table``, a copy, and return what was found."""
    step = asker.step
    aside = asker.emit.aside()
    step.table, step.last_turn = table, False
    if blind is not None:
        blind.before(step, line)
    play_by_play(asker, line, None)
    if blind is not None:
        blind.after(step, line, asker.emit.found_at(table.played_turns))
    return asker.emit.end_aside(aside)


def _see(asker: Asker, table: Table, line: n.Turn) -> None:
    """What a turn has shown stays known when it was taken back."""
    expose(table, line.seat, seen_in(line))
    _ask_of_excess(asker, table)


def _ask_of_excess(asker: Asker, table: Table) -> None:
    if table.excess:
        asker.ask("excess")
        table.excess.clear()
