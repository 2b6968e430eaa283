"""An audit loads nothing that it can do without: that, and no figure of one machine, keeps its start quick."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.logs import CLEAN, FAULTY, SCORED, UNREADABLE

HEAVY = ("bz2", "difflib", "gzip", "hashlib", "jsonschema", "lark", "lzma", "pathlib", "tempfile", "yaml", "zipfile", "zstandard")

CODE = f"""\
import sys
before = set(sys.modules)
from canasta_audit.cli.main import run
code = run(["audit", "--format", "concise", sys.argv[1]])
print(code, *[name for name in {HEAVY!r} if name in sys.modules and name not in before])
"""


def last_line(log: str, folder: Path) -> list[str]:
    """Exit code of an audit in a fresh process, and the heavy modules that it loaded."""
    path = folder / "game.cgn"
    path.write_text(log, encoding="utf-8")
    command = [sys.executable, "-c", CODE, str(path)]
    root = str(Path(__file__).resolve().parents[2])
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=True, timeout=60, cwd=root)
    return ran.stdout.splitlines()[-1].split()


@pytest.mark.parametrize(("log", "code"), [(CLEAN, "0"), (FAULTY, "1"), (SCORED, "1")], ids=["clean", "fault in a turn", "scored"])
def test_a_log_in_order_needs_nothing_heavy(log: str, code: str, tmp_path: Path) -> None:
    assert last_line(log, tmp_path) == [code]


def test_a_line_that_cannot_be_read_needs_the_parser(tmp_path: Path) -> None:
    code, *loaded = last_line(UNREADABLE, tmp_path)
    assert code == "1"
    assert "lark" in loaded
