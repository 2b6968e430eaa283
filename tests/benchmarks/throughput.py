"""Throughput: plays and bytes a second through parsing, replay and all checks, beside a bare ``re`` tokenizer of the same bytes.

Run by hand: ``python tests/benchmarks/throughput.py [MEGABYTES [LOG...]]`` (5 where nothing is said). There are two logs: the
shipped match to 5000 points, whose deals are short, so that much of it is hands, stock and scores; and long deals of a plain bot,
which are mostly turns. Logs of your own come instead. Each is repeated up to the size. Every figure is the median of five rounds,
all taken in turn in one process, so that they meet the same machine; the last lines show time and peak memory as the log grows.
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

import bot

import canasta_audit as ca
from canasta_audit.asking import Asker
from canasta_audit.auditor import Auditor
from canasta_audit.notation.parse import units
from canasta_audit.resources import read_text as read_data
from canasta_audit.source import read_text

ROUNDS = 5
TOKEN = re.compile(r"10[CDHS]|[2-9TJQKA][CDHS]?|[*?]|[a-z]+|[A-Z]|\d+|\S")


def logs_of(paths: Sequence[str]) -> dict[str, str]:
    """The logs to measure, by what they are called."""
    if paths:
        return {path: Path(path).read_text(encoding="utf-8") for path in paths}
    return {"short deals": read_data("fixtures", "games", "uk-regency", "02-match-to-5000.cgn"), "long deals": bot.matches(60)}


def grown(log: str, megabytes: float) -> str:
    """The log, repeated up to about so many megabytes."""
    return f"{log}\n" * (int(megabytes * 1e6 / len(log.encode())) + 1)


def tokenize(text: str) -> int:
    """Find every token of the text and do nothing with it."""
    return sum(1 for _ in TOKEN.finditer(text))


def parse(text: str) -> int:
    """Read the log into its typed form; the number of its plays."""
    plays = 0
    for unit in units(read_text(text), "log", lambda finding: None):
        for line in getattr(unit, "lines", ()):
            plays += len(getattr(line, "plays", ()))
    return plays


@contextmanager
def without_checks() -> Iterator[None]:
    """Audits in this block ask no check."""
    original = Asker.__init__
    Asker.__init__ = lambda self, step, emit, plan: original(self, step, emit, {})  # type: ignore[method-assign]
    try:
        yield
    finally:
        Asker.__init__ = original  # type: ignore[method-assign]


def audit(text: str, checks: bool = True) -> int:
    """Parse, replay and (unless told otherwise) ask every check; the number of plays."""
    ruleset = ca.load_ruleset("uk-regency")
    auditor = Auditor("log", lambda tags: ruleset)
    with nullcontext() if checks else without_checks():
        for unit in units(read_text(text), "log", lambda finding: None):
            for _ in auditor.feed(unit):
                pass
    return auditor.plays


WAYS: dict[str, Callable[[str], int]] = {
    "bare re tokenizer": tokenize,
    "parse": parse,
    "parse + replay": lambda text: audit(text, checks=False),
    "full audit": audit,
}


def rounds(text: str) -> dict[str, float]:
    """Median seconds of every way, taken in turn."""
    times: dict[str, list[float]] = {name: [] for name in WAYS}
    for _ in range(ROUNDS):
        for name, way in WAYS.items():
            begun = time.perf_counter()
            way(text)
            times[name].append(time.perf_counter() - begun)
    return {name: statistics.median(taken) for name, taken in times.items()}


def table(name: str, text: str) -> Iterator[str]:
    """The lines of the report on one log."""
    size, plays = len(text.encode()) / 1e6, parse(text)
    medians = rounds(text)
    bare = medians["bare re tokenizer"]
    yield f"{name}: {size:.2f} MB, {plays} plays; medians of {ROUNDS}"
    yield f"{'':20}{'seconds':>9}{'MB/s':>8}{'plays/s':>10}{'times re':>10}"
    for name, seconds in medians.items():
        yield f"{name:20}{seconds:9.3f}{size / seconds:8.2f}{plays / seconds:10.0f}{seconds / bare:10.2f}"


_MEMORY = """
import sys, time
import canasta_audit as ca
from canasta_audit.source import read_path
ruleset = ca.load_ruleset("uk-regency")
begun = time.perf_counter()
for _ in ca.stream(read_path(sys.argv[1]), "log", lambda tags: ruleset):
    pass
seconds = time.perf_counter() - begun
status = open("/proc/self/status").read().split()
print(seconds, int(status[status.index("VmHWM:") + 1]) // 1024)
"""


def growth(folder: Path, log: str) -> Iterator[str]:
    """Time and peak memory of a streamed audit, by the size of the log (where there is a ``/proc``)."""
    yield f"{'size':>8}{'seconds':>9}{'peak MB':>9}"
    for megabytes in (1, 5, 20):
        path = folder / f"{megabytes}.cgn"
        path.write_text(grown(log, megabytes), encoding="utf-8")
        out = subprocess.run([sys.executable, "-c", _MEMORY, str(path)], capture_output=True, text=True, check=True).stdout.split()
        yield f"{megabytes:>5} MB{float(out[0]):9.2f}{int(out[1]):9}"


if __name__ == "__main__":
    import tempfile

    measured = logs_of(sys.argv[2:])
    for called, log in measured.items():
        for row in table(called, grown(log, float(sys.argv[1]) if len(sys.argv) > 1 else 5)):
            print(row)
    with tempfile.TemporaryDirectory() as place:
        for row in growth(Path(place), next(iter(measured.values()))):
            print(row)
