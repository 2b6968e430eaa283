"""The draw for seats, the first dealer, and how the deal passes."""

from __future__ import annotations

import pytest

from tests.checks.small import Case, deal, faults, found, name_of

SIDES = '[Sides "NS EW"]\n'
THREE = '[Seats "ABC"]\n'
TWO = '[Seats "NS"]\n'


LOTS = "N KS, E 4H, S QS, W 9C"


def dealt(*dealers: str) -> str:
    """Deals without turns, numbered from 1."""
    return "".join(f"deal {number}: dealer {dealer}\nend: stop\n" for number, dealer in enumerate(dealers, 1))


def drawn(*lots: str, dealer: str = "W") -> str:
    """A first deal after a draw for seats; the draw's first line is line 2."""
    return SIDES + "".join(f"lots: {line}\n" for line in lots) + f"deal 1: dealer {dealer}\n"


CASES = [
    Case("clockwise", SIDES + dealt(*"WNESWN"), []),
    Case("anticlockwise", SIDES + dealt(*"WS"), [("SEAT-001", 4)]),
    Case("the same again", SIDES + dealt(*"WW"), [("SEAT-001", 4)]),
    Case("once out of rotation, then on from there", SIDES + dealt(*"WSWN"), [("SEAT-001", 4)]),
    Case("three players", THREE + dealt(*"ABCAB"), []),
    Case("three players, one left out", THREE + dealt(*"AC"), [("SEAT-001", 4)]),
    Case("two players", TWO + dealt(*"NSN"), []),
    Case("a deal is missing in the record", "deal 1: dealer W\nend: stop\ndeal 3: dealer E\n", []),
    Case("a dealer is missing in the record", "deal 1: dealer W\nend: stop\ndeal 2:\nend: stop\ndeal 3: dealer W\n", []),
    Case("void: the same dealer again", "deal 1: dealer W\nend: void\ndeal 2: dealer W\n", []),
    Case("void: the same dealer and number again", "deal 1: dealer W\nend: void\ndeal 1: dealer W\n", []),
    Case("void: the deal has passed on", "deal 1: dealer W\nend: void\ndeal 2: dealer N\n", [("SEAT-001", 3)]),
    Case("another match begins anew", '[Event "a"]\n' + dealt(*"WN") + '[Event "b"]\n' + dealt(*"SW"), []),
    Case("first player at the left of the dealer", "deal 1: dealer W, first N\n", []),
    Case("dealer plays first", "deal 1: dealer W, first W\n", [("SEAT-002", 1)]),
    Case("who goes on in mid-deal", "deal 1: dealer W, first E\npile: 5D\nE: draw ?, discard 4C\n", []),
    Case("all in order", drawn("N KS, E 4H, S QS, W 9C"), []),
    Case("equal ranks, the suit decides", drawn("N KS, E KD, S KH, W 9C"), []),
    Case("equal ranks, the suit decides otherwise", drawn("N KS, E KH, S KD, W 9C"), [("SEAT-004", 2)]),
    Case("ace high", drawn("N AC, E 4H, S KS, W 9C"), []),
    Case("three high for whom it is said to be low", drawn("N 3C, E 2H, S 4D, W 2S", dealer="E"), []),
    Case("deuce low", drawn("N 2S, E 3C, S 2C, W 4D", dealer="S"), []),
    Case("suits unknown among equals", drawn("N K, E K, S 4C, W 9C", dealer="S"), []),
    Case("a card nobody noted", drawn("N ?, E KS, S 4C, W 9C", dealer="S"), []),
    Case("somebody's lot is missing", drawn("N KS, E QS, S 4C", dealer="S"), []),
    Case("joker drawn again", drawn("N *, E 4H, S KS, W 9C", "N QD", dealer="E"), []),
    Case("joker drawn twice", drawn("N *, E 4H, S KS, W 9C", "N *", dealer="E"), [("SEAT-003", 3)]),
    Case("same card, both draw again", drawn("N KS, E KS, S 4H, W 9C", "N AD, E TC"), [("SEAT-004", 2)]),
    Case("same card, only one draws again", drawn("N KS, E KS, S 4H, W 9C", "N 5D", dealer="N"), []),
    Case("the draw is taken back", SIDES + "~lots: N KS, E QS, S 4C, W 9C\ndeal 1: dealer S\n", []),
    Case("dealer drawn wrongly", drawn("N KS, E 4H, S QS, W 9C", dealer="N"), [("SEAT-006", 3)]),
    Case("the record begins later", SIDES + "lots: N KS, E 4H, S QS, W 9C\ndeal 3: dealer E\n", []),
    Case("the second deal is not the first", drawn("N KS, E 4H, S QS, W 9C") + "end: stop\ndeal 2: dealer N\n", []),
    Case("three players, nobody has a partner", THREE + "lots: A KS, B QS, C 4H\ndeal 1: dealer C\n", []),
    Case("three players, another dealer", THREE + "lots: A KS, B QS, C 4H\ndeal 1: dealer B\n", [("SEAT-006", 3)]),
    Case("two players", TWO + "lots: N 9S, S QS\ndeal 1: dealer N\n", []),
    Case("joker drawn again, then a card like another's", drawn("N *, E 4H, S KS, W QD", "N QD", dealer="E"), [("SEAT-003", 3)]),
    Case("and again", drawn("N *, E 4H, S KS, W QD", "N QD", "N JD", "W 5C", dealer="E"), []),
    Case("two pairs of equal cards", drawn("N KS, E 9C, S KS, W 9C", "N AD, E 5H, S TC, W 4C", dealer="W"), []),
    Case("two pairs of equal cards, one draws again", drawn("N KS, E 9C, S KS, W 9C", "N AD, S TC"), [("SEAT-003", 3)]),
    Case("again without cause", drawn("N KS, E 4H, S QS, W 9C", "E 5H"), [("SEAT-009", 3)]),
    Case("again without cause beside one with cause", drawn("N *, E 4H, S KS, W 9C", "N QD, E 5H", dealer="E"), [("SEAT-009", 3)]),
    Case("drawn again in a line of its own", drawn("N KS, E KS, S 4H, W 9C", "N AD", "E TC"), [("SEAT-004", 2)]),
    Case("ranks alone may be equal cards", drawn("N K, E 4, S K, W 9", "N 5", dealer="N"), []),
    Case("all draw anew", drawn("N KS, E 4H, S QS, W 9C", "N 4C, E KD, S 9S, W QD", dealer="W"), []),
    Case("ranks alone, all different", drawn("N K, E Q, S 4, W 9"), [("SEAT-004", 2)]),
    Case("colours part equal ranks", drawn("N Kb, E 4, S KD, W 9"), []),
    Case("either colour may be higher", drawn("N Kb, E 4, S KD, W 9", dealer="E"), []),
    Case("neither deals", drawn("N Kb, E 4, S KD, W 9", dealer="N"), [("SEAT-006", 3)]),
    Case("nobody is left who could be as high", drawn("N KS, E Kr, S 4C, W 9C"), [("SEAT-004", 2)]),
    Case("lots of a single player", drawn("N KS", dealer="E"), []),
    Case("who is not at the table", drawn("N KS, E QS, S 4C, W 9C, A AS", dealer="E"), []),
    Case("dealer not noted, first as drawn", SIDES + "lots: N KS, E 4H, S QS, W 9C\ndeal 1: first N\n", []),
    Case("dealer not noted, another first", SIDES + "lots: N KS, E 4H, S QS, W 9C\ndeal 1: first S\n", [("SEAT-011", 3)]),
    Case("nothing noted, another plays", SIDES + f"lots: {LOTS}\ndeal 1:\nS: draw ?, discard 4C\n", [("SEAT-011", 4)]),
    Case("nothing noted, another goes on", SIDES + f"lots: {LOTS}\ndeal 1:\npile: 5D\nS: draw ?, discard 4C\n", []),
    Case("cut by the dealer", "deal 1: dealer W, cut W\n", [("SEAT-008", 1)]),
    Case("a sheet without plays", drawn(LOTS, dealer="N") + "score NS: total 500\n", [("SEAT-006", 3)]),
    Case("another match with its own draw", drawn(LOTS) + f'[Event "b"]\n{drawn(LOTS, dealer="N")}', [("SEAT-006", 7)]),
    Case("partners opposite in another order", '[Seats "NWSE"]\n[Sides "NS EW"]\ndeal 1: dealer E\n', []),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_cases(case: Case) -> None:
    assert faults(case.log) == case.expected


def test_equal_lots_both_draw_again() -> None:
    finding = found(drawn("N KS, E KS, S 4H, W 9C", dealer="W"), "SEAT-003")
    assert (finding.line, finding.data) == (2, {"seats": ["N", "E"]})


def test_sides_as_drawn_are_named() -> None:
    assert found(drawn("N KS, E QS, S 4H, W 9C"), "SEAT-004").data == {"expected": ["NE", "WS"]}


def test_expected_dealer_is_named() -> None:
    assert found(SIDES + dealt(*"WS"), "SEAT-001").data == {"dealer": "S", "expected": "N"}
    assert found(drawn("N KS, E 4H, S QS, W 9C", dealer="N"), "SEAT-006").data == {"dealer": "N", "expected": "W"}
    assert found("deal 1: dealer W, first W\n", "SEAT-002").data == {"first": "W", "expected": "N"}


def test_partners_side_by_side_are_named() -> None:
    finding = found('[Seats "NSEW"]\n[Sides "NS EW"]\n' + deal("N: draw ?, discard 4C"), "SEAT-005")
    assert (finding.line, finding.data) == (1, {"side": "NS"})
