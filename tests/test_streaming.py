"""A log is audited deal by deal: what it takes in memory does not grow with its length."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator

import canasta_audit as ca
from canasta_audit.report import DealReport, MatchReport
from canasta_audit.resources import read_text

GAME = read_text("fixtures", "games", "uk-regency", "02-match-to-5000.cgn").split("\n")


def lines_of(times: int) -> Iterator[str]:
    for _ in range(times):
        yield from GAME


def peak_of(work: Callable[[], object]) -> int:
    """Most memory held while ``work`` is done, in bytes."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def stream(times: int) -> None:
    """Audit so many matches and keep nothing."""
    ruleset = ca.load_ruleset("uk-regency")
    for _ in ca.stream(lines_of(times), "log", lambda tags: ruleset):
        pass


def test_memory_does_not_grow_with_the_log() -> None:
    stream(2)
    text = "\n".join(lines_of(40))
    # What is remembered of words met before goes up and down, so the whole log in memory is the measure.
    assert peak_of(lambda: stream(40)) * 4 < peak_of(lambda: ca.parse(text))


def test_every_match_of_a_file_is_audited() -> None:
    ruleset = ca.load_ruleset("uk-regency")
    results = list(ca.stream(lines_of(3), "log", lambda tags: ruleset))
    assert [result.number for result in results if isinstance(result, MatchReport)] == [1, 2, 3]
    assert sum(isinstance(result, DealReport) for result in results) == 18
    assert not [result for result in results if isinstance(result, ca.Finding)]
