"""The plain turn, one card drawn and one discarded, carried out in one go.

More than half of all turns are plain: nothing about them can be of moment, so no check needs to be asked. What is done here is what
``apply`` does play by play; a test holds the two to each other.
"""

from __future__ import annotations

from canasta_audit.cards import RED_THREES, UNKNOWN
from canasta_audit.notation import model as n
from canasta_audit.table.state import Table, TurnState

_STOCK_IN_DOUBT = 3
_CHANGES_NOTHING_BELOW = 2


def plain_turn(table: Table, line: n.Turn) -> TurnState | None:
    """Carry out ``line`` if it is plain, and return its turn; else change nothing and return ``None``.

    Plain: the next player of a deal that is under way draws one card, no red three, which the stock has next where its order is known,
    and discards a card that he holds; his hand is known, holds no red three and keeps two cards or more; more than three cards are left
    to draw.
    """
    plays = line.plays
    if len(plays) != 2 or table.usual_draw != 1:
        return None
    draw, discard = plays
    last, seat, left = table.last_seat, line.seat, table.stock_left
    if not (isinstance(draw, n.Draw) and isinstance(discard, n.Discard)) or last is None or table.over is not None:
        return None
    chains = draw.chains
    if len(chains) != 1 or len(chains[0]) != 1 or table.seats.next_of[last] != seat or table.debt:
        return None
    drawn, thrown = chains[0][0], discard.card
    hand, stock = table.hands[seat], table.stock
    if left is None or left <= _STOCK_IN_DOUBT or drawn in RED_THREES:
        return None
    if drawn == UNKNOWN or (stock is not None and (not stock or stock[-1] != drawn)):
        return None
    if len(hand) < _CHANGES_NOTHING_BELOW or seat in table.vague or seat in table.red_holders:
        return None
    if thrown != drawn:
        if thrown not in hand:
            return None
        hand.remove(thrown)
        hand.append(drawn)
    if stock is None:
        table.show(drawn)
    else:
        stock.pop()
    table.stock_left = left - 1
    table.pile.append(thrown)
    table.last_seat = seat
    table.played_turns += 1
    table.turns_had[seat] += 1
    side = table.seats.side_of[seat]
    turn = table.turn = TurnState(seat, side, table.played_turns)
    turn.opened_before = bool(table.melds[side])
    turn.laid_before = seat in table.have_laid
    turn.stock_before = left
    turn.drawn = turn.discards = 1
    return turn

