"""The plain turn, carried out in one go: a card drawn, perhaps cards melded or laid off, a card discarded.

Four turns of five are plain: nothing about them can be of moment, so no check needs to be asked. What is done here is what
``apply`` does play by play; a test holds the two to each other.
"""

from __future__ import annotations

from collections.abc import Container

from canasta_audit.cards import RED_THREES, UNKNOWN, Card
from canasta_audit.notation import model as n
from canasta_audit.table.state import Lay, MeldOnTable, Shape, Table, TurnState, shape

_STOCK_IN_DOUBT = 3


def plain_turn(table: Table, line: n.Turn, rows: Container[Shape]) -> TurnState | None:
    """Carry out ``line`` if it is plain, and return its turn; else change nothing and return ``None``.

    Plain: the next player of a deal that is under way draws one card, no red three, which the stock has next where its order is
    known, and discards; in between, if his side has opened, he lays off naturals of one rank on the only meld of that rank, or
    melds a row out of ``rows``, of a rank that his side has not yet melded. His hand is known, holds all the cards played and no
    red three, and keeps a card; more than three cards are left to draw.
    """
    plays = line.plays
    last, seat, left = table.last_seat, line.seat, table.stock_left
    if len(plays) < 2 or last is None or left is None or left <= _STOCK_IN_DOUBT or table.usual_draw != 1:
        return None
    draw, discard = plays[0], plays[-1]
    if draw.kind != "draw" or discard.kind != "discard" or table.over is not None or table.seats.next_of[last] != seat:
        return None
    chains = draw.chains  # type: ignore[attr-defined]
    if len(chains) != 1 or len(chains[0]) != 1 or seat in table.vague or seat in table.red_holders or table.debt:
        return None
    drawn, stock = chains[0][0], table.stock
    if drawn in RED_THREES or drawn == UNKNOWN or (stock is not None and (not stock or stock[-1] != drawn)):
        return None
    hand, thrown = [*table.hands[seat], drawn], discard.card  # type: ignore[attr-defined]
    if thrown not in hand:
        return None
    hand.remove(thrown)
    turn = TurnState(seat, table.seats.side_of[seat], table.played_turns + 1)
    melds = table.melds[turn.side]
    turn.opened_before = bool(melds)
    laid = _laid(plays, hand, melds, rows) if len(plays) > 2 else []
    if laid is None or not hand:
        return None
    if stock is None:
        table.show(drawn)
    else:
        stock.pop()
    turn.laid_before = seat in table.have_laid
    turn.stock_before = left
    turn.drawn = turn.discards = 1
    if laid:
        _lay(table, turn, laid)
    table.hands[seat] = hand
    table.stock_left = left - 1
    table.pile.append(thrown)
    table.last_seat = seat
    table.played_turns += 1
    table.turns_had[seat] += 1
    table.turn = turn
    return turn


_Laid = tuple[tuple[Card, ...], MeldOnTable | None]
"""Cards, and the meld they are laid off on (``None``: a new one)."""


def _laid(plays: tuple[n.Play, ...], hand: list[Card], melds: list[MeldOnTable], rows: Container[Shape]) -> list[_Laid] | None:
    """Take what is laid between draw and discard out of ``hand``; ``None`` where it is not plain."""
    if not melds:
        return None
    ranks = {meld.rank: meld for meld in melds}
    taken = set(ranks)
    if len(taken) != len(melds):
        return None
    laid: list[_Laid] = []
    for play in plays[1:-1]:
        meld = None
        if play.kind == "add":
            cards, onto = play.cards, play.onto  # type: ignore[attr-defined]
            rank = cards[0][0]
            meld = ranks.get(rank)
            if meld is None or rank in "23" or (onto is not None and (onto.card != rank or onto.owner or onto.nth)):
                return None
            for card in cards:
                if card[0] != rank:
                    return None
        elif play.kind == "meld":
            cards = play.cards  # type: ignore[attr-defined]
            row = shape(cards)
            if row not in rows or row.rank in taken:
                return None
            taken.add(row.rank)
        else:
            return None
        for card in cards:
            if card not in hand:
                return None
            hand.remove(card)
        laid.append((cards, meld))
    return laid


def _lay(table: Table, turn: TurnState, laid: list[_Laid]) -> None:
    """Put the cards down."""
    lays = []
    melds = table.melds[turn.side]
    for cards, meld in laid:
        new = meld is None
        if meld is None:
            meld = MeldOnTable(cards, turn.seat, turn.number)
            melds.append(meld)
        else:
            meld.add(cards)
        lays.append(Lay(meld, cards, new, None, False))
    turn.lays = tuple(lays)
    table.have_laid.add(turn.seat)
