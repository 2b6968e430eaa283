"""Melds, lay-offs and black threes."""

from __future__ import annotations

import pytest

from tests.checks.small import KINGS, Case, Option, deal, faults, found, name_of

QUEENS = "melds S: QC QD QH"


def turn(*plays: str) -> str:
    """N's turn on a table where his partner has three queens: the draw, ``plays``, a discard; his turn is line 3."""
    return deal(QUEENS, f"N: draw ?, {', '.join(plays)}, discard 5C")


CASES = [
    Case("three naturals", turn("meld KC KD KH"), []),
    Case("two naturals and a wild card", turn("meld KC KD 2H"), []),
    Case("two naturals and three wild cards", turn("meld KC KD 2H 2S *"), []),
    Case("a canasta at once", turn("meld KC KC KD KD KH KS KS"), []),
    Case("two cards", turn("meld KC KD"), [("MELD-001", 3)]),
    Case("one natural and two wild cards", turn("meld KC 2D 2H"), [("MELD-003", 3)]),
    Case("wild cards alone", turn("meld 2C 2D *"), [("MELD-003", 3)]),
    Case("one natural and a wild card", turn("meld KC 2D"), [("MELD-001", 3)]),
    Case("four wild cards", turn("meld KC KD KH KS 2C 2D 2H *"), [("MELD-004", 3)]),
    Case("two ranks", turn("meld KC KD JH"), [("MELD-002", 3)]),
    Case("a sequence", turn("meld 7H 8H 9H"), [("MELD-002", 3)]),
    Case("a sequence with a wild card", turn("meld 7H * 9H"), [("MELD-002", 3)]),
    Case("an unseen card", turn("meld KC KD ?"), []),
    Case("a red three in a meld", turn("meld KC KD 3H"), [("MELD-005", 3)]),
    Case("onto the partner's meld", turn("add QS 2C to Q"), []),
    Case("wild card onto the partner's meld", turn("add 2C to Q"), []),
    Case("three wild cards onto a meld", turn("add 2C 2D * to Q"), []),
    Case("four wild cards onto a meld", turn("add 2C 2D 2H * to Q"), [("MELD-004", 3)]),
    Case("a king onto queens", turn("add KC to Q"), [("MELD-002", 3)]),
    Case("a red three onto queens", turn("add 3H to Q"), [("MELD-005", 3)]),
    Case("a second meld of the rank", turn("meld QC QS QS"), [("MELD-009", 3)]),
    Case("a second meld in the same turn", turn("meld KC KD KH", "meld KC KD KH"), [("MELD-009", 3)]),
    Case("the rest of the rank laid off", turn("meld KC KD KH", "add KC KD KH to K"), []),
    Case(
        "onto a meld of the opponents",
        deal("melds E: KC KD KH", QUEENS, "N: draw ?, add KS to K of E, discard 5C"),
        [("MELD-010", 4)],
    ),
    Case("onto a meld that does not lie", turn("add KC to K"), [("MELD-012", 3)]),
    Case("a wild card without an address", turn("add 2C"), [("MELD-012", 3)]),
    Case("moved back into the hand", turn("move QC from Q to hand"), [("MELD-011", 3)]),
    Case("a wild card onto a natural canasta", deal(f"melds S: {KINGS}", "N: draw ?, add 2C to K, discard 5C"), []),
    Case(
        "four wild cards in a canasta",
        deal("melds S: KC KD KH KS 2C 2D *", "N: draw ?, add 2H to K, discard 5C"),
        [("MELD-004", 3)],
    ),
    Case("a natural onto three wild cards", deal("melds S: KC KD 2C 2D *", "N: draw ?, add KC to K, discard 5C"), []),
]

OUT = f"melds S: {KINGS}"

BLACK_THREES = [
    Case("three, going out with a discard", deal(OUT, "hand N: 3C 3S 3S", "N: draw 5C, ask yes, meld 3C 3S 3S, discard 5C"), []),
    Case("four, going out without a discard", deal(OUT, "hand N: 3C 3S 3S", "N: draw 3C, ask yes, meld 3C 3S 3S 3C"), []),
    Case(
        "going out with a canasta made in that turn",
        deal("melds S: KC KC KD KH KH KS", "hand N: 3C 3S 3S KS", "N: draw 5C, ask yes, add KS to K, meld 3C 3S 3S, discard 5C"),
        [],
    ),
    Case("a card is left", deal(OUT, "hand N: 3C 3S 3S 4C", "N: draw 5C, meld 3C 3S 3S, discard 5C"), [("MELD-006", 4)]),
    Case("two of them", deal(OUT, "hand N: 3C 3S", "N: draw 5C, ask yes, meld 3C 3S, discard 5C"), [("MELD-008", 4)]),
    Case("with a wild card", deal(OUT, "hand N: 3C 3S 2C", "N: draw 5C, ask yes, meld 3C 3S 2C, discard 5C"), [("MELD-007", 4)]),
    Case(
        "a wild card laid off onto them",
        deal(OUT, "hand N: 3C 3S 3S 2C", "N: draw 5C, ask yes, meld 3C 3S 3S, add 2C to 3, discard 5C"),
        [("MELD-007", 4)],
    ),
    Case(
        "a hand nobody knows, and the deal goes on",
        deal(OUT, "N: draw 5C, meld 3C 3S 3S, discard 5C", "E: draw 9D, discard 9D"),
        [],
    ),
]

