"""The Russian text of the lockable pile, fact by fact: key, value, and the lines that say so. Every key has its row."""

from __future__ import annotations

import pytest

from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.load import load_ruleset
from tests.ruleset.atlas_rows import OptionRow, ReadingRow, Row, said

RULESET = load_ruleset("ru-bank")

FACTS: list[Row] = [
    ("/equipment/packs", 2, [150]),
    ("/equipment/jokers", 4, [150]),
    ("/seating/sides", "opposite", [150]),
    ("/seating/lots_sides", "none", [152]),
    ("/seating/first_player", "any", [152]),
    ("/seating/dealer", "right-of-first", [152]),
    ("/seating/dealer_passes", "clockwise", [152]),
    ("/dealing/cards_each", 12, [152]),
    ("/dealing/foot_each", 0, [152]),
    ("/dealing/up_card_covered", (), [152]),
    ("/dealing/up_card_returned", ("joker", "two", "red-three", "black-three"), [152]),
    ("/dealing/up_card_void", (), [152]),
    ("/dealing/void_after_wilds", 0, [152]),
    ("/dealing/down", "none", [152]),
    ("/red_threes/laid", "either", [174]),
    ("/red_threes/replaced_from_stock", True, [174]),
    ("/red_threes/each", 100, [174]),
    ("/red_threes/all", 1000, [174]),
    ("/red_threes/unopened", "for", [174]),
    ("/red_threes/all_unopened", "all", [174]),
    ("/red_threes/all_from", 4, [174]),
    ("/red_threes/all_lost", "for", [174]),
    ("/red_threes/all_to_opponents", -1000, [174]),
    ("/red_threes/no_canasta", "for", [174]),
    ("/red_threes/mixed_only", "for", [174]),
    ("/red_threes/natural_only", "for", [174]),
    ("/red_threes/lost_deal", "against", [174, 180]),
    ("/red_threes/deal_won_by", "went-out", [174, 180]),
    ("/values/joker", 50, [156, 162, 180]),
    ("/values/two", 20, [156, 162, 180]),
    ("/values/ace", 20, [156]),
    ("/values/king", 10, [156]),
    ("/values/queen", 10, [156]),
    ("/values/jack", 10, [156]),
    ("/values/ten", 10, [156]),
    ("/values/nine", 10, [156]),
    ("/values/eight", 10, [156]),
    ("/values/seven", 5, [156]),
    ("/values/six", 5, [156]),
    ("/values/five", 5, [156]),
    ("/values/four", 5, [156]),
    ("/values/black_three", 5, [172]),
    ("/values/black_three_held", 100, [172]),
    ("/values/wild_melded", "replaced", [156, 162, 180]),
    ("/turn/draw", 1, [166]),
    ("/turn/discard", "one", [166, 168]),
    ("/turn/draw_with_pile", 0, [168]),
    ("/melds/least_cards", 3, [160]),
    ("/melds/least_naturals", 2, [160]),
    ("/melds/wild_cap", None, [160]),
    ("/melds/wild_cap_ends_at", None, [160]),
    ("/melds/wild_ratio", "not-above-naturals", [160, 162]),
    ("/melds/sequences", False, [160]),
    ("/melds/wild_only", "whole-canasta", [160, 162]),
    ("/melds/owner", "player", [164, 166, 208]),
    ("/melds/wild_ratio_on", "every-play", [160]),
    ("/melds/wild_only_joined_by", 0, [160, 162]),
    ("/melds/add_to_partner", "after-own-opening", [166, 170]),
    ("/melds/whole_only", (), [162]),
    ("/melds/threes_of_colour", 0, [172, 174]),
    ("/melds/black_threes/when", "any-time", [172]),
    ("/melds/black_threes/least", 3, [172]),
    ("/melds/black_threes/most", 4, [172]),
    ("/canastas/size", 7, [162]),
    ("/canastas/natural", 500, [162]),
    ("/canastas/mixed", 300, [162]),
    ("/canastas/wild_onto_finished", "never", [162, 170]),
    ("/canastas/wild", 700, [162]),
    ("/canastas/wild_twos", 700, [162]),
    ("/canastas/wild_jokers", 700, [162]),
    ("/canastas/natural_aces", 500, [162]),
    ("/canastas/mixed_aces", 300, [162]),
    ("/canastas/closed", True, [162, 170]),
    ("/opening/bands", ((None, 15), (0, 50), (1500, 70), (3000, 90), (5000, 120)), [164]),
    ("/opening/by", "player", [164, 166]),
    ("/opening/several_melds", True, [164]),
    ("/opening/buried_cards", False, [168]),
    ("/opening/bonuses_count", False, [164]),
    ("/opening/canasta_suffices", True, [164, 170]),
    ("/opening/concealed_waives", "never", [164, 166]),
    ("/opening/wild_only", "allowed", [162, 164]),
    ("/opening/top_counts", "shown", [168]),
    ("/pile/unopened", ("show-one",), [168, 170]),
    ("/pile/opened", ("show-one",), [168, 196]),
    ("/pile/frozen", (), [156, 178]),
    ("/pile/top_melded", False, [168, 188]),
    ("/pile/onto_canasta", False, [170, 202]),
    ("/pile/whole", True, [168, 186]),
    ("/pile/never_top", ("joker", "two", "red-three"), [172]),
    ("/pile/blocked_once_by", (), [156, 172]),
    ("/pile/after_opening", False, [168]),
    ("/pile/rank_of_canasta", True, [170, 202]),
    ("/pile/first_turn_swap", False, [168]),
    ("/pile/top_alone_to_go_out", False, [168]),
    ("/freezing/discarded", (), [156]),
    ("/freezing/turned_up", (), [152]),
    ("/freezing/joker_locks", 5, [156, 178]),
    ("/freezing/two_locks", 1, [156, 178]),
    ("/freezing/locker_first", ("joker",), [156, 178]),
    ("/going_out/canastas", 1, [166]),
    ("/going_out/last_discard", "required", [180, 186, 198]),
    ("/going_out/ask", "barred", [176]),
    ("/going_out/bonus", 100, [180]),
    ("/going_out/concealed_extra", 0, [180]),
    ("/going_out/kinds", (), [166]),
    ("/going_out/canasta_of", "side", [166]),
    ("/going_out/last_onto_partner", False, [180, 186, 198]),
    ("/going_out/partner_bonus", 0, [180]),
    ("/going_out/partner_cards", 2, [206]),
    ("/stock_end/taking_forced", "none", [178]),
    ("/stock_end/red_three_ends", False, [178]),
    ("/stock_end/going_out_bonus", False, [180]),
    ("/stock_end/pile_turned", "all", [178]),
    ("/scoring/hands_counted", "all", [180]),
    ("/scoring/unit", 5, [156, 164]),
    ("/scoring/melded", "points", [180]),
    ("/scoring/no_canasta", "against", [180]),
    ("/scoring/both_kinds", False, [180]),
    ("/scoring/naturals_grouped", 1, [180]),
    ("/match/target", 7000, [180]),
    ("/match/winner", "higher-total", [180]),
    # The text is silent, and the published laws are followed.
    ("/seating/lots_tie", "suit", []),
    ("/seating/lots_redraw", ("joker", "same-card"), []),
    ("/seating/lots_ranks", "23456789TJQKA", []),
    ("/seating/lots_again", "any", []),
    ("/seating/seat_choice", "any", []),
    ("/seating/dealer_after_void", "same", []),
    ("/seating/lots_suits", "CDHS", []),
    ("/seating/cut", "offered", []),
    ("/dealing/down_counts_covered", False, []),
    ("/red_threes/replaced_from_pile", False, []),
    ("/red_threes/held", -500, []),
    ("/red_threes/held_needs_turn", True, []),
    ("/turn/discard_barred", (), []),
    ("/turn/finished_within", "turn", []),
    ("/turn/draw_after_no_discard", 0, []),
    ("/melds/one_per_rank", "always", []),
    ("/melds/add_to_opponents", False, []),
    ("/melds/cards_stay", True, []),
    ("/melds/wild_only_bars", (), []),
    ("/melds/black_threes/wilds", False, []),
    ("/canastas/wild_counts_as", "wild", []),
    ("/opening/naturals_only_to", 0, []),
    ("/opening/naturals_only_in", "all-melds", []),
    ("/pile/one_card_each", False, []),
    ("/pile/pair_joins_meld", True, []),
    ("/pile/twos_for_two", 0, []),
    ("/pile/threes_for_red_three", 0, []),
    ("/going_out/without_canasta", "keep-one-after-discard", []),
    ("/going_out/answer_binds", True, []),
    ("/going_out/concealed_own_canasta", True, []),
    ("/going_out/concealed_partner_additions", False, []),
    ("/going_out/concealed_from_pile", True, []),
    ("/going_out/last_discard_barred", (), []),
    ("/going_out/answer_needed", False, []),
    ("/going_out/ask_when", "any-time", []),
    ("/going_out/concealed_unopened", False, []),
    ("/stock_end/forced_excused", True, []),
    ("/stock_end/red_three_counts", True, []),
    ("/stock_end/ends", "cannot-draw", []),
    ("/scoring/grouped_rounding", "down", []),
    ("/match/tie", "another-deal", []),
    ("/irregularities/undo", "before-next-turn", []),
    ("/irregularities/cancel", "any-time", []),
    ("/irregularities/penalties", (), []),
]


