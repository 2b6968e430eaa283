"""Statistics as one JSON document."""

from __future__ import annotations

from collections.abc import Iterator

from canasta_audit.render.records import SCHEMA_VERSION, TOOL, Record, dump
from canasta_audit.render.stats.words import shown
from canasta_audit.render.stream import Options
from canasta_audit.store.figures import Group, Stats


def render(found: Stats, options: Options, most: int) -> Iterator[str]:
    """Yield the document."""
    counts = ("logs", "matches", "undecided", "deals", "turns", "follows", "undated", "unnamed", "copies", "unplaced")
    record: Record = {"version": SCHEMA_VERSION, "tool": TOOL, "asked": found.asked._asdict()}
    record |= {name: getattr(found, name) for name in counts}
    record["faults"] = _group(found.faults)
    record["standings"] = [one._asdict() for one in found.standings]
    record["groups"] = {section: list(map(_group, shown(groups, most).groups)) for section, groups in found.groups.items()}
    yield dump(record) + "\n"


def _group(group: Group) -> Record:
    return {**group._asdict(), "faults": group.faults, "per_100_deals": group.per_100}
