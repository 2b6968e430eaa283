"""What is written down between the turns: beside what the cases of the suite show, notes, folding, and what is carried on."""

from __future__ import annotations

import pytest

import canasta_audit as ca
from canasta_audit.audit import Position, replay
from tests.checks.examples import ruleset

START = "deal 1: dealer W, first N\npile: 7C 9D\n"
MELD = "melds S: KC KD KH\n"


def found(text: str, by: str = "uk-regency") -> list[tuple[str, int]]:
    """Ids and lines of all root findings, notes included."""
    report = ca.audit(ca.parse(text), ruleset(by))
    return [(finding.id, finding.line) for finding in report.findings if finding.follows is None]


def followers(text: str) -> list[tuple[str, int, str]]:
    report = ca.audit(ca.parse(text), ruleset("uk-regency"))
    return [(one.id, one.line, one.follows.id) for one in report.findings if one.follows is not None]


@pytest.mark.parametrize(
    ("turns", "late"),
    [
        ("~N: draw 5D, discard 4C, discard 6C\nN: draw 5D, discard 4C\n", []),
        ("~N: draw 5D, discard 4C, discard 6C\n~N: draw 5D, discard 6D, discard 6C\nN: draw 5D, discard 4C\n", []),
        ("~N: draw 5D, discard 4C, discard 6C\n~E: draw 8D, discard 8C\nN: draw 5D, discard 4C\n", [3]),
        ("~N: draw 5D, discard 4C, discard 6C\n~E: draw 8D, discard 8C\n~S: draw 8H, discard 8S\nN: draw 5D, discard 4C\n", [3]),
        ("~E: draw 5D, discard 4C\nN: draw 5D, discard 4C\n", []),
        ("~E: draw 5D, discard 4C\n~S: draw 8D, discard 8C\nN: draw 5D, discard 4C\n", [3]),
        ("~S: draw 5D, discard 4C\n~E: draw 5D, discard 4D\nN: draw 5D, discard 4C\n", [3]),
        ("~N: draw 5D, discard 4C, discard 6C\n", []),
        ("~N: draw 5D, discard 4C, discard 6C\nend: stop\n", []),
    ],
)
def test_a_turn_is_taken_back_in_time_or_late(turns: str, late: list[int]) -> None:
    assert [line for id, line in found(START + turns) if id == "IRREG-001"] == late


def test_what_stands_is_judged_as_ever() -> None:
    text = f"{START}{MELD}~N: draw 5D, meld QC QD 2C, discard 4C\nN: draw 5D, meld QC QD 2C 2D 2H *, discard 4C\n"
    assert found(text) == [("MELD-004", 5)]


def test_a_turn_taken_back_is_no_turn_of_the_deal() -> None:
    text = f"{START}~N: draw 5D, discard 4C, discard 6C\nN: draw 5D, discard 4C\nE: draw 6H, discard 6D\n"
    report = ca.audit(ca.parse(text), ruleset("uk-regency"))
    assert [(deal.turns) for deal in report.matches[0].deals] == [2]


def test_only_where_hands_are_known_a_turn_is_known_to_be_lawful() -> None:
    turns = "~N: draw 5D, discard 4C\nN: draw 5D, discard 9S\n"
    assert found(f"{START}hand N: QC 4C 9S\n{turns}") == [("IRREG-002", 4)]
    assert found(f"{START}hand N: QC 4C 9S ?\n{turns}") == []
    assert found(START + turns) == []


def test_nobody_is_blamed_for_what_went_with_the_turn_before() -> None:
    hands = "hand N: QC 4C 9S\nhand E: 6D 7D 8D\n"
    turns = "~N: draw 5D, discard 4C, discard 9S\n~E: draw 6H, discard 6D\nN: draw 5D, discard 4C\nE: draw 6H, discard 6D\n"
    assert found(START + hands + turns) == [("IRREG-001", 5)]


def test_cards_shown_in_a_turn_taken_back_do_not_vanish() -> None:
    hands = "hand N: ?x4\n"
    turns = "~N: draw 5D, meld QC QD 4C, discard 5D\nN: draw 5D, discard 5D\nend: stop\nleft N: QC QD 9S 8S\n"
    assert found(START + MELD + hands + turns) == [("RECORD-013", 8)]


def test_a_record_that_leaves_things_out_tells_of_taking_back_late_alone() -> None:
    text = f'[Records "melds pile"]\n{START}~N: discard 4C\n~E: discard 8C\nN: discard 4C\n'
    assert [id for id, _ in found(text)] == ["IRREG-001"]


def test_what_follows_from_a_wrong_count_is_folded() -> None:
    text = f"{START}hand N: QC 4C 9S\nN: draw 5D, discard 4C\ncount N: 4\nend: stop\nleft N: QC 9S 5D\n"
    assert found(text) == [("IRREG-005", 5)]
    assert followers(text) == [("RECORD-013", 7, "IRREG-005")]


@pytest.mark.parametrize("what", ["A", "E", "pile", "stock"])
def test_what_nobody_can_count_again_is_believed(what: str) -> None:
    expected = [("IRREG-005", 4)] if what == "A" else []
    assert found(f'[Sides "NS EW"]\ndeal 1: dealer W\nN: draw 5D, discard 4C\ncount {what}: 9\n') == expected


