"""The score of a deal, item by item, and the sums."""

from __future__ import annotations

import pytest

from tests.checks.small import KINGS, deal, faults, found

# NS: natural 500, mixed 300, cards 70 + 80 + 30, threes 200, N out concealed 200, S keeps 15. EW: threes, no meld, 35 in hand.
QUEENS = "QC QC QD QD QH QH 2C"
TABLE = (
    "red N: 3H 3D",
    "red W: 3H",
    f"melds S: {KINGS}, JC JD JH",
    f"hand N: {QUEENS}",
    "hand S: 4C JS",
    "hand E: AS 5D",
    "hand W: 9C",
    f"N: draw 5C, ask yes, meld {QUEENS}, discard 5C",
    "end: N out concealed",
)
LINE = 11

NS = {"natural": 500, "mixed": 300, "cards": 180, "threes": 200, "out": 100, "concealed": 100, "hand": -15, "total": 1365}
EW = {"natural": 0, "threes": -100, "out": 0, "hand": -35, "total": -135}

CHECK_OF = {
    "cards": "SCORE-001",
    "natural": "SCORE-002",
    "mixed": "SCORE-003",
    "canastas": "SCORE-004",
    "bonuses": "SCORE-004",
    "threes": "SCORE-005",
    "red-threes": "SCORE-005",
    "held": "SCORE-006",
    "out": "SCORE-007",
    "concealed": "SCORE-008",
    "hand": "SCORE-009",
    "total": "SCORE-010",
}


def score(side: str, **items: int) -> str:
    return f"score {side}: " + ", ".join(f"{item.replace('_', '-')} {points}" for item, points in items.items())


def test_clean_sheet() -> None:
    assert faults(deal(*TABLE, score("NS", **NS), score("EW", **EW))) == []


@pytest.mark.parametrize("item", NS)
def test_each_item_alone(item: str) -> None:
    assert faults(deal(*TABLE, score("NS", **{**NS, item: NS[item] + 5}))) == [(CHECK_OF[item], LINE)]


@pytest.mark.parametrize("item", EW)
def test_each_item_of_the_side_without_a_meld(item: str) -> None:
    assert faults(deal(*TABLE, score("EW", **{**EW, item: EW[item] + 5}))) == [(CHECK_OF[item], LINE)]


@pytest.mark.parametrize(
    ("item", "points"),
    [("canastas", 800), ("bonuses", 1200), ("red_threes", 200), ("out", 200), ("concealed", 200), ("held", 0), ("total", 1365)],
)
def test_groups_stand_for_their_items(item: str, points: int) -> None:
    assert faults(deal(*TABLE, score("NS", **{item: points}))) == []
    assert faults(deal(*TABLE, score("NS", **{item: points - 100}))) == [(CHECK_OF[item.replace("_", "-")], LINE)]


def test_total_follows_from_a_wrong_item() -> None:
    log = deal(*TABLE, score("NS", **{**NS, "cards": 190, "total": 1375}))
    assert faults(log) == [("SCORE-001", LINE)]
    follows = found(log, "SCORE-010").follows
    assert follows is not None
    assert (follows.id, follows.line) == ("SCORE-001", LINE)


def test_ledger_stands_in_the_data() -> None:
    data = found(deal(*TABLE, score("NS", total=1380)), "SCORE-010").data
    assert (data["claimed"], data["computed"]) == (1380, 1365)
    ledger = {item: (points, why) for item, points, why in data["ledger"]}
    assert ledger["natural"] == (500, ["K"])
    assert ledger["mixed"] == (300, ["Q"])
    assert ledger["cards"] == (180, ["K:70", "J:30", "Q:80"])
    assert ledger["hand"] == (-15, ["S:-15"])


@pytest.mark.parametrize(
    ("claimed", "likely"),
    [(1380, "hand of S"), (1065, "is left out"), (1265, ""), (1865, "is counted twice"), (965, "has the wrong sign"), (1370, "")],
)
def test_likely_slip(claimed: int, likely: str) -> None:
    told = found(deal(*TABLE, score("NS", total=claimed)), "SCORE-010").data["likely"]
    assert likely in told if likely else told == ""


