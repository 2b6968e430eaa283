"""Score sheets without plays: what the packs hold, item by item and for all sides together, under the keys of each game."""

from __future__ import annotations

import pytest

import canasta_audit as ca
from canasta_audit.ruleset.load import list_rulesets
from canasta_audit.table.possible import best_deal, canastas_possible, pack_points, worst_deal
from tests.checks.examples import ruleset
from tests.checks.small import deal, faults

NS = "score NS: natural 500, mixed 300, cards 245, threes 100, out 100, hand -45, total 1200"
EW = "score EW: cards 90, hand -125, total -35"


def roots(reference: str, *lines: str) -> list[tuple[str, int]]:
    report = ca.audit(ca.parse(deal(*lines)), ruleset(reference))
    return [(finding.id, finding.line) for finding in report.roots if finding.severity != "note"]


def test_a_clean_sheet() -> None:
    assert faults(deal("before: NS 0, EW 0", "end: N out", NS, EW, "totals: NS 1200, EW -35")) == []


@pytest.mark.parametrize(
    ("old", "new", "id"),
    [
        ("natural 500", "natural 450", "SHEET-001"),
        ("natural 500", "natural 9500", "SHEET-001"),
        ("mixed 300", "mixed 305", "SHEET-001"),
        ("natural 500, mixed 300", "canastas 700", "SHEET-001"),
        ("threes 100", "threes 500", "SHEET-002"),
        ("threes 100", "threes 700", "SHEET-002"),
        ("threes 100", "threes -100", "SHEET-002"),
        ("threes 100", "threes 150", "SHEET-002"),
        ("hand -45", "hand 45", "SHEET-003"),
        ("hand -45", "hand -1200", "SHEET-003"),
        ("cards 245", "cards 80", "SHEET-004"),
        ("cards 245", "cards 1185", "SHEET-004"),
        ("out 100", "out 200", "SHEET-005"),
        ("out 100", "out 300", "SHEET-005"),
        ("out 100", "out 100, concealed 100", "SHEET-005"),
        ("out 100, ", "", "SHEET-005"),
        ("natural 500, mixed 300, ", "", "SHEET-006"),
        ("total 1200", "total 1205", "SCORE-010"),
        ("cards 245", "cards 247", "SCORE-011"),
    ],
)
def test_one_figure_that_cannot_be_is_one_fault_at_its_line(old: str, new: str, id: str) -> None:
    line = NS.replace(old, new)
    assert line != NS
    assert faults(deal("end: N out", line, EW)) in ([(id, 3)], [("SCORE-010", 3)])
    if id.startswith("SHEET"):
        items = [part.split() for part in line.split(": ")[1].split(", ")]
        total = sum(int(points) for item, points in items if item != "total")
        assert faults(deal("end: N out", line.replace("total 1200", f"total {total}"), EW)) == [(id, 3)]


@pytest.mark.parametrize(
    ("ns", "ew", "id"),
    [
        ("natural 3500, cards 400, total 3900", "natural 3500, cards 400, total 3900", "SHEET-001"),
        ("threes 300, cards 90, total 390", "threes 200, cards 90, total 290", "SHEET-002"),
        ("cards 800, total 800", "cards 200, hand -300, total -100", "SHEET-004"),
        ("mixed 300, cards 90, out 100, total 490", "mixed 300, cards 90, out 100, total 490", "SHEET-005"),
        ("total 4500", "total 4500", "SHEET-007"),
    ],
)
def test_what_each_side_may_have_and_not_both(ns: str, ew: str, id: str) -> None:
    assert faults(deal(f"score NS: {ns}")) == []
    assert faults(deal(f"score EW: {ew}")) == []
    assert faults(deal(f"score NS: {ns}", f"score EW: {ew}")) == [(id, 3)]


def test_of_two_that_cannot_both_be_right_the_one_that_does_not_add_up_is_wrong() -> None:
    found = faults(deal("score NS: threes 300, cards 90, total 290", "score EW: threes 200, cards 90, total 290"))
    assert found == [("SHEET-002", 2)]


