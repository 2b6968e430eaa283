"""What a record could have had by one ruleset and has not, another one forbidding it: counted at the positions of the record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from canasta_audit.auditor import Auditor
from canasta_audit.cards import WILD
from canasta_audit.checks.step import EVERYTHING, MatchState, Step
from canasta_audit.finding import Finding
from canasta_audit.legal import Referee, Stand
from canasta_audit.legal.position import know_stock
from canasta_audit.notation import model as n
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.simulate.bots import BOTS, Bot
from canasta_audit.simulate.plans import Plays, told_apart
from canasta_audit.table.deal import seats_of
from canasta_audit.table.laying import Limits
from canasta_audit.table.snapshot import Kept, copy_of
from canasta_audit.table.state import PlainTurn, Table

_POSITIONS = 1200
"""Positions of a record that are looked at, as many of each log: with so many it is clear what its players leave alone."""

_TRIAL = 60
"""Positions after which only the bot is asked who plays most like those of the record."""

_SEED = 1

_TRIES = 8
"""Turns of a bot's choice that are tried."""

_FEW = 2
"""Wishes of a kind of which so many more are taken to have been followed as usual."""

_OF_DISCARD = ("DISCARD", "MELD-019", "PILE-010")
"""Faults of a discard; those of all other plays are told apart from them, for who lays alike may still discard otherwise."""


class Group(NamedTuple):
    """Rulesets that may each forbid what another one allows, and one that forbids all that any of them does (``None``: each is
    asked by itself)."""

    whole: Ruleset | None
    each: Sequence[Ruleset]


def players_of(logs: Sequence[n.Log]) -> int | None:
    """How many play in the first match of the logs, ``None`` where there is none."""
    head = next((match for log in logs for match in log.matches), None)
    return len(seats_of(head.tags).order) if head is not None else None


def is_full(logs: Sequence[n.Log]) -> bool:
    """Tell whether every deal that was played has its hands: only then does a play that is not there mean something."""
    deals = [deal for log in logs for match in log.matches for deal in match.deals]
    played = [deal for deal in deals if any(isinstance(line, n.Turn) for line in deal.lines)]
    return bool(played) and all(any(isinstance(line, n.HandLine) for line in deal.lines) for deal in played)


def expected(logs: Sequence[n.Log], played: Ruleset, groups: Sequence[Group], asked: int = 2) -> Mapping[str, float]:
    """By reference of each ruleset of ``groups``, how many plays that it forbids a game by ``played`` should have in the place of
    those that the record has.

    At each position our bots tell what they would like to play. Where that is lawful by ``played`` only, and the record has
    something else, a chance was missed; it counts as much as the record's players do elsewhere what the bot would like. Of the
    bots, the one is believed in each log who plays most like them. ``asked``: how often each tells its wishes at a position, for
    chance has its part in them.
    """
    players = players_of(logs)
    each = [ruleset for group in groups for ruleset in group.each]
    if players is None or any(players not in ruleset.tables for ruleset in (played, *each)):
        return {}
    found: dict[str, float] = {}
    left = _POSITIONS
    for number, log in enumerate(logs):
        most = left // (len(logs) - number)
        watcher = _Watcher(played, groups, most, asked)
        auditor = Auditor(log.file, lambda tags: played, watcher)
        for match in log.matches:
            units: list[n.Match | n.Deal] = [match, *match.deals]
            for unit in units:
                if watcher.positions < most:
                    _fed(auditor, unit)
        left -= watcher.positions
        for reference, count in watcher.likest().expected().items():
            found[reference] = found.get(reference, 0.0) + count / asked
    return found


def _fed(auditor: Auditor, unit: n.Match | n.Deal) -> None:
    """Audit a part of a record; what is found is known already, but for a fault of our own."""
    for result in auditor.feed(unit):
        if isinstance(result, Finding) and result.grade == "internal":
            raise RuntimeError(result.message)


Kind = tuple[bool, bool, bool, bool]
"""What a wish is about: it takes the pile, lays cards, wild ones among them, and empties the hand."""

Parts = tuple[list[str], bool, str | None]
"""Of a turn what is taken and laid, whether the partner is asked, and the discard."""


class _Wish:
    """A lawful turn that a bot would like to play at a position. ``plain`` are the limits within which it is plain, and so lawful
    for all who have the same; ``forbidden`` is who forbids it, with the fault, once that was asked.
    """

    def __init__(self, line: n.Turn, empties: bool, plain: Limits | None) -> None:
        self.line, self.plain = line, plain
        self.kind, self.parts = _kind_of(line.plays, empties), _parts(line.plays)
        self.forbidden: list[tuple[str, str]] | None = None


