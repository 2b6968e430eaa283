"""``convert``, and event files given to verbs that want logs."""

from __future__ import annotations

from pathlib import Path

import pytest

from canasta_audit.resources import data_path
from tests.cli.logs import CLEAN


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


EVENTS = """\
{"t": "game", "engine": "bot", "players": ["a", "b"], "team_of": [0, 1]}
{"t": "what"}
"""


def test_convert_writes_a_log_and_tells_the_rest(run, folder) -> None:
    (folder / "game.jsonl").write_text(EVENTS, encoding="utf-8")
    outcome = run("convert", "game.jsonl", "--from", "events", "-o", "game.cgn", "--ruleset", "uk-regency")
    assert "EVENT-002" in outcome.err
    text = (folder / "game.cgn").read_text(encoding="utf-8")
    assert '[Ruleset "uk-regency"]' in text
    assert run("convert", "game.jsonl", "--from", "events", "--ruleset", "uk-regency").out == text
    assert run("fmt", "--check", "game.cgn").code == 0


@pytest.mark.parametrize("text", ["# Notes\n\n* nothing\n", CLEAN, '{"t": "what"}\n', " \n", "[1]\n"])
def test_a_file_without_events_is_one_message_and_no_output(run, folder, text) -> None:
    (folder / "notes.txt").write_text(text, encoding="utf-8")
    outcome = run("convert", "notes.txt", "--from", "events", "-o", "x.cgn")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1
    assert outcome.err.startswith("canasta-audit: notes.txt: ")
    assert [path.name for path in folder.iterdir()] == ["notes.txt"]


def test_a_line_that_is_no_event_leaves_the_others(run, folder) -> None:
    (folder / "game.jsonl").write_text("nonsense\n" + EVENTS, encoding="utf-8")
    outcome = run("convert", "game.jsonl", "--from", "events", "-o", "x.cgn")
    assert outcome.code == 1
    assert "EVENT-001" in outcome.err
    assert (folder / "x.cgn").read_text(encoding="utf-8").startswith("[Event ")


@pytest.mark.parametrize("verb", ["audit", "score", "replay", "fmt", "parse"])
def test_an_event_file_is_no_log_and_every_verb_says_what_to_do(run, folder, verb) -> None:
    path = folder / "game.jsonl"
    path.write_text("\n" + EVENTS * 3, encoding="utf-8")
    outcome = run(verb, "game.jsonl")
    assert outcome.code == 2
    assert outcome.err.count("\n") == 1
    assert "`canasta-audit convert game.jsonl --from events`" in outcome.err
    assert path.read_text(encoding="utf-8") == "\n" + EVENTS * 3


def test_other_json_is_no_log_either(run, folder) -> None:
    for text in (run("parse", "--json", "-", stdin=CLEAN).out, '{"format": "canasta-log"}\n'):
        outcome = run("audit", "-", stdin=text)
        assert outcome.code == 2
        assert outcome.err.count("\n") == 1
        assert "convert" not in outcome.err


def test_an_event_file_among_logs_does_not_stop_the_others(run, folder) -> None:
    (folder / "game.jsonl").write_text(EVENTS, encoding="utf-8")
    (folder / "clean.cgn").write_text(CLEAN, encoding="utf-8")
    outcome = run("audit", "game.jsonl", "clean.cgn")
    assert outcome.code == 2
    assert "clean.cgn: no faults" in outcome.out


SHEET = """\
Ruleset;uk-regency
deal;side;dealer;natural;cards;total;running
1;NS;W;500,0;95,0;595,0;595,0
;EW;;;1O5;105;105
"""


def test_a_score_sheet_becomes_a_log_and_a_bad_row_is_told(run, folder) -> None:
    (folder / "sheet.csv").write_text(SHEET, encoding="utf-8")
    outcome = run("convert", "sheet.csv", "--from", "scoresheet", "-o", "sheet.cgn")
    assert outcome.code == 1
    assert outcome.err.startswith("sheet.csv:4:7: error ROW-001 unreadable-row: ")
    assert outcome.err.count("\n") == 1
    text = (folder / "sheet.cgn").read_text(encoding="utf-8")
    assert "score NS: natural 500, cards 95, total 595  # row 3\n" in text
    assert "totals: NS 595, EW 105\n" in text
    assert run("audit", "sheet.cgn").code == 0
    assert run("fmt", "--check", "sheet.cgn").code == 0


@pytest.mark.parametrize(
    ("encoding", "options"),
    [("utf-8-sig", ()), ("utf-16", ()), ("cp1251", ("--encoding", "cp1251")), ("cp1250", ("--encoding", "cp1250"))],
)
def test_a_score_sheet_in_the_encodings_of_spreadsheets(run, folder, encoding, options) -> None:
    names = ("Ana & Ion", "Eva & Dan") if encoding == "cp1250" else ("Ана & Ион", "Ева & Дан")
    text = f"deal\tside\ttotal\r\n1\t{names[0]}\t1250,00\r\n1\t{names[1]}\t-35\r\n"
    (folder / "sheet.csv").write_bytes(text.encode(encoding))
    outcome = run("convert", "sheet.csv", "--from", "scoresheet", *options)
    assert (outcome.code, outcome.err) == (0, "")
    assert f'[South "{names[0].split()[-1]}"]' in outcome.out
    assert "score NS: total 1250  # row 2\n" in outcome.out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("deal;side;totl\n1;NS;5\n", ":1:11: no column is called totl; did you mean total?"),
        ("round;whom;total\n1;NS;5\n", ":1:1: the column side is missing"),
        (CLEAN, ":1:1: no row of this file is a row of headings"),
        ("deal;side;total\nx;NS;5\n", ": no line of this file is a row of scores (line 2: "),
    ],
)
def test_a_text_that_is_no_score_sheet_is_one_message_and_no_output(run, folder, text, told) -> None:
    (folder / "sheet.csv").write_text(text, encoding="utf-8")
    outcome = run("convert", "sheet.csv", "--from", "scoresheet", "-o", "x.cgn")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.splitlines()[-1].startswith(f"canasta-audit: sheet.csv{told}")
    assert [path.name for path in folder.iterdir()] == ["sheet.csv"]


def test_the_table_among_the_games_becomes_the_sheet_beside_it(run) -> None:
    path = data_path("fixtures", "games", "partial", "01-faulty-sheet-of-a-club.csv")
    outcome = run("convert", str(path), "--from", "scoresheet")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == path.with_suffix(".cgn").read_text(encoding="utf-8")
