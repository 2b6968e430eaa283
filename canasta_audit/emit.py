"""Turns faults into findings: gives each its place, the parameter that decided and the source, and folds what follows from
another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from canasta_audit.checks.registry import Check, Fault, Faults
from canasta_audit.checks.step import Step
from canasta_audit.finding import Citation, Finding, Parameter, Root
from canasta_audit.finding import Fault as FaultKind
from canasta_audit.notation import model as n
from canasta_audit.notation.spans import card_spans, play_spans
from canasta_audit.notation.write import write_line
from canasta_audit.ruleset.model import Ruleset

NO_RULESET = FaultKind(
    "MATCH-005",
    "ruleset-not-usable",
    "error",
    "this match is not judged by {ruleset}: {reasons}",
    """The ruleset that a match names cannot be had.

    Why: without its rules nothing can be judged; the other matches of the file are.
    """,
)
WRONG_PLAYERS = FaultKind(
    "MATCH-006",
    "players-not-in-ruleset",
    "error",
    "{ruleset} has no game for {players} players; it has games for {known}",
    """A match has a number of players that its ruleset has no game for.

    Why: how many cards are dealt, and who plays with whom, is told for a number of players. The tags ``Seats`` and ``Sides`` say
    who plays.
    """,
)
CRASH = FaultKind(
    "INTERNAL-001",
    "internal-error",
    "error",
    "the audit of this deal broke off: {error}: {reason}; this is a fault of the program, please report it",
    """The audit itself failed at a deal.

    Why: never because of what a log holds; the deals after it are audited all the same.
    """,
    "internal",
)
FAULTS = (NO_RULESET, WRONG_PLAYERS, CRASH)
"""What the audit finds apart from the checks."""

_OF_SEAT = {"hand", "threes", "cards"}
_OF_SIDE = {"side", "score", "total", "opening", "claims", "spare", "melds", "reds", "sums", "unread"}
_OF_TURN = ("turn", "take")


class Emitter:
    """Collects the findings of one file. Doubts live as long as what they are about: a turn, a deal, a match."""

    def __init__(self, file: str) -> None:
        """Begin with nothing found in ``file``."""
        self.file = file
        self.match: int | None = None
        self.deal: int | None = None
        self.turn: int | None = None
        self.count = 0
        self._found: list[Finding] = []
        self._doubts: dict[Any, Root] = {}
        self._of_match: dict[Any, Root] = {}
        self._chapters: dict[Any, Root] = {}
        self._turns_in_order = 0
        self._ruleset: Ruleset | None = None
        self._players = 0
        self._sources: dict[str, tuple[Parameter | None, tuple[Citation, ...]]] = {}

    def begin_match(self, number: int) -> None:
        """Enter the next match."""
        self.match, self.deal, self.turn = number, None, None
        self._of_match.clear()
        self._doubts.clear()

    def begin_ruleset(self, ruleset: Ruleset, players: int) -> None:
        """Take parameters and citations from ``ruleset`` from here on."""
        self._ruleset, self._players = ruleset, players
        self._sources.clear()

    def begin_deal(self, number: int) -> None:
        """Enter a deal: doubts of the last one are gone."""
        self.deal, self.turn = number, None
        self._doubts.clear()
        self._chapters.clear()

    @property
    def in_doubt(self) -> bool:
        """Tell whether a fault of this deal has left a doubt."""
        return bool(self._doubts or self._chapters)

    def end_turn(self, round_length: int) -> None:
        """Leave a turn: doubts that are about it alone are gone, and one about the order of turns after a round without another."""
        self._chapters.clear()
        for scope in _OF_TURN:
            self._doubts.pop(scope, None)
        if "order" in self._doubts:
            self._turns_in_order += 1
            if self._turns_in_order > round_length:
                del self._doubts["order"]

    def take_pile(self, seat: n.Seat) -> None:
        """Who takes a pile that is in doubt has a hand that is."""
        root = self._doubts.pop("pile", None)
        if root is not None:
            for scope in ("hand", "cards"):
                self._doubts.setdefault((scope, seat), root)

    def doubt(self, root: Root, keys: Iterable[Any]) -> None:
        """Let what depends on ``keys`` (a scope, or a scope with its seat or side) follow from ``root``."""
        for key in keys:
            self._doubts.setdefault(key, root)

    def settle(self, side: n.Side) -> None:
        """The running total of a side is right again."""
        self._of_match.pop(("total", side), None)

    def drain(self) -> Iterator[Finding]:
        """Hand over what was found since the last time, in order of place."""
        found, self._found = self._found, []
        yield from sorted(found, key=lambda finding: finding.sort_key)

    def faults(self, check: Check, faults: Faults, step: Step) -> None:
        """Take the faults that ``check`` found at ``step``."""
        for fault in [faults] if isinstance(faults, Fault) else faults or ():
            self._fault(check, fault, step)

    def _fault(self, check: Check, fault: Fault, step: Step) -> None:
        line = fault.line or step.line
        text = line.text or write_line(line)
        column, end = _place(line, text, step, fault)
        root = self._root(check, fault, step)
        parameter, citation = self._source(check, fault.parameter)
        seat = fault.seat or step.seat
        finding = Finding(
            check.id, check.name, fault.severity or check.severity, check.grade, check.message, fault.data, self.file,
            line.line, column, end, self.match, self.deal, self.turn, seat, text, check.help, parameter, citation,
            fault.related, root,
        )  # fmt: skip
        self._found.append(finding)
        self.count += 1
        root = root or Root(check.id, line.line, column)
        if self.turn is not None:
            index = fault.play if fault.play is not None else step.index
            self._chapters.setdefault((check.chapter, index), root)
            self._chapters.setdefault((check.id, index), root)
        if "order" in check.taints:
            self._turns_in_order = 0
        for scope in check.taints:
            doubts = self._of_match if scope == "total" else self._doubts
            doubts.setdefault(_key(scope, step, seat), root)
        for doubt in fault.doubts:
            self._doubts.setdefault(doubt, root)

    def _root(self, check: Check, fault: Fault, step: Step) -> Root | None:
        if fault.follows is not None and fault.follows in self._doubts:
            return self._doubts[fault.follows]
        seat = fault.seat or step.seat
        for scope in check.depends:
            # A side's sum hangs on the hands of all its players.
            for one in (step.side or "") if scope in _OF_SEAT and seat is None else (seat,):
                key = _key(scope, step, one)
                root = self._doubts.get(key) or self._of_match.get(key)
                if root is not None:
                    return root
        if self.turn is not None:
            # Of several faults of one chapter on one play the first is the one; impossible cards explain no other check's.
            of_play = check.chapter if check.grade == "illegal" else check.id
            return self._chapters.get((of_play, fault.play if fault.play is not None else step.index))
        return None

    def _source(self, check: Check, pointer: str | None) -> tuple[Parameter | None, tuple[Citation, ...]]:
        pointer = pointer or (check.reads[0] if check.reads else None)
        if pointer is None or self._ruleset is None:
            return None, ()
        source = self._sources.get(pointer)
        if source is None:
            parameter = self._ruleset.parameter(pointer, self._players)
            citation = self._ruleset.citations[self._players].get(pointer, ())
            source = self._sources[pointer] = (parameter, citation)
        return source

    def no_ruleset(self, findings: Sequence[Finding], tag: n.Tag | None, reference: str) -> Finding:
        """The finding for a match whose ruleset cannot be had: it is not judged."""
        reasons = "; ".join(f"{finding.message} ({finding.help})" if finding.help else finding.message for finding in findings)
        text = tag.text if tag else ""
        line = tag.line if tag else 0
        found = NO_RULESET.finding(self.file, line, 1, len(text) + 1, text=text, ruleset=reference, reasons=reasons)
        return replace(found, match=self.match)

    def wrong_players(self, ruleset: Ruleset, players: int, line: int) -> Finding:
        """The finding for a match with a number of players that its ruleset has no game for."""
        known = sorted(ruleset.tables)
        return replace(WRONG_PLAYERS.finding(self.file, line, ruleset=ruleset.name, players=players, known=known), match=self.match)

    def crash(self, error: Exception, step: Step) -> None:
        """Keep an error of our own as a finding, so that the rest of the log is still audited."""
        line = getattr(step, "line", None)
        where = line.line if line is not None else 0
        found = CRASH.finding(self.file, where, 1, 2, error=type(error).__name__, reason=str(error)[:200])
        self._found.append(replace(found, match=self.match, deal=self.deal, turn=self.turn))
        self.count += 1


def _key(scope: str, step: Step, seat: str | None) -> Any:
    if scope in _OF_SEAT:
        return (scope, seat)
    if scope in _OF_SIDE:
        side = step.match.seats.side_of.get(seat or "") or step.side
        return (scope, side)
    return scope


def _place(line: n.Line, text: str, step: Step, fault: Fault) -> tuple[int, int]:
    """First and last column of a fault: a card, a play, or the whole line."""
    if line.kind == "turn" and fault.play != WHOLE_LINE:
        index = step.index if fault.play is None else fault.play
        spans = play_spans(text)
        if 0 <= index < len(spans):
            start, end = spans[index]
            if fault.card is not None:
                inner = card_spans(text[start - 1 : end - 1], start)
                if 0 <= fault.card < len(inner):
                    return inner[fault.card][1:]
            return start, end
    return 1, max(2, len(text.rstrip()) + 1)


WHOLE_LINE = -1
"""``Fault.play`` of a fault that concerns the turn as a whole."""
