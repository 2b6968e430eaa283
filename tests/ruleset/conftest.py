from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from canasta_audit.finding import Finding
from canasta_audit.ruleset.check import check_ruleset

Write = Callable[..., str]
Place = tuple[str, int, int]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes a ruleset into the current directory, a fresh one, and returns its name."""
    monkeypatch.chdir(tmp_path)

    def write_file(text: str | bytes, name: str = "club.yaml") -> str:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else dedent(text).encode())
        return name

    return write_file


@pytest.fixture
def places(write: Write) -> Callable[[str | bytes], list[Place]]:
    """Id, line and column of every finding about a ruleset's text."""

    def find(text: str | bytes) -> list[Place]:
        return [place_of(finding) for finding in check_ruleset(write(text))]

    return find


def place_of(finding: Finding) -> Place:
    assert finding.message
    return finding.id, finding.line, finding.column
