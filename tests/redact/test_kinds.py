"""One small log for each way in which an unseen card was once taken for one that is no red three, not counted, or not summed up."""

from __future__ import annotations

import pytest

import canasta_audit as ca
from canasta_audit.ruleset.variant import with_values
from tests.redact.views import beyond, seen

HANDS = """\
hand N: 4C 4D 5C 5D 6C 6D 7C 7D 8C 8D 9C
hand E: 4S 4H 5S 5H 6S 6H 7S 7H 8S 8H 9S
hand S: 4C 4D 5C 5D 6C 6D 7C 7D 8C 8D 9C
hand W: 4S 4H 5S 5H 6S 6H 7S 7H 8S 8H 9S
up: JC
"""


@pytest.mark.parametrize("last", ["draw 3H, red 3H", "draw 3H", "draw 3D>3H, red 3H"])
def test_the_last_card_of_the_stock_may_be_a_red_three(last: str) -> None:
    """It ends the turn without a discard, and the deal, whoever saw it."""
    log = ca.parse(f"deal 1: dealer W\npile: 9C\nstock: {'3D 3H' if '>' in last else '3H'}\nhand N: 4C 5C\nN: {last}\nend: stock\n")
    shown = [one.id for one in ca.audit(seen(log, None)).findings]
    assert "RECORD-018" not in shown
    assert list(beyond(log)) == []
    other = ca.audit(seen(ca.parse("deal 1: dealer W\npile: 9C\nstock: KC\nhand N: 4C 5C\nN: draw KC\nend: stock\n"), "N"))
    assert "RECORD-018" in [one.id for one in other.findings]


def test_a_pile_is_not_left_as_it_was_if_the_last_card_may_have_ended_the_deal() -> None:
    rules = with_values("ru-bank", {"stock_end": {"red_three_ends": True}})
    for text in ("draw 3H, red 3H", "draw KC, discard KC"):
        log = ca.parse(f"deal 1: dealer W, first N\nmelds N: QC QD QH\npile: 5D 6D\nstock: {text[5:7]}\nN: {text}\nend: stock\n")
        assert list(beyond(log, rules)) == []


def test_cards_of_a_pile_turned_over_are_not_counted_twice() -> None:
    """The pile becomes the stock, and who draws from it keeps what he draws to himself until he plays it."""
    turns = "N: draw 9D, discard 9D\nE: turnover, draw JC, discard JC\nS: draw 9D, discard 9D\nW: turnover, draw JC, discard JC\n"
    log = ca.parse(f'[Ruleset "ru-bank"]\ndeal 1: dealer W\n{HANDS}stock: 9D\n{turns}N: draw 9D, discard 9D\n')
    shown = ca.audit(seen(log, None)).findings
    assert "RECORD-007" not in [one.id for one in shown]
    assert list(beyond(log)) == []


def test_a_total_that_puts_an_error_right_is_told_as_a_note() -> None:
    """Who does not see the hands can only tell that the sheet does not add up."""
    first = f"deal 1: dealer W\n{HANDS}N: draw KC, discard KC\nend: stop\nscore NS: hand -140\nscore EW: hand -140\n"
    score = "totals: NS -140, EW -140\n"
    second = f"deal 2: dealer N, first E\nbefore: NS -140, EW -40\n{HANDS}E: draw KC, discard KC\nend: stop\n"
    log = ca.parse(f"{first}{score}{second}score EW: total -140\ntotals: EW -280\n")
    whole = ca.audit(log).findings
    told = [(one.id, one.line, one.severity) for one in whole if one.id in ("SCORE-013", "SCORE-015")]
    assert list(beyond(log)) == []
    assert [one for one in told if one[0] == "SCORE-015"]
    assert [severity for id, _, severity in told if id == "SCORE-013"] == ["note"]


