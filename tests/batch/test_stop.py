"""A run that is ended before its time leaves whole documents, and nothing else."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.logs import CLEAN, FAULTY
from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="signals")


def begun(*args: str | Path, folder: Path, **more: object) -> subprocess.Popen[str]:
    """The command line in a process of its own, whose temporary files go to ``folder``."""
    command = [sys.executable, "-m", "canasta_audit", "audit", *map(str, args)]
    return subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, "TMPDIR": str(folder)}, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, **more,  # type: ignore[call-overload]
    )  # fmt: skip


def children(pid: int, number: int) -> list[int]:
    """The processes that ``pid`` has begun, as soon as there are so many."""
    until = time.monotonic() + 30
    path = Path(f"/proc/{pid}/task/{pid}/children")
    while time.monotonic() < until:
        found = [int(word) for word in path.read_text().split()]
        if len(found) >= number:
            return found
        time.sleep(0.02)
    raise AssertionError("they were not begun")


def gone(pids: list[int]) -> bool:
    """Tell whether the processes end soon."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        if not any(Path(f"/proc/{pid}").exists() for pid in pids):
            return True
        time.sleep(0.05)
    return False


@pytest.fixture
def season(tmp_path: Path) -> Path:
    folder = tmp_path / "season"
    folder.mkdir()
    (tmp_path / "tmp").mkdir()
    for number in range(40):
        (folder / f"{number:02}.cgn").write_text(FAULTY + CLEAN * 400, encoding="utf-8")
    return folder


proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="/proc")


@proc
@pytest.mark.parametrize(("jobs", "number"), [(1, signal.SIGINT), (2, signal.SIGINT), (2, signal.SIGTERM)])
def test_a_signal_ends_it_with_whole_documents(season, tmp_path, jobs, number) -> None:
    report = tmp_path / "report.json"
    process = begun(season, "-j", str(jobs), "-f", "jsonl", "-o", f"json={report}", folder=tmp_path / "tmp")
    assert process.stdout is not None
    process.stdout.readline()
    workers = children(process.pid, 2) if jobs > 1 else []
    time.sleep(0.2)
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert all(line.startswith("canasta-audit: ") for line in err.splitlines())
    records = [json.loads(line) for line in out.splitlines()]
    summary = json.loads(report.read_text(encoding="utf-8"))["summary"]
    for told in (records[-1], summary):
        assert told["interrupted"]["logs"] == 40
        assert told["interrupted"]["counted"]
        assert told["interrupted"]["audited"] < 40
    # One log may have been begun and is said not to have been ended.
    assert 0 <= len(summary["files"]) - summary["interrupted"]["audited"] <= 1
    assert gone(workers)
    assert os.listdir(tmp_path / "tmp") == []


@proc
def test_workers_end_when_nobody_waits_for_them(season, tmp_path) -> None:
    process = begun(season, "-j", "2", folder=tmp_path / "tmp")
    workers = children(process.pid, 2)
    process.kill()
    process.communicate()
    assert gone(workers)


@proc
def test_a_process_that_is_killed_costs_nothing(season, tmp_path) -> None:
    paths = sorted(season.iterdir())[:6]
    wanted = begun(*paths, "-j", "1", folder=tmp_path / "tmp").communicate(timeout=60)
    process = begun(*paths, "-j", "2", folder=tmp_path / "tmp")
    os.kill(children(process.pid, 2)[0], signal.SIGKILL)
    assert process.communicate(timeout=60) == wanted
    assert process.returncode == 1


@proc
def test_a_reader_that_leaves_ends_it_quietly(season, tmp_path) -> None:
    process = begun(season, "-j", "2", "-f", "jsonl", folder=tmp_path / "tmp")
    assert process.stdout is not None and process.stderr is not None
    process.stdout.readline()
    workers = children(process.pid, 2)
    process.stdout.close()
    assert process.wait(timeout=60) == 141
    assert process.stderr.read() == ""
    process.stderr.close()
    assert gone(workers)
    assert os.listdir(tmp_path / "tmp") == []


MEMORY = """\
import resource, subprocess, sys
code = subprocess.call([sys.executable, "-m", "canasta_audit", "audit", *sys.argv[1:]])
sys.stderr.write(f"{code} {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024}")
"""
# A process counts what its parent held when it was begun, so a small one comes between.


def test_memory_does_not_grow_with_the_logs(tmp_path) -> None:
    paths = [tmp_path / f"{number}.cgn" for number in range(2)]
    for path in paths:
        path.write_text((FAULTY + CLEAN * 5) * 700, encoding="utf-8")
    report = tmp_path / "report.json"
    command = [sys.executable, "-c", MEMORY, *map(str, paths), "-j", "2", "--no-alternatives", "-f", "json"]
    with report.open("wb") as out:
        done = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, cwd=ROOT, check=True, timeout=120)
    code, most = map(int, done.stderr.split())
    assert code == 1
    # What is written is as much as is allowed, and several times that if it were held as objects.
    assert report.stat().st_size > 10 << 20
    assert most < 60
