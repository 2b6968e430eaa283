"""Ends of deals made up for witnesses: a table, one turn, the end, and what a ruleset makes of it, claimed item by item."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from canasta_audit.audit import audit
from canasta_audit.compare.witness_sources import Game
from canasta_audit.notation.parse import parse
from canasta_audit.report import SideScore
from canasta_audit.ruleset.model import Ruleset

_RANKS = ("A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4")
_SUITS = "CDHS"

_MELDED = (
    "7C 7D 7H",
    "7C 7C 7D 7D 7H 7H 7S",
    "7C 7C 7D 7D 7H 7H 7S, 8C 8C 8D 8D 8H 8H 8S",
    "7C 7C 7D 7D 7H 2C 2D",
    "7C 7C 7D 7D 7H 7H 7S, 8C 8C 8D 8D 8H 2C 2D",
    "AC AC AD AD AH AH AS",
    "AC AC AD AD AH 2C 2D",
    "2C 2C 2D 2D 2H 2H 2S",
    "* * * * 2C 2C 2D",
    "* * * *",
    "* * * * * *",
    "2C 2C 2D 2D 2H",
    "2C 2C 2D 2D *",
)
"""Melds that lie there: a small one, a natural canasta, two, a mixed one, both kinds, aces, wild cards."""

_THREES = ("3H", "3H 3D", "3H 3D 3H", "3H 3D 3H 3D", "3H 3D 3H 3D 3H", "3H 3D 3H 3D 3H 3D")


def endings(rulesets: Sequence[Ruleset], players: int = 4) -> Iterator[Game]:
    """Yield ends of deals as they are, and with a claim for each item of the side that played, as each of the rulesets has it.

    They are of two against two; for another number of players there are none.
    """
    if players != 4:
        return
    for text in _ends():
        yield Game(text, "an end made up", frozenset())
        claims = {claim: None for ruleset in rulesets for claim in _claims(text, ruleset)}
        yield from (Game(f"{text}{claim}\n", "an end made up", frozenset(), narrow=True) for claim in claims)
    for ruleset in rulesets:
        yield from _matches(ruleset, players)


def _ends() -> Iterator[str]:
    plain = "N: draw 5D, discard 5C"
    for rank in _RANKS:
        for kept in (1, 3):
            hand = " ".join(rank + suit for suit in _SUITS[:kept])
            yield _end("", hand, f"N: draw {rank}S, discard {rank}S", hand)
    for card in ("2C", "*", "3C", "3H"):
        yield _end("", f"{card} 5C", plain, f"{card} 5D")
    for melds in _MELDED:
        yield _end(f"melds N: {melds}\n", "5C", plain, "5D")
    for threes in _THREES:
        chained = f"red N: {threes}\n"
        yield _end(chained, "5C", plain, "5D")
        yield _end(f"melds N: {_MELDED[0]}\n{chained}", "5C", plain, "5D")
        yield _end(f"melds N: {_MELDED[1]}\n{chained}", "5C", plain, "5D")
        yield _end(f"melds N: {_MELDED[3]}\n{chained}", "5C", plain, "5D")
    for melds in (_MELDED[1], _MELDED[2], _MELDED[4], f"{_MELDED[4]}, JC JC JD JD JH JH JS"):
        lying = f"melds N: {melds}\n"
        yield _end(lying, "7S", "N: draw 5C, add 7S to 7, discard 5C", "", "N out")
        yield _end(lying, "7S", "N: draw *, add 7S * to 7", "", "N out")
    yield _end("", "7C 7C 7D 7D 7H 7H 8C", "N: draw 7S, meld 7C 7C 7D 7D 7H 7H 7S, discard 8C", "", "N out concealed")


def _end(lying: str, hand: str, turn: str, left: str, ended: str = "stop") -> str:
    """A record taken up in mid-deal at the last turn; whoever has not played has no cards left."""
    rest = "".join(f"left {seat}: {left if seat == 'N' and left else 'none'}\n" for seat in "NESW")
    return f"deal 1: first N\n{lying}pile: 4C\nhand N: {hand}\n{turn}\nend: {ended}\n{rest}"


def _scores(text: str, ruleset: Ruleset) -> list[SideScore]:
    report = audit(parse(text), ruleset)
    return [score for match in report.matches for deal in match.deals for score in deal.scores if score.known]


def _claims(text: str, ruleset: Ruleset) -> Iterator[str]:
    """Yield a claim for each item of the side that played, all of its sum as well."""
    for score in _scores(text, ruleset):
        if score.side == "NS":
            points: dict[str, int] = {}
            for item in score.items:
                points[item.item] = points.get(item.item, 0) + item.points
            yield from (f"score NS: {name} {value}" for name, value in points.items())
            yield f"score NS: total {score.total}"


def _matches(ruleset: Ruleset, players: int) -> Iterator[Game]:
    """Yield the end of a match in which the target is just reached."""
    target = ruleset.tables[players].match.target
    for text in _ends():
        if "end: N out\n" in text:
            totals = {score.side: score.total for score in _scores(text, ruleset)}
            if len(totals) == 2:
                head, _, rest = text.partition("\n")
                before = target - totals["NS"]
                won = f'[Result "NS {target}-{totals["EW"]}"]\n{head}\nbefore: NS {before}, EW 0\n{rest}'
                yield Game(f"{won}totals: NS {target}, EW {totals['EW']}\n", "an end made up", frozenset(), narrow=True)
