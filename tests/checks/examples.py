"""The bad and the good log in the docstring of every check, read and audited once for all tests that look at them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import canasta_audit as ca
from canasta_audit.checks.chapters import all_checks
from canasta_audit.checks.registry import Check
from canasta_audit.finding import Finding
from canasta_audit.render.explain import sections

HEADINGS = ["", "Why", "Bad", "Good"]
DEFAULT = "uk-regency"
MARK = "# here"

CHECKS: list[Check] = list(all_checks().values())
DOCUMENTED: list[Check] = [check for check in CHECKS if [heading for heading, _ in sections(check.doc)] == HEADINGS]
"""The checks whose docstring has all it should: what tests of the logs themselves can be asked about."""


class Example(NamedTuple):
    """What a docstring shows: the ``bad`` log, whose marked line (1-based) is ``here``, and the ``good`` one."""

    bad: str
    good: str
    here: int


def example(check: Check) -> Example:
    """The logs of a check's docstring. Raises ``ValueError`` where not exactly one line of the bad log is marked."""
    parts = dict(sections(check.doc))
    bad = parts["Bad"] + "\n"
    marked = [number for number, line in enumerate(bad.split("\n"), 1) if line.rstrip().endswith(MARK)]
    if len(marked) != 1:
        raise ValueError(f"{check.id}: {len(marked)} lines of the bad log are marked {MARK!r}")
    return Example(bad, parts["Good"] + "\n", marked[0])


@cache
def ruleset(reference: str) -> ca.Ruleset:
    """A shipped ruleset, loaded once."""
    return ca.load_ruleset(reference)


def reference_of(text: str) -> str:
    """The ruleset that a log names in its first ``Ruleset`` tag, ``uk-regency`` where it names none."""
    for line in text.split("\n"):
        if line.startswith('[Ruleset "'):
            return line.split('"')[1]
    return DEFAULT


def players_of(text: str) -> int:
    """Number of players of a log of one match: its ``Seats`` or ``Sides``, else four."""
    for line in text.split("\n"):
        if line.startswith(('[Seats "', '[Sides "')):
            return len(line.split('"')[1].replace(" ", ""))
    return 4


@cache
def findings(text: str) -> tuple[Finding, ...]:
    """All findings of a log, by the rulesets that its tags name; the text's own included."""
    return tuple(ca.audit(ca.parse(text), choose=lambda tags: ruleset(tags.get("Ruleset", DEFAULT))).findings)


def roots(found: Sequence[Finding], note: str = "") -> list[Finding]:
    """Findings that follow from no other and say more than a note; those with the id ``note`` count as they are."""
    return [finding for finding in found if finding.follows is None and (finding.severity != "note" or finding.id == note)]


def places(found: Sequence[Finding]) -> list[tuple[str, int]]:
    """Id and line of each finding."""
    return [(finding.id, finding.line) for finding in found]
