"""Comparisons in every format, and the two verbs."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence

import pytest

import canasta_audit as ca
from canasta_audit.cli import infer as command
from canasta_audit.compare import compare
from canasta_audit.compare.infer import Inference, infer
from canasta_audit.notation import model as n
from canasta_audit.render.compare.blocks import Entry, Heading, Para, Table
from canasta_audit.render.compare.markdown import written as as_markdown
from canasta_audit.render.compare.registry import FORMATS, format_named
from canasta_audit.render.compare.text import written as as_text
from canasta_audit.render.stream import Options
from canasta_audit.ruleset.load import list_rulesets
from tests.compare.games import text_of
from tests.compare.test_game import SMALL

NAMES = [name for name, _ in list_rulesets()]
WHOLE = compare([ca.load_ruleset(name) for name in NAMES])
DIFFERING = [row.pointer for row in WHOLE.rows if row.differs]


INFERRED: dict[tuple[str, ...], Inference] = {}


@pytest.fixture(autouse=True)
def infer_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was inferred is written in many forms; it is inferred once."""

    def remembered(logs: Sequence[n.Log], rulesets: Sequence[ca.Ruleset]) -> Inference:
        asked = (*map(ca.write, logs), *(ruleset.reference for ruleset in rulesets))
        if asked not in INFERRED:
            INFERRED[asked] = infer(logs, rulesets)
        return INFERRED[asked]

    monkeypatch.setattr(command, "infer", remembered)


def told(run, *args: str, stdin: str = "", code: int = 0) -> str:
    outcome = run(*args, stdin=stdin)
    assert (outcome.code, outcome.err) == (code, "")
    return outcome.out


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_all_shipped_rulesets_are_compared_by_default(run) -> None:
    found = json.loads(told(run, "compare", "--format", "json"))
    assert (found["type"], found["players"]) == ("matrix", WHOLE.players)
    assert [one["ruleset"] for one in found["rulesets"]] == NAMES
    assert [row["key"] for row in found["rows"]] == DIFFERING
    assert found["alike"] == len(WHOLE.rows) - len(DIFFERING)
    cell = next(row for row in found["rows"] if row["key"] == "/pile/top_melded")["cells"]["uk-regency"]
    assert {"text", "section", "line"} == set(cell["citations"][0])
    assert len(found["distances"]) == 21
    assert found["nearest"]["uk-howto"] == ["uk-regency"]


def test_equal_rows_are_shown_when_asked_for(run) -> None:
    found = json.loads(told(run, "compare", "uk-regency", "uk-howto", "--all", "--format", "json"))
    assert [row["key"] for row in found["rows"]] == [row.pointer for row in WHOLE.rows]
    assert sum(row["differs"] for row in found["rows"]) == found["differing"]


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_text_names_every_key_and_every_citation(run, form: str) -> None:
    out = " ".join(told(run, "compare", "--format", form).replace("\\", "").split())
    for row in WHOLE.rows:
        assert (row.pointer in out) is row.differs
        for cell in row.cells if row.differs else ():
            for reading in cell.readings:
                assert reading in out
    for row in WHOLE.rows:
        for bridge in row.bridges:
            assert f"{NAMES[bridge.ruleset]}+{bridge.option}" in out


@pytest.mark.parametrize("width", [60, 80, 110])
def test_text_is_no_wider_than_asked_for(width: int) -> None:
    out = "".join(format_named("text").matrix(WHOLE, Options(width=width), True))
    wide = [line for line in out.splitlines() if len(line) > width]
    # A word is not taken apart.
    assert all(len(line.split()) == 1 for line in wide)


def test_csv_has_a_row_for_each_key_and_ruleset(run) -> None:
    rows = rows_of(told(run, "compare", "--format", "csv"))
    assert [(row["key"], row["ruleset"]) for row in rows] == [(key, name) for key in DIFFERING for name in NAMES]
    row = next(row for row in rows if (row["key"], row["ruleset"]) == ("/dealing/cards_each", "uk-regency"))
    assert (row["value"], row["citations"], row["chapter"]) == ("11", "uk-wiki l. 27", "dealing")


def test_only_some_keys(run) -> None:
    for args, keys in (
        (["--chapter", "pile"], {key for key in DIFFERING if key.startswith("/pile/")}),
        (["--key", "pile.top"], {key for key in DIFFERING if key.startswith("/pile/top")}),
        (["--key", "wild_cap,/values/two"], {key for key in DIFFERING if key in ("/melds/wild_cap", "/values/two")}),
    ):
        found = json.loads(told(run, "compare", "--format", "json", *args))
        assert {row["key"] for row in found["rows"]} == keys


def test_players_choose_the_game_and_the_rulesets(run) -> None:
    found = json.loads(told(run, "compare", "--players", "3", "--format", "json"))
    assert [one["ruleset"] for one in found["rulesets"]] == ["ro-mini", "ru-club", "uk-regency"]
    assert found["players"] == 3


@pytest.mark.parametrize(
    "args",
    [
        ["uk-regency"],
        ["uk-regency", "uk-howo"],
        ["uk-regency", "ru-club", "--players", "6"],
        ["uk-regency", "uk-howto", "--players", "2"],
        ["--players", "6"],
        ["--chapter", "piles"],
        ["--key", "/no/such"],
        ["--log", "-", "--players", "2"],
        ["--log", "no-such-file.cgn"],
        ["--log", "-", "uk-regency"],
    ],
)
def test_what_cannot_be_compared(run, args: list[str]) -> None:
    outcome = run("compare", *args, stdin=SMALL)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1


