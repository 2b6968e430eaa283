"""What a deal can count at all: canastas that the packs hold, what their cards come to, the best deal and the worst."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from canasta_audit.cards import RANKS
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.score import KINDS, Kind, card_points

_RANKS = tuple(rank for rank in RANKS if rank not in "23")
"""Ranks of which canastas are made; the first is the ace."""


class Counts(NamedTuple):
    """A number of canastas of each kind; those of aces, of deuces and of jokers are told apart where they have other bonuses."""

    natural: int = 0
    natural_aces: int = 0
    mixed: int = 0
    mixed_aces: int = 0
    wild: int = 0
    wild_twos: int = 0
    wild_jokers: int = 0

    def and_(self, other: Counts) -> Counts:
        """Both together."""
        return Counts(*map(sum, zip(self, other, strict=True)))

    def of(self, kind: Kind) -> int:
        """How many there are of a kind."""
        return sum(count for name, count in zip(self._fields, self, strict=True) if name.startswith(kind))


NONE = Counts()


class Scored(NamedTuple):
    """Numbers of canastas with what each kind counts and how many there are of it, in the order of ``KINDS``."""

    counts: Counts
    points: tuple[int, ...]
    numbers: tuple[int, ...]


def bonus_of(counts: Counts, kind: Kind, rules: Rules) -> int:
    """Points of the canastas of a kind."""
    pairs = zip(counts._fields, counts, strict=True)
    return sum(count * getattr(rules.canastas, name) for name, count in pairs if name.startswith(kind))


class _Rank(NamedTuple):
    """Canastas of one rank: naturals and mixed ones, the fewest wild cards in them, and the fewest points of all their cards."""

    natural: int
    mixed: int
    wilds: int
    points: int


@lru_cache(maxsize=64)
def _of_rank(rank: str, rules: Rules) -> tuple[_Rank, ...]:
    """What canastas the packs hold of one rank."""
    size, least = rules.canastas.size, max(1, rules.melds.least_naturals)
    copies = 4 * rules.equipment.packs
    owners = 6 if rules.melds.one_per_rank != "always" else 4 if rules.melds.owner == "player" else 2
    if rules.seating.sides == "alone":
        owners = 6
    points = card_points(rules.values)[rank]
    wild = points if rules.values.wild_melded == "replaced" else _least_wild(rules)
    found = []
    for natural in range(min(owners, copies // size) + 1):
        for mixed in range(min(owners - natural, (copies - size * natural) // least) + 1):
            wilds = max(mixed, size * mixed - (copies - size * natural))
            cost = size * natural * points + wilds * wild + (size * mixed - wilds) * min(points, wild)
            found.append(_Rank(natural, mixed, wilds, cost))
    return tuple(found)


def _least_wild(rules: Rules) -> int:
    return min(rules.values.two, rules.values.joker) if rules.equipment.jokers else rules.values.two


def _wilds(rules: Rules) -> int:
    return 4 * rules.equipment.packs + rules.equipment.jokers


Plan = Mapping[tuple[int, int], tuple[int, int]]
"""By numbers of natural and mixed canastas, the fewest wild cards that they need and the fewest points of their cards."""


def _plan(ranks: Iterable[str], rules: Rules) -> Plan:
    most, plan = _wilds(rules), {(0, 0): (0, 0)}
    for rank in ranks:
        found: dict[tuple[int, int], tuple[int, int]] = {}
        for (natural, mixed), (wilds, points) in plan.items():
            for more in _of_rank(rank, rules):
                if wilds + more.wilds <= most:
                    key = natural + more.natural, mixed + more.mixed
                    before = found.get(key, (most, 1 << 30))
                    found[key] = min(before[0], wilds + more.wilds), min(before[1], points + more.points)
        plan = found
    return plan


def _loose_plan(rules: Rules) -> Plan:
    """The same where sequences are canastas, too: then nothing hangs on ranks."""
    size, least, cards = rules.canastas.size, max(1, rules.melds.least_naturals), len(_RANKS) * 4 * rules.equipment.packs
    lowest = min(_least_wild(rules), *(card_points(rules.values)[rank] for rank in _RANKS))
    plan = {}
    for natural in range(cards // size + 1):
        for mixed in range(min(_wilds(rules), (cards - size * natural) // least) + 1):
            wilds = max(mixed, size * mixed - (cards - size * natural))
            if wilds <= _wilds(rules):
                plan[natural, mixed] = wilds, (natural + mixed) * size * lowest
    return plan


@lru_cache(maxsize=64)
def canastas_possible(rules: Rules) -> Mapping[Counts, int]:
    """All numbers of canastas that the packs hold, whoever has them, each with the fewest points that their cards count."""
    law = rules.canastas
    aces = law.natural != law.natural_aces or law.mixed != law.mixed_aces
    found = {}
    for plain, special in _parted(rules, aces):
        (natural, mixed), (wilds, points) = plain
        (natural_aces, mixed_aces), (more_wilds, more_points) = special
        for wild in _wild_canastas(rules, _wilds(rules) - wilds - more_wilds):
            lowest = sum(wild[:2]) * _least_wild(rules) + wild[2] * rules.values.joker
            counts = Counts(natural, natural_aces, mixed, mixed_aces, *wild)
            found[counts] = points + more_points + law.size * lowest
    return found


@lru_cache(maxsize=64)
def scored_canastas(rules: Rules) -> tuple[Scored, ...]:
    """The same numbers with what they count."""
    return tuple(
        Scored(counts, tuple(bonus_of(counts, kind, rules) for kind in KINDS), tuple(counts.of(kind) for kind in KINDS))
        for counts in canastas_possible(rules)
    )


def _parted(rules: Rules, aces: bool) -> Iterator[tuple[tuple[tuple[int, int], tuple[int, int]], ...]]:
    """Yield plans of plain ranks, each with one of aces; with nothing of aces where these count as others do."""
    if rules.melds.sequences:
        whole = _loose_plan(rules)
        yield from ((one, ((0, 0), (0, 0))) for one in whole.items())
    elif not aces:
        yield from ((one, ((0, 0), (0, 0))) for one in _plan(_RANKS, rules).items())
    else:
        of_aces = _plan(_RANKS[:1], rules)
        yield from ((one, two) for one in _plan(_RANKS[1:], rules).items() for two in of_aces.items())


def _wild_canastas(rules: Rules, left: int) -> Iterator[tuple[int, int, int]]:
    """Yield numbers of canastas of wild cards, those of deuces or jokers alone apart where they have other bonuses."""
    law, size = rules.canastas, rules.canastas.size
    if left < 0:
        return
    if rules.melds.wild_only == "never":
        yield 0, 0, 0
        return
    twos = 4 * rules.equipment.packs // size if law.wild_twos != law.wild else 0
    jokers = rules.equipment.jokers // size if law.wild_jokers != law.wild else 0
    for of_twos in range(twos + 1):
        for of_jokers in range(jokers + 1):
            for wild in range(max(0, left // size - of_twos - of_jokers) + 1):
                if size * (wild + of_twos + of_jokers) <= left:
                    yield wild, of_twos, of_jokers


@lru_cache(maxsize=64)
def best_canastas(rules: Rules) -> int:
    """The most points that canastas of a deal can count, those of all sides together."""
    return max(sum(scored.points) for scored in scored_canastas(rules))


@lru_cache(maxsize=64)
def pack_points(rules: Rules) -> int:
    """The most points that all cards of a deal can count, melded or in hands; red threes do not count here."""
    values, packs = rules.values, rules.equipment.packs
    table = card_points(values)
    highest = max(table[rank] for rank in _RANKS) if values.wild_melded == "replaced" else 0
    naturals = sum(4 * packs * table[rank] for rank in _RANKS)
    wilds = 4 * packs * max(values.two, highest) + rules.equipment.jokers * max(values.joker, highest)
    return naturals + wilds + 2 * packs * max(values.black_three, values.black_three_held)


@lru_cache(maxsize=64)
def least_meld(rules: Rules) -> int:
    """The fewest points of any meld."""
    table = card_points(rules.values)
    lowest = min(_least_wild(rules), rules.values.black_three, *(table[rank] for rank in _RANKS))
    return rules.melds.least_cards * lowest


def best_deal(rules: Rules) -> int:
    """The most points that a deal can bring all sides together, those that one loses left out."""
    threes = max(rules.red_threes.each * _red_threes(rules), _all_threes(rules)) + 5 * max(0, rules.red_threes.all_to_opponents)
    out = rules.going_out.bonus + rules.going_out.concealed_extra + rules.going_out.partner_bonus
    return best_canastas(rules) + (pack_points(rules) if rules.scoring.melded == "points" else 0) + threes + out


def worst_deal(rules: Rules) -> int:
    """The fewest points that a deal can bring all sides together, those that one wins left out."""
    law = rules.red_threes
    threes = 2 * max(law.each * _red_threes(rules), _all_threes(rules)) + law.each
    given = 5 * min(0, law.all_to_opponents)
    return -pack_points(rules) - threes + _red_threes(rules) * min(0, law.held) + given


def _red_threes(rules: Rules) -> int:
    return 2 * rules.equipment.packs


def _all_threes(rules: Rules) -> int:
    return rules.red_threes.all * _red_threes(rules) // rules.red_threes.all_from
