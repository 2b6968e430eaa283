"""What one slip brings about is told once; what it cannot have brought about is told by itself."""

from __future__ import annotations

import pytest

from tests.checks.small import Case, deal, faults, name_of

HANDS = ("hand N: JC JD JH 6C", "hand S: 4C")
QUEENS = "melds S: QC QD QH"

ONE = [
    Case("a card left out of a meld",
         deal(QUEENS, *HANDS, "N: draw 5C, meld JC JD, discard 5C", "end: stop", "left N: 6C", "score NS: cards 60, total 50"),
         [("MELD-001", 5)]),
    Case("a card left out of the initial meld",
         deal("pile: 9C", *HANDS, "N: draw 2C, meld JC 2C, discard 6C", "end: stop", "left N: none"), [("MELD-001", 5)]),
    Case("another card written down in a meld",
         deal(QUEENS, *HANDS, "N: draw 5C, meld JC JD 9H, discard 5C", "end: stop", "left N: 6C"), [("MELD-002", 5)]),
    Case("another card laid off",
         deal(QUEENS, "hand N: QS 6C", "hand S: 4C", "N: draw 5C, add 9H to Q, discard 5C", "end: stop", "left N: 6C"),
         [("MELD-002", 5)]),
    Case("a deuce for a natural that is not in the hand",
         deal(QUEENS, *HANDS, "N: draw 5C, meld JC 2D 2H, discard 5C", "end: stop", "left N: 6C"), [("MELD-003", 5)]),
    Case("a meld left out",
         deal(QUEENS, *HANDS, "hand E: 7C", "N: draw 5C, discard 5C", "E: draw 8C, discard 8C",
         "S: draw JS, add JS to J, discard 4C",
              "end: stop", "left N: 6C", "left S: none"), [("MELD-012", 8)]),
    Case("the other card of the pair left out",
         deal(QUEENS, "pile: 9C JS", *HANDS, "N: take JS with JC, discard 9C", "end: stop", "left N: JH 6C"), [("PILE-002", 6)]),
    Case("a canasta that was never written down",
         deal(QUEENS, "hand N: KS", "N: draw 5C, ask yes, add KS to K, discard 5C", "end: N out"), [("MELD-012", 4)]),
    Case("a score begun from a wrong total",
         deal("totals: NS 500, EW 300") + "deal 2: dealer N\nbefore: NS 600, EW 300\nscore NS: total 100\ntotals: NS 600, EW 300\n",
         [("SCORE-015", 4)]),
]  # fmt: skip

TWO = [
    Case("too small an initial meld, and a wrong score",
         deal("pile: 9C", *HANDS, "N: draw 5C, meld JC JD JH, discard 5C", "end: stop", "score NS: cards 40"),
         [("OPEN-001", 5), ("SCORE-001", 7)]),
    Case("too small an initial meld, and out without a canasta",
         deal("pile: 9C", *HANDS, "N: draw 5C, ask yes, meld JC JD JH, discard 5C", "E: draw ?, discard 9C",
         "S: draw ?, discard 4C",
              "W: draw ?, discard 9D", "N: draw 7C, ask yes, add 7C to J, discard 6C", "end: N out").replace("ask yes, meld",
         "meld"),
         [("OPEN-001", 5), ("MELD-002", 9)]),
    Case("an unlawful take, and a bad meld in the same turn",
         deal(QUEENS, "pile: 2C KD", "N: take KD with KS *, meld JC JD, discard 5C"), [("PILE-004", 4), ("MELD-001", 4)]),
    Case("two bad melds", deal(QUEENS, "N: draw ?, meld JC JD, meld 9C 9D 8H, discard 5C"), [("MELD-001", 3), ("MELD-002", 3)]),
    Case("a bad new meld after a turn that is missing",
         deal(QUEENS, "N: draw ?, discard 5C", "S: draw ?, discard 5D", "W: draw ?, discard 6D", "N: draw ?, discard 6C",
              "E: draw ?, meld 8C 2C 2D 2H *, discard 7C"), [("RECORD-001", 4), ("MELD-003", 7)]),
    Case("out without a canasta long after an unlawful take",
         deal("melds N: QC QD QH", "pile: 2C KD", "hand N: KS * 6C", "N: take KD with KS *, discard 6C", "E: draw ?, discard 9C",
              "S: draw ?, discard 4C", "W: draw ?, discard 9D", "N: draw QS, ask yes, add QS to Q, discard 2C", "end: N out"),
         [("PILE-004", 5), ("OUT-001", 9)]),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ONE, *TWO], ids=name_of)
def test_roots(case: Case) -> None:
    assert faults(case.log) == case.expected
