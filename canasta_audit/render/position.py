"""A position of a replay: the table as the players see it, and what the rules ask of each side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from canasta_audit.cards import UNKNOWN, Card, sort
from canasta_audit.checks.step import frozen_by
from canasta_audit.notation.model import Seat, Side
from canasta_audit.notation.write import write_cards
from canasta_audit.render.style import paint, plural
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.score import is_canasta, kind_of
from canasta_audit.table.state import MeldOnTable, Table

_WIDE = 80
"""Columns for the melds of a side before they go on in another row."""


def position(table: Table, rules: Rules, *, over: bool = False, color: bool = False) -> Iterator[str]:
    """Yield the rows of a position: who is to play (unless the deal is ``over``), stock, pile, then each side in full."""
    upcoming = _to_play(table)
    if upcoming and not over:
        yield f"  to play   {upcoming}\n"
    yield f"  stock     {_count(table.stock_left)}\n"
    yield f"  pile      {_pile(table, rules)}\n"
    for side in table.seats.sides:
        yield f"  {paint(f'{side:<8}', 'strong', color)}  {_standing(table, rules, side)}\n"
        for meld in table.melds[side]:
            yield f"    meld    {_meld(meld, rules, color)}\n"
        for seat in table.seats.order:
            if seat in side:
                yield from _player(table, seat)


def compact(table: Table, rules: Rules, color: bool = False) -> Iterator[str]:
    """Yield a position after a turn in few rows: stock and pile, each side's counts and melds, and the hand of who has played."""
    stock = "?" if table.stock_left is None else table.stock_left
    yield f"  stock {stock}, pile {_pile_briefly(table, rules)}\n"
    counts = {side: _counts(table, side) for side in table.seats.sides}
    wide = max(map(len, counts.values()))
    for side in table.seats.sides:
        first, *others = _meld_rows(table, rules, side, color)
        yield f"  {paint(f'{side:<4}', 'strong', color)} {counts[side]:<{wide}}  {first}\n"
        for row in others:
            yield f"  {'':<4} {'':<{wide}}  {row}\n"
    seat = table.last_seat
    if seat is not None:
        yield f"  {seat} has {_hand(table, seat, table.hands[seat])}\n"


def _counts(table: Table, side: Side) -> str:
    sizes = {seat: table.hand_size(seat) for seat in table.seats.order if seat in side}
    alone = len(sizes) == 1
    hands = ", ".join(f"{'' if alone else f'{seat} '}{'?' if size is None else size}" for seat, size in sizes.items())
    reds = [card for seat in side for card in table.reds[seat]]
    return f"{hands}{f', red threes {write_cards(reds)}' if reds else ''}"


def _meld_rows(table: Table, rules: Rules, side: Side, color: bool) -> list[str]:
    """The melds of a side, so many in a row as it has columns for; canastas by name."""
    if not table.opened(side):
        return [f"needs {rules.opening.need(table.before.get(side, 0))}"]
    rows: list[str] = []
    used = 0
    for meld in table.melds[side]:
        cards = write_cards(meld.cards)
        kind = ("mixed " if meld.wilds else "natural ") if is_canasta(meld, rules) else ""
        if not rows or used + len(kind) + len(cards) > _WIDE:
            rows.append("")
            used = 0
        rows[-1] += f"{' | ' if used else ''}{paint(kind, 'good', color)}{cards}"
        used += len(kind) + len(cards) + 3
    return rows


def _to_play(table: Table) -> Seat | None:
    if table.last_seat is None and table.first is not None:
        return table.first
    last = table.last_seat or table.dealer
    return None if last is None else table.seats.next_of[last]


def _pile_briefly(table: Table, rules: Rules) -> str:
    if not table.pile:
        return _pile(table, rules)
    frozen = frozen_by(table, rules)
    return f"{len(table.pile)}, top {table.pile[-1]}{f', frozen by {frozen}' if frozen else ''}"


def _count(cards: int | None) -> str:
    return "not known" if cards is None else plural(cards, "card")


def _pile(table: Table, rules: Rules) -> str:
    down = f", {table.pile_down} of them face down" if table.pile_down else ""
    if not table.pile:
        return "empty"
    frozen = frozen_by(table, rules)
    state = f"frozen by {frozen}" if frozen else "not frozen"
    return f"{plural(len(table.pile), 'card')}{down}, top {table.pile[-1]}, {state}: {write_cards(table.pile)}"


def _standing(table: Table, rules: Rules, side: Side) -> str:
    score = table.before.get(side, 0)
    if table.opened(side):
        canastas = sum(is_canasta(meld, rules) for meld in table.melds[side])
        return f"at {score}, has melded, {plural(canastas, 'canasta')}"
    return f"at {score}, initial meld of {rules.opening.need(score)} to come"


def _meld(meld: MeldOnTable, rules: Rules, color: bool) -> str:
    what = plural(meld.size, "card")
    if is_canasta(meld, rules):
        what = paint(f"{kind_of(meld, rules)} canasta", "good", color) + f", {what}"
    return f"{write_cards(meld.cards)}  ({what}; begun by {meld.seat})"


def _player(table: Table, seat: Seat) -> Iterator[str]:
    yield f"    {seat}       {_hand(table, seat, table.hands[seat])}\n"
    if table.reds[seat]:
        yield f"            red threes {write_cards(table.reds[seat])}\n"
    if table.feet.get(seat):
        yield f"            second hand {_hand(table, seat, table.feet[seat])}\n"


def _hand(table: Table, seat: Seat, cards: Sequence[Card]) -> str:
    if seat in table.vague:
        known = [card for card in sort(cards) if card != UNKNOWN]
        return f"a hand not written down{f', in it {write_cards(known)}' if known else ''}"
    debt = table.debt.get(seat, 0)
    owed = f", {debt} of them gone (played cards it cannot have held)" if debt else ""
    if not cards and not owed:
        return "no cards"
    return f"{write_cards(sort(cards)) or 'no cards'}  ({plural(len(cards), 'card')}{owed})"
