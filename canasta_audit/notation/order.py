"""Puts lines together to matches and deals, and tells which lines stand where they have no place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from operator import attrgetter
from typing import Any

from canasta_audit.cards import RANKS, SUIT, Card
from canasta_audit.finding import Finding, Related
from canasta_audit.notation import faults
from canasta_audit.notation import model as m
from canasta_audit.notation.holds import LISTS, cards_of_line

_ANYWHERE = frozenset((m.Bad, m.Tag, m.Lots))
_BEGINNING = frozenset((m.Lots, m.HandLine, m.FootLine, m.MeldsLine, m.RedLine, m.CardsLine))
_THE_DEAL = "the deal"
_WHOSE: dict[type[m.Line], Callable[..., str]] = {
    m.Tag: lambda line: str(line.name),
    m.HandLine: attrgetter("seat"),
    m.FootLine: attrgetter("seat"),
    m.Left: attrgetter("seat"),
    m.Before: lambda line: _THE_DEAL,
    m.Minimum: lambda line: _THE_DEAL,
    m.Totals: lambda line: _THE_DEAL,
    m.End: lambda line: _THE_DEAL,
    m.CardsLine: lambda line: _THE_DEAL if line.place == "stock" else "",
}
"""Of lines that say what is said once only: for whom; ``""`` where such a line may stand more than once."""

_PLACED: dict[type[m.Line], tuple[bool, Callable[..., str] | None, Callable[..., Iterable[Card]] | None]] = {
    kind: (kind in _BEGINNING, _WHOSE.get(kind), LISTS.get(kind)) for kind in m.LINES if kind not in (m.DealHead, m.Tag, m.Bad)
}
"""Of lines that belong to a deal: whether such a line stands before the first turn only, for whom it may stand once, its cards."""
_BARE_RANKS = frozenset(RANKS)
_VAGUER = frozenset(("coloured", "ranks", "mixed"))
"""What a ``Cards`` tag says of a record that leaves suits out on purpose."""


Place = tuple[bool, str, str]
"""Where a line that belongs to a deal has its place: whether before the first turn only; what is said by it and is said once only,
and for whom: both ``""`` where it may be said again."""


def place_of(line: m.Line) -> Place:
    """The place of a line of one of the kinds that belong to a deal."""
    begins, of, _ = _PLACED[type(line)]
    whose = of(line) if of is not None else ""
    return begins, _once(line, whose), whose


class Order:
    """The match and the deal that are being read.

    ``turns`` is the list that takes the next turn, ``None`` outside a deal. ``vague_plays`` tells whether any play read so far has
    a card without a suit: only then are the cards of turns looked at. ``_others`` are the lines of the deal that are no turns, or
    are struck out.
    """

    def __init__(self, file: str, report: Callable[[Finding], None], vague_plays: Callable[[], bool]) -> None:
        self.turns: list[m.Line] | None = None
        self._file = file
        self._report = report
        self._vague_plays = vague_plays
        self._vague_lines = False
        self._loose: list[m.Line] = []
        self._match: m.Match | None = None
        self._matches = 0
        self._deal: m.Deal | None = None
        self._first: dict[str, int] = {}
        self._others: list[m.Line] = []
        self._scanned = 0
        self._turned = False

    def report(self, finding: Finding, text: str) -> None:
        """Report a finding about a line, with its match and deal filled in."""
        deal = self._deal.head.number if self._deal else None
        self._report(replace(finding, match=self._matches or None, deal=deal, text=text))

    def add(self, line: m.Line) -> m.Match | m.Deal | None:
        """Take in the next line; returns the match (its head) or the deal that is complete by it, if any."""
        kind, turns = type(line), self.turns
        placed = _PLACED.get(kind) if turns is not None and not line.undone else None
        if placed is not None and turns is not None:
            begins, whose, cards = placed
            if begins and len(turns) > len(self._others) and self._has_turns(turns):
                self._tell(line, faults.MISPLACED, kind=_kind(line), where="behind the first turn")
            if whose is not None:
                self._check_once(line, whose(line))
            if cards is not None and not self._vague_lines and not _BARE_RANKS.isdisjoint(cards(line)):
                self._vague_lines = True
            if kind is not m.Turn:
                self._others.append(line)
            turns.append(line)
            return None
        complete: m.Match | m.Deal | None = None
        if not line.undone:
            if isinstance(line, m.Tag) and line.name == "Event":
                # Lines in front of the file's first match belong to its head.
                complete = self.finish() if self._match is not None else None
                self._begin_match()
            elif kind is m.DealHead or (isinstance(line, m.Bad) and line.meant[0] == "deal"):
                complete = self._complete()
                self._begin_deal()
            elif kind is not m.Blank:
                self._check(line)
        if self.turns is not None:
            self._others.append(line)
            self.turns.append(line)
        elif self._match is not None:
            self._match.head.append(line)
        else:
            self._loose.append(line)
        return complete

    def put(self, line: m.Line, place: Place) -> None:
        """Take in the next line, if it stands in a deal, has this place there, and all its cards are known exactly."""
        turns, (begins, once, whose) = self.turns, place
        assert turns is not None
        if begins and len(turns) > len(self._others) and self._has_turns(turns):
            self._tell(line, faults.MISPLACED, kind=_kind(line), where="behind the first turn")
        if once and self._first.setdefault(once, line.line) != line.line:
            self._check_once(line, whose)
        self._others.append(line)
        turns.append(line)

    def finish(self) -> m.Match | m.Deal | None:
        """End the match, if there is one; returns what is left of it: its last deal, or its head where it has none."""
        complete: m.Match | m.Deal | None = None
        if self._match is not None or any(not isinstance(line, m.Blank) or line.comment is not None for line in self._loose):
            complete = self._complete()
        self._match = self._deal = self.turns = None
        return complete

    def _complete(self) -> m.Match | m.Deal:
        """The deal that is open, or the match's head if none is."""
        if self._deal is None:
            return self._match or self._begin_match()
        if (self._vague_lines or self._vague_plays()) and (self._match is None or self._match.tags.get("Cards") not in _VAGUER):
            self._check_suits(self._deal)
        return self._deal

    def _begin_match(self) -> m.Match:
        self._match = m.Match(self._loose)
        self._loose = []
        self._matches += 1
        self._first = {}
        self._vague_lines = False
        return self._match

    def _begin_deal(self) -> None:
        self._others = []
        self._deal = m.Deal([], self._others)
        self.turns = self._deal.lines
        self._first = {}
        self._scanned = 0
        self._turned = self._vague_lines = False

    def _check(self, line: m.Line) -> None:
        """Report a line that stands where it has no place, or says what was said before."""
        kind = type(line)
        if self._deal is None:
            if kind not in _ANYWHERE:
                self._tell(line, faults.MISPLACED, kind=_kind(line), where="before any deal")
        elif kind is m.Tag:
            self._tell(line, faults.LATE_TAG, tag=_WHOSE[kind](line))
            return
        else:
            return
        if kind in _WHOSE:
            self._check_once(line, _WHOSE[kind](line))
        if kind in LISTS and not self._vague_lines:
            self._vague_lines = not _BARE_RANKS.isdisjoint(LISTS[kind](line))

    def _check_once(self, line: m.Line, whose: str) -> None:
        first = self._first.setdefault(_once(line, whose), line.line) if whose else line.line
        if first != line.line:
            self._tell(line, faults.DUPLICATE, first, kind=_kind(line), whose=whose, first=first)

    def _tell(self, line: m.Line, fault: faults.Fault, earlier: int = 0, **data: Any) -> None:
        start = len(line.text) - len(line.text.lstrip(" \t"))
        finding = fault.finding(self._file, line.line, start + 1, len(line.text.rstrip(" \t\r")) + 1, **data)
        if earlier:
            finding = replace(finding, related=(Related(self._file, earlier, "the first"),))
        self.report(finding, line.text)

    def _has_turns(self, lines: list[m.Line]) -> bool:
        while not self._turned and self._scanned < len(lines):
            line = lines[self._scanned]
            self._turned = isinstance(line, m.Turn) and not line.undone
            self._scanned += 1
        return self._turned

    def _check_suits(self, deal: m.Deal) -> None:
        """Report lines with a rank alone, once each, in a deal that has suits elsewhere."""
        held = [(line, tuple(cards_of_line(line))) for line in deal.lines if not line.undone]
        if not any(SUIT[card] for _, cards in held for card in cards):
            return
        for line, cards in held:
            bare = [card for card in cards if card in _BARE_RANKS]
            if bare:
                self._tell(line, faults.NO_SUIT, cards=bare)


def _once(line: m.Line, whose: str) -> str:
    """What a line says once only, for whom; ``""`` where it may be said again."""
    return f"{_kind(line)} {whose}" if whose else ""


def _kind(line: Any) -> str:
    """The word a line of this kind begins with."""
    word: str = line.place if type(line) is m.CardsLine else line.kind
    return word
