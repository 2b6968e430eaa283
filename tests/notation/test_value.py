"""Lines and plays behave as dataclasses do."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace

import pytest

from canasta_audit.notation import model as m


def test_equality_is_that_of_kind_and_fields() -> None:
    assert m.Discard("KS") == m.Discard("KS")
    assert m.Discard("KS") != m.Discard("KH")
    assert m.Discard("KS") != m.Discard("KS", remark="slow")
    assert m.Lock() != m.Last()
    assert m.Turn("N", (m.Lock(),)) != m.Turn("S", (m.Lock(),))
    assert m.Discard("KS") != ("KS", None)


def test_the_place_of_a_line_is_not_compared() -> None:
    assert m.Turn("N", line=3, text="N: pass") == m.Turn("N", line=4)
    assert m.Turn("N") != m.Turn("N", comment="late")


def test_plays_are_keys_and_lines_are_not() -> None:
    assert len({m.Discard("KS"), m.Discard("KS"), m.Lock(), m.Last(), m.Address("K"), m.Address("K", 2)}) == 5
    with pytest.raises(TypeError):
        hash(m.Turn("N"))


def test_all_are_dataclasses_without_a_dictionary() -> None:
    for kind in (*m.LINES, *m.PLAYS, m.Address, m.Place, m.Move, m.Award, m.Next):
        assert is_dataclass(kind)
        assert kind.__dictoffset__ == 0
    assert [field.name for field in fields(m.Add)] == ["remark", "cards", "onto"]
    assert replace(m.Discard("KS"), card="KH") == m.Discard("KH")


def test_their_text_can_be_read_back() -> None:
    turn = m.Turn("N", (m.Draw((("KS",),)), m.Add(("KS",), m.Address("K", 2), remark="slow")), line=3)
    assert eval(repr(turn), vars(m)) == turn