class _Likeness:
    """How much the players of a record play like one bot, and which of its wishes they left alone."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.source = bot, Random(_SEED)
        self.wishes: Counter[Kind] = Counter()
        self.alike: Counter[Kind] = Counter()
        self.discards = 0
        self.missed: Counter[tuple[str, Kind, bool]] = Counter()

    def compare(self, wish: _Wish, played: Parts, times: int) -> bool:
        """Count the likeness of what was played to a wish; tell whether they are the same."""
        (wished, asks, discard), (laid, asked, discarded) = wish.parts, played
        self.wishes[wish.kind] += times
        if wished != laid:
            return False
        self.alike[wish.kind] += times
        self.discards += times * (discard == discarded)
        return asks == asked and discard == discarded

    def expected(self) -> dict[str, float]:
        """By ruleset, how many of the missed wishes should have been played, each as often as the bot was asked.

        A wish counts as much as others of its kind were followed, those left aside that the ruleset forbids as well.
        """
        alike = self.alike.total()
        usual = (alike + 1) / (self.wishes.total() + 4)
        discarding = (self.discards + 1) / (alike + 4)
        barred: Counter[tuple[str, Kind]] = Counter()
        for (reference, kind, _), count in self.missed.items():
            barred[reference, kind] += count
        found: dict[str, float] = {}
        for (reference, kind, of_discard), count in self.missed.items():
            others = self.wishes[kind] - barred[reference, kind]
            # A kind that is rare is taken to be followed as others are.
            share = (self.alike[kind] + _FEW * usual) / (others + _FEW)
            found[reference] = found.get(reference, 0.0) + count * min(1.0, share) * (discarding if of_discard else 1.0)
        return found


def _parts(plays: Plays) -> Parts:
    """What is taken and laid, whether the partner is asked, and the discard."""
    laid: list[str] = []
    discard = None
    for play in plays:
        if isinstance(play, n.Discard):
            discard = play.card
        elif isinstance(play, (n.Take, n.Meld, n.Add)):
            onto = None if isinstance(play, n.Meld) else play.onto
            laid.append(f"{play.kind} {sorted(play.cards)} {onto.card if onto is not None else ''}")
    return sorted(laid), any(play.kind == "ask" for play in plays), discard


def _kind_of(plays: Plays, empties: bool) -> Kind:
    lays = [play for play in plays if isinstance(play, (n.Meld, n.Add))]
    takes = [play for play in plays if isinstance(play, n.Take)]
    return bool(takes), bool(lays), any(not WILD.isdisjoint(play.cards) for play in (*lays, *takes)), empties


class _Judge(Referee):
    """A referee who can be told that a turn is the last one of its deal."""

    last = False
    """The turn that was judged last empties the hand."""

    @property
    def limits(self) -> Limits | None:
        """Within which limits a turn is plain, and lawful without a question."""
        self._strict.step.rules = self.rules
        return self._strict.shortcuts.limits

    def was_plain(self) -> bool:
        """Tell whether the turn that was judged last is plain."""
        return isinstance(self._strict.step.turn, PlainTurn)

    def _enter(self, table: Table, line: n.Turn) -> None:
        super()._enter(table, line)
        self._asker.step.last_turn = self.last

    def fault(self, table: Table, line: n.Turn) -> str | None:
        """The id of the first error in a turn, ``None`` where it is lawful, also as one that ends the deal if it does."""
        self.last = False
        fault, empties = self._tried(table, line)
        if fault is None and empties:
            self.last = True
            fault, _ = self._tried(table, line)
        return fault

    def _tried(self, table: Table, line: n.Turn) -> tuple[str | None, bool]:
        """The first error in a turn, and whether it empties the hand; the table is as before."""
        if table.stock is None:
            after = self.outcome(table, line)
            return (after, False) if isinstance(after, str) else (None, not after.hands[line.seat])
        kept = Kept(table, line.seat)
        fault = self.attempt(table, line)
        if fault is not None:
            return fault, False
        empties = not table.hands[line.seat]
        kept.put_back()
        return None, empties


class _Watcher:
    """Looks at the positions of a record while it is audited."""

    def __init__(self, played: Ruleset, groups: Sequence[Group], most: int, asked: int) -> None:
        self.played, self.groups, self.most, self.asked = played, groups, most, asked
        self.positions = self.number = 0
        self.bots = [_Likeness(bot) for bot in BOTS.values()]
        self.deal: n.Deal | None = None
        self.turns: dict[int, n.Turn] = {}
        self.known: list[_Wish] = []
        """What was found lawful at the position."""

    def likest(self) -> _Likeness:
        """The bot who plays most like the players."""
        return max(self.bots, key=lambda one: one.alike.total())

    def __call__(self, step: Step) -> None:
        """Look at the position after a step."""
        if self.deal is not step.deal:
            self._begin(step)
        line, table = self.turns.get(id(step.line)), step.table
        if line is None or self.positions >= self.most or line.seat != _due(table) or line.seat in table.vague:
            return
        self.positions += 1
        if self.positions == _TRIAL:
            self.bots = [self.likest()]
        table = copy_of(table)
        know_stock(table, line.plays)
        stand, played = Stand(table, line.seat, self.judge), _parts(line.plays)
        self.known = []
        for likeness in self.bots:
            for wish, times in self._wishes(stand, likeness):
                if not likeness.compare(wish, played, times):
                    if wish.forbidden is None:
                        wish.forbidden = list(self._forbidden(table, wish))
                    for reference, fault in wish.forbidden:
                        likeness.missed[reference, wish.kind, fault.startswith(_OF_DISCARD)] += times

    def _begin(self, step: Step) -> None:
        """Begin a deal: which turn follows which line, and the judges with the scores as they stand."""
        self.deal = step.deal
        turns = [line for line in step.deal.lines if isinstance(line, n.Turn) and not line.undone]
        self.turns = {id(line): after for line, after in zip([step.line, *turns], turns, strict=False)}
        match = step.match.copy()
        match.recorded = EVERYTHING | ({"questions"} if "questions" in match.recorded else set())
        if self.number != match.number:
            self.number = match.number
            self._call_judges(match)
        for judge in self.all_judges:
            judge.match = match

    def _call_judges(self, match: MatchState) -> None:
        """Have one judge of each ruleset for a match: what he found good once need not be asked again."""
        self.judge = _Judge(self.played, match)
        self.judges: list[tuple[_Judge | None, list[_Judge]]] = []
        for group in self.groups:
            whole = _Judge(group.whole, match) if group.whole is not None and len(group.each) > 1 else None
            self.judges.append((whole, [_Judge(ruleset, match) for ruleset in group.each]))
        wholes = [whole for whole, _ in self.judges if whole is not None]
        self.all_judges = [self.judge, *wholes, *(judge for _, each in self.judges for judge in each)]

    def _forbidden(self, table: Table, wish: _Wish) -> Iterator[tuple[str, str]]:
        """Yield the references of those who forbid a wish, with the fault."""
        shared = table.stock is not None and _by_limits_alone(wish.line.plays)
        plain: list[Limits | None] = [wish.plain] if shared and wish.plain is not None else []

        def fault_by(judge: _Judge) -> str | None:
            # What is plain within the limits of one judge is so for all who have the same.
            if shared and judge.limits in plain:
                return None
            fault = judge.fault(table, wish.line)
            if shared and fault is None and judge.was_plain():
                plain.append(judge.limits)
            return fault

        for whole, each in self.judges:
            if whole is not None and fault_by(whole) is None:
                continue
            for judge in each:
                fault = fault_by(judge)
                if fault is not None:
                    yield judge.ruleset.reference, fault

    def _wishes(self, stand: Stand, likeness: _Likeness) -> Iterator[tuple[_Wish, int]]:
        """Yield what a bot would like to play each time that it is asked, and how often it said so."""
        before: _Wish | None = None
        for left in range(self.asked, 0, -1):
            wish = self._wish(stand, likeness)
            if wish is None:
                continue
            if wish is before:
                yield wish, left
                return
            before = wish
            yield wish, 1

    def _wish(self, stand: Stand, likeness: _Likeness) -> _Wish | None:
        """The first lawful turn among those that a bot would like to play, ``None`` where that is none of the first."""
        for _, plays in zip(range(_TRIES), likeness.bot(stand, likeness.source), strict=False):
            asked = told_apart(stand, plays)
            for plan in (asked, _with_question(asked)) if self._must_ask() else (asked,):
                # Bots say the same again more often than not.
                wish = next((one for one in self.known if one.line.plays == plan), None)
                if wish is not None:
                    return wish
                line = n.Turn(seat=stand.seat, plays=plan)
                if self.judge.fault(stand.table, line) is None:
                    wish = _Wish(line, self.judge.last, self.judge.limits if self.judge.was_plain() else None)
                    self.known.append(wish)
                    return wish
        return None

    def _must_ask(self) -> bool:
        return self.judge.rules.going_out.ask == "must" and len(self.judge.match.seats.order) > len(self.judge.match.seats.sides)


def _by_limits_alone(plays: Plays) -> bool:
    """Tell whether it does not hang on what a judge knows to be good whether a turn is plain."""
    return all(play.laid and play.kind == "add" for play in plays[1:-1])


def _with_question(plays: Plays) -> Plays:
    """A turn with the question to the partner before anything is laid."""
    first = next((i for i, play in enumerate(plays) if play.kind not in ("draw", "take", "red")), len(plays))
    return (*plays[:first], n.Ask(answer=True), *plays[first:])


def _due(table: Table) -> n.Seat | None:
    """Whose turn it is, ``None`` where the deal is over."""
    if table.over is not None:
        return None
    return table.first if table.last_seat is None else table.seats.next_of[table.last_seat]
