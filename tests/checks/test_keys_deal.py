"""Keys of seats, deal and threes: each decides a small case, and the shipped rulesets that set them judge by them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import canasta_audit as ca
from canasta_audit.finding import Finding
from tests.checks.examples import ruleset
from tests.checks.small import Expected, deal

SIDES = '[Sides "NS EW"]\n'
DRAWN = "lots: N KS, E 4H, S QH, W 9C\n"
LATE = [("SEAT-006", 3)]
AGAIN = SIDES + "lots: N KS, E 4H, S KS, W 9C\n"
QUEENS = "melds S: QC QD QH"
ALL_KINDS = "[joker, two, red-three, black-three]"
TAKE = "N: take 9D with 9S 2C, meld AC AD AH, discard 5C"
TAKE_RED = TAKE.replace(", meld", ", pickup, red 3H, meld")
HANDS = [f"hand {seat}: ?x11" for seat in "NESW"]
PLAYED = "N: draw ?, discard 4C"


class Key(NamedTuple):
    """A log, its roots under a key set over ``uk-regency``, and those under ``uk-regency`` itself."""

    key: str
    log: str
    chosen: Expected
    base: Expected


RETURNED = "up_card_covered: [], up_card_returned: [joker, two, red-three, black-three]"
VOID = "up_card_covered: [joker, two, black-three], up_card_void: [red-three]"
UP = [
    Key("up_card_covered: [joker, two, red-three]", deal("up: 3S"), [], [("DEAL-002", 2)]),
    Key("up_card_covered: [joker, two, red-three]", deal("up: 3S 9D"), [("DEAL-003", 2)], []),
    Key("up_card_covered: [joker, two, red-three]", deal("up: 3"), [], [("DEAL-002", 2)]),
    Key("up_card_covered: []", deal("up: 2C KD"), [("DEAL-003", 2)], []),
    Key(RETURNED, deal("up: 3S back", "up: 2C back", "up: KD"), [], [("DEAL-005", 2)]),
    Key(RETURNED, deal("up: 3S KD"), [("DEAL-004", 2)], []),
    Key(RETURNED, deal("up: 3S"), [("DEAL-004", 2)], [("DEAL-002", 2)]),
    Key(RETURNED, deal("up: KC back", "up: QD"), [("DEAL-005", 2)], [("DEAL-005", 2)]),
    Key(RETURNED, deal("up: ? back", "up: QD"), [], []),
    Key(VOID, deal("up: 3H", PLAYED), [("DEAL-006", 2)], [("DEAL-002", 2)]),
    Key(VOID, deal("up: 3H KD"), [("DEAL-006", 2)], []),
    Key(VOID, deal("up: 3H", "end: stock"), [("DEAL-006", 2)], [("DEAL-002", 2)]),
    Key(VOID, deal("up: 3H"), [], [("DEAL-002", 2)]),
    Key(VOID, deal("up: 3H", "end: void"), [], []),
    Key(VOID, deal("up: 3H", "deal 2: dealer W"), [], [("DEAL-002", 2), ("SEAT-001", 3)]),
    Key(VOID, deal("up: 3H", "deal 2: dealer N"), [("SEAT-001", 3)], [("DEAL-002", 2)]),
    Key(VOID, deal("up: KD", "end: void"), [("DEAL-007", 3)], []),
    Key(VOID, deal("up: 3 K", "end: void"), [], []),
    Key(VOID, deal("up: ?", "end: void"), [], []),
    Key(VOID, deal("up: 2C", "end: void"), [], []),
    Key(VOID, deal("end: void"), [], []),
    Key(VOID, deal("hand N: ?x12", "up: KD", "end: void"), [], []),
    Key(VOID, deal("hand N: KD KD KS ?x8", "up: KD", "end: void"), [("RECORD-007", 3)], [("RECORD-007", 3)]),
    Key(VOID, deal("up: KD", PLAYED, "end: void"), [], []),
    Key("void_after_wilds: 3", deal("up: * 2C 2D", "end: void"), [], []),
    Key("void_after_wilds: 3", deal("up: * 2C 2D KD"), [("DEAL-006", 2)], []),
    Key("void_after_wilds: 3", deal("up: * 2C", "up: 2D", PLAYED), [("DEAL-006", 3)], [("DEAL-002", 3)]),
    Key("void_after_wilds: 3", deal("up: * 2C 3S 2D KD"), [], []),
    Key("void_after_wilds: 3", deal("up: * 2C KD", "end: void"), [("DEAL-007", 3)], []),
]  # fmt: skip
DOWN = [
    Key("down: by-rank", deal("up: KD", "down: ?x13"), [], [("DEAL-008", 3)]),
    Key("down: by-rank", deal("up: KD", "down: ?x9", "down: ?x4"), [], [("DEAL-008", 4)]),
    Key("down: by-rank", deal("up: KD", "down: ?x12"), [("DEAL-008", 3)], [("DEAL-008", 3)]),
    Key("down: by-rank", deal("up: AD", "down: ?x14"), [], [("DEAL-008", 3)]),
    Key("down: by-rank", deal("up: T", "down: ?x10"), [], [("DEAL-008", 3)]),
    Key("down: by-rank", deal("up: 2C 4D", "down: ?x4"), [], [("DEAL-008", 3)]),
    Key("down: by-rank", deal("up: * 4D", "down: ?x50"), [("DEAL-008", 3)], [("DEAL-008", 3)]),
    Key("down: by-rank", deal("up: ?", "down: ?x3"), [], [("DEAL-008", 3)]),
    Key("down: by-rank", deal("down: ?x3"), [], [("DEAL-008", 2)]),
    Key("down: by-rank", deal("up: 2C", "down: ?x3"), [("DEAL-002", 2)], [("DEAL-002", 2)]),
    Key("down: by-rank", deal("up: 4C", "down: ?x3", "end: void"), [], []),
    Key("down: by-rank", deal("up: 4C", *HANDS, "stock: ?x63"), [("DEAL-008", 2)], []),
    Key("down: by-rank", deal("up: 4C", *HANDS, "down: ?x4", "stock: ?x59"), [], [("DEAL-008", 7)]),
    Key("down: by-rank-or-value", deal("up: * 4D", "down: ?x50"), [], [("DEAL-008", 3)]),
    Key("down: by-rank-or-value", deal("up: 2C * 4D", "down: ?x20"), [], [("DEAL-008", 3)]),
    Key("down: by-rank-or-value", deal("up: 3S * 4D", "down: ?x4"), [], [("DEAL-008", 3)]),
    Key("down: by-rank, down_counts_covered: true", deal("up: 2C 3S KD", "down: ?x11"), [], [("DEAL-008", 3)]),
    Key("down: by-rank, down_counts_covered: true", deal("up: 2C 3S KD", "down: ?x13"), [("DEAL-008", 3)], [("DEAL-008", 3)]),
    Key("foot_each: 11", deal("foot N: ?x11"), [], [("DEAL-010", 2)]),
    Key("foot_each: 11", deal("foot N: ?x10"), [("DEAL-010", 2)], [("DEAL-010", 2)]),
    Key("foot_each: 11", deal("foot N: ?x10", "end: void"), [], []),
    Key("foot_each: 11", deal("N: draw KD, foot, discard 4C"), [], [("DEAL-011", 2)]),
    Key("foot_each: 11", deal("foot N: KS ?x10", "N: draw KD, foot, discard KS"), [], [("DEAL-010", 2)]),
]  # fmt: skip
SEATS = [
    Key("first_player: left-of-highest", SIDES + "lots: N KS, E 4H, S QH, W 9C\ndeal 1: dealer N\n", [], [("SEAT-006", 3)]),
    Key("first_player: left-of-highest", SIDES + "lots: N KS, E 4H, S QH, W 9C\ndeal 1: dealer W\n", [("SEAT-006", 3)], []),
    Key("first_player: any", SIDES + "lots: N KS, E 4H, S QH, W 9C\ndeal 1: dealer E\n", [], [("SEAT-006", 3)]),
    Key("lots_ranks: 3456789TJQKA2", SIDES + "lots: N 2S, E 4H, S AH, W 3C\ndeal 1: dealer W\n", [], [("SEAT-004", 2), *LATE]),
    Key("lots_again: replaces", AGAIN + "lots: N AD, S 5C\ndeal 1: dealer W\n", [("SEAT-004", 2)], []),
    Key("lots_again: parts", AGAIN + "lots: N AD, S 5C\ndeal 1: dealer W\n", [], []),
    Key("lots_again: parts", AGAIN + "lots: N 5D, S 4C\ndeal 1: dealer S\n", [("SEAT-006", 4)], []),
    Key("lots_again: parts", AGAIN + "lots: N 9C, S 4C\ndeal 1: dealer W\n", [], []),
    Key("lots_again: replaces", AGAIN + "lots: N 9C, S 4C\ndeal 1: dealer W\n", [("SEAT-003", 3)], []),
    Key("lots_redraw: [same-card]", SIDES + "lots: N *, E 4H, S QH, W 9C\ndeal 1: dealer W\n", [], [("SEAT-003", 2)]),
    Key("lots_redraw: [joker]", AGAIN + "lots: N AD, S 5C\ndeal 1: dealer W\n", [], []),
    Key("seat_choice: highest-lot", '[Choice "S"]\n' + SIDES + DRAWN + "deal 1: dealer W\n", [("SEAT-010", 1)], []),
    Key("seat_choice: highest-lot", '[Choice "N"]\n' + SIDES + DRAWN + "deal 1: dealer W\n", [], []),
    Key("seat_choice: highest-lot", '[Choice "Ann"]\n' + SIDES + DRAWN + "deal 1: dealer W\n", [], []),
    Key("first_player: any", SIDES + DRAWN + "deal 1: first E\n", [], [("SEAT-011", 3)]),
    Key("first_player: left-of-highest", SIDES + DRAWN + "deal 1: first E\n", [], [("SEAT-011", 3)]),
    Key("dealer_after_void: next", "deal 1: dealer W\nend: void\ndeal 1: dealer N\n", [], [("SEAT-001", 3)]),
    Key("dealer_after_void: next", "deal 1: dealer W\nend: void\ndeal 2: dealer W\n", [("SEAT-001", 3)], []),
    Key("dealer_after_void: any", "deal 1: dealer W\nend: void\ndeal 2: dealer S\n", [], [("SEAT-001", 3)]),
    Key("cut: left", "deal 1: dealer W, cut N\n", [], []),
    Key("cut: left", "deal 1: dealer W, cut S\n", [("SEAT-008", 1)], []),
    Key("cut: left", "deal 1: dealer W\n", [], []),
    Key("cut: left", "deal 1: cut S\n", [], []),
    Key("cut: left", "deal 1: dealer W, uncut\n", [("SEAT-007", 1)], [("SEAT-007", 1)]),
    Key("cut: right", "deal 1: dealer W, cut S\n", [], []),
    Key("cut: right", "deal 1: dealer W, cut N\n", [("SEAT-008", 1)], []),
    Key("cut: none", "deal 1: dealer W, uncut\n", [], [("SEAT-007", 1)]),
]  # fmt: skip
NO_BONUS = "red_threes: {laid: never}\nstock_end: {red_three_ends: false}"
NEVER = [
    Key(NO_BONUS, deal("N: draw 3H, discard 4C"), [], [("THREES-001", 2)]),
    Key(NO_BONUS, deal("N: draw 3H, discard 3H"), [], [("THREES-001", 2)]),
    Key(NO_BONUS, deal("N: draw 3H>KD, discard 4C"), [("THREES-008", 2)], []),
    Key(NO_BONUS, deal("N: draw 3H, red 3H, discard 4C"), [("THREES-008", 2)], []),
    Key(NO_BONUS, deal("N: draw 3H>KD>5C, discard 4C"), [("THREES-008", 2)], [("THREES-004", 2)]),
    Key(NO_BONUS, deal("hand N: 3H ?x10", "red N: 3H", PLAYED), [("THREES-008", 3)], [("THREES-002", 3)]),
    Key(NO_BONUS, deal(QUEENS, "hand N: 3H KS KH 5C 6D", "N: draw 9D, meld KS KH 3H, discard 5C"),
        [("MELD-002", 4)], [("MELD-005", 4)]),
    Key(NO_BONUS, deal(QUEENS, "hand N: 3H 5C 6D", "N: draw 9D, add 3H to Q, discard 5C"),
        [("MELD-002", 4)], [("MELD-005", 4)]),
    Key(NO_BONUS, deal(QUEENS, "hand N: 3H 3D 3D 5C 6D", "N: draw 3H, meld 3H 3H 3D 3D, discard 5C"),
        [("MELD-024", 4)], [("MELD-005", 4)]),
]  # fmt: skip


def threes(cards: str, drawn: str = "9D") -> str:
    """A turn of N that lays threes, his side having a meld."""
    return deal(QUEENS, f"hand N: {cards} 5C 6D 7D", f"N: draw {drawn}, meld {cards}, discard 5C")


BLACK = "melds: {threes_of_colour: 4, black_threes: {when: never}}"
RED = f"{BLACK}\n{NO_BONUS}"
COLOURS = [
    Key("melds: {threes_of_colour: 4}", threes("3C 3C 3S 3S"), [], [("MELD-006", 4)]),
    Key("melds: {threes_of_colour: 4}", threes("3C 3C 3S"), [("MELD-006", 4)], [("MELD-006", 4)]),
    Key("melds: {threes_of_colour: 4}", threes("3H 3H 3D 3D"), [("MELD-005", 4)], [("MELD-005", 4)]),
    Key("melds: {threes_of_colour: 2}", threes("3C 3S"), [], [("MELD-008", 4)]),
    Key(BLACK, threes("3C 3C 3S 3S"), [], [("MELD-006", 4)]),
    Key(BLACK, threes("3C 3C 3S"), [("MELD-024", 4)], [("MELD-006", 4)]),
    Key(RED, threes("3H 3H 3D 3D"), [], [("MELD-005", 4)]),
    Key(RED, threes("3H 3H 3D"), [("MELD-024", 4)], [("MELD-005", 4)]),
    Key(RED, threes("3H 3H 3D 3C"), [("MELD-024", 4)], [("MELD-005", 4)]),
    Key(RED, threes("3H 3H 3D 2C"), [("MELD-024", 4)], [("MELD-005", 4)]),
    Key(RED, deal(QUEENS + ", 3C 3C 3S 3S", "hand N: 3H 3H 3D 3D 5C 6D", "N: draw 9D, meld 3H 3H 3D 3D, discard 5C"), [],
        [("MELD-005", 4)]),
    Key(RED, deal(QUEENS + ", 3H 3D 3D 3H", "hand N: 2C 5C 6D", "N: draw 9D, add 2C to 3, discard 5C"), [("MELD-024", 4)], []),
    Key("melds: {threes_of_colour: 4}\n" + NO_BONUS, deal(QUEENS + ", 3C 3C 3S", "hand N: 3S 5C 6D",
        "N: draw 9D, add 3S to 3, discard 5C"), [("MELD-006", 4)], [("MELD-006", 4)]),
]  # fmt: skip
FROZEN = [
    Key("turned_up: [red-three]", deal("up: 2H 9D", TAKE), [("PILE-003", 3)], [("PILE-005", 3)]),
    Key("turned_up: [two]", deal("up: 2H 9D", TAKE), [("PILE-005", 3)], [("PILE-005", 3)]),
    Key("turned_up: [two]", deal("up: * 9D", TAKE), [("PILE-003", 3)], [("PILE-005", 3)]),
    Key("turned_up: [two]", deal("up: 3H 9D", TAKE_RED), [("PILE-003", 3)], [("PILE-005", 3)]),
    Key(f"turned_up: {ALL_KINDS}", deal("up: 3S 9D", TAKE), [("PILE-005", 3)], [("PILE-003", 3)]),
    Key("turned_up: []", deal("up: 3H 9D", TAKE_RED), [("PILE-003", 3)], [("PILE-005", 3)]),
]  # fmt: skip
STAYS = "dealing: {up_card_covered: [joker, two, red-three]}"
BLOCKING = [
    Key(STAYS, deal("up: 3S", "N: take 3S with 3C 3C, meld AC AD AH, discard 5C"), [("PILE-007", 3)],
        [("DEAL-002", 2), ("PILE-007", 3)]),
    Key(STAYS, deal("up: 3S", "N: draw ?, discard 9D", "E: take 9D with 9S 9C, meld AC AD AH, discard 5C"), [], [("DEAL-002", 2)]),
    Key(STAYS + "\nfreezing: {turned_up: [black-three]}", deal("up: 3S",
        "N: draw ?, discard 9D", "E: take 9D with 9S 2C, meld AC AD AH, discard 5C"),
        [("PILE-005", 4)], [("DEAL-002", 2), ("PILE-003", 4)]),
]  # fmt: skip
GROUPS = {"dealing": [*UP, *DOWN], "seating": SEATS, "freezing": FROZEN}
KEYS = [Key(f"{chapter}: {{{key.key}}}", *key[1:]) for chapter, keys in GROUPS.items() for key in keys] + NEVER + COLOURS + BLOCKING


@cache
def laid_over(path: Path, key: str) -> ca.Ruleset:
    path.write_text(f"extends: uk-regency\n{key}\n", encoding="utf-8")
    return ca.load_ruleset(str(path))


def audited(log: str, law: ca.Ruleset) -> list[Finding]:
    return list(ca.audit(ca.parse(log), law).findings)


def roots(log: str, law: ca.Ruleset) -> Expected:
    return sorted((f.id, f.line) for f in audited(log, law) if f.follows is None and f.severity != "note")


@pytest.mark.parametrize("key", KEYS, ids=[f"{number} {key.key}" for number, key in enumerate(KEYS)])
def test_key_decides(key: Key, tmp_path: Path) -> None:
    assert roots(key.log, laid_over(tmp_path / "club.yaml", key.key)) == key.chosen
    assert roots(key.log, ruleset("uk-regency")) == key.base


SHIPPED = [
    ("uk-regency", deal("up: 2C 3S KD"), []),
    ("uk-howto", "deal 1: dealer W, cut N\nup: 3S 9D\n", []),
    ("uk-howto", "deal 1: dealer W, cut E\nup: 3S\n", [("DEAL-002", 2), ("SEAT-008", 1)]),
    ("uk-howto", deal("up: 3S 9D", TAKE), [("PILE-005", 3)]),
    ("ro-classic", "deal 1: dealer W, cut S\nup: 3S\n", []),
    ("ro-classic", "deal 1: dealer W, uncut\nup: 3S KD\n", [("DEAL-003", 2), ("SEAT-007", 1)]),
    ("ro-classic", deal("up: 3S", "N: take 3S with 3C 3C, meld AC AD AH, discard 5C"), [("PILE-007", 3)]),
    ("ro-classic+black-three-up-covered", deal("up: 3S KD"), []),
    ("ro-canastone", deal("up: 2C KD", "down: ?x13"), []),
    ("ro-canastone", deal("up: 2C KD", "down: ?x12"), [("DEAL-008", 3)]),
    ("ro-canastone", deal("up: 3S KD", "down: ?x13"), []),
    ("ro-canastone", deal("up: 3H", "end: void", "deal 1: dealer W", "up: KD", "down: ?x13"), []),
    ("ro-canastone", deal("up: 3H", "end: void", "deal 2: dealer N"), [("SEAT-001", 4)]),
    ("ro-canastone", deal("up: 3H KD", "down: ?x13"), [("DEAL-006", 2)]),
    ("ro-canastone", deal("up: KD", "down: ?x13", "end: void"), [("DEAL-007", 4)]),
    ("ro-canastone+pile-of-fifty-or-twenty", deal("up: 2C KD", "down: ?x20"), []),
    ("ro-canastone+pile-of-fifty-or-twenty", deal("up: * KD", "down: ?x13"), [("DEAL-008", 3)]),
    ("ro-canastone+specials-up-turned-over", deal("up: 2C 3H KD", "down: ?x13"), []),
    ("ro-canastone+specials-up-turned-over", deal("up: 2C * 2D", "end: void"), []),
    ("ro-canastone+specials-up-turned-over", deal("up: 2C * 2D KD", "down: ?x13"), [("DEAL-006", 2)]),
    ("ro-canastone+specials-count-in-pile", deal("up: 2C * KD", "down: ?x11"), []),
    ("ro-canastone+specials-count-in-pile", deal("up: 2C * KD", "down: ?x13"), [("DEAL-008", 3)]),
    ("ro-mini", deal(QUEENS, "hand N: 3H 3D 5C 6D", "N: draw 3H 3D, meld 3H 3H 3D 3D, discard 5C"), []),
    ("ro-mini", deal(QUEENS, "hand N: 3C 3S 5C 6D", "N: draw 3C 3S, meld 3C 3C 3S 3S, discard 5C"), []),
    ("ro-mini", deal(QUEENS, "hand N: 3C 3S 5C 6D", "N: draw 3C KD, meld 3C 3C 3S, discard 5C"), [("MELD-024", 4)]),
    ("ro-mini", deal("up: 3H 9D", "N: draw 3H KD, discard 3H"), []),
    ("ro-mini", deal("up: 3H 9D", "N: draw 3H>KD 5C, discard 4C"), [("THREES-008", 3)]),
    ("ro-mini", deal("stock: ?x3 3H", "N: draw ?x2, discard 4C", "E: draw ? 3H, discard 5C"), []),
    ("ro-mini", deal("pile: 9D", "hand N: 4C 5C", "stock: KD 3H", "N: draw KD 3H, discard 3H", "end: stock"), []),
    ("ro-mini", deal("pile: 9D", "hand N: 4C 5C", "stock: KD 3H", "N: draw KD 3H", "end: stock"), [("RECORD-018", 5)]),
    ("ru-club+highest-card-deals", SIDES + "lots: N KS, E 4H, S QH, W 9C\ndeal 1: dealer N\n", []),
    ("ru-club+highest-card-deals", SIDES + "lots: N KS, E 4H, S QH, W 9C\ndeal 1: dealer W\n", [("SEAT-006", 3)]),
    ("ru-bank", deal("up: 3S back", "up: * back", "up: KD"), []),
    ("ru-bank", deal("up: 3S KD"), [("DEAL-004", 2)]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "log", "expected"), SHIPPED, ids=[f"{i} {name}" for i, (name, *_) in enumerate(SHIPPED)])
def test_shipped_rulesets(name: str, log: str, expected: Expected) -> None:
    assert roots(log, ruleset(name)) == expected


def test_the_key_that_decides_is_named(tmp_path: Path) -> None:
    law = laid_over(tmp_path / "club.yaml", f"dealing: {{{VOID}, void_after_wilds: 2}}")
    told = [(f.parameter.pointer, f.data) for log in ("up: 3H KD", "up: 2C * KD") for f in audited(deal(log), law) if f.parameter]
    assert told == [("/dealing/up_card_void", {"card": "3H"}), ("/dealing/void_after_wilds", {"card": "*"})]


def test_face_down_cards_left_out_are_a_note() -> None:
    hands = [f"hand {seat}: ?x15" for seat in "NESW"]
    (told,) = audited(deal(*hands, "up: KD"), ruleset("ro-canastone"))
    assert (told.id, told.severity, told.line, told.data) == ("DEAL-009", "note", 6, {"want": 13})


def test_second_hands_left_out_are_a_note(tmp_path: Path) -> None:
    law = laid_over(tmp_path / "club.yaml", "dealing: {foot_each: 11}")
    (told,) = audited(deal(*HANDS, "foot N: ?x11", "up: KD"), law)
    assert (told.id, told.line, told.data) == ("DEAL-009", 1, {"want": 33})


def test_a_card_put_back_may_come_up_again() -> None:
    turns = ("N: draw 3S, discard 3S", "E: draw 3S, discard 4C")
    assert roots(deal("up: 3S back", "up: KD", *turns), ruleset("ru-bank")) == []
    assert roots(deal("up: 3S back", "up: KD", *turns, "S: draw 3S, discard 4C"), ruleset("ru-bank")) == [("RECORD-007", 6)]


def test_cards_face_down_do_not_freeze(tmp_path: Path) -> None:
    law = laid_over(tmp_path / "club.yaml", "dealing: {down: by-rank}")
    assert roots(deal("up: 9D", "down: 2C ?x8", TAKE), law) == [("PILE-003", 4)]
    assert roots(deal("up: 2C 9D", "down: ?x9", TAKE), law) == [("PILE-005", 4)]


def test_a_lawful_set_of_threes_is_no_canasta() -> None:
    log = deal(QUEENS, "hand N: 3H 3D 5C 6D", "N: draw 3H 3D, meld 3H 3H 3D 3D, discard 5C", "end: stop")
    (report,) = [deal for match in ca.audit(ca.parse(log), ruleset("ro-mini")).matches for deal in match.deals]
    assert [(score.side, score.total) for score in report.scores if score.side == "NS"] == [("NS", 0)]
