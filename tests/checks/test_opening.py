"""The initial meld: how much, and of which cards."""

from __future__ import annotations

import pytest

from tests.checks.small import Case, Option, deal, faults, found, name_of

LAID = {
    15: "meld 4C 4D 4H",
    20: "meld 4C 4D 4H 4S",
    45: "meld 4C 4D 4H, meld KC KD KH",
    50: "meld KC KD KH, meld 4C 4D 4H 4S",
    85: "meld AC AD AH, meld 4C 4D 4H 4S 4S",
    90: "meld AC AD 2C, meld KC KD KH",
    115: "meld AC AD *, meld 4C 4D 4H 4S 4S",
    120: "meld AC AD *, meld KC KD KH",
}
"""Plays by the points of what they lay."""


@pytest.mark.parametrize(
    ("score", "need"),
    [(-5, 15), (0, 50), (5, 50), (1495, 50), (1500, 90), (2995, 90), (3000, 120), (4995, 120), (5000, 120), (7000, 120)],
)
def test_minimum_goes_by_the_score_before_the_deal(score: int, need: int) -> None:
    def log(points: int) -> str:
        return deal(f"before: NS {score}, EW 0", f"N: draw ?, {LAID[points]}, discard 5C")

    assert faults(log(need)) == []
    below = max(points for points in LAID if points < need) if need > 15 else None
    if below is not None:
        assert faults(log(below)) == [("OPEN-001", 3)]
        data = found(log(below), "OPEN-001").data
        assert {**data, "melds": None} == {"side": "NS", "score": score, "need": need, "have": below, "melds": None}


def test_every_meld_reaches_fifteen() -> None:
    assert faults(deal("before: NS -200, EW 0", "N: draw ?, meld 4C 4D 4H, discard 5C")) == []


def test_melds_are_itemised() -> None:
    log = deal("before: NS 3000, EW 0", f"N: draw ?, {LAID[90]}, discard 5C")
    assert found(log, "OPEN-001").data["melds"] == ["AC AD 2C = 60", "KC KD KH = 30"]


CASES = [
    Case("added to its own meld in the turn", deal("N: draw ?, meld KC KD KH, add 2C to K, discard 5C"), []),
    Case("the partner has melded", deal("melds S: QC QD QH", "N: draw ?, meld 4C 4D 4H, discard 5C"), []),
    Case("the opponents have melded", deal("melds E: QC QD QH", "N: draw ?, meld 4C 4D 4H, discard 5C"), [("OPEN-001", 3)]),
    Case("an unseen card is among them", deal("N: draw ?, meld KC KD ?, discard 5C"), []),
    Case("the top card counts", deal("pile: 4C KD", "N: take KD with KC KH, meld 4C 4D 4H 4S, discard 5C"), []),
    Case(
        "the total as carried on",
        deal("totals: NS 1500, EW 0") + "deal 2: dealer N\nE: draw ?, discard 5C\nS: draw ?, meld AC AD AH, discard 5D\n",
        [("OPEN-001", 5)],
    ),
    Case("a canasta below the minimum", deal("N: draw ?, meld 4C 4C 4D 4D 4H 4H 4S, discard 5C"), [("OPEN-003", 2)]),
    Case("a canasta that reaches it", deal("N: draw ?, meld KC KC KD KD KH KH KS, discard 5C"), []),
]

BURIED = [
    Case(
        "a queen from below the top",
        deal("pile: QH KD", "hand N: KC KH QC QD 5C 6C", "N: take KD with KC KH, meld QC QD QH, discard 5C"),
        [("OPEN-002", 4)],
    ),
    Case(
        "queens before the rest is picked up",
        deal("pile: QS KD", "hand N: KC KH QC QD QH 5C", "N: take KD with KC KH, meld QC QD QH, pickup, discard 5C"),
        [],
    ),
    Case(
        "queens after it, though the hand had them",
        deal("pile: QS KD", "hand N: KC KH QC QD QH 5C", "N: take KD with KC KH, pickup, meld QC QD QH, discard 5C"),
        [("OPEN-002", 4)],
    ),
    Case(
        "not said when it was picked up, and the hand had queens",
        deal("pile: QS KD", "hand N: KC KH QC QD QH 5C 6C", "N: take KD with KC KH, meld QC QD QH QS, discard 5C"),
        [],
    ),
    Case(
        "a wild card from below the top",
        deal("pile: 2D KD", "hand N: KC KH QC QD 5C 6C", "N: take KD with KC KH, meld QC QD 2D, discard 5C"),
        [("OPEN-002", 4)],
    ),
    Case(
        "the hand alone, and more of the pile on top",
        deal("pile: QS AC KD", "hand N: KC KH 2C QC QD 5C", "N: take KD with KC KH 2C, meld QC QD QS, discard 5C"),
        [],
    ),
    Case(
        "the top card taken bare",
        deal("pile: QH KD", "hand N: KC KH QC QD 5C 6C", "N: take KD, meld KD KC KH, meld QC QD QH, discard 5C"),
        [("OPEN-002", 4)],
    ),
    Case("a hand nobody knows", deal("pile: QH KD", "N: take KD with KC KH, meld QC QD QH, discard 5C"), []),
]

FEW = "4C 4C 4D 4D 4H 4H 4S"
WAIVER = [
    Option(
        "concealed-needs-minimum",
        deal(
            "before: NS 1500, EW 0",
            "pile: 9C",
            f"hand N: {FEW}",
            f"N: draw 5C, ask yes, meld {FEW}, discard 5C",
            "end: N out concealed",
        ),
        [],
        [("OPEN-003", 5)],
    ),
    Option(
        "concealed-waives-minimum",
        deal(
            "before: NS 1500, EW 0",
            "pile: 4S",
            "hand N: 4C 4C 4D 4D 4H 4H 5C",
            "N: take 4S with 4C 4C 4D 4D 4H 4H, ask yes, discard 5C",
            "end: N out concealed",
        ),
        [("OPEN-003", 5)],
        [],
    ),
]


@pytest.mark.parametrize("case", [*CASES, *BURIED], ids=name_of)
def test_cases(case: Case) -> None:
    assert faults(case.log) == case.expected


@pytest.mark.parametrize("option", WAIVER, ids=name_of)
def test_options_decide(option: Option) -> None:
    assert faults(option.log) == option.without
    assert faults(option.log, option.option) == option.chosen


def test_waiver_asks_for_concealed_going_out() -> None:
    log = deal("before: NS 1500, EW 0", "pile: 9C", f"hand N: {FEW} 6C", f"N: draw 5C, meld {FEW}, discard 5C")
    assert faults(log, "concealed-waives-minimum") == [("OPEN-003", 5)]


def test_what_lay_without_the_buried_cards_is_told() -> None:
    log = deal("pile: QH KD", "hand N: KC KH QC QD 5C 6C", "N: take KD with KC KH, pickup, meld QC QD QH, discard 5C")
    assert found(log, "OPEN-002").data == {"side": "NS", "score": 0, "need": 50, "have": 30, "melds": ["KD KC KH = 30"]}