OPTIONS = [
    Option("wilds-not-above-naturals", turn("meld KC KD 2H 2S *"), [], [("MELD-014", 3)]),
    Option("wilds-not-above-naturals", turn("add 2C 2D 2H to Q", "add QS *"), [("MELD-004", 3)], [("MELD-004", 3)]),
    Option("two-naturals-a-wild", turn("meld KC KD KH 2S 2H"), [], [("MELD-014", 3)]),
    Option("two-naturals-a-wild", turn("add 2C 2D to Q"), [], [("MELD-014", 3)]),
    Option(
        "no-wild-onto-natural-canasta",
        deal(f"melds S: {KINGS}", "N: draw ?, add 2C to K, discard 5C"),
        [],
        [("MELD-015", 3)],
    ),
    Option(
        "wilds-free-after-seven",
        deal("melds S: KC KD KH KS 2C 2D *", "N: draw ?, add 2H to K, discard 5C"),
        [("MELD-004", 3)],
        [],
    ),
    Option("second-meld-of-a-rank", turn("meld QC QS QS"), [("MELD-009", 3)], []),
]


@pytest.mark.parametrize("case", [*CASES, *BLACK_THREES], ids=name_of)
def test_cases(case: Case) -> None:
    assert faults(case.log) == case.expected


@pytest.mark.parametrize("option", OPTIONS, ids=name_of)
def test_options_decide(option: Option) -> None:
    assert faults(option.log) == option.without
    assert faults(option.log, option.option) == option.chosen


def test_ratio_counts_the_whole_meld() -> None:
    log = turn("meld KC KD 2H 2S", "add KH * to K")
    assert faults(log, "wilds-not-above-naturals") == []
    log = turn("meld KC KD 2H 2S", "add * to K")
    assert found(log, "MELD-014", "wilds-not-above-naturals").data == {"wilds": 3, "naturals": 2}


def test_cap_ends_only_beyond_seven() -> None:
    log = deal("melds S: KC KD KH 2C 2D *", "N: draw ?, add 2H to K, discard 5C")
    assert faults(log, "wilds-free-after-seven") == [("MELD-004", 3)]


def test_numbers_are_told() -> None:
    assert found(turn("meld KC KD"), "MELD-001").data == {"have": 2, "min": 3}
    assert found(turn("meld KC 2D 2H"), "MELD-003").data == {"have": 1, "min": 2}
    assert found(turn("add 2C 2D 2H * to Q"), "MELD-004").data == {"have": 4, "max": 3}
    assert found(turn("meld QC QS QS"), "MELD-009").data == {"side": "NS", "rank": "Q", "cards": ["QC", "QD", "QH"]}


def test_the_card_is_pointed_at() -> None:
    finding = found(turn("meld KC KD JH"), "MELD-002")
    assert finding.text[finding.column - 1 : finding.end_column - 1] == "JH"
    assert finding.data == {"cards": "JH", "rank": "K"}


def test_mover_s_own_meld_goes_before_his_partner_s() -> None:
    one_each = deal("melds N: KC KD KH", "melds S: KC KD KS", "N: draw ?, add KH to K, discard 5C")
    assert faults(one_each) == []
    both_partner_s = deal("melds S: KC KD KH, KC KD KS", "N: draw ?, add KH to K, discard 5C")
    assert found(both_partner_s, "MELD-013").data == {"count": 2}
    assert faults(both_partner_s.replace("to K", "to K.1")) == []


def test_row_found_good_is_judged_again_under_other_rules() -> None:
    log = turn("meld KC KD 2H 2S *")
    assert [faults(log), faults(log, "wilds-not-above-naturals"), faults(log)] == [[], [("MELD-014", 3)], []]


def test_lay_off_on_opponents_does_not_count_against_the_opening() -> None:
    log = deal("melds E: KC KD KH", "N: draw ?, add KS to K of E, discard 5C")
    assert faults(log) == [("MELD-010", 3)]
    assert found(log, "OPEN-001").follows is not None


PARTS = '[Records "draws discards pile"]\n'


@pytest.mark.parametrize(
    "log",
    [
        deal("pile: 9C", "N: draw ?, add KD to K, discard 5C"),
        deal("pile: 9C", "N: draw ?, meld 4C 4D 4H, discard 5C"),
        deal("pile: 9C", "N: draw ?, ask yes, discard 5C", "end: N out"),
        deal("pile: 9C", "N: draw ?, ask yes, meld QC QD QH, discard 5C", "end: N out concealed"),
        deal("pile: KD", "N: take KD with KS 2C, discard 5C"),
    ],
)
def test_a_record_without_melds_cannot_tell(log: str) -> None:
    assert faults(log) != []
    assert faults(PARTS + log) == []


def test_a_record_without_takes_cannot_tell_whether_the_pile_is_frozen() -> None:
    log = deal(QUEENS, "pile: 2C KD", "N: take KD with KS *, discard 5C")
    assert faults(log) == [("PILE-004", 4)]
    assert faults('[Records "draws melds discards"]\n' + log) == []
