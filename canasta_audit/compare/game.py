"""One recorded game under many rulesets: where they part, which key decides, and the scores side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from canasta_audit.audit import audit
from canasta_audit.finding import Finding, severity_at_least
from canasta_audit.notation import model as n
from canasta_audit.report import DealReport, Report, SideScore
from canasta_audit.ruleset.model import Ruleset


class Parting(NamedTuple):
    """One line of the log that the rulesets do not judge alike.

    ``findings`` has what each ruleset finds there, in the order of the rulesets (nothing: it is lawful), without what all of them
    find. ``deal`` is the deal's number as recorded, ``turn`` counts its turns (``None`` outside a turn); ``text`` is the line.
    """

    line: int
    match: int | None
    deal: int | None
    turn: int | None
    text: str
    findings: tuple[tuple[Finding, ...], ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """Pointers of the keys that decide, in the order of the rulesets that found something."""
        named = (found.parameter.pointer for row in self.findings for found in row if found.parameter is not None)
        return tuple(dict.fromkeys(named))


class ScoreRow(NamedTuple):
    """One side's score of one deal under each ruleset (``None``: that ruleset has none for it).

    ``items`` names the items of the ledger in which they differ, with the points under each ruleset.
    """

    match: int
    deal: int
    side: n.Side
    scores: tuple[SideScore | None, ...]
    items: tuple[tuple[str, tuple[int | None, ...]], ...]

    @property
    def differs(self) -> bool:
        """Tell whether the rulesets do not all give the same total."""
        return len({None if score is None else score.total for score in self.scores}) > 1


class GameComparison(NamedTuple):
    """A log under several rulesets: the reports in the order of the rulesets, the lines on which they part in order of place, and
    every score. ``log`` is the log itself.
    """

    log: n.Log
    rulesets: tuple[Ruleset, ...]
    reports: tuple[Report, ...]
    partings: tuple[Parting, ...]
    scores: tuple[ScoreRow, ...]

    @property
    def file(self) -> str:
        """What reports call the log."""
        return self.log.file

    @property
    def first(self) -> Parting | None:
        """The first play on which the rulesets part, or where no play is judged differently the first line; ``None`` where they
        judge the log alike.
        """
        lines = [*(parting for parting in self.partings if parting.turn is not None), *self.partings]
        return lines[0] if lines else None


def compare_game(log: n.Log, rulesets: Sequence[Ruleset]) -> GameComparison:
    """Audit one log under each of ``rulesets``, whatever its own tag says, and hold the results against each other.

    Roots that are warnings or errors count; notes and what follows from another finding do not.
    """
    reports = tuple(audit(log, ruleset) for ruleset in rulesets)
    return GameComparison(log, tuple(rulesets), reports, tuple(_partings(reports)), tuple(_scores(reports)))


def _partings(reports: Sequence[Report]) -> list[Parting]:
    rows: dict[tuple[int | None, int], list[list[Finding]]] = {}
    for i, report in enumerate(reports):
        for found in report.roots:
            if severity_at_least(found.severity, "warning"):
                rows.setdefault((found.match, found.line), [[] for _ in reports])[i].append(found)
    partings = []
    for (match, line), judged in sorted(rows.items(), key=lambda row: row[0][1]):
        shared = set.intersection(*(set(map(_what, found_by)) for found_by in judged))
        own = tuple(tuple(found for found in found_by if _what(found) not in shared) for found_by in judged)
        if any(own):
            some = next(found for found_by in own for found in found_by)
            partings.append(Parting(line, match, some.deal, some.turn, some.text, own))
    return partings


def _what(found: Finding) -> tuple[str, int]:
    return found.id, found.column


def _scores(reports: Sequence[Report]) -> list[ScoreRow]:
    found: dict[tuple[int, int, n.Side], list[SideScore | None]] = {}
    for i, report in enumerate(reports):
        for deal in _deals(report):
            for score in deal.scores:
                found.setdefault((deal.match, deal.number, score.side), [None] * len(reports))[i] = score
    return [ScoreRow(*place, tuple(scores), _differing(scores)) for place, scores in found.items()]


def _deals(report: Report) -> list[DealReport]:
    return [deal for match in report.matches for deal in match.deals]


def _differing(scores: Sequence[SideScore | None]) -> tuple[tuple[str, tuple[int | None, ...]], ...]:
    """Items of the ledger whose points differ, an item that a ledger does not have counting 0."""
    names = dict.fromkeys(item.item for score in scores if score is not None for item in score.items)
    rows = []
    for name in names:
        points = tuple(None if score is None else sum(item.points for item in score.items if item.item == name) for score in scores)
        if len(set(points)) > 1:
            rows.append((name, points))
    return tuple(rows)
