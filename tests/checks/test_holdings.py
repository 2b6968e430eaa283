"""Cards that can have been where they were played from, and counts that add up."""

from __future__ import annotations

import pytest

from tests.checks.small import Case, audited, deal, faults, found, name_of

HANDS = ("hand N: ?x11", "hand E: ?x11", "hand S: ?x11", "hand W: ?x11")
ACES = "hand N: AC AS KS QS JS TS 9S 8S 7S 6S 4C"
DRAWS = '[Records "melds discards"]\n'

CASES = [
    Case("a card that was drawn", deal("pile: 5D", "hand N: KS", "N: draw 9D, discard 9D"), []),
    Case("a hand nobody wrote down", deal("pile: 5D", "N: draw 9D, discard KH"), []),
    Case("an unseen card in hand may be the one", deal("pile: 5D", "hand N: KS ?", "N: draw 9D, discard KH"), []),
    Case("and only once", deal("pile: 5D", "hand N: KS ?", "N: draw 9D, discard KH", "E: draw ?, discard 4C",
         "S: draw ?, discard 4C", "W: draw ?, discard 4D", "N: draw 9H, discard TH"), [("RECORD-006", 8)]),
    Case("one copy played twice", deal("pile: 5D", "hand N: 4C 5C AD AH", "N: draw AD, meld AD AH AH, discard 5C"),
         [("RECORD-006", 4)]),
    Case("two copies", deal("pile: 5D", "hand N: 4C 5C AD AH", "N: draw AH, meld AD AH AH, discard 5C"), []),
    Case("a whole meld that is not there is one fault", deal("pile: 5D", "hand N: 4C 5C 6C",
         "N: draw 7C, meld AD AH AC, discard 5C"),
         [("RECORD-006", 4)]),
    Case("the discard may come out of the pile just taken", deal(ACES, "up: 2D AD",
         "N: take AD with AC AS, discard 2D"), []),
    Case("a meld before the pile is picked up may not", deal(ACES, "up: 3C 2D AD",
         "N: take AD with AC AS, meld KS KS 2D, pickup, discard 4C"), [("RECORD-006", 4)]),
    Case("nor a card that only later comes", deal("pile: 5D", "hand N: KS", "N: draw 9D, discard 4C", "E: draw ?, discard 4D",
         "S: draw ?, discard 4D", "W: draw ?, discard 4H", "N: draw 4C, discard KS"), [("RECORD-006", 4)]),
    Case("draws are not always written down", DRAWS + deal("pile: 5D", "hand N: KS", "N: discard 4C", "E: discard 4D"), []),
    Case("melds are not always written down", '[Records "draws"]\n' + deal("pile: 5D", "hand N: KS", "N: draw 9D, discard 4C"), []),
    Case("a wrong draw explains the right card later and the copy too many", deal("pile: 5D", "hand N: 4C",
         "N: draw KS, discard 4C",
         "E: draw KS, discard KS", "S: draw KS, discard KS", "W: draw ?, discard 5C", "N: draw 9D, discard KC"),
         [("RECORD-007", 6)]),
    Case("a copy too many in the draw explains the card that is missing", deal("pile: 5D", "hand N: 4C", "hand E: KS KS",
         "N: draw KS, discard 4C", "E: draw ?, discard 4D", "S: draw ?, discard 4D", "W: draw ?, discard 5C",
         "N: draw 9D, discard KC"),
         [("RECORD-007", 5)]),
    Case("what is dealt and stays in the stock", deal("hand N: AC AS KS QS JS TS 9S 8S 7S 6S 4C", "up: 4C", "stock: AC AS",
         "N: draw AC, discard AC", "E: draw AS, discard AS"), []),
    Case("a third copy in the stock", deal("hand N: AC AC KS QS JS TS 9S 8S 7S 6S 4C", "up: 4C", "stock: KD AC AS"),
         [("RECORD-007", 4)]),
    Case("a third copy in the stock, where another card was drawn", deal("hand N: AC AC KS QS JS TS 9S 8S 7S 6S 4C", "up: 4C",
         "stock: KD AC AS", "N: draw KD, discard 4C", "E: draw AD, discard AD"), [("RECORD-007", 4)]),
    Case("a pair for the pile of which one is not there, and an initial meld of them", deal(ACES.replace("AC ", "AH "), "up: AD",
         "N: take AD with AC AS, discard 4C"), [("RECORD-006", 4)]),
    Case("a discard written down wrongly, taken into a meld that is added to", deal("pile: 5D", "melds E: KS KH KD",
         "hand N: 8C 9C", "hand E: 8D 8S 4C 8H 4D 4S", "N: draw 9D, discard 6C", "E: take 8C with 8D 8S, discard 4C",
         "S: draw ?, discard 5C", "W: draw ?, discard 5C", "N: draw ?, discard 9C", "E: draw 5S, add 8H to 8, discard 5S"),
         [("RECORD-006", 6)]),
    Case("four jokers", deal("N: draw *, discard *", "E: draw *, discard *", "S: draw *, discard *", "W: draw *, discard *"), []),
    Case("deck complete", deal(*HANDS, "up: 5D", "stock: ?x63"), []),
    Case("deck short where a player was dealt too few", deal("hand N: ?x10", *HANDS[1:], "up: 5D", "stock: ?x63"),
         [("DEAL-001", 2)]),
    Case("deck short in a void deal", deal(*HANDS, "up: 5D", "stock: ?x60", "end: void"), []),
    Case("deck not listed", deal(*HANDS, "up: 5D", "N: draw ?, discard 4C"), []),
    Case("red threes laid count", deal(*HANDS, "red N: 3H>?", "up: 5D", "stock: ?x62", "N: draw ?, discard 4C"), []),
    Case("last by the count", deal("stock: ? ?", "N: draw ?, discard 4C", "E: draw ?, last, discard 4D"), []),
    Case("last where nobody counts", deal("N: draw ?, last, discard 4C", "E: pass", "end: stock"), []),
    Case("stock in order", deal("stock: KD 3H 5C 9H", "N: draw KD, discard 4C", "E: draw 3H>5C, discard 4D",
         "S: draw 9H, discard 9H"), []),
    Case("stock unseen here and there", deal("stock: ? 5C ?", "N: draw KD, discard 4C", "E: draw ?, discard 4D",
         "S: draw 9H, discard 9H"), []),
    Case("replacement out of order", deal("stock: 3H 5C 9H", "N: draw 3H>9H, discard 4C"), [("RECORD-010", 3)]),
    Case("replacement of a dealt red three first", deal("hand N: 3H AS KS QS JS TS 9S 8S 7S 6S 4C", "stock: 5C 9H",
         "N: red 3H>5C, draw 9H, discard 4C"), []),
    Case("up-card forgotten by the recorder", deal("N: take AD with AC AS, discard 4C"), []),
    Case("a pile of one card taken", deal("up: AD", "N: take AD with AC AS, discard 4C"), []),
    Case("discards not always written down", '[Records "draws melds"]\n' + deal("up: AD", "N: draw ?", "E: take AH with AC AS"),
         []),
    Case("a discard nobody saw", deal("up: AD", "N: draw ?, discard ?", "E: take AH with AC AS, discard 4C"), []),
    Case("top card by the discard before", deal("up: AD", "N: draw ?, discard AH", "E: take AD with AC AS, discard 4C"),
         [("RECORD-012", 4)]),
    Case("top card of a rank", "deal 1: dealer W\nup: A\nN: take A with A A, discard 4\n", []),
    Case("a discard forgotten explains the other top card", deal("hand N: AC AS KS QS JS TS 9S 8S 7S 6S 4C", "up: AD",
         "N: draw AH", "E: take 4C with 4D 4H, meld AC AD AS, discard 5C"), [("RECORD-018", 4)]),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_cases(case: Case) -> None:
    assert faults(case.log) == case.expected


@pytest.mark.parametrize(("card", "copies", "pointer"), [("QH", 2, "/equipment/packs"), ("*", 4, "/equipment/jokers")])
def test_copies_are_counted(card: str, copies: int, pointer: str) -> None:
    seats = "NESWNESW"
    fine = deal(*(f"{seat}: draw {card}, discard {card}" for seat in seats[:copies]))
    assert faults(fine) == []
    finding = found(fine + f"{seats[copies]}: draw {card}, discard {card}\n", "RECORD-007")
    assert (finding.line, finding.data) == (copies + 2, {"card": card, "seen": copies + 1, "copies": copies})
    assert finding.parameter is not None
    assert finding.parameter.pointer == pointer


def test_ninth_king_is_one_too_many_however_it_is_known() -> None:
    fine = deal(
        "hand N: K K K K Q Q Q Q J J J",
        "N: draw K, discard K",
        "E: draw K, discard K",
        "S: draw K, discard K",
        "W: draw K, discard K",
    )
    assert faults(fine) == []
    finding = found(fine + "N: draw K, discard Q\n", "RECORD-007")
    assert (finding.line, finding.data) == (7, {"card": "K", "seen": 9, "copies": 8})


def test_saved_the_wrong_way_round_the_stock_is_contradicted_once_by_the_first_draw() -> None:
    log = deal("stock: KD 5C 9H TH", "N: draw TH, discard 4C", "E: draw 9H, discard 4D", "S: draw 5C, discard 5C")
    assert faults(log) == [("RECORD-010", 3)]
    assert [x.data for x in audited(log) if x.follows is None] == [{"card": "TH", "next": "KD"}]


def test_stock_contradicted_explains_the_card_it_has_next() -> None:
    log = deal("pile: 5D", "hand N: 4C", "stock: KD 5C", "N: draw KH, discard KD")
    assert faults(log) == [("RECORD-010", 5)]


def test_card_is_pointed_at() -> None:
    finding = found(deal("pile: 5D", "hand N: 4C 5C AD AH", "N: draw AD, meld AD AH AC, discard 5C"), "RECORD-006")
    assert finding.text[finding.column - 1 : finding.end_column - 1] == "AC"
    assert (finding.grade, finding.data["card"], finding.data["seat"]) == ("impossible", "AC", "N")


def test_top_card_is_pointed_at() -> None:
    finding = found(deal("up: AC", "N: take AD with AH AS, discard 4C"), "RECORD-012")
    assert finding.text[finding.column - 1 : finding.end_column - 1] == "AD"
    assert finding.data == {"card": "AD", "top": "AC"}


@pytest.mark.parametrize("wrong", ["KC", "9S"], ids=["a card nobody has", "a card far down"])
def test_one_slip_in_the_order_of_the_stock_is_found_once(wrong: str) -> None:
    turns = [f"N: draw {wrong}, discard 4C", "E: draw 5D, discard 5D", "S: draw 6D, discard 6D", "W: draw 7D, discard 7D"]
    report = audited(deal("hand N: ?x10 4C", "stock: KD 5D 6D 7D 8D 9D TD JD QD 9S", *turns))
    assert [(finding.id, finding.line) for finding in report if finding.id == "RECORD-010"] == [("RECORD-010", 4)]


def test_a_missing_draw_contradicts_the_stock_once() -> None:
    turns = ["N: discard 4C", "E: draw 5D, discard 5D", "S: draw 6D, discard 6D", "W: draw 7D, discard 7D"]
    report = audited(deal("hand N: ?x10 4C", "stock: KD 5D 6D 7D 8D 9D", *turns))
    assert [(finding.id, finding.line, finding.follows is None) for finding in report if finding.severity == "error"][:2] == [
        ("DRAW-003", 4, True),
        ("RECORD-010", 5, False),
    ]
    assert sum(finding.id == "RECORD-010" for finding in report) == 1
