"""What the generator lists and what the audit accepts are the same turns where the stock runs out, in every order of the plays."""

from __future__ import annotations

from random import Random

import pytest

from canasta_audit.legal import legal_turns, result
from canasta_audit.notation.write import write_play
from canasta_audit.ruleset.load import list_rulesets, load_ruleset
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.ruleset.variant import with_values
from tests.legal.ends import position, stand_of
from tests.legal.everything import Everything, TooMuch

TABLES = [(name, players) for name, _ in list_rulesets() for players in load_ruleset(name).tables if players in (2, 3, 4)]
VARIANTS: list[tuple[str, dict]] = [
    ("uk-regency", {"pile": {"whole": False, "top_alone_to_go_out": True}}),
    ("uk-regency", {"stock_end": {"pile_turned": "all-but-top"}, "turn": {"draw_with_pile": 1}}),
    ("uk-regency", {"stock_end": {"pile_turned": "all"}, "red_threes": {"replaced_from_pile": True}, "pile": {"whole": False}}),
    ("uk-howto", {"stock_end": {"red_three_ends": False, "taking_forced": "each-in-turn"}}),
    ("ro-classic", {"stock_end": {"pile_turned": "all", "red_three_ends": False, "taking_forced": "none"}}),
    ("ro-canastone", {"stock_end": {"pile_turned": "all-but-top", "red_three_ends": False}}),
]
SAMPLES = 12
MOST = 500
"""Turns judged of each position; those that have more are left out."""


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_both_ways_at_the_end_of_the_stock(name: str, players: int) -> None:
    both_ways(load_ruleset(name), players)


@pytest.mark.parametrize(("name", "values"), VARIANTS, ids=str)
def test_both_ways_with_other_values(name: str, values: dict) -> None:
    both_ways(with_values(name, values), 4)


def both_ways(ruleset: Ruleset, players: int, seeds: range = range(SAMPLES), most: int = MOST) -> None:
    """Hold what is listed against what is found in one position a seed; more seeds than here are tried by hand."""
    compared = 0
    for seed in seeds:
        text = position(ruleset, players, Random(seed))
        stand = stand_of(text, ruleset)
        if stand is None:
            continue
        try:
            found = Everything(stand, most).found
        except TooMuch:
            continue
        listed = {result(turn.table): turn.text for turn in legal_turns(stand)}
        missing = [", ".join(map(write_play, found[key])) for key in found.keys() - listed.keys()]
        assert (text, missing, [listed[key] for key in listed.keys() - found.keys()]) == (text, [], [])
        compared += 1
    assert compared * 3 >= len(seeds)
