"""Numbers of deals, and the totals that a result names."""

from __future__ import annotations

import pytest

from tests.checks.small import audited, faults


def match(numbers: list[int], result: str = "*") -> str:
    deals = [f"deal {number}: dealer {'WNES'[i % 4]}\ntotals: NS {100 * i + 5000}, EW 30\n" for i, number in enumerate(numbers)]
    return f'[Event "test"]\n[Result "{result}"]\n' + "".join(deals)


@pytest.mark.parametrize(
    ("numbers", "severities"),
    [([1, 2, 3], []), ([4, 5], []), ([1, 1], ["error"]), ([2, 1], ["error"]), ([1, 3], ["note"]), ([0, 1], [])],
)
def test_deals_are_numbered_one_by_one(numbers: list[int], severities: list[str]) -> None:
    assert [one.severity for one in audited(match(numbers)) if one.id == "MATCH-009"] == severities


def test_a_void_deal_keeps_its_number() -> None:
    for number in (1, 2):
        log = f"deal 1: dealer W\nend: void\ndeal {number}: dealer W\ntotals: NS 50, EW 30\n"
        assert faults(log) == []


@pytest.mark.parametrize(
    ("result", "ids"),
    [
        ("NS", []),
        ("NS 5000", []),
        ("NS 5000-30", []),
        ("NS 30:5000", []),
        ("NS 5010", ["MATCH-008"]),
        ("NS 5000-40", ["MATCH-008"]),
        ("NS -5000", ["MATCH-008"]),
        ("NS, by 4970 and a rubber of 3 to 1", []),
        ("*", []),
    ],
)
def test_the_result_names_the_totals(result: str, ids: list[str]) -> None:
    assert [id for id, _ in faults(match([1], result))] == ids
