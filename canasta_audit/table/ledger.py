"""The score of a deal as an itemised ledger for each side."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from canasta_audit.cards import BLACK_THREES, JOKER, RANKS
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
    made,
    total_of,
    worth,
)
from canasta_audit.table.state import UNSEEN, WILD_MELD, MeldOnTable, Table

_ONE_WORTH = frozenset(RANKS) - {"2", "3"}
"""Ranks of melds whose naturals are all worth the same."""
_ROW = 16
"""For fewer cards than these what so many naturals count is worked out once: melds are seldom as large."""
_NO_ROWS: dict[str, list[tuple[int, str]]] = {}


class Tariff:
    """What the rules say of a ledger, looked up once: what every card text counts in a meld (``worth``) and costs in a hand
    (``cost``), and what need not be asked.

    ``own``: cards of melds count their own points, whatever else there is; ``alike``: canastas of a kind all count alike, ``both``:
    where a side has some of both kinds; ``all_hands``: the hands of all players count, ``plain_hands``: with every card;
    ``black_threes``: these cost otherwise in a hand than in a meld; ``lost``: who has lost the deal decides. ``rows``: by rank,
    what so many naturals count in a meld, and how that is told, where they count their own points; ``joker``, ``two``: what wild
    cards count beside them; ``wild_mixed``: a canasta of wild cards counts as a mixed one where kinds are asked for.
    """

    __slots__ = (
        "against", "alike", "all_hands", "asks", "black_threes", "both", "canastas", "closed", "cost", "joker", "lost", "melded",
        "own", "plain_hands", "replaced", "rows", "rules", "size", "two", "wild_mixed", "worth",
    )  # fmt: skip

    def __init__(self, rules: Rules) -> None:
        """Look up what ``rules`` say."""
        values, law, scoring = rules.values, rules.canastas, rules.scoring
        self.rules = rules
        self.worth, self.cost = card_points(values).__getitem__, held_points(values).__getitem__
        self.size, self.closed = law.size, law.closed
        self.canastas: dict[Kind, int] = {kind: getattr(law, kind) for kind in KINDS}
        aces, wilds = (law.natural_aces, law.mixed_aces), (law.wild_twos, law.wild_jokers)
        self.alike, self.both = aces == (law.natural, law.mixed) and wilds == (law.wild, law.wild), scoring.both_kinds
        self.melded, self.against = scoring.melded == "points", scoring.no_canasta == "against"
        self.replaced = values.wild_melded != "own"
        self.own = self.melded and not (self.replaced or self.closed or self.against)
        self.all_hands, self.plain_hands = scoring.hands_counted != "but-partner-of-out", scoring.naturals_grouped == 1
        self.black_threes = values.black_three_held != values.black_three
        self.asks = asks_of(rules.red_threes)
        self.lost = self.asks.lost
        self.joker, self.two, self.wild_mixed = values.joker, values.two, law.wild_counts_as == "mixed"
        each = [(rank, self.worth(rank)) for rank in _ONE_WORTH] if self.own else []
        self.rows = {rank: [(points * n, f"{rank}:{points * n}") for n in range(_ROW)] for rank, points in each}


_tariffs: dict[int, Tariff] = {}
"""By identity, as the points of cards are."""


def tariff_of(rules: Rules) -> Tariff:
    """What ``rules`` say of a ledger."""
    found = _tariffs.get(id(rules))
    if found is None:
        if len(_tariffs) > 64:
            _tariffs.clear()
        found = _tariffs[id(rules)] = Tariff(rules)
    return found


def ledger(
    table: Table, rules: Rules, outcome: Outcome, hands: Hands | None = None, *, seen: bool = False
) -> dict[Side, list[Item]]:
    """Return the items of each side, in the order of ``ITEMS``. One of 0 points is there only where canastas or red threes lie that
    count nothing. ``hands`` stand for those on the table, where more is known of them; ``seen``: no card of a meld is unseen.
    """
    tariff, all_melds = tariff_of(rules), table.melds
    held = table.hands if hands is None else hands
    lost = _losers(table, tariff, outcome, held) if tariff.lost else ()
    found = {}
    for side in table.seats.sides:
        melds = all_melds[side]
        items = found[side] = _laid(melds, tariff, seen=seen) if melds else []
        items += red_three_items(table, rules, tariff.asks, lost, side, held)
        _add_rest(items, held, tariff, outcome, side)
    return found


def _losers(table: Table, tariff: Tariff, outcome: Outcome, hands: Hands) -> Sequence[Side]:
    """The sides that have lost the deal: those that did not go out, or that have fewer points but for red threes."""
    sides, out = table.seats.sides, outcome.out
    if tariff.rules.red_threes.deal_won_by == "went-out":
        return [side for side in sides if out not in side] if out is not None else ()
    points: dict[Side, int] = {}
    for side in sides:
        items = _laid(table.melds[side], tariff)
        _add_rest(items, hands, tariff, outcome, side)
        points[side] = total_of(items)
    return [side for side in sides if points[side] < max(points.values())]


def laid_items(melds: list[MeldOnTable], rules: Rules) -> list[Item]:
    """What a side's melds count: bonuses for its canastas, and its cards."""
    return _laid(melds, tariff_of(rules))


