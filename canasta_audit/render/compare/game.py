"""A recorded game under several rulesets as blocks: where they part, every line judged differently, the scores side by side."""

from __future__ import annotations

from collections.abc import Iterator

from canasta_audit.compare.game import GameComparison, Parting, ScoreRow
from canasta_audit.finding import Finding
from canasta_audit.render.compare.blocks import Block, Entry, Heading, Para, Table
from canasta_audit.render.compare.words import decided, short_citation, where
from canasta_audit.render.style import plural


def game_blocks(found: GameComparison) -> Iterator[Block]:
    """Yield the summary, the first parting, all partings, and the scores that differ."""
    rulesets = [ruleset.reference for ruleset in found.rulesets]
    yield Heading(1, f"{found.file} under {plural(len(rulesets), 'ruleset')}")
    faults = [(name, _counts(report.roots)) for name, report in zip(rulesets, found.reports, strict=True)]
    yield Entry("Faults under each", "", faults)
    first = found.first
    if first is None:
        yield Para("No play is judged differently.")
    else:
        yield Heading(2, "The first play on which they part")
        yield _parting(found, first)
        yield Heading(2, f"Lines judged differently: {len(found.partings)}")
        yield from (_parting(found, parting) for parting in found.partings)
    yield from _scores(found)


def _counts(roots: list[Finding]) -> str:
    counts = {severity: sum(one.severity == severity for one in roots) for severity in ("error", "warning")}
    return ", ".join(plural(count, severity) for severity, count in counts.items() if count) or "no faults"


def _parting(found: GameComparison, parting: Parting) -> Entry:
    rows: dict[str, list[str]] = {}
    for ruleset, findings in zip(found.rulesets, parting.findings, strict=True):
        told = "; ".join(_fault(finding) for finding in findings) or "no fault"
        rows.setdefault(told, []).append(ruleset.reference)
    place = where(parting.line, parting.match, parting.deal, parting.turn)
    return Entry(place, parting.text.strip(), [(", ".join(names), told) for told, names in rows.items()])


def _fault(finding: Finding) -> str:
    cited = short_citation(finding.citation)
    return decided(finding) + (f" [{cited}]" if cited else "")


def _scores(found: GameComparison) -> Iterator[Block]:
    differing = [row for row in found.scores if row.differs or row.items]
    yield Heading(2, f"Scores that differ: {len(differing)} of {len(found.scores)}")
    header = ["", *(str(i + 1) for i in range(len(found.rulesets)))]
    if differing:
        yield Para("; ".join(f"{i + 1}: {ruleset.reference}" for i, ruleset in enumerate(found.rulesets)))
    for row in differing:
        yield Table([f"match {row.match}, deal {row.deal}, {row.side}", *header[1:]], list(_score_rows(row)))


def _score_rows(row: ScoreRow) -> Iterator[list[str]]:
    yield ["total", *("-" if score is None else _total(score.total, score.known) for score in row.scores)]
    for item, points in row.items:
        yield [f"  {item}", *("-" if value is None else str(value) for value in points)]


def _total(points: int, known: bool) -> str:
    return str(points) if known else f"({points})"
