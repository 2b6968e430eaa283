"""Positions of few cards near the end of the stock, as text: what lies in stock, pile, hand and melds is drawn by lot."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from canasta_audit.cards import RED_THREES, WILD, Card
from canasta_audit.legal import Stand
from canasta_audit.legal.position import stand_before
from canasta_audit.notation.parse import parse
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.ruleset.model import Ruleset


class Seating(NamedTuple):
    """How a game of so many is written: the first line, the players in order, N last, and the sides of N and of the others."""

    head: str
    order: str
    side: str
    others: tuple[str, ...]


_SEATINGS = {
    4: Seating('[Sides "NS EW"]', "ESWN", "NS", ("EW",)),
    3: Seating('[Seats "NES"]', "ESN", "N", ("E", "S")),
    2: Seating('[Seats "NS"]', "SN", "N", ("S",)),
}
_RANKS = "A456789TJQK"
_SUITS = "CDHS"
_LEFT = (0, 0, 0, 1, 1, 1, 2, 2, 3)


def stand_of(text: str, ruleset: Ruleset) -> Stand | None:
    """The position that ``text`` tells; ``None`` where nobody has to play in it."""
    match = parse(text).matches[0]
    return stand_before(match, match.deals, None, lambda tags: ruleset)


def position(ruleset: Ruleset, players: int, source: Random) -> str:
    """A position of the player N: whoever is before him has drawn what was due, most often the last of it, and discarded, and
    has turned the pile over for it at times.
    """
    law, seating = ruleset.tables[players], _SEATINGS[players]
    ranks = source.sample(_RANKS, 6)
    pool = _pool(ranks[: source.randint(1, 3)], source)
    lines = [f"before: {seating.side} {source.choice((-100, 0, 1500, 3000))}, " + ", ".join(f"{side} 0" for side in seating.others)]
    for seat in ("N", "S") if players == 4 else ("N",):
        melds = [_meld(pool, rank, source) for rank in ranks[:4] if source.random() < 0.35]
        if source.random() < 0.2:
            melds.append(_canasta(ranks[5], source))
        if any(melds):
            lines.append(f"melds {seat}: {', '.join(' '.join(meld) for meld in melds if meld)}")
    lines.append(f"hand N: {' '.join(_dealt(pool, source.choice((1, 1, 2, 2, 3)), source, 0.15))}")
    pile, left = _dealt(pool, source.choice((0, 1, 1, 2, 3)), source, 0.1), source.choice(_LEFT)
    left, pool = pool[:left], pool[left:]
    thrown = next((card for card in pool if card not in RED_THREES or law.red_threes.laid == "never"), f"{ranks[4]}S")
    if left and source.random() < 0.1:
        lines += [f"pile: {' '.join(pile)}"] if pile else []
        first, turns = "N", [f"stock: {' '.join(left)}"]
    elif law.stock_end.pile_turned != "none" and players > 2 and source.random() < 0.4:
        first, turns = seating.order[-3], _after_turning(seating, law, ranks[4], left, thrown)
    else:
        lines += [f"pile: {' '.join(pile)}"] if pile else []
        first, turns = seating.order[-2], _after_drawing(seating, law, ranks[4], left, thrown)
    dealer = seating.order[seating.order.index(first) - 1]
    return "\n".join([seating.head, f"deal 1: dealer {dealer}, first {first}", *lines, *turns]) + "\n"


def _after_drawing(seating: Seating, law: Rules, rank: str, left: list[Card], thrown: Card) -> list[str]:
    """The stock, of which the player before N draws, and his turn."""
    seat, drawn = seating.order[-2], [f"{rank}{suit}" for suit in _SUITS[: law.turn.draw]]
    return [
        f"stock: {' '.join([*drawn, *left])}",
        f"hand {seat}: {thrown} {rank}S {rank}H",
        f"{seat}: draw {' '.join(drawn)}, discard {thrown}",
    ]


def _after_turning(seating: Seating, law: Rules, rank: str, left: list[Card], thrown: Card) -> list[str]:
    """The last cards of the stock drawn, and the pile turned over by the player before N."""
    early, late = seating.order[-3], seating.order[-2]
    drawn = [f"{rank}{suit}" for suit in _SUITS[: law.turn.draw]]
    stays = law.stock_end.pile_turned == "all-but-top"
    pile = [*drawn, *left, *([f"{rank}S"] if stays else [])]
    return [
        *([f"pile: {' '.join(pile[:-1])}"] if pile[1:] else []),
        f"stock: {' '.join(drawn)}",
        f"hand {early}: {pile[-1]} {rank}H",
        f"hand {late}: {thrown} {rank}S {rank}H",
        f"{early}: draw {' '.join(drawn)}, discard {pile[-1]}",
        f"{late}: turnover{f' leave {pile[-1]}' if stays else ''}, draw {' '.join(drawn)}, discard {thrown}",
    ]


def _pool(ranks: list[str], source: Random) -> list[Card]:
    """Cards of two packs, those of ``ranks`` and as many threes and wild cards as make a difference, in random order."""
    naturals = [f"{rank}{suit}" for rank in ranks for suit in _SUITS] * 2
    threes = [f"3{suit}" for suit in _SUITS]
    wilds = [f"2{suit}" for suit in _SUITS] + ["*", "*"]
    pool = naturals + source.sample(threes * 2, source.randint(2, 7)) + source.sample(wilds, source.randint(1, 5))
    source.shuffle(pool)
    return pool


def _dealt(pool: list[Card], count: int, source: Random, reds: float) -> list[Card]:
    """Cards off the top of the pool; a red three is left there but for a share of ``reds``."""
    found: list[Card] = []
    for card in pool[:]:
        if len(found) == count:
            break
        if card not in RED_THREES or source.random() < reds:
            pool.remove(card)
            found.append(card)
    return found


def _meld(pool: list[Card], rank: str, source: Random) -> list[Card]:
    """A meld of ``rank`` out of the pool, or none where too few are there."""
    naturals = [card for card in pool if card[0] == rank][: source.randint(2, 5)]
    wilds = [card for card in pool if card in WILD][: source.choice((0, 0, 1, 2))]
    if len(naturals) < 2 or len(naturals) + len(wilds) < 3:
        return []
    for card in (*naturals, *wilds):
        pool.remove(card)
    return [*naturals, *wilds]


def _canasta(rank: str, source: Random) -> list[Card]:
    naturals = [f"{rank}{suit}" for suit in _SUITS] * 2
    return naturals[:7] if source.random() < 0.5 else [*naturals[:5], "*", "2S"]
