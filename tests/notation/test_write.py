"""The writer is the parser's partner, and what it writes is canonical."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from canasta_audit.notation import model as m
from canasta_audit.notation.parse import parse, read_line
from canasta_audit.notation.write import write, write_line, write_play
from tests.notation import strategies as s


@given(s.log)
@settings(max_examples=40, deadline=None)
def test_what_is_written_is_read_back(log: m.Log) -> None:
    text = write(log)
    again = parse(text)
    assert again == log
    assert write(again) == text


@given(s.log)
@settings(max_examples=100)
def test_the_reader_notes_the_lines_that_are_no_turns(log: m.Log) -> None:
    for match in parse(write(log)).matches:
        for deal in match.deals:
            others = [line for line in deal.lines if type(line) is not m.Turn or line.undone]
            assert deal.others is not None
            assert list(map(id, deal.others)) == list(map(id, others))


@given(s.any_line | s.deal_head)
@settings(max_examples=200, deadline=None)
def test_a_line_is_read_back(line: m.Line) -> None:
    assert read_line(write_line(line)) == (line, None)


@given(s.typed_line)
@settings(max_examples=200, deadline=None)
def test_canonical_text_stays_as_it_is(text: str) -> None:
    once = write_line(read_line(text)[0])
    assert write_line(read_line(once)[0]) == once


@given(s.play.filter(lambda play: play.remark is None))
@settings(max_examples=100, deadline=None)
def test_plays_are_plain_ascii(play: m.Play) -> None:
    assert write_play(play).isascii()


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("N:draw 10H ,discard  3C", "N: draw TH, discard 3C"),
        ("N: draw K\u2660 9\u2665\ufe0f discard 4\u2663#x", "N: draw KS 9H, discard 4C  # x"),
        ("N: meld K K KK 2 ? ? ? *", "N: meld KKKK 2 ?x3 *"),
        ("N: add 2C to 10.1 of  S", "N: add 2C to T.1 of S"),
        ("N: pass { !? so }  @+7.25", "N: pass {!? so} @+7.25"),
        ("N: draw KK 3H>3D>KD", "N: draw KK 3H>3D>KD"),
        ("hand  A :?x7 Kr", None),
        ("hand  A : ?x7 Kr", "hand A: ?x7 Kr"),
        ("~  N: draw", "~N: draw"),
        ("~", "~"),
        ("#", "#"),
        ("#  kept", "#  kept"),
        ('[Event   "a \\"b\\" \\\\ c"]  # first', '[Event "a \\"b\\" \\\\ c"]  # first'),
        ("deal  007 :uncut,first B", "deal 7: uncut, first B"),
        ("deal 8:", "deal 8:"),
        ("before:NS +50,EW -5", "before: NS 50, EW -5"),
        ("end: E out,W  out concealed{?!}", "end: E out, W out concealed {?!}"),
        ("left N: none", "left N: none"),
        ("director: {talk}", "director: {talk}"),
        ("penalty E :-50  for exposed-card{two of them}", None),
        ("penalty E : -50  for exposed-card{two of them}", "penalty E: -50 for exposed-card {two of them}"),
        ("penalty EW: -50 {for talking}", "penalty EW: -50 {for talking}"),
        ("penalty EW: -50 for", None),
        ("exposed  E:10H KK ?", None),
        ("exposed  E : 10H KK ?  {fell}", "exposed E: TH KK ? {fell}"),
        ("exposed E:", None),
        ("count  N : 012#x", "count N: 12  # x"),
        ("count stock: 0", "count stock: 0"),
        ("~count  pile: 7 {twice}", "~count pile: 7 {twice}"),
        ("count N: -1", None),
        ("count NS: 22", None),
        ("N: move 2C from K to hand,move KK from 7S to K.2 of W", "N: move 2C from K to hand, move KK from 7S to K.2 of W"),
    ],
)
def test_canonical_spelling(typed: str, canonical: str | None) -> None:
    line, finding = read_line(typed)
    assert (write_line(line) if finding is None else None) == canonical


def test_bad_and_blank_lines_stay_in_place() -> None:
    text = '[Event "x"]\n\n# note\ndeal 1:\n\n  what is this?\nN: draw KD\n\n'
    assert write(parse(text)) == text
