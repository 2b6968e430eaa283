"""Keys of the end of the stock: when the deal ends, and a pile that becomes the stock."""

from __future__ import annotations

import pytest

import canasta_audit as ca
from canasta_audit.audit import Position, replay
from tests.checks.keyed import Keyed, decides, places, roots, rules_of
from tests.checks.small import deal

LAST = ("pile: 5D 6D", "stock: KD", "N: draw KD, discard 4C")
LAST_CARD = "stock_end: {ends: last-card, taking_forced: none}"
NONE = "stock_end: {taking_forced: none}"
TURNED = "stock_end: {pile_turned: all}"
REPLACED = "stock_end: {pile_turned: all, red_three_ends: false}"
BUT_TOP = "stock_end: {pile_turned: all-but-top}"
NINES = "melds E: 9S 9H 9D"
FORCED = (NINES, "pile: 5D", "hand E: KS QS JS", "stock: KD", "N: draw KD, discard 9C", "E: pass")

ENDS = [
    Keyed(LAST_CARD, deal(*LAST, "end: stock"), []),
    Keyed(LAST_CARD, deal(*LAST, "E: pass"), [("RECORD-005", 5)]),
    Keyed(LAST_CARD, deal(NINES, *LAST, "E: take 4C with 4D 4H, discard 5C"), [("RECORD-005", 6)]),
    Keyed(LAST_CARD, deal("pile: 5D", "stock: KD 7C", "N: draw KD, discard 4C", "E: draw 7C, discard 8C", "end: stock"), []),
    Keyed(LAST_CARD, deal("pile: 5D", "stock: KD 3H 7C", "N: draw KD, discard 4C", "E: draw 3H>7C, discard 8C", "S: pass"),
          [("RECORD-005", 6)]),
    Keyed(NONE, deal(*FORCED, "end: stock"), [], without=[("STOCK-001", 7)]),
    Keyed(NONE, deal(*FORCED, "S: draw ?, discard 4D"), [("RECORD-005", 8)], {}, [("STOCK-001", 7), ("RECORD-005", 8)]),
    Keyed("stock_end: {red_three_ends: false}", deal("pile: 5D", "stock: 3H", "hand N: 4C", "N: draw 3H, red 3H", "E: pass"),
          [("RECORD-018", 5)], {}, [("RECORD-005", 6)]),
    Keyed("stock_end: {red_three_ends: false}", deal("pile: 5D", "stock: 3H", "N: draw 3H, red 3H, discard 4C"), [],
          without=[("STOCK-002", 4)]),
]  # fmt: skip


@pytest.mark.parametrize("case", ENDS)
def test_when_the_deal_ends(case: Keyed) -> None:
    decides(case)


@pytest.mark.parametrize(
    ("key", "log", "pointer"),
    [
        (LAST_CARD, deal(*LAST, "E: pass"), "/stock_end/ends"),
        (NONE, deal(*LAST, "E: pass", "S: pass"), "/stock_end/ends"),
        ("", deal(*LAST, "E: pass", "S: pass"), "/stock_end/taking_forced"),
    ],
)
def test_what_ended_the_deal_is_cited(key: str, log: str, pointer: str) -> None:
    (fault,) = roots(log, key)
    assert fault.parameter is not None
    assert (fault.id, fault.parameter.pointer) == ("RECORD-005", pointer)


NEARLY = "9S 9S 9H 9H 9D 9D"
ONE_EACH = "pile: {one_card_each: true}"
LAST_FOR_LAST = ("hand E: KS", "stock: KD", "N: draw KD, discard 9C", "E: pass")
EXCUSED = [
    (f"{ONE_EACH}\ngoing_out: {{canastas: 1}}", NEARLY, False),
    (f"{ONE_EACH}\ngoing_out: {{canastas: 2}}", NEARLY, True),
    (f"{ONE_EACH}\ngoing_out: {{canastas: 2}}", f"{NEARLY}, QC QC QD QD QH QH QS", False),
    (f"{ONE_EACH}\ngoing_out: {{kinds: [mixed]}}", NEARLY, True),
    (f"{ONE_EACH}\ngoing_out: {{kinds: [mixed]}}", "9S 9S 9H 9H 9D 2C", False),
    (f"{ONE_EACH}\ngoing_out: {{last_discard: not-allowed}}", NEARLY, True),
    (f"{ONE_EACH}\ngoing_out: {{without_canasta: play-on}}", "9S 9H 9D", False),
]


@pytest.mark.parametrize(("key", "melds", "excused"), EXCUSED)
def test_no_need_to_take_without_a_lawful_discard(key: str, melds: str, excused: bool) -> None:
    assert places(deal(f"melds E: {melds}", *LAST_FOR_LAST), key) == ([] if excused else [("STOCK-001", 6)])


def turned(*plays: str, then: str = "S: draw 6D, discard 8C") -> str:
    """N draws the last card in line 4, and E turns the pile over in line 5."""
    return deal(*LAST, f"E: {', '.join(plays)}", then)


