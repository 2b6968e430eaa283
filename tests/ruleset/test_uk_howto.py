"""The Ukrainian page of instructions, fact by fact: key, value, and the lines that say so. Every key has its row."""

from __future__ import annotations

import pytest

from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.load import load_ruleset
from tests.ruleset.atlas_rows import OptionRow, ReadingRow, Row, said

RULESET = load_ruleset("uk-howto")

FACTS: list[Row] = [
    ("/equipment/packs", 2, [4]),
    ("/equipment/jokers", 4, [4]),
    ("/seating/sides", "opposite", [16]),
    ("/seating/lots_sides", "highest-two-against-lowest-two", [16]),
    ("/seating/lots_tie", "suit", [16]),
    ("/seating/lots_suits", "CDHS", [16]),
    ("/seating/lots_redraw", ("joker", "same-card"), [16]),
    ("/seating/lots_ranks", "23456789TJQKA", [16]),
    ("/seating/seat_choice", "highest-lot", [16]),
    ("/seating/first_player", "highest-lot", [16]),
    ("/seating/dealer", "right-of-first", [18]),
    ("/seating/dealer_passes", "clockwise", [18]),
    ("/seating/cut", "left", [18]),
    ("/dealing/cards_each", 11, [19]),
    ("/dealing/foot_each", 0, [19]),
    ("/dealing/up_card_covered", ("joker", "two", "red-three", "black-three"), [19]),
    ("/red_threes/laid", "either", [21]),
    ("/red_threes/replaced_from_stock", True, [21]),
    ("/red_threes/replaced_from_pile", False, [21]),
    ("/red_threes/each", 100, [14, 22, 63]),
    ("/red_threes/all", 800, [14, 22, 63]),
    ("/red_threes/unopened", "against", [22]),
    ("/red_threes/all_unopened", "all", [22]),
    ("/red_threes/all_from", 4, [22]),
    ("/values/joker", 50, [12]),
    ("/values/two", 20, [11]),
    ("/values/ace", 20, [11]),
    ("/values/king", 10, [10]),
    ("/values/queen", 10, [10]),
    ("/values/jack", 10, [10]),
    ("/values/ten", 10, [10]),
    ("/values/nine", 10, [10]),
    ("/values/eight", 10, [10]),
    ("/values/seven", 5, [9]),
    ("/values/six", 5, [9]),
    ("/values/five", 5, [9]),
    ("/values/four", 5, [9]),
    ("/values/black_three", 5, [13]),
    ("/values/black_three_held", 5, [13, 66]),
    ("/values/wild_melded", "own", [39]),
    ("/turn/draw", 1, [24]),
    ("/turn/discard", "one", [24, 56, 58]),
    ("/turn/draw_with_pile", 0, [24]),
    ("/melds/least_cards", 3, [2, 27]),
    ("/melds/least_naturals", 2, [27]),
    ("/melds/wild_cap", 3, [27, 29]),
    ("/melds/wild_cap_ends_at", None, [27, 29]),
    ("/melds/wild_ratio", "half-the-naturals", [27, 29]),
    ("/melds/sequences", False, [27]),
    ("/melds/wild_only", "never", [27]),
    ("/melds/one_per_rank", "always", [29]),
    ("/melds/owner", "side", [29, 42]),
    ("/melds/add_to_opponents", False, [29]),
    ("/melds/wild_ratio_on", "every-play", [27, 29]),
    ("/melds/add_to_partner", "always", [29]),
    ("/melds/black_threes/when", "going-out", [27]),
    ("/melds/black_threes/least", 3, [27]),
    ("/canastas/size", 7, [31, 32]),
    ("/canastas/natural", 500, [31, 61]),
    ("/canastas/mixed", 300, [32, 62]),
    ("/canastas/wild_onto_finished", "any", [29]),
    ("/canastas/wild", 0, [31]),
    ("/canastas/natural_aces", 500, [61]),
    ("/canastas/mixed_aces", 300, [62]),
    ("/opening/bands", ((None, 15), (0, 50), (1500, 90), (3000, 120)), [35, 36, 37, 38]),
    ("/opening/by", "side", [42, 59]),
    ("/opening/several_melds", True, [39]),
    ("/opening/buried_cards", False, [39]),
    ("/opening/bonuses_count", False, [39]),
    ("/opening/canasta_suffices", False, [39]),
    ("/opening/concealed_waives", "never", [59]),
    ("/opening/wild_only", "never", [27]),
    ("/opening/top_counts", "melded", [39]),
    ("/pile/unopened", ("natural-pair",), [39, 42, 56]),
    ("/pile/opened", ("natural-pair", "natural-and-wild", "onto-meld"), [50, 51, 53, 55]),
    ("/pile/frozen", ("natural-pair",), [45, 47, 48, 49]),
    ("/pile/top_melded", True, [25, 49]),
    ("/pile/onto_canasta", True, [55]),
    ("/pile/whole", True, [25, 50]),
    ("/pile/one_card_each", False, [58]),
    ("/pile/never_top", ("joker", "two", "red-three", "black-three"), [19, 44, 47]),
    ("/pile/blocked_once_by", ("joker", "two", "black-three"), [44, 47]),
    ("/pile/after_opening", False, [24]),
    ("/pile/top_alone_to_go_out", False, [25]),
    ("/freezing/discarded", ("joker", "two", "black-three"), [44, 45]),
    ("/freezing/turned_up", ("joker", "two", "red-three", "black-three"), [44, 45]),
    ("/going_out/canastas", 1, [58]),
    ("/going_out/last_discard", "allowed", [58]),
    ("/going_out/without_canasta", "keep-one-after-discard", [58]),
    ("/going_out/bonus", 100, [64]),
    ("/going_out/concealed_extra", 100, [64, 65]),
    ("/going_out/concealed_own_canasta", False, [59]),
    ("/going_out/concealed_partner_additions", True, [59]),
    ("/going_out/concealed_from_pile", True, [59]),
    ("/going_out/kinds", (), [58]),
    ("/going_out/canasta_of", "side", [58]),
    ("/going_out/last_discard_barred", (), [58]),
    ("/going_out/concealed_unopened", False, [59]),
    ("/scoring/hands_counted", "all", [28, 66]),
    ("/scoring/unit", 5, [9, 10, 11, 12, 13]),
    ("/scoring/melded", "points", [28, 31, 32]),
    ("/scoring/no_canasta", "for", [28]),
    ("/scoring/both_kinds", False, [61, 62]),
    ("/scoring/naturals_grouped", 1, [66]),
    ("/match/target", 5000, [68]),
    ("/match/winner", "higher-total", [68]),
    # The text is silent, and the published laws are followed.
    ("/seating/lots_again", "any", []),
    ("/seating/dealer_after_void", "same", []),
    ("/dealing/up_card_returned", (), []),
    ("/dealing/up_card_void", (), []),
    ("/dealing/void_after_wilds", 0, []),
    ("/dealing/down", "none", []),
    ("/dealing/down_counts_covered", False, []),
    ("/red_threes/held", -500, []),
    ("/red_threes/held_needs_turn", True, []),
    ("/red_threes/all_lost", "for", []),
    ("/red_threes/all_to_opponents", 0, []),
    ("/red_threes/no_canasta", "for", []),
    ("/red_threes/mixed_only", "for", []),
    ("/red_threes/natural_only", "for", []),
    ("/red_threes/lost_deal", "for", []),
    ("/red_threes/deal_won_by", "went-out", []),
    ("/turn/discard_barred", (), []),
    ("/turn/finished_within", "turn", []),
    ("/turn/draw_after_no_discard", 0, []),
    ("/melds/cards_stay", True, []),
    ("/melds/wild_only_bars", (), []),
    ("/melds/wild_only_joined_by", 0, []),
    ("/melds/whole_only", (), []),
    ("/melds/threes_of_colour", 0, []),
    ("/melds/black_threes/most", 4, []),
    ("/melds/black_threes/wilds", False, []),
    ("/canastas/wild_twos", 0, []),
    ("/canastas/wild_jokers", 0, []),
    ("/canastas/wild_counts_as", "wild", []),
    ("/canastas/closed", False, []),
    ("/opening/naturals_only_to", 0, []),
    ("/opening/naturals_only_in", "all-melds", []),
    ("/pile/pair_joins_meld", True, []),
    ("/pile/twos_for_two", 0, []),
    ("/pile/threes_for_red_three", 0, []),
    ("/pile/rank_of_canasta", True, []),
    ("/pile/first_turn_swap", False, []),
    ("/freezing/joker_locks", 0, []),
    ("/freezing/two_locks", 0, []),
    ("/freezing/locker_first", (), []),
    ("/going_out/ask", "must", []),
    ("/going_out/answer_binds", True, []),
    ("/going_out/last_onto_partner", False, []),
    ("/going_out/answer_needed", False, []),
    ("/going_out/ask_when", "any-time", []),
    ("/going_out/partner_bonus", 0, []),
    ("/going_out/partner_cards", 2, []),
    ("/stock_end/taking_forced", "each-in-turn", []),
    ("/stock_end/forced_excused", True, []),
    ("/stock_end/red_three_ends", True, []),
    ("/stock_end/red_three_counts", True, []),
    ("/stock_end/going_out_bonus", False, []),
    ("/stock_end/ends", "cannot-draw", []),
    ("/stock_end/pile_turned", "none", []),
    ("/scoring/grouped_rounding", "down", []),
    ("/match/tie", "another-deal", []),
    ("/irregularities/undo", "before-next-turn", []),
    ("/irregularities/cancel", "any-time", []),
    ("/irregularities/penalties", (), []),
]

