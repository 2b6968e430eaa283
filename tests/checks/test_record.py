"""Turns: in order, begun by a draw, closed by a discard, none after the end."""

from __future__ import annotations

import pytest

from tests.checks.small import Case, audited, deal, faults, found, name_of

SEVENS = "melds N: 7S 7S 7H 7H 7D 7D 7C"
THREE = '[Seats "ABC"]\n'
TWO = '[Seats "NS"]\n'

CASES = [
    Case("a round and on", deal(*(f"{seat}: draw ?, discard ?" for seat in "NESWN")), []),
    Case("a pass is a turn", deal("N: draw ?, discard 4C", "E: pass", "S: draw ?, discard 4C"), [("DRAW-003", 3)]),
    Case("nobody said who deals", "deal 1:\nS: draw ?, discard 4C\nW: draw ?, discard 4D\n", []),
    Case("first player named", "deal 1: first S\nS: draw ?, discard 4C\n", []),
    Case("another than the first player named", "deal 1: first S\nN: draw ?, discard 4C\n", [("RECORD-001", 2)]),
    Case("a record from mid-deal begins where it begins", deal("pile: 5D", "S: draw ?, discard 4C"), []),
    Case("then it goes on in order", deal("pile: 5D", "S: draw ?, discard 4C", "N: draw ?, discard 4D"), [("RECORD-001", 4)]),
    Case("three players", THREE + "deal 1: dealer C\nA: draw ?, discard 4C\nB: draw ?, discard 4C\nC: draw ?, discard 4H\n"
         "A: draw ?, discard 4D\n", []),
    Case("three players, one left out", THREE + "deal 1: dealer C\nA: draw ?, discard 4C\nC: draw ?, discard 4C\n",
         [("RECORD-001", 4)]),
    Case("two players take turns",
         TWO + "deal 1: dealer S\nN: draw ?, discard 4C\nS: draw ?, discard 4C\nN: draw ?, discard 4D\n", []),
    Case("two players, one twice", TWO + "deal 1: dealer S\nN: draw ?, discard 4C\nN: draw ?, discard 4D\n", [("RECORD-002", 4)]),
    Case("a turn taken back has no place in the order", deal("N: draw ?, discard 4C", "~S: draw ?, discard 4C",
         "E: draw ?, discard 4D"), []),
    Case("a director names the next player", deal("N: draw ?, discard 4C", "director: next W", "W: draw ?, discard 4D"), []),
    Case("a seat that is none and the turns after it", deal("N: draw ?, discard 4C", "E: draw ?, discard 4C",
         "S: draw ?, discard 5C", "W: draw ?, discard 4D"), []),
    Case("what a side lacks after a turn that is missing", deal("pile: 5D", "melds S: 7S 7S 7H 7H 7D 7D", "hand S: 4C 4D 4H",
         "N: draw ?, discard 5C", "E: draw ?, discard 5C", "S: draw 9D, discard 9D", "W: draw ?, discard 5H",
         "E: draw ?, discard 5H", "S: draw 9H, ask yes, meld 4C 4D 4H, discard 9H", "end: S out"), [("RECORD-001", 9)]),
    Case("a hand for nobody", '[Sides "NS EW"]\n' + deal("hand A: ?x11", "N: draw ?, discard 4C"), [("RECORD-014", 3)]),
    Case("a hand for nobody taken back", '[Sides "NS EW"]\n' + deal("~hand A: ?x11", "N: draw ?, discard 4C"), []),
    Case("melds before the draw", deal(SEVENS, "N: add 7C to 7, draw ?, discard 4C"), [("RECORD-003", 3)]),
    Case("a red three before the draw", deal("pile: 5D", "hand N: 3H 4C", "N: red 3H>4D, draw ?, discard 4C"), []),
    Case("a meld after the discard", deal(SEVENS, "N: draw ?, discard 4C, add 7C to 7"), [("RECORD-004", 3)]),
    Case("a lay-off and a discard after the discard", deal(SEVENS, "N: draw ?, discard 4C, add 7C to 7, discard 4D"),
         [("RECORD-004", 3)]),
    Case("no discard, at the end of a record that breaks off", deal("pile: 5D", "hand N: KS", "N: draw 9D", "end: stop"), []),
    Case("no discard, at the end of a record without end", deal("pile: 5D", "hand N: KS", "N: draw 9D"), []),
    Case("no discard before the stock ended", deal("pile: 5D", "hand N: KS", "N: draw 9D", "end: stock"), [("RECORD-018", 4)]),
    Case("no discard by a hand that is not known", deal("N: draw 9D", "E: draw ?, discard 4C"), [("RECORD-018", 2)]),
    Case("no discard by a hand nobody knows that lays cards", deal("melds N: KC KD KH", "N: draw 9D, add KS to K",
         "E: draw ?, discard 4C"), []),
    Case("no discard by a hand nobody knows that is at most one card", deal("melds N: KC KD KH", "N: draw 9D", "end: stop"), []),
    Case("no discard where discards are not always written", '[Records "draws melds"]\n' + deal("pile: 5D", "hand N: KS QS",
         "N: draw 9D", "E: draw ?, discard 4C"), []),
    Case("going out without a discard", deal("pile: 5D", SEVENS, "hand N: 7C", "N: draw 2D, ask yes, add 7C 2D to 7",
         "end: N out"), []),
    Case("a turn after the end", deal("N: draw ?, discard 4C", "end: stock", "E: draw ?, discard 4D"), [("RECORD-005", 4)]),
    Case("a turn after going out", deal("pile: 5D", SEVENS, "hand N: 7C", "N: draw 4C, ask yes, add 7C to 7, discard 4C",
         "E: draw ?, discard 4D"), [("RECORD-005", 6)]),
    Case("turns after going out are one fault", deal("pile: 5D", SEVENS, "hand N: 7C",
         "N: draw 4C, ask yes, add 7C to 7, discard 4C", "E: draw ?, discard 4D", "S: draw ?, discard 4D"), [("RECORD-005", 6)]),
    Case("a stock used up, nobody takes, then a turn", deal("stock: ?", "N: draw ?, discard 4C", "E: pass", "S: pass"),
         [("RECORD-005", 5)]),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_cases(case: Case) -> None:
    assert faults(case.log) == case.expected


def test_skipped_turn_explains_a_card_that_only_its_draw_can_have_brought() -> None:
    turns = ("N: draw ?, discard 4C", "S: draw ?, discard 4D", "W: draw ?, discard 4H", "N: draw ?, discard 5C")
    log = deal("pile: 5D", "hand E: KS QS", *turns, "E: draw 9D, discard TH")
    assert faults(log) == [("RECORD-001", 5)]
    assert found(log, "RECORD-001").data == {"seat": "S", "expected": "E"}
    lacking = found(log, "RECORD-006")
    assert (lacking.line, lacking.data["card"]) == (8, "TH")
    assert lacking.follows is not None
    assert (lacking.follows.id, lacking.follows.line) == ("RECORD-001", 5)


def test_skipped_turn_explains_no_card_of_others() -> None:
    log = deal("pile: 5D", "hand S: KS QS", "N: draw ?, discard 4C", "S: draw 9D, discard TH")
    assert faults(log) == [("RECORD-001", 5), ("RECORD-006", 5)]


def test_turns_of_a_seat_that_is_none_explain_the_gap_they_leave() -> None:
    log = '[Sides "NS EW"]\n' + deal("N: draw ?, discard 4C", "A: draw ?, discard 4C", "S: draw ?, discard 5C")
    assert faults(log) == [("RECORD-014", 4)]
    assert found(log, "RECORD-014").data == {"seat": "A", "seats": ["N", "E", "S", "W"]}


def test_red_three_laid_in_a_line_of_its_own_follows_from_not_laying_it() -> None:
    log = deal("pile: 5D", "hand N: KS QS", "N: draw 3H, discard QS", "N: red 3H>4C")
    assert faults(log) == [("THREES-001", 4)]


@pytest.mark.parametrize(
    ("lines", "pointer"),
    [
        (["stock: 3H", "N: draw 3H, red 3H", "E: pass"], "/stock_end/red_three_ends"),
        (["stock: ?", "N: draw ?, discard 4C", "E: pass", "S: pass"], "/stock_end/taking_forced"),
        (["pile: 5D", SEVENS, "hand N: 7C", "N: draw 4C, ask yes, add 7C to 7, discard 4C", "E: pass"], "/going_out/canastas"),
    ],
)
def test_what_ended_the_deal_is_the_parameter(lines: list[str], pointer: str) -> None:
    finding = found(deal(*lines), "RECORD-005")
    assert finding.parameter is not None
    assert finding.parameter.pointer == pointer
    assert finding.citation


def test_finding_on_a_whole_turn_has_its_number() -> None:
    log = deal("N: draw ?, discard 4C", "S: draw ?, discard 4D")
    finding = found(log, "RECORD-001")
    assert (finding.deal, finding.turn, finding.seat, finding.column) == (1, 2, "S", 1)
    assert [x.turn for x in audited(deal("S: draw ?, discard 4D")) if x.id == "RECORD-001"] == [1]


def test_keeping_one_card_without_a_discard_is_lawful_only_under_pass_with_one() -> None:
    log = deal("pile: 5D", "melds N: KC KD KH", "hand N: KS", "N: draw 9D, add KS", "E: draw ?, discard 4C")
    assert faults(log) == [("OUT-002", 5)]
    assert [x.id for x in audited(log) if x.follows is not None] == ["RECORD-018"]
    assert faults(log, "pass-with-one") == []
