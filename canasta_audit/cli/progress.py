"""A bar that shows on a terminal how far a long run has come; anywhere else there is none."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from time import monotonic

from canasta_audit.conform.outcome import OUTCOMES, Result

_WIDTH = 24
_EVERY = 0.1


def shown(results: Iterable[Result], total: int) -> Iterator[Result]:
    """Yield the results, and draw how many there are on standard error meanwhile, where that is a terminal."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield from results
        return
    counts: Counter[str] = Counter()
    due = 0.0
    try:
        for done, result in enumerate(results, 1):
            counts[result.outcome] += 1
            if monotonic() >= due or done == total:
                due = monotonic() + _EVERY
                sys.stderr.write(f"\r{bar(done, total, counts)}\x1b[K")
                sys.stderr.flush()
            yield result
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def bar(done: int, total: int, counts: Counter[str]) -> str:
    """The bar with its counts, no wider than a narrow terminal takes.

    >>> bar(1, 4, Counter({"fail": 1}))
    '[######..................] 1/4  1 fail'
    """
    filled = _WIDTH * done // max(total, 1)
    told = "  ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES if counts[outcome])
    return f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {done}/{total}  {told}"[:79]
