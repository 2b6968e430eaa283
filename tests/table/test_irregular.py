"""Cards that everybody has seen, and cards that were counted: what the table knows of them afterwards."""

from __future__ import annotations

import pytest

from canasta_audit.cards import Deck
from canasta_audit.notation import model as n
from canasta_audit.notation.parse import parse, read_line
from canasta_audit.table.deal import set_table
from canasta_audit.table.direct import Missing, missing
from canasta_audit.table.irregular import counted, expose, not_held, recount, seen_in
from canasta_audit.table.state import Seats, Table

SEATS = Seats(("N", "E", "S", "W"), ("NS", "EW"))


def table_of(*lines: str) -> Table:
    deal = parse("deal 1: dealer W\n" + "".join(f"{line}\n" for line in lines)).matches[0].deals[0]
    return set_table(SEATS, Deck(2, 4), deal.lines, number=1, usual_draw=1)


def line_of(text: str) -> n.Line:
    return read_line(text)[0]


@pytest.mark.parametrize(
    ("hand", "shown", "lacking", "after"),
    [
        ("KS QS 4C", ["KS"], [], ["4C", "KS", "QS"]),
        ("KS QS 4C", ["9D"], ["9D"], ["4C", "KS", "QS"]),
        ("?x3", ["KS", "9D"], [], ["9D", "?", "KS"]),
        ("KS ?", ["KS", "KS"], [], ["KS", "KS"]),
        ("KS ?", ["K"], [], ["?", "KS"]),
        ("Kr ? ?", ["KH", "Kr"], [], ["?", "KH", "Kr"]),
        ("KS ?", ["KH", "QH"], ["QH"], ["KH", "KS"]),
        ("KS KH", ["K", "KS"], [], ["KH", "KS"]),
        ("KS QS", ["?"], [], ["KS", "QS"]),
    ],
)
def test_exposed_cards_are_known(hand: str, shown: list[str], lacking: list[str], after: list[str]) -> None:
    table = table_of("pile: 5D", f"hand N: {hand}")
    assert not_held(table, "N", shown) == lacking
    expose(table, "N", shown)
    assert sorted(table.hands["N"]) == sorted(after)
    assert table.lacking == [] and table.excess == []


def test_a_card_of_which_all_copies_lie_elsewhere_is_not_held() -> None:
    table = table_of("pile: KS KS", "hand N: ?x3")
    assert not_held(table, "N", ["KS"]) == ["KS"]
    expose(table, "N", ["KS"])
    assert table.hands["N"] == ["?"] * 3
    assert table.seen["KS"] == 2


def test_a_hand_that_nobody_wrote_down_holds_what_it_shows() -> None:
    table = table_of("pile: 5D")
    expose(table, "E", ["KS"])
    assert (table.hands["E"], table.hand_size("E"), table.seen["KS"]) == (["KS"], None, 1)


@pytest.mark.parametrize(
    ("what", "number", "before", "after"),
    [
        ("N", 4, 3, 4),
        ("N", 2, 3, 3),
        ("E", 5, None, 5),
        ("stock", 7, 8, 7),
        ("pile", 4, 2, 4),
        ("pile", 1, 2, 2),
        ("A", 3, None, None),
    ],
)
def test_counts(what: str, number: int, before: int | None, after: int | None) -> None:
    table = table_of("pile: 5D 6D", "hand N: KS QS 4C", "stock: 7C ?x7")
    assert counted(table, what) == before
    recount(table, what, number)
    assert counted(table, what) == after


def test_a_counted_hand_keeps_what_is_known_of_it() -> None:
    table = table_of("pile: 5D")
    expose(table, "E", ["KS"])
    recount(table, "E", 3)
    assert (sorted(table.hands["E"]), "E" in table.vague) == (["?", "?", "KS"], False)


def test_a_stock_that_is_miscounted_has_no_order() -> None:
    table = table_of("pile: 5D", "stock: 7C 8C 9C")
    recount(table, "stock", 3)
    assert table.stock == ["9C", "8C", "7C"]
    recount(table, "stock", 2)
    assert (table.stock, table.stock_left, table.seen["7C"]) == (None, 2, 0)


@pytest.mark.parametrize(
    ("turn", "seen"),
    [
        ("~N: draw KD, meld QC QD QH, discard 4C", ["QC", "QD", "QH", "4C"]),
        ("~N: draw QC, meld QC QD QH, discard 4C", ["QD", "QH", "4C"]),
        ("~N: draw ?, meld QC QD QH", []),
        ("~N: draw, discard 4C", []),
        ("~N: take KD with KS KH, meld 4C 4D 4H", ["KS", "KH"]),
        ("~N: take KD showing KS, discard 4C", ["KS"]),
        ("~N: take only KD with KS KH, discard 4C", ["KS", "KH", "4C"]),
        ("~N: draw 3H>9C, discard 9C", []),
        ("~N: draw 5C, move 2C from K to hand, discard 9C", []),
    ],
)
def test_what_a_turn_taken_back_has_shown(turn: str, seen: list[str]) -> None:
    line = line_of(turn)
    assert isinstance(line, n.Turn)
    assert seen_in(line) == seen


@pytest.mark.parametrize(
    ("ruling", "found"),
    [
        ("move KS from N to pile", []),
        ("move KH from N to pile", [Missing("card", "KH", "N")]),
        ("move KS from N to pile, move KS from N to pile", [Missing("card", "KS", "N")]),
        ("move KH from E to pile", []),
        ("move ? from stock to N", []),
        ("move 9C from stock to N", [Missing("card", "9C", "stock")]),
        ("move 5D from pile to stock", []),
        ("move 9D from pile to stock", [Missing("card", "9D", "pile")]),
        ("move JC from meld J of S to N", []),
        ("move JH from meld J of S to N", [Missing("card", "JH", "meld")]),
        ("move QC from meld Q of S to N", [Missing("meld", "Q")]),
        ("move KS from N to A", [Missing("seat", "A")]),
        ("move JC from meld J of B to N", [Missing("seat", "B")]),
        ("score NS 50, score E -50", []),
        ("score NE 50", [Missing("side", "NE")]),
        ("next W", []),
        ("next D", [Missing("seat", "D")]),
    ],
)
def test_what_a_director_speaks_of_and_is_not_there(ruling: str, found: list[Missing]) -> None:
    table = table_of("pile: 5D 6D", "melds S: JC JD JS", "hand N: KS QS 4C", "stock: 7C 8C")
    line = line_of(f"director: {ruling}")
    assert isinstance(line, n.Director)
    assert missing(table, line) == found
    assert (table.hands["N"], table.pile) == (["KS", "QS", "4C"], ["5D", "6D"])
