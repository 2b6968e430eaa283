"""The ruleset that a log's own tag names."""

from __future__ import annotations

from pathlib import Path

import pytest

from canasta_audit.audit import by_tag
from canasta_audit.ruleset.faults import RulesetError


def test_a_shipped_ruleset_is_loaded_once() -> None:
    assert by_tag({}) is by_tag({"Ruleset": "uk-regency@2"})
    assert by_tag({"Ruleset": "uk-regency+may-ask"}).chosen == ("may-ask",)


def test_a_file_is_read_every_time(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    for target in (7000, 8000):
        path.write_text(f"extends: uk-regency\ntext: house\nmatch: {{target: {target}}}\n", encoding="utf-8")
        assert by_tag({"Ruleset": str(path)}).tables[4].match.target == target


def test_an_unknown_one_is_refused_every_time() -> None:
    for _ in range(2):
        with pytest.raises(RulesetError, match="RULESET-030"):
            by_tag({"Ruleset": "nothing"})
