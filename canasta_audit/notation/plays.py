"""The plays of a turn, as recorded: immutable and shared, so that equal texts may give one object.

A *chain* is a tuple of cards in which each card replaced the one before: ``("3H", "3D", "KD")`` for ``3H>3D>KD``: the red threes
were laid, the king was kept. A chain of one card is a card that was kept, be it a red three.
"""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar, Literal

from canasta_audit.cards import EXACT, NATURAL, RED_THREES, Card
from canasta_audit.value import Fixed, fixed

Seat = str
"""One letter: ``N E S W``, or ``A`` to ``F``."""

Side = str
"""The letters of the seats that play together, in the order of the ``Sides`` tag: ``"NS"``; a lone player is his own side."""

Chain = tuple[Card, ...]


@fixed
class Address(Fixed):
    """A meld named by how it looks: ``card`` is a rank (the set of that rank), a suited card (the run that holds it) or ``*`` (the
    meld of wild cards only); ``nth`` picks among several that fit, oldest first; ``owner`` is who laid it, where that is said."""

    card: Card
    nth: int | None = None
    owner: Seat | None = None


class Summed(Fixed):
    """What is worked out of a play when it is made, for plays are shared and read often; none of it is part of its value.

    ``drawn``: the cards that a draw brought the hand, in order, where all are known exactly and only red threes were replaced;
    ``thrown``: the card of a discard;
    ``laid``: the rank of the cards laid off, where all are naturals of one rank, from four to ace, and the address, if there is
    one, names no more than that rank; ``wanted``: the cards that come from the stock, in order; ``fair``: all cards that were laid
    and replaced in it, and all that were laid out of the hand, are red threes; ``simple``: how many cards a draw brought, where all
    are known exactly and no red three is among them. Each is empty where there is no such thing.
    """

    __slots__ = ("drawn", "fair", "laid", "simple", "thrown", "wanted")

    drawn: tuple[Card, ...]
    thrown: Card
    laid: str
    wanted: tuple[Card, ...]
    fair: bool
    simple: int

    def __post_init__(self) -> None:
        self.drawn = self.wanted = ()
        self.thrown = self.laid = ""
        self.fair, self.simple = False, 0


@fixed
class Play(Summed):
    """What all plays share: the remark in braces behind it, without the braces, ``None`` where there is none."""

    kind: ClassVar[str] = ""
    remark: str | None = field(default=None, kw_only=True)


@fixed
class Draw(Play):
    """Cards drawn from the stock, in order; no chain at all where it was not recorded what was drawn."""

    kind: ClassVar[str] = "draw"
    chains: tuple[Chain, ...] = ()

    def __post_init__(self) -> None:
        chains = self.chains
        self.thrown = self.laid = ""
        self.wanted = cards = tuple([card for chain in chains for card in chain])
        plain = len(cards) == len(chains)
        self.fair = plain or all(RED_THREES.issuperset(chain[:-1]) for chain in chains)
        kept = cards if plain else tuple([chain[-1] for chain in chains])
        self.drawn = kept if self.fair and EXACT.issuperset(cards) else ()
        self.simple = len(cards) if plain and self.drawn and RED_THREES.isdisjoint(cards) else 0


@fixed
class Red(Play):
    """Red threes laid from the hand, each with what was drawn for it, if anything."""

    kind: ClassVar[str] = "red"
    chains: tuple[Chain, ...] = ()

    def __post_init__(self) -> None:
        self.drawn, self.thrown, self.laid, self.simple = (), "", "", 0
        self.wanted = tuple([card for chain in self.chains for card in chain[1:]])
        self.fair = all(chain[0] in RED_THREES and RED_THREES.issuperset(chain[:-1]) for chain in self.chains)


@fixed
class Take(Play):
    """The pile is taken. ``top`` is the card claimed to lie on top; ``only`` says that the rest stays.

    ``how``: ``"with"``: ``cards`` go down from the hand with the top card; ``"showing"``: ``cards`` are shown and kept;
    ``"by"``: on the strength of the meld ``by``; ``None``: not said, or the top card alone joins ``onto``.
    """

    kind: ClassVar[str] = "take"
    top: Card | None = None
    only: bool = False
    how: Literal["with", "showing", "by"] | None = None
    cards: tuple[Card, ...] = ()
    by: Address | None = None
    onto: Address | None = None


@fixed
class Pickup(Play):
    """Only now does the rest of the pile come into the hand."""

    kind: ClassVar[str] = "pickup"


@fixed
class Meld(Play):
    """A new meld, cards in the order they lie."""

    kind: ClassVar[str] = "meld"
    cards: tuple[Card, ...] = ()


@fixed
class Add(Play):
    """Cards laid off onto a meld; ``onto`` is ``None`` where their rank says which."""

    kind: ClassVar[str] = "add"
    cards: tuple[Card, ...] = ()
    onto: Address | None = None

    def __post_init__(self) -> None:
        self.drawn, self.wanted, self.thrown, self.laid, self.fair, self.simple = (), (), "", "", False, 0
        ranks, onto = {card[0] for card in self.cards}, self.onto
        if len(ranks) == 1 and NATURAL.issuperset(self.cards):
            rank = ranks.pop()
            if onto is None or (onto.card == rank and onto.nth is None and onto.owner is None):
                self.laid = rank


@fixed
class Ask(Play):
    """The going-out question and the partner's answer, ``None`` where that was not recorded."""

    kind: ClassVar[str] = "ask"
    answer: bool | None = None


@fixed
class Discard(Play):
    """One card onto the pile."""

    kind: ClassVar[str] = "discard"
    card: Card = "?"

    def __post_init__(self) -> None:
        self.drawn, self.wanted, self.thrown, self.laid, self.fair, self.simple = (), (), self.card, "", False, 0


@fixed
class Lock(Play):
    """The bank is locked by the card just discarded."""

    kind: ClassVar[str] = "lock"


@fixed
class Last(Play):
    """That was the last card of the stock."""

    kind: ClassVar[str] = "last"


@fixed
class TurnOver(Play):
    """The pile becomes the stock; ``leave`` stays as the new pile's first card."""

    kind: ClassVar[str] = "turnover"
    leave: Card | None = None
    shuffled: bool = False


@fixed
class Shift(Play):
    """Cards that lay already are moved from the meld ``source`` to the meld ``target``, or back into the hand (``None``)."""

    kind: ClassVar[str] = "move"
    source: Address
    cards: tuple[Card, ...] = ()
    target: Address | None = None


@fixed
class Foot(Play):
    """The player takes up his second hand."""

    kind: ClassVar[str] = "foot"


@fixed
class Pass(Play):
    """No play."""

    kind: ClassVar[str] = "pass"


PLAYS: tuple[type[Play], ...] = (Draw, Red, Take, Pickup, Meld, Add, Ask, Discard, Lock, Last, TurnOver, Shift, Foot, Pass)
