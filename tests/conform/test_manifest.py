"""The manifest fits the fixtures, the lint finds what is wrong, and a version is raised as the policy says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from canasta_audit.conform import lint
from canasta_audit.conform.lint import lint_files, lint_suite, lint_version
from canasta_audit.conform.manifest import case_digests, file_digests, raised, read_manifest, step

CASE = {
    "id": "one",
    "title": "one",
    "ruleset": "uk-regency",
    "cite": ["uk-wiki 62"],
    "position": "deal 1: dealer W, first N\n",
    "plays": "N: draw ?, discard 5C\n",
    "expect": {"findings": []},
}


def found(tmp_path: Path, *cases: dict[str, object], chapter: str = "melds", retired: frozenset[str] = frozenset()) -> list[str]:
    path = tmp_path / "cases.yaml"
    path.write_text(yaml.safe_dump({"cases": list(cases)}, sort_keys=False), encoding="utf-8")
    return [finding.id for finding in lint_files([(chapter, str(path))], retired)]


def test_nothing_is_wrong_with_the_suite() -> None:
    """Where this fails for the manifest alone: write it anew, as ``conform/manifest.py`` says."""
    assert [(finding.id, finding.file, finding.line, dict(finding.data)) for finding in lint_suite()] == []


def test_a_case_in_order(tmp_path: Path) -> None:
    assert found(tmp_path, CASE) == []


@pytest.mark.parametrize(
    ("change", "id"),
    [
        ({"id": "One!"}, "SUITE-001"),
        ({"position": "no line end"}, "SUITE-001"),
        ({"ruleset": "no-such"}, "SUITE-004"),
        ({"ruleset": "uk-regency+no-such"}, "SUITE-004"),
        ({"set": {"melds": {"no_such": 1}}}, "SUITE-005"),
        (
            {"decides": [{"key": "/melds/no_such", "instead": 1, "expect": {"findings": [{"id": "MELD-004", "line": 1}]}}]},
            "SUITE-005",
        ),
        ({"expect": {"findings": [{"id": "MELD-999", "line": 1}]}}, "SUITE-006"),
        ({"cite": ["uk-wiki 9999"]}, "SUITE-007"),
        ({"cite": ["uk-nothing 1"]}, "SUITE-007"),
        ({"decides": [{"key": "/melds/wild_cap", "instead": 2, "expect": {"findings": []}}]}, "SUITE-008"),
        ({"plays": "N: throws KC\n"}, "SUITE-010"),
        ({"expect": {"findings": [{"id": "MELD-004", "line": 9}]}}, "SUITE-011"),
        ({"expect": {"findings": [{"id": "MELD-004", "line": -2}]}}, "SUITE-011"),
    ],
)
def test_what_is_wrong_with_a_case(tmp_path: Path, change: dict[str, object], id: str) -> None:
    assert found(tmp_path, {**CASE, **change}) == [id]


def test_values_that_a_ruleset_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refusing(reference: str, values: dict[str, object]) -> None:
        raise ValueError(f"{reference} cannot have {values}")

    monkeypatch.setattr(lint, "with_values", refusing)
    assert found(tmp_path, {**CASE, "set": {"melds": {"wild_cap": 71}}}) == ["SUITE-004"]


def test_ids_are_given_once_and_never_again(tmp_path: Path) -> None:
    assert found(tmp_path, CASE, CASE) == ["SUITE-002"]
    assert found(tmp_path, CASE, retired=frozenset({"one"})) == ["SUITE-003"]
    assert found(tmp_path, CASE, chapter="bridge") == ["SUITE-009"]


def test_a_finding_is_at_the_case(tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text(
        yaml.safe_dump({"cases": [CASE, {**CASE, "id": "two", "cite": ["uk-wiki 9999"]}]}, sort_keys=False), encoding="utf-8"
    )
    (finding,) = lint_files([("melds", str(path))])
    assert path.read_text(encoding="utf-8").splitlines()[finding.line - 1][finding.column - 1 : finding.end_column - 1] == "two"


def test_no_file_and_no_yaml(tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    assert [finding.id for finding in lint_files([("melds", str(path))])] == ["SUITE-001"]
    path.write_text("cases: [", encoding="utf-8")
    assert [finding.id for finding in lint_files([("melds", str(path))])] == ["SUITE-001"]


def test_steps_of_the_version() -> None:
    old = {"cases": {"a": "1", "b": "2"}, "files": {"f": "1"}}
    assert step(old, old) == ""
    assert step(old, {**old, "files": {"f": "2"}}) == "patch"
    assert step(old, {"cases": {**old["cases"], "c": "3"}, "files": {}}) == "minor"
    assert step(old, {"cases": {"a": "1", "b": "3", "c": "3"}, "files": {}}) == "major"
    assert step(old, {"cases": {"a": "1"}, "files": {}}) == "major"
    assert raised("1.2.3", "major") == "2.0.0"


def test_a_version_that_is_too_low_for_what_has_changed() -> None:
    now = {"version": read_manifest()["version"], "cases": case_digests(), "files": file_digests()}
    assert lint_version(now) == []
    first = next(iter(now["cases"]))
    for cases, wanted in (({**now["cases"], first: "otherwise"}, "major"), ({**now["cases"], "gone": ""}, "major")):
        (finding,) = lint_version({**now, "cases": cases})
        assert (finding.id, finding.data["step"]) == ("SUITE-013", wanted)
    fewer = {id: digest for id, digest in now["cases"].items() if id != first}
    assert [finding.data["step"] for finding in lint_version({**now, "cases": fewer})] == ["minor"]


def test_the_manifest_is_plain_and_tells_every_file() -> None:
    data = read_manifest()
    assert set(data) == {"name", "version", "digest", "cases", "retired", "files"}
    assert {"README.md", "clients/client.py", "clients/client.js"} <= set(data["files"])
    assert "manifest.json" not in data["files"]
    assert json.loads(json.dumps(data)) == data
