"""Keys of the match: who wins it, and what a tie comes to."""

from __future__ import annotations

import pytest

import canasta_audit as ca
from tests.checks.keyed import Keyed, decides, places, rules_of
from tests.checks.small import KINGS, deal

WENT_OUT = "match: {winner: went-out}"
SHARED = "match: {tie: shared}"
OUT = ("melds N: " + KINGS, "hand N: KD", "hand S: 4C", "hand E: 8C", "hand W: 8D", "N: draw 5C, ask yes, add KD to K, discard 5C")


def match(before: str, end: str, totals: str, *result: str) -> str:
    """A match whose only deal ends as ``end`` says, with the totals before and after it; the result stands in line 1."""
    tags = "".join(f'[Result "{each}"]\n' for each in result)
    return tags + deal(f"before: {before}", *OUT, f"end: {end}", f"totals: {totals}")


BEHIND = ("NS 4500, EW 6000", "N out", "NS 5175, EW 5980")
WON = [
    Keyed(WENT_OUT, match(*BEHIND, "NS 5175"), [], without=[("MATCH-003", 1)]),
    Keyed(WENT_OUT, match(*BEHIND, "EW 5980"), [("MATCH-003", 1)], {"winner": "EW", "leader": ["NS"], "total": 5175}),
    Keyed(WENT_OUT, match("NS 4000, EW 6000", "N out", "NS 4675, EW 5980", "EW 5980"), [("MATCH-003", 1)], {}, []),
    Keyed(WENT_OUT, match("NS 4000, EW 6000", "N out", "NS 4675, EW 5980", "NS 4675"), [], without=[("MATCH-003", 1)]),
    Keyed(
        WENT_OUT, match(*BEHIND) + "deal 2: dealer N\n", [("MATCH-001", 11)], {"leader": "NS", "total": 5175}, [("MATCH-001", 11)]
    ),
    Keyed(WENT_OUT, match("NS 4500, EW 5195", "N out", "NS 5175, EW 5175") + "deal 2: dealer N\n", [("MATCH-001", 11)]),
    Keyed(SHARED, match("NS 4500, EW 5195", "N out", "NS 5175, EW 5175") + "deal 2: dealer N\n", [("MATCH-001", 11)]),
    Keyed(SHARED, match("NS 4500, EW 5195", "N out", "NS 5175, EW 5175", "NS 5175"), [("MATCH-003", 1)], {}, [("MATCH-003", 1)]),
]


@pytest.mark.parametrize("case", WON)
def test_match(case: Keyed) -> None:
    decides(case)


@pytest.mark.parametrize(("key", "winner"), [(WENT_OUT, "NS"), ("", "EW")])
def test_winner_in_the_report(key: str, winner: str) -> None:
    assert ca.audit(ca.parse(match(*BEHIND)), rules_of(key)).matches[0].winner == winner


@pytest.mark.parametrize(("ruleset", "found"), [("ru-bank", [("MATCH-003", 1)]), ("ru-bank+winner-went-out", [])])
def test_shipped_game(ruleset: str, found: list[tuple[str, int]]) -> None:
    log = match("NS 6900, EW 9000", "N out", "NS 7565, EW 8980", "NS 7565")
    assert places(log.replace("ask yes, ", ""), ruleset) == found
