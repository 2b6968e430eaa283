"""A log under ``uk-regency`` with keys of its own, or under a shipped ruleset: what the tests of single keys ask."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import canasta_audit as ca
from canasta_audit.finding import Finding
from tests.checks.examples import ruleset


class Keyed(NamedTuple):
    """A log that ``key`` judges otherwise: what is found with it and without it, and ``data`` of the first finding with it."""

    key: str
    log: str
    found: list[tuple[str, int]]
    data: dict[str, Any] = {}  # noqa: RUF012
    without: list[tuple[str, int]] = []  # noqa: RUF012
    base: str = "uk-regency"


@cache
def rules_of(key: str, base: str = "uk-regency") -> ca.Ruleset:
    """``base`` with the chapters of ``key`` written as YAML, or the shipped ruleset of that name."""
    if ":" not in key:
        return ruleset(key or base)
    with tempfile.TemporaryDirectory() as path:
        file = Path(path, "club.yaml")
        file.write_text(f"extends: {base}\n{key}\n", encoding="utf-8")
        return ca.load_ruleset(str(file))


def roots(log: str, key: str, base: str = "uk-regency") -> list[Finding]:
    """The roots above a note."""
    return [finding for finding in ca.audit(ca.parse(log), rules_of(key, base)).roots if finding.severity != "note"]


def places(log: str, key: str, base: str = "uk-regency") -> list[tuple[str, int]]:
    """Ids and lines of the roots above a note."""
    return [(finding.id, finding.line) for finding in roots(log, key, base)]


def decides(case: Keyed) -> None:
    """Assert that ``case.key`` decides, and what it is said to find."""
    assert places(case.log, case.key, case.base) == case.found
    assert places(case.log, "", case.base) == case.without
    if case.found:
        data = roots(case.log, case.key, case.base)[0].data
        assert {name: data[name] for name in case.data} == case.data
