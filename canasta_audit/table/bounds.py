"""The score of a deal where the record does not show every card: the least and the most that each item can count."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from canasta_audit.cards import NATURAL, RED_THREES, UNKNOWN, WILD, Card
from canasta_audit.notation.model import Side
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.last_hands import BARE_THREE, BLACK_THREE, RED_THREE, Hand, LastHands, Pool, deck_pool
from canasta_audit.table.ledger import canasta_items, hand_counts, laid_items, out_items
from canasta_audit.table.red_threes import asks_of, count_reds, held_counts, laid_reds
from canasta_audit.table.score import ITEMS, KINDS, Outcome, card_points, hand_cost, held_points, is_canasta
from canasta_audit.table.state import UNSEEN, MeldOnTable, Table


class Range(NamedTuple):
    """Points from ``low`` to ``high``, both included."""

    low: int
    high: int

    def plus(self, other: Range) -> Range:
        """The sum of one of these and one of ``other``."""
        return Range(self.low + other.low, self.high + other.high)

    def joined(self, other: Range) -> Range:
        """From the lowest to the highest of both."""
        return Range(min(self.low, other.low), max(self.high, other.high))

    def holds(self, points: int) -> bool:
        """Tell whether ``points`` are possible.

        >>> Range(300, 600).holds(500), Range(300, 600).holds(605)
        (True, False)
        """
        return self.low <= points <= self.high

    def nearest(self, points: int) -> int:
        """What is possible and nearest to ``points``.

        >>> Range(300, 600).nearest(500), Range(300, 600).nearest(605)
        (500, 600)
        """
        return min(max(points, self.low), self.high)


NOTHING = Range(0, 0)

Bounds = Mapping[str, Range]
"""What the items of a side can count, and their ``total``; an item that is missing counts nothing."""


_ORDER = (*ITEMS, "total")


class Blind(NamedTuple):
    """What a record leaves out: the sides that may have melds, or more cards in them, than it shows; whether red threes were noted;
    whether all that was discarded was.
    """

    melds: Collection[Side] = ()
    reds: bool = False
    discards: bool = False


def bounds(table: Table, rules: Rules, outcomes: Sequence[Outcome], last: LastHands, blind: Blind) -> dict[Side, Bounds]:
    """What every side can score, however the deal ended of the ways in ``outcomes``."""
    # What was added to a meld of no known rank may lie in another one.
    nameless = [side for side, melds in table.melds.items() if any(meld.rank == UNSEEN for meld in melds)]
    blind = blind._replace(melds={*blind.melds, *nameless})
    laid = {side: _laid(table.melds[side], rules, side in blind.melds) for side in table.seats.sides}
    found: dict[Side, Bounds] = {}
    for outcome in outcomes:
        rest = {side: _rest(table, rules, outcome, last, side) for side in laid}
        points = {side: sum_of(laid[side].values()).plus(sum_of(rest[side].values())) for side in laid}
        reds = {side: _reds(table, rules, _lost(rules, outcome, side, points), side, blind) for side in laid}
        for side in laid:
            items = {**laid[side], "threes": reds[side][0], **rest[side], "held": _held(table, rules, last, side)}
            if asks_of(rules.red_threes).opponents:
                items["opponents-threes"] = sum_of(given for other, (_, given) in reds.items() if other != side)
            items["total"] = sum_of(items.values())
            before = found.get(side)
            found[side] = items if before is None else _joined(before, items)
    return {side: _in_order(items) for side, items in found.items()}


def _in_order(items: Bounds) -> Bounds:
    return {item: items[item] for item in _ORDER if item == "total" or items.get(item, NOTHING) != NOTHING}


def sum_of(ranges: Iterable[Range]) -> Range:
    """The sum of one of each."""
    total = NOTHING
    for each in ranges:
        total = total.plus(each)
    return total


def _joined(one: Bounds, other: Bounds) -> Bounds:
    return {item: one.get(item, NOTHING).joined(other.get(item, NOTHING)) for item in {**one, **other}}


def _exact(points: int) -> Range:
    return Range(points, points)


def _laid(melds: Sequence[MeldOnTable], rules: Rules, more: bool) -> dict[str, Range]:
    """What melds count; ``more``: there may be others, or more cards in them."""
    if more:
        return _any_melds(rules)
    if all(UNSEEN not in meld.cards and BARE_THREE not in meld.cards for meld in melds):
        return {item.item: _exact(item.points) for item in laid_items(list(melds), rules)}
    items = _vague_canastas(melds, rules)
    if rules.scoring.melded == "points":
        items["cards"] = _vague_cards(melds, rules)
    return items


def _any_melds(rules: Rules) -> dict[str, Range]:
    """What melds can count that nobody wrote down: no more than the deck holds."""
    law, deck = rules.canastas, rules.equipment.deck
    most = deck.size // law.size
    items = {
        "natural": Range(0, most * max(law.natural, law.natural_aces)),
        "mixed": Range(0, most * max(law.mixed, law.mixed_aces)),
        "wild": Range(0, most * max(law.wild, law.wild_twos, law.wild_jokers)),
    }
    if rules.scoring.melded == "points":
        points = deck.size * _dearest(rules)
        items["cards"] = Range(-points if rules.scoring.no_canasta == "against" else 0, points)
    return items


def _dearest(rules: Rules) -> int:
    return max(card_points(rules.values).values())


def _vague_canastas(melds: Sequence[MeldOnTable], rules: Rules) -> dict[str, Range]:
    """What canastas count where cards of melds were not seen: each such meld, whose rank is known, may be natural or mixed."""
    law = rules.canastas
    sure = [meld for meld in melds if UNSEEN not in meld.cards]
    vague = [meld for meld in melds if UNSEEN in meld.cards and is_canasta(meld, rules)]
    counted = {item.item: item.points for item in canasta_items(sure, rules, alone=bool(vague))}
    items: dict[str, Range] = {kind: _exact(points) for kind, points in counted.items()}
    if not vague:
        return items
    for kind in KINDS:
        low = counted.get(kind, 0)
        high = low
        for meld in vague:
            if kind == "natural" and not meld.wilds:
                high += law.natural_aces if meld.rank == "A" else law.natural
            elif kind == "mixed":
                high += law.mixed_aces if meld.rank == "A" else law.mixed
        items[kind] = Range(0 if rules.scoring.both_kinds else low, high)
    return items


def _vague_cards(melds: Sequence[MeldOnTable], rules: Rules) -> Range:
    """What melded cards count where some were not seen, or are threes whose colour nobody noted."""
    total = NOTHING
    for meld in melds:
        cards = [_card_range(card, rules) for card in meld.cards]
        whole = sum_of(cards)
        if rules.canastas.closed and is_canasta(meld, rules):
            whole = Range(sum_of(cards[: rules.canastas.size]).low, whole.high)
        total = total.plus(whole)
    if rules.scoring.no_canasta != "against" or any(UNSEEN not in meld.cards and is_canasta(meld, rules) for meld in melds):
        return total
    against = Range(-total.high, -total.low)
    return against.joined(total) if any(is_canasta(meld, rules) for meld in melds) else against


def _card_range(card: Card, rules: Rules) -> Range:
    points = card_points(rules.values)
    if card == UNKNOWN:
        return Range(0, _dearest(rules))
    if card == BARE_THREE:
        return Range(0, points[BLACK_THREE]).joined(_exact(points[RED_THREE]))
    if card in WILD and rules.values.wild_melded != "own":
        return Range(0, _dearest(rules))
    return _exact(points[card])


def _rest(table: Table, rules: Rules, outcome: Outcome, last: LastHands, side: Side) -> dict[str, Range]:
    """What going out and the cards left in hand count."""
    items = {item.item: _exact(item.points) for item in out_items(rules, outcome, side)}
    if hand_counts(rules, outcome, side):
        cost = sum_of(
            _cost(last.in_part[seat], last.pool, rules) if seat in last.in_part else _exact(hand_cost(last.cards[seat], rules))
            for seat in side
        )
        items["hand"] = Range(-cost.high, -cost.low)
    return items


def _cost(hand: Hand, pool: Pool, rules: Rules) -> Range:
    """What a hand can cost of which not every card is known."""
    points = held_points(rules.values)
    if sum(pool.values()) < hand.most:
        pool = deck_pool(rules.equipment.deck)
    rising = sorted(pool.elements(), key=points.__getitem__)
    dear, cheap = sorted((BLACK_THREE, RED_THREE), key=points.__getitem__, reverse=True)
    most = _extremes((*hand.cards, *(dear,) * hand.threes), rising[::-1], hand.most, rules)
    least = _extremes((*hand.cards, *(cheap,) * hand.threes), rising, hand.least, rules)
    return Range(min(least), max(most))


def _extremes(sure: Sequence[Card], ordered: Sequence[Card], number: int, rules: Rules) -> list[int]:
    """What a hand costs with the first ``number`` cards of ``ordered``: where naturals are paid for in groups, with every split
    between these and other cards.
    """
    if rules.scoring.naturals_grouped == 1:
        return [hand_cost((*sure, *ordered[:number]), rules)]
    naturals = [card for card in ordered if card in NATURAL]
    others = [card for card in ordered if card not in NATURAL]
    splits = range(max(0, number - len(others)), min(number, len(naturals)) + 1)
    return [hand_cost((*sure, *naturals[:split], *others[: number - split]), rules) for split in splits]


def _held(table: Table, rules: Rules, last: LastHands, side: Side) -> Range:
    """What red threes count that are left in hands, or may be."""
    least = most = 0
    for seat in side:
        if not held_counts(table, rules, seat):
            continue
        part = last.in_part.get(seat)
        known = sum(card in RED_THREES for card in (part.cards if part is not None else last.cards[seat]))
        least += known
        most += known + (part.threes + min(part.most, last.pool[RED_THREE]) if part is not None else 0)
    most = min(most, least + last.pool[RED_THREE])
    each = rules.red_threes.held
    return Range(min(each * least, each * most), max(each * least, each * most))


def _lost(rules: Rules, outcome: Outcome, side: Side, points: Mapping[Side, Range]) -> Sequence[bool]:
    """Whether a side has lost the deal, where that decides what red threes count: both where the record leaves it open."""
    law = rules.red_threes
    if not asks_of(law).lost:
        return (False,)
    if law.deal_won_by == "went-out":
        return (outcome.out is not None and outcome.out not in side,)
    others = [each for other, each in points.items() if other != side]
    may_lose = any(points[side].low < each.high for each in others)
    may_win = all(points[side].high >= each.low for each in others)
    return tuple(lost for lost, possible in ((True, may_lose), (False, may_win)) if possible)


def _reds(table: Table, rules: Rules, lost: Sequence[bool], side: Side, blind: Blind) -> tuple[Range, Range]:
    """What the red threes that a side has laid count for it, and for each of its opponents."""
    law, others = rules.red_threes, max(1, len(table.seats.sides) - 1)
    laid = len(laid_reds(table, rules, side))
    elsewhere = sum(len(reds) for seat, reds in table.reds.items() if seat not in side)
    most = max(laid, 2 * table.deck.packs - elsewhere) if blind.reds else laid
    least = laid - (_may_be_last(table, rules, side) if laid else 0)
    unsure = side in blind.melds or (
        asks_of(law).canastas and any(UNSEEN in meld.cards and is_canasta(meld, rules) for meld in table.melds[side])
    )
    own: list[Range] = []
    given: list[Range] = []
    for number in range(least, most + 1):
        if not number:
            own.append(NOTHING)
            given.append(NOTHING)
        elif unsure:
            points = max(law.each * number, law.all * number // law.all_from)
            own.append(Range(-2 * points, points))
            given.append(Range(min(0, law.all_to_opponents), points + max(0, law.all_to_opponents)))
        else:
            counts = [count_reds(table, rules, (side,) if has_lost else (), side, number) for has_lost in lost]
            own += [_exact(count.own) for count in counts]
            given += [_exact(count.given // others + count.each_given) for count in counts]
    return _hull(own), _hull(given)


def _hull(ranges: Sequence[Range]) -> Range:
    return Range(min(each.low for each in ranges), max(each.high for each in ranges))


def _may_be_last(table: Table, rules: Rules, side: Side) -> bool:
    """Tell whether a red three may have been the last card of a stock that nobody counted, where it then counts nothing."""
    law, turn = rules.stock_end, table.turn
    if not law.red_three_ends or law.red_three_counts or table.stock_left is not None or turn is None:
        return False
    return turn.side == side and turn.last_was_red and not table.reds_last
