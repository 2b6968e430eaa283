"""Headings and remarks that formats for people share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from canasta_audit.render.style import plural
from canasta_audit.store.figures import Entrant, Group, Section, Stats

TITLES: dict[Section, str] = {
    "standings": "Standings",
    "kind": "Faults by kind",
    "chapter": "Faults by chapter",
    "player": "Faults by player",
    "table": "Faults by table",
    "event": "Faults by event",
    "ruleset": "Faults by ruleset",
}
"""Headings of the sections."""

FAULT_HEADS = ("faults", "errors", "warnings", "notes", "deals", "per 100 deals")
STANDING_HEADS = ("matches", "won", "points", "difference", "faults", "open")
MET_HEAD = "head-to-head"
NOT_TOLD = "(not told)"


class Shown(NamedTuple):
    """The rows of a section that are shown, and how many are left out."""

    groups: Sequence[Group]
    more: int


def shown(groups: Sequence[Group], most: int) -> Shown:
    """The first ``most`` rows, all for 0; those without a fault are left out first."""
    kept = groups[:most] if most else groups
    return Shown(kept, len(groups) - len(kept))


def name_of(group: Group) -> str:
    """What a row of faults is called."""
    return f"{group.name} {group.title}" if group.title else group.name or NOT_TOLD


def fault_cells(group: Group) -> tuple[str, ...]:
    """The figures of a row of faults."""
    rate = "" if group.per_100 is None else f"{group.per_100:.2f}"
    return (*map(str, (group.faults, group.errors, group.warnings, group.notes, group.deals)), rate)


def standing_cells(one: Entrant, met: bool) -> tuple[str, ...]:
    """The figures of a row of standings; ``met``: with what the tie-break counted."""
    cells = (one.matches, one.won, one.points, one.difference, one.faults, one.open)
    return (*map(str, cells), *([] if not met else ["" if one.met is None else str(one.met)]))


def has_met(found: Stats) -> bool:
    """Tell whether it was counted how those who were level did against each other."""
    return any(one.met is not None for one in found.standings)


def overview(found: Stats) -> list[str]:
    """What was counted, in sentences."""
    asked = found.asked
    span = [f"{word} {bound}" for word, bound in (("since", asked.since), ("until", asked.until)) if bound]
    only = [*([f"of {', '.join(asked.events)}"] if asked.events else []), *span]
    told = [f"{plural(found.logs, 'log')}, {plural(found.matches, 'match', 'matches')} {' '.join(only)}".rstrip()]
    told[0] += f", {plural(found.deals, 'deal')}, {plural(found.turns, 'turn')}"
    faults = found.faults
    severities = ((faults.errors, "error"), (faults.warnings, "warning"), (faults.notes, "note"))
    rate = f" ({faults.per_100:.2f} per 100 deals)" if faults.per_100 is not None else ""
    told.append(f"{plural(faults.faults, 'fault')}{rate}: {', '.join(plural(count, word) for count, word in severities)}")
    if found.follows:
        told[-1] += f"; {found.follows} more follow from them and count nowhere"
    return told


def remarks(found: Stats) -> list[str]:
    """What must be known to read the figures."""
    told = []
    if found.undecided:
        one = plural(found.undecided, "match has", "matches have")
        told.append(f"{one} no winner (unfinished, drawn, or the record leaves it open): in the standings they count as open only")
    if found.unnamed and "standings" in found.asked.sections:
        word = plural(found.unnamed, found.asked.of)
        told.append(f"{word} without a name {'has' if found.unnamed == 1 else 'have'} no place in the standings")
    if found.undated:
        told.append(f"left out, because the date is not told, or not exactly enough: {plural(found.undated, 'match', 'matches')}")
    if found.copies:
        told.append(f"{plural(found.copies, 'log')} with the same content as another: what stands in both counts twice")
    if found.unplaced:
        told.append(f"of no match, for what stands there cannot be read: {plural(found.unplaced, 'fault')}")
    if "player" in found.groups or (found.asked.of == "player" and found.standings):
        told.append("players are told apart by name alone; a fault that belongs to a side, and to no seat, is nobody's")
    return told
