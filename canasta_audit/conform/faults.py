"""What can be said against files of cases, as data."""

from __future__ import annotations

from canasta_audit.finding import Fault, SeverityName

FAULTS: dict[str, Fault] = {}
"""The faults by id."""


def _fault(id: str, name: str, template: str, doc: str, severity: SeverityName = "error") -> Fault:
    FAULTS[id] = Fault(id, name, severity, template, doc)
    return FAULTS[id]


UNREADABLE = _fault(
    "SUITE-001",
    "unreadable-cases",
    "no file of cases: {reason}",
    "The file cannot be opened, is no YAML, or does not fit schemas/case.schema.json.",
)
ID_TWICE = _fault("SUITE-002", "id-twice", "the id {case} is given twice", "An id names one case of the suite for good.")
RETIRED_ID = _fault(
    "SUITE-003", "retired-id", "the id {case} belonged to a case that is no more", "Ids are never used again: take another one."
)
UNKNOWN_RULESET = _fault(
    "SUITE-004",
    "unknown-ruleset",
    "{reference} cannot be loaded: {reason}",
    "A case is judged by a shipped ruleset with its options.",
)
UNKNOWN_KEY = _fault(
    "SUITE-005",
    "unknown-key",
    "no ruleset has the key {pointer}",
    "A case sets, or says of a key that it decides, what no ruleset has.",
)
UNKNOWN_FINDING = _fault(
    "SUITE-006", "unknown-finding", "no check has the id {id}", "Expectations name the ids that an audit gives."
)
BEYOND_THE_TEXT = _fault(
    "SUITE-007",
    "cites-no-line",
    "{source} has no line {cited}",
    "The text is not one of the sources, or is shorter than the line cited.",
)
IDLE_DECISION = _fault(
    "SUITE-008",
    "idle-decision",
    "with {pointer} put otherwise the case comes to the same",
    "A key decides a case only where the outcome changes with its value.",
)
UNKNOWN_CHAPTER = _fault(
    "SUITE-009", "unknown-chapter", "{chapter} is no chapter of a ruleset", "A file of cases lies in the folder of its chapter."
)
BAD_PLAYS = _fault(
    "SUITE-010",
    "unreadable-plays",
    "line {at} of the log cannot be read, which the case does not expect",
    "The position and the plays are in the notation.",
)
NO_SUCH_LINE = _fault(
    "SUITE-011", "no-such-line", "a finding is expected in line {at}, and the log has no such line", "The line is a slip."
)
STALE_MANIFEST = _fault(
    "SUITE-012",
    "stale-manifest",
    "the manifest does not fit {count} of the files, {first} among them",
    "Write it anew after every change of the fixtures; conform/manifest.py says how.",
)
VERSION_TOO_LOW = _fault(
    "SUITE-013",
    "version-too-low",
    "version {version} is too low: after {old} the changes make a {step} version, {wanted} at least",
    "An expectation changed or a case taken out is a major version, cases added are a minor one.",
)
