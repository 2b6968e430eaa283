"""What injectors put logs together from: a deal begun otherwise, positions in mid-deal, the pile taken otherwise."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from random import Random

from canasta_audit.cards import RED_THREES, WILD, Card
from canasta_audit.notation import model as n
from canasta_audit.simulate.faults.scene import RANKS, Scene
from canasta_audit.simulate.spoil import Clean, Moment, Spoilt
from canasta_audit.table.state import Table

_MOST_KEPT = 12
"""How many turns are kept at most behind a beginning that was changed."""


def played(turn: n.Turn) -> list[Card]:
    """All cards that a turn lays down or discards."""
    cards: list[Card] = []
    for play in turn.plays:
        cards += (play.card,) if isinstance(play, n.Discard) else getattr(play, "cards", ())
    return cards


def chain_from(stock: list[Card], special: bool = True) -> n.Chain | None:
    """What is drawn from the end of ``stock``, which loses it; ``special``: red threes are laid and replaced."""
    chain: list[Card] = []
    while stock and (not chain or (special and chain[-1] in RED_THREES)):
        chain.append(stock.pop())
    return tuple(chain) if chain and not (special and chain[-1] in RED_THREES) else None


def by_deals(clean: Clean) -> list[list[Moment]]:
    """The turns of every deal that has any."""
    deals: dict[int, list[Moment]] = {}
    for moment in clean.moments:
        deals.setdefault(clean.deal_of(moment.place).start, []).append(moment)
    return list(deals.values())


def shuffled(clean: Clean, source: Random, fits: Callable[[Moment], bool]) -> Iterator[Moment]:
    """Yield the moments that fit, in random order."""
    moments = [moment for moment in clean.moments if moment.turn.plays and fits(moment)]
    source.shuffle(moments)
    yield from moments


def goes_on(moment: Moment) -> bool:
    """Tell whether a turn ends with a discard and leaves some cards, in the hand and in the stock."""
    left = len(moment.after.hands[moment.turn.seat])
    return moment.turn.plays[-1].kind == "discard" and left > 2 and (moment.after.stock_left or 0) > 6


class Start:
    """A deal's beginning that is written otherwise, with some of its first turns, in none of which the pile is taken.

    ``head`` are its lines before the first turn, ``kept`` the turns.
    """

    def __init__(self, clean: Clean, moments: Sequence[Moment], source: Random) -> None:
        """Choose how many turns are kept."""
        self.clean, self.source = clean, source
        calm = list(takewhile(lambda moment: all(play.kind not in ("take", "turnover") for play in moment.turn.plays), moments))
        self.first = clean.deal_of(moments[0].place).start
        self.head = clean.lines[self.first : moments[0].place]
        self._whole = moments[0].before.stock_left or 0
        self.keep(calm[: source.randint(0, min(len(calm), _MOST_KEPT))])

    def keep(self, moments: Sequence[Moment]) -> None:
        """Keep these turns, the deal's first ones, and no others."""
        self.kept = list(moments)
        self._left = (self.kept[-1].after.stock_left or 0) if self.kept else self._whole

    def places(self, kind: str, place: str = "") -> list[int]:
        """The places in ``head`` of lines of a kind; of cards those that lie at ``place``."""
        return [i for i, line in enumerate(self.head) if line.kind == kind and getattr(line, "place", "") == place]

    def cards(self, place: str) -> tuple[Card, ...]:
        """The cards of a line ``up``, ``down`` or ``stock``."""
        line = self.head[self.places("cards", place)[-1]]
        assert isinstance(line, n.CardsLine)
        return line.cards

    def write(self, place: str, cards: Sequence[Card]) -> int:
        """Write other cards into a line ``up``, ``down`` or ``stock``; its place in ``head``."""
        at = self.places("cards", place)[-1]
        line = self.head[at]
        assert isinstance(line, n.CardsLine)
        self.head[at] = replace(line, cards=tuple(cards), text="")
        return at

    def fetch(self, wanted: Collection[Card]) -> Card | None:
        """Take a card out of the stock that nobody draws in the turns kept."""
        stock = self.cards("stock")
        fitting = [i for i in range(len(stock) - self._left, len(stock)) if stock[i] in wanted]
        if not fitting:
            return None
        at = self.source.choice(fitting)
        self.write("stock", (*stock[:at], *stock[at + 1 :]))
        self._left -= 1
        return stock[at]

    def bury(self, *cards: Card) -> None:
        """Put cards under the stock."""
        self.write("stock", (*self.cards("stock"), *cards))
        self._left += len(cards)

    def spoilt(self, at: int) -> Spoilt:
        """The log broken off behind the turns kept; the fault is in the line at ``at`` of ``head``."""
        turns = [self.clean.lines[moment.place] for moment in self.kept]
        return Spoilt([*self.clean.lines[: self.first], *self.head, *turns, n.End(why="stop")], self.first + at)


