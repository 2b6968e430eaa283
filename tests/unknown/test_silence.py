"""Silence of a redacted log is never taken for approval: what it does not find, it says that it could not tell."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import canasta_audit as ca
from canasta_audit.checks.registry import Check
from canasta_audit.conform.case import Case, cases
from canasta_audit.conform.question import of_case
from canasta_audit.ruleset.variant import with_values
from canasta_audit.simulate.campaign import all_injectors, inject
from tests.checks.examples import DOCUMENTED, example
from tests.games import GAMES, ruleset_of, text_of
from tests.unknown.silence import Silence, silences, unjudged

INJECTORS = all_injectors()
IDS = sorted(INJECTORS, key=lambda id: (INJECTORS[id].ruleset, INJECTORS[id].players, INJECTORS[id].bot, id))
SEED = 29
CASES = list(cases())
CHAPTERS = sorted({(case.shelf, case.chapter) for case in CASES})
NOT_RECORDED = frozenset(("question-not-noted",))
"""What complete records need not tell."""


def silent(text: str, who: list[str | None] | None = None) -> list[Silence]:
    return list(silences(ca.parse(text), None, who))


@pytest.mark.parametrize("name", GAMES)
def test_shipped_games(name: str) -> None:
    assert list(silences(ca.parse(text_of(name)), ruleset_of(name))) == []


@pytest.mark.parametrize("check", DOCUMENTED, ids=lambda check: check.id)
def test_logs_that_explain_a_check(check: Check) -> None:
    assert silent(example(check).bad) == []


@pytest.mark.parametrize(("shelf", "chapter"), CHAPTERS)
def test_cases_of_the_suite(shelf: str, chapter: str) -> None:
    chosen: list[Case] = [case for case in CASES if (case.shelf, case.chapter) == (shelf, chapter)]
    # Of witnesses there are many that are alike.
    few = shelf == "witnesses"
    asked = [question for case in chosen for question in of_case(case) if not (few and question.changed)]
    seen: list[str | None] = [None] if few else [None, "N"]
    found = {one.id: list(silences(ca.parse(one.text), with_values(one.ruleset, one.set), seen)) for one in asked}
    assert {id: more for id, more in found.items() if more} == {}


@pytest.mark.parametrize("id", IDS)
def test_a_log_with_each_fault(id: str) -> None:
    injected = inject(INJECTORS[id], SEED, 1)
    assert injected is not None
    assert silent(injected.text, [None, injected.seat or "N"]) == []


@given(st.sampled_from(IDS), st.integers(2, 6), st.sampled_from([None, *"NESW"]))
@settings(max_examples=30, deadline=None)
def test_more_logs_with_a_fault(id: str, number: int, view: str | None) -> None:
    injected = inject(INJECTORS[id], SEED, number)
    assert injected is not None
    assert silent(injected.text, [view]) == []


@pytest.mark.parametrize("name", [name for name in GAMES if "one-player" not in name and not name.startswith("partial")])
def test_of_a_complete_record_all_is_judged(name: str) -> None:
    report = ca.audit(ca.parse(text_of(name)), ruleset_of(name), unknowns=True)
    deals = [one for match in report.matches for deal in match.deals for one in deal.unjudged]
    ends = [one for match in report.matches for one in match.unjudged]
    assert [one for one in (*deals, *ends) if {lack.why for lack in one.lacks} - NOT_RECORDED] == []


def test_nothing_is_collected_unless_it_is_asked_for() -> None:
    log = ca.parse("deal 1: dealer W, first N\nhand N: ?x11\nup: 9C\nN: draw ?, discard 5C\n")
    assert unjudged(ca.audit(log)) == set()
    assert ("RECORD-006", 1, 1) in unjudged(ca.audit(log, unknowns=True))
