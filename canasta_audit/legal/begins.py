"""How a turn may begin, carried out on a copy of the table: red threes laid, the draw, the pile turned over, the pile taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import NamedTuple

from canasta_audit.cards import RED_THREES, UNKNOWN, Card
from canasta_audit.checks.draw import number_due
from canasta_audit.checks.stock_end import may_be_turned, red_three_ends, turns_over
from canasta_audit.legal.referee import Stand
from canasta_audit.legal.sources import draw_of, turn_over
from canasta_audit.notation import model as n
from canasta_audit.table.apply import APPLY, begin_turn
from canasta_audit.table.snapshot import copy_of
from canasta_audit.table.state import Table, TurnState


class Begin(NamedTuple):
    """The beginning of a turn: plays ``before`` the pile is taken, the ``take`` (``None``: it is not), plays ``after`` it.

    ``table`` is how it lies then, with the pile's top card in the hand; ``held`` is the hand when the pile was taken. ``over``: no
    card may be laid or discarded in such a turn.
    """

    before: tuple[n.Play, ...]
    take: n.Take | None
    after: tuple[n.Play, ...]
    table: Table
    turn: TurnState
    held: Counter[Card]
    over: bool = False

    @property
    def plays(self) -> tuple[n.Play, ...]:
        """All of it, with nothing laid beside the top card."""
        return (*self.before, *([] if self.take is None else [self.take]), *self.after)


class _Draft:
    """The beginning of a turn that is being put together on a copy of the table; ``held``: the hand when the pile was taken."""

    def __init__(self, stand: Stand, plays: tuple[n.Play, ...] = ()) -> None:
        """Carry out ``plays`` from the position ``stand``."""
        self.stand, self.rules = stand, stand.referee.rules
        self.table = copy_of(stand.table)
        self.turn = begin_turn(self.table, n.Turn(stand.seat))
        self.held: Counter[Card] = Counter()
        self.plays: tuple[n.Play, ...] = ()
        for play in plays:
            self.do(play)

    @property
    def hand(self) -> list[Card]:
        """The cards of the player."""
        return self.table.hands[self.turn.seat]

    def do(self, play: n.Play) -> None:
        """Carry out a play."""
        if play.kind == "take":
            self.held = Counter(self.hand)
        APPLY[play.kind](self.table, self.turn, play)
        self.plays = (*self.plays, play)

    def with_play(self, play: n.Play) -> _Draft:
        """The same and ``play`` behind it."""
        return _Draft(self.stand, (*self.plays, play))

    def ended(self) -> bool:
        """Tell whether a red three as the last card has ended the deal."""
        return self.turn.last_was_red and self.table.stock_left == 0 and red_three_ends(self.rules)

    def holds_reds(self) -> bool:
        """Tell whether a red three in the hand has still to be laid."""
        return self.rules.red_threes.laid != "never" and not RED_THREES.isdisjoint(self.hand)

    def due(self) -> int:
        """How many cards the turn has still to draw."""
        turn, law = self.turn, self.rules.turn
        if turn.took and not law.draw_with_pile:
            return 0
        return max(0, number_due(self.rules, takes=turn.took, after_no_discard=turn.after_no_discard)[0] - turn.drawn)

    def is_whole(self) -> bool:
        """Tell whether the player may have all that his turn begins with."""
        turn = self.turn
        return (turn.drawn > 0 or turn.took) and not self.holds_reds() and (not self.due() or self.table.stock_left == 0)

    def key(self) -> Hashable:
        """What two orders have in common that come to the same."""
        table, turn = self.table, self.turn
        cards = (*sorted(self.hand), "|", *sorted(table.reds[turn.seat]), "|", *table.pile, "|", *(table.stock or ()))
        held = tuple(sorted(self.held.items()))
        return cards, held, turn.top, turn.drawn, turn.took, turn.passed, turn.reds_from_pile, turn.last_was_red, table.stock_left

    def begin(self) -> Begin:
        """What was put together."""
        at = next((i for i, play in enumerate(self.plays) if play.kind == "take"), None)
        over = self.ended() or self.turn.passed
        if at is None:
            return Begin(self.plays, None, (), self.table, self.turn, Counter(self.hand), over)
        take = self.plays[at]
        assert isinstance(take, n.Take)
        return Begin(self.plays[:at], take, self.plays[at + 1 :], self.table, self.turn, self.held, over)


def begins(stand: Stand) -> Iterator[Begin]:
    """Yield what a turn may begin with, lawful or not, each in the form that leaves most open: a second hand is taken up at once,
    or left for later."""
    for begin in _without_foot(stand):
        yield begin
        if stand.seat in begin.table.feet and not begin.over:
            yield _with_foot(begin)


def _with_foot(begin: Begin) -> Begin:
    table, foot = copy_of(begin.table), n.Foot()
    APPLY["foot"](table, begin.turn, foot)
    if begin.take is None:
        return begin._replace(table=table, before=(*begin.before, foot))
    return begin._replace(table=table, after=(*begin.after, foot))


def _without_foot(stand: Stand) -> Iterator[Begin]:
    first = _Draft(stand)
    scarce = _is_scarce(first)
    if not scarce:
        for red in _reds(first)[:1]:
            first.do(red)
    waiting, seen = [first], {first.key()}
    while waiting:
        draft = waiting.pop()
        if draft.turn.passed or draft.is_whole():
            yield draft.begin()
        for play in reversed([*_next(draft, scarce)]):
            longer = draft.with_play(play)
            if (key := longer.key()) not in seen:
                seen.add(key)
                waiting.append(longer)


def _is_scarce(draft: _Draft) -> bool:
    """Tell whether the stock may not have all the cards that the turn wants, so that their order matters."""
    table, rules = draft.table, draft.rules
    if table.stock_left is None:
        return False
    reds = sum(card in RED_THREES for card in (*draft.hand, *(table.stock or ()), *table.pile))
    return table.stock_left <= rules.turn.draw + reds


def _next(draft: _Draft, scarce: bool) -> Iterator[n.Play]:
    """Yield what may come next in the beginning of a turn, lawful or not; where the stock is ``scarce``, in every order."""
    table, turn, rules = draft.table, draft.turn, draft.rules
    held = draft.holds_reds()
    if turn.passed or (draft.ended() and not held):
        return
    reds = _reds(draft)
    yield from reds
    if draft.ended() or (reds and not scarce):
        return
    stand, beside = draft.stand._replace(table=table), rules.turn.draw_with_pile
    if not turn.took or (beside and scarce):
        for takes in (False, True) if beside and not turn.took else (turn.took,):
            drawn = draw_of(stand, takes=takes, drawn=turn.drawn)
            if drawn is not None:
                yield drawn
    if turns_over(table, rules) and (held or draft.due() > 0):
        yield turn_over(table, rules)
    elif table.stock_left == 0 and not (turn.drawn or turn.took):
        yield n.Pass()
    if table.pile and not turn.took and turn.drawn <= beside and (scarce or turn.drawn == beside or table.stock_left == 0):
        yield n.Take(table.pile[-1])
        if len(table.pile) > 1 and (not rules.pile.whole or rules.pile.top_alone_to_go_out):
            yield n.Take(table.pile[-1], only=True)


def _reds(draft: _Draft) -> list[n.Red]:
    """The ways to lay the red threes of the hand: those of the pile need no replacement, and others have what the stock has."""
    law = draft.rules.red_threes
    reds = [card for card in draft.hand if card in RED_THREES] if law.laid != "never" else []
    free = min(len(reds), draft.turn.reds_from_pile)
    most = free if law.replaced_from_pile and law.replaced_from_stock else 0
    found = {_red(draft, reds, len(reds) - free + more) for more in range(most, -1, -1)}
    return sorted(filter(None, found), key=lambda play: sum(map(len, play.chains)), reverse=True)


def _red(draft: _Draft, reds: list[Card], replaced: int) -> n.Red | None:
    """The first ``replaced`` of ``reds`` laid with what the stock has for them, the others bare; ``None``: there is none to lay
    yet, for the pile is turned over first.
    """
    table, law = draft.table, draft.rules.red_threes
    left = table.stock_left
    coming = list(table.stock) if table.stock is not None else [UNKNOWN] * (replaced if left is None else min(left, replaced))
    waits = law.replaced_from_stock and may_be_turned(table, draft.rules) and not draft.ended()
    chains = []
    for index, card in enumerate(reds):
        chain = [card]
        while index < replaced and law.replaced_from_stock and coming and chain[-1] in RED_THREES:
            chain.append(coming.pop())
        if len(chain) > 1 or index >= replaced or not waits:
            chains.append(tuple(chain))
    return n.Red(tuple(chains)) if chains else None
