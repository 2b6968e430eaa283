"""One table in one run: this tool beside a bare tokenizer, python-chess, PokerKit and rulesatlas; its growth, processes, start-up.

Run by hand: ``python tests/benchmarks/race.py [OPTION...]`` (``--help``; the README beside this file tells what every row is). The
other tools are in the extra ``bench``. Exits with 0 only if nothing was left out and every goal holds.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import inputs
import machine
import rival_inputs
import rivals
from goals import Verdict, judged
from lanes import Lane, race
from layout import Table, verdicts
from ways import COUNTED

OTHERS = ("growth", "processes", "startup")
ROWS = (*inputs.LOGS, *rivals.RIVALS, *OTHERS)
MEGABYTES = 3.0
_WAYS = {"long": tuple(COUNTED), "short": tuple(COUNTED)}
_OF_A_RULESET = ("re", "audit")


def options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="One table: this tool beside others, with the goals that hold at its end.")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds, taken in turn; medians are shown (5)")
    parser.add_argument("--scale", type=float, default=1.0, metavar="X", help="times the size of everything that is read (1)")
    parser.add_argument("--rows", default=",".join(ROWS), metavar="ROW,...", help=f"only these: {', '.join(ROWS)}")
    parser.add_argument("--growth", default="1,10,100", metavar="MB,...", help="sizes for growth (1,10,100)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another gives other logs (1)")
    parser.add_argument("--inputs", type=Path, metavar="FOLDER", help="keep what is read there, for the next run")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every round as data, too")
    found = parser.parse_args(arguments)
    found.rows = found.rows.split(",")
    found.growth = sorted(map(float, found.growth.split(",")))
    if unknown := set(found.rows) - set(ROWS):
        parser.error(f"no such row: {', '.join(sorted(unknown))}")
    if found.rounds < 1 or len(set(found.growth)) < 2:
        parser.error("at least one round and two sizes for growth are needed")
    return found


def lanes_of(found: argparse.Namespace, folder: Path) -> list[Lane]:
    """A lane for each way of each log, and for each tool that is there; their inputs are made where they are not yet."""
    lanes = []
    for name in inputs.LOGS:
        if name in found.rows:
            log = inputs.log(folder, name, MEGABYTES * found.scale, found.seed)
            lanes += [Lane(name, way, log, "plays", COUNTED[way]) for way in _WAYS.get(name, _OF_A_RULESET)]
    for rival in rivals.RIVALS:
        if rival in found.rows and rivals.installed(rival):
            unit = rival_inputs.UNIT[rivals.package_of(rival)]
            read = rival_inputs.rival_input(folder, rival, found.scale, found.seed)
            lanes.append(Lane("rivals", rival, read, unit, "taken" if "taken" in read.counts else unit))
    return lanes


def raced(found: argparse.Namespace, folder: Path) -> Table:
    """Measure everything that is asked for."""
    lanes = lanes_of(found, folder)
    try:
        race(lanes, found.rounds)
    finally:
        for lane in lanes:
            lane.close()
    others: dict[str, machine.Measured] = {}
    sizes = [size * found.scale for size in found.growth]
    folder_size = machine.LOGS * found.scale
    if "growth" in found.rows or "processes" in found.rows:
        most = max(sizes[-1] if "growth" in found.rows else 0, folder_size if "processes" in found.rows else 0)
        whole = inputs.log(folder, "uk-regency", most, found.seed)
        if "growth" in found.rows:
            others["growth"] = machine.growth(folder, machine.grown(folder, sizes[-1], whole), sizes, found.rounds)
        if "processes" in found.rows:
            others["processes"] = machine.processes(folder, machine.grown(folder, folder_size, whole), found.rounds)
    if "startup" in found.rows:
        others["startup"] = machine.beginning(found.rounds)
    return Table(lanes, others)


def load() -> str:
    """How busy the machine is: the average of the last minute."""
    return f"{os.getloadavg()[0]:.2f}" if hasattr(os, "getloadavg") else "unknown"


def missing(found: argparse.Namespace) -> list[str]:
    """Rows that were not asked for, or whose tool is not there."""
    return [row for row in ROWS if row not in found.rows or (row in rivals.RIVALS and not rivals.installed(row))]


def as_data(table: Table, told: Sequence[Verdict], left_out: Sequence[str]) -> dict[str, Any]:
    """The run as data."""
    goals = [
        {"id": one.goal.id, "limit": one.goal.limit, "holds": one.holds, "where": one.where}
        | {"wall": one.worst and one.worst.wall, "cpu": one.worst and one.worst.cpu}
        | {"together": one.together and one.together.wall, "holds_together": one.holds_together}
        for one in told
    ]
    others = [{"name": row.name, **row._asdict()} for measured in table.machine.values() for row in measured.rows]
    return {"lanes": table.data(), "others": others, "goals": goals, "left_out": list(left_out)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and return the exit code."""
    found = options(arguments)
    before, left_out = load(), missing(found)
    with tempfile.TemporaryDirectory() as temporary:
        folder = found.inputs or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        table = raced(found, folder)
    told = list(judged(table.figures()))
    tools = {rivals.package_of(rival) for rival in rivals.RIVALS if rival not in left_out}
    names = ", ".join(f"{name} {version(name)}" for name in ("canasta-audit", *sorted(tools)))
    print(f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} processors, Python {platform.python_version()}; {names}")
    print(f"rounds in turn: {found.rounds}, medians; load {before} at the start, {load()} at the end")
    for line in filter(None, (*table.lines(), *verdicts(told), table.busy())):
        print(line)
    if left_out:
        hint = "" if all(map(rivals.installed, rivals.RIVALS)) else " (tools: pip install -e '.[bench]')"
        print(f"left out: {', '.join(left_out)}{hint}")
    if found.json:
        found.json.write_text(json.dumps(as_data(table, told, left_out), indent=1) + "\n", encoding="utf-8")
    return 0 if all(one.holds for one in told) and not left_out else 1


if __name__ == "__main__":
    sys.exit(main())
