"""What is named as open is what the record does leave open, and no more."""

from __future__ import annotations

import canasta_audit as ca
from canasta_audit.report import DealReport
from canasta_audit.ruleset.variant import with_values
from tests.checks.examples import ruleset

HEAD = '[Sides "NS EW"]\n'
HANDS = "hand N: ?x11\nhand E: ?x11\nhand S: ?x11\nhand W: ?x11\n"


def open_(log: str) -> dict[str, list[int]]:
    """By check, the lines at which it could not tell."""
    found: dict[str, list[int]] = {}
    for match in ca.audit(ca.parse(HEAD + log), ruleset("uk-regency"), unknowns=True).matches:
        for deal in match.deals:
            for one in deal.unjudged:
                found.setdefault(one.id, []).append(one.line)
    return found


def deal_of(log: str, by: ca.Ruleset) -> DealReport:
    """The report of a log's only deal."""
    return ca.audit(ca.parse(HEAD + log), by, unknowns=True).matches[0].deals[0]


def test_a_claimed_item_that_is_exact_is_judged() -> None:
    log = (
        "deal 1: dealer W\nmelds N: KC KC KD KH KH KS KS\nhand N: ?x2\nhand S: QH\npile: 5D\n"
        "N: draw ?, discard 4C\nend: stop\nscore NS: natural 500, cards 70, hand -20\n"
    )
    asked = {id for id in open_(log) if id.startswith("SCORE")}
    assert asked == {"SCORE-009"}


def test_of_a_score_sheet_only_scores_are_open() -> None:
    sheet = "deal 1: dealer W\nend: N out\nscore NS: natural 500, cards 200, total 700\nscore EW: hand -50, total -50\n"
    assert set(open_(sheet)) == {"SCORE-001", "SCORE-002", "SCORE-009", "SCORE-010"}


def test_a_three_without_colour_freezes_only_where_threes_do() -> None:
    log = f"deal 1: dealer W\n{HANDS}up: 8D\nN: draw ?, discard 3\nE: draw ?, discard KD\nS: take KD with KC KH, discard 4C\n"
    by = ruleset("uk-regency")
    frozen = with_values("uk-regency", {"freezing": {"discarded": ["joker", "two", "red-three"]}})
    named = [
        {one.id for one in deal_of(log, rules).unjudged if one.line == 10} & {"PILE-004", "PILE-005"} for rules in (by, frozen)
    ]
    assert named == [set(), {"PILE-004", "PILE-005"}]


def test_how_many_cards_lie_in_the_pile_needs_no_colour() -> None:
    assert not {"PILE-008", "RECORD-011"} & set(
        open_(f"deal 1: dealer W\n{HANDS}up: 8D\nN: draw ?, discard 3\nE: take 3, discard 4C\n")
    )


def test_what_was_turned_up_is_the_first_pile() -> None:
    records = '[Records "draws hands melds discards"]\n'
    turns = f"deal 1: dealer W\n{HANDS}up: 8D\nN: take 8D with 8C 8H, discard 4C\nE: draw ?, discard KD\nS: take KD, discard 4C\n"
    lines = open_(records + turns)
    assert [lines.get(id) for id in ("PILE-004", "PILE-006", "RECORD-011")] == [[11], [11], [11]]


def test_who_plays_on_has_not_gone_out() -> None:
    turns = "".join(f"{seat}: draw ?, discard {card}\n" for seat, card in zip("NESWN", ("4C", "4D", "4H", "4S", "5C"), strict=True))
    assert open_("deal 1: dealer W\nup: 8D\n" + turns)["OUT-001"] == [5, 6, 7, 8]
