"""What a bot may think of: guesses at takes, rows to lay and discards. The referee says which of them are lawful."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from canasta_audit.cards import RED_THREES, WILD, Card
from canasta_audit.checks.step import cards_of, frozen_by, has_canasta
from canasta_audit.legal import Stand, draw_of, sources, turned_over
from canasta_audit.legal.sources import turn_over
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.score import card_points
from canasta_audit.table.state import MeldOnTable, Table

Plays = tuple[n.Play, ...]


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
    for meld in table.melds[table.seats.side_of[seat]]:
        other = found.get(meld.rank)
        if other is None or _better(meld, other, seat, rules):
            found[meld.rank] = meld
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
    melds = stand.table.melds[stand.table.seats.side_of[stand.seat]]
    ranks = [meld.rank for meld in melds]
    ranks += [play.top[0] for play in plays if isinstance(play, n.Take) and play.how == "with" and play.onto is None and play.top]
    if len({*ranks}) == len(ranks):
        return plays
    meant = open_melds(stand.table, stand.seat, stand.referee.rules)
    told: list[n.Play] = []
    for play in plays:
        if isinstance(play, n.Add | n.Take) and play.onto is not None and ranks.count(play.onto.card) > 1:
            like = [meld for meld in melds if meld.rank == play.onto.card]
            play = replace(play, onto=n.Address(play.onto.card, like.index(meant[play.onto.card]) + 1))
        told.append(play)
    return tuple(told)


def draws(stand: Stand) -> Iterator[Plays]:
    """Yield the draw, or the pile turned over and the draw from it."""
    drawn = draw_of(stand)
    if drawn is not None:
        yield (drawn,)
    elif stand.referee.rules.stock_end.pile_turned != "none" and stand.table.pile:
        yield turned_over(stand)


def cut_short(way: Plays, rules: Rules) -> Plays | None:
    """The whole turn where the last card drawn from the stock is a red three, for which there is none any more."""
    last = way[-1]
    if not isinstance(last, n.Draw) or last.chains[-1][-1] not in RED_THREES or rules.red_threes.laid == "never":
        return None
    return (*way, n.Red(((last.chains[-1][-1],),)))


def replaced_from_pile(stand: Stand, way: Plays) -> Plays | None:
    """The draw of a red three as the last card of the stock, and its replacement out of the pile, where that becomes the stock."""
    table, rules, drawn = stand.table, stand.referee.rules, way[-1]
    if not isinstance(drawn, n.Draw) or drawn.chains[-1][-1] not in RED_THREES or rules.stock_end.pile_turned == "none":
        return None
    if table.stock_left != len(drawn.chains) or len(table.pile) < 2 or table.pile[0] in RED_THREES:
        return None
    return (*way, turn_over(table, rules), n.Red(((drawn.chains[-1][-1], table.pile[0]),)))


def takes(stand: Stand) -> Iterator[Plays]:
    """Yield the ways to take the pile that look lawful."""
    table, seat, rules = stand.table, stand.seat, stand.referee.rules
    top, law = table.pile[-1], rules.pile
    if (top[0] == "2" and law.twos_for_two) or (top[0] == "3" and law.threes_for_red_three):
        yield from (way for way in sources(stand) if way[-1].kind == "take")
        return
    if top in WILD or top in cards_of(law.never_top + law.blocked_once_by):
        return
    side = table.seats.side_of[seat]
    opened = any(meld.seat == seat or rules.opening.by == "side" for meld in table.melds[side])
    ways = law.frozen if frozen_by(table, rules) is not None else law.opened if opened else law.unopened
    if not ways:
        return
    drawn = draw_of(stand, takes=True) if rules.turn.draw_with_pile else None
    before: Plays = () if drawn is None else (drawn,)
    yield from ((*before, take) for take in _takes(table, seat, ways, rules))


def _takes(table: Table, seat: n.Seat, ways: Sequence[str], rules: Rules) -> Iterator[n.Take]:
    top, hand = table.pile[-1], table.hands[seat]
    like = tuple(card for card in hand if card[0] == top[0])
    need = 3 if "natural-pair" not in ways else 2
    if len(like) >= need and ("natural-pair" in ways or "natural-triple" in ways):
        yield n.Take(top, how="with", cards=like[:need])
    if "onto-meld" in ways:
        meld = open_melds(table, seat, rules).get(top[0])
        if meld is not None:
            yield n.Take(top, onto=address_of(meld, seat, rules))
    if "natural-and-wild" in ways and like:
        yield from (n.Take(top, how="with", cards=(like[0], card)) for card in hand if card in WILD)
    if like and not {"show-one", "show-pair", "show-one-and-wild"}.isdisjoint(ways):
        yield n.Take(top)


def hand_after(table: Table, seat: n.Seat, way: Plays) -> tuple[list[Card], Plays]:
    """The hand after a draw or a take, and the play that lays red threes which came with the pile."""
    hand = table.hands[seat][:]
    red: Plays = ()
    for play in way:
        if isinstance(play, n.Draw):
            hand += [chain[-1] for chain in play.chains]
        elif isinstance(play, n.Take):
            for card in play.cards if play.how == "with" else ():
                hand.remove(card)
            if play.how != "with" and play.onto is None:
                hand.append(table.pile[-1])
            rest = table.pile[:-1]
            reds = [card for card in rest if card in RED_THREES]
            red = (n.Red(tuple((card,) for card in reds)),) if reds else ()
            hand += [card for card in rest if card not in RED_THREES] if reds else rest
    return hand, red


def lays(hand: Hand, melds: Mapping[str, MeldOnTable], seat: n.Seat, rules: Rules) -> list[n.Play]:
    """Lay-offs of every natural that has a meld, and a meld of every rank with naturals enough, best points first."""
    law, points = rules.melds, card_points(rules.values)
    least = max(law.least_cards, law.least_naturals)
    rows: list[tuple[int, n.Play]] = []
    for rank, cards in hand.ranks.items():
        if rank in melds:
            rows.append((1000 + points[cards[0]] * len(cards), n.Add(tuple(cards), address_of(melds[rank], seat, rules))))
        elif len(cards) >= least:
            rows.append((points[cards[0]] * len(cards), n.Meld(tuple(cards))))
    rows.sort(key=_first, reverse=True)
    return [play for _, play in rows]


def _first(row: tuple[int, n.Play]) -> int:
    return row[0]


def with_wilds(hand: Hand, melds: Mapping[str, MeldOnTable], seat: n.Seat, rules: Rules) -> Iterator[n.Play]:
    """Yield what wild cards can do: finish a canasta, or fill up a pair."""
    if not hand.wilds:
        return
    size, cap = rules.canastas.size, rules.melds.wild_cap or len(hand.wilds)
    left = list(hand.wilds)
    for rank, meld in melds.items():
        naturals = hand.ranks.get(rank, [])
        missing = size - len(meld.cards) - len(naturals)
        if 0 < missing <= min(len(left), cap - meld.wilds):
            used, left = left[:missing], left[missing:]
            yield n.Add((*naturals, *used), address_of(meld, seat, rules))
    for rank, cards in hand.ranks.items():
        if left and rank not in melds and len(cards) == rules.melds.least_cards - 1:
            yield n.Meld((*cards, left.pop(0)))


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


def points_asked(stand: Stand) -> int:
    """Points that the player's initial meld needs; 0 where it was made."""
    table, rules = stand.table, stand.referee.rules
    side = table.seats.side_of[stand.seat]
    if any(meld.seat == stand.seat or rules.opening.by == "side" for meld in table.melds[side]):
        return 0
    return rules.opening.need(table.before.get(side, 0))


def may_go_out(stand: Stand, plan: Sequence[n.Play], melds: Mapping[str, MeldOnTable]) -> bool:
    """Tell whether the side has what going out asks for, or looks like it after ``plan``."""
    rules = stand.referee.rules
    if has_canasta(stand.table, stand.seat, rules):
        return True
    for play in plan:
        cards = play.cards  # type: ignore[attr-defined]
        meld = melds.get(cards[0][0]) if play.kind == "add" else None
        if len(cards) + (len(meld.cards) if meld is not None else 0) >= rules.canastas.size:
            return True
    return False
