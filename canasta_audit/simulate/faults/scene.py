"""A turn of a clean log, set up anew: cards are traded beforehand, so that the mover holds what a fault needs.

Cards change places only where nobody can have noticed: one that was dealt or drawn and never played since, against one that is
still in the stock, or in another hand on the same terms. All turns before stay what they were.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

from canasta_audit.cards import RED_THREES, SUITS, WILD, Card
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.simulate.plans import address_of
from canasta_audit.simulate.spoil import Clean, Moment, Spoilt
from canasta_audit.table.state import MeldOnTable

T = TypeVar("T")

Spot = tuple[int, tuple[int, ...]]
"""Where a card is written: the 0-based line, and the indices that lead to it."""

RANKS = "456789TJQKA"
"""Ranks of naturals, cheapest first."""

_WAY = ("draw", "red", "take", "pickup")


@dataclass(eq=False, slots=True)
class Held:
    """A card in a hand or in the stock: where it is written, nowhere if it cannot be traded; ``taken``: it is spoken for."""

    card: Card
    spots: tuple[Spot, ...] = ()
    taken: bool = False


def of_rank(rank: str) -> frozenset[Card]:
    """The four cards of a rank."""
    return frozenset(rank + suit for suit in SUITS)


class Scene:
    """A moment of a clean log when the mover has drawn, or taken the pile, and not played yet.

    ``held`` are the cards of every hand, ``way`` how the mover came by his, ``discard`` what he discarded in the clean log.
    """

    def __init__(self, clean: Clean, moment: Moment, source: Random, drawn: bool = True) -> None:
        """Trace every card of the deal up to the moment, with what the mover has drawn unless he shall come by cards otherwise."""
        self.clean, self.moment, self.source = clean, moment, source
        self.rules: Rules = clean.rules
        self.seat = moment.turn.seat
        self.table = moment.before
        self.side = self.table.seats.side_of[self.seat]
        self.lines = clean.lines[: moment.place + 1]
        plays = moment.turn.plays
        self._count = next((i for i, play in enumerate(plays) if play.kind not in _WAY), len(plays)) if drawn else 0
        last = plays[-1] if plays else None
        self.discard: Card | None = last.card if isinstance(last, n.Discard) else None
        self.held: dict[n.Seat, list[Held]] = {seat: [] for seat in self.table.seats.order}
        self.stock: list[Held] = []
        self._threes = self.rules.red_threes.laid == "never"
        self._trace()

    @property
    def way(self) -> tuple[n.Play, ...]:
        """How the mover came by his cards."""
        line = self.lines[self.moment.place]
        assert isinstance(line, n.Turn)
        return line.plays[: self._count]

    @property
    def hand(self) -> list[Card]:
        """The mover's cards."""
        return [one.card for one in self.held[self.seat]]

    @property
    def melds(self) -> list[MeldOnTable]:
        """The melds of the mover's side before his turn."""
        return self.table.melds[self.side]

    @property
    def opened(self) -> bool:
        """Tell whether the mover, or his side where one opens for all, has made an initial meld."""
        return any(meld.seat == self.seat or self.rules.opening.by == "side" for meld in self.melds)

    @property
    def free_ranks(self) -> list[str]:
        """Ranks of which nobody has a meld, in random order."""
        taken = {meld.rank for melds in self.table.melds.values() for meld in melds}
        ranks = [rank for rank in RANKS if rank not in taken]
        self.source.shuffle(ranks)
        return ranks

    def address(self, meld: MeldOnTable) -> n.Address:
        """How the mover names a meld of his side."""
        return address_of(meld, self.seat, self.rules)

    @property
    def need(self) -> int:
        """Points that the mover's initial meld needs."""
        return self.rules.opening.need(self.table.before[self.side])

    def at_hand(self, kind: Collection[Card]) -> int:
        """Number of cards of a kind that the mover could hold."""
        mine = self.held[self.seat]
        others = [one for held in (*self.held.values(), self.stock[6:]) if held is not mine for one in held]
        return sum(one.card in kind for one in mine) + sum(one.card in kind and self._tradeable(one) for one in others)

    def get(self, *wanted: Collection[Card], seat: n.Seat | None = None) -> tuple[Card, ...] | None:
        """See to it that a player, the mover if none is named, holds a card of each kind that is wanted.

        The cards are then spoken for; ``None`` where they cannot be had: the scene is of no use any more.
        """
        mine = [one for one in self.held[seat or self.seat] if not one.taken]
        self.source.shuffle(mine)
        found: dict[int, Held] = {}
        for index in sorted(range(len(wanted)), key=lambda i: len(wanted[i])):
            one = next((one for one in mine if one.card in wanted[index]), None)
            if one is not None:
                mine.remove(one)
                found[index] = one
        for index, kind in enumerate(wanted):
            if index not in found:
                given = next((one for one in mine if self._tradeable(one)), None)
                other = self._elsewhere(kind, seat or self.seat)
                if given is None or other is None:
                    return None
                mine.remove(given)
                self._trade(given, other)
                found[index] = given
        for one in found.values():
            one.taken = True
        return tuple(found[index].card for index in range(len(wanted)))

    def spoilt(self, *plays: n.Play, then: Sequence[n.Line] = (), end: n.End | None = None) -> Spoilt:
        """The log with ``plays`` in place of what the mover played, cut off behind it and the turns ``then``.

        With ``end`` the hands left are written down, those of the mover without what he plays.
        """
        place = self.moment.place
        turn = n.Turn(seat=self.seat, plays=(*self.way, *plays))
        lines = [*self.lines[:place], turn, *then, end or n.End(why="stop")]
        return Spoilt([*lines, *self._left([turn, *then])] if end is not None else lines, place)

    def out(self, *plays: n.Play, then: Sequence[n.Line] = ()) -> Spoilt:
        """The log with ``plays`` with which the mover goes out."""
        return self.spoilt(*plays, then=then, end=n.End(outs=((self.seat, False),)))

    def _left(self, turns: Sequence[n.Line]) -> Iterator[n.Line]:
        for seat, held in self.held.items():
            cards = [one.card for one in held]
            for line in turns:
                plays = line.plays if isinstance(line, n.Turn) and line.seat == seat else ()
                for play in plays:
                    for card in _played(play) if play.kind != "take" else ():
                        cards.remove(card)
            yield n.Left(seat=seat, cards=tuple(cards))

    def _tradeable(self, one: Held) -> bool:
        return bool(one.spots) and not one.taken and (self._threes or one.card not in RED_THREES)

    def _elsewhere(self, kind: Collection[Card], seat: n.Seat) -> Held | None:
        # The next few cards of the stock stay, so that turns may follow.
        others = [one for other, held in self.held.items() if other != seat for one in held]
        fitting = [one for one in (*self.stock[6:], *others) if one.card in kind and self._tradeable(one)]
        return self.source.choice(fitting) if fitting else None

    def _trade(self, one: Held, other: Held) -> None:
        one.card, other.card = other.card, one.card
        for held in (one, other):
            for place, path in held.spots:
                self.lines[place] = _written(self.lines[place], path, held.card)

    def _trace(self) -> None:
        place = self.moment.place
        start = max(i for i in range(place) if isinstance(self.lines[i], n.DealHead))
        self._tables = {moment.place: moment.before for moment in self.clean.moments if start < moment.place <= place}
        for i in range(start, place + 1):
            line = self.lines[i]
            if isinstance(line, n.HandLine):
                self.held[line.seat] = [Held(card, ((i, (k,)),)) for k, card in enumerate(line.cards)]
            elif isinstance(line, n.RedLine):
                for c, chain in enumerate(line.chains):
                    self._leave(line.seat, chain[0])
                    self.held[line.seat].append(Held(chain[-1], ((i, (c, len(chain) - 1)),)))
            elif isinstance(line, n.CardsLine) and line.place == "stock":
                self.stock = [Held(card, ((i, (k,)),)) for k, card in enumerate(line.cards)]
            elif isinstance(line, n.Turn):
                for p, play in enumerate(line.plays if i < place else line.plays[: self._count]):
                    self._follow(line.seat, i, p, play)
                if i < place and line.plays[-1:] and line.plays[-1].kind != "discard":
                    # Other cards might have had to be discarded.
                    self._pin(line.seat)

    def _follow(self, seat: n.Seat, i: int, p: int, play: n.Play) -> None:
        """Follow the cards of one play."""
        held = self.held[seat]
        if isinstance(play, (n.Draw, n.Red)):
            for c, chain in enumerate(play.chains):
                replaced = chain if isinstance(play, n.Draw) else chain[1:]
                if isinstance(play, n.Red):
                    self._leave(seat, chain[0])
                spots: tuple[Spot, ...] = ()
                for _ in replaced:
                    spots = self.stock.pop(0).spots if self.stock else ()
                if replaced:
                    held.append(Held(chain[-1], ((i, (p, c, len(chain) - 1)), *spots) if spots else ()))
        elif isinstance(play, n.TurnOver):
            self.stock = []
        elif isinstance(play, n.Take):
            table = self._tables[i]
            pile = table.pile
            laid = play.how == "with" or play.onto is not None
            if not laid or all(meld.seat != seat for meld in table.melds[table.seats.side_of[seat]]):
                # What he has shown, or could have shown or laid without the rest of the pile, he must have had.
                self._pin(seat)
            for card in play.cards if play.how == "with" else ():
                self._leave(seat, card)
            held += [Held(card) for card in [*([] if play.only else pile[:-1]), *([] if laid else pile[-1:])]]
        else:
            for card in _played(play):
                self._leave(seat, card)

    def _pin(self, seat: n.Seat) -> None:
        """Let a player's cards so far be those that they are."""
        for one in self.held[seat]:
            one.spots = ()

    def _leave(self, seat: n.Seat, card: Card) -> None:
        """Take a card out of a hand: of equal ones that which cannot be traded, else the latest."""
        held = self.held[seat]
        equal = [one for one in held if one.card == card]
        held.remove(next((one for one in equal if not one.spots), equal[-1]))


