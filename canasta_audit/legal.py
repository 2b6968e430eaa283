"""What a player may do: the lawful turns of a position, found by asking the checks of the audit about every candidate.

A *turn* here is all that one player does: where the cards come from, what is laid, and the discard. Two turns are the same where
they leave the same table: the same cards on every meld, in every hand and on the pile. The order in which things were laid is left
aside; equal cards are not told apart, cards of different suits are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from canasta_audit.cards import RED_THREES, UNKNOWN, WILD, Card
from canasta_audit.checks.draw import number_due
from canasta_audit.checks.registry import Check, Fault, Faults
from canasta_audit.checks.step import MatchState, Step, was_concealed
from canasta_audit.checks.stock_end import turns_over
from canasta_audit.emit import Emitter
from canasta_audit.finding import Finding
from canasta_audit.notation import model as n
from canasta_audit.notation.write import write_play
from canasta_audit.playing import Asker, Plan, plan_for, play_turn
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.table.apply import APPLY, begin_turn, end_turn
from canasta_audit.table.plain import plain_turn
from canasta_audit.table.snapshot import copy_of
from canasta_audit.table.state import WILD_MELD, MeldOnTable, Table

_HOPELESS = frozenset(("PILE-007", "PILE-008", "PILE-012"))
"""Faults of a take that nothing which is laid after it can put right."""


class _FaultFound(Exception):
    """An error was found: no need to look further."""


class _Strict(Emitter):
    """Stops at the first error."""

    def faults(self, check: Check, faults: Faults, step: Step) -> None:
        """Raise ``_FaultFound`` unless all that was found are notes and warnings."""
        for fault in [faults] if isinstance(faults, Fault) else faults or ():
            if (fault.severity or check.severity) == "error":
                raise _FaultFound


class Referee:
    """Judges turns under one ruleset, each on a copy of the table, which stays as it is."""

    def __init__(self, ruleset: Ruleset, match: MatchState) -> None:
        """Raises ``KeyError`` for a number of players that the ruleset has no game for."""
        self.ruleset = ruleset
        self.match = match
        self.players = len(match.seats.order)
        self.rules: Rules = ruleset.tables[self.players]
        self._plan: Plan = plan_for(self.rules)
        self._deal = n.Deal([n.DealHead(number=1)])
        self._emit = Emitter("")
        self._emit.begin_match(match.number)
        self._emit.begin_ruleset(ruleset, self.players)
        self._asker = Asker(Step(), self._emit, self._plan)
        strict = _Strict("")
        strict.begin_match(match.number)
        self._strict = Asker(self._asker.step, strict, self._plan)

    def judge(self, table: Table, line: n.Turn) -> list[Finding]:
        """Errors (notes left aside) that the turn of ``line`` would be found to have; ``table`` is not changed."""
        return self.play(copy_of(table), line)

    def plain(self, table: Table, line: n.Turn) -> bool:
        """Carry out a turn on ``table`` itself if it is so plain that it must be lawful; else change nothing."""
        asker = self._strict
        if not asker.plain_turns:
            return False
        turn = plain_turn(table, line, asker.rows)
        if turn is None or table.excess:
            return turn is not None
        asker.step.turn = turn
        return True

    def after(self, table: Table, line: n.Turn) -> Table | None:
        """The table after a turn if it is lawful; ``table`` itself is not changed."""
        other = copy_of(table)
        self._enter(other, line)
        self._strict.emit.begin_deal(table.number)
        try:
            play_turn(self._strict, line, None)
        except _FaultFound:
            return None
        return other

    def play(self, table: Table, line: n.Turn) -> list[Finding]:
        """Carry out a turn on ``table`` itself; the errors found."""
        self._emit.begin_deal(table.number)
        self._enter(table, line)
        play_turn(self._asker, line, None)
        return [finding for finding in self._emit.drain() if finding.severity == "error"]

    def _enter(self, table: Table, line: n.Turn) -> None:
        step = self._asker.step
        step.table, step.rules, step.match, step.deal, step.line = table, self.rules, self.match, self._deal, line
        step.notes, step.noted, step.end, step.last_turn = [], {}, None, False
        step.seat = step.side = None

    def concealed(self) -> bool:
        """Tell whether the turn judged last, if it emptied the hand, went out concealed."""
        return was_concealed(self._asker.step)


class LegalTurn(NamedTuple):
    """One lawful turn: its plays in canonical order, and the table after it."""

    plays: tuple[n.Play, ...]
    table: Table

    @property
    def text(self) -> str:
        """The turn as the notation writes it, without the seat."""
        return ", ".join(map(write_play, self.plays))


class Stand(NamedTuple):
    """A position: the table, whose turn it is, and who judges."""

    table: Table
    seat: n.Seat
    referee: Referee


def legal_turns(stand: Stand, limit: int | None = None) -> Iterator[LegalTurn]:
    """Yield the lawful turns of a position, each once, at most ``limit`` of them.

    Where the order of the stock is not known, the card drawn is an unseen one.
    """
    seen: set[Hashable] = set()
    for source in sources(stand):
        for turn in _turns_from(stand, source, seen):
            yield turn
            if limit is not None and len(seen) >= limit:
                return


def perft(stand: Stand) -> int:
    """The number of different lawful turns of a position."""
    return sum(1 for _ in legal_turns(stand))


def sources(stand: Stand) -> Iterator[tuple[n.Play, ...]]:
    """Yield what a turn may begin with, lawful or not: the draw, and every way to take the pile."""
    table, seat, rules = stand.table, stand.seat, stand.referee.rules
    drawn = draw_of(stand)
    if drawn is not None:
        yield (drawn,)
    elif turns_over(table, rules):
        yield turned_over(stand)
    extra = draw_of(stand, takes=True) if rules.turn.draw_with_pile else None
    for take in _takes(table, seat, rules):
        yield (take,) if extra is None else (extra, take)


def draw_of(stand: Stand, takes: bool = False) -> n.Draw | None:
    """The draw as the stock has it, beside the pile if the turn ``takes`` it; ``None`` where the stock is empty."""
    table, rules = stand.table, stand.referee.rules
    stock = table.stock
    count, _ = number_due(rules, takes=takes, after_no_discard=stand.seat in table.undiscarded)
    if stock is None:
        return None if table.stock_left == 0 else n.Draw(((UNKNOWN,),) * count)
    coming, special = list(stock), rules.red_threes.laid != "never"
    chains: list[n.Chain] = []
    while coming and len(chains) < count:
        chain = [coming.pop()]
        while special and chain[-1] in RED_THREES and coming:
            chain.append(coming.pop())
        chains.append(tuple(chain))
    return n.Draw(tuple(chains)) if chains else None


def turned_over(stand: Stand) -> tuple[n.Play, ...]:
    """The pile turned over as the new stock, and the draw from it."""
    table = stand.table
    play = n.TurnOver(table.pile[-1] if stand.referee.rules.stock_end.pile_turned == "all-but-top" else None)
    turned = copy_of(table)
    APPLY["turnover"](turned, begin_turn(turned, n.Turn(seat=stand.seat)), play)
    drawn = draw_of(stand._replace(table=turned))
    return (play,) if drawn is None else (play, drawn)


def _takes(table: Table, seat: n.Seat, rules: Rules) -> Iterator[n.Take]:
    """Yield every way to take the pile that the hand allows."""
    if not table.pile:
        return
    top, hand = table.pile[-1], table.hands[seat]
    like = sorted(card for card in hand if card[0] == top[0])
    wilds = sorted(card for card in hand if card in WILD and card[0] != top[0])
    found: set[tuple[Card, ...]] = set()
    most = max(4, rules.canastas.size)
    for count in range(1, most):
        for naturals in _choices(like, count):
            for wild in range(0, most - count):
                found.update(naturals + chosen for chosen in _choices(wilds, wild))
    for cards in sorted(found, key=lambda cards: (len(cards), cards)):
        if len(cards) > 1:
            yield n.Take(top, how="with", cards=cards)
    for meld in table.melds[table.seats.side_of[seat]]:
        if meld.rank == top[0]:
            yield n.Take(top, onto=n.Address(meld.rank))
            break
    if any(way.startswith("show") for way in (*rules.pile.unopened, *rules.pile.opened, *rules.pile.frozen)):
        for cards in sorted(found, key=lambda cards: (len(cards), cards)):
            if len(cards) <= 2:
                yield n.Take(top, how="showing", cards=cards)
        yield n.Take(top)


def _choices(cards: Sequence[Card], count: int) -> list[tuple[Card, ...]]:
    """All different choices of ``count`` of ``cards``, which are in order."""
    return sorted(set(combinations(cards, count)))


def _turns_from(stand: Stand, source: tuple[n.Play, ...], seen: set[Hashable]) -> Iterator[LegalTurn]:
    """Yield the lawful turns that begin with ``source`` and leave a table that is not among those ``seen``."""
    table, seat, referee = stand
    if any(finding.id in _HOPELESS for finding in referee.judge(table, n.Turn(seat, source))):
        return
    begun = copy_of(table)
    turn = begin_turn(begun, n.Turn(seat, source))
    for play in source:
        APPLY[play.kind](begun, turn, play)
    end_turn(begun)
    hand = Counter(begun.hands[seat])
    options = [[play for play in plays if _good_alone(stand, source, play)] for plays in _lays(begun, seat, referee.rules) if plays]
    for lays, rest in _combined(options, hand):
        for last in (*sorted(rest), None):
            plays = (*source, *lays) if last is None else (*source, *lays, n.Discard(last))
            after = referee.after(table, n.Turn(seat, plays))
            if after is not None:
                left = result(after)
                if left not in seen:
                    seen.add(left)
                    yield LegalTurn(plays, after)


def result(table: Table) -> Hashable:
    """What two turns have in common that are the same: melds with their owners, hands, red threes and the pile."""
    melds = [(side, meld.seat, tuple(sorted(meld.cards))) for side, row in table.melds.items() for meld in row]
    held = [tuple(sorted(hand)) for hand in (*table.hands.values(), *table.reds.values())]
    return tuple(sorted(melds)), tuple(held), tuple(table.pile)


def _good_alone(stand: Stand, source: tuple[n.Play, ...], play: n.Play) -> bool:
    """Tell whether the cards of one play could lie so, whatever else the turn brings."""
    found = stand.referee.judge(stand.table, n.Turn(stand.seat, (*source, play)))
    return not any(finding.id.startswith("MELD-") for finding in found)


def _lays(table: Table, seat: n.Seat, rules: Rules) -> Iterator[list[n.Play]]:
    """Yield, for each meld that lies and each that may be begun, all that the hand could put there."""
    hand = table.hands[seat]
    wilds = sorted(card for card in hand if card in WILD)
    melds = list(table.melds[table.seats.side_of[seat]])
    for meld in melds:
        address = _address(meld, melds, seat)
        yield [n.Add(cards, address) for cards in _rows(hand, meld.rank, wilds, 1)]
    ranks = sorted({card[0] for card in hand if card not in WILD and card != UNKNOWN})
    for rank in ranks:
        yield [n.Meld(cards) for cards in _rows(hand, rank, wilds, rules.melds.least_cards)]
    if rules.melds.wild_only != "never":
        yield [n.Meld(cards) for cards in _rows(hand, WILD_MELD, wilds, rules.melds.least_cards)]


def _address(meld: MeldOnTable, melds: Sequence[MeldOnTable], seat: n.Seat) -> n.Address:
    like = [other for other in melds if other.rank == meld.rank]
    if len(like) == 1:
        return n.Address(meld.rank)
    owners = [other for other in like if other.seat == meld.seat]
    owner = meld.seat if len({other.seat for other in like}) > 1 else None
    among = owners if owner else like
    return n.Address(meld.rank, among.index(meld) + 1 if len(among) > 1 else None, owner)


def _rows(hand: Sequence[Card], rank: str, wilds: Sequence[Card], least: int) -> Iterator[tuple[Card, ...]]:
    """Yield every choice of naturals of ``rank`` and of wild cards that has at least so many cards."""
    naturals = sorted(card for card in hand if card[0] == rank and card not in WILD)
    for count, wild in product(range(len(naturals) + 1), range(len(wilds) + 1)):
        if count + wild >= least:
            for chosen, filled in product(_choices(naturals, count), _choices(wilds, wild)):
                yield chosen + filled


def _combined(options: Sequence[Sequence[n.Play]], hand: Counter[Card]) -> Iterator[tuple[tuple[n.Play, ...], Counter[Card]]]:
    """Yield every choice of at most one play of each list that the hand has the cards for, with what is left of it."""
    if not options:
        yield (), +hand
        return
    for play in (None, *options[0]):
        if play is None:
            yield from _combined(options[1:], hand)
            continue
        rest = hand.copy()
        rest.subtract(play.cards)  # type: ignore[attr-defined]
        if min(rest.values()) >= 0:
            for lays, left in _combined(options[1:], rest):
                yield (play, *lays), left
