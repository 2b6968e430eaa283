"""The report as a table for spreadsheets and data frames: CSV after RFC 4180, one row a finding."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from canasta_audit.batch.items import StreamItem
from canasta_audit.finding import Finding
from canasta_audit.render.place import citation_texts, value_text
from canasta_audit.render.stream import Options
from canasta_audit.render.style import printable

READS = "findings"
"""What of a stream a report is made from."""

ROWS_ALONE = True
"""Every row is a finding: there is no place to tell that not all of them are shown."""

COLUMNS = (
    "file", "line", "column", "end_column", "match", "deal", "turn", "seat", "severity", "grade", "id", "name", "message",
    "parameter", "value", "set_at", "status", "citation", "follows", "follows_line", "follows_column", "fingerprint", "text",
    "help",
)  # fmt: skip
"""Heads of the columns; what a finding has not is an empty cell."""

_FORMULA = re.compile(r"\s*[=+\-@|%]|[\t\r\n]")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


def render(items: Iterable[StreamItem], options: Options) -> Iterator[str]:
    """Yield the heads, then a row for every finding, also for those that follow from another."""
    yield row(COLUMNS)
    for item in items:
        yield row(_cells(item)) if isinstance(item, Finding) else ""


def _cells(finding: Finding) -> tuple[object, ...]:
    parameter, follows = finding.parameter, finding.follows
    ruled: tuple[object, ...] = ("", "", "", "")
    if parameter is not None:
        set_at = f"{parameter.file}:{parameter.line}" if parameter.file else ""
        ruled = (parameter.pointer, value_text(parameter.value), set_at, parameter.status)
    return (
        finding.file, finding.line, finding.column, finding.end_column, finding.match, finding.deal, finding.turn, finding.seat,
        finding.severity, finding.grade, finding.id, finding.name, finding.message, *ruled,
        "; ".join(citation_texts(finding.citation)), *(follows or ("", "", "")), finding.fingerprint, finding.text, finding.help,
    )  # fmt: skip


def row(cells: Iterable[object]) -> str:
    """One line of a table."""
    return ",".join(map(_cell, cells)) + "\r\n"


def _cell(value: object) -> str:
    """One cell. Text that a spreadsheet would take for a formula gets an apostrophe before it, which makes it text there.

    >>> _cell("=1+1"), _cell("-45"), _cell(None), _cell('say "no", twice')
    ("'=1+1", '-45', '', '"say ""no"", twice"')
    """
    if value is None or isinstance(value, int):
        return "" if value is None else str(value)
    text = printable(str(value))
    if _FORMULA.match(text) and not _NUMBER.fullmatch(text):
        text = f"'{text}"
    return '"' + text.replace('"', '""') + '"' if any(sign in text for sign in ',"\r\n') or text != text.strip() else text
