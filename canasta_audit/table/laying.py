"""What is laid in a plain way: cards that join a meld or begin one, and of which no check finds anything."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Mapping, Sequence

from canasta_audit.cards import WILD, Card
from canasta_audit.notation import model as n
from canasta_audit.table.state import WILD_MELD, MeldOnTable, Shape, shape
from canasta_audit.value import Fixed, fixed

Bars = Callable[[Sequence[MeldOnTable], Card], bool]
"""Tells whether a card may not be discarded because of melds that lie there."""

Adds = Callable[[Sequence[MeldOnTable], MeldOnTable, n.Seat], bool]
"""Tells whether a player may lay off on a meld that his partner began, by the melds of their side."""


@fixed
class Limits(Fixed):
    """What keeps a turn from being plain under rules with checks that listen to every play of a kind: where a limit is set, such a
    turn is left to the checks.

    ``wild_rows``: wild cards are laid by a side that has a meld of them alone; ``partners``: cards go onto a meld that another
    player began, where this does not tell that they may; ``first_melds``: a player who began no meld before begins one, but not
    with an ``Opening``; ``wild_thrown``: a wild card is discarded by a side that has a meld of wild cards alone; ``fitting``: a
    card is discarded of which this tells that melds of the side bar it, or one of the rank of cards that the turn lays;
    ``after_none``: the player's turn before had no discard; ``reds``: a red three is drawn or held; ``chains``: one that was drawn
    is replaced; ``last_cards``: the last card of the stock is drawn. ``turned`` is none of these: where it is set, the pile becomes
    the stock when that is used up, and the deal goes on.
    """

    wild_rows: bool = False
    partners: Adds | None = None
    first_melds: bool = False
    wild_thrown: bool = False
    fitting: Bars | None = None
    after_none: bool = False
    reds: bool = True
    chains: bool = False
    last_cards: bool = False
    turned: bool = False


@fixed
class Opening(Fixed):
    """What makes an initial meld with which nothing can be wrong: cards that are worth enough by their ``points``; ``need`` tells
    how much is enough for a side, by its score. Where a check listens to wild cards (``naturals``), there are none among them if no
    more than ``naturals_to`` is needed, and never wild cards alone. ``ranks``: what any card of a meld of a rank is worth, where
    wild cards are worth what those are for which they stand.
    """

    points: Mapping[Card, int]
    need: Callable[[int], int]
    naturals: bool = False
    naturals_to: int = 0
    ranks: Mapping[str, int] | None = None

    def worth(self, cards: tuple[Card, ...], rank: str) -> int:
        """Points that cards in a meld of ``rank`` are surely worth."""
        if self.ranks is not None:
            return self.ranks.get(rank, 0) * len(cards)
        points = self.points
        return sum([points[card] for card in cards])

    def may_be_wild(self, laid: Sequence[tuple[Card, ...]], need: int) -> bool:
        """Tell whether what is laid holds wild cards only where that may be."""
        if all(WILD.isdisjoint(cards) for cards in laid):
            return True
        return need > self.naturals_to and not all(WILD.issuperset(cards) for cards in laid)


NO_LIMITS = Limits()
"""Those of games in which no check listens to every play of a kind."""


class Known:
    """What was found good before, and is good again: ``rows`` of new melds, and lay-offs with wild cards, by what ``joining``
    makes of them (``adds``).
    """

    __slots__ = ("adds", "rows")

    def __init__(self, rows: Container[Shape], adds: Container[Hashable] = ()) -> None:
        """Go by what these hold when it is asked for."""
        self.rows = rows
        self.adds = adds


PLAIN_RANKS = frozenset("A456789TJQK")
"""Ranks whose rows and lay-offs are good or bad by the number of their naturals and wild cards alone."""

ByRank = dict[str, MeldOnTable | None]
"""Melds of a side by their rank; ``None`` for a rank of which there are several."""

Laid = tuple[MeldOnTable, tuple[Card, ...], bool]
"""A meld, the cards that were laid onto it, and whether it was begun with them."""


def joining(row: Shape, meld: MeldOnTable, laid: Sequence[Laid] = ()) -> Hashable:
    """All that may tell whether cards that make ``row`` may join a meld of their rank, or of any rank if they are wild cards;
    what is ``laid`` onto it before them lies there as well.
    """
    naturals, wilds = meld.naturals, meld.wilds
    for other, cards, new in laid:
        if other is meld and not new:
            more = shape(cards)
            naturals, wilds = naturals + more.naturals, wilds + more.wilds
    return (row.naturals, row.wilds, naturals, wilds)


def by_rank(melds: Sequence[MeldOnTable], laid: Sequence[Laid] = ()) -> ByRank:
    """The melds that lie there, and those that a turn has begun."""
    found: ByRank = {}
    for meld in melds:
        rank = meld.rank
        found[rank] = None if rank in found else meld
    for meld, _, new in laid:
        if new:
            found[meld.rank] = None if meld.rank in found else meld
    return found


def lay_all(
    plays: Sequence[n.Play], hand: list[Card], melds: list[MeldOnTable], laid: list[Laid], turn: tuple[n.Seat, int],
    known: Known, limits: Limits, ranks: ByRank | None = None,
) -> bool:  # fmt: skip
    """Take the cards of ``plays``, which are to be melds and lay-offs, out of ``hand``, and put them into ``laid``, melds that are
    begun also into ``ranks``; tell whether all of it is plain. ``turn`` is whose it is, and its number.
    """
    seat, number = turn
    partners = limits.partners
    if ranks is None:
        ranks = by_rank(melds, laid)
    try:
        for play in plays:
            rank = play.laid
            if rank or play.kind == "add":
                meld = ranks.get(rank) if rank else taking(play, ranks, laid, known, limits)  # type: ignore[arg-type]
                if meld is None or (partners and meld.seat != seat and not partners(melds, meld, seat)):
                    return False
                cards: tuple[Card, ...] = play.cards  # type: ignore[attr-defined]
                laid.append((meld, cards, False))
            elif play.kind == "meld":
                cards = play.cards  # type: ignore[attr-defined]
                row = shape(cards)
                if not may_begin(row, ranks, known.rows, limits):
                    return False
                meld = ranks[row[0]] = MeldOnTable(cards, seat, number, row)
                laid.append((meld, cards, True))
            else:
                return False
            for card in cards:
                hand.remove(card)
    except ValueError:
        return False
    return True


def put_down(melds: list[MeldOnTable], laid: Sequence[Laid]) -> None:
    """Let cards lie that a turn lays."""
    for meld, cards, new in laid:
        if new:
            melds.append(meld)
        elif WILD.isdisjoint(cards):
            meld.cards += cards
            meld.naturals += len(cards)
        else:
            meld.add(cards)


def only_meld(melds: list[MeldOnTable], rank: str) -> MeldOnTable | None:
    """The meld of a rank, ``None`` where there is none or several."""
    found = None
    for meld in melds:
        if meld.rank == rank:
            if found is not None:
                return None
            found = meld
    return found


def any_meld(melds: Sequence[MeldOnTable], rank: str) -> bool:
    """Tell whether a meld of a rank lies there."""
    for meld in melds:  # noqa: SIM110
        if meld.rank == rank:
            return True
    return False


def taking(play: n.Add, ranks: ByRank, laid: Sequence[Laid], known: Known, limits: Limits) -> MeldOnTable | None:
    """The meld that naturals of its rank join, or wild cards, alone or with such, if that is plain."""
    onto, row = play.onto, shape(play.cards)
    meld = ranks.get(row.rank if onto is None else onto.card)
    if meld is None or meld.rank not in PLAIN_RANKS or row.rank not in (meld.rank, WILD_MELD):
        return None
    if onto is not None and (onto.nth is not None or onto.owner not in (None, meld.seat)):
        return None
    if row.wilds and (joining(row, meld, laid) not in known.adds or (limits.wild_rows and WILD_MELD in ranks)):
        return None
    return meld


def has_wild_meld(melds: Sequence[MeldOnTable]) -> bool:
    """Tell whether a meld of wild cards alone lies there."""
    return any_meld(melds, WILD_MELD)


def may_begin(row: Shape, ranks: ByRank, rows: Container[Shape], limits: Limits) -> bool:
    """Tell whether a new meld is plain: a row that was found good, of a rank that the side has not melded."""
    if row not in rows or row[0] in ranks:
        return False
    return not (limits.wild_rows and row.wilds and WILD_MELD in ranks)
