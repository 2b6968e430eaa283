"""Score sheets kept as a table, one row a deal and side, turned into the typed log: deals without plays.

A row that cannot be read is one finding, and the rest is converted. ``Line.line`` of what comes out is the line of the row that it
comes from, and comments name it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from canasta_audit.finding import Finding
from canasta_audit.notation.events_turns import plain
from canasta_audit.notation.model import Blank, Deal, Line, Match, Tag
from canasta_audit.notation.scoresheet_columns import (
    Layout,
    WrongSheet,
    cells_by_column,
    is_remark,
    layout_of,
    tag_in,
    unknown_columns,
)
from canasta_audit.notation.scoresheet_deal import Told, lines_of_deal, told_in
from canasta_audit.notation.scoresheet_faults import UNKNOWN_COLUMN, UNREADABLE_ROW
from canasta_audit.notation.scoresheet_sides import TAG_OF, Players, players_of
from canasta_audit.notation.scoresheet_table import Cell, Raw, Row, cells_of, number_in, raw_rows

Report = Callable[[Finding], None]


def read_scoresheet(lines: Iterable[str], file: str, report: Report, ruleset: str | None = None) -> Iterator[Match | Deal]:
    """Yield each match's head as a ``Match`` without deals, then its deals one by one.

    ``ruleset`` is what the matches are said to have been played by. Raises ``WrongSheet`` where the text has no headings of a score
    sheet, before anything is yielded.
    """
    rows = list(raw_rows(lines))
    layout = layout_of(rows)
    yield from _Reader(file, report, ruleset, layout).read(rows)


class _BadRow(Exception):
    """A row tells nothing: what was expected, and in which column (``""``: in the row as a whole)."""

    def __init__(self, expected: str, field: str = "") -> None:
        super().__init__(expected)
        self.expected, self.field = expected, field


class _Reader:
    """Keeps the layout of the table, and what was said last of match and deal."""

    def __init__(self, file: str, report: Report, ruleset: str | None, layout: Layout) -> None:
        self._file, self._report, self._ruleset, self._layout = file, report, ruleset, layout
        self._match = 0
        self._number: int | None = None

    def read(self, rows: Sequence[Raw]) -> Iterator[Match | Deal]:
        head = self._layout.headings
        for cell in unknown_columns(self._layout):
            found = UNKNOWN_COLUMN.finding(self._file, head.line, cell.column, cell.end, text=head.text, field=cell.text)
            self._report(found)
        below = [cells_of(raw, self._layout.separator) for raw in rows if raw.line > self._layout.line]
        body = [row for row in below if not row.empty and not (row.cells and is_remark(row) and _tag_below(row) is None)]
        if not any(not row.broken and _tag_below(row) is None for row in body):
            raise WrongSheet("no row follows the headings", self._layout.line, 1)
        matches = list(self._matches(body))
        for i, (tags, part) in enumerate(matches, 1):
            yield from self._read_match(tags, part, i == len(matches))

    def _matches(self, body: Sequence[Row]) -> Iterator[tuple[dict[str, tuple[str, int]], list[Row]]]:
        """Yield the tags and rows of each match: another begins where tags stand between rows, or the column ``match`` changes."""
        tags, part, called = dict(self._layout.tags), list[Row](), ""
        for row in body:
            tag = _tag_below(row)
            if tag is not None and tag[0] == "Result" and part:
                tags["Result"] = (tag[1], row.line)
                continue
            cell = cells_by_column(self._layout, row).get("match") if tag is None else None
            other = cell is not None and called not in ("", cell.text)
            if part and (tag is not None or other):
                yield tags, part
                kept = () if other else ("Event", "Result", "Date", "Round", "Table")
                tags = {name: told for name, told in tags.items() if name not in kept and name != "Result"}
                part = []
            if tag is not None:
                tags[tag[0]] = (tag[1], row.line)
            else:
                called = cell.text if cell is not None else called
                part.append(row)
        if part:
            yield tags, part

    def _read_match(self, tags: dict[str, tuple[str, int]], rows: Sequence[Row], last: bool) -> Iterator[Match | Deal]:
        self._match += 1
        self._number = None
        cells = [cells_by_column(self._layout, row) for row in rows]
        called = [one["side"].text for one in cells if "side" in one]
        players = players_of(called, {name: value for name, (value, _) in tags.items()})
        told: list[Told] = []
        deals: list[list[Told]] = []
        for row, by_column in zip(rows, cells, strict=True):
            try:
                one = self._row(row, by_column, players, told)
            except _BadRow as bad:
                self._complain(row, bad.expected, bad.field, by_column.get(bad.field))
                continue
            if not told or one.number != told[-1].number:
                told = []
                deals.append(told)
            told.append(one)
        if deals:
            yield Match([*self._tags(tags, players, rows[0].line), Blank()])
        for i, deal in enumerate(deals, 1):
            yield Deal([*lines_of_deal(deal, players), *([] if last and i == len(deals) else [Blank()])])

    def _tags(self, tags: dict[str, tuple[str, int]], players: Players, line: int) -> list[Line]:
        """Name the event, the rules, and who plays with whom."""
        given = {name: plain(value) for name, (value, _) in tags.items()}
        found = {"Event": given.pop("Event", "Score sheet")}
        if self._ruleset or "Ruleset" in given:
            found["Ruleset"] = plain(self._ruleset or given["Ruleset"])
        found |= {
            name: value for name, value in given.items() if name not in (*found, "Result", "Seats", "Sides", *TAG_OF.values())
        }
        found |= {TAG_OF.get(seat, seat): plain(players.names[seat]) for seat in players.order if seat in players.names}
        found |= {"Seats": players.order, "Sides": " ".join(players.listed)}
        found |= {"Result": given["Result"]} if "Result" in given else {}
        return [Tag(line=tags[name][1] if name in tags else line, name=name, value=value) for name, value in found.items()]

    def _row(self, row: Row, cells: dict[str, Cell], players: Players, deal: Sequence[Told]) -> Told:
        """What a row tells, without what cannot be read of it. Raises ``_BadRow`` where that is nothing."""
        if row.broken:
            raise _BadRow(row.broken)
        if "deal" in cells:
            number = _deal_number(cells["deal"].text)
            if number is None:
                raise _BadRow("the number of a deal", "deal")
            self._number = number
        if self._number is None:
            raise _BadRow("the number of a deal", "deal")
        side = players.side(cells["side"].text) if "side" in cells else ""
        if not side:
            wanted = f"a side: {' or '.join(players.listed)}" if players.listed else "a side"
            raise _BadRow(wanted, "side")
        if any(one.side == side and one.number == self._number for one in deal):
            raise _BadRow(f"one row for {side} in deal {self._number}", "side")
        told = Told(row.line, self._number, side)
        refused = told_in(told, cells, players)
        if refused is not None:
            self._complain(row, refused.expected, refused.column, cells[refused.column])
        return told

    def _complain(self, row: Row, expected: str, field: str, cell: Cell | None = None) -> None:
        column, end = (cell.column, cell.end) if cell is not None else (1, len(row.text) + 1)
        found = UNREADABLE_ROW.finding(self._file, row.line, column, end, text=row.text, expected=expected, field=field)
        self._report(replace(found, match=self._match, deal=self._number))


def _tag_below(row: Row) -> tuple[str, str] | None:
    """The tag that a row below the headings gives; a row of scores is none, though it may begin with the letter of a seat."""
    tag = tag_in(row)
    return tag if tag is not None and tag[0] in ("Event", "Date", "Round", "Table", "Ruleset", "Result", "Sides", "Seats") else None


def _deal_number(text: str) -> int | None:
    """The number of a deal, which may stand behind a word.

    >>> _deal_number("3."), _deal_number("Deal 3"), _deal_number("three")
    (3, 3, None)
    """
    found = re.fullmatch(r"[^0-9+-]{0,20}([0-9][0-9.,]*)", text)
    number = number_in(found[1].rstrip(".")) if found else None
    return number if number is not None and number >= 0 else None