READINGS: list[ReadingRow] = [
    ("RUB-1", [150], set()),
    ("RUB-2", [156, 162, 180], {"wilds-count-own"}),
    ("RUB-3", [156, 178], {"two-locks-two-turns"}),
    ("RUB-4", [156, 178], set()),
    ("RUB-5", [164], {"bands-as-printed", "need-120-from-4500"}),
    ("RUB-6", [164, 166], {"opening-by-side"}),
    ("RUB-7", [160, 162], {"wild-melds-of-three"}),
    ("RUB-8", [168, 188], {"variation-2", "variation-4"}),
    ("RUB-9", [170, 202], {"variation-9"}),
    ("RUB-10", [174, 180], {"deal-won-by-points"}),
    ("RUB-11", [174], {"four-red-threes-lost-against"}),
    ("RUB-12", [172], {"black-three-stops-next"}),
    ("RUB-13", [206], set()),
    ("RUB-14", [178], {"last-discard-stays"}),
    ("RUB-15", [180, 186, 198], set()),
    ("RUB-16", [180], {"winner-went-out"}),
    ("RUB-17", [152], set()),
    ("RUB-18", [152], set()),
    ("RUB-19", [168, 196], {"variation-6"}),
    ("RUB-20", [162, 170], {"wilds-onto-canasta"}),
    ("RUB-21", [188, 192], set()),
    ("RUB-22", [152], {"highest-card-deals"}),
    ("RUB-23", [152], set()),
]

