"""Canastone, fact by fact: key, value, and the lines that say so. Every key has its row."""

from __future__ import annotations

import pytest

from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.load import load_ruleset
from tests.ruleset.atlas_rows import OptionRow, ReadingRow, Row, said

RULESET = load_ruleset("ro-canastone")

FACTS: list[Row] = [
    ("/equipment/packs", 3, [17, 106]),
    ("/equipment/jokers", 6, [17, 106]),
    ("/seating/sides", "opposite", [10, 17]),
    ("/seating/dealer", "right-of-first", [38]),
    ("/seating/cut", "right", [38]),
    ("/seating/dealer_after_void", "same", [114]),
    ("/dealing/cards_each", 15, [110]),
    ("/dealing/foot_each", 0, [110]),
    ("/dealing/up_card_covered", ("joker", "two", "black-three"), [114]),
    ("/dealing/up_card_returned", (), [114]),
    ("/dealing/up_card_void", ("red-three",), [114]),
    ("/dealing/void_after_wilds", 0, [114]),
    ("/dealing/down", "by-rank", [112, 114]),
    ("/dealing/down_counts_covered", False, [112, 116]),
    ("/red_threes/laid", "at-deal", [110, 136]),
    ("/red_threes/replaced_from_stock", True, [110, 136]),
    ("/red_threes/replaced_from_pile", False, [76, 136]),
    ("/red_threes/each", 100, [96, 150]),
    ("/red_threes/all", 800, [150]),
    ("/red_threes/unopened", "against-twice", [150]),
    ("/red_threes/all_unopened", "all", [150]),
    ("/red_threes/all_from", 4, [150]),
    ("/red_threes/no_canasta", "against-twice", [150]),
    ("/red_threes/mixed_only", "against", [150]),
    ("/red_threes/natural_only", "nothing", [150]),
    ("/values/joker", 50, [30, 106]),
    ("/values/two", 20, [30, 106]),
    ("/values/ace", 20, [30, 106]),
    ("/values/king", 10, [30, 106]),
    ("/values/queen", 10, [30, 106]),
    ("/values/jack", 10, [30, 106]),
    ("/values/ten", 10, [30, 106]),
    ("/values/nine", 10, [30, 106]),
    ("/values/eight", 10, [30, 106]),
    ("/values/seven", 5, [30, 106]),
    ("/values/six", 5, [30, 106]),
    ("/values/five", 5, [30, 106]),
    ("/values/four", 5, [30, 106]),
    ("/values/black_three", 5, [30, 106]),
    ("/values/black_three_held", 5, [30, 106, 146]),
    ("/values/wild_melded", "own", [30, 106, 146]),
    ("/turn/draw", 2, [126]),
    ("/turn/discard", "one", [126, 144]),
    ("/turn/draw_with_pile", 1, [132]),
    ("/melds/least_cards", 3, [64]),
    ("/melds/least_naturals", 2, [64]),
    ("/melds/wild_cap", 3, [64, 120]),
    ("/melds/wild_cap_ends_at", None, [120]),
    ("/melds/wild_ratio", "not-above-naturals", [64, 120]),
    ("/melds/sequences", False, [64]),
    ("/melds/wild_only", "any-size", [122]),
    ("/melds/owner", "side", [54, 68]),
    ("/melds/add_to_opponents", False, [54]),
    ("/melds/cards_stay", True, [64]),
    ("/melds/wild_only_bars", ("going-out", "discard-wild", "wild-elsewhere"), [122]),
    ("/melds/wild_only_joined_by", 4, [122]),
    ("/melds/add_to_partner", "always", [68]),
    ("/melds/threes_of_colour", 0, [32, 64, 136]),
    ("/melds/black_threes/when", "never", [136]),
    ("/melds/black_threes/least", 3, [136]),
    ("/melds/black_threes/most", 6, [136]),
    ("/melds/black_threes/wilds", True, [136]),
    ("/canastas/size", 7, [42, 49, 50]),
    ("/canastas/natural", 500, [148]),
    ("/canastas/mixed", 300, [148]),
    ("/canastas/wild_onto_finished", "any", [52]),
    ("/canastas/wild", 2000, [122, 148]),
    ("/canastas/wild_twos", 2000, [122, 148]),
    ("/canastas/wild_jokers", 2000, [122, 148]),
    ("/canastas/natural_aces", 500, [148]),
    ("/canastas/mixed_aces", 300, [148]),
    ("/canastas/wild_counts_as", "wild", [144, 150]),
    ("/canastas/closed", False, [52]),
    ("/opening/bands", ((None, 50), (3000, 90), (5000, 120), (7000, 160), (10000, 180), (12000, 200)), [126]),
    ("/opening/by", "side", [68, 126]),
    ("/opening/several_melds", True, [68]),
    ("/opening/buried_cards", False, [132]),
    ("/opening/bonuses_count", False, [68]),
    ("/opening/canasta_suffices", False, [68]),
    ("/opening/concealed_waives", "never", [68, 86]),
    ("/opening/naturals_only_to", 50, [128]),
    ("/opening/naturals_only_in", "all-melds", [128]),
    ("/opening/wild_only", "never", [128]),
    ("/opening/top_counts", "melded", [132]),
    ("/pile/unopened", (), [132]),
    ("/pile/opened", ("natural-pair",), [132]),
    ("/pile/frozen", ("natural-triple",), [140]),
    ("/pile/top_melded", True, [132, 140]),
    ("/pile/onto_canasta", True, [132]),
    ("/pile/whole", True, [132]),
    ("/pile/never_top", ("joker", "two", "red-three", "black-three"), [82, 136, 140]),
    ("/pile/blocked_once_by", ("joker", "two", "black-three"), [82, 136, 140]),
    ("/pile/after_opening", False, [126, 132]),
    ("/pile/rank_of_canasta", True, [52, 132]),
    ("/pile/first_turn_swap", False, [132]),
    ("/pile/top_alone_to_go_out", False, [132]),
    ("/freezing/discarded", ("joker", "two"), [82, 140]),
    ("/freezing/turned_up", ("joker", "two"), [114]),
    ("/freezing/joker_locks", 0, [82, 140]),
    ("/freezing/two_locks", 0, [82, 140]),
    ("/freezing/locker_first", (), [82, 140]),
    ("/going_out/canastas", 2, [144]),
    ("/going_out/last_discard", "required", [144]),
    ("/going_out/ask", "may", [22, 86]),
    ("/going_out/answer_binds", True, [86]),
    ("/going_out/bonus", 300, [148]),
    ("/going_out/concealed_extra", 0, [148]),
    ("/going_out/concealed_own_canasta", True, [86]),
    ("/going_out/kinds", ("natural", "mixed"), [144, 150]),
    ("/going_out/canasta_of", "side", [144]),
    ("/going_out/last_discard_barred", ("joker", "two", "black-three", "red-three"), [32, 144]),
    ("/going_out/last_onto_partner", False, [144]),
    ("/going_out/concealed_unopened", True, [86]),
    ("/going_out/partner_bonus", 0, [34, 86]),
    ("/stock_end/taking_forced", "none", [34]),
    ("/stock_end/going_out_bonus", False, [34]),
    ("/stock_end/ends", "cannot-draw", [34]),
    ("/stock_end/pile_turned", "none", [34]),
    ("/scoring/hands_counted", "all", [88, 146]),
    ("/scoring/unit", 5, [30, 106]),
    ("/scoring/melded", "points", [88, 146]),
    ("/scoring/no_canasta", "for", [88, 146]),
    ("/scoring/both_kinds", False, [93, 94]),
    ("/scoring/naturals_grouped", 1, [88, 146]),
    ("/match/target", 12000, [152]),
    ("/match/winner", "higher-total", [100, 152]),
    # Where the text is silent.
    ("/seating/lots_sides", "highest-two-against-lowest-two", []),
    ("/seating/lots_tie", "suit", []),
    ("/seating/lots_redraw", ("joker", "same-card"), []),
    ("/seating/lots_ranks", "23456789TJQKA", []),
    ("/seating/lots_again", "any", []),
    ("/seating/seat_choice", "any", []),
    ("/seating/lots_suits", "CDHS", []),
    ("/seating/first_player", "highest-lot", []),
    ("/seating/dealer_passes", "clockwise", []),
    ("/red_threes/held", -500, []),
    ("/red_threes/held_needs_turn", True, []),
    ("/red_threes/all_lost", "for", []),
    ("/red_threes/all_to_opponents", 0, []),
    ("/red_threes/lost_deal", "for", []),
    ("/red_threes/deal_won_by", "went-out", []),
    ("/turn/discard_barred", (), []),
    ("/turn/finished_within", "turn", []),
    ("/turn/draw_after_no_discard", 0, []),
    ("/melds/one_per_rank", "always", []),
    ("/melds/wild_ratio_on", "every-play", []),
    ("/melds/whole_only", (), []),
    ("/pile/one_card_each", False, []),
    ("/pile/pair_joins_meld", True, []),
    ("/pile/twos_for_two", 0, []),
    ("/pile/threes_for_red_three", 0, []),
    ("/going_out/without_canasta", "keep-one-after-discard", []),
    ("/going_out/concealed_partner_additions", False, []),
    ("/going_out/concealed_from_pile", True, []),
    ("/going_out/answer_needed", False, []),
    ("/going_out/ask_when", "any-time", []),
    ("/going_out/partner_cards", 2, []),
    ("/stock_end/forced_excused", True, []),
    ("/stock_end/red_three_ends", True, []),
    ("/stock_end/red_three_counts", True, []),
    ("/scoring/grouped_rounding", "down", []),
    ("/match/tie", "another-deal", []),
    ("/irregularities/undo", "before-next-turn", []),
    ("/irregularities/cancel", "any-time", []),
    ("/irregularities/penalties", (), []),
]

