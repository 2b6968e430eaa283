"""What the generator lists has no finding, and what has no finding the generator lists: on sampled positions of simulated games."""

from __future__ import annotations

from itertools import islice

import pytest

from canasta_audit.audit import audit
from canasta_audit.legal import LegalTurn, Stand, legal_turns, result
from canasta_audit.legal.suite import Counted, positions
from canasta_audit.notation import model as n
from canasta_audit.notation.parse import parse
from canasta_audit.notation.write import write_line
from canasta_audit.ruleset.load import list_rulesets, load_ruleset
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.ruleset.variant import with_values
from tests.legal.everything import TooMuch
from tests.legal_brute import brute
from tests.legal_brute import positions as sampled

TABLES = [(name, players) for name, _ in list_rulesets() for players in load_ruleset(name).tables if players in (2, 3, 4)]
SAMPLES = 7
"""Positions of each table; those that the search would take seconds for are left out."""


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_both_ways_on_sampled_positions(name: str, players: int) -> None:
    both_ways(load_ruleset(name), players)


def both_ways(ruleset: Ruleset, players: int) -> None:
    """Hold what is listed against what is found, in positions of a simulated match."""
    compared = 0
    for stand in islice(sampled(ruleset, players, seed=1, every=15, cards=2), SAMPLES):
        try:
            found = brute(stand, 1_000)
        except TooMuch:
            continue
        assert {result(turn.table) for turn in legal_turns(stand)} == found.keys()
        compared += 1
    assert compared >= 3


VARIANTS: list[tuple[str, dict]] = [
    ("uk-regency", {"pile": {"whole": False, "top_alone_to_go_out": True}}),
    ("uk-regency", {"pile": {"first_turn_swap": True, "one_card_each": True}}),
    ("uk-regency", {"melds": {"one_per_rank": "never", "wild_only": "any-size"}}),
    ("uk-regency", {"stock_end": {"pile_turned": "all-but-top"}, "turn": {"draw_with_pile": 1}}),
    ("uk-regency", {"canastas": {"wild_onto_finished": "mixed-only"}, "red_threes": {"replaced_from_pile": True}}),
    ("ro-canastone", {"melds": {"wild_ratio_on": "new-melds", "wild_ratio": "fewer-than-naturals"}}),
    ("ro-mini", {"melds": {"whole_only": ["wild", "mixed"]}}),
    ("ru-bank", {"pile": {"after_opening": True}, "going_out": {"last_onto_partner": True}}),
]
"""Values that no shipped ruleset has in this company, and that decide in which form a turn is lawful."""


@pytest.mark.parametrize(("name", "values"), VARIANTS, ids=str)
def test_both_ways_with_other_values(name: str, values: dict) -> None:
    both_ways(with_values(name, values), 4)


@pytest.mark.parametrize("entry", list(positions()), ids=lambda entry: entry.id)
def test_every_turn_listed_passes_the_audit(entry: Counted) -> None:
    """As the last turn of a log, with the end that it brings about, and every question recorded."""
    stand, ruleset = entry.stand(), load_ruleset(entry.ruleset)
    records = '[Event "counted"]\n[Records "all"]\n' if not entry.position.startswith("[") else ""
    known = {(finding.id, finding.line) for finding in audit(parse(f"{records}{entry.position}"), ruleset).findings}
    for turn in legal_turns(stand):
        text = f"{records}{entry.position}{write_line(n.Turn(stand.seat, plays=turn.plays))}\n{_end(stand, turn)}"
        fresh = [finding for finding in audit(parse(text), ruleset).findings if (finding.id, finding.line) not in known]
        assert not [finding for finding in fresh if finding.severity != "note"], turn.text


def _end(stand: Stand, turn: LegalTurn) -> str:
    """The line that says how the deal ended, if the turn ended it by going out."""
    if turn.table.hands[stand.seat] or turn.table.over is None:
        return ""
    stand.referee.after(stand.table, n.Turn(stand.seat, turn.plays))
    return f"end: {stand.seat} out{' concealed' if stand.referee.concealed() else ''}\n"
