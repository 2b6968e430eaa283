"""Logs of another table than their ruleset's: other numbers of players, other decks. One finding says so, the rest is judged."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

import canasta_audit as ca
from canasta_audit.cards import BLACK_THREES, JOKER, RED_THREES, SUITED, WILD
from canasta_audit.report import Report
from canasta_audit.ruleset.load import list_rulesets, load_ruleset
from canasta_audit.ruleset.model import Ruleset
from tests.each import each
from tests.games import GAMES, log_of, text_of

RULESETS = [name for name, _ in list_rulesets()]
PLAYERS, DECK = "MATCH-006", "MATCH-007"

Extending = Callable[[str], Ruleset]


@pytest.fixture
def extending(tmp_path: Path) -> Extending:
    """Loads a ruleset that differs from uk-regency by some lines."""

    def load(lines: str) -> Ruleset:
        path = tmp_path / "house.yaml"
        path.write_text(f"extends: uk-regency\n{lines}\n", encoding="utf-8")
        return load_ruleset(str(path))

    return load


def deal(packs: int, jokers: int, *, stock: bool = True, turns: int = 40, number: int = 1, lost: int = 0) -> str:
    """A deal of four in which everybody discards what he drew; threes and wild cards lie at the bottom of the stock."""
    cards = [card for card in packs * SUITED if card not in RED_THREES | BLACK_THREES | WILD]
    random.Random(number).shuffle(cards)
    seats = "NESW"
    hands = [f"hand {seat}: {' '.join(cards[i * 11 : i * 11 + 11])}" for i, seat in enumerate(seats)]
    rest = cards[45:] + [card for card in packs * SUITED if card in RED_THREES | BLACK_THREES | WILD - {JOKER}] + jokers * [JOKER]
    rest = rest[: len(rest) - lost]
    plays = [f"{seats[i % 4]}: draw {card}, discard {card}" for i, card in enumerate(rest[:turns])]
    dealer, first = seats[(number - 2) % 4], seats[(number - 1) % 4]
    plays = [f"{seats[(i + number - 1) % 4]}{play[1:]}" for i, play in enumerate(plays)]
    lines = [f"stock: {' '.join(rest)}"] if stock else []
    return "\n".join(
        [f"deal {number}: dealer {dealer}, first {first}", *hands, f"up: {cards[44]}", *lines, *plays, "end: stop", ""]
    )


def roots(report: Report) -> list[tuple[str, int]]:
    return [(finding.id, finding.line) for finding in report.roots if finding.severity != "note"]


def judged(text: str, ruleset: Ruleset) -> Report:
    return ca.audit(ca.parse(text), ruleset)


@pytest.mark.parametrize("stock", [True, False], ids=["stock listed", "stock not listed"])
def test_a_log_of_three_packs_under_a_ruleset_of_two(stock: bool) -> None:
    report = judged(deal(3, 6, stock=stock, turns=80) + deal(3, 6, stock=stock, turns=80, number=2), load_ruleset("uk-regency"))
    assert roots(report) == [(DECK, 1)]
    (finding,) = report.findings
    assert {"packs": 3, "jokers": 6, "want_packs": 2, "want_jokers": 4}.items() <= finding.data.items()
    assert finding.parameter is not None
    assert (finding.parameter.pointer, finding.parameter.value) == ("/equipment/packs", 2)
    assert finding.deal == 1
    assert report.turns == 160


def test_a_log_of_two_packs_under_a_ruleset_of_three(extending: Extending) -> None:
    ruleset = extending("equipment: {packs: 3, jokers: 6}")
    assert roots(judged(deal(2, 4), ruleset)) == [(DECK, 1)]
    assert roots(judged(deal(3, 6), ruleset)) == []


def test_a_deck_that_counts_itself_by_the_last_card(extending: Extending) -> None:
    text = deal(2, 4, stock=False, turns=63).replace("end: stop", "end: stock")
    *before, last, end, empty = text.split("\n")
    marked = "\n".join([*before, last.replace(", discard", ", last, discard"), end, empty])
    assert DECK in [id for id, _ in roots(judged(marked, extending("equipment: {packs: 3, jokers: 6}")))]
    assert DECK not in [id for id, _ in roots(judged(marked, load_ruleset("uk-regency")))]


def test_other_jokers_are_another_deck_where_every_card_is_listed() -> None:
    report = judged(deal(2, 2), load_ruleset("uk-regency"))
    assert roots(report) == [(DECK, 1)]
    assert report.findings[0].parameter is not None
    assert report.findings[0].parameter.pointer == "/equipment/jokers"


def test_a_card_too_few_is_a_slip_and_no_deck() -> None:
    assert [id for id, _ in roots(judged(deal(2, 4, lost=1), load_ruleset("uk-regency")))] == ["RECORD-008"]


def test_a_card_too_often_is_a_slip_and_no_deck() -> None:
    text = deal(2, 4, stock=False, turns=8)
    *before, _, end, empty = text.split("\n")
    card = before[1].split()[2]
    twice = "\n".join([*before, f"W: draw {card}, discard {card}", end, empty])
    assert DECK not in [id for id, _ in roots(judged(twice, load_ruleset("uk-regency")))]


def test_faults_are_found_with_the_deck_that_is_shown() -> None:
    text = deal(3, 6, turns=20).replace("end: stop", "N: draw 9C, discard KD\nend: stop")
    assert roots(judged(text, load_ruleset("uk-regency")))[0] == (DECK, 1)
    assert len(roots(judged(text, load_ruleset("uk-regency")))) > 1


@pytest.mark.parametrize(("name", "ruleset", "near"), [("12-three-players", "uk-howto", 4), ("13-two-players", "uk-howto", 4)])
def test_another_number_of_players(name: str, ruleset: str, near: int) -> None:
    report = judged(text_of(f"uk-regency/{name}"), load_ruleset(ruleset))
    findings = [finding for finding in report.roots if finding.id == PLAYERS]
    assert [finding.data["judged"] for finding in findings] == [near]
    assert report.matches
    assert all(match.deals for match in report.matches)
    of_number = [finding for finding in report.findings if finding.id == "DEAL-001"]
    assert of_number
    assert {finding.follows and finding.follows.id for finding in of_number} == {PLAYERS}


def test_five_play_as_four_do() -> None:
    hands = "".join(f"hand {seat}: {'?x11'}\n" for seat in "ABCDE")
    report = judged(
        f'[Seats "A B C D E"]\ndeal 1: dealer E, first A\n{hands}up: 9C\nA: draw KD, discard KD\n', load_ruleset("uk-regency")
    )
    assert [(finding.id, finding.data["judged"]) for finding in report.roots if finding.severity != "note"] == [(PLAYERS, 4)]
    assert report.turns == 1


def test_a_number_that_is_as_near_both_ways_goes_by_the_sides(extending: Extending) -> None:
    three = extending("remove: [/players/3]\nplayers: {}")
    report = judged(text_of("uk-regency/12-three-players"), three)
    assert [finding.data["judged"] for finding in report.roots if finding.id == PLAYERS] == [2]


@each(list(product(GAMES, RULESETS)), " under ".join)
def test_every_game_can_be_judged_by_every_ruleset(both: tuple[str, str]) -> None:
    name, ruleset = both
    report = ca.audit(log_of(name), load_ruleset(ruleset))
    assert [finding.message for finding in report.findings if finding.grade == "internal"] == []
    ids = [finding.id for finding in report.roots]
    assert ids.count(PLAYERS) <= 1
    assert ids.count(DECK) <= 1
    assert sum(len(match.deals) for match in report.matches) == sum(len(match.deals) for match in log_of(name).matches)
