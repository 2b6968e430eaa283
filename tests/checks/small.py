"""Small positions for the tests of single checks: a deal's lines, and what comes of them."""

from __future__ import annotations

from typing import NamedTuple

import canasta_audit as ca
from canasta_audit.finding import Finding
from tests.checks.examples import ruleset

Expected = list[tuple[str, int]]

KINGS = "KC KC KD KH KH KS KS"
"""A natural canasta of which one king is left."""


class Case(NamedTuple):
    """A log and the ids and lines of its roots above a note."""

    name: str
    log: str
    expected: Expected


class Option(NamedTuple):
    """A log that an option of ``uk-regency`` judges otherwise: the roots without the option and with it."""

    option: str
    log: str
    without: Expected
    chosen: Expected


def deal(*lines: str) -> str:
    """A deal whose first player is N, its first line being line 1."""
    return "".join(f"{line}\n" for line in ("deal 1: dealer W", *lines))


def audited(log: str, option: str = "") -> list[Finding]:
    """All findings of a log under ``uk-regency`` with an option, in their order."""
    reference = "+".join(["uk-regency", option] if option else ["uk-regency"])
    return list(ca.audit(ca.parse(log), ruleset(reference)).findings)


def faults(log: str, option: str = "") -> Expected:
    """Ids and lines of the roots above a note."""
    return [(f.id, f.line) for f in audited(log, option) if f.follows is None and f.severity != "note"]


def found(log: str, id: str, option: str = "") -> Finding:
    """The only finding of ``id``."""
    (finding,) = [finding for finding in audited(log, option) if finding.id == id]
    return finding


def name_of(case: Case | Option) -> str:
    """What a case is called in reports."""
    return case.name if isinstance(case, Case) else case.option
