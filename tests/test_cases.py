"""Thirty positions that programs are known to judge wrongly: the lawful play beside the unlawful one, and what options change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from tests.checks.small import KINGS, audited, deal

Root = tuple[str, int] | tuple[str, int, Mapping[str, Any]]
"""Id, line, and what the finding's data must hold."""


class Position(NamedTuple):
    """A log, the roots above a note it has, and the option of ``uk-regency`` under which it is judged."""

    name: str
    log: str
    expected: list[Root]
    option: str = ""


CANASTA = f"melds S: {KINGS}"
QUEENS = "melds S: QC QD QH"
OTHERS = ("E: draw ?, discard 9C", "S: draw ?, discard 9D", "W: draw ?, discard 9H")
LAST_RED = (QUEENS, "pile: 9C", "stock: 3H", "hand N: 4C 5C")
SIDES = ("red N: 3H 3D", CANASTA, "hand N: KD", "hand S: 4C JS", "N: draw 6C, ask yes, add KD to K, discard 6C", "end: N out")
FORCED = ("melds E: 8S 8H 8D", "melds S: 9S 9H 9D", "pile: 5D", "stock: KD", "hand E: KS QS 9C")
BOTH_OVER = (
    "before: NS 4500, EW 5590", CANASTA, "melds E: QC QD QH", "hand N: KD", "hand S: 4C", "hand E: 8C", "hand W: 8D",
    "N: draw 5C, ask yes, add KD to K, discard 5C", "end: N out", "totals: NS 5175, EW 5600",
)  # fmt: skip
SEVEN = "QC QC QD QD QH QH QS"


def reds(*cards: str) -> tuple[str, ...]:
    """A side without a meld whose red threes are these, after a turn."""
    return (f"red N: {' '.join(cards)}", "pile: 9C", "hand N: 4C", "hand S: 4D", "N: draw 5C, discard 5C", "end: stop")


PILE = [
    Position("01 natural and wild", deal(QUEENS.replace("S:", "E:"), "melds S: KC KD KH", "pile: 6C 9H QH", "hand N: QD 2S 4C",
             "N: take QH with QD 2S, discard 6C"), []),
    Position("01 support cards stay down", deal("melds S: KC KD KH", "pile: 6C 9H QH", "hand N: QD 2S 4C",
             "N: take QH with QD 2S, discard QD"), [("RECORD-006", 5, {"card": "QD", "seat": "N"})]),
    Position("02 black three does not thaw", deal("up: 2H 7C", "N: draw ?, discard 3S", "E: draw ?, discard 9D",
             "S: take 9D with 9S 2C, meld AC AD AH, discard 4C"), [("PILE-005", 5, {"freezer": "2H", "top": "9D"})]),
    Position("02 a pair thaws", deal("up: 2H 7C", "N: draw ?, discard 3S", "E: draw ?, discard 9D",
             "S: take 9D with 9S 9C, meld AC AD AH, discard 4C"), []),
    Position("02 black three does not freeze", deal(QUEENS, "pile: 7C", "N: draw ?, discard 3S", "E: draw ?, discard 9D",
             "S: take 9D with 9S 2C, discard 4C"), []),
    Position("02 it does when turned up first", deal("up: 3S 7C", "N: draw ?, discard 9D",
             "E: take 9D with 9S 9C, meld AC AD AH, discard 4C"),
             [], "black-three-up-freezes"),
    Position("03 black three on top", deal("melds E: QC QD QH", "pile: 7C", "N: draw ?, discard 3C",
             "E: take 3C with 3S 3S, discard 4C"),
             [("PILE-007", 5, {"top": "3C"})]),
    Position("03 black three covered", deal(QUEENS, "pile: 7C", "N: draw ?, discard 3C", "E: draw ?, discard QS",
             "S: take QS to Q, discard 4C"), []),
    Position("04 still frozen", deal(QUEENS, "melds E: KC KD KH", "pile: 7C", "N: draw ?, discard 2D", "E: draw ?, discard 8C",
             "S: draw ?, discard KS", "W: take KS to K, discard 4C"), [("PILE-006", 8, {"top": "KS"})]),
    Position("04 thawed by a take", deal(QUEENS, "melds E: KC KD KH", "pile: 7C", "N: draw ?, discard 2D", "E: draw ?, discard QS",
             "S: take QS with QC QD to Q, discard KS", "W: take KS to K, discard 4C"), []),
    Position("09 four naturals", deal(CANASTA, "pile: 2D QC", "hand N: QD QH QS QS 4C 5C",
             "N: take QC with QD QH QS QS, discard 4C"), []),
    Position("09 one of them and a wild card", deal(CANASTA, "pile: 2D QC", "hand N: QD 2C 4C 5C",
             "N: take QC with QD 2C, discard 4C"),
             [("PILE-004", 5, {"freezer": "2D", "cards": ["QD", "2C"]})]),
    Position("12 a pair, and the wild card elsewhere", deal("before: NS 1500, EW 0", "pile: 2H AC",
             "N: take AC with AD AH, meld KC KD 2C, discard 4C"), []),
    Position("12 a wild card with the top card", deal("before: NS 1500, EW 0", "pile: 2H AC",
             "N: take AC with AD 2C, meld KC KD KH, discard 4C"), [("PILE-004", 4, {"top": "AC"})]),
    Position("18 four wild cards after merging", deal("melds S: JC JD JH 2S 2H *", "pile: 4C JS", "hand N: JD 2C 5C 6D",
             "N: take JS with JD 2C to J, discard 5C"), [("PILE-009", 5, {"have": 4, "max": 3})]),
    Position("18 as a meld of its own", deal("melds S: JC JD JH 2S 2H *", "pile: 4C JS", "hand N: JD 2C 5C 6D",
             "N: take JS with JD 2C, discard 5C"), [("MELD-009", 5, {"rank": "J"})]),
    Position("18 the top card alone", deal("melds S: JC JD JH 2S 2H *", "pile: 4C JS", "hand N: JD 2C 5C 6D",
             "N: take JS to J, discard 5C"), []),
    Position("20 one card for one card", deal(CANASTA, "pile: KD", "hand N: 4C", "N: take KD to K, ask yes, discard 4C",
             "end: N out"),
             [("PILE-008", 5)]),
    Position("20 one card for two", deal(CANASTA, "pile: 5C KD", "hand N: 4C", "N: take KD to K, discard 4C"), []),
    Position("20 two cards for one", deal(CANASTA, "pile: KD", "hand N: 4C 5C", "N: take KD to K, discard 4C"), []),
    Position("29 natural on top of a wild card", deal(QUEENS, "pile: 7C 2D QS", "N: take QS to Q, discard 4C"),
             [("PILE-006", 4, {"why": "frozen by 2D"})]),
    Position("29 taken with a pair", deal(QUEENS, "pile: 7C 2D QS", "N: take QS with QC QD to Q, discard 4C"), []),
]  # fmt: skip

