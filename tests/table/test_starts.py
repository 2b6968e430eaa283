"""The start of a deal in short: where all cards are there nothing is asked, and no other audit comes of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

import canasta_audit as ca
from canasta_audit import outset
from canasta_audit.asking import shortcuts_for
from canasta_audit.cards import Deck
from canasta_audit.checks.deal import first_wrong, turned_up
from canasta_audit.checks.step import Step
from canasta_audit.notation import model as n
from canasta_audit.ruleset.load import list_rulesets, load_ruleset
from canasta_audit.table.deal import is_plainly_turned_up, set_table
from canasta_audit.table.state import Seats
from tests.games import CLEAN, ruleset_of, text_of
from tests.table.long_way import is_as_the_long_way

GAMES = {name.split("/")[0]: name for name in CLEAN if "/" in name and "\nhand" in text_of(name)}
"""One game of each folder that lists hands."""

STARTS = ("hand", "red", "up", "stock", "down", "foot", "deal")
EXTRA = ("up: 2C", "up: 3H back", "up: 9D KS", "down: ?x3", "down: 4C back", "foot N: 4C", "hand F: 4C 5C", "red F: 3H>5C")
UP = ("4C", "AH", "K", "2C", "*", "3H", "3C", "3", "?")
"""Cards turned up, about the first three of which nothing is to be done."""


@cache
def shipped() -> list[ca.Ruleset]:
    """All rulesets that are shipped."""
    return [load_ruleset(name) for name, _ in list_rulesets()]


def slips(text: str) -> Iterator[str]:
    """The log with one slip each in what stands before the first turn of a deal, in one line of every kind."""
    dice, lines = random.Random(text), text.split("\n")
    places = [[at for at, line in enumerate(lines) if line.startswith(kind)] for kind in STARTS]
    for index in [dice.choice(at) for at in places if at]:
        line, before, after = lines[index], lines[:index], lines[index + 1 :]
        fewer, other = line.rpartition(" ")[0], line.rpartition(" ")[0] + " *"
        for changed in ([], [line, line], [fewer], [other], [f"{line} 4C"], *([line, extra] for extra in EXTRA)):
            yield "\n".join([*before, *changed, *after])


@pytest.mark.parametrize("name", GAMES.values())
def test_slips_at_the_start_are_found_as_without_short_cuts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    is_as_the_long_way(monkeypatch, slips(text_of(name)), ruleset_of(name))


@pytest.mark.parametrize("game", ["uk-regency", "ro-canastone", "ro-mini"])
def test_most_starts_are_as_they_are_due(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    due = []
    dealt_out = outset.is_dealt_out
    monkeypatch.setattr(outset, "is_dealt_out", lambda *given: due.append(dealt_out(*given)) or due[-1])
    name = GAMES[game]
    ca.audit(ca.parse(text_of(name)), ruleset_of(name))
    assert due
    assert all(due)


@pytest.mark.parametrize("late", ["melds S: KS KH KD", "pile: 5D"])
def test_a_line_that_shows_a_deal_under_way_counts_for_those_above_it(late: str) -> None:
    above = ["deal 1: dealer W", "hand N: 4C 5C", "red N: 3H"]
    early, tardy = [
        set_table(Seats(tuple("NESW"), ("NS", "EW")), Deck(2, 4), deal.lines, number=1, usual_draw=1, dealt=11)
        for text in ([above[0], late, *above[1:]], [*above, late])
        for deal in ca.parse("\n".join(text)).matches[0].deals
    ]
    assert tardy.mid_deal
    assert tardy.reds["N"] == ["3H"]
    assert not tardy.room
    assert not tardy.lacking
    assert (tardy.hands, tardy.reds, tardy.seen) == (early.hands, early.reds, early.seen)


def test_second_hands_are_always_asked_about() -> None:
    tables = [rules for ruleset in shipped() for rules in ruleset.tables.values()]
    for each in (0, 11):
        games = [rules._replace(dealing=rules.dealing._replace(foot_each=each)) for rules in tables]
        short = {rules.dealing.down for rules in games if shortcuts_for(rules).dealt}
        assert short == (set() if each else {"none", "by-rank"})


def test_nothing_is_wrong_with_what_is_plainly_turned_up() -> None:
    laws = {rules.dealing for ruleset in shipped() for rules in ruleset.tables.values()}
    laws |= {law._replace(void_after_wilds=1) for law in laws}
    plain = []
    for cards in [(), *product(UP, repeat=1), *product(UP, repeat=2)]:
        for lines in {(cards,), tuple((card,) for card in cards)}:
            for back in product((False, True), repeat=len(lines)):
                step = Step()
                step.noted = {"cards": [n.CardsLine("up", some, put) for some, put in zip(lines, back, strict=True) if some]}
                step.noted["cards"].append(n.CardsLine("stock", ("*", "2C")))
                if is_plainly_turned_up(step.noted):
                    plain.append(cards)
                    assert not any(first_wrong(turned_up(step), law) for law in laws)
    assert {*plain} == {(), ("4C",), ("AH",), ("K",)}
