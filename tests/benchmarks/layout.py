"""The table of a race, as text and as data."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import inputs
import rivals
from goals import Verdict
from lanes import ALL, Lane, Ratio, Together, median, ratio, together
from machine import Measured, Row

WAYS = {
    "re": "bare re tokenizer",
    "pairs": "re tokenizer with kinds",
    "parse": "parse",
    "replay": "parse + replay",
    "audit": "full audit",
}
_RIVAL_COLUMNS = {"chess": "x chess", "pokerkit": "x PokerKit", "rulesatlas": "x rulesatlas"}
_BUSY = 1.05
_HEAD = f"{'':32}{'MB':>7}{'plays':>9}{'wall s':>9}{'CPU s':>9}{'MB/s':>8}{'plays/s':>9}"


class Table:
    """What has been measured: lanes by log, the quickest lane of every other tool, and the machine's rows."""

    def __init__(self, lanes: Sequence[Lane], machine: dict[str, Measured]) -> None:
        self.lanes = lanes
        self.machine = machine
        self.bare: dict[str, Lane | Together] = {lane.log: lane for lane in lanes if lane.way == "re"}
        self.whole = _whole(lanes) if self.bare else []
        self.every: list[Lane | Together] = [*lanes, *self.whole]
        self.bare.update((one.log, one) for one in self.whole if one.way == "re")
        self.best: dict[str, Lane] = {}
        for lane in lanes:
            package = rivals.package_of(lane.way)
            if lane.way in rivals.RIVALS and (package not in self.best or _speed(lane) > _speed(self.best[package])):
                self.best[package] = lane

    def to_re(self, lane: Lane | Together) -> Ratio | None:
        """How many times as long as the bare tokenizer of the same bytes."""
        bare = self.bare.get(lane.log)
        return ratio(lane.rounds, bare.rounds) if bare else None

    def to_rival(self, lane: Lane | Together, package: str) -> Ratio | None:
        """How many times as many plays a second as another tool."""
        other = self.best.get(package)
        return ratio(other.rounds, lane.rounds, lane.units / other.units) if other else None

    def figures(self) -> dict[str, list[tuple[str, Ratio]]]:
        """What the goals are about."""
        found: dict[str, list[tuple[str, Ratio]]] = {}
        for lane in self.every:
            if lane.way == "audit":
                told = {"re": self.to_re(lane)} | {package: self.to_rival(lane, package) for package in _RIVAL_COLUMNS}
                for goal, figure in told.items():
                    if figure is not None:
                        found.setdefault(goal, []).append((lane.log, figure))
        for measured in self.machine.values():
            found.setdefault("memory", []).extend((row.name, Ratio(row.peak, row.peak)) for row in measured.rows if row.peak)
            for name, figure in measured.ratios.items():
                found.setdefault("startup" if name.startswith("audit") else name, []).append((name, figure))
        return found

    def lines(self) -> Iterator[str]:
        """The rows."""
        yield _HEAD + f"{'x re':>8}" + "".join(f"{title:>13}" for title in _RIVAL_COLUMNS.values())
        log = ""
        for lane in self.every:
            if lane.log != log:
                log = lane.log
                yield inputs.TITLES.get(log, "other tools" if log == "rivals" else log)
            yield self._lane(lane)
        for name, title in {"growth": "growth", "processes": "processes"}.items():
            if name in self.machine:
                yield title
                yield from map(_row, self.machine[name].rows)
                if name == "growth":
                    yield _fit(self.machine[name].rows)
                for what, figure in self.machine[name].ratios.items():
                    yield f"  {_RATIOS[what]:48}{figure.wall:9.2f}{figure.cpu:9.2f}"
        if "startup" in self.machine:
            yield "start-up, ms"
            for row in self.machine["startup"].rows:
                to_lark = self.machine["startup"].ratios.get(row.name)
                times = f"  x lark {to_lark.wall:5.2f} (CPU {to_lark.cpu:4.2f})" if to_lark else ""
                yield f"  {row.name:30}{'':16}{1000 * row.taken.wall:9.0f}{1000 * row.taken.cpu:9.0f}{times}"

    def _lane(self, lane: Lane | Together) -> str:
        name = WAYS.get(lane.way) or rivals.TITLES[lane.way]
        took, figure = median(lane.rounds), self.to_re(lane)
        mb = lane.size / 1e6
        row = f"  {name:30}{mb:7.2f}{lane.units:9}{took.wall:9.3f}{took.cpu:9.3f}{mb / took.wall:8.2f}{lane.units / took.wall:9.0f}"
        row += f"{figure.wall:8.2f}" if figure else ""
        if lane.way == "audit":
            for package in _RIVAL_COLUMNS:
                other = self.to_rival(lane, package)
                row += f"{other.wall:13.2f}" if other else f"{'-':>13}"
        return row

    def busy(self) -> str:
        """A warning where the rounds took much longer than they kept a processor busy."""
        waits = [one.wall / max(one.cpu, 1e-9) for lane in self.lanes for one in lane.rounds]
        times = statistics.median(waits) if waits else 1.0
        return f"the machine did other work: wall time was {times:.2f} times CPU time" if times > _BUSY else ""

    def data(self) -> list[dict[str, Any]]:
        """Every lane as data, with all its rounds."""
        return [
            {"log": lane.log, "way": lane.way, "bytes": lane.size, "unit": lane.unit, "units": lane.units}
            | {"wall": [one.wall for one in lane.rounds], "cpu": [one.cpu for one in lane.rounds], "first": lane.first}
            for lane in self.lanes
        ]


def _whole(lanes: Sequence[Lane]) -> list[Together]:
    """The bare tokenizer and the full audit over all logs."""
    return [together(ALL, way, [lane for lane in lanes if lane.way == way]) for way in ("re", "audit")]


_RATIOS = {
    "growth": "time a MB, the longest to the one before",
    "processes": "two processes, times one",
    "tokenizers": "two bare tokenizers at once, times one",
}


def _fit(rows: Sequence[Row]) -> str:
    """The straight line through the growth."""
    slope, start = statistics.linear_regression([row.size / 1e6 for row in rows], [row.taken.wall for row in rows])
    return f"  growth, fitted: {start:.3f} s and {1000 * slope:.1f} ms a MB"


def _speed(lane: Lane) -> float:
    return lane.units / median(lane.rounds).wall


def _row(row: Row) -> str:
    mb = row.size / 1e6
    speed = f"{mb / row.taken.wall:8.2f}{row.plays / row.taken.wall:9.0f}"
    return f"  {row.name:30}{mb:7.2f}{row.plays:9}{row.taken.wall:9.3f}{row.taken.cpu:9.3f}{speed}   peak {row.peak:.0f} MB"


_HOLDS = {True: "holds", False: "FAILS"}


def verdicts(found: Iterable[Verdict]) -> Iterator[str]:
    """The goals, and whether they hold."""
    yield f"{'goals (the worst of all logs)':64}{'limit':>10}{'wall':>8}{'CPU':>8}"
    signs = {"most": "<= ", "least": ">= "}
    for one in found:
        told = f"  {one.goal.text:62}{signs[one.goal.kind] + format(one.goal.limit, 'g'):>10}"
        if one.worst is None:
            yield f"{told}       -       -  not measured"
        else:
            whole = f"; {ALL} {one.together.wall:.2f}: {_HOLDS[one.holds_together]}" if one.together else ""
            yield f"{told}{one.worst.wall:8.2f}{one.worst.cpu:8.2f}  {_HOLDS[one.holds]} ({one.where}){whole}"
