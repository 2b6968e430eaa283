"""Reports of a run: the same results in every format, and the difference between two runs."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator

from canasta_audit.conform.difference import NoRun, difference
from canasta_audit.conform.outcome import OUTCOMES, Kind, Result, Run
from canasta_audit.render.conform.diff import render as render_diff
from canasta_audit.render.conform.registry import FORMATS, renderer
from canasta_audit.resources import read_text

EVIL = "\x1b[2J<b>|&\x00"


def result(outcome: Kind, id: str = "", **more: object) -> Result:
    expected = {"verdict": "fault", "findings": [{"id": "MELD-004", "line": 2, "data": {"have": 4}}], "scores": {"NS": 20}}
    answer = {"verdict": "fault", "findings": [{"id": "MELD-005", "line": 3}]} if outcome in ("pass", "fail") else None
    reason = "" if outcome in ("pass", "fail") else EVIL
    given = {"expected": expected, "answer": answer, "reason": reason, "judged": ("verdict", "ids"), **more}
    chapter = "melds" if outcome in OUTCOMES[:4] else "pile"
    return Result(id or f"q-{outcome}", id or "q", "must", chapter, "uk-regency", ("uk-wiki 62",), "d1", outcome, **given)  # type: ignore[arg-type]


EACH = [result(outcome) for outcome in OUTCOMES]
EACH[1] = replace(EACH[1], differs=("ids", "lines", "data", "scores"), reading="/melds/wild_cap=4", stderr=f"{EVIL}\nlast words\n")
RUN = Run({"program": {"name": f"prog{EVIL}", "version": "2"}, "answers": ["verdict"], "command": ["x"]}, "1.0.0", EACH, 3)


def text_of(name: str, run: Run = RUN, color: bool = False) -> str:
    return "".join(renderer(name)(run, color))


@pytest.mark.parametrize("name", ["text", "markdown", "junit"])
def test_no_format_lets_a_program_steer_a_terminal(name: str) -> None:
    assert "\x1b" not in text_of(name)
    assert "\x00" not in text_of(name)


def test_text_shows_all_but_what_passed_or_is_unknown() -> None:
    text = text_of("text")
    shown = {line.split()[1] for line in text.splitlines() if line.startswith(OUTCOMES) and line.split()[1].startswith("q-")}
    assert shown == {f"q-{outcome}" for outcome in OUTCOMES} - {"q-pass", "q-unsupported"}
    assert "uk-wiki 62" in text
    assert "last words" in text
    assert "\x1b[" in text_of("text", color=True)


def test_json_fits_its_schema_and_counts_apart() -> None:
    schema = json.loads(read_text("schemas", "conform.schema.json"))
    data = json.loads(text_of("json"))
    Draft202012Validator({"$ref": "#/$defs/report", "$defs": schema["$defs"]}).validate(data)
    assert [data["summary"][outcome] for outcome in OUTCOMES] == [1] * len(OUTCOMES)
    assert data["summary"]["total"] == sum(chapter["total"] for chapter in data["chapters"].values()) == 8
    assert [one["outcome"] for one in data["results"]] == list(OUTCOMES)
    empty = json.loads(text_of("json", Run(RUN.program, "1.0.0", [])))
    Draft202012Validator({"$ref": "#/$defs/report", "$defs": schema["$defs"]}).validate(empty)


def test_junit_is_xml_with_a_suite_a_chapter() -> None:
    root = ElementTree.fromstring(text_of("junit"))
    assert [suite.get("name") for suite in root] == ["melds", "pile"]
    assert (root.get("tests"), root.get("failures"), root.get("errors"), root.get("skipped")) == ("8", "1", "4", "2")
    kinds = {case.get("name"): [child.tag for child in case] for case in root.iter("testcase")}
    assert kinds["q-pass"] == []
    assert kinds["q-fail"] == ["failure"]
    assert kinds["q-skipped"] == kinds["q-unsupported"] == ["skipped"]
    assert kinds["q-crashed"] == kinds["q-timeout"] == kinds["q-protocol"] == kinds["q-errored"] == ["error"]


def test_markdown_has_a_row_a_chapter_and_one_for_each_question_gone_wrong() -> None:
    rows = [line for line in text_of("markdown").splitlines() if line.startswith("|")]
    matrix, table = rows[:5], rows[5:]
    assert [row.split(" | ")[0] for row in matrix[2:]] == ["| melds", "| pile", "| **all**"]
    assert [row.split("`")[1] for row in table[2:]] == ["q-fail", "q-errored", "q-crashed", "q-timeout", "q-protocol"]
    # A bar in what the program says does not make a cell of its own.
    assert {row.replace("\\|", "").count("|") for row in table[2:]} == {5}


@pytest.mark.parametrize("name", FORMATS)
def test_a_run_of_nothing(name: str) -> None:
    assert text_of(name, Run(RUN.program, "1.0.0", []))


def test_a_run_is_clean_only_if_something_passed_and_nothing_went_wrong() -> None:
    for outcome, clean in {"pass": True, "skipped": True, "unsupported": True}.items():
        assert Run({}, "", [result("pass"), result(outcome)]).clean is clean  # type: ignore[arg-type]
        assert Run({}, "", [result(outcome)]).clean is (outcome == "pass")  # type: ignore[arg-type]
    for outcome in ("fail", "errored", "crashed", "timeout", "protocol"):
        assert not Run({}, "", [result("pass"), result(outcome)]).clean  # type: ignore[arg-type]


def test_differences_by_kind() -> None:
    old = Run({}, "", [result("pass", id) for id in "abcf"] + [result("fail", "d"), result("skipped", "e")])
    new = Run({}, "", [result("fail", "a"), result("unsupported", "b"), replace(result("fail", "c"), digest="d2")])
    new.results += [result("pass", "d"), result("unsupported", "e"), result("pass", "g")]
    found = list(difference(*(json.loads(text_of("json", run)) for run in (old, new))))
    assert {one.id: one.change for one in found} == {
        "a": "worse", "b": "worse", "c": "asked otherwise", "d": "better", "e": "other", "f": "removed", "g": "added",
    }  # fmt: skip
    rows = "".join(render_diff(found, False)).splitlines()
    assert [row.split()[0] for row in rows[:3]] == ["worse", "worse", "better"]
    assert "\x1b" not in "".join(rows)


@pytest.mark.parametrize("data", [{}, {"schema_version": 9}, {"schema_version": 1}, {"schema_version": 1, "results": [1]}])
def test_what_is_no_run_cannot_be_compared(data: dict[str, object]) -> None:
    with pytest.raises(NoRun):
        list(difference(data, data))
