"""The bar: on a terminal only, with rates and the time that is left, and gone at the end."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from canasta_audit.cli import progress
from tests.cli.logs import CLEAN, FAULTY
from tests.conftest import ROOT

CLEAR = "\r\x1b[K"


def shown(folder: Path, *args: str, stdin: bytes = b"") -> tuple[str, str]:
    """What comes out of an audit of ``folder`` whose standard error is a terminal, and what is drawn there."""
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "canasta_audit", "audit", *args]
    process = subprocess.Popen(
        command, cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    out, _ = process.communicate(stdin, timeout=60)
    drawn = b""
    # What ends a terminal is an error here, or nothing more, as the system likes.
    try:
        while block := os.read(ours, 65536):
            drawn += block
    except OSError:
        pass
    os.close(ours)
    return out.decode(), drawn.decode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(8):
        (tmp_path / f"{number}.cgn").write_text(CLEAN * 150 if number else FAULTY, encoding="utf-8")
    return tmp_path


@pytest.mark.skipif(os.name != "posix", reason="a terminal")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_terminal_is_shown_how_far_it_is(folder, jobs) -> None:
    out, drawn = shown(folder, ".", "gone.cgn", "--jobs", jobs)
    assert out.splitlines()[-1].startswith("9 files: ")
    assert "\x1b" not in out
    assert re.search(r"\r\[[#.]+\] \d/9, \d+:\d\d left  \S+ logs/s  \S+ MB/s  \S+ turns/s\x1b\[K", drawn)
    # What is told stands on a line of its own, and no bar is left.
    assert f"{CLEAR}canasta-audit: gone.cgn" in drawn
    assert "[" not in drawn.split(CLEAR)[-1]


@pytest.mark.skipif(os.name != "posix", reason="a terminal")
def test_a_list_from_a_pipe_has_no_end_that_is_known(folder) -> None:
    names = "\n".join(f"{number}.cgn" for number in range(8)).encode()
    _, drawn = shown(folder, "--files-from", "-", "--jobs", "1", stdin=names)
    assert re.search(r"\r\d logs  \S+ logs/s", drawn)
    assert "left" not in drawn


def test_a_pipe_is_shown_nothing(spawn, folder) -> None:
    done = spawn("-m", "canasta_audit", "audit", folder, "--jobs", "2")
    assert done.stderr == ""


def test_the_bar_keeps_within_the_terminal(monkeypatch, capsys) -> None:
    monkeypatch.setattr(progress, "_columns", lambda: 20)
    bar = progress.Bar()
    bar.draw(lambda: "x" * 100)
    bar.draw(lambda: "y" * 100)
    bar.hide()
    bar.hide()
    assert capsys.readouterr().err == f"\r{'x' * 19}\x1b[K{CLEAR}"
