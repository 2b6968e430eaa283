"""The simulator: plays a second of CPU time for every game, number of players and bot, beside the audit of the same text.

Run by hand: ``python tests/benchmarks/simulator.py [PLAYS [GAME...]]`` (10000 where nothing is said, and every game). Matches of
fixed numbers are played until they have so many plays; the last one is cut. Every figure is the best of three rounds, playing and
auditing taken in turn in one process, so that they meet the same machine.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

import canasta_audit as ca
from canasta_audit.audit import audit
from canasta_audit.notation.parse import parse
from canasta_audit.ruleset.load import list_rulesets
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.simulate.bots import BOTS
from canasta_audit.simulate.match import numbered_match

ROUNDS = 3
SEED = 3


def plays_in(piece: str) -> int:
    """The number of plays of a piece of a log: those of its turns."""
    return sum(line.count(", ") + 1 for line in piece.split("\n") if line[1:3] == ": ")


def played(ruleset: Ruleset, players: int, bot: str, plays: int) -> tuple[list[str], int]:
    """Logs of matches with so many plays or a few more, the last of them cut, and the number of plays."""
    logs: list[str] = []
    done = 0
    while done < plays:
        pieces = []
        for piece in numbered_match(ruleset, players, bot, SEED, len(logs) + 1):
            pieces.append(piece)
            done += plays_in(piece)
            if done >= plays:
                break
        logs.append("".join(pieces))
    return logs, done


def measure(ruleset: Ruleset, players: int, bot: str, plays: int) -> tuple[float, float]:
    """Plays a second: simulated, and audited with the reading of the text."""
    best = [0.0, 0.0]
    for _ in range(ROUNDS):
        begun = time.process_time()
        logs, done = played(ruleset, players, bot, plays)
        between = time.process_time()
        for log in logs:
            audit(parse(log), ruleset)
        ended = time.process_time()
        best = [max(best[0], done / (between - begun)), max(best[1], done / (ended - between))]
    return best[0], best[1]


def table(plays: int, games: list[str]) -> Iterator[str]:
    """The lines of the report."""
    yield f"{'game':<14}{'players':>8}  {'bot':<8}{'plays/s':>9}{'times the audit':>17}"
    for game in games:
        ruleset = ca.load_ruleset(game)
        for players in sorted(ruleset.tables):
            for bot in BOTS:
                simulated, audited = measure(ruleset, players, bot, plays)
                yield f"{game:<14}{players:>8}  {bot:<8}{simulated:>9.0f}{simulated / audited:>17.2f}"


if __name__ == "__main__":
    wanted = sys.argv[2:] or [name for name, _ in list_rulesets()]
    for row in table(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000, wanted):
        print(row, flush=True)
