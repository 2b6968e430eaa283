"""Reads a log line by line and gives it out match by match and deal by deal, so that no file is ever held whole.

A line in order is read by the expressions derived from the grammars (see ``derive``); each distinct play text is read once and its
play shared. Only what they do not take goes to Lark, which reads it or tells what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from operator import itemgetter
from typing import NamedTuple

from canasta_audit.cards import RANKS
from canasta_audit.finding import Finding
from canasta_audit.notation import build, faults, learn
from canasta_audit.notation import model as m
from canasta_audit.notation.holds import cards_of_play
from canasta_audit.notation.learn_plays import EXACT_CARD, known_play, learn_play
from canasta_audit.notation.order import Order
from canasta_audit.notation.patterns import Patterns, stored
from canasta_audit.source import LINE_LIMIT, BrokenLine, read_text

Report = Callable[[Finding], None]

_MEMO_LIMIT = 1 << 15
_LONG_TURNS = 1 << 12
_START_LIMIT = 256
_FIRST_WORD = re.compile(r"[ ~]*([a-z]+|\[|)")


@cache
def _patterns() -> Patterns:
    found = stored()
    if found is None:
        from canasta_audit.notation.derive import derive

        found = derive()
    return found


class _Plays:
    """Reads plays. ``met``: plays by their text, as met so far, a plain dictionary: one that fills itself takes longer to ask.

    ``vague``: some play read so far has a card without a suit.
    """

    def __init__(self) -> None:
        self.met: dict[str, m.Play] = {}
        self.vague = False

    def play(self, text: str) -> m.Play:
        """The play of a text; raises ``KeyError`` if it is none."""
        play = self.met.get(text)
        if play is None:
            play = known_play(text) or self._read(text)
            if len(self.met) >= _MEMO_LIMIT:
                self.met.clear()
            self.met[text] = play
        return play

    def _read(self, text: str) -> m.Play:
        kind = text.partition(" ")[0]
        if kind not in _patterns().plays:
            raise KeyError(text)
        found = _play_pattern(kind).fullmatch(" " + text)
        if found is None:
            raise KeyError(text)
        play = build.PLAYS[kind](found.groupdict())
        self.vague = self.vague or any(card in RANKS for card in cards_of_play(play))
        learn_play(play, text)
        return play


_PLAYS = _Plays()
_FRAMES: dict[str, m.Seat] = {}
"""Seat by what stands before the colon of a turn in plain spelling, as met so far."""
_TURNS: dict[str, tuple[m.Play, ...]] = {}
"""Plays of turns by their text, as met so far: of draws with a discard there are few thousand texts. Of longer turns few come again
at all, so no more than ``_LONG_TURNS`` are kept."""


@cache
def _play_pattern(kind: str) -> re.Pattern[str]:
    return re.compile(_patterns().plays[kind])


class _Reader(NamedTuple):
    """Reads lines of one kind: the whole line's match, and the builder."""

    match: Callable[[str], re.Match[str] | None]
    build: Callable[[build.Parts], m.Line]


_HEADS: dict[str, learn.Known] = {}
"""What is known of lines in plain spelling by all that stands before the colon (``hand N``), as met so far."""
_WHOLE: dict[str, learn.Again] = {}
"""What makes tags, and the heads and ends of deals, by their whole text, as met so far: most come again."""
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
    seat_of, turn_of, known_of, whole_of = _FRAMES.get, _TURNS.get, _HEADS.get, _WHOLE.get
    exact, new, put, Turn = EXACT_CARD, object.__new__, order.put, m.Turn
    _WHOLE[""] = learn.BLANK
    turns: list[m.Line] | None = None
    for number, raw in enumerate(lines, 1):
        if turns is not None and type(raw) is str:
            head, _, rest = raw.partition(": ")
            if (seat := seat_of(head)) is not None:
                plays = turn_of(rest) or _turn(rest)
                if plays is not None:
                    # To fill the fields here takes half as long as to hand them over.
                    turn = new(Turn)
                    turn.seat = seat
                    turn.plays = plays
                    turn.line = number
                    turn.text = raw
                    turn.clock = turn.comment = None
                    turn.undone = False
                    turns.append(turn)
                    continue
            elif (known := known_of(head)) is not None:
                make, place = known
                try:
                    line = make(rest, exact)
                except KeyError:
                    pass
                else:
                    line.line = number
                    line.text = raw
                    put(line, place)
                    continue
            elif (again := whole_of(raw)) is not None and (where := again[2]) is not None:
                line = again[0](*again[1])
                line.line = number
                line.text = raw
                put(line, where)
                continue
        read = _fast(raw) if type(raw) is str else None
        if read is None:
            read, finding = read_line(raw, number, file)
            if finding is not None:
                order.report(finding, str(raw))
        else:
            read.line = number
            read.text = raw
        complete = order.add(read)
        if complete is not None:
            yield complete
        turns = order.turns
    last = order.finish()
    if last is not None:
        yield last


