"""``--severity``, ``--baseline`` and ``--write-baseline``: what is reported, what fails, and what is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from canasta_audit.resources import read_text
from tests.cli.logs import CLEAN, FAULTY, UNREADABLE


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder, the working one, with a faulty and a clean log in a folder of theirs."""
    (tmp_path / "season").mkdir()
    (tmp_path / "season" / "bad.cgn").write_text(FAULTY, encoding="utf-8")
    (tmp_path / "season" / "good.cgn").write_text(CLEAN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def findings(out: str) -> list[dict[str, Any]]:
    return [record for record in map(json.loads, out.splitlines()) if record["type"] == "finding"]


def summary(out: str) -> dict[str, Any]:
    last: dict[str, Any] = json.loads(out.splitlines()[-1])
    return last


def entries(path: Path) -> dict[str, list[str]]:
    files = json.loads(path.read_text(encoding="utf-8"))["files"]
    return {file: [entry["id"] for entry in rows] for file, rows in files.items()}


def only_root(run) -> tuple[str, str]:
    """Id and name of the only root."""
    (found,) = [one for one in findings(run("audit", "season/bad.cgn", "-f", "jsonl").out) if one["follows"] is None]
    return found["id"], found["name"]


@pytest.mark.parametrize("form", ["{id}", "{name}", "{chapter}", "{lower}"])
def test_a_severity_is_put_in_the_place_of_the_checks_own(form: str, run, logs: Path) -> None:
    id, name = only_root(run)
    word = form.format(id=id, name=name, chapter=id.split("-")[0], lower=id.lower())
    ran = run("audit", "season/bad.cgn", "-f", "jsonl", "--severity", f"{word}=note")
    assert {found["severity"] for found in findings(ran.out) if found["id"] == id} == {"note"}
    assert (ran.code, summary(ran.out)["note"] > 0) == (0, True)
    assert run("audit", "season/bad.cgn", "--severity", f"{word}=note", "--fail-on", "note").code == 1


def test_off_is_not_found_and_the_later_setting_holds(run, logs: Path) -> None:
    id, _ = only_root(run)
    chapter = id.split("-")[0]
    ran = run("audit", "season/bad.cgn", "-f", "jsonl", "--severity", f"{id}=off")
    assert (ran.code, findings(ran.out)) == (0, [])
    later = run("audit", "season/bad.cgn", "-f", "jsonl", "--severity", f"{chapter}=off", "--severity", f"{id}=warning")
    assert (later.code, {found["severity"] for found in findings(later.out)}) == (0, {"warning"})
    assert run("audit", "season/bad.cgn", "--severity", f"{id}=error", "--severity", f"{chapter}=off").code == 0


@pytest.mark.parametrize(
    ("option", "near"),
    [
        ("MELT-004=note", "MELD-004"),
        ("too-many-wild=note", "too-many-wilds"),
        ("MELD-004=eror", "error"),
        ("MELD-004", ""),
        ("=note", ""),
    ],
)
def test_a_setting_that_means_nothing(option: str, near: str, run, logs: Path) -> None:
    ran = run("audit", "season/good.cgn", "--severity", option)
    assert (ran.code, ran.out) == (2, "")
    assert near in ran.err
    assert ran.err.count("\n") == 1


def test_what_is_accepted_is_neither_reported_nor_fails(run, logs: Path) -> None:
    wrote = run("audit", "season", "-f", "jsonl", "--write-baseline", "accepted.json")
    assert wrote.code == 0
    found = findings(wrote.out)
    assert found
    assert entries(logs / "accepted.json") == {"season/bad.cgn": [one["id"] for one in found if one["follows"] is None]}
    ran = run("audit", "season", "-f", "jsonl", "--baseline", "accepted.json")
    assert (ran.code, findings(ran.out), ran.err) == (0, [], "")
    assert summary(ran.out)["baseline"] == {"accepted": len(entries(logs / "accepted.json")["season/bad.cgn"]), "stale": 0}
    whole = run("audit", "season", "-f", "json", "--baseline", "accepted.json")
    schema = Draft202012Validator(json.loads(read_text("schemas", "report.schema.json")))
    assert [error.message for error in schema.iter_errors(json.loads(whole.out))] == []
    accepted = Draft202012Validator(json.loads(read_text("schemas", "baseline.schema.json")))
    assert accepted.is_valid(json.loads((logs / "accepted.json").read_text(encoding="utf-8")))


def test_files_are_named_from_the_folder_of_the_baseline(run, logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (logs / "lists").mkdir()
    run("audit", "season/bad.cgn", "--write-baseline", "lists/one.json")
    assert list(entries(logs / "lists" / "one.json")) == ["../season/bad.cgn"]
    monkeypatch.chdir(logs / "season")
    assert run("audit", "bad.cgn", "--baseline", "../lists/one.json").code == 0
    assert run("audit", logs / "season" / "bad.cgn", "--baseline", logs / "lists" / "one.json").code == 0
    # Read in one folder and written in another.
    assert run("audit", "good.cgn", "--baseline", "../lists/one.json", "--write-baseline", "two.json").code == 0
    assert list(entries(logs / "season" / "two.json")) == ["bad.cgn"]


def test_a_new_fault_is_reported_and_fails(run, logs: Path) -> None:
    run("audit", "season", "--write-baseline", "accepted.json")
    (logs / "season" / "new.cgn").write_text(UNREADABLE, encoding="utf-8")
    ran = run("audit", "season", "-f", "jsonl", "--baseline", "accepted.json")
    assert (ran.code, {found["file"] for found in findings(ran.out)}) == (1, {"season/new.cgn"})


def test_stale_entries_are_told_and_dropped(run, logs: Path) -> None:
    run("audit", "season", "--write-baseline", "accepted.json")
    before = entries(logs / "accepted.json")["season/bad.cgn"]
    (logs / "season" / "bad.cgn").write_text(CLEAN, encoding="utf-8")
    ran = run("audit", "season", "-f", "jsonl", "--baseline", "accepted.json")
    assert (ran.code, summary(ran.out)["baseline"]) == (0, {"accepted": 0, "stale": len(before)})
    told = ran.err.splitlines()
    assert len(told) == len(before)
    assert all(id in line and "season/bad.cgn" in line for id, line in zip(before, told, strict=True))
    # Of a file that is not audited, or a check that is not asked for, nothing is stale.
    assert run("audit", "season/good.cgn", "--baseline", "accepted.json").err == ""
    assert run("audit", "season", "--ignore", ",".join(before), "--baseline", "accepted.json").err == ""
    again = run("audit", "season", "--baseline", "accepted.json", "--write-baseline", "accepted.json")
    assert (again.code, entries(logs / "accepted.json")) == (0, {})


def test_what_was_not_audited_stays_in_a_baseline_that_is_written_anew(run, logs: Path) -> None:
    run("audit", "season", "--write-baseline", "accepted.json")
    before = (logs / "accepted.json").read_bytes()
    run("audit", "season/good.cgn", "--baseline", "accepted.json", "--write-baseline", "accepted.json")
    assert (logs / "accepted.json").read_bytes() == before
    # Without the old one it begins anew.
    run("audit", "season/good.cgn", "--write-baseline", "accepted.json")
    assert entries(logs / "accepted.json") == {}


def test_severities_and_selection_come_first(run, logs: Path) -> None:
    id, _ = only_root(run)
    run("audit", "season", "--severity", f"{id}=off", "--write-baseline", "accepted.json")
    assert id not in entries(logs / "accepted.json").get("season/bad.cgn", [])
    assert run("audit", "season", "--baseline", "accepted.json").code == 1
    run("audit", "season", "--select", id, "--write-baseline", "accepted.json")
    assert set(entries(logs / "accepted.json")["season/bad.cgn"]) == {id}


def test_the_baseline_is_the_same_for_any_number_of_processes(run, logs: Path) -> None:
    written = set()
    for jobs in ("1", "2"):
        run("audit", "season", "--jobs", jobs, "--write-baseline", "accepted.json")
        written.add((logs / "accepted.json").read_bytes())
    assert len(written) == 1


def test_what_is_accepted_is_suppressed_in_sarif(run, logs: Path) -> None:
    run("audit", "season", "--write-baseline", "accepted.json")
    (logs / "season" / "new.cgn").write_text(UNREADABLE, encoding="utf-8")
    ran = run("audit", "season", "-f", "sarif", "--baseline", "accepted.json")
    results = json.loads(ran.out)["runs"][0]["results"]
    kinds = {
        (result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], len(result["suppressions"])) for result in results
    }
    assert kinds == {("season/bad.cgn", 1), ("season/new.cgn", 0)}


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[" * 100_000,
        b"\xff\xfe\x00",
        b'{"schema_version": 7, "files": {}}',
        b'{"schema_version": 1, "files": {"a": [0]}}',
    ],
    ids=range(6),
)
def test_what_is_no_baseline_is_one_message(data: bytes, run, logs: Path) -> None:
    (logs / "accepted.json").write_bytes(data)
    ran = run("audit", "season", "--baseline", "accepted.json")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "accepted.json" in ran.err
    assert (logs / "accepted.json").read_bytes() == data


def test_a_baseline_that_cannot_be_read_or_written(run, logs: Path) -> None:
    for args in (["--baseline", "none.json"], ["--baseline", "season"], ["--write-baseline", "none/a.json"]):
        ran = run("audit", "season", *args)
        assert (ran.code, ran.err.count("\n")) == (2, 1)
    before = (logs / "season" / "bad.cgn").read_bytes()
    assert run("audit", "season/bad.cgn", "--write-baseline", "season/bad.cgn").code == 2
    assert run("audit", "season", "--write-baseline", "a.json", "-o", "json=a.json").code == 2
    assert (logs / "season" / "bad.cgn").read_bytes() == before
