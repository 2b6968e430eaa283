"""Turns that begin with a take of the pile like one that was found good, carried out in one go.

What is done here is what ``playing`` and ``apply`` do play by play; tests hold the two to each other.
"""

from __future__ import annotations

from canasta_audit.asking import Asker
from canasta_audit.before import alike
from canasta_audit.cards import EXACT, RED_THREES, WILD, Card
from canasta_audit.notation import model as n
from canasta_audit.table.plain import PLAIN_RANKS, Laid, Limits, lay_and_discard, only_meld, put_down
from canasta_audit.table.state import Lay, MeldOnTable, Table, Thrown, TurnState, shape


def play_take(asker: Asker, line: n.Turn) -> int:
    """Carry out a turn whose take of the pile, and whatever comes after it, is plain; return the number of its plays. Else change
    nothing on the table and return 0.

    Plain: the next player, whose side has melds, takes the whole pile with cards that make a row found good, or onto the only meld
    of the rank. What else he lays is plain, he discards and keeps a card; and the turn is within the
    limits of the rules.
    """
    table, seat, plays, limits = asker.step.table, line.seat, line.plays, asker.shortcuts.limits
    take: n.Take = plays[0]  # type: ignore[assignment]
    pile, last, thrown = table.pile, table.last_seat, plays[-1].thrown
    if (
        limits is None
        or not asker.shortcuts.plain_takes
        or asker.emit.in_doubt
        or last is None
        or seat != table.seats.next_of[last]
    ):
        return 0
    if table.over is not None or table.debt or not table.stock_left or not pile or not thrown or take.top not in (None, pile[-1]):
        return 0
    if seat in table.vague or seat in table.unsure or not EXACT.issuperset(pile):
        return 0
    if limits.reds and (seat in table.red_holders or not RED_THREES.isdisjoint(pile)):
        return 0
    side = table.seats.side_of[seat]
    turn = TurnState(seat, side, table.played_turns + 1)
    laid = _laid_with_top(asker, take, turn, table) if table.melds[side] else None
    return len(plays) if laid is not None and _carry_out(asker, line, turn, laid, limits) else 0


def _laid_with_top(asker: Asker, take: n.Take, turn: TurnState, table: Table) -> Laid | None:
    """What the take lays, if it is like one that was found good, and what it lays is plain."""
    top, onto, melds, step = table.pile[-1], take.onto, table.melds[turn.side], asker.step
    cards, joined = (top, *take.cards), None
    row = shape(cards)
    if onto is not None:
        joined = only_meld(melds, onto.card) if onto.nth is None and onto.owner is None else None
        if joined is None or row.wilds or row.rank != joined.rank:
            return None
    elif take.how != "with" or row not in asker.rows or row.rank in [meld.rank for meld in melds]:
        return None
    if row.rank not in PLAIN_RANKS:
        return None
    turn.opened_before = True
    step.play, step.turn, step.joined, step.targets = take, turn, joined, [] if joined is None else [joined]
    if alike(step, turn, table) not in asker.takes:
        return None
    return (MeldOnTable(cards, turn.seat, turn.number), cards, True) if joined is None else (joined, cards, False)


def _carry_out(asker: Asker, line: n.Turn, turn: TurnState, taken: Laid, limits: Limits) -> bool:
    """Carry out the turn, if what it lays besides is plain; tell whether it was."""
    step, plays, seat = asker.step, line.plays, turn.seat
    table, before, top, waits = step.table, step.table.hands[seat], step.table.pile[-1], plays[1].kind == "pickup"
    rest, hand = table.pile[:-1], [*before]
    try:
        for card in taken[1][1:]:
            hand.remove(card)
    except ValueError:
        return False
    hand += rest
    laid, melds = [taken], table.melds[turn.side]
    thrown = plays[-1].thrown
    if not lay_and_discard(plays, 1 + waits, hand, melds, laid, (seat, turn.number), asker.known, limits):
        return False
    if limits.fitting and (thrown in WILD or thrown[0] in [meld.rank for meld in (*melds, *[one[0] for one in laid])]):
        return False
    turn.laid_before, turn.after_no_discard = seat in table.have_laid, seat in table.undiscarded
    turn.stock_before = table.stock_left
    turn.hand_before, turn.top, turn.rest = tuple(before), (top,), rest
    turn.took = turn.picked_up = True
    turn.waits_for_pickup, turn.discards = waits, 1
    seen = True if waits else None
    turn.lays = (
        Lay(taken[0], taken[1], taken[2], top, False),
        *[Lay(meld, cards, new, None, seen) for meld, cards, new in laid[1:]],
    )
    put_down(melds, laid)
    table.hands[seat] = hand
    _leave(table, turn, thrown)
    step.line, step.seat, step.side = line, seat, turn.side
    return True


def _leave(table: Table, turn: TurnState, thrown: Card) -> None:
    """Note on the table what the turn leaves behind."""
    seat = turn.seat
    table.pile, table.pile_taken, table.pile_down = [thrown], True, 0
    if not RED_THREES.isdisjoint(turn.rest):
        turn.reds_from_pile = sum(card in RED_THREES for card in turn.rest)
        table.red_holders.add(seat)
    if seat in table.red_holders and thrown not in RED_THREES and RED_THREES.isdisjoint(table.hands[seat]):
        table.red_holders.discard(seat)
    table.wilds_thrown.clear()
    if thrown in WILD:
        table.wilds_thrown.append(Thrown(thrown, seat, turn.number))
    table.have_laid.add(seat)
    table.undiscarded.discard(seat)
    table.turns_had[seat] += 1
    table.turn, table.played_turns, table.last_seat = turn, turn.number, seat
