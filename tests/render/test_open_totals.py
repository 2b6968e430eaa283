"""Running totals that rest on an open score: the claim is carried with its bounds, and only who has won for sure has won."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

import canasta_audit as ca
from canasta_audit.report import MatchReport
from canasta_audit.resources import read_text

LOG = """\
[Ruleset "ru-club"]
[Sides "NS EW"]
[Records "melds discards pile"]

deal 6: dealer S
before: NS 3120, EW 4290
up: QS

W: draw, meld QD QH QC, meld KD KH KC KS KD KH KC, discard 4C

end: W out

totals: NS 3120, EW 5790
"""


def match_of(text: str) -> MatchReport:
    (match,) = ca.audit(ca.parse(text)).matches
    return match


@pytest.mark.parametrize(("claimed", "carried"), [(5790, 5790), (9990, 5890), (90, 2010)])
def test_the_claim_is_carried_as_far_as_it_is_possible(claimed: int, carried: int) -> None:
    match = match_of(LOG.replace("EW 5790", f"EW {claimed}"))
    low, high = match.bounds["EW"]
    assert (low, high) == (2010, 5890)
    assert (match.totals["EW"], match.winner) == (carried, None)
    assert match.deals[0].scores[1].running_bounds == (low, high)


def test_whoever_has_won_whatever_the_scores_are_has_won() -> None:
    match = match_of(LOG.replace("EW 4290", "EW 9290").replace("EW 5790", "EW 9790"))
    assert (match.winner, match.bounds["EW"][0] > match.bounds["NS"][1]) == ("EW", True)


def test_a_later_score_moves_the_bounds() -> None:
    log = LOG + "\ndeal 7: dealer W\nscore NS: total 100\nscore EW: total 200\ntotals: NS 3220, EW 5990\n"
    before, after = match_of(LOG), match_of(log)
    assert after.totals == {"NS": 3220, "EW": 5990}
    for side, gain in (("NS", 100), ("EW", 200)):
        assert after.bounds[side] == tuple(points + gain for points in before.bounds[side])


def test_of_scores_that_are_known_there_are_no_bounds() -> None:
    log = '[Sides "NS EW"]\ndeal 1: dealer W\nbefore: NS 5000, EW 400\nscore NS: total 100\nscore EW: total 50\n'
    match = match_of(log)
    assert (match.bounds, match.totals, match.winner) == ({}, {"NS": 5100, "EW": 450}, "NS")


def test_in_reports(run, tmp_path) -> None:
    path = tmp_path / "log.cgn"
    path.write_text(LOG, encoding="utf-8")
    assert "EW 5790 (2010..5890)" in run("score", str(path)).out
    record = json.loads(run("audit", str(path), "-f", "json").out)
    schema = json.loads(read_text("schemas", "report.schema.json"))
    assert [error.message for error in Draft202012Validator(schema).iter_errors(record)] == []
    (match,) = record["matches"]
    assert (match["bounds"]["EW"], match["winner"]) == ({"low": 2010, "high": 5890}, None)
    assert match["deals"][0]["scores"][1]["computed"]["running_bounds"] == {"low": 2010, "high": 5890}