@pytest.mark.parametrize(
    ("reference", "line", "ids"),
    [
        ("uk-regency", "threes -200, hand -50, total -250", []),
        ("uk-regency", "threes 200, hand -50, total 150", ["SHEET-002"]),
        ("uk-regency", "cards 90, threes 300, held -500, total -110", []),
        ("uk-regency", "cards 90, threes 400, total 490", ["SHEET-002"]),
        ("ru-bank", "mixed 300, cards 90, threes 1000, total 1390", []),
        ("ru-bank", "mixed 300, cards 90, threes 800, total 1190", ["SHEET-002"]),
        ("ru-bank", "cards -90, total -90", []),
        ("ru-bank", "cards 90, natural 0, mixed 0, wild 0, total 90", ["SHEET-004"]),
        ("ru-bank", "wild 700, cards 140, total 840", []),
        ("uk-regency", "wild 700, cards 140, total 840", ["SCORE-012", "SHEET-001"]),
        ("ro-canastone", "natural 500, cards 35, threes 100, total 635", ["SHEET-002"]),
        ("ro-canastone", "natural 500, mixed 300, cards 100, threes 100, total 1000", []),
        ("ro-canastone", "natural 500, mixed 300, cards 100, threes 1200, total 2100", []),
        ("uk-regency", "natural 500, mixed 300, cards 100, threes 1200, total 2100", ["SHEET-002"]),
        ("ro-mini", "natural 2, mixed 1, total 3", []),
        ("ro-mini", "natural 2, total 2", ["SHEET-001"]),
        ("ro-mini", "natural 2, mixed 1, cards 20, total 23", ["SHEET-004"]),
        ("uk-regency", "bonuses 1200, cards 190, total 1390", []),
        ("uk-regency", "bonuses 1250, cards 190, total 1440", ["SHEET-001"]),
    ],
)
def test_keys_decide_what_can_be(reference: str, line: str, ids: list[str]) -> None:
    assert sorted(id for id, _ in roots(reference, f"score NS: {line}")) == ids


@pytest.mark.parametrize("before", [("before: NS 500, EW 300",), ()])
def test_nothing_but_totals(before: tuple[str, ...]) -> None:
    assert faults(deal(*before, "totals: NS 1500, EW 300")) == []
    assert faults(deal(*before, "totals: NS 19500, EW 300")) == [("SHEET-007", 2 + len(before))]
    assert faults(deal(*before, "totals: NS 1502, EW 300")) == [("SCORE-011", 2 + len(before))]


def test_a_deal_with_plays_is_not_asked() -> None:
    lines = ("melds S: KC KD KH", "pile: 9C", "N: draw ?, discard 5C", "end: stop", "score NS: threes 50000, total 50030")
    assert not [id for id, _ in faults(deal(*lines)) if id.startswith("SHEET")]


def test_a_void_deal_is_not_asked() -> None:
    found = faults(deal("end: void", "score NS: natural 450, total 450"))
    assert not [id for id, _ in found if id.startswith("SHEET")]


def test_the_totals_of_the_report_are_those_of_the_sheet() -> None:
    log = deal("totals: NS 500, EW 300") + "deal 2: dealer N\ntotals: NS 1200, EW 250\n"
    assert ca.audit(ca.parse(log)).matches[0].totals == {"NS": 1200, "EW": 250}


@pytest.mark.parametrize(
    ("reference", "canastas", "points"),
    [("uk-regency", 13, 1180), ("ro-canastone", 20, 1770), ("ru-bank", 13, 1560), ("ro-mini", 17, 124)],
)
def test_what_the_packs_hold(reference: str, canastas: int, points: int) -> None:
    rules = ruleset(reference).tables[4]
    assert max(map(sum, canastas_possible(rules))) == canastas
    assert pack_points(rules) == points


def test_a_deal_has_bounds_in_every_game() -> None:
    for name, _ in list_rulesets():
        for rules in ruleset(name).tables.values():
            assert worst_deal(rules) < 0 < best_deal(rules)
