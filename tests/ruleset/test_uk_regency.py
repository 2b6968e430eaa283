"""The Ukrainian text, fact by fact: key, value, and the lines that say so. Every key has its row."""

from __future__ import annotations

from typing import Any

import pytest

from canasta_audit.ruleset.chapters import Band
from canasta_audit.ruleset.keys import chapter_keys
from canasta_audit.ruleset.load import load_ruleset
from tests.each import each

RULESET = load_ruleset("uk-regency")

FINES = (
    ("exposed-card", -50, False),
    ("turn-out-of-order", -100, True),
    ("initial-meld-below-minimum", -100, False),
    ("out-without-canasta", -100, False),
    ("not-out-after-yes", -100, True),
)

FACTS: list[tuple[str, Any, list[int]]] = [
    ("/equipment/packs", 2, [41]),
    ("/equipment/jokers", 4, [41]),
    ("/seating/sides", "opposite", [21, 25]),
    ("/seating/lots_sides", "highest-two-against-lowest-two", [21]),
    ("/seating/lots_tie", "suit", [23]),
    ("/seating/lots_redraw", ("joker", "same-card"), [21, 23]),
    ("/seating/lots_suits", "CDHS", [23]),
    ("/seating/lots_ranks", "23456789TJQKA", [21, 23]),
    ("/seating/first_player", "highest-lot", [25]),
    ("/seating/dealer", "right-of-first", [25]),
    ("/seating/dealer_passes", "clockwise", [25]),
    ("/seating/cut", "offered", [27]),
    ("/dealing/cards_each", 11, [27]),
    ("/dealing/foot_each", 0, [27]),
    ("/dealing/up_card_covered", ("joker", "two", "red-three", "black-three"), [27]),
    ("/red_threes/laid", "either", [33]),
    ("/red_threes/replaced_from_stock", True, [33]),
    ("/red_threes/replaced_from_pile", False, [33]),
    ("/red_threes/each", 100, [35, 163]),
    ("/red_threes/all", 800, [35, 163]),
    ("/red_threes/unopened", "against", [35, 163, 168]),
    ("/red_threes/all_unopened", "all", [35]),
    ("/red_threes/held", -500, [35]),
    ("/red_threes/held_needs_turn", True, [35]),
    ("/values/joker", 50, [45]),
    ("/values/two", 20, [46]),
    ("/values/ace", 20, [46]),
    ("/values/king", 10, [47]),
    ("/values/queen", 10, [47]),
    ("/values/jack", 10, [47]),
    ("/values/ten", 10, [47]),
    ("/values/nine", 10, [47]),
    ("/values/eight", 10, [47]),
    ("/values/seven", 5, [48]),
    ("/values/six", 5, [48]),
    ("/values/five", 5, [48]),
    ("/values/four", 5, [48]),
    ("/values/black_three", 5, [48, 110]),
    ("/turn/draw", 1, [56]),
    ("/turn/discard", "one", [56]),
    ("/melds/least_cards", 3, [62]),
    ("/melds/least_naturals", 2, [62]),
    ("/melds/wild_cap", 3, [62]),
    ("/melds/wild_cap_ends_at", None, [62]),
    ("/melds/wild_ratio", "none", [62]),
    ("/melds/sequences", False, [62]),
    ("/melds/wild_only", "never", [62]),
    ("/melds/one_per_rank", "always", [66]),
    ("/melds/owner", "side", [66]),
    ("/melds/add_to_opponents", False, [66]),
    ("/melds/cards_stay", True, [68]),
    ("/melds/black_threes/when", "going-out", [102, 131]),
    ("/melds/black_threes/least", 3, [52, 62, 102, 131]),
    ("/melds/black_threes/most", 4, [52, 62, 102, 131]),
    ("/melds/black_threes/wilds", False, [102, 131]),
    ("/canastas/size", 7, [64]),
    ("/canastas/natural", 500, [64, 164]),
    ("/canastas/mixed", 300, [64, 164]),
    ("/canastas/wild_onto_finished", "any", [64, 66]),
    ("/opening/bands", ((None, 15), (0, 50), (1500, 90), (3000, 120)), [77, 78, 79, 80]),
    ("/opening/by", "side", [92, 94]),
    ("/opening/several_melds", True, [74, 92]),
    ("/opening/buried_cards", False, [82, 92]),
    ("/opening/bonuses_count", False, [84]),
    ("/opening/canasta_suffices", False, [74, 84]),
    ("/opening/concealed_waives", "from-stock", [138, 140]),
    ("/pile/unopened", ("natural-pair",), [90, 92]),
    ("/pile/opened", ("natural-pair", "natural-and-wild", "onto-meld"), [90, 94]),
    ("/pile/frozen", ("natural-pair",), [121]),
    ("/pile/top_melded", True, [90, 94]),
    ("/pile/onto_canasta", True, [90, 94]),
    ("/pile/whole", True, [56, 82, 90]),
    ("/pile/one_card_each", False, [96]),
    ("/pile/never_top", ("joker", "two", "red-three", "black-three"), [106, 117, 121]),
    ("/pile/blocked_once_by", ("joker", "two", "black-three"), [106, 108, 117]),
    ("/pile/pair_joins_meld", True, [94, 121]),
    ("/freezing/discarded", ("joker", "two"), [119]),
    ("/freezing/turned_up", ("joker", "two", "red-three"), [27, 119]),
    ("/going_out/canastas", 1, [127]),
    ("/going_out/last_discard", "allowed", [127, 138]),
    ("/going_out/without_canasta", "keep-one-after-discard", [127]),
    ("/going_out/ask", "must", [129]),
    ("/going_out/answer_binds", True, [129]),
    ("/going_out/bonus", 100, [132, 165]),
    ("/going_out/concealed_extra", 100, [138, 165]),
    ("/going_out/concealed_own_canasta", True, [138]),
    ("/going_out/concealed_partner_additions", False, [138, 140]),
    ("/going_out/concealed_from_pile", True, [140]),
    ("/stock_end/taking_forced", "each-in-turn", [148, 150, 151, 153]),
    ("/stock_end/forced_excused", True, [96, 150]),
    ("/stock_end/red_three_ends", True, [155]),
    ("/stock_end/red_three_counts", True, [155]),
    ("/stock_end/going_out_bonus", False, [153]),
    ("/scoring/hands_counted", "all", [168]),
    ("/scoring/unit", 5, [45, 46, 47, 48]),
    ("/match/target", 5000, [15, 174]),
    ("/match/winner", "higher-total", [174]),
    ("/match/tie", "another-deal", [174]),
    ("/irregularities/undo", "before-next-turn", [68]),
    ("/irregularities/cancel", "any-time", [174]),
    ("/irregularities/penalties", (), [35]),
    # Keys that other games need, and on which this text is silent.
    ("/seating/lots_again", "any", []),
    ("/seating/seat_choice", "any", []),
    ("/seating/dealer_after_void", "same", []),
    ("/dealing/up_card_returned", (), []),
    ("/dealing/up_card_void", (), []),
    ("/dealing/void_after_wilds", 0, []),
    ("/dealing/down", "none", []),
    ("/dealing/down_counts_covered", False, []),
    ("/red_threes/all_from", 4, []),
    ("/red_threes/all_lost", "for", []),
    ("/red_threes/all_to_opponents", 0, []),
    ("/red_threes/no_canasta", "for", []),
    ("/red_threes/mixed_only", "for", []),
    ("/red_threes/natural_only", "for", []),
    ("/red_threes/lost_deal", "for", []),
    ("/red_threes/deal_won_by", "went-out", []),
    ("/values/black_three_held", 5, []),
    ("/values/wild_melded", "own", []),
    ("/turn/draw_with_pile", 0, []),
    ("/turn/discard_barred", (), []),
    ("/turn/finished_within", "turn", []),
    ("/turn/draw_after_no_discard", 0, []),
    ("/melds/wild_ratio_on", "every-play", []),
    ("/melds/wild_only_bars", (), []),
    ("/melds/wild_only_joined_by", 0, []),
    ("/melds/add_to_partner", "always", []),
    ("/melds/whole_only", (), []),
    ("/melds/threes_of_colour", 0, []),
    ("/canastas/wild", 0, []),
    ("/canastas/wild_twos", 0, []),
    ("/canastas/wild_jokers", 0, []),
    ("/canastas/natural_aces", 500, []),
    ("/canastas/mixed_aces", 300, []),
    ("/canastas/wild_counts_as", "wild", []),
    ("/canastas/closed", False, []),
    ("/opening/naturals_only_to", 0, []),
    ("/opening/naturals_only_in", "all-melds", []),
    ("/opening/wild_only", "never", []),
    ("/opening/top_counts", "melded", []),
    ("/pile/after_opening", False, []),
    ("/pile/twos_for_two", 0, []),
    ("/pile/threes_for_red_three", 0, []),
    ("/pile/rank_of_canasta", True, []),
    ("/pile/first_turn_swap", False, []),
    ("/pile/top_alone_to_go_out", False, []),
    ("/freezing/joker_locks", 0, []),
    ("/freezing/two_locks", 0, []),
    ("/freezing/locker_first", (), []),
    ("/going_out/kinds", (), []),
    ("/going_out/canasta_of", "side", []),
    ("/going_out/last_discard_barred", (), []),
    ("/going_out/last_onto_partner", False, []),
    ("/going_out/answer_needed", False, []),
    ("/going_out/ask_when", "any-time", [129]),
    ("/going_out/concealed_unopened", False, []),
    ("/going_out/partner_bonus", 0, []),
    ("/going_out/partner_cards", 2, []),
    ("/stock_end/ends", "cannot-draw", []),
    ("/stock_end/pile_turned", "none", []),
    ("/scoring/melded", "points", []),
    ("/scoring/no_canasta", "for", []),
    ("/scoring/both_kinds", False, []),
    ("/scoring/naturals_grouped", 1, []),
    ("/scoring/grouped_rounding", "down", []),
]

