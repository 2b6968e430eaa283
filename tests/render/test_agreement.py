"""Of real games all formats tell the same: findings, places, counts."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from tests.conftest import ROOT

GAMES = ("fixtures/games/faulty-final.cgn", "fixtures/games/partial")


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with a report in every format that can be read back."""
    from click.testing import CliRunner

    from canasta_audit.cli.audit import command

    folder = tmp_path_factory.mktemp("reports")
    formats = ("json", "jsonl", "csv", "markdown", "sarif", "junit", "github")
    outputs = [f"--output={name}={folder / name}" for name in formats]
    games = [str(ROOT / game) for game in GAMES]
    result = CliRunner().invoke(command, ["--format", "concise", "--show-follows", *outputs, *games], standalone_mode=False)
    assert result.return_value == 1, result.output
    (folder / "concise").write_text(result.stdout, encoding="utf-8")
    return folder


def findings(reports: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((reports / "json").read_text(encoding="utf-8"))["findings"]
    assert len(found) > 20
    return found


def places(rows: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    return [(row["id"], str(row["line"]), str(row["column"]), row["fingerprint"]) for row in rows]


def test_rows_of_csv_and_records_of_jsonl(reports: Path) -> None:
    with open(reports / "csv", encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, strict=True))
    records = [json.loads(line) for line in (reports / "jsonl").read_text(encoding="utf-8").splitlines()]
    expected = places(findings(reports))
    assert places(rows) == expected
    assert places([record for record in records if record["type"] == "finding"]) == expected


def test_results_of_sarif(reports: Path) -> None:
    (run,) = json.loads((reports / "sarif").read_text(encoding="utf-8"))["runs"]
    found = []
    for result in run["results"]:
        region = result["locations"][0]["physicalLocation"].get("region", {"startLine": 0, "startColumn": 1})
        place = (str(region["startLine"]), str(region["startColumn"]))
        found.append((result["ruleId"], *place, *result["partialFingerprints"].values()))
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    assert found == places(findings(reports))


def test_lines_of_concise_and_headings_of_markdown(reports: Path) -> None:
    lines = (reports / "concise").read_text(encoding="utf-8").splitlines()
    ids = [found["id"] for found in findings(reports)]
    assert [line.split(": ")[1].split()[1] for line in lines] == ids
    # There they stand by deal: what was read of the head of a match is not among the first.
    headings = re.findall(r"^### \w+ `(.*?)`", (reports / "markdown").read_text(encoding="utf-8"), re.MULTILINE)
    assert Counter(headings) == Counter(ids)


def test_tests_of_junit(reports: Path) -> None:
    root = etree.parse(reports / "junit").getroot()
    data = json.loads((reports / "json").read_text(encoding="utf-8"))
    files = data["summary"]["files"]
    assert [(suite.get("name"), int(suite.get("tests"))) for suite in root] == [
        (file["file"], file["deals"] + file["matches"]) for file in files
    ]
    told = Counter(re.findall(r"^\S+: (?:error|warning|note) (\S+)", "\n".join(root.itertext()), re.MULTILINE))
    assert told == Counter(found["id"] for found in data["findings"])
    grave = {found["file"] for found in data["findings"] if found["severity"] != "note"}
    assert {suite.get("name") for suite in root if int(suite.get("failures"))} == grave


def test_annotations_of_github(reports: Path) -> None:
    *shown, rest = (reports / "github").read_text(encoding="utf-8").splitlines()
    number = re.search(r"title=canasta-audit%3A (\d+) more::", rest)
    assert number is not None
    assert len(shown) == 10
    assert int(number[1]) + len(shown) == len(findings(reports))
