"""The counted positions of ``fixtures/perft``: what our generator counts, and what a search that knows no rule counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Set

import pytest

from canasta_audit.legal import Stand, TooMany, legal_turns, perft, result
from canasta_audit.legal.suite import Counted, positions
from canasta_audit.ruleset.load import list_rulesets
from tests.legal.everything import Everything, TooMuch
from tests.legal_brute import brute

POSITIONS = list(positions())
SLOW = ("uk-regency-turns-onto-meld", "uk-regency-turns-frozen", "ro-mini-turns-deuces-for-a-deuce")
"""Positions that the search needs many seconds for; it agreed when they were written."""


def test_there_are_positions_of_every_ruleset() -> None:
    counted = Counter(entry.ruleset.split("+")[0] for entry in POSITIONS)
    assert counted.keys() == {name for name, _ in list_rulesets()}
    assert counted.total() >= 20


def test_ids_are_told_apart_and_begin_with_the_ruleset() -> None:
    assert len({entry.id for entry in POSITIONS}) == len(POSITIONS)
    assert [entry.id for entry in POSITIONS if not entry.id.startswith(f"{entry.ruleset.split('+')[0]}-turns-")] == []


@pytest.mark.parametrize("entry", POSITIONS, ids=lambda entry: entry.id)
def test_count(entry: Counted) -> None:
    stand = entry.stand()
    turns = list(legal_turns(stand))
    taking = sum(any(play.kind == "take" for play in turn.plays) for turn in turns)
    assert (len(turns), taking) == (entry.turns, entry.taking)
    assert perft(stand) == entry.turns


@pytest.mark.parametrize("entry", [entry for entry in POSITIONS if entry.id not in SLOW], ids=lambda entry: entry.id)
def test_a_blind_search_finds_the_same_turns(entry: Counted) -> None:
    stand = entry.stand()
    assert {result(turn.table) for turn in legal_turns(stand)} == _blind(stand)


def _blind(stand: Stand) -> Set[Hashable]:
    """What faultless turns come to: of all there are, where that takes no time, or of those in an order that is common."""
    try:
        return Everything(stand, 1_100).found.keys()
    except TooMuch:
        return brute(stand).keys()


def test_a_turn_is_listed_once_and_leaves_the_position_as_it_was() -> None:
    stand = POSITIONS[0].stand()
    before = result(stand.table)
    texts = [turn.text for turn in legal_turns(stand)]
    assert len(set(texts)) == len(texts)
    assert result(stand.table) == before


def test_the_search_gives_up_when_told_to() -> None:
    with pytest.raises(TooMany):
        list(legal_turns(POSITIONS[0].stand(), tries=5))


def test_no_more_turns_are_looked_for_than_asked() -> None:
    assert len(list(legal_turns(POSITIONS[0].stand(), 3))) == 3
