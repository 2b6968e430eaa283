"""A baseline: findings that are known and accepted, so that a run reports what is new.

They are known by their fingerprints, which rest on coordinates of the game: lines and comments that are added elsewhere in a log
change none. Equal faults in one turn have the same fingerprint, so an entry counts them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from canasta_audit.batch.items import Accepted, FileBegins, Interrupted, Stale, StreamItem, Unusable
from canasta_audit.finding import Finding

VERSION = 1
"""Raised when an older program could not read what is written."""

_TOOL = "canasta-audit"
_NUMBERS = ("match", "deal", "turn")


class BadBaseline(ValueError):
    """A text that is no baseline, or none that can be read; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A finding that is accepted, ``count`` times over; but for the fingerprint it is there for people to read."""

    fingerprint: str
    id: str
    name: str
    match: int | None = None
    deal: int | None = None
    turn: int | None = None
    seat: str | None = None
    count: int = 1

    @property
    def sort_key(self) -> tuple[Any, ...]:
        """The order of a game, then of ids."""
        return (self.match or 0, self.deal or 0, self.turn or 0, self.id, self.fingerprint)


Baseline = dict[str, dict[str, Entry]]
"""Entries by file, as a path from the baseline's folder with ``/`` between its parts, and by fingerprint."""


def read(text: str) -> Baseline:
    """The baseline that a JSON document is, as ``schemas/baseline.schema.json`` describes it. Raises ``BadBaseline``."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadBaseline(f"this is no JSON: {error}") from None
    if not isinstance(data, dict) or "schema_version" not in data:
        raise BadBaseline("this is no baseline: it has no `schema_version`")
    version = data["schema_version"]
    if version != VERSION or isinstance(version, bool):
        raise BadBaseline(f"its version is {str(version)[:20]}; this program reads version {VERSION}")
    files = data.get("files")
    if not isinstance(files, dict) or set(data) - {"schema_version", "tool", "files"} or data.get("tool", _TOOL) != _TOOL:
        raise BadBaseline("this is no baseline: beside `schema_version` and `tool` it has `files`, an object, and nothing else")
    return {file: _entries(file, rows) for file, rows in files.items()}


def _entries(file: str, rows: object) -> dict[str, Entry]:
    if not isinstance(rows, list):
        raise BadBaseline(f"the entries of {file[:80]} are no list")
    entries: dict[str, Entry] = {}
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict) or not _is_entry(row):
            raise BadBaseline(f"entry {number} of {file[:80]} is none that this program writes")
        entry = Entry(**row)
        if entry.fingerprint in entries:
            raise BadBaseline(f"entry {number} of {file[:80]} has the fingerprint of another one")
        entries[entry.fingerprint] = entry
    return entries


def _is_entry(row: dict[str, Any]) -> bool:
    names = set(Entry.__dataclass_fields__)
    if set(row) - names or not {"fingerprint", "id", "name"} <= set(row):
        return False
    texts = [row[name] for name in ("fingerprint", "id", "name")] + [seat for seat in [row.get("seat")] if seat is not None]
    numbers = [row[name] for name in _NUMBERS if row.get(name) is not None]
    counts = [*numbers, row.get("count", 1)]
    whole = all(isinstance(one, int) and not isinstance(one, bool) and one >= 0 for one in counts)
    return whole and counts[-1] > 0 and all(isinstance(text, str) for text in texts)


def written(baseline: Baseline) -> Iterator[str]:
    """The document: an entry a line in a steady order, so that a change of it can be read line by line."""
    yield f'{{\n "schema_version": {VERSION},\n "tool": "{_TOOL}",\n "files": {{'
    mark = "\n"
    for file in sorted(file for file, entries in baseline.items() if entries):
        rows = [_row(entry) for entry in sorted(baseline[file].values(), key=lambda entry: entry.sort_key)]
        yield f"{mark}  {json.dumps(file)}: [\n   " + ",\n   ".join(rows) + "\n  ]"
        mark = ",\n"
    yield "\n }\n}\n"


def _row(entry: Entry) -> str:
    values = {name: getattr(entry, name) for name in Entry.__dataclass_fields__}
    return json.dumps({name: value for name, value in values.items() if value is not None and (name, value) != ("count", 1)})


class OldEntry(NamedTuple):
    """An entry for what is no longer found in ``file``, or not so many times; its ``count`` is how many are missing."""

    file: str
    entry: Entry


@dataclass(slots=True)
class Comparison:
    """Holds a stream against ``known``; ``named`` makes of a file's name the one that it has in the baseline.

    ``looked_for`` tells whether a kind of finding, by id and name, is reported at all: what was not looked for is not missing.
    ``left_out`` as in the renderers' options. ``found`` is the baseline of this run, complete when the stream has ended: what was
    found, and of ``known`` what was not looked for and what belongs to files that were not audited to their end. ``stale`` are the
    entries that it no longer has.
    """

    known: Baseline
    named: Callable[[str], str]
    looked_for: Callable[[str, str], bool] = lambda id, name: True
    left_out: frozenset[str] = frozenset()
    found: Baseline = field(default_factory=dict)
    stale: list[OldEntry] = field(default_factory=list)
    _file: str = ""
    _name: str = ""
    _entries: dict[str, Entry] = field(default_factory=dict)
    _met: Counter[str] = field(default_factory=Counter)
    _gone: set[tuple[str, int, int]] = field(default_factory=set)

    def __call__(self, items: Iterable[StreamItem]) -> Iterator[StreamItem]:
        """Yield the stream, in the place of what is accepted a mark, behind the other findings of its deal.

        What follows from an accepted finding goes with it. A fault of ours is never accepted.
        """
        self.found = dict(self.known)
        waiting: list[Finding] = []
        whole = False
        for item in items:
            if isinstance(item, Finding):
                waiting.append(item)
                continue
            if isinstance(item, FileBegins):
                yield from self._sorted(waiting)
                yield from self._end(whole)
                self._begin(item.file)
                whole = True
            else:
                yield from self._sorted(waiting)
                whole = whole and not isinstance(item, (Unusable, Interrupted))
            waiting.clear()
            yield item
        yield from self._sorted(waiting)
        yield from self._end(whole)

    def _begin(self, file: str) -> None:
        self._file, self._name = file, self.named(file)
        self._entries = {}
        self._met.clear()
        self._gone.clear()

    def _end(self, whole: bool) -> Iterator[Stale]:
        """Close a file; tell how many of its entries are stale."""
        old = 0
        for entry in self.known.get(self._name, {}).values():
            missing = entry.count - self._met[entry.fingerprint]
            if missing <= 0:
                continue
            if whole and self.looked_for(entry.id, entry.name):
                self.stale.append(OldEntry(self._file, replace(entry, count=missing)))
                old += 1
            else:
                self._entries[entry.fingerprint] = entry
        if self._entries:
            self.found[self._name] = self._entries
        else:
            self.found.pop(self._name, None)
        if old:
            yield Stale(self._file, old)

    def _sorted(self, findings: list[Finding]) -> Iterator[StreamItem]:
        """The findings of a deal that are new, then the others."""
        # What follows from a finding may stand before it.
        judged = [(finding, self._accepts(finding)) for finding in findings]
        for finding, accepted in judged:
            root = finding.follows
            beneath = root is not None and root.id not in self.left_out and (root.id, root.line, root.column) in self._gone
            if not accepted and not beneath:
                yield finding
        yield from [Accepted(finding) for finding, accepted in judged if accepted]

    def _accepts(self, finding: Finding) -> bool:
        if finding.grade == "internal" or (finding.follows is not None and finding.follows.id not in self.left_out):
            return False
        mark = finding.fingerprint
        self._met[mark] += 1
        coordinates = (finding.match, finding.deal, finding.turn, finding.seat)
        self._entries[mark] = Entry(mark, finding.id, finding.name, *coordinates, self._met[mark])
        known = self.known.get(self._name, {}).get(mark)
        if known is None or self._met[mark] > known.count:
            return False
        self._gone.add((finding.id, finding.line, finding.column))
        return True
