"""The twins of the shipped rulesets: the same documents, current, and used only where they fit."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from canasta_audit.resources import rulesets_folder
from canasta_audit.ruleset import twin
from canasta_audit.ruleset.load import load_ruleset
from canasta_audit.ruleset.twin import file_name, read_twin, shipped, twin_of, yaml_path
from canasta_audit.ruleset.yamlfile import read_document

NAMES = shipped()


@pytest.mark.parametrize("name", NAMES)
def test_a_twin_is_current(name: str) -> None:
    """``write_twins`` makes them anew."""
    assert (rulesets_folder() / f"{name}.json").read_text(encoding="utf-8") == twin_of(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_twin_is_the_document_of_its_yaml(name: str) -> None:
    document = read_document(yaml_path(name), file_name(name))
    found = read_twin(name)
    assert found == document
    assert found is not None
    assert list(found.data) == list(document.data)
    assert list(found.keys) == list(document.keys)


def test_no_twin_stands_alone() -> None:
    assert sorted(path.stem for path in rulesets_folder().glob("*.json")) == NAMES


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a shipped ruleset and its twin, taken for that of the shipped ones."""
    for path in rulesets_folder().glob("uk-regency.*"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(twin, "RULESETS", str(tmp_path))
    return tmp_path


def test_the_yaml_wins_over_a_twin_that_does_not_fit(copied: Path) -> None:
    path = copied / "uk-regency.yaml"
    changed = path.read_bytes().replace(b"target: 5000", b"target: 5005")
    path.write_bytes(changed)
    assert read_twin("uk-regency") is None
    assert load_ruleset("uk-regency").tables[4].match.target == 5005


def test_line_ends_of_windows_do_not_part_a_twin_from_its_yaml(copied: Path) -> None:
    path = copied / "uk-regency.yaml"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert read_twin("uk-regency") is not None


@pytest.mark.parametrize("content", [b"", b"[]", b"null", b"{}", b"\xff", b'{"crc32": 1}', b'{"crc32": null, "keys": 3}'])
def test_a_broken_twin_is_not_used(copied: Path, content: bytes) -> None:
    (copied / "uk-regency.json").write_bytes(content)
    assert read_twin("uk-regency") is None
    assert load_ruleset("uk-regency").name == "uk-regency"


def test_a_missing_twin_is_not_missed(copied: Path) -> None:
    (copied / "uk-regency.json").unlink()
    assert load_ruleset("uk-regency").name == "uk-regency"


def test_a_shipped_ruleset_needs_no_yaml_parser() -> None:
    code = "import sys, canasta_audit.ruleset.load as load; load.load_ruleset('uk-regency'); print('yaml' in sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": ":".join(sys.path)}, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "False"
