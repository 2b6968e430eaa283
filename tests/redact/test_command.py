"""``redact``: as a filter, into a file, for whom, and what it refuses."""

from __future__ import annotations

import json

import pytest

from tests.cli.logs import CLEAN, UNREADABLE

PUBLIC = """\
[Event "Club"]
[Ruleset "uk-regency"]
[Sides "N S"]

deal 1: dealer S, first N
hand N: ?x15
hand S: ?x15
up: KC

N: draw ?, discard QC
S: draw ?, discard QH
"""


def test_without_a_seat_a_log_is_as_the_table_showed_it(run) -> None:
    assert run("redact", "-", stdin=CLEAN).out == PUBLIC
    assert run("redact", "-", "--public", stdin=CLEAN) == run("redact", "-", stdin=CLEAN)
    assert run("redact", "-", stdin=PUBLIC).out == PUBLIC


def test_a_player_sees_his_own_cards(run) -> None:
    outcome = run("redact", "-", "--seat", "S", stdin=CLEAN)
    assert (outcome.code, outcome.err) == (0, "")
    assert [pair for pair in zip(outcome.out.splitlines(), CLEAN.splitlines(), strict=True) if pair[0] != pair[1]] == [
        ("hand N: ?x15", CLEAN.splitlines()[5]),
        ("N: draw ?, discard QC", "N: draw QC, discard QC"),
    ]
    assert run("redact", "-", stdin=outcome.out).out == PUBLIC


def test_all_matches_of_a_log_are_redacted(run) -> None:
    assert run("redact", "-", stdin=f"{CLEAN}\n{CLEAN}").out == f"{PUBLIC}\n{PUBLIC}"


def test_remarks_stay_if_they_are_asked_for(run) -> None:
    log = CLEAN.replace("discard QC", "discard QC {KS stays}  # he has KS")
    assert run("redact", "-", stdin=log).out == PUBLIC
    assert run("redact", "-", "--remarks", stdin=log).out == PUBLIC.replace("discard QC", "discard QC {KS stays}  # he has KS")


def test_a_line_that_cannot_be_read_gives_nothing_away(run) -> None:
    outcome = run("redact", "-", stdin=UNREADABLE)
    assert outcome.out.splitlines()[9] == "N: !"
    assert len(outcome.out.splitlines()) == len(UNREADABLE.splitlines())


def test_the_json_form_of_what_it_writes(run) -> None:
    shown = run("redact", "-", "--seat", "N", stdin=CLEAN).out
    deal = json.loads(run("parse", "-", "--json", stdin=shown).out)["matches"][0]["deals"][0]
    hands = [line["cards"] for line in deal["lines"] if line["kind"] == "hand"]
    assert [set(hand) == {"?"} for hand in hands] == [False, True]


def test_it_writes_a_file_but_not_over_its_input(run, tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "log.cgn").write_text(CLEAN, encoding="utf-8")
    outcome = run("redact", "log.cgn", "-o", "shown.cgn")
    assert (outcome.code, outcome.out) == (0, "")
    assert (tmp_path / "shown.cgn").read_text(encoding="utf-8") == PUBLIC
    assert run("redact", "log.cgn", "-o", "./log.cgn").code == 2
    assert (tmp_path / "log.cgn").read_text(encoding="utf-8") == CLEAN
    assert run("redact", "none.cgn", "-o", "other.cgn").code == 2
    assert not (tmp_path / "other.cgn").exists()


@pytest.mark.parametrize("args", [["--seat", "n"], ["--seat", "NS"], ["--seat", "N", "--public"], ["--seat", "A"]])
def test_who_cannot_be_meant(run, args: list[str]) -> None:
    outcome = run("redact", "-", *args, stdin=CLEAN)
    assert (outcome.code, len(outcome.err.splitlines())) == (2, 1)
