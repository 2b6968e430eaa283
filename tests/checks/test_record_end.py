"""What the record says at the end of a deal, held against what it has told."""

from __future__ import annotations

import pytest

from tests.checks.small import Case, audited, deal, faults, found, name_of

SEVENS = "melds N: 7S 7S 7H 7H 7D 7D 7C"
OUT = "N: draw 7C, ask yes, add 7C to 7, discard 4C"
START = ("pile: 5D", "hand N: KS QS 4C", "N: draw 9D, discard 4C", "end: stop")

CASES = [
    Case("left as it should be", deal(*START, "left N: 9D QS KS"), []),
    Case("a card too few", deal(*START, "left N: KS QS"), [("RECORD-013", 6)]),
    Case("a card too many", deal(*START, "left N: KS QS 9D 9D"), [("RECORD-013", 6)]),
    Case("none left, said of a full hand", deal(*START, "left N: none"), [("RECORD-013", 6)]),
    Case("left of a hand that is not known", deal(*START, "left E: KS QS"), []),
    Case("left, taken back", deal(*START, "~left N: KS QS", "left N: KS QS 9D"), []),
    Case("left unseen", deal(*START, "left N: ?x3"), []),
    Case("left unseen, and one too many", deal(*START, "left N: ?x4"), [("RECORD-013", 6)]),
    Case("an unseen card in hand turns out", deal("pile: 5D", "hand N: KS ? 4C", "N: draw 9D, discard 4C", "end: stop",
         "left N: KS TH 9D"), []),
    Case("but the known ones are there", deal("pile: 5D", "hand N: KS ? 4C", "N: draw 9D, discard 4C", "end: stop",
         "left N: KH TH 9D"), [("RECORD-013", 6)]),
    Case("out with nothing left", deal("pile: 5D", SEVENS, "hand N: 4C", OUT, "end: N out", "left N: none"), []),
    Case("out of a hand nobody knows", deal("pile: 5D", SEVENS, OUT, "end: N out"), []),
    Case("out where melds are not always written down", '[Records "draws"]\n' + deal("pile: 5D", SEVENS, "hand N: 4C KS KH KC", OUT,
         "end: N out"), []),
    Case("a partner said to have gone out", deal("pile: 5D", SEVENS, "hand N: 4C", OUT, "end: S out"), [("RECORD-017", 6)]),
    Case("an opponent who holds cards said to have gone out", deal("pile: 5D", SEVENS, "hand N: 4C", "hand E: KS", OUT,
         "end: E out"), [("RECORD-017", 7)]),
    Case("broken off when a hand was empty", deal("pile: 5D", SEVENS, "hand N: 4C", OUT, "end: stop"), []),
    Case("void when a hand was empty", deal("pile: 5D", SEVENS, "hand N: 4C", OUT, "end: void"), []),
    Case("a deal without an end and without a score", deal("N: draw ?, discard 4C"), []),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_cases(case: Case) -> None:
    assert faults(case.log) == case.expected


@pytest.mark.parametrize(
    ("left", "extra", "lacking"),
    [("KS QS 9H", ["9H"], ["9D"]), ("KS", [], ["QS", "9D"]), ("KS QS 9D 9D *", ["*", "9D"], []), ("KS QS ? ?", ["?"], [])],
)
def test_what_differs_is_named(left: str, extra: list[str], lacking: list[str]) -> None:
    finding = found(deal(*START, f"left N: {left}"), "RECORD-013")
    assert (finding.data, finding.seat) == ({"seat": "N", "extra": extra, "lacking": lacking}, "N")


@pytest.mark.parametrize("held", ["KS K", "K KS", "Kb Kr", "? KS"])
@pytest.mark.parametrize("left", ["KS KH", "KH KS", "Kr KS", "K ?"])
def test_cards_known_more_or_less_are_matched_as_well_as_can_be(held: str, left: str) -> None:
    log = deal("pile: 5D", f"hand N: {held}", "N: draw 9D, discard 9D", "end: stop", f"left N: {left}")
    assert [finding for finding in audited(log) if finding.id == "RECORD-013"] == []


def test_card_played_that_was_not_there_explains_what_is_left() -> None:
    log = deal("pile: 5D", "hand N: KS QS 4C", "N: draw 9D, discard 4H", "end: stop", "left N: KS QS 9D")
    assert faults(log) == [("RECORD-006", 4)]
    assert [x.follows.id for x in audited(log) if x.follows is not None] == ["RECORD-006"]


def test_out_with_cards_is_told_of_each_who_is_said_to_be_out() -> None:
    log = deal("pile: 5D", SEVENS, "hand N: 4C KD", OUT, "end: N out", "left N: none")
    assert faults(log) == [("RECORD-015", 6)]
    assert found(log, "RECORD-015").data == {"seat": "N", "hand": ["KD"]}


@pytest.mark.parametrize("line", ["left N: KS QS 9D", "totals: NS 100, EW 100"])
def test_missing_end_is_a_note_at_what_was_written_last(line: str) -> None:
    finding = found(deal(*START[:3], line), "RECORD-016")
    assert (finding.severity, finding.line, finding.turn) == ("note", 5, None)
    assert [x.id for x in audited(deal(*START, line)) if x.id == "RECORD-016"] == []
    assert [x.id for x in audited(deal(*START[:3], "~" + line)) if x.id == "RECORD-016"] == []


HANDS = ("hand N: 4C 6D 8C", "hand E: KS", "hand S: KD", "hand W: KC")
AND_SIXES = f"{SEVENS}, 6S 6H 6C"
ADDED = "N: draw 7C, add 7C to 7, discard 4C"


@pytest.mark.parametrize(
    ("lines", "id", "place", "scored"),
    [
        ([ADDED, "end: E out", "score EW: hand -20, total -20"], "RECORD-015", 9, ["SCORE-010"]),
        ([ADDED, "end: N out", "score NS: natural 500, cards 60, out 100, hand -20, total 640"], "RECORD-015", 9, ["SCORE-001"]),
        (
            [ADDED, "end: stop", "left N: 8C", "score NS: natural 500, cards 60, hand -20, total 540"],
            "RECORD-013",
            10,
            ["SCORE-001"],
        ),
        (
            [ADDED, "end: stop", "left N: 9C", "score NS: natural 500, cards 60, hand -20, total 540"],
            "RECORD-013",
            10,
            ["SCORE-001"],
        ),
    ],
)
def test_what_was_scored_follows_from_a_play_that_is_missing(lines: list[str], id: str, place: int, scored: list[str]) -> None:
    log = deal("pile: 5D", AND_SIXES, *HANDS, *lines)
    assert faults(log) == [(id, place)]
    assert scored[0] in [finding.id for finding in audited(log) if finding.follows is not None]


def test_cards_written_down_for_others_do_not_explain_what_melds_score() -> None:
    log = deal(
        "pile: 5D", AND_SIXES, *HANDS, ADDED, "end: stop", "left N: 6D 9C", "score NS: natural 500, cards 60, hand -25, total 535"
    )
    assert faults(log) == [("RECORD-013", 10), ("SCORE-001", 11)]


def test_the_sheet_follows_from_who_is_wrongly_said_to_have_gone_out() -> None:
    lines = ["hand N: 4C", *HANDS[1:], OUT, "end: E out", "score NS: total 630", "score EW: hand -20, total -20"]
    log = deal("pile: 5D", SEVENS, *lines)
    assert faults(log) == [("RECORD-017", 9)]
    assert [(x.id, x.line) for x in audited(log) if x.follows is not None] == [("SCORE-010", 10), ("SCORE-010", 11)]
