"""The matrix of rulesets as blocks: a key with one row for each value, so that it stays narrow however many rulesets there are."""

from __future__ import annotations

from collections.abc import Iterator

from canasta_audit.compare.matrix import Matrix, Row
from canasta_audit.render.compare.blocks import Block, Entry, Heading, Para, Table
from canasta_audit.render.compare.words import LEGEND, ground, names
from canasta_audit.render.place import value_text
from canasta_audit.render.style import plural
from canasta_audit.ruleset.keys import find_key


def matrix_blocks(found: Matrix, all_rows: bool = False) -> Iterator[Block]:
    """Yield the chapters with the keys that differ (``all_rows``: with all), then how far the rulesets lie apart."""
    rulesets = ", ".join(f"{ruleset.reference} ({ruleset.text})" for ruleset in found.rulesets)
    yield Heading(1, f"{plural(len(found.rulesets), 'ruleset')}, {found.players} players")
    yield Para(rulesets)
    differing = sum(row.differs for row in found.rows)
    yield Para(f"{differing} of {plural(len(found.rows), 'key')} differ. {LEGEND}.")
    for chapter, rows in found.chapters():
        if all_rows or any(row.differs for row in rows):
            yield from _chapter(found, chapter, rows, all_rows)
    alike = [f"{title_of(chapter)} {len(rows)}" for chapter, rows in found.chapters() if not any(row.differs for row in rows)]
    if alike and not all_rows:
        yield Para(f"Chapters alike in all, with their keys: {', '.join(alike)}.")
    yield from distance_blocks(found)


def _chapter(found: Matrix, chapter: str, rows: tuple[Row, ...], all_rows: bool) -> Iterator[Block]:
    differing = sum(row.differs for row in rows)
    yield Heading(2, f"{title_of(chapter)}: {differing} of {len(rows)} differ")
    for row in rows:
        if all_rows or row.differs:
            yield _entry(found, row)
    equal = len(rows) - differing
    if equal and not all_rows:
        yield Para(f"{plural(equal, 'key')} alike in all.")


def title_of(pointer: str) -> str:
    """The title of a key or a chapter."""
    key = find_key(pointer)
    return key.title if key is not None else pointer


def _entry(found: Matrix, row: Row) -> Entry:
    rows = []
    for group in row.groups:
        told = [f"{found.rulesets[i].reference} [{ground(row.cells[i])}]" for i in group]
        rows.append((value_text(row.cells[group[0]].value), ", ".join(told)))
    bridges = [
        f"+ {found.rulesets[bridge.ruleset].name}+{bridge.option} agrees with {names(found.rulesets, bridge.like)}"
        for bridge in row.bridges
    ]
    return Entry(row.pointer, title_of(row.pointer), rows, bridges)


def distance_blocks(found: Matrix) -> Iterator[Block]:
    """Yield the table of distances, by chapter where there are two rulesets, and the nearest of each."""
    yield Heading(2, "Distances: how many keys differ")
    order = range(len(found.rulesets))
    if len(found.rulesets) > 2:
        short = [str(i + 1) for i in order]
        rows = [
            [f"{i + 1} {found.rulesets[i].reference}", *("-" if i == j else str(found.distance(i, j).keys) for j in order)]
            for i in order
        ]
        yield Table(["", *short], rows)
    for distance in found.distances:
        parts = [f"{chapter} {count}" for chapter, count in distance.chapters.items()]
        pair = names(found.rulesets, (distance.left, distance.right))
        yield Entry(pair, str(distance.keys), [], [", ".join(parts) or "no key differs"])
    nearest = [(found.rulesets[i].reference, names(found.rulesets, found.nearest[i])) for i in order]
    yield Entry("Differs least from", "", nearest)
