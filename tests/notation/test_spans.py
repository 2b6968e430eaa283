"""Columns of plays and cards inside a turn."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings

from canasta_audit.cards import Card
from canasta_audit.notation import model as m
from canasta_audit.notation import slow
from canasta_audit.notation.holds import cards_of_play
from canasta_audit.notation.parse import plain_plays, read_line
from canasta_audit.notation.spans import card_spans, play_spans
from canasta_audit.notation.write import write_line, write_play
from tests.notation import strategies as s


@pytest.mark.parametrize(
    ("line", "plays"),
    [
        ("N: draw KD, discard 3C", ["draw KD", "discard 3C"]),
        ("  ~N:draw KD discard 3C {so, so}  @1 # x", ["draw KD", "discard 3C {so, so}"]),
        ("N: Draw kd; pass", ["Draw kd", "pass"]),
        ("hand N: KS", []),
        ("N: nonsense", []),
        ("N :  draw KD, pass   @1", ["draw KD", "pass"]),
    ],
)
def test_plays(line: str, plays: list[str]) -> None:
    assert [line[start - 1 : end - 1] for start, end in play_spans(line)] == plays


@given(s.typed_turn)
@settings(max_examples=150, deadline=None)
def test_both_ways_agree(text: str) -> None:
    assume(plain_plays(text) is not None)
    assert play_spans(text) == [(start + 1, end + 1) for start, end in slow.spans(text)]


@given(s.turn)
@settings(max_examples=150, deadline=None)
def test_a_span_holds_the_play(turn: m.Turn) -> None:
    line = write_line(turn)
    assert [line[start - 1 : end - 1] for start, end in play_spans(line)] == [write_play(play) for play in turn.plays]


@pytest.mark.parametrize(
    ("play", "cards"),
    [
        ("draw 3H>3D>10S 4S", [("3H", 6, 8), ("3D", 9, 11), ("TS", 12, 15), ("4S", 16, 18)]),
        ("take KD with KK *", [("KD", 6, 8), ("K", 14, 15), ("K", 15, 16), ("*", 17, 18)]),
        ("take only KD by K of S {KS}", [("KD", 11, 13)]),
        ("add 2C ?x2 to *.2 of A", [("2C", 5, 7), ("?", 8, 11), ("?", 8, 11)]),
        ("turnover leave 4S shuffled", [("4S", 16, 18)]),
        ("move 2C from K to 7S", [("2C", 6, 8)]),
        ("pickup", []),
    ],
)
def test_cards(play: str, cards: list[tuple[Card, int, int]]) -> None:
    assert card_spans(play) == cards
    assert card_spans(play, 11) == [(card, start + 10, end + 10) for card, start, end in cards]


@given(s.play)
@settings(max_examples=150, deadline=None)
def test_spans_name_the_cards_of_the_play(play: m.Play) -> None:
    assert [card for card, _, _ in card_spans(write_play(play))] == list(cards_of_play(play))


def test_spans_of_typed_text_agree_with_what_was_read() -> None:
    text = "N: take 10\u2660 with TT, discard K\u2665"
    line, _ = read_line(text)
    assert isinstance(line, m.Turn)
    for play, (start, end) in zip(line.plays, play_spans(text), strict=True):
        assert [card for card, _, _ in card_spans(text[start - 1 : end - 1])] == list(cards_of_play(play))
