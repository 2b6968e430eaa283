"""What a record does not tell of the draw for seats and of the dealers is named, and only that."""

from __future__ import annotations

import pytest

import canasta_audit as ca
from tests.checks.examples import ruleset

OF_LOTS = {"SEAT-003", "SEAT-004", "SEAT-006", "SEAT-009", "SEAT-011"}
FIRST = "deal 1: dealer W\n"


def unjudged(log: str) -> set[tuple[str, int, str]]:
    """Ids of the checks of seats that could not judge, with their lines and why."""
    report = ca.audit(ca.parse('[Sides "NS EW"]\n' + log), ruleset("uk-regency"), unknowns=True)
    found = [one for match in report.matches for deal in match.deals for one in deal.unjudged if one.id.startswith("SEAT")]
    return {(one.id, one.line, lack.why) for one in found for lack in one.lacks}


@pytest.mark.parametrize("lots", ["N KS, E 4H, S QH, W ?", "N KS, E 4H, S QH", "N K, E 4, S K, W 9"])
def test_of_the_draw(lots: str) -> None:
    assert unjudged(f"lots: {lots}\n{FIRST}") == {(id, 3, "lot-not-noted") for id in OF_LOTS}


@pytest.mark.parametrize("lots", ["N KS, E 4H, S QH, W 9C", "N K, E 4, S Q, W 9"])
def test_of_a_draw_that_tells(lots: str) -> None:
    assert unjudged(f"lots: {lots}\n{FIRST}") == set()


def test_of_no_draw() -> None:
    assert unjudged(FIRST) == set()


def test_of_a_dealer() -> None:
    deals = [f"deal {number}:{dealer}\nend: stop\n" for number, dealer in enumerate([" dealer W", "", " dealer E"], 1)]
    assert unjudged("".join(deals)) == {("SEAT-001", 4, "dealer-not-noted"), ("SEAT-001", 6, "dealer-not-noted")}
