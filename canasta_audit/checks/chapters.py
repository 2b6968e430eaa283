"""The checks: one file a chapter of the law, in the order in which they are asked: what a record can hold before what it may."""

from functools import cache

from canasta_audit.checks import (
    bank,
    black_threes,
    bonuses,
    colour_threes,
    deal,
    discard,
    draw,
    face_down,
    finish,
    frozen,
    going_out,
    holdings,
    irregular,
    last_card,
    lay_off,
    locks,
    lots,
    match,
    melds,
    opening,
    opening_wilds,
    owners,
    penalties,
    pile,
    question,
    record,
    record_end,
    scoring,
    seating,
    sheet,
    stock_end,
    threes,
    tops,
    totals,
    undone,
    whole,
    wild_melds,
)
from canasta_audit.checks.registry import Check, registered

CHAPTERS = (
    lots, seating, deal, face_down, undone, irregular, record, threes, holdings, record_end, draw, pile, frozen, locks, bank, tops,
    melds, wild_melds, whole, lay_off, owners, colour_threes, black_threes, opening_wilds, opening, discard,
    going_out, question, last_card, finish, stock_end, sheet, scoring, bonuses, penalties, totals, match,
)  # fmt: skip
"""The modules that hold the checks. A fault of an earlier one can explain a fault of a later one in the same play."""


@cache
def all_checks() -> dict[str, Check]:
    """All checks by id, in the order of their chapters."""
    place = {module.__name__: index for index, module in enumerate(CHAPTERS)}
    checks = sorted(registered().values(), key=lambda check: place[check.judge.__module__])
    return {check.id: check for check in checks}
