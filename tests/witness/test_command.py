"""``witness`` on the command line: formats, folders, and what cannot be done."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

import canasta_audit as ca
from canasta_audit.cli import witness as command
from tests.witness.found import found_before

PAIR = ("ro-classic", "uk-regency")


@pytest.fixture(autouse=True)
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "search", found_before)


def shown(run, *options: str) -> str:
    outcome = run("witness", *PAIR, "--key", "/turn/draw,melds.black_threes.most", *options)
    assert (outcome.code, outcome.err) == (0, "")
    return str(outcome.out)


def test_text(run) -> None:
    out = shown(run)
    assert out.index("/turn/draw") < out.index("# here") < out.index("/melds/black_threes/most")
    assert "ro-wiki l. 60" in out


def test_markdown(run) -> None:
    out = shown(run, "-f", "markdown")
    assert out.count("\n## ") + out.startswith("## ") == 2
    assert out.count("```") == 2


def test_json_holds_the_log_and_both_verdicts(run) -> None:
    document = json.loads(shown(run, "-f", "json"))
    draw, most = document["keys"]
    assert [one["key"] for one in document["keys"]] == ["/turn/draw", "/melds/black_threes/most"]
    assert (most["reason"], most["because"]) == ("other-key-decides", "/melds/black_threes/wilds")
    both = {one["ruleset"]: one for one in draw["rulesets"]}
    assert [(name, one["lawful"]) for name, one in both.items()] == [("ro-classic", True), ("uk-regency", False)]
    (finding,) = both["uk-regency"]["findings"]
    assert (finding["id"], finding["line"]) == ("DRAW-001", draw["line"])
    assert ca.audit(ca.parse(draw["log"])).roots == []


def test_csv(run) -> None:
    rows = list(csv.DictReader(io.StringIO(shown(run, "-f", "csv"))))
    assert [(row["key"], row["ruleset"], row["lawful"]) for row in rows[:2]] == [
        ("/turn/draw", "ro-classic", "yes"),
        ("/turn/draw", "uk-regency", "no"),
    ]
    assert [row["reason"] for row in rows] == ["", "", "other-key-decides", "other-key-decides"]


def test_html_is_one_page_in_the_language_asked_for(run) -> None:
    page = shown(run, "-f", "html", "--lang", "uk")
    assert page.count("<html") == 1
    assert 'lang="uk"' in page
    assert "/turn/draw" in page


def test_logs_are_written_into_a_folder(run, tmp_path: Path) -> None:
    shown(run, "-o", str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["turn.draw.cgn"]
    log = str(tmp_path / "turn.draw.cgn")
    assert run("audit", log).code == 0
    assert run("audit", log, "-r", "uk-regency").code == 1


@pytest.mark.parametrize(
    "options",
    [
        ("ro-classic", "uk-regensy"),
        (*PAIR, "--key", "/turn/drow"),
        (*PAIR, "--key", "/match/target"),
        (*PAIR, "-o", "/no/such/folder"),
        ("ro-classic",),
    ],
    ids=" ".join,
)
def test_what_cannot_be_used(run, options: tuple[str, ...]) -> None:
    outcome = run("witness", *options)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1


def test_options_and_files_are_rulesets_too(run, tmp_path: Path) -> None:
    club = tmp_path / "club.yaml"
    club.write_text("extends: uk-regency\ntext: house\nturn: {draw: 2}\n", encoding="utf-8")
    outcome = run("witness", str(club), "uk-regency", "-f", "json")
    (one,) = json.loads(outcome.out)["keys"]
    assert (one["key"], one["rulesets"][0]["ruleset"]) == ("/turn/draw", str(club))
    outcome = run("witness", "uk-regency+may-ask", "uk-regency", "-f", "json")
    assert [one["key"] for one in json.loads(outcome.out)["keys"] if "log" in one] == ["/going_out/ask"]


def test_a_ruleset_and_itself_have_none(run) -> None:
    outcome = run("witness", "uk-regency", "uk-regency", "-f", "json")
    assert (outcome.code, json.loads(outcome.out)["keys"]) == (0, [])
