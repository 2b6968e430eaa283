"""How an event file's deal opens and closes: hands, red threes laid at once, up-cards and stock; ends, scores and totals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from canasta_audit.cards import RED_THREES, Card
from canasta_audit.notation.events_line import Event
from canasta_audit.notation.model import (
    Before,
    CardsLine,
    Chain,
    DealHead,
    End,
    HandLine,
    Left,
    Line,
    RedLine,
    ScoreLine,
    Seat,
    Side,
    Totals,
)

_LETTERS = {2: "NS", 3: "NES", 4: "NESW", 5: "ABCDE", 6: "ABCDEF"}

_ITEMS = {
    "cardPoints": "cards",
    "canastaBonus": "canastas",
    "redThreeScore": "threes",
    "goingOut": "out",
    "handPenalty": "hand",
}
"""Items of a breakdown and what a score line calls them; any other is written in small letters with hyphens."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where: ``team_of`` gives each seat's team, both counted from 0; ``seats`` and ``sides`` their letters."""

    team_of: tuple[int, ...]
    seats: tuple[Seat, ...]
    sides: tuple[Side, ...]


def seating(team_of: Sequence[int]) -> Seating:
    """Give letters to 2 to 6 players in turn order: four are N E S W, so that partners who play in turn sit opposite.

    >>> seating([0, 1, 0, 1]).sides, seating([0, 1]).sides
    (('NS', 'EW'), ('N', 'S'))
    """
    seats = tuple(_LETTERS[len(team_of)])
    sides = ("".join(seat for seat, team in zip(seats, team_of, strict=True) if team == one) for one in range(max(team_of) + 1))
    return Seating(tuple(team_of), seats, tuple(sides))


def chains(given: Sequence[Card], laid: Iterable[Card], replaced: int | None = None) -> tuple[tuple[Chain, ...], list[Card]]:
    """Make chains of cards taken from the stock, of which the red threes ``laid`` were laid.

    Each laid three is replaced by the card behind it, as long as there is one; only the first ``replaced`` are where that is said.
    The second value lists threes that were laid and not replaced: in the chains they stand as cards kept.

    >>> chains(["3H", "3D", "KD", "4S"], ["3D", "3H"])
    ((('3H', '3D', 'KD'), ('4S',)), [])
    """
    still = Counter(laid)
    left = len(given) if replaced is None else replaced
    done: list[Chain] = []
    bare: list[Card] = []
    link: Chain = ()
    for position, card in enumerate(given):
        link = (*link, card)
        if still[card]:
            still[card] -= 1
            if left and position + 1 < len(given):
                left -= 1
                continue
            bare.append(card)
        done.append(link)
        link = ()
    return tuple(done), bare


def opening(deal: Event, table: Seating, stock: Sequence[Card]) -> list[Line]:
    """Return the lines of a deal before its first turn; ``stock`` is the stock's order, empty if it is not known."""
    line = deal.line
    dealer, first = deal.number("dealer"), deal.number("first")
    lines: list[Line] = [
        DealHead(
            line=line,
            number=deal.number("hand") or 0,
            dealer=None if dealer is None else table.seats[dealer],
            first=None if first is None else table.seats[first],
        )
    ]
    if deal.numbers("totals"):
        lines.append(Before(line=line, sums=_sums(deal.numbers("totals"), table)))
    hands = deal.hands("dealt") or deal.hands("hands")
    lines.extend(HandLine(line=line, seat=seat, cards=hand) for seat, hand in zip(table.seats, hands, strict=False) if hand)
    lines.extend(RedLine(line=line, seat=seat, chains=laid) for seat, laid in _reds_laid(deal, table) if laid)
    if deal.cards("pile"):
        lines.append(CardsLine(line=line, place="up", cards=deal.cards("pile")))
    if stock:
        lines.append(CardsLine(line=line, place="stock", cards=tuple(stock)))
    return lines


def stock_of(deal: Event) -> tuple[Card, ...]:
    """Return the stock's order after the deal as the event gives it: outright, or as what is left of the deck."""
    deck, hands = deal.cards("deck"), deal.hands("dealt")
    if deal.cards("stock") or not deck or not hands:
        return deal.cards("stock")
    # a red three laid was replaced, so the hands are as long as they were, and the threes lie on the table besides
    used = sum(map(len, deal.hands("hands") or hands)) + sum(map(len, deal.hands("reds"))) + len(deal.cards("pile"))
    return deck[used:]


def drawn(events: Iterable[Event]) -> list[tuple[int, Card]]:
    """Return (line, card) for every card that a deal's events take from the stock, in order."""
    names = {"draw": "cards", "take": "repl", "lay_reds": "repl", "turnup": "cards"}
    return [(event.line, card) for event in events if event.type in names for card in event.cards(names[event.type])]