def starts(clean: Clean, source: Random) -> Iterator[Start]:
    """Yield the beginnings of all deals, in random order."""
    deals = by_deals(clean)
    source.shuffle(deals)
    for moments in deals:
        yield Start(clean, moments, source)


def position(clean: Clean, table: Table, seat: n.Seat, stock: Sequence[Card]) -> list[n.Line]:
    """A record that begins in mid-deal, with ``seat`` to play: the table as it lies but for the ``stock``, next card first."""
    tags = clean.lines[: next(i for i, line in enumerate(clean.lines) if line.kind == "deal")]
    lines: list[n.Line] = [*tags, n.DealHead(number=table.number, dealer=table.dealer, first=seat)]
    lines.append(n.Before(sums=tuple(table.before.items())))
    for owner, cards in table.hands.items():
        lines.append(n.HandLine(seat=owner, cards=tuple(cards)))
    for owner, reds in table.reds.items():
        if reds:
            lines.append(n.RedLine(seat=owner, chains=tuple((card,) for card in reds)))
    for owner in table.seats.order:
        melds = [tuple(meld.cards) for meld in table.melds[table.seats.side_of[owner]] if meld.seat == owner]
        if melds:
            lines.append(n.MeldsLine(seat=owner, melds=tuple(melds)))
    lines.append(n.CardsLine(place="pile", cards=tuple(table.pile)))
    return [*lines, n.CardsLine(place="stock", cards=tuple(stock))]


class Fresh(Scene):
    """A scene in which the mover has not drawn yet: the pile lies before him."""

    def _trace(self) -> None:
        self._count = 0
        super()._trace()

    @property
    def top(self) -> Card:
        """The pile's top card."""
        line = self.lines[self.moment.place - 1]
        last = line.plays[-1] if isinstance(line, n.Turn) and line.plays else None
        return last.card if isinstance(last, n.Discard) else self.table.pile[-1]

    def topped(self, wanted: Collection[Card]) -> Card | None:
        """Let the player before have discarded a card that is wanted; ``None`` where he cannot have it."""
        place = self.moment.place - 1
        line = self.lines[place]
        if not isinstance(line, n.Turn) or not isinstance(line.plays[-1], n.Discard):
            return None
        if line.plays[-1].card not in wanted:
            cards = self.get(wanted, seat=line.seat)
            if cards is None:
                return None
            line = self.lines[place]
            assert isinstance(line, n.Turn)
            self.lines[place] = replace(line, plays=(*line.plays[:-1], n.Discard(cards[0])), text="")
        return self.top

    def spare(self, but: Collection[str] = ()) -> Card | None:
        """A natural of no rank in ``but`` that the mover can discard, so that he keeps another card."""
        free = [one for one in self.held[self.seat] if not one.taken]
        fitting = [one for one in free if one.card[0] in RANKS and one.card[0] not in but]
        if len(free) < 2 or not fitting:
            return None
        one = self.source.choice(fitting)
        one.taken = True
        return one.card

    def taken(self, take: n.Take, *before: n.Play, but: Collection[str] = ()) -> Spoilt | None:
        """The log cut off behind a turn that takes the pile so, lays red threes that come with it, and discards."""
        card = self.spare(but)
        if card is None:
            return None
        return self.spoilt(*before, take, *self.reds(take), n.Discard(card))

    def reds(self, take: n.Take) -> tuple[n.Play, ...]:
        """The red threes that come with the pile, laid."""
        rest = () if take.only or self.rules.red_threes.laid == "never" else self.table.pile[:-1]
        reds = tuple((card,) for card in rest if card in RED_THREES)
        return (n.Red(reds),) if reds else ()


def fresh(
    clean: Clean, source: Random, opened: bool | None = True, fits: Callable[[Moment], bool] = lambda moment: True, cards: int = 6
) -> Iterator[Fresh]:
    """Yield scenes in random order in which the mover may take the pile or draw, and holds so many cards at least; ``opened``:
    whether he, or his side, has made the initial meld (``None``: either).
    """

    def usable(moment: Moment) -> bool:
        table = moment.before
        enough = len(table.hands[moment.turn.seat]) >= cards and (table.stock_left or 0) > 4
        return bool(table.pile) and enough and fits(moment)

    for moment in shuffled(clean, source, usable):
        scene = Fresh(clean, moment, source)
        if opened is None or scene.opened == opened:
            yield scene


def freezer(table: Table) -> str:
    """What freezes a pile whatever its top card is: a card turned up at the ``"start"``, a wild card in ``"play"``, or ``""``."""
    start = 0 if table.pile_taken else len(table.up) + table.pile_down
    if any(card in WILD or card in RED_THREES for card in table.pile[:start]):
        return "start"
    return "play" if any(card in WILD for card in table.pile[start:-1]) else ""
