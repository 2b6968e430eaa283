"""The derived expressions against Lark: accepted, refused and built alike, whatever is typed."""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from functools import cache, lru_cache
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from canasta_audit.notation import build, derive, parse, patterns, slow
from canasta_audit.notation import model as m
from canasta_audit.notation.parse import read_line
from canasta_audit.notation.write import write_line, write_play
from tests.notation import strategies as s


@cache
def derived() -> patterns.Patterns:
    """Made when they are first asked for: the grammars take long to load."""
    return derive.derive()


def _by_expressions(text: str) -> m.Line | None:
    """The line by the expressions of all kinds, turns without their plays; no two kinds may take it."""
    kinds = {kind: found for kind, pattern in derived().lines.items() if (found := re.fullmatch(pattern, text))}
    assert len(kinds) <= 1
    return build.line(*next((kind, found.groupdict()) for kind, found in kinds.items())) if kinds else None


def _by_lark(text: str) -> m.Line | None:
    try:
        return build.line(*slow.line_parts(text))
    except slow.Refused:
        return None


@given(s.typed_line)
@settings(max_examples=2000, deadline=None)
@example("N: draw KD @21:14 # x")
@example("N: pass {a, b # c @ d} @+1 # {e}")
@example("~ # struck out")
@example("director: move A to pile to meld A of N")
@example("end: E  out concealed,N out{}")
@example("hand N: 10\u2660\ufe0f 1010")
def test_lines_are_read_alike(text: str) -> None:
    assert _by_expressions(text) == _by_lark(text)


def _play_by_expressions(text: str) -> m.Play | None:
    for kind, pattern in derived().plays.items():
        if found := re.fullmatch(pattern, " " + text):
            return build.PLAYS[kind](found.groupdict())
    return None


@given(s.typed_play)
@settings(max_examples=2000, deadline=None)
@example("take K with KK to K.2 of S {x}")
@example("take only to K")
@example("draw KK>3S")
@example("draw discard 3C")
def test_plays_are_read_alike(text: str) -> None:
    if text[:1] in ("", " ", ","):
        return
    try:
        plays = slow.plays(text)
    except slow.Refused:
        plays = ()
    assert _play_by_expressions(text) == (plays[0] if len(plays) == 1 and not text.endswith(" ") else None)


@given(s.typed_turn | st.lists(s.play.map(write_play), max_size=4).map(lambda p: "N: " + " ".join(p)))
@settings(max_examples=1000, deadline=None)
@example("N: draw KD discard 3C")
@example("N: pass {a, discard 3C}")
@example("N: draw KD ,discard 3C")
def test_a_turn_reads_alike_on_both_ways(text: str) -> None:
    line, finding = read_line(text)
    try:
        expected: m.Line = slow.line(text.strip(" \t\r"))
    except slow.Refused:
        assert finding is not None
    else:
        assert (line, finding) == (expected, None)


@lru_cache(100)
def _line_by_lark(text: str) -> m.Line | None:
    try:
        return slow.line(text.strip(" \t\r"))
    except slow.Refused:
        return None


@given(st.lists(s.typed_line, min_size=1, max_size=3))
@settings(max_examples=500, deadline=None)
@example(["score NS: cards 5, total 5", "score NS: total 5, cards 5, total 5", "score NS: total 5 {x}", "score NS: total +5"])
@example(["up: 2C 4D", "up: 2C back", "hand N: KS KD", "hand N: KK", "left N: KS", "left N: none", "red N: 3H>KD 3H", "red N: 3H"])
@example(
    [
        "up: 2C  # x # y",
        "end: N out # {",
        "N: draw KD, discard 3C  #  x ",
        "N: pass {a # b} # c",
        "left N: none#",
        "hand N: KS#",
        "#",
    ]
)
@example(
    [
        "left N: KS",
        "left N: none",
        "hand N: KS",
        "foot N: KS",
        "foot N: none",
        "red N: 3",
        "red N: 3>K",
        "totals: NS 5",
        "before: EW 70",
    ]
)
@example(["end: stock", "end: stock {x}", "deal 1: dealer W", "deal 1: dealer W, uncut", 'hand N: KS # "', "before: NS 5, EW -0"])
@example(
    ["totals: NS 5", "totals: NS 05", "totals: NS -15", "totals: NS -0", "totals: NS 1_5", "before: EW +7", "score NS: total 12"]
)
@example(
    ["deal 1: dealer W", "deal 02: dealer W", "deal 3: dealer W", "deal -1: dealer W", "red N: 3H>KD", "red N: 3H>3D>KD", "deal 4:"]
)
@example(["N: draw KD, discard 3C", "N: draw KD {a # b}, discard 3C", "N: draw 4D, add 5H to 5, discard 3C # x", "S: draw 4D # x"])
def test_what_was_read_before_changes_nothing(texts: list[str]) -> None:
    """Pieces of lines are remembered: the next line made of them is the same as by Lark all the same."""
    for text in [*texts, *texts, *[f"{a.partition(':')[0]}:{b.partition(':')[2]}" for a in texts for b in texts]]:
        if "\n" not in text and text.strip():
            line, finding = read_line(text)
            expected = _line_by_lark(text)
            assert (line == expected) if expected is not None else finding is not None


@given(st.lists(s.typed_play, min_size=1, max_size=3))
@settings(max_examples=500, deadline=None)
@example(["add KS to K", "add KS KD to 7H.2 of N", "add KS", "meld KS KD KC", "discard KS", "discard KK", "meld KK"])
@example(["take KD with KS KH", "take with KS KH", "take KD with KK", "take KD", "draw 3H>KD", "draw KS KD", "red 3H>KD", "draw"])
def test_plays_read_before_change_nothing(texts: list[str]) -> None:
    """Forms of plays are remembered: the next play of one of them is the same as by Lark all the same."""
    whole = [*texts, *texts, *[f"{a.partition(' ')[0]} {b.partition(' ')[2]}" for a in texts for b in texts]]
    for text in [f"N: {each}" for each in whole if "\n" not in each]:
        line, finding = read_line(text)
        expected = _line_by_lark(text)
        assert (line == expected) if expected is not None else finding is not None


_MEMOS: tuple[MutableMapping[str, Any], ...] = (parse._PLAYS.met, parse._FRAMES, parse._TURNS, parse._HEADS, parse._WHOLE)


@given(st.lists(s.any_line.map(write_line), max_size=12))
@settings(max_examples=300, deadline=None)
@example(["hand N: KS", "hand N: KD", "hand S: K", "stock: KS", "stock: KD", "N: pass", "up: 2C", "left N: KS", "left N: none"])
@example(["totals: NS 5", "totals: NS 6", "red N: 3H>5H", "red N: 3>5", "N: draw K", "N: draw KS", "red N: 3H>5H", "end: stock"])
def test_a_log_is_read_alike_the_second_time(lines: list[str]) -> None:
    """Where a line stands, and what was said before, is told of lines of a known form as of others."""
    text = "\n".join(['[Event "x"]', "deal 1: dealer W", *lines, ""])
    for memo in _MEMOS:
        memo.clear()
    first = parse.parse(text)
    again = parse.parse(text)
    assert (again, again.findings) == (first, first.findings)
    assert [line.line for line in again.lines()] == [line.line for line in first.lines()]
    assert [line.text for line in again.lines()] == [line.text for line in first.lines()]


def test_patterns_file_is_current() -> None:
    """Run ``python -m canasta_audit.notation.derive`` where this fails."""
    assert patterns.stored() == derived()
