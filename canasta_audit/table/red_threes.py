"""What the red threes on the table count, for their side and for its opponents."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from canasta_audit.cards import RED_THREES, Card
from canasta_audit.notation.model import Seat, Side
from canasta_audit.ruleset.chapters import RedThrees, Rules
from canasta_audit.table.score import Hands, Item, kinds_counted, made
from canasta_audit.table.state import Table

_TIMES = {"for": 1, "against": -1, "against-twice": -2}
"""How often red threes count for their own side; what is missing here does not count for it."""

_WHY = {
    "unopened": "no-meld",
    "no_canasta": "no-canasta",
    "mixed_only": "mixed-only",
    "natural_only": "natural-only",
    "all_lost": "deal-lost",
    "lost_deal": "deal-lost",
}


class RedCount(NamedTuple):
    """What the red threes of a side come to: points for it, points for all its opponents together, points for each of these, what
    turned them, and the key that did.
    """

    own: int
    given: int
    each_given: int
    why: tuple[str, ...]
    key: str


def red_three_items(
    table: Table, rules: Rules, asks: Asks, lost: Collection[Side], side: Side, hands: Hands
) -> list[Item]:  # fmt: skip
    """Items for the red threes of a side, for those of its opponents where these concern it, and for those still in hand.

    ``asks`` is what decides under ``rules``, ``lost`` are the sides that have lost the deal, where that does. Red threes that lie
    there and count nothing have an item of 0 points.
    """
    law = rules.red_threes
    items: list[Item] = []
    laid = laid_reds(table, rules, side)
    if laid:
        number = len(laid)
        standing = ("for", "each") if table.melds[side] and not asks.canastas else _standing(table, rules, side)
        if standing[0] == "for" and number < law.all_from and side not in lost:
            items.append(made(Item, ("threes", law.each * number, tuple(laid), "/red_threes/each")))
        else:
            count = count_for(law, standing, side in lost, number)
            items.append(made(Item, ("threes", count.own, (*laid, *count.why), f"/red_threes/{count.key}")))
    if asks.opponents and sum(map(len, table.reds.values())) - len(laid) >= (1 if asks.some else law.all_from):
        items += _of_opponents(table, rules, lost, side)
    for seat in side:
        if (hand := hands[seat]) and not RED_THREES.isdisjoint(hand):
            return [*items, *_held_items(table, rules, side, hands)]
    return items


def _held_items(table: Table, rules: Rules, side: Side, hands: Hands) -> list[Item]:
    """The item for red threes still in the hands of a side."""
    each = rules.red_threes.held
    held = [card for seat in side if held_counts(table, rules, seat) for card in hands[seat] if card in RED_THREES]
    return [Item("held", each * len(held), tuple(held))] if held and each else []


def held_counts(table: Table, rules: Rules, seat: Seat) -> bool:
    """Tell whether a red three left in the hand of ``seat`` counts."""
    return bool(table.turns_had[seat]) or not rules.red_threes.held_needs_turn


class Asks(NamedTuple):
    """What decides what red threes count: ``opponents``: those of one side may mean points for another, ``some``: also where they
    are too few to count as all; ``lost``: who has lost the deal; ``canastas``: the canastas of the side.
    """

    opponents: bool
    some: bool
    lost: bool
    canastas: bool


_asks: dict[int, tuple[RedThrees, Asks]] = {}
"""By identity, as the points of cards are."""


def asks_of(law: RedThrees) -> Asks:
    """What decides, under ``law``, what red threes count."""
    found = _asks.get(id(law))
    if found is None:
        if len(_asks) > 64:
            _asks.clear()
        given = law.unopened == "to-opponents" or law.no_canasta == "to-opponents" or law.mixed_only == "shared"
        lost = law.lost_deal == "against" or law.all_lost == "against"
        canastas = law.no_canasta != "for" or law.mixed_only != "for" or law.natural_only != "for"
        found = _asks[id(law)] = (law, Asks(given or law.all_to_opponents != 0, given, lost, canastas))
    return found[1]


def laid_reds(table: Table, rules: Rules, side: Side) -> list[Card]:
    """The red threes that a side has laid and that count."""
    laid: list[Card] = []
    for seat in side:
        laid += table.reds[seat]
    if table.reds_last and rules.stock_end.red_three_ends and not rules.stock_end.red_three_counts:
        laid = laid[len([seat for seat in table.reds_last if seat in side]) :]
    return laid


def count_reds(table: Table, rules: Rules, lost: Collection[Side], side: Side, number: int) -> RedCount:
    """What ``number`` red threes of a side come to."""
    return count_for(rules.red_threes, _standing(table, rules, side), side in lost, number)


def count_for(law: RedThrees, standing: tuple[str, str], lost: bool, number: int) -> RedCount:
    """What ``number`` red threes of a side come to: ``standing`` is how its melds let them count, and the key that says so;
    ``lost``: it has lost the deal.
    """
    how, key = standing
    lowered = law.all_unopened == "each" and how != "for" and key in ("unopened", "no_canasta")
    whole = number >= law.all_from and not lowered
    points = law.all * number // law.all_from if whole else law.each * number
    if how == "for" and lost:
        how, key = (law.all_lost, "all_lost") if whole else (law.lost_deal, "lost_deal")
    each_given = law.all_to_opponents if whole else 0
    if how == "for":
        return RedCount(points, 0, each_given, (), "all" if whole else "each")
    given = points if how == "to-opponents" else points // 2 if how == "shared" else 0
    own = points - given if how == "shared" else points * _TIMES.get(how, 0)
    return RedCount(own, given, each_given, (_WHY[key],), key)


def _standing(table: Table, rules: Rules, side: Side) -> tuple[str, str]:
    """How the melds of a side let its red threes count, and the key that says so."""
    law = rules.red_threes
    if not table.melds[side]:
        return law.unopened, "unopened"
    if not asks_of(law).canastas:
        return "for", "each"
    kinds = kinds_counted(table.melds[side], rules)
    if "natural" in kinds:
        return ("for", "each") if "mixed" in kinds else (law.natural_only, "natural_only")
    return (law.mixed_only, "mixed_only") if "mixed" in kinds else (law.no_canasta, "no_canasta")


def _of_opponents(table: Table, rules: Rules, lost: Collection[Side], side: Side) -> list[Item]:
    """The item for red threes of other sides; what these give away is shared out evenly."""
    points, why, key = 0, [], None
    for other in table.seats.sides:
        laid = laid_reds(table, rules, other) if other != side else []
        if laid:
            count = count_reds(table, rules, lost, other, len(laid))
            share = count.given // (len(table.seats.sides) - 1) + count.each_given
            if share:
                points += share
                why += [f"{other}:{share}", *laid, *count.why]
                key = f"/red_threes/{count.key if count.given else 'all_to_opponents'}"
    return [Item("opponents-threes", points, tuple(why), key)] if points else []
