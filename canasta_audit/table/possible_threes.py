"""What red threes can count at all, for all sides of a deal together, by what their sheets claim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from canasta_audit.ruleset.chapters import RedThrees, Rules
from canasta_audit.table.red_threes import asks_of, count_for
from canasta_audit.table.score import stands_for

THREES = ("threes", "opponents-threes", "held")
"""Items of the ledger that red threes make."""

Fact = bool | None
"""``None``: nobody can tell."""


class Known(NamedTuple):
    """What a sheet tells of a side: whether it has melds, natural canastas, mixed ones, and whether it lost the deal."""

    melds: Fact = None
    natural: Fact = None
    mixed: Fact = None
    lost: Fact = None


class Threes(NamedTuple):
    """Red threes that a side may have had: how many, on the table and held; points for it, and for each of its opponents."""

    used: int
    own: int
    held: int
    share: int


def ways_of_threes(known: Known, sides: int, rules: Rules) -> list[Threes]:
    """All that the red threes of one of so many ``sides`` can be."""
    law, most = rules.red_threes, 2 * rules.equipment.packs
    asks = asks_of(law)
    lost = _either(known.lost) if asks.lost else (False,)
    found: dict[Threes, None] = {}
    for number in range(most + 1):
        for standing in _standings(law, known, asks.canastas):
            for has_lost in lost:
                count = count_for(law, standing, has_lost, number)
                share = count.given // max(1, sides - 1) + count.each_given if number else 0
                for held in range(most - number + 1 if law.held else 1):
                    found[Threes(number + held, count.own if number else 0, held * law.held, share)] = None
    return list(found)


def _either(fact: Fact) -> tuple[bool, ...]:
    return (True, False) if fact is None else (fact,)


def _standings(law: RedThrees, known: Known, asks_canastas: bool) -> list[tuple[str, str]]:
    """How the melds of a side may let its red threes count."""
    found: list[tuple[str, str]] = [] if known.melds else [(law.unopened, "unopened")]
    if known.melds is False:
        return found
    if not asks_canastas:
        return [*found, ("for", "each")]
    for natural in _either(known.natural):
        for mixed in _either(known.mixed):
            if natural:
                found.append(("for", "each") if mixed else (law.natural_only, "natural_only"))
            else:
                found.append((law.mixed_only, "mixed_only") if mixed else (law.no_canasta, "no_canasta"))
    return found


def fewest_threes(claims: Sequence[Mapping[str, int]], known: Sequence[Known], rules: Rules) -> int | None:
    """The fewest red threes that all claims together need, however many the packs hold; ``None`` where a claim can come of none.

    ``claims`` are what the sides claim for red threes; one that claims nothing may have any.
    """
    sides = len(claims)
    ways = [ways_of_threes(one, sides, rules) for one in known]
    if not asks_of(rules.red_threes).opponents:
        best = [_fewest(claim, way, 0) for claim, way in zip(claims, ways, strict=True)]
        return None if None in best else sum(one for one in best if one is not None)
    return min(_given_shares(claims, ways, 2 * rules.equipment.packs), default=None)


def _fewest(claims: Mapping[str, int], ways: Sequence[Threes], given: int) -> int | None:
    """The fewest red threes that make what a side claims, if its opponents' bring it ``given`` points."""
    return min([way.used for way in ways if _holds(claims, way, given)], default=None)


def _holds(claims: Mapping[str, int], way: Threes, given: int) -> bool:
    points = dict(zip(THREES, (way.own, given, way.held), strict=True))
    return all(sum(points.get(item, 0) for item in stands_for(claimed, claims)) == value for claimed, value in claims.items())


def _given_shares(claims: Sequence[Mapping[str, int]], ways: Sequence[Sequence[Threes]], most: int) -> list[int]:
    """Numbers of red threes that make all claims where those of one side bring points to the others.

    What a side gets is all that is given away but for its own share, so for each sum that may be given away the sides are joined
    one by one, by the sum so far and the number of threes so far.
    """
    sums = {0}
    for way in ways:
        shares = {one.share for one in way}
        sums = {total + share for total in sums for share in shares}
    found = []
    for total in sums:
        states = {(0, 0)}
        for claim, way in zip(claims, ways, strict=True):
            fit = {(one.used, one.share) for one in way if _holds(claim, one, total - one.share)}
            states = {(used + more, so_far + share) for used, so_far in states for more, share in fit if used + more <= 2 * most}
        found += [used for used, given in states if given == total]
    return found
