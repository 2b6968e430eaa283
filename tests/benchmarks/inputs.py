"""The logs that are raced over: made by the tool itself from a seed, but for the match that is shipped.

``long``: deals of a plain bot, mostly turns (``bot.py``). ``short``: the shipped match to 5000 points, which is much like a real
one, with comments, red threes, takes and claims; it is repeated up to the size. The others are named like a ruleset: whole matches
under it, for every number of players by both bots in equal parts. No deal of ``long`` and of these comes twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

import bot

import canasta_audit as ca
from canasta_audit.resources import read_text
from canasta_audit.ruleset.load import list_rulesets
from canasta_audit.simulate.bots import BOTS
from canasta_audit.simulate.match import numbered_match

RULESETS = tuple(name for name, _ in list_rulesets())
LOGS = ("long", "short", *RULESETS)
TITLES = {"long": "long deals (uk-regency)", "short": "shipped match (uk-regency), repeated"} | {
    name: f"{name}, simulated" for name in RULESETS
}
_LONG_DEAL = 2100
"""Bytes of a deal of ``long``, about."""


class Input(NamedTuple):
    """A file that is read, its size in bytes, and what is written down in it, by what is counted."""

    path: Path
    size: int
    counts: dict[str, int]


def kept(folder: Path, name: str, make: Callable[[], tuple[str, dict[str, int]]]) -> Input:
    """The input of that name in a folder, made where it is not there yet."""
    path, beside = folder / name, folder / f"{name}.json"
    if not beside.exists():
        text, counts = make()
        path.write_text(text, encoding="utf-8", newline="\n")
        beside.write_text(json.dumps(counts), encoding="utf-8")
    return Input(path, path.stat().st_size, json.loads(beside.read_text(encoding="utf-8")))


def counts_of(text: str) -> dict[str, int]:
    """Plays, turns and lines of a log in plain spelling, told from its text alone."""
    lines = text.split("\n")
    turns = [line.partition("#")[0] for line in lines if line[1:3] == ": "]
    return {"plays": sum(line.count(", ") + 1 for line in turns), "turns": len(turns), "lines": len(lines) - 1}


def simulated(ruleset: str, size: int, seed: int) -> Iterator[str]:
    """Whole matches under a ruleset, so many characters or a little more, every number of players and bot in turn."""
    rules = ca.load_ruleset(ruleset)
    ways = [(players, bot) for players in sorted(rules.tables) for bot in BOTS]
    made = [0] * len(ways)
    for number in count(1):
        least = made.index(min(made))
        players, name = ways[least]
        match = "".join(numbered_match(rules, players, name, seed, number))
        made[least] += len(match)
        yield match + "\n"
        if sum(made) >= size:
            return


def log_of(name: str, size: int, seed: int) -> tuple[str, dict[str, int]]:
    """The text of a log, so many bytes or a little more, and its counts."""
    if name == "long":
        text = bot.matches(size // _LONG_DEAL + 1, seed)
    elif name == "short":
        match = read_text("fixtures", "games", "uk-regency", "02-match-to-5000.cgn") + "\n"
        text = match * (size // len(match.encode()) + 1)
    else:
        text = "".join(simulated(name, size, seed))
    return text, counts_of(text)


def log(folder: Path, name: str, megabytes: float, seed: int) -> Input:
    """A log as an input."""
    size = int(megabytes * 1e6)
    return kept(folder, f"{name}-{size}-{seed}.cgn", lambda: log_of(name, size, seed))
