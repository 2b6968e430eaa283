"""What a bot sees of a position, and what it may lay and discard: guesses, of which the referee says which are lawful."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from canasta_audit.cards import COLOUR, WILD, Card
from canasta_audit.checks.melds import most_wilds
from canasta_audit.checks.owners import may_add_to
from canasta_audit.checks.step import cards_of, has_canasta
from canasta_audit.legal import Stand
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.score import Kind, card_points, is_canasta, kind_of, worth
from canasta_audit.table.state import WILD_MELD, MeldOnTable, Table

Plays = tuple[n.Play, ...]


class Sight(NamedTuple):
    """What a player sees before his turn: the table, his side's melds, by rank the one that he would lay off on, whether he, or his
    side for him, has opened, and the points that his initial meld needs (0 where it was made).
    """

    stand: Stand
    table: Table
    seat: n.Seat
    rules: Rules
    side: n.Side
    melds: Sequence[MeldOnTable]
    open: Mapping[str, MeldOnTable]
    opened: bool
    need: int


def look(stand: Stand) -> Sight:
    """What the player sees whose turn it is."""
    table, seat, referee = stand
    rules = referee.rules
    side = table.seats.side_of[seat]
    melds = table.melds[side]
    opened = bool(melds) and (rules.opening.by == "side" or any(meld.seat == seat for meld in melds))
    need = 0 if opened else rules.opening.need(table.before.get(side, 0))
    return Sight(stand, table, seat, rules, side, melds, open_melds(table, seat, rules), opened, need)


class Hand(NamedTuple):
    """A hand sorted for melding: naturals by rank, wild cards (deuces first), and all else."""

    ranks: Mapping[str, list[Card]]
    wilds: list[Card]
    others: list[Card]


def sort_hand(cards: Sequence[Card], threes: bool) -> Hand:
    """Sort a hand; ``threes`` are naturals like others where a game has no special threes."""
    ranks: dict[str, list[Card]] = {}
    wilds: list[Card] = []
    others: list[Card] = []
    for card in cards:
        if card in WILD:
            wilds.append(card)
        elif card[0] == "3" and not threes:
            others.append(card)
        elif card[0] in ranks:
            ranks[card[0]].append(card)
        else:
            ranks[card[0]] = [card]
    wilds.sort(reverse=True)
    return Hand(ranks, wilds, others)


def open_melds(table: Table, seat: n.Seat, rules: Rules) -> dict[str, MeldOnTable]:
    """By rank, the meld that the player would lay off on: his own, or his side's; open ones go before canastas."""
    found: dict[str, MeldOnTable] = {}
    melds = table.melds[table.seats.side_of[seat]]
    # Who has a meld of his own may add to his partner's, unless nobody may.
    own = rules.melds.owner == "side" or (rules.melds.add_to_partner != "never" and any(meld.seat == seat for meld in melds))
    for meld in melds:
        if not own and not may_add_to(table, seat, meld, rules):
            continue
        rank = meld.rank
        if rank not in found or _better(meld, found[rank], seat, rules):
            found[rank] = meld
    return found


def _better(meld: MeldOnTable, other: MeldOnTable, seat: n.Seat, rules: Rules) -> bool:
    """Tell whether a player would rather lay off on ``meld`` than on ``other`` of the same rank."""
    size = rules.canastas.size
    if rules.melds.owner == "player" and meld.seat != other.seat:
        return meld.seat == seat
    return len(other.cards) >= size > len(meld.cards)


def address_of(meld: MeldOnTable, seat: n.Seat, rules: Rules) -> n.Address:
    """How a record names a meld that the player lays off on."""
    return n.Address(meld.rank, None, meld.seat if rules.melds.owner == "player" and meld.seat != seat else None)