def _reds_laid(deal: Event, table: Seating) -> Iterable[tuple[Seat, tuple[Chain, ...]]]:
    """Compare the hands as dealt and as they were after red threes had been laid.

    A three that came as a replacement and was laid in its turn shows in neither hand, only among the side's threes: it goes to the
    side's first player who laid one.
    """
    extra = [Counter(reds) for reds in deal.hands("reds")] or [Counter[Card]() for _ in table.sides]
    rows: list[tuple[int, list[Card], list[Card]]] = []
    for seat, (dealt, after) in enumerate(zip(deal.hands("dealt"), deal.hands("hands"), strict=False)):
        lost = list((Counter(dealt) - Counter(after)).elements())
        if not all(card in RED_THREES for card in lost) or seat >= len(table.seats):
            # cards went otherwise than by laying threes: saying nothing is better than guessing
            return
        got = Counter(after) - Counter(dealt)
        order = deal.cards("deck") or after
        rows.append((seat, lost, _in_order(got, order, sum(map(len, deal.hands("dealt"))) if deal.cards("deck") else 0)))
        if table.team_of[seat] < len(extra):
            extra[table.team_of[seat]].subtract(lost)
    for seat, lost, got_cards in rows:
        more: list[Card] = []
        if lost and table.team_of[seat] < len(extra):
            more = list((+extra[table.team_of[seat]]).elements())
            extra[table.team_of[seat]].clear()
        yield table.seats[seat], _threes(lost, more, got_cards)


def _in_order(got: Mapping[Card, int], order: Sequence[Card], start: int) -> list[Card]:
    """List the cards ``got`` as they come in ``order`` from ``start``."""
    left = Counter(got)
    cards = []
    for card in order[start:]:
        if left[card]:
            left[card] -= 1
            cards.append(card)
    return cards


def _threes(laid: Sequence[Card], more: Sequence[Card], got: Sequence[Card]) -> tuple[Chain, ...]:
    """Chain each three to its replacement; ``more`` are threes that were replacements themselves."""
    done: list[Chain] = []
    for place, card in enumerate(laid):
        links = more if place == 0 else ()
        done.append((card, *links, *got[place : place + 1]))
    return tuple(done)


def closing(table: Seating, hand_end: Event, outs: Sequence[tuple[Seat, bool]]) -> list[Line]:
    """Return the lines of a deal's end; ``outs`` are the players whose going out was told, and whether concealed."""
    line, seat = hand_end.line, hand_end.number("seat")
    reason = hand_end.text("reason")
    if not outs and reason == "out" and seat is not None:
        outs = [(table.seats[seat], hand_end.flag("concealed"))]
    lines = end(line, reason, outs)
    left = hand_end.hands("left")
    lines.extend(Left(line=line, seat=name, cards=hand) for name, hand in zip(table.seats, left, strict=False))
    lines.extend(_scores(table, hand_end))
    if hand_end.numbers("totals"):
        lines.append(Totals(line=line, sums=_sums(hand_end.numbers("totals"), table)))
    return lines


def end(line: int, reason: str, outs: Sequence[tuple[Seat, bool]]) -> list[Line]:
    """Return the ``end:`` line: players who went out, else the reason; none where somebody went out and nobody says who."""
    if outs:
        return [End(line=line, outs=tuple(outs))]
    if reason in ("out", ""):
        return []
    why: Literal["stock", "stuck", "stop"] = "stock" if reason == "stock" else "stuck" if reason == "stuck" else "stop"
    return [End(line=line, why=why)]


def _sums(points: Sequence[int], table: Seating) -> tuple[tuple[Side, int], ...]:
    return tuple(zip(table.sides, points, strict=False))


def _scores(table: Seating, hand_end: Event) -> Iterable[Line]:
    sheets, scores = hand_end.sheets("breakdown"), hand_end.numbers("hand_scores")
    for team, side in enumerate(table.sides):
        total = scores[team] if team < len(scores) else None
        items = _items(sheets[team] if team < len(sheets) else {}, total)
        if items:
            yield ScoreLine(line=hand_end.line, side=side, items=items)


def _items(sheet: Mapping[str, int], total: int | None) -> tuple[tuple[str, int], ...]:
    """Name a breakdown's items as score lines do; points against the side are negative, and items of no points are left out."""
    points: dict[str, int] = {}
    for name, value in sheet.items():
        item = _ITEMS.get(name, _hyphened(name))
        points[item] = points.get(item, 0) + value
    total = points.pop("total", total)
    hand = points.get("hand", 0)
    if hand > 0 and total != sum(points.values()):
        # given as what is taken off
        points["hand"] = -hand
    items = [(name, value) for name, value in points.items() if value]
    return tuple(items) if total is None else (*items, ("total", total))


def _hyphened(name: str) -> str:
    words = re.sub(r"[^a-z]+", "-", re.sub(r"(?<=[a-z0-9])([A-Z])", r"-\1", name).lower()).strip("-")
    return words or "other"
