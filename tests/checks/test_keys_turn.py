"""Keys of the turn: how many cards are drawn, and which may be discarded."""

from __future__ import annotations

import pytest

import canasta_audit as ca
from canasta_audit.audit import replay
from tests.checks.keyed import Keyed, decides, places, roots, rules_of
from tests.checks.small import deal

TWO = "turn: {draw: 2}"
PILE_TOO = "turn: {draw: 2, draw_with_pile: 1}"
QUEENS = ("melds N: QC QD QH", "pile: 5D KC", "hand N: KD KH 4C JS TS")


def takes(*plays: str) -> str:
    """A deal in which N has a meld and takes the pile with two kings, in line 5, its plays being these."""
    return deal(*QUEENS, f"N: {', '.join(plays)}, discard JS")


TAKE = "take KC with KD KH"
DRAWN = [
    Keyed(TWO, deal("N: draw KD 5C, discard 4C"), [], without=[("DRAW-001", 2)]),
    Keyed(TWO, deal("stock: ?x9", "N: draw KD, discard 4C"), [("DRAW-005", 3)], {"have": 1, "want": 2}),
    Keyed(TWO, deal("N: draw KD 5C 6C, discard 4C"), [("DRAW-001", 2)], {"have": 3, "want": 2}, [("DRAW-001", 2)]),
    Keyed(TWO, deal("stock: 3H KD 5C 6C", "N: draw 3H>KD 5C, discard 4C"), [], without=[("DRAW-001", 3)]),
    Keyed(TWO, deal("stock: 3H 3D KD 5C", "N: draw 3H>3D>KD 5C, discard 4C"), [], without=[("DRAW-001", 3)]),
    Keyed(TWO, deal("stock: 5C 3H 3D KD", "N: draw 5C 3H>3D>KD, discard 4C"), [], without=[("DRAW-001", 3)]),
    Keyed(TWO, deal("stock: 3H 5C KD", "N: draw 3H 5C, red 3H>KD, discard 4C"), [], without=[("DRAW-001", 3)]),
    Keyed(TWO, deal("stock: 3H KD 5C ?", "N: draw 3H>KD, discard 4C"), [("DRAW-005", 3)]),
    Keyed(TWO, deal("stock: 3H KD", "N: draw 3H>KD, discard 4C"), []),
    Keyed(TWO, deal("stock: KD", "N: draw KD, discard 4C"), []),
    Keyed(TWO, deal("stock: ?", "N: draw, discard 4C", "E: pass", "end: stock"), []),
    Keyed(PILE_TOO, takes("draw 8C", TAKE), [], without=[("DRAW-002", 5)]),
    Keyed(PILE_TOO, takes(TAKE, "draw 8C"), [], without=[("DRAW-002", 5)]),
    Keyed(PILE_TOO, takes("draw", TAKE), [], without=[("DRAW-002", 5)]),
    Keyed(PILE_TOO, takes("draw 8C 9C", TAKE), [("DRAW-006", 5)], {"have": 2, "want": 1}, [("DRAW-001", 5), ("DRAW-002", 5)]),
    Keyed(PILE_TOO, takes("draw 8C", TAKE, "draw 9C"), [("DRAW-006", 5)], {"have": 2, "want": 1}, [("DRAW-002", 5)]),
    Keyed(PILE_TOO, takes(TAKE).replace("hand", "stock: ?x9\nhand"), [("DRAW-005", 6)], {"have": 0, "want": 1}),
    Keyed(PILE_TOO, takes(TAKE).replace("hand", "stock: 8C\nhand"), [("DRAW-005", 6)]),
    Keyed(PILE_TOO, takes(TAKE, "take JS with JS JS"), [("DRAW-002", 5)], {}, [("DRAW-002", 5)]),
]


@pytest.mark.parametrize("case", DRAWN)
def test_number_drawn(case: Keyed) -> None:
    decides(case)


def test_key_that_asks_for_the_number_is_named() -> None:
    (fault,) = roots(takes(TAKE).replace("hand", "stock: ?x9\nhand"), PILE_TOO)
    assert fault.parameter is not None
    assert fault.parameter.pointer == "/turn/draw_with_pile"


@pytest.mark.parametrize(("plays", "left"), [("draw", 7), (f"draw, {TAKE}", 8), (f"{TAKE}, draw", 8)])
def test_draw_without_cards_stands_for_the_cards_due(plays: str, left: int) -> None:
    sizes: list[int | None] = []
    log = deal(*QUEENS, "stock: ?x9", f"N: {plays}, discard JS")
    replay(ca.parse(log), lambda position: sizes.append(position.table.stock_left), rules_of(PILE_TOO))
    assert sizes[-1] == left


