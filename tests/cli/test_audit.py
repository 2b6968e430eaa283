"""``audit``: exit codes, formats, selection, output files."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from canasta_audit.audit import stream
from canasta_audit.cli.main import VERBS
from tests.cli.logs import CLEAN, FAULTY, UNREADABLE
from tests.conftest import ROOT


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {"clean.cgn": CLEAN, "faulty.cgn": FAULTY, "unreadable.cgn": UNREADABLE}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def ids(out: str) -> list[str]:
    return [finding["id"] for finding in json.loads(out)["findings"] if finding["follows"] is None]


def test_a_clean_log_exits_with_0(run, folder) -> None:
    outcome = run("audit", "clean.cgn", "-f", "json")
    assert (outcome.code, outcome.err, ids(outcome.out)) == (0, "", [])


def test_a_finding_exits_with_1(run, folder) -> None:
    outcome = run("audit", "faulty.cgn", "-f", "json")
    assert (outcome.code, outcome.err) == (1, "")
    assert "MELD-002" in ids(outcome.out)


def test_an_unreadable_line_exits_with_1_and_the_rest_is_audited(run, folder) -> None:
    (folder / "both.cgn").write_text(UNREADABLE + "S: draw KC, discard 4H, discard 4S\n", encoding="utf-8")
    outcome = run("audit", "both.cgn", "-f", "json")
    assert outcome.code == 1
    assert "SYNTAX-001" in ids(outcome.out)
    assert len(ids(outcome.out)) > 1


def test_a_missing_file_exits_with_2_and_the_others_are_audited(run, folder) -> None:
    outcome = run("audit", "faulti.cgn", "faulty.cgn", "clean.cgn", "-f", "json")
    assert outcome.code == 2
    assert "MELD-002" in ids(outcome.out)
    assert [each["file"] for each in json.loads(outcome.out)["unusable"]] == ["faulti.cgn"]
    assert "did you mean faulty.cgn?" in outcome.err


def test_the_maximum_counts_and_not_the_last(run, folder) -> None:
    assert run("audit", "faulty.cgn", "clean.cgn").code == 1
    assert run("audit", "gone.cgn", "clean.cgn").code == 2


def test_a_file_without_a_deal_is_not_clean(run, folder) -> None:
    (folder / "tags.cgn").write_text('[Event "x"]\n', encoding="utf-8")
    assert run("audit", "tags.cgn").code == 2


def test_our_own_fault_is_a_finding_and_the_rest_is_audited(run, folder, monkeypatch) -> None:
    def break_down(lines: object, file: str, *_: object, **__: object) -> Iterator[object]:
        if file == "clean.cgn":
            raise ZeroDivisionError("boom\nand more")
        yield from stream(lines, file)

    monkeypatch.setattr("canasta_audit.batch.run.stream", break_down)
    outcome = run("audit", "clean.cgn", "faulty.cgn", "-f", "json")
    assert (outcome.code, outcome.err) == (3, "")
    found = json.loads(outcome.out)["findings"]
    assert (found[0]["id"], found[0]["data"]) == ("INTERNAL-001", {"error": "ZeroDivisionError", "reason": "boom and more"})
    assert "MELD-002" in {one["id"] for one in found}


def test_our_own_fault_shows_its_traceback_when_asked(spawn, folder) -> None:
    broken = "import canasta_audit.batch.run as a; a.stream = None; from canasta_audit.cli.main import main; main(['audit', '-'])"
    assert "Traceback" in spawn("-c", broken, env={"CANASTA_AUDIT_DEBUG": "1"}, stdin=CLEAN).stderr
    assert "Traceback" not in spawn("-c", broken, stdin=CLEAN).stderr


@pytest.mark.parametrize(("level", "code"), [("error", 0), ("warning", 0), ("note", 1), ("never", 0)])
def test_fail_on_sets_the_level(run, folder, level, code) -> None:
    (folder / "note.cgn").write_text(CLEAN.replace("N: draw QC,", "N: draw qc;"), encoding="utf-8")
    outcome = run("audit", "note.cgn", "-f", "json", "--fail-on", level)
    assert ids(outcome.out) == ["SYNTAX-002"]
    assert outcome.code == code


def test_never_fails_never(run, folder) -> None:
    assert run("audit", "faulty.cgn", "--fail-on", "never").code == 0


@pytest.mark.parametrize("selector", ["MELD-002", "mixed-ranks", "MELD", "meld", "PILE, MELD-002"])
def test_select_takes_ids_names_chapters_and_lists(run, folder, selector) -> None:
    assert set(ids(run("audit", "faulty.cgn", "-f", "json", "--select", selector).out)) == {"MELD-002"}


def test_select_leaves_out_what_is_not_selected(run, folder) -> None:
    outcome = run("audit", "faulty.cgn", "-f", "json", "--select", "SCORE")
    assert (outcome.code, ids(outcome.out)) == (0, [])


def test_select_never_hides_what_could_not_be_read(run, folder) -> None:
    assert "SYNTAX-001" in ids(run("audit", "unreadable.cgn", "-f", "json", "--select", "SCORE").out)
    assert "SYNTAX-001" not in ids(run("audit", "unreadable.cgn", "-f", "json", "--ignore", "SYNTAX").out)


def test_ignore_takes_away(run, folder) -> None:
    assert "MELD-002" not in ids(run("audit", "faulty.cgn", "-f", "json", "--ignore", "mixed-ranks").out)


FOLLOWED = str(ROOT / "fixtures" / "games" / "faulty-final.cgn")


def followers(out: str) -> list[tuple[str, str]]:
    return [(each["id"], each["follows"]["id"]) for each in json.loads(out)["findings"] if each["follows"]]


def test_what_follows_from_an_ignored_finding_goes_with_it(run) -> None:
    every = followers(run("audit", FOLLOWED, "-f", "json").out)
    root = every[0][1]
    kept = [each for each in every if each[1] != root]
    assert kept != every
    assert followers(run("audit", FOLLOWED, "-f", "json", "--ignore", root).out) == kept
    assert followers(run("audit", FOLLOWED, "-f", "json", "--ignore", root.split("-")[0], "--show-follows").out) == every
    assert f"from {root}" not in run("audit", FOLLOWED, "--ignore", root).out


def test_what_is_selected_is_shown_though_its_root_is_not(run) -> None:
    follower, root = followers(run("audit", FOLLOWED, "-f", "json").out)[0]
    concise = run("audit", FOLLOWED, "-f", "concise", "--select", follower).out
    assert f"[follows {root} at " in concise
    report = json.loads(run("audit", FOLLOWED, "-f", "json", "--select", follower).out)
    assert report["summary"]["follows"] == 0


@pytest.mark.parametrize("option", ["--select", "--ignore"])
def test_an_unknown_selector_exits_with_2_and_a_suggestion(run, folder, option) -> None:
    outcome = run("audit", "clean.cgn", option, "mixed-rank")
    assert outcome.code == 2
    assert "mixed-ranks" in outcome.err
    assert len(outcome.err.splitlines()) == 1


def test_several_outputs_in_one_run(run, folder) -> None:
    outputs = ["--output", "json=report.json", "-o", "jsonl=report.jsonl", "-o", "text=r.txt"]
    outcome = run("audit", "faulty.cgn", "-f", "concise", *outputs)
    assert outcome.code == 1
    assert "MELD-002" in ids((folder / "report.json").read_text(encoding="utf-8"))
    records = [json.loads(line) for line in (folder / "report.jsonl").read_text(encoding="utf-8").splitlines()]
    assert records[-1]["type"] == "summary"
    assert "MELD-002" in (folder / "r.txt").read_text(encoding="utf-8")
    assert outcome.out.startswith("faulty.cgn:")
    assert sorted(path.name for path in folder.iterdir() if path.name.endswith(".tmp")) == []


@pytest.mark.parametrize("output", ["json", "json=", "jsno=x.json", "json=clean.cgn", "json=no/such/folder/x", "json=."])
def test_an_output_that_cannot_be_written_exits_with_2(run, folder, output) -> None:
    outcome = run("audit", "clean.cgn", "--output", output)
    assert outcome.code == 2
    assert len(outcome.err.splitlines()) == 1
    assert (folder / "clean.cgn").read_text(encoding="utf-8") == CLEAN


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk here that is always full")
def test_a_full_disk_is_no_fault_of_ours(run, folder) -> None:
    outcome = run("audit", folder, "-o", "jsonl=/dev/full")
    assert outcome.code == 2
    assert [line.split(" cannot ")[0] for line in outcome.err.splitlines()] == ["canasta-audit: /dev/full"]
    command = [sys.executable, "-m", "canasta_audit", "audit", "."]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, cwd=folder, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


@pytest.mark.parametrize("verb", ["audit", "compare"])
def test_a_folder_of_sources_that_is_not_there(run, folder, verb) -> None:
    outcome = run(verb, "--sources", "gone", *(["clean.cgn"] if verb == "audit" else []))
    assert (outcome.code, len(outcome.err.splitlines())) == (2, 1)


def test_an_output_is_whole_or_not_there(run, folder, monkeypatch) -> None:
    (folder / "report.json").write_text("old", encoding="utf-8")

    def break_down(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("canasta_audit.render.json_.match_record", break_down)
    outcome = run("audit", "clean.cgn", "-o", "json=report.json")
    assert outcome.code == 3
    assert len(outcome.err.splitlines()) == 1
    assert "ZeroDivisionError" in outcome.err
    assert (folder / "report.json").read_text(encoding="utf-8") == "old"
    assert not list(folder.glob("*.tmp"))


def test_a_dash_is_standard_input(run, folder) -> None:
    outcome = run("audit", "-", "-f", "json", stdin=FAULTY)
    assert outcome.code == 1
    assert {finding["file"] for finding in json.loads(outcome.out)["findings"]} == {"<stdin>"}


def test_standard_input_is_read_once_only(run, folder) -> None:
    assert run("audit", "-", "-", stdin=CLEAN).code == 2


@pytest.mark.parametrize(
    "args", [["--no-such-option"], ["audt"], ["audit"], ["audit", "--format", "xml", "clean.cgn"], ["clean.cgn"]]
)
def test_bad_options_exit_with_2_in_one_line(run, folder, args) -> None:
    outcome = run(*args)
    assert outcome.code == 2
    assert len(outcome.err.splitlines()) == 1
    assert outcome.err.startswith("canasta-audit: ")


@pytest.mark.parametrize("verb", [[], *([verb] for verb in VERBS), ["ruleset", "show"]])
def test_every_verb_has_help(run, verb) -> None:
    outcome = run(*verb, "--help")
    assert (outcome.code, outcome.err) == (0, "")
    assert "Usage: canasta-audit" in outcome.out


def test_colours_are_for_terminals(run, folder, monkeypatch) -> None:
    assert "\x1b" not in run("audit", "faulty.cgn").out
    assert "\x1b" in run("audit", "faulty.cgn", "--color", "always").out
    assert "\x1b" not in run("audit", "faulty.cgn", "--color", "always", "-f", "json").out


def test_no_color_is_honoured(monkeypatch) -> None:
    from canasta_audit.cli.outputs import use_color

    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert use_color("auto")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not use_color("auto")
    assert use_color("always")
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not use_color("auto")


@pytest.mark.parametrize("verb", ["audit", "replay", "score", "parse"])
def test_a_reader_that_leaves_is_no_fault(spawn, tmp_path, verb: str) -> None:
    script = "import os,sys; r,w = os.pipe(); os.close(r); os.dup2(w, 1); from canasta_audit.cli.main import main; main()"
    # Long enough that the output is flushed on the way, not at the end alone.
    (tmp_path / "f.cgn").write_text(FAULTY * 400, encoding="utf-8")
    done = spawn("-c", script, verb, tmp_path / "f.cgn")
    assert (done.returncode, done.stderr) == (141, "")
