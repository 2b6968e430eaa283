"""Keys that a club may set, though no option of a shipped ruleset does: each decides a small case."""

from __future__ import annotations

from pathlib import Path

import pytest

import canasta_audit as ca
from tests.checks.small import deal

ROYAL = "melds N: QC QD QH, JC JD JH"
KEYS = [
    (
        "opening: {several_melds: false}",
        deal("hand N: KC KD KH 8C 8D 8H 4C 4D 5C 6C 7C", "N: draw 9C, meld KC KD KH, meld 8C 8D 8H, discard 9C"),
        [("OPEN-001", 3)],
    ),
    (
        "pile: {never_top: [joker, two, red-three]}",
        deal("pile: 4C 3C", "hand N: 3S 3S AC AD AH 5C", "N: take 3C with 3S 3S, meld AC AD AH, discard 5C"),
        [("PILE-007", 4)],
    ),
    (
        "pile: {opened: [natural-pair, onto-meld]}",
        deal(ROYAL, "pile: 4C KD", "hand N: KS 2C 5C 6D", "N: take KD with KS 2C, discard 5C"),
        [("PILE-003", 5)],
    ),
    (
        "pile: {opened: [natural-pair, natural-and-wild]}",
        deal(ROYAL, "pile: 4C QS", "hand N: KS 2C 5C 6D", "N: take QS to Q, discard 5C"),
        [("PILE-006", 5)],
    ),
]
SAME = {"pile: {never_top: [joker, two, red-three]}"}


def roots(log: str, ruleset: ca.Ruleset) -> list[tuple[str, int]]:
    found = [(finding.id, finding.line) for finding in ca.audit(ca.parse(log), ruleset).roots if finding.severity != "note"]
    return sorted(found)


@pytest.mark.parametrize(("key", "log", "expected"), KEYS, ids=[key for key, _, _ in KEYS])
def test_key_decides(key: str, log: str, expected: list[tuple[str, int]], tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text(f"extends: uk-regency\n{key}\n", encoding="utf-8")
    assert roots(log, ca.load_ruleset(str(path))) == expected
    # Where a card bars for ever and once, taking away the first leaves the second.
    assert roots(log, ca.load_ruleset("uk-regency")) == (expected if key in SAME else [])


def test_what_bars_a_pile_can_be_switched_off(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text("extends: uk-regency\npile: {never_top: [joker, two], blocked_once_by: [joker, two]}\n", encoding="utf-8")
    _, log, _ = KEYS[1]
    assert ("PILE-007", 4) not in roots(log, ca.load_ruleset(str(path)))
