"""Plain turns, carried out in one go: as many cards drawn as usual, perhaps cards melded or laid off, a card discarded.

Four turns of five are plain: nothing about them can be of moment, so no check needs to be asked. What is done here is what
``apply`` does play by play; a test holds the two to each other. Plain turns that follow each other are carried out in one loop,
and what only the last of them leaves behind is made once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import replace

from canasta_audit.cards import RED_THREES, WILD, Card
from canasta_audit.notation import model as n
from canasta_audit.table.laying import (
    NO_LIMITS,
    ByRank,
    Known,
    Laid,
    Limits,
    Opening,
    any_meld,
    by_rank,
    has_wild_meld,
    lay_all,
    put_down,
)
from canasta_audit.table.state import Lay, MeldOnTable, PlainTurn, Table, Thrown, TurnState

_NO_SEATS: frozenset[n.Seat] = frozenset()
_Laying = tuple[bool, bool, list[Laid]]
"""Whether the side had melds before, whether the player had laid cards before, and what he lays."""
_OTHERS = ("take", "turnover", "red")
"""Kinds of plays with which turns begin that may be plain in another way."""
Other = Callable[[n.Turn, int, int], TurnState | None]
"""Carries out a turn that is plain in another way, given its number in the deal and what is left of the stock; else changes nothing
on the table but to note what is left."""


def plain_turn(table: Table, line: n.Turn, known: Known, limits: Limits = NO_LIMITS) -> TurnState | None:
    """Carry out ``line`` if it is plain, and neither the first turn of the deal nor one that draws the last card, and return its
    turn; else change nothing and return ``None``.
    """
    within = replace(limits, last_cards=True)
    return table.turn if table.last_seat is not None and plain_run(table, (line,), 0, known, within)[0] else None


def plain_run(
    table: Table, lines: Sequence[n.Line], at: int, known: Known, limits: Limits = NO_LIMITS, opens: Opening | None = None,
    other: Other | None = None,
) -> tuple[int, int]:  # fmt: skip
    """Carry out the plain turns that ``lines`` have from the index ``at`` on, until one brings a card into view too often or draws
    the last one, if the deal may end with it; return the index of the first line that was not carried out, and the number of plays.

    Plain: the next player draws as many cards as usual, or the last ones, and discards; in between he lays what ``_lay`` allows.
    His hand is known and keeps a card; all is within the ``limits``. ``other`` may carry out other turns.
    """
    if table.stock_left is None or table.over is not None or table.debt:
        return at, 0
    left, usual, number, ahead = table.stock_left, table.usual_draw, table.played_turns, _ahead(table)
    hands, next_of, pile, laid, turn, gone = table.hands, table.seats.next_of, table.pile, None, None, 0
    least, bars, barred = limits.last_cards, limits.fitting or limits.wild_thrown, _barred(table, limits)
    seat = next_of[table.last_seat] if table.last_seat is not None else table.first
    turns: Sequence[n.Turn] = lines[at:] if at else lines  # type: ignore[assignment]
    ranks: dict[n.Side, ByRank] = {}
    for line in turns:
        plays = line.plays if line.kind == "turn" and line.seat == seat else ()
        if not plays or (barred and seat in barred and plays[0].kind != "red"):
            break
        first, thrown, hand = plays[0], plays[-1].thrown, hands[line.seat]
        count = first.simple
        if count != usual and not (count := _drawn_oddly(first, usual, left, limits)):
            _draw_up(table, gone)
            gone = 0
            if other is None or (whole := other(line, number + 1, left)) is None:
                break
            turn, number, seat = whole, number + 1, next_of[line.seat]
            left, pile, ahead = table.stock_left, table.pile, _ahead(table)
            ranks.pop(turn.side, None)
            barred = barred and _barred(table, limits)
            continue
        if left < count + least or not hand or (ahead is not None and ahead[gone : gone + count] != first.wanted):
            break
        if len(plays) == 2:
            if bars and (not thrown or may_be_barred(table.melds[table.seats.side_of[line.seat]], thrown, (), limits)):
                break
            hand += first.drawn
            try:
                hand.remove(thrown)
            except ValueError:
                del hand[-len(first.drawn) :]
                break
            laid = None
        elif (laid := _lay(table, line, number + 1, known, limits, opens, ranks)) is None:
            break
        left, gone, number, seat = left - count, gone + count, number + 1, next_of[line.seat]
        pile.append(thrown)
        if first.drawn is not first.wanted:
            _lay_reds(table, line)
        if thrown in WILD:
            table.wilds_thrown.append(Thrown(thrown, line.seat, number))
        if (ahead is None and _shows(table, first.wanted)) or (not left and _may_be_over(table, line, limits)):
            break
    if done := number - table.played_turns:
        _keep(table, turns[:done], laid, number, (left, gone), limits, turn)
    return at + done, sum([len(line.plays) for line in turns[:done]])


def _ahead(table: Table) -> tuple[Card, ...] | None:
    """The cards that are drawn next, in their order, if that is known."""
    return None if table.stock is None else tuple(table.stock[::-1])


def _draw_up(table: Table, count: int) -> None:
    """Take so many cards from the stock, if it is known."""
    if count and table.stock is not None:
        del table.stock[-count:]


def _drawn_oddly(play: n.Play, usual: int, left: int, limits: Limits) -> int:
    """The number of cards that a draw takes from the stock, which has ``left``, if it is plain though it is not one of as many
    cards as usual without red threes: it brings the hand so many, or takes the last ones, and nobody wants to hear of red threes
    that are drawn, or replaced. Else 0.
    """
    drawn, count = len(play.drawn), len(play.wanted)
    if drawn > usual or (drawn < usual and count != left) or (count > drawn and limits.chains):
        return 0
    return count if drawn and not (limits.reds and not RED_THREES.isdisjoint(play.drawn)) else 0


def _may_be_over(table: Table, line: n.Turn, limits: Limits) -> bool:
    """Tell whether the deal may be over after a plain turn that drew the last card; else note who that was."""
    if not limits.turned or len(line.plays[0].wanted) != table.usual_draw:
        return True
    table.stock_out = table.stock_out or line.seat
    return False


def may_be_plain(line: n.Turn, other: bool = False) -> bool:
    """Tell whether a turn begins with a draw of known cards and ends with a discard: others are not plain; ``other``: it may begin
    with the pile, or with red threes that are laid.
    """
    plays = line.plays
    return len(plays) > 1 and bool(plays[-1].thrown) and bool(plays[0].drawn or (other and plays[0].kind in _OTHERS))


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
    table: Table, lines: Sequence[n.Turn], laid: _Laying | None, number: int, stock: tuple[int, int], limits: Limits,
    other: TurnState | None,
) -> None:  # fmt: skip
    """Note on the table what all turns of ``lines`` leave behind, and what the last of them did, be it an ``other`` turn.
    ``stock``: how many cards are left there, and how many have yet to be taken from it.
    """
    left, gone = stock
    _draw_up(table, gone)
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
    table: Table, line: n.Turn, number: int, known: Known, limits: Limits, opening: Opening | None, index: dict[n.Side, ByRank]
) -> _Laying | None:  # fmt: skip
    """Draw, discard and put down the cards of a turn, if what is laid is plain; else change nothing.

    Plain are naturals of one rank laid off on the only meld of that rank, be it one that the turn began; wild cards with or without
    some if that is ``known`` to be good; and known rows of a rank that the side has not melded. If it has not melded at all, they
    are worth an ``opening``. ``index`` has melds by rank, as far as they were asked for; it does not hold any longer where the turn
    is not carried out.
    """
    plays, seat = line.plays, line.seat
    side = table.seats.side_of[seat]
    melds = table.melds[side]
    opened = bool(melds)
    if not opened and opening is None:
        return None
    ranks = index.get(side)
    if ranks is None:
        ranks = index[side] = by_rank(melds)
    hand = [*table.hands[seat], *plays[0].drawn]
    laid: list[Laid] = []
    if not lay_all(plays[1:-1], hand, melds, laid, (seat, number), known, limits, ranks):
        return None
    thrown = plays[-1].thrown
    if len(hand) == 1 or thrown not in hand:
        return None
    hand.remove(thrown)
    if (limits.fitting or limits.wild_thrown) and may_be_barred(melds, thrown, laid, limits):
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