def told_apart(stand: Stand, plays: Plays) -> Plays:
    """The same plays, and where two melds of a rank lie, or do once the pile was taken, which of them a lay-off is meant for."""
    if len(plays) < 3 and plays[0].kind == "draw":
        return plays
    melds = stand.table.melds[stand.table.seats.side_of[stand.seat]]
    made = [play.top[0] for play in plays if isinstance(play, n.Take) and play.how == "with" and play.onto is None and play.top]
    ranks = [*[meld.rank for meld in melds], *made]
    if len({*ranks}) == len(ranks):
        return plays
    meant = open_melds(stand.table, stand.seat, stand.referee.rules)
    told: list[n.Play] = []
    for play in plays:
        if isinstance(play, n.Add | n.Take) and play.onto is not None and ranks.count(play.onto.card) > 1:
            like = [meld for meld in melds if meld.rank == play.onto.card]
            place = len(like) if play.onto.card in made else like.index(meant[play.onto.card])
            play = replace(play, onto=n.Address(play.onto.card, place + 1))
        told.append(play)
    return tuple(told)


def lays(hand: Hand, sight: Sight) -> list[n.Play]:
    """Lay-offs of every natural that has a meld, and a meld of every rank with naturals enough, best points first."""
    rules, melds = sight.rules, sight.open
    law, points = rules.melds, card_points(rules.values)
    least = max(law.least_cards, law.least_naturals)
    rows: list[tuple[int, n.Play]] = []
    for rank, cards in hand.ranks.items():
        if rank == "3" and law.threes_of_colour:
            rows += [(0, n.Meld(row)) for row in _by_colour(cards, law.threes_of_colour)]
        elif rank in melds:
            row = n.Add(tuple(cards), address_of(melds[rank], sight.seat, rules))
            rows.append((1000 + points[cards[0]] * len(cards), row))
        elif len(cards) >= least:
            rows.append((points[cards[0]] * len(cards), n.Meld(tuple(cards))))
    if len(rows) > 1:
        rows.sort(key=_first, reverse=True)
    return [play for _, play in rows]


def _first(row: tuple[int, n.Play]) -> int:
    return row[0]


def _by_colour(threes: Sequence[Card], count: int) -> Iterator[tuple[Card, ...]]:
    """Yield so many threes of each colour that has them."""
    for colour in ("b", "r"):
        like = [card for card in threes if COLOUR[card] == colour]
        if len(like) >= count:
            yield tuple(like[:count])


def with_wilds(hand: Hand, sight: Sight) -> Iterator[n.Play]:
    """Yield what wild cards can do: finish a canasta, or fill up a pair."""
    if not hand.wilds:
        return
    rules, melds = sight.rules, sight.open
    size, law = rules.canastas.size, rules.melds
    left = list(hand.wilds)
    for rank, meld in melds.items():
        missing = size - len(meld.cards)
        if missing <= 0 or rank == "3":
            continue
        naturals = hand.ranks.get(rank, [])
        missing -= len(naturals)
        if 0 < missing <= len(left) and missing <= _room(meld.naturals + len(naturals), rules) - meld.wilds:
            used, left = left[:missing], left[missing:]
            yield n.Add((*naturals, *used), address_of(meld, sight.seat, rules))
    for rank, cards in hand.ranks.items():
        if left and len(cards) == law.least_cards - 1 and rank not in melds and (rank != "3" or not law.threes_of_colour):
            yield n.Meld((*cards, left.pop(0)))


def _room(naturals: int, rules: Rules) -> int:
    """How many wild cards may lie with so many naturals."""
    law = rules.melds
    room = rules.canastas.size if law.wild_cap is None else law.wild_cap
    return room if law.wild_ratio == "none" or not naturals else min(room, most_wilds(naturals, rules))


def cards_in(plays: Sequence[n.Play]) -> list[Card]:
    """All cards that plays lay down."""
    return [card for play in plays for card in play.cards]  # type: ignore[attr-defined]


def without(hand: Sequence[Card], laid: Sequence[Card]) -> list[Card] | None:
    """What is left of a hand, ``None`` where it has not all the cards."""
    rest = list(hand)
    for card in laid:
        if card not in rest:
            return None
        rest.remove(card)
    return rest


