"""Red threes: laid at once, replaced from the stock once, and not when they came with the pile."""

from __future__ import annotations

import pytest

from tests.checks.small import Case, Option, audited, deal, faults, found, name_of

HAND = "hand N: 3H AD AS KS QS JS TS 9S 8S 7S 4C"
ACES = "hand N: AD AS KS QS JS TS 9S 8S 7S 6S 4C"
TAKE = "take AC with AD AS, pickup"

CASES = [
    Case("drawn and replaced", deal("N: draw 3H>KD, discard 4C"), []),
    Case("drawn, then laid in a play of its own", deal("N: draw 3H, red 3H>KD, discard 4C"), []),
    Case("two in a row", deal("N: draw 3H>3D>KD, discard 4C"), []),
    Case("two in a row, the second kept", deal("N: draw 3H>3D, discard 4C"), [("THREES-001", 2)]),
    Case("two in a row, the second came for the first and is kept", deal("N: draw 3H, red 3H>3D, discard 4C"), [("THREES-001", 2)]),
    Case("two in a row, the second laid later", deal("N: draw 3H>3D, red 3D>KD, discard 4C"), []),
    Case("dealt, laid in the first turn", deal(HAND, "N: red 3H>5C, draw KD, discard 4C"), []),
    Case("dealt, laid after the draw", deal(HAND, "N: draw KD, red 3H>5C, discard 4C"), []),
    Case("dealt, laid before the first turn", deal(HAND, "red N: 3H>5C", "N: draw KD, discard 4C"), []),
    Case("drawn and discarded", deal("N: draw 3H, discard 3H"), [("THREES-001", 2)]),
    Case("dealt and kept", deal(HAND, "N: draw KD, discard 4C"), [("THREES-001", 3)]),
    Case("kept for two turns is one fault", deal(HAND, "N: draw KD, discard 4C", "E: draw ?, discard 5C", "S: draw ?, discard 5C",
         "W: draw ?, discard 5H", "N: draw QD, discard 7S"), [("THREES-001", 3)]),
    Case("dealt to one who has had no turn", deal(HAND.replace("N:", "E:"), "N: draw KD, discard 4C"), []),
    Case("drawn by a hand nobody knows", deal("N: draw 3H, discard 4C"), [("THREES-001", 2)]),
    Case("of unknown colour", "deal 1: dealer W\nN: draw 3, discard 4\n", []),
    Case("came with the pile", deal(ACES, "up: 3H AC", f"N: {TAKE}, red 3H, discard 4C"), []),
    Case("came with the pile and kept", deal(ACES, "up: 3H AC", f"N: {TAKE}, discard 4C"), [("THREES-001", 4)]),
    Case("both came with the pile", deal(ACES, "up: 3H 3D AC", f"N: {TAKE}, red 3H 3D, discard 4C"), []),
    Case("one dealt and one with the pile", deal(HAND, "up: 3D AC", f"N: {TAKE}, red 3H>5C 3D, discard 4C"), []),
    Case("one dealt, laid before, and one with the pile", deal(HAND, "up: 3D AC", f"N: red 3H>5C, {TAKE}, red 3D, discard 4C"), []),
    Case("one dealt and one with the pile, both replaced", deal(HAND, "up: 3D AC", f"N: {TAKE}, red 3H>5C 3D>6C, discard 4C"),
         [("THREES-003", 4)]),
    Case("one dealt and one with the pile, neither replaced", deal(HAND, "up: 3D AC", "stock: ?x20",
         f"N: {TAKE}, red 3H 3D, discard 4C"), [("THREES-002", 5)]),
    Case("replaced, by a hand that may have held another", deal("up: 3H AC", f"N: {TAKE}, red 3D>KD 3H, discard 4C"), []),
    Case("not replaced, the count unknown", deal("pile: 5D", "N: draw 3H, red 3H, discard 4C"), []),
    Case("not replaced, but then a card is drawn", deal("pile: 5D", "hand N: 3H 4C", "N: red 3H, draw KD, discard 4C"),
         [("THREES-002", 4)]),
    Case("not replaced, draws not always written down", '[Records "melds discards"]\n' + deal("stock: ?x20",
         "N: draw 3H, red 3H, discard 4C"), []),
    Case("not replaced before the first turn", deal(HAND, "red N: 3H", "N: draw KD, discard 4C"), [("THREES-002", 3)]),
    Case("laid before the record begins", deal("pile: 5D", "red N: 3H", "hand N: 4C", "N: draw KD, discard 4C"), []),
    Case("laid by a hand nobody wrote down", deal("red N: 3H", "N: draw KD, discard 4C"), []),
    Case("stock ends in between", deal("stock: 3H 3D", "N: draw 3H>3D, red 3D"), []),
    Case("replaced by the last card, which is none", deal("stock: 3H 5C", "N: draw 3H, red 3H>5C, discard 4C"), []),
    Case("a king replaced", deal("N: draw 3H>KD>3D>5C, discard 4C"), [("THREES-004", 2)]),
    Case("an unseen card replaced", deal("N: draw ?>KD, discard 4C"), []),
    Case("a three of unknown colour replaced", "deal 1: dealer W\nN: draw 3>K, discard 4\n", []),
    Case("a black three laid", deal("hand N: 3C AD AS KS QS JS TS 9S 8S 7S 4C", "N: red 3C>5C, draw KD, discard 4C"),
         [("THREES-005", 3)]),
    Case("a black three laid before the first turn", deal("hand N: 3C AD AS KS QS JS TS 9S 8S 7S 4C", "red N: 3C>5C",
         "N: draw KD, discard 4C"), [("THREES-005", 3)]),
    Case("a black three laid without a card for it is one fault", deal("hand N: 3C AD AS KS QS JS TS 9S 8S 7S 4C", "stock: ?x20",
         "N: red 3C, draw KD, discard 4C"), [("THREES-005", 4)]),
    Case("a black three drawn and kept", deal("N: draw 3C, discard 3C"), []),
]  # fmt: skip

