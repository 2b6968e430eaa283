"""Taking the pile: with what, and when not."""

from __future__ import annotations

import pytest

from tests.checks.small import KINGS, Case, Option, deal, faults, found, name_of

QUEENS = "melds N: QC QD QH"

CASES = [
    Case("pair before the first meld", deal("pile: 4C KD", "N: take KD with KS KH, meld AC AD AH, discard 5C"), []),
    Case("three naturals before the first meld", deal("pile: 4C KD", "N: take KD with KS KH KC, meld AC AD AH, discard 5C"), []),
    Case("pair and a wild card", deal("pile: 4C KD", "N: take KD with KS KH *, discard 5C"), []),
    Case("natural and wild before the first meld", deal("pile: 4C KD", "N: take KD with KS *, discard 5C"), [("PILE-003", 3)]),
    Case("natural and wild after it", deal(QUEENS, "pile: 4C KD", "N: take KD with KS *, discard 5C"), []),
    Case("natural and wild, frozen", deal(QUEENS, "pile: * KD", "N: take KD with KS 2C, discard 5C"), [("PILE-004", 4)]),
    Case(
        "natural and wild, frozen, before the first meld",
        deal("pile: * KD", "N: take KD with KS 2C, discard 5C"),
        [("PILE-004", 3)],
    ),
    Case("pair, frozen, onto the meld", deal(QUEENS, "pile: * QS", "N: take QS with QC QD to Q, discard 5C"), []),
    Case("onto a meld, frozen", deal(QUEENS, "pile: * QS", "N: take QS to Q, discard 5C"), [("PILE-006", 4)]),
    Case("onto the partner's meld", deal("melds S: QC QD QH", "pile: 4C QS", "N: take QS to Q, discard 5C"), []),
    Case("onto a meld that does not lie", deal(QUEENS, "pile: 4C KD", "N: take KD to K, discard 5C"), [("MELD-012", 4)]),
    Case("onto a meld of another rank", deal(QUEENS, "pile: 4C KD", "N: take KD to Q, discard 5C"), [("PILE-002", 4)]),
    Case("one card of the rank", deal(QUEENS, "pile: 4C KD", "N: take KD with KS, discard 5C"), [("PILE-002", 4)]),
    Case("cards of another rank", deal(QUEENS, "pile: 4C KD", "N: take KD with JS JH, discard 5C"), [("PILE-002", 4)]),
    Case("wild cards alone", deal(QUEENS, "pile: 4C KD", "N: take KD with 2C *, discard 5C"), [("PILE-002", 4)]),
    Case("frozen, and no card of the rank", deal(QUEENS, "pile: * KD", "N: take KD with JS JH, discard 5C"), [("PILE-002", 4)]),
    Case("a joker on top", deal(QUEENS, "pile: 4C *", "N: take * with QS QC, discard 5C"), [("PILE-007", 4)]),
    Case("a black three on top", deal(QUEENS, "pile: 4C 3C", "N: take 3C with 3S 3S, discard 5C"), [("PILE-007", 4)]),
    Case("a black three further down", deal(QUEENS, "pile: 3C 4C KD", "N: take KD with KS KH, discard 5C"), []),
    Case("a three of unknown colour on top", deal("melds N: QQQ", "pile: 4 3", "N: take 3 with 33, discard 5"), []),
    Case("two cards for one", deal(QUEENS, "pile: QS", "hand N: 4C 5C", "N: take QS to Q, discard 4C"), []),
    Case("one for two", deal(QUEENS, "pile: 5C QS", "hand N: 4C", "N: take QS to Q, discard 4C"), []),
    Case("only the top card, and nothing under it", deal(QUEENS, "pile: QS", "N: take only QS to Q, discard 4C"), []),
    Case(
        "four wild cards in a new meld",
        deal(QUEENS, "pile: 4C KD", "N: take KD with KS KH 2C 2D 2H *, discard 5C"),
        [("MELD-004", 4)],
    ),
    Case(
        "three wild cards, and the top card goes onto them alone",
        deal("melds N: JC JD JH 2S 2H *", "pile: 4C JS", "hand N: JD 2C 5C", "N: take JS with JD to J, discard 5C"),
        [],
    ),
]

