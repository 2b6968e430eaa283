"""Faults in taking the pile where cards are shown for it, where it is locked, and where its top card asks for more of its kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from canasta_audit.cards import RED_THREES, SUITS, WILD
from canasta_audit.notation import model as n
from canasta_audit.simulate.faults.pieces import Fresh, fresh, position, shuffled
from canasta_audit.simulate.faults.scene import RANKS, of_rank
from canasta_audit.simulate.spoil import Clean, Moment, Spoilt, injector
from canasta_audit.table.snapshot import copy_of


def _natural_top(moment: Moment) -> bool:
    return moment.before.pile[-1][0] in RANKS


def _showing(scene: Fresh) -> Iterator[Spoilt]:
    """Yield the log in which the mover takes the pile by showing a card of its rank, and lays nothing, if he can."""
    shown = scene.get(of_rank(scene.top[0]))
    spoilt = scene.taken(n.Take(scene.top, how="showing", cards=shown)) if shown is not None else None
    if spoilt is not None:
        yield spoilt


@injector("PILE-012", "ru-bank", bot="random")
def locked_pile_taken(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The pile is taken while a joker of another player locks it."""

    def locked(moment: Moment) -> bool:
        table = moment.before
        if not _natural_top(moment) or not table.wilds_thrown or table.wilds_thrown[-1].card != "*":
            return False
        lock, turns = table.wilds_thrown[-1], clean.rules.freezing.joker_locks * clean.players
        return lock.seat != moment.turn.seat and table.played_turns + 1 <= lock.turn + turns

    for scene in fresh(clean, source, fits=locked):
        yield from _showing(scene)


@injector("PILE-013", "ru-bank", bot="random")
def lock_without_wild_card(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The pile is said to be locked by a natural. All else stays."""
    for moment in shuffled(clean, source, lambda moment: moment.turn.plays[-1].kind == "discard"):
        last = moment.turn.plays[-1]
        if isinstance(last, n.Discard) and last.card not in WILD:
            yield clean.put(moment.place, n.Turn(seat=moment.turn.seat, plays=(*moment.turn.plays, n.Lock())))


@injector("PILE-014", "ru-bank", bot="random")
def pile_taken_without_initial_meld(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A player who has no meld takes the pile by showing a card, and lays nothing."""
    for scene in fresh(clean, source, False, lambda moment: _natural_top(moment) and not moment.before.wilds_thrown):
        yield from _showing(scene)


@injector("PILE-015", "ru-bank", bot="random")
def shown_card_not_held(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The card said to be shown for the pile is one that the player does not have. All else stays."""

    def takes(moment: Moment) -> bool:
        return any(isinstance(play, n.Take) and play.how is None and play.onto is None for play in moment.turn.plays)

    for moment in shuffled(clean, source, takes):
        table, seat, plays = moment.before, moment.turn.seat, list(moment.turn.plays)
        own = [meld for meld in table.melds[table.seats.side_of[seat]] if meld.seat == seat]
        at = next(i for i, play in enumerate(plays) if isinstance(play, n.Take))
        held = {*table.hands[seat], *(card for meld in own for card in meld.cards)}
        missing = [table.pile[-1][0] + suit for suit in SUITS if table.pile[-1][0] + suit not in held]
        if own and missing:
            take = plays[at]
            assert isinstance(take, n.Take)
            plays[at] = replace(take, how="showing", cards=(source.choice(missing),))
            yield clean.put(moment.place, n.Turn(seat=seat, plays=tuple(plays)))


@injector("PILE-016", "ro-mini")
def special_top_not_matched(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """A pile topped by a deuce or a red three is taken with too few of them, or with jokers among them."""

    def special(moment: Moment) -> bool:
        return moment.before.pile[-1] in RED_THREES or moment.before.pile[-1][0] == "2"

    for scene in fresh(clean, source, None, special):
        law, top = scene.rules.pile, scene.top
        if top in RED_THREES:
            cards = scene.get(*[RED_THREES] * (law.threes_for_red_three - 1))
        else:
            count = source.randint(2, law.twos_for_two - 1)
            cards = scene.get(*[WILD - {"*"}] * count, *[WILD] * (source.random() < 0.5))
            if cards is not None and sum(card[0] == "2" for card in cards) >= law.twos_for_two:
                continue
        if cards is not None:
            ranks = {meld.rank for meld in scene.melds}
            spoilt = scene.taken(n.Take(top, how="with", cards=cards), but=ranks)
            if spoilt is not None:
                yield spoilt


@injector("PILE-017", "ru-bank+variation-9", bot="random")
def pile_of_finished_rank(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The pile is taken by showing a card of the rank of one's own finished canasta.

    The position is one of the log, but a meld of the player is filled up to a canasta, and he and the player before had two
    more cards of its rank.
    """
    for moment in shuffled(clean, source, lambda moment: bool(moment.before.pile)):
        table, seat, size = copy_of(moment.before), moment.turn.seat, clean.rules.canastas.size
        own = [meld for meld in table.melds[table.seats.side_of[seat]] if meld.seat == seat and meld.rank in RANKS]
        hand, stock = table.hands[seat], table.stock or []
        thrown = [card for card in hand if card[0] in RANKS]
        if not own or not thrown or own[0].size > size:
            continue
        meld = source.choice(own)
        like, wilds = ([card for card in stock if card in kind] for kind in (of_rank(meld.rank), WILD))
        naturals = max(0, (size + 1) // 2 - meld.naturals)
        more = max(0, size - meld.size - naturals)
        if len(like) < naturals + 2 or len(wilds) < more:
            continue
        for card in (*like[: naturals + 2], *wilds[:more]):
            stock.remove(card)
        meld.add((*like[:naturals], *wilds[:more]))
        shown, top = like[naturals : naturals + 2]
        hand.append(shown)
        table.pile.append(top)
        lines = position(clean, table, seat, stock[::-1])
        plays = (n.Take(top, how="showing", cards=(shown,)), n.Discard(source.choice(thrown)))
        yield Spoilt([*lines, n.Turn(seat=seat, plays=plays), n.End(why="stop")], len(lines))


@injector("PILE-018", "ro-mini+pair-joins-no-meld")
def pair_joins_meld(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The pile is taken with a pair that joins a meld together with the top card."""
    for scene in fresh(clean, source):
        theirs = {meld.rank for side, melds in scene.table.melds.items() if side != scene.side for meld in melds}
        ranks = [meld.rank for meld in scene.melds]
        for meld in scene.melds:
            alone = meld.rank in RANKS and meld.rank not in theirs and ranks.count(meld.rank) == 1
            top = scene.topped(of_rank(meld.rank)) if alone and meld.size < clean.rules.canastas.size else None
            pair = scene.get(of_rank(meld.rank), of_rank(meld.rank)) if top is not None else None
            if pair is None:
                continue
            spoilt = scene.taken(n.Take(top, how="with", cards=pair, onto=scene.address(meld)), but=ranks)
            if spoilt is not None:
                yield spoilt
            break
