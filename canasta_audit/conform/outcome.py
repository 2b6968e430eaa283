"""What a run of the suite comes to: one result a question, and counts of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["pass", "fail", "skipped", "unsupported", "errored", "crashed", "timeout", "protocol"]

OUTCOMES: tuple[Kind, ...] = ("pass", "fail", "skipped", "unsupported", "errored", "crashed", "timeout", "protocol")
"""How a question can end: answered rightly, wrongly; left out, not known to the program, given up by it; and not answered, as it
crashed, ran out of time, or did not keep to the protocol."""

BAD: tuple[Kind, ...] = ("fail", "errored", "crashed", "timeout", "protocol")
"""Outcomes that a run is not clean with."""

REPORT_VERSION = 1
"""Version of the report; raised when a reader would have to change."""


@dataclass(frozen=True, slots=True)
class Result:
    """How one question ended.

    ``judged`` are the kinds of answer that were held against the case, ``differs`` those that were wrong. ``reading`` is the key,
    with a value, under which the answer would be right. ``reason`` says why there is no answer, or what is wrong with it.
    """

    id: str
    case: str
    shelf: str
    chapter: str
    ruleset: str
    cite: tuple[str, ...]
    digest: str
    outcome: Kind
    expected: Mapping[str, Any] = field(default_factory=dict)
    answer: Mapping[str, Any] | None = None
    judged: tuple[str, ...] = ()
    differs: tuple[str, ...] = ()
    reading: str = ""
    reason: str = ""
    stderr: str = ""
    seconds: float = 0.0


@dataclass(slots=True)
class Tally:
    """Results by outcome; ``legal`` and ``fault`` are (passed, answered) of the questions of either verdict."""

    outcomes: Counter[str] = field(default_factory=Counter)
    legal: list[int] = field(default_factory=lambda: [0, 0])
    fault: list[int] = field(default_factory=lambda: [0, 0])

    def add(self, result: Result) -> None:
        """Count a result."""
        self.outcomes[result.outcome] += 1
        if result.outcome in ("pass", "fail"):
            pair = self.legal if result.expected["verdict"] == "legal" else self.fault
            pair[0] += result.outcome == "pass"
            pair[1] += 1

    @property
    def total(self) -> int:
        """All results."""
        return self.outcomes.total()

    @property
    def balanced(self) -> float | None:
        """The mean of the shares of lawful and of faulty questions that passed, ``None`` where there were not both.

        A program that always says the same comes to a half or less, however many of the questions are of one kind.
        """
        if not self.legal[1] or not self.fault[1]:
            return None
        return (self.legal[0] / self.legal[1] + self.fault[0] / self.fault[1]) / 2


@dataclass(slots=True)
class Run:
    """One run: the program as it named itself, the suite's version, and the results in the suite's order."""

    program: Mapping[str, Any]
    suite: str
    results: list[Result]
    restarts: int = 0

    def tally(self) -> Tally:
        """Count all results."""
        return tally(self.results)

    def chapters(self) -> dict[str, Tally]:
        """Count the results by chapter, in the order in which they come first."""
        found: dict[str, Tally] = {}
        for result in self.results:
            found.setdefault(result.chapter, Tally()).add(result)
        return found

    @property
    def clean(self) -> bool:
        """Tell whether questions were answered, and nothing went wrong."""
        counts = self.tally().outcomes
        return counts["pass"] > 0 and not any(counts[outcome] for outcome in BAD)

    @property
    def one_sided(self) -> str:
        """The verdict that every answer gave although both were due, ``""`` where the program tells them apart."""
        answered = [result for result in self.results if result.outcome in ("pass", "fail") and result.answer]
        given = {result.answer["verdict"] for result in answered if result.answer}
        due = {result.expected["verdict"] for result in answered}
        return next(iter(given)) if len(given) == 1 and len(due) == 2 else ""


def tally(results: Iterable[Result]) -> Tally:
    """Count results."""
    counts = Tally()
    for result in results:
        counts.add(result)
    return counts
