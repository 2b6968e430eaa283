"""Signals that end a run cleanly."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def stopping(stop: Callable[[], None]) -> Iterator[None]:
    """Have the first SIGINT or SIGTERM call ``stop``; another one ends the run at once, as signals do."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def handle(number: int, frame: object) -> None:
        for one in before:
            signal.signal(one, _end)
        stop()

    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number in before:
        signal.signal(number, handle)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, frame: object) -> None:
    raise KeyboardInterrupt