READINGS: list[ReadingRow] = [
    ("ROC-3", [52], {"no-wild-onto-canasta"}),
    ("ROC-10", [82], set()),
    ("ROC-11", [34], set()),
    ("ROK-1", [126], {"opening-italian", "opening-canaston"}),
    ("ROK-2", [148], {"bonus-canaston"}),
    ("ROK-3", [112], set()),
    ("ROK-4", [114], set()),
    ("ROK-5", [64, 120], {"fewer-wilds-than-naturals", "wild-cap-2"}),
    ("ROK-6", [122], {"wild-meld-bars-mixed-canastas"}),
    ("ROK-7", [122], set()),
    ("ROK-8", [128], {"wild-opening"}),
    ("ROK-9", [150], {"red-threes-to-opponents"}),
    ("ROK-10", [152], {"to-15000"}),
    ("ROK-11", [132], set()),
    ("ROK-12", [114], {"black-three-up-freezes"}),
    ("ROK-13", [116], {"specials-count-in-pile"}),
    ("ROK-14", [128], {"naturals-only-in-needed-melds"}),
    ("ROK-15", [126, 132], {"pile-after-opening"}),
    ("ROK-16", [132], set()),
    ("ROK-17", [144, 150], {"wild-canasta-is-mixed"}),
    ("ROK-18", [150], {"red-threes-never-above-twice-each"}),
    ("ROK-19", [150], set()),
    ("ROK-20", [114], set()),
]