SMALLER_TABLES: list[tuple[int, str, Any, list[int]]] = [
    (3, "/seating/sides", "alone", [180]),
    (3, "/seating/lots_sides", "none", [180]),
    (3, "/dealing/cards_each", 13, [180]),
    (3, "/turn/draw", 1, [180]),
    (3, "/going_out/canastas", 1, [180]),
    (3, "/going_out/ask", "none", [180]),
    (2, "/seating/sides", "alone", [180]),
    (2, "/seating/lots_sides", "none", [180]),
    (2, "/dealing/cards_each", 15, [180]),
    (2, "/turn/draw", 1, [180]),
    (2, "/going_out/canastas", 1, [180]),
    (2, "/going_out/ask", "none", [180]),
]

READINGS: list[tuple[str, list[int], set[str]]] = [
    ("UKR-1", [27, 119], {"black-three-up-freezes"}),
    ("UKR-2", [33], {"red-threes-at-first-turn", "red-threes-at-deal"}),
    ("UKR-3", [35], {"red-three-held-always"}),
    ("UKR-4", [62], {"wilds-not-above-naturals", "two-naturals-a-wild"}),
    ("UKR-5", [64, 66], {"no-wild-onto-natural-canasta"}),
    ("UKR-6", [62], {"wilds-free-after-seven"}),
    ("UKR-7", [77, 78], set()),
    ("UKR-8", [80], set()),
    ("UKR-9", [90, 94], {"no-pile-onto-canasta"}),
    ("UKR-10", [94, 121], set()),
    ("UKR-11", [127, 138], {"no-last-discard"}),
    ("UKR-12", [127], {"pass-with-one"}),
    ("UKR-13", [129], {"may-ask"}),
    ("UKR-14", [138, 140], {"concealed-with-partner-additions"}),
    ("UKR-15", [138], {"concealed-with-partner-canasta"}),
    ("UKR-16", [138, 140], {"concealed-needs-minimum", "concealed-waives-minimum"}),
    ("UKR-17", [150, 151, 153], {"forced-next-player-only"}),
    ("UKR-18", [96, 150], set()),
    ("UKR-19", [35], {"four-unopened-at-400"}),
    ("UKR-20", [174], set()),
    ("UKR-21", [180], {"two-canastas-below-four", "two-player-draw-two"}),
    ("UKR-22", [66], {"second-meld-of-a-rank"}),
    ("UKR-23", [52, 62, 102, 131], set()),
    ("UKR-24", [117, 121], set()),
    ("UKR-25", [82], set()),
    ("UKR-26", [155], {"last-red-three-not-counted"}),
    ("UKR-27", [21, 23], set()),
    ("UKR-28", [56, 82, 90], set()),
    ("UKR-29", [129], {"ask-after-draw"}),
    ("UKR-40", [68], {"take-back-never", "take-back-any-time"}),
    ("UKR-41", [174], {"played-deal-counts"}),
    ("UKR-42", [35], {"fines"}),
]

