"""What the keys mean together, and what is only odd about a file."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from canasta_audit.ruleset.check import check_ruleset
from canasta_audit.ruleset.faults import FAULTS, RulesetError
from canasta_audit.ruleset.load import load_ruleset

Write = Callable[..., str]
Places = Callable[[str], list[tuple[str, int, int]]]


def extending(lines: str) -> str:
    return f"extends: uk-regency\n{lines}\n"


MEANING = {
    "first band with since": ("opening: {bands: [{since: 0, need: 50}]}", [("RULESET-101", 2, 11)]),
    "later band without since": ("opening: {bands: [{need: 15}, {need: 50}]}", [("RULESET-101", 2, 11)]),
    "falling bands": ("opening: {bands: [{need: 1}, {since: 9, need: 2}, {since: 5, need: 3}]}", [("RULESET-101", 2, 11)]),
    "equal bands": ("opening: {bands: [{need: 1}, {since: 5, need: 2}, {since: 5, need: 3}]}", [("RULESET-101", 2, 11)]),
    "too many cards dealt": ("dealing: {cards_each: 27}", [("RULESET-102", 2, 11)]),
    "too many cards in the feet": ("dealing: {foot_each: 16}", [("RULESET-102", 1, 1)]),
    "partners of three": ('players: {"3": {set: {seating: {sides: opposite}}}}', [("RULESET-105", 2, 33)]),
    "more naturals than cards": ("melds: {least_naturals: 4}", [("RULESET-103", 2, 9)]),
    "canasta smaller than a meld": ("melds: {least_cards: 4}\ncanastas: {size: 3}", [("RULESET-103", 3, 12)]),
    "black threes at least above at most": ("melds: {black_threes: {most: 2}}", [("RULESET-103", 2, 24)]),
    "more black threes than there are": ("melds: {black_threes: {least: 5, most: 6}}", [("RULESET-103", 2, 24)]),
    "frozen easier than open": ("pile: {frozen: [natural-pair, natural-triple], opened: [onto-meld]}", 2 * [("RULESET-104", 2, 8)]),
    "frozen harder than open": ("pile: {frozen: [natural-triple]}", []),
    "more canastas than cards": ("going_out: {canastas: 10}\ncanastas: {size: 14}", [("RULESET-106", 2, 13)]),
    "concealed needs a canasta, open none": ("going_out: {canastas: 0}", [("RULESET-106", None, None)]),
    "points off the unit": ("going_out: {bonus: 103}\nvalues: {joker: 51}", [("RULESET-107", 2, 13), ("RULESET-107", 3, 10)]),
    "a smaller unit": ("going_out: {bonus: 103}\nscoring: {unit: 1}", []),
    "the same value": ("going_out:\n  bonus: 100\n  ask: may", [("RULESET-120", 3, 3)]),
    "the same list": ("pile: {frozen: [natural-pair]}", [("RULESET-120", 2, 8)]),
    "idle suits": ("seating: {lots_tie: redraw, lots_suits: SHDC}", [("RULESET-121", 2, 29)]),
    "suits that count": ("seating: {lots_suits: SHDC}", []),
    "idle end of the limit": ("melds: {wild_cap: null, wild_cap_ends_at: 7}", [("RULESET-121", 2, 25)]),
    "idle answer": ("going_out: {ask: none, answer_binds: false}", [("RULESET-121", 2, 24)]),
    "answer idle at two tables only": ("going_out: {answer_binds: false}", []),
    "idle option": ("options: {x: {title: t, set: {match: {target: 5000}}}}", [("RULESET-122", 2, 11)]),
    "option with bad bands": ("options: {x: {title: t, set: {opening: {bands: [{since: 0, need: 1}]}}}}", [("RULESET-101", 2, 41)]),
    "unused reading": ("readings: {X-1: {lines: [3], question: q, chosen: c}}", [("RULESET-123", 2, 12)]),
    "line beyond the text": ("match: {cite: {target: [15, 189]}}", [("RULESET-124", 2, 29)]),
    "last line of the text": ("match: {cite: {target: [188]}}", []),
    "fact beyond the text": ("facts: [{chapter: match, lines: [900], fact: f}]", [("RULESET-124", 2, 34)]),
    "unknown text": ("text: uk-wikki", [("RULESET-125", 2, 7)]),
    "status of no key": ("status: {/match/taget: reconstructed}", [("RULESET-020", 2, 10)]),
    "status of a mapping": ("status: {/melds/black_threes: reconstructed}", [("RULESET-020", 2, 10)]),
    "unknown reading cited": ("match: {cite: {target: [UKR-99]}}", [("RULESET-035", 2, 16)]),
    "unknown reading of an option": (
        "options: {x: {title: t, reading: UKR-99, set: {match: {target: 1}}}}",
        [("RULESET-035", 2, 25)],
    ),
}


@pytest.mark.parametrize("name", MEANING)
def test_meaning(name: str, places: Places) -> None:
    lines, expected = MEANING[name]
    found = places(extending(lines))
    if expected and expected[0][1] in (None, 1):
        # The key that is at fault lies in the ruleset extended.
        assert [id for id, _, _ in found] == [id for id, _, _ in expected]
    else:
        assert found == expected


def test_an_error_of_meaning_keeps_a_ruleset_from_being_used(write: Write) -> None:
    with pytest.raises(RulesetError) as caught:
        load_ruleset(write(extending("opening: {bands: [{since: 0, need: 50}]}")))
    assert [finding.id for finding in caught.value.findings] == ["RULESET-101"]


def test_a_warning_does_not(write: Write) -> None:
    name = write(extending("going_out: {bonus: 103}"))
    assert [finding.severity for finding in check_ruleset(name)] == ["warning"]
    assert load_ruleset(name).tables[4].going_out.bonus == 103


def test_what_an_option_does_wrong_is_told_when_it_is_chosen(write: Write) -> None:
    name = write(extending("options: {x: {title: t, set: {dealing: {cards_each: 30}}}}"))
    assert load_ruleset(name).tables[4].dealing.cards_each == 11
    with pytest.raises(RulesetError) as caught:
        load_ruleset(name + "+x")
    assert {finding.id for finding in caught.value.findings} == {"RULESET-102"}


def test_faults_are_told_apart_by_id_and_name() -> None:
    assert list(FAULTS) == sorted(FAULTS)
    assert len({fault.name for fault in FAULTS.values()}) == len(FAULTS)
    assert all(fault.doc.endswith(".") for fault in FAULTS.values())


def test_findings_are_in_the_order_of_their_places(write: Write) -> None:
    findings = check_ruleset(write(extending("nonsense: 1\nmatch: {target: x}\naaa: 1")))
    assert [finding.line for finding in findings] == [2, 3, 4]


def test_unknown_names_and_paths(write: Write) -> None:
    assert [finding.id for finding in check_ruleset("uk-regensy")] == ["RULESET-030"]
    assert [finding.id for finding in check_ruleset("./nothing.yaml")] == ["RULESET-001"]
    assert [finding.id for finding in check_ruleset("../uk-regency")] == ["RULESET-001"]
    assert [finding.id for finding in check_ruleset("")] == ["RULESET-030"]
