"""Rows are there whole or not at all, whoever is killed and whoever else writes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.store.databases import ask, rows
from tests.store.season import many

NUMBER = 210
"""More than two groups that are written at once."""


@pytest.fixture(scope="module")
def season(tmp_path_factory) -> Path:
    return many(tmp_path_factory.mktemp("logs") / "season", NUMBER)


@pytest.fixture(scope="module")
def once(season, tmp_path_factory) -> tuple[str, dict]:
    """The report and the rows of a run that nothing befell."""
    url = str(tmp_path_factory.mktemp("once") / "r.sqlite")
    out, _ = begun(season, "--store", url, "-f", "jsonl", "-j", "1").communicate(timeout=60)
    return out, rows(url)


def begun(*args: str | Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "canasta_audit", "audit", *map(str, args)]
    return subprocess.Popen(command, cwd=ROOT, encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="signals")
def test_killed_in_the_middle_and_run_again(season, once, url, run) -> None:
    process = begun(season, "--store", url, "-f", "jsonl", "-j", "2")
    assert process.stdout is not None
    for line in process.stdout:
        if f"{NUMBER // 2:04}.cgn" in line:
            break
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=30)
    assert process.returncode == -signal.SIGKILL
    if url.endswith(".parquet"):
        assert not Path(url).exists()
    else:
        (done,) = ask(url, "SELECT count(*) FROM logs")[0]
        assert 0 < done < NUMBER
    again = run("audit", season, "--store", url, "-f", "jsonl", "-j", 1)
    assert ("skipped" in again.err) == (not url.endswith(".parquet"))
    assert (again.code, again.out, rows(url)) == (1, *once)


def test_two_writers_at_once(season, once, url) -> None:
    processes = [begun(season, "--store", url, "-f", "jsonl", "-j", "1") for _ in range(2)]
    ended = [process.communicate(timeout=60) for process in processes]
    assert [process.returncode for process in processes] == [1, 1]
    assert [out for out, _ in ended] == [once[0]] * 2
    assert [len(err.splitlines()) for _, err in ended] == [1, 1]
    assert rows(url) == once[1]


def test_two_writers_of_different_logs(tmp_path, run) -> None:
    """A folder of files is written anew by each of them."""
    url = str(tmp_path / "r.parquet")
    folders = [many(tmp_path / name, 20) for name in ("a", "b")]
    for process in [begun(folder, "--store", url, "-j", "1") for folder in folders]:
        process.communicate(timeout=60)
    once = str(tmp_path / "once.sqlite")
    run("audit", *folders, "--store", once, "-j", 1)
    assert rows(url) == rows(once)


def test_interrupted_and_run_again(season, once, tmp_path, run) -> None:
    url = str(tmp_path / "r.sqlite")
    process = begun(season, "--store", url, "-f", "jsonl", "-j", "1")
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    (done,) = ask(url, "SELECT count(*) FROM logs")[0]
    assert f"{done} log" in err.splitlines()[-1]
    run("audit", season, "--store", url, "-j", 1)
    assert rows(url) == once[1]
