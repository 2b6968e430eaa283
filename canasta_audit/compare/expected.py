"""What the games of one ruleset would show that another one forbids: counted in matches that our bots play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from canasta_audit.audit import audit
from canasta_audit.finding import severity_at_least
from canasta_audit.legal import TooMany
from canasta_audit.notation import model as n
from canasta_audit.notation.parse import parse
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.simulate.bots import BOTS
from canasta_audit.simulate.match import Unlawful, numbered_match
from canasta_audit.table.deal import seats_of

_SEED = 1
_MATCHES, _DEALS = 2, 3


def players_of(logs: Sequence[n.Log]) -> int | None:
    """How many play in the first match of the logs, ``None`` where there is none."""
    head = next((match for log in logs for match in log.matches), None)
    return len(seats_of(head.tags).order) if head is not None else None


def is_full(logs: Sequence[n.Log]) -> bool:
    """Tell whether every deal that was played has its hands: only then does a play that is not there mean something."""
    deals = [deal for log in logs for match in log.matches for deal in match.deals]
    played = [deal for deal in deals if any(isinstance(line, n.Turn) for line in deal.lines)]
    return bool(played) and all(any(isinstance(line, n.HandLine) for line in deal.lines) for deal in played)


def expected(played: Ruleset, judged: Ruleset, logs: Sequence[n.Log], *, least: bool = False) -> dict[str, float]:
    """By deciding key (``""``: none), how many findings ``judged`` would have in a game by ``played`` as long as ``logs``.

    That is the mean of our bots; with ``least`` that one of them counts who plays the fewest of such plays, as people may never
    think of what is allowed.
    """
    players = players_of(logs)
    if players is None or players not in played.tables or players not in judged.tables:
        return {}
    turns = sum(_turns(log) for log in logs)
    by_bot = [_found(_games(played, players, bot), judged) for bot in BOTS]
    shares = {
        key: [shown.get(key, 0) / length if length else 0.0 for shown, length in by_bot] for shown, _ in by_bot for key in shown
    }
    return {key: turns * (min(each) if least else sum(each) / len(each)) for key, each in shares.items()}


def _found(games: Sequence[n.Log], judged: Ruleset) -> tuple[dict[str, int], int]:
    """By key, the findings in some games, and how many turns these have."""
    shown: dict[str, int] = {}
    for log in games:
        for finding in audit(log, judged).roots:
            if severity_at_least(finding.severity, "warning"):
                key = finding.parameter.pointer if finding.parameter is not None else ""
                shown[key] = shown.get(key, 0) + 1
    return shown, sum(map(_turns, games))


def _turns(log: n.Log) -> int:
    return sum(isinstance(line, n.Turn) for line in log.lines())


_PLAYED: dict[tuple[str, int, str], tuple[n.Log, ...]] = {}
"""Games that were played already, by digest of the ruleset, number of players and bot: nothing changes them."""


def _games(ruleset: Ruleset, players: int, bot: str) -> tuple[n.Log, ...]:
    """A few deals of some matches by a ruleset, as a bot plays; fewer where the bot finds no lawful turn."""
    place = ruleset.digest, players, bot
    if place not in _PLAYED:
        _PLAYED[place] = tuple(_played(ruleset, players, bot))
    return _PLAYED[place]


def _played(ruleset: Ruleset, players: int, bot: str) -> Iterator[n.Log]:
    for number in range(1, _MATCHES + 1):
        try:
            pieces = list(islice(numbered_match(ruleset, players, bot, _SEED, number), 1 + _DEALS))
        except (Unlawful, TooMany):
            continue
        yield parse("".join(pieces))
