"""The Russian text of the Regency game, fact by fact: key, value, and the lines that say so. Every key has its row."""

from __future__ import annotations

import pytest

from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.load import load_ruleset
from tests.ruleset.atlas_rows import OptionRow, ReadingRow, Row, TableRow, said

RULESET = load_ruleset("ru-club")

FACTS: list[Row] = [
    ("/equipment/packs", 2, [3, 11, 81]),
    ("/equipment/jokers", 4, [81, 91]),
    ("/seating/sides", "opposite", [2, 11, 79]),
    ("/seating/lots_sides", "highest-two-against-lowest-two", [19]),
    ("/seating/lots_tie", "suit", [19]),
    ("/seating/lots_suits", "CDHS", [19]),
    ("/seating/first_player", "highest-lot", [19, 20]),
    ("/seating/dealer", "right-of-first", [20]),
    ("/seating/dealer_passes", "clockwise", [20]),
    ("/dealing/cards_each", 11, [11, 20, 22, 58]),
    ("/dealing/foot_each", 0, [62]),
    ("/dealing/up_card_covered", ("joker", "two", "red-three", "black-three"), [21]),
    ("/red_threes/laid", "at-deal", [22, 32, 97]),
    ("/red_threes/replaced_from_stock", True, [22, 32, 97]),
    ("/red_threes/replaced_from_pile", False, [32]),
    ("/red_threes/each", 100, [32, 52]),
    ("/red_threes/all", 800, [32, 52]),
    ("/red_threes/unopened", "against", [32]),
    ("/red_threes/all_unopened", "all", [32]),
    ("/red_threes/held", -500, [53, 97]),
    ("/red_threes/held_needs_turn", False, [53, 97]),
    ("/red_threes/all_from", 4, [32, 52]),
    ("/values/joker", 50, [46, 74]),
    ("/values/two", 20, [47, 74]),
    ("/values/ace", 20, [47, 74]),
    ("/values/king", 10, [48]),
    ("/values/queen", 10, [48]),
    ("/values/jack", 10, [48]),
    ("/values/ten", 10, [48]),
    ("/values/nine", 10, [48]),
    ("/values/eight", 10, [48]),
    ("/values/seven", 5, [49]),
    ("/values/six", 5, [49]),
    ("/values/five", 5, [49]),
    ("/values/four", 5, [49]),
    ("/values/black_three", 5, [49]),
    ("/values/black_three_held", 5, [43, 49]),
    ("/values/wild_melded", "own", [46, 47]),
    ("/turn/draw", 1, [12]),
    ("/turn/discard", "one", [1, 15]),
    ("/turn/draw_with_pile", 0, [12]),
    ("/melds/least_cards", 3, [13, 26]),
    ("/melds/least_naturals", 2, [26]),
    ("/melds/wild_cap", 3, [26, 91]),
    ("/melds/wild_cap_ends_at", None, [14, 91]),
    ("/melds/wild_ratio", "none", [26, 91]),
    ("/melds/sequences", False, [24]),
    ("/melds/wild_only", "never", [26]),
    ("/melds/one_per_rank", "always", [31]),
    ("/melds/owner", "side", [13, 31]),
    ("/melds/add_to_opponents", False, [14]),
    ("/melds/cards_stay", True, [31]),
    ("/melds/wild_ratio_on", "every-play", [14, 91]),
    ("/melds/add_to_partner", "always", [13, 31]),
    ("/melds/black_threes/when", "going-out", [33]),
    ("/melds/black_threes/least", 3, [33]),
    ("/melds/black_threes/most", 4, [33]),
    ("/melds/black_threes/wilds", False, [33]),
    ("/canastas/size", 7, [2, 28, 30, 83]),
    ("/canastas/natural", 500, [28, 50, 93]),
    ("/canastas/mixed", 300, [30, 50, 93]),
    ("/canastas/wild_onto_finished", "any", [93]),
    ("/canastas/wild", 0, [62]),
    ("/canastas/wild_twos", 0, [62]),
    ("/canastas/wild_jokers", 0, [62]),
    ("/canastas/natural_aces", 500, [50, 93]),
    ("/canastas/mixed_aces", 300, [50, 93]),
    ("/opening/bands", ((None, 15), (0, 50), (1500, 90), (3000, 120)), [54]),
    ("/opening/by", "side", [38, 54]),
    ("/opening/buried_cards", False, [41]),
    ("/opening/bonuses_count", False, [54]),
    ("/opening/canasta_suffices", True, [54]),
    ("/opening/concealed_waives", "from-stock", [67]),
    ("/opening/wild_only", "never", [26]),
    ("/opening/top_counts", "melded", [41]),
    ("/pile/unopened", ("natural-pair",), [38]),
    ("/pile/opened", ("natural-pair", "natural-and-wild", "onto-meld"), [37]),
    ("/pile/frozen", ("natural-pair",), [36, 38, 40, 85]),
    ("/pile/top_melded", True, [35, 36, 85]),
    ("/pile/onto_canasta", True, [37]),
    ("/pile/whole", True, [12, 35, 85]),
    ("/pile/never_top", ("joker", "two", "red-three", "black-three"), [33, 35, 38, 39]),
    ("/pile/blocked_once_by", ("black-three",), [33, 39, 40]),
    ("/pile/pair_joins_meld", True, [31, 38]),
    ("/pile/after_opening", False, [12]),
    ("/pile/first_turn_swap", False, [35]),
    ("/pile/top_alone_to_go_out", False, [35]),
    ("/freezing/discarded", ("joker", "two"), [38, 40]),
    ("/freezing/turned_up", ("joker", "two", "red-three"), [22, 38]),
    ("/freezing/joker_locks", 0, [39, 40]),
    ("/freezing/two_locks", 0, [39, 40]),
    ("/going_out/canastas", 1, [2, 16, 58, 64, 95]),
    ("/going_out/last_discard", "allowed", [65]),
    ("/going_out/without_canasta", "pass-with-one", [65]),
    ("/going_out/ask", "may", [66, 76]),
    ("/going_out/answer_binds", True, [66, 76]),
    ("/going_out/bonus", 100, [51]),
    ("/going_out/concealed_extra", 100, [51]),
    ("/going_out/concealed_own_canasta", True, [51, 67]),
    ("/going_out/concealed_partner_additions", False, [51]),
    ("/going_out/kinds", (), [64]),
    ("/going_out/canasta_of", "side", [16, 64]),
    ("/going_out/last_discard_barred", (), [65]),
    ("/going_out/answer_needed", False, [66, 76]),
    ("/going_out/ask_when", "after-draw", [66]),
    ("/stock_end/taking_forced", "none", [89]),
    ("/stock_end/red_three_ends", True, [32, 89]),
    ("/stock_end/ends", "cannot-draw", [89]),
    ("/stock_end/pile_turned", "none", [89]),
    ("/scoring/hands_counted", "all", [43, 89]),
    ("/scoring/unit", 5, [46, 47, 48, 49]),
    ("/scoring/melded", "points", [43, 48]),
    ("/scoring/no_canasta", "for", [43, 89]),
    ("/scoring/naturals_grouped", 1, [43]),
    ("/match/target", 5000, [2, 87]),
    ("/match/winner", "higher-total", [87]),
    # The text is silent, and the published laws are followed.
    ("/seating/lots_redraw", ("joker", "same-card"), []),
    ("/seating/lots_ranks", "23456789TJQKA", []),
    ("/seating/lots_again", "any", []),
    ("/seating/seat_choice", "any", []),
    ("/seating/dealer_after_void", "same", []),
    ("/seating/cut", "offered", []),
    ("/dealing/up_card_returned", (), []),
    ("/dealing/up_card_void", (), []),
    ("/dealing/void_after_wilds", 0, []),
    ("/dealing/down", "none", []),
    ("/dealing/down_counts_covered", False, []),
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
    ("/melds/wild_only_bars", (), []),
    ("/melds/wild_only_joined_by", 0, []),
    ("/melds/whole_only", (), []),
    ("/melds/threes_of_colour", 0, []),
    ("/canastas/wild_counts_as", "wild", []),
    ("/canastas/closed", False, []),
    ("/opening/several_melds", True, []),
    ("/opening/naturals_only_to", 0, []),
    ("/opening/naturals_only_in", "all-melds", []),
    ("/pile/one_card_each", False, []),
    ("/pile/twos_for_two", 0, []),
    ("/pile/threes_for_red_three", 0, []),
    ("/pile/rank_of_canasta", True, []),
    ("/freezing/locker_first", (), []),
    ("/going_out/concealed_from_pile", True, []),
    ("/going_out/last_onto_partner", False, []),
    ("/going_out/concealed_unopened", False, []),
    ("/going_out/partner_bonus", 0, []),
    ("/going_out/partner_cards", 2, []),
    ("/stock_end/forced_excused", True, []),
    ("/stock_end/red_three_counts", True, []),
    ("/stock_end/going_out_bonus", False, []),
    ("/scoring/both_kinds", False, []),
    ("/scoring/grouped_rounding", "down", []),
    ("/match/tie", "another-deal", []),
    ("/irregularities/undo", "before-next-turn", [31]),
    ("/irregularities/cancel", "any-time", []),
    ("/irregularities/penalties", (), []),
]