def _played(play: n.Play) -> Sequence[Card]:
    """The cards of a meld, a lay-off or a discard."""
    if isinstance(play, n.Discard):
        return (play.card,)
    return play.cards if isinstance(play, (n.Meld, n.Add)) else ()


def _written(line: n.Line, path: tuple[int, ...], card: Card) -> n.Line:
    """``line`` with another card at a place."""
    if isinstance(line, (n.HandLine, n.CardsLine)):
        return replace(line, cards=_changed(line.cards, path[0], card), text="")
    if isinstance(line, n.RedLine):
        return replace(line, chains=_in_chains(line.chains, path, card), text="")
    assert isinstance(line, n.Turn)
    play = line.plays[path[0]]
    assert isinstance(play, (n.Draw, n.Red))
    play = type(play)(_in_chains(play.chains, path[1:], card), remark=play.remark)
    return replace(line, plays=_changed(line.plays, path[0], play), text="")


def _in_chains(chains: tuple[n.Chain, ...], path: tuple[int, ...], card: Card) -> tuple[n.Chain, ...]:
    return _changed(chains, path[0], _changed(chains[path[0]], path[1], card))


def _changed(row: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*row[:index], value, *row[index + 1 :])


def scenes(clean: Clean, source: Random, fits: Callable[[Moment], bool], drawn: bool = True) -> Iterator[Scene]:
    """Yield the moments that fit, in random order; ``drawn``: with what the mover draws in the clean log."""
    moments = [moment for moment in clean.moments if moment.turn.plays and fits(moment)]
    source.shuffle(moments)
    for moment in moments:
        yield Scene(clean, moment, source, drawn)