UNKNOWN = ("melds S: KC KD KH", "pile: 9C", "N: draw ?, discard 5C", "end: stop")


def test_unknown_hands_are_not_judged() -> None:
    assert faults(deal(*UNKNOWN, "score NS: hand -500, total -470")) == []
    assert faults(deal(*UNKNOWN, "score NS: cards 30, total 20")) == []
    assert faults(deal(*UNKNOWN, "score NS: cards 30, hand -20, total 20")) == [("SCORE-010", 6)]


def test_a_score_sheet_is_added_up() -> None:
    assert faults(deal("score NS: natural 500, cards 90, hand -25, total 565")) == []
    assert faults(deal("score NS: natural 500, cards 90, hand -25, total 615")) == [("SCORE-010", 2)]


def test_item_that_no_score_has() -> None:
    log = deal(*TABLE, "score NS: pairs 100, total 1365")
    assert faults(log) == [("SCORE-012", LINE)]
    assert found(log, "SCORE-012").data["item"] == "pairs"


@pytest.mark.parametrize("item", ["cards", "hand", "total"])
def test_no_multiple_of_five(item: str) -> None:
    log = deal(*TABLE, score("NS", **{**NS, item: NS[item] + 2}))
    assert faults(log) == [("SCORE-011", LINE)]
    assert found(log, "SCORE-011").data == {"side": "NS", "item": item, "claimed": NS[item] + 2, "unit": 5}


@pytest.mark.parametrize(
    ("reds", "opened", "points"),
    [(1, True, 100), (3, True, 300), (4, True, 800), (1, False, -100), (3, False, -300), (4, False, -800)],
)
def test_red_threes(reds: int, opened: bool, points: int) -> None:
    cards = " ".join(["3H", "3D", "3H", "3D"][:reds])
    melds = ["melds S: KC KD KH"] if opened else []
    lines = (f"red N: {cards}", *melds, "pile: 9C", "hand N: 4C", "hand S: 4D", "N: draw 5C, discard 5C", "end: stop")
    assert faults(deal(*lines, f"score NS: threes {points}")) == []
    assert faults(deal(*lines, f"score NS: threes {-points}")) == [("SCORE-005", 8 + opened)]


def test_four_unopened_at_400() -> None:
    lines = ("red N: 3H 3D 3H 3D", "pile: 9C", "hand N: 4C", "hand S: 4D", "N: draw 5C, discard 5C", "end: stop")
    assert faults(deal(*lines, "score NS: threes -400")) == [("SCORE-005", 8)]
    assert faults(deal(*lines, "score NS: threes -400"), "four-unopened-at-400") == []


def test_red_three_held() -> None:
    lines = ("melds S: KC KD KH", "hand N: 4C", "hand S: 3H", "N: draw 5C, discard 5C", "end: stop")
    assert faults(deal(*lines, "score NS: held 0, total 25")) == []
    assert faults(deal(*lines, "score NS: held -500, total -475")) == [("SCORE-006", 7)]
    assert faults(deal(*lines, "score NS: held -500, total -475"), "red-three-held-always") == []


def test_last_stock_card_a_red_three() -> None:
    lines = (
        "melds S: KC KD KH",
        "hand N: 4C",
        "hand S: 4D",
        "stock: 3H",
        "N: draw 3H, red 3H",
        "end: stock",
        "score NS: threes 100",
    )
    assert faults(deal(*lines)) == []
    assert faults(deal(*lines), "last-red-three-not-counted") == [("SCORE-005", 8)]


def test_black_threes_in_hand() -> None:
    lines = ("melds S: KC KD KH", "hand N: 3C 3S", "hand S: 3S", "N: draw 5C, discard 5C", "end: stop")
    assert faults(deal(*lines, "score NS: hand -15")) == []
    assert faults(deal(*lines, "score NS: hand -300")) == [("SCORE-009", 7)]