READINGS: list[ReadingRow] = [
    ("UKH-1", [19], set()),
    ("UKH-2", [39, 42, 56], {"pile-closed-before-opening"}),
    ("UKH-3", [27, 29], {"three-wilds-with-two-naturals", "two-naturals-a-wild-when-laid"}),
    ("UKH-4", [44, 45], {"black-three-stops-next-only"}),
    ("UKH-5", [59], {"concealed-waives-minimum"}),
    ("UKH-6", [64, 65], set()),
    ("UKH-7", [35, 36, 37, 38], set()),
    ("UKH-8", [68], set()),
    ("UKH-9", [16], {"equal-ranks-draw-again"}),
    ("UKH-10", [25, 50], set()),
    ("UKH-11", [21], {"red-three-from-pile-replaced"}),
    ("UKH-12", [59], {"concealed-without-partner-additions", "concealed-needs-own-canasta"}),
]

OPTIONS: list[OptionRow] = [
    ("pile-closed-before-opening", 4, {"/pile/unopened": ()}, [39, 42, 56]),
    ("three-wilds-with-two-naturals", 4, {"/melds/wild_ratio": "none"}, [27, 29]),
    ("two-naturals-a-wild-when-laid", 4, {"/melds/wild_ratio": "half-the-naturals", "/melds/wild_ratio_on": "new-melds"}, [27, 29]),
    (
        "black-three-stops-next-only",
        4,
        {"/freezing/discarded": ("joker", "two"), "/freezing/turned_up": ("joker", "two", "red-three")},
        [44, 45],
    ),
    ("concealed-waives-minimum", 4, {"/opening/concealed_waives": "always"}, [59]),
    ("equal-ranks-draw-again", 4, {"/seating/lots_tie": "redraw"}, [16]),
    ("red-three-from-pile-replaced", 4, {"/red_threes/replaced_from_pile": True}, [21]),
    ("concealed-without-partner-additions", 4, {"/going_out/concealed_partner_additions": False}, [59]),
    ("concealed-needs-own-canasta", 4, {"/going_out/concealed_own_canasta": True}, [59]),
]


