"""Keys that decide points: each makes another ledger of a small deal than ``uk-regency`` does."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

import canasta_audit as ca
from canasta_audit.report import SideScore
from tests.checks.examples import ruleset
from tests.checks.small import KINGS, deal

Points = dict[str, int]


class Key(NamedTuple):
    """A deal's lines before its only turn, and items of NS under a key set over ``uk-regency``, and under ``uk-regency`` itself."""

    keys: str
    lines: tuple[str, ...]
    chosen: Points
    base: Points
    end: str = "end: stop"
    side: str = "NS"


HANDS = ("hand N: 4C", "hand S: 4D", "hand E: 5C", "hand W: 5D")
TURN = "N: draw 5C, discard 5C"
NATURAL = f"melds N: {KINGS}"
MIXED = "melds S: QC QC QD QD QH QH 2C"
WILD = "melds N: 2C 2C 2D 2D 2H * *"
TWOS = "melds N: 2C 2C 2D 2D 2H 2H 2S"
PAIR, FOUR, SIX = "red N: 3H 3D", "red N: 3H 3D 3H 3D", "red N: 3H 3D 3H 3D 3H 3D"
THREE_KINGS = "melds N: KC KD KH"
RED = "red_threes"
BY_POINTS = "red_threes: {lost_deal: against, deal_won_by: more-points}"


def black_threes(hand: str) -> tuple[str, ...]:
    return (f"hand N: {hand}", *HANDS[1:])


