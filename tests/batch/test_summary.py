"""What stands at the end of a report of many logs, and what ``--max-findings`` leaves out of it."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from canasta_audit.resources import read_text
from tests.cli.logs import CLEAN, FAULTY, SCORED

RECORD = {"$defs": json.loads(read_text("schemas", "report.schema.json"))["$defs"], "$ref": "#/$defs/record"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for number in range(3):
        Path(f"{number}.cgn").write_text(FAULTY + SCORED * number, encoding="utf-8")
    Path("clean.cgn").write_text(CLEAN.replace("uk-regency", "uk-howto") * 2, encoding="utf-8")
    return tmp_path


def report(run, *args: str) -> dict[str, object]:
    outcome = run("audit", *args, "-f", "json")
    whole = json.loads(outcome.out)
    jsonschema.validate(whole, json.loads(read_text("schemas", "report.schema.json")))
    *_, last = [json.loads(line) for line in run("audit", *args, "-f", "jsonl").out.splitlines()]
    jsonschema.validate(last, RECORD)
    assert last == whole["summary"]
    return whole


def test_findings_rulesets_and_files_are_counted(run, folder) -> None:
    whole = report(run, ".")
    summary, roots = whole["summary"], [one for one in whole["findings"] if one["follows"] is None]
    assert sum(one["count"] for one in summary["findings"]) == len(roots) == summary["error"] + summary["warning"] + summary["note"]
    assert [one["count"] for one in summary["findings"]] == sorted((one["count"] for one in summary["findings"]), reverse=True)
    assert {one["id"]: one["count"] for one in summary["findings"]}["MELD-002"] == 3
    assert {one["name"]: (one["matches"], one["deals"]) for one in summary["rulesets"]} == {
        "uk-regency": (6, 6),
        "uk-howto": (2, 2),
    }
    assert [one["file"] for one in summary["files"]] == ["./0.cgn", "./1.cgn", "./2.cgn", "./clean.cgn"]
    assert "interrupted" not in summary
    assert "withheld" not in summary


@pytest.mark.parametrize("most", [0, 1, 3, 5, 100])
def test_the_first_findings_are_told_and_all_are_counted(run, folder, most) -> None:
    every, some = report(run, "."), report(run, ".", "--max-findings", str(most))
    roots = [one for one in every["findings"] if one["follows"] is None]
    shown = {(one["file"], one["id"], one["line"], one["column"]) for one in roots[:most]}

    def place(one) -> tuple[object, ...]:
        root = one["follows"] or one
        return one["file"], root["id"], root["line"], root["column"]

    assert some["findings"] == [one for one in every["findings"] if place(one) in shown]
    left = len(every["findings"]) - len(some["findings"])
    withheld = some["summary"].pop("withheld", {"roots": 0, "follows": 0})
    assert withheld == {"roots": max(0, len(roots) - most), "follows": left - max(0, len(roots) - most)}
    assert some["summary"] == every["summary"]
    assert some["matches"] == every["matches"]


@pytest.mark.parametrize("format_name", ["text", "concise", "csv", "markdown", "github", "html"])
def test_every_format_says_that_there_are_more(run, folder, format_name) -> None:
    every, some = run("audit", ".", "-f", format_name), run("audit", ".", "-f", format_name, "--max-findings", 1)
    assert every.code == some.code == 1
    assert every.out.count("MELD-002") > some.out.count("MELD-002")
    if format_name == "csv":
        # Its table has rows of findings and nothing else.
        assert all(row.startswith(("file,", "./")) for row in some.out.splitlines())
        assert some.err.startswith("canasta-audit: csv: only the first 1 of")
    else:
        assert "only the first 1 of" in some.out
        assert "only the first 1 of" not in every.out + some.err
    assert every.err == ""


def test_a_table_says_it_beside_other_reports(run, folder, tmp_path) -> None:
    def told(*more: object) -> str:
        return str(run("audit", ".", "-o", f"csv={tmp_path / 'a.csv'}", *more).err)

    assert told("--max-findings", 1).startswith("canasta-audit: csv: only the first 1 of")
    assert told("--max-findings", 0).startswith("canasta-audit: csv: none of")
    assert told("--max-findings", 100) == told() == ""


def test_what_is_not_shown_counts_for_the_exit_code(run, folder) -> None:
    assert run("audit", ".", "--max-findings", 0).code == 1


def test_of_many_files_the_worst_are_named(run, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    for number in range(60):
        Path(f"{number:02}.cgn").write_text(FAULTY * (number % 7) or CLEAN, encoding="utf-8")
    lines = run("audit", ".", "--no-alternatives").out.splitlines()
    named = [line.split(":")[0] for line in lines if line.startswith("./") and " deal" in line]
    assert named == [f"./{number:02}.cgn" for number in (*range(6, 60, 7), *range(5, 60, 7))][:10]
    assert lines[-1].startswith("60 files: ")


def test_an_empty_list_is_said(run, folder) -> None:
    outcome = run("audit", "--files-from", "-", "-f", "json", stdin=b"\n")
    assert (outcome.code, json.loads(outcome.out)["summary"]["files"]) == (0, [])
    assert len(outcome.err.splitlines()) == 1


def test_one_file_has_no_summary_by_kind(run, folder) -> None:
    assert run("audit", "0.cgn").out.splitlines()[-1].startswith("0.cgn: ")


@pytest.mark.parametrize("mark", ["\n", "\r\n", "\0"])
def test_a_list_of_files(run, folder, mark) -> None:
    wanted = run("audit", "0.cgn", "clean.cgn")
    names = mark.join(["0.cgn", "clean.cgn", ""])
    (folder / "list").write_bytes(names.encode())
    assert run("audit", "--files-from", "list") == wanted
    assert run("audit", "--files-from", "-", stdin=names.encode()) == wanted
    assert run("audit", "0.cgn", "--files-from", "-", stdin=b"clean.cgn") == wanted


def test_a_list_that_is_not_there(run, folder) -> None:
    for args in (("--files-from", "gone"), ("-", "--files-from", "-")):
        outcome = run("audit", *args)
        assert outcome.code == 2
        assert len(outcome.err.splitlines()) == 1


def test_the_same_log_twice_is_said(run, folder) -> None:
    outcome = run("audit", "0.cgn", ".", "./0.cgn", "-f", "json")
    assert len(json.loads(outcome.out)["summary"]["files"]) == 4
    assert len(outcome.err.splitlines()) == 2


@pytest.mark.parametrize("output", ["0.cgn", "new.cgn", "new.cgn.gz", "new.zip"])
def test_a_report_replaces_no_log_of_a_folder(run, folder, output) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    for given in (".", "*.cgn"):
        outcome = run("audit", given, "-o", f"json={output}")
        assert outcome.code == 2
        assert len(outcome.err.splitlines()) == 1
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
