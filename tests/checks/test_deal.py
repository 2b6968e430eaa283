"""Cards dealt and turned up."""

from __future__ import annotations

import pytest

from tests.checks.small import Case, deal, faults, found, name_of

THREE = '[Seats "ABC"]\n'
TWO = '[Seats "NS"]\n'

CASES = [
    Case("eleven each of four", deal(*(f"hand {seat}: ?x11" for seat in "NESW")), []),
    Case("thirteen each of three", THREE + "deal 1: dealer C\nhand A: ?x13\nhand B: ?x13\nhand C: ?x13\n", []),
    Case("eleven of three", THREE + "deal 1: dealer C\nhand A: ?x11\n", [("DEAL-001", 3)]),
    Case("fifteen each of two", TWO + "deal 1: dealer S\nhand N: ?x15\nhand S: ?x15\n", []),
    Case("eleven of two", TWO + "deal 1: dealer S\nhand N: ?x11\n", [("DEAL-001", 3)]),
    Case("two players dealt wrongly", deal("hand N: ?x12", "hand E: ?x10", "hand S: ?x11"), [("DEAL-001", 2), ("DEAL-001", 3)]),
    Case("a hand in mid-deal", deal("pile: 5D", "hand N: KS QS"), []),
    Case("a hand in mid-deal beside melds", deal("melds N: AC AD AH", "hand N: KS QS"), []),
    Case("a hand taken back", deal("~hand N: ?x10", "hand N: ?x11"), []),
    Case("dealt wrongly, declared void", deal("hand N: ?x12", "end: void"), []),
    Case("dealt with its red three", deal("hand N: 3H ?x10", "red N: 3H>KD", "N: draw ?, discard 4C"), []),
    Case("turned up and stays", deal("up: 4C"), []),
    Case("ace turned up", deal("up: AS"), []),
    Case("covered twice", deal("up: * 3S 4C"), []),
    Case("covered once too seldom", deal("up: * 3S"), [("DEAL-002", 2)]),
    Case("covered in two lines", deal("up: 2C", "up: KD"), []),
    Case("put back where it is to be covered", deal("up: 3S back", "up: KC"), [("DEAL-005", 2)]),
    Case("three of unknown colour", "deal 1: dealer W\nup: 3\n", [("DEAL-002", 2)]),
    Case("three of unknown colour covered", "deal 1: dealer W\nup: 3 K\n", []),
    Case("rank covered", "deal 1: dealer W\nup: K Q\n", [("DEAL-003", 2)]),
    Case("unseen card covered", deal("up: ? KD"), []),
    Case("unseen card turned up", deal("up: ?"), []),
    Case("left uncovered, declared void", deal("up: 2C", "end: void"), []),
    Case("turned up, taken back", deal("~up: 2C", "up: KC"), []),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_cases(case: Case) -> None:
    assert faults(case.log) == case.expected


@pytest.mark.parametrize("card", ["*", "2D", "3H", "3C"])
def test_no_play_begins_on(card: str) -> None:
    assert found(deal(f"up: {card}", "N: draw ?, discard 4C"), "DEAL-002").data == {"card": card}
    assert faults(deal(f"up: {card} 9H", "N: draw ?, discard 4C")) == []


@pytest.mark.parametrize("dealt", [10, 12])
def test_what_follows_is_judged_with_the_hand_as_it_is(dealt: int) -> None:
    hand = ["AS", "KS", "QS", "JS", "TS", "9S", "8S", "7S", "6S", "5S", "4S", "4D"][:dealt]
    log = deal(f"hand N: {' '.join(hand)}", f"N: draw KD, discard {hand[-1]}", "end: stop", f"left N: {' '.join(hand[:-1])} KD")
    assert faults(log) == [("DEAL-001", 2)]
    finding = found(log, "DEAL-001")
    assert (finding.data, finding.seat, finding.turn) == ({"seat": "N", "have": dealt, "want": 11}, "N", None)