def test_where_the_text_is_silent() -> None:
    uncited = {pointer for pointer, _, lines in FACTS if not lines}
    # Here the text says a part.
    partly = {
        "/red_threes/laid",
        "/melds/one_per_rank",
        "/canastas/wild_onto_finished",
        "/opening/canasta_suffices",
        "/pile/onto_canasta",
        "/going_out/without_canasta",
        "/going_out/concealed_from_pile",
    }
    assert RULESET.silent[4] == uncited | partly


def test_tables() -> None:
    assert list(RULESET.tables) == [4]
    assert said(RULESET, "/players") == (None, [3])
    assert RULESET.text == "uk-howto"
    assert RULESET.status == {}


@pytest.mark.parametrize(("score", "need"), [(-5, 15), (0, 50), (1495, 50), (1500, 90), (2995, 90), (3000, 120), (7000, 120)])
def test_need_of_the_initial_meld(score: int, need: int) -> None:
    assert RULESET.tables[4].opening.need(score) == need


def test_options_that_contradict_each_other() -> None:
    with pytest.raises(RulesetError) as caught:
        load_ruleset("uk-howto+three-wilds-with-two-naturals+two-naturals-a-wild-when-laid")
    assert [(finding.id, finding.data["pointer"]) for finding in caught.value.findings] == [("RULESET-034", "/melds/wild_ratio")]


def test_what_the_text_says_and_no_play_can_break() -> None:
    assert [(fact.chapter, fact.lines) for fact in RULESET.facts] == [
        ("equipment", (4,)),
        ("equipment", (5,)),
        ("seating", (18,)),
        ("dealing", (19,)),
        ("dealing", (19,)),
        ("melds", (29,)),
        ("canastas", (31, 32)),
        ("opening", (40,)),
        ("freezing", (44,)),
        ("scoring", (66,)),
    ]
