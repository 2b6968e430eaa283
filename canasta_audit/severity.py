"""How grave findings are to their reader: settings that put other severities in the place of the checks' own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Literal

from canasta_audit.batch.items import BatchItem
from canasta_audit.checks.registry import matches
from canasta_audit.finding import Finding, SeverityName, severity_at_least

Level = SeverityName | Literal["off"]
"""A severity, or ``off``: not to be found at all."""

LEVELS: tuple[Level, ...] = ("note", "warning", "error", "off")


def resolved(settings: Iterable[tuple[str, Level]], kinds: Iterable[tuple[str, str]]) -> dict[str, Level]:
    """The level of every id that a setting means; ``kinds`` are ids with names. Of two settings the later one holds.

    >>> resolved([("MELD", "off"), ("too-many-wilds", "note")], [("MELD-004", "too-many-wilds"), ("MELD-005", "too-few-naturals")])
    {'MELD-004': 'note', 'MELD-005': 'off'}
    """
    known = list(kinds)
    levels: dict[str, Level] = {}
    for selector, level in settings:
        levels.update((id, level) for id, name in known if matches(id, name, [selector]))
    return levels


def regraded(items: Iterable[BatchItem], levels: Mapping[str, Level]) -> Iterator[BatchItem]:
    """The same stream with the severities of ``levels``; what is ``off`` stays as it is: leaving out is another's work.

    What follows from a finding that was made less grave is no graver than that.
    """
    for item in items:
        if isinstance(item, Finding):
            severity = _severity(item, levels)
            yield item if severity == item.severity else replace(item, severity=severity)
        else:
            yield item


def _severity(finding: Finding, levels: Mapping[str, Level]) -> SeverityName:
    own = levels.get(finding.id, "off")
    severity = finding.severity if own == "off" else own
    root = levels.get(finding.follows.id, "off") if finding.follows is not None else "off"
    return severity if root == "off" or severity_at_least(root, severity) else root


def switched_off(levels: Mapping[str, Level]) -> tuple[str, ...]:
    """The ids that are not to be found at all."""
    return tuple(id for id, level in levels.items() if level == "off")