OPTIONS: list[tuple[str, int, str, Any]] = [
    ("black-three-up-freezes", 4, "/freezing/turned_up", ("joker", "two", "red-three", "black-three")),
    ("red-threes-at-first-turn", 4, "/red_threes/laid", "at-first-turn"),
    ("red-threes-at-deal", 4, "/red_threes/laid", "at-deal"),
    ("red-three-held-always", 4, "/red_threes/held_needs_turn", False),
    ("wilds-not-above-naturals", 4, "/melds/wild_ratio", "not-above-naturals"),
    ("two-naturals-a-wild", 4, "/melds/wild_ratio", "half-the-naturals"),
    ("no-wild-onto-natural-canasta", 4, "/canastas/wild_onto_finished", "mixed-only"),
    ("wilds-free-after-seven", 4, "/melds/wild_cap_ends_at", 7),
    ("no-pile-onto-canasta", 4, "/pile/onto_canasta", False),
    ("no-last-discard", 4, "/going_out/last_discard", "not-allowed"),
    ("pass-with-one", 4, "/going_out/without_canasta", "pass-with-one"),
    ("may-ask", 4, "/going_out/ask", "may"),
    ("ask-after-draw", 4, "/going_out/ask_when", "after-draw"),
    ("take-back-never", 4, "/irregularities/undo", "never"),
    ("take-back-any-time", 4, "/irregularities/undo", "any-time"),
    ("played-deal-counts", 4, "/irregularities/cancel", "before-first-turn"),
    ("fines", 4, "/irregularities/penalties", FINES),
    ("concealed-with-partner-additions", 4, "/going_out/concealed_partner_additions", True),
    ("concealed-with-partner-canasta", 4, "/going_out/concealed_own_canasta", False),
    ("concealed-needs-minimum", 4, "/opening/concealed_waives", "never"),
    ("concealed-waives-minimum", 4, "/opening/concealed_waives", "always"),
    ("forced-next-player-only", 4, "/stock_end/taking_forced", "next-player"),
    ("four-unopened-at-400", 4, "/red_threes/all_unopened", "each"),
    ("two-canastas-below-four", 3, "/going_out/canastas", 2),
    ("two-canastas-below-four", 2, "/going_out/canastas", 2),
    ("two-player-draw-two", 2, "/turn/draw", 2),
    ("second-meld-of-a-rank", 4, "/melds/one_per_rank", "never"),
    ("last-red-three-not-counted", 4, "/stock_end/red_three_counts", False),
]


