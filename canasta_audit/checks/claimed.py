"""What the sheet of a deal without plays claims of each side, and what of that can be true."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from canasta_audit.checks.step import Step
from canasta_audit.notation import model as n
from canasta_audit.notation.model import Side
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.possible import NONE, Counts, Scored, least_meld, scored_canastas
from canasta_audit.table.possible_threes import THREES, Fact, Known
from canasta_audit.table.score import GROUPS, ITEMS, KINDS, Kind, stands_for
from canasta_audit.value import Fixed, Value, fixed

OUT = ("out", "concealed", "partner")
"""Items of the ledger that going out makes."""

_NAMES = frozenset((*ITEMS, *GROUPS))


@dataclass(eq=False, repr=False)
class Claimed(Value):
    """What a score line claims: ``items`` without the ``total``. ``whole``: the items make the total, so that what is not there
    counts nothing.
    """

    rules: Rules
    line: n.ScoreLine
    items: Mapping[str, int]
    total: int | None

    @property
    def side(self) -> Side:
        """Whose line it is."""
        return self.line.side

    @property
    def whole(self) -> bool:
        """Tell whether the items make the total."""
        return bool(self.items) and self.total == sum(self.items.values()) and self.items.keys() <= _NAMES

    def points(self, item: str) -> int | None:
        """What is claimed for an item of the ledger, 0 where the whole sheet leaves it out, ``None`` where nobody can tell."""
        if item in self.items:
            return self.items[item]
        return 0 if self.whole and not any(item in GROUPS.get(group, ()) for group in self.items) else None

    @cached_property
    def canastas(self) -> list[Counts]:
        """All numbers of canastas that are as claimed; where nothing is, none."""
        claims = [self.points(kind) for kind in KINDS]
        return [scored.counts for scored in scored_canastas(self.rules) if self._fits(scored, claims)]

    def _fits(self, scored: Scored, claims: Sequence[int | None]) -> bool:
        grouped = self.items.get("canastas")
        for claim, points, number in zip(claims, scored.points, scored.numbers, strict=True):
            if claim is not None and (points != claim or (number and not claim)):
                return False
            if claim is None and grouped is None and number:
                return False
        if grouped is not None and sum(scored.points) != grouped:
            return False
        both = self.rules.scoring.both_kinds and any(scored.points) and None not in claims
        return not both or self._both(scored.counts)

    def _both(self, counts: Counts) -> bool:
        mixed = counts.of("mixed") + (counts.of("wild") if self.rules.canastas.wild_counts_as == "mixed" else 0)
        return counts.of("natural") > 0 and mixed > 0

    @property
    def canastas_known(self) -> bool:
        """Tell whether it is claimed of every kind of canastas what they count, and none can lie there that counts nothing."""
        pinned = all(self.points(kind) is not None for kind in KINDS) or "canastas" in self.items
        hidden = self.rules.scoring.both_kinds and not any(self.items.get(name) for name in (*KINDS, "canastas"))
        free = not self.rules.canastas.wild and self.rules.melds.wild_only != "never"
        return pinned and not hidden and not free

    def has(self, *kinds: Kind) -> Fact:
        """Tell whether the side has canastas of one of ``kinds``."""
        found = {any(counts.of(kind) for kind in kinds) for counts in self.canastas}
        if found == {True}:
            return True
        return False if self.canastas_known and found == {False} else None

    @property
    def melds(self) -> Fact:
        """Tell whether the side has melds."""
        if self.items.get("cards") or self.has(*KINDS):
            return True
        nothing = self.rules.scoring.melded == "points" and least_meld(self.rules) > 0 and self.points("cards") == 0
        return False if nothing else None

    @property
    def threes(self) -> dict[str, int]:
        """What is claimed for red threes."""
        claims = {item: points for item, points in self.items.items() if item in (*THREES, "red-threes")}
        if "red-threes" not in claims and self.points("threes") == 0:
            claims["threes"] = 0
        return claims


_last: tuple[n.Deal | None, Rules | None, list[Claimed]] = (None, None, [])
"""What several checks ask of the same deal."""


def claimed_in(step: Step) -> list[Claimed]:
    """What the sheet of a deal without plays claims, side by side. A line that holds what is no multiple of the game's unit is left
    out, for that is told of it.
    """
    global _last
    if _last[0] is step.deal and _last[1] is step.rules:
        return list(_last[2])
    lines = {line.side: line for line in step.noted.get("score", ()) if isinstance(line, n.ScoreLine)}
    found = []
    for side in step.table.seats.sides:
        if side in lines and not any(points % step.rules.scoring.unit for _, points in lines[side].items):
            items = dict(lines[side].items)
            total = items.pop("total", None)
            found.append(Claimed(step.rules, lines[side], items, total))
    _last = (step.deal, step.rules, found)
    return list(found)


def blamed(claimed: Iterable[Claimed]) -> Claimed:
    """The line that is most likely wrong where several cannot all be right: one that is not added up rightly, else the last."""
    lines = sorted(claimed, key=lambda one: one.line.line)
    return next((one for one in lines if one.total is not None and one.items and not one.whole), lines[-1])


@fixed
class Ending(Fixed):
    """How a deal may have ended: the side that went out, whether concealed and whether the partner finished, and the side that has
    the bonus because it played last.
    """

    out: Side | None = None
    concealed: bool = False
    partner: bool = False
    last: Side | None = None

    def points(self, side: Side, rules: Rules) -> dict[str, int]:
        """What that counts for a side, by item of the ledger."""
        law, out = rules.going_out, self.out == side
        return {
            "out": law.bonus * (out or self.last == side),
            "concealed": law.concealed_extra * (out and self.concealed),
            "partner": law.partner_bonus * (out and self.partner),
        }


def endings(step: Step) -> Iterator[Ending]:
    """Yield every way in which the deal may have ended by what the sheet says of its end."""
    end, sides, rules = step.end, step.table.seats.sides, step.rules
    outs = [one for one in end.outs if one[0] in step.table.seats.side_of] if end is not None else []
    partner = (False, True) if rules.going_out.partner_bonus else (False,)
    if outs:
        seat, concealed = outs[0]
        yield from (Ending(step.table.seats.side_of[seat], concealed, finishes) for finishes in partner)
        return
    why = end.why if end is not None else None
    yield Ending()
    if rules.stock_end.going_out_bonus and why in (None, "stock"):
        yield from (Ending(last=side) for side in sides)
    if why is None:
        yield from (Ending(*one) for one in product(sides, (False, True), partner))


def ends_so(one: Claimed, ending: Ending) -> bool:
    """Tell whether a side's claims for going out are those of an ending."""
    points = ending.points(one.side, one.rules)
    told: set[str] = set()
    for item in OUT:
        if item in one.items:
            names = stands_for(item, one.items)
            told.update(names)
            if sum(points[name] for name in names) != one.items[item]:
                return False
    return not one.whole or "bonuses" in one.items or not any(points[name] for name in points.keys() - told)


