"""The report as one JSON document; ``schemas/report.schema.json`` describes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from canasta_audit.batch.items import FileBegins, Passed, StreamItem, Unusable
from canasta_audit.batch.spool import Spool
from canasta_audit.finding import Finding
from canasta_audit.render.records import (
    SCHEMA_VERSION,
    TOOL,
    Record,
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
    """Yield the document in pieces: findings as they come, what the deals came to at the end."""
    yield f'{{"schema_version": {SCHEMA_VERSION},\n "tool": {dump(TOOL)},\n "findings": ['
    matches, deals, unusable, files = _Rows(), _Rows("", ", "), _Rows(), _Rows("", ", ")
    tally = Tally(options.left_out, 0, lambda count: files.add(dump(file_record(count))))
    rulesets: dict[tuple[str, str], Record] = {}
    file, mark = "", "\n  "
    for item in items:
        tally.add(item)
        piece = ""
        if isinstance(item, Finding):
            piece = mark + dump(finding_record(item))
            mark = ",\n  "
        elif isinstance(item, DealReport):
            deals.add(deal_text(item, file))
        elif isinstance(item, Passed) and item.text:
            deals.add(item.text)
        elif isinstance(item, MatchReport):
            matches.add(dump(match_record(item, file))[:-1] + ', "deals": [')
            matches.take(deals, "]}")
            rulesets.setdefault((item.ruleset, item.digest), {"name": item.ruleset, "digest": item.digest})
        elif isinstance(item, FileBegins):
            file = item.file
            deals.clear()
        elif isinstance(item, Unusable):
            unusable.add(dump(unusable_record(item)))
        yield piece
    yield '],\n "matches": ['
    yield from matches
    yield '],\n "rulesets": ['
    yield ",".join("\n  " + dump(one) for one in rulesets.values())
    yield '],\n "unusable": ['
    yield from unusable
    yield '],\n "summary": '
    tally.close()
    yield from summary_pieces(tally, files)
    yield "}\n"


class _Rows(Spool):
    """The rows of a list, which are written when its place has come."""

    def __init__(self, first: str = "\n  ", then: str = ",\n  ") -> None:
        """What stands before the first row, and before each of the others."""
        super().__init__()
        self._first = first
        self._then = then

    def add(self, text: str) -> None:
        """Put a row behind the others."""
        super().add((self._then if self else self._first) + text)

    def take(self, others: _Rows, text: str) -> None:
        """Put all of ``others`` behind the last row, and a text behind them."""
        for piece in others:
            super().add(piece)
        super().add(text)
        others.clear()