def canasta_items(melds: list[MeldOnTable], rules: Rules, *, alone: bool) -> list[Item]:
    """What the canastas among ``melds`` count; ``alone``: whether there are others of the kinds asked for is no matter."""
    tariff = tariff_of(rules)
    canastas = [meld for meld in melds if is_canasta(meld, rules)]
    return _canasta_items(canastas, tariff, tariff.both and not alone)


def _laid(melds: list[MeldOnTable], tariff: Tariff, *, seen: bool = False) -> list[Item]:
    size, total = tariff.size, 0
    canastas: list[MeldOnTable] = []
    if not tariff.own:
        canastas = [meld for meld in melds if len(meld.cards) >= size and meld.rank != "3"]
        items = _canasta_items(canastas, tariff, tariff.both) if canastas else []
        if tariff.melded and melds:
            items.append(_cards_item(melds, tariff, bool(canastas)))
        return items
    rows, why = tariff.rows if seen else _NO_ROWS, []
    for meld in melds:
        cards, rank, wilds = meld.cards, meld.rank, meld.wilds
        number = len(cards)
        if number >= size and rank != "3":
            canastas.append(meld)
        row = rows.get(rank)
        if row is None or number >= _ROW:
            points = sum(map(tariff.worth, cards))
            told = f"{rank}:{points}"
        elif wilds:
            jokers = cards.count(JOKER)
            points = row[number - wilds][0] + jokers * tariff.joker + (wilds - jokers) * tariff.two
            told = f"{rank}:{points}"
        else:
            points, told = row[number]
        total += points
        why.append(told)
    items = _canasta_items(canastas, tariff, tariff.both) if canastas else []
    if why:
        items.append(made(Item, ("cards", total, tuple(why), None)))
    return items


def _canasta_items(canastas: list[MeldOnTable], tariff: Tariff, both: bool) -> list[Item]:
    if tariff.alike and not both:
        return _alike_items(canastas, tariff)
    found: dict[Kind, list[MeldOnTable]] = {"natural": [], "mixed": [], "wild": []}
    for meld in canastas:
        found["wild" if meld.rank == WILD_MELD else "mixed" if meld.wilds else "natural"].append(meld)
    items = []
    lacking = _kinds_lacking(found, tariff) if both else ()
    for kind, melds in found.items():
        if not melds:
            continue
        usual, points, key, why = tariff.canastas[kind], 0, None, []
        for meld in melds:
            bonus, rank = usual, meld.rank
            if rank in _SPECIAL:
                bonus, own_key = _bonus(meld, kind, tariff.rules.canastas)
                key = own_key if bonus != usual else key
            points += bonus
            why.append(rank if bonus == usual else f"{rank}:{bonus}")
        if lacking:
            points, key = 0, "/scoring/both_kinds"
            why += lacking
        items.append(made(Item, (kind, points, tuple(why), key)))
    return items


