"""Competitors in their lanes: each in a process of its own that waits while another one runs, and what its rounds took."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from inputs import Input

WORKER = Path(__file__).with_name("worker.py")
ALL = "all logs together"
"""Every log that is raced over, as if they were one."""


class Round(NamedTuple):
    """Seconds that a round took."""

    wall: float
    cpu: float


class Lane:
    """A way or a tool over one input. ``unit`` is what its speed is counted in, ``counted`` what it returns (``""``: nothing that
    can be checked). The first round is to warm it up.
    """

    def __init__(self, log: str, way: str, what: Input, unit: str, counted: str) -> None:
        self.log, self.way, self.input, self.unit, self.counted = log, way, what, unit, counted
        self.rounds: list[Round] = []
        self.first = 0.0
        command = [sys.executable, str(WORKER), way, str(what.path)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def start(self) -> None:
        """Begin a round."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):  # a process that has ended is told of when it is asked
            print("go", file=self.process.stdin, flush=True)

    def finish(self) -> Round:
        """Wait for the end of the round, and check the work."""
        assert self.process.stdout is not None
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"{self.log}, {self.way}: the process has ended with {self.process.wait()}")
        wall, cpu, counted, faults = json.loads(answer)
        if faults or (self.counted and counted != self.input.counts[self.counted]):
            written = self.input.counts.get(self.counted)
            raise SystemExit(f"{self.log}, {self.way}: {counted} {self.counted} of {written}, {faults} faults")
        return Round(wall, cpu)

    def go(self) -> Round:
        """One round, alone."""
        self.start()
        return self.finish()

    def close(self) -> None:
        """Let the process go."""
        if self.process.stdin is not None:
            with suppress(BrokenPipeError):
                self.process.stdin.close()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

    @property
    def units(self) -> int:
        """Plays, plies or actions of a round."""
        return self.input.counts[self.unit]

    @property
    def size(self) -> int:
        """Bytes that are read in a round."""
        return self.input.size


class Together(NamedTuple):
    """One way over several logs as if they were one: what its lanes take in a round, added up."""

    log: str
    way: str
    units: int
    size: int
    rounds: Sequence[Round]


def together(log: str, way: str, lanes: Sequence[Lane]) -> Together:
    """All lanes of a way, called ``log``."""
    rounds = [Round(*map(sum, zip(*each, strict=True))) for each in zip(*(lane.rounds for lane in lanes), strict=True)]
    return Together(log, way, sum(lane.units for lane in lanes), sum(lane.size for lane in lanes), rounds)


def race(lanes: Sequence[Lane], rounds: int) -> None:
    """Warm up, then run every lane in turn, so many rounds, one at a time."""
    for lane in lanes:
        lane.first = lane.go().wall
    for _ in range(rounds):
        for lane in lanes:
            lane.rounds.append(lane.go())


class Ratio(NamedTuple):
    """A ratio of times: the median over the rounds, of wall and of CPU time."""

    wall: float
    cpu: float


def ratio(above: Iterable[Round], below: Iterable[Round], factor: float = 1.0) -> Ratio:
    """How many times as long one took as the other, round by round."""
    pairs = [(one.wall / other.wall, one.cpu / max(other.cpu, 1e-9)) for one, other in zip(above, below, strict=True)]
    return Ratio(*(factor * statistics.median(column) for column in zip(*pairs, strict=True)))


def median(rounds: Iterable[Round]) -> Round:
    """Median wall and median CPU time."""
    walls, cpus = zip(*rounds, strict=True)
    return Round(statistics.median(walls), statistics.median(cpus))