MELDS = [
    Position("05 melds of the turn add up", deal("before: NS 1500, EW 0", "N: draw ?, meld AC AD 2C, meld KC KD KH, discard 4C"),
             []),
    Position("05 too little", deal("before: NS 1500, EW 0", "N: draw ?, meld AC AD 2C, meld 7C 7D 7H, discard 4C"),
             [("OPEN-001", 3, {"need": 90, "have": 75})]),
    Position("06 deuces with the nines", deal("before: NS 3000, EW 0",
             "N: draw ?, meld 9C 9D 9H 9S 2C 2D, meld AC AD *, discard 4C"), []),
    Position("06 deuces with the aces", deal("before: NS 3000, EW 0",
             "N: draw ?, meld 9C 9D 9H 9S *, meld AC AD 2C 2D, discard 4C"), []),
    Position("06 all with the aces", deal("before: NS 3000, EW 0", "N: draw ?, meld 9C 9D 9H 9S, meld AC AD 2C 2D *, discard 4C"),
             []),
    Position("06 none with the aces", deal("before: NS 3000, EW 0", "N: draw ?, meld 9C 9D 9H 9S 2C 2D *, meld AC AD, discard 4C"),
             [("MELD-001", 3, {"have": 2})]),
    Position("07 three black threes", deal(CANASTA, "hand N: 3C 3S 3S", "N: draw 5D, ask yes, meld 3C 3S 3S, discard 5D",
             "end: N out"), []),
    Position("07 two", deal(CANASTA, "hand N: 3C 3S", "N: draw 5D, ask yes, meld 3C 3S, discard 5D", "end: N out"),
             [("MELD-008", 4, {"have": 2, "min": 3})]),
    Position("07 with a deuce", deal(CANASTA, "hand N: 3C 3S 2H", "N: draw 5D, ask yes, meld 3C 3S 2H, discard 5D", "end: N out"),
             [("MELD-007", 4, {"wilds": ["2H"]})]),
    Position("07 without going out", deal(CANASTA, "hand N: 3C 3S 3S 4C", "N: draw 5D, meld 3C 3S 3S, discard 5D"),
             [("MELD-006", 4)]),
    Position("10 second meld", deal("melds S: KC KD KH", "N: draw ?, meld KC KS KS, discard 4C"), [("MELD-009", 3, {"rank": "K"})]),
    Position("10 laid off", deal("melds S: KC KD KH", "N: draw ?, add KC KS KS to K, discard 4C"), []),
    Position("10 second melds allowed", deal("melds S: KC KD KH", "N: draw ?, meld KC KS KS, discard 4C"),
             [], "second-meld-of-a-rank"),
    Position("13 with a buried card", deal("pile: QH KD", "hand N: KC KH QC QD 4C 5C",
             "N: take KD with KC KH, meld QC QD QH, discard 4C"),
             [("OPEN-002", 4, {"need": 50, "have": 30})]),
    Position("13 without", deal("pile: QH KD", "hand N: KC KH * QC QD 4C 5C",
             "N: take KD with KC KH *, pickup, meld QC QD QH, discard 4C"), []),
    Position("19 three wild cards to two naturals", deal(QUEENS, "N: draw ?, meld 9C 9D 2C 2D *, discard 4C"), []),
    Position("19 no more than naturals", deal(QUEENS, "N: draw ?, meld 9C 9D 2C 2D *, discard 4C"),
             [("MELD-014", 3, {"wilds": 3, "naturals": 2})], "wilds-not-above-naturals"),
    Position("19 two naturals to one", deal(QUEENS, "N: draw ?, meld 9C 9D 2C 2D *, discard 4C"),
             [("MELD-014", 3)], "two-naturals-a-wild"),
]  # fmt: skip

