"""Start-up: the time of ``canasta-audit audit`` on small logs, beside a bare ``import lark``; at most twice that is the aim.

Run by hand: ``python tests/benchmarks/startup.py [ROUNDS]``, with an interpreter that has the project's wheel installed. Byte code
is compiled first, as an installer does. All commands take turns, so that they meet the same machine. The median of the wall time is
the figure; the least CPU time shows how much of it was the machine's other work.
"""

from __future__ import annotations

import compileall
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

import canasta_audit

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from canasta_audit.cards import JOKER, RED_THREES, SUITED
from tests.cli.logs import CLEAN, FAULTY

RUN = "import sys; from canasta_audit.cli.main import main; main(sys.argv[1:])"
"""What the installed command does."""
LARK = "import lark"


def full_deal(turns: int = 48) -> str:
    """A faultless deal of four with all hands and the stock, every card drawn being discarded; the red threes lie at the bottom."""
    cards = [card for card in 2 * SUITED if card not in RED_THREES] + 4 * [JOKER]
    random.Random(1).shuffle(cards)
    cards.sort(key=lambda card: card[0] in "2*")
    hands = [f"hand {seat}: {' '.join(cards[i:44:4])}" for i, seat in enumerate("NESW")]
    stock = cards[45:] + [card for card in 2 * SUITED if card in RED_THREES]
    plays = [f"{'NESW'[i % 4]}: draw {card}, discard {card}" for i, card in enumerate(stock[:turns])]
    head = ['[Event "Club"]', '[Sides "NS EW"]', "", "deal 1: dealer W, first N", *hands, f"up: {cards[44]}"]
    return "\n".join([*head, f"stock: {' '.join(stock)}", "", *plays, "end: stop", ""])


def milliseconds(command: list[str], folder: str) -> tuple[float, float]:
    """Wall and CPU time of one run in ``folder``, where no checkout is in the way of what is installed."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=False)
    wall = time.perf_counter() - start
    if done.returncode > 1:
        raise SystemExit(f"{command[-1]}: ended with {done.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * wall, 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def runs(rounds: int) -> dict[str, list[tuple[float, float]]]:
    """Wall and CPU time of every command in every round."""
    compileall.compile_dir(os.path.dirname(canasta_audit.__file__), quiet=1)
    with tempfile.TemporaryDirectory() as folder:
        commands = {"pass": ["-c", "pass"], LARK: ["-c", "import lark"]}
        for name, log in {"clean": CLEAN, "full deal": full_deal(), "fault in a turn": FAULTY}.items():
            path = Path(folder) / f"{name}.cgn"
            path.write_text(log, encoding="utf-8")
            commands[f"audit, {name}"] = ["-c", RUN, "audit", str(path)]
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
        for _ in range(rounds):
            for name, args in commands.items():
                times[name].append(milliseconds([sys.executable, *args], folder))
    return times


def measure(rounds: int) -> None:
    """Print the figures."""
    figures = {name: _figures(found) for name, found in runs(rounds).items()}
    lark_wall, lark_cpu = figures[LARK]
    print(f"{'':<24} {'wall, median':>18} {'CPU, least':>18}")
    for name, (wall, cpu) in figures.items():
        print(f"{name:<24} {wall:6.0f} ms ({wall / lark_wall:4.2f}x) {cpu:6.0f} ms ({cpu / lark_cpu:4.2f}x)")


def _figures(found: Iterable[tuple[float, float]]) -> tuple[float, float]:
    walls, cpus = zip(*found, strict=True)
    return statistics.median(walls), min(cpus)


if __name__ == "__main__":
    measure(int(sys.argv[1]) if len(sys.argv) > 1 else 21)
