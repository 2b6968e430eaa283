"""Silence of a redacted log is never taken for approval: what it does not find, it says that it could not tell.

``redact/test_found_or_open.py`` asks that of games, cases and faults.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import canasta_audit as ca
from canasta_audit.checks.registry import Check
from canasta_audit.simulate.campaign import inject
from tests.checks.examples import DOCUMENTED, example
from tests.games import GAMES, log_of, ruleset_of
from tests.redact.injected import IDS, INJECTORS
from tests.redact.views import Seen, views
from tests.unknown.silence import silences, unjudged

SEED = 29
NOT_RECORDED = frozenset(("question-not-noted",))
"""What complete records need not tell."""


@given(st.sampled_from(IDS), st.integers(2, 6), st.sampled_from([None, *"NESW"]))
@settings(max_examples=30, deadline=None)
def test_more_logs_with_a_fault(id: str, number: int, view: str | None) -> None:
    injected = inject(INJECTORS[id], SEED, number)
    assert injected is not None
    assert list(silences(ca.parse(injected.text), None, [view])) == []


@pytest.mark.parametrize("name", [name for name in GAMES if "one-player" not in name and not name.startswith("partial")])
def test_of_a_complete_record_all_is_judged(name: str) -> None:
    report = ca.audit(log_of(name), ruleset_of(name), unknowns=True)
    deals = [one for match in report.matches for deal in match.deals for one in deal.unjudged]
    ends = [one for match in report.matches for one in match.unjudged]
    assert [one for one in (*deals, *ends) if {lack.why for lack in one.lacks} - NOT_RECORDED] == []


@pytest.mark.parametrize("name", GAMES)
def test_what_is_found_is_the_same_where_it_is_asked_what_is_open(name: str) -> None:
    """As the table saw it, and one of the players, in each game the next."""
    shown = Seen(log_of(name), ruleset_of(name))
    table, *seats = views(shown.log)
    for view in (table, *seats[GAMES.index(name) % max(1, len(seats)) :][:1]):
        assert tuple(ca.audit(shown.by(view), shown.ruleset, unknowns=True).findings) == shown.found_by(view)


@pytest.mark.parametrize("check", DOCUMENTED, ids=lambda check: check.id)
def test_so_it_is_where_there_is_a_fault(check: Check) -> None:
    shown = Seen(ca.parse(example(check).bad))
    for view in (None, "N"):
        assert tuple(ca.audit(shown.by(view), unknowns=True).findings) == shown.found_by(view)


def test_nothing_is_collected_unless_it_is_asked_for() -> None:
    log = ca.parse("deal 1: dealer W, first N\nhand N: ?x11\nup: 9C\nN: draw ?, discard 5C\n")
    assert unjudged(ca.audit(log)) == set()
    assert ("RECORD-006", 1, 1) in unjudged(ca.audit(log, unknowns=True))
