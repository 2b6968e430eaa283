"""What rests on a reconstructed value says so: findings, deals, and the note that ends a report."""

from __future__ import annotations

import json
from functools import cache

import pytest

import canasta_audit as ca
from canasta_audit.batch.items import FileBegins, StreamItem
from canasta_audit.render.concise import render as concise
from canasta_audit.render.json_ import render as as_json
from canasta_audit.render.score import render as sheet
from canasta_audit.render.stream import Options
from canasta_audit.render.text import render as as_text
from canasta_audit.report import DealReport
from canasta_audit.ruleset.load import load_ruleset

HEAD = '[Sides "NS EW"]\ndeal 1: dealer W, first N\n'
LOW = HEAD + "hand N: 4C 4D 4H ?x12\nN: draw ? ?, meld 4C 4D 4H, discard ?\n"
SCORED = (
    HEAD
    + "melds N: KC KD KH KS KC KD KH\nhand N: 9C\nhand E: 9D\nhand S: 8C\nhand W: 8D\npile: 9H\n"
    + "N: draw 5C 5D, discard 9C\nend: stop\nscore NS: natural 400, cards 70, hand -20, total 450\n"
)
PLAIN = HEAD + "N: draw ? ?, discard ?\n"


@cache
def items(text: str, reference: str) -> tuple[StreamItem, ...]:
    ruleset = load_ruleset(reference)
    return (FileBegins("a.cgn"), *ca.stream(text.splitlines(), "a.cgn", lambda tags: ruleset))


def written(text: str, reference: str, render=as_text) -> str:
    return "".join(render(items(text, reference), Options()))


def last_line(text: str, reference: str, render=as_text) -> str:
    return written(text, reference, render).rstrip("\n").rpartition("\n")[2]


def test_a_finding_knows_that_its_rule_is_reconstructed() -> None:
    report = json.loads(written(LOW, "ro-canastone", as_json))
    opening = [
        finding["parameter"] for finding in report["findings"] if (finding["parameter"] or {}).get("pointer") == "/opening/bands"
    ]
    assert [(parameter["status"], parameter["readings"]) for parameter in opening] == [("reconstructed", ["ROK-1"])]
    assert "reconstructed: ROK-1" in written(LOW, "ro-canastone")
    others = [
        finding["parameter"] for finding in report["findings"] if finding["parameter"] and finding["parameter"] not in opening
    ]
    assert {parameter["status"] for parameter in others} <= {""}


def test_a_deal_knows_what_its_scores_rest_on() -> None:
    (deal,) = [item for item in items(SCORED, "ro-canastone") if isinstance(item, DealReport)]
    pointers = [parameter.pointer for parameter in deal.reconstructed]
    assert {"/canastas/natural", "/opening/bands"} <= set(pointers)
    assert "/canastas/mixed" not in pointers
    assert "/going_out/bonus" not in pointers
    assert pointers == sorted(pointers)
    record = json.loads(written(SCORED, "ro-canastone", as_json))["matches"][0]["deals"][0]
    assert [parameter["pointer"] for parameter in record["reconstructed"]] == pointers


@pytest.mark.parametrize("render", [as_text, sheet], ids=["text", "score"])
def test_a_report_ends_with_what_is_reconstructed(render) -> None:
    note = last_line(SCORED, "ro-canastone", render)
    assert note.startswith("note: ")
    assert "/canastas/natural" in note
    assert "ROK-2" in note
    assert not last_line(SCORED, "uk-regency", render).startswith("note: ")
    assert not last_line(PLAIN, "ro-canastone", render).startswith("note: ")


def test_one_line_a_finding_stays_so() -> None:
    assert len(written(LOW, "ro-canastone", concise).splitlines()) == len(
        [item for item in items(LOW, "ro-canastone") if isinstance(item, ca.Finding) and item.follows is None]
    )


@pytest.mark.parametrize(
    ("reference", "pointer", "is_so"),
    [
        ("ro-canastone", "/opening/bands", True),
        ("ro-canastone", "/canastas/size", False),
        ("ro-canastone+opening-italian", "/opening/bands", True),
        ("ro-mini+three-packs", "/canastas/natural", True),
        ("uk-regency", "/opening/bands", False),
    ],
)
def test_an_option_that_only_guesses_otherwise_settles_nothing(reference: str, pointer: str, is_so: bool) -> None:
    ruleset = load_ruleset(reference)
    for players in ruleset.tables:
        assert (pointer in ruleset.reconstructed[players]) is is_so
        assert (ruleset.parameter(pointer, players).status == "reconstructed") is is_so