OVER = "draw 5D, discard 8D"
MISSING = [("DRAW-004", 5)]
TURNING = [
    Keyed(TURNED, turned("turnover", OVER), [], without=[("STOCK-004", 5)]),
    Keyed(TURNED, turned("turnover leave 4C", OVER), [("STOCK-005", 5)], {"leave": "4C"}, [("STOCK-004", 5)]),
    Keyed(TURNED, turned("turnover shuffled", OVER), [("STOCK-005", 5)], {"shuffled": True}, [("STOCK-004", 5)]),
    Keyed(BUT_TOP, turned("turnover leave 4C", OVER), [], without=[("STOCK-004", 5)]),
    Keyed(BUT_TOP, turned("turnover", OVER), [("STOCK-005", 5)], {"leave": None}, [("STOCK-004", 5)]),
    Keyed(BUT_TOP, turned("turnover leave 5D", OVER.replace("5D", "6D")), [("STOCK-005", 5)], {"leave": "5D"}, [("STOCK-004", 5)]),
    Keyed(TURNED, turned(OVER), [("STOCK-006", 5)], {"pile": 3}, MISSING),
    Keyed(TURNED, turned("pass"), [("STOCK-006", 5)], {"pile": 3}, [("RECORD-005", 6)]),
    Keyed(TURNED, deal(*LAST, "end: stock"), [("STOCK-006", 5)], {"pile": 3}),
    Keyed(TURNED, deal(*LAST, "E: take 4C with 4D 4S, meld AC AD AH, discard 8C"), []),
    Keyed(TURNED, deal("pile: 5D", "stock: KD 7C", "N: turnover, draw KD, discard 4C"), [("STOCK-004", 4)], {"left": 2},
          [("STOCK-004", 4)]),
    Keyed(TURNED, turned("draw 3H>5D", "discard 8D").replace("stock: KD", "stock: KD 3H"),
          [("STOCK-006", 5)], {"pile": 3}, MISSING),
    Keyed(REPLACED, turned("draw 3H", "turnover", "red 3H>5D", "discard 8D").replace("stock: KD", "stock: KD 3H"), [],
          without=[("STOCK-004", 5)]),
    Keyed(TURNED, turned("turnover", then="S: draw 5D, discard 8C"), [("DRAW-003", 5)], {}, [("STOCK-004", 5)]),
    Keyed(TURNED, turned("turnover", "draw 6D, discard 8D", then="end: stop"), [("RECORD-010", 5)], {"next": "5D"},
          [("STOCK-004", 5)]),
]  # fmt: skip


@pytest.mark.parametrize("case", TURNING)
def test_pile_turned_over(case: Keyed) -> None:
    assert places(case.log, case.key) == case.found
    assert places(case.log, "")[:1] == case.without
    if case.found:
        data = roots(case.log, case.key)[0].data
        assert {name: data[name] for name in case.data} == case.data


@pytest.mark.parametrize(
    ("plays", "stock", "pile"),
    [
        ("turnover", ["4C", "6D"], ["8D"]),
        ("turnover leave 4C", ["6D"], ["4C", "8D"]),
        ("turnover shuffled", None, ["8D"]),
    ],
)
def test_stock_after_the_turnover(plays: str, stock: list[str] | None, pile: list[str]) -> None:
    seen: list[tuple[list[str] | None, list[str]]] = []

    def visit(position: Position) -> None:
        seen.append((position.table.stock and position.table.stock[:], position.table.pile[:]))

    replay(ca.parse(turned(plays, OVER, then="end: stop")), visit, rules_of(TURNED))
    assert seen[-1] == (stock, pile)


def test_of_equal_cards_the_one_on_top_stays() -> None:
    log = deal(
        "pile: 4C 6D", "stock: KD", "N: draw KD, discard 4C", "E: turnover leave 4C, draw 4C, discard 8D", "S: draw 6D, discard 7C"
    )
    assert places(log, BUT_TOP) == []


def test_cards_of_a_shuffled_pile_are_not_counted_twice() -> None:
    log = deal(
        "pile: 5D 5D", "stock: KD", "N: draw KD, discard 4C", "E: turnover shuffled, draw 5D, discard 8D", "S: draw 5D, discard 7C"
    )
    assert places(log, TURNED) == [("STOCK-005", 5)]


def test_pile_turned_over_is_not_frozen_by_what_lay_first() -> None:
    lines = ("up: 2C 5D", "stock: KD", "N: draw KD, discard 4C", "E: turnover, draw 2C, discard 9D")
    log = deal("melds S: 9C 9H 9S", *lines, "S: take 9D to 9, discard 8C")
    assert places(log, TURNED) == []


SHIPPED = [
    ("ru-club", deal(*LAST, "E: pass", "end: stock"), []),
    ("ro-classic", deal(*LAST, "E: pass", "S: pass"), [("RECORD-005", 6)]),
    ("ro-mini", deal(*LAST, "end: stock").replace("KD", "KD KS"), []),
    ("ro-mini", deal(*LAST, "E: pass").replace("KD", "KD KS"), [("RECORD-005", 5)]),
    ("ro-mini+ends-when-nothing-to-draw", deal(*LAST, "E: pass", "end: stock").replace("KD", "KD KS"), []),
    ("ru-bank", turned("turnover", OVER), []),
    ("ru-bank", turned(OVER), [("STOCK-006", 5)]),
    ("ru-bank+last-discard-stays", turned("turnover leave 4C", OVER), []),
    ("ru-bank", turned("turnover leave 4C", OVER), [("STOCK-005", 5)]),
]


@pytest.mark.parametrize(("ruleset", "log", "found"), SHIPPED)
def test_shipped_games(ruleset: str, log: str, found: list[tuple[str, int]]) -> None:
    assert places(log, ruleset) == found
