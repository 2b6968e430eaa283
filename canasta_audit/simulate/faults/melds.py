"""Faults of melds: what makes one, wild cards in it, and laying off. Melds of threes and of wild cards have files of their own."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from canasta_audit.cards import NATURAL, WILD
from canasta_audit.notation import model as n
from canasta_audit.simulate.faults.scene import RANKS, of_rank, quiet, scenes
from canasta_audit.simulate.spoil import Clean, Moment, Spoilt, injector
from canasta_audit.table.state import MeldOnTable


@injector("MELD-001")
def too_few_cards(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A pair is melded."""
    for scene in quiet(clean, source, cards=2):
        for rank in scene.free_ranks[:1]:
            cards = scene.get(of_rank(rank), of_rank(rank), {scene.discard or ""})
            if cards is not None:
                yield scene.spoilt(n.Meld(cards[:2]), n.Discard(cards[2]))


@injector("MELD-002")
def mixed_ranks(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A card of another rank lies in a new meld, or is laid off on one."""
    for scene in quiet(clean, source, cards=3):
        rank, other = source.sample(scene.free_ranks, 2) if len(scene.free_ranks) > 1 else ("", "")
        if not rank:
            continue
        melds = [meld for meld in scene.melds if meld.rank in RANKS]
        if melds and source.random() < 0.5:
            meld = source.choice(melds)
            cards = scene.get(of_rank(other), {scene.discard or ""})
            if cards is not None:
                yield scene.spoilt(n.Add(cards[:1], scene.address(meld)), n.Discard(cards[1]))
            continue
        cards = scene.get(of_rank(rank), of_rank(rank), of_rank(other), {scene.discard or ""})
        if cards is not None:
            yield scene.spoilt(n.Meld(cards[:3]), n.Discard(cards[3]))


@injector("MELD-003")
def too_few_naturals(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A natural is melded with two wild cards or three."""
    for scene in quiet(clean, source, cards=4):
        count = source.choice((2, 3))
        for rank in scene.free_ranks[:1]:
            cards = scene.get(*[WILD] * count, of_rank(rank), {scene.discard or ""})
            if cards is not None:
                yield scene.spoilt(n.Meld((cards[-2], *cards[:-2])), n.Discard(cards[-1]))


@injector("MELD-004")
def too_many_wilds(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A meld gets a fourth wild card."""
    for scene in quiet(clean, source, cards=4):
        for meld in sorted(scene.melds, key=lambda meld: -meld.wilds)[:1]:
            more = 4 - meld.wilds
            cards = scene.get(*[WILD] * more, {scene.discard or ""})
            if cards is not None:
                yield scene.spoilt(n.Add(cards[:-1], scene.address(meld)), n.Discard(cards[-1]))


def _draws_red(moment: Moment) -> bool:
    play = moment.turn.plays[0]
    return isinstance(play, n.Draw) and len(play.chains[0]) > 1 and len(moment.before.hands[moment.turn.seat]) > 3


@injector("MELD-005")
def red_three_in_meld(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A red three that was drawn is not laid apart but into a meld."""
    for scene in scenes(clean, source, _draws_red, drawn=False):
        drawn = scene.moment.turn.plays[0]
        assert isinstance(drawn, n.Draw)
        three, hand = drawn.chains[0][0], [card for card in scene.hand if card in NATURAL]
        melds = [meld for meld in scene.melds if meld.rank in RANKS]
        pairs = [rank for rank in scene.free_ranks if sum(card[0] == rank for card in hand) > 1]
        if not melds or len(hand) < 3:
            continue
        play: n.Play = n.Add((three,), scene.address(source.choice(melds)))
        if pairs and source.random() < 0.7:
            pair = [card for card in hand if card[0] == pairs[0]][:2]
            for card in pair:
                hand.remove(card)
            play = n.Meld((*pair, three))
        yield scene.spoilt(n.Draw(((three,),)), play, n.Discard(source.choice(hand)))


@injector("MELD-009")
def second_meld_of_a_rank(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """Three cards of a rank that lies already are a meld of their own."""
    for scene in quiet(clean, source, cards=3):
        melds = [meld for meld in scene.melds if meld.rank in RANKS and meld.naturals < 6]
        for meld in melds[:1]:
            cards = scene.get(*[of_rank(meld.rank)] * 2, of_rank(meld.rank) | WILD, {scene.discard or ""})
            if cards is not None:
                yield scene.spoilt(n.Meld(cards[:3]), n.Discard(cards[3]))


@injector("MELD-010")
def lay_off_on_opponents(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A card is laid off on a meld of the other side."""
    for scene in quiet(clean, source, cards=1):
        theirs = [meld for side, melds in scene.table.melds.items() if side != scene.side for meld in melds if meld.rank in RANKS]
        for meld in source.sample(theirs, min(1, len(theirs))):
            cards = scene.get(of_rank(meld.rank), {scene.discard or ""})
            if cards is not None:
                yield scene.spoilt(n.Add(cards[:1], n.Address(meld.rank, None, meld.seat)), n.Discard(cards[1]))


@injector("MELD-011")
def melded_card_moved(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A card is taken from a meld to another one of its side, or back into the hand."""
    for scene in quiet(clean, source):
        for meld in [meld for meld in scene.melds if meld.rank in RANKS and meld.size > 3 and meld.naturals > 2]:
            wilds = [card for card in meld.cards if card in WILD]
            others = [other for other in scene.melds if other is not meld and other.rank in RANKS and other.wilds < 3]
            target = scene.address(source.choice(others)) if wilds and others and source.random() < 0.7 else None
            card = source.choice(wilds) if target is not None else source.choice(meld.cards)
            yield scene.spoilt(n.Shift(scene.address(meld), (card,), target), n.Discard(scene.discard or ""))


@injector("MELD-012")
def no_such_meld(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A card is added to a meld that nobody has laid."""
    for scene in quiet(clean, source, cards=1):
        for rank in scene.free_ranks[:1]:
            cards = scene.get(of_rank(rank), {scene.discard or ""})
            if cards is not None:
                yield scene.spoilt(n.Add(cards[:1], n.Address(rank)), n.Discard(cards[1]))


@injector("MELD-013", ruleset="uk-regency+second-meld-of-a-rank")
def meld_not_told(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A second meld of a rank is begun, and the record does not say onto which of the two the next card goes."""
    for scene in quiet(clean, source, cards=4):
        melds = [meld for meld in scene.melds if meld.rank in RANKS and meld.seat == scene.seat and meld.wilds < 3]
        for meld in source.sample(melds, min(1, len(melds))):
            rank = of_rank(meld.rank)
            cards = scene.get(rank, rank, rank | WILD, rank | WILD, {scene.discard or ""})
            if cards is not None:
                yield scene.spoilt(n.Meld(cards[:3]), n.Add(cards[3:4], n.Address(meld.rank)), n.Discard(cards[4]))


@injector("MELD-014", ruleset="uk-howto")
def too_many_wilds_for_naturals(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A meld gets more wild cards than there is one for every two naturals, and not more than three."""
    for scene in quiet(clean, source, cards=4):
        few = [meld for meld in scene.melds if meld.rank in RANKS and meld.naturals < 6]
        if few and source.random() < 0.6:
            meld = source.choice(few)
            cards = scene.get(*[WILD] * (meld.naturals // 2 + 1 - meld.wilds), {scene.discard or ""})
            if cards is not None:
                yield scene.spoilt(n.Add(cards[:-1], scene.address(meld)), n.Discard(cards[-1]))
            continue
        for rank in scene.free_ranks[:1]:
            cards = scene.get(of_rank(rank), of_rank(rank), WILD, WILD, {scene.discard or ""})
            if cards is not None:
                yield scene.spoilt(n.Meld(cards[:4]), n.Discard(cards[4]))


@injector("MELD-015", ruleset="ro-classic+no-wild-onto-canasta")
def wild_onto_finished_canasta(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A wild card goes onto a finished canasta."""
    for scene in quiet(clean, source, cards=1):
        for meld in [meld for meld in scene.melds if meld.size >= scene.rules.canastas.size and meld.wilds < 3][:1]:
            cards = scene.get(WILD, {scene.discard or ""})
            if cards is not None:
                yield scene.spoilt(n.Add(cards[:1], scene.address(meld)), n.Discard(cards[1]))


@injector("MELD-022", ruleset="ru-bank", bot="random")
def lay_off_on_partner(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A player without a meld of his own lays off on his partner's."""
    for scene in quiet(clean, source, opened=False, cards=1):
        melds: list[MeldOnTable] = [meld for meld in scene.melds if meld.size < scene.rules.canastas.size]
        for meld in source.sample(melds, min(1, len(melds))):
            cards = scene.get(of_rank(meld.rank), {scene.discard or ""})
            if cards is not None:
                yield scene.spoilt(n.Add(cards[:1], scene.address(meld)), n.Discard(cards[1]))