OPTIONS: list[OptionRow] = [
    ("no-wild-onto-canasta", 4, {"/canastas/wild_onto_finished": "never"}, [52]),
    ("fewer-wilds-than-naturals", 4, {"/melds/wild_ratio": "fewer-than-naturals"}, [64, 120]),
    ("wild-cap-2", 4, {"/melds/wild_cap": 2, "/melds/wild_only_joined_by": 0}, [120, 122]),
    (
        "opening-italian",
        4,
        {"/opening/bands": ((None, 15), (0, 50), (1500, 90), (3000, 120), (5000, 160), (7500, 180), (10000, 200))},
        [126],
    ),
    (
        "opening-canaston",
        4,
        {"/opening/bands": ((None, 50), (3000, 90), (5000, 120), (8000, 160), (10000, 180), (12000, 200))},
        [126],
    ),
    (
        "bonus-canaston",
        4,
        {
            "/canastas/wild": 2000,
            "/canastas/wild_twos": 3000,
            "/canastas/wild_jokers": 4000,
            "/canastas/natural_aces": 1000,
            "/canastas/mixed_aces": 500,
        },
        [148],
    ),
    ("pile-of-fifty-or-twenty", 4, {"/dealing/down": "by-rank-or-value"}, [114]),
    (
        "specials-up-turned-over",
        4,
        {
            "/dealing/up_card_covered": ("joker", "two", "red-three", "black-three"),
            "/dealing/up_card_void": (),
            "/dealing/void_after_wilds": 3,
            "/dealing/down": "by-rank",
            "/freezing/turned_up": (),
        },
        [116],
    ),
    ("specials-count-in-pile", 4, {"/dealing/down_counts_covered": True}, [116]),
    ("black-three-up-freezes", 4, {"/freezing/turned_up": ("joker", "two", "black-three")}, [114]),
    (
        "wild-meld-bars-mixed-canastas",
        4,
        {"/melds/wild_only_bars": ("going-out", "discard-wild", "wild-elsewhere", "finish-mixed")},
        [122],
    ),
    ("wild-opening", 4, {"/opening/wild_only": "allowed-and-bars"}, [128]),
    (
        "red-threes-to-opponents",
        4,
        {"/red_threes/unopened": "to-opponents", "/red_threes/no_canasta": "to-opponents", "/red_threes/mixed_only": "shared"},
        [150],
    ),
    ("to-15000", 4, {"/match/target": 15000}, [152]),
    ("naturals-only-in-needed-melds", 4, {"/opening/naturals_only_in": "needed-melds"}, [128]),
    ("pile-after-opening", 4, {"/pile/after_opening": True}, [126, 132]),
    ("wild-canasta-is-mixed", 4, {"/canastas/wild_counts_as": "mixed"}, [144, 150]),
    ("red-threes-never-above-twice-each", 4, {"/red_threes/all_unopened": "each"}, [150]),
]