def test_a_wrong_name_gets_the_nearest(run) -> None:
    assert "uk-howto" in run("compare", "uk-regency", "uk-howo").err
    assert "pile" in run("compare", "--chapter", "piles").err


def test_a_game_under_two_rulesets(run) -> None:
    found = json.loads(told(run, "compare", "--log", "-", "uk-regency", "uk-howto", "--format", "json", stdin=SMALL))
    assert (found["type"], found["first"]["line"], found["first"]["keys"]) == ("game", 8, ["/melds/wild_ratio"])
    assert [one["id"] for one in found["first"]["findings"]["uk-howto"]] == ["MELD-014"]
    assert found["first"]["findings"]["uk-regency"] == []
    rows = rows_of(told(run, "compare", "--log", "-", "uk-regency", "uk-howto", "--format", "csv", stdin=SMALL))
    assert [(row["line"], row["ruleset"], row["found"]) for row in rows if row["what"] == "play"] == [
        ("8", "uk-regency", ""),
        ("8", "uk-howto", "MELD-014"),
    ]


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_a_game_under_all_rulesets_for_so_many_players(run, form: str) -> None:
    out = told(run, "compare", "--log", "-", "--format", form, stdin=text_of("uk-regency", 3, deals=1))
    assert all((name in out) is (3 in ca.load_ruleset(name).tables) for name in NAMES)


@pytest.mark.parametrize("form", sorted(set(FORMATS) - {"html"}))
def test_what_is_inferred_in_every_format(run, form: str) -> None:
    out = told(run, "infer", "-", "--format", form, stdin=text_of("ro-classic", deals=2))
    assert all(name in out.replace("\\", "").lower() for name in NAMES)


def test_what_is_inferred_as_data(run) -> None:
    text = text_of("ru-club+deal-12", deals=2)
    found = json.loads(told(run, "infer", "-", "--format", "json", stdin=text))
    best = found["explanations"][0]
    assert (best["ruleset"], best["options"], best["weight"], best["findings"]) == ("ru-club+deal-12", ["deal-12"], 0, [])
    rows = rows_of(told(run, "infer", "-", "--format", "csv", stdin=text))
    assert (rows[0]["rank"], rows[0]["ruleset"], rows[0]["what"]) == ("1", "ru-club+deal-12", "explains")


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_a_shared_first_place_is_told(run, form: str) -> None:
    args = ("infer", "-", "-r", "uk-howto", "-r", "uk-regency", "--format")
    text = text_of("uk-howto", bot="random", deals=1)
    assert json.loads(told(run, *args, "json", stdin=text))["first"] == ["uk-howto", "uk-regency"]
    out = re.sub("<[^>]*>", "", told(run, *args, form, stdin=text).replace("\\", ""))
    assert "uk-howto, uk-regency" in " ".join(out.split())
    rows = [row for row in rows_of(told(run, *args, "csv", stdin=text)) if row["what"] == "explains"]
    assert [(row["rank"], row["ruleset"]) for row in rows] == [("1", "uk-howto"), ("1", "uk-regency")]


def test_faults_that_remain_are_told_by_the_exit_code(run) -> None:
    text = text_of("ro-classic", deals=2)
    total = text.index(", total ") + len(", total ")
    spoilt = text[:total] + "7" + text[total:].lstrip("-")
    found = json.loads(told(run, "infer", "-", "--format", "json", stdin=spoilt, code=1))
    assert found["explanations"][0]["ruleset"] == "ro-classic"
    assert found["explanations"][0]["findings"]


def test_only_the_rulesets_named_are_weighed(run) -> None:
    args = ["infer", "-", "-r", "uk-regency", "-r", "ro-mini", "--format", "json"]
    found = json.loads(told(run, *args, stdin=text_of("ro-mini", deals=2)))
    assert found["explanations"][0]["ruleset"] == "ro-mini"
    assert len(found["explanations"]) == 2


def test_a_log_that_cannot_be_read_is_no_record(run) -> None:
    outcome = run("infer", "no-such-file.cgn")
    assert (outcome.code, outcome.out) == (2, "")


BLOCKS = (
    Heading(1, "a\x1b[2Jb"),
    Para("c|d *e* <f>"),
    Entry("/g", "h", [("i", "j"), ("k" * 40, "l")], ["m"]),
    Table(["", "n"], [["o", "1"], ["p|q", "22"]]),
)


def test_nothing_of_a_log_steers_terminal_or_markdown() -> None:
    text, markdown = "".join(as_text(BLOCKS, Options())), "".join(as_markdown(BLOCKS))
    assert "\x1b" not in text + markdown
    assert "c\\|d \\*e\\* \\<f\\>" in markdown
    assert markdown.count("\n| ") == 3
    assert all(len(line) <= 110 for line in text.splitlines())


def test_a_spreadsheet_takes_nothing_for_a_formula(run) -> None:
    hostile = SMALL.replace("[Event", "# =1+1\n[Event").replace("N: draw 5H,", "  N: draw 5H,")
    out = told(run, "compare", "--log", "-", "uk-regency", "uk-howto", "--format", "csv", stdin=hostile)
    assert all(not value.startswith(("=", "+", "@")) for row in rows_of(out) for value in row.values())