BARE = [
    Case("a pair of the hand", deal("pile: 4C KD", "N: take KD, meld KD KS KH, meld AC AD AH, discard 5C"), []),
    Case("pair, frozen", deal("pile: 2C KD", "hand N: KS KH 4C 5C", QUEENS, "N: take KD, meld KD KS KH, discard 5C"), []),
    Case(
        "the second king lay in the pile",
        deal(QUEENS, "pile: 2C KH KD", "hand N: KS 4C 5C", "N: take KD, meld KD KS KH, discard 5C"),
        [("PILE-002", 5)],
    ),
    Case(
        "the wild card lay in the pile, which is frozen",
        deal("pile: 2C KD", "hand N: KS KH 4C 5C", QUEENS, "N: take KD, meld KD KS KH 2C, discard 5C"),
        [],
    ),
    Case(
        "frozen, onto a meld with a pair of the hand",
        deal(QUEENS, "pile: 2C QS", "hand N: QC QD 4C 5C", "N: take QS, add QS QC QD to Q, discard 5C"),
        [],
    ),
    Case(
        "frozen, onto a meld, the pair laid off by itself",
        deal(QUEENS, "pile: 2C QS", "hand N: QC QD 4C 5C", "N: take QS, add QS to Q, add QC QD to Q, discard 5C"),
        [],
    ),
    Case(
        "frozen, onto a meld, with one queen of the hand",
        deal(QUEENS, "pile: 2C QD QS", "hand N: QC 4C 5C", "N: take QS, add QS QC QD to Q, discard 5C"),
        [("PILE-006", 5)],
    ),
    Case("onto a meld", deal(QUEENS, "pile: 4C QS", "N: take QS, add QS, discard 5C"), []),
    Case("the top card kept", deal(QUEENS, "pile: 4C KD", "N: take KD, discard 5C"), [("PILE-001", 4)]),
    Case(
        "another card of the rank melded", deal(QUEENS, "pile: 4C KD", "N: take KD, meld KC KS KH, discard 5C"), [("PILE-001", 4)]
    ),
    Case("a top card of unknown suit", deal("melds N: QQQ", "pile: 4 K", "N: take K, meld KKK, discard 5"), []),
    Case("a top card nobody has seen", deal(QUEENS, "N: take, discard 5C"), []),
    Case("melds are not recorded", '[Records "draws discards"]\n' + deal(QUEENS, "pile: 4C KD", "N: take KD, discard 5C"), []),
]

OPTIONS = [
    Option(
        "no-pile-onto-canasta",
        deal(f"melds S: {KINGS}", "pile: 4C KD", "N: take KD to K, discard 5C"),
        [],
        [("PILE-011", 4)],
    ),
    Option(
        "no-pile-onto-canasta",
        deal(f"melds S: {KINGS}", "pile: 4C KD", "N: take KD, add KD, discard 5C"),
        [],
        [("PILE-011", 4)],
    ),
    Option(
        "black-three-up-freezes",
        deal("up: 3S 9D", "N: take 9D with 9S 2C, meld AC AD AH, discard 5C"),
        [("PILE-003", 3)],
        [("PILE-005", 3)],
    ),
]


@pytest.mark.parametrize("case", [*CASES, *BARE], ids=name_of)
def test_cases(case: Case) -> None:
    assert faults(case.log) == case.expected


@pytest.mark.parametrize("option", OPTIONS, ids=name_of)
def test_options_decide(option: Option) -> None:
    assert faults(option.log) == option.without
    assert faults(option.log, option.option) == option.chosen


def test_black_three_up_freezes_for_melded_sides_too() -> None:
    log = deal("up: 3S 9D", "N: draw ?, discard 8C", "E: draw ?, discard 7C", "S: draw ?, meld AC AD AH, discard 6C",
               "W: draw ?, discard 5C", "N: take 5C with 5D 2C, discard 4C")  # fmt: skip
    assert faults(log) == []
    assert faults(log, "black-three-up-freezes") == [("PILE-005", 7)]


@pytest.mark.parametrize(("pile", "freezer"), [("* 4C 3S KD", "*"), ("2H 9C KD", "2H"), ("4C 2H * KD", "2H")])
def test_freezer_is_named(pile: str, freezer: str) -> None:
    log = deal(QUEENS, f"pile: {pile}", "N: take KD with KS 2C, discard 5C")
    assert found(log, "PILE-004").data == {"freezer": freezer, "cards": ["KS", "2C"], "top": "KD"}


def test_red_three_turned_up_freezes_and_a_taken_pile_thaws() -> None:
    start = deal("up: 3H 9D", "N: take 9D with 9S 2C, meld AC AD AH, pickup, red 3H, discard 5C")
    assert faults(start) == [("PILE-005", 3)]
    later = deal("up: 3H 9D", "N: take 9D with 9S 9C, meld AC AD AH, pickup, red 3H, discard 5C", "E: draw ?, discard 4C",
                 "S: take 4C with 4D 2C, discard 6C")  # fmt: skip
    assert faults(later) == []


def test_discarded_wild_freezes_until_somebody_takes() -> None:
    turns = ("N: draw ?, discard 2C", "E: draw ?, discard QS")
    assert faults(deal("melds N: QC QD QH", "pile: 5C", *turns, "S: take QS to Q, discard 6C")) == [("PILE-006", 6)]
    taken = (*turns, "S: take QS with QC QD to Q, discard QH", "W: draw ?, discard QS")
    assert faults(deal("melds N: QC QD QH", "pile: 5C", *taken, "N: take QS to Q, discard 6C"))[1:] == []


def test_what_follows_from_an_unlawful_take_is_folded() -> None:
    log = deal("before: NS 3000, EW 0", "pile: 4C KD", "N: take KD with KS 2C, discard 5C")
    assert faults(log) == [("PILE-003", 4)]
    assert found(log, "OPEN-001").follows is not None


def test_cap_counts_the_merged_meld() -> None:
    log = deal("melds N: JC JD JH 2S 2H *", "pile: 4C JS", "N: take JS with JD 2C to J, discard 5C")
    assert found(log, "PILE-009").data == {"cards": ["JD", "2C"], "have": 4, "max": 3}
    assert faults(log, "wilds-free-after-seven") == []
