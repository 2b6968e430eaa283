"""The draw: one card from the stock, or the pile."""

from __future__ import annotations

import pytest

from tests.checks.small import Case, Option, audited, deal, faults, found, name_of

TWO = '[Seats "NS"]\n'
ACES = "hand N: AD AS KS QS JS TS 9S 8S 7S 6S 4C"
PASS = deal("pile: 5D", "N: pass", "E: draw ?, discard 4C")


def two(*lines: str) -> str:
    """A deal of two players, N first; its first line is line 2."""
    return TWO + "".join(f"{line}\n" for line in ("deal 1: dealer S", *lines))


CASES = [
    Case("one card", deal("N: draw KD, discard 4C"), []),
    Case("a card nobody noted", deal("N: draw, discard 4C"), []),
    Case("a red three and its replacement are one", deal("N: draw 3H>KD, discard 4C"), []),
    Case("two cards", deal("N: draw KD KH, discard 4C"), [("DRAW-001", 2)]),
    Case("drawn twice", deal("N: draw KD, draw KH, discard 4C"), [("DRAW-001", 2)]),
    Case("drawn twice, cards not noted", deal("N: draw, draw, discard 4C"), [("DRAW-001", 2)]),
    Case("drawn twice, one of them taken back with its line", deal("~N: draw KD, draw KH, discard 4C",
         "N: draw KD, discard 4C"), []),
    Case("two cards with two players", two("N: draw KD KH, discard 4C"), [("DRAW-001", 3)]),
    Case("three players draw one", '[Seats "ABC"]\ndeal 1: dealer C\nA: draw KD, discard 4C\nB: draw KD KH, discard 4C\n',
         [("DRAW-001", 4)]),
    Case("pile instead", deal(ACES, "up: AC", "N: take AC with AD AS, discard 4C"), []),
    Case("pile and then a draw", deal(ACES, "up: AC", "N: take AC with AD AS, draw KD, discard 4C"), [("DRAW-002", 4)]),
    Case("pile taken twice", deal("up: AC", "N: take AC with AD AS, pickup, take with KD KS, discard 4C"), [("DRAW-002", 3)]),
    Case("neither, and a card that the hand has", deal(ACES, "N: discard 4C"), [("DRAW-003", 3)]),
    Case("neither, and the card that was drawn", deal(ACES, "N: discard 4D"), [("DRAW-003", 3)]),
    Case("neither, and a meld", deal("pile: 5D", "hand N: AD AS AC 4C 5C 6C", "N: meld AD AS AC, discard 4C"), [("DRAW-003", 4)]),
    Case("neither, nothing at all", PASS, [("DRAW-003", 3)]),
    Case("neither, last of a record whose stock nobody counts", deal("pile: 5D", "N: pass"), []),
    Case("neither, draws not always written down", '[Records "melds discards"]\n' + PASS, []),
    Case("neither, the stock used up", deal("stock: ?", "N: draw ?, discard 4C", "E: pass", "end: stock"), []),
    Case("neither, but a discard, the stock used up", deal("stock: ?", "N: draw ?, discard 4C", "E: discard 4D", "S: pass"),
         [("DRAW-003", 4)]),
    Case("the last card", deal("stock: ?", "N: draw ?, discard 4C", "end: stock"), []),
    Case("the last card, not noted", deal("stock: ?", "N: draw, discard 4C", "end: stock"), []),
    Case("one more, not noted", deal("stock: ?", "N: draw, discard 4C", "E: draw, discard 4C"), [("DRAW-004", 4)]),
    Case("replacement where none is left", deal("stock: 3H", "N: draw 3H>KD, discard 4C"), [("DRAW-004", 3)]),
    Case("replacement of a dealt red three where none is left", deal("stock: KD", "N: draw KD, red 3H>5C, discard 4C"),
         [("DRAW-004", 3)]),
    Case("a stock nobody counts", deal("pile: 5D", *(f"{seat}: draw ?, discard ?" for seat in "NESW" * 30)), []),
    Case("a stock counted from the hands", deal(*(f"hand {seat}: ?x11" for seat in "NESW"), "up: 5D",
         *(f"{seat}: draw ?, discard ?" for seat in "NESW" * 16)), [("DRAW-004", 70)]),
]  # fmt: skip

OPTIONS = [
    Option("two-player-draw-two", two("stock: ?x20", "N: draw KD, discard 4C"), [], [("DRAW-005", 4)]),
    Option("two-player-draw-two", two("stock: ?x20", "N: draw KD 5C, discard 4C"), [("DRAW-001", 4)], []),
    Option("two-player-draw-two", two("stock: ?x20", "N: draw KD, draw 5C, discard 4C"), [("DRAW-001", 4)], []),
    Option("two-player-draw-two", two("stock: ?x20", "N: draw 3H>KD 5C, discard 4C"), [("DRAW-001", 4)], []),
    Option("two-player-draw-two", two("stock: KD", "N: draw KD, discard 4C"), [], []),
    Option("two-player-draw-two", two("N: draw KD, discard 4C"), [], []),
    Option("two-player-draw-two", two("stock: ?x20", "N: draw, discard 4C"), [], []),
    Option("two-player-draw-two", two("stock: ?", "N: draw, discard 4C"), [], []),
    Option("two-player-draw-two", deal("N: draw KD, discard 4C"), [], []),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_cases(case: Case) -> None:
    assert faults(case.log) == case.expected


@pytest.mark.parametrize("option", OPTIONS, ids=name_of)
def test_options_decide(option: Option) -> None:
    assert faults(option.log) == option.without
    assert faults(option.log, option.option) == option.chosen


@pytest.mark.parametrize(
    ("log", "id", "data"),
    [
        (deal("N: draw KD KH, discard 4C"), "DRAW-001", {"have": 2, "want": 1}),
        (deal("stock: 3H", "N: draw 3H>KD, discard 4C"), "DRAW-004", {"wanted": 2, "left": 1}),
    ],
)
def test_numbers_are_told(log: str, id: str, data: dict[str, int]) -> None:
    assert found(log, id).data == data


def test_second_draw_is_pointed_at() -> None:
    finding = found(deal("N: draw KD, draw KH, discard 4C"), "DRAW-001")
    assert finding.text[finding.column - 1 : finding.end_column - 1] == "draw KH"


def test_missing_draw_explains_the_card_it_brought_and_what_is_left() -> None:
    log = deal(ACES, "N: discard 4D", "E: draw ?, discard 5C", "end: stop", "left N: AD AS KS QS JS TS 9S 8S 7S 6S 4C")
    assert faults(log) == [("DRAW-003", 3)]
    assert [x.follows.id for x in audited(log) if x.follows is not None] == ["DRAW-003"]


def test_empty_stock_is_told_once() -> None:
    log = deal("stock: ?", "N: draw ?, discard 4C", "E: draw ?, discard 4D", "S: draw ?, discard 4H")
    assert faults(log) == [("DRAW-004", 4)]
