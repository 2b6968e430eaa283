"""Going out: with a canasta, with the partner's leave, and concealed."""

from __future__ import annotations

import pytest

import canasta_audit as ca
from tests.checks.small import KINGS, Case, Option, audited, deal, faults, found, name_of

OUT = f"melds S: {KINGS}"
SIX = "melds S: KC KC KD KH KH KS"

CASES = [
    Case("with the last discard", deal(OUT, "hand N: KD", "N: draw 5C, ask yes, add KD to K, discard 5C", "end: N out"), []),
    Case("laying everything", deal(OUT, "hand N: 2C", "N: draw KD, ask yes, add KD 2C to K", "end: N out"), []),
    Case("a meld and nothing left", deal(OUT, "hand N: QC QD", "N: draw QH, ask yes, meld QC QD QH", "end: N out"), []),
    Case(
        "with the canasta of that turn", deal(SIX, "hand N: KS", "N: draw 5C, ask yes, add KS to K, discard 5C", "end: N out"), []
    ),
    Case("six cards are no canasta", deal(SIX, "N: draw 5C, ask yes, discard 5C", "end: N out"), [("OUT-001", 3)]),
    Case(
        "without a canasta",
        deal("melds S: QC QD QH", "hand N: QS", "N: draw 5C, ask yes, add QS to Q, discard 5C", "end: N out"),
        [("OUT-001", 4)],
    ),
    Case(
        "without a canasta, laying everything",
        deal("melds S: QC QD QH", "hand N: QS", "N: draw 2C, ask yes, add QS 2C to Q", "end: N out"),
        [("OUT-001", 4)],
    ),
    Case(
        "one card kept",
        deal("melds S: QC QD QH", "hand N: QS 6C", "N: draw 5C, add QS to Q, discard 5C", "E: draw ?, discard 9C"),
        [],
    ),
    Case(
        "no card kept, and the deal goes on",
        deal("melds S: QC QD QH", "hand N: QS", "N: draw 5C, add QS to Q, discard 5C", "E: draw ?, discard 9C"),
        [("OUT-002", 4)],
    ),
    Case(
        "one card left and no discard",
        deal("melds S: QC QD QH", "hand N: QS", "N: draw 5C, add QS to Q", "E: draw ?, discard 9C"),
        [("OUT-002", 4)],
    ),
    Case(
        "no, and more melds, and a card kept", deal(OUT, "hand N: QC QD QH 6C", "N: draw 5C, ask no, meld QC QD QH, discard 5C"), []
    ),
    Case("no, and out", deal(OUT, "N: draw 5C, ask no, discard 5C", "end: N out"), [("OUT-004", 3)]),
    Case("yes, and not out", deal(OUT, "hand N: 6C", "N: draw 5C, ask yes, discard 5C", "E: draw ?, discard 9C"), [("OUT-005", 4)]),
    Case("asked, no answer recorded", deal(OUT, "hand N: 6C", "N: draw 5C, ask, discard 5C", "E: draw ?, discard 9C"), []),
    Case("yes, and the hand is not known", deal(OUT, "N: draw ?, ask yes, discard 5C"), []),
    Case("a hand nobody knows", deal(OUT, "N: draw 5C, ask yes, discard 5C", "end: N out"), []),
]

QUEENS = "QC QC QD QD QH QH QS"
OWN = f"N: draw 5C, ask yes, meld {QUEENS}, discard 5C"

CONCEALED = [
    Case("an own canasta", deal("melds S: KC KD KH", f"hand N: {QUEENS}", OWN, "end: N out concealed"), []),
    Case("it is the side's first meld", deal("pile: 9C", f"hand N: {QUEENS}", OWN, "end: N out concealed"), []),
    Case(
        "laying everything",
        deal("pile: 9C", "hand N: QC QC QD QD QH QH", f"N: draw QS, ask yes, meld {QUEENS}", "end: N out concealed"),
        [],
    ),
    Case("not claimed", deal("melds S: KC KD KH", f"hand N: {QUEENS}", OWN, "end: N out"), [("OUT-007", 5)]),
    Case(
        "claimed in the score alone",
        deal("melds S: KC KD KH", f"hand N: {QUEENS}", "hand S: 4C", OWN, "end: N out", "score NS: out 200"),
        [],
    ),
    Case(
        "claimed in the total alone",
        deal("melds S: KC KD KH", f"hand N: {QUEENS}", "hand S: 4C", OWN, "end: N out", "score NS: total 795"),
        [],
    ),
    Case(
        "missed in the total too",
        deal("melds S: KC KD KH", f"hand N: {QUEENS}", "hand S: 4C", OWN, "end: N out", "score NS: total 695"),
        [("OUT-007", 6)],
    ),
    Case(
        "the player had melded before",
        deal("melds N: KC KD KH", f"hand N: {QUEENS}", OWN, "end: N out concealed"),
        [("OUT-006", 5)],
    ),
    Case(
        "the player had added to his partner's melds",
        deal(
            "melds S: KC KD KH",
            f"hand N: KS {QUEENS}",
            "N: draw 8C, add KS to K, discard 8C",
            "E: draw ?, discard 9C",
            "S: draw ?, discard 9D",
            "W: draw ?, discard 9H",
            OWN,
            "end: N out concealed",
        ),
        [("OUT-006", 9)],
    ),
    Case(
        "the partner had added to his own melds",
        deal(
            "melds S: KC KD KH",
            f"hand N: {QUEENS} 6C",
            "N: draw 8C, discard 6C",
            "E: draw ?, discard 9C",
            "S: draw KS, add KS to K, discard 9D",
            "W: draw ?, discard 9H",
            f"N: draw ?, ask yes, add ? to K, meld {QUEENS}, discard 8C",
            "end: N out",
        ),
        [],
    ),
    Case(
        "from the pile",
        deal(
            "melds S: KC KD KH",
            "pile: QS",
            "hand N: QC QC QD QD QH QH 5C",
            "N: take QS with QC QC QD QD QH QH, ask yes, discard 5C",
            "end: N out concealed",
        ),
        [],
    ),
]

