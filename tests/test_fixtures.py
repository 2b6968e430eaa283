"""Recorded games and what an audit must find in them: findings, scores, winners; and that the files are what they claim to be."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

import canasta_audit as ca
from canasta_audit.report import DealReport
from canasta_audit.ruleset.load import list_rulesets
from tests.games import CLEAN, FAULTY, GAMES, expected_of, log_of, names, ruleset_of, text_of

FINAL = "faulty-final"
PARTIAL = "partial"
"""The folder of records that leave things out, of several rulesets."""
RULESETS = [name for name, _ in list_rulesets()]

KEYS = {"shows", "ruleset", "canonical", "findings", "matches"}
MATCH_KEYS = {"winner", "totals", "deals"}
DEAL_KEYS = {"number", "turns", "ended", "out", "concealed", "scores"}
FINDING_KEYS = {"id", "name", "line", "column", "deal", "turn", "seat", "data"}


@cache
def report_of(name: str) -> ca.Report:
    return ca.audit(log_of(name), ruleset_of(name))


def expected_deals(name: str) -> Iterator[dict[str, Any]]:
    for match in expected_of(name)["matches"]:
        yield from match["deals"]


def score_of(deal: DealReport) -> dict[str, Any]:
    return {
        score.side: {"items": {item.item: item.points for item in score.items}, "total": score.total} if score.known else None
        for score in deal.scores
    }


def test_every_game_has_an_expectation_and_every_expectation_a_game() -> None:
    assert names(".expected.json") == GAMES
    assert {name.rpartition("/")[0] or expected_of(name)["ruleset"] for name in FAULTY} == {PARTIAL, *RULESETS}
    assert {name.rpartition("/")[0] for name in GAMES} == {"", PARTIAL, *RULESETS}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_folder_holds_games_of_its_ruleset_and_numbers_are_given_once(ruleset: str) -> None:
    games = [name for name in GAMES if name.startswith(f"{ruleset}/")]
    assert {expected_of(name)["ruleset"].partition("+")[0] for name in games} == {ruleset}
    numbers = [name.rpartition("/")[2].partition("-")[0] for name in games]
    assert all(number.isdigit() for number in numbers)
    assert len(numbers) == len(set(numbers))


@pytest.mark.parametrize("name", GAMES)
def test_the_expectation_is_well_formed(name: str) -> None:
    expected = expected_of(name)
    assert set(expected) == KEYS
    assert expected["matches"]
    for match in expected["matches"]:
        assert set(match) == MATCH_KEYS
        for deal in match["deals"]:
            assert set(deal) == DEAL_KEYS
            assert set(deal["scores"]) == (set() if deal["ended"] == "void" else set(match["totals"]))
            for score in filter(None, deal["scores"].values()):
                assert sum(score["items"].values()) == score["total"]
    for finding in expected["findings"]:
        assert {"id", "name", "line", "column"} <= set(finding) <= FINDING_KEYS
    places = [(finding["line"], finding["column"]) for finding in expected["findings"]]
    assert places == sorted(places)


@pytest.mark.parametrize("name", GAMES)
def test_parsing_finds_nothing_but_what_is_expected(name: str) -> None:
    found = [(finding.id, finding.line, finding.column) for finding in log_of(name).findings]
    expected = [(finding["id"], finding["line"], finding["column"]) for finding in expected_of(name)["findings"]]
    assert found == [place for place in expected if place[0].startswith("SYNTAX-")]


@pytest.mark.parametrize("name", GAMES)
def test_the_writer_leaves_canonical_games_as_they_are_and_settles_the_others(name: str) -> None:
    log = log_of(name)
    written = ca.write(log)
    again = ca.parse(written)
    assert (written == text_of(name)) is expected_of(name)["canonical"]
    assert ca.write(again) == written
    assert again == log


@pytest.mark.parametrize("name", CLEAN)
def test_clean_games_have_no_finding_at_all(name: str) -> None:
    assert expected_of(name)["findings"] == []
    assert [(finding.id, finding.line, dict(finding.data)) for finding in report_of(name).findings] == []


@pytest.mark.parametrize("name", FAULTY)
def test_faulty_games_have_exactly_the_roots_expected(name: str) -> None:
    roots = [finding for finding in report_of(name).roots if finding.severity != "note"]
    expected = expected_of(name)["findings"]
    assert [(root.id, root.name, root.line, root.column) for root in roots] == [
        (one["id"], one["name"], one["line"], one["column"]) for one in expected
    ]
    for root, one in zip(roots, expected, strict=True):
        for key in ("deal", "turn", "seat"):
            assert key not in one or getattr(root, key) == one[key], (root.id, key)
        assert subset(root.data, one.get("data", {})) == one.get("data", {}), root.id


def subset(data: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    return json.loads(json.dumps({key: data.get(key) for key in wanted}))  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", FAULTY)
def test_faulty_games_have_faults_of_many_chapters(name: str) -> None:
    ids = [finding["id"] for finding in expected_of(name)["findings"]]
    least, chapters = (14, 9) if name == FINAL else (3, 2) if name.startswith(PARTIAL) else (8, 4)
    assert len(set(ids)) >= least
    assert len({id.partition("-")[0] for id in ids}) >= chapters


@pytest.mark.parametrize("name", GAMES)
def test_deals_come_to_what_is_expected(name: str) -> None:
    report = report_of(name)
    assert len(report.matches) == len(expected_of(name)["matches"])
    deals = [deal for match in report.matches for deal in match.deals]
    for deal, expected in zip(deals, expected_deals(name), strict=True):
        facts = {"number": deal.number, "turns": deal.turns, "ended": deal.ended, "out": deal.out, "concealed": deal.concealed}
        assert {**facts, "scores": score_of(deal)} == expected


@pytest.mark.parametrize("name", GAMES)
def test_matches_come_to_what_is_expected(name: str) -> None:
    found = [{"winner": match.winner, "totals": dict(match.totals)} for match in report_of(name).matches]
    assert found == [{"winner": match["winner"], "totals": match["totals"]} for match in expected_of(name)["matches"]]


def test_the_clean_games_show_what_they_are_there_for() -> None:
    """The scenarios of the classic game, by their expectations: each is in some clean game of its folder."""
    classic = [name for name in CLEAN if name.startswith("uk-regency/")]
    deals = [deal for name in classic for deal in expected_deals(name)]
    items = [score["items"] for deal in deals for score in filter(None, deal["scores"].values())]
    assert {deal["ended"] for deal in deals} == {"out", "stock"}
    assert sum(deal["concealed"] for deal in deals) >= 2
    assert {len(deal["scores"]) for deal in deals} == {2, 3}
    assert {800, -200} <= {item.get("threes") for item in items}
    assert {500, 300} <= {bonus for item in items for bonus in (item.get("natural"), item.get("mixed"))}
    winners = [match for name in classic for match in expected_of(name)["matches"] if match["winner"]]
    assert any(match["totals"][match["winner"]] >= 5000 and len(match["deals"]) >= 4 for match in winners)
    seats = {sum(map(len, match["totals"])) for name in classic for match in expected_of(name)["matches"]}
    assert seats == {2, 3, 4}
