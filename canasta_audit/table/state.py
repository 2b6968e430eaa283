"""The table as it lies: hands, stock, pile, melds and red threes, and what the running turn has done so far.

The state is changed in place by ``apply`` and read by everybody else. It knows the deck and no other rule. A hand nobody wrote
down is *vague*: it may hold any card and its size is not known. After a card was played that a hand cannot have held, the hand
carries a *debt*: one of the cards in it must be gone, nobody knows which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from canasta_audit.cards import COLOUR, EXACT, JOKER, RANK, SUITED, UNKNOWN, Card, Deck
from canasta_audit.notation.model import Seat, Side
from canasta_audit.table.holding import Holding
from canasta_audit.table.shape import MIXED as MIXED
from canasta_audit.table.shape import RUN as RUN
from canasta_audit.table.shape import WILD_MELD as WILD_MELD
from canasta_audit.table.shape import Shape as Shape
from canasta_audit.table.shape import shape as shape

UNSEEN = UNKNOWN


class MeldOnTable:
    """A meld: its cards in order, who began it, and in which turn of the deal (0: it lay there when the record began)."""

    __slots__ = ("cards", "naturals", "rank", "seat", "turn", "wilds")

    def __init__(self, cards: tuple[Card, ...], seat: Seat, turn: int, row: Shape | None = None) -> None:
        """Lay ``cards``, whose shape is ``row``, as a new meld."""
        self.cards = [*cards]
        self.rank, self.naturals, self.wilds = row or shape(cards)
        self.seat = seat
        self.turn = turn

    def add(self, cards: tuple[Card, ...]) -> None:
        """Lay ``cards`` onto the meld."""
        self.cards.extend(cards)
        rank, naturals, wilds = shape(cards)
        if (rank == self.rank or rank == WILD_MELD) and self.rank not in (RUN, MIXED):
            self.naturals += naturals
            self.wilds += wilds
        else:
            self.recount()

    def recount(self) -> None:
        """Find the shape anew from all cards."""
        self.rank, self.naturals, self.wilds = shape(tuple(self.cards))

    @property
    def size(self) -> int:
        """Number of cards."""
        return len(self.cards)

    def __repr__(self) -> str:
        """Cards and owner, for people who debug."""
        return f"<meld {' '.join(self.cards)} of {self.seat}>"


class Lay(NamedTuple):
    """Cards that one play put down: ``cards`` onto ``meld``, with ``top`` if the pile's top card was among them.

    ``new``: the meld was begun by this play; ``seen_rest``: the rest of the pile was in the hand by then (``None``: the record does
    not say).
    """

    meld: MeldOnTable
    cards: tuple[Card, ...]
    new: bool
    top: Card | None
    seen_rest: bool | None


class Thrown(NamedTuple):
    """A wild card that was discarded: by whom, in which turn of the deal; ``card`` is ``UNKNOWN`` where only its lock was noted."""

    card: Card
    seat: Seat
    turn: int


class TurnState:
    """What the running turn has done so far; counts are of cards.

    The values here are those of a turn in which nothing was done; most turns change few of them, and a turn is made for every
    line of a log. ``hand_before`` is the hand as it was when the pile was taken, ``top`` the pile's top card; ``targets`` are the
    melds that the address of the lay-off ``targets_of`` was found to mean. ``after_no_discard``: the player's turn before left him
    cards and had no discard; ``bare_draw`` is how many cards a ``draw`` without cards stands for, where not as many as usual;
    ``finishing``: the player's partner has gone out, and he lays off his last cards. ``last_may_be_red``: nobody saw what was drawn
    last. ``untold`` are the checks whose faults were not told, for they rest on cards that are in doubt and that nobody saw.
    ``of_take`` is what was worked out about a take while its checks are asked, so that each need not do it again.
    """

    hand_before: tuple[Card, ...] = ()
    top: tuple[Card, ...] = ()
    drawn = 0
    took = False
    picked_up = False
    waits_for_pickup = False
    rest: Sequence[Card] = ()
    reds_from_pile = 0
    lays: tuple[Lay, ...] = ()
    asked = False
    answer: bool | None = None
    discards = 0
    passed = False
    last_was_red = False
    last_may_be_red = False
    after_no_discard = False
    bare_draw: int | None = None
    finishing = False
    untold: tuple[str, ...] = ()
    targets: Sequence[MeldOnTable] = ()
    targets_of: object = None
    of_take: dict[str, Any] | None = None

    def __init__(self, seat: Seat, side: Side, number: int) -> None:
        """Begin a turn of ``seat``, the deal's ``number``-th."""
        self.seat = seat
        self.side = side
        self.number = number
        self.opened_before = False
        self.laid_before = False
        self.stock_before: int | None = None


