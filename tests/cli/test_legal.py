"""``legal``: what may be played before a turn of a log, and what an audit names beside its findings."""

from __future__ import annotations

import json

import jsonschema
import pytest

from canasta_audit.resources import read_text
from tests.cli.logs import CLEAN, FAULTY

SCHEMA = json.loads(read_text("schemas", "legal.schema.json"))

SMALL = """\
[Event "Club"]
[Ruleset "uk-regency"]
deal 1: dealer W, first N
before: NS 0, EW 0
melds S: KC KD KH
pile: 9D QC
hand N: KS 4C QD QH
N: draw 5D, discard 4C
E: draw 6D, discard 6D
"""


def listed(run, *options: str, stdin: str = SMALL) -> dict:
    outcome = run("legal", "-", "--format", "json", *options, stdin=stdin)
    assert (outcome.code, outcome.err) == (0, "")
    found = json.loads(outcome.out)
    jsonschema.validate(found, SCHEMA)
    return found


def test_the_listing_is_grouped_by_how_the_turn_begins(run) -> None:
    found = listed(run, "--at", "1.1")
    assert (found["seat"], found["complete"], found["hand_known"], found["ruleset"]) == ("N", True, True, "uk-regency")
    drawn, taken = found["begins"]
    assert (drawn["plays"], taken["plays"]) == ("draw 5D", "take QC with QD QH")
    assert drawn["melds"] == [] and drawn["lay_offs"] == ["add KS to K"]
    assert drawn["discards"] == [f"discard {card}" for card in ("4C", "5D", "KS", "QD", "QH")]
    assert taken["discards"] == ["discard 4C", "discard 9D", "discard KS"]
    assert not (drawn["goes_out"] or taken["goes_out"] or drawn["without_discard"])
    assert found["count"] == drawn["turns"] + taken["turns"] == 14


def test_the_count_alone(run) -> None:
    outcome = run("legal", "-", "--at", "1.1", "--count", stdin=SMALL)
    assert (outcome.code, outcome.out, outcome.err) == (0, "14\n", "")


def test_the_draw_is_that_of_the_turn_or_an_unseen_card(run) -> None:
    assert listed(run, "--at", "1.1")["begins"][0]["plays"] == "draw 5D"
    behind = listed(run, "--at", "1.3")
    assert (behind["seat"], behind["hand_known"]) == ("S", False)
    assert behind["begins"][0]["plays"] == "draw ?"


def test_a_hand_too_large_to_try_has_single_plays(run) -> None:
    found = listed(run, "--at", "1.1", "--tries", "5")
    assert (found["complete"], found["count"]) == (False, None)
    drawn, taken = found["begins"]
    assert drawn["lay_offs"] == ["add KS to K"] and drawn["turns"] is None
    assert taken["discards"] == ["discard 4C", "discard 9D", "discard KS"]


def test_a_count_that_takes_too_long_is_no_number(run) -> None:
    outcome = run("legal", "-", "--at", "1.1", "--count", "--tries", "5", stdin=SMALL)
    assert (outcome.code, outcome.out) == (2, "")


def test_text_has_a_paragraph_for_each_beginning(run) -> None:
    outcome = run("legal", "-", "--at", "1.1", stdin=SMALL)
    assert outcome.code == 0
    heads = [page.splitlines()[0].split() for page in outcome.out.split("\n\n")]
    assert heads[0][:4] == ["deal", "1,", "turn", "1"]
    assert heads[1][:2] == ["draw", "5D"] and heads[2][:5] == ["take", "QC", "with", "QD", "QH"]


@pytest.mark.parametrize("options", [("--at", "x"), ("--at", "2.1"), ("--at", "1.9"), ("--at", "1.1", "--match", "2"), ()])
def test_a_moment_that_is_not_there(run, options) -> None:
    outcome = run("legal", "-", *options, stdin=SMALL)
    assert (outcome.code, outcome.out) == (2, "")
    assert len(outcome.err.splitlines()) == 1


def test_whole_hands_of_a_game_for_two(run) -> None:
    found = listed(run, "--at", "1.1", stdin=CLEAN)
    assert found["complete"]
    assert len(found["begins"][0]["discards"]) == 16


CLOSED = SMALL.replace("N: draw 5D", "N: take QC with QD 2C").replace("QD QH", "QD QH 2C").replace("pile: 9D", "pile: 2H")
"""A frozen pile taken with a wild card; with the pair it would be lawful."""


def found_in(run, *options: str, stdin: str) -> list[dict]:
    return json.loads(run("audit", "-", "--format", "json", *options, stdin=stdin).out)["findings"]


def test_a_finding_names_its_alternatives(run) -> None:
    (finding,) = [one for one in found_in(run, stdin=CLOSED) if one["severity"] == "error"]
    assert finding["id"] == "PILE-004"
    assert finding["data"]["alternatives"] == ["take QC with QD QH", "take QC with QD QH 2C"]
    assert "take QC with QD QH; take" in finding["help"]
    assert "take QC with QD QH; take" in run("audit", "-", stdin=CLOSED).out


def test_alternatives_can_be_left_out(run) -> None:
    (finding,) = [one for one in found_in(run, "--no-alternatives", stdin=CLOSED) if one["severity"] == "error"]
    assert "alternatives" not in finding["data"] and finding["help"] == ""


def test_many_alternatives_are_not_named(run) -> None:
    assert [one for one in found_in(run, stdin=FAULTY) if "alternatives" in one["data"]] == []
