"""A line that could not be read: what it may have changed is no longer known, and what follows from that is folded under it."""

from __future__ import annotations

from canasta_audit.cards import UNKNOWN
from canasta_audit.checks.step import Step
from canasta_audit.emit import Emitter
from canasta_audit.finding import Root
from canasta_audit.notation import model as n
from canasta_audit.table.state import Table

_OF_SEAT = ("hand", "cards", "threes", "spare")
_OF_SIDE = ("unread", "melds", "reds", "opening", "score")
_SUMS = ("before", "score", "totals", "penalty", "minimum")
_AT_DEAL = ("hand", "foot", "red", "melds", "up", "down", "stock", "pile", "deal")


def forget(step: Step, emit: Emitter, line: n.Bad) -> bool:
    """Forget what ``line`` may have changed on the table; tell whether it stands for a turn."""
    table, (word, whose) = step.table, line.meant
    root = Root(line.fault, line.line, line.column)
    seats, sides = table.seats, table.seats.sides
    if word == "turn" or (not word and table.played_turns):
        last = table.last_seat
        expected = seats.next_of[last] if last is not None else table.first
        seat = whose if whose in seats.side_of else expected
        _forget_turn(table, line, seat)
        emit.doubt(root, ["stock", "pile", "order", "copies", "end", "out"])
        for one in seats.order if seat is None else (seat,):
            emit.doubt(root, [(scope, one) for scope in _OF_SEAT] + [(scope, seats.side_of[one]) for scope in _OF_SIDE])
        return True
    if word in _AT_DEAL:
        if word in ("up", "pile", "down"):
            table.pile.append(UNKNOWN)
        emit.doubt(root, ["deal", "stock", "pile", "copies", *[(scope, seat) for seat in seats.order for scope in _OF_SEAT]])
        emit.doubt(root, [(scope, side) for side in sides for scope in ("reds", "score")] if word in ("red", "deal") else [])
    if word in _SUMS or word in ("director", "deal", ""):
        emit.doubt(root, [("sums", side) for side in sides])
    if word in ("end", "director", ""):
        emit.doubt(root, ["end", "out", "order", *[(scope, side) for side in sides for scope in ("score", "claims")]])
    return False


def _forget_turn(table: Table, line: n.Bad, seat: n.Seat | None) -> None:
    if table.stock is not None:
        # The cards of a listed stock were counted when it was; from here on they count when they are drawn.
        table.seen.subtract(table.stock)
    table.stock = table.stock_left = None
    if "take" in line.raw:
        table.pile, table.pile_taken = [], True
    table.pile.append(UNKNOWN)
    table.played_turns += 1
    if seat is not None:
        table.unlist(seat)
        table.last_seat = seat
        table.have_laid.add(seat)
        table.turns_had[seat] += 1
