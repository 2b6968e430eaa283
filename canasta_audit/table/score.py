"""The score of a deal as an itemised ledger, and what a claimed item is to be held against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from canasta_audit.cards import BLACK_THREES, JOKER, RANKS, RED_THREES, Card
from canasta_audit.notation.model import Seat, Side
from canasta_audit.ruleset.chapters import Rules, Values
from canasta_audit.table.state import MeldOnTable, Table

_VALUE_FIELD = dict(
    zip(
        "*2AKQJT987654",
        ["joker", "two", "ace", "king", "queen", "jack", "ten", "nine", "eight", "seven", "six", "five", "four"],
        strict=True,
    ),
)


class Item(NamedTuple):
    """One line of a ledger: what it is for, its points, and the cards or numbers it comes from."""

    item: str
    points: int
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a deal ended: who went out (``None``: nobody did), whether concealed, and the side whose red three ended the stock."""

    out: Seat | None = None
    concealed: bool = False


GROUPS: dict[str, tuple[str, ...]] = {
    "canastas": ("natural", "mixed"),
    "red-threes": ("threes", "held"),
    "bonuses": ("natural", "mixed", "threes", "held", "out", "concealed"),
}
"""Claimed items that stand for several items of the ledger; ``out`` takes in ``concealed`` where that is not claimed by itself."""

ITEMS: tuple[str, ...] = ("natural", "mixed", "cards", "threes", "held", "out", "concealed", "hand")
"""Items of the ledger, in the order of a score sheet; ``total`` is their sum."""


_points: dict[int, tuple[Values, dict[Card, int]]] = {}
"""By identity: hashing fourteen values for every question would cost more than the answer. The values are kept, so that no
identity is used twice."""


def card_points(values: Values) -> Mapping[Card, int]:
    """Points of every card text by the ruleset's values; red threes, bare threes and unseen cards count 0."""
    found = _points.get(id(values))
    if found is None:
        if len(_points) > 64:
            _points.clear()
        points = {rank: getattr(values, name) for rank, name in _VALUE_FIELD.items()}
        table = {rank + suit: points.get(rank, 0) for rank in RANKS for suit in ("", "C", "D", "H", "S", "r", "b")}
        table |= {JOKER: values.joker, "?": 0, **dict.fromkeys(BLACK_THREES, values.black_three)}
        found = _points[id(values)] = (values, table)
    return found[1]


def is_canasta(meld: MeldOnTable, rules: Rules) -> bool:
    """Tell whether a meld has the size of a canasta; threes never make one."""
    return len(meld.cards) >= rules.canastas.size and meld.rank != "3"


def ledger(table: Table, rules: Rules, outcome: Outcome) -> dict[Side, list[Item]]:
    """Return the items of each side that are not 0, in the order of ``ITEMS``."""
    return {side: _side_ledger(table, rules, outcome, side) for side in table.seats.sides}


def _side_ledger(table: Table, rules: Rules, outcome: Outcome, side: Side) -> list[Item]:
    points = card_points(rules.values)
    get = points.__getitem__
    size, items = rules.canastas.size, []
    natural: list[str] = []
    mixed: list[str] = []
    why: list[str] = []
    total = 0
    for meld in table.melds[side]:
        worth = sum(map(get, meld.cards))
        total += worth
        why.append(f"{meld.rank}:{worth}")
        if len(meld.cards) >= size and meld.rank != "3":
            (mixed if meld.wilds else natural).append(meld.rank)
    if natural:
        items.append(Item("natural", rules.canastas.natural * len(natural), tuple(natural)))
    if mixed:
        items.append(Item("mixed", rules.canastas.mixed * len(mixed), tuple(mixed)))
    if why:
        items.append(Item("cards", total, tuple(why)))
    items += _three_items(table, rules, side)
    if outcome.out is not None and outcome.out in side:
        items.append(Item("out", rules.going_out.bonus, (outcome.out,)))
        if outcome.concealed:
            items.append(Item("concealed", rules.going_out.concealed_extra, (outcome.out,)))
    return items + _hand_items(table, rules, outcome, side, points)


def _three_items(table: Table, rules: Rules, side: Side) -> list[Item]:
    law = rules.red_threes
    items = []
    laid = [card for seat in side for card in table.reds[seat]]
    if not rules.stock_end.red_three_counts:
        laid = laid[len([seat for seat in table.reds_last if seat in side]) :]
    if laid:
        full = len(laid) == rules.equipment.packs * 2
        opened = table.opened(side)
        whole = full and (opened or law.all_unopened == "all")
        sign = 1 if opened else {"against": -1, "for": 1, "nothing": 0}[law.unopened]
        items.append(Item("threes", sign * (law.all if whole else law.each * len(laid)), tuple(laid)))
    held = [
        card
        for seat in side
        if not RED_THREES.isdisjoint(table.hands[seat]) and (table.turns_had[seat] or not law.held_needs_turn)
        for card in table.hands[seat]
        if card in RED_THREES
    ]
    if held:
        items.append(Item("held", law.held * len(held), tuple(held)))
    return items


def _hand_items(table: Table, rules: Rules, outcome: Outcome, side: Side, points: Mapping[Card, int]) -> list[Item]:
    out = outcome.out
    if rules.scoring.hands_counted == "but-partner-of-out" and out is not None and out in side:
        return []
    worth = {seat: -sum(map(points.__getitem__, table.hands[seat])) for seat in side if table.hands[seat]}
    total = sum(worth.values())
    return [Item("hand", total, tuple(f"{seat}:{held}" for seat, held in worth.items()))] if total else []


def total_of(items: Sequence[Item]) -> int:
    """Sum of a ledger, in points."""
    return sum(item.points for item in items)


_ITEMS = frozenset(ITEMS)


def computed_for(claimed: str, claims: Mapping[str, int], items: Sequence[Item]) -> int | None:
    """Return the computed points that the claimed item ``claimed`` is held against, ``None`` for an item the ledger does not know.

    ``claims`` are all items claimed for the side: ``out`` means both bonuses for going out unless ``concealed`` is claimed too.
    """
    if claimed == "total":
        return total_of(items)
    if claimed in GROUPS:
        names = GROUPS[claimed]
    elif (claimed == "out" and "concealed" not in claims) or (claimed == "concealed" and "out" not in claims):
        names = ("out", "concealed")
    elif claimed == "threes" and "held" not in claims:
        names = ("threes", "held")
    elif claimed in _ITEMS:
        names = (claimed,)
    else:
        return None
    points = 0
    for item in items:
        if item.item in names:
            points += item.points
    return points


def claims_hold(claims: Mapping[str, int], items: Sequence[Item]) -> bool:
    """Tell whether every claimed item is what the ledger has for it."""
    return all(computed_for(claimed, claims, items) == points for claimed, points in claims.items())


_NO_POINTS = frozenset("?3")
"""Cards whose points nobody can tell."""


def can_be_known(table: Table, side: Side) -> bool:
    """Tell whether the score of a side can be computed: no unseen card in its hands, melds and red threes."""
    for seat in side:
        if seat in table.vague or not _NO_POINTS.isdisjoint(table.hands[seat]):
            return False
    return all(_NO_POINTS.isdisjoint(meld.cards) for meld in table.melds[side])
