"""What comes to light in mid-deal: cards of a hand that everybody has seen, and cards that were counted.

From here on the replay goes by what was seen or counted; whether that can be is for the checks to ask before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from canasta_audit import cards as c
from canasta_audit.cards import RED_THREES, UNKNOWN, Card
from canasta_audit.notation import model as n
from canasta_audit.table.hand import from_hand
from canasta_audit.table.holding import unmatched
from canasta_audit.table.snapshot import copy_of
from canasta_audit.table.state import Table


def expose(table: Table, seat: n.Seat, shown: Iterable[Card]) -> None:
    """Note that a hand holds the cards ``shown``: everybody has seen them, so they are known from here on whoever sits there.

    What the hand cannot have held is left out: it was a slip.
    """
    cards = exactest_first(shown)
    for card in not_held(table, seat, cards):
        cards.remove(card)
    _expose(table, seat, cards)


def _expose(table: Table, seat: n.Seat, cards: list[Card]) -> None:
    known, told = list(table.hands[seat]), []
    hidden = seat in table.vague or UNKNOWN in known
    for card in cards:
        if not c.is_known(card) and _tells_less(known, card):
            continue
        before = Counter(table.hands[seat])
        from_hand(table, seat, (card,))
        for gone in (before - Counter(table.hands[seat])).elements():
            # One that a vague card spoke for is no longer among them.
            c.remove(known, gone)
        told.append(card)
    table.lacking.clear()
    table.bring(seat, told)
    if hidden:
        # That a hand which nobody saw holds these cards rests on this line alone: no fault of play comes of that.
        table.exposed[seat] = (*table.exposed.get(seat, ()), *told)
    elif not RED_THREES.isdisjoint(told):
        table.red_holders.add(seat)


def _tells_less(known: list[Card], card: Card) -> bool:
    """Tell whether a vague card says no more than one of the hand, which is then spoken for."""
    like = next((one for one in known if one != UNKNOWN and len(one) >= len(card) and c.could_be(one, card)), None)
    if like is not None:
        known.remove(like)
    return like is not None


def not_held(table: Table, seat: n.Seat, shown: Iterable[Card]) -> list[Card]:
    """Those of the cards ``shown`` that a hand cannot hold, for it has others, or because all of them have been seen elsewhere."""
    if seat not in table.hands:
        return []
    cards = exactest_first(shown)
    lacking = [] if seat in table.vague and seat not in table.room else _lacking(table, seat, cards)
    for card in lacking:
        cards.remove(card)
    tried = copy_of(table)
    _expose(tried, seat, cards)
    return lacking + [card for card in tried.excess if card in cards]


def _lacking(table: Table, seat: n.Seat, cards: list[Card]) -> list[Card]:
    room = table.room.get(seat, 0)
    if seat in table.holdings:
        holding = table.holdings[seat].copy()
        holding.meet(table.hands[seat])
        return unmatched(holding, cards, room)[0]
    return c.missing(table.hands[seat], cards)[room:]


def exactest_first(cards: Iterable[Card]) -> list[Card]:
    """Cards in the order in which they are looked for, so that no vague one takes the place of an exact one; no unseen ones.

    >>> exactest_first(["K", "?", "KS", "Kr"])
    ['KS', 'Kr', 'K']
    """
    return sorted((card for card in cards if card != UNKNOWN), key=lambda card: (not c.is_known(card), len(card) == 1))


def exacter(was: Card | None, card: Card) -> Card:
    """Of two texts for one card, the one that tells more.

    >>> exacter("K", "KS"), exacter("KS", "K"), exacter("?", "Kr"), exacter(None, "K")
    ('KS', 'KS', 'Kr', 'K')
    """
    return was if was is not None and was != UNKNOWN and (len(was) > len(card) or c.is_known(was) or card == UNKNOWN) else card


def counted(table: Table, what: str) -> int | None:
    """How many cards a hand, the stock or the pile has by the replay, ``None`` where that is not known."""
    if what == "stock":
        return table.stock_left
    if what == "pile":
        return len(table.pile) if table.up or table.pile_taken or table.mid_deal else None
    return table.hand_size(what) if what in table.hands else None


def can_be(table: Table, what: str) -> tuple[int, int]:
    """The fewest and the most cards that can lie there where it is not known how many do: no more than the packs have left."""
    lie = table.pile if what == "pile" else table.hands.get(what, [])
    most = table.deck.size - _elsewhere(table) + len(lie)
    if what == "stock":
        return 0, most
    if what == "pile":
        return len(lie), most
    return sum(map(c.is_known, lie)), min(most, len(lie) + table.room[what]) if what in table.room else most


def _elsewhere(table: Table) -> int:
    """How many cards lie anywhere but in the stock. Unseen ones of a hand whose size nobody knows may have been played since."""
    held = [*table.feet.values(), *table.reds.values()]
    for seat, hand in table.hands.items():
        held.append([*filter(c.is_known, hand)] if seat in table.vague and seat not in table.room else hand)
    return sum(map(len, held)) + len(table.pile) + sum(meld.size for melds in table.melds.values() for meld in melds)


def recount(table: Table, what: str, number: int) -> None:
    """Go by the count from here on, as far as that can be: a card too many is an unseen one. Of a hand that lacks one nobody knows
    which is gone, and it is left as it is; so is one of which more cards are known than were counted, for the count is wrong then.
    """
    have = counted(table, what)
    least, most = can_be(table, what)
    if number > most or (have is None and number < least):
        return
    if what == "stock":
        if have is not None and have != number:
            unlist_stock(table)
        table.stock_left = number
    elif what == "pile":
        table.pile[:0] = [UNKNOWN] * (number - len(table.pile))
    elif what in table.hands:
        hand = table.hands[what]
        if have is None:
            hand[:] = filter(c.is_known, hand)
            table.vague.discard(what)
            table.counted.add(what)
            table.room.pop(what, None)
            table.debt.pop(what, None)
            table.holdings.pop(what, None)
        table.bring(what, [UNKNOWN] * (number + table.debt.get(what, 0) - len(hand)))


def unlist_stock(table: Table) -> None:
    """Forget the order of the stock: its cards come into view when they are drawn."""
    if table.stock is not None:
        table.seen.subtract(table.stock)
        table.stock = None


def seen_in(line: n.Turn) -> list[Card]:
    """The cards that a turn which was taken back has shown to be in the hand before it: those played from it, drawn ones apart.

    None where it is not known which card was drawn, or where the pile came in: then nobody can tell.
    """
    drawn: list[Card] = []
    played: list[Card] = []
    for play in line.plays:
        if isinstance(play, (n.Draw, n.Red)):
            chains = play.chains or ((UNKNOWN,),)
            drawn += [chain[-1] for chain in chains if isinstance(play, n.Draw) or len(chain) > 1]
        elif isinstance(play, (n.Meld, n.Add)):
            played += play.cards
        elif isinstance(play, n.Take):
            if not play.only:
                # What is played after this may have come from the pile.
                return _apart([*played, *play.cards], drawn)
            played += play.cards
        elif isinstance(play, n.Discard):
            played.append(play.card)
        elif isinstance(play, (n.Shift, n.Foot, n.TurnOver)):
            return []
    return _apart(played, drawn)


def _apart(played: list[Card], drawn: list[Card]) -> list[Card]:
    rest = list(played)
    for card in drawn:
        if card == UNKNOWN:
            return []
        fit = [one for one in rest if c.could_be(card, one)]
        if not c.is_known(card) and len(set(fit)) > 1:
            # Which of them was drawn nobody can tell, but how many of the rank were not.
            rest = [one for one in rest if one not in fit] + [card[0]] * (len(fit) - 1)
        else:
            c.remove(rest, card)
    return rest
