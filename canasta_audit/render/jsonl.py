"""The report as JSON Lines, for streaming: findings, deals, matches and a summary, told apart by ``type``.

Every line is a ``record`` of ``schemas/report.schema.json``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from canasta_audit.finding import Finding
from canasta_audit.render.records import (
    SCHEMA_VERSION,
    TOOL,
    Record,
    deal_record,
    dump,
    finding_record,
    match_record,
    summary_record,
    unusable_record,
)
from canasta_audit.render.stream import FileBegins, Options, StreamItem, Tally, Unusable
from canasta_audit.report import DealReport


def render(items: Iterable[StreamItem], options: Options) -> Iterator[str]:
    """Yield a line that names the tool, one for every item, and the summary; nothing is kept back."""
    yield dump({"type": "tool", "schema_version": SCHEMA_VERSION, **TOOL}) + "\n"
    tally = Tally(options.left_out)
    file = ""
    for item in items:
        tally.add(item)
        if isinstance(item, FileBegins):
            file = item.file
            yield ""
        else:
            yield dump(_record(item, file)) + "\n"
    yield dump(summary_record(tally)) + "\n"


def _record(item: StreamItem, file: str) -> Record:
    if isinstance(item, Finding):
        return finding_record(item)
    if isinstance(item, DealReport):
        return deal_record(item, file)
    if isinstance(item, Unusable):
        return unusable_record(item)
    assert not isinstance(item, FileBegins)
    return match_record(item, file)
