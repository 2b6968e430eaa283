"""The report as one JSON document; ``schemas/report.schema.json`` describes it."""

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
from canasta_audit.render.stream import FileBegins, Options, StreamItem, Tally
from canasta_audit.report import DealReport, MatchReport


def render(items: Iterable[StreamItem], options: Options) -> Iterator[str]:
    """Yield the document in pieces: findings as they come, what the deals came to at the end."""
    yield f'{{"schema_version": {SCHEMA_VERSION},\n "tool": {dump(TOOL)},\n "findings": ['
    tally = Tally(options.left_out)
    matches: list[str] = []
    deals: list[Record] = []
    rulesets: dict[tuple[str, str], Record] = {}
    unusable: list[Record] = []
    file, mark = "", "\n  "
    for item in items:
        tally.add(item)
        piece = ""
        if isinstance(item, Finding):
            piece = mark + dump(finding_record(item))
            mark = ",\n  "
        elif isinstance(item, DealReport):
            deals.append(deal_record(item, file))
        elif isinstance(item, MatchReport):
            matches.append(dump({**match_record(item, file), "deals": deals}))
            rulesets.setdefault((item.ruleset, item.digest), {"name": item.ruleset, "digest": item.digest})
            deals = []
        elif isinstance(item, FileBegins):
            file, deals = item.file, []
        else:
            unusable.append(unusable_record(item))
        yield piece
    yield "],\n"
    yield f' "matches": [{_rows(matches)}],\n'
    yield f' "rulesets": [{_rows(map(dump, rulesets.values()))}],\n'
    yield f' "unusable": [{_rows(map(dump, unusable))}],\n'
    yield f' "summary": {dump(summary_record(tally))}}}\n'


def _rows(texts: Iterable[str]) -> str:
    return ",".join("\n  " + text for text in texts)