OPTIONS = [
    Option("red-threes-at-deal", deal(HAND, "N: red 3H>5C, draw KD, discard 4C"), [], [("THREES-006", 3)]),
    Option("red-threes-at-deal", deal(HAND, "red N: 3H>5C", "N: draw KD, discard 4C"), [], []),
    Option("red-threes-at-deal", deal(HAND, HAND.replace("N: 3H", "E: 3D"), "N: red 3H>5C, draw KD, discard 4C"), [],
           [("THREES-006", 4)]),
    Option("red-threes-at-deal", deal("pile: 5D", "hand N: 3H 4C", "N: red 3H>5C, draw KD, discard 4C"), [], []),
    Option("red-threes-at-first-turn", deal(HAND, "red N: 3H>5C", "N: draw KD, discard 4C"), [], [("THREES-007", 3)]),
    Option("red-threes-at-first-turn", deal(HAND, "N: red 3H>5C, draw KD, discard 4C"), [], []),
    Option("red-threes-at-first-turn", deal("pile: 5D", "red N: 3H", "hand N: 4C", "N: draw KD, discard 4C"), [], []),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_cases(case: Case) -> None:
    assert faults(case.log) == case.expected


@pytest.mark.parametrize("option", OPTIONS, ids=name_of)
def test_options_decide(option: Option) -> None:
    assert faults(option.log) == option.without
    assert faults(option.log, option.option) == option.chosen


def test_each_holder_of_a_dealt_red_three_is_named() -> None:
    log = deal(HAND, HAND.replace("N: 3H", "E: 3D"), "N: red 3H>5C, draw KD, discard 4C")
    told = [(x.seat, x.data["card"]) for x in audited(log, "red-threes-at-deal") if x.id == "THREES-006"]
    assert told == [("N", "3H"), ("E", "3D")]


def test_not_laid_by_the_deal_explains_that_it_is_kept_on() -> None:
    log = deal(HAND, "N: draw KD, discard 4C")
    assert faults(log, "red-threes-at-deal") == [("THREES-006", 3)]


def test_kept_red_three_is_named() -> None:
    finding = found(deal(HAND, "N: draw KD, discard 4C"), "THREES-001")
    assert (finding.data, finding.turn, finding.column) == ({"seat": "N", "card": "3H"}, 1, 1)


def test_two_seats_keep_theirs() -> None:
    log = deal("N: draw 3H, discard 4C", "E: draw 3D, discard 4D")
    assert faults(log) == [("THREES-001", 2), ("THREES-001", 3)]
