"""The checks: one file a chapter of the law, in the order in which they are asked: what a record can hold before what it may."""

from functools import cache

from canasta_audit.checks import (
    black_threes,
    deal,
    draw,
    frozen,
    going_out,
    holdings,
    lay_off,
    match,
    melds,
    opening,
    pile,
    record,
    record_end,
    scoring,
    seating,
    stock_end,
    threes,
    totals,
)
from canasta_audit.checks.registry import Check, registered

CHAPTERS = (
    seating, deal, record, threes, holdings, record_end, draw, pile, frozen, melds, lay_off, black_threes, opening,
    going_out, stock_end, scoring, totals, match,
)  # fmt: skip
"""The modules that hold the checks. A fault of an earlier one can explain a fault of a later one in the same play."""


@cache
def all_checks() -> dict[str, Check]:
    """All checks by id, in the order of their chapters."""
    place = {module.__name__: index for index, module in enumerate(CHAPTERS)}
    checks = sorted(registered().values(), key=lambda check: place[check.judge.__module__])
    return {check.id: check for check in checks}
