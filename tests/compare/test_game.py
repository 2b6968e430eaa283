"""One recorded game under several rulesets: where they part, which key decides, and the scores."""

from __future__ import annotations

import pytest

import canasta_audit as ca
from canasta_audit.compare.game import compare_game
from canasta_audit.ruleset.load import list_rulesets
from tests.compare.games import log_of

RULESETS = [ca.load_ruleset(name) for name, _ in list_rulesets()]

SMALL = """\
[Event "Club"]
[Ruleset "uk-regency"]
deal 1: dealer W, first N
before: NS 0, EW 0
melds S: KC KD KH
pile: 9D QC
hand N: KS 2C 2D JC JD 4C 5D
N: draw 5H, add KS to K, meld JC JD 2C 2D, discard 4C
"""
"""A meld of two naturals and two wild cards."""


def small(*references: str, text: str = SMALL):
    return compare_game(ca.parse(text), [ca.load_ruleset(reference) for reference in references])


def test_the_play_on_which_two_part_and_the_key_that_decides() -> None:
    found = small("uk-regency", "uk-howto")
    (parting,) = found.partings
    assert parting is found.first
    assert (parting.line, parting.deal, parting.turn, parting.keys) == (8, 1, 1, ("/melds/wild_ratio",))
    assert [[one.id for one in findings] for findings in parting.findings] == [[], ["MELD-014"]]


def test_what_all_find_is_no_parting() -> None:
    found = small("uk-regency", "uk-howto", text=SMALL.replace("JD 2C 2D,", "5D 2C 2D,"))
    assert [{one.id for one in report.roots} & {"MELD-002"} for report in found.reports] == [{"MELD-002"}] * 2
    assert all(one.id != "MELD-002" for parting in found.partings for findings in parting.findings for one in findings)


def test_rulesets_that_agree_have_nothing_to_tell() -> None:
    found = small("uk-regency", "uk-regency+black-three-up-freezes")
    assert (found.partings, found.first) == ((), None)
    assert not any(row.differs for row in found.scores)


@pytest.mark.parametrize("name", [ruleset.name for ruleset in RULESETS])
def test_a_game_has_no_fault_under_its_own_ruleset_and_every_parting_is_the_others(name: str) -> None:
    found = compare_game(log_of(name, deals=3), RULESETS)
    own = [ruleset.name for ruleset in RULESETS].index(name)
    assert not found.reports[own].roots
    assert all(parting.findings[own] == () and any(parting.findings) for parting in found.partings)
    assert [parting.line for parting in found.partings] == sorted(parting.line for parting in found.partings)
    assert found.first is not None and found.first.turn is not None


def test_every_root_is_in_a_parting_unless_all_have_it() -> None:
    found = compare_game(log_of("ru-club", deals=3), RULESETS)
    told = {(i, one.id, one.line, one.column) for p in found.partings for i, row in enumerate(p.findings) for one in row}
    roots = {
        (i, one.id, one.line, one.column)
        for i, report in enumerate(found.reports)
        for one in report.roots
        if one.severity != "note"
    }
    assert told == roots


def test_scores_stand_side_by_side_with_the_items_that_differ() -> None:
    found = compare_game(log_of("ro-classic", deals=2), [ca.load_ruleset(name) for name in ("ro-classic", "ro-mini")])
    assert {(row.deal, row.side) for row in found.scores} == {(deal, side) for deal in (1, 2) for side in ("NS", "EW")}
    for row in found.scores:
        left, right = row.scores
        assert left is not None and right is not None
        assert row.differs is (left.total != right.total)
        for item, points in row.items:
            assert points == tuple(sum(one.points for one in score.items if one.item == item) for score in (left, right))
            assert points[0] != points[1]
    assert any(row.differs and row.items for row in found.scores)