KEYS = [
    Key("values: {black_three_held: 100}", black_threes("3C 3S"), {"hand": -205}, {"hand": -15}),
    Key("values: {black_three_held: 100}", ("melds N: 3C 3C 3S",), {"cards": 15}, {"cards": 15}),
    Key("values: {wild_melded: replaced}", ("melds N: KC KD * 2C",), {"cards": 40}, {"cards": 90}),
    Key("values: {wild_melded: replaced}", ("melds N: 7C 7D *", "melds S: AC AD 2C"), {"cards": 75}, {"cards": 120}),
    Key("values: {wild_melded: replaced}", (WILD,), {"cards": 200}, {"cards": 200}),
    Key("values: {wild_melded: replaced}", ("melds N: 3C 3S *",), {"cards": 15}, {"cards": 60}),
    Key("values: {wild_melded: replaced}\nmelds: {sequences: true}", ("melds N: 7H * 9H",), {"cards": 25}, {"cards": 65}),
    Key("values: {wild_melded: replaced}\nmelds: {sequences: true}", ("melds N: QH KH *",), {"cards": 40}, {"cards": 70}),
    Key("values: {wild_melded: replaced}\nmelds: {sequences: true}", ("melds N: 9H 7H *",), {"cards": 65}, {"cards": 65}),
    Key("canastas: {wild: 700}", (WILD,), {"wild": 700, "mixed": 0}, {"wild": 0, "mixed": 0}),
    Key("canastas: {wild: 700, wild_twos: 1000}", (TWOS,), {"wild": 1000}, {"wild": 0}),
    Key("canastas: {wild: 700, wild_twos: 1000}", (WILD,), {"wild": 700}, {"wild": 0}),
    Key("canastas: {size: 4, wild: 700, wild_jokers: 4000}", ("melds N: * * * *",), {"wild": 4000}, {"wild": 0}),
    Key("canastas: {natural_aces: 1000}", ("melds N: AC AC AD AD AH AH AS",), {"natural": 1000}, {"natural": 500}),
    Key("canastas: {natural_aces: 1000}", (NATURAL,), {"natural": 500}, {"natural": 500}),
    Key("canastas: {mixed_aces: 400}", ("melds N: AC AC AD AD AH AH *", MIXED), {"mixed": 700}, {"mixed": 600}),
    Key("canastas: {closed: true}", (f"{NATURAL} KD",), {"cards": 70, "natural": 500}, {"cards": 80}),
    Key("canastas: {closed: true}", ("melds N: KC KC KD KD KH KH * KS",), {"cards": 110}, {"cards": 120}),
    Key("canastas: {closed: true}", ("melds N: KC KC KD KD KH KH KS *",), {"cards": 70, "mixed": 300}, {"cards": 120}),
    Key("canastas: {closed: true}", ("melds N: 3C 3C 3C 3C 3S 3S 3S 3S",), {"cards": 40}, {"cards": 40}),
    Key(f"{RED}: {{each: 50}}", (PAIR, THREE_KINGS), {"threes": 100}, {"threes": 200}),
    Key(f"{RED}: {{all: 1000}}", (FOUR, THREE_KINGS), {"threes": 1000}, {"threes": 800}),
    Key(f"{RED}: {{all_from: 5, all: 1000}}", (FOUR, THREE_KINGS), {"threes": 400}, {"threes": 800}),
    Key(f"{RED}: {{all_from: 3, all: 900}}", (FOUR, THREE_KINGS), {"threes": 1200}, {"threes": 800}),
    Key("equipment: {packs: 3}", (SIX, THREE_KINGS), {"threes": 1200}, {"threes": 1200}),
    Key(f"{RED}: {{unopened: for}}", (PAIR,), {"threes": 200}, {"threes": -200}),
    Key(f"{RED}: {{unopened: nothing}}", (PAIR,), {"threes": 0}, {"threes": -200}),
    Key(f"{RED}: {{unopened: against-twice}}", (PAIR,), {"threes": -400}, {"threes": -200}),
    Key(f"{RED}: {{unopened: against-twice}}", (FOUR,), {"threes": -1600}, {"threes": -800}),
    Key(f"{RED}: {{unopened: against-twice, all_unopened: each}}", (FOUR,), {"threes": -800}, {"threes": -800}),
    Key(f"{RED}: {{all_unopened: each}}", (FOUR, THREE_KINGS), {"threes": 800}, {"threes": 800}),
    Key(f"{RED}: {{no_canasta: against, all_unopened: each}}", (FOUR, THREE_KINGS), {"threes": -400}, {"threes": 800}),
    Key(f"{RED}: {{unopened: to-opponents}}", (PAIR,), {"threes": 0, "opponents-threes": 0}, {"threes": -200}),
    Key(f"{RED}: {{unopened: to-opponents}}", (PAIR,), {"opponents-threes": 200}, {"opponents-threes": 0}, side="EW"),
    Key(f"{RED}: {{no_canasta: nothing}}", (PAIR, THREE_KINGS), {"threes": 0}, {"threes": 200}),
    Key(f"{RED}: {{no_canasta: against-twice}}", (PAIR, THREE_KINGS), {"threes": -400}, {"threes": 200}),
    Key(f"{RED}: {{no_canasta: against-twice}}", (PAIR, NATURAL), {"threes": 200}, {"threes": 200}),
    Key(f"{RED}: {{no_canasta: to-opponents}}", (FOUR, THREE_KINGS), {"opponents-threes": 800}, {}, side="EW"),
    Key(f"{RED}: {{mixed_only: against}}", (PAIR, MIXED), {"threes": -200}, {"threes": 200}),
    Key(f"{RED}: {{mixed_only: against}}", (PAIR, MIXED, NATURAL), {"threes": 200}, {"threes": 200}),
    Key(f"{RED}: {{mixed_only: shared}}", (PAIR, MIXED), {"threes": 100}, {"threes": 200}),
    Key(f"{RED}: {{mixed_only: shared}}", (PAIR, MIXED), {"opponents-threes": 100}, {"opponents-threes": 0}, side="EW"),
    Key(f"{RED}: {{natural_only: nothing}}", (PAIR, NATURAL), {"threes": 0}, {"threes": 200}),
    Key(f"{RED}: {{natural_only: against}}", (PAIR, NATURAL), {"threes": -200}, {"threes": 200}),
    Key(f"{RED}: {{no_canasta: against}}", (PAIR, WILD), {"threes": -200}, {"threes": 200}),
    Key(f"{RED}: {{mixed_only: nothing}}\ncanastas: {{wild_counts_as: mixed}}", (PAIR, WILD), {"threes": 0}, {"threes": 200}),
    Key(f"{RED}: {{lost_deal: against}}", (PAIR, THREE_KINGS), {"threes": -200}, {"threes": 200}, "end: E out"),
    Key(f"{RED}: {{lost_deal: against}}", (PAIR, THREE_KINGS), {"threes": 200}, {"threes": 200}, "end: S out"),
    Key(f"{RED}: {{lost_deal: against}}", (PAIR, THREE_KINGS), {"threes": 200}, {"threes": 200}, "end: stock"),
    Key(f"{RED}: {{lost_deal: against}}", (FOUR, THREE_KINGS), {"threes": 800}, {"threes": 800}, "end: E out"),
    Key(f"{RED}: {{lost_deal: against, unopened: nothing}}", (PAIR,), {"threes": 0}, {"threes": -200}, "end: E out"),
    Key(f"{RED}: {{all_lost: against}}", (FOUR, THREE_KINGS), {"threes": -800}, {"threes": 800}, "end: E out"),
    Key(f"{RED}: {{all_lost: against}}", (PAIR, THREE_KINGS), {"threes": 200}, {"threes": 200}, "end: E out"),
    Key(BY_POINTS, (PAIR, NATURAL), {"threes": 200}, {"threes": 200}, "end: E out"),
    Key(BY_POINTS, (PAIR, "melds E: AC AD AH"), {"threes": -200}, {"threes": -200}),
    Key(
        BY_POINTS, (PAIR, THREE_KINGS, "melds E: AC AC AD AD AH AH AS"),
        {"threes": -200}, {"threes": 200}, "end: S out",
    ),
    Key(f"{RED}: {{all_to_opponents: -1000}}", (FOUR, THREE_KINGS), {"opponents-threes": -1000}, {}, side="EW"),
    Key(f"{RED}: {{all_to_opponents: -1000}}", (PAIR, THREE_KINGS), {"opponents-threes": 0}, {}, side="EW"),
    Key(f"{RED}: {{held: -100}}", ("hand N: 3H 4C", *HANDS[1:]), {"held": -100}, {"held": -500}),
    Key("scoring: {melded: nothing}", (NATURAL,), {"cards": 0, "natural": 500}, {"cards": 70}),
    Key("scoring: {no_canasta: against}", ("melds N: KC KD *", "melds S: 4C 4D 4H"), {"cards": -85}, {"cards": 85}),
    Key("scoring: {no_canasta: against}", (NATURAL, "melds S: 4C 4D 4H"), {"cards": 85}, {"cards": 85}),
    Key(
        "scoring: {no_canasta: against}\nvalues: {wild_melded: replaced}", ("melds N: KC KD * 2C", "melds E: KC KD KH"),
        {"cards": -90}, {"cards": 90},
    ),
    Key("scoring: {both_kinds: true}", (NATURAL,), {"natural": 0, "cards": 70}, {"natural": 500}),
    Key("scoring: {both_kinds: true}", (NATURAL, MIXED), {"natural": 500, "mixed": 300}, {"natural": 500, "mixed": 300}),
    Key("scoring: {both_kinds: true}\ncanastas: {wild: 700}", (NATURAL, WILD), {"natural": 0, "wild": 0}, {"natural": 500}),
    Key(
        "scoring: {both_kinds: true}\ncanastas: {wild: 700, wild_counts_as: mixed}", (NATURAL, WILD),
        {"natural": 500, "wild": 700}, {"natural": 500},
    ),
    Key("scoring: {naturals_grouped: 3}", black_threes("KC QC JC TC 9C 8C 7C 2C 3C"), {"hand": -45}, {"hand": -95}),
    Key(
        "scoring: {naturals_grouped: 3, grouped_rounding: up}", black_threes("KC QC JC TC 9C 8C 7C 2C 3C"),
        {"hand": -55}, {"hand": -95},
    ),
    Key("scoring: {hands_counted: but-partner-of-out}", (), {"hand": 0}, {"hand": -10}, "end: N out"),
    Key("going_out: {bonus: 300}", (NATURAL,), {"out": 300}, {"out": 100}, "end: N out"),
    Key("stock_end: {going_out_bonus: true}", (NATURAL,), {"out": 100}, {"out": 0}, "end: stock"),
]  # fmt: skip


