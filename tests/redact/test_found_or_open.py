"""Of each log both ways at once, for its audit and its redacted forms are shared: what a redacted log finds, the whole one finds
(cannot tell is never a fault), and of what it does not find it says that it could not tell (silence is never approval).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import pytest

import canasta_audit as ca
from canasta_audit.checks.registry import Check
from canasta_audit.conform.case import Case, cases
from canasta_audit.conform.question import Question, of_case
from canasta_audit.notation import model as n
from canasta_audit.ruleset.variant import with_values
from canasta_audit.simulate.campaign import Injected, inject
from tests.checks.examples import DOCUMENTED, example
from tests.games import GAMES, ruleset_of, text_of
from tests.redact.injected import IDS, INJECTORS
from tests.redact.views import Beyond, Seen, View, beyond
from tests.unknown.silence import Silence, silences

SEED = 23
CASES = list(cases())
CHAPTERS = sorted({(case.shelf, case.chapter) for case in CASES})

Wrong = tuple[list[Beyond], list[Silence]]
RIGHT: Wrong = ([], [])


def wrong(text: str, ruleset: ca.Ruleset | None = None, who: Iterable[View] | None = None) -> Wrong:
    """What is found beyond the whole log, and what is passed over in silence."""
    shown = Seen(ca.parse(text), ruleset)
    return list(beyond(shown, who=who)), list(silences(shown, who=who))


@pytest.mark.parametrize("name", GAMES)
def test_shipped_games(name: str) -> None:
    assert wrong(text_of(name), ruleset_of(name)) == RIGHT


@pytest.mark.parametrize("check", DOCUMENTED, ids=lambda check: check.id)
def test_logs_that_explain_a_check(check: Check) -> None:
    shown = example(check)
    assert wrong(shown.bad) == RIGHT
    assert list(beyond(ca.parse(shown.good))) == []


@pytest.mark.parametrize(("shelf", "chapter"), CHAPTERS)
def test_cases_of_the_suite(shelf: str, chapter: str) -> None:
    """Each as it stands, and with the keys that decide it put otherwise. Of witnesses there are many that are alike: these as they
    stand, by both rulesets, and silence is asked for as the table saw them.
    """
    few = shelf == "witnesses"
    chosen: list[Case] = [case for case in CASES if (case.shelf, case.chapter) == (shelf, chapter)]
    questions = [one for case in chosen for one in of_case(case) if not (few and one.changed)]
    found = {one.id: _of_question(one, [None] if few else [None, "N"]) for one in questions}
    assert {id: more for id, more in found.items() if more != RIGHT} == {}


def _of_question(one: Question, silent: Iterable[View]) -> Wrong:
    shown = Seen(_parsed(one.text), with_values(one.ruleset, one.set), _seen_of(one.text))
    return list(beyond(shown, who=[None, "N"])), list(silences(shown, who=silent))


@lru_cache(maxsize=256)
def _parsed(text: str) -> n.Log:
    """A log that several rulesets are asked about is read once."""
    return ca.parse(text)


@lru_cache(maxsize=256)
def _seen_of(text: str) -> dict[View, n.Log]:
    """The same log as others saw it, as far as that was asked for."""
    return {}


@pytest.mark.parametrize("id", IDS)
def test_a_log_with_each_fault(id: str) -> None:
    injected = inject(INJECTORS[id], SEED, 1)
    assert injected is not None
    assert wrong(_up_to_the_next_deal(injected), None, [None, injected.seat or "N"]) == RIGHT


def _up_to_the_next_deal(injected: Injected) -> str:
    """The log without what is behind the deal after the one with the fault: nothing new comes of it there."""
    lines = injected.text.splitlines(keepends=True)
    heads = [at for at, line in enumerate(lines) if at >= injected.line and line.startswith("deal ")]
    return "".join(lines[: heads[1]] if len(heads) > 1 else lines)
