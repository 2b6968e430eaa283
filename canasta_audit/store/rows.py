"""Rows of the tables, made of the items of one log as they pass by."""

from __future__ import annotations

import json
import os
import pickle
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import IO, Any

from canasta_audit.batch.items import StreamItem
from canasta_audit.batch.read import STDIN
from canasta_audit.batch.task import has_scheme
from canasta_audit.finding import Finding
from canasta_audit.notation.model import Seat
from canasta_audit.render.place import citation_texts, value_text
from canasta_audit.report import DealReport, MatchReport, SideScore, Verdict
from canasta_audit.store.record import deal_text, finding_text, match_text
from canasta_audit.table.score import ITEMS, TAKES_IN
from canasta_audit.version import VERSION

Row = tuple[Any, ...]

_MOST = 10_000
"""So many rows of a log stay in memory."""

_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
_NO_TEXT = re.compile("[\x00\ud800-\udfff]")
_DATE = re.compile(r"(\d{4})(?:[-./](\d{1,2}|\?\?)(?:[-./](\d{1,2}|\?\?))?)?")


def path_of(file: str, content: str = "") -> str:
    """Where a log is that reports call ``file``: it is known by that; one from standard input by its ``content``.

    >>> path_of("s3://club/a.cgn"), path_of("<stdin>", "5e")
    ('s3://club/a.cgn', '<stdin>:5e')
    """
    if file.startswith(STDIN):
        return f"{file}:{content}"
    return file if has_scheme(file) else os.path.abspath(file).replace(os.sep, "/")


def key_of(path: str) -> str:
    """The key of a log's rows: eighty bits of a digest."""
    import hashlib

    return hashlib.sha256(path.encode("utf-8", "surrogatepass")).hexdigest()[:20]


def date_of(tag: str) -> str:
    """A date as ``YYYY-MM-DD``, or as much of it as is known; ``""`` where it is none.

    >>> date_of("2025.10.9"), date_of("2025.10.??"), date_of("in May")
    ('2025-10-09', '2025-10', '')
    """
    found = _DATE.fullmatch(tag.strip())
    parts = []
    for part in found.groups() if found is not None else ():
        if part is None or part == "??":
            break
        parts.append(part.zfill(2))
    return "-".join(parts)


def name_of(tags: Mapping[str, str], seat: Seat) -> str:
    """The name of who sits there, without blanks that mean nothing; ``""`` where it is not told."""
    return text_of(" ".join(tags.get(_NAMES.get(seat, seat), "").split())).strip("?")


def text_of(text: str) -> str:
    """Text as any database takes it."""
    return _NO_TEXT.sub("\ufffd", text) if not text.isprintable() else text