def endings_claimed(step: Step, claimed: list[Claimed]) -> list[Ending]:
    """The endings that make all claims true."""
    return [ending for ending in endings(step) if all(ends_so(one, ending) for one in claimed)]


def went_out(step: Step, claimed: list[Claimed]) -> Side | None:
    """The side that has gone out for certain."""
    sides = {ending.out for ending in endings_claimed(step, claimed)}
    return sides.pop() if len(sides) == 1 else None


def known_of(one: Claimed, endings: Iterable[Ending]) -> Known:
    """What the sheet tells of a side that its red threes may hang on."""
    mixed: tuple[Kind, ...] = ("mixed", "wild") if one.rules.canastas.wild_counts_as == "mixed" else ("mixed",)
    lost: Fact = None
    if one.rules.red_threes.deal_won_by == "went-out":
        ways = {ending.out is not None and ending.out != one.side for ending in endings}
        lost = ways.pop() if len(ways) == 1 else None
    return Known(one.melds, one.has("natural"), one.has(*mixed), lost)


def total_of_canastas(ways: Iterable[Iterable[Counts]]) -> set[Counts]:
    """All sums of one way of each side."""
    sums = {NONE}
    for side in ways:
        sums = {total.and_(counts) for total in sums for counts in set(side)}
    return sums