NONE_TO_DISCARD = "turn: {discard: one-if-possible, discard_barred: [fits-own-meld, wild-that-fits, finished-rank]}"
AFTER_NONE = "turn: {draw: 2, draw_after_no_discard: 1, discard: one-if-possible, discard_barred: [fits-own-meld]}"


def alone(*lines: str) -> str:
    """A deal of N and S, to whom 20 cards of the stock are left; ``lines`` begin with line 4."""
    return '[Seats "NS"]\n' + deal("stock: ?x20", *lines).replace("dealer W", "dealer S")


KEPT = ("melds N: KC KD KH", "hand N: KS", "N: draw KS KC", "S: draw ? ?, discard 9C")
AROUND = ("E: draw ? ?, discard 9C", "S: draw ? ?, discard 9D", "W: draw ? ?, discard 9H")


def rounds(*turns: str) -> str:
    """N keeps three kings in line 5, and his next ``turns`` stand in line 9 and every fourth line after it."""
    lines = [line for turn in turns for line in (*AROUND, turn)]
    return deal("stock: ?x40", "melds N: KC KD KH", "hand N: KS", "N: draw KS KC", *lines)


AFTER = [
    (rounds("N: draw 5C, discard 5C"), [], [("DRAW-005", 9)]),
    (rounds("N: draw"), [], []),
    (rounds("N: draw 5C 6C, discard 5C"), [("DRAW-007", 9)], []),
    (rounds("N: draw 5C, discard 5C", "N: draw 6C 7C, discard 6C"), [], [("DRAW-005", 9)]),
    (rounds("N: draw 5C, discard 5C", "N: draw 6C, discard 6C"), [("DRAW-005", 13)], [("DRAW-005", 9), ("DRAW-005", 13)]),
    (rounds("N: draw KD", "N: draw 6C 7C, discard 6C"), [("DRAW-007", 13)], [("DRAW-005", 9)]),
]


@pytest.mark.parametrize(("log", "found", "without"), AFTER)
def test_number_drawn_after_no_discard(log: str, found: list[tuple[str, int]], without: list[tuple[str, int]]) -> None:
    assert places(log, AFTER_NONE) == found
    assert places(log, AFTER_NONE.replace("no_discard: 1", "no_discard: 0")) == without


def test_empty_hand_is_no_turn_without_a_discard() -> None:
    log = rounds("N: draw 6C 7C, discard 6C").replace("N: draw KS KC", "N: draw KS KC, add KS KS KC to K")
    assert places(log, AFTER_NONE + "\ngoing_out: {without_canasta: play-on}") == []


def turn(melds: str, hand: str, *plays: str) -> str:
    """N's turn, in line 4: he draws 9C and does what ``plays`` say; E's turn follows."""
    return deal(f"melds S: {melds}", f"hand N: {hand}", f"N: draw 9C, {', '.join(plays)}", "E: draw ?, discard ?")


FITS = "turn: {discard_barred: [fits-own-meld]}"
WILDS = "turn: {discard_barred: [wild-that-fits]}"
FINISHED = "turn: {discard_barred: [finished-rank]}"
ALL_DEAL = "turn: {discard_barred: [finished-rank], finished_within: deal}"
SIX = "KC KC KD KD KH KH"
SEVEN = f"{SIX} KS"
BARRED = [
    Keyed(FITS, turn("KC KD KH", "KS 5C", "discard KS"), [("DISCARD-001", 4)],
          {"card": "KS", "bar": "fits-own-meld", "meld": ["KC", "KD", "KH"]}),
    Keyed(FITS, turn("KC KD KH", "KS 5C", "discard 5C"), []),
    Keyed(FITS, turn(SEVEN, "KS 5C", "discard KS"), []),
    Keyed(FITS, turn("KC KD KH", "2C 5C", "discard 2C"), []),
    Keyed(FITS, turn("QC QD QH", "KC KD KH KS 5C", "meld KC KD KH", "discard KS"), [("DISCARD-001", 4)]),
    Keyed(WILDS, turn("KC KD KH", "2C 5C", "discard 2C"), [("DISCARD-001", 4)], {"card": "2C", "bar": "wild-that-fits"}),
    Keyed(WILDS, turn("KC KD KH 2D 2H *", "2C 5C", "discard 2C"), []),
    Keyed(WILDS, turn(SEVEN, "2C 5C", "discard 2C"), []),
    Keyed(WILDS, turn("KC KD KH", "KS 5C", "discard KS"), []),
    Keyed(WILDS + "\nmelds: {wild_ratio: half-the-naturals}", turn("KC KD KH 2D", "2C 5C", "discard 2C"), []),
    Keyed(WILDS + "\nmelds: {wild_ratio: half-the-naturals}", turn("KC KD KH KS 2D", "2C 5C", "discard 2C"), [("DISCARD-001", 4)]),
    Keyed(FINISHED, turn(SIX, "KS KS 5C", "add KS to K", "discard KS"), [("DISCARD-001", 4)],
          {"card": "KS", "bar": "finished-rank"}),
    Keyed(FINISHED, turn(SEVEN, "KS 5C", "discard KS"), []),
    Keyed(FINISHED, turn(SIX, "KS 8C 5C", "add KS to K", "discard 8C"), []),
    Keyed(ALL_DEAL, turn(SEVEN, "KS 5C", "discard KS"), [("DISCARD-001", 4)], {"bar": "finished-rank"}),
    Keyed(ALL_DEAL, turn(SIX, "KS 5C", "discard KS"), []),
]  # fmt: skip