SMALLER_TABLES: list[TableRow] = [
    (3, "/seating/sides", "alone", [60, 79, 94, 95]),
    (3, "/seating/lots_sides", "none", [60, 79, 94, 95]),
    (3, "/dealing/cards_each", 13, [60, 79, 94, 95]),
    (3, "/going_out/canastas", 2, [60, 79, 94, 95]),
    (3, "/going_out/ask", "none", [60, 79, 94, 95]),
    (2, "/seating/sides", "alone", [60, 79, 94, 95]),
    (2, "/seating/lots_sides", "none", [60, 79, 94, 95]),
    (2, "/dealing/cards_each", 15, [60, 79, 94, 95]),
    (2, "/going_out/canastas", 2, [60, 79, 94, 95]),
    (2, "/going_out/ask", "none", [60, 79, 94, 95]),
]

READINGS: list[ReadingRow] = [
    ("RUC-1", [26, 91], {"wilds-not-above-naturals"}),
    ("RUC-2", [54], {"canasta-needs-minimum"}),
    ("RUC-3", [65], {"keep-one-after-discard"}),
    ("RUC-4", [67], {"concealed-waives-minimum", "concealed-needs-minimum", "concealed-waives-after-first-of-match"}),
    ("RUC-5", [55], {"to-7000-with-50-below-zero"}),
    ("RUC-6", [60, 95], {"one-canasta-with-three"}),
    ("RUC-7", [89], {"forced-taking"}),
    ("RUC-8", [22], {"deal-12"}),
    ("RUC-9", [53, 97], {"red-three-held-after-a-turn"}),
    ("RUC-10", [19, 20], {"highest-card-deals"}),
    ("RUC-11", [22, 38], {"only-red-three-up-freezes"}),
    ("RUC-12", [66, 76], {"answer-must-be-given"}),
]

