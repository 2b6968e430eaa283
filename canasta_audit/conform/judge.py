"""Asks our own engine about a case."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from canasta_audit.audit import audit
from canasta_audit.conform.case import Case, Expected, Otherwise, Outcome
from canasta_audit.notation.parse import parse
from canasta_audit.ruleset.load import load_ruleset
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.ruleset.variant import nested, with_values


def judge(case: Case, otherwise: Otherwise | None = None) -> Outcome:
    """What the engine finds in a case, with the value of a deciding key changed where ``otherwise`` says so."""
    values: dict[str, Any] = {chapter: dict(keys) for chapter, keys in case.set.items()}
    if otherwise is not None:
        _merge(values, nested(otherwise.key, otherwise.value))
    return outcome_of(case.text, case.first_line, _ruleset(case.ruleset, values))


def outcome_of(text: str, first_line: int, ruleset: Ruleset) -> Outcome:
    """What the engine finds in a log under a ruleset; lines are counted from ``first_line``."""
    report = audit(parse(text), ruleset)
    found = [
        Expected(finding.id, finding.line - first_line + 1, finding.data)
        for finding in report.findings
        if finding.follows is None and finding.severity != "note"
    ]
    deals = [deal for match in report.matches for deal in match.deals]
    scores = {score.side: score.total for score in deals[-1].scores if score.known} if deals else {}
    return Outcome(tuple(found), scores)


def meets(found: Outcome, expected: Outcome) -> bool:
    """Tell whether what was found is what was expected: the same findings in the same order with the data asked for, and the
    scores asked for."""
    if [(one.id, one.line) for one in found.findings] != [(one.id, one.line) for one in expected.findings]:
        return False
    carried = all(
        plain(have.data.get(key)) == plain(value)
        for have, want in zip(found.findings, expected.findings, strict=True)
        for key, value in want.data.items()
    )
    return carried and all(found.scores.get(side) == points for side, points in expected.scores.items())


def plain(value: Any) -> Any:
    """A value as JSON would have it: tuples are lists."""
    return list(value) if isinstance(value, tuple) else value


def _ruleset(reference: str, values: Mapping[str, Any]) -> Ruleset:
    return with_values(reference, values) if values else _loaded(reference)


@lru_cache(maxsize=64)
def _loaded(reference: str) -> Ruleset:
    return load_ruleset(reference)


def _merge(data: dict[str, Any], over: Mapping[str, Any]) -> None:
    for key, value in over.items():
        if isinstance(value, dict) and isinstance(data.get(key), dict):
            _merge(data[key], value)
        else:
            data[key] = value
