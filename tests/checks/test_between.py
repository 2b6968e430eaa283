"""Scores of records that do not show every card: what can be told of a claim, and what is carried on where nobody made one."""

from __future__ import annotations

import json

import jsonschema
import pytest

import canasta_audit as ca
from canasta_audit.batch.items import StreamItem
from canasta_audit.render.json_ import render as as_json
from canasta_audit.render.ledger import ledger_rows, sheet
from canasta_audit.render.stream import Options
from canasta_audit.report import SideScore
from canasta_audit.resources import data_path
from tests.checks.examples import ruleset
from tests.checks.small import KINGS, deal, faults, found

SEEN = ("melds S: KC KD KH", "hand N: 4C")
TURN = ("N: draw 6C, discard 6C", "end: stop")


def score_of(log: str, side: str = "NS", rules: str = "uk-regency", number: int = 0) -> SideScore:
    scores = ca.audit(ca.parse(log), ruleset(rules)).matches[0].deals[number].scores
    return next(score for score in scores if score.side == side)


def bounds_of(*lines: str, rules: str = "uk-regency") -> dict[str, tuple[int, int]]:
    return {item: (low, high) for item, low, high in score_of(deal(*lines), rules=rules).bounds}


def test_what_is_known_has_no_bounds() -> None:
    score = score_of(deal(*SEEN, "hand S: 4D", *TURN, "score NS: cards 30, hand -10, total 15"))
    assert (score.known, score.bounds) == (True, ())
    assert [score.verdict(item) for item in ("cards", "hand", "total", "out")] == ["right", "right", "wrong", "not-judged"]


def test_an_unseen_hand_costs_from_the_cheapest_to_the_dearest_cards() -> None:
    expected = {"cards": (30, 30), "hand": (-155, -5), "total": (-125, 25)}
    assert bounds_of(*SEEN, "hand S: ?x3", *TURN) == expected


@pytest.mark.parametrize(
    ("points", "verdict"), [(-5, "not-judged"), (-155, "not-judged"), (-160, "out-of-bounds"), (0, "out-of-bounds")]
)
def test_a_claim_is_judged_only_where_it_cannot_be(points: int, verdict: str) -> None:
    log = deal(*SEEN, "hand S: ?x3", *TURN, f"score NS: hand {points}, canastas 0")
    assert [score_of(log).verdict(item) for item in ("hand", "canastas")] == [verdict, "right"]
    assert faults(log) == ([("SCORE-009", 7)] if verdict == "out-of-bounds" else [])


def test_red_threes_that_lie_nowhere_may_be_held_by_who_had_a_turn() -> None:
    lines = ("red E: 3H 3D 3H", "melds S: KC KD KH", "hand S: 5C", "hand N: ?x2")
    assert bounds_of(*lines, *TURN)["held"] == (-500, 0)
    assert bounds_of("red E: 3H 3D 3H", "melds S: KC KD KH", "hand N: 5C", "hand S: ?x2", *TURN).get("held") is None


def test_a_hand_never_listed_has_as_many_cards_as_were_dealt() -> None:
    dealt = "E: draw ?, discard 6D"
    assert bounds_of("hand N: 4C 4D 4H 4S 5C 5D 5H 5S 7C 7D 7H", TURN[0], dealt, "end: stop")["hand"][0] > -55 - 11 * 50
    assert bounds_of(*SEEN, *TURN)["hand"][0] < -11 * 50


def test_a_hand_shown_at_the_end_is_taken_if_it_can_be_it() -> None:
    lines = (*SEEN, "hand S: ?x3", *TURN)
    assert score_of(deal(*lines, "left S: AS KD 4H")).known
    assert not score_of(deal(*lines, "left S: AS KD")).known
    assert not score_of(deal("red E: 3H 3D 3H 3D", *lines, "left S: AS KD 3D")).known