class LogRows:
    """The rows of one log. They wait in memory while they are few, in a temporary file beyond."""

    def __init__(self, file: str) -> None:
        """Nothing was found yet."""
        self.file = file
        self.number = 0
        self.path = self.key = self.content = ""
        self.rulesets: dict[str | None, tuple[str, str]] = {}
        self._rows: dict[str, list[Row]] = {}
        self._waiting = 0
        self._spool: IO[bytes] | None = None
        self._counts: Counter[str] = Counter()
        self._numbers: Counter[str] = Counter()
        self._of_match: Counter[str] = Counter()
        self._judged: set[int] = set()
        self._seen: set[int] = set()
        self._seats: dict[int, dict[Seat, tuple[str, str]]] = {}

    def add(self, item: StreamItem) -> None:
        """Take down an item."""
        if isinstance(item, Finding):
            self._finding(item)
        elif isinstance(item, DealReport):
            self._deal(item)
        elif isinstance(item, MatchReport):
            self._match(item)

    def ended(self, content: str) -> None:
        """The log was audited to its end."""
        self.content = content
        self.path = path_of(self.file, content)
        self.key = key_of(self.path)

    def log(self, alternatives: bool) -> Row:
        """The row of the log itself."""
        sound = self._seen <= self._judged
        asked = [(tag, *found) for tag, found in self.rulesets.items()]
        counts = (self._counts[name] for name in ("matches", "deals", "turns", "error", "warning", "note", "follows"))
        now = datetime.now(UTC).isoformat(timespec="seconds")
        rulesets = json.dumps(asked) if sound else None
        return self.key, text_of(self.path), self.content, VERSION, alternatives, rulesets, *counts, now

    def pieces(self) -> Iterator[tuple[str, list[Row]]]:
        """The other rows, by the name of their table, in pieces; they are the same at every reading."""
        if self._spool is not None:
            self._spool.seek(0)
            for _ in range(self._numbers["spool"]):
                yield from self._completed(pickle.load(self._spool))
        yield from self._completed(self._rows)

    def close(self) -> None:
        """Let go of all."""
        self._rows.clear()
        if self._spool is not None:
            self._spool.close()
        self._spool = None

    def _completed(self, rows: dict[str, list[Row]]) -> Iterator[tuple[str, list[Row]]]:
        key = self.key
        for name, found in rows.items():
            if name == "findings":
                yield name, [(key, *row[:9], *self._whose(row[7], *row[9:11]), *row[11:]) for row in found]
            elif name == "deals":
                yield name, [(key, *row[:7], self._whose(row[1], row[6])[1], *row[7:]) for row in found]
            else:
                yield name, [(key, *row) for row in found]

    def _whose(self, match: int | None, seat: Seat | None, side: str | None = None) -> Row:
        """Seat, name and side; what a finding tells of a side holds only if there is one that is called so."""
        seats = self._seats.get(match or 0, {})
        if seat is not None and seat in seats:
            return seat, seats[seat][1], seats[seat][0]
        return seat, None, side if any(side == one for one, _ in seats.values()) else None

    def _add(self, table: str, *rows: Row) -> None:
        self._rows.setdefault(table, []).extend(rows)
        self.number += len(rows)
        self._waiting += len(rows)
        if self._waiting >= _MOST:
            from tempfile import TemporaryFile

            self._spool = self._spool or TemporaryFile()  # noqa: SIM115
            pickle.dump(self._rows, self._spool, protocol=5)
            self._numbers["spool"] += 1
            self._rows = {}
            self._waiting = 0

    def _place(self) -> int:
        """The place in the order of what an audit yields: findings, deals and matches count as one."""
        return self._next("place")

    def _next(self, what: str) -> int:
        self._numbers[what] += 1
        return self._numbers[what]

    def _finding(self, one: Finding) -> None:
        if one.match is not None:
            self._seen.add(one.match)
        self._counts["follows" if one.follows is not None else one.severity] += 1
        side = one.data.get("side")
        rule = (None, None) if one.parameter is None else (one.parameter.pointer, text_of(value_text(one.parameter.value)))
        row = (
            *(self._place(), one.id, one.name, one.id.partition("-")[0], one.severity, one.grade),
            *(one.match, one.deal, one.turn, one.seat and text_of(one.seat), side if isinstance(side, str) else None),
            *(one.line, one.column, one.end_column, text_of(one.message), text_of(one.text), *rule),
            *(text_of("; ".join(citation_texts(one.citation))), one.fingerprint, one.follows and one.follows.id, finding_text(one)),
        )
        self._add("findings", row)

    def _deal(self, deal: DealReport) -> None:
        self._seen.add(deal.match)
        self._counts["deals"] += 1
        self._counts["turns"] += deal.turns
        self._of_match["deals"] += 1
        self._of_match["turns"] += deal.turns
        place = self._place()
        head = (place, deal.match, deal.number, deal.line, deal.turns, deal.ended, deal.out)
        self._add("deals", (*head, deal.concealed, deal_text(deal)))
        rows = [row for score in deal.scores for row in scored(score)]
        before = self._numbers["scores"]
        self._numbers["scores"] += len(rows)
        self._add("scores", *[(number, deal.match, deal.number, place, *row) for number, row in enumerate(rows, before + 1)])

    def _match(self, match: MatchReport) -> None:
        number, tags = match.number, match.tags
        self._judged.add(number)
        self._counts["matches"] += 1
        self.rulesets.setdefault(tags.get("Ruleset"), (match.ruleset, match.digest))
        told = (
            *(text_of(tags.get(name, "").strip()) for name in ("Round", "Table")),
            text_of(match.ruleset),
            match.digest,
            match.winner,
        )
        event, date = text_of(" ".join(tags.get("Event", "").split())), date_of(tags.get("Date", ""))
        row = (number, self._place(), match.line, event, date, *told, self._of_match["deals"], self._of_match["turns"])
        self._of_match.clear()
        self._add("matches", (*row, json.dumps(dict(tags)), match_text(match)))
        seats = {seat: (side, name_of(tags, seat)) for side in match.totals for seat in side}
        self._seats[number] = seats
        for seat, (side, name) in seats.items():
            self._add("players", (number, seat, side, name))
        for side, total in match.totals.items():
            won = None if match.winner is None else match.winner == side
            self._add("sides", (number, side, total, *match.bounds.get(side, (total, total)), won))


def scored(score: SideScore) -> Iterator[Row]:
    """The rows of one side's score of a deal: side, kind, item, computed, claimed, low, high, verdict."""
    side, claims = score.side, dict(score.claimed)
    # It has a row of its own.
    claims.pop("total", None)
    points: dict[str, int] = {}
    for item in score.items:
        points[item.item] = points.get(item.item, 0) + item.points
    bounds = {name: (low, high) for name, low, high in score.bounds if name != "total"}
    for name in dict.fromkeys((*points, *bounds, *claims)):
        claim = claims.get(name)
        if score.known and (claim is None or (name in ITEMS and points.keys().isdisjoint(TAKES_IN.get(name, ())))):
            # Nearly all rows of a store are like this: what is claimed stands for nothing beside itself.
            have = points.get(name, 0)
            verdict = None if claim is None else "right" if claim == have else "wrong"
            yield side, "item", name, have, claim, have, have, verdict
        else:
            # A claim may stand for several items, or for what nobody knows.
            yield side, "item", name, *_figures(bounds.get(name) if claim is None else score.range_of(name), claim)
    ends = (score.total, score.total) if score.known else score.range_of("total")
    yield side, "total", "total", *_figures(ends, score.claimed_total)
    for item in score.adjustments:
        yield side, "adjustment", item.item, item.points, None, item.points, item.points, None
    ends = score.running_bounds or (score.running, score.running)
    yield side, "running", "running", *_figures(ends, score.claimed_running)


def _figures(found: tuple[int, int] | None, claim: int | None) -> Row:
    """Computed, claimed, low, high, and the verdict, as ``SideScore.verdict`` has it."""
    if found is None:
        return None, claim, None, None, None if claim is None else "not-judged"
    low, high = found
    verdict: Verdict | None = None
    if claim is not None:
        inside = low <= claim <= high
        verdict = ("right" if inside else "wrong") if low == high else "not-judged" if inside else "out-of-bounds"
    return low if low == high else None, claim, low, high, verdict