def test_where_the_text_is_silent() -> None:
    partly = {"/seating/dealer_after_void"}
    assert RULESET.silent[4] == {pointer for pointer, _, lines in FACTS if not lines} | partly


def test_tables() -> None:
    assert list(RULESET.tables) == [4]
    assert said(RULESET, "/players") == (None, [10, 17, 106])
    assert RULESET.text == "ro-wiki"


def test_what_is_reconstructed() -> None:
    assert set(RULESET.status.values()) == {"reconstructed"}
    # All that rests on the two lost tables.
    lost = {pointer for pointer, _, lines in FACTS if pointer == "/opening/bands" or 148 in lines}
    assert set(RULESET.status) == lost


@pytest.mark.parametrize(
    ("option", "score", "need"),
    [
        ("", -5, 50),
        ("", 0, 50),
        ("", 2995, 50),
        ("", 3000, 90),
        ("", 5000, 120),
        ("", 6995, 120),
        ("", 7000, 160),
        ("", 9995, 160),
        ("", 10000, 180),
        ("", 12000, 200),
        ("+opening-canaston", 7995, 120),
        ("+opening-canaston", 8000, 160),
        ("+opening-italian", -5, 15),
        ("+opening-italian", 0, 50),
        ("+opening-italian", 1500, 90),
        ("+opening-italian", 4995, 120),
        ("+opening-italian", 7495, 160),
        ("+opening-italian", 9995, 180),
        ("+opening-italian", 10000, 200),
    ],
)
def test_need_of_the_initial_meld(option: str, score: int, need: int) -> None:
    assert load_ruleset(f"ro-canastone{option}").tables[4].opening.need(score) == need


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("opening-italian", "opening-canaston"),
        ("black-three-up-freezes", "specials-up-turned-over"),
        ("pile-of-fifty-or-twenty", "specials-up-turned-over"),
    ],
)
def test_options_that_contradict_each_other(first: str, second: str) -> None:
    with pytest.raises(RulesetError) as caught:
        load_ruleset(f"ro-canastone+{first}+{second}")
    assert {finding.id for finding in caught.value.findings} == {"RULESET-034"}


@pytest.mark.parametrize("option", ["draw-one", "black-threes-clean", "forced-taking"])
def test_options_of_the_classic_game_that_have_no_place_here(option: str) -> None:
    with pytest.raises(RulesetError) as caught:
        load_ruleset(f"ro-canastone+{option}")
    assert [finding.id for finding in caught.value.findings] == ["RULESET-033"]


def test_what_the_text_says_and_no_play_can_break() -> None:
    assert [(fact.chapter, fact.lines) for fact in RULESET.facts] == [
        ("equipment", (18, 106)),
        ("equipment", (14, 15)),
        ("dealing", (112,)),
        ("dealing", (114,)),
        ("turn", (22,)),
        ("turn", (11, 58)),
        ("melds", (61,)),
        ("canastas", (52,)),
        ("canastas", (52,)),
        ("pile", (34, 112)),
        ("going_out", (86,)),
        ("match", (12,)),
    ]
