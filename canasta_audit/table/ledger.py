"""The score of a deal as an itemised ledger for each side."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from canasta_audit.cards import BLACK_THREES
from canasta_audit.notation.model import Seat, Side
from canasta_audit.ruleset.chapters import Canastas, Rules
from canasta_audit.table.red_threes import asks_of, red_three_items
from canasta_audit.table.score import (
    KINDS,
    Hands,
    Item,
    Kind,
    Outcome,
    card_points,
    hand_cost,
    held_points,
    is_canasta,
    kind_of,
    kinds_counted,
    total_of,
    worth,
)
from canasta_audit.table.state import UNSEEN, WILD_MELD, MeldOnTable, Table


def ledger(table: Table, rules: Rules, outcome: Outcome, hands: Hands | None = None) -> dict[Side, list[Item]]:
    """Return the items of each side, in the order of ``ITEMS``. One of 0 points is there only where canastas or red threes lie that
    count nothing. ``hands`` stand for those on the table, where more is known of them.
    """
    sides = table.seats.sides
    held = table.hands if hands is None else hands
    lost = _losers(table, rules, outcome, held) if asks_of(rules.red_threes).lost else ()
    return {
        side: [
            *laid_items(table.melds[side], rules),
            *red_three_items(table, rules, lost, side, held),
            *_rest_items(held, rules, outcome, side),
        ]
        for side in sides
    }


def _losers(table: Table, rules: Rules, outcome: Outcome, hands: Hands) -> Sequence[Side]:
    """The sides that have lost the deal: those that did not go out, or that have fewer points but for red threes."""
    sides, out = table.seats.sides, outcome.out
    if rules.red_threes.deal_won_by == "went-out":
        return [side for side in sides if out not in side] if out is not None else ()
    points = {
        side: total_of(laid_items(table.melds[side], rules)) + total_of(_rest_items(hands, rules, outcome, side)) for side in sides
    }
    return [side for side in sides if points[side] < max(points.values())]


def laid_items(melds: list[MeldOnTable], rules: Rules) -> list[Item]:
    """What a side's melds count: bonuses for its canastas, and its cards."""
    if not melds:
        return []
    size = rules.canastas.size
    canastas = [meld for meld in melds if len(meld.cards) >= size and is_canasta(meld, rules)]
    items = _canasta_items(canastas, rules) if canastas else []
    if rules.scoring.melded == "points":
        items.append(_cards_item(melds, rules, bool(canastas)))
    return items


def _canasta_items(canastas: list[MeldOnTable], rules: Rules) -> list[Item]:
    law = rules.canastas
    found: dict[Kind | None, list[MeldOnTable]] = {}
    for meld in canastas:
        found.setdefault(kind_of(meld, rules), []).append(meld)
    items = []
    lacking = _kinds_lacking(canastas, rules) if rules.scoring.both_kinds else ()
    for kind in KINDS:
        if kind not in found:
            continue
        usual: int = getattr(law, kind)
        points, why, key = 0, [], None
        for meld in found[kind]:
            bonus = usual
            if meld.rank in _SPECIAL:
                bonus, own_key = _bonus(meld, kind, law)
                key = own_key if bonus != usual else key
            points += bonus
            why.append(meld.rank if bonus == usual else f"{meld.rank}:{bonus}")
        if lacking:
            points, key = 0, "/scoring/both_kinds"
        items.append(Item(kind, points, (*why, *lacking), key))
    return items


def _kinds_lacking(melds: list[MeldOnTable], rules: Rules) -> tuple[str, ...]:
    kinds = kinds_counted(melds, rules)
    return tuple(f"no-{kind}" for kind in ("natural", "mixed") if kind not in kinds)


_SPECIAL = ("A", WILD_MELD)
"""Ranks whose canastas may have bonuses of their own."""


def _bonus(meld: MeldOnTable, kind: Kind, law: Canastas) -> tuple[int, str]:
    """The bonus of a canasta of aces or of wild cards, and the key that says it."""
    name = f"{kind}_aces"
    if kind == "wild":
        ranks = {card[0] for card in meld.cards}
        name = "wild_twos" if ranks == {"2"} else "wild_jokers" if ranks == {"*"} else kind
    return getattr(law, name), f"/canastas/{name}"


