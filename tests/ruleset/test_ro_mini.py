"""The mini variant of the Romanian text, fact by fact: key, value, and the lines that say so. Every key has its row."""

from __future__ import annotations

import pytest

from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.load import load_ruleset
from tests.ruleset.atlas_rows import OptionRow, ReadingRow, Row, TableRow, said

RULESET = load_ruleset("ro-mini")

FACTS: list[Row] = [
    ("/equipment/packs", 2, [17, 156]),
    ("/equipment/jokers", 4, [17, 156]),
    ("/seating/sides", "opposite", [158]),
    ("/seating/dealer", "right-of-first", [38]),
    ("/seating/cut", "right", [38]),
    ("/dealing/cards_each", 9, [158]),
    ("/dealing/foot_each", 0, [158]),
    ("/dealing/up_card_covered", ("joker", "two", "red-three"), [32, 38]),
    ("/dealing/up_card_returned", (), [38]),
    ("/dealing/up_card_void", (), [38]),
    ("/dealing/void_after_wilds", 0, [38]),
    ("/dealing/down", "none", [38]),
    ("/red_threes/laid", "never", [166]),
    ("/red_threes/replaced_from_stock", False, [166]),
    ("/red_threes/replaced_from_pile", False, [166]),
    ("/red_threes/each", 0, [166, 170]),
    ("/red_threes/all", 0, [166, 170]),
    ("/red_threes/unopened", "against", [170]),
    ("/red_threes/all_unopened", "all", [170]),
    ("/red_threes/held", 0, [172]),
    ("/red_threes/held_needs_turn", True, [172]),
    ("/red_threes/all_from", 4, [170]),
    ("/red_threes/all_lost", "for", [170]),
    ("/red_threes/all_to_opponents", 0, [170]),
    ("/red_threes/no_canasta", "for", [170]),
    ("/red_threes/mixed_only", "for", [170]),
    ("/red_threes/natural_only", "for", [170]),
    ("/red_threes/lost_deal", "for", [170]),
    ("/red_threes/deal_won_by", "went-out", []),
    ("/values/joker", 3, [174]),
    ("/values/two", 3, [174]),
    ("/values/ace", 1, [176]),
    ("/values/king", 1, [176]),
    ("/values/queen", 1, [176]),
    ("/values/jack", 1, [176]),
    ("/values/ten", 1, [176]),
    ("/values/nine", 1, [176]),
    ("/values/eight", 1, [176]),
    ("/values/seven", 1, [176]),
    ("/values/six", 1, [176]),
    ("/values/five", 1, [176]),
    ("/values/four", 1, [176]),
    ("/values/black_three", 0, [170, 172]),
    ("/values/black_three_held", 0, [172]),
    ("/values/wild_melded", "own", [170]),
    ("/turn/draw", 2, [60, 168]),
    ("/turn/discard", "one-if-possible", [168]),
    ("/turn/draw_with_pile", 0, [72]),
    ("/turn/discard_barred", ("finished-rank", "fits-own-meld", "wild-that-fits"), [168]),
    ("/turn/finished_within", "turn", [168]),
    ("/turn/draw_after_no_discard", 1, [168]),
    ("/melds/least_cards", 3, [160, 164]),
    ("/melds/least_naturals", 1, [160, 164]),
    ("/melds/wild_cap", 2, [160, 164]),
    ("/melds/wild_cap_ends_at", None, [164]),
    ("/melds/wild_ratio", "none", [160, 164]),
    ("/melds/sequences", False, [64]),
    ("/melds/wild_only", "whole-canasta", [162, 164, 166]),
    ("/melds/one_per_rank", "while-open", [166]),
    ("/melds/owner", "side", [54, 68]),
    ("/melds/add_to_opponents", False, [54]),
    ("/melds/cards_stay", True, [64]),
    ("/melds/add_to_partner", "always", [68]),
    ("/melds/whole_only", ("wild",), [162, 164, 166]),
    ("/melds/threes_of_colour", 4, [166]),
    ("/melds/black_threes/when", "never", [166]),
    ("/melds/black_threes/least", 3, [166]),
    ("/melds/black_threes/most", 6, [166]),
    ("/melds/black_threes/wilds", True, [166]),
    ("/canastas/size", 5, [162]),
    ("/canastas/natural", 2, [162, 164, 166]),
    ("/canastas/mixed", 1, [162, 164, 166]),
    ("/canastas/wild_onto_finished", "any", [52]),
    ("/canastas/wild", 5, [162, 164, 166]),
    ("/canastas/wild_twos", 10, [162, 164, 166]),
    ("/canastas/wild_jokers", 5, [162, 164, 166]),
    ("/canastas/natural_aces", 2, [162, 164, 166]),
    ("/canastas/mixed_aces", 1, [162, 164, 166]),
    ("/canastas/closed", False, [170]),
    ("/opening/bands", ((None, 0),), [160]),
    ("/opening/by", "side", [68]),
    ("/opening/several_melds", True, [160]),
    ("/opening/buried_cards", False, [160]),
    ("/opening/bonuses_count", False, [160]),
    ("/opening/canasta_suffices", False, [160]),
    ("/opening/concealed_waives", "never", [160]),
    ("/opening/wild_only", "allowed", [160, 162, 164, 166]),
    ("/opening/top_counts", "melded", [160]),
    ("/pile/unopened", ("natural-pair",), [160, 166]),
    ("/pile/opened", ("natural-pair",), [166]),
    ("/pile/frozen", ("natural-pair",), [166]),
    ("/pile/top_melded", True, [166]),
    ("/pile/onto_canasta", True, [52, 72]),
    ("/pile/whole", True, [72]),
    ("/pile/never_top", ("joker", "black-three"), [166]),
    ("/pile/blocked_once_by", ("joker", "black-three"), [166]),
    ("/pile/pair_joins_meld", True, [166]),
    ("/pile/after_opening", False, [72]),
    ("/pile/twos_for_two", 4, [166]),
    ("/pile/threes_for_red_three", 3, [166]),
    ("/pile/rank_of_canasta", True, [166]),
    ("/pile/first_turn_swap", False, [72]),
    ("/pile/top_alone_to_go_out", False, [72]),
    ("/freezing/discarded", (), [166]),
    ("/freezing/turned_up", (), [166]),
    ("/freezing/joker_locks", 0, [166]),
    ("/freezing/two_locks", 0, [166]),
    ("/freezing/locker_first", (), [166]),
    ("/going_out/canastas", 2, [160]),
    ("/going_out/last_discard", "allowed", [86]),
    ("/going_out/without_canasta", "play-on", [168]),
    ("/going_out/ask", "may", [22, 86]),
    ("/going_out/answer_binds", True, [86]),
    ("/going_out/bonus", 0, [170]),
    ("/going_out/concealed_extra", 0, [170]),
    ("/going_out/concealed_own_canasta", True, [86]),
    ("/going_out/kinds", ("natural", "mixed"), [160]),
    ("/going_out/canasta_of", "side", [160, 170]),
    ("/going_out/last_discard_barred", ("joker", "two", "black-three", "red-three"), [32, 86]),
    ("/going_out/concealed_unopened", True, [86, 92]),
    ("/going_out/partner_bonus", 0, [34, 86]),
    ("/stock_end/taking_forced", "none", [170]),
    ("/stock_end/red_three_ends", False, [166, 170]),
    ("/stock_end/going_out_bonus", False, [170]),
    ("/stock_end/ends", "last-card", [170]),
    ("/stock_end/pile_turned", "none", [170]),
    ("/scoring/hands_counted", "all", [170]),
    ("/scoring/unit", 1, [174, 176]),
    ("/scoring/melded", "nothing", [170]),
    ("/scoring/no_canasta", "for", [170]),
    ("/scoring/both_kinds", True, [170]),
    ("/scoring/naturals_grouped", 3, [176]),
    ("/scoring/grouped_rounding", "down", [176]),
    ("/match/target", 30, [178]),
    ("/match/winner", "higher-total", [178]),
    ("/match/tie", "another-deal", [178]),
    ("/irregularities/undo", "before-next-turn", []),
    ("/irregularities/cancel", "any-time", []),
    ("/irregularities/penalties", (), []),
    # The whole text is silent, and the published laws are followed.
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
    ("/melds/wild_ratio_on", "every-play", []),
    ("/melds/wild_only_bars", (), []),
    ("/melds/wild_only_joined_by", 0, []),
    ("/canastas/wild_counts_as", "wild", []),
    ("/opening/naturals_only_to", 0, []),
    ("/opening/naturals_only_in", "all-melds", []),
    ("/pile/one_card_each", False, []),
    ("/going_out/concealed_partner_additions", False, []),
    ("/going_out/concealed_from_pile", True, []),
    ("/going_out/last_onto_partner", False, []),
    ("/going_out/answer_needed", False, []),
    ("/going_out/ask_when", "any-time", []),
    ("/going_out/partner_cards", 2, []),
    ("/stock_end/forced_excused", True, []),
    ("/stock_end/red_three_counts", True, []),
]

