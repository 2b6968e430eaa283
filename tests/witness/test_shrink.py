"""What the shrinker keeps, and that it always comes to an end at the same place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta_audit.compare.witness_shrink import Cost, Measure, shrink, size_of

CARDS = st.sampled_from(["KC", "KD", "QS", "QH", "2C", "9D", "*", "?"])
HANDS = st.lists(CARDS, min_size=1, max_size=5).map(lambda cards: f"hand N: {' '.join(cards)}")
TURNS = st.tuples(st.sampled_from("NESW"), st.lists(CARDS, min_size=1, max_size=4)).map(
    lambda turn: f"{turn[0]}: draw, meld {' '.join(turn[1])}, discard 9D"
)
BEFORE = st.integers(-900, 9000).map(lambda points: f"before: NS {points}, EW 0")
LOGS = st.lists(HANDS | TURNS | BEFORE, min_size=1, max_size=8).map(lambda lines: "deal 1: dealer W\n" + "\n".join(lines) + "\n")


def holding(*words: str) -> Measure:
    """Shows what it has to as long as all ``words`` are there as often as asked."""

    def measure(text: str) -> Cost | None:
        return size_of(text) if all(text.count(word) >= words.count(word) for word in words) else None

    return measure


@given(LOGS, st.lists(CARDS, max_size=3))
def test_what_is_asked_for_stays_and_nothing_costs_more(log: str, cards: list[str]) -> None:
    wanted = [card for card in cards if log.count(card) >= cards.count(card)]
    measure = holding(*wanted)
    small = shrink(log, measure)
    cost, before = measure(small), measure(log)
    assert cost is not None
    assert before is not None
    assert cost <= before


@given(LOGS)
def test_the_same_log_comes_to_the_same(log: str) -> None:
    assert shrink(log, holding("discard")) == shrink(log, holding("discard")) if "discard" in log else True


@given(LOGS, CARDS)
def test_no_line_is_left_that_could_go(log: str, card: str) -> None:
    measure = holding(card) if card in log else holding()
    lines = shrink(log, measure, trials=100_000).split("\n")[:-1]
    for i in range(len(lines)):
        assert measure("".join(f"{line}\n" for line in [*lines[:i], *lines[i + 1 :]])) is None or len(lines) == 1


def test_it_stops_after_so_many_trials() -> None:
    asked: list[str] = []

    def measure(text: str) -> Cost | None:
        asked.append(text)
        return size_of(text)

    shrink("deal 1: dealer W\n" + "N: draw, discard 9D\n" * 30, measure, trials=5)
    assert len(asked) == 6


def test_a_log_that_shows_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="does not show"):
        shrink("deal 1:\n", lambda text: None)


def test_numbers_become_round_and_cards_alike() -> None:
    small = shrink("before: NS 1495, EW 10\nhand N: KC QD 9S\n", lambda text: size_of(text) if text.count(" ") >= 8 else None)
    assert small == "before: NS 0, EW 0\nhand N: 9S 9S 9S\n"
