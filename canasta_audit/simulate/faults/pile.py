"""Faults in taking the pile, where its top card has to be melded."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random

from canasta_audit.cards import JOKER, RED_THREES, WILD, Card
from canasta_audit.notation import model as n
from canasta_audit.simulate.faults.pieces import Fresh, freezer, fresh, goes_on, position
from canasta_audit.simulate.faults.scene import RANKS, of_rank
from canasta_audit.simulate.spoil import Clean, Moment, Spoilt, injector
from canasta_audit.table.snapshot import copy_of
from canasta_audit.table.state import MeldOnTable


def _takes(moment: Moment) -> bool:
    """Tell whether a turn that goes on takes a pile of several cards."""
    return goes_on(moment) and moment.turn.plays[0].kind == "take" and len(moment.before.pile) > 1


def _natural_top(moment: Moment) -> bool:
    return moment.before.pile[-1][0] in RANKS


def _open(moment: Moment) -> bool:
    """Tell whether a natural lies on a pile that nothing freezes."""
    return _natural_top(moment) and not freezer(moment.before)


def _mine(scene: Fresh) -> list[MeldOnTable]:
    """The melds of naturals of the mover's side, in random order."""
    melds = [meld for meld in scene.melds if meld.rank in RANKS]
    scene.source.shuffle(melds)
    return melds


