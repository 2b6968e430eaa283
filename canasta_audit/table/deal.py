"""Setting the table: seats from the tags of a match, and a deal from the lines before its first turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from canasta_audit.cards import EXACT, NATURAL, RED_THREES, UNKNOWN, Card, Deck
from canasta_audit.notation import model as n
from canasta_audit.table.apply import lay_red
from canasta_audit.table.direct import direct
from canasta_audit.table.state import MeldOnTable, Seats, Table

_NAMES = {"North": "N", "East": "E", "South": "S", "West": "W"}
_COMPASS = "NESW"


def seats_of(tags: Mapping[str, str], lines: Iterable[n.Line] = ()) -> Seats:
    """Who plays, by the tags ``Seats`` and ``Sides``, else by the players named, else by the seats that ``lines`` mention.

    Four seats without ``Sides`` are taken for two sides of partners opposite; two or three play each alone.
    """
    sides, order = tuple(tags.get("Sides", "").split()), "".join(tags.get("Seats", "").split())
    if sides:
        return _seated(order or _in_order("".join(sides)), sides)
    if not order:
        named = "".join(_NAMES.get(tag, tag if len(tag) == 1 else "") for tag in tags)
        if not named:
            named = "".join(seat for line in lines for seat in _mentioned(line))
        order = _in_order(named)
        if set(named) <= set(_COMPASS) and set(order) - set("NS"):
            order = order if tags.keys() & _NAMES.keys() else _COMPASS
    return _seated(order, sides)


def _in_order(named: str) -> str:
    """The seats that are named, in turn order; four where that is less than two."""
    pool = _COMPASS if set(named) <= set(_COMPASS) else "ABCDEF"
    order = "".join(letter for letter in pool if letter in named)
    return order if len(order) > 1 else pool[:4]


@lru_cache(maxsize=64)
def _seated(order: str, sides: tuple[n.Side, ...]) -> Seats:
    """The seats of ``order``, by the sides that were told if they have all of them, once each."""
    letters = "".join(sides)
    order = "".join(dict.fromkeys(order + letters))
    if not sides or set(letters) != set(order) or len(letters) != len(order):
        half = len(order) // 2
        opposite = len(order) in (4, 6)
        sides = tuple(order[i] + order[i + half] for i in range(half)) if opposite and len(order) == 4 else tuple(order)
    return Seats(tuple(order), sides)


def _mentioned(line: n.Line) -> str:
    if isinstance(line, (n.HandLine, n.Turn, n.MeldsLine, n.Left)):
        return line.seat
    if isinstance(line, n.DealHead):
        return (line.dealer or "") + (line.first or "")
    if isinstance(line, n.ScoreLine):
        return line.side
    return ""


def set_table(
    seats: Seats, deck: Deck, lines: Sequence[n.Line], *, number: int, usual_draw: int, dealt: int = 0, mid_deal: bool = False
) -> Table:  # fmt: skip
    """Set a table by the lines of a deal above its first turn, in their order and none struck out; ``dealt`` cards for each player,
    0 if that is not known. ``mid_deal``: the record begins when the deal was under way; a line that shows so tells it as well.
    """
    table = Table(seats, deck, number, usual_draw)
    table.mid_deal = mid_deal
    if dealt and not mid_deal:
        table.room = dict.fromkeys(seats.order, dealt)
    for line in lines:
        place = _PLACE.get(type(line))
        if place is not None:
            place(table, line)
    if table.mid_deal and not mid_deal:
        # What stands above the line that shows it is placed in another way then.
        return set_table(seats, deck, lines, number=number, usual_draw=usual_draw, dealt=dealt, mid_deal=True)
    if table.stock_left is None and not table.vague and not mid_deal:
        table.stock_left = max(0, deck.size - on_table(table))
    table.find_excess()
    for seat, hand in table.hands.items():
        if not RED_THREES.isdisjoint(hand):
            table.red_holders.add(seat)
    return table


def is_mid_deal(lines: Iterable[n.Line]) -> bool:
    """Tell whether the record of a deal begins when it was under way: melds lie, or a pile."""
    for line in lines:
        kind = type(line)
        if kind is n.MeldsLine or (kind is n.CardsLine and line.place == "pile"):  # type: ignore[attr-defined]
            return True
    return False


def blur(table: Table, line: n.Turn, recorded: frozenset[str]) -> None:
    """Forget, before the turn of ``line``, what a record that leaves things out (``recorded``: what it never does) cannot tell:
    a hand whose draw, melds or discard may be missing, the stock's count, the pile's top.
    """
    kinds = {play.kind for play in line.plays}
    undrawn = "draws" not in recorded and not kinds & {"draw", "take"}
    if undrawn:
        table.stock = table.stock_left = None
    if undrawn or "melds" not in recorded or ("discards" not in recorded and "discard" not in kinds):
        table.unlist(line.seat)
    if "discards" not in recorded and table.turn is not None and not table.turn.discards:
        table.pile.append(UNKNOWN)


def on_table(table: Table) -> int:
    """Number of cards outside the stock, as far as the hands are known."""
    lying = [table.pile, *table.hands.values(), *table.feet.values(), *table.reds.values()]
    for melds in table.melds.values():
        for meld in melds:
            lying.append(meld.cards)
    return sum(map(len, lying))


def is_dealt_out(table: Table, noted: Mapping[str, Sequence[n.Line]], each: int, down: int | None) -> bool:
    """Tell whether a deal begins with nothing but hands, of ``each`` cards if they are listed, of players who sit there, red threes
    that they laid, a pile and a stock, and all that together is the deck, or may be part of it. ``noted`` are its lines by kind.
    Face down in the pile lie ``down`` cards, as many as are due (``None``: that cannot be told).
    """
    if table.mid_deal or "foot" in noted:
        return False
    side_of, stock, lying = table.seats.side_of, table.stock, 0
    for line in noted.get("hand", ()):
        if len(line.cards) != each or line.seat not in side_of:  # type: ignore[attr-defined]
            return False
    for line in noted.get("red", ()):
        if line.seat not in side_of:  # type: ignore[attr-defined]
            return False
    for line in noted.get("cards", ()):
        if line.place == "down":  # type: ignore[attr-defined]
            lying += len(line.cards)  # type: ignore[attr-defined]
    if lying != down:
        return False
    if stock is None and table.stock_left and "bad" not in noted:
        # So many are left of the deck besides what lies there.
        return True
    have = on_table(table) + len(stock or ()) + sum(table.room.values())
    return have == table.deck.size or (have < table.deck.size and stock is None)


def is_plainly_turned_up(noted: Mapping[str, Sequence[n.Line]]) -> bool:
    """Tell whether nothing was turned up at the start but one natural from four to ace, if that: nothing is to be done about it,
    and it makes no deal void. ``noted`` are the lines of the deal by kind.
    """
    turned_up = False
    for line in noted.get("cards", ()):
        if line.place == "up":  # type: ignore[attr-defined]
            cards: Sequence[Card] = line.cards  # type: ignore[attr-defined]
            if turned_up or len(cards) != 1 or cards[0] not in NATURAL or line.back:  # type: ignore[attr-defined]
                return False
            turned_up = True
    return True


def _place_head(table: Table, line: n.DealHead) -> None:
    seats = table.seats
    table.dealer = line.dealer
    first = line.first or (seats.next_of.get(line.dealer) if line.dealer else None)
    # Somebody who sits nowhere plays no turn.
    table.first = first if first in seats.side_of else None


def _place_hand(table: Table, line: n.HandLine) -> None:
    seat, cards, hands = line.seat, line.cards, table.hands
    if seat in hands:
        hands[seat] = [*cards]
        if not EXACT.issuperset(cards):
            table.unsure.add(seat)
        table.vague.discard(seat)
        table.room.pop(seat, None)
        table.shown += cards


def _place_foot(table: Table, line: n.FootLine) -> None:
    table.feet[line.seat] = list(line.cards)
    table.show_all(line.cards)


def _place_reds(table: Table, line: n.RedLine) -> None:
    if line.seat in table.hands:
        for chain in line.chains:
            _place_red(table, line.seat, chain)


def _place_before(table: Table, line: n.Before) -> None:
    before = table.before
    for side, points in line.sums:
        if side in before:
            before[side] = points


def _place_red(table: Table, seat: n.Seat, chain: n.Chain) -> None:
    """Lay a red three before the first turn; where the hand does not list it, it was laid out of it before the hand was noted."""
    if chain[0] in table.hands[seat] or not table.mid_deal:
        lay_red(table, seat, chain)
    else:
        table.reds[seat].extend(chain[:1])
        table.show_all(chain[:1])


def _place_melds(table: Table, line: n.MeldsLine) -> None:
    table.mid_deal = True
    side = table.seats.side_of.get(line.seat)
    if side is None:
        return
    for cards in line.melds:
        table.melds[side].append(MeldOnTable(cards, line.seat, 0))
        table.show_all(cards)
    table.have_laid.add(line.seat)


def _place_cards(table: Table, line: n.CardsLine) -> None:
    if line.back:
        # They come into view once more when they are drawn.
        table.mid_deal = table.mid_deal or line.place == "pile"
        return
    table.shown += line.cards
    if line.place == "stock":
        table.stock = [*reversed(line.cards)]
        table.stock_left = len(line.cards)
    elif line.place == "up":
        table.up = (*table.up, *line.cards)
        table.pile.extend(line.cards)
    elif line.place == "down":
        table.pile[:0] = line.cards
        table.pile_down += len(line.cards)
    else:
        table.mid_deal = True
        table.pile = list(line.cards)


_PLACE: dict[type[n.Line], Callable[[Table, n.Line], None]] = {
    n.DealHead: _place_head,  # type: ignore[dict-item]
    n.HandLine: _place_hand,  # type: ignore[dict-item]
    n.FootLine: _place_foot,  # type: ignore[dict-item]
    n.MeldsLine: _place_melds,  # type: ignore[dict-item]
    n.RedLine: _place_reds,  # type: ignore[dict-item]
    n.CardsLine: _place_cards,  # type: ignore[dict-item]
    n.Director: direct,  # type: ignore[dict-item]
    n.Before: _place_before,  # type: ignore[dict-item]
}
"""Puts onto the table what a line of a class says; other lines put nothing there."""
