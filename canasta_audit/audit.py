"""One log through one ruleset: whole, as a stream, or as a replay to be watched."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from canasta_audit.auditor import Auditor, Choose
from canasta_audit.checks.step import Step
from canasta_audit.finding import Finding
from canasta_audit.notation import model as n
from canasta_audit.notation.parse import units
from canasta_audit.report import DealReport, MatchReport, Recorded, Report
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.ruleset.load import is_path, load_ruleset, split_reference
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.table.state import Table
from canasta_audit.value import Fixed, fixed

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
    lines: Iterable[str],
    file: str,
    choose: Choose = by_tag,
    advise: Advise | None = None,
    *,
    unknowns: bool = False,
    recorded: bool = False,
) -> Iterator[Finding | DealReport | MatchReport]:
    """Audit a log line by line in bounded memory: findings of a deal in order of place, then its report; after its last deal, the
    match's report, whose ``deals`` are left empty. ``advise`` is asked about deals that have findings; ``unknowns``: the reports
    tell what could not be judged as well; ``recorded``: those of deals hold what was read.
    """
    read: list[Finding] = []
    head = n.Match()
    auditor = Auditor(file, choose, unknowns=unknowns, as_read=True)
    for unit in units(lines, file, read.append):
        results = auditor.feed(unit)
        if isinstance(unit, n.Match):
            head = unit
        # Findings come first.
        if read or (results and isinstance(results[0], Finding)):
            findings = sorted([*read, *(x for x in results if isinstance(x, Finding))], key=lambda finding: finding.sort_key)
            read.clear()
            if advise is not None and isinstance(unit, n.Deal):
                findings = advise(head, unit, findings)
            yield from findings
            results = [x for x in results if not isinstance(x, Finding)]
        if recorded and isinstance(unit, n.Deal):
            # Of a match that is not judged there is no report, and no ruleset.
            results = [x._replace(recorded=Recorded(head, unit, choose(head.tags))) for x in results if isinstance(x, DealReport)]
        yield from results
    yield from read
    yield from auditor.finish()


def audit(log: n.Log, ruleset: Ruleset | None = None, *, choose: Choose = by_tag, unknowns: bool = False) -> Report:
    """Audit a whole log, by ``ruleset`` or, where that is ``None``, by what ``choose`` picks for each match. ``unknowns``: the
    report tells what could not be judged as well.

    Never raises for anything a log may hold; what cannot be read or judged is a finding.
    """
    auditor = Auditor(log.file, choose if ruleset is None else lambda tags: ruleset, unknowns=unknowns)
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


@fixed
class Position(Fixed):
    """The table after a turn (``turn`` counts from 1), or after the deal (0). ``table`` is live: read it before the next one.

    ``between`` are the lines since the position before that tell of something irregular: taken back, exposed, counted, ruled,
    punished.
    """

    match: int
    deal: int
    turn: int
    line: n.Line
    table: Table
    rules: Rules
    between: tuple[n.Line, ...] = ()


_BETWEEN = frozenset(("director", "exposed", "count", "penalty"))


def _between(deal: n.Deal, since: n.Line | None, line: n.Line, at_end: bool) -> tuple[n.Line, ...]:
    """The lines of ``deal`` behind ``since`` and before ``line``, at the end all behind it, that tell of something irregular."""
    lines = deal.lines
    first = next((i for i, one in enumerate(lines) if one is since), -1) + 1
    last = len(lines) if at_end else next((i for i, one in enumerate(lines) if one is line), first)
    return tuple(one for one in lines[first:last] if one.kind in _BETWEEN or (one.undone and one.kind == "turn"))


def replay(log: n.Log, visit: Callable[[Position], None], ruleset: Ruleset | None = None, *, choose: Choose = by_tag) -> None:
    """Carry out a log and hand ``visit`` the table as the players saw it: as dealt, after every turn, and after every deal.

    Raises ``RuntimeError`` where the replay itself fails, which no log should bring about.
    """
    since: dict[int, n.Line] = {}

    def watch(step: Step) -> None:
        over = step.line.kind != "turn"
        number = 0 if over else step.turn.number
        deal, line = step.deal, step.line
        seen = since.pop(id(deal), None)
        # The position as dealt is the first of its deal; what stands before the first turn is told with that.
        between = _between(deal, seen, line, over) if seen is not None else ()
        since[id(deal)] = line
        visit(Position(step.match.number, deal.head.number, number, line, step.table, step.rules, between))

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
