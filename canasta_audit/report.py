"""What an audit returns: findings, and what every deal came to. Renderers read this and nothing else."""

# Annotations are not postponed: a named tuple compiles each text of one anew, at every start.
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from canasta_audit.finding import Finding, Parameter
from canasta_audit.notation.model import Deal, Match, Seat, Side
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.table.score import ITEMS, TAKES_IN, Item, computed_for, stands_for
from canasta_audit.value import Fixed, Value, fixed

Verdict = Literal["right", "wrong", "out-of-bounds", "not-judged"]
"""What can be told of a claim: it is what it must be, or not; it is more or less than it can be; or the record leaves it open."""


Why = Literal[
    "hand-not-listed", "cards-unseen", "suit-not-noted", "draw-not-noted", "melds-not-noted", "discard-not-noted", "pile-not-noted",
    "stock-not-counted", "question-not-noted", "score-open", "totals-not-noted", "lot-not-noted", "dealer-not-noted",
]  # fmt: skip
"""Why something is not known: a hand was never written down; cards were not seen; the colour of a three was not noted; what was
drawn, laid, discarded, asked or turned up was not noted; nobody can count the stock; a score or a total can be more than one; a
card drawn for seats, or who dealt, was not noted.
"""


class Lack(NamedTuple):
    """What the record does not tell: what a check ``needs`` (``checks.registry.Need``), why it is not there, and of whom."""

    need: str
    why: Why
    seat: Seat | None
    side: Side | None = None


class Unjudged(NamedTuple):
    """A check that could not tell whether the law was kept: in which turn of the deal (``None``: before the first, or at its end),
    at which line, of which seat, and what it ``lacks`` to tell.
    """

    id: str
    name: str
    match: int
    deal: int
    turn: int | None
    line: int
    seat: Seat | None
    lacks: tuple[Lack, ...]


class SideScore(NamedTuple):
    """One side's score of a deal: the computed ledger, the claimed items (empty if none were written) and both totals.

    ``known``: the record tells enough to compute it. ``claimed_total`` is ``None`` where no total was claimed. ``running`` and
    ``claimed_running`` are the match totals after the deal; ``adjustments`` are penalties and a director's points, which stand
    between the two. ``bounds``, of a deal with plays whose score is not known, are the least and the most that each item and the
    ``total`` can be; an item that is missing counts nothing. ``items`` and ``total`` are then no more than what the record shows.
    ``running_bounds`` are the least and the most that ``running`` can be, ``None`` where it rests on no score that is open.
    """

    side: Side
    items: tuple[Item, ...]
    total: int
    known: bool
    running: int
    claimed: tuple[tuple[str, int], ...] = ()
    claimed_total: int | None = None
    claimed_running: int | None = None
    adjustments: tuple[Item, ...] = ()
    bounds: tuple[tuple[str, int, int], ...] = ()
    running_bounds: tuple[int, int] | None = None

    def range_of(self, claimed: str) -> tuple[int, int] | None:
        """The least and the most that a claimed item, or the ``total``, can be; ``None`` where nobody can tell."""
        names = ("total",) if claimed == "total" else stands_for(claimed, dict(self.claimed))
        if self.known and names:
            points = computed_for(claimed, dict(self.claimed), self.items) or 0
            return points, points
        if not self.bounds or not names:
            return None
        rows = [row for row in self.bounds if row[0] in names]
        return sum(low for _, low, _ in rows), sum(high for _, _, high in rows)

    def verdict(self, claimed: str) -> Verdict:
        """What was found of a claimed item, or of the claimed ``total``."""
        found = self.range_of(claimed)
        points = self.claimed_total if claimed == "total" else dict(self.claimed).get(claimed)
        if found is None or points is None:
            return "not-judged"
        low, high = found
        if low == high:
            return "right" if points == low else "wrong"
        return "not-judged" if low <= points <= high else "out-of-bounds"

    def verdicts(self) -> list[Verdict]:
        """What was found of each claimed item, in their order."""
        claims = dict(self.claimed)
        have: dict[str, int] = {}
        for item in self.items:
            have[item.item] = have.get(item.item, 0) + item.points
        found: list[Verdict] = []
        for name, _ in self.claimed:
            if self.known and name in ITEMS and have.keys().isdisjoint(TAKES_IN.get(name, ())):
                # Nearly all claims are like this: of one item, with nothing beside it that it might stand for as well.
                found.append("right" if have.get(name, 0) == claims[name] else "wrong")
            else:
                found.append(self.verdict(name))
        return found


class Recorded(NamedTuple):
    """What a report of a deal is about: the head of its match, the deal as recorded, and the ruleset that it was judged by."""

    head: Match
    deal: Deal
    ruleset: Ruleset


class DealReport(NamedTuple):
    """One deal: its number as recorded, its first line (1-based), its turns, how it ended, and the scores side by side.

    ``ended`` is ``"out"``, ``"stock"``, ``"void"``, ``"stop"``, ``"stuck"`` or ``"unfinished"``. ``reconstructed`` are the
    reconstructed values of the ruleset on which its scores and initial melds rest. ``unjudged`` is what could not be judged, and
    ``recorded`` what was read, where that was asked for.
    """

    match: int
    number: int
    line: int
    turns: int
    ended: str
    out: Seat | None
    concealed: bool
    scores: tuple[SideScore, ...]
    reconstructed: tuple[Parameter, ...] = ()
    unjudged: tuple[Unjudged, ...] = ()
    recorded: Recorded | None = None


@fixed
class MatchReport(Fixed):
    """One match: its tags, the ruleset it was judged by (name with options, digest), its deals, and who won.

    ``bounds`` are the least and the most that a total can be which rests on a score that is open; there nobody is said to have won
    who has not won with all of them.
    """

    number: int
    line: int
    tags: Mapping[str, str]
    ruleset: str
    digest: str
    deals: tuple[DealReport, ...]
    totals: Mapping[Side, int]
    winner: Side | None
    unjudged: tuple[Unjudged, ...] = ()
    bounds: Mapping[Side, tuple[int, int]] = field(default_factory=dict)


@dataclass(slots=True, eq=False, repr=False)
class Report(Value):
    """The audit of one log: findings in order of place, matches, and counts of what was read."""

    file: str
    findings: Sequence[Finding] = field(default_factory=list)
    matches: list[MatchReport] = field(default_factory=list)
    lines: int = 0
    turns: int = 0
    plays: int = 0

    @property
    def roots(self) -> list[Finding]:
        """Findings that do not follow from another."""
        return [finding for finding in self.findings if finding.follows is None]
