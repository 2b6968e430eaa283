"""A hand that nobody saw, and what came into it or how many cards it has is in doubt: that it lacks a card is no fault then."""

from __future__ import annotations

import pytest

import canasta_audit as ca
from tests.redact.views import beyond, seen
from tests.unknown.silence import unjudged

DEAL = "deal 1: dealer W, first N\n"
OTHERS = "E: draw 8D, discard 8D\nS: draw 8H, discard 8H\n"
BANK = '[Ruleset "ru-bank"]\n' + DEAL + "melds N: QC QD QH\n"
ALONE = '[Ruleset "uk-regency"]\n' + DEAL + "melds N: QC QD QH\n"
CANASTA = '[Ruleset "uk-regency"]\n' + DEAL + "melds N: QC QC QD QD QH QH QS\n"
MINI = '[Ruleset "ro-mini"]\n[Seats "NS"]\ndeal 1: dealer S\nmelds N: KC KD KH\n'

LOGS = {
    # Which card lay on top is told in two ways, and what N holds later hangs on it.
    "PILE-003": f"{BANK}pile: 9C 5C\nhand N: 7C 7D 4H\nN: take 7H, meld 7H 7C 7D, discard 9C\n{OTHERS}W: draw 4D, discard 4D\n"
    "N: take 4D, discard 4D\n",
    # A director takes a card from N that N does not have, and who cannot see that believes it.
    "PILE-002": f"{BANK}pile: 9C\nhand N: TC TS\ndirector: move 6H from N to stock\nN: draw 5D, discard 5D\n{OTHERS}"
    "W: draw TD, discard TD\nN: take TD, meld TD TC TS, discard 9C\n",
    # Fewer cards are counted than N has, and more come out: the count was wrong, and N may have some left.
    "OUT-002": f"{ALONE}pile: 9C\nhand N: 7C 7D 7H 4C 4D\nN: x draw KC, discard KC\n{OTHERS}W: draw 5D, discard 5D\ncount N: 2\n"
    "N: draw 5H, meld 7C 7D 7H, discard 5H\nE: draw 9D, discard 9D\n",
    # As many come out as were counted, and N seems to have gone out.
    "OUT-001": f"{ALONE}pile: 9C\nhand N: 7C 7D 7H 4C 4D\nN: x draw KC, discard KC\n{OTHERS}W: draw 5D, discard 5D\ncount N: 3\n"
    "N: draw 5H, meld 7C 7D 7H, discard 5H\n",
    # The same where N has the canasta that it needs, and plays on.
    "RECORD-005": f"{CANASTA}pile: 9C\nhand N: 7C 7D 7H 4C 4D\nN: x draw KC, discard KC\n{OTHERS}W: draw 5D, discard 5D\n"
    f"count N: 3\nN: draw 5H, ask yes, meld 7C 7D 7H, discard 5H\n{OTHERS}",
    # Cards that only a wrong line gives to S make it seem to have kept one for want of a discard.
    "DRAW-007": f"{MINI}melds S: QC QD QH\npile: 9C\nhand S: QS KS\nhand N: 5C 5D\nN: draw 6C 6D, discard 6C\nexposed S: 9D JD JH\n"
    "S: draw 8C 8D, discard 8C\nN: draw 6S 6H, discard 6S\nS: draw 7C QS, add QS QS to Q, add KS 7C 8D to Q\n"
    "N: draw 5S 5H, discard 5S\nS: draw 4C 4D, discard 4C\n",
    # S need not discard if it can have nothing that may be; a card that may be rests on one wrong line.
    "RECORD-018": f"{MINI}melds S: QC QD QH\npile: 9C\nhand S: 2C 2D\nhand N: 5C 5D\nN: draw 6C 6D, discard 6C\nexposed S: 9D\n"
    "S: draw 2H 2S\nN: draw 6S 6H, discard 6S\n",
    "THREES-006": f'[Ruleset "ro-canastone"]\n{DEAL}hand N: ?x15\nhand E: 4C 4D 4H 4S 5C 5D 5H 5S 7C 7D 7H 7S 8C 8D 8H\nup: 9C\n'
    "exposed E: 3H\nN: draw KC QC, discard KC\n",
}  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        # Believed by all who do not see N, whose hand seems known in full.
        "exposed N: 8S",
        "director: move 8S from N to E",
    ],
)
def test_what_a_hand_lacks_is_no_fault_where_one_line_alone_tells_of_it(line: str) -> None:
    start = f"{BANK}pile: 9C\nhand N: 4C\nhand E: ?x11\n{line}\nN: draw 5D, discard 5D\n"
    log = ca.parse(f"{start}{OTHERS}W: draw 4D, discard 4D\nN: take 4D, discard 9C\n")
    assert "PILE-003" not in [finding.id for finding in ca.audit(log).findings]
    assert list(beyond(log)) == []


@pytest.mark.parametrize("id", LOGS)
def test_what_a_hand_lacks_is_no_fault_while_it_is_in_doubt(id: str) -> None:
    assert list(beyond(ca.parse(LOGS[id]))) == []


def test_what_a_hand_surely_lacks_is_one() -> None:
    """All cards that nobody saw have been played, and nothing is in doubt."""
    log = ca.parse(
        f"{BANK}pile: 9C 5C\nhand N: 5D\nN: take 5C, discard 5D\n{OTHERS}W: draw 4D, discard 4D\nN: take 4D, discard 9C\n"
    )
    for view in (None, "N", "E"):
        assert ("PILE-003", 10) in [(one.id, one.line) for one in ca.audit(seen(log, view)).findings]


def test_what_is_not_told_is_named_as_open() -> None:
    report = ca.audit(seen(ca.parse(LOGS["PILE-003"]), None), unknowns=True)
    assert ("PILE-003", 1, 5) in unjudged(report)


def test_unseen_cards_of_a_hand_whose_size_nobody_knows_leave_room_for_a_count() -> None:
    hands = "hand N: ?x60\nhand E: ?x30\nup: JC\n"
    turns = "N: x draw ?, discard 4C\nE: draw ?, discard 4D\n"
    for number, ids in ((20, ["SYNTAX-001"]), (80, ["SYNTAX-001", "IRREG-005"])):
        log = ca.parse(f"deal 1: dealer W, first N\n{hands}{turns}count stock: {number}\n")
        assert [one.id for one in ca.audit(log).findings if one.id in ids] == ids
        assert len(ids) == 2 or "IRREG-005" not in [one.id for one in ca.audit(log).findings]


def test_three_cards_too_often_are_no_other_deck_where_hands_were_not_seen() -> None:
    """Each may be a slip that the hands would show; of many cards that cannot be."""

    def deck(ranks: str) -> list[str]:
        turns = "".join(f"{'NESW'[i % 4]}: draw ?, discard {rank}C\n" for i, rank in enumerate(ranks * 3))
        log = f"deal 1: dealer W, first N\nhand N: ?x11\nhand E: ?x11\nhand S: ?x11\nhand W: ?x11\nup: JC\n{turns}"
        return [one.id for one in ca.audit(ca.parse(log)).findings if one.id == "MATCH-007"]

    assert [deck("456"), deck("45678")] == [[], ["MATCH-007"]]