def plain(value: Any) -> Any:
    return (
        tuple((band.since, band.need) for band in value)
        if value and isinstance(value, tuple) and isinstance(value[0], Band)
        else value
    )


def lines_of(pointer: str, players: int) -> list[int]:
    places = RULESET.citations[players].get(pointer, ())
    assert {place.text for place in places} <= {"uk-wiki"}
    return sorted(place.line for place in places)


@each(FACTS, lambda row: row[0])
def test_facts(row: tuple[str, Any, list[int]]) -> None:
    pointer, value, lines = row
    assert plain(RULESET.parameter(pointer, 4).value) == value
    assert lines_of(pointer, 4) == lines


@pytest.mark.parametrize(("players", "pointer", "value", "lines"), SMALLER_TABLES)
def test_fact_of_a_smaller_table(players: int, pointer: str, value: Any, lines: list[int]) -> None:
    assert RULESET.parameter(pointer, players).value == value
    assert lines_of(pointer, players) == lines


def test_every_key_has_its_row() -> None:
    assert sorted(pointer for pointer, _, _ in FACTS) == sorted(chapter_keys())
    for players in (3, 2):
        changed = {pointer for table, pointer, _, _ in SMALLER_TABLES if table == players}
        assert {pointer for pointer, origin in RULESET.origins[players].items() if origin.by} == changed


def test_tables() -> None:
    assert list(RULESET.tables) == [4, 3, 2]
    assert [lines_of("/players", players) for players in (4, 3, 2)] == [[3], [180], [180]]
    assert RULESET.text == "uk-wiki"


@pytest.mark.parametrize(
    ("score", "need"),
    [(-3000, 15), (-5, 15), (0, 50), (1495, 50), (1500, 90), (2995, 90), (3000, 120), (4995, 120), (5000, 120), (7000, 120)],
)
def test_need_of_the_initial_meld(score: int, need: int) -> None:
    assert RULESET.tables[4].opening.need(score) == need


@pytest.mark.parametrize(("id", "lines", "options"), READINGS)
def test_reading(id: str, lines: list[int], options: set[str]) -> None:
    reading = RULESET.readings[id]
    assert (list(reading.lines), set(reading.options), reading.text) == (lines, options, "uk-wiki")


def test_every_reading_has_its_row() -> None:
    assert [id for id, _, _ in READINGS] == list(RULESET.readings)


@pytest.mark.parametrize(("option", "players", "pointer", "value"), OPTIONS)
def test_option(option: str, players: int, pointer: str, value: Any) -> None:
    changed = load_ruleset(f"uk-regency+{option}")
    assert changed.parameter(pointer, players).value == value
    assert {key for key, origin in changed.origins[players].items() if origin.by == option} == {pointer}


def test_every_option_has_its_row() -> None:
    assert {option for option, _, _, _ in OPTIONS} == set(RULESET.options)


def test_what_the_text_says_and_no_play_can_break() -> None:
    assert [(fact.chapter, fact.lines) for fact in RULESET.facts] == [
        ("seating", (3,)),
        ("equipment", (54,)),
        ("equipment", (115,)),
        ("dealing", (27,)),
        ("freezing", (119,)),
        ("going_out", (127,)),
        ("going_out", (142,)),
    ]


def test_where_the_text_is_silent() -> None:
    uncited = {pointer for pointer, _, lines in FACTS if not lines}
    assert RULESET.silent[4] == uncited | {"/melds/one_per_rank", "/opening/canasta_suffices"}
