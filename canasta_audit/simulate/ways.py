"""What a turn of a bot may begin with: the draw, and the ways to take the pile that look lawful."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from canasta_audit.cards import RED_THREES, WILD, Card
from canasta_audit.checks.locks import locked_out, locks
from canasta_audit.checks.step import frozen_by
from canasta_audit.checks.takes import by_showing, is_barred
from canasta_audit.checks.tops import likes_needed
from canasta_audit.legal import Stand, draw_of, turned_over
from canasta_audit.legal.sources import turn_over
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import PileWay, Rules
from canasta_audit.simulate.plans import Plays, Sight, address_of
from canasta_audit.table.score import is_canasta
from canasta_audit.table.state import MeldOnTable, Table


def draws(stand: Stand) -> Iterator[Plays]:
    """Yield the draw, or the pile turned over and the draw from it."""
    table, rules = stand.table, stand.referee.rules
    if table.stock and (usual := _usual(stand, table.stock[: -rules.turn.draw - 1 : -1])) is not None:
        yield (usual,)
        return
    drawn = draw_of(stand)
    if drawn is not None:
        yield (drawn,)
    elif rules.stock_end.pile_turned != "none" and table.pile:
        turning = turn_over(table, rules)
        usual = _usual(stand, (table.pile if turning.leave is None else table.pile[:-1])[: rules.turn.draw])
        yield turned_over(stand) if usual is None else (turning, usual)


def _usual(stand: Stand, coming: Sequence[Card]) -> n.Draw | None:
    """The draw of the cards that come next, where they are as many as usual and none of them is a red three."""
    if len(coming) < stand.referee.rules.turn.draw or stand.seat in stand.table.undiscarded or not RED_THREES.isdisjoint(coming):
        return None
    return n.Draw(tuple([(card,) for card in coming]))


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


def is_closed(sight: Sight) -> bool:
    """Tell whether the player can take the pile in no way before he lays anything: it is barred, locked, or closed to his side."""
    table, rules, pile = sight.table, sight.rules, sight.table.pile
    law, hand = rules.pile, table.hands[sight.seat]
    if not pile or is_barred(pile[-1], rules):
        return True
    if len(pile) == len(hand) == 1 and not law.one_card_each and not rules.turn.draw_with_pile:
        return True
    if not sight.opened and not law.unopened and not law.first_turn_swap:
        return True
    return locks(rules) and locked_out(table, sight.seat, table.played_turns + 1, rules) is not None


def takes(sight: Sight) -> Iterator[Plays]:
    """Yield the ways to take the pile that look lawful."""
    found = [] if is_closed(sight) else [*_takes(sight)]
    drawn = draw_of(sight.stand, takes=True) if found and sight.rules.turn.draw_with_pile else None
    for take in found:
        yield (take,) if drawn is None else (drawn, take)


def _takes(sight: Sight) -> Iterator[n.Take]:
    table, rules, law = sight.table, sight.rules, sight.rules.pile
    top, hand = table.pile[-1], table.hands[sight.seat]
    need = likes_needed(top, rules)
    if need:
        like = tuple([card for card in hand if card[0] == top[0] and (top[0] == "2" or card in RED_THREES)])
        if len(like) >= need:
            yield n.Take(top, how="with", cards=like[:need])
    elif top not in WILD and (top not in RED_THREES or rules.red_threes.laid == "never"):
        ways = law.frozen if frozen_by(table, rules) is not None else law.opened if sight.opened else law.unopened
        if ways:
            yield from _in_ways(sight, top, ways)


def _in_ways(sight: Sight, top: Card, ways: Sequence[PileWay]) -> Iterator[n.Take]:
    rules, rank = sight.rules, top[0]
    hand = sight.table.hands[sight.seat]
    like = tuple([card for card in hand if card[0] == rank])
    meld = sight.open.get(rank)
    if not like and meld is None:
        return
    joined = _joined(sight, rank)
    if "onto-meld" in ways and meld is not None:
        yield n.Take(top, onto=address_of(meld, sight.seat, rules))
        if joined is not None:
            return
    need = 2 if "natural-pair" in ways else 3
    if len(like) >= need and ("natural-pair" in ways or "natural-triple" in ways):
        if joined is None:
            yield n.Take(top, how="with", cards=like[:need])
        elif rules.pile.pair_joins_meld:
            yield n.Take(top, how="with", cards=like[:need], onto=address_of(joined, sight.seat, rules))
    if "natural-and-wild" in ways and like and joined is None:
        if sight.need and 0 < sight.need <= rules.opening.naturals_only_to:
            return
        for card in dict.fromkeys(hand):
            if card in WILD:
                yield n.Take(top, how="with", cards=(like[0], card))
    if like and by_showing(tuple(ways)):
        yield n.Take(top)


def _joined(sight: Sight, rank: str) -> MeldOnTable | None:
    """The meld that cards of a rank have to join; ``None`` where they make a new one."""
    meld, law = sight.open.get(rank), sight.rules.melds
    if meld is None or law.one_per_rank == "never" or (law.owner == "player" and meld.seat != sight.seat):
        return None
    return None if law.one_per_rank == "while-open" and is_canasta(meld, sight.rules) else meld


def hand_after(stand: Stand, way: Plays) -> tuple[list[Card], Plays]:
    """The hand after a draw or a take, and the play that lays red threes which came with the pile."""
    table = stand.table
    hand = table.hands[stand.seat][:]
    red: Plays = ()
    for play in way:
        if isinstance(play, n.Draw):
            for chain in play.chains:
                hand.append(chain[-1])
        elif isinstance(play, n.Take):
            red = _take_up(table, hand, play, stand.referee.rules)
    return hand, red


def _take_up(table: Table, hand: list[Card], take: n.Take, rules: Rules) -> Plays:
    """Put into a hand what a take leaves there; the play that lays the red threes."""
    for card in take.cards if take.how == "with" else ():
        hand.remove(card)
    if take.how != "with" and take.onto is None:
        hand.append(table.pile[-1])
    rest = table.pile[:-1]
    if rules.red_threes.laid == "never" or RED_THREES.isdisjoint(rest):
        hand += rest
        return ()
    hand += [card for card in rest if card not in RED_THREES]
    return (n.Red(tuple((card,) for card in rest if card in RED_THREES)),)
