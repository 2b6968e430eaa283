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
from tests.legal_brute import brute
from tests.legal_brute import positions as sampled

TABLES = [(name, players) for name, _ in list_rulesets() for players in load_ruleset(name).tables if players in (2, 3, 4)]
SAMPLES = 10
"""Positions of each table; the search takes a tenth of a second for most of them, and several for some."""


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_both_ways_on_sampled_positions(name: str, players: int) -> None:
    ruleset = load_ruleset(name)
    for stand in islice(sampled(ruleset, players, seed=1, every=15, cards=2), SAMPLES):
        listed = {result(turn.table): turn.text for turn in legal_turns(stand)}
        found = brute(stand)
        assert listed.keys() == found.keys()


@pytest.mark.parametrize("entry", list(positions()), ids=lambda entry: entry.id)
def test_every_turn_listed_passes_the_audit(entry: Counted) -> None:
    """As the last turn of a log, with the end that it brings about, and every question recorded."""
    stand, ruleset = entry.stand(), load_ruleset(entry.ruleset)
    records = '[Event "counted"]\n[Records "all"]\n' if not entry.position.startswith("[") else ""
    for turn in legal_turns(stand):
        text = f"{records}{entry.position}{write_line(n.Turn(stand.seat, plays=turn.plays))}\n{_end(stand, turn)}"
        known = {(finding.id, finding.line) for finding in audit(parse(f"{records}{entry.position}"), ruleset).findings}
        fresh = [finding for finding in audit(parse(text), ruleset).findings if (finding.id, finding.line) not in known]
        assert not [finding for finding in fresh if finding.severity != "note"], turn.text


def _end(stand: Stand, turn: LegalTurn) -> str:
    """The line that says how the deal ended, if the turn ended it by going out."""
    if turn.table.hands[stand.seat] or turn.table.over is None:
        return ""
    stand.referee.after(stand.table, n.Turn(stand.seat, turn.plays))
    return f"end: {stand.seat} out{' concealed' if stand.referee.concealed() else ''}\n"