def club(folder: Path, keys: str) -> ca.Ruleset:
    """``uk-regency`` with other keys."""
    path = folder / "club.yaml"
    path.write_text(f"extends: uk-regency\n{keys}\n", encoding="utf-8")
    return ca.load_ruleset(str(path))


def log_of(lines: tuple[str, ...], end: str) -> str:
    """A deal of one turn; hands that ``lines`` do not tell are those of ``HANDS``."""
    told = {line.partition(":")[0] for line in lines}
    return deal(*lines, *[hand for hand in HANDS if hand.partition(":")[0] not in told], TURN, end)


def score_of(log: str, rules: ca.Ruleset, side: str = "NS") -> SideScore:
    """The score of a side in the last deal."""
    deals = [deal for match in ca.audit(ca.parse(log), rules).matches for deal in match.deals]
    return next(score for score in deals[-1].scores if score.side == side)


def items_of(score: SideScore) -> Points:
    return {item.item: item.points for item in score.items}


def part(points: Points, like: Points) -> Points:
    return {item: points.get(item, 0) for item in like}


@pytest.mark.parametrize("key", KEYS, ids=[f"{key.keys} {number}" for number, key in enumerate(KEYS)])
def test_key_decides(key: Key, tmp_path: Path) -> None:
    log = log_of(key.lines, key.end)
    assert part(items_of(score_of(log, club(tmp_path, key.keys), key.side)), key.chosen) == key.chosen
    assert part(items_of(score_of(log, ruleset("uk-regency"), key.side)), key.base) == key.base


