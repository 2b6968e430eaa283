"""Faults of the initial meld."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from canasta_audit.cards import NATURAL, RED_THREES, WILD, Card
from canasta_audit.notation import model as n
from canasta_audit.simulate.faults.scene import RANKS, Scene, of_rank, quiet, scenes
from canasta_audit.simulate.spoil import Clean, Moment, Spoilt, injector
from canasta_audit.table.score import card_points


def _points(scene: Scene, cards: tuple[Card, ...]) -> int:
    points = card_points(scene.rules.values)
    return sum(points[card] for card in cards)


def _opens(moment: Moment) -> bool:
    """Tell whether a player who drew makes the initial meld of his side, and discards."""
    table, plays = moment.before, moment.turn.plays
    if table.melds[table.seats.side_of[moment.turn.seat]] or plays[-1].kind != "discard" or plays[0].kind != "draw":
        return False
    return any(play.kind == "meld" for play in plays)


@injector("OPEN-001")
def initial_meld_below_minimum(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """An initial meld lacks one of its melds, or three cheap cards are laid as one."""
    if source.random() < 0.5:
        for scene in scenes(clean, source, _opens):
            melds = [play for play in scene.moment.turn.plays if isinstance(play, n.Meld)]
            kept = source.sample(melds, len(melds) - 1)
            if kept and sum(_points(scene, play.cards) for play in kept) < scene.need:
                yield scene.spoilt(*kept, n.Discard(scene.discard or ""))
    for scene in quiet(clean, source, opened=False, cards=3):
        rank = of_rank(source.choice(RANKS))
        cards = scene.get(rank, rank, rank, {scene.discard or ""})
        if cards is not None and _points(scene, cards[:3]) < scene.need:
            yield scene.spoilt(n.Meld(cards[:3]), n.Discard(cards[3]))


def _may_open_with_pile(moment: Moment) -> bool:
    table, seat = moment.before, moment.turn.seat
    pile = table.pile
    opened = table.melds[table.seats.side_of[seat]]
    return not opened and len(pile) > 2 and pile[-1] in NATURAL and RED_THREES.isdisjoint(pile) and len(table.hands[seat]) > 5


@injector("OPEN-002")
def minimum_met_only_with_buried_cards(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The pile is taken with a pair, and a second meld that the minimum needs has a card from below the top."""
    for scene in scenes(clean, source, _may_open_with_pile, drawn=False):
        pile = scene.table.pile
        top = pile[-1]
        buried = [card for card in pile[:-1] if card in NATURAL and card[0] != top[0]]
        source.shuffle(buried)
        for card in buried[:1]:
            rank, other = of_rank(top[0]), of_rank(card[0])
            cards = scene.get(rank, rank, other, other, NATURAL - rank - other)
            if cards is None or sum(one in other for one in scene.hand) > 2:
                break
            seen, all_ = _points(scene, (top, *cards[:2])), _points(scene, (top, *cards[:4], card))
            if not seen < scene.need <= all_:
                break
            take = n.Take(top, how="with", cards=cards[:2])
            pickup = (n.Pickup(),) if source.random() < 0.5 else ()
            yield scene.spoilt(take, *pickup, n.Meld((*cards[2:4], card)), n.Discard(cards[4]))


@injector("OPEN-003")
def bonus_counted_in_initial_meld(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A canasta is the initial meld, and its cards alone have too few points."""
    for scene in quiet(clean, source, opened=False, cards=7):
        rank = of_rank(source.choice(RANKS))
        if scene.at_hand(rank) < 7:
            continue
        cards = scene.get(*[rank] * 7, {scene.discard or ""})
        if cards is not None and _points(scene, cards[:7]) < scene.need:
            yield scene.spoilt(n.Meld(cards[:7]), n.Discard(cards[7]))


@injector("OPEN-004", ruleset="ro-canastone")
def wild_card_in_initial_meld(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A natural of an initial meld of few points stays in the hand, and a wild card lies in its place."""
    for scene in scenes(clean, source, _opens):
        plays = scene.moment.turn.plays[len(scene.way) :]
        if scene.need > scene.rules.opening.naturals_only_to or not all(isinstance(play, (n.Meld, n.Discard)) for play in plays):
            continue
        laid = [card for play in plays for card in (play.cards if isinstance(play, n.Meld) else (scene.discard or "",))]
        cards = scene.get(*({card} for card in laid), WILD) if WILD.isdisjoint(laid) else None
        melds = [i for i, play in enumerate(plays) if isinstance(play, n.Meld)]
        if cards is None:
            continue
        index = source.choice(melds)
        meld = plays[index]
        assert isinstance(meld, n.Meld)
        changed = n.Meld((*meld.cards[:-1], cards[-1]))
        yield scene.spoilt(*plays[:index], changed, *plays[index + 1 :])


@injector("OPEN-005", ruleset="ro-canastone")
def initial_meld_of_wild_cards(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """An initial meld that may hold wild cards holds nothing else."""
    for scene in quiet(clean, source, opened=False, cards=6):
        if scene.need <= scene.rules.opening.naturals_only_to:
            continue
        cards = scene.get(*[WILD] * source.choice((3, 4, 5)), {scene.discard or ""})
        if cards is not None and _points(scene, cards[:-1]) >= scene.need:
            yield scene.spoilt(n.Meld(cards[:-1]), n.Discard(cards[-1]))


def _draws(moment: Moment) -> bool:
    """Tell whether a turn is a draw, whatever is laid, and the discard of a natural."""
    first, last = moment.turn.plays[0], moment.turn.plays[-1]
    return first.kind == "draw" and isinstance(last, n.Discard) and last.card in NATURAL and (moment.after.stock_left or 0) > 8


@injector("OPEN-006", ruleset="ro-canastone+wild-opening")
def second_wild_opening(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """Two players, one behind the other, open with wild cards alone."""
    before = {moment.place: moment for moment in clean.moments}
    for scene in scenes(clean, source, _draws):
        place = scene.moment.place
        first = before.get(place - 1)
        if first is None or not _draws(first) or scene.opened:
            continue
        seat, table = first.turn.seat, first.before
        side = table.seats.side_of[seat]
        needs = [scene.rules.opening.need(table.before[side]), scene.need]
        if table.melds[side] or min(needs) <= scene.rules.opening.naturals_only_to or len(scene.held[seat]) < 7:
            continue
        theirs = scene.get(*[WILD] * source.choice((4, 5, 6)), seat=seat)
        cards = scene.get(*[WILD] * source.choice((4, 5, 6)), {scene.discard or ""})
        if theirs is None or cards is None or _points(scene, theirs) < needs[0] or _points(scene, cards[:-1]) < needs[1]:
            continue
        line = scene.lines[place - 1]
        assert isinstance(line, n.Turn)
        way = [play for play in line.plays if play.kind in ("draw", "red")]
        scene.lines[place - 1] = n.Turn(seat=seat, plays=(*way, n.Meld(theirs), line.plays[-1]))
        yield scene.spoilt(n.Meld(cards[:-1]), n.Discard(cards[-1]))
