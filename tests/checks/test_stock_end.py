"""The end of the stock: who must take, what a red three ends, and whether it was used up."""

from __future__ import annotations

import pytest

from tests.checks.small import Case, Option, deal, faults, found, name_of

NINES = "melds E: 9S 9H 9D"
TENS = "melds W: TS TH TD"
HAND = "hand E: KS QS JS"
LAST = ("stock: KD", "N: draw KD, discard 9C")


def ended(*lines: str, melds: str = NINES, hand: str = HAND, pile: str = "5D") -> str:
    """A deal in which N draws the last card and discards 9C in line 6; the lines that come then begin with line 7."""
    return deal(melds, f"pile: {pile}", hand, *LAST, *lines)


CASES = [
    Case("takes", ended("E: take 9C to 9, discard KS"), []),
    Case("passes", ended("E: pass"), [("STOCK-001", 7)]),
    Case("said by the end alone", ended("end: stock"), [("STOCK-001", 7)]),
    Case("said by the turn and the end is one fault", ended("E: pass", "end: stock"), [("STOCK-001", 7)]),
    Case("broken off there", ended("end: stop"), []),
    Case("a hand nobody knows may be excused", deal(NINES, "pile: 5D", *LAST, "E: pass"), []),
    Case("top card fits no meld", ended("E: pass", melds="melds E: 8S 8H 8D"), []),
    Case("top card fits the other side's meld", ended("E: pass", melds="melds N: 9S 9H 9D"), []),
    Case("frozen", ended("E: pass", pile="2D"), []),
    Case("one card in hand, two in the pile: one is left to discard, none to keep", ended("E: pass", hand="hand E: KS"),
         [("STOCK-001", 7)]),
    Case("one card in hand, one in the pile", deal(NINES, "hand E: KS", "stock: KD", "N: draw KD, discard 9C", "E: pass"), []),
    Case("a canasta, and all could go", ended("E: pass", melds="melds E: 9S 9S 9H 9H 9D 9D 2C", hand="hand E: KS"),
         [("STOCK-001", 7)]),
    Case("the top card finishes the canasta", ended("E: pass", melds="melds E: 9S 9S 9H 9H 9D 9D"), [("STOCK-001", 7)]),
    Case("the stock is not used up", deal(NINES, "pile: 5D", HAND, "stock: KD ?", "N: draw KD, discard 9C",
         "E: draw ?, discard KS"), []),
    Case("the next one need not, the one after must not play", ended("E: pass", "S: pass", melds="melds E: 8S 8H 8D"),
         [("RECORD-005", 8)]),
    Case("the red three is the last card", deal("stock: 3H", "N: draw 3H, red 3H", "end: stock"), []),
    Case("it replaced another", deal("stock: 3H 3D", "N: draw 3H>3D, red 3D", "end: stock"), []),
    Case("meld after it", deal("stock: 3H", "N: draw 3H, red 3H, meld AC AD AH, discard 4C"), [("STOCK-002", 3)]),
    Case("discard after it", deal("stock: 3H", "N: draw 3H, red 3H, discard 4C"), [("STOCK-002", 3)]),
    Case("said to be last", deal("N: draw 3H, last, red 3H, discard 4C"), [("STOCK-002", 2)]),
    Case("said to be last and rightly ended", deal("N: draw 3H, last, red 3H", "end: stock"), []),
    Case("the last but one", deal("stock: 3H 5C", "N: draw 3H, red 3H>5C, discard 4C"), []),
    Case("a stock nobody counts", deal("N: draw 3H>KD, discard 4C"), []),
    Case("turn after it", deal("stock: 3H", "N: draw 3H, red 3H", "E: draw ?, discard 4C"), [("RECORD-005", 4)]),
    Case("kept in the hand", deal("stock: 3H", "N: draw 3H"), [("THREES-001", 3)]),
    Case("ended with the stock", deal("stock: KD", "N: draw KD, discard 4C", "end: stock"), []),
    Case("ended before", deal("stock: KD 5D", "N: draw KD, discard 4C", "end: stock"), [("STOCK-003", 4)]),
    Case("broken off before", deal("stock: KD 5D", "N: draw KD, discard 4C", "end: stop"), []),
    Case("ended with a stock nobody counts", deal("N: draw KD, discard 4C", "end: stock"), []),
    Case("ended too early after a wrong deal", deal("hand N: ?x10", *(f"hand {seat}: ?x11" for seat in "ESW"), "up: 5D",
         "stock: ?x2",
         "N: draw ?, discard 4C", "end: stock"), [("DEAL-001", 2)]),
]  # fmt: skip

OPTIONS = [
    Option("forced-next-player-only", ended("E: take 9C to 9, discard TC", "S: pass"), [("RECORD-006", 7)], [("RECORD-006", 7)]),
    Option(
        "forced-next-player-only",
        deal(NINES, TENS, "pile: 5D", "hand E: KS QS TC", "hand S: 4C 4D 4H", "melds S: TS TH TD", *LAST,
             "E: take 9C to 9, discard TC", "S: pass"),
        [("STOCK-001", 11)],
        [],
    ),
    Option("forced-next-player-only", ended("E: pass"), [("STOCK-001", 7)], [("STOCK-001", 7)]),
    Option("no-pile-onto-canasta", ended("E: pass", melds="melds E: 9S 9S 9H 9H 9D 9D 2C"), [("STOCK-001", 7)], []),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_cases(case: Case) -> None:
    assert faults(case.log) == case.expected


@pytest.mark.parametrize("option", OPTIONS, ids=name_of)
def test_options_decide(option: Option) -> None:
    assert faults(option.log) == option.without
    assert faults(option.log, option.option) == option.chosen


def test_forced_take_is_told() -> None:
    finding = found(ended("E: pass"), "STOCK-001")
    assert (finding.data, finding.seat) == ({"seat": "E", "top": "9C", "side": "EW"}, "E")


def test_stock_left_is_told() -> None:
    finding = found(deal("stock: KD 5D", "N: draw KD, discard 4C", "end: stock"), "STOCK-003")
    assert (finding.data, finding.grade) == ({"left": 1}, "impossible")


def test_play_after_the_last_red_three_is_pointed_at() -> None:
    finding = found(deal("stock: 3H", "N: draw 3H, red 3H, discard 4C"), "STOCK-002")
    assert finding.text[finding.column - 1 : finding.end_column - 1] == "discard 4C"
    assert finding.data == {"play": "discard"}