def test_who_may_have_emptied_his_hand_may_have_gone_out() -> None:
    lines = (f"melds S: {KINGS}", "hand S: 5C", "hand E: 5D", "hand W: 5H", "N: draw ?, discard 6C")
    assert bounds_of(*lines)["out"] == (0, 100)
    assert "out" not in bounds_of(*lines, "end: stop")


def test_unseen_melded_cards_leave_the_kind_of_a_canasta_open() -> None:
    lines = ("melds S: KC KC KD KD KH KS ?", "hand N: 4C", "hand S: 5C", *TURN)
    found = bounds_of(*lines)
    assert (found["natural"], found["mixed"], found["cards"]) == ((0, 500), (0, 300), (60, 110))
    assert faults(deal(*lines, "score NS: canastas 500, cards 80")) == []
    assert faults(deal(*lines, "score NS: cards 115")) == [("SCORE-001", 7)]


def test_items_that_do_not_make_the_total_are_a_fault_though_each_can_be() -> None:
    lines = (*SEEN, "hand S: ?x3", *TURN)
    assert faults(deal(*lines, "score NS: cards 30, hand -20, total 10")) == []
    assert faults(deal(*lines, "score NS: cards 30, hand -20, total 20")) == [("SCORE-010", 7)]
    assert faults(deal(*lines, "score NS: cards 30, total 20")) == []


def test_what_is_outside_is_told_with_its_bounds() -> None:
    one = found(deal(*SEEN, "hand S: ?x3", *TURN, "score NS: hand -160"), "SCORE-009")
    assert (one.data["low"], one.data["high"]) == (-155, -5)
    assert [row.split() for row in ledger_rows(one)] == [["hand", "-155..-5"]]


SECOND = ("deal 2: dealer N", "melds W: QC QD QH")
HIDDEN = ("melds S: KC KD KH", "hand N: 4C", "hand S: ?x3", *TURN)


def test_an_unclaimed_score_is_carried_as_what_it_can_be() -> None:
    log = deal("before: NS 1500", *HIDDEN, *SECOND)
    assert faults(log + "before: NS 1380\n") == []
    assert faults(log + "before: NS 1530\n") == [("SCORE-015", 10)]
    assert faults(log + "minimum: NS 50\n") == faults(log + "minimum: NS 90\n") == []
    assert faults(log + "minimum: NS 120\n") == [("SCORE-014", 10)]
    assert faults(log + "totals: NS 1500\n") == []


def test_nobody_has_won_by_points_that_he_may_not_have() -> None:
    log = deal("before: NS 4990, EW 0", *HIDDEN, "score EW: total 0")
    assert faults('[Result "NS 5000"]\n' + log) == []
    assert faults(log + "deal 2: dealer N\n") == []


def test_a_running_total_that_the_deal_cannot_have_brought() -> None:
    log = deal("before: NS 500", *HIDDEN)
    assert faults(log + "totals: NS 520\n") == []
    assert faults(log + "totals: NS 530\n") == [("SCORE-013", 8)]


def test_sheet_and_json_tell_what_was_not_judged() -> None:
    log = deal(*HIDDEN, "score NS: cards 30, hand -15, total 30")
    rows = [row.split() for row in sheet(score_of(log), color=False)]
    assert ["cards", "30", "30", "K:30"] in rows
    assert ["hand", "-15", "-155..-5", "not", "judged"] in rows
    assert ["total", "30", "-125..25", "<-", "claimed", "+5"] in rows
    report = json.loads("".join(as_json(_stream(log), Options())))
    jsonschema.validate(report, json.loads(data_path("schemas", "report.schema.json").read_text(encoding="utf-8")))
    score = next(score for score in report["matches"][0]["deals"][0]["scores"] if score["side"] == "NS")
    assert {"item": "hand", "low": -155, "high": -5} in score["computed"]["bounds"]
    assert [one["verdict"] for one in score["claimed"]["items"]] == ["right", "not-judged", "out-of-bounds"]


def _stream(log: str) -> list[StreamItem]:
    report = ca.audit(ca.parse(log), ruleset("uk-regency"))
    return [*report.findings, *report.matches[0].deals, report.matches[0]]
