"""Turns faults into findings: gives each its place, the parameter that decided and the source, and folds what follows from
another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from canasta_audit.cards import Card, Deck
from canasta_audit.checks.registry import Check, Fault, Faults
from canasta_audit.checks.step import Step
from canasta_audit.finding import Citation, Finding, Parameter, Root
from canasta_audit.finding import Fault as FaultKind
from canasta_audit.notation import model as n
from canasta_audit.notation.spans import card_spans, play_spans
from canasta_audit.notation.write import write_line
from canasta_audit.report import SideScore
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.table.rests import Rests
from canasta_audit.table.state import Table

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
    "{ruleset} has a game for {games} players and none for {players}; the match is judged as one for {judged}",
    """A match has a number of players that its ruleset has no game for.

    Why: how many cards are dealt, and who plays with whom, is told for a number of players. The tags ``Seats`` and ``Sides`` say
    who plays. The rest is judged as if the nearest number were playing; what hangs on the number follows from this.
    """,
)
OTHER_DECK = FaultKind(
    "MATCH-007",
    "deck-not-of-ruleset",
    "error",
    "the record is of {packs} packs and {jokers} jokers; {ruleset} is played with {want_packs} and {want_jokers}",
    """The cards of a record add up to another deck than that of its ruleset, or show many cards more often than that deck has them.

    Why: the ruleset says with how many packs and jokers the game is played. From this deal on the match is judged with the deck
    that it shows.
    """,
    "illegal",
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
FAULTS = (NO_RULESET, WRONG_PLAYERS, OTHER_DECK, CRASH)
"""What the audit finds apart from the checks."""

_OF_SEAT = {"hand", "threes", "cards", "spare"}
_OF_SIDE = {"side", "score", "total", "opening", "claims", "melds", "reds", "sums", "unread", "added"}
_OF_MATCH = ("total", "added")
_OF_SIZE = (("size",), ("out",))
_OF_TURN = ("turn", "take")
_OF_PLAYERS = frozenset((
    "/dealing/cards_each", "/dealing/foot_each", "/going_out/ask", "/going_out/answer_binds", "/going_out/answer_needed",
    "/going_out/concealed_partner_additions", "/going_out/last_onto_partner", "/going_out/partner_bonus",
    "/going_out/partner_cards", "/melds/add_to_partner", "/scoring/hands_counted",
))  # fmt: skip
"""Keys that speak of partners, or that every game sets by the number of players; those of seating do, too."""

_COUNTS = frozenset(("RECORD-008", "RECORD-009"))
_TOO_MANY = "RECORD-007"
"""Checks that count the whole deck, and the one that counts equal cards."""


class Mark(NamedTuple):
    """Where an emitter stood, to go back to."""

    found: int
    total: int
    of_match: dict[Any, Root]


class Aside(NamedTuple):
    """Where an emitter stood before something was tried."""

    mark: Mark
    doubts: dict[Any, Root]
    of_match: dict[Any, Root]
    chapters: dict[Any, Root]
    turns_in_order: int
    turn: int | None


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
        self._odd_players: Root | None = None
        self._sources: dict[str, tuple[Parameter | None, tuple[Citation, ...]]] = {}
        self._rests = Rests(())
        self._rested: dict[int, tuple[Parameter, ...]] = {}

    def begin_match(self, number: int) -> None:
        """Enter the next match."""
        self.match, self.deal, self.turn = number, None, None
        self._odd_players = None
        self._of_match.clear()
        self._doubts.clear()

    def begin_ruleset(self, ruleset: Ruleset, players: int) -> None:
        """Take parameters and citations from ``ruleset`` from here on."""
        if ruleset is not self._ruleset or players != self._players:
            self._ruleset, self._players = ruleset, players
            self._sources.clear()
            self._rests, self._rested = Rests(ruleset.reconstructed.get(players, ())), {}

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

    def doubted(self, key: Any) -> Root | None:
        """What a doubt follows from, ``None`` where there is none."""
        return self._doubts.get(key)

    def settle(self, sides: Iterable[n.Side]) -> None:
        """The running totals of ``sides`` are right again."""
        if self._of_match:
            for side in sides:
                for scope in _OF_MATCH:
                    self._of_match.pop((scope, side), None)

    def drain(self) -> list[Finding]:
        """Hand over what was found since the last time, in order of place."""
        found = self._found
        if found:
            self._found = []
            return sorted(found, key=lambda finding: finding.sort_key)
        return []

    def mark(self) -> Mark:
        """Where this stands before a deal."""
        return Mark(len(self._found), self.count, dict(self._of_match))

    def back_to(self, mark: Mark) -> None:
        """Forget what was found since ``mark``."""
        del self._found[mark.found :]
        self.count, self._of_match = mark.total, dict(mark.of_match)

    def aside(self) -> Aside:
        """Remember all that is known, so that something can be tried: ``end_aside`` brings it back."""
        doubts = (self._doubts, self._of_match, self._chapters)
        self._doubts, self._of_match, self._chapters = (dict(one) for one in doubts)
        return Aside(self.mark(), *doubts, self._turns_in_order, self.turn)

    def end_aside(self, aside: Aside) -> list[Finding]:
        """Let everything be as it was at ``aside``, and return what was found since."""
        found = self._found[aside.mark.found :]
        self.back_to(aside.mark)
        self._doubts, self._of_match, self._chapters = aside.doubts, aside.of_match, aside.chapters
        self._turns_in_order, self.turn = aside.turns_in_order, aside.turn
        return found

    def keep(self, found: Sequence[Finding]) -> None:
        """Take findings that were found aside after all."""
        self._found += found
        self.count += len(found)

    def found_at(self, turn: int | None) -> set[tuple[str, int]]:
        """Ids and lines of what was found in a turn of the deal, or (``None``) before its first turn and at its end."""
        return {(finding.id, finding.line) for finding in self._found if finding.turn == turn and finding.deal == self.deal}

    def offences(self) -> list[Finding]:
        """What was found in this deal so far that somebody did, and that follows from nothing else."""
        return [finding for finding in self._found if finding.follows is None and finding.grade == "illegal"]

    def deck_since(self, mark: Mark, size: int, until: float) -> tuple[list[int], set[Card]]:
        """The numbers of cards that a deal came to instead of ``size``, and the cards seen too often in it above line ``until``."""
        # A count that is off because of another fault says nothing of the deck.
        roots = [finding for finding in self._found[mark.found :] if finding.follows is None]
        counted = [finding.data for finding in roots if finding.id in _COUNTS]
        sizes = [data["have"] if "have" in data else size - data["left"] for data in counted]
        return sizes, {finding.data["card"] for finding in roots if finding.id == _TOO_MANY and finding.line < until}

    def faults(self, check: Check, faults: Faults, step: Step) -> None:
        """Take the faults that ``check`` found at ``step``."""
        for fault in [faults] if isinstance(faults, Fault) else faults or ():
            self._fault(check, fault, step)

    def _fault(self, check: Check, fault: Fault, step: Step) -> None:
        root = self._root(check, fault, step) or self._of_number(check, fault)
        seat = fault.seat or step.seat
        guessed = fault.guessed or (check.needs[:1] in _OF_SIZE and check.grade != "impossible" and seat in step.table.counted)
        if guessed and (root is not None or ("hand", seat) in self._doubts or (fault.guessed and seat in step.table.exposed)):
            step.turn.untold = (*step.turn.untold, check.id)
            return
        text = (line := fault.line or step.line).text or write_line(line)
        column, end = _place(line, text, step, fault)
        origin = self._at(fault.parameter or (check.reads[0] if check.reads else None))
        finding = Finding(
            check.id, check.name, fault.severity or check.severity, check.grade, fault.message or check.message, fault.data,
            self.file, line.line, column, end, self.match, self.deal, self.turn, seat, text, check.help, *origin,
            fault.related, root,
        )  # fmt: skip
        self._found.append(finding)
        self.count += 1
        root = root or Root(check.id, line.line, column)
        if self.turn is not None:
            index = fault.play if fault.play is not None else step.index
            if check.grade != "unrecorded":
                # What was not written down explains no play.
                self._chapters.setdefault((check.chapter, index), root)
            self._chapters.setdefault((check.id, index), root)
        if "order" in check.taints:
            self._turns_in_order = 0
        for scope in check.taints:
            doubts = self._of_match if scope in _OF_MATCH else self._doubts
            doubts.setdefault(_key(scope, step, seat), root)
        for doubt in fault.doubts:
            self._doubts.setdefault(doubt, root)

    def _root(self, check: Check, fault: Fault, step: Step) -> Root | None:
        if fault.follows is not None and (root := self._doubts.get(fault.follows) or self._of_match.get(fault.follows)):
            return root
        seat = fault.seat or step.seat
        # A new meld is good or bad whatever lies there.
        alone = "row" in check.on and step.joined is None
        for scope in [scope for scope in check.depends if not alone or scope != "unread"]:
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

    def _of_number(self, check: Check, fault: Fault) -> Root | None:
        """What a fault follows from that hangs on the number of players, where the ruleset has no game for so many."""
        pointer = fault.parameter or (check.reads[0] if check.reads else "")
        if self._odd_players is None or self._ruleset is None or not pointer:
            return None
        by_number = pointer in _OF_PLAYERS or pointer.startswith("/seating/") or self._differs(self._ruleset, pointer)
        return self._odd_players if by_number else None

    @staticmethod
    def _differs(ruleset: Ruleset, pointer: str) -> bool:
        return len({str(ruleset.parameter(pointer, players).value) for players in ruleset.tables}) > 1

    def _at(self, pointer: str | None) -> tuple[Parameter | None, tuple[Citation, ...]]:
        """The effective value at a pointer, and its source."""
        if self._ruleset is None or pointer is None:
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

    def wrong_players(self, ruleset: Ruleset, players: int, judged: int, line: n.Line) -> Finding:
        """The finding for a match with a number of players that its ruleset has no game for: it is judged as one for ``judged``."""
        known = sorted(ruleset.tables)
        text = line.text or write_line(line)
        found = WRONG_PLAYERS.finding(
            self.file, line.line, 1, max(2, len(text.rstrip()) + 1), text=text, ruleset=ruleset.name, players=players, known=known,
            games=" or ".join(map(str, known)), judged=judged,
        )  # fmt: skip
        found = replace(found, match=self.match)
        self._odd_players = Root(found.id, found.line, found.column)
        return found

    def other_deck(self, deck: Deck, head: n.DealHead) -> None:
        """Find that a deal was played with ``deck`` and not with the ruleset's."""
        assert self._ruleset is not None
        law = self._ruleset.tables[self._players].equipment
        pointer = "/equipment/packs" if deck.packs != law.packs else "/equipment/jokers"
        text = head.text or write_line(head)
        data: dict[str, Any] = {"packs": deck.packs, "jokers": deck.jokers, "want_packs": law.packs, "want_jokers": law.jokers}
        found = OTHER_DECK.finding(
            self.file, head.line, 1, max(2, len(text.rstrip()) + 1), text=text, ruleset=self._ruleset.name, **data
        )
        parameter, citation = self._at(pointer)
        self._found.append(replace(found, match=self.match, deal=head.number, parameter=parameter, citation=citation))
        self.count += 1

    def rests_on(self, scores: Iterable[SideScore], table: Table) -> tuple[Parameter, ...]:
        """The reconstructed values that scores of a deal rest on, and, where a side has melded on ``table``, its initial meld."""
        if not self._rests.pointers:
            return ()
        used = self._rests.used([score.items for score in scores], any(table.melds.values()))
        found = self._rested.get(used)
        if found is None:
            told = [self._at(pointer)[0] for pointer in self._rests.among(used)]
            found = self._rested[used] = tuple(parameter for parameter in told if parameter is not None)
        return found

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
