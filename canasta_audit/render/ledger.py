"""Rows of a score sheet: claimed points beside computed ones, and what the computed ones come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from canasta_audit.finding import Finding
from canasta_audit.render.style import paint, printable
from canasta_audit.report import SideScore
from canasta_audit.table.score import ITEMS, stands_for

ITEM_WIDTH = max(map(len, ITEMS))
"""Columns for the name of an item."""


class Row(NamedTuple):
    """A row of a sheet: what it is called, the points claimed for it, the least and the most that it can be (``None`` where nobody
    can tell), and what these come from.
    """

    name: str
    claimed: int | None
    found: tuple[int, int] | None
    why: tuple[str, ...] = ()

    @property
    def off(self) -> int:
        """By how much the claim is more than it can be, or, below 0, less."""
        if self.claimed is None or self.found is None:
            return 0
        low, high = self.found
        return min(self.claimed - low, 0) or max(self.claimed - high, 0)

    @property
    def open(self) -> bool:
        """Tell whether the claim may be right and may be wrong."""
        return self.claimed is not None and self.found is not None and not self.off and self.found[0] != self.found[1]


def ledger_rows(finding: Finding) -> Iterator[str]:
    """The rows of ``ledger_of`` as text."""
    for row in ledger_of(finding):
        yield _text(row.name, f"{between(row.found):>6}", row.why)


def ledger_of(finding: Finding) -> Iterator[Row]:
    """The ledger lines in ``data["ledger"]`` that a claimed item stands for: item, points, and what they come from; those of
    ``data["bounds"]`` with the least and the most that each can be.
    """
    claimed = str(finding.data.get("item", "total"))
    names = stands_for(claimed, ())
    for item, low, high in finding.data.get("bounds", ()):
        if claimed == "total" or item in names:
            yield Row(item, None, (low, high))
    for item, points, why in finding.data.get("ledger", ()):
        if claimed == "total" or item in names:
            yield Row(item, None, (points, points), tuple(map(str, why)))


def between(found: tuple[int, int] | None) -> str:
    """What points can be, in short.

    >>> between(None), between((120, 120)), between((120, 150))
    ('?', '120', '120..150')
    """
    if found is None:
        return "?"
    low, high = found
    return str(low) if low == high else f"{low}..{high}"


def sheet(score: SideScore, color: bool) -> Iterator[str]:
    """The rows of ``rows_of`` as text, with a mark where claim and computed points differ."""
    for row in rows_of(score):
        claimed = "-" if row.claimed is None else row.claimed
        text = _text(row.name, f"{claimed:>8} {between(row.found):>9}", row.why)
        mark = f"  {paint(f'<- claimed {row.off:+}', 'error', color)}" if row.off else "  not judged" if row.open else ""
        yield text + mark


def rows_of(score: SideScore) -> Iterator[Row]:
    """One side's deal: a row for every item with the claimed points and the computed ones. Where the record does not show every
    card, what an item can be stands there from the least to the most.

    A claimed item that stands for several of the ledger comes after them, and what a penalty or a director gave after the deal's
    total.
    """
    claims = dict(score.claimed)
    have = {entry.item for entry in score.items} | {item for item, _, _ in score.bounds}
    own = [item for item in ITEMS if item in claims or item in have]
    for name in [*own, *(item for item in claims if item not in ITEMS and item != "total")]:
        found = _found(name, claims, score)
        yield Row(name, claims.get(name), found, _why(name, score, found))
    yield Row("total", score.claimed_total, score.range_of("total"))
    for given in score.adjustments:
        yield Row(given.item, None, (given.points, given.points), tuple(map(str, given.why)))
    yield Row("running", score.claimed_running, score.running_bounds or ((score.running, score.running) if score.known else None))


def _found(name: str, claims: dict[str, int], score: SideScore) -> tuple[int, int] | None:
    """The least and the most that an item can be."""
    if name in claims or not score.known:
        return score.range_of(name)
    points = sum(item.points for item in score.items if item.item == name)
    return points, points


def _why(name: str, score: SideScore, found: tuple[int, int] | None) -> tuple[str, ...]:
    """What an item comes from, where it is known."""
    items = [item for item in score.items if item.item == name]
    if score.bounds and (found is None or found[0] != found[1] or found[0] != sum(item.points for item in items)):
        return ()
    return tuple(str(part) for item in items for part in item.why)


def _text(item: str, middle: str, why: Sequence[str]) -> str:
    return f"{printable(item):<{ITEM_WIDTH}} {middle}  {printable(' '.join(map(str, why)))}".rstrip()
