"""What is drawn with nothing odd about it, in one go: the cards of a turn, and those for red threes laid out of the hand."""

from __future__ import annotations

from canasta_audit.cards import EXACT, JOKER, RED_THREES, Card
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
    wanted, stock, left, seat = play.wanted, table.stock, table.stock_left, turn.seat
    count = len(wanted)
    if turn.reds_from_pile or left is None or left <= count or seat in table.unsure or seat in table.vague:
        return False
    if stock is not None and tuple(stock[: -count - 1 : -1]) != wanted:
        return False
    hand = [*table.hands[seat]]
    if not exchange(play, hand):
        return False
    table.hands[seat] = hand
    lay_reds(table, turn, play)
    return True


def exchange(play: n.Red, hand: list[Card]) -> bool:
    """Replace red threes in a hand by what was drawn for them, if it has them all and that is known of each."""
    if not play.fair or not EXACT.issuperset(play.wanted):
        return False
    for chain in play.chains:
        if len(chain) < 2 or chain[0] not in hand:
            return False
        hand.remove(chain[0])
        hand.append(chain[-1])
    return bool(play.chains)


def lay_reds(table: Table, turn: TurnState, play: n.Red) -> None:
    """Lay red threes that were replaced in the hand already, and take what was drawn for them from the stock."""
    seat, chains = turn.seat, play.chains
    for chain in chains:
        table.reds[seat] += chain[:-1]
        if chain[-1] in RED_THREES:
            table.red_holders.add(seat)
    _from_stock(table, play.wanted)
    turn.last_was_red, turn.last_may_be_red = chains[-1][-1] in RED_THREES, False


def comes_next(table: Table, cards: tuple[Card, ...]) -> bool:
    """Tell whether the stock has known cards next; where its order is not known, whether none comes into view too often, as far as
    that can be told at once.
    """
    stock = table.stock
    if stock is not None:
        return tuple(stock[: -len(cards) - 1 : -1]) == cards
    seen, deck = table.seen, table.deck
    for card in cards:
        if seen.get(card, 0) + cards.count(card) > (deck.jokers if card == JOKER else deck.packs):
            return False
    return not table.coarse


def _from_stock(table: Table, cards: tuple[Card, ...]) -> None:
    """Take cards from the stock that has them next; where its order is not known, they come into view."""
    if table.stock_left is not None:
        table.stock_left -= len(cards)
    if table.stock is not None:
        del table.stock[-len(cards) :]
        return
    seen, often = table.seen, 0 if table.coarse else table.deck.packs
    for card in cards:
        count = seen.get(card, 0)
        if count < often:
            seen[card] = count + 1
        else:
            table.show(card)