OPTIONS: list[OptionRow] = [
    ("wilds-not-above-naturals", 4, {"/melds/wild_ratio": "not-above-naturals"}, [91]),
    ("canasta-needs-minimum", 4, {"/opening/canasta_suffices": False}, [54]),
    ("keep-one-after-discard", 4, {"/going_out/without_canasta": "keep-one-after-discard"}, [65]),
    ("concealed-waives-minimum", 4, {"/opening/concealed_waives": "always"}, [67]),
    ("concealed-needs-minimum", 4, {"/opening/concealed_waives": "never"}, [67]),
    ("concealed-waives-after-first-of-match", 4, {"/opening/concealed_waives": "after-first-of-match"}, [67]),
    ("to-7000", 4, {"/opening/bands": ((None, 15), (0, 50), (1500, 70), (3000, 90), (5000, 120)), "/match/target": 7000}, [55]),
    (
        "to-7000-with-50-below-zero",
        4,
        {"/opening/bands": ((None, 50), (1500, 70), (3000, 90), (5000, 120)), "/match/target": 7000},
        [55],
    ),
    ("one-canasta-with-three", 3, {"/going_out/canastas": 1}, [60, 95]),
    ("forced-taking", 4, {"/stock_end/taking_forced": "each-in-turn"}, [89]),
    ("deal-12", 4, {"/dealing/cards_each": 12}, [22]),
    ("red-three-held-after-a-turn", 4, {"/red_threes/held_needs_turn": True}, [53, 97]),
    ("highest-card-deals", 4, {"/seating/first_player": "left-of-highest"}, [19, 20]),
    ("only-red-three-up-freezes", 4, {"/freezing/turned_up": ("red-three",)}, [38]),
    ("answer-must-be-given", 4, {"/going_out/answer_needed": True}, [66, 76]),
    ("two-player-draw-two", 2, {"/turn/draw": 2}, [60]),
]