def _alike_items(canastas: list[MeldOnTable], tariff: Tariff) -> list[Item]:
    """What canastas count where all of a kind count alike."""
    ranks: dict[Kind, list[str]] = {}
    for meld in canastas:
        rank = meld.rank
        ranks.setdefault("wild" if rank == WILD_MELD else "mixed" if meld.wilds else "natural", []).append(rank)
    items = []
    for kind in KINDS:
        if kind in ranks:
            why = ranks[kind]
            items.append(made(Item, (kind, tariff.canastas[kind] * len(why), tuple(why), None)))
    return items


def _kinds_lacking(found: Mapping[Kind, list[MeldOnTable]], tariff: Tariff) -> Sequence[str]:
    lacking = [] if found["natural"] else ["no-natural"]
    if not (found["mixed"] or (tariff.wild_mixed and found["wild"])):
        lacking.append("no-mixed")
    return lacking


_SPECIAL = ("A", WILD_MELD)
"""Ranks whose canastas may have bonuses of their own."""


def _bonus(meld: MeldOnTable, kind: Kind, law: Canastas) -> tuple[int, str]:
    """The bonus of a canasta of aces or of wild cards, and the key that says it."""
    name = f"{kind}_aces"
    if kind == "wild":
        ranks = {card[0] for card in meld.cards}
        name = "wild_twos" if ranks == {"2"} else "wild_jokers" if ranks == {"*"} else kind
    return getattr(law, name), f"/canastas/{name}"


def _cards_item(melds: list[MeldOnTable], tariff: Tariff, has_canasta: bool) -> Item:
    """The melded cards: against a side without a canasta, if the rules say so, and wild cards then with their own points."""
    against = tariff.against and not has_canasta
    own, size = against or not tariff.replaced, tariff.size
    get, rules = tariff.worth, tariff.rules
    why, total, key = [], 0, None
    for meld in melds:
        cards, rank, note = meld.cards, meld.rank, ""
        if tariff.closed and len(cards) > size and rank != "3":
            cards, note, key = cards[:size], f" ({size} of {len(cards)})", "/canastas/closed"
        if own or not meld.wilds:
            points = sum(map(get, cards))
        else:
            # Wild cards count like the naturals beside them.
            alike = rank in _ONE_WORTH and UNSEEN not in cards
            points = get(rank) * len(cards) if alike else worth(cards, rank, rules.values)
            key = key or "/values/wild_melded"
        total += points
        why.append(f"{rank}:{-points if against else points}{note}")
    if against:
        return Item("cards", -total, (*why, "no-canasta"), "/scoring/no_canasta")
    return Item("cards", total, tuple(why), key)


def _add_rest(items: list[Item], hands: Hands, tariff: Tariff, outcome: Outcome, side: Side) -> None:
    """Add what going out and the cards left in hand count."""
    out = outcome.out
    if (out is not None and out in side) or outcome.used_up is not None or outcome.partner is not None:
        items += out_items(tariff.rules, outcome, side)
    if not (tariff.all_hands or hand_counts(tariff.rules, outcome, side)):
        return
    total, why, black = 0, [], False
    for seat in side:
        if hand := hands[seat]:
            cost = sum(map(tariff.cost, hand)) if tariff.plain_hands else hand_cost(hand, tariff.rules)
            total -= cost
            why.append(f"{seat}:{-cost}")
            if tariff.black_threes and not BLACK_THREES.isdisjoint(hand):
                black = True
    if total:
        key = "/values/black_three_held" if black else None
        if not tariff.plain_hands:
            key = "/scoring/naturals_grouped"
        items.append(made(Item, ("hand", total, tuple(why), key)))


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
            items.append(made(Item, ("out", law.bonus, (out,), key)))
        if outcome.concealed and law.concealed_extra:
            items.append(Item("concealed", law.concealed_extra, (out,)))
    partner = outcome.partner
    if partner is not None and partner in side and law.partner_bonus:
        items.append(Item("partner", law.partner_bonus, (partner,)))
    return items


def hand_counts(rules: Rules, outcome: Outcome, side: Side) -> bool:
    """Tell whether the cards left in the hands of a side count."""
    return rules.scoring.hands_counted != "but-partner-of-out" or outcome.out is None or outcome.out not in side


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
