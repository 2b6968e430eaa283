"""Questions to a store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from canasta_audit.store.database import Database
from canasta_audit.store.figures import Asked, Entrant, Group, Section, Stats
from canasta_audit.store.place import Place, lacking
from canasta_audit.store.schema import FINDINGS as F
from canasta_audit.store.schema import LOGS as L
from canasta_audit.store.schema import MATCHES as M
from canasta_audit.store.schema import PLAYERS as P
from canasta_audit.store.schema import SIDES as S
from canasta_audit.store.standings import Part, standings

Question = Any
"""A ``Select``, whose parameters are not the same in all releases."""


def stats(place: Place, asked: Asked) -> Stats:
    """Count what is asked. Raises ``StoreError``."""
    with opened(place) as database, database.reading() as connection:
        return _Counter(connection, asked).stats()


@contextmanager
def opened(place: Place) -> Iterator[Database]:
    """A store to be asked. Raises ``StoreError``."""
    if place.kind != "parquet":
        with closing(Database(place, reading=True)) as database:
            yield database
        return
    try:
        from canasta_audit.store.columnar import Columnar
    except ModuleNotFoundError as error:
        raise lacking(error, place.given) from None
    with closing(Columnar(place)) as home, closing(home.opened(reading=True)) as database:
        yield database


def _sum(values: sa.ColumnElement[Any]) -> sa.ColumnElement[int]:
    """A sum as a whole number, also where there is nothing to sum."""
    return sa.cast(sa.func.coalesce(sa.func.sum(values), 0), sa.BigInteger)


_SEVERITIES = [_sum(sa.case((F.c.severity == name, 1), else_=0)) for name in ("error", "warning", "note")]
_OPEN = _sum(sa.case((M.c.winner.is_(None), 1), else_=0))
_ROOT = F.c.follows.is_(None)


class _Counter:
    """Asks one connection about the matches that are asked for."""

    def __init__(self, connection: Connection, asked: Asked) -> None:
        self.connection = connection
        self.asked = asked
        self.events = [M.c.event.in_(asked.events)] if asked.events else []
        # Findings of no match have no date: nothing is asked of it where none is wanted.
        dates = _dates(asked) if asked.since or asked.until else ()
        self.wanted = sa.and_(sa.true(), *self.events, *dates)

    def stats(self) -> Stats:
        asked = self.asked
        counted = sa.select(sa.func.count(M.c.match), _sum(M.c.deals), _sum(M.c.turns), _OPEN).where(self.wanted)
        matches, deals, turns, undecided = self._one(counted)
        logs, copies, unplaced = self._logs()
        undated = 0
        if asked.since or asked.until:
            (undated,) = self._one(sa.select(sa.func.count(M.c.match)).where(sa.not_(_dated(asked)), *self.events))
        (follows,) = self._one(self._found(sa.select(sa.func.count(F.c.log)), F.c.follows.is_not(None)))
        rows, unnamed = self._standings() if "standings" in asked.sections else ((), 0)
        events = sorted(self.connection.execute(sa.select(M.c.event).distinct()).scalars())
        groups: dict[Section, tuple[Group, ...]] = {
            section: self._groups(section, deals) for section in asked.sections if section != "standings"
        }
        whole = Group("", deals, *self._one(self._faults()))
        counts = (asked, logs, matches, undecided, deals, turns)
        return Stats(*counts, whole, follows, rows, groups, tuple(events), undated, unnamed, copies, unplaced)

    def _logs(self) -> tuple[int, int, int]:
        """How many logs there are with such matches; where all are asked for, how many stand twice, and findings of no match."""
        if self.asked.filtered:
            (logs,) = self._one(sa.select(sa.func.count(sa.distinct(M.c.log))).where(self.wanted))
            return logs, 0, 0
        logs, contents = self._one(sa.select(sa.func.count(L.c.log), sa.func.count(sa.distinct(L.c.content))))
        (unplaced,) = self._one(sa.select(sa.func.count(F.c.log)).where(_ROOT, F.c.match.is_(None)))
        return logs, logs - contents, unplaced

    def _one(self, question: Question) -> tuple[Any, ...]:
        return tuple(self.connection.execute(question).one())

    def _found(self, question: Question, *more: sa.ColumnElement[bool]) -> Question:
        """A question about findings of the matches that are asked for; those of no match only where all are."""
        joined = sa.outerjoin(F, M, (F.c.log == M.c.log) & (F.c.match == M.c.match))
        return question.select_from(joined).where(self.wanted, *more)

    def _faults(self, *by: sa.ColumnElement[Any]) -> Question:
        question = self._found(sa.select(*by, *_SEVERITIES), _ROOT)
        return question.group_by(*by) if by else question

    def _groups(self, section: Section, deals: int) -> tuple[Group, ...]:
        if section == "kind":
            kinds = self.connection.execute(self._faults(F.c.id, F.c.name))
            groups = [Group(id, deals, errors, warnings, notes, name) for id, name, errors, warnings, notes in kinds]
        elif section == "chapter":
            groups = [Group(name, deals, *counts) for name, *counts in self.connection.execute(self._faults(F.c.chapter))]
        elif section == "player":
            groups = self._by_player()
        else:
            groups = self._by_match({"table": M.c.at_table, "event": M.c.event, "ruleset": M.c.ruleset}[section])
        return tuple(sorted(groups, key=lambda group: (-group.faults, -(group.per_100 or 0), group.name)))

    def _by_match(self, column: sa.Column[Any]) -> list[Group]:
        played = self.connection.execute(sa.select(column, _sum(M.c.deals)).where(self.wanted).group_by(column)).all()
        faults = {name: counts for name, *counts in self.connection.execute(self._faults(column))}
        return [Group(name, deals, *faults.get(name, (0, 0, 0))) for name, deals in played]

    def _by_player(self) -> list[Group]:
        """Two of the same name in one match are taken for one."""
        sat = sa.select(P.c.log, P.c.match, P.c.name).where(P.c.name != "").distinct().subquery()
        joined = sa.join(sat, M, (sat.c.log == M.c.log) & (sat.c.match == M.c.match))
        question = sa.select(sat.c.name, _sum(M.c.deals)).select_from(joined).where(self.wanted).group_by(sat.c.name)
        faults = {name: counts for name, *counts in self.connection.execute(self._faults(F.c.player))}
        return [Group(name, deals, *faults.get(name, (0, 0, 0))) for name, deals in self.connection.execute(question)]

    def _standings(self) -> tuple[tuple[Entrant, ...], int]:
        """The rows, and how many sides or players had no name."""
        faults = self._faults_of()
        counted: Counter[str] = Counter()
        played: list[list[Part]] = []
        unnamed = 0
        of_sides = self.asked.of == "side"
        for (log, match), seats in groupby(self._seats(), key=lambda row: (row.log, row.match)):
            parts = []
            for (side, total, won), sat in groupby(seats, key=lambda row: (row.side, row.total, row.won)):
                names = [row.name for row in sat]
                entrants = _entrants(names, of_sides)
                unnamed += not entrants if of_sides else names.count("")
                for name in entrants:
                    counted[name] += faults.get((log, match, side if of_sides else name), 0)
                parts.append(Part(total, None if won is None else bool(won), entrants))
            played.append(parts)
        return standings(played, counted, self.asked.tie_breaks), unnamed

    def _seats(self) -> Iterable[sa.Row[Any]]:
        of_match = (S.c.log == M.c.log) & (S.c.match == M.c.match)
        of_side = (P.c.log == S.c.log) & (P.c.match == S.c.match) & (P.c.side == S.c.side)
        joined = sa.join(sa.join(M, S, of_match), P, of_side)
        question = sa.select(M.c.log, M.c.match, S.c.side, S.c.total, S.c.won, P.c.name).select_from(joined).where(self.wanted)
        return self.connection.execute(question.order_by(M.c.log, M.c.match, S.c.side, P.c.seat))

    def _faults_of(self) -> dict[tuple[str, int, str], int]:
        """Faults of matches with a winner, by side or by player."""
        columns = (F.c.log, F.c.match, F.c.player if self.asked.of == "player" else F.c.side)
        question = self._found(sa.select(*columns, sa.func.count(F.c.place)), _ROOT, M.c.winner.is_not(None))
        found = self.connection.execute(question.group_by(*columns))
        return {(log, match, name): count for log, match, name, count in found if name}


def _entrants(names: list[str], of_sides: bool) -> tuple[str, ...]:
    if not of_sides:
        return tuple(dict.fromkeys(name for name in names if name))
    return (" & ".join(sorted(name or "?" for name in names)),) if any(names) else ()


def _dated(asked: Asked) -> sa.ColumnElement[bool]:
    """Whether a date is told as exactly as the bounds are."""
    return sa.func.length(M.c.date) >= max(len(asked.since), len(asked.until))


def _dates(asked: Asked) -> Iterator[sa.ColumnElement[bool]]:
    """A date is compared as far as the bound tells it."""
    yield _dated(asked)
    if asked.since:
        yield M.c.date >= asked.since
    if asked.until:
        yield sa.func.substr(M.c.date, 1, len(asked.until)) <= asked.until
