"""A program that somebody else wrote, under the harness: the canasta of the package `rulesatlas`, with its known departures."""

from __future__ import annotations

import sys
from collections import Counter
from importlib.metadata import version
from pathlib import Path

import pytest

from canasta_audit.conform.outcome import Result, tally
from canasta_audit.conform.question import Selection, questions
from canasta_audit.conform.run import Limits, Runner

ADAPTER = str(Path(__file__).with_name("rulesatlas_adapter.py"))
# Witnesses are games shrunk until one key decides: next to nothing of a table is left in them.
SHELVES = ("must", "may", "disputed", "games")
LIMITS = Limits(start=30, answer=30, stop=5)

# A black three freezes the pile until it is taken: what its makers chose, and what uk-wiki 108, 110 and 119 tell otherwise.
BLACK_THREE = {
    "uk-regency-black-three-does-not-freeze",
    "uk-regency-black-three-covered",
    "games/uk-regency/01-opening-at-fifty",
    "games/uk-regency/02-match-to-5000",
    "games/uk-regency/05-stock-used-up",
    "games/uk-regency/07-four-red-threes",
    "games/uk-regency/08-frozen-battles",
    "games/uk-regency/15-red-three-turned-up",
}
# The partner may be asked before anything is laid and the pile is touched; uk-wiki 129 does not say when.
WHEN_TO_ASK = {
    "games/uk-regency/04-concealed-with-the-pile",
    "games/uk-regency/10-black-threes-in-going-out",
    "games/uk-regency/14-below-nought",
}
# UKH-12: what is laid on the partner's melds makes no canasta of one's own. A game is not asked by several readings.
CONCEALED = {"games/uk-howto/03-concealed-on-the-partners-melds"}
READINGS = {
    "uk-howto-canasta-of-four-and-three": "/melds/wild_ratio",  # UKH-3
    "uk-regency-asked-after-melding": "/going_out/ask_when",  # UKR-29
    "uk-howto-concealed-below-the-minimum": "/opening/concealed_waives",  # UKH-5
    "uk-howto-concealed-with-the-partners-canasta": "/going_out/concealed_own_canasta",  # UKH-12
    "uk-howto-two-naturals-for-two-wilds": "/melds/wild_ratio",  # UKH-3
    "uk-howto-wild-onto-pair-and-wild": "/melds/wild_ratio_on",  # UKH-3
    "uk-regency-black-three-turned-up": "/freezing/turned_up",  # UKR-1
    "uk-regency-concealed-after-a-lay-off": "/going_out/concealed_partner_additions",  # UKR-14
    "uk-regency-out-after-a-lay-off": "/going_out/concealed_partner_additions",  # UKR-14
    "uk-regency-question-recorded-as-not-asked": "/going_out/ask",  # UKR-13
}


@pytest.fixture(scope="module")
def results() -> list[Result]:
    assert version("rulesatlas") == "0.0.1"  # of the extra `test`
    with Runner([sys.executable, ADAPTER], "1.0.0", LIMITS) as runner:
        asked = Selection(SHELVES, rulesets=("uk-regency", "uk-howto"), changed=False)
        found = list(runner.results(list(questions(asked))))
    assert runner.restarts == 0
    return found


def test_every_question_has_an_answer_or_none_that_can_be_given(results: list[Result]) -> None:
    counts = Counter(result.outcome for result in results)
    assert set(counts) == {"pass", "fail", "unsupported"}
    assert counts["pass"] > 200


def test_it_tells_the_lawful_from_the_faulty(results: list[Result]) -> None:
    counts = tally(results)
    assert counts.balanced is not None
    assert counts.balanced > 0.9
    assert min(counts.legal[1], counts.fault[1]) > 100


def test_it_differs_where_it_is_known_to(results: list[Result]) -> None:
    failed = {result.id for result in results if result.outcome == "fail"}
    assert failed == BLACK_THREE | WHEN_TO_ASK | CONCEALED


def test_it_follows_other_readings_where_a_text_can_be_read_so(results: list[Result]) -> None:
    read = {result.id: result.reading.partition("=")[0] for result in results if result.outcome == "pass" and result.reading}
    assert read == READINGS


def test_scores_are_the_same(results: list[Result]) -> None:
    """Where plays and claims are lawful to both, all points are."""
    scored = [result for result in results if "scores" in result.judged and "verdict" not in result.differs]
    assert len(scored) > 30
    assert not [result.id for result in scored if "scores" in result.differs]
