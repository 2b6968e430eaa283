"""What may be given to the verbs: compressed logs, archives, members of archives, other encodings, also as standard input."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.cli.logs import CLEAN, FAULTY, SCORED
from tests.cli.test_hostile import one_line
from tests.packing import PACK, encrypted, zipped

ROMAN = CLEAN.replace('"Club"', '"Клуб"')
VERBS = (("audit",), ("replay",), ("score",), ("parse",), ("legal", "--at", "1.1"))
EVENTS = b'{"t": "deal", "hand": 1, "dealer": 3, "first": 0}\n{"t": "draw", "seat": 0, "cards": ["QC"]}\n'


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb[0])
@pytest.mark.parametrize("way", [*PACK, "zip"])
def test_every_verb_reads_what_is_packed(run, tmp_path, verb, way) -> None:
    data = PACK[way](SCORED.encode()) if way in PACK else zipped({"game.cgn": SCORED.encode(), "notes.md": b"# ours"})
    plain, packed = tmp_path / "game.cgn", tmp_path / f"game.{way}"
    plain.write_text(SCORED, encoding="utf-8")
    packed.write_bytes(data)
    wanted = run(*verb, plain)
    told = f"{packed}/game.cgn" if way == "zip" else str(packed)
    outcome = run(*verb, packed)
    assert (outcome.code, outcome.out.replace(told, str(plain))) == (wanted.code, wanted.out)
    outcome = run(*verb, "-", stdin=data)
    told = "<stdin>/game.cgn" if way == "zip" else "<stdin>"
    assert (outcome.code, outcome.out.replace(told, str(plain))) == (wanted.code, wanted.out)


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb[0])
def test_every_verb_knows_encodings(run, tmp_path, verb) -> None:
    plain, other = tmp_path / "game.cgn", tmp_path / "old.cgn"
    plain.write_text(ROMAN, encoding="utf-8")
    other.write_bytes(ROMAN.encode("cp1251"))
    wanted = run(*verb, plain)
    outcome = run(*verb, other, "--encoding", "cp1251")
    assert (outcome.code, outcome.out.replace(str(other), str(plain)), outcome.err) == (*wanted[:2], "")
    other.write_bytes(ROMAN.encode("utf-16"))
    assert run(*verb, other).out.replace(str(other), str(plain)) == wanted.out
    outcome = run(*verb, other, "--encoding", "cp1215")
    assert outcome.code == 2
    assert one_line(outcome.err)
    assert "did you mean" in outcome.err


def test_redact_reads_the_same(run, tmp_path) -> None:
    path = tmp_path / "game.cgn"
    path.write_text(ROMAN, encoding="utf-8")
    wanted = run("redact", path)
    for data, options in ((PACK["bz2"](ROMAN.encode()), ()), (ROMAN.encode("koi8-u"), ("--encoding", "koi8-u"))):
        path.write_bytes(data)
        assert run("redact", path, *options) == wanted
    path.write_bytes(zipped({"a.cgn": ROMAN.encode()}))
    assert run("redact", f"{path}/a.cgn", "-o", path).code == 2


def test_an_archive_is_audited_member_by_member(run, tmp_path) -> None:
    path = tmp_path / "season.zip"
    inside = {"b/": b"", "b/faulty.cgn": FAULTY.encode(), "a.cgn.gz": PACK["gz"](FAULTY.encode()), "notes.txt": b"nice\n"}
    path.write_bytes(zipped({**inside, "c.cgn": CLEAN.replace("uk-regency", "uk-howto").encode()}))
    outcome = run("audit", path, "-f", "json")
    report = json.loads(outcome.out)
    places = [(finding["file"], finding["line"]) for finding in report["findings"] if finding["id"] == "MELD-002"]
    assert places == [(f"{path}/a.cgn.gz", 10), (f"{path}/b/faulty.cgn", 10)]
    assert outcome.code == 1
    assert one_line(outcome.err)
    assert "notes.txt" in outcome.err
    outcome = run("audit", f"{path}/b/faulty.cgn", "-f", "concise")
    assert outcome.out.startswith(f"{path}/b/faulty.cgn:10:")
    assert (outcome.code, outcome.err) == (1, "")


def test_an_archive_of_several_matches_and_rulesets(run, tmp_path) -> None:
    two = (SCORED + "\n" + SCORED.replace("uk-regency", "uk-howto")).encode()
    plain, path = tmp_path / "two.cgn", tmp_path / "season.zip"
    plain.write_bytes(two)
    path.write_bytes(zipped({"two.cgn": two}))
    wanted, outcome = run("audit", plain, "-f", "jsonl"), run("audit", path, "-f", "jsonl")
    assert outcome.out.replace(f"{path}/two.cgn", str(plain)) == wanted.out
    assert wanted.out.count('"uk-howto') >= 1


def test_a_member_that_cannot_be_read_stops_no_other(run, tmp_path) -> None:
    path = tmp_path / "season.zip"
    data = {"a.cgn": CLEAN.encode(), "b.cgn": FAULTY.encode(), "../c.cgn": CLEAN.encode()}
    path.write_bytes(encrypted(zipped(data), "a.cgn"))
    outcome = run("audit", path, "-f", "concise")
    assert outcome.code == 2
    assert outcome.err.count("\n") == 2
    assert f"{path}/b.cgn:10:" in outcome.out


@pytest.mark.parametrize("way", ["gz", "xz"])
def test_a_damaged_log_is_audited_up_to_there(run, tmp_path, way) -> None:
    path = tmp_path / "game.cgn"
    text = FAULTY + "\n" + "".join(f"# remark {number * 7919 % 1009}\n" for number in range(2000))
    data = PACK[way](text.encode())
    path.write_bytes(data[:-50])
    for verb in VERBS:
        outcome = run(*verb, path)
        assert outcome.code == 2
        assert outcome.out
        assert one_line(outcome.err)
        assert f"{path}:" in outcome.err
    outcome = run("audit", path, "-f", "concise")
    assert outcome.out.startswith(f"{path}:10:")
    report = json.loads(run("audit", path, "-f", "json").out)
    assert report["findings"]


@pytest.mark.parametrize("verb", ["replay", "parse", "fmt", "legal", "score", "redact"])
def test_verbs_for_one_log_want_it_named(run, tmp_path, verb) -> None:
    path = tmp_path / "season.zip"
    path.write_bytes(zipped({"a.cgn": CLEAN.encode(), "b.cgn": CLEAN.encode()}))
    more = ("--at", "1.1") if verb == "legal" else ()
    outcome = run(verb, path, *more)
    assert outcome.code == 2
    assert one_line(outcome.err)
    assert f"{path}/a.cgn" in outcome.err
    outcome = run(verb, f"{path}/c.cgn", *more)
    assert outcome.code == 2
    assert one_line(outcome.err)
    assert "did you mean" in outcome.err


def test_fmt_rewrites_plain_files_only(run, tmp_path) -> None:
    messy = ROMAN.replace("draw QC", "draw  QC")
    path = tmp_path / "game.cgn"
    for data, options in (
        (PACK["gz"](messy.encode()), ()),
        (messy.encode("utf-16"), ()),
        (messy.encode("cp1251"), ("--encoding", "cp1251")),
        (zipped({"a.cgn": messy.encode()}), ()),
    ):
        path.write_bytes(data)
        outcome = run("fmt", path, *options)
        assert outcome.code == 2
        assert one_line(outcome.err)
        assert path.read_bytes() == data
        assert run("fmt", path, "--check", *options).code == 1
        assert run("fmt", "-", *options, stdin=data).out == ROMAN
    path.write_bytes(b"\xef\xbb\xbf" + messy.encode())
    assert run("fmt", path, "--encoding", "utf8").code == 0
    assert path.read_bytes() == ROMAN.encode()


def test_convert_reads_the_same(run, tmp_path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(EVENTS)
    wanted = run("convert", path, "--from", "events")
    for data in (PACK["zst"](EVENTS), zipped({"game.jsonl": EVENTS}), EVENTS.decode().encode("utf-16")):
        path.write_bytes(data)
        outcome = run("convert", path, "--from", "events")
        assert (outcome.code, outcome.out) == (wanted.code, wanted.out)
    path.write_bytes(PACK["gz"](EVENTS)[:-4])
    outcome = run("convert", path, "--from", "events")
    assert (outcome.code, outcome.out) == (2, wanted.out)


def test_an_archive_that_is_read_is_not_overwritten(run, tmp_path) -> None:
    path = tmp_path / "season.zip"
    data = zipped({"a.cgn": CLEAN.encode()})
    path.write_bytes(data)
    outcome = run("audit", f"{path}/a.cgn", "-o", f"json={path}")
    assert outcome.code == 2
    assert path.read_bytes() == data


@pytest.mark.skipif(os.name != "posix", reason="a pipe")
@pytest.mark.parametrize("way", ["zst", "zip"])
def test_a_pipe(tmp_path, way) -> None:
    data = PACK[way](FAULTY.encode()) if way in PACK else zipped({"a.cgn": FAULTY.encode()})
    command = [sys.executable, "-m", "canasta_audit", "audit", "-", "-f", "concise"]
    done = subprocess.run(command, input=data, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.startswith(b"<stdin>/a.cgn:10:" if way == "zip" else b"<stdin>:10:")
