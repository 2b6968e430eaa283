"""One line a finding, for editors and ``grep``: ``path:line:col: severity ID name: message``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from canasta_audit.batch.items import FileBegins, StreamItem
from canasta_audit.finding import Finding
from canasta_audit.render.stream import Options, Tally
from canasta_audit.render.style import printable
from canasta_audit.render.unknowns import Row, gathered
from canasta_audit.report import DealReport, MatchReport

READS = "findings"


def render(items: Iterable[StreamItem], options: Options) -> Iterator[str]:
    """Yield a line for every root finding, and if they are asked for, for those that follow from another, and for every check that
    could not tell in a deal.
    """
    file, tally = "", Tally(options.left_out, 0)
    for item in items:
        tally.add(item)
        if isinstance(item, Finding):
            if options.folds(item):
                yield ""
                continue
            root = f" [follows {item.follows.id} at {item.follows.line}:{item.follows.column}]" if item.follows else ""
            place = f"{printable(item.file)}:{item.line}:{item.column}"
            yield f"{place}: {item.severity} {item.id} {item.name}: {printable(item.message)}{root}\n"
        elif isinstance(item, (DealReport, MatchReport)):
            yield "".join([_unjudged(row, printable(file)) for row in gathered(item.unjudged)])
        else:
            if isinstance(item, FileBegins):
                file = item.file
            yield ""
    yield from (f"note: {note}\n" for note in tally.notes())


def _unjudged(row: Row, file: str) -> str:
    return f"{file}:{row.line}:1: unjudged {row.id} {row.name}: {row.reasons} ({row.times})\n"
