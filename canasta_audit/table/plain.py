"""Plain turns, carried out in one go: as many cards drawn as usual, perhaps cards melded or laid off, a card discarded.

Four turns of five are plain: nothing about them can be of moment, so no check needs to be asked. What is done here is what
``apply`` does play by play; a test holds the two to each other. Plain turns that follow each other are carried out in one loop,
and what only the last of them leaves behind is made once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set

from canasta_audit.cards import RED_THREES, WILD, Card
from canasta_audit.notation import model as n
from canasta_audit.table.laying import NO_LIMITS, Known, Laid, Limits, Opening, any_meld, has_wild_meld, lay_all, put_down
from canasta_audit.table.state import Lay, MeldOnTable, PlainTurn, Table, Thrown, TurnState

_NO_CARDS: frozenset[Card] = frozenset()
_NO_SEATS: frozenset[n.Seat] = frozenset()
_Laying = tuple[bool, bool, list[Laid]]
"""Whether the side had melds before, whether the player had laid cards before, and what he lays."""
Other = Callable[[n.Turn, int, int], TurnState | None]
"""Carries out a turn that is plain in another way, given its number in the deal and what is left of the stock; else changes nothing
on the table but to note what is left."""


def plain_turn(table: Table, line: n.Turn, known: Known, limits: Limits = NO_LIMITS) -> TurnState | None:
    """Carry out ``line`` if it is plain, and neither the first turn of the deal nor one that draws the last card, and return its
    turn; else change nothing and return ``None``.
    """
    within = limits._replace(last_cards=True)
    return table.turn if table.last_seat is not None and plain_run(table, (line,), 0, known, within)[0] else None


def plain_run(
    table: Table, lines: Sequence[n.Line], at: int, known: Known, limits: Limits = NO_LIMITS, opens: Opening | None = None,
    other: Other | None = None,
) -> tuple[int, int]:  # fmt: skip
    """Carry out the plain turns that ``lines`` have from the index ``at`` on, until one brings a card into view too often or draws
    the last one, if the deal may end with it; return the index of the first line that was not carried out, and the number of plays.

    Plain: the next player draws as many cards as usual, or the last ones, and discards; in between he lays what ``_lay`` allows.
    His known hand holds all that he plays and keeps a card. And it is within the ``limits``. ``other`` may carry out other turns.
    """
    if table.stock_left is None or table.over is not None or table.debt:
        return at, 0
    stock, left, usual, number = table.stock, table.stock_left, table.usual_draw, table.played_turns
    hands, next_of, pile, more, laid, turn = table.hands, table.seats.next_of, table.pile, 0, None, None
    reds, least, bars = RED_THREES if limits.reds else _NO_CARDS, limits.last_cards, limits.fitting or limits.wild_thrown
    seat, barred = next_of[table.last_seat] if table.last_seat is not None else table.first, _barred(table, limits)
    turns: Sequence[n.Turn] = lines[at:] if at else lines  # type: ignore[assignment]
    for line in turns:
        if line.kind != "turn" or line.seat != seat or seat in barred or len(plays := line.plays) < 2:
            break
        thrown, hand, drawn, wanted = plays[-1].thrown, hands[seat], plays[0].drawn, plays[0].wanted
        rest = left - (count := len(wanted))
        if (drawn is not wanted or count != usual) and not _may_be_drawn(len(drawn), count, usual, rest, limits):
            if other is None or (whole := other(line, number + 1, left)) is None:
                break
            turn, more, number, seat = whole, more + len(plays) - 2, number + 1, next_of[seat]
            stock, left, pile = table.stock, table.stock_left, table.pile
            continue
        if rest < least or not hand or not thrown or not reds.isdisjoint(drawn):
            break
        if stock is not None and (not stock or stock[-1] != wanted[0] or (count > 1 and tuple(stock[: -count - 1 : -1]) != wanted)):
            break
        if len(plays) == 2:
            if bars and may_be_barred(table.melds[table.seats.side_of[seat]], thrown, (), limits):
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
        left, number, seat = rest, number + 1, next_of[seat]
        pile.append(thrown)
        if drawn is not wanted:
            _lay_reds(table, line)
        if thrown in WILD:
            table.wilds_thrown.append(Thrown(thrown, line.seat, number))
        if stock is not None:
            del stock[-count:]
        if (stock is None and _shows(table, wanted)) or (not left and _may_be_over(table, line, limits)):
            break
    if done := number - table.played_turns:
        _keep(table, turns[:done], laid, number, left, limits, turn)
    return at + done, 2 * done + more


def _may_be_drawn(drawn: int, count: int, usual: int, rest: int, limits: Limits) -> bool:
    """Tell whether a draw is plain that took ``count`` cards from the stock and left ``rest``, and of which so many came into the
    hand: as many as usual or the last ones, and red threes are replaced only if nobody wants to hear of it.
    """
    return (drawn == usual or (0 < drawn < usual and not rest)) and (count == drawn or not limits.chains)


def _may_be_over(table: Table, line: n.Turn, limits: Limits) -> bool:
    """Tell whether the deal may be over after a plain turn that drew the last card; else note who that was."""
    if not limits.turned or len(line.plays[0].wanted) != table.usual_draw:
        return True
    table.stock_out = table.stock_out or line.seat
    return False


def may_be_plain(line: n.Turn, other: bool = False) -> bool:
    """Tell whether a turn begins with a draw of known cards and ends with a discard: others are not plain; ``other``: it may begin
    with the pile.
    """
    plays = line.plays
    return len(plays) > 1 and bool(plays[-1].thrown) and bool(plays[0].drawn or (other and plays[0].kind in ("take", "turnover")))


def _barred(table: Table, limits: Limits) -> Set[n.Seat]:
    """The seats none of whose turns is plain: something about their hands may be of moment."""
    if not (table.vague or table.unsure or table.red_holders or table.undiscarded):
        return _NO_SEATS
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
    table: Table, lines: Sequence[n.Turn], laid: _Laying | None, number: int, left: int, limits: Limits, other: TurnState | None
) -> None:  # fmt: skip
    """Note on the table what all turns of ``lines`` leave behind, and what the last of them did, be it an ``other`` turn."""
    seats, had, order = table.seats, table.turns_had, table.seats.order
    rounds = len(lines) // len(order)
    if rounds:
        for seat in order:
            had[seat] += rounds
    for line in lines[rounds * len(order) :] if rounds else lines:
        had[line.seat] += 1
    if table.undiscarded:
        table.undiscarded.difference_update([line.seat for line in lines])
    if not limits.reds:
        table.red_holders.update([line.seat for line in lines if not RED_THREES.isdisjoint(line.plays[0].drawn)])
    line = lines[-1]
    seat = line.seat
    table.played_turns, table.stock_left, table.last_seat = number, left, seat
    if other is not None and other.number == number:
        table.turn = other
        return
    side, drawn = seats.side_of[seat], line.plays[0].drawn
    opened, before = (bool(table.melds[side]), seat in table.have_laid) if laid is None else laid[:2]
    turn = table.turn = PlainTurn(seat, side, number, opened, before, left + len(line.plays[0].wanted))
    turn.drawn = len(drawn)
    if laid is not None:
        turn.lays = tuple([Lay(meld, cards, new, None, False) for meld, cards, new in laid[2]])
    if not limits.reds:
        turn.last_was_red = drawn[-1] in RED_THREES


def _lay_reds(table: Table, line: n.Turn) -> None:
    """Lay the red threes that were drawn and replaced."""
    for chain in line.plays[0].chains:  # type: ignore[attr-defined]
        table.reds[line.seat] += chain[:-1]


def may_be_barred(melds: Sequence[MeldOnTable], thrown: Card, laid: Sequence[Laid], limits: Limits) -> bool:
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
    if not lay_all(plays[1:-1], hand, melds, laid, (seat, number), known, limits):
        return None
    try:
        hand.remove(plays[-1].thrown)
    except ValueError:
        return None
    if not hand:
        return None
    if (limits.fitting or limits.wild_thrown) and may_be_barred(melds, plays[-1].thrown, laid, limits):
        return None
    opens = not opened or (limits.first_melds and begins_first(melds, laid, seat))
    if opens and (opening is None or not _opens(table, line, laid, opening)):
        return None
    table.hands[seat] = hand
    put_down(melds, laid)
    before = seat in table.have_laid
    if not before:
        table.have_laid.add(seat)
    return opened, before, laid


def begins_first(melds: Sequence[MeldOnTable], laid: Sequence[Laid], seat: n.Seat) -> bool:
    """Tell whether a player begins a meld and has none of his own."""
    return any(new for _, _, new in laid) and not any(meld.seat == seat for meld in melds)


def _opens(table: Table, line: n.Turn, laid: list[Laid], opening: Opening) -> bool:
    """Tell whether the cards that a player lays on melds he begins are worth an initial meld."""
    seat = line.seat
    need = opening.need(table.before.get(table.seats.side_of[seat], 0))
    if opening.naturals and not opening.may_be_wild([cards for _, cards, _ in laid], need):
        return False
    return sum([opening.worth(cards, meld.rank) for meld, cards, _ in laid if meld.seat == seat]) >= need
