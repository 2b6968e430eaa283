"""A store that cannot be used ends the run with one clear line."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

import canasta_audit
import canasta_audit.store
from tests.cli.logs import FAULTY
from tests.conftest import ROOT
from tests.store.databases import change
from tests.store.season import many, tagged


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "a.cgn"
    path.write_text(tagged(FAULTY), encoding="utf-8")
    return path


def told(outcome) -> str:
    """The one line of a run that came to nothing."""
    assert outcome.code == 2
    (line,) = outcome.err.splitlines()
    assert line.startswith("canasta-audit: ")
    return line


@pytest.mark.parametrize(
    ("given", "sign"),
    [
        ("results.txt", "results.txt"),
        ("mysql://me:secret@host/cup", "mysql"),
        ("sqlite://", "no file"),
        ("sqlite:///:memory:", "no file"),
        ("no-such-folder/results.sqlite", "folder"),
        ("no-such-folder/results.parquet", "no such file"),
        ("postgresql://me:secret@no-host.invalid/cup", "no-host.invalid"),
        ("postgresql://me:secret@127.0.0.1:1/cup", "refused"),
    ],
)
def test_a_place_that_is_none(run, log, monkeypatch, given, sign) -> None:
    monkeypatch.chdir(log.parent)
    line = told(run("audit", log, "--store", given))
    assert sign in line.lower()
    assert "secret" not in line


def test_a_wrong_password_is_told_and_not_repeated(run, log, postgres) -> None:
    wrong = sa.make_url(postgres).set(username="nobody", password="hush").render_as_string(hide_password=False)
    line = told(run("audit", log, "--store", wrong))
    assert "hush" not in line


def test_a_file_that_is_no_database(run, log, tmp_path) -> None:
    (tmp_path / "r.sqlite").write_bytes(b"no database at all" * 100)
    assert "no SQLite database" in told(run("audit", log, "--store", tmp_path / "r.sqlite"))
    (tmp_path / "r.parquet").write_bytes(b"PAR1")
    assert "folder" in told(run("audit", log, "--store", tmp_path / "r.parquet"))


def test_a_store_of_somebody_else(run, log, tmp_path) -> None:
    change(str(tmp_path / "r.sqlite"), "CREATE TABLE bookmarks (url TEXT)")
    assert "bookmarks" in told(run("audit", log, "--store", tmp_path / "r.sqlite"))
    assert "bookmarks" in told(run("stats", tmp_path / "r.sqlite"))
    (tmp_path / "r.parquet").mkdir()
    (tmp_path / "r.parquet" / "mine.parquet").write_bytes(b"")
    assert "no store" in told(run("audit", log, "--store", tmp_path / "r.parquet"))
    assert (tmp_path / "r.parquet" / "mine.parquet").exists()


@pytest.mark.parametrize(("version", "word"), [(0, "older"), (99, "newer")])
def test_another_layout(run, log, tmp_path, version, word) -> None:
    url = str(tmp_path / "r.sqlite")
    run("audit", log, "--store", url)
    change(url, f"UPDATE canasta_store SET schema_version = {version}")
    for verb in (("audit", log, "--store", url), ("stats", url)):
        assert word in told(run(*verb))


def test_another_layout_of_a_folder(run, log, tmp_path, monkeypatch) -> None:
    url = tmp_path / "r.parquet"
    monkeypatch.setattr("canasta_audit.store.columnar.SCHEMA_VERSION", 99)
    run("audit", log, "--store", url)
    monkeypatch.undo()
    assert "layout" in told(run("audit", log, "--store", url))


def test_a_store_that_is_read_only(run, log, tmp_path) -> None:
    run("audit", log, "--store", tmp_path / "r.sqlite")
    assert "read-only" in told(run("audit", log, "--store", f"sqlite:///file:{tmp_path}/r.sqlite?mode=ro&uri=true"))
    assert run("stats", f"sqlite:///file:{tmp_path}/r.sqlite?mode=ro&uri=true").code == 0


@pytest.mark.parametrize("kind", ["sqlite", "parquet"])
def test_a_full_disk(tmp_path, kind) -> None:
    folder = many(tmp_path / "season", 120)
    url = tmp_path / f"r.{kind}"
    ran = subprocess.run(
        [sys.executable, "-m", "canasta_audit", "audit", str(folder), "--store", str(url), "-f", "concise", "-j", "1"],
        cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)),
    )  # fmt: skip
    assert ran.returncode == 2
    (line,) = ran.stderr.splitlines()
    assert "disk" in line
    if kind == "parquet":
        assert not url.exists()


@pytest.mark.parametrize("library", ["sqlalchemy", "pyarrow", "psycopg"])
def test_without_the_extra(run, log, tmp_path, monkeypatch, library) -> None:
    url = {"pyarrow": str(tmp_path / "r.parquet"), "psycopg": "postgresql://127.0.0.1:1/cup"}.get(
        library, str(tmp_path / "r.sqlite")
    )
    # The package that is imported meanwhile must not stay behind.
    monkeypatch.setattr(canasta_audit, "store", canasta_audit.store)
    for name in [name for name in sys.modules if name.startswith("canasta_audit.store") or name.partition(".")[0] == library]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    line = told(run("audit", log, "--store", url))
    assert "canasta-audit[store]" in line
    assert library in line


def test_a_store_is_no_output_as_well(run, log, tmp_path) -> None:
    url = tmp_path / "r.db"
    assert str(url) in told(run("audit", log, "--store", url, "-o", f"json={url}"))