def _cards_item(melds: list[MeldOnTable], rules: Rules, has_canasta: bool) -> Item:
    """The melded cards: against a side without a canasta, if the rules say so, and wild cards then with their own points."""
    values = rules.values
    against = not has_canasta and rules.scoring.no_canasta == "against"
    own, size = against or values.wild_melded == "own", rules.canastas.size if rules.canastas.closed else None
    get = card_points(values).__getitem__
    if own and size is None and not against:
        worths = [sum(map(get, meld.cards)) for meld in melds]
        return Item("cards", sum(worths), tuple([f"{meld.rank}:{points}" for meld, points in zip(melds, worths, strict=True)]))
    why, total, key = [], 0, None
    for meld in melds:
        cards, note = meld.cards, ""
        if size is not None and len(cards) > size and is_canasta(meld, rules):
            cards, note, key = cards[:size], f" ({size} of {len(cards)})", "/canastas/closed"
        if own or not meld.wilds:
            points = sum(map(get, cards))
        else:
            points, key = worth(cards, meld.rank, values), key or "/values/wild_melded"
        total += points
        why.append(f"{meld.rank}:{-points if against else points}{note}")
    if against:
        return Item("cards", -total, (*why, "no-canasta"), "/scoring/no_canasta")
    return Item("cards", total, tuple(why), key)


def _rest_items(hands: Hands, rules: Rules, outcome: Outcome, side: Side) -> list[Item]:
    """What going out and the cards left in hand count."""
    items = out_items(rules, outcome, side)
    hand = _hand_item(hands, rules, outcome, side)
    if hand is not None:
        items.append(hand)
    return items


def out_items(rules: Rules, outcome: Outcome, side: Side) -> list[Item]:
    """What a side has for going out."""
    items: list[Item] = []
    out, key = outcome.out, None
    if out is None and outcome.used_up is None:
        return items
    law = rules.going_out
    if out is None and rules.stock_end.going_out_bonus:
        out, key = outcome.used_up, "/stock_end/going_out_bonus"
    if out is not None and out in side:
        if law.bonus:
            items.append(Item("out", law.bonus, (out,), key))
        if outcome.concealed and law.concealed_extra:
            items.append(Item("concealed", law.concealed_extra, (out,)))
    partner = outcome.partner
    if partner is not None and partner in side and law.partner_bonus:
        items.append(Item("partner", law.partner_bonus, (partner,)))
    return items


def hand_counts(rules: Rules, outcome: Outcome, side: Side) -> bool:
    """Tell whether the cards left in the hands of a side count."""
    return rules.scoring.hands_counted != "but-partner-of-out" or outcome.out is None or outcome.out not in side


def _hand_item(hands: Hands, rules: Rules, outcome: Outcome, side: Side) -> Item | None:
    if not hand_counts(rules, outcome, side):
        return None
    total, why = 0, []
    plain, get = rules.scoring.naturals_grouped == 1, held_points(rules.values).__getitem__
    for seat in side:
        if hand := hands[seat]:
            cost = sum(map(get, hand)) if plain else hand_cost(hand, rules)
            total -= cost
            why.append(f"{seat}:{-cost}")
    if not total:
        return None
    key, values = None, rules.values
    if rules.scoring.naturals_grouped != 1:
        key = "/scoring/naturals_grouped"
    elif values.black_three_held != values.black_three and any(not BLACK_THREES.isdisjoint(hands[seat]) for seat in side):
        key = "/values/black_three_held"
    return Item("hand", total, tuple(why), key)


_NO_POINTS = frozenset("?3")
"""Cards whose points nobody can tell."""


def can_be_known(table: Table, rules: Rules, side: Side, doubtful: Collection[Seat]) -> bool:
    """Tell whether the score of a side can be computed: no unseen card in its hands and melds, nor in those of other sides
    as far as they tell what red threes count. ``doubtful`` are the seats whose hands are not known in full.
    """
    if not _is_known(table, side, doubtful):
        return False
    law = rules.red_threes
    asks = asks_of(law)
    by_points = asks.lost and law.deal_won_by == "more-points"
    if not asks.opponents and not by_points:
        return True
    others = [other for other in table.seats.sides if other != side]
    holders = [other for other in others if any(table.reds[seat] for seat in other)]
    if by_points and (holders or any(table.reds[seat] for seat in side)):
        return all(_is_known(table, other, doubtful) for other in others)
    return all(UNSEEN not in meld.cards for other in holders for meld in table.melds[other])


def _is_known(table: Table, side: Side, doubtful: Collection[Seat]) -> bool:
    """Tell whether no card that a side holds or has melded is unseen."""
    return not any(seat in doubtful for seat in side) and all(_NO_POINTS.isdisjoint(meld.cards) for meld in table.melds[side])
