"""Simulated matches: the same for the same seed, lawful by every ruleset, and scored alike from the JSON form."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

import canasta_audit as ca
from canasta_audit.legal import TooMany
from canasta_audit.notation import model as n
from canasta_audit.notation.json_form import read_json, to_json
from canasta_audit.ruleset.load import list_rulesets
from canasta_audit.simulate.bots import BOTS
from canasta_audit.simulate.campaign import check_clean
from canasta_audit.simulate.match import Unlawful, numbered_match

RULESETS = {name: ca.load_ruleset(name) for name, _ in list_rulesets()}
GAMES = [(name, players) for name, ruleset in RULESETS.items() for players in ruleset.tables]
RANDOM_DEALS = 2
"""Random play seldom comes to the end of a match."""


@cache
def text_of(name: str, players: int, bot: str, seed: int = 7) -> str:
    pieces = numbered_match(RULESETS[name], players, bot, seed, 1)
    return "".join(pieces if bot == "greedy" else islice(pieces, 1 + RANDOM_DEALS))


@cache
def report_of(name: str, players: int, bot: str) -> ca.Report:
    return ca.audit(ca.parse(text_of(name, players, bot)))


@pytest.mark.parametrize("bot", ["greedy", "random"])
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_an_audit_finds_nothing_in_a_simulated_match(name: str, players: int, bot: str) -> None:
    report = report_of(name, players, bot)
    (match,) = report.matches
    assert [(finding.id, finding.line) for finding in report.findings] == []
    assert (match.ruleset, len(match.totals)) == (name, len(match.tags["Sides"].split()))
    assert len(match.deals) >= 1
    assert report.turns > 20


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_greedy_match_comes_to_its_end_by_play_as_of_people(name: str, players: int) -> None:
    report = report_of(name, players, "greedy")
    (match,) = report.matches
    rules = RULESETS[name].tables[players]
    assert match.winner is not None
    assert max(match.totals.values()) >= rules.match.target
    kinds = {
        play.kind for line in ca.parse(text_of(name, players, "greedy")).lines() if isinstance(line, n.Turn) for play in line.plays
    }
    items = {item.item for deal in match.deals for score in deal.scores for item in score.items}
    assert {"draw", "take", "meld", "add", "discard"} <= kinds
    assert items & {"natural", "mixed"}
    assert any(deal.out for deal in match.deals)


@pytest.mark.parametrize("bot", ["greedy", "random"])
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_score_is_claimed_as_it_is_computed(name: str, players: int, bot: str) -> None:
    for deal in report_of(name, players, bot).matches[0].deals:
        assert (deal.ended == "void") is not bool(deal.scores)
        for score in deal.scores:
            assert (score.known, score.claimed_total, score.claimed_running) == (True, score.total, score.running)
            assert dict(score.claimed) == {**{item.item: item.points for item in score.items}, "total": score.total}


@pytest.mark.parametrize("bot", ["greedy", "random"])
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_json_form_scores_alike(name: str, players: int, bot: str) -> None:
    log = ca.parse(text_of(name, players, bot))
    del log.matches[0].deals[RANDOM_DEALS:]
    again = ca.audit(read_json(json.dumps(to_json(log))))
    (match,) = again.matches
    assert [finding.id for finding in again.findings] == []
    assert [deal.scores for deal in match.deals] == [
        deal.scores for deal in report_of(name, players, bot).matches[0].deals[:RANDOM_DEALS]
    ]


@pytest.mark.parametrize("name", RULESETS)
def test_a_match_is_written_canonically(name: str) -> None:
    text = text_of(name, max(RULESETS[name].tables), "random")
    assert ca.write(ca.parse(text)) == text


def test_the_same_bytes_in_two_processes(spawn) -> None:
    runs = [
        ["simulate", "-r", name, "--seed", "5", "--bot", bot]
        for name, bot in [("uk-regency", "greedy"), ("ro-canastone", "greedy")]
    ]
    runs += [["simulate", "--fault", id, "--seed", "5"] for id in ("RECORD-007", "SEAT-004", "MATCH-001")]
    script = f"from canasta_audit.cli.main import run; print([run(args) for args in {runs!r}])"
    first, second = [spawn("-c", script, env={"PYTHONHASHSEED": seed}) for seed in ("0", "1")]
    assert first.stdout.endswith(f"{[0] * len(runs)}\n")
    assert (first.stdout, first.stderr) == (second.stdout, second.stderr)


def test_a_match_is_the_same_whatever_else_is_asked_for(run, tmp_path) -> None:
    third = "".join(numbered_match(RULESETS["uk-howto"], 4, "greedy", 3, 3))
    several = run("simulate", "-r", "uk-howto", "-n", "3", "-s", "3")
    assert several.out.endswith("\n\n" + third)
    assert run("simulate", "-r", "uk-howto", "-n", "3", "-s", "3", "-o", tmp_path).code == 0
    assert (tmp_path / "uk-howto-4p-greedy-3-3.cgn").read_text(encoding="utf-8") == third
    assert len(list(tmp_path.iterdir())) == 3


def test_a_lay_off_tells_two_melds_of_a_rank_apart() -> None:
    text = "".join(numbered_match(RULESETS["ro-mini"], 4, "greedy", 1, 969))
    assert re.search(r"add [^,]* to [A-Z0-9]\.2", text)
    assert [finding.id for finding in ca.audit(ca.parse(text)).findings] == []


def test_a_red_three_as_the_last_card_is_replaced_from_the_pile_that_becomes_the_stock() -> None:
    text = "".join(islice(numbered_match(RULESETS["ru-bank"], 4, "greedy", 1, 31), 14))
    assert re.search(r"draw 3[DH], turnover, red 3[DH]>[^,]*, discard", text)
    assert [finding.id for finding in ca.audit(ca.parse(text)).findings] == []


def test_a_position_without_a_lawful_turn_is_told_and_not_searched_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_many(*args: object, **more: object) -> Iterator[object]:
        raise TooMany
        yield

    monkeypatch.setattr("canasta_audit.simulate.match.plainest", lambda stand: iter(()))
    monkeypatch.setattr("canasta_audit.simulate.match.legal_turns", too_many)
    monkeypatch.setitem(BOTS, "greedy", lambda stand, source: iter(()))
    with pytest.raises(Unlawful):
        list(numbered_match(RULESETS["uk-regency"], 4, "greedy", 1, 1))


def test_other_seeds_numbers_and_bots_give_other_matches() -> None:
    ruleset = RULESETS["ro-classic"]
    starts = {
        "".join(islice(numbered_match(ruleset, 4, bot, seed, number), 2))
        for bot, seed, number in [("greedy", 1, 1), ("random", 1, 1), ("greedy", 2, 1), ("greedy", 1, 2)]
    }
    assert len(starts) == 4


def test_logs_with_a_fault_go_into_a_folder_beside_what_is_to_be_found(run, tmp_path) -> None:
    assert run("simulate", "--fault", "MATCH-003,redraw-missed", "-n", "2", "-o", tmp_path).code == 0
    stems = ["MATCH-003-1-1", "MATCH-003-1-2", "SEAT-003-1-1", "SEAT-003-1-2"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"{stem}{end}" for stem in stems for end in (".cgn", ".expected.json")
    ]
    for stem in stems:
        expected = json.loads((tmp_path / f"{stem}.expected.json").read_text(encoding="utf-8"))
        audited = ca.audit(ca.parse((tmp_path / f"{stem}.cgn").read_text(encoding="utf-8")))
        found = [{"id": finding.id, "name": finding.name, "line": finding.line} for finding in audited.findings]
        assert found == expected["findings"]


def test_one_log_with_a_fault_goes_anywhere_several_only_into_a_folder(run, tmp_path) -> None:
    out = run("simulate", "--fault", "MATCH-003").out
    assert run("simulate", "--fault", "MATCH-003", "-o", tmp_path / "log.cgn").code == 0
    assert (tmp_path / "log.cgn").read_text(encoding="utf-8") == out
    assert run("simulate", "--fault", "MATCH-003", "-n", "2").code == 2
    assert run("simulate", "--fault", "any", "-o", tmp_path / "all.cgn").code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["log.cgn"]


@pytest.mark.parametrize(
    "args",
    [
        ["--report"],
        ["--fault", "MATCH-099"],
        ["--fault", "MATCH-001", "-r", "ro-mini"],
        ["--fault", "MATCH-001", "--bot", "random"],
        ["--fault", "MATCH-001", "--report", "-o", "log.cgn"],
        ["--check", "5", "--fault", "any"],
        ["--check", "5", "-o", "log.cgn"],
        ["--check", "5", "-r", "uk-howto", "-p", "3"],
        ["-r", "uk-howto", "-p", "3"],
    ],
)
def test_options_that_cannot_be_used(run, args: list[str]) -> None:
    outcome = run("simulate", *args)
    assert (outcome.code, outcome.out, len(outcome.err.splitlines())) == (2, "", 1)


def test_the_report_of_a_campaign(run) -> None:
    outcome = run("simulate", "--fault", "MATCH", "--report", "-n", "2", "-f", "json")
    report = json.loads(outcome.out)
    assert (outcome.code, report["good"], report["seed"], report["matches"]) == (0, True, 1, 2)
    assert report["chapters"] == {"MATCH": {"wanted": 10, "injected": 10, "found": 10, "extra": 0}}
    assert report["faults"]["MATCH-001"] == {"wanted": 2, "injected": 2, "found": 2, "extra": 0, "amiss": []}
    assert "MATCH         5        10" in run("simulate", "--fault", "MATCH", "--report", "-n", "2").out


def test_clean_deals_are_counted_and_none_has_a_finding(run) -> None:
    outcome = run("simulate", "--check", "4", "-r", "ro-classic", "-f", "json")
    clears = [json.loads(line) for line in outcome.out.splitlines()]
    assert outcome.code == 0
    assert [(clear["players"], clear["bot"], clear["deals"]) for clear in clears] == [
        (2, "random", 1), (2, "greedy", 1), (4, "random", 1), (4, "greedy", 1)
    ]  # fmt: skip
    assert all(clear["found"] == [] and clear["faulty"] == 0 for clear in clears)


def test_a_finding_in_a_deal_that_should_be_clean_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = numbered_match

    def spoilt(*args: object) -> object:
        for piece in honest(*args):  # type: ignore[arg-type]
            yield re.sub("deal 2: dealer .", r"\g<0>, uncut", piece)

    monkeypatch.setattr("canasta_audit.simulate.campaign.numbered_match", spoilt)
    clear = check_clean(RULESETS["uk-regency"], 4, "greedy", 1, 3)
    assert (clear.deals, clear.faulty, [id for _, id, _ in clear.found]) == (3, 1, ["SEAT-007"])
