"""All that can be found, in one list: faults of logs, of event files and of rulesets."""

from __future__ import annotations

from canasta_audit.checks.chapters import all_checks
from canasta_audit.emit import FAULTS as AUDIT_FAULTS
from canasta_audit.finding import Fault
from canasta_audit.notation import events_faults
from canasta_audit.notation.faults import FAULTS as NOTATION_FAULTS
from canasta_audit.render.explain import Topic
from canasta_audit.ruleset.faults import FAULTS as RULESET_FAULTS


def log_topics() -> list[Topic]:
    """Everything that an audit of logs can find: unreadable lines, then the checks."""
    checks = [
        Topic(check.id, check.name, check.severity, check.grade, check.message, check.doc, check.reads)
        for check in all_checks().values()
    ]
    return [*map(_topic, NOTATION_FAULTS), *checks, *map(_topic, AUDIT_FAULTS)]


def all_topics() -> list[Topic]:
    """Everything that any verb can find."""
    events = [fault for fault in vars(events_faults).values() if isinstance(fault, Fault)]
    return [*log_topics(), *map(_topic, events), *map(_topic, RULESET_FAULTS.values())]


def _topic(fault: Fault) -> Topic:
    return Topic(fault.id, fault.name, fault.severity, fault.grade, fault.template, fault.doc)