GOING_OUT = [
    Position("11 nothing discarded", deal(CANASTA, "hand N: 2C", "hand S: 4C", "N: draw KD, ask yes, add KD 2C to K", "end: N out",
             "score NS: mixed 300, cards 100, out 100, hand -5, total 495"), []),
    Position("11 the hundred is forgotten", deal(CANASTA, "hand N: 2C", "hand S: 4C", "N: draw KD, ask yes, add KD 2C to K",
             "end: N out",
             "score NS: out 0"), [("SCORE-007", 7, {"computed": 100})]),
    Position("11 the deal is over", deal(CANASTA, "hand N: 2C", "N: draw KD, ask yes, add KD 2C to K", "E: draw ?, discard 9C"),
             [("RECORD-005", 5)]),
    Position("14 no, and on", deal(CANASTA, "hand N: QC QD QH 6C", "N: draw 5C, ask no, meld QC QD QH, discard 5C", *OTHERS), []),
    Position("14 no, and out", deal(CANASTA, "hand N: QC QD QH", "N: draw 5C, ask no, meld QC QD QH, discard 5C", "end: N out"),
             [("OUT-004", 4, {"seat": "N", "partner": ["S"]})]),
    Position("14 yes, and not out", deal(CANASTA, "hand N: QC QD QH 6C", "N: draw 5C, ask yes, meld QC QD QH, discard 5C", *OTHERS),
             [("OUT-005", 4, {"seat": "N"})]),
    Position("15 seven at once", deal("melds S: KC KD KH", f"hand N: {SEVEN}", "hand S: 4C",
             f"N: draw 5C, ask yes, meld {SEVEN}, discard 5C",
             "end: N out concealed", "score NS: natural 500, cards 100, out 200, hand -5, total 795"), []),
    Position("15 its bonus is left out", deal("melds S: KC KD KH", f"hand N: {SEVEN}", "hand S: 4C",
             f"N: draw 5C, ask yes, meld {SEVEN}, discard 5C", "end: N out concealed", "score NS: natural 0"),
             [("SCORE-002", 7, {"computed": 500})]),
    Position("15 six at once", deal("melds S: KC KD KH", f"hand N: {SEVEN[:-3]}",
             f"N: draw 5C, ask yes, meld {SEVEN[:-3]}, discard 5C",
             "end: N out"), [("OUT-001", 4, {"have": 0, "need": 1})]),
    Position("30 not concealed after a lay-off", deal("melds S: KC KD KH", f"hand N: KS {SEVEN}",
             f"N: draw 5C, ask yes, add KS to K, meld {SEVEN}, discard 5C", "end: N out concealed"), [("OUT-006", 5)]),
    Position("30 a hundred", deal("melds S: KC KD KH", f"hand N: KS {SEVEN}", "hand S: 4C",
             f"N: draw 5C, ask yes, add KS to K, meld {SEVEN}, discard 5C", "end: N out", "score NS: out 100"), []),
    Position("30 two hundred", deal("melds S: KC KD KH", f"hand N: KS {SEVEN}", "hand S: 4C",
             f"N: draw 5C, ask yes, add KS to K, meld {SEVEN}, discard 5C", "end: N out", "score NS: out 200"),
             [("SCORE-007", 7, {"claimed": 200, "computed": 100})]),
    Position("30 lay-offs allowed", deal("melds S: KC KD KH", f"hand N: KS {SEVEN}",
             f"N: draw 5C, ask yes, add KS to K, meld {SEVEN}, discard 5C", "end: N out concealed"),
             [], "concealed-with-partner-additions"),
]  # fmt: skip

