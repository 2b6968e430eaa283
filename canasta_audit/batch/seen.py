"""A set of names that takes little memory: what has been handed out must be remembered, be it millions of paths."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from heapq import merge

_RECENT = 1 << 16


class Seen:
    """Remembers names by eight bytes each; that two are taken for one is less likely than that a disk errs."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._recent: set[int] = set()
        self._runs: list[array[int]] = []

    def add(self, name: str) -> bool:
        """Remember ``name``; tell whether it is new."""
        key = hash(name)
        if key in self._recent or any(_holds(run, key) for run in self._runs):
            return False
        self._recent.add(key)
        if len(self._recent) >= _RECENT:
            self._settle()
        return True

    def _settle(self) -> None:
        """Sort what is recent; of sorted runs there are few, each longer than the next."""
        run = array("q", sorted(self._recent))
        self._recent.clear()
        while self._runs and len(self._runs[-1]) <= len(run):
            run = array("q", merge(self._runs.pop(), run))
        self._runs.append(run)


def _holds(run: array[int], key: int) -> bool:
    at = bisect_left(run, key)
    return at < len(run) and run[at] == key
