"""Recorded games and what an audit must find in them: findings, scores, winners; and that the files are what they claim to be."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import canasta_audit as ca
from canasta_audit.report import DealReport
from canasta_audit.resources import data_path

GAMES = sorted(path.stem for path in data_path("fixtures", "games").glob("*.cgn"))
EXPECTATIONS = sorted(path.name for path in data_path("fixtures", "games").glob("*.json"))
FAULTY = "faulty-final"
CLEAN = [name for name in GAMES if name != FAULTY]

KEYS = {"shows", "ruleset", "canonical", "findings", "matches"}
MATCH_KEYS = {"winner", "totals", "deals"}
DEAL_KEYS = {"number", "turns", "ended", "out", "concealed", "scores"}
FINDING_KEYS = {"id", "name", "line", "column", "deal", "turn", "seat", "data"}


def file_of(name: str) -> Path:
    return data_path("fixtures", "games", name)


def text_of(name: str) -> str:
    return file_of(f"{name}.cgn").read_bytes().decode("utf-8")


@cache
def expected_of(name: str) -> dict[str, Any]:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        assert len(keys) == len(set(keys)), keys
        return dict(pairs)

    found: dict[str, Any] = json.loads(file_of(f"{name}.expected.json").read_text(encoding="utf-8"), object_pairs_hook=once)
    return found


@cache
def report_of(name: str) -> ca.Report:
    return ca.audit(ca.parse(text_of(name)), ca.load_ruleset(expected_of(name)["ruleset"]))


def expected_deals(name: str) -> Iterator[dict[str, Any]]:
    for match in expected_of(name)["matches"]:
        yield from match["deals"]


def score_of(deal: DealReport) -> dict[str, Any]:
    return {
        score.side: {"items": {item.item: item.points for item in score.items}, "total": score.total} if score.known else None
        for score in deal.scores
    }


def test_every_game_has_an_expectation_and_every_expectation_a_game() -> None:
    assert [f"{name}.expected.json" for name in GAMES] == EXPECTATIONS
    assert FAULTY in GAMES
    assert len(CLEAN) >= 12


def test_numbers_are_given_once() -> None:
    numbers = [name.partition("-")[0] for name in CLEAN]
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
            assert set(deal["scores"]) == set(match["totals"])
            for score in filter(None, deal["scores"].values()):
                assert sum(score["items"].values()) == score["total"]
                assert all(score["items"].values())
    for finding in expected["findings"]:
        assert {"id", "name", "line", "column"} <= set(finding) <= FINDING_KEYS
    places = [(finding["line"], finding["column"]) for finding in expected["findings"]]
    assert places == sorted(places)


@pytest.mark.parametrize("name", GAMES)
def test_parsing_finds_nothing_but_what_is_expected(name: str) -> None:
    found = [(finding.id, finding.line, finding.column) for finding in ca.parse(text_of(name)).findings]
    expected = [(finding["id"], finding["line"], finding["column"]) for finding in expected_of(name)["findings"]]
    assert found == [place for place in expected if place[0].startswith("SYNTAX-")]


@pytest.mark.parametrize("name", GAMES)
def test_the_writer_leaves_canonical_games_as_they_are_and_settles_the_others(name: str) -> None:
    text = text_of(name)
    log = ca.parse(text)
    written = ca.write(log)
    assert (written == text) is expected_of(name)["canonical"]
    assert ca.write(ca.parse(written)) == written
    assert ca.parse(written) == log


@pytest.mark.parametrize("name", CLEAN)
def test_clean_games_have_no_finding_at_all(name: str) -> None:
    assert expected_of(name)["findings"] == []
    assert [(finding.id, finding.line, dict(finding.data)) for finding in report_of(name).findings] == []


def test_the_faulty_game_has_exactly_the_roots_expected() -> None:
    roots = [finding for finding in report_of(FAULTY).roots if finding.severity != "note"]
    expected = expected_of(FAULTY)["findings"]
    assert [(root.id, root.name, root.line, root.column) for root in roots] == [
        (one["id"], one["name"], one["line"], one["column"]) for one in expected
    ]
    for root, one in zip(roots, expected, strict=True):
        for key in ("deal", "turn", "seat"):
            assert key not in one or getattr(root, key) == one[key], (root.id, key)
        assert subset(root.data, one.get("data", {})) == one.get("data", {}), root.id


def subset(data: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    return json.loads(json.dumps({key: data.get(key) for key in wanted}))  # type: ignore[no-any-return]


def test_the_faulty_game_has_faults_of_many_chapters() -> None:
    ids = [finding["id"] for finding in expected_of(FAULTY)["findings"]]
    assert len(set(ids)) >= 14
    assert len({id.partition("-")[0] for id in ids}) >= 9


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
    """The scenarios of the collection, by their expectations: each is in some clean game."""
    deals = [deal for name in CLEAN for deal in expected_deals(name)]
    items = [score["items"] for deal in deals for score in filter(None, deal["scores"].values())]
    assert {deal["ended"] for deal in deals} == {"out", "stock"}
    assert sum(deal["concealed"] for deal in deals) >= 2
    assert {len(deal["scores"]) for deal in deals} == {2, 3}
    assert {800, -200} <= {item.get("threes") for item in items}
    assert {500, 300} <= {bonus for item in items for bonus in (item.get("natural"), item.get("mixed"))}
    winners = [match for name in CLEAN for match in expected_of(name)["matches"] if match["winner"]]
    assert any(match["totals"][match["winner"]] >= 5000 and len(match["deals"]) >= 4 for match in winners)
    seats = {sum(map(len, match["totals"])) for name in CLEAN for match in expected_of(name)["matches"]}
    assert seats == {2, 3, 4}
