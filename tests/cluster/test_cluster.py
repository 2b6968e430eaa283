"""On a cluster the bytes are those of this machine, whatever befalls the workers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from canasta_audit.batch import cluster, cluster_link, cluster_send
from canasta_audit.render.registry import FORMATS
from tests.cli.logs import CLEAN, FAULTY, UNREADABLE
from tests.conftest import ROOT
from tests.packing import PACK, zipped


@pytest.fixture(scope="module")
def season(tmp_path_factory) -> Path:
    """A folder with everything that may be in one."""
    folder = tmp_path_factory.mktemp("season")
    (folder / "b").mkdir()
    for number in range(30):
        (folder / "b" / f"{number:02}.cgn").write_text(FAULTY if number % 10 == 1 else CLEAN, encoding="utf-8")
    (folder / "a.cgn.gz").write_bytes(PACK["gz"](UNREADABLE.encode()))
    (folder / "binary.cgn").write_bytes(bytes(range(256)))
    (folder / "cut.cgn.xz").write_bytes(PACK["xz"](FAULTY.encode() * 50)[:-50])
    (folder / "c.zip").write_bytes(zipped({"2.cgn": FAULTY.encode(), "1.cgn": CLEAN.encode(), "notes.txt": b"nice\n"}))
    (folder / "d.zip").write_bytes(zipped({"x/1.cgn": FAULTY.encode()}))
    (folder / "gone.cgn").symlink_to(folder / "nowhere")
    return folder


def alike(run, one, *args) -> None:
    """The run on a cluster comes to what the run here comes to."""
    here = run("audit", *args, "--jobs", 1)
    assert run("audit", *args, "--cluster", one.address) == here


@pytest.mark.parametrize("format_name", FORMATS)
def test_the_bytes_are_the_same(run, season, clusters, format_name) -> None:
    alike(run, clusters["two"], season, season / "no.cgn", season / "d.zip" / "x" / "1.cgn", "-f", format_name)


def test_relative_paths_lists_and_standard_input(run, season, clusters, monkeypatch, tmp_path) -> None:
    monkeypatch.chdir(season)
    (tmp_path / "list").write_text("b/01.cgn\nd.zip/x/1.cgn\n./b/../b/11.cgn\nb/no.cgn\n")
    args = ("audit", "b/02.cgn", "-", "--files-from", tmp_path / "list", "-f", "jsonl", "--show-unknown")
    here = run(*args, "--jobs", 1, stdin=FAULTY)
    assert here.code == 2
    assert run(*args, "--cluster", clusters["two"].address.removeprefix("tcp://"), stdin=FAULTY) == here


def test_a_ruleset_in_a_file_goes_along(run, clusters, monkeypatch, tmp_path) -> None:
    monkeypatch.chdir(tmp_path)
    Path("house.yaml").write_text("extends: uk-regency\nname: house\ntitle: House\n", encoding="utf-8")
    Path("a.cgn").write_text(FAULTY, encoding="utf-8")
    Path("b.cgn").write_text(FAULTY.replace("uk-regency", "house.yaml"), encoding="utf-8")
    alike(run, clusters["two"], "a.cgn", "-r", "house.yaml", "-f", "html")
    here = run("audit", "b.cgn", "a.cgn", "--jobs", 1)
    there = run("audit", "b.cgn", "a.cgn", "--cluster", clusters["two"].address)
    assert there[:2] == here[:2]
    assert there.err.startswith("canasta-audit: b.cgn: ")
    assert there.err.count("\n") == 1


def test_large_results_stay_with_the_worker(run, clusters, monkeypatch, tmp_path) -> None:
    # What is the same in all deals takes next to no room.
    noise = Random(1)
    (tmp_path / "large.cgn").write_text("".join(f"{FAULTY}# {noise.randbytes(4000).hex()}\n" for _ in range(60)), encoding="utf-8")
    (tmp_path / "small.cgn").write_text(FAULTY, encoding="utf-8")
    monkeypatch.setattr(cluster_link, "_PIECE", 50_000)
    pieces: list[int] = []
    fetch = cluster_link.Link.pieces

    def watched(self, address, token, size, write) -> bool:
        if not pieces:
            pieces.append(size)
            # As if the worker had let go of it.
            return fetch(self, address, "0", size, write)
        return fetch(self, address, token, size, write)

    monkeypatch.setattr(cluster_link.Link, "pieces", watched)
    alike(run, clusters["two"], tmp_path, "-f", "html", "--no-alternatives")
    assert pieces and pieces[0] > 256 * 1024


def test_what_workers_cannot_read_is_sent(run, season, clusters, monkeypatch) -> None:
    monkeypatch.setattr(cluster_send, "LARGEST", 5_000)
    (season / "large.cgn").write_text(CLEAN * 50, encoding="utf-8")
    url = f"zip://2.cgn::file://{season}/c.zip"
    args = ("audit", season, season / "d.zip" / "x" / "1.cgn", season / "no.cgn", url, "-f", "jsonl")
    here = run(*args, "--jobs", 1)
    there = run(*args, "--cluster", clusters["blind"].address)
    (season / "large.cgn").unlink()
    assert there[:2] == here[:2]
    told = set(there.err.splitlines()) - set(here.err.splitlines())
    assert len(told) == 3
    assert sum("large.cgn" in line for line in told) == 1


@pytest.fixture
def long_season(tmp_path: Path) -> Path:
    """Work for a while."""
    folder = tmp_path / "season"
    folder.mkdir()
    for number in range(12):
        (folder / f"{number:02}.cgn").write_text(FAULTY + CLEAN * 400, encoding="utf-8")
    return folder


def begun(*args: str | Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "canasta_audit", "audit", *map(str, args), "--no-alternatives", "-f", "jsonl"]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)


def test_a_worker_that_is_killed_costs_nothing(run, long_season, clusters) -> None:
    paths = sorted(long_season.iterdir())[:6]
    process = begun(*paths, "--cluster", clusters["two"].address)
    assert process.stdout is not None
    first = process.stdout.readline()
    os.kill(clusters["two"].workers[0], signal.SIGKILL)
    rest, err = process.communicate(timeout=90)
    assert (first + rest, err, process.returncode) == (
        run("audit", *paths, "--jobs", 1, "--no-alternatives", "-f", "jsonl").out.encode(), b"", 1,
    )  # fmt: skip


def test_what_kills_every_worker_is_given_up(run, clusters, bucket) -> None:
    folder = bucket / "fate"
    for name in ("a", "b/killed", "c", "d/once", "e"):
        (folder / name).mkdir(parents=True)
        for number in range(2 if name != "b/killed" else 1):
            (folder / name / f"{number}.cgn").write_text(FAULTY, encoding="utf-8")
    outcome = run("audit", "bucket://fate", "--cluster", clusters["two"].address, "-f", "json")
    files = json.loads(outcome.out)["summary"]["files"]
    assert [file["file"] for file in files] == [
        f"bucket://fate/{name}" for name in ("a/0.cgn", "a/1.cgn", "b/killed/0.cgn", "c/0.cgn", "c/1.cgn", "d/once/0.cgn",
                                             "d/once/1.cgn", "e/0.cgn", "e/1.cgn")
    ]  # fmt: skip
    assert outcome.code == 2
    assert [line.split(": ")[1] for line in outcome.err.splitlines()] == ["bucket://fate/b/killed/0.cgn"]
    assert len((folder / "b/killed/0.opened").read_bytes()) == 4


@pytest.mark.parametrize("name", ["other", "none"])
def test_a_worker_that_is_unlike_is_told(run, clusters, tmp_path, name) -> None:
    (tmp_path / "a.cgn").write_text(CLEAN, encoding="utf-8")
    outcome = run("audit", tmp_path, "--cluster", clusters[name].address)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert ("9.9" in outcome.err) == (name == "other")


def test_a_worker_that_comes_later_is_asked_as_well(run, clusters, tmp_path, monkeypatch) -> None:
    (tmp_path / "a.cgn").write_text(CLEAN, encoding="utf-8")
    monkeypatch.setattr(cluster_link.Link, "_check", lambda self: None)
    outcome = run("audit", tmp_path, "--cluster", clusters["none"].address)
    assert outcome.code == 2
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "127.0.0.1", "http://127.0.0.1:1", "tcp://nowhere.invalid:8786"])
def test_a_wrong_address_is_told(run, clusters, tmp_path, monkeypatch, address) -> None:
    monkeypatch.setattr(cluster_link, "CONNECT", 0.5)
    (tmp_path / "a.cgn").write_text(CLEAN, encoding="utf-8")
    begun = time.monotonic()
    outcome = run("audit", tmp_path, "--cluster", address)
    assert time.monotonic() - begun < 60
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert address in outcome.err


def test_jobs_are_not_for_a_cluster(run, tmp_path) -> None:
    assert run("audit", tmp_path, "--cluster", "tcp://127.0.0.1:1", "--jobs", 2).code == 2


def test_without_workers_it_ends(run, clusters, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(cluster_link, "NO_WORKER", 0.3)
    (tmp_path / "a.cgn").write_text(CLEAN, encoding="utf-8")
    outcome = run("audit", tmp_path, "--cluster", clusters["empty"].address, "-f", "json")
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    assert json.loads(outcome.out)["summary"]["interrupted"] == {"audited": 0, "logs": 1, "counted": True}


def test_a_signal_ends_it(long_season, clusters) -> None:
    process = begun(long_season, "--cluster", clusters["two"].address)
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert all(line.startswith(b"canasta-audit: ") for line in err.splitlines())
    assert json.loads(out.splitlines()[-1])["interrupted"]["audited"] < 12


def test_a_scheduler_that_is_lost_ends_it(run, long_season, clusters, monkeypatch) -> None:
    monkeypatch.setattr(cluster_link, "CONNECT", 2.0)
    killed: list[float] = []
    came = cluster.Cluster._came

    def killing(self, bundle, reply) -> None:
        came(self, bundle, reply)
        if not killed:
            killed.append(time.monotonic())
            os.kill(clusters["lost"].scheduler, signal.SIGKILL)

    monkeypatch.setattr(cluster.Cluster, "_came", killing)
    outcome = run("audit", long_season, "--cluster", clusters["lost"].address, "-f", "jsonl", "--no-alternatives")
    assert time.monotonic() - killed[0] < 60
    assert outcome.code == 2
    assert outcome.err.count("\n") == 1
    interrupted = json.loads(outcome.out.splitlines()[-1])["interrupted"]
    assert interrupted["logs"] == 12
    assert 1 <= interrupted["audited"] < 12
