"""One deal of a score sheet: what its rows tell, and the lines that say so."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from canasta_audit.notation.events_turns import plain
from canasta_audit.notation.model import (
    Award,
    Before,
    DealHead,
    Director,
    End,
    Line,
    Minimum,
    Penalty,
    ScoreLine,
    Seat,
    Side,
    Totals,
)
from canasta_audit.notation.scoresheet_columns import ITEMS, SCORES
from canasta_audit.notation.scoresheet_sides import Players
from canasta_audit.notation.scoresheet_table import NOTHING, Cell, number_in, plain_name

_SUMS = ("before", "minimum", "running")
_WHY = {"stock": "stock", "void": "void", "stop": "stop", "stuck": "stuck", "stopped": "stop"}


class Refused(NamedTuple):
    """A cell that does not say what it should: its column, and what was expected."""

    column: str
    expected: str


@dataclass
class Told:
    """What a row tells of a side in a deal: points by column, and what concerns the deal."""

    line: int
    number: int
    side: Side
    points: dict[str, int] = field(default_factory=dict)
    dealer: Seat | None = None
    first: Seat | None = None
    end: End | None = None
    remark: str = ""


def told_in(told: Told, cells: Mapping[str, Cell], players: Players) -> Refused | None:
    """Fill in what the ``cells`` of a row tell; return the first that cannot be read. Of points that make one score either all are
    taken or none.
    """
    refused: list[Refused] = []
    for column in (*SCORES, *_SUMS):
        text = cells[column].text if column in cells else ""
        if text in NOTHING:
            continue
        number = number_in(text)
        if number is None:
            refused.append(Refused(column, "a whole number of points"))
        else:
            told.points[column] = number
    if any(one.column in SCORES for one in refused):
        told.points = {column: points for column, points in told.points.items() if column in _SUMS}
    told.dealer = _seat(cells, "dealer", players, refused)
    told.first = _seat(cells, "first", players, refused)
    told.remark = plain(cells["remark"].text) if "remark" in cells else ""
    if "ended" in cells and cells["ended"].text not in NOTHING:
        told.end = end_in(cells["ended"].text, told.side, players)
        if told.end is None:
            refused.append(Refused("ended", "who went out, or: stock, stop, stuck, void"))
    return min(refused, key=lambda one: cells[one.column].column, default=None)


def _seat(cells: Mapping[str, Cell], column: str, players: Players, refused: list[Refused]) -> Seat | None:
    text = cells[column].text if column in cells else ""
    if text in NOTHING:
        return None
    seat = players.seat(text)
    if not seat:
        refused.append(Refused(column, f"a seat: {' '.join(players.order)}"))
    return seat or None


def end_in(text: str, side: Side, players: Players) -> End | None:
    """How a deal ended: a word, a player, or ``out`` in the row of a side of one; ``None`` where nobody can tell."""
    bare = re.sub(r"\bconcealed\b", "", text, flags=re.IGNORECASE)
    concealed = bare != text
    who = re.sub(r"\b(?:went )?out\b", "", bare, flags=re.IGNORECASE).strip(" ,:;")
    if plain_name(who) in _WHY and not concealed:
        return End(why=_WHY[plain_name(who)])  # type: ignore[arg-type]
    seat = players.seat(who) if who else side if len(side) == 1 and plain_name(text) else ""
    return End(outs=((seat, concealed),)) if seat else None


def lines_of_deal(rows: Sequence[Told], players: Players) -> list[Line]:
    """The lines of a deal; each names the rows that it comes from."""
    first = rows[0]
    dealer = next((row.dealer for row in rows if row.dealer), None)
    begins = next((row.first for row in rows if row.first), None)
    where = f"row {first.line}" if len(rows) == 1 else f"rows {first.line} to {rows[-1].line}"
    lines: list[Line] = [DealHead(line=first.line, number=first.number, dealer=dealer, first=begins, comment=where)]
    for column, kind in (("before", Before), ("minimum", Minimum)):
        sums = _sums(rows, column)
        if sums:
            lines.append(kind(line=first.line, sums=sums))
    for row in rows:
        for column in ("penalty", "director"):
            points = row.points.get(column)
            if points and column == "penalty":
                lines.append(Penalty(line=row.line, side=row.side, points=points, comment=f"row {row.line}"))
            elif points:
                lines.append(Director(line=row.line, rulings=(Award(row.side, points),), comment=f"row {row.line}"))
    ended = next((row for row in rows if row.end is not None), None)
    if ended is not None and ended.end is not None:
        lines.append(End(line=ended.line, outs=ended.end.outs, why=ended.end.why, comment=f"row {ended.line}"))
    for row in rows:
        items = tuple((item, row.points[item]) for item in (*ITEMS, "total") if item in row.points)
        if items:
            comment = f"row {row.line}: {row.remark}" if row.remark else f"row {row.line}"
            lines.append(ScoreLine(line=row.line, side=row.side, items=items, comment=comment))
    running = _sums(rows, "running")
    if running:
        lines.append(Totals(line=rows[-1].line, sums=running))
    return lines


def _sums(rows: Sequence[Told], column: str) -> tuple[tuple[Side, int], ...]:
    return tuple((row.side, row.points[column]) for row in rows if column in row.points)
