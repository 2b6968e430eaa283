"""The checks: one file a chapter of the law, in the order of the law book."""

from canasta_audit.checks import (
    deal,
    draw,
    going_out,
    match,
    melds,
    opening,
    pile,
    record,
    scoring,
    seating,
    stock_end,
    threes,
)
from canasta_audit.checks.registry import Check, registered

CHAPTERS = (record, seating, deal, threes, draw, pile, melds, opening, going_out, stock_end, scoring, match)
"""The modules that hold the checks."""


def all_checks() -> dict[str, Check]:
    """All checks by id."""
    return registered()
