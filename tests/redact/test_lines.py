"""What stays of a line and what is hidden of it, for whom."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import canasta_audit as ca
from canasta_audit import redact
from canasta_audit.notation import model as n
from canasta_audit.notation.parse import read_line
from canasta_audit.notation.write import write_line
from tests.notation import strategies as s
from tests.redact.views import View

HEAD = "deal 1: dealer W\n"


def lines(text: str, view: View, *, told: bool = False) -> list[str]:
    """The lines of a deal behind its head, as ``view`` saw them."""
    (match,) = ca.parse(HEAD + text).matches
    (deal,) = redact.redacted(match, view, told=told).deals
    assert [line.text for line in deal.lines if line.text] == [write_line(line) for line in deal.lines if line.text]
    return [write_line(line) for line in deal.lines[1:]]


@pytest.mark.parametrize(
    ("line", "for_n", "for_others"),
    [
        ("hand N: KS 3H * ?", "hand N: KS 3H * ?", "hand N: ?x4"),
        ("~hand N: KS KH", "~hand N: KS KH", "~hand N: ? ?"),
        ("foot N: KS KH 4D", "foot N: ?x3", "foot N: ?x3"),
        ("stock: KS KH 4D", "stock: ?x3", "stock: ?x3"),
        ("down: KS KH 4D", "down: ?x3", "down: ?x3"),
        ("up: 2C KC", "up: 2C KC", "up: 2C KC"),
        ("pile: 2C KC", "pile: 2C KC", "pile: 2C KC"),
        ("melds N: KKK 2, 4S 5S 6S", "melds N: KKK 2, 4S 5S 6S", "melds N: KKK 2, 4S 5S 6S"),
        ("red N: 3H>3D>KD 3D", "red N: 3H>3D>KD 3D", "red N: 3H>3D>? 3D"),
        ("N: draw 3H>3D>KD 4S", "N: draw 3H>3D>KD 4S", "N: draw 3H>3D>? ?"),
        ("N: draw 3H, discard 4S", "N: draw 3H, discard 4S", "N: draw ?, discard 4S"),
        ("N: draw, discard 4S", "N: draw, discard 4S", "N: draw, discard 4S"),
        ("~N: draw KD, discard 4S", "~N: draw KD, discard 4S", "~N: draw ?, discard 4S"),
        ("N: red 3H>9D 3D, draw 4C, discard 4C", "N: red 3H>9D 3D, draw 4C, discard 4C", "N: red 3H>? 3D, draw ?, discard 4C"),
        (
            "N: take KD showing KS, pickup, meld 4S 4D 4H, turnover leave 4S, move 2C from K to hand",
            "N: take KD showing KS, pickup, meld 4S 4D 4H, turnover leave 4S, move 2C from K to hand",
            "N: take KD showing KS, pickup, meld 4S 4D 4H, turnover leave 4S, move 2C from K to hand",
        ),
        ("left N: KS 4D", "left N: KS 4D", "left N: KS 4D"),
        ("exposed N: KS 4D", "exposed N: KS 4D", "exposed N: KS 4D"),
        ("count N: 12", "count N: 12", "count N: 12"),
        ("director: move KS from E to pile", "director: move KS from E to pile", "director: move KS from E to pile"),
        ("director: next N, score NS -50", "director: next N, score NS -50", "director: next N, score NS -50"),
        ("director: move KS from E to N", "director: move KS from E to N", "director: move ? from E to N"),
        ("director: move KS from stock to N", "director: move KS from stock to N", "director: move ? from stock to N"),
        ("director: move KS from S to stock", "director: move ? from S to stock", "director: move ? from S to stock"),
        ("director: move KS from pile to S", "director: move KS from pile to S", "director: move KS from pile to S"),
    ],
)  # fmt: skip
def test_what_is_seen_of_a_line(line: str, for_n: str, for_others: str) -> None:
    assert lines(f"{line}\n", "N") == [for_n]
    assert lines(f"{line}\n", "W") == lines(f"{line}\n", None) == [for_others]


def test_a_second_hand_is_known_to_who_takes_it_up() -> None:
    text = "foot N: KS KH\nfoot E: 4S 4H\nN: draw ?, foot, discard 4C\n~E: draw ?, foot, discard 4C\n"
    assert lines(text, "N")[:2] == ["foot N: KS KH", "foot E: ? ?"]
    assert lines(text, "E")[:2] == lines(text, None)[:2] == ["foot N: ? ?", "foot E: ? ?"]


@pytest.mark.parametrize(
    "line",
    [
        "N: draw ?, discard 4S {! KS was better}  # he has KS",
        "end: stop {KS in the hand of N}",
        "penalty NS: -100 {he showed KS}",
        "score NS: total 50 {KS}",
        "exposed N: 4S {and nearly KS}",
        "# KS",
    ],
)
def test_comments_and_remarks_are_left_out_unless_they_are_asked_for(line: str) -> None:
    (dropped,) = lines(f"{line}\n", None)
    assert "KS" not in dropped
    assert lines(f"{line}\n", None, told=True) == [line]


@pytest.mark.parametrize(
    "raw",
    [
        "N: drw KS, discard 4C", "N: take KS wiht KD", "hand N KS", "up KS", "deal KS", "KS KD", "X take KS", "foo N KS", "turn KS",
        "turn NS KS", "[Ruleset KS", "~E: KS", "score NS KS", "left N; KS!",
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_read_is_meant_for_the_same_and_tells_no_card(raw: str) -> None:
    (match,) = ca.parse(f"{HEAD}{raw}\n").matches
    text = redact.redacted(match, "N").deals[-1].lines[-1].text
    before, after = read_line(raw)[0], read_line(text)[0]
    assert isinstance(before, n.Bad)
    assert isinstance(after, n.Bad)
    known = before.meant[0] != "foo"
    assert (before.meant == after.meant) is known
    assert (before.fault, "take" in raw) == (after.fault, "take" in text)
    assert "KS" not in text


@given(s.log, st.none() | s.seat, st.booleans())
@settings(max_examples=60, deadline=None)
def test_redacting_twice_changes_nothing_and_lines_stay_where_they_are(log: n.Log, view: View, told: bool) -> None:
    log = ca.parse(ca.write(log))
    once = n.Log([redact.redacted(match, view, told=told) for match in log.matches])
    again = ca.parse(ca.write(once))
    assert again == once
    assert n.Log([redact.redacted(match, view, told=told) for match in again.matches]) == once
    assert [(line.line, line.kind, line.undone) for line in once.lines()] == [
        (line.line, line.kind, line.undone) for line in log.lines()
    ]


@given(s.log, s.seat)
@settings(max_examples=60, deadline=None)
def test_what_a_player_saw_holds_what_the_table_showed(log: n.Log, view: View) -> None:
    public = [redact.redacted(match, None) for match in log.matches]
    assert [redact.redacted(redact.redacted(match, view), None) for match in log.matches] == public


@given(s.log, st.none() | s.seat)
@settings(max_examples=30, deadline=None)
def test_deal_by_deal_is_the_same(log: n.Log, view: View) -> None:
    for match in log.matches:
        whole = redact.redacted(match, view)
        assert [redact.redact_unit(deal, view) for deal in match.deals] == whole.deals
        assert redact.redact_unit(match, view).head == whole.head


@given(s.log)
@settings(max_examples=30, deadline=None)
def test_the_record_itself_stays_as_it_is(log: n.Log) -> None:
    text = ca.write(log)
    for match in log.matches:
        redact.redacted(match, None)
    assert ca.write(log) == text


def test_every_kind_of_line_and_play_has_been_thought_of() -> None:
    """A new kind that shows cards is either among those redacted, or lies open."""
    opened = {
        n.Blank, n.Tag, n.Lots, n.DealHead, n.Before, n.Minimum, n.MeldsLine, n.End, n.Left, n.ScoreLine, n.Totals, n.Penalty,
        n.Exposed, n.Count,
    }  # fmt: skip
    hidden = {n.Bad, n.HandLine, n.FootLine, n.RedLine, n.CardsLine, n.Turn, n.Director}
    assert set(n.LINES) == opened | hidden
    plays = {n.Take, n.Pickup, n.Meld, n.Add, n.Ask, n.Discard, n.Lock, n.Last, n.TurnOver, n.Shift, n.Foot, n.Pass}
    assert set(n.PLAYS) == plays | {n.Draw, n.Red}
