"""``conform`` and ``fixtures`` from the command line: exit codes, formats, clients, and our own engine under the harness."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from canasta_audit.cli import conform as cli_conform
from canasta_audit.cli.progress import shown
from canasta_audit.cli.trouble import CLEAN, FOUND, UNUSABLE
from canasta_audit.conform.outcome import Result
from canasta_audit.conform.question import Question, Selection, questions
from canasta_audit.resources import data_path
from tests.conform.asked import FAKES
from tests.conftest import ROOT

FAKE = (sys.executable, FAKES)
ONE = ("--case", "uk-regency-red-threes-for", "--unchanged")
LAWFUL = ("--case", "uk-regency-need-not-go-out")
CLIENTS = data_path("fixtures", "clients")


def client(name: str) -> list[str]:
    if name == "client.py":
        return [sys.executable, str(CLIENTS / name)]
    node = shutil.which("node")
    if node is None:
        pytest.fail("node is not on the PATH: install Node.js 18 or later; the client in JavaScript is part of the suite")
    return [node, str(CLIENTS / name)]


def asked_of_our_own(selection: Selection) -> list[Question]:
    """Every question, but one in eight of the witnesses. They are most of all questions and much alike, and ``test_suite.py`` asks
    the engine each of them without the harness.
    """
    asked = list(questions(selection))
    witnesses = [one for one in asked if one.shelf == "witnesses"]
    left_out = {one.id for one in witnesses} - {one.id for one in witnesses[::8]}
    return [one for one in asked if one.id not in left_out]


@pytest.mark.first
def test_our_own_engine_passes_everything_and_skips_nothing(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli_conform, "selected", asked_of_our_own)
    report = tmp_path / "run.json"
    done = run(
        "conform", "run", "-o", f"json={report}", "--strict", "--", sys.executable, "-m", "canasta_audit", "conform", "serve"
    )
    data = json.loads(report.read_text(encoding="utf-8"))
    wrong = {one["id"]: (one["outcome"], one["differs"], one["reason"]) for one in data["results"] if one["outcome"] != "pass"}
    assert wrong == {}
    assert done.code == CLEAN
    asked = {one["id"] for one in data["results"]}
    every = {one.id: one for one in questions()}
    assert {every[id].shelf for id in every.keys() - asked} == {"witnesses"}
    among = [one for one in every.values() if one.shelf == "witnesses" and one.id in asked]
    assert len(among) > 300
    assert {one.changed for one in among} == {True, False}
    assert data["restarts"] == 0
    assert set(data["results"][0]["judged"]) >= {"verdict", "ids", "lines"}


def test_our_own_engine_reads_the_plain_data_as_well(run) -> None:
    args = ("--chapter", "scoring", "--", sys.executable, "-m", "canasta_audit", "conform", "serve", "--log", "json")
    assert run("conform", "run", "--strict", *args).code == CLEAN


def test_clients_are_short_right_in_what_they_know_and_alike(run) -> None:
    answers = []
    for name in ("client.py", "client.js"):
        assert len((CLIENTS / name).read_text(encoding="utf-8").splitlines()) < 80
        done = run("conform", "run", "--shelf", "must,disputed", "--format", "json", "--", *client(name))
        results = json.loads(done.out)["results"]
        counts = Counter(one["outcome"] for one in results)
        assert done.code == CLEAN
        assert counts["pass"] >= 3
        assert set(counts) == {"pass", "unsupported"}
        answers.append([(one["id"], one["outcome"], one["answer"]) for one in results])
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("way", "code"),
    [("legal", CLEAN), ("illegal", FOUND), ("crash", CLEAN), ("always-crash", FOUND), ("exits", UNUSABLE), ("version", UNUSABLE)],
)
def test_exit_codes(run, way: str, code: int) -> None:
    done = run("conform", "run", *LAWFUL, "--", *FAKE, way)
    assert done.code == code
    assert bool(done.out) is (code != UNUSABLE)
    if way == "exits":
        assert "no licence found" in done.err


def test_nothing_answered_is_not_clean_and_what_is_left_out_counts_where_asked(run) -> None:
    assert run("conform", "run", *LAWFUL, "--", *FAKE, "two-players").code == FOUND
    some = (*LAWFUL, "--case", "uk-regency-red-threes-for")
    assert run("conform", "run", *some, "--", *FAKE, "legal").code == CLEAN
    assert run("conform", "run", *some, "--strict", "--", *FAKE, "legal").code == FOUND


def test_a_missing_program_and_options_that_mean_nothing(run) -> None:
    assert run("conform", "run", *ONE, "--", "./no-such-program").code == UNUSABLE
    assert run("conform", "run").code == UNUSABLE
    for option in (("--case", "no-such"), ("--chapter", "bridge"), ("--shelf", "top"), ("-o", "pdf=x"), ("--timeout", "0")):
        assert run("conform", "run", *option, "--", *FAKE, "legal").code == UNUSABLE


def test_arguments_of_the_program_are_its_own(run, tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text("import sys; sys.exit(0 if sys.argv[1:] == ['--format', '-x', '--', 'y'] else 9)", encoding="utf-8")
    assert (
        "9" not in run("conform", "run", *ONE, "--", sys.executable, script, "--format", "-x", "--", "y").err.partition("code")[2]
    )


def test_diff_of_two_runs(run, tmp_path: Path) -> None:
    some = ("--case", "uk-regency-need-not-*", "--case", "uk-regency-fifty-at-nought", "--unchanged")
    for way in ("legal", "illegal"):
        run("conform", "run", *some, "-o", f"json={tmp_path / way}", "--", *FAKE, way)
    legal, illegal = tmp_path / "legal", tmp_path / "illegal"
    assert run("conform", "diff", legal, legal).code == CLEAN
    assert run("conform", "diff", legal, illegal).code == FOUND
    changes = {one["change"] for one in json.loads(run("conform", "diff", illegal, legal, "-f", "json").out)["changes"]}
    assert changes == {"better", "worse"}
    bad = tmp_path / "bad"
    bad.write_text("[]", encoding="utf-8")
    for old in (bad, tmp_path / "missing"):
        assert run("conform", "diff", old, legal).code == UNUSABLE


def test_serve_refuses_what_is_no_message(run) -> None:
    assert run("conform", "serve", stdin="hello\n").code == UNUSABLE
    assert run("conform", "serve", stdin='{"cmd": "stop", "seq": 1}\n').code == CLEAN
    assert run("conform", "serve", stdin="").code == CLEAN


def test_list_and_export_choose_alike(run, tmp_path: Path) -> None:
    some = ("--shelf", "must", "--chapter", "pile", "--ruleset", "uk-regency")
    ids = run("fixtures", "list", *some, "-f", "ids").out.splitlines()
    assert ids
    listed = [json.loads(line)["id"] for line in run("fixtures", "list", *some, "-f", "json").out.splitlines()]
    path = tmp_path / "suite.jsonl"
    assert run("fixtures", "export", *some, "-o", path).out == ""
    exported = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert ids == listed == [line["id"] for line in exported if line["type"] == "case"]
    assert exported[0]["type"] == "suite"
    assert run("fixtures", "list", "--case", "no-such").code == UNUSABLE


def test_check_of_a_file_and_of_a_version(run, tmp_path: Path) -> None:
    folder = tmp_path / "melds"
    folder.mkdir()
    good = next(data_path("fixtures", "must", "melds").glob("*.yaml"))
    assert run("fixtures", "check", good).code == CLEAN
    bad = folder / "bad.yaml"
    bad.write_text(good.read_text(encoding="utf-8").replace("cite: [", "cite: [uk-wiki 99999, "), encoding="utf-8")
    done = run("fixtures", "check", bad, "-f", "concise")
    assert done.code == FOUND
    assert "SUITE-007" in done.out
    assert run("fixtures", "check", good, "--against", bad).code == UNUSABLE
    assert run("fixtures", "check", tmp_path / "missing.yaml").code == FOUND


@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise there")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_nothing_is_left_where_a_run_is_ended(tmp_path: Path, number: int) -> None:
    told = tmp_path / "pid"
    fake = f"import os, time; open({str(told)!r}, 'w').write(str(os.getpid()) + '.'); time.sleep(60)"
    command = [sys.executable, "-m", "canasta_audit", "conform", "run", *LAWFUL, "--", sys.executable, "-c", fake]
    with subprocess.Popen(command, stderr=subprocess.PIPE, cwd=ROOT) as harness:
        until = time.monotonic() + 30
        while not (told.exists() and told.read_text().endswith(".")) and time.monotonic() < until:
            time.sleep(0.02)
        harness.send_signal(number)
        harness.communicate(timeout=30)
    assert harness.returncode == 130
    with pytest.raises(ProcessLookupError):
        os.kill(int(told.read_text()[:-1]), 0)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_bar_is_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    results = [Result(id, id, "must", "melds", "uk-regency", (), "", "pass") for id in "ab"]
    for stream, drawn in ((Terminal(), True), (io.StringIO(), False)):
        monkeypatch.setattr(sys, "stderr", stream)
        assert list(shown(results, 2)) == results
        assert ("2/2" in stream.getvalue()) is drawn


def test_witnesses_are_chosen_by_their_pair(run) -> None:
    outcome = run("fixtures", "list", "--chapter", "ru-club--uk-howto", "--unchanged")
    assert (outcome.code, outcome.err) == (0, "")
    assert "uk-howto-witness-ru-club-seating-cut" in outcome.out
    assert run("fixtures", "list", "--chapter", "ru-club--uk-hovto").code == 2
