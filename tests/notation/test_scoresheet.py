"""Score sheets kept as a table: separators, headings, numbers, sides, bad rows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta_audit.finding import Finding
from canasta_audit.notation.model import Deal, Line, Match, ScoreLine, Tag
from canasta_audit.notation.parse import parse
from canasta_audit.notation.scoresheet import read_scoresheet
from canasta_audit.notation.scoresheet_columns import NAMES, WrongSheet, column_of
from canasta_audit.notation.scoresheet_sides import letters_of, players_of
from canasta_audit.notation.scoresheet_table import number_in, raw_rows
from canasta_audit.notation.write import write_line
from canasta_audit.source import BrokenLine

HEAD = "deal;side;total"


def read(*lines: str, ruleset: str | None = None) -> tuple[list[Line], list[Finding]]:
    """The lines of all that is converted, and what is told."""
    found: list[Finding] = []
    units: list[Match | Deal] = list(read_scoresheet(lines, "sheet.csv", found.append, ruleset))
    return [line for unit in units for line in (unit.head if isinstance(unit, Match) else unit.lines)], found


def text(*lines: str) -> list[str]:
    """The written lines below the tags, without comments and blank ones."""
    written = [write_line(line).split("  #")[0] for line in read(*lines)[0] if not isinstance(line, Tag)]
    return [line for line in written if line]


def tags(*lines: str, ruleset: str | None = None) -> dict[str, str]:
    return {line.name: line.value for line in read(*lines, ruleset=ruleset)[0] if isinstance(line, Tag)}


def places(*lines: str) -> list[tuple[str, int, int, str]]:
    return [(one.id, one.line, one.column, one.data["field"]) for one in read(*lines)[1]]


@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
def test_every_separator(separator: str) -> None:
    rows = [HEAD, "1;NS;500", "1;EW;-35", "2;NS;40", "2;EW;600"]
    assert text(*(row.replace(";", separator) for row in rows)) == [
        "deal 1:", "score NS: total 500", "score EW: total -35", "deal 2:", "score NS: total 40", "score EW: total 600",
    ]  # fmt: skip


def test_a_whole_row() -> None:
    head = "Deal,Side,Dealer,Before,Minimum,Natural,Mixed,Cards,Red_Threes,Out,Hand,Penalty,Total,Running,Ended,Remark"
    lines = [
        head,
        '3,NS,E,"1,250",50,500,300,245,100,100,-45,-100,"1,200","2,350",S out,"fine, fine"',
        "3,EW,,-35,15,,,,,,-60,,-60,-95,,",
    ]
    assert text(*lines) == [
        "deal 3: dealer E",
        "before: NS 1250, EW -35",
        "minimum: NS 50, EW 15",
        "penalty NS: -100",
        "end: S out",
        "score NS: natural 500, mixed 300, red-threes 100, cards 245, out 100, hand -45, total 1200",
        "score EW: hand -60, total -60",
        "totals: NS 2350, EW -95",
    ]
    (ns, ew) = [line for line in read(*lines)[0] if isinstance(line, ScoreLine)]
    assert (ns.line, ns.comment, ew.line, ew.comment) == (2, "row 2: fine, fine", 3, "row 3")


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        ("1.250,00", 1250), ("1,250.00", 1250), ("300,0", 300), ("300.00", 300), ("1 250", 1250), ("1\u00a0250", 1250),
        ("1\u2009250,0", 1250), ("1\u202f250", 1250), ("1'250", 1250), ("\u221245", -45), ("\u201345", -45), ("- 45", -45),
        ("(45)", -45), ("+45", 45), ("1.250", 1250), ("1,250", 1250), ("1.250.000", 1250000), ("0,000", 0), ("007", 7),
        ("12,5", None), ("1O0", None), ("1.25", None), ("--5", None), ("1e3", None), ("1,2,3", None), ("9999999999", None),
        ("1.25.000", None), ("5-", None), ("\u0663", None),
    ],
)  # fmt: skip
def test_numbers_as_people_write_them(cell: str, number: int | None) -> None:
    assert number_in(cell) == number


@given(st.text(max_size=20))
def test_any_cell_is_a_number_or_none(cell: str) -> None:
    number = number_in(cell)
    assert number is None or abs(number) < 10**9


@pytest.mark.parametrize("cell", ["", "-", "\u2013", '""', "  "])
def test_an_empty_cell_is_no_item(cell: str) -> None:
    assert text("deal;side;natural;total", f"1;NS;{cell};50") == ["deal 1:", "score NS: total 50"]


def test_a_quoted_cell_may_go_over_lines_and_hold_separators() -> None:
    lines = ["deal;side;remark;total", '1;NS;"one; ""two""', 'three";50', "1;EW;;60"]
    found = [line for line in read(*lines)[0] if isinstance(line, ScoreLine)]
    assert [(line.line, line.comment, line.items) for line in found] == [
        (2, 'row 2: one; "two" three', (("total", 50),)),
        (4, "row 4", (("total", 60),)),
    ]


def test_a_cell_that_is_never_closed_costs_its_row_alone() -> None:
    lines = ["deal;side;remark;total", '1;NS;"oh;50', "1;EW;;60", "2;NS;;70"]
    assert places(*lines) == [("ROW-001", 2, 1, "")]
    assert text(*lines) == ["deal 1:", "score EW: total 60", "deal 2:", "score NS: total 70"]


def test_marks_of_a_spreadsheet() -> None:
    assert text("\ufeffsep=;", HEAD, "1;NS;500\r\n", ";;", "", "1;EW;60") == [
        "deal 1:",
        "score NS: total 500",
        "score EW: total 60",
    ]


def test_tags_above_the_headings() -> None:
    lines = [
        "Event;Club; evening",
        "# Ruleset: ru-club",
        "date=2026.03.05",
        "North;Ana",
        "some words",
        HEAD,
        "1;NS;500",
        "Result;NS",
    ]
    assert tags("Event;Club evening", *lines[1:]) == {
        "Event": "Club evening", "Ruleset": "ru-club", "Date": "2026.03.05", "North": "Ana", "Seats": "NESW",
        "Sides": "NS EW", "Result": "NS",
    }  # fmt: skip
    assert tags(*lines, ruleset="uk-howto")["Ruleset"] == "uk-howto"
    assert tags(HEAD, "1;NS;5")["Event"] == "Score sheet"


def test_several_matches() -> None:
    rows = [HEAD, "1;NS;500", "1;EW;0", "Event;Second", "1;N;30", "1;S;40"]
    sides = [line.value for line in read(*rows)[0] if isinstance(line, Tag) and line.name == "Sides"]
    assert sides == ["NS EW", "N S"]
    assert text("match;deal;side;total", "a;1;NS;5", "b;1;NS;10") == [
        "deal 1:",
        "score NS: total 5",
        "deal 1:",
        "score NS: total 10",
    ]


@pytest.mark.parametrize(
    ("called", "sides", "order"),
    [
        (["NS", "EW"], ["NS", "EW"], "NESW"),
        (["North-South", "e/w"], ["NS", "EW"], "NESW"),
        (["N", "E", "S"], ["N", "E", "S"], "NES"),
        (["AC", "BD"], ["AC", "BD"], "ABCD"),
        (["Ana & Ion", "Eva și Dan"], ["NS", "EW"], "NESW"),
        (["Ana", "Ion"], ["N", "S"], "NS"),
        (["Ana", "Ion", "Eva"], ["N", "E", "S"], "NES"),
        (["Ana/Ion", "Eva/Dan", "Zoe/Max"], ["AD", "BE", "CF"], "ABCDEF"),
    ],
)
def test_sides_by_seats_or_by_names(called: list[str], sides: list[str], order: str) -> None:
    players = players_of([*called, *called], {})
    assert (players.listed, players.order) == (sides, order)
    assert [players.side(text) for text in called] == sides


def test_names_of_sides_stand_in_the_order_of_the_sides() -> None:
    lines = ["Sides;NS EW", HEAD, "1;We;500", "1;They;20", "2;they;40"]
    assert text(*lines) == ["deal 1:", "score NS: total 500", "score EW: total 20", "deal 2:", "score EW: total 40"]


def test_players_are_known_by_name_where_a_seat_is_meant() -> None:
    lines = ["deal;side;dealer;total;ended", "1;Ana & Ion;Eva;500;ion concealed", ";Eva & Dan;;-20;"]
    assert text(*lines) == ["deal 1: dealer E", "end: S out concealed", "score NS: total 500", "score EW: total -20"]
    assert tags(*lines)["South"] == "Ion"


@pytest.mark.parametrize(
    ("row", "field", "column"),
    [
        ("x;NS;;5;;", "deal", 1),
        ("-1;NS;;5;;", "deal", 1),
        ("2;NE;;5;;", "side", 3),
        ("2;;;5;;", "side", 1),
        ("1;NS;;5;;", "side", 3),
        ("2;NS;;5O;;", "total", 7),
        ("2;NS;Q;5;;", "dealer", 6),
        ("2;NS;;5;1,5;", "before", 9),
        ("2;NS;;5;;perhaps", "ended", 10),
    ],
)
def test_a_bad_row_is_one_finding_with_its_place(row: str, field: str, column: int) -> None:
    lines = ["deal;side;dealer;total;before;ended", "1;NS;;500;;", "1;EW;;20;;", row, "2;EW;;45;;"]
    assert places(*lines) == [("ROW-001", 4, column, field)]
    assert text(*lines)[:3] == ["deal 1:", "score NS: total 500", "score EW: total 20"]
    assert "score EW: total 45" in text(*lines) or field == "deal"


def test_without_one_of_its_points_a_row_has_no_score_and_keeps_the_rest() -> None:
    lines = ["deal;side;dealer;cards;total;running", "1;NS;E;9O;590;590"]
    assert text(*lines) == ["deal 1: dealer E", "totals: NS 590"]


def test_a_line_in_another_encoding_is_a_bad_row() -> None:
    assert places(HEAD, "1;NS;5", BrokenLine("1;EW;\ufffd", "badly-encoded", 6, "D0")) == [("ROW-001", 3, 1, "")]


def test_an_unknown_column_is_noted() -> None:
    assert places("deal;side;total;weather", "1;NS;5;fine") == [("ROW-002", 1, 17, "weather")]


@pytest.mark.parametrize(
    ("lines", "word", "place"),
    [
        (["deal;side;natual;total", "1;NS;500;500"], "natural", (1, 11)),
        (["deal;syde;total", "1;NS;500"], "syde", (1, 1)),
        (["deal;side", "1;NS"], "total", (1, 1)),
        (["deal;side;total;sum", "1;NS;5;5"], "total", (1, 1)),
        (["x", "y"], "deal;side;total", (1, 1)),
        ([], "deal;side;total", (0, 0)),
        ([HEAD], "headings", (1, 1)),
        (["Event;Cup", "deal;;points", "1;NS;5"], "side", (2, 1)),
    ],
)
def test_wrong_headings_are_one_message(lines: list[str], word: str, place: tuple[int, int]) -> None:
    with pytest.raises(WrongSheet) as wrong:
        read(*lines)
    assert word in str(wrong.value)
    assert (wrong.value.line, wrong.value.column) == place


def test_every_name_of_a_column_is_its_own() -> None:
    assert [column_of(name) for name in NAMES] == list(NAMES.values())
    assert len(set(NAMES.values())) > 20
    assert [letters_of(text) for text in ("we", "They", "NN", "NA", "")] == ["WE", "", "", "", ""]


@given(st.lists(st.text(alphabet='1;,"NSEW\t -\u2212x\n\r', max_size=12), max_size=8))
def test_any_rows_give_a_log_that_reads_back(rows: list[str]) -> None:
    lines = [HEAD, "1;NS;5", *(line for row in rows for line in row.split("\n"))]
    written = "".join(write_line(line) + "\n" for line in read(*lines)[0])
    assert not [finding.id for finding in parse(written).findings if finding.severity == "error"]
    assert len(list(raw_rows(lines))) <= len(lines)