SMALLER_TABLES: list[TableRow] = [
    (3, "/seating/sides", "alone", [158]),
    (3, "/seating/lots_sides", "none", [158]),
    (3, "/dealing/cards_each", 10, [158]),
    (3, "/going_out/ask", "none", [158]),
    (2, "/seating/sides", "alone", [158]),
    (2, "/seating/lots_sides", "none", [158]),
    (2, "/dealing/cards_each", 12, [158]),
    (2, "/going_out/ask", "none", [158]),
]

READINGS: list[ReadingRow] = [
    ("ROC-3", [52], {"no-wild-onto-canasta"}),
    ("ROC-6", [32, 86], set()),
    ("ROC-13", [32, 38], {"black-three-up-covered"}),
    ("ROM-1", [162, 164, 166], set()),
    ("ROM-2", [168], {"draw-one"}),
    ("ROM-3", [166], set()),
    ("ROM-4", [176], {"naturals-rounded-up"}),
    ("ROM-5", [166], set()),
    ("ROM-6", [168], set()),
    ("ROM-7", [168], set()),
    ("ROM-8", [17, 156], {"three-packs"}),
    ("ROM-9", [166], {"top-card-onto-meld", "pair-joins-no-meld"}),
    ("ROM-10", [166], {"wild-in-the-pair"}),
    ("ROM-11", [170], {"ends-when-nothing-to-draw"}),
    ("ROM-12", [160, 164], {"wilds-not-above-naturals"}),
    ("ROM-13", [168], {"finished-rank-barred-all-deal"}),
    ("ROM-14", [176], set()),
    ("ROM-15", [168], set()),
]

