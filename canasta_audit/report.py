"""What an audit returns: findings, and what every deal came to. Renderers read this and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from canasta_audit.finding import Finding, Parameter
from canasta_audit.notation.model import Seat, Side
from canasta_audit.table.score import Item


class SideScore(NamedTuple):
    """One side's score of a deal: the computed ledger, the claimed items (empty if none were written) and both totals.

    ``known``: the record tells enough to compute it. ``claimed_total`` is ``None`` where no total was claimed. ``running`` and
    ``claimed_running`` are the match totals after the deal; ``adjustments`` are penalties and a director's points, which stand
    between the two.
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


class DealReport(NamedTuple):
    """One deal: its number as recorded, its first line (1-based), its turns, how it ended, and the scores side by side.

    ``ended`` is ``"out"``, ``"stock"``, ``"void"``, ``"stop"``, ``"stuck"`` or ``"unfinished"``. ``reconstructed`` are the
    reconstructed values of the ruleset on which its scores and initial melds rest.
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


@dataclass(frozen=True, slots=True)
class MatchReport:
    """One match: its tags, the ruleset it was judged by (name with options, digest), its deals, and who won."""

    number: int
    line: int
    tags: Mapping[str, str]
    ruleset: str
    digest: str
    deals: tuple[DealReport, ...]
    totals: Mapping[Side, int]
    winner: Side | None


@dataclass(slots=True)
class Report:
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
