"""Records that leave out suits or colours: judged at the grade they are kept in, and silent where that does not tell."""

from __future__ import annotations

import random
import re
from functools import cache, lru_cache
from itertools import islice

import pytest

import canasta_audit as ca
from canasta_audit.checks.registry import Check
from canasta_audit.ruleset.load import list_rulesets
from canasta_audit.simulate.match import numbered_match
from tests.checks.examples import DOCUMENTED, example
from tests.checks.small import Case, deal, faults, found, name_of
from tests.games import GAMES, expected_of, ruleset_of, text_of

GRADES = ("coloured", "ranks", "mixed")
_COLOUR = {"C": "b", "S": "b", "D": "r", "H": "r"}
CLEAN = [name for name in GAMES if not name.startswith("partial") and expected_of(name)["findings"] == []]
MIXED = '[Cards "mixed"]\n'
KINGS = "melds S: KC KD KH"
RULESETS = {name: ca.load_ruleset(name) for name, _ in list_rulesets()}


def coarse(text: str, grade: str, share: float = 1, seed: int = 1) -> str:
    """The log with a share of its cards in a grade, or each in one by chance."""
    source = random.Random(seed)

    def less(card: re.Match[str]) -> str:
        rank, suit = card.groups()
        if share < 1 and source.random() >= share:
            return rank + suit
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


@cache
def played(name: str, players: int) -> str:
    return "".join(islice(numbered_match(RULESETS[name], players, "greedy", 3, 1), 4))


@lru_cache(maxsize=2)
def ids_of(text: str) -> set[str]:
    """What is found in an exact log, which is made less exact in one grade after the other."""
    return {one.id for one in ca.audit(ca.parse(text)).findings}


@pytest.mark.parametrize("share", [0.1, 0.5])
@pytest.mark.parametrize("name", RULESETS)
def test_a_clean_game_is_clean_whatever_part_of_it_is_coarse(name: str, share: float) -> None:
    ruleset = RULESETS[name]
    for players, seed in ((players, seed) for players in ruleset.tables for seed in (5, 7)):
        found = ca.audit(ca.parse(coarse(played(name, players), "mixed", share, seed)), ruleset).findings
        assert [(one.id, one.line) for one in found if one.id != "SYNTAX-004"] == []


@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("check", DOCUMENTED, ids=lambda check: check.id)
def test_less_exact_cards_bring_no_other_fault(check: Check, grade: str) -> None:
    shown = example(check)
    for text in (shown.bad, shown.good):
        report = ca.audit(ca.parse(coarse(text, grade)))
        assert [(one.id, one.line) for one in report.roots if one.severity != "note" and one.id not in ids_of(text)] == []


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
    Case("of a red nine and two of no colour it is not settled which one was the nine of diamonds", MIXED + deal("pile: 5D", KINGS,
         "hand N: 9 9 9r 8C", "hand E: 9H 9H 9D 4C", "N: draw TD, meld 9 9C 9D, discard TD"), []),
    Case("which of the kings shown in a turn taken back was drawn is not settled", MIXED + deal("pile: 5D", "melds S: KD KH KS",
         "hand N: K K 8C 7C", "~N: draw K, add KC KC K 8C to K, discard 7C", "N: draw KC, add KC K K to K, discard 7C"), []),
    Case("the take tells the top card's suit", MIXED + deal("pile: 4C 9r", KINGS, "hand N: 9D 9C 5C 6C",
         "N: take 9H, meld 9D 9H 9C, discard 5C"), []),
    Case("the top card is the one that the hand lacks", MIXED + deal("pile: 4C Q", KINGS, "hand N: QD QH 5C 6C",
         "N: take, meld QD QS QH, discard 5C"), []),
    Case("though another one is written as the top card is", MIXED + deal("pile: 4C Q", KINGS, "hand N: QD QH 5C 6C",
         "N: take Q, meld Q QD QS, discard 5C"), []),
    Case("and if it lacks two", MIXED + deal("pile: 4C Q", KINGS, "hand N: QD 7C 5C 6C", "N: take, meld QD QS QH, discard 5C"),
         [("PILE-002", 6), ("RECORD-006", 6)]),
    *(
        Case(f"{held} is laid beside the top card where either may have gone", MIXED + deal("pile: 5D",
             "hand N: AC AS AH AD KS KC 4C", "N: draw 5C, discard Ar", "E: draw ?, discard 4H", "S: draw ?, discard 8H",
             "W: draw ?, discard KD", f"N: take KD with KS KC, meld AC AS {held}, discard 4C"), [])
        for held in ("AH", "AD")
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_cases(case: Case) -> None:
    assert faults(case.log) == case.expected


def test_more_cards_than_there_are_before_the_first_turn() -> None:
    hands = [f"hand {seat}: ?x11" for seat in "NES"]
    assert faults(deal(*hands, "up: 5D", "stock: ?x63")) == []
    finding = found(deal(*hands, "up: 5D", "stock: ?x64"), "RECORD-008")
    assert finding.data == {"have": 109, "want": 108}


@pytest.mark.parametrize("held", ["KS", "KC"])
def test_a_card_is_shown_for_the_pile_where_either_may_have_gone(held: str) -> None:
    hand, others = "hand N: KS KC 7H 5C 6D", ("E: draw ?, discard 4H", "S: draw ?, discard 8H", "W: draw ?, discard KD")
    first, last = "N: draw 9D, discard Kb", f"N: take KD showing {held}, add QS to Q, discard 5C"
    log = deal("pile: 5D", "melds N: QC QD QH", hand + " QS", first, *others, last)
    assert [(one.id, one.line) for one in ca.audit(ca.parse(MIXED + log), RULESETS["ru-bank"]).findings] == []
