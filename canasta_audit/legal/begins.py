"""How a turn may begin, carried out on a copy of the table: red threes laid, the draw, the pile turned over, the pile taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from canasta_audit.cards import RED_THREES, UNKNOWN, Card
from canasta_audit.checks.stock_end import red_three_ends, turns_over
from canasta_audit.legal.referee import Stand
from canasta_audit.legal.sources import draw_of, turn_over
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import Rules
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
    """A turn that is being put together on a copy of the table."""

    def __init__(self, table: Table, turn: TurnState, plays: tuple[n.Play, ...] = ()) -> None:
        self.table, self.turn, self.plays = table, turn, plays

    @classmethod
    def of(cls, stand: Stand, plays: tuple[n.Play, ...] = ()) -> _Draft:
        """The turn so far, from the position ``stand``."""
        table = copy_of(stand.table)
        draft = cls(table, begin_turn(table, n.Turn(stand.seat)))
        for play in plays:
            draft.do(play)
        return draft

    def do(self, play: n.Play) -> None:
        """Carry out a play."""
        APPLY[play.kind](self.table, self.turn, play)
        self.plays = (*self.plays, play)

    def lay_reds(self, rules: Rules) -> None:
        """Lay the red threes that the hand holds, as long as the stock brings others for them."""
        while (play := _reds(self, rules)) is not None:
            self.do(play)


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
    table, rules = stand.table, stand.referee.rules
    first = _Draft.of(stand)
    first.lay_reds(rules)
    yield from _of(stand, first.plays)
    # Where the stock does not suffice for all, it matters whether the draw comes before the replacements.
    if first.plays and table.stock_left is not None and table.stock_left <= len(table.hands[stand.seat]):
        yield from _of(stand, ())


def _of(stand: Stand, plays: tuple[n.Play, ...]) -> Iterator[Begin]:
    """Yield what may follow the red threes laid in ``plays``, if any."""
    rules = stand.referee.rules
    draft = _Draft.of(stand, plays)
    drawn = draw_of(stand._replace(table=draft.table))
    if drawn is not None:
        draft.do(drawn)
        draft.lay_reds(rules)
        yield _begin(draft, rules)
    elif turns_over(draft.table, rules):
        turned = (*plays, turn_over(draft.table, rules))
        yield from _of(stand, turned)
    elif draft.table.stock_left == 0:
        draft.do(n.Pass())
        yield _begin(draft, rules)._replace(over=True)
    yield from _taking(stand, plays)


def _taking(stand: Stand, plays: tuple[n.Play, ...]) -> Iterator[Begin]:
    rules = stand.referee.rules
    draft = _Draft.of(stand, plays)
    if not draft.table.pile:
        return
    beside = draw_of(stand._replace(table=draft.table), takes=True) if rules.turn.draw_with_pile else None
    alone = (True,) if len(draft.table.pile) > 1 and (not rules.pile.whole or rules.pile.top_alone_to_go_out) else ()
    for only in (False, *alone):
        # A red three as the stock's last card ends the turn: then the draw had better come behind the take.
        late = beside is not None and beside.chains[-1][-1] in RED_THREES
        for behind in (False, True) if late else (False,):
            draft = _Draft.of(stand, plays)
            if beside is not None and not behind:
                draft.do(beside)
                draft.lay_reds(rules)
            before, held = draft.plays, Counter(draft.table.hands[stand.seat])
            take = n.Take(draft.table.pile[-1], only=only)
            draft.do(take)
            draft.lay_reds(rules)
            if beside is not None and behind:
                draft.do(beside)
                draft.lay_reds(rules)
            after = draft.plays[len(before) + 1 :]
            yield _begin(draft, rules)._replace(before=before, take=take, after=after, held=held)


def _begin(draft: _Draft, rules: Rules) -> Begin:
    table, turn = draft.table, draft.turn
    ended = turn.last_was_red and table.stock_left == 0 and red_three_ends(rules)
    return Begin(draft.plays, None, (), table, turn, Counter(table.hands[turn.seat]), ended)


def _reds(draft: _Draft, rules: Rules) -> n.Red | None:
    """The red threes in the hand laid, those that did not come with the pile with what the stock has for them."""
    table, turn, law = draft.table, draft.turn, rules.red_threes
    reds = [card for card in table.hands[turn.seat] if card in RED_THREES] if law.laid != "never" else []
    if not reds:
        return None
    replaced = len(reds) - (0 if law.replaced_from_pile else min(len(reds), turn.reds_from_pile))
    left = table.stock_left
    coming = list(table.stock) if table.stock is not None else [UNKNOWN] * (replaced if left is None else min(left, replaced))
    chains = []
    for index, card in enumerate(reds):
        chain = [card]
        while index < replaced and law.replaced_from_stock and coming and chain[-1] in RED_THREES:
            chain.append(coming.pop())
        chains.append(tuple(chain))
    return n.Red(tuple(chains))
