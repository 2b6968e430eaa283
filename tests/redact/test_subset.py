"""What is found in a redacted log is found in the whole one as well, in simulated games too, and what that means."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st

import canasta_audit as ca
from canasta_audit.finding import Root
from canasta_audit.notation import model as n
from canasta_audit.ruleset.load import list_rulesets
from canasta_audit.simulate.campaign import inject
from canasta_audit.simulate.match import numbered_match
from tests.redact.injected import IDS, INJECTORS
from tests.redact.views import beyond, seen, shown_sooner, told_with

RULESETS = {name: ca.load_ruleset(name) for name, _ in list_rulesets()}
TABLES = [(name, players) for name, ruleset in RULESETS.items() for players in ruleset.tables]
SEED = 23
HANDS = [("N", "4C 4C 5C 5C 6C 6C 7C 7C 8C 8C"), ("E", "4D 4D 5D 5D 6D 6D 7D 7D 8D 8D"), ("S", "4S 4S 5S 5S 6S 6S 7S 7S 8S 8S")]


@cache
def simulated(table: tuple[str, int], bot: str, number: int) -> n.Log:
    """The first deals of a match."""
    name, players = table
    return ca.parse("".join(islice(numbered_match(RULESETS[name], players, bot, SEED, number), 4)))


@given(st.sampled_from(TABLES), st.sampled_from(["greedy", "random"]), st.integers(1, 3))
@settings(max_examples=25, deadline=None)
def test_simulated_games(table: tuple[str, int], bot: str, number: int) -> None:
    assert list(beyond(simulated(table, bot, number))) == []


@given(st.sampled_from(IDS), st.integers(2, 3), st.sampled_from([None, *"NESW"]))
@settings(max_examples=15, deadline=None)
def test_logs_with_a_fault(id: str, number: int, view: n.Seat | None) -> None:
    injected = inject(INJECTORS[id], SEED, number)
    assert injected is not None
    assert list(beyond(ca.parse(injected.text), None, [view])) == []


def test_a_contradiction_may_show_later_but_not_where_there_was_none() -> None:
    """Three kings of spades are dealt: who sees one hand knows of it when the third is played."""
    hands = [f"hand {seat}: KS {cards}\n" for seat, cards in HANDS]
    turns = "N: draw TD, discard KS\nE: draw TH, discard KS\nS: draw JH, discard KS\n"
    log = ca.parse(f"deal 1: dealer W\n{''.join(hands)}up: 6H\n{turns}")
    whole = ca.audit(log).findings
    (late,) = ca.audit(seen(log, "N")).findings
    assert [(one.id, one.line) for one in [*whole, late]] == [("RECORD-007", 4), ("RECORD-007", 8)]
    assert list(beyond(log)) == []
    assert not shown_sooner(late, [])
    assert not shown_sooner(late, [replace(late, line=late.line + 1)])
    assert not shown_sooner(replace(late, grade="illegal"), whole)


def test_a_consequence_of_what_both_logs_have_is_let_pass_unless_it_calls_a_play_unlawful() -> None:
    (first,) = ca.audit(ca.parse("deal 1: dealer W, first N\nN: draw KC, discard KC\nN: draw KD, discard KD\n")).findings
    after = replace(first, id="SCORE-001", line=9, grade="misscored", follows=Root(first.id, first.line, first.column))
    assert told_with(after, [first])
    assert not told_with(after, [after])
    assert not told_with(replace(after, grade="illegal"), [first])