def test_the_stock_has_no_bonus_for_who_could_only_pass(tmp_path: Path) -> None:
    rules = club(tmp_path, "stock_end: {going_out_bonus: true}")
    log = deal(NATURAL, *HANDS, TURN, "E: pass", "end: stock")
    assert items_of(score_of(log, rules))["out"] == 100
    assert "out" not in items_of(score_of(log, rules, "EW"))


def test_every_opponent_alone_has_his_share(tmp_path: Path) -> None:
    rules = club(tmp_path, "red_threes: {unopened: to-opponents}")
    hands = ("hand N: 4C", "hand E: 5C", "hand S: 4D")
    log = '[Sides "N E S"]\n' + deal("red N: 3H 3D 3H", *hands, TURN, "end: stop").replace("dealer W", "dealer S")
    assert items_of(score_of(log, rules, "N"))["threes"] == 0
    for other in "ES":
        assert items_of(score_of(log, rules, other))["opponents-threes"] == 150


@pytest.mark.parametrize(
    ("keys", "lines", "known"),
    [
        ("red_threes: {unopened: to-opponents}", ("red E: 3H", "melds E: KC KD ?"), (True, False)),
        ("red_threes: {unopened: to-opponents}", ("melds E: KC KD ?",), (True, False)),
        ("red_threes: {unopened: against}", ("red E: 3H", "melds E: KC KD ?"), (True, False)),
        (BY_POINTS, (PAIR, "hand E: ?x3"), (True, False)),
        (BY_POINTS, (PAIR, THREE_KINGS, "hand E: ?x3", "melds E: 4C 4D 4H 4S, 5C 5D 5H"), (False, False)),
        (BY_POINTS, ("hand E: ?x3",), (True, False)),
        ("red_threes: {lost_deal: against}", (PAIR, "hand E: ?x3"), (True, False)),
    ],
)
def test_what_must_be_known_of_the_opponents(keys: str, lines: tuple[str, ...], known: tuple[bool, bool], tmp_path: Path) -> None:
    log, rules = log_of(lines, "end: stop"), club(tmp_path, keys)
    assert (score_of(log, rules).known, score_of(log, rules, "EW").known) == known
