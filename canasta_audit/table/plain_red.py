"""Plain turns before which red threes are laid out of the hand, each with a card drawn for it."""

from __future__ import annotations

from canasta_audit.cards import EXACT, RED_THREES, Card
from canasta_audit.notation import model as n
from canasta_audit.table.plain import Known, Limits, Opening, plain_run
from canasta_audit.table.state import Table


def red_first(table: Table, line: n.Turn, known: Known, limits: Limits, opens: Opening | None) -> int:
    """Carry out a turn that lays all red threes of a known hand, with the cards that the stock has next for them, and is plain
    from there on; return the number of its plays. Else change nothing and return 0.
    """
    red, seat, left = line.plays[0], line.seat, table.stock_left
    hand = _replaced(table, seat, red)  # type: ignore[arg-type]
    count = len(red.wanted)
    if hand is None or left is None or left <= count or not limits.reds or not _draw(table, red.wanted):
        return 0
    before, laid, held = table.hands[seat], len(table.reds[seat]), seat in table.red_holders
    table.hands[seat], table.stock_left = hand, left - count
    table.reds[seat] += [card for chain in red.chains for card in chain[:-1]]  # type: ignore[attr-defined]
    table.red_holders.discard(seat)
    done = plain_run(table, (n.Turn(seat=seat, plays=line.plays[1:]),), 0, known, limits, opens)[1]
    if done and table.turn is not None:
        table.turn.stock_before = left
        return done + 1
    table.hands[seat], table.stock_left = before, left
    del table.reds[seat][laid:]
    if held:
        table.red_holders.add(seat)
    _put_back(table, red.wanted)
    return 0


def _replaced(table: Table, seat: n.Seat, red: n.Red) -> list[Card] | None:
    """The hand after its red threes have been laid and replaced; ``None`` where it is not known, or one stays or was not there."""
    wanted, chains = red.wanted, red.chains
    if seat not in table.hands or seat in table.vague or seat in table.unsure or not red.fair or not EXACT.issuperset(wanted):
        return None
    hand = [*table.hands[seat]]
    try:
        for chain in chains:
            hand.remove(chain[0])
            hand += chain[1:][-1:]
    except ValueError:
        return None
    return hand if RED_THREES.isdisjoint(hand) and min(map(len, chains), default=0) > 1 else None


def _draw(table: Table, wanted: tuple[Card, ...]) -> bool:
    """Draw what the stock has next, if it is ``wanted`` and no card has been seen too often; else change nothing."""
    stock, count = table.stock, len(wanted)
    if stock is not None:
        if tuple(stock[: -count - 1 : -1]) != wanted:
            return False
        del stock[-count:]
        return True
    for card in wanted:
        table.show(card)
    if table.excess:
        table.excess.clear()
        _put_back(table, wanted)
        return False
    return True


def _put_back(table: Table, wanted: tuple[Card, ...]) -> None:
    """Let what was drawn be as if it had not been."""
    if table.stock is not None:
        table.stock += wanted[::-1]
    else:
        table.seen.subtract(wanted)
