"""Programs under test as processes: nothing is left of them."""

from __future__ import annotations

import os
import signal
import sys
import threading

import pytest

from canasta_audit.conform import run as conform_run
from canasta_audit.conform.child import Child, unbroken
from canasta_audit.conform.run import Runner

SLEEPS = [sys.executable, "-c", "import time; time.sleep(60)"]


class Interrupted(Child):
    """A child in whose start an interrupt comes."""

    made: int

    def __init__(self, command: list[str]) -> None:
        super().__init__(command)
        Interrupted.made = self._process.pid
        signal.raise_signal(signal.SIGINT)


@pytest.mark.skipif(os.name != "posix", reason="processes are told by signal 0 there")
@pytest.mark.parametrize("again", [False, True])
def test_an_interrupt_while_a_program_starts_leaves_nothing_of_it(monkeypatch: pytest.MonkeyPatch, again: bool) -> None:
    monkeypatch.setattr(conform_run, "Child", Interrupted)
    runner = Runner(SLEEPS, "1.0.0")
    with pytest.raises(KeyboardInterrupt):
        if again:
            try:
                runner._restart()
            finally:
                runner.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)
        else:
            runner.__enter__()
    with pytest.raises(ProcessLookupError):
        os.kill(Interrupted.made, 0)


def test_what_waits_comes_at_the_end_of_the_block() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), unbroken():
        signal.raise_signal(signal.SIGINT)
        done.append("after")
    assert done == ["after"]


def test_what_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with unbroken():
            assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_set_no_handler() -> None:
    done = []

    def go() -> None:
        with unbroken():
            done.append(True)

    thread = threading.Thread(target=go)
    thread.start()
    thread.join()
    assert done == [True]