OPTIONS: list[OptionRow] = [
    ("variation-1", 4, {"/pile/top_alone_to_go_out": True}, [186]),
    ("variation-2", 4, {"/pile/top_melded": True}, [188]),
    ("variation-3", 4, {"/pile/first_turn_swap": True}, [190]),
    ("variation-4", 4, {"/pile/top_melded": True}, [192]),
    ("variation-5", 4, {"/pile/unopened": ("show-pair",)}, [194]),
    ("variation-6", 4, {"/pile/opened": ("show-one-and-wild",)}, [196]),
    ("variation-7", 4, {"/going_out/last_onto_partner": True}, [198]),
    ("variation-8", 4, {"/melds/black_threes/when": "going-out"}, [200]),
    ("variation-9", 4, {"/pile/rank_of_canasta": False}, [202]),
    (
        "variation-10",
        4,
        {
            "/pile/frozen": ("show-pair",),
            "/freezing/discarded": ("joker", "two"),
            "/freezing/joker_locks": 0,
            "/freezing/two_locks": 0,
            "/freezing/locker_first": (),
        },
        [204],
    ),
    ("variation-11", 4, {"/going_out/partner_bonus": 1000}, [206]),
    ("variation-12", 4, {"/going_out/canasta_of": "player"}, [208]),
    ("wilds-count-own", 4, {"/values/wild_melded": "own"}, [156, 162, 180]),
    ("two-locks-two-turns", 4, {"/freezing/two_locks": 2, "/freezing/locker_first": ("joker", "two")}, [156, 178]),
    ("bands-as-printed", 4, {"/opening/bands": ((None, 15), (0, 50), (1500, 70), (3000, 90), (7000, 120))}, [164]),
    ("need-120-from-4500", 4, {"/opening/bands": ((None, 15), (0, 50), (1500, 70), (3000, 90), (4500, 120))}, [164]),
    ("opening-by-side", 4, {"/opening/by": "side"}, [164, 166]),
    ("wild-melds-of-three", 4, {"/melds/wild_only": "any-size"}, [160, 162]),
    ("four-red-threes-lost-against", 4, {"/red_threes/all_lost": "against", "/red_threes/all_to_opponents": 0}, [174]),
    ("black-three-stops-next", 4, {"/pile/blocked_once_by": ("black-three",)}, [172]),
    ("last-discard-stays", 4, {"/stock_end/pile_turned": "all-but-top"}, [178]),
    ("winner-went-out", 4, {"/match/winner": "went-out"}, [180]),
    ("deal-won-by-points", 4, {"/red_threes/deal_won_by": "more-points"}, [174, 180]),
    ("highest-card-deals", 4, {"/seating/first_player": "left-of-highest"}, [152]),
    ("wilds-onto-canasta", 4, {"/canastas/wild_onto_finished": "any"}, [162, 170]),
]


