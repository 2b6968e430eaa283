"""What a director puts right: cards moved from one place to another, and who plays next."""

from __future__ import annotations

from typing import Literal, NamedTuple

from canasta_audit import cards as c
from canasta_audit.cards import RED_THREES, Card
from canasta_audit.notation import model as n
from canasta_audit.table.apply import resolve
from canasta_audit.table.hand import from_hand
from canasta_audit.table.irregular import exacter, not_held, unlist_stock
from canasta_audit.table.snapshot import copy_of
from canasta_audit.table.state import MeldOnTable, Seats, Table


def direct(table: Table, line: n.Director) -> None:
    """Carry out the rulings of a line that change the table; points he gives are no matter of the table."""
    for ruling in line.rulings:
        if isinstance(ruling, n.Next) and ruling.seat in table.seats.order:
            table.last_seat = table.seats.before(ruling.seat)
        elif isinstance(ruling, n.Move):
            _put_to(table, ruling.target, _take_from(table, ruling.source, ruling.cards))


def _take_from(table: Table, place: n.Place, moved: tuple[Card, ...]) -> tuple[Card, ...]:
    """Take cards away and return them as exactly as they are known; what does not lie there comes from where nobody saw it."""
    if place.where == "stock":
        if table.stock_left is not None:
            table.stock_left = max(0, table.stock_left - len(moved))
        holding = table.stock or []
    elif place.where == "meld":
        melds = _melds(table, place, moved)
        holding = melds[0].cards if melds else []
    else:
        holding = table.pile if place.where == "pile" else table.hands.get(place.seat or "", [])
    seat = place.seat if place.where == "hand" and place.seat in table.hands else None
    if seat is not None and (seat in table.vague or c.UNKNOWN in table.hands[seat]):
        table.exposed.setdefault(seat, ())
    taken: list[Card] = []
    for card in moved:
        if seat is not None and c.is_known(card):
            from_hand(table, seat, (card,))
            table.lacking.clear()
            taken.append(card)
            continue
        # From the top: of equal cards in a pile the last one was meant.
        holding.reverse()
        was = c.remove(holding, card)
        holding.reverse()
        if was in (None, c.UNKNOWN):
            table.show(card)
        if was is None and seat is not None and seat not in table.vague:
            table.debt[seat] = table.debt.get(seat, 0) + 1
        taken.append(exacter(was, card))
    if place.where == "meld" and melds:
        melds[0].recount()
        if not holding:
            table.melds[table.seats.side_of[melds[0].seat]].remove(melds[0])
    return tuple(taken)


def _put_to(table: Table, place: n.Place, moved: tuple[Card, ...]) -> None:
    if place.where == "stock":
        # Nobody is told where in the stock they go.
        unlist_stock(table)
        table.seen.subtract(moved)
        if table.stock_left is not None:
            table.stock_left += len(moved)
    elif place.where == "pile":
        table.pile.extend(moved)
    elif place.where == "hand" and place.seat in table.hands:
        table.bring(place.seat, moved)
        if not RED_THREES.isdisjoint(moved):
            table.red_holders.add(place.seat)
    elif place.where == "meld":
        melds = _melds(table, place, moved)
        owner = place.meld.owner if place.meld is not None else None
        if melds:
            melds[0].add(moved)
        elif owner in table.seats.side_of:
            table.melds[table.seats.side_of[owner]].append(MeldOnTable(moved, owner, 0))


def _melds(table: Table, place: n.Place, moved: tuple[Card, ...]) -> list[MeldOnTable]:
    owner = place.meld.owner if place.meld is not None else None
    return resolve(table, owner, moved, place.meld) if owner in table.seats.side_of else []


class Missing(NamedTuple):
    """What a ruling speaks of and is not there: ``what`` is a ``"card"``, a ``"meld"``, a ``"seat"`` or a ``"side"``, ``which`` its
    text; ``where`` tells the place at which a card was looked for.
    """

    what: Literal["card", "meld", "seat", "side"]
    which: str
    where: str = ""


def missing(table: Table, line: n.Director) -> list[Missing]:
    """What the rulings of a line speak of and cannot be, in their order, on the table as it lies before them."""
    tried = copy_of(table)
    found: list[Missing] = []
    for ruling in line.rulings:
        if isinstance(ruling, n.Award):
            found += [] if side_meant(table.seats, ruling.side) else [Missing("side", ruling.side)]
        elif isinstance(ruling, n.Next):
            found += [] if ruling.seat in table.hands else [Missing("seat", ruling.seat)]
        else:
            found += _not_there(tried, ruling)
            direct(tried, n.Director(rulings=(ruling,)))
    return found


def side_meant(seats: Seats, word: str) -> n.Side | None:
    """The side that a word of seats names: itself, or the side of the one seat named; ``None`` where there is none."""
    return word if word in seats.sides else seats.side_of.get(word)


def _not_there(table: Table, ruling: n.Move) -> list[Missing]:
    found: list[Missing] = []
    for place in (ruling.source, ruling.target):
        owner = place.meld.owner if place.meld is not None else place.seat
        if owner is not None and owner not in table.hands:
            found.append(Missing("seat", owner))
    if found:
        return found
    place = ruling.source
    if place.where == "meld":
        melds = _melds(table, place, ruling.cards)
        if not melds:
            return [Missing("meld", place.meld.card if place.meld is not None else "")]
        lies: list[Card] | None = melds[0].cards
    elif place.where == "stock":
        lies = table.stock
        if lies is None and table.stock_left is not None:
            lies = [c.UNKNOWN] * table.stock_left
    elif place.where == "pile":
        # What nobody wrote down may lie there.
        lies = table.pile if table.up or table.pile_taken or table.mid_deal else None
    else:
        return [Missing("card", card, place.seat or "") for card in not_held(table, place.seat or "", ruling.cards)]
    where = place.where
    return [] if lies is None else [Missing("card", card, where) for card in c.missing(lies, ruling.cards)]
