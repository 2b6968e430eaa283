"""A recorded deal as plain data: the table as dealt, after every turn and at the end, for a page to step through."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from canasta_audit.audit import Position, replay
from canasta_audit.auditor import Choose
from canasta_audit.cards import UNKNOWN, sort
from canasta_audit.checks.step import frozen_by
from canasta_audit.finding import Finding
from canasta_audit.notation import model as n
from canasta_audit.notation.write import write_line
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.table.score import kind_of
from canasta_audit.table.state import MeldOnTable, Table

Record = dict[str, Any]


class Mark(NamedTuple):
    """Something to be seen at a line of a log: ``kind`` is a severity, or ``"differs"`` where rulesets part; ``text`` is English
    unless ``language`` says otherwise."""

    kind: str
    text: str
    language: str = "en"


Marks = Mapping[int, Sequence[Mark]]
"""Marks by 1-based line of the log."""


class Moment(NamedTuple):
    """The table after a line: ``turn`` counts the deal's turns from 1, 0 is the deal itself, ``None`` its end; ``data`` is what the
    script draws."""

    turn: int | None
    line: int
    seat: str
    text: str
    marks: tuple[Mark, ...]
    data: Record


class Film(NamedTuple):
    """One deal: ``match`` counts those of the log from 1, ``deal`` is the number as recorded; ``sides`` are its sides."""

    match: int
    deal: int
    sides: tuple[n.Side, ...]
    moments: tuple[Moment, ...]


def films(
    log: n.Log, ruleset: Ruleset | None = None, *, choose: Choose | None = None, marks: Marks | None = None
) -> Iterator[Film]:
    """Yield every deal of a log; rulesets as for ``replay``.

    Marks of lines that are no turn go to the deal as dealt, or to the next moment there is.
    """
    deals: list[tuple[Film, list[Moment]]] = []
    shown: list[n.Line] = []

    def visit(position: Position) -> None:
        line = position.line
        shot = deals[-1][1] if deals else []
        if position.turn == 0 and line.kind == "deal" and not (shown and line is shown[0]):
            shot = []
            shown.clear()
            deals.append((Film(position.match, position.deal, position.table.seats.sides, ()), shot))
        # A deal without an ``end:`` is shown once more, at its last turn or whatever line was read last.
        elif line.kind not in ("turn", "end") or line is shown[-1]:
            return
        shown.append(line)
        shot.append(_moment(position, at_end=position.turn == 0 and bool(shot)))

    replay(log, visit, ruleset, **({"choose": choose} if choose else {}))
    starts = [shot[0].line for _, shot in deals[1:]]
    lines = sorted(marks or {})
    for (film, shot), until in zip_longest(deals, starts):
        mine = [line for line in lines if until is None or line < until]
        lines = lines[len(mine) :]
        yield film._replace(moments=_marked(shot, mine, marks or {}))


def with_record(shot: Sequence[Film], lines: Sequence[str]) -> Iterator[Film]:
    """Yield the films of a log with all its ``lines`` at their moments: those before the first turn with the table as dealt, those
    behind a turn with the next moment, or with the last of the deal."""
    starts = [0, *(film.moments[0].line - 1 for film in shot[1:]), len(lines)]
    for i, film in enumerate(shot):
        places = [moment.line for moment in film.moments[1:]]
        ends = [*(place - 1 for place in places[:1]), *places]
        ends[-1:] = [starts[i + 1]]
        cuts = zip(film.moments, [starts[i], *ends], ends, strict=False)
        yield film._replace(moments=tuple(one._replace(text="\n".join(lines[begin:end])) for one, begin, end in cuts))


def marks_of(findings: Sequence[Finding]) -> dict[int, list[Mark]]:
    """The findings of a log as marks at their lines; what only follows from another is left out."""
    marks: dict[int, list[Mark]] = {}
    for found in findings:
        if found.follows is None:
            marks.setdefault(found.line, []).append(Mark(found.severity, f"{found.id}: {found.message}"))
    return marks


def _marked(moments: list[Moment], lines: Sequence[int], marks: Marks) -> tuple[Moment, ...]:
    first = next((moment.line for moment in moments if moment.turn), 0)
    for line in lines:
        after = (i for i, moment in enumerate(moments) if moment.line >= line)
        at = 0 if line < first else next(after, len(moments) - 1)
        moments[at] = moments[at]._replace(marks=(*moments[at].marks, *marks[line]))
    return tuple(moments)


def _moment(position: Position, *, at_end: bool) -> Moment:
    line = position.line
    seat = line.seat if isinstance(line, n.Turn) else ""
    text = line.text.split("#")[0].strip() or write_line(line)
    return Moment(None if at_end else position.turn, line.line, seat, text, (), _data(position))


def _data(position: Position) -> Record:
    """The table as the script reads it; what is empty is left out."""
    table, rules = position.table, position.rules
    seats = table.seats
    record: Record = {
        "stock": table.stock_left,
        "pile": " ".join(table.pile),
        "down": table.pile_down if table.pile else 0,
        "frozen": frozen_by(table, rules) or "",
        "hands": {seat: _hand(table, seat) for seat in seats.order},
        "vague": "".join(seat for seat in seats.order if seat in table.vague),
        "reds": {seat: " ".join(cards) for seat, cards in table.reds.items() if cards},
        "feet": {seat: " ".join(sort(cards)) for seat, cards in table.feet.items() if cards},
        "melds": {side: _melds(table.melds[side], rules) for side in seats.sides if table.melds[side]},
    }
    return {key: value for key, value in record.items() if value or key == "stock"}


def _hand(table: Table, seat: n.Seat) -> str:
    """What is known of a hand: of one that was never listed only the cards that were seen."""
    cards = sort(table.hands[seat])
    return " ".join(card for card in cards if card != UNKNOWN or seat not in table.vague)


def _melds(melds: Sequence[MeldOnTable], rules: Rules) -> list[tuple[str, str]]:
    """Cards of every meld, and the kind of canasta it is, if it is one."""
    return [(" ".join(meld.cards), kind_of(meld, rules) or "") for meld in melds]
