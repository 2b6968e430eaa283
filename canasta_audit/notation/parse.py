"""Reads a log line by line and gives it out match by match and deal by deal, so that no file is ever held whole.

A line in order is read by the expressions derived from the grammars (see ``derive``); each distinct play text is read once and its
play shared. Only what they do not take goes to Lark, which reads it or tells what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from canasta_audit.cards import RANKS
from canasta_audit.finding import Finding
from canasta_audit.notation import build, faults, learn
from canasta_audit.notation import model as m
from canasta_audit.notation.holds import cards_of_play
from canasta_audit.notation.order import Order
from canasta_audit.notation.patterns import Patterns, stored
from canasta_audit.source import LINE_LIMIT, BrokenLine, read_text

Report = Callable[[Finding], None]

_MEMO_LIMIT = 1 << 15
_START_LIMIT = 256
_FIRST_WORD = re.compile(r"[ ~]*([a-z]+|\[|)")


@cache
def _patterns() -> Patterns:
    found = stored()
    if found is None:
        from canasta_audit.notation.derive import derive

        found = derive()
    return found


class _Plays(dict[str, m.Play]):
    """Plays by their text; a text that is no play raises ``KeyError``.

    ``vague``: some play read so far has a card without a suit.
    """

    vague = False

    def __missing__(self, text: str) -> m.Play:
        kind = text.partition(" ")[0]
        if kind not in _patterns().plays:
            raise KeyError(text)
        found = _play_pattern(kind).fullmatch(" " + text)
        if found is None:
            raise KeyError(text)
        if len(self) >= _MEMO_LIMIT:
            self.clear()
        play = self[text] = build.PLAYS[kind](found.groupdict())
        self.vague = self.vague or any(card in RANKS for card in cards_of_play(play))
        return play


_PLAYS = _Plays()
_FRAMES: dict[str, m.Seat] = {}
"""Seat by the first three characters of a turn in plain spelling, as met so far."""
_TURNS: dict[str, tuple[m.Seat, tuple[m.Play, ...]]] = {}
"""Seat and plays of turns of two plays by their whole text, as met so far: of draws with a discard there are few thousand texts."""


@cache
def _play_pattern(kind: str) -> re.Pattern[str]:
    return re.compile(_patterns().plays[kind])


class _Reader(NamedTuple):
    """Reads lines of one kind: the whole line's match, and the builder."""

    match: Callable[[str], re.Match[str] | None]
    build: Callable[[build.Parts], m.Line]


_HEADS: dict[str, Callable[[str], m.Line]] = {}
"""What makes a line in plain spelling of what stands behind the colon, by all that stands before it (``hand N``), as met so far; it
raises ``KeyError`` for what is not spelled plainly, or not known yet."""
_WHOLE: dict[str, tuple[type[m.Line], tuple[Any, ...]]] = {}
"""Class and fields of tags, and of the heads and ends of deals, by their whole text, as met so far: most come again."""
_READERS: dict[str, _Reader] = {}
"""Reader by all that stands before the first blank, as met so far."""


@cache
def _reader(kind: str) -> _Reader:
    return _Reader(re.compile(_patterns().lines[kind]).fullmatch, build.LINES[kind])


@cache
def _kinds() -> dict[str, str]:
    """Line kind by the word a line begins with."""
    return {head: kind for kind, head in _patterns().heads.items()}


def units(lines: Iterable[str], file: str, report: Report) -> Iterator[m.Match | m.Deal]:
    """Each match, with its head only, as soon as its head is complete; behind it each of its deals when complete.

    Faults of the text are reported as findings. Errors of the whole input (``InputError``) come through from ``lines``.
    """
    order = Order(file, report, lambda: _PLAYS.vague)
    seat_of, play_of, turn_of, new, Turn = _FRAMES.get, _PLAYS.__getitem__, _TURNS.get, object.__new__, m.Turn
    turns: list[m.Line] | None = None
    for number, raw in enumerate(lines, 1):
        if turns is not None and type(raw) is str:
            known = turn_of(raw)
            if known is None and (seat := seat_of(raw[:3])) is not None:
                known = _turn(raw, seat, play_of)
            if known is not None:
                # To fill the fields here takes half as long as to hand them over.
                turn = new(Turn)
                turn.seat, turn.plays = known
                turn.line = number
                turn.text = raw
                turn.clock = turn.comment = None
                turn.undone = False
                turns.append(turn)
                continue
        line = _fast(raw) if type(raw) is str else None
        if line is None:
            line, finding = read_line(raw, number, file)
            if finding is not None:
                order.report(finding, str(raw))
        else:
            line.line = number
            line.text = raw
        complete = order.add(line)
        if complete is not None:
            yield complete
        turns = order.turns
    last = order.finish()
    if last is not None:
        yield last


