"""Keys that contradict each other, values that nothing can reach, and keys that another key makes idle."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from canasta_audit.ruleset.check import check_ruleset
from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.idle import IDLE
from canasta_audit.ruleset.keys import chapter_keys
from canasta_audit.ruleset.load import load_ruleset
from canasta_audit.ruleset.semantic import NARROWER, POINTS

Write = Callable[..., str]

CONTRADICTIONS = {
    "kinds above canastas": ("going_out: {canastas: 1, kinds: [natural, mixed]}", "/going_out/kinds"),
    "wild canasta above the deck": (
        "melds: {wild_only: whole-canasta}\ncanastas: {size: 14}\nequipment: {jokers: 2}\ngoing_out: {canastas: 0}",
        "/melds/wild_only",
    ),
    "wild meld above the deck": (
        "melds: {wild_only: any-size, least_cards: 6}\nequipment: {packs: 1, jokers: 1}\n"
        "players: {'4': {set: {dealing: {cards_each: 5}}}, '3': {set: {dealing: {cards_each: 5}}}, "
        "'2': {set: {dealing: {cards_each: 5}}}}",
        "/melds/wild_only",
    ),
    "joined by too few": ("melds: {wild_only: any-size, wild_only_joined_by: 3}", "/melds/wild_only_joined_by"),
    "joined beyond the limit": ("melds: {wild_only: any-size, wild_only_joined_by: 4, wild_cap: 2}", "/melds/wild_only_joined_by"),
    "joined beyond the ratio": (
        "melds: {wild_only: any-size, wild_only_joined_by: 4, wild_ratio: half-the-naturals}",
        "/melds/wild_only_joined_by",
    ),
    "up-card covered and void": ("dealing: {up_card_void: [joker]}", "/dealing/up_card_void"),
    "up-card covered and put back": ("dealing: {up_card_returned: [two]}", "/dealing/up_card_returned"),
    "pile turned after the end": ("stock_end: {ends: last-card, pile_turned: all}", "/stock_end/pile_turned"),
}

UNREACHABLE = {
    "more red threes than there are": ("red_threes: {all_from: 5}", "/red_threes/all_from"),
    "naturals only below every need": ("opening: {naturals_only_to: 10}", "/opening/naturals_only_to"),
    "a band beyond the target": ("match: {target: 2000}", "/opening/bands"),
    "first right without a lock": ("freezing: {two_locks: 1, locker_first: [joker, two]}", "/freezing/locker_first"),
    "a limit that ends before it begins": ("melds: {wild_cap: 3, wild_cap_ends_at: 4}", "/melds/wild_cap"),
}

REASONABLE = [
    "going_out: {canastas: 2, kinds: [natural, mixed]}\nremove: [/players/3, /players/2]",
    "melds: {wild_only: whole-canasta}",
    "melds: {wild_only: any-size, wild_only_joined_by: 4, wild_ratio: fewer-than-naturals}",
    "dealing: {up_card_covered: [joker, two], up_card_void: [red-three]}",
    "stock_end: {pile_turned: all}",
    "red_threes: {all_from: 3}",
    "opening: {naturals_only_to: 50}",
    "freezing: {two_locks: 1, locker_first: [two]}",
    "melds: {wild_cap_ends_at: 7}",
    "pile: {frozen: [show-pair], opened: [show-one]}",
    "pile: {frozen: [natural-pair], opened: [show-one, onto-meld]}",
    "pile: {frozen: [natural-and-wild], opened: [show-one-and-wild]}",
]

IDLE_LINES = {
    "/melds/wild_only_bars": "melds: {wild_only_bars: [going-out]}",
    "/melds/wild_only_joined_by": "melds: {wild_only: whole-canasta, wild_only_joined_by: 4}",
    "/melds/wild_ratio_on": "melds: {wild_ratio_on: new-melds}",
    "/melds/add_to_partner": "melds: {add_to_partner: never}",
    "/canastas/wild": "canastas: {wild: 1000}",
    "/canastas/wild_counts_as": "canastas: {wild_counts_as: mixed}",
    "/opening/wild_only": "opening: {wild_only: allowed}",
    "/opening/naturals_only_in": "opening: {naturals_only_in: needed-melds}",
    "/opening/buried_cards": "opening: {buried_cards: true}\npile: {unopened: []}",
    "/dealing/down_counts_covered": "dealing: {down_counts_covered: true}",
    "/dealing/void_after_wilds": "dealing: {void_after_wilds: 3, up_card_covered: [red-three]}",
    "/turn/finished_within": "turn: {finished_within: deal}",
    "/freezing/locker_first": "freezing: {locker_first: [joker]}",
    "/pile/onto_canasta": "pile: {onto_canasta: false, opened: [natural-pair]}",
    "/pile/pair_joins_meld": "pile: {pair_joins_meld: false, unopened: [show-one], opened: [show-one], frozen: [show-pair]}",
    "/going_out/partner_cards": "going_out: {partner_cards: 3}",
    "/going_out/canasta_of": "going_out: {canasta_of: player}",
    "/going_out/last_onto_partner": "going_out: {last_onto_partner: true}\nmelds: {owner: player}",
    "/going_out/last_discard_barred": "going_out: {last_discard: not-allowed, last_discard_barred: [joker]}",
    "/going_out/answer_needed": "going_out: {ask: barred, answer_needed: true}",
    "/going_out/concealed_from_pile": (
        "going_out: {concealed_extra: 0, concealed_from_pile: false}\nopening: {concealed_waives: never}"
    ),
    "/scoring/grouped_rounding": "scoring: {grouped_rounding: up}",
    "/scoring/no_canasta": "scoring: {melded: nothing, no_canasta: against}",
    "/stock_end/taking_forced": "stock_end: {ends: last-card, taking_forced: next-player}",
    "/red_threes/no_canasta": "red_threes: {laid: never, no_canasta: against}",
    "/red_threes/all_lost": "red_threes: {all: 0, all_lost: against}",
    "/values/joker": "values: {joker: 25}\nequipment: {jokers: 0}",
    "/values/black_three": "values: {black_three: 10}\nmelds: {black_threes: {when: never}}",
}


def found(name: str, id: str) -> list[str]:
    return [str(finding.data["pointer"]) for finding in check_ruleset(name) if finding.id == id]


def extending(lines: str) -> str:
    return f"extends: uk-regency\n{lines}\n"


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_contradictions_keep_a_ruleset_from_being_used(write: Write, name: str) -> None:
    lines, pointer = CONTRADICTIONS[name]
    file = write(extending(lines))
    assert set(found(file, "RULESET-108")) == {pointer}
    with pytest.raises(RulesetError) as caught:
        load_ruleset(file)
    assert "RULESET-108" in {finding.id for finding in caught.value.findings}


@pytest.mark.parametrize("name", UNREACHABLE)
def test_values_that_nothing_reaches_are_told(write: Write, name: str) -> None:
    lines, pointer = UNREACHABLE[name]
    file = write(extending(lines))
    assert found(file, "RULESET-109") == [pointer]
    assert load_ruleset(file)


@pytest.mark.parametrize("lines", REASONABLE)
def test_nothing_is_said_against_what_goes_together(write: Write, lines: str) -> None:
    ids = {finding.id for finding in check_ruleset(write(extending(lines))) if "option" not in finding.help}
    assert not ids & {"RULESET-104", "RULESET-108", "RULESET-109"}


@pytest.mark.parametrize("pointer", IDLE_LINES)
def test_idle_keys(write: Write, pointer: str) -> None:
    file = write(extending(IDLE_LINES[pointer]))
    place = next(finding for finding in check_ruleset(file) if finding.data.get("pointer") == pointer)
    assert place.id == "RULESET-121"
    assert (place.file, place.severity) == ("club.yaml", "warning")
    assert place.line >= 2
    assert place.column > 1


def test_an_idle_key_is_told_once(write: Write) -> None:
    file = write(extending("melds: {owner: side, add_to_partner: never}\nseating: {sides: alone}"))
    assert found(file, "RULESET-121").count("/melds/add_to_partner") == 1


def test_saying_that_there_is_none_is_not_idle(write: Write) -> None:
    file = write(extending("red_threes: {laid: never, each: 0, all: 0, held: 0}\nfreezing: {locker_first: []}"))
    assert found(file, "RULESET-121") == []


def test_what_an_option_sets_in_vain_is_told(write: Write) -> None:
    file = write(extending("options: {x: {title: t, set: {canastas: {wild: 1000}, match: {target: 7000}}}}"))
    assert found(file, "RULESET-121") == ["/canastas/wild"]


def test_every_pointer_of_the_tables_is_a_key() -> None:
    known = set(chapter_keys())
    assert {pointer for idle in IDLE for pointer in (*idle.pointers, idle.because)} <= known
    assert set(POINTS) <= known


def test_narrower_ways_are_ways() -> None:
    from typing import get_args

    from canasta_audit.ruleset.chapters import PileWay

    ways = set(get_args(PileWay))
    assert set(NARROWER) <= ways
    assert {way for wider in NARROWER.values() for way in wider} <= ways


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ('players: {"3": {set: {dealing: {cards_each: 13}}}}', [("RULESET-120", "/players/3/set/dealing/cards_each")]),
        ('players: {"3": {set: {match: {target: 5000}}}}', [("RULESET-126", "/match/target")]),
        ('players: {"3": {set: {match: {target: 5000}}, cite: [3]}}', []),
        ('players: {"3": {set: {match: {target: 3000}}}}', []),
        ('players: {"3": {set: {dealing: {cards_each: 11}}}}', []),
    ],
)
def test_what_a_number_of_players_does_not_change(write: Write, lines: str, expected: list[tuple[str, str]]) -> None:
    findings = [finding for finding in check_ruleset(write(extending(lines))) if finding.id in ("RULESET-120", "RULESET-126")]
    assert [(finding.id, finding.data["pointer"]) for finding in findings] == expected
    assert all(finding.line == 2 and finding.column > 20 for finding in findings)


def test_many_warnings_are_no_error(write: Write) -> None:
    values = "".join(
        f"  {key.rpartition('/')[2]}: 1\n" for key in chapter_keys() if key.startswith("/values/") and "melded" not in key
    )
    file = write(extending(f"scoring: {{unit: 100}}\nvalues:\n{values}canastas: {{natural: 1, mixed: 2, wild: 3}}"))
    findings = check_ruleset(file)
    assert findings
    assert {finding.severity for finding in findings} == {"warning"}


def test_an_inherited_option_that_does_not_go_with_the_file_is_a_warning(write: Write) -> None:
    file = write(extending("melds: {wild_only: any-size, wild_only_joined_by: 4}"))
    findings = [finding for finding in check_ruleset(file) if finding.id == "RULESET-108"]
    assert {finding.severity for finding in findings} == {"warning"}
    assert any("two-naturals-a-wild" in finding.help for finding in findings)
    assert load_ruleset(file)
    with pytest.raises(RulesetError):
        load_ruleset(f"{file}+two-naturals-a-wild")
