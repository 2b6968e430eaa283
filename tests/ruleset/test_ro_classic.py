"""The classic game of the Romanian text, fact by fact: key, value, and the lines that say so. Every key has its row."""

from __future__ import annotations

import pytest

from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.load import load_ruleset
from tests.ruleset.atlas_rows import OptionRow, ReadingRow, Row, TableRow, said

RULESET = load_ruleset("ro-classic")

FACTS: list[Row] = [
    ("/equipment/packs", 2, [13, 17]),
    ("/equipment/jokers", 4, [13, 17]),
    ("/seating/sides", "opposite", [10, 17]),
    ("/seating/dealer", "right-of-first", [38]),
    ("/seating/cut", "right", [38]),
    ("/dealing/cards_each", 15, [38]),
    ("/dealing/foot_each", 0, [38]),
    ("/dealing/up_card_covered", ("joker", "two", "red-three"), [32, 38]),
    ("/dealing/up_card_returned", (), [38]),
    ("/dealing/up_card_void", (), [38]),
    ("/dealing/void_after_wilds", 0, [38]),
    ("/dealing/down", "none", [38]),
    ("/red_threes/laid", "at-deal", [38]),
    ("/red_threes/replaced_from_stock", True, [38, 76]),
    ("/red_threes/replaced_from_pile", False, [76]),
    ("/red_threes/each", 100, [30, 96]),
    ("/red_threes/all", 800, [96]),
    ("/red_threes/unopened", "against", [98]),
    ("/red_threes/all_unopened", "all", [96, 98]),
    ("/red_threes/all_from", 4, [96]),
    ("/values/joker", 50, [30]),
    ("/values/two", 20, [30]),
    ("/values/ace", 20, [30]),
    ("/values/king", 10, [30]),
    ("/values/queen", 10, [30]),
    ("/values/jack", 10, [30]),
    ("/values/ten", 10, [30]),
    ("/values/nine", 10, [30]),
    ("/values/eight", 10, [30]),
    ("/values/seven", 5, [30]),
    ("/values/six", 5, [30]),
    ("/values/five", 5, [30]),
    ("/values/four", 5, [30]),
    ("/values/black_three", 5, [30]),
    ("/values/black_three_held", 5, [30, 88]),
    ("/values/wild_melded", "own", [30, 88]),
    ("/turn/draw", 2, [60, 126]),
    ("/turn/discard", "one", [62]),
    ("/turn/draw_with_pile", 0, [72]),
    ("/melds/least_cards", 3, [64]),
    ("/melds/least_naturals", 2, [64]),
    ("/melds/wild_cap", 3, [64]),
    ("/melds/wild_cap_ends_at", None, [64]),
    ("/melds/wild_ratio", "none", [64]),
    ("/melds/sequences", False, [64]),
    ("/melds/wild_only", "never", [64]),
    ("/melds/owner", "side", [54, 68]),
    ("/melds/add_to_opponents", False, [54]),
    ("/melds/cards_stay", True, [64]),
    ("/melds/add_to_partner", "always", [68]),
    ("/melds/threes_of_colour", 0, [32, 64]),
    ("/melds/black_threes/when", "going-out", [32, 64, 78, 86]),
    ("/melds/black_threes/least", 3, [32, 64, 86]),
    ("/melds/black_threes/most", 6, [86]),
    ("/melds/black_threes/wilds", True, [86]),
    ("/canastas/size", 7, [42, 49, 50]),
    ("/canastas/natural", 500, [49, 94]),
    ("/canastas/mixed", 300, [50, 93]),
    ("/canastas/wild_onto_finished", "any", [52]),
    ("/canastas/natural_aces", 500, [94]),
    ("/canastas/mixed_aces", 300, [93]),
    ("/canastas/closed", False, [52]),
    ("/opening/bands", ((None, 15), (0, 50), (1500, 90), (3000, 120)), [68]),
    ("/opening/by", "side", [68]),
    ("/opening/several_melds", True, [68, 72]),
    ("/opening/buried_cards", False, [72]),
    ("/opening/bonuses_count", False, [68]),
    ("/opening/canasta_suffices", False, [68]),
    ("/opening/concealed_waives", "never", [68, 86]),
    ("/opening/wild_only", "never", [64]),
    ("/opening/top_counts", "melded", [72]),
    ("/pile/unopened", ("natural-pair", "natural-and-wild"), [72]),
    ("/pile/opened", ("natural-pair", "natural-and-wild", "onto-meld"), [72]),
    ("/pile/frozen", ("natural-pair",), [72, 82]),
    ("/pile/top_melded", True, [72, 82]),
    ("/pile/onto_canasta", True, [52, 72]),
    ("/pile/whole", True, [72]),
    ("/pile/never_top", ("joker", "two", "red-three", "black-three"), [32, 38, 78, 82]),
    ("/pile/blocked_once_by", ("joker", "two", "black-three"), [78, 82]),
    ("/pile/after_opening", False, [72]),
    ("/pile/rank_of_canasta", True, [52, 72]),
    ("/pile/first_turn_swap", False, [72]),
    ("/pile/top_alone_to_go_out", False, [72]),
    ("/freezing/discarded", ("joker", "two"), [82]),
    ("/freezing/turned_up", ("joker", "two", "red-three"), [32, 38, 82]),
    ("/freezing/joker_locks", 0, [82]),
    ("/freezing/two_locks", 0, [82]),
    ("/freezing/locker_first", (), [82]),
    ("/going_out/canastas", 1, [43, 86]),
    ("/going_out/last_discard", "allowed", [86]),
    ("/going_out/ask", "may", [22, 86]),
    ("/going_out/answer_binds", True, [86]),
    ("/going_out/bonus", 100, [92]),
    ("/going_out/concealed_extra", 100, [92]),
    ("/going_out/concealed_own_canasta", True, [86, 92]),
    ("/going_out/kinds", (), [86]),
    ("/going_out/canasta_of", "side", [86]),
    ("/going_out/last_discard_barred", ("joker", "two", "black-three", "red-three"), [32, 86]),
    ("/going_out/concealed_unopened", True, [86, 92]),
    ("/going_out/partner_bonus", 0, [34, 86]),
    ("/stock_end/taking_forced", "none", [34]),
    ("/stock_end/going_out_bonus", False, [34, 92]),
    ("/stock_end/ends", "cannot-draw", [34]),
    ("/stock_end/pile_turned", "none", [34]),
    ("/scoring/hands_counted", "all", [88]),
    ("/scoring/unit", 5, [30]),
    ("/scoring/melded", "points", [88]),
    ("/scoring/no_canasta", "for", [88]),
    ("/scoring/both_kinds", False, [93, 94]),
    ("/scoring/naturals_grouped", 1, [88]),
    ("/match/target", 5000, [100]),
    ("/match/winner", "higher-total", [100]),
    # Where the text is silent.
    ("/seating/lots_sides", "highest-two-against-lowest-two", []),
    ("/seating/lots_tie", "suit", []),
    ("/seating/lots_redraw", ("joker", "same-card"), []),
    ("/seating/lots_ranks", "23456789TJQKA", []),
    ("/seating/lots_again", "any", []),
    ("/seating/seat_choice", "any", []),
    ("/seating/dealer_after_void", "same", []),
    ("/seating/lots_suits", "CDHS", []),
    ("/seating/first_player", "highest-lot", []),
    ("/seating/dealer_passes", "clockwise", []),
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
    ("/melds/one_per_rank", "always", []),
    ("/melds/wild_ratio_on", "every-play", []),
    ("/melds/wild_only_bars", (), []),
    ("/melds/wild_only_joined_by", 0, []),
    ("/melds/whole_only", (), []),
    ("/canastas/wild", 0, []),
    ("/canastas/wild_twos", 0, []),
    ("/canastas/wild_jokers", 0, []),
    ("/canastas/wild_counts_as", "wild", []),
    ("/opening/naturals_only_to", 0, []),
    ("/opening/naturals_only_in", "all-melds", []),
    ("/pile/one_card_each", False, []),
    ("/pile/pair_joins_meld", True, []),
    ("/pile/twos_for_two", 0, []),
    ("/pile/threes_for_red_three", 0, []),
    ("/going_out/without_canasta", "keep-one-after-discard", []),
    ("/going_out/concealed_partner_additions", False, []),
    ("/going_out/concealed_from_pile", True, []),
    ("/going_out/last_onto_partner", False, []),
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

SMALLER_TABLES: list[TableRow] = [
    (2, "/seating/sides", "alone", [9, 17, 24]),
    (2, "/seating/lots_sides", "none", [9, 17, 24]),
    (2, "/dealing/cards_each", 15, [9, 17, 24]),
    (2, "/going_out/canastas", 1, [9, 17, 24]),
    (2, "/going_out/ask", "none", [9, 17, 24]),
]

READINGS: list[ReadingRow] = [
    ("ROC-1", [60, 126], {"draw-one"}),
    ("ROC-2", [72], {"unopened-with-natural-pair"}),
    ("ROC-3", [52], {"no-wild-onto-canasta"}),
    ("ROC-4", [64], {"fewer-wilds-than-naturals"}),
    ("ROC-5", [86], {"black-threes-clean"}),
    ("ROC-6", [32, 86], set()),
    ("ROC-7", [98], {"unopened-red-threes-to-opponents"}),
    ("ROC-8", [13, 17], set()),
    ("ROC-9", [86, 92], {"concealed-after-partner-opened"}),
    ("ROC-10", [82], set()),
    ("ROC-11", [34], {"forced-taking"}),
    ("ROC-12", [9, 24], set()),
    ("ROC-13", [32, 38], {"black-three-up-covered"}),
    ("ROC-14", [32, 64, 86], set()),
]

OPTIONS: list[OptionRow] = [
    ("draw-one", 4, {"/turn/draw": 1}, [60, 126]),
    ("unopened-with-natural-pair", 4, {"/pile/unopened": ("natural-pair",)}, [72]),
    ("no-wild-onto-canasta", 4, {"/canastas/wild_onto_finished": "never"}, [52]),
    ("fewer-wilds-than-naturals", 4, {"/melds/wild_ratio": "fewer-than-naturals"}, [64]),
    ("black-threes-clean", 4, {"/melds/black_threes/wilds": False}, [86]),
    ("unopened-red-threes-to-opponents", 4, {"/red_threes/unopened": "to-opponents"}, [98]),
    ("concealed-after-partner-opened", 4, {"/going_out/concealed_unopened": False}, [86, 92]),
    ("forced-taking", 4, {"/stock_end/taking_forced": "each-in-turn"}, [34]),
    ("black-three-up-covered", 4, {"/dealing/up_card_covered": ("joker", "two", "red-three", "black-three")}, [32, 38]),
]


def test_where_the_text_is_silent() -> None:
    assert RULESET.silent[4] == {pointer for pointer, _, lines in FACTS if not lines}


def test_tables() -> None:
    assert list(RULESET.tables) == [4, 2]
    assert [said(RULESET, "/players", players)[1] for players in (4, 2)] == [[9, 10, 17], [9, 17, 24]]
    assert RULESET.text == "ro-wiki"


def test_what_two_players_have_in_common_with_four() -> None:
    for pointer in ("/turn/draw", "/match/target", "/opening/bands"):
        assert said(RULESET, pointer, 2) == said(RULESET, pointer, 4)


def test_nothing_is_reconstructed() -> None:
    assert RULESET.status == {}


@pytest.mark.parametrize(
    ("score", "need"), [(-3000, 15), (-5, 15), (0, 50), (1495, 50), (1500, 90), (2995, 90), (3000, 120), (5000, 120)]
)
def test_need_of_the_initial_meld(score: int, need: int) -> None:
    assert RULESET.tables[4].opening.need(score) == need


def test_all_options_can_be_chosen_together() -> None:
    assert load_ruleset("+".join((RULESET.name, *RULESET.options))).chosen == tuple(RULESET.options)


def test_an_option_of_the_game_extended_is_unknown() -> None:
    with pytest.raises(RulesetError) as caught:
        load_ruleset("ro-classic+two-canastas-below-four")
    assert [finding.id for finding in caught.value.findings] == ["RULESET-033"]


def test_what_the_text_says_and_no_play_can_break() -> None:
    assert [(fact.chapter, fact.lines) for fact in RULESET.facts] == [
        ("equipment", (18,)),
        ("equipment", (14, 15)),
        ("dealing", (38,)),
        ("turn", (22,)),
        ("turn", (11, 58)),
        ("melds", (61,)),
        ("canastas", (52,)),
        ("canastas", (52,)),
        ("pile", (34,)),
        ("going_out", (86,)),
        ("match", (12,)),
    ]