OPTIONS = [
    Option(
        "no-last-discard",
        deal(OUT, "hand N: KD", "N: draw 5C, ask yes, add KD to K, discard 5C", "end: N out"),
        [],
        [("OUT-008", 4)],
    ),
    Option(
        "pass-with-one",
        deal("melds S: QC QD QH", "hand N: QS", "N: draw 5C, add QS to Q", "E: draw ?, discard 9C"),
        [("OUT-002", 4)],
        [],
    ),
    Option(
        "may-ask",
        '[Records "all"]\n' + deal(OUT, "N: draw 5C, discard 5C", "end: N out"),
        [("OUT-003", 4)],
        [],
    ),
    Option(
        "concealed-with-partner-additions",
        deal(
            "melds S: KC KD KH",
            f"hand N: KS {QUEENS}",
            f"N: draw 5C, ask yes, add KS to K, meld {QUEENS}, discard 5C",
            "end: N out concealed",
        ),
        [("OUT-006", 5)],
        [],
    ),
    Option(
        "concealed-with-partner-canasta",
        deal(OUT, "hand N: QC QD QH", "N: draw 5C, ask yes, meld QC QD QH, discard 5C", "end: N out concealed"),
        [("OUT-006", 5)],
        [],
    ),
]


@pytest.mark.parametrize("case", [*CASES, *CONCEALED], ids=name_of)
def test_cases(case: Case) -> None:
    assert faults(case.log) == case.expected


@pytest.mark.parametrize("option", OPTIONS, ids=name_of)
def test_options_decide(option: Option) -> None:
    assert faults(option.log) == option.without
    assert faults(option.log, option.option) == option.chosen


def test_two_canastas_below_four() -> None:
    log = '[Seats "N S"]\n' + deal("melds N: KC KC KD KH KH KS KS", "hand N: 6C", "N: draw 5C, discard 5C", "S: draw ?, discard 9C",
                                   "N: draw KD, add KD to K, discard 6C", "end: N out").replace("dealer W", "dealer S")  # fmt: skip
    assert faults(log) == []
    assert faults(log, "two-canastas-below-four") == [("OUT-001", 7)]
    assert found(log, "OUT-001", "two-canastas-below-four").data == {"seat": "N", "side": "N", "have": 1, "need": 2}


@pytest.mark.parametrize(
    ("records", "severity"), [("", "note"), ('[Records "draws melds discards"]\n', "note"), ('[Records "all"]\n', "error")]
)
def test_question_missing_is_an_error_where_questions_are_recorded(records: str, severity: str) -> None:
    log = records + deal(OUT, "hand N: KD", "N: draw 5C, add KD to K, discard 5C", "end: N out")
    assert found(log, "OUT-003").severity == severity


def test_nobody_is_asked_where_nobody_is_a_partner() -> None:
    log = '[Seats "N S"]\n' + deal(f"melds N: {KINGS}", "hand N: KD", "N: draw 5C, add KD to K, discard 5C", "end: N out").replace(
        "dealer W", "dealer S"
    )
    assert audited(log) == []


@pytest.mark.parametrize(
    ("log", "pointer"),
    [
        (deal("melds N: KC KD KH", f"hand N: {QUEENS}", OWN, "end: N out concealed"), "/going_out/concealed_extra"),
        (
            deal(OUT, "hand N: KD", "N: draw 5C, ask yes, add KD to K, discard 5C", "end: N out concealed"),
            "/going_out/concealed_partner_additions",
        ),
        (
            deal(OUT, "hand N: QC QD QH", "N: draw 5C, ask yes, meld QC QD QH, discard 5C", "end: N out concealed"),
            "/going_out/concealed_own_canasta",
        ),
    ],
)
def test_reason_against_concealed_is_cited(log: str, pointer: str) -> None:
    parameter = found(log, "OUT-006").parameter
    assert parameter is not None
    assert parameter.pointer == pointer


def test_nobody_needs_a_discard_when_the_last_red_three_has_ended_the_deal() -> None:
    log = '[Ruleset "ro-canastone"]\n' + deal(
        "melds S: KC KD KH KS", "melds N: QC QD QH", "hand N: 7C 7D 9S", "pile: 7S", "stock: 3H",
        "N: take 7S with 7C 7D, draw 3H, red 3H", "E: pass", "end: stock",
    )  # fmt: skip
    assert [finding.id for finding in ca.audit(ca.parse(log)).roots] == ["RECORD-005"]