@injector("PILE-001")
def top_card_not_used(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A player takes the pile and lays nothing, in a turn in which he took it lawfully in the clean log."""
    for scene in fresh(clean, source, None, _takes):
        spoilt = scene.taken(n.Take(scene.top), but=scene.top[0])
        if spoilt is not None:
            yield spoilt


@injector("PILE-002")
def top_card_not_matched(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The pile is taken with two wild cards, with a pair of another rank, or onto a meld of another rank."""
    for scene in fresh(clean, source, fits=_natural_top):
        how, top = source.randrange(3), scene.top
        others = [meld for meld in _mine(scene) if meld.rank != top[0]]
        take: n.Take | None = None
        if how == 0 and others:
            take = n.Take(top, onto=scene.address(others[0]))
        elif how == 1:
            ranks = [rank for rank in scene.free_ranks if rank != top[0]]
            pair = scene.get(of_rank(ranks[0]), of_rank(ranks[0])) if ranks else None
            take = n.Take(top, how="with", cards=pair) if pair else None
        elif how == 2:
            pair = scene.get(WILD, WILD)
            take = n.Take(top, how="with", cards=pair) if pair else None
        spoilt = scene.taken(take) if take else None
        if spoilt is not None:
            yield spoilt


@injector("PILE-003")
def closed_pile_taken(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A side that has no meld takes the pile with one natural and a wild card."""
    for scene in fresh(clean, source, False, _open):
        yield from _with_wild(scene)


def _with_wild(scene: Fresh) -> Iterator[Spoilt]:
    """Yield the log in which the mover takes the pile with a natural of its top card's rank and a wild card, if he can."""
    pair = scene.get(of_rank(scene.top[0]), WILD)
    spoilt = scene.taken(n.Take(scene.top, how="with", cards=pair)) if pair is not None else None
    if spoilt is not None:
        yield spoilt


@injector("PILE-004")
def frozen_without_natural_pair(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A pile that was frozen in play is taken with one natural and a wild card."""
    for scene in fresh(clean, source, fits=lambda moment: _natural_top(moment) and freezer(moment.before) == "play"):
        if all(meld.rank != scene.top[0] for meld in scene.melds):
            yield from _with_wild(scene)


@injector("PILE-005")
def frozen_start_not_observed(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A pile that has been frozen since the start is taken with one natural and a wild card."""
    for scene in fresh(clean, source, None, lambda moment: _natural_top(moment) and freezer(moment.before) == "start"):
        if all(meld.rank != scene.top[0] for meld in scene.melds):
            yield from _with_wild(scene)


@injector("PILE-006")
def onto_meld_while_closed(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The top card of a frozen pile is laid onto a meld."""
    for scene in fresh(clean, source, fits=lambda moment: bool(freezer(moment.before))):
        for meld in _mine(scene)[:1]:
            top = scene.topped(of_rank(meld.rank))
            spoilt = scene.taken(n.Take(top, onto=scene.address(meld))) if top is not None else None
            if spoilt is not None:
                yield spoilt


@injector("PILE-007")
def blocked_pile_taken(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The pile is taken while a wild card or a black three lies on top: into the hand, with a pair, or onto a meld."""
    for scene in fresh(clean, source, fits=lambda moment: not _natural_top(moment) and len(moment.before.pile) > 1):
        take: n.Take = n.Take(scene.top)
        melds, how = _mine(scene), source.randrange(3)
        if how == 1 and scene.top in WILD and scene.free_ranks:
            rank = scene.free_ranks[0]
            pair = scene.get(of_rank(rank), of_rank(rank))
            take = n.Take(scene.top, how="with", cards=pair) if pair else take
        elif how == 2 and melds:
            take = n.Take(scene.top, onto=scene.address(melds[0]))
        spoilt = scene.taken(take)
        if spoilt is not None:
            yield spoilt


@injector("PILE-008")
def one_card_for_one_card(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A player with a single card takes a pile of a single card, and goes out.

    The position is one of the log, but for that hand and that pile.
    """
    for scene in fresh(clean, source):
        size = clean.rules.canastas.size
        if all(meld.size < size for meld in scene.melds):
            continue
        melds = [meld for meld in _mine(scene) if meld.rank in {card[0] for card in scene.table.stock or ()}]
        last = scene.spare()
        if not melds or last is None:
            continue
        table, meld, seat = copy_of(scene.table), melds[0], scene.seat
        stock = table.stock or []
        top = source.choice([card for card in stock if card[0] == meld.rank])
        stock.remove(top)
        table.hands[seat], table.pile = [last], [top]
        lines = position(clean, table, seat, stock[::-1])
        turn = n.Turn(seat=seat, plays=(n.Ask(True), n.Take(top, onto=scene.address(meld)), n.Discard(last)))
        yield Spoilt([*lines, turn, n.End(outs=((seat, False),))], len(lines))


@injector("PILE-009")
def pile_merge_above_wild_cap(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The pile is taken with a natural and wild cards that join a meld, which has then more wild cards than it may."""
    cap = clean.rules.melds.wild_cap or 0
    for scene in fresh(clean, source, fits=_open):
        for meld in _mine(scene)[:1]:
            top = scene.topped(of_rank(meld.rank)) if meld.wilds else None
            cards = scene.get(of_rank(meld.rank), *[WILD] * (cap + 1 - meld.wilds)) if top is not None else None
            if cards is not None:
                spoilt = scene.taken(n.Take(top, how="with", cards=cards, onto=scene.address(meld)))
                if spoilt is not None:
                    yield spoilt


@injector("PILE-010")
def pile_not_taken_whole(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The top card alone is taken, and the rest of the pile stays."""
    for scene in fresh(clean, source, fits=_takes):
        take = scene.moment.turn.plays[0]
        assert isinstance(take, n.Take)
        if scene.get(*({card} for card in take.cards)) is not None:
            spoilt = scene.taken(n.Take(take.top, only=True, how=take.how, cards=take.cards, onto=take.onto))
            if spoilt is not None:
                yield spoilt


@injector("PILE-011", "uk-regency+no-pile-onto-canasta")
def pile_onto_canasta(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The top card is laid onto a finished canasta."""
    for scene in fresh(clean, source, fits=_open):
        for meld in [meld for meld in _mine(scene) if meld.size >= clean.rules.canastas.size][:1]:
            top = scene.topped(of_rank(meld.rank))
            spoilt = scene.taken(n.Take(top, onto=scene.address(meld))) if top is not None else None
            if spoilt is not None:
                yield spoilt


@injector("PILE-019", "ro-canastone+wild-opening")
def pile_barred_by_wild_opening(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The pile is taken in the turn after an opponent has opened with wild cards alone."""
    for scene in fresh(clean, source, False, _quiet_from_3000, cards=9):
        seat, discard = scene.table.seats.next_of[scene.seat], scene.moment.turn.plays[-1]
        if not scene.moment.after.melds[scene.table.seats.side_of[seat]] or not isinstance(discard, n.Discard):
            continue
        wilds = scene.get(*_wilds_for(scene), {discard.card})
        pair = scene.get(*[of_rank(discard.card[0])] * 2, seat=seat) if wilds is not None else None
        stock = scene.moment.after.stock or []
        hand = [one.card for one in scene.held[seat] if not one.taken and one.card[0] in RANKS]
        if wilds is None or pair is None or len(hand) < 2 or not stock or stock[-1][0] == "3":
            continue
        opening = (scene.moment.turn.plays[0], n.Meld(wilds[:-1]), discard)
        take = n.Take(discard.card, how="with", cards=pair)
        plays = (n.Draw(((stock[-1],),)), take, *_reds_of(scene), n.Discard(source.choice(hand)))
        spoilt = scene.spoilt(*opening, then=[n.Turn(seat=seat, plays=plays)])
        yield Spoilt(spoilt.lines, spoilt.place + 1)


def _wilds_for(scene: Fresh) -> list[Collection[Card]]:
    """Wild cards, three at least, that reach what the initial meld of the mover's side needs."""
    need, values = scene.rules.opening.need(scene.table.before[scene.side]), scene.rules.values
    jokers = min(4, need // values.joker)
    twos = max(3 - jokers, -(-(need - jokers * values.joker) // values.two))
    return [{JOKER}] * jokers + [WILD - {JOKER}] * twos


def _reds_of(scene: Fresh) -> tuple[n.Play, ...]:
    """The red threes that come with the pile of the turn after the mover's, laid."""
    reds = tuple((card,) for card in scene.table.pile if card in RED_THREES)
    return (n.Red(reds),) if reds else ()


def _quiet_from_3000(moment: Moment) -> bool:
    plays, table = moment.turn.plays, moment.before
    quiet = [play.kind for play in plays] == ["draw", "discard"] and goes_on(moment) and moment.after.pile[-1][0] in RANKS
    side = table.seats.side_of[moment.turn.seat]
    return quiet and table.before[side] >= 3000 and WILD.isdisjoint(moment.after.pile)
