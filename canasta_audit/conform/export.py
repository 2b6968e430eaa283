"""The suite as JSON Lines: what a program in another language reads, with expectations, and without our notation.

A line is an object: first the suite itself, then rulesets and cases; a ruleset comes before the first case that is judged by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from canasta_audit.conform import protocol
from canasta_audit.conform.manifest import suite_version
from canasta_audit.conform.question import Question, expected_record


def export(asked: Iterable[Question]) -> Iterator[str]:
    """Yield the lines, without line ends."""
    yield protocol.line({"type": "suite", "version": suite_version(), "protocol": protocol.PROTOCOL})
    numbers: dict[str, int] = {}
    for question in asked:
        key = protocol.line([question.ruleset, question.set])
        if key not in numbers:
            numbers[key] = len(numbers) + 1
            yield protocol.line({"type": "ruleset", "number": numbers[key], **protocol.ruleset_record(question)})
        about = {
            "type": "case",
            "of": question.case,
            "title": question.title,
            "cite": [f"{text} {line}" for text, line in question.cite],
        }
        told = {"digest": question.digest, "ruleset": numbers[key], "expect": expected_record(question.outcome)}
        yield protocol.line({**about, **protocol.case_record(question), **told})
