"""Statistics for people at a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from canasta_audit.render.compare.blocks import Block, Heading, Para, Table
from canasta_audit.render.compare.text import written
from canasta_audit.render.stats.words import (
    FAULT_HEADS,
    MET_HEAD,
    STANDING_HEADS,
    TITLES,
    fault_cells,
    has_met,
    name_of,
    overview,
    remarks,
    shown,
    standing_cells,
)
from canasta_audit.render.stream import Options
from canasta_audit.store.figures import Stats


def render(found: Stats, options: Options, most: int) -> Iterator[str]:
    """Yield an overview, then a table for each section."""
    yield from written(_blocks(found, most), options)


def _blocks(found: Stats, most: int) -> Iterator[Block]:
    for sentence in overview(found):
        yield Para(sentence)
    for section in found.asked.sections:
        if section == "standings":
            yield from _standings(found)
            continue
        part = shown(found.groups[section], most)
        if part.groups:
            yield Heading(2, TITLES[section])
            yield Table((section, *FAULT_HEADS), [(name_of(group), *fault_cells(group)) for group in part.groups])
        if part.more:
            yield Para(f"and {part.more} more")
    for remark in remarks(found):
        yield Para(remark)


def _standings(found: Stats) -> Iterator[Block]:
    if not found.standings:
        return
    yield Heading(2, TITLES["standings"])
    met = has_met(found)
    width = len(str(len(found.standings)))
    rows = [(f"{one.rank or '-':>{width}}  {one.name}", *standing_cells(one, met)) for one in found.standings]
    yield Table((f"{'':{width}}  {found.asked.of}", *STANDING_HEADS, *([MET_HEAD] if met else [])), rows)
    yield Para(f"placed by {', then '.join(found.asked.tie_breaks)}")