OPTIONS: list[OptionRow] = [
    ("no-wild-onto-canasta", 4, {"/canastas/wild_onto_finished": "never"}, [52]),
    ("black-three-up-covered", 4, {"/dealing/up_card_covered": ("joker", "two", "red-three", "black-three")}, [32, 38]),
    ("draw-one", 4, {"/turn/draw": 1}, [168]),
    ("naturals-rounded-up", 4, {"/scoring/grouped_rounding": "up"}, [176]),
    ("three-packs", 4, {"/equipment/packs": 3, "/equipment/jokers": 6}, [17, 156]),
    ("top-card-onto-meld", 4, {"/pile/opened": ("natural-pair", "onto-meld"), "/pile/onto_canasta": False}, [166]),
    ("pair-joins-no-meld", 4, {"/pile/pair_joins_meld": False}, [166]),
    (
        "wild-in-the-pair",
        4,
        {"/pile/unopened": ("natural-pair", "natural-and-wild"), "/pile/opened": ("natural-pair", "natural-and-wild")},
        [166],
    ),
    ("ends-when-nothing-to-draw", 4, {"/stock_end/ends": "cannot-draw"}, [170]),
    ("wilds-not-above-naturals", 4, {"/melds/wild_ratio": "not-above-naturals"}, [160, 164]),
    ("finished-rank-barred-all-deal", 4, {"/turn/finished_within": "deal"}, [168]),
]


def test_where_the_text_is_silent() -> None:
    assert RULESET.silent[4] == {pointer for pointer, _, lines in FACTS if not lines}


def test_tables() -> None:
    assert list(RULESET.tables) == [4, 3, 2]
    assert [said(RULESET, "/players", players) for players in (4, 3, 2)] == [(None, [158])] * 3
    assert RULESET.text == "ro-wiki"


def test_the_lost_table_is_reconstructed() -> None:
    bonuses = ("natural", "mixed", "wild", "wild_twos", "wild_jokers", "natural_aces", "mixed_aces")
    assert RULESET.status == {f"/canastas/{name}": "reconstructed" for name in bonuses}


@pytest.mark.parametrize("score", [-30, 0, 29, 30])
def test_any_meld_opens(score: int) -> None:
    assert RULESET.tables[4].opening.need(score) == 0


def test_options_that_contradict_each_other() -> None:
    with pytest.raises(RulesetError) as caught:
        load_ruleset("ro-mini+top-card-onto-meld+wild-in-the-pair")
    assert {finding.id for finding in caught.value.findings} == {"RULESET-034"}


def test_what_the_text_says_and_no_play_can_break() -> None:
    assert [(fact.chapter, fact.lines) for fact in RULESET.facts] == [
        ("equipment", (18,)),
        ("equipment", (14, 15)),
        ("values", (156,)),
        ("turn", (22,)),
        ("turn", (11, 58)),
        ("melds", (61,)),
        ("pile", (34,)),
        ("going_out", (86,)),
        ("match", (12,)),
    ]
