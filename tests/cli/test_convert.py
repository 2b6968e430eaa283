"""``convert``, and event files given to verbs that want logs."""

from __future__ import annotations

from pathlib import Path

import pytest

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