def test_wild_card_makes_a_natural_canasta_mixed() -> None:
    lines = (f"melds S: {KINGS}", "hand N: 2C 4C", "hand S: 4D", "N: draw 5C, add 2C to K, discard 5C", "end: stop")
    assert faults(deal(*lines, "score NS: mixed 300, natural 0, cards 90")) == []
    assert faults(deal(*lines, "score NS: natural 500, cards 90")) == [("SCORE-002", 7)]


def test_end_of_stock_pays_nobody() -> None:
    lines = (f"melds S: {KINGS}", "hand N: 4C", "hand S: 4D", "stock: 5C", "N: draw 5C, discard 5C", "E: pass", "end: stock")
    assert faults(deal(*lines, "score NS: out 0")) == []
    assert faults(deal(*lines, "score NS: out 100")) == [("SCORE-007", 9)]


SHEET = ("before: NS 1000, EW 500", "score NS: total 785", "score EW: total -120")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("totals: NS 1785, EW 380",), []),
        (("totals: NS 1785, EW 370",), [("SCORE-013", 5)]),
        (("totals: NS 1685, EW 370",), [("SCORE-013", 5), ("SCORE-013", 5)]),
        (("penalty EW: -100", "totals: NS 1785, EW 280"), []),
        (("penalty EW: -100", "totals: NS 1785, EW 380"), [("SCORE-013", 6)]),
        (("director: score NS 50", "totals: NS 1835, EW 380"), []),
        (("~penalty EW: -100", "totals: NS 1785, EW 380"), []),
        (("totals: NS 1787, EW 380",), [("SCORE-011", 5)]),
    ],
)
def test_running_totals(lines: tuple[str, ...], expected: list[tuple[str, int]]) -> None:
    assert faults(deal(*SHEET, *lines)) == expected


def test_total_right_and_deal_misscored_is_one_fault() -> None:
    log = deal(*TABLE, "score NS: total 1380", "totals: NS 1365")
    assert faults(log) == [("SCORE-010", LINE)]
    assert faults(deal(*TABLE, "score NS: total 1380", "totals: NS 1380")) == [("SCORE-010", LINE)]
    assert faults(deal(*TABLE, "score NS: total 1380", "totals: NS 1385")) == [("SCORE-010", LINE), ("SCORE-013", LINE + 1)]


def test_running_total_by_the_computed_score() -> None:
    assert faults(deal(*TABLE, "totals: NS 1365, EW -135")) == []
    assert faults(deal(*TABLE, "totals: NS 1365, EW 135")) == [("SCORE-013", LINE)]


@pytest.mark.parametrize(
    ("before", "minimum", "wrong"),
    [(-5, 15, 50), (0, 50, 15), (1495, 50, 90), (1500, 90, 50), (2995, 90, 120), (3000, 120, 90), (5000, 120, 150)],
)
def test_claimed_minimum(before: int, minimum: int, wrong: int) -> None:
    assert faults(deal(f"before: NS {before}, EW 0", f"minimum: NS {minimum}, EW 50")) == []
    log = deal(f"before: NS {before}, EW 0", f"minimum: NS {wrong}, EW 50")
    assert faults(log) == [("SCORE-014", 3)]
    assert found(log, "SCORE-014").data == {"side": "NS", "score": before, "need": minimum, "claimed": wrong}


def test_scores_are_carried() -> None:
    def log(before: str) -> str:
        return deal(*SHEET, "totals: NS 1785, EW 380") + f"deal 2: dealer N\nbefore: {before}\n"

    assert faults(log("NS 1785, EW 380")) == []
    assert faults(log("NS 1785, EW 360")) == [("SCORE-015", 7)]
    assert found(log("NS 1785, EW 360"), "SCORE-015").data == {"side": "EW", "expected": 380, "claimed": 360}


def test_a_total_goes_wrong_once() -> None:
    log = deal(*SHEET, "totals: NS 1685, EW 380") + (
        "deal 2: dealer N\nbefore: NS 1785, EW 380\nscore NS: total 100\nscore EW: total 50\ntotals: NS 1885, EW 430\n"
    )
    assert faults(log) == [("SCORE-013", 5)]
