"""One log through one ruleset: whole, as a stream, or as a replay to be watched."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from canasta_audit.auditor import Auditor, Choose
from canasta_audit.checks.step import Step
from canasta_audit.finding import Finding
from canasta_audit.notation import model as n
from canasta_audit.notation.parse import units
from canasta_audit.report import DealReport, MatchReport, Report
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.ruleset.load import is_path, load_ruleset, split_reference
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.table.state import Table

DEFAULT_RULESET = "uk-regency"


def by_tag(tags: Mapping[str, str]) -> Ruleset:
    """The ruleset that the ``Ruleset`` tag names (a version behind ``@`` is let go), ``uk-regency`` where there is none.

    Raises ``RulesetError`` for a name that is not known.
    """
    reference = tags.get("Ruleset", DEFAULT_RULESET).split("@")[0]
    return load_ruleset(reference) if is_path(split_reference(reference)[0]) else _shipped(reference)


@lru_cache(maxsize=16)
def _shipped(reference: str) -> Ruleset:
    """A shipped ruleset with its options, the same object for match after match."""
    return load_ruleset(reference)


Advise = Callable[[n.Match, n.Deal, list[Finding]], list[Finding]]
"""Adds to the findings of a deal what its renderer wants to tell besides; is handed the match's head and the deal."""


def stream(
    lines: Iterable[str], file: str, choose: Choose = by_tag, advise: Advise | None = None
) -> Iterator[Finding | DealReport | MatchReport]:
    """Audit a log line by line in bounded memory: findings of a deal in order of place, then its report; after its last deal, the
    match's report, whose ``deals`` are left empty. ``advise`` is asked about deals that have findings.
    """
    read: list[Finding] = []
    head = n.Match()
    auditor = Auditor(file, choose)
    for unit in units(lines, file, read.append):
        results = list(auditor.feed(unit))
        findings = sorted([*read, *(x for x in results if isinstance(x, Finding))], key=lambda finding: finding.sort_key)
        read.clear()
        if isinstance(unit, n.Match):
            head = unit
        elif advise is not None and findings:
            findings = advise(head, unit, findings)
        yield from findings
        yield from (x for x in results if not isinstance(x, Finding))
    yield from read
    yield from auditor.finish()


def audit(log: n.Log, ruleset: Ruleset | None = None, *, choose: Choose = by_tag) -> Report:
    """Audit a whole log, by ``ruleset`` or, where that is ``None``, by what ``choose`` picks for each match.

    Never raises for anything a log may hold; what cannot be read or judged is a finding.
    """
    auditor = Auditor(log.file, choose if ruleset is None else lambda tags: ruleset)
    report = Report(log.file)
    findings: list[Finding] = list(log.findings)
    deals: list[DealReport] = []
    for match in log.matches:
        _collect(auditor.feed(match), findings, deals, report)
        for deal in match.deals:
            _collect(auditor.feed(deal), findings, deals, report)
    _collect(auditor.finish(), findings, deals, report)
    report.findings = sorted(findings, key=lambda finding: finding.sort_key)
    report.lines = sum(1 for _ in log.lines())
    report.turns, report.plays = auditor.turns, auditor.plays
    return report


@dataclass(frozen=True, slots=True)
class Position:
    """The table after a turn (``turn`` counts from 1), or after the deal (0). ``table`` is live: read it before the next one."""

    match: int
    deal: int
    turn: int
    line: n.Line
    table: Table
    rules: Rules


def replay(log: n.Log, visit: Callable[[Position], None], ruleset: Ruleset | None = None, *, choose: Choose = by_tag) -> None:
    """Carry out a log and hand ``visit`` the table as the players saw it: as dealt, after every turn, and after every deal.

    Raises ``RuntimeError`` where the replay itself fails, which no log should bring about.
    """

    def watch(step: Step) -> None:
        over = step.line.kind != "turn"
        number = 0 if over else step.turn.number
        visit(Position(step.match.number, step.deal.head.number, number, step.line, step.table, step.rules))

    auditor = Auditor(log.file, choose if ruleset is None else lambda tags: ruleset, watch)
    for match in log.matches:
        for unit in (match, *match.deals):
            for result in auditor.feed(unit):  # type: ignore[arg-type]
                if isinstance(result, Finding) and result.grade == "internal":
                    raise RuntimeError(result.message)


def _collect(
    results: Iterable[Finding | DealReport | MatchReport], findings: list[Finding], deals: list[DealReport], report: Report
) -> None:
    for result in results:
        if isinstance(result, Finding):
            findings.append(result)
        elif isinstance(result, DealReport):
            deals.append(result)
        else:
            report.matches.append(replace(result, deals=tuple(deals)))
            deals.clear()