def opens(sight: Sight, way: Plays, plan: Sequence[n.Play]) -> bool:
    """Tell whether a turn that begins so and lays a plan makes an initial meld of the points needed."""
    rules, law, take = sight.rules, sight.rules.opening, way[-1]
    rows: _Rows = {}
    if isinstance(take, n.Take) and take.how == "with":
        rows[sight.table.pile[-1][0]] = (sight.table.pile[-1], *take.cards)
    for play in plan:
        if play.kind == "meld" or law.by == "side":
            rank = _rank_of(play)
            rows[rank] = (*rows.get(rank, ()), *play.cards)  # type: ignore[attr-defined]
    if isinstance(take, n.Take):
        top = sight.table.pile[-1]
        if not law.buried_cards:
            rows = _without_buried(sight, top, rows)
        if law.top_counts == "shown" and take.how is None:
            _add_shown(sight, top, rows)
    points = [worth(cards, rank, rules.values) for rank, cards in rows.items()]
    if (sum(points) if law.several_melds else max(points, default=0)) >= sight.need:
        return True
    return law.canasta_suffices and any(len(cards) >= rules.canastas.size for cards in rows.values())


_Rows = dict[str, tuple[Card, ...]]
"""Cards laid, by rank."""


def _rank_of(play: n.Play) -> str:
    """The rank of what a play lays: bots name a natural first, if there is one."""
    if isinstance(play, n.Add) and play.onto is not None:
        return play.onto.card
    first: Card = play.cards[0]  # type: ignore[attr-defined]
    return WILD_MELD if first in WILD else first[0]


def _without_buried(sight: Sight, top: Card, rows: _Rows) -> _Rows:
    """What hand and top card can supply of rows, as far as that makes melds."""
    law, hand, found = sight.rules.melds, [*sight.table.hands[sight.seat], top], {}
    for rank, cards in rows.items():
        held = []
        for card in cards:
            if card in hand:
                hand.remove(card)
                held.append(card)
        if len(held) >= law.least_cards and sum(card not in WILD for card in held) >= law.least_naturals:
            found[rank] = tuple(held)
    return found


def _add_shown(sight: Sight, top: Card, rows: _Rows) -> None:
    """Count the top card of the pile, which was shown, with a row of its rank unless it lies there."""
    row = rows.get(top[0])
    if row is not None and row.count(top) <= sight.table.hands[sight.seat].count(top):
        rows[top[0]] = (*row, top)


def may_go_out(sight: Sight, plan: Sequence[n.Play]) -> bool:
    """Tell whether the side has what going out asks for, or looks like it after ``plan``."""
    table, seat, rules = sight.table, sight.seat, sight.rules
    if has_canasta(table, seat, rules):
        return True
    law, size = rules.going_out, rules.canastas.size
    own = [meld for meld in sight.melds if law.canasta_of == "side" or meld.seat == seat]
    kinds: list[Kind | None] = [kind_of(meld, rules) for meld in own if is_canasta(meld, rules)]
    for play in plan:
        cards: tuple[Card, ...] = play.cards  # type: ignore[attr-defined]
        rank = _rank_of(play)
        meld = sight.open.get(rank) if play.kind == "add" else None
        before = 0 if meld is None else len(meld.cards)
        if before < size <= before + len(cards) and rank != "3":
            mixed = not WILD.isdisjoint(cards) or (meld is not None and meld.wilds)
            kinds.append("wild" if rank == WILD_MELD else "mixed" if mixed else "natural")
    if rules.canastas.wild_counts_as == "mixed":
        kinds = ["mixed" if kind == "wild" else kind for kind in kinds]
    return len(kinds) >= law.canastas and all(kind in kinds for kind in law.kinds)


def may_discard_last(sight: Sight, plan: Sequence[n.Play], card: Card) -> bool:
    """Tell whether ``card`` may be discarded as the last one after a plan."""
    law = sight.rules.going_out
    if law.last_discard == "not-allowed":
        return False
    return card not in cards_of(law.last_discard_barred) or (law.without_canasta == "play-on" and not may_go_out(sight, plan))