@pytest.mark.parametrize("players", [3, 2])
def test_a_smaller_table_draws_one_card_and_plays_to_the_same_score(players: int) -> None:
    rules = RULESET.tables[players]
    assert (rules.turn.draw, rules.match.target) == (1, 5000)


def test_options_for_some_numbers_of_players() -> None:
    limited = {name: option.players for name, option in RULESET.options.items() if option.players != (4, 3, 2)}
    assert limited == {"one-canasta-with-three": (3,), "deal-12": (4,), "two-player-draw-two": (2,)}


def test_where_the_text_is_silent() -> None:
    uncited = {pointer for pointer, _, lines in FACTS if not lines}
    # Here the text says a part.
    partly = {"/pile/onto_canasta", "/going_out/concealed_partner_additions", "/stock_end/red_three_ends", "/irregularities/undo"}
    for players, silent in RULESET.silent.items():
        assert silent == uncited | partly, players


def test_tables() -> None:
    assert list(RULESET.tables) == [4, 3, 2]
    assert [said(RULESET, "/players", players)[1] for players in (4, 3, 2)] == [[11, 58, 79], [60, 79, 94, 95], [60, 79, 94, 95]]
    assert RULESET.text == "ru-club"
    assert RULESET.status == {}


@pytest.mark.parametrize(
    ("option", "score", "need"),
    [
        ("", -5, 15),
        ("", 0, 50),
        ("", 1495, 50),
        ("", 1500, 90),
        ("", 2995, 90),
        ("", 3000, 120),
        ("", 7000, 120),
        ("+to-7000", -5, 15),
        ("+to-7000", 0, 50),
        ("+to-7000", 1495, 50),
        ("+to-7000", 1500, 70),
        ("+to-7000", 2995, 70),
        ("+to-7000", 3000, 90),
        ("+to-7000", 4995, 90),
        ("+to-7000", 5000, 120),
        ("+to-7000-with-50-below-zero", -5, 50),
        ("+to-7000-with-50-below-zero", 1495, 50),
        ("+to-7000-with-50-below-zero", 1500, 70),
        ("+to-7000-with-50-below-zero", 3000, 90),
        ("+to-7000-with-50-below-zero", 5000, 120),
    ],
)
def test_need_of_the_initial_meld(option: str, score: int, need: int) -> None:
    assert load_ruleset(f"ru-club{option}").tables[4].opening.need(score) == need


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("concealed-waives-minimum", "concealed-needs-minimum"),
        ("concealed-waives-minimum", "concealed-waives-after-first-of-match"),
        ("concealed-needs-minimum", "concealed-waives-after-first-of-match"),
        ("to-7000", "to-7000-with-50-below-zero"),
    ],
)
def test_options_that_contradict_each_other(first: str, second: str) -> None:
    with pytest.raises(RulesetError) as caught:
        load_ruleset(f"ru-club+{first}+{second}")
    assert {finding.id for finding in caught.value.findings} == {"RULESET-034"}


def test_what_the_text_says_and_no_play_can_break() -> None:
    assert [(fact.chapter, fact.lines) for fact in RULESET.facts] == [
        ("equipment", (91,)),
        ("dealing", (18, 20)),
        ("dealing", (24,)),
        ("values", (49,)),
        ("melds", (62,)),
        ("canastas", (30, 31)),
        ("canastas", (62,)),
        ("freezing", (22,)),
        ("going_out", (64,)),
    ]