SCORES = [
    Position("08 five each", deal(QUEENS, "hand N: 3C 3S", "hand S: 3S", "N: draw 5C, discard 5C", "end: stop",
             "score NS: hand -15"), []),
    Position("08 a hundred each", deal(QUEENS, "hand N: 3C 3S", "hand S: 3S", "N: draw 5C, discard 5C", "end: stop",
             "score NS: hand -300"),
             [("SCORE-009", 7, {"computed": -15})]),
    Position("16 mixed from then on", deal(CANASTA, "hand N: 2C 4C", "hand S: 4D", "N: draw 5C, add 2C to K, discard 5C",
             "end: stop",
             "score NS: mixed 300, cards 90, hand -10, total 380"), []),
    Position("16 still claimed as natural", deal(CANASTA, "hand N: 2C 4C", "hand S: 4D", "N: draw 5C, add 2C to K, discard 5C",
             "end: stop",
             "score NS: natural 500, cards 90, hand -10, total 580"), [("SCORE-002", 7, {"claimed": 500, "computed": 0})]),
    Position("16 not allowed", deal(CANASTA, "hand N: 2C 4C", "N: draw 5C, add 2C to K, discard 5C"),
             [("MELD-015", 4, {"cards": ["2C"]})], "no-wild-onto-natural-canasta"),
    Position("17 the higher total wins", '[Result "EW 5600"]\n' + deal(*BOTH_OVER), []),
    Position("17 not the side that went out", '[Result "NS 5175"]\n' + deal(*BOTH_OVER),
             [("MATCH-003", 1, {"winner": "NS", "leader": ["EW"], "total": 5600})]),
    Position("23 nobody is paid at the end of the stock", deal(CANASTA, "hand N: 4C", "hand S: 4D", "pile: 9C", "stock: 5C",
             "N: draw 5C, discard 5C", "E: pass", "end: stock", "score NS: natural 500, cards 70, hand -10, total 560"), []),
    Position("23 the hundred is claimed", deal(CANASTA, "hand N: 4C", "hand S: 4D", "pile: 9C", "stock: 5C",
             "N: draw 5C, discard 5C", "E: pass", "end: stock", "score NS: out 100"),
             [("SCORE-007", 10, {"claimed": 100, "computed": 0})]),
    Position("24 both hands", deal(*SIDES, "score NS: total 865"), []),
    Position("24 the partner's hand is left out", deal(*SIDES, "score NS: total 880"),
             [("SCORE-010", 8, {"claimed": 880, "computed": 865,
             "likely": "; the cards left in the hand of S (15) are not charged"})]),
    Position("28 four red threes", deal(*reds("3H", "3H", "3D", "3D"), "score NS: threes -800"), []),
    Position("28 three", deal(*reds("3H", "3H", "3D"), "score NS: threes -300"), []),
    Position("28 four at a hundred each", deal(*reds("3H", "3H", "3D", "3D"), "score NS: threes -400"),
             [("SCORE-005", 8, {"computed": -800})]),
    Position("28 for the side", deal(*reds("3H", "3H", "3D"), "score NS: threes 300"), [("SCORE-005", 8, {"computed": -300})]),
    Position("28 four at a hundred each by agreement", deal(*reds("3H", "3H", "3D", "3D"), "score NS: threes -400"),
             [], "four-unopened-at-400"),
]  # fmt: skip

