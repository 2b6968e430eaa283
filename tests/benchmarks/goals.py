"""What the race has to show, and whether it did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from lanes import ALL, Ratio


class Goal(NamedTuple):
    """A limit on a figure: the ``least`` or the ``most`` that it may be."""

    id: str
    text: str
    limit: float
    kind: Literal["least", "most"]


class Verdict(NamedTuple):
    """A goal with the worst figure of those it is about, by wall and CPU time, and where it was found, and with that of all logs
    ``together``; ``None``: not measured.
    """

    goal: Goal
    worst: Ratio | None
    where: str
    together: Ratio | None = None

    @property
    def holds(self) -> bool:
        """Whether the goal is met everywhere; by wall time, as anybody would measure it."""
        return self._met(self.worst)

    @property
    def holds_together(self) -> bool:
        """Whether it is met by all logs as if they were one."""
        return self._met(self.together)

    def _met(self, found: Ratio | None) -> bool:
        if found is None:
            return False
        return found.wall >= self.goal.limit if self.goal.kind == "least" else found.wall <= self.goal.limit


GOALS = (
    Goal("re", "full audit, times the time of the bare re tokenizer", 3.0, "most"),
    Goal("chess", "full audit, times python-chess's plies a second", 3.5, "least"),
    Goal("pokerkit", "full audit, times PokerKit's actions a second", 20.0, "least"),
    Goal("rulesatlas", "full audit, times rulesatlas's plays a second", 100.0, "least"),
    Goal("memory", "peak memory of a process, MB", 150.0, "most"),
    Goal("growth", "time a megabyte, the longest log beside the one before it", 1.1, "most"),
    Goal("processes", "two processes, times one", 1.8, "least"),
    Goal("startup", "start-up on a small log, times import lark", 2.0, "most"),
)

Figures = Mapping[str, Iterable[tuple[str, Ratio]]]
"""By the id of a goal, where it was measured and the figure."""


def judged(figures: Figures) -> Iterator[Verdict]:
    """Every goal by the worst of its figures."""
    for goal in GOALS:
        found = list(figures.get(goal.id, ()))
        if not found:
            yield Verdict(goal, None, "")
            continue
        where, worst = max(found, key=lambda one: _badness(goal, one[1].wall))
        yield Verdict(goal, worst, where, dict(found).get(ALL))


def _badness(goal: Goal, figure: float) -> float:
    return -figure if goal.kind == "least" else figure
