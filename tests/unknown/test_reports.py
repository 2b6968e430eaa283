"""What could not be judged in reports: by check, with the first place, of whom, and why."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

import canasta_audit as ca
from canasta_audit.render.unknowns import gathered
from canasta_audit.report import Unjudged
from canasta_audit.resources import read_text

LOG = """\
[Event "Club"]
[Ruleset "uk-regency"]
[Sides "NS EW"]

deal 1: dealer W, first N
hand N: 4C 4D 5C 5D 6C 6D 7C 7D 8C 8D 9C
hand E: ?x11
hand S: ?x11
hand W: ?x11
up: JC

N: draw KD, discard 4C
E: draw ?, discard 9H
S: draw, discard 9S
"""


def of(log: str, id: str) -> list[Unjudged]:
    report = ca.audit(ca.parse(log), unknowns=True)
    return [one for match in report.matches for deal in match.deals for one in deal.unjudged if one.id == id]


def test_it_is_told_of_whom_and_why() -> None:
    assert [(one.turn, one.line, one.seat, [lack.why for lack in one.lacks][:1]) for one in of(LOG, "RECORD-006")] == [
        (2, 13, "E", ["cards-unseen"]),
        (3, 14, "S", ["cards-unseen"]),
    ]
    assert [(one.turn, one.seat, {lack.why for lack in one.lacks}) for one in of(LOG, "DRAW-001")] == [(3, "S", {"draw-not-noted"})]


def test_a_check_is_one_row() -> None:
    (row,) = gathered(of(LOG, "RECORD-006"))
    assert (row.id, row.times, row.line, row.turn, row.whose) == ("RECORD-006", 2, 13, 2, ("E", "S"))


@pytest.mark.parametrize(
    ("log", "id", "why"),
    [
        ("deal 1: dealer W\nup: JC\nN: draw KD, discard 4C\n", "RECORD-006", "hand-not-listed"),
        ("deal 1: dealer W\nup: JC\nN: draw KD, discard 4C\n", "DEAL-001", "hand-not-listed"),
        ("deal 1: dealer W\npile: JC\nhand N: 3 4C\nN: draw KD, discard 4C\n", "THREES-001", "suit-not-noted"),
        ('[Records "draws discards"]\ndeal 1: dealer W\npile: JC\nN: take JC, discard 4C\n', "PILE-001", "melds-not-noted"),
        ("deal 1: dealer W\nmelds N: JD JH JS\nN: take J to J, discard 4C\n", "PILE-006", "pile-not-noted"),
        ("deal 1: dealer W\npile: JC\nhand N: 4C\nN: draw ?, last, discard 4C\n", "RECORD-009", "stock-not-counted"),
        (
            "deal 1: dealer W\nhand N: ?x2\npile: JC\nN: draw 4C, discard 4C\nend: stop\nleft N: 5C 5D\n",
            "RECORD-013",
            "cards-unseen",
        ),
    ],
)
def test_reasons(log: str, id: str, why: str) -> None:
    assert why in {lack.why for one in of(log, id) for lack in one.lacks}


def test_what_was_found_could_be_judged() -> None:
    log = "deal 1: dealer W\npile: JC\nhand N: ?\nN: draw KD, discard 4C\nE: draw ?, discard 4D\nS: draw ?, discard 4D\nW: pass\n"
    twice = log + "N: draw 5H, discard 9C, discard 9D\n"
    assert "RECORD-006" in [one.id for one in ca.audit(ca.parse(twice)).findings]
    assert [one.line for one in of(twice, "RECORD-006") if one.seat == "N"] == [4]


def test_on_the_command_line(run, tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "log.cgn").write_text(LOG, encoding="utf-8")
    assert "RECORD-006" not in run("audit", "log.cgn").out
    shown = run("audit", "log.cgn", "--show-unknown")
    assert shown.code == 0
    assert [line.split(":")[0].split()[0] for line in shown.out.splitlines() if line.startswith("  RECORD-006")] == ["RECORD-006"]
    record = json.loads(run("audit", "log.cgn", "--show-unknown", "-f", "json").out)
    rows = {row["id"]: row for row in record["matches"][0]["deals"][0]["unjudged"]}
    assert (rows["RECORD-006"]["times"], rows["RECORD-006"]["line"], rows["RECORD-006"]["whose"]) == (2, 13, ["E", "S"])
    assert rows["RECORD-006"]["why"] == ["cards-unseen", "draw-not-noted"]
    schema = json.loads(read_text("schemas", "report.schema.json"))
    assert [error.message for error in Draft202012Validator(schema).iter_errors(record)] == []
    assert "unjudged" not in run("audit", "log.cgn", "-f", "json").out
    concise = run("audit", "log.cgn", "--show-unknown", "-f", "concise", "--select", "RECORD-006").out
    assert [line.split(" ")[:3] for line in concise.splitlines()] == [["log.cgn:13:1:", "unjudged", "RECORD-006"]]
