"""Findings, deals, matches and counts as plain JSON objects, as ``schemas/report.schema.json`` describes them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from typing import Any

from canasta_audit.batch.items import Unusable
from canasta_audit.finding import SEVERITIES, Finding
from canasta_audit.render.stream import Count, Tally
from canasta_audit.render.style import UNSAFE
from canasta_audit.render.unknowns import gathered
from canasta_audit.report import DealReport, MatchReport, SideScore, Unjudged
from canasta_audit.table.score import Item
from canasta_audit.version import VERSION

Record = dict[str, Any]

SCHEMA_VERSION = 1
"""Raised when a reader of reports would have to change."""

TOOL: Record = {"name": "canasta-audit", "version": VERSION}


def dump(record: object) -> str:
    """One record on one line. Keys keep their order; what is not ASCII is written as it is, but for lone surrogates and what could
    steer a terminal: these are escaped.
    """
    text = json.dumps(record, ensure_ascii=False, separators=(", ", ": "))
    return text if text.isprintable() else re.sub(UNSAFE, lambda found: f"\\u{ord(found[0]):04x}", text)


def finding_record(finding: Finding) -> Record:
    """All of a finding; ``parameter`` and ``follows`` are ``null`` where there is none."""
    parameter, follows = finding.parameter, finding.follows
    return {
        "type": "finding",
        "id": finding.id,
        "name": finding.name,
        "severity": finding.severity,
        "grade": finding.grade,
        "file": finding.file,
        "line": finding.line,
        "column": finding.column,
        "end_column": finding.end_column,
        "match": finding.match,
        "deal": finding.deal,
        "turn": finding.turn,
        "seat": finding.seat,
        "message": finding.message,
        "data": plain(finding.data),
        "text": finding.text,
        "help": finding.help,
        "parameter": parameter and plain(parameter),
        "citation": plain(finding.citation),
        "related": plain(finding.related),
        "follows": follows and plain(follows),
        "fingerprint": finding.fingerprint,
    }


def deal_record(deal: DealReport, file: str) -> Record:
    """A deal with the computed and the claimed score of every side."""
    return {
        "type": "deal",
        "file": file,
        "match": deal.match,
        "deal": deal.number,
        "line": deal.line,
        "turns": deal.turns,
        "ended": deal.ended,
        "out": deal.out,
        "concealed": deal.concealed,
        "scores": [_score_record(score) for score in deal.scores],
        "reconstructed": plain(deal.reconstructed),
        **_unjudged(deal.unjudged),
    }


def deal_text(deal: DealReport, file: str) -> str:
    """The record of a deal on one line, which may be written where the deal was audited."""
    return dump(deal_record(deal, file))


def _unjudged(unjudged: Sequence[Unjudged]) -> Record:
    """What could not be judged, where that was asked for."""
    return {"unjudged": [plain(row) for row in gathered(unjudged)]} if unjudged else {}


def _score_record(score: SideScore) -> Record:
    verdicts = score.verdicts()
    return {
        "side": score.side,
        "known": score.known,
        "computed": {
            "items": [_item_record(item) for item in score.items],
            "total": score.total,
            "adjustments": [_item_record(item) for item in score.adjustments],
            "running": score.running,
            **({"running_bounds": _ends(score.running_bounds)} if score.running_bounds is not None else {}),
            "bounds": [{"item": item, "low": low, "high": high} for item, low, high in score.bounds],
        },
        "claimed": {
            "items": [
                {"item": item, "points": points, "verdict": verdict}
                for (item, points), verdict in zip(score.claimed, verdicts, strict=True)
            ],
            "total": score.claimed_total,
            "running": score.claimed_running,
        },
    }


def _ends(ends: tuple[int, int]) -> Record:
    return {"low": ends[0], "high": ends[1]}


def _item_record(item: Item) -> Record:
    return {"item": item.item, "points": item.points, "why": list(item.why)}


def match_record(match: MatchReport, file: str) -> Record:
    """A match without its deals."""
    return {
        "type": "match",
        "file": file,
        "match": match.number,
        "line": match.line,
        "tags": dict(match.tags),
        "ruleset": match.ruleset,
        "digest": match.digest,
        "totals": dict(match.totals),
        **({"bounds": {side: _ends(ends) for side, ends in match.bounds.items()}} if match.bounds else {}),
        "winner": match.winner,
        **_unjudged(match.unjudged),
    }


def unusable_record(item: Unusable) -> Record:
    """A file that could not be read, or not to its end."""
    return {"type": "unusable", "file": item.file, "message": item.message}


def summary_pieces(tally: Tally, files: Iterable[str]) -> Iterator[str]:
    """Counts of the run, by finding and by ruleset, and of every file: ``files`` are pieces of the text of their records."""
    record: Record = {"type": "summary", **_counts(tally.total())}
    faults = sorted(tally.faults.items(), key=lambda row: (-row[1], row[0]))
    record["findings"] = [{"id": id, "name": name, "count": count} for (id, name), count in faults if count]
    record["rulesets"] = [{"name": name, "matches": matches, "deals": deals} for name, (matches, deals) in tally.rulesets.items()]
    if any(tally.withheld):
        record["withheld"] = {"roots": tally.withheld[0], "follows": tally.withheld[1]}
    if tally.accepted or tally.stale:
        record["baseline"] = {"accepted": tally.accepted, "stale": tally.stale}
    if tally.interrupted is not None:
        ended = tally.interrupted
        record["interrupted"] = {"audited": ended.done, "logs": ended.total, "counted": ended.counted}
    yield dump(record)[:-1] + ', "files": ['
    yield from files
    yield "]}"


def file_record(count: Count) -> Record:
    """Counts of one file."""
    return {"file": count.file, "unusable": bool(count.unusable), **_counts(count)}


def _counts(count: Count) -> Record:
    severities: Record = {severity: count.severities[severity] for severity in reversed(SEVERITIES)}
    return {**severities, "follows": count.follows, "matches": count.matches, "deals": count.deals, "turns": count.turns}


def plain(value: Any) -> Any:
    """A value of the engine as JSON has it: rows become lists, named tuples and dataclasses objects, anything else its text.

    >>> plain({"cards": ("KS", "2C"), "need": 50})
    {'cards': ['KS', '2C'], 'need': 50}
    """
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, tuple):
        if hasattr(value, "_asdict"):
            return {key: plain(item) for key, item in value._asdict().items()}
        return [plain(item) for item in value]
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Set):
        return sorted((plain(item) for item in value), key=str)
    return str(value)