def is_quiet(moment: Moment) -> bool:
    """Tell whether a turn is a draw and a discard of a natural, while there is a stock."""
    *way, last = moment.turn.plays
    plain = bool(way) and way[0].kind == "draw" and all(play.kind in ("draw", "red") for play in way)
    return plain and isinstance(last, n.Discard) and last.card not in WILD and (moment.after.stock_left or 0) > 8


def quiet(clean: Clean, source: Random, opened: bool | None = True, cards: int = 0) -> Iterator[Scene]:
    """Yield scenes in which the mover drew and discarded, with so many cards at least that he may lay besides; ``opened``: whether
    he, or his side, has made the initial meld (``None``: either).
    """
    for scene in scenes(clean, source, is_quiet):
        if (opened is None or scene.opened == opened) and len(scene.hand) >= cards + 2:
            yield scene


def onto_melds(scene: Scene, count: int, most: int = 99) -> list[n.Play] | None:
    """Lay-offs of so many naturals on melds that the mover may add to, none of which gets more than ``most`` cards; ``None``
    where they cannot be had.
    """
    mine = [meld for meld in scene.melds if meld.rank in RANKS and (scene.rules.melds.owner == "side" or meld.seat == scene.seat)]
    room = [meld for meld in mine for _ in range(most - meld.size)]
    if len(room) < count:
        return None
    chosen = scene.source.sample(room, count)
    cards = scene.get(*(of_rank(meld.rank) for meld in chosen))
    if cards is None:
        return None
    plays: list[n.Play] = []
    for meld in dict.fromkeys(chosen):
        fitting = tuple(card for card in cards if card[0] == meld.rank)
        plays.append(n.Add(fitting, scene.address(meld)))
    return plays