def test_where_the_text_is_silent() -> None:
    uncited = {pointer for pointer, _, lines in FACTS if not lines}
    # Here the text says a part.
    partly = {"/opening/bonuses_count", "/pile/never_top", "/red_threes/laid", "/seating/sides"}
    assert RULESET.silent[4] == uncited | partly


def test_tables() -> None:
    assert list(RULESET.tables) == [4]
    assert said(RULESET, "/players") == (None, [150])
    assert RULESET.text == "ru-bank"


def test_the_bands_have_a_hole_that_is_filled() -> None:
    assert RULESET.status == {"/opening/bands": "reconstructed"}


@pytest.mark.parametrize(
    ("option", "score", "need"),
    [
        ("", -5, 15),
        ("", 0, 50),
        ("", 1495, 50),
        ("", 1500, 70),
        ("", 2995, 70),
        ("", 3000, 90),
        ("", 4995, 90),
        ("", 5000, 120),
        ("", 7000, 120),
        ("+bands-as-printed", 4495, 90),
        ("+bands-as-printed", 6995, 90),
        ("+bands-as-printed", 7000, 120),
        ("+need-120-from-4500", 4495, 90),
        ("+need-120-from-4500", 4500, 120),
    ],
)
def test_need_of_the_initial_meld(option: str, score: int, need: int) -> None:
    assert load_ruleset(f"ru-bank{option}").tables[4].opening.need(score) == need


def test_all_variations_can_be_played_together() -> None:
    everything = "+".join(option for option in RULESET.options if option.startswith("variation-"))
    assert load_ruleset(f"ru-bank+{everything}").rules(4)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("variation-10", "two-locks-two-turns"),
        ("bands-as-printed", "need-120-from-4500"),
    ],
)
def test_options_that_contradict_each_other(first: str, second: str) -> None:
    with pytest.raises(RulesetError) as caught:
        load_ruleset(f"ru-bank+{first}+{second}")
    assert {finding.id for finding in caught.value.findings} == {"RULESET-034"}


def test_what_the_text_says_and_no_play_can_break() -> None:
    assert [(fact.chapter, fact.lines) for fact in RULESET.facts] == [
        ("equipment", (150,)),
        ("seating", (152,)),
        ("dealing", (152,)),
        ("turn", (166,)),
        ("canastas", (162,)),
        ("going_out", (176,)),
        ("match", (180,)),
    ]
