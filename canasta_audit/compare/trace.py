"""Where two readings of the same record part: what is found in each part of it, and which keys decide that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from canasta_audit.auditor import Auditor
from canasta_audit.finding import Finding, severity_at_least
from canasta_audit.notation import model as n
from canasta_audit.ruleset.model import Ruleset


def by_part(logs: Sequence[n.Log], ruleset: Ruleset) -> Iterator[list[Finding]]:
    """Yield the findings (roots) of every head of a match and of every deal."""
    for log in logs:
        auditor = Auditor(log.file, lambda tags: ruleset)
        for match in log.matches:
            units: list[n.Match | n.Deal] = [match, *match.deals]
            for unit in units:
                yield [one for one in auditor.feed(unit) if isinstance(one, Finding) and one.follows is None]
        yield [one for one in auditor.finish() if isinstance(one, Finding) and one.follows is None]


def changed(plain: Sequence[list[Finding]], other: Iterable[list[Finding]]) -> set[str] | None:
    """The keys that decide what is found otherwise in the first part that differs, ``None`` where none does."""
    for before, after in zip(plain, other, strict=False):
        places = [{place(one) for one in found if severity_at_least(one.severity, "warning")} for found in (before, after)]
        if places[0] != places[1]:
            differing = [one for one in (*before, *after) if place(one) in places[0] ^ places[1]]
            return {one.parameter.pointer for one in differing if one.parameter is not None}
    return None


def place(finding: Finding) -> tuple[str, str, int, int]:
    """What makes a finding the same under two rulesets: what it is, and where."""
    return finding.id, finding.file, finding.line, finding.column
