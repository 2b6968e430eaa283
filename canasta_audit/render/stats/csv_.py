"""Statistics as one table for spreadsheets: a row for each entrant of the standings, and for each group of faults."""

from __future__ import annotations

from collections.abc import Iterator

from canasta_audit.render.csv_ import row
from canasta_audit.render.stats.words import shown
from canasta_audit.render.stream import Options
from canasta_audit.store.figures import Entrant, Stats

COLUMNS = (
    "section", "rank", "name", "title", "matches", "won", "points", "difference", "open", "head_to_head", "faults", "errors",
    "warnings", "notes", "deals", "per_100_deals",
)  # fmt: skip
"""Heads of the columns; what a section has not is an empty cell."""


def render(found: Stats, options: Options, most: int) -> Iterator[str]:
    """Yield the heads, then the rows of each section."""
    yield row(COLUMNS)
    for section in found.asked.sections:
        if section == "standings":
            yield from map(_standing, found.standings)
            continue
        for group in shown(found.groups[section], most).groups:
            rate = "" if group.per_100 is None else f"{group.per_100:.2f}"
            counts = (group.faults, group.errors, group.warnings, group.notes, group.deals, rate)
            yield row((section, "", group.name, group.title, *[""] * 6, *counts))


def _standing(one: Entrant) -> str:
    figures = (one.matches, one.won, one.points, one.difference, one.open, one.met, one.faults)
    return row(("standings", one.rank, one.name, "", *figures, *[""] * 5))
