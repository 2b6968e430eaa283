"""Rows of a score sheet: claimed points beside computed ones, and what the computed ones come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from canasta_audit.finding import Finding
from canasta_audit.render.style import paint, printable
from canasta_audit.report import SideScore
from canasta_audit.table.score import ITEMS, Item, computed_for, stands_for

ITEM_WIDTH = max(map(len, ITEMS))
"""Columns for the name of an item."""


def ledger_rows(finding: Finding) -> Iterator[str]:
    """The ledger lines in ``data["ledger"]`` that a claimed item stands for: item, points, and what they come from."""
    claimed = str(finding.data.get("item", "total"))
    names = stands_for(claimed, ())
    for item, points, why in finding.data.get("ledger", ()):
        if claimed == "total" or item in names:
            yield _row(item, f"{points:>6}", why)


def _row(item: str, middle: str, why: Sequence[str]) -> str:
    return f"{printable(item):<{ITEM_WIDTH}} {middle}  {printable(' '.join(map(str, why)))}".rstrip()


def sheet(score: SideScore, color: bool) -> Iterator[str]:
    """One side's deal: a row for every item with the claimed points, the computed ones, and a mark where they differ.

    A claimed item that stands for several of the ledger comes after them, and what a penalty or a director gave after the deal's
    total.
    """
    claims = dict(score.claimed)
    own = [item for item in ITEMS if item in claims or any(entry.item == item for entry in score.items)]
    for name in [*own, *(item for item in claims if item not in ITEMS and item != "total")]:
        yield _compared(name, claims.get(name), _computed(name, claims, score), _why(name, score.items), score.known, color)
    yield _compared("total", score.claimed_total, score.total, (), score.known, color)
    for given in score.adjustments:
        yield _compared(given.item, None, given.points, given.why, True, color)
    yield _compared("running", score.claimed_running, score.running, (), score.known, color)


def _computed(name: str, claims: dict[str, int], score: SideScore) -> int | None:
    if name in claims:
        return computed_for(name, claims, score.items)
    return sum(item.points for item in score.items if item.item == name)


def _why(name: str, items: Sequence[Item]) -> tuple[str, ...]:
    return tuple(str(part) for item in items if item.item == name for part in item.why)


def _compared(name: str, claimed: int | None, computed: int | None, why: Sequence[str], known: bool, color: bool) -> str:
    shown = "?" if not known or computed is None else str(computed)
    differs = claimed is not None and known and computed is not None and claimed != computed
    middle = f"{'-' if claimed is None else claimed:>8} {shown:>9}"
    row = _row(name, middle, why)
    if differs and claimed is not None and computed is not None:
        row += "  " + paint(f"<- claimed {claimed - computed:+}", "error", color)
    return row