def test_lines_before_the_first_turn_are_judged() -> None:
    hands = "hand N: QC 4C 9S\n"
    lines = "exposed N: QC JC\ndirector: move 9D from pile to N, move 9H from pile to N\n"
    assert found(START + hands + lines) == [("IRREG-004", 4), ("IRREG-006", 5)]


def test_a_ruling_changes_what_is_counted_at_the_end() -> None:
    text = f"{START}{MELD}hand N: QC 4C 9S\nN: draw 5D, discard 4C\nend: stop\ndirector: move QC from N to pile\nleft N: 9S 5D\n"
    assert found(text) == []


def test_penalties_of_a_void_deal_stay_and_its_scores_do_not() -> None:
    text = (
        '[Sides "NS EW"]\ndeal 1: dealer W\nbefore: NS 100, EW 0\nN: draw 5D, discard 4C\npenalty S: -50\nend: void\n'
        "totals: NS 50, EW 0\ndeal 1: dealer W\nbefore: NS 50, EW 0\nN: draw 5D, discard 4C\nend: stop\n"
    )
    assert found(text) == []


@pytest.mark.parametrize(
    ("penalty", "ids"),
    [
        ("penalty NS: -100", []),
        ("penalty NS: -100 for slow-play", ["IRREG-011"]),
        ("penalty E: -50 for exposed-card", []),
        ("penalty NS: -50 for exposed-card", ["IRREG-012"]),
        ("penalty EW: -75 for exposed-card", ["IRREG-010"]),
        ("penalty W: -100 for out-without-canasta", []),
        ("penalty B: -100 for slow-play", ["IRREG-009", "IRREG-011"]),
    ],
)
def test_penalties(penalty: str, ids: list[str]) -> None:
    text = f'[Sides "NS EW"]\n{START}N: draw 5D, discard 4C\nexposed E: KS\n{penalty}\n'
    assert [id for id, _ in found(text, "uk-regency+fines")] == ids


def test_what_the_rules_do_not_punish_is_noted() -> None:
    assert found(f"{START}penalty NS: -50 for turn-out-of-order\n") == [("IRREG-011", 3)]


def test_a_penalty_that_is_due_follows_from_an_offence_that_stands() -> None:
    text = f"{START}E: draw 5D, discard 4C\nend: stop\n"
    report = ca.audit(ca.parse(text), ruleset("uk-regency+fines"))
    assert [(one.id, one.follows and one.follows.id) for one in report.findings] == [
        ("IRREG-013", "RECORD-001"),
        ("RECORD-001", None),
    ]


def test_a_penalty_that_names_no_offence_is_for_what_is_due() -> None:
    turns = "~E: draw 5D, discard 4C\nN: draw 5D, discard 4C\n"
    assert found(f"{START}{turns}penalty W: -100\n", "uk-regency+fines") == []
    assert found(f"{START}{turns}penalty W: -50\n", "uk-regency+fines") == [("IRREG-013", 3)]
    assert found(f"{START}{turns}penalty S: -100\n", "uk-regency+fines") == [("IRREG-013", 3)]


def test_a_penalty_tells_what_it_is_for_in_the_ledger() -> None:
    report = ca.audit(ca.parse(f"{START}N: draw 5D, discard 4C\nend: stop\npenalty N: -50 for slow-play\n"), ruleset("uk-regency"))
    (given,) = report.matches[0].deals[0].scores[0].adjustments
    assert (given.points, given.why) == (-50, ("line 5", "for slow-play"))


def test_a_replay_tells_what_stands_between_the_turns() -> None:
    between: list[tuple[int, list[str]]] = []

    def keep(position: Position) -> None:
        between.append((position.turn, [line.kind for line in position.between]))

    text = (
        f"{START}exposed E: KS\n~E: draw 5D, discard 4C\nN: draw 5D, discard 4C\ncount N: 9\nE: draw 6H, discard 6D\n"
        "end: stop\npenalty N: -50\ndirector: score N 50\n"
    )
    replay(ca.parse(text), keep, ruleset("uk-regency"))
    assert between == [(0, []), (1, ["exposed", "turn"]), (2, ["count"]), (0, ["penalty", "director"])]


NORTH = "hand N: JC JD JH 6C\nhand S: 4C KS\n"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("N: draw 5C, meld JC JD JH, discard 5C\nexposed S: 9H\n", [("OPEN-001", 5), ("IRREG-004", 6)]),
        ("N: draw 5C, meld JC JD JH, discard 5C\nexposed N: 9H\n", [("OPEN-001", 5)]),
        ("N: draw 5C, discard 5C\nS: draw 6D, discard 6D\ncount N: 5\n", [("RECORD-001", 6), ("IRREG-005", 7)]),
        ("N: draw 5C, discard 5C\nS: draw 6D, discard 6D\ncount pile: 9\n", [("RECORD-001", 6)]),
    ],
)
def test_what_is_seen_or_counted_follows_only_from_what_touches_it(lines: str, expected: list[tuple[str, int]]) -> None:
    assert [one for one in found(START + NORTH + lines + "end: stop\n") if one[0] != "RECORD-016"] == expected
