"""A bar that shows on a terminal how far a long run has come; anywhere else there is none."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from canasta_audit.conform.outcome import Result

_WIDTH = 24
_EVERY = 0.1


def on_terminal() -> bool:
    """Tell whether standard error is a terminal that a bar can be drawn on."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


class Bar:
    """One line on standard error that is drawn over and over."""

    def __init__(self) -> None:
        """Nothing is drawn yet."""
        self._due = 0.0
        self._there = False

    def draw(self, told: Callable[[], str], now: bool = False) -> None:
        """Draw what is ``told``, ten times a second at most, unless ``now``."""
        if now or monotonic() >= self._due:
            self._due = monotonic() + _EVERY
            self._there = True
            sys.stderr.write(f"\r{told()[: _columns() - 1]}\x1b[K")
            sys.stderr.flush()

    def hide(self) -> None:
        """Clear the line."""
        if self._there:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
        self._there = False


def shown(results: Iterable[Result], total: int) -> Iterator[Result]:
    """Yield the results, and draw how many there are on standard error meanwhile, where that is a terminal."""
    if not on_terminal():
        yield from results
        return
    counts: Counter[str] = Counter()
    drawn = Bar()
    try:
        for done, result in enumerate(results, 1):
            counts[result.outcome] += 1
            drawn.draw(lambda done=done: bar(done, total, counts), done == total)  # type: ignore[misc]
            yield result
    finally:
        drawn.hide()


def bar(done: int, total: int, counts: Counter[str]) -> str:
    """The bar with its counts, no wider than a narrow terminal takes.

    >>> bar(1, 4, Counter({"fail": 1}))
    '[######..................] 1/4  1 fail'
    """
    from canasta_audit.conform.outcome import OUTCOMES

    told = "  ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES if counts[outcome])
    return f"{share(done / max(total, 1))} {done}/{total}  {told}"[:79]


def share(part: float) -> str:
    """A part of a whole as a bar.

    >>> share(0.5)
    '[############............]'
    """
    filled = int(_WIDTH * min(max(part, 0.0), 1.0))
    return f"[{'#' * filled}{'.' * (_WIDTH - filled)}]"


def rate(number: float) -> str:
    """A rate in few figures.

    >>> rate(0.1234), rate(12.34), rate(1234.5), rate(123456)
    ('0.12', '12', '1234', '123k')
    """
    if number >= 10_000:
        return f"{number / 1000:.0f}k"
    return f"{number:.2f}" if number < 1 else f"{number:.1f}" if number < 10 else f"{number:.0f}"


def left(seconds: float, part: float) -> str:
    """The time that is left when a part of the whole took so many seconds; ``""`` where little can be said.

    >>> left(30, 0.25), left(3600, 0.1), left(1, 0)
    (', 1:30 left', ', 9:00:00 left', '')
    """
    if part <= 0:
        return ""
    rest = round(seconds * (1 - min(part, 1.0)) / part)
    hours, minutes = divmod(rest // 60, 60)
    told = f"{hours}:{minutes:02}" if hours else f"{minutes}"
    return f", {told}:{rest % 60:02} left"


def _columns() -> int:
    try:
        # Some say that they have none.
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
