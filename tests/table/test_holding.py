"""What plays can have been, held against all ways there are to share out the cards of a hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canasta_audit import cards as c
from canasta_audit.cards import UNKNOWN, Card
from canasta_audit.table.holding import Holding, Taken, exactness, unmatched

TEXTS = ["KS", "KH", "KC", "Kr", "Kb", "K", "QS", "QH", "Q", "3H", "3r", "3b", "3", "*", UNKNOWN]
Event = tuple[str, Card]
"""``in`` and a card that comes into the hand, or ``out`` and a card played."""

EVENTS = st.lists(st.tuples(st.sampled_from(("in", "out")), st.sampled_from(TEXTS)), max_size=9)
HANDS = st.lists(st.sampled_from(TEXTS), max_size=5)


def most(cards: list[tuple[Card, int]], plays: list[Card], unlisted: int = 0) -> int:
    """How many of ``plays`` can have come out of a hand at best: all ways are tried."""

    def best(play: int, used: frozenset[int], spare: int) -> int:
        if play == len(plays):
            return 0
        found = best(play + 1, used, spare)
        for at, (card, since) in enumerate(cards):
            if at not in used and since <= play and c.could_be(plays[play], card):
                found = max(found, 1 + best(play + 1, used | {at}, spare))
        return max(found, 1 + best(play + 1, used, spare - 1)) if spare else found

    return best(0, frozenset(), unlisted)


def played(hand: list[Card], events: list[Event], room: int = 0) -> tuple[Holding, list[Card], list[tuple[Card, int]], int, int]:
    """Carry out events: the holding, the hand left, the cards with the times they came, how many were taken, the room left."""
    holding, left, came = Holding(hand), list(hand), [(card, 0) for card in hand]
    plays = taken_in_all = 0
    for what, card in events:
        if what == "in":
            left.append(card)
            came.append((card, plays))
            continue
        holding.meet(left)
        taken = holding.take(card, room)
        plays += 1
        if taken is not None:
            taken_in_all += 1
            if taken.gone is None:
                room -= 1
            else:
                left.remove(taken.gone)
    return holding, left, came, taken_in_all, room


@given(HANDS, EVENTS, st.integers(0, 2))
@settings(max_examples=400, deadline=None)
def test_a_card_lacks_only_where_no_way_is_left(hand: list[Card], events: list[Event], room: int) -> None:
    for end in range(len(events) + 1):
        _, left, came, taken, _ = played(hand, events[:end], room)
        plays = [card for what, card in events[:end] if what == "out"]
        assert taken == most(came, plays, room)
        assert len(left) <= len(came)


@given(HANDS, EVENTS, HANDS)
@settings(max_examples=300, deadline=None)
def test_cards_noted_at_the_end_differ_by_no_more_than_they_must(hand: list[Card], events: list[Event], noted: list[Card]) -> None:
    holding, left, came, taken, _ = played(hand, events)
    holding.meet(left)
    extra, lacking = unmatched(holding, noted)
    plays = [card for what, card in events if what == "out"]
    both = most(came, [*plays, *noted])
    assert len(noted) - len(extra) == both - taken
    assert len(lacking) == len(left) - (both - taken)


@given(HANDS, EVENTS)
@settings(max_examples=300, deadline=None)
def test_what_is_surely_left_is_left_in_every_way(hand: list[Card], events: list[Event]) -> None:
    holding, left, came, taken, _ = played(hand, events)
    holding.meet(left)
    kinds = {"3H", "3r"}
    plays = [card for what, card in events if what == "out"]
    without = [(card, since) for card, since in came if card not in kinds]
    reds = len(came) - len(without)

    def all_gone(used: frozenset[int], play: int, matched: int) -> bool:
        if play == len(plays):
            return matched == taken and sum(came[at][0] in kinds for at in used) == reds
        if all_gone(used, play + 1, matched):
            return True
        return any(
            all_gone(used | {at}, play + 1, matched + 1)
            for at, (card, since) in enumerate(came)
            if at not in used and since <= play and c.could_be(plays[play], card)
        )

    if taken == len(plays):
        assert holding.surely(kinds) == (not all_gone(frozenset(), 0, 0))


@given(HANDS, HANDS)
@settings(deadline=None)
def test_as_few_as_can_be_are_missing(hand: list[Card], cards: list[Card]) -> None:
    assert len(cards) - len(c.missing(hand, cards)) == len(c.held(hand, cards)) == most([(card, 0) for card in hand], cards)


@pytest.mark.parametrize(
    ("hand", "plays", "last"),
    [
        (["KS", "KH"], ["K", "KS"], Taken("KH")),
        (["KS", "KH"], ["K", "KS", "KH"], None),
        (["KS", UNKNOWN], ["K", "KS"], Taken(UNKNOWN, "K")),
        (["K", "KS"], ["K", "KH"], Taken("KS")),
        (["K", "5D"], ["Kr"], Taken("K", "Kr", True)),
        (["KS", UNKNOWN], [UNKNOWN, "9D"], Taken("KS")),
        (["Kr", "Kb"], ["K", "KH"], Taken("Kb")),
    ],
)
def test_an_earlier_guess_gives_way(hand: list[Card], plays: list[Card], last: Taken | None) -> None:
    holding = Holding(hand)
    taken = [holding.take(card) for card in plays]
    assert taken[-1] == last
    assert None not in taken[:-1]


def test_what_came_later_was_not_played_before() -> None:
    holding = Holding(["KS"])
    assert holding.take("K") == Taken("KS")
    holding.meet(["KH"])
    assert holding.take("KS") is None


def test_what_is_unseen_is_the_play_of_which_least_is_known() -> None:
    holding = Holding(["KS"])
    assert [holding.take(card, None) for card in ("K", "KS")] == [Taken("KS"), Taken(None, "K")]
    assert sorted(TEXTS, key=exactness)[0] == UNKNOWN
