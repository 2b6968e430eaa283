"""Turns that begin with a take of the pile, or with red threes, carried out in one go: the table is as after play by play."""

from __future__ import annotations

import copy
from collections.abc import Callable
from itertools import islice

import pytest

import canasta_audit as ca
from canasta_audit import playing
from canasta_audit.asking import Asker
from canasta_audit.cards import RED_THREES
from canasta_audit.notation import model as n
from canasta_audit.resources import read_text
from canasta_audit.simulate.match import numbered_match
from canasta_audit.table.plain_red import red_first
from canasta_audit.table.state import Table
from canasta_audit.taking import play_take
from tests.table.test_plain import seen, step_by_step

TAKING = ["uk-regency", "uk-howto", "ro-classic", "ro-mini", "ru-club"]
SHIPPED = ("fixtures", "games", "uk-regency", "02-match-to-5000.cgn")


def held_to_steps(table: Table, line: n.Turn, quick: Callable[[], int], differing: list[str]) -> int:
    """What ``quick`` returns, after holding what it did to the table to what is done play by play, or to nothing."""
    other = copy.deepcopy(table)
    done = quick()
    if done:
        step_by_step(other, line)
        if RED_THREES.isdisjoint((*other.hands[line.seat], *other.pile[-1:])):
            # ``playing`` sees to that when the turn is over.
            other.red_holders.discard(line.seat)
    if seen(table) != seen(other):
        # An audit goes on after an error of its own.
        differing.append(line.text)
    return done


@pytest.mark.parametrize("name", TAKING)
def test_takes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset, plays = ca.load_ruleset(name), []
    differing: list[str] = []

    def held(asker: Asker, line: n.Turn) -> int:
        plays.append(held_to_steps(asker.step.table, line, lambda: play_take(asker, line), differing))
        return plays[-1]

    monkeypatch.setattr(playing, "play_take", held)
    for bot in ("greedy", "random"):
        ca.audit(ca.parse("".join(islice(numbered_match(ruleset, 4, bot, 3, 1), 8))), ruleset)
    assert sum(map(bool, plays)) > 10
    assert 0 in plays
    assert not differing


def test_red_threes(monkeypatch: pytest.MonkeyPatch) -> None:
    plays = []
    differing: list[str] = []

    def held(table: Table, line: n.Turn, *more: object) -> int:
        plays.append(held_to_steps(table, line, lambda: red_first(table, line, *more), differing))  # type: ignore[arg-type]
        return plays[-1]

    monkeypatch.setattr(playing, "red_first", held)
    text = read_text(*SHIPPED)
    ca.audit(ca.parse(f"{text}\n{text}"))
    # Where the order of the stock is known, it must be what is drawn.
    head = "deal 1: dealer W\nhand N: 3H 9S 8S 7S 6S 5S 4S KC KD QC QD\nstock: {stock} ?x40\n"
    for stock in ("4D 5D", "4D 6D", "6D 5D", "3D 4D 5D"):
        ca.audit(ca.parse(head.format(stock=stock) + "N: red 3H>4D, draw 5D, discard 9S\nE: draw ?, discard ?\n"))
    ca.audit(ca.parse(head.format(stock="4D 5D") + "N: red 3H>4D, draw 5D, discard 2C\n"))
    assert sum(map(bool, plays)) > 5
    assert 0 in plays
    assert not differing
