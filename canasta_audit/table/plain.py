"""The plain turn, carried out in one go: as many cards drawn as usual, perhaps cards melded or laid off, a card discarded.

Four turns of five are plain: nothing about them can be of moment, so no check needs to be asked. What is done here is what
``apply`` does play by play; a test holds the two to each other.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from canasta_audit.cards import EXACT, RED_THREES, WILD, Card
from canasta_audit.notation import model as n
from canasta_audit.table.state import Lay, MeldOnTable, PlainTurn, Shape, Table, Thrown, TurnState, shape

_STOCK_IN_DOUBT = 3
_PLAIN_DRAW = EXACT - RED_THREES


class Limits(NamedTuple):
    """What keeps a turn from being plain under rules with checks that listen to every play of a kind: where a limit is set, such a
    turn is left to the checks.

    ``wild_rows``: wild cards are melded; ``partners``: cards go onto a meld that another player began; ``first_melds``: a player
    who began no meld before begins one; ``wild_thrown``: a wild card is discarded; ``fitting``: a wild card is, or one of the rank
    of a meld of the side; ``after_none``: the player's turn before had no discard; ``reds``: a red three is drawn or held.
    """

    wild_rows: bool = False
    partners: bool = False
    first_melds: bool = False
    wild_thrown: bool = False
    fitting: bool = False
    after_none: bool = False
    reds: bool = True


NO_LIMITS = Limits()
"""Those of games in which no check listens to every play of a kind."""


def plain_turn(table: Table, line: n.Turn, rows: Container[Shape], limits: Limits = NO_LIMITS) -> TurnState | None:
    """Carry out ``line`` if it is plain, and return its turn; else change nothing and return ``None``.

    Plain: the next player of a deal that is under way draws as many cards as usual, no red three, which the stock has next where
    its order is known, and discards; in between, if his side has opened, he lays off naturals of one rank on the only meld of that
    rank, or melds a row out of ``rows``, of a rank that his side has not yet melded. His hand is known, holds all the cards played
    and no red three, and keeps a card; more than three cards are left to draw. And it is within the ``limits``.
    """
    plays, last, seat, left = line.plays, table.last_seat, line.seat, table.stock_left
    if left is None or left <= _STOCK_IN_DOUBT or last is None or len(plays) < 2:
        return None
    draw, discard, seats = plays[0], plays[-1], table.seats
    if draw.kind != "draw" or discard.kind != "discard" or table.over is not None or seats.next_of[last] != seat:
        return None
    if seat in table.vague or table.debt or seat in table.unsure or (seat in table.red_holders and limits.reds):
        return None
    chains, stock, hand = draw.chains, table.stock, table.hands[seat]  # type: ignore[attr-defined]
    thrown, side = discard.card, seats.side_of[seat]  # type: ignore[attr-defined]
    melds, laid, laid_before = table.melds[side], None, seat in table.have_laid
    opened = bool(melds)
    # Most turns are of one card drawn where nothing limits a turn.
    one = limits is NO_LIMITS and len(chains) == 1 == table.usual_draw
    drawn = chains[0] if one else _drawn(table, chains, limits)
    if one:
        if len(drawn) != 1 or drawn[0] not in _PLAIN_DRAW or (stock is not None and stock[-1:] != [drawn[0]]):
            return None
    elif not drawn or (limits is not NO_LIMITS and _limited(table, line, thrown, melds, limits)):
        return None
    if len(plays) == 2:
        if not hand or (thrown not in hand and thrown not in drawn):
            return None
        hand += drawn
        hand.remove(thrown)
    else:
        rest = [*hand, *drawn]
        laid = _laid(plays, rest, thrown, melds, rows)
        if laid is None or (limits is not NO_LIMITS and _beyond(laid, melds, seat, limits)):
            return None
        table.hands[seat] = rest
    if stock is None:
        for card in drawn:
            table.show(card)
    else:
        del stock[-len(drawn) :]
    table.played_turns += 1
    turn = table.turn = PlainTurn(seat, side, table.played_turns, opened, laid_before, left)
    if laid:
        _lay(table, turn, laid)
    table.stock_left = left - len(drawn)
    table.pile.append(thrown)
    if thrown in WILD:
        table.wilds_thrown.append(Thrown(thrown, seat, turn.number))
    table.last_seat = seat
    table.turns_had[seat] += 1
    if table.undiscarded:
        table.undiscarded.discard(seat)
    if not one:
        _count(table, turn, drawn)
    return turn


def _count(table: Table, turn: PlainTurn, drawn: Sequence[Card]) -> None:
    """Note how many cards were drawn, where not one, and a red three among them."""
    turn.drawn = len(drawn)
    if not RED_THREES.isdisjoint(drawn):
        table.red_holders.add(turn.seat)
        turn.last_was_red = drawn[-1] in RED_THREES


def _limited(table: Table, line: n.Turn, thrown: Card, melds: list[MeldOnTable], limits: Limits) -> bool:
    """Tell whether what is discarded, or the turn before, is beyond the limits."""
    if thrown in WILD and (limits.wild_thrown or limits.fitting):
        return True
    if limits.after_none and line.seat in table.undiscarded:
        return True
    return limits.fitting and _fits(thrown, melds, line.plays)


def _drawn(table: Table, chains: tuple[n.Chain, ...], limits: Limits) -> Sequence[Card]:
    """The cards drawn; none where they are not as many as usual, or anything is odd about them."""
    if len(chains) != table.usual_draw:
        return ()
    stock, drawn = table.stock, []
    for place, chain in enumerate(chains, 1):
        card = chain[0]
        if len(chain) != 1 or card not in EXACT or (limits.reds and card in RED_THREES):
            return ()
        if stock is not None and (len(stock) < place or stock[-place] != card):
            return ()
        drawn.append(card)
    return drawn


def _fits(thrown: Card, melds: list[MeldOnTable], plays: tuple[n.Play, ...]) -> bool:
    """Tell whether a card has the rank of a meld of the side, or of cards that a turn lays."""
    rank = thrown[0]
    if rank in [meld.rank for meld in melds]:
        return True
    return len(plays) > 2 and any(card[0] == rank for play in plays[1:-1] for card in getattr(play, "cards", ()))


def _beyond(laid: list[_Laid], melds: list[MeldOnTable], seat: n.Seat, limits: Limits) -> bool:
    """Tell whether what is laid is beyond the limits."""
    for cards, meld in laid:
        if meld is not None:
            if limits.partners and meld.seat != seat:
                return True
        elif (limits.wild_rows and not WILD.isdisjoint(cards)) or (
            limits.first_melds and not any(other.seat == seat for other in melds)
        ):
            return True
    return False


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
            if meld is None or rank in "23*" or (onto is not None and (onto.card != rank or onto.owner or onto.nth)):
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
