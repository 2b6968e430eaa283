"""Event files: games that a program recorded event by event, turned into the typed log.

An event file is text, one JSON object a line, as described in ``schemas/events.schema.json``. It is read deal by deal. A line that
cannot be read is one finding, and the rest is converted; events and fields that are not known are noted once each.

``Line.line`` of what comes out is the line of the event file that began it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from canasta_audit.cards import Card
from canasta_audit.finding import Finding
from canasta_audit.notation.events_deal import Seating, drawn, opening, seating, stock_of
from canasta_audit.notation.events_faults import UNFIT_STOCK, UNKNOWN_EVENT, UNKNOWN_FIELD, UNREADABLE_EVENT
from canasta_audit.notation.events_fields import FIELDS, MOST_POINTS
from canasta_audit.notation.events_line import Event, Unreadable, read_line
from canasta_audit.notation.events_turns import Turns, plain
from canasta_audit.notation.faults import Fault
from canasta_audit.notation.model import Blank, Deal, Line, Log, Match, Tag

_FOUR = (0, 1, 0, 1)
"""Teams of a match whose ``game`` event is missing or cannot be read."""

_RECORDED = ("draws", "hands", "melds", "discards", "pile")

_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}

Report = Callable[[Finding], None]


def read_events(lines: Iterable[str], file: str, report: Report, ruleset: str | None = None) -> Iterator[Match | Deal]:
    """Yield each match's head as a ``Match`` without deals, then its deals one by one.

    ``ruleset`` is what the matches are said to have been played by. What is known only later is added to the head that was yielded:
    its ``Records`` tag may change, and ``Result`` comes in when the match ends.
    """
    return _Reader(file, report, ruleset).read(lines)


def convert(lines: Iterable[str], file: str, report: Report, ruleset: str | None = None) -> Log:
    """Return the whole file as a log, as ``read_events`` gives it by parts."""
    log = Log(file=file)
    for part in read_events(lines, file, report, ruleset):
        if isinstance(part, Match):
            log.matches.append(part)
        else:
            log.matches[-1].deals.append(part)
    return log


class _Reader:
    """Keeps the events of the deal that is being read, and what was said of the match."""

    def __init__(self, file: str, report: Report, ruleset: str | None) -> None:
        self._file, self._report, self._ruleset = file, report, ruleset
        self._match: Match | None = None
        self._matches = 0
        self._table = seating(_FOUR)
        self._deal: Event | None = None
        self._number = 0
        self._plays: list[Event] = []
        self._over = False
        self._kept: list[str] = []
        self._noted: set[tuple[str, str]] = set()
        self._refused = False

    def read(self, lines: Iterable[str]) -> Iterator[Match | Deal]:
        for line, text in enumerate(lines, 1):
            event = self._event(text.lstrip("\ufeff").rstrip("\r\n"), line)
            if event is not None:
                yield from self._feed(event)
        yield from self._flush()
        if self._match is None and not self._refused:
            self._complain(UNREADABLE_EVENT, 0, "", {"expected": "events", "field": ""})

    def _event(self, text: str, line: int) -> Event | None:
        if not text.strip():
            return None
        try:
            event = read_line(text, line, len(self._table.seats))
        except Unreadable as fault:
            self._refused = True
            data = {"expected": fault.expected, "field": fault.name}
            self._complain(UNREADABLE_EVENT, line, text, data, fault.column, fault.end)
            return fault.rest
        if event.type not in FIELDS:
            self._note(UNKNOWN_EVENT, line, text, event.type, "")
            return None
        for name in event.strange:
            self._note(UNKNOWN_FIELD, line, text, event.type, name)
        return event

    def _feed(self, event: Event) -> Iterator[Match | Deal]:
        if event.type == "game":
            yield from self._flush(Blank())
            yield self._begin(event)
            return
        if self._match is None:
            if not self._refused:
                self._complain(UNREADABLE_EVENT, event.line, "", {"expected": "a game event before all others", "field": "t"})
            yield self._begin(Event(event.line, "game"))
        if event.type == "deal":
            yield from self._flush(Blank())
            self._open(event)
        elif event.type == "game_end":
            self._result(event)
        if event.type == "note" and self._deal is None and self._match is not None:
            self._match.head.append(Blank(line=event.line, comment=plain(event.text("text")) or None))
        elif event.type != "deal":
            yield from self._play(event)

    def _play(self, event: Event) -> Iterator[Deal]:
        """Keep an event of a deal; a play that stands outside one begins a deal of its own."""
        if event.type not in ("note", "game_end") and (self._deal is None or self._over):
            yield from self._flush(Blank())
            self._open(Event(event.line, "deal"))
        if event.type == "ask" and "questions" not in self._kept:
            self._keep([*self._kept, "questions"])
        if self._deal is not None:
            self._plays.append(event)
            self._over = self._over or event.type in ("hand_end", "game_end")

    def _open(self, event: Event) -> None:
        number = event.number("hand")
        self._number = self._number % MOST_POINTS + 1 if number is None else number
        self._deal = Event(event.line, "deal", {**event.fields, "hand": self._number})
        if not event.hands("dealt") and "hands" in self._kept:
            self._keep([kept for kept in self._kept if kept != "hands"])

    def _flush(self, *after: Line) -> Iterator[Deal]:
        """Convert the deal that is being kept; ``after`` follows its lines."""
        if self._deal is None:
            return
        lines = opening(self._deal, self._table, self._stock(self._deal, self._plays))
        deal = Deal([*lines, Blank(), *Turns(self._table, self._plays).lines(), *after])
        self._deal, self._plays, self._over = None, [], False
        yield deal

    def _stock(self, deal: Event, plays: list[Event]) -> tuple[Card, ...]:
        """Return the order of the stock, if it is given and agrees with what was drawn."""
        stock = stock_of(deal)
        if not stock:
            return ()
        for place, (line, card) in enumerate(drawn(plays)):
            given = stock[place] if place < len(stock) else "none"
            if given != card:
                self._complain(UNFIT_STOCK, line, "", {"place": place + 1, "given": given, "drawn": card})
                return ()
        return stock

    def _begin(self, game: Event) -> Match:
        self._table = seating(game.numbers("team_of") or _FOUR)
        self._matches += 1
        self._number = 0
        self._match = Match([*_tags(game, self._table, self._ruleset), Tag(line=game.line, name="Records")])
        self._keep(_RECORDED)
        named = len(game.names("policy")) == len(self._table.seats)
        said = ("commit", "seed", "target") if named else ("commit", "seed", "policy", "target")
        about = ", ".join(f"{name} {value}" for name in said if (value := _said(game, name)))
        if about:
            self._match.head.append(Blank(line=game.line, comment=about))
        self._match.head.append(Blank())
        return self._match

    def _keep(self, kept: Sequence[str]) -> None:
        """Say in the ``Records`` tag what the file always writes down."""
        self._kept = list(kept)
        for line in self._match.head if self._match else ():
            if isinstance(line, Tag) and line.name == "Records":
                line.value = " ".join(kept)

    def _result(self, event: Event) -> None:
        """Add the winner as the last tag; ``*`` if there is none."""
        winner = event.number("winner")
        value = self._table.sides[winner] if winner is not None and 0 <= winner < len(self._table.sides) else "*"
        if self._match is not None and "Result" not in self._match.tags:
            place = sum(isinstance(line, Tag) for line in self._match.head)
            self._match.head.insert(place, Tag(line=event.line, name="Result", value=value))

    def _note(self, fault: Fault, line: int, text: str, kind: str, name: str) -> None:
        if (kind, name) not in self._noted:
            self._noted.add((kind, name))
            place = text.find(f'"{name or kind}"') + 1 or 1
            self._complain(fault, line, text, {"type": kind, "field": name} if name else {"type": kind}, place)

    def _complain(
        self, fault: Fault, line: int, text: str, data: Mapping[str, Any], column: int = 1, end_column: int | None = None
    ) -> None:
        found = fault.finding(self._file, line, column, end_column or column, **data)
        self._report(replace(found, match=self._matches or None, deal=self._number if self._deal else None, text=text))


def _tags(game: Event, table: Seating, ruleset: str | None) -> list[Line]:
    """Name the program, the rules, the players and who plays with whom."""
    tags = {"Event": plain(f"{game.text('peer')} {game.text('variant')}") or "events"}
    if ruleset:
        tags["Ruleset"] = plain(ruleset)
    players = game.names("policy")
    if len(players) == len(table.seats):
        tags.update({_NAMES.get(seat, seat): plain(name) for seat, name in zip(table.seats, players, strict=True)})
    tags["Seats"] = "".join(table.seats)
    tags["Sides"] = " ".join(table.sides)
    return [Tag(line=game.line, name=name, value=value) for name, value in tags.items()]


def _said(game: Event, name: str) -> str:
    value = game.fields.get(name, "")
    return plain(" ".join(value) if isinstance(value, tuple) else str(value))
