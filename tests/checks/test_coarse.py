"""Records that leave out suits or colours: judged at the grade they are kept in, and silent where that does not tell."""

from __future__ import annotations

import random
import re

import pytest

import canasta_audit as ca
from canasta_audit.checks.registry import Check
from tests.checks.examples import DOCUMENTED, example
from tests.checks.small import Case, deal, faults, found, name_of
from tests.games import GAMES, expected_of, ruleset_of, text_of

GRADES = ("coloured", "ranks", "mixed")
_COLOUR = {"C": "b", "S": "b", "D": "r", "H": "r"}
CLEAN = [name for name in GAMES if not name.startswith("partial") and expected_of(name)["findings"] == []]
MIXED = '[Cards "mixed"]\n'


def coarse(text: str, grade: str) -> str:
    """The log with its cards in a grade, or each in one by chance."""
    source = random.Random(1)

    def less(card: re.Match[str]) -> str:
        rank, suit = card.groups()
        kept = source.choice(("suited", "coloured", "ranks")) if grade == "mixed" else grade
        return {"suited": rank + suit, "coloured": rank + _COLOUR[suit], "ranks": rank}[kept]

    lines = text.split("\n")
    kept = [
        line if line.startswith(("[", "lots")) else re.sub(r'(?<![A-Za-z0-9"])([A2-9TJQK])([CDHS])(?![A-Za-z])', less, line)
        for line in lines
    ]
    return "\n".join([f'[Cards "{grade}"]', *kept])


@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("name", CLEAN)
def test_a_clean_game_is_clean_in_every_grade(name: str, grade: str) -> None:
    report = ca.audit(ca.parse(coarse(text_of(name), grade)), ruleset_of(name))
    assert [(one.id, one.line) for one in report.findings if one.severity != "note" and one.id != "SYNTAX-004"] == []


@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("check", DOCUMENTED, ids=lambda check: check.id)
def test_less_exact_cards_bring_no_other_fault(check: Check, grade: str) -> None:
    shown = example(check)
    for text in (shown.bad, shown.good):
        whole = {one.id for one in ca.audit(ca.parse(text)).findings}
        report = ca.audit(ca.parse(coarse(text, grade)))
        assert [(one.id, one.line) for one in report.roots if one.severity != "note" and one.id not in whole] == []


CASES = [
    Case("a king that may have been either", MIXED + deal("pile: 5D", "hand N: KS KH 4C", "N: draw 9D, discard K",
         "E: draw ?, discard 4C", "S: draw ?, discard 5C", "W: draw ?, discard 4D", "N: draw 9H, discard KS"), []),
    Case("but not a third one", MIXED + deal("pile: 5D", "hand N: KS KH 4C", "N: draw 9D, discard K", "E: draw ?, discard 4C",
         "S: draw ?, discard 5C", "W: draw ?, discard 4D", "N: draw 9H, discard KS", "E: draw ?, discard 4D",
         "S: draw ?, discard 5H", "W: draw ?, discard 5C", "N: draw 8H, discard KH"), [("RECORD-006", 13)]),
    Case("what was played before it came", MIXED + deal("pile: 5D", "hand N: KS 4C", "N: draw 9D, discard K",
         "E: draw ?, discard 4C", "S: draw ?, discard 5C", "W: draw ?, discard 4D", "N: draw KH, discard KS"), [("RECORD-006", 9)]),
    Case("left over under a guess", MIXED + deal("pile: 5D", "hand N: KS KH", "N: draw 9D, discard K", "end: stop",
         "left N: KS 9D"), []),
    Case("left over against every guess", MIXED + deal("pile: 5D", "hand N: KS KH", "N: draw 9D, discard K", "end: stop",
         "left N: KC 9D"), [("RECORD-013", 7)]),
    Case("more left than were dealt", deal("up: 5D", "N: draw 9D, discard 9D", "end: stop", "left N: ?x12"), [("RECORD-013", 5)]),
    Case("as many left as were dealt", deal("up: 5D", "N: draw 9D, discard 9D", "end: stop", "left N: ?x11"), []),
    Case("a three of no colour is kept", MIXED + deal("pile: 5D", "hand N: 3 9C", "N: draw 9D, discard 9D"), []),
    Case("and discarded", MIXED + deal("pile: 5D", "hand N: 3 9C", "N: draw 9D, discard 3"), []),
    Case("a red one is", deal("pile: 5D", "hand N: 3r 9C", "N: draw 9D, discard 9D"), [("THREES-001", 4)]),
    Case("a red three that may have been discarded unseen", deal("pile: 5D", "hand N: 3H 9C", "N: draw 9D, discard ?"), []),
    Case("threes of no colour in a meld", MIXED + deal("pile: 5D", "melds S: KC KD KH",
         "hand N: 3 3 3 9C", "N: draw 9D, meld 3 3 3, discard 9D"), []),
    Case("threes of which one is black", MIXED + deal("pile: 5D", "melds S: KC KD KH",
         "hand N: 3 3 3b 9C 8C", "N: draw 9D, meld 3 3 3b, discard 9D",
         "E: draw ?, discard 4C"), [("MELD-006", 6)]),
    Case("cards shown at the end that others had", deal("pile: 5D", "hand N: KS KS", "hand E: ?x2", "N: draw 9D, discard KS",
         "E: draw ?, discard 4C", "end: stop", "left E: KS 4C"), [("RECORD-007", 8)]),
    Case("cards shown at the end by two", deal("pile: 5D", "hand S: ?x2", "hand E: ?x2", "N: draw 9D, discard KS",
         "E: draw ?, discard 4C", "end: stop", "left E: KS 4C", "left S: KS 4S"), [("RECORD-007", 9)]),
    Case("cards shown at the end that were seen before", deal("pile: 5D", "hand E: KS ?", "N: draw 9D, discard KS",
         "E: draw ?, discard 4C", "end: stop", "left E: KS 4C"), []),
    Case("five black kings among kings of some suit and none", MIXED + deal("pile: 5D", "hand N: Kb Kb Kb KC",
         "N: draw KS, discard KS"), [("RECORD-007", 5)]),
    Case("what a play tells of a card listed by its rank", MIXED + deal("pile: 5D", "hand N: K 9C", "hand E: KS KS",
         "N: draw 9D, discard KS"), [("RECORD-007", 6)]),
    Case("a card discarded less exactly and picked up is the same one", MIXED + deal("pile: 5D", "hand N: KS 9C",
         "hand E: K KS K 5C", "N: draw 9D, discard K", "E: take K with K K, discard 5C"), [("OPEN-001", 7)]),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_cases(case: Case) -> None:
    assert faults(case.log) == case.expected


def test_more_cards_than_there_are_before_the_first_turn() -> None:
    hands = [f"hand {seat}: ?x11" for seat in "NES"]
    assert faults(deal(*hands, "up: 5D", "stock: ?x63")) == []
    finding = found(deal(*hands, "up: 5D", "stock: ?x64"), "RECORD-008")
    assert finding.data == {"have": 109, "want": 108}