def _turn(raw: str, seat: m.Seat, play_of: Callable[[str], m.Play]) -> tuple[m.Seat, tuple[m.Play, ...]] | None:
    """Seat and plays of a turn in plain spelling; ``None`` where it is not."""
    try:
        plays = tuple(map(play_of, raw[3:].split(", ")))
    except KeyError:
        return None
    if len(plays) == 2:
        if len(_TURNS) >= _MEMO_LIMIT:
            _TURNS.clear()
        _TURNS[raw] = seat, plays
    return seat, plays


def parse(text: str, file: str = "<log>") -> m.Log:
    """Read a whole log; its ``findings`` tell what is wrong with it as a text."""
    found: list[Finding] = []
    log = m.Log(file=file)
    for unit in units(read_text(text), file, found.append):
        if isinstance(unit, m.Match):
            log.matches.append(unit)
        else:
            log.matches[-1].deals.append(unit)
    log.findings = tuple(sorted(found, key=lambda finding: finding.sort_key))
    return log


def read_line(raw: str, number: int = 1, file: str = "<log>") -> tuple[m.Line, Finding | None]:
    """The typed line of line ``number`` (1-based), ``Bad`` where it cannot be read, and what is to be said about it."""
    finding: Finding | None = None
    line: m.Line | None
    if isinstance(raw, BrokenLine):
        line, finding = m.Bad(str(raw)), _broken(raw, number, file)
    else:
        line = _fast(raw.strip(" \t\r"))
        if line is None:
            from canasta_audit.notation import second

            line, finding = second.read(raw, number, file)
    line.line = number
    line.text = str(raw)
    if isinstance(line, m.Bad) and finding is not None:
        line.fault, line.column = finding.id, finding.column
    return line, finding


def _broken(raw: BrokenLine, number: int, file: str) -> Finding:
    if raw.code == "line-too-long":
        return faults.TOO_LONG.finding(file, number, raw.column, raw.column + 1, limit=LINE_LIMIT)
    column = raw.column
    return faults.BAD_ENCODING.finding(file, number, column, column + 1, byte=raw.byte, column=column, encoding=raw.encoding)


def _fast(text: str) -> m.Line | None:
    """The typed line by derived expressions, ``None`` where they do not take it."""
    if not text:
        return m.Blank()
    head, _, rest = text.partition(": ")
    make = _HEADS.get(head)
    if make is not None:
        try:
            return make(rest)
        except KeyError:
            pass
    elif text in _WHOLE:
        cls, values = _WHOLE[text]
        return cls(*values)
    start = text.partition(" ")[0]
    reader = _READERS.get(start) or _find_reader(text, start)
    found = reader.match(text) if reader else None
    if reader is None or found is None:
        return None
    parts = found.groupdict()
    line = reader.build(parts)
    if parts["UNDONE"] or parts["COMMENT"]:
        build.finish(line, parts)
    elif type(line) in learn.LEARNT:
        learn.learn(line, head, rest, text, _HEADS, _WHOLE)
    if isinstance(line, m.Turn):
        try:
            line.plays = tuple(map(_PLAYS.__getitem__, found["PLAYS"].strip(" ").split(", ")))
        except KeyError:
            return None
        if text[2:3] == " " and found.start("PLAYS") == 2:
            _FRAMES[text[:3]] = line.seat
    return line


def plain_plays(text: str) -> tuple[int, list[str]] | None:
    """Where the plays of a turn begin (0-based) and their texts, which ``", "`` joins; ``None`` where Lark has to tell."""
    found = _reader("turn").match(text)
    if found is None:
        return None
    plays = found["PLAYS"].strip(" ").split(", ")
    try:
        for play in plays:
            _PLAYS[play]
    except KeyError:
        return None
    return found.end("PLAYS") - len(found["PLAYS"].lstrip(" ")), plays


def _find_reader(text: str, start: str) -> _Reader | None:
    """The reader for the word with which a line begins: a hint only, since the expression decides."""
    word = _FIRST_WORD.match(text)[1]  # type: ignore[index]
    kind = _kinds().get(word) if word else "blank" if text[0] == "#" else "turn"
    if kind is None:
        return None
    if len(_READERS) < _START_LIMIT and start.strip("~"):
        _READERS[start] = _reader(kind)
    return _reader(kind)