@pytest.mark.parametrize(
    ("ruleset", "changed", "lines"),
    [
        # A red three that was dealt is laid and replaced beside one that came with the pile.
        ("uk-regency", {}, "hand N: 3D AD AS 4C 4C\npile: 3H AC\nN: take AC with AD AS, pickup, red 3D>KD 3H, discard 4C"),
        # What joins the meld after the top card came with the pile.
        (
            "uk-regency",
            {"pile": {"pair_joins_meld": False}},
            "melds N: KC KD KH\nhand N: 4C 5C 6C 7C\npile: KS 9D KH\nN: take KH, pickup, add KH KS to K, discard 4C",
        ),
        # The pile is turned over to replace a red three.
        ("ru-bank", {}, "melds N: QC QD QH\nhand N: 4C 5C 7C\npile: 9C 8C\nstock: 3H\nN: draw 3H, turnover, discard 4C"),
        # The hand has a card like the top card, which counts besides.
        ("ru-bank", {}, "hand N: KD KS KH 4C 9C\npile: 5D KD\nN: take KD showing KS, meld KD KS KH, meld 4C 4C 4D, discard 9C"),
        # The stock as listed tells that the turn taken back was not possible.
        ("uk-regency", {}, "hand N: 4C 5C 7C\npile: 9C\nstock: KC 3H 5C\n~N: draw KD, discard KD\nN: draw KC, discard KC"),
        # A mover whose card another player had is out by the count alone.
        (
            "uk-regency",
            {},
            "melds N: KC KD KH KS KC KD KH\nhand N: 4C 5C\nhand E: 7C 8C 9C\npile: 9D\nN: draw 6D, add KH to K, discard 7C\n"
            "E: draw 6C, discard 7C\nS: draw 6S, discard 6S\nW: draw 6H, discard 6H\nN: draw KS, add KS to K, discard 4C\n"
            "E: draw QC, discard QC",
        ),
    ],
)  # fmt: skip
def test_what_a_hidden_hand_may_hold_is_no_fault(ruleset: str, changed: dict[str, object], lines: str) -> None:
    log = ca.parse(f"deal 1: dealer W, first N\n{lines}\n")
    assert not log.findings
    assert list(beyond(log, with_values(ruleset, changed))) == []


def test_a_red_three_that_only_a_wrong_line_gives_to_an_unseen_hand_is_not_kept() -> None:
    log = ca.parse("deal 1: dealer W, first N\npile: 9C\nhand N: 4C 5C\nexposed N: 3H\nN: draw KC, discard KC\n")
    assert [(one.id, one.line) for one in ca.audit(log).findings] == [("IRREG-004", 4)]
    assert list(beyond(log)) == []


def test_a_hand_that_lacked_several_cards_may_have_what_opens_the_pile() -> None:
    """Which cards it lacks hangs on who has seen it, but not that it is another hand than the one written down."""
    laid, others = "melds N: QC QD QH\n", "E: draw ?, discard 4H\nS: draw ?, discard 8H\nW: draw ?, discard AH\n"

    def judged(last: str) -> list[str]:
        turns = f"N: draw 8C, {last}discard TD\n{others}N: take AH, add QS to Q, discard 5C\n"
        log = ca.parse(f'[Ruleset "ru-bank"]\ndeal 1: dealer W\n{laid}pile: 9C\nhand N: 4C 5C 6C 7C QS\n{turns}')
        assert list(beyond(log)) == []
        return [one.id for one in ca.audit(log).findings if one.id == "PILE-003"]

    assert [judged(last) for last in ("", "meld JC JD JH, ")] == [["PILE-003"], []]


@pytest.mark.parametrize("score_first", [False, True])
def test_a_claim_is_held_against_the_hand_that_is_written_down_too(score_first: bool) -> None:
    """The replay leaves N another hand of the points claimed; who has not seen it believes what is written down."""
    before = "melds N: 4C 4D 4H\npile: 5D\nhand N: KS QS 4C\nhand S: QH\nhand E: 9C\nhand W: JC\n"
    left, score = "left N: KS QS AH\n", "score NS: hand -40\nscore EW: hand -20\n"
    end = score + left if score_first else left + score
    log = ca.parse(f"deal 1: dealer W\n{before}N: draw TD, discard 4C\nend: stop\n{end}")
    told = {(one.id, one.follows.id if one.follows else None) for one in ca.audit(log).findings}
    assert told == {("RECORD-013", None), ("SCORE-009", "RECORD-013")}
    assert list(beyond(log)) == []
