"""What a director puts right: cards moved from one place to another, and who plays next."""

from __future__ import annotations

from canasta_audit import cards as c
from canasta_audit.cards import RED_THREES, Card
from canasta_audit.notation import model as n
from canasta_audit.table.apply import resolve
from canasta_audit.table.state import MeldOnTable, Table


def direct(table: Table, line: n.Director) -> None:
    """Carry out the rulings of a line that change the table; points he gives are no matter of the table."""
    for ruling in line.rulings:
        if isinstance(ruling, n.Next) and ruling.seat in table.seats.order:
            table.last_seat = table.seats.before(ruling.seat)
        elif isinstance(ruling, n.Move):
            _take_from(table, ruling.source, ruling.cards)
            _put_to(table, ruling.target, ruling.cards)


def _take_from(table: Table, place: n.Place, moved: tuple[Card, ...]) -> None:
    """Take cards away; what does not lie there comes from where nobody has seen it."""
    if place.where == "stock":
        if table.stock_left is not None:
            table.stock_left = max(0, table.stock_left - len(moved))
        holding = table.stock or []
    elif place.where == "meld":
        melds = _melds(table, place, moved)
        holding = melds[0].cards if melds else []
    else:
        holding = table.pile if place.where == "pile" else table.hands.get(place.seat or "", [])
    for card in moved:
        # From the top: of equal cards in a pile the last one was meant.
        holding.reverse()
        if c.remove(holding, card) in (None, c.UNKNOWN):
            table.show(card)
        holding.reverse()
    if place.where == "meld" and melds:
        melds[0].recount()
        if not holding:
            table.melds[table.seats.side_of[melds[0].seat]].remove(melds[0])


def _put_to(table: Table, place: n.Place, moved: tuple[Card, ...]) -> None:
    if place.where == "stock":
        # Nobody is told where in the stock they go.
        table.stock = None
        if table.stock_left is not None:
            table.stock_left += len(moved)
    elif place.where == "pile":
        table.pile.extend(moved)
    elif place.where == "hand" and place.seat in table.hands:
        table.hands[place.seat].extend(moved)
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