RECORD = [
    Position("21 laid, and the end", deal(*LAST_RED, "N: draw 3H, red 3H", "end: stock"), []),
    Position("21 discard after it", deal(*LAST_RED, "N: draw 3H, red 3H, discard 4C", "end: stock"),
             [("STOCK-002", 6, {"play": "discard"})]),
    Position("21 meld after it", deal(*LAST_RED, "N: draw 3H, red 3H, meld 4C 4D 4H", "end: stock").replace("4C 5C", "4C 4D 4H 5C"),
             [("STOCK-002", 6, {"play": "meld"})]),
    Position("21 a turn after it", deal("melds E: 8S 8H 8D", *LAST_RED, "N: draw 3H, red 3H", "E: take 9C with 9D 9H, discard 7C"),
             [("RECORD-005", 8)]),
    Position("22 taken", deal(*FORCED, "N: draw KD, discard 8C", "E: take 8C to 8, discard KS"), []),
    Position("22 refused", deal(*FORCED, "N: draw KD, discard 8C", "E: pass", "end: stock"),
             [("STOCK-001", 8, {"seat": "E", "top": "8C"})]),
    Position("22 excused, one card for one", deal(*FORCED[:2], "stock: KD", "hand E: KS", "N: draw KD, discard 8C", "E: pass",
             "end: stock"),
             []),
    Position("22 not excused with two", deal(*FORCED[:2], "stock: KD", "hand E: KS QS", "N: draw KD, discard 8C", "E: pass",
             "end: stock"),
             [("STOCK-001", 7, {"seat": "E"})]),
    Position("22 the second player too", deal(*FORCED, "hand S: 4C 4D 4H", "N: draw KD, discard 8C", "E: take 8C to 8, discard 9C",
             "S: pass", "end: stock"), [("STOCK-001", 10, {"seat": "S", "top": "9C"})]),
    Position("22 only the first", deal(*FORCED, "hand S: 4C 4D 4H", "N: draw KD, discard 8C", "E: take 8C to 8, discard 9C",
             "S: pass", "end: stock"), [], "forced-next-player-only"),
    Position("25 eight kings", deal("melds S: KKKKKKK", "N: draw K, add K to K, discard 4"), []),
    Position("25 nine", deal("melds S: KKKKKKK", "N: draw K, add K to K, discard 4", "E: draw K, discard 5"),
             [("RECORD-007", 4, {"card": "K", "copies": 8})]),
    Position("25 five jokers", deal("melds S: QC QD * * *", "N: draw *, discard *", "E: draw *, discard 5C"),
             [("RECORD-007", 4, {"card": "*", "copies": 4})]),
    Position("25 three queens of hearts", deal(QUEENS, "N: draw QH, discard QH", "E: draw QH, discard 5C"),
             [("RECORD-007", 4, {"card": "QH", "copies": 2})]),
    *(
        Position(f"26 {count} cards", deal("hand N: " + "KC KD KH KS QC QD QH QS JC JD JH JS"[: 3 * count - 1], "up: 9C",
                 "N: draw 5C, meld KC KD KH KS, meld QC QD QH, discard 5C", "E: draw ?, discard 6C"), expected)
        for count, expected in [(11, []), (10, [("DEAL-001", 2, {"have": 10, "want": 11})]), (12, [("DEAL-001", 2, {"have": 12})])]
    ),
    Position("27 next card first", deal(QUEENS, "stock: 5C 6C 7C", "pile: 9C", "N: draw 5C, discard 5C", "E: draw 6C, discard 6C"),
             []),
    Position("27 bottom for top", deal(QUEENS, "stock: 7C 6C 5C", "pile: 9C", "N: draw 5C, discard 5C"),
             [("RECORD-010", 5, {"card": "5C", "next": "7C"})]),
    Position("27 oldest first", deal(QUEENS, "pile: 9C QS", "N: take QS to Q, discard 5C"), []),
    Position("27 pile turned over", deal(QUEENS, "pile: QS 9C", "N: take QS to Q, discard 5C"),
             [("RECORD-012", 4, {"card": "QS", "top": "9C"})]),
]  # fmt: skip

POSITIONS = [*PILE, *MELDS, *GOING_OUT, *SCORES, *RECORD]


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_position(position: Position) -> None:
    roots = [f for f in audited(position.log, position.option) if f.follows is None and f.severity != "note"]
    assert [(f.id, f.line) for f in roots] == [(root[0], root[1]) for root in position.expected]
    for finding, root in zip(roots, position.expected, strict=True):
        wanted = root[2] if len(root) == 3 else {}
        assert {key: finding.data.get(key) for key in wanted} == wanted


def test_every_position_is_there() -> None:
    assert {position.name[:2] for position in POSITIONS} == {f"{number:02}" for number in range(1, 31)}
    assert len({position.name for position in POSITIONS}) == len(POSITIONS)
