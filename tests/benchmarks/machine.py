"""What a race cannot tell: how an audit grows with its log, what a second process is worth, and how long it takes to begin."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import startup
from inputs import Input, counts_of, kept
from lanes import Lane, Ratio, Round, median, ratio

MEASURED = Path(__file__).with_name("measured.py")
BETWEEN = "\n\n[Event "
"""What stands between a match and the next."""
LOGS = 40
"""Logs in the folder for two processes, of a megabyte each."""


class Row(NamedTuple):
    """What was measured of one command: its input, the median round, and the most memory that one process has had, in MB."""

    name: str
    size: int
    plays: int
    taken: Round
    peak: float = 0.0


class Measured(NamedTuple):
    """Rows, and ratios by what they tell."""

    rows: list[Row]
    ratios: dict[str, Ratio]


def begun(arguments: Sequence[str]) -> subprocess.Popen[str]:
    """An audit in a process of its own; not at a terminal, where it would show how far it has come."""
    command = [sys.executable, str(MEASURED), "audit", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")


def ended(process: subprocess.Popen[str]) -> tuple[Round, float]:
    """What it took, and its peak of memory; the logs have to be in order."""
    told, complaint = process.communicate()
    code, wall, cpu, peak = json.loads(told) if told else (process.returncode, 0, 0, 0)
    if code or not told:
        raise SystemExit(f"the audit of a log in order ended with {code}: {complaint}")
    return Round(wall, cpu), peak


@cache
def knows_jobs() -> bool:
    """Whether the audit takes ``--jobs``."""
    command = [sys.executable, "-m", "canasta_audit", "audit", "--help"]
    return "--jobs" in subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout


def grown(folder: Path, megabytes: float, whole: Input) -> Input:
    """The first matches of a log, so many megabytes or a little less; all of it where its first match is longer."""
    name = f"{whole.path.stem}-{int(megabytes * 1e6)}.cgn"

    def make() -> tuple[str, dict[str, int]]:
        text = whole.path.read_text(encoding="utf-8")
        end = text.rfind(BETWEEN, 0, int(megabytes * 1e6))
        text = text if end < 0 else text[:end] + "\n"
        return text, counts_of(text)

    return whole if megabytes * 1e6 >= whole.size else kept(folder, name, make)


def growth(folder: Path, whole: Input, megabytes: Sequence[float], rounds: int) -> Measured:
    """Audits of logs of these sizes, in turn; time a megabyte of the longest beside that of the one before it."""
    logs = {size: grown(folder, size, whole) for size in megabytes}
    jobs = ["--jobs", "1"] if knows_jobs() else []
    found: dict[float, list[tuple[Round, float]]] = {size: [] for size in logs}
    for _ in range(rounds):
        for size, read in logs.items():
            found[size].append(ended(begun([*jobs, str(read.path)])))
    rows = [_row(f"audit, {size:g} MB", logs[size], taken) for size, taken in found.items()]
    *_, usual, most = logs
    longest, other = ([took for took, _ in found[size]] for size in (most, usual))
    return Measured(rows, {"growth": ratio(longest, other, logs[usual].size / logs[most].size)})


def _row(name: str, read: Input, taken: Sequence[tuple[Round, float]]) -> Row:
    return Row(name, read.size, read.counts["plays"], median(took for took, _ in taken), max(peak for _, peak in taken))


def processes(folder: Path, whole: Input, rounds: int) -> Measured:
    """A folder of logs with one process and with two, in turn; beside it two bare tokenizers, one after another and at once."""
    matches = whole.path.read_text(encoding="utf-8").split(BETWEEN)
    place = folder / f"{whole.path.stem}.logs"
    place.mkdir(exist_ok=True)
    paths = [place / f"{number:02}.cgn" for number in range(min(LOGS, len(matches)))]
    for number, path in enumerate(paths):
        text = BETWEEN.join(matches[number :: len(paths)])
        path.write_text(text if number == 0 else BETWEEN.lstrip() + text, encoding="utf-8")
    jobs = knows_jobs()
    taken: tuple[list[tuple[Round, float]], ...] = ([], [])
    for _ in range(rounds):
        for number in (1, 2):
            taken[number - 1].append(_with_jobs(place, number) if jobs else _at_once(paths, number))
    name = "audit --jobs {}" if jobs else "audit, processes by hand: {}"
    rows = [_row(name.format(number), whole, found) for number, found in enumerate(taken, 1)]
    one, two = ([took for took, _ in found] for found in taken)
    return Measured(rows, {"processes": ratio(one, two), "tokenizers": tokenizers(whole, rounds)})


def _with_jobs(place: Path, number: int) -> tuple[Round, float]:
    return ended(begun(["--jobs", str(number), str(place)]))


def _at_once(paths: Sequence[Path], number: int) -> tuple[Round, float]:
    """So many audits at once, each of its share of the logs."""
    running = [begun([str(path) for path in paths[first::number]]) for first in range(number)]
    rounds, peaks = zip(*map(ended, running), strict=True)
    return Round(max(took.wall for took in rounds), sum(took.cpu for took in rounds)), max(peaks)


def tokenizers(read: Input, rounds: int) -> Ratio:
    """What this machine makes of two processes that have nothing to do with each other."""
    lanes = [Lane("growth", "re", read, "plays", "") for _ in range(2)]
    alone, together = [], []
    for number in range(rounds + 1):
        first, second = (lane.go() for lane in lanes)
        for lane in lanes:
            lane.start()
        both = [lane.finish() for lane in lanes]
        if number:
            alone.append(Round(first.wall + second.wall, first.cpu + second.cpu))
            together.append(Round(max(one.wall for one in both), sum(one.cpu for one in both)))
    for lane in lanes:
        lane.close()
    return ratio(alone, together)


def beginning(rounds: int) -> Measured:
    """Start-up of an audit of small logs, beside ``import lark``."""
    times = {
        name: [Round(wall / 1000, cpu / 1000) for wall, cpu in found]
        for name, found in startup.runs(rounds if rounds < 5 else 4 * rounds + 1).items()
    }
    rows = [Row(name, 0, 0, median(found)) for name, found in times.items()]
    lark = times[startup.LARK]
    return Measured(rows, {name: ratio(found, lark) for name, found in times.items() if name.startswith("audit")})
