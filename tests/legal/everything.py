"""Every turn of a position with few cards: single plays put behind each other in every order, and judged by the audit."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import combinations

from canasta_audit.cards import RED_THREES, WILD, Card
from canasta_audit.checks.registry import Check, Fault, Faults
from canasta_audit.checks.step import Step
from canasta_audit.emit import Emitter
from canasta_audit.legal import Referee, Stand, result
from canasta_audit.notation import model as n
from canasta_audit.table.apply import begin_turn
from canasta_audit.table.snapshot import copy_of
from canasta_audit.table.state import Table, TurnState

Plays = tuple[n.Play, ...]

CURABLE = frozenset((
    "RECORD-018", "OPEN-001", "OPEN-002", "OPEN-003", "OPEN-004", "THREES-001", "OUT-002", "OUT-008", "OUT-009", "OUT-010",
    "MELD-006", "MELD-016", "MELD-018", "DRAW-003", "DRAW-005", "PILE-001", "PILE-002", "PILE-003", "PILE-004", "PILE-006",
    "PILE-010", "PILE-014", "PILE-016", "STOCK-001", "STOCK-004", "STOCK-006",
))  # fmt: skip
"""Faults that a play behind them may mend."""


class _Ids(Emitter):
    """Keeps the ids of the errors found, and makes no findings of them."""

    def __init__(self) -> None:
        super().__init__("")
        self.ids: set[str] = set()

    def faults(self, check: Check, faults: Faults, step: Step) -> None:
        for fault in [faults] if isinstance(faults, Fault) else faults or ():
            self.count += 1
            if (fault.severity or check.severity) == "error":
                self.ids.add(check.id)


class Judge:
    """Judges turns of a position."""

    def __init__(self, stand: Stand) -> None:
        self.stand, self.emit = stand, _Ids()
        self.referee = Referee(stand.referee.ruleset, stand.referee.match)
        self.referee._asker.emit = self.emit

    def __call__(self, plays: Plays) -> tuple[set[str], Table]:
        """Ids of the errors of a turn, and the table after it."""
        table = copy_of(self.stand.table)
        self.emit.ids.clear()
        self.referee.play(table, n.Turn(self.stand.seat, plays))
        return self.emit.ids.copy(), table


class TooMuch(Exception):
    """There are more turns to judge than a test has time for."""


class Everything:
    """Looks for all that a faultless turn can come to: ``found`` holds it with one of the turns that do."""

    def __init__(self, stand: Stand, most: int) -> None:
        """Raises ``TooMuch`` when ``most`` turns were judged and there are more."""
        self.stand, self.left = stand, most
        turned = stand.referee.rules.stock_end.pile_turned != "none"
        self.curable = CURABLE if turned else CURABLE - {"STOCK-004"}
        self.found: dict[Hashable, Plays] = {}
        self.seen: set[Hashable] = set()
        self.judged = Judge(stand)
        table = copy_of(stand.table)
        for play in _next(stand, table, begin_turn(table, n.Turn(stand.seat)), True):
            self.grow((play,))

    def grow(self, plays: Plays) -> None:
        """Judge a turn, then that turn with one play more."""
        self.left -= 1
        if self.left < 0:
            raise TooMuch
        faults, table = self.judged(plays)
        if not faults:
            self.found.setdefault(result(table), plays)
        if faults - self.curable or any(play.kind in ("discard", "pass") for play in plays):
            return
        turn = table.turn
        assert turn is not None
        key = (frozenset(faults), _key(table, turn))
        if key not in self.seen:
            self.seen.add(key)
            for play in _next(self.stand, table, turn, False):
                self.grow((*plays, play))


def _key(table: Table, turn: TurnState) -> Hashable:
    """What the same plays may still follow, lawful or not."""
    lays = tuple((lay.meld.rank, lay.meld.size, lay.cards, lay.new, lay.top, lay.seen_rest) for lay in turn.lays)
    taken = (turn.top, tuple(turn.rest), turn.took, turn.reds_from_pile, tuple(sorted(turn.hand_before)))
    return result(table), tuple(table.stock or ()), table.stock_left, turn.drawn, turn.last_was_red, taken, lays


def _next(stand: Stand, table: Table, turn: TurnState, first: bool) -> Iterator[n.Play]:
    """Yield every single play that the cards allow."""
    hand = table.hands[stand.seat]
    if first:
        yield n.Pass()
    if table.stock:
        yield n.Draw(((table.stock[-1],),))
    for red in sorted(RED_THREES.intersection(hand))[:1]:
        yield n.Red(((red,),))
        if table.stock:
            yield n.Red(((red, table.stock[-1]),))
    if table.pile:
        yield n.TurnOver()
        yield n.TurnOver(table.pile[-1])
    if table.pile and not turn.took:
        yield from _takes(stand, table)
    for cards in filter(_of_one_rank, subsets(hand)):
        yield n.Meld(cards)
        yield from (n.Add(cards, address) for address in addresses(table, stand.seat))
    yield from (n.Discard(card) for card in sorted(set(hand)))


def _takes(stand: Stand, table: Table) -> Iterator[n.Play]:
    top = table.pile[-1]
    rows = [cards for cards in subsets(table.hands[stand.seat]) if _of_one_rank((top, *cards))]
    for only in (False, True) if len(table.pile) > 1 else (False,):
        for onto in (None, *addresses(table, stand.seat)):
            yield n.Take(top, only, None, (), None, onto)
            yield from (n.Take(top, only, "with", cards, None, onto) for cards in rows)


def _of_one_rank(cards: tuple[Card, ...]) -> bool:
    return len({card[0] for card in cards if card not in WILD}) < 2


def subsets(hand: list[Card]) -> list[tuple[Card, ...]]:
    """Every choice of cards out of a hand."""
    ordered = sorted(hand)
    return sorted({cards for count in range(1, len(hand) + 1) for cards in combinations(ordered, count)})


def addresses(table: Table, seat: n.Seat) -> Iterator[n.Address]:
    """Every meld of a side."""
    melds = table.melds[table.seats.side_of[seat]]
    for index, meld in enumerate(melds):
        yield n.Address(meld.rank, 1 + sum(other.rank == meld.rank for other in melds[:index]))
