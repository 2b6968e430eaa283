"""Faults of melds of threes and of wild cards alone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from canasta_audit.cards import BLACK_THREES, NATURAL, RED_THREES, SUITS, WILD
from canasta_audit.notation import model as n
from canasta_audit.simulate.faults.scene import RANKS, Scene, of_rank, onto_melds, quiet, scenes
from canasta_audit.simulate.spoil import Clean, Moment, Spoilt, injector


@injector("MELD-006")
def black_threes_before_going_out(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """Black threes are melded in a turn that does not end the deal."""
    for scene in quiet(clean, source, cards=3):
        cards = scene.get(BLACK_THREES, BLACK_THREES, BLACK_THREES, {scene.discard or ""})
        if cards is not None:
            yield scene.spoilt(n.Meld(cards[:3]), n.Discard(cards[3]))


@injector("MELD-007", ruleset="ru-bank", bot="random")
def black_threes_with_wilds(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A wild card lies in a meld of black threes."""
    for scene in quiet(clean, source, cards=4):
        count = source.choice((2, 3))
        cards = scene.get(*[BLACK_THREES] * count, WILD, {scene.discard or ""})
        if cards is not None:
            yield scene.spoilt(n.Meld(cards[:-1]), n.Discard(cards[-1]))


@injector("MELD-008", ruleset="ru-bank", bot="random")
def too_few_black_threes(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """Two black threes are melded."""
    for scene in quiet(clean, source, cards=2):
        cards = scene.get(BLACK_THREES, BLACK_THREES, {scene.discard or ""})
        if cards is not None:
            yield scene.spoilt(n.Meld(cards[:2]), n.Discard(cards[2]))


@injector("MELD-023", ruleset="ro-classic")
def too_many_black_threes(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A player goes out with a meld of all black threes and three wild cards; bots never keep so many: the record begins late."""
    head = [line for line in clean.lines if isinstance(line, n.Tag) and line.name != "Records"]
    for _ in range(4):
        rank, other, last = source.sample(RANKS, 3)
        canasta = tuple(source.sample(sorted(of_rank(rank)) * 2, 7))
        meld = tuple(source.sample(sorted(of_rank(other)) * 2, 4))
        wilds = tuple(source.sample(sorted(_WILDS), 3))
        threes = tuple(source.sample(["3C", "3C", "3S", "3S"], 4))
        drawn = tuple((rank_of + source.choice(SUITS),) for rank_of in source.sample([rank, last], 2))
        added = next(card for (card,) in drawn if card[0] == rank)
        if canasta.count(added) == 2:
            continue
        seat, partner = source.sample([*"NS"], 2)
        deal = n.DealHead(number=1, dealer="W" if seat == "N" else "E")
        melds = n.MeldsLine(seat=partner, melds=(canasta, meld))
        plays = (n.Draw(drawn), n.Meld((*threes, *wilds)), n.Add((added,)), n.Discard(next(c for (c,) in drawn if c != added)))
        turn = n.Turn(seat=seat, plays=plays)
        lines: list[n.Line] = [*head, deal, melds, n.HandLine(seat=seat, cards=(*threes, *wilds)), turn]
        yield Spoilt([*lines, n.End(outs=((seat, False),))], len(lines) - 1)


_WILDS = ["2C", "2D", "2H", "2S", "*", "*"]


@injector("MELD-024", ruleset="ro-mini")
def threes_not_laid_together(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """Three threes of a colour are laid, or four of both."""
    for scene in quiet(clean, source, cards=4):
        one, other = source.sample((RED_THREES & _THREES, BLACK_THREES & _THREES), 2)
        kinds = [one] * 3 if source.random() < 0.5 else [one] * 2 + [other] * 2
        cards = scene.get(*kinds, {scene.discard or ""})
        if cards is not None:
            yield scene.spoilt(n.Meld(cards[:-1]), n.Discard(cards[-1]))


_THREES = of_rank("3")


@injector("MELD-016", ruleset="ro-mini")
def canasta_not_laid_whole(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """Three or four wild cards are melded, which would have to be a whole canasta."""
    for scene in quiet(clean, source, cards=4):
        cards = scene.get(*[WILD] * source.choice((3, 4)), {scene.discard or ""})
        if cards is not None:
            yield scene.spoilt(n.Meld(cards[:-1]), n.Discard(cards[-1]))


@injector("MELD-017", ruleset="ro-canastone")
def naturals_onto_wild_meld(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """Naturals that are too few go onto wild cards, or enough of them onto wild cards that are too many."""
    for scene in quiet(clean, source, cards=4):
        wilds, naturals = source.choice(((3, 1), (3, 2), (3, 3), (4, 4)))
        if len(scene.hand) < wilds + naturals + 2:
            continue
        cards = scene.get(*[WILD] * wilds, *[of_rank(source.choice(RANKS))] * naturals, {scene.discard or ""})
        if cards is not None:
            added = n.Add(cards[wilds:-1], n.Address("*"))
            yield scene.spoilt(n.Meld(cards[:wilds]), added, n.Discard(cards[-1]))


@injector("MELD-018", ruleset="ro-canastone")
def out_before_wild_canasta(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A player goes out and has laid a few wild cards that are no canasta."""
    for scene in scenes(clean, source, lambda moment: _goes_out(moment) and moment.turn.plays[0].kind == "draw"):
        count = len(scene.hand) - 4
        if count < 0 or not _has_both(scene):
            continue
        cards = scene.get(WILD, WILD, WILD, NATURAL)
        plays = onto_melds(scene, count) if cards is not None else None
        if cards is not None and plays is not None:
            yield scene.out(n.Meld(cards[:3]), *plays, n.Discard(cards[3]))


def _goes_out(moment: Moment) -> bool:
    return not moment.after.hands[moment.turn.seat]


def _has_both(scene: Scene) -> bool:
    """Tell whether the side had a natural canasta and a mixed one before the turn."""
    size = scene.rules.canastas.size
    return len({bool(meld.wilds) for meld in scene.melds if meld.size >= size and meld.rank in RANKS}) == 2


@injector("MELD-019", ruleset="ro-canastone")
def wild_discarded_beside_wild_meld(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """Wild cards are melded, and another one is discarded."""
    for scene in quiet(clean, source, cards=4):
        cards = scene.get(*[WILD] * source.choice((4, 5)))
        if cards is not None:
            yield scene.spoilt(n.Meld(cards[:-1]), n.Discard(cards[-1]))


@injector("MELD-020", ruleset="ro-canastone")
def wild_laid_beside_wild_meld(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """Wild cards are melded, and another one is laid off elsewhere."""
    for scene in quiet(clean, source, cards=4):
        melds = [meld for meld in scene.melds if meld.rank in RANKS and meld.wilds < min(3, meld.naturals)]
        for meld in source.sample(melds, min(1, len(melds))):
            cards = scene.get(*[WILD] * 4, {scene.discard or ""})
            if cards is not None:
                added = n.Add(cards[3:4], scene.address(meld))
                yield scene.spoilt(n.Meld(cards[:3]), added, n.Discard(cards[4]))


@injector("MELD-021", ruleset="ro-canastone+wild-meld-bars-mixed-canastas")
def mixed_canasta_beside_wild_meld(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """Wild cards are melded, and naturals finish a mixed canasta."""
    for scene in quiet(clean, source, cards=5):
        size = scene.rules.canastas.size
        melds = [meld for meld in scene.melds if meld.rank in RANKS and meld.wilds and size - 2 <= meld.size < size]
        for meld in source.sample(melds, min(1, len(melds))):
            more = size - meld.size
            cards = scene.get(*[WILD] * 3, *[of_rank(meld.rank)] * more, {scene.discard or ""})
            if cards is not None:
                added = n.Add(cards[3:-1], scene.address(meld))
                yield scene.spoilt(n.Meld(cards[:3]), added, n.Discard(cards[-1]))
