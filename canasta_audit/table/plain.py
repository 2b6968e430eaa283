"""Plain turns, carried out in one go: as many cards drawn as usual, perhaps cards melded or laid off, a card discarded.

Four turns of five are plain: nothing about them can be of moment, so no check needs to be asked. What is done here is what
``apply`` does play by play; a test holds the two to each other. Plain turns that follow each other are carried out in one loop,
and what only the last of them leaves behind is made once.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Mapping, Sequence
from typing import NamedTuple

from canasta_audit.cards import RED_THREES, WILD, Card
from canasta_audit.notation import model as n
from canasta_audit.table.state import WILD_MELD, Lay, MeldOnTable, PlainTurn, Shape, Table, Thrown, TurnState, shape


class Limits(NamedTuple):
    """What keeps a turn from being plain under rules with checks that listen to every play of a kind: where a limit is set, such a
    turn is left to the checks.

    ``wild_rows``: wild cards are laid by a side that has a meld of them alone; ``partners``: cards go onto a meld that another
    player began; ``first_melds``: a player who began no meld before begins one; ``wild_thrown``: a wild card is discarded;
    ``fitting``: a wild card is, or one of the rank of a meld of the side; ``after_none``: the player's turn before had no discard;
    ``reds``: a red three is drawn or held; ``chains``: one that was drawn is replaced.
    """

    wild_rows: bool = False
    partners: bool = False
    first_melds: bool = False
    wild_thrown: bool = False
    fitting: bool = False
    after_none: bool = False
    reds: bool = True
    chains: bool = False


class Opening(NamedTuple):
    """What makes an initial meld with which nothing can be wrong: cards that are worth enough by their ``points``; ``need`` tells
    how much is enough for a side, by its score.
    """

    points: Mapping[Card, int]
    need: Callable[[int], int]


NO_LIMITS = Limits()
"""Those of games in which no check listens to every play of a kind."""


class Known(NamedTuple):
    """What was found good before, and is good again: ``rows`` of new melds, and lay-offs with wild cards, by what ``joining``
    makes of them (``adds``).
    """

    rows: Container[Shape]
    adds: Container[Hashable] = ()


PLAIN_RANKS = frozenset("A456789TJQK")
"""Ranks whose rows and lay-offs are good or bad by the number of their naturals and wild cards alone."""

_NO_CARDS: frozenset[Card] = frozenset()
_NONE_THROWN = frozenset(("",))
_WILD_OR_NONE = WILD | _NONE_THROWN
Laid = tuple[MeldOnTable, tuple[Card, ...], bool]
"""A meld, the cards that were laid onto it, and whether it was begun with them."""
_Laying = tuple[bool, bool, list[Laid]]
"""Whether the side had melds before, whether the player had laid cards before, and what he lays."""


def joining(row: Shape, meld: MeldOnTable) -> Hashable:
    """All that may tell whether cards that make ``row`` may join a meld of their rank, or of any rank if they are wild cards."""
    return (row.naturals, row.wilds, meld.naturals, meld.wilds, len(meld.cards))


def plain_turn(table: Table, line: n.Turn, known: Known, limits: Limits = NO_LIMITS) -> TurnState | None:
    """Carry out ``line`` if it is plain, and not the first turn of the deal, and return its turn; else change nothing and return
    ``None``.
    """
    return table.turn if table.last_seat is not None and plain_run(table, (line,), 0, known, limits)[0] else None


def plain_run(
    table: Table, lines: Sequence[n.Line], at: int, known: Known, limits: Limits = NO_LIMITS, opens: Opening | None = None
) -> tuple[int, int]:  # fmt: skip
    """Carry out the plain turns that ``lines`` have from the index ``at`` on; return the index of the first line that is none, and
    the number of plays carried out. A turn that brings a card into view too often is the last one.

    Plain: the next player draws as many cards as usual, which the stock has next, and discards; in between he lays what ``_lay``
    allows. His hand is known, holds all the cards played and keeps a card; so does the stock. And it is within the ``limits``.
    """
    stock, left, usual, number = table.stock, table.stock_left, table.usual_draw, table.played_turns
    if left is None or table.over is not None or table.debt:
        return at, 0
    laid: _Laying | None
    hands, next_of, pile, barred = table.hands, table.seats.next_of, table.pile, _barred(table, limits)
    reds = RED_THREES if limits.reds else _NO_CARDS
    kept = _WILD_OR_NONE if limits.wild_thrown or limits.fitting else _NONE_THROWN
    seat = next_of[table.last_seat] if table.last_seat is not None else table.first
    done, end, laid = 0, at, None
    for end in range(at, len(lines)):
        line: n.Turn = lines[end]  # type: ignore[assignment]
        if line.kind != "turn" or line.seat != seat or seat in barred or len(line.plays) < 2:
            break
        plays, hand = line.plays, hands[seat]
        drawn, wanted, thrown = plays[0].drawn, plays[0].wanted, plays[-1].thrown
        if len(drawn) != usual or thrown in kept or left <= (count := len(wanted)) or not hand or not reds.isdisjoint(drawn):
            break
        if stock is not None and (not stock or stock[-1] != wanted[0] or (count > 1 and tuple(stock[: -count - 1 : -1]) != wanted)):
            break
        if (count > usual and limits.chains) or (limits.fitting and _fits(table, line, thrown)):
            break
        if len(plays) == 2:
            hand += drawn
            try:
                hand.remove(thrown)
            except ValueError:
                del hand[-usual:]
                break
            laid = None
        else:
            laid = _lay(table, line, number + 1, known, limits, opens)
            if laid is None:
                break
        left, number, done = left - count, number + 1, done + len(plays)
        pile.append(thrown)
        if count > usual:
            _lay_reds(table, line)
        if thrown in WILD:
            table.wilds_thrown.append(Thrown(thrown, seat, number))
        seat = next_of[seat]
        if stock is not None:
            del stock[-count:]
        elif _shows(table, wanted):
            end += 1
            break
    else:
        end = len(lines)
    if done:
        _keep(table, lines[at:end], laid, number, left, limits)  # type: ignore[arg-type]
    return end, done


def may_be_plain(line: n.Turn) -> bool:
    """Tell whether a turn begins with a draw of known cards and ends with a discard: others are not plain."""
    plays = line.plays
    return len(plays) > 1 and bool(plays[0].drawn) and bool(plays[-1].thrown)


def _barred(table: Table, limits: Limits) -> set[n.Seat]:
    """The seats none of whose turns is plain: something about their hands may be of moment."""
    barred = table.vague | table.unsure
    if limits.reds:
        barred |= table.red_holders
    return barred | table.undiscarded if limits.after_none else barred


def _shows(table: Table, wanted: Sequence[Card]) -> bool:
    """Count cards that come into view; tell whether one does too often."""
    for card in wanted:
        table.show(card)
    return bool(table.excess)


def _keep(
    table: Table, lines: Sequence[n.Turn], laid: _Laying | None, number: int, left: int, limits: Limits
) -> None:  # fmt: skip
    """Note on the table what all turns of ``lines`` leave behind, and what the last of them did."""
    seats, had, order = table.seats, table.turns_had, table.seats.order
    rounds, more = divmod(len(lines), len(order))
    if rounds:
        for seat in order:
            had[seat] += rounds
    for line in lines[:more]:
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


def _fits(table: Table, line: n.Turn, thrown: Card) -> bool:
    """Tell whether a card has the rank of a meld of the side, or of cards that a turn lays."""
    rank, plays = thrown[0], line.plays
    if rank in [meld.rank for meld in table.melds[table.seats.side_of[line.seat]]]:
        return True
    return len(plays) > 2 and any(card[0] == rank for play in plays[1:-1] for card in getattr(play, "cards", ()))


def _lay(
    table: Table, line: n.Turn, number: int, known: Known, limits: Limits, opening: Opening | None
) -> _Laying | None:  # fmt: skip
    """Draw, discard and put down the cards of a turn, if what is laid is plain; else change nothing.

    Plain are naturals of one rank laid off on the only meld of that rank, be it one that the turn began; wild cards with or without
    some if that is ``known`` to be good; and known rows of a rank that the side has not melded. If it has not melded at all, they
    are worth an ``opening``.
    """
    plays, seat = line.plays, line.seat
    melds, hand = table.melds[table.seats.side_of[seat]], [*table.hands[seat], *plays[0].drawn]
    opened = bool(melds)
    if not opened and opening is None:
        return None
    laid: list[Laid] = []
    if not lay_and_discard(plays, 1, hand, melds, laid, (seat, number), known, limits):
        return None
    if not (opened or opening is None or _opens(table, line, laid, opening)):
        return None
    table.hands[seat] = hand
    put_down(melds, laid)
    before = seat in table.have_laid
    table.have_laid.add(seat)
    return opened, before, laid


def lay_and_discard(
    plays: Sequence[n.Play], at: int, hand: list[Card], melds: list[MeldOnTable], laid: list[Laid], turn: tuple[n.Seat, int],
    known: Known, limits: Limits,
) -> bool:  # fmt: skip
    """Take the cards of ``plays`` from the index ``at`` on, the last of which is a discard, out of ``hand``, and put those that are
    laid into ``laid``; tell whether all of it is plain and the hand keeps a card. ``turn`` is whose it is, and its number.
    """
    seat, number = turn
    try:
        hand.remove(plays[-1].thrown)
        for play in plays[at:-1]:
            if play.kind == "add":
                cards: tuple[Card, ...] = play.cards  # type: ignore[attr-defined]
                if play.laid:
                    meld = only_meld(melds, play.laid) or _begun(laid, play.laid)
                else:
                    meld = _taking_wilds(play, melds, laid, known, limits)  # type: ignore[arg-type]
                if meld is None or (limits.partners and meld.seat != seat):
                    return False
                laid.append((meld, cards, False))
            elif play.kind == "meld":
                cards = play.cards  # type: ignore[attr-defined]
                if not _may_begin(cards, melds, laid, known.rows, limits, seat):
                    return False
                laid.append((MeldOnTable(cards, seat, number), cards, True))
            else:
                return False
            for card in cards:
                hand.remove(card)
    except ValueError:
        return False
    return bool(hand)


def put_down(melds: list[MeldOnTable], laid: Sequence[Laid]) -> None:
    """Let cards lie that a turn lays."""
    for meld, cards, new in laid:
        if new:
            melds.append(meld)
        elif WILD.isdisjoint(cards):
            meld.cards += cards
            meld.naturals += len(cards)
        else:
            meld.add(cards)


def _opens(table: Table, line: n.Turn, laid: list[Laid], opening: Opening) -> bool:
    """Tell whether cards are worth an initial meld."""
    points = opening.points
    worth = sum([points[card] for _, cards, _ in laid for card in cards])
    return worth >= opening.need(table.before.get(table.seats.side_of[line.seat], 0))


def only_meld(melds: list[MeldOnTable], rank: str) -> MeldOnTable | None:
    """The meld of a rank, ``None`` where there is none or several."""
    found = None
    for meld in melds:
        if meld.rank == rank:
            if found is not None:
                return None
            found = meld
    return found


def _begun(laid: Sequence[Laid], rank: str) -> MeldOnTable | None:
    """The meld of a rank that a turn has begun."""
    return next((meld for meld, _, new in laid if new and meld.rank == rank), None)


def _taking_wilds(play: n.Add, melds: list[MeldOnTable], laid: list[Laid], known: Known, limits: Limits) -> MeldOnTable | None:
    """The meld that wild cards join, alone or with naturals of its rank, if that is plain; no other cards join it in the turn."""
    onto, row = play.onto, shape(play.cards)
    if onto is not None and (onto.nth is not None or onto.owner is not None):
        return None
    meld = only_meld(melds, row.rank if onto is None else onto.card)
    if meld is None or meld.rank not in PLAIN_RANKS or row.rank not in (meld.rank, WILD_MELD):
        return None
    if joining(row, meld) not in known.adds or (limits.wild_rows and _has_wild_meld(melds)):
        return None
    return None if any(meld is other for other, _, _ in laid) else meld


def _has_wild_meld(melds: list[MeldOnTable]) -> bool:
    return any(meld.rank == WILD_MELD for meld in melds)


def _may_begin(
    cards: tuple[Card, ...], melds: list[MeldOnTable], laid: list[Laid], rows: Container[Shape], limits: Limits, seat: n.Seat
) -> bool:  # fmt: skip
    """Tell whether a new meld is plain: a row that was found good, of a rank that the side has not melded."""
    row = shape(cards)
    if row not in rows or row.rank in [meld.rank for meld in melds] or any(new and meld.rank == row.rank for meld, _, new in laid):
        return False
    if limits.first_melds and not any(meld.seat == seat for meld in melds):
        return False
    return not (limits.wild_rows and row.wilds and _has_wild_meld(melds))