@pytest.mark.parametrize("case", BARRED)
def test_discard_barred(case: Keyed) -> None:
    decides(case)


def test_wild_canasta_just_finished_bars_wild_cards_of_its_ranks() -> None:
    key = "turn: {discard_barred: [finished-rank]}\nmelds: {wild_only: any-size}"
    log = turn("2C 2D 2H 2S 2C 2D", "2H * 5C", "add 2H to *", "discard {}")
    assert places(log.format("*"), key) == []
    assert places(log.replace("2H * 5C", "2H 2S 5C").format("2S"), key) == [("DISCARD-001", 4)]


IF_POSSIBLE = [
    (turn("KC KD KH, 9D 9H 9S", "KS KS", "pass"), [], [("RECORD-018", 4)]),
    (turn("KC KD KH, 9D 9H 9S", "KS KS 2C", "pass"), [], [("RECORD-018", 4)]),
    (turn("KC KD KH, 9D 9H 9S", "KS 5C", "pass"), [("RECORD-018", 4)], [("RECORD-018", 4)]),
    (turn("KC KD KH, 9D 9H 9S", "KS ?", "pass"), [], [("RECORD-018", 4)]),
]


@pytest.mark.parametrize(("log", "found", "without"), IF_POSSIBLE)
def test_nothing_is_discarded_where_nothing_may_be(log: str, found: list[tuple[str, int]], without: list[tuple[str, int]]) -> None:
    log = log.replace(", pass", "")
    assert places(log, NONE_TO_DISCARD) == found
    assert places(log, "") == without


def test_discard_both_barred_and_no_last_discard_is_one_fault() -> None:
    key = "turn: {discard_barred: [wild-that-fits]}\ngoing_out: {last_discard_barred: [joker, two]}"
    log = deal(f"melds S: {SEVEN}, QC QD QH", "hand N: 9H", "N: draw 2C, ask yes, add 9H to K, discard 2C", "end: N out")
    assert places(log.replace("9H", "KS"), key) == [("DISCARD-001", 4)]


SHIPPED = [
    ("ro-classic", deal("N: draw KD 5C, discard 4C"), []),
    ("ro-classic", deal("stock: ?x9", "N: draw KD, discard 4C"), [("DRAW-005", 3)]),
    ("ro-classic+draw-one", deal("N: draw KD 5C, discard 4C"), [("DRAW-001", 2)]),
    ("ro-canastone", takes("draw 8C", TAKE), []),
    ("ro-canastone", takes("draw 8C 9C", TAKE), [("DRAW-006", 5)]),
    ("ro-mini", alone(*KEPT, "N: draw 5C, discard 5C"), []),
    ("ro-mini", alone(*KEPT, "N: draw 5C 6C, discard 5C"), [("DRAW-007", 8)]),
    ("ro-mini", alone("melds N: KC KD KH", "hand N: KS 5C", "N: draw ? ?, discard KS"), [("DISCARD-001", 6)]),
    ("ro-mini", alone("melds N: KC KD KH 2C 2D", "hand N: KS 5C", "N: draw ? ?, discard KS"), []),
    ("ro-mini", alone("melds N: KC KD KH KH", "hand N: KS KS 5C", "N: draw ? ?, add KS to K, discard KS"), [("DISCARD-001", 6)]),
    ("ro-mini+finished-rank-barred-all-deal", alone("melds N: KC KD KH KH KS", "hand N: KS 5C", "N: draw ? ?, discard KS"),
     [("DISCARD-001", 6)]),
    ("ro-mini", alone("melds N: KC KD KH", "hand N: 2S 5C", "N: draw ? ?, discard 2S"), [("DISCARD-001", 6)]),
    ("ro-mini", alone("melds N: KC KD 2C 2D", "hand N: 2S 5C", "N: draw ? ?, discard 2S"), []),
]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "log", "found"), SHIPPED)
def test_shipped_games(ruleset: str, log: str, found: list[tuple[str, int]]) -> None:
    assert places(log, ruleset) == found
