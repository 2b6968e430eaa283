"""All report formats on one shared report."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from canasta_audit.batch.items import FileBegins, StreamItem
from canasta_audit.finding import Citation, Finding
from canasta_audit.render.registry import FORMATS, renderer
from canasta_audit.render.stream import Options
from canasta_audit.resources import read_text
from tests.render.shared_report import DEAL_1, LATE, MATCH, TOTAL, UNREADABLE, WILD, shared_report


def written(name: str, items: list[StreamItem] | None = None, **options: Any) -> str:
    return "".join(renderer(name)(shared_report() if items is None else items, Options(**options)))


def block(finding: Finding, **options: Any) -> list[str]:
    """The rows that the text report has for one finding."""
    return written("text", [FileBegins("final.cgn"), finding, DEAL_1], **options).split("\n\n")[0].split("\n")


@cache
def schema() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(read_text("schemas", "report.schema.json"))
    return loaded


@pytest.mark.parametrize("name", FORMATS)
def test_no_format_lets_a_log_steer_the_terminal(name: str) -> None:
    assert "\x1b" not in written(name)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_takes_an_empty_report(name: str) -> None:
    assert isinstance(written(name, []), str)


@pytest.mark.parametrize("name", ["text", "concise", "jsonl"])
def test_a_renderer_keeps_up_with_its_stream(name: str) -> None:
    """Pieces come out while items go in: a long stream is not held back."""
    taken = []

    def items() -> Any:
        for item in shared_report() * 50:
            taken.append(item)
            yield item

    pieces = renderer(name)(items(), Options())
    for _ in range(30):
        next(pieces)
    assert len(taken) <= 31


def test_json_keeps_to_its_schema() -> None:
    Draft202012Validator.check_schema(schema())
    report = json.loads(written("json"))
    assert [error.message for error in Draft202012Validator(schema()).iter_errors(report)] == []


@pytest.mark.parametrize("name", ["finding", "match", "deal", "score", "summary"])
def test_schema_is_closed_and_described(name: str) -> None:
    definition = schema()["$defs"][name]
    assert definition["additionalProperties"] is False
    assert all("description" in each or "$ref" in each for each in definition["properties"].values())


def test_schema_refuses_what_is_not_in_it() -> None:
    report = json.loads(written("json"))
    report["findings"][0]["colour"] = "red"
    assert not Draft202012Validator(schema()).is_valid(report)


def test_json_carries_findings_and_scores() -> None:
    report = json.loads(written("json"))
    first = report["findings"][0]
    assert (first["id"], first["name"], first["line"], first["column"], first["end_column"]) == (
        "MELD-004",
        "too-many-wilds",
        12,
        13,
        35,
    )
    assert first["parameter"] == {
        "pointer": "/melds/wild_cap",
        "value": 3,
        "file": "uk-regency.yaml",
        "line": 113,
        "status": "",
        "readings": [],
    }
    assert first["citation"] == [{"text": "uk-wiki", "section": "Heading", "line": 62}]
    assert first["data"] == {"cards": ["KS", "KH", "2C", "2D", "2H", "*"], "have": 4, "cap": 3}
    assert first["follows"] is None
    assert first["fingerprint"] == WILD.fingerprint
    total = next(finding for finding in report["findings"] if finding["id"] == "SCORE-010")
    assert total["follows"] == {"id": "MELD-004", "line": 12, "column": 13}
    score = report["matches"][0]["deals"][0]["scores"][0]
    assert (score["computed"]["total"], score["claimed"]["total"]) == (75, 80)
    assert score["computed"]["items"][1] == {"item": "hand", "points": -45, "why": ["N:-5", "S:-40"]}
    assert [deal["deal"] for deal in report["matches"][0]["deals"]] == [1, 2]
    assert [match["file"] for match in report["matches"]] == ["final.cgn", "clean.cgn"]
    assert report["rulesets"] == [{"name": "uk-regency", "digest": "ab12"}, {"name": "uk-regency+may-ask", "digest": "cd34"}]
    assert [each["file"] for each in report["unusable"]] == ["gone.cgn"]


def test_json_counts_roots_by_severity_and_file() -> None:
    summary = json.loads(written("json"))["summary"]
    assert (summary["error"], summary["warning"], summary["note"], summary["follows"]) == (2, 0, 1, 2)
    assert (summary["matches"], summary["deals"], summary["turns"]) == (2, 3, 59)
    assert [(each["file"], each["error"], each["unusable"]) for each in summary["files"]] == [
        ("final.cgn", 2, False),
        ("clean.cgn", 0, False),
        ("gone.cgn", 0, True),
    ]


def test_jsonl_has_the_same_records_one_a_line() -> None:
    records = [json.loads(line) for line in written("jsonl").splitlines()]
    whole = json.loads(written("json"))
    kinds = [record["type"] for record in records]
    assert kinds == [
        "tool",
        "finding",
        "finding",
        "finding",
        "deal",
        "finding",
        "deal",
        "match",
        "finding",
        "deal",
        "match",
        "unusable",
        "summary",
    ]
    assert [record for record in records if record["type"] == "finding"] == whole["findings"]
    assert records[-1] == whole["summary"]
    validator = Draft202012Validator({"$ref": "#/$defs/record", "$defs": schema()["$defs"]})
    assert [error.message for record in records for error in validator.iter_errors(record)] == []


def test_jsonl_schema_tells_records_apart() -> None:
    validator = Draft202012Validator({"$ref": "#/$defs/record", "$defs": schema()["$defs"]})
    assert not validator.is_valid({"type": "deal", "file": "final.cgn"})
    assert not validator.is_valid({"type": "nothing"})


def test_concise_is_one_line_a_root() -> None:
    lines = written("concise").splitlines()
    assert [line.split(": ")[0] for line in lines] == ["final.cgn:12:13", "final.cgn:14:4", "clean.cgn:9:9"]
    assert lines[0].split(": ")[1] == "error MELD-004 too-many-wilds"


def test_concise_shows_followers_when_asked() -> None:
    lines = written("concise", show_follows=True).splitlines()
    assert len(lines) == 5
    assert lines[2].endswith("[follows MELD-004 at 12:13]")


def test_text_headline_names_everything() -> None:
    assert block(WILD)[0] == "error MELD-004 too-many-wilds [illegal]  final.cgn:12:13  deal 1, turn 3, N"


def test_text_puts_carets_under_the_span() -> None:
    _, line, carets, *_ = block(WILD)
    start = line.index("meld")
    assert carets.index("^") == start
    assert carets.count("^") == len("meld KS KH 2C 2D 2H *") + 1
    assert line.endswith(WILD.text)


def test_text_tells_rule_law_place_and_help() -> None:
    rows = [row.split() for row in block(WILD)]
    assert ["rule:", "/melds/wild_cap", "=", "3", "(uk-regency.yaml:113)"] in rows
    assert ["law:", "uk-wiki,", '"Heading",', "line", "62"] in rows
    assert any(row[:2] == ["see:", "4:"] for row in rows)
    assert any(row[0] == "help:" for row in rows)


def test_text_folds_what_follows() -> None:
    text = written("text")
    assert text.count("SCORE-010") == 1
    assert "SCORE-010 at 41:1" in text
    assert text.count(TOTAL.message) == 0
    assert written("text", show_follows=True).count(TOTAL.message) == 1


def test_text_keeps_a_follower_whose_root_lies_in_another_deal() -> None:
    row = next(row for row in written("text").splitlines() if LATE.id in row)
    assert "final.cgn:50:1" in row
    assert "SCORE-013 at 42:1" in row


def test_text_shows_the_ledger_of_a_score() -> None:
    rows = [row.split() for row in block(TOTAL, show_follows=True)]
    assert ["cards", "120", "K:120"] in rows
    assert ["hand", "-45", "N:-5", "S:-40"] in rows


def test_text_cites_each_section_in_one_row() -> None:
    cited = replace(
        WILD, citation=(*(Citation("uk-wiki", "Heading", line) for line in (77, 79, 78)), Citation("uk-wiki", "Other", 5))
    )
    laws = [row.split()[1:] for row in block(cited) if row.split()[:1] == ["law:"]]
    assert laws == [["uk-wiki,", '"Heading",', "lines", "77,", "78,", "79"], ["uk-wiki,", '"Other",', "line", "5"]]


def test_what_follows_from_a_finding_left_out_stands_by_itself() -> None:
    left_out = frozenset([WILD.id])
    items: list[StreamItem] = [FileBegins("final.cgn"), TOTAL, DEAL_1]
    assert TOTAL.id in written("concise", items, left_out=left_out)
    assert TOTAL.id not in written("concise", items)
    text = written("text", items, left_out=left_out)
    assert TOTAL.message in text
    assert text.splitlines()[-1].startswith("final.cgn: 1 error ")
    assert json.loads(written("json", items, left_out=left_out))["summary"]["error"] == 1


def test_text_makes_control_signs_visible() -> None:
    assert block(UNREADABLE)[1].endswith("N: \u0425\ufffd[31m draw")


def test_text_is_coloured_only_when_asked() -> None:
    assert "\x1b[1;31m" in written("text", color=True)
    assert written("json", color=True) == written("json")
    assert written("concise", color=True) == written("concise")


def test_text_ends_with_a_line_a_file_and_one_for_all() -> None:
    *_, final, clean, gone, everything = written("text").splitlines()
    assert final.startswith("final.cgn: 2 errors; 2 more")
    assert clean.startswith("clean.cgn: 1 note ")
    assert gone.startswith("gone.cgn: ")
    assert everything.startswith("3 files: 2 errors, 1 note; 2 more")


def test_score_sheet_sets_claimed_beside_computed() -> None:
    from canasta_audit.render.score import render

    rows = [row.split() for row in "".join(render([DEAL_1, MATCH], Options())).splitlines()]
    assert ["cards", "120", "120", "K:120"] in rows
    assert ["hand", "-", "-45", "N:-5", "S:-40"] in rows
    assert next(row for row in rows if row[:1] == ["total"]) == ["total", "80", "75", "<-", "claimed", "+5"]
    assert ["total", "-", "?"] in rows
