"""Plain turns, carried out in one go: as many cards drawn as usual, perhaps cards melded or laid off, a card discarded.

Four turns of five are plain: nothing about them can be of moment, so no check needs to be asked. What is done here is what
``apply`` does play by play; a test holds the two to each other. Plain turns that follow each other are carried out in one loop,
and what only the last of them leaves behind is made once.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from canasta_audit.cards import RED_THREES, WILD, Card
from canasta_audit.notation import model as n
from canasta_audit.table.laying import NO_LIMITS, Known, Laid, Limits, Opening, any_meld, has_wild_meld, lay_and_discard, put_down
from canasta_audit.table.state import WILD_MELD, Lay, MeldOnTable, PlainTurn, Table, Thrown, TurnState

_NO_CARDS: frozenset[Card] = frozenset()
_NO_SEATS: frozenset[n.Seat] = frozenset()
_Laying = tuple[bool, bool, list[Laid]]
"""Whether the side had melds before, whether the player had laid cards before, and what he lays."""


def plain_turn(table: Table, line: n.Turn, known: Known, limits: Limits = NO_LIMITS) -> TurnState | None:
    """Carry out ``line`` if it is plain, and neither the first turn of the deal nor one that draws the last card, and return its
    turn; else change nothing and return ``None``.
    """
    within = limits._replace(last_cards=True)
    return table.turn if table.last_seat is not None and plain_run(table, (line,), 0, known, within)[0] else None


def plain_run(
    table: Table, lines: Sequence[n.Line], at: int, known: Known, limits: Limits = NO_LIMITS, opens: Opening | None = None
) -> tuple[int, int]:  # fmt: skip
    """Carry out the plain turns that ``lines`` have from the index ``at`` on, up to one that draws the last card or brings one into
    view too often; return the index of the first line that was not carried out, and the number of plays that were.

    Plain: the next player draws as many cards as usual, or the last ones, and discards; in between he lays what ``_lay`` allows.
    His hand is known, holds all the cards played and keeps a card. And it is within the ``limits``.
    """
    stock, left, usual, number = table.stock, table.stock_left, table.usual_draw, table.played_turns
    if left is None or table.over is not None or table.debt:
        return at, 0
    hands, next_of, side_of, pile = table.hands, table.seats.next_of, table.seats.side_of, table.pile
    odd = table.vague or table.unsure or table.red_holders or table.undiscarded
    barred = _barred(table, limits) if odd else _NO_SEATS
    reds, least, bars = RED_THREES if limits.reds else _NO_CARDS, limits.last_cards, limits.fitting or limits.wild_thrown
    seat, more, laid = next_of[table.last_seat] if table.last_seat is not None else table.first, 0, None
    turns: Sequence[n.Turn] = lines[at:] if at else lines  # type: ignore[assignment]
    for line in turns:
        if line.kind != "turn" or line.seat != seat or seat in barred or len(plays := line.plays) < 2:
            break
        draw, thrown, hand = plays[0], plays[-1].thrown, hands[seat]
        drawn, wanted = draw.drawn, draw.wanted
        rest = left - (count := len(wanted))
        if (drawn is not wanted or count != usual) and not _may_be_drawn(len(drawn), count, usual, rest, limits):
            break
        if rest < least or not hand or not thrown or not reds.isdisjoint(drawn):
            break
        if stock is not None and (not stock or stock[-1] != wanted[0] or (count > 1 and tuple(stock[: -count - 1 : -1]) != wanted)):
            break
        if len(plays) == 2:
            if bars and _may_be_barred(table.melds[side_of[seat]], thrown, (), limits):
                break
            hand += drawn
            try:
                hand.remove(thrown)
            except ValueError:
                del hand[-len(drawn) :]
                break
            laid = None
        else:
            if (laid := _lay(table, line, number + 1, known, limits, opens)) is None:
                break
            more += len(plays) - 2
        left, number = rest, number + 1
        pile.append(thrown)
        if drawn is not wanted:
            _lay_reds(table, line)
        if thrown in WILD:
            table.wilds_thrown.append(Thrown(thrown, seat, number))
        seat = next_of[seat]
        if stock is not None:
            del stock[-count:]
        if (stock is None and _shows(table, wanted)) or not left:
            break
    done = number - table.played_turns
    if done:
        _keep(table, turns[:done], laid, number, left, limits)
    return at + done, 2 * done + more


def _may_be_drawn(drawn: int, count: int, usual: int, rest: int, limits: Limits) -> bool:
    """Tell whether a draw is plain that took ``count`` cards from the stock and left ``rest``, and of which so many came into the
    hand: as many as usual or the last ones, and red threes are replaced only if nobody wants to hear of it.
    """
    return (drawn == usual or (0 < drawn < usual and not rest)) and (count == drawn or not limits.chains)


def may_be_plain(line: n.Turn) -> bool:
    """Tell whether a turn begins with a draw of known cards and ends with a discard: others are not plain."""
    plays = line.plays
    return len(plays) > 1 and bool(plays[0].drawn) and bool(plays[-1].thrown)


def _barred(table: Table, limits: Limits) -> Set[n.Seat]:
    """The seats none of whose turns is plain: something about their hands may be of moment."""
    barred = table.vague | table.unsure
    if limits.reds:
        barred |= table.red_holders
    return barred | table.undiscarded if limits.after_none else barred


def _shows(table: Table, wanted: Sequence[Card]) -> bool:
    """Count cards that come into view; tell whether one does too often."""
    seen, often = table.seen, table.deck.packs if not table.coarse else 0
    for card in wanted:
        count = seen.get(card, 0)
        if count < often:
            seen[card] = count + 1
        else:
            table.show(card)
    return bool(table.excess)


def _keep(
    table: Table, lines: Sequence[n.Turn], laid: _Laying | None, number: int, left: int, limits: Limits
) -> None:  # fmt: skip
    """Note on the table what all turns of ``lines`` leave behind, and what the last of them did."""
    seats, had, order = table.seats, table.turns_had, table.seats.order
    rounds = len(lines) // len(order)
    if rounds:
        for seat in order:
            had[seat] += rounds
    for line in lines[rounds * len(order) :] if rounds else lines:
        had[line.seat] += 1
    if table.undiscarded:
        table.undiscarded.difference_update([line.seat for line in lines])
    line = lines[-1]
    seat, drawn = line.seat, line.plays[0].drawn
    side = seats.side_of[seat]
    opened, before = (bool(table.melds[side]), seat in table.have_laid) if laid is None else laid[:2]
    turn = table.turn = PlainTurn(seat, side, number, opened, before, left + len(line.plays[0].wanted))
    turn.drawn = len(drawn)
    if laid is not None:
        turn.lays = tuple([Lay(meld, cards, new, None, False) for meld, cards, new in laid[2]])
    table.played_turns, table.stock_left, table.last_seat = number, left, seat
    if not limits.reds:
        table.red_holders.update([line.seat for line in lines if not RED_THREES.isdisjoint(line.plays[0].drawn)])
        turn.last_was_red = drawn[-1] in RED_THREES


def _lay_reds(table: Table, line: n.Turn) -> None:
    """Lay the red threes that were drawn and replaced."""
    for chain in line.plays[0].chains:  # type: ignore[attr-defined]
        table.reds[line.seat] += chain[:-1]


def _may_be_barred(melds: Sequence[MeldOnTable], thrown: Card, laid: Sequence[Laid], limits: Limits) -> bool:
    """Tell whether a check may find something in a discard, by the melds before the turn and by what is ``laid`` in it."""
    bars, wild, rank = limits.fitting, thrown in WILD, thrown[0]
    if wild and limits.wild_thrown and has_wild_meld(melds):
        return True
    if bars is None:
        return False
    if laid and (wild or any(meld.rank == rank for meld, _, _ in laid)):
        return True
    return (wild or any_meld(melds, rank)) and bars(melds, thrown)


def _lay(
    table: Table, line: n.Turn, number: int, known: Known, limits: Limits, opening: Opening | None
) -> _Laying | None:  # fmt: skip
    """Draw, discard and put down the cards of a turn, if what is laid is plain; else change nothing.

    Plain are naturals of one rank laid off on the only meld of that rank, be it one that the turn began; wild cards with or without
    some if that is ``known`` to be good; and known rows of a rank that the side has not melded. If it has not melded at all, they
    are worth an ``opening``.
    """
    plays, seat = line.plays, line.seat
    melds = table.melds[table.seats.side_of[seat]]
    opened = bool(melds)
    if not opened and opening is None:
        return None
    hand = [*table.hands[seat], *plays[0].drawn]
    laid: list[Laid] = []
    if not lay_and_discard(plays, 1, hand, melds, laid, (seat, number), known, limits):
        return None
    if (limits.fitting or limits.wild_thrown) and _may_be_barred(melds, plays[-1].thrown, laid, limits):
        return None
    if not (opened or opening is None or _opens(table, line, laid, opening)):
        return None
    table.hands[seat] = hand
    put_down(melds, laid)
    before = seat in table.have_laid
    if not before:
        table.have_laid.add(seat)
    return opened, before, laid


def _opens(table: Table, line: n.Turn, laid: list[Laid], opening: Opening) -> bool:
    """Tell whether cards are worth an initial meld."""
    points, need = opening.points, opening.need(table.before.get(table.seats.side_of[line.seat], 0))
    wild = opening.naturals and not all(WILD.isdisjoint(cards) for _, cards, _ in laid)
    if wild and (need <= opening.naturals_to or all(meld.rank == WILD_MELD for meld, _, _ in laid)):
        return False
    return sum([points[card] for _, cards, _ in laid for card in cards]) >= need