def _turn(rest: str) -> tuple[m.Play, ...] | None:
    """The plays of a turn in plain spelling, of the text behind its colon; ``None`` where they are not."""
    texts = rest.split(", ")
    plays: tuple[m.Play, ...]
    try:
        # For all at once: to ask for them one by one takes longer.
        plays = itemgetter(*texts)(_PLAYS.met) if len(texts) > 1 else (_PLAYS.met[rest],)
    except KeyError:
        # A comment is taken off before (one in a remark is no comment, but rare): what ends with it would be tried in vain.
        if "#" in rest:
            return None
        try:
            plays = tuple(map(_PLAYS.play, texts))
        except KeyError:
            return None
    if len(texts) < 3 or len(_TURNS) < _LONG_TURNS:
        if len(_TURNS) >= _MEMO_LIMIT:
            _TURNS.clear()
        _TURNS[rest] = plays
    return plays


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
    if (line := _again(text)) is not None:
        return line
    body, sign, comment = text.partition("#")
    # In a remark or in a tag's value it begins no comment.
    if sign and "{" not in body and '"' not in body:
        body = body.rstrip(" ")
        line = (_plain(body) or _by_expression(body)) if body else m.Blank()
        if line is not None:
            line.comment = comment.removeprefix(" ").rstrip()
            return line
    return _plain(text) or _by_expression(text)


def _plain(text: str) -> m.Line | None:
    """The typed line, ``None`` where it is not in plain spelling, or holds what was not met so far."""
    head, _, rest = text.partition(": ")
    if (seat := _FRAMES.get(head)) is not None:
        plays = _TURNS.get(rest) or _turn(rest)
        return m.Turn(seat, plays) if plays is not None else None
    known = _HEADS.get(head)
    if known is not None:
        try:
            return known[0](rest, build.ONE_CARD)
        except KeyError:
            return None
    return _again(text) or learn.deal_head(head, rest)


def _again(text: str) -> m.Line | None:
    """The typed line, if one of the same text was met that comes again as it is."""
    found = _WHOLE.get(text)
    return found[0](*found[1]) if found is not None else None


def _by_expression(text: str) -> m.Line | None:
    """The typed line by the expression of its kind, ``None`` where that does not take it."""
    start = text.partition(" ")[0]
    reader = _READERS.get(start) or _find_reader(text, start)
    found = reader.match(text) if reader else None
    if reader is None or found is None:
        return None
    parts = found.groupdict()
    line = reader.build(parts)
    if parts["UNDONE"] or parts["COMMENT"]:
        build.finish(line, parts)
    else:
        head, _, rest = text.partition(": ")
        learn.learn(line, head, rest, text, _HEADS, _WHOLE)
    if isinstance(line, m.Turn):
        try:
            line.plays = tuple(map(_PLAYS.play, found["PLAYS"].strip(" ").split(", ")))
        except KeyError:
            return None
        if text[2:3] == " " and found.start("PLAYS") == 2:
            _FRAMES[text[0]] = line.seat
    return line


def plain_plays(text: str) -> tuple[int, list[str]] | None:
    """Where the plays of a turn begin (0-based) and their texts, which ``", "`` joins; ``None`` where Lark has to tell."""
    found = _reader("turn").match(text)
    if found is None:
        return None
    plays = found["PLAYS"].strip(" ").split(", ")
    try:
        for play in plays:
            _PLAYS.play(play)
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
