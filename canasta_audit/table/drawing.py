"""What is drawn with nothing odd about it, in one go: the cards of a turn, and those for red threes laid out of the hand."""

from __future__ import annotations

from canasta_audit.cards import EXACT, RED_THREES, Card
from canasta_audit.notation import model as n
from canasta_audit.table.laying import Limits
from canasta_audit.table.state import Table, TurnState


def is_usual(table: Table, turn: TurnState, play: n.Draw, limits: Limits) -> bool:
    """Tell whether a turn's first draw is of as many cards as usual, or of the last ones, all known and next in the stock."""
    wanted, stock, left, drawn = play.wanted, table.stock, table.stock_left, len(play.drawn)
    count, usual = len(wanted), table.usual_draw
    if not drawn or turn.drawn or turn.took or left is None or left < count + limits.last_cards or drawn > usual:
        return False
    if (drawn < usual and left > count) or (limits.chains and count > drawn):
        return False
    return stock is None or tuple(stock[: -count - 1 : -1]) == wanted


def draw_usual(table: Table, turn: TurnState, play: n.Draw) -> None:
    """Carry out a draw that ``is_usual``."""
    drawn, seat = play.drawn, turn.seat
    _from_stock(table, play.wanted)
    turn.drawn = len(drawn)
    table.hands[seat] += drawn
    if len(play.wanted) > len(drawn):
        for chain in play.chains:
            table.reds[seat] += chain[:-1]
    if not RED_THREES.isdisjoint(drawn):
        table.red_holders.add(seat)
        turn.last_was_red = drawn[-1] in RED_THREES


def reds_at_once(table: Table, turn: TurnState, play: n.Red) -> bool:
    """Lay red threes out of a known hand, if the stock has a known card next for each, and none came with the pile; else change
    nothing. Tell whether it was done.
    """
    wanted, stock, left, seat, chains = play.wanted, table.stock, table.stock_left, turn.seat, play.chains
    count = len(wanted)
    if not play.fair or turn.reds_from_pile or left is None or left <= count or seat in table.unsure or seat in table.vague:
        return False
    if not EXACT.issuperset(wanted) or min(map(len, chains), default=0) < 2:
        return False
    if stock is not None and tuple(stock[: -count - 1 : -1]) != wanted:
        return False
    hand = [*table.hands[seat]]
    try:
        for chain in chains:
            hand.remove(chain[0])
            hand += chain[-1:]
    except ValueError:
        return False
    table.hands[seat] = hand
    for chain in chains:
        table.reds[seat] += chain[:-1]
    _from_stock(table, wanted)
    turn.last_was_red, turn.last_may_be_red = chains[-1][-1] in RED_THREES, False
    if not RED_THREES.isdisjoint([chain[-1] for chain in chains]):
        table.red_holders.add(seat)
    return True


def _from_stock(table: Table, cards: tuple[Card, ...]) -> None:
    """Take cards from the stock that has them next; where its order is not known, they come into view."""
    if table.stock_left is not None:
        table.stock_left -= len(cards)
    if table.stock is not None:
        del table.stock[-len(cards) :]
        return
    for card in cards:
        table.show(card)
