"""The plain turn, carried out in one go: a card drawn, perhaps cards melded or laid off, a card discarded.

Four turns of five are plain: nothing about them can be of moment, so no check needs to be asked. What is done here is what
``apply`` does play by play; a test holds the two to each other.
"""

from __future__ import annotations

from collections.abc import Container

from canasta_audit.cards import RED_THREES, UNKNOWN, WILD, Card
from canasta_audit.notation import model as n
from canasta_audit.table.state import Lay, MeldOnTable, PlainTurn, Shape, Table, Thrown, TurnState, shape

_STOCK_IN_DOUBT = 3
_ODD = RED_THREES | {UNKNOWN}


def plain_turn(table: Table, line: n.Turn, rows: Container[Shape]) -> TurnState | None:
    """Carry out ``line`` if it is plain, and return its turn; else change nothing and return ``None``.

    Plain: the next player of a deal that is under way draws one card, no red three, which the stock has next where its order is
    known, and discards; in between, if his side has opened, he lays off naturals of one rank on the only meld of that rank, or
    melds a row out of ``rows``, of a rank that his side has not yet melded. His hand is known, holds all the cards played and no
    red three, and keeps a card; more than three cards are left to draw.
    """
    plays = line.plays
    last, seat, left = table.last_seat, line.seat, table.stock_left
    if left is None or left <= _STOCK_IN_DOUBT or last is None or len(plays) < 2 or table.usual_draw != 1:
        return None
    draw, discard, seats = plays[0], plays[-1], table.seats
    if draw.kind != "draw" or discard.kind != "discard" or table.over is not None or seats.next_of[last] != seat:
        return None
    chains, stock = draw.chains, table.stock  # type: ignore[attr-defined]
    if len(chains) != 1 or len(chains[0]) != 1 or seat in table.vague or seat in table.red_holders or table.debt:
        return None
    drawn = chains[0][0]
    if drawn in _ODD or (stock is not None and (not stock or stock[-1] != drawn)):
        return None
    hand, thrown, side = table.hands[seat], discard.card, seats.side_of[seat]  # type: ignore[attr-defined]
    melds = table.melds[side]
    opened, laid_before, laid = bool(melds), seat in table.have_laid, None
    if len(plays) == 2:
        if not hand:
            return None
        hand.append(drawn)
        if thrown not in hand:
            hand.pop()
            return None
        hand.remove(thrown)
    else:
        rest = [*hand, drawn]
        laid = _laid(plays, rest, thrown, melds, rows)
        if laid is None:
            return None
        table.hands[seat] = rest
    if stock is None:
        table.show(drawn)
    else:
        stock.pop()
    table.played_turns += 1
    turn = table.turn = PlainTurn(seat, side, table.played_turns, opened, laid_before, left)
    if laid:
        _lay(table, turn, laid)
    table.stock_left = left - 1
    table.pile.append(thrown)
    if thrown in WILD:
        table.wilds_thrown.append(Thrown(thrown, seat, turn.number))
    table.last_seat = seat
    table.turns_had[seat] += 1
    if table.undiscarded:
        table.undiscarded.discard(seat)
    return turn


_Laid = tuple[tuple[Card, ...], MeldOnTable | None]
"""Cards, and the meld they are laid off on (``None``: a new one)."""


def _laid(
    plays: tuple[n.Play, ...], hand: list[Card], thrown: Card, melds: list[MeldOnTable], rows: Container[Shape]
) -> list[_Laid] | None:
    """Take what is discarded and what is laid before it out of ``hand``; ``None`` where it is not plain."""
    if not melds or thrown not in hand:
        return None
    hand.remove(thrown)
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
    return laid if hand else None


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
