"""The hands as a deal leaves them: what is known of them, what the record shows of them at the end, and what may be in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from canasta_audit import cards as c
from canasta_audit.cards import BLACK_THREES, JOKER, RANKS, RED_THREES, UNKNOWN, Card, Deck
from canasta_audit.notation.model import Seat
from canasta_audit.table.score import Hands
from canasta_audit.table.state import Table

RED_THREE, BLACK_THREE = "3r", "3b"
BARE_THREE = "3"

Pool = Counter[Card]
"""Cards that lie nowhere as far as the record tells, by rank; threes by colour."""


class Hand(NamedTuple):
    """A hand that is not known in full: the cards surely in it, how many threes of a colour nobody noted, and the fewest and the
    most cards that nobody saw.
    """

    cards: tuple[Card, ...]
    threes: int
    least: int
    most: int


class LastHands(NamedTuple):
    """The hands at the end of a deal: ``cards`` as far as they are known, ``in_part`` what is known of every hand that is not known
    in full, and the ``pool`` from which its other cards come.
    """

    cards: Hands
    in_part: Mapping[Seat, Hand]
    pool: Pool


def all_seen(table: Table, seat: Seat) -> bool:
    """Tell whether every card of a hand is known, as far as that is of moment for its points."""
    hand = table.hands[seat]
    if seat in table.vague or UNKNOWN in hand or BARE_THREE in hand:
        return False
    return not table.unsure or not _guessed(table, seat)


def _guessed(table: Table, seat: Seat) -> bool:
    """Tell whether it is not settled which cards are left of a hand, as far as that is of moment for its points."""
    holding = table.holdings.get(seat)
    if holding is None or not table.hands[seat]:
        return False
    bare = BARE_THREE in holding.plays and any(card[0] == BARE_THREE for card in table.hands[seat])
    return bare or UNKNOWN in holding.plays


def last_hands(table: Table, shown: Mapping[Seat, Sequence[Card]], outs: Collection[Seat], whole: bool) -> LastHands:
    """The hands at the end of a deal. ``shown`` are those written down there, ``outs`` who is said to have gone out; ``whole``: the
    record leaves nothing out.

    What is written down there stands for a hand that was not seen, if it can be it.
    """
    hands: dict[Seat, Sequence[Card]] = dict(table.hands)
    doubtful = [seat for seat in hands if not all_seen(table, seat)]
    pool = _pool(table, [seat for seat in hands if seat not in doubtful], whole)
    parts: dict[Seat, Hand] = {}
    for seat in doubtful:
        found = () if seat in table.vague and seat in outs else _shown(table, seat, shown.get(seat), pool)
        if found is None:
            parts[seat] = _held(table, seat, whole)
            pool.subtract(_classes(parts[seat].cards))
        else:
            hands[seat] = found
            pool.subtract(_classes(found))
            parts[seat] = _told(found)
    left = +pool
    most = sum(left.values())
    in_part = {
        seat: part._replace(most=most) if part.most < 0 else part for seat, part in parts.items() if part.threes or part.most
    }
    return LastHands(hands, in_part, left)


_ANY = -1
"""As the most unseen cards of a hand: no number is known."""


def _held(table: Table, seat: Seat, whole: bool) -> Hand:
    """What is known of a hand by what came into it and what was played from it."""
    hand, holding = table.hands[seat], table.holdings.get(seat)
    if seat in table.vague and (not whole or seat not in table.room):
        return Hand((), 0, 0, _ANY)
    room = table.room[seat] if seat in table.vague else 0
    if table.debt.get(seat) or (holding is not None and UNKNOWN in holding.plays):
        size = max(0, len(hand) + room - table.debt.get(seat, 0))
        return Hand((), 0, max(0, size - _unnoted(table, seat)), size)
    part = _told([BARE_THREE if card[0] == BARE_THREE else card for card in hand] if _guessed(table, seat) else hand)
    most = part.most + room
    return part._replace(least=max(0, most - _unnoted(table, seat)), most=most)


def _unnoted(table: Table, seat: Seat) -> int:
    """How many cards fewer than there is room for a hand that was never listed may have: for a red three that was laid a card is
    taken to have been drawn, which may not be so.
    """
    return len(table.reds[seat]) if seat in table.vague else 0


def _told(hand: Sequence[Card]) -> Hand:
    """What the texts of its cards tell of a hand."""
    unseen = sum(card == UNKNOWN for card in hand)
    sure = tuple([card for card in hand if card not in (UNKNOWN, BARE_THREE)])
    return Hand(sure, len(hand) - len(sure) - unseen, unseen, unseen)


def _shown(table: Table, seat: Seat, shown: Sequence[Card] | None, pool: Pool) -> tuple[Card, ...] | None:
    """The hand of a seat as written down at the end, its cards as exactly as they are known; ``None`` where it cannot be that."""
    if shown is None or table.debt.get(seat):
        return None
    held = list(table.hands[seat])
    if _guessed(table, seat):
        unsettled = UNKNOWN in table.holdings[seat].plays
        held = [UNKNOWN if unsettled else BARE_THREE if card[0] == BARE_THREE else card for card in held]
    held += [UNKNOWN] * table.room.get(seat, 0)
    for _ in range(min(_unnoted(table, seat), len(held) - len(shown), held.count(UNKNOWN))):
        held.remove(UNKNOWN)
    if seat in table.vague and seat not in table.room:
        fits, found = not c.missing(shown, held), tuple(shown)
    else:
        fits, found = len(shown) == len(held) and not c.missing(held, shown), _exactest(held, shown)
    return found if fits and all(pool[kind] >= number for kind, number in Counter(_classes(found)).items()) else None


def _exactest(held: Iterable[Card], shown: Sequence[Card]) -> tuple[Card, ...]:
    """Cards held and shown, matched with each other, each by the text that says more."""
    rest = list(shown)
    found = []
    for card in sorted(held, key=_vagueness):
        match = c.remove(rest, card)
        if match is None:
            return tuple(shown)
        found.append(min(card, match, key=_vagueness))
    return tuple(found)


def _vagueness(card: Card) -> int:
    return 3 if card == UNKNOWN else 0 if card in c.EXACT else 3 - len(card)


def class_of(card: Card) -> Card:
    """What a card counts among: its rank, the colour of a three; the card itself where it tells neither.

    >>> class_of("KS"), class_of("3H"), class_of("3"), class_of("?")
    ('K', '3r', '3', '?')
    """
    if card in RED_THREES:
        return RED_THREE
    return BLACK_THREE if card in BLACK_THREES else card[0]


def _classes(cards: Iterable[Card]) -> list[Card]:
    """What cards count among, but for those that tell neither rank nor colour."""
    return [kind for card in cards if (kind := class_of(card)) not in (UNKNOWN, BARE_THREE)]


def deck_pool(deck: Deck) -> Pool:
    """All cards of a deck."""
    pool = Counter({rank: 4 * deck.packs for rank in RANKS if rank != BARE_THREE})
    pool.update({RED_THREE: 2 * deck.packs, BLACK_THREE: 2 * deck.packs, JOKER: deck.jokers})
    return pool


def _pool(table: Table, known: Iterable[Seat], whole: bool) -> Pool:
    """What is left of the deck when all that lies open, and the hands of the seats ``known``, are taken out."""
    pool = deck_pool(table.deck)
    for melds in table.melds.values():
        for meld in melds:
            pool.subtract(_classes(meld.cards))
    for reds in table.reds.values():
        pool[RED_THREE] -= len(reds)
    for seat in known:
        pool.subtract(_classes(table.hands[seat]))
    if whole:
        pool.subtract(_classes(table.pile))
        pool.subtract(_classes(table.stock or ()))
        for foot in table.feet.values():
            pool.subtract(_classes(foot))
    return pool