class PlainTurn(TurnState):
    """A turn in which one card was drawn and one discarded: made in one step, for most turns are of this kind."""

    drawn = 1
    discards = 1

    def __init__(self, seat: Seat, side: Side, number: int, opened: bool, laid: bool, stock: int) -> None:
        """A turn of ``seat``; ``opened`` and ``laid`` tell what was done before it, ``stock`` what was left to draw."""
        self.seat = seat
        self.side = side
        self.number = number
        self.opened_before = opened
        self.laid_before = laid
        self.stock_before = stock


@dataclass(slots=True)
class Seats:
    """Who sits where: seats in turn order, and the sides they play for."""

    order: tuple[Seat, ...]
    sides: tuple[Side, ...]
    side_of: dict[Seat, Side] = field(init=False)
    next_of: dict[Seat, Seat] = field(init=False)

    def __post_init__(self) -> None:
        """Work out side and left-hand neighbour of every seat."""
        self.side_of = {seat: side for side in self.sides for seat in side}
        self.next_of = {seat: self.order[(i + 1) % len(self.order)] for i, seat in enumerate(self.order)}

    def before(self, seat: Seat) -> Seat:
        """The right-hand neighbour of ``seat``."""
        return self.order[self.order.index(seat) - 1]

    def partners(self, seat: Seat) -> tuple[Seat, ...]:
        """The others of the side of ``seat``."""
        return tuple(other for other in self.side_of[seat] if other != seat)


