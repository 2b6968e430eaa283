"""A run as one JSON document; ``schemas/conform.schema.json`` describes it as ``report``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from canasta_audit.conform.outcome import OUTCOMES, REPORT_VERSION, Run, Tally
from canasta_audit.conform.protocol import PROTOCOL
from canasta_audit.render.records import TOOL, Record, dump


def render(run: Run, color: bool) -> Iterator[str]:
    """Yield the document in pieces, a result a line."""
    head = {"schema_version": REPORT_VERSION, "tool": TOOL, "protocol": PROTOCOL, "suite": run.suite}
    yield dump({**head, "program": run.program, "restarts": run.restarts})[:-1]
    yield f',\n "summary": {dump(counts(run.tally()))}'
    yield ',\n "chapters": {' + ",".join(f"\n  {dump(name)}: {dump(counts(found))}" for name, found in run.chapters().items()) + "}"
    yield ',\n "results": [' + ",".join(f"\n  {dump(asdict(result))}" for result in run.results) + "]}\n"


def counts(tally: Tally) -> Record:
    """Counts as plain data."""
    balanced = None if tally.balanced is None else round(tally.balanced, 4)
    by_outcome: Record = {outcome: tally.outcomes[outcome] for outcome in OUTCOMES}
    return {**by_outcome, "total": tally.total, "legal": tally.legal, "faulty": tally.fault, "balanced": balanced}
