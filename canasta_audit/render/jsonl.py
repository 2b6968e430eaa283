"""The report as JSON Lines, for streaming: findings, deals, matches and a summary, told apart by ``type``.

Every line is a ``record`` of ``schemas/report.schema.json``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from canasta_audit.batch.items import FileBegins, Passed, StreamItem, Unusable
from canasta_audit.batch.spool import Spool
from canasta_audit.finding import Finding
from canasta_audit.render.records import (
    SCHEMA_VERSION,
    TOOL,
    deal_text,
    dump,
    file_record,
    finding_record,
    match_record,
    summary_pieces,
    unusable_record,
)
from canasta_audit.render.stream import Options, Tally
from canasta_audit.report import DealReport, MatchReport

WRITES = deal_text
"""What may stand for a deal without a finding, in the place of its report."""


def render(items: Iterable[StreamItem], options: Options) -> Iterator[str]:
    """Yield a line that names the tool, one for every item, and the summary; nothing is kept back."""
    yield dump({"type": "tool", "schema_version": SCHEMA_VERSION, **TOOL}) + "\n"
    files = Spool()
    tally = Tally(options.left_out, 0, lambda count: files.add(f"{', ' if files else ''}{dump(file_record(count))}"))
    file = ""
    for item in items:
        tally.add(item)
        if isinstance(item, FileBegins):
            file = item.file
        text = _record(item, file)
        yield text + "\n" if text else ""
    tally.close()
    yield from summary_pieces(tally, files)
    yield "\n"


def _record(item: StreamItem, file: str) -> str:
    """The record of an item, empty for one that has none."""
    if isinstance(item, Passed):
        return item.text
    if isinstance(item, Finding):
        return dump(finding_record(item))
    if isinstance(item, DealReport):
        return deal_text(item, file)
    if isinstance(item, Unusable):
        return dump(unusable_record(item))
    return dump(match_record(item, file)) if isinstance(item, MatchReport) else ""