class Table:
    """One deal as it lies on the table.

    ``stock`` holds the known order with the next card last, ``None`` where it is not known; ``stock_left`` counts its cards,
    ``None`` likewise. ``pile`` lies bottom first. ``melds`` are kept by side, ``reds`` by seat. ``undiscarded`` are the players
    whose last turn left them cards and had no discard, ``finisher`` is who laid off his last cards after his partner went out.

    ``room`` is how many cards a hand that was never listed still has of those dealt, where that is known. ``unsure`` are the seats
    that had, or played, a card that is not known exactly; ``holdings`` keep what their plays can have been. ``hazy`` are the ranks
    of cards that were discarded less exactly known than they may have been before. ``counted`` are the seats whose hand nobody
    knows the size of but by a count in mid-deal; once more comes out of it, that is not believed any longer. ``exposed`` are
    the cards of hands nobody saw that were shown in mid-deal, and none where a director took some away: that such a hand has, or
    had, them rests on that line alone.
    """

    __slots__ = (
        "before",
        "coarse",
        "counted",
        "dealer",
        "debt",
        "deck",
        "excess",
        "exposed",
        "feet",
        "finisher",
        "first",
        "hands",
        "have_laid",
        "hazy",
        "holdings",
        "lacking",
        "last_seat",
        "melds",
        "mid_deal",
        "number",
        "over",
        "pile",
        "pile_down",
        "pile_taken",
        "played_turns",
        "red_holders",
        "reds",
        "reds_last",
        "room",
        "seats",
        "seen",
        "shown",
        "stock",
        "stock_left",
        "stock_out",
        "turn",
        "turns_had",
        "undiscarded",
        "unsure",
        "up",
        "usual_draw",
        "vague",
        "wilds_thrown",
    )

    def __init__(self, seats: Seats, deck: Deck, number: int = 1, usual_draw: int = 1) -> None:
        """Set an empty table; ``usual_draw`` is how many cards a ``draw`` without cards stands for."""
        self.seats = seats
        self.deck = deck
        self.number = number
        self.usual_draw = usual_draw
        self.dealer: Seat | None = None
        self.first: Seat | None = None
        self.hands: dict[Seat, list[Card]] = {seat: [] for seat in seats.order}
        self.feet: dict[Seat, list[Card]] = {}
        self.vague: set[Seat] = set(seats.order)
        self.room: dict[Seat, int] = {}
        self.hazy: set[str] = set()
        self.unsure: set[Seat] = set()
        self.holdings: dict[Seat, Holding] = {}
        self.debt: dict[Seat, int] = {}
        self.counted: set[Seat] = set()
        self.exposed: dict[Seat, tuple[Card, ...]] = {}
        self.stock: list[Card] | None = None
        self.stock_left: int | None = None
        self.pile: list[Card] = []
        self.pile_down = 0
        self.pile_taken = False
        self.up: tuple[Card, ...] = ()
        self.melds: dict[Side, list[MeldOnTable]] = {side: [] for side in seats.sides}
        self.reds: dict[Seat, list[Card]] = {seat: [] for seat in seats.order}
        self.reds_last: list[Seat] = []
        self.red_holders: set[Seat] = set()
        # To make it by a call of its class takes a quarter of all that is done here.
        self.seen: Counter[Card] = Counter.__new__(Counter)
        self.coarse: set[str] = set()
        self.shown: list[Card] = []
        self.turns_had: dict[Seat, int] = dict.fromkeys(seats.order, 0)
        self.turn: TurnState | None = None
        self.last_seat: Seat | None = None
        self.played_turns = 0
        self.before: dict[Side, int] = dict.fromkeys(seats.sides, 0)
        self.mid_deal = False
        self.excess: list[Card] = []
        self.lacking: list[Card] = []
        self.have_laid: set[Seat] = set()
        self.wilds_thrown: list[Thrown] = []
        self.stock_out: Seat | None = None
        self.over: str | None = None
        self.undiscarded: set[Seat] = set()
        self.finisher: Seat | None = None

    def hand_size(self, seat: Seat) -> int | None:
        """Number of cards in a hand, ``None`` where it cannot be known."""
        if seat in self.vague or (seat in self.counted and seat in self.debt):
            return None
        return len(self.hands[seat]) - self.debt.get(seat, 0)

    def bring(self, seat: Seat, cards: Sequence[Card]) -> None:
        """Put cards into a hand."""
        self.hands[seat].extend(cards)
        if not EXACT.issuperset(cards):
            self.unsure.add(seat)

    def unlist(self, seat: Seat) -> None:
        """From here on a hand may hold any cards, and any number."""
        self.vague.add(seat)
        self.room.pop(seat, None)

    def surely_holds(self, seat: Seat, kinds: Container[Card]) -> bool:
        """Tell whether a hand holds one of ``kinds`` whatever its plays can have been."""
        holding = self.holdings.get(seat)
        if holding is None:
            return any(card in kinds for card in self.hands[seat])
        now = holding.copy()
        now.meet(self.hands[seat])
        return now.surely(kinds)

    def opened(self, side: Side) -> bool:
        """Tell whether a side has a meld."""
        return bool(self.melds[side])

    def show(self, card: Card) -> None:
        """Count a card that comes into view for the first time in this deal; if there are now too many of it, it goes to
        ``excess``."""
        seen = self.seen
        count = seen[card] = seen[card] + 1
        if (count > self.deck.packs or self.coarse or card not in EXACT) and self._too_many(card):
            self.excess.append(card)

    def _too_many(self, card: Card) -> bool:
        """Tell whether a card has been seen too often; one without suit is held against what is left of its rank."""
        if card == UNKNOWN:
            return False
        if (len(card) == 1 and card != JOKER) or card[1:] in ("r", "b"):
            self.coarse.add(card[0])
        elif self.seen[card] > (self.deck.jokers if card == JOKER else self.deck.packs):
            return True
        return card[0] in self.coarse and self.too_often(card) is not None

    def too_often(self, card: Card) -> Card | None:
        """What has been seen more often than the packs hold it: ``card``, its rank and colour, its rank; ``None``: neither."""
        keys = (card, card[0] + COLOUR[card], card[0])
        return next((key for key in keys if self.seen_like(key) > self.deck.copies(key)), None)

    def show_all(self, cards: Sequence[Card]) -> None:
        """Note many cards before the first turn; ``find_excess`` counts them together."""
        self.shown += cards

    def find_excess(self) -> None:
        """Put every card that has been seen too often so far into ``excess``."""
        seen = self.seen
        seen.update(self.shown)
        self.shown.clear()
        if dict.__eq__(seen, _whole(self.deck)):
            return
        jokers = seen.pop(JOKER, 0)
        suspect = max(seen.values(), default=0) > self.deck.packs or not EXACT.issuperset(seen)
        seen[JOKER] = jokers
        if suspect or jokers > self.deck.jokers:
            self.excess += [card for card in sorted(seen) if self._too_many(card)]

    def seen_like(self, card: Card) -> int:
        """Count the cards seen that are of the rank (and colour, if named) of ``card``, however exactly they are known."""
        return sum(
            count
            for other, count in self.seen.items()
            if RANK[other] == RANK[card] and (card in (RANK[card], other) or other[1:] in _SUITS_OF.get(card[1], ()))
        )


@cache
def _whole(deck: Deck) -> dict[Card, int]:
    """How often a deck has each of its cards."""
    return dict.fromkeys(SUITED, deck.packs) | {JOKER: deck.jokers}


_SUITS_OF = {"r": ("D", "H", "r"), "b": ("C", "S", "b")}
