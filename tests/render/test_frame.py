"""The line of a log with carets."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from canasta_audit.render.frame import frame
from canasta_audit.render.style import printable, width_of


def under(rows: list[str]) -> str:
    """What stands above the carets, in a line of signs one column wide."""
    text, carets = rows
    return text[carets.index("^") : carets.rindex("^") + 1]


def test_carets_stand_under_the_span() -> None:
    assert under(frame(3, "N: draw KD, discard 5D", 13, 23)) == "discard 5D"


def test_wide_and_combining_signs_are_counted_in_columns() -> None:
    rows = frame(3, "N: draw KD {卡牌 e\u0301} x", 20, 21)
    text, carets = rows
    assert width_of(text[: text.rindex("x")]) == carets.index("^")


def test_a_span_behind_the_text_still_has_a_caret() -> None:
    assert frame(3, "N:", 9, 9)[1].count("^") == 1


def test_an_empty_line_still_has_a_caret() -> None:
    assert frame(3, "", 1, 1)[1].count("^") == 1


def test_a_long_line_is_cut_to_a_window() -> None:
    text = "a" * 5000 + " SPAN " + "b" * 5000
    rows = frame(3, text, 5002, 5006, width=80)
    assert max(map(len, rows)) <= 80
    assert under(rows) == "SPAN"


def test_a_long_span_fills_the_window() -> None:
    rows = frame(3, "x" * 5000, 1, 5001, width=80)
    assert max(map(len, rows)) <= 80
    assert set(under(rows)) <= {"x", "."}


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300), st.integers(1, 320), st.integers(0, 320), st.integers(60, 120))
def test_any_line_fits_and_is_marked(text: str, column: int, length: int, width: int) -> None:
    rows = frame(7, text, column, column + length, width=width)
    assert all(width_of(row) <= width for row in rows)
    assert "^" in rows[1]
    assert all(row == printable(row) for row in rows)


def test_no_unsafe_sign_passes_for_printable() -> None:
    """``printable`` hands back what Python calls printable; nothing that could steer a terminal may be among it."""
    unsafe = [sign for sign in map(chr, range(0x110000)) if printable(f"{sign}\0")[0] != sign]
    assert {"\0", "\t", "\x1b", "\x7f", "\u202e", "\u2066", "\ufeff", "\ud800"} <= set(unsafe)
    assert all(printable(sign) != sign for sign in unsafe)
