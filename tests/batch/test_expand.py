"""Paths become tasks: folders, patterns, archives and lists, in the order of names, each log once."""

from __future__ import annotations

import glob
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canasta_audit.batch.expand import expand
from canasta_audit.batch.items import Aside
from canasta_audit.batch.pattern import matching
from canasta_audit.batch.seen import Seen
from canasta_audit.batch.task import Settings, Task
from tests.cli.logs import CLEAN, FAULTY
from tests.packing import zipped

NAMES = st.sampled_from(
    ["a", "b", "B", "a.cgn", "b.CGN", "c.cgn.gz", "d.cgn.zst", "d.zst", "e.txt", ".h", ".i.cgn", "k l.cgn", "ж.cgn"]
)
TREES = st.recursive(st.none(), lambda inside: st.dictionaries(NAMES, inside, max_size=5), max_leaves=20)
SUFFIXES = (".cgn", ".cgn.gz", ".cgn.bz2", ".cgn.xz", ".cgn.zst", ".zip")


def planted(folder: str, tree: dict[str, object] | None) -> None:
    """Make the files and folders of a tree."""
    for name, inside in (tree or {}).items():
        path = os.path.join(folder, name)
        if inside is None:
            Path(path).write_bytes(b"deal 1:\n")
        else:
            os.mkdir(path)
            planted(path, inside)  # type: ignore[arg-type]


def wanted(folder: str) -> Iterator[str]:
    """The logs beneath a folder."""
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if name.startswith("."):
            continue
        if os.path.isdir(path):
            yield from wanted(path)
        elif name.lower().endswith(SUFFIXES):
            yield path


def files(*paths: str, lists: tuple[list[str], ...] = ()) -> list[str]:
    return [one.path for one in expand(paths, Settings(), lists) if isinstance(one, Task) and not one.trouble]


def told(*paths: str) -> list[str]:
    return [one.message if isinstance(one, Aside) else one.trouble for one in expand(paths, Settings()) if one[-1] != ""]


@settings(max_examples=60, deadline=None)
@given(TREES)
def test_a_folder_stands_for_the_logs_in_it(tree) -> None:
    with tempfile.TemporaryDirectory() as folder:
        planted(folder, tree)
        found = files(folder)
        assert found == list(wanted(folder))
        assert files(folder, *found) == found
        assert files(folder, folder) == found
        assert sorted(files(*found[::2], folder)) == sorted(found)


PATTERNS = st.lists(st.sampled_from(["*", "**", "a", "b*", "*.cgn", "?", "[ab]*", ".*", "*.cgn*"]), min_size=1, max_size=4)


@settings(max_examples=60, deadline=None)
@given(TREES, PATTERNS)
def test_a_pattern_matches_what_a_shell_would_match(tree, parts) -> None:
    parts = [*parts, "*"] if parts[-1] == "**" else parts
    with tempfile.TemporaryDirectory() as folder:
        planted(folder, tree)
        pattern = os.path.join(folder, *parts)
        found = list(matching(pattern))
        assert set(found) == set(glob.glob(pattern, recursive=True))
        assert all(os.path.isabs(path) for path in found)


def test_a_pattern_is_expanded_from_where_we_are(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    planted(".", {"s": {"a.cgn": None, "t": {"b.cgn": None, "c.txt": None}}, "d.cgn": None, "[x].cgn": None})
    assert files("s/**/*.cgn") == ["s/a.cgn", "s/t/b.cgn"]
    assert files("*.cgn") == ["[x].cgn", "d.cgn"]
    assert files("[x].cgn") == ["[x].cgn"]
    assert files("s/*") == ["s/a.cgn", "s/t/b.cgn"]
    assert files("**") == ["./[x].cgn", "./d.cgn", "./s/a.cgn", "./s/t/b.cgn"]
    assert len(told("*.gz")) == 1


def test_links_are_followed_and_circles_end(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    planted(".", {"s": {"a.cgn": None, "t": {"b.cgn": None}}, "other": {"c.cgn": None}})
    os.symlink("..", "s/t/up")
    os.symlink("../other", "s/other")
    os.symlink("a.cgn", "s/z.cgn")
    assert files("s") == ["s/a.cgn", "s/other/c.cgn", "s/t/b.cgn"]
    assert files("s/**/*.cgn") == ["s/a.cgn", "s/other/c.cgn", "s/t/b.cgn"]
    assert len(told("s")) == 1
    os.symlink("nowhere", "s/gone.cgn")
    assert "s/gone.cgn" in files("s")


@pytest.mark.skipif(os.name != "posix", reason="long paths")
def test_deep_folders(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    depth = 1200
    for _ in range(depth):
        os.mkdir("a")
        os.chdir("a")
    Path("x.cgn").write_text("")
    monkeypatch.chdir(tmp_path)
    try:
        assert files(".") == [os.path.join(".", *["a"] * depth, "x.cgn")]
    finally:
        # What removes the folders of tests goes into them as functions do.
        subprocess.run(["rm", "-rf", "a"], check=True)


def test_an_archive_stands_for_its_logs(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    inside = {"b/x.cgn": CLEAN.encode(), "a.cgn": FAULTY.encode(), "n.txt": b"n", "log": CLEAN.encode()}
    Path("s.zip").write_bytes(zipped(inside))
    Path("none.zip").write_bytes(zipped({"n.txt": b"n"}))
    tasks = [one for one in expand(["s.zip"], Settings()) if isinstance(one, Task)]
    assert [(one.file, one.path) for one in tasks] == [(f"s.zip/{name}", "s.zip") for name in ("a.cgn", "b/x.cgn", "log")]
    assert all(one.size > 0 for one in tasks)
    assert len([one for one in expand(["s.zip"], Settings()) if isinstance(one, Aside)]) == 1
    assert [one.file for one in expand(["s.zip/b/x.cgn", "s.zip"], Settings()) if isinstance(one, Task)] == [
        "s.zip/b/x.cgn", "s.zip/a.cgn", "s.zip/log",
    ]  # fmt: skip
    assert files("none.zip") == ["none.zip"]
    assert [one.path for one in expand(["s.zip"], Settings(sole=True))] == ["s.zip"]  # type: ignore[union-attr]


def test_lists_name_paths_as_they_are(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    planted(".", {"s": {"a.cgn": None}, "-": None, "*": None})
    assert files("s", lists=(["-", "*", "s/a.cgn"], ["s"])) == ["s/a.cgn", "./-", "*"]


def test_what_names_nothing_is_a_task(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkdir("empty")
    assert files("gone.cgn", "") == ["gone.cgn", ""]
    assert len(told("empty")) == 1
    assert len(told("s3://club/a.cgn")) == 1


@contextmanager
def nobody() -> Iterator[None]:
    """Be a user whom permissions bind, also where the tests are run by root."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.mark.skipif(os.name != "posix", reason="permissions")
def test_a_folder_that_may_not_be_read() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        os.mkdir(os.path.join(folder, "shut"), 0)
        log = Path(folder, "a.cgn")
        log.write_text("")
        log.chmod(0o644)
        with nobody():
            assert len(told(folder)) == 1
            assert files(folder) == [str(log)]


def test_much_is_remembered(monkeypatch) -> None:
    monkeypatch.setattr("canasta_audit.batch.seen._RECENT", 8)
    seen = Seen()
    assert all(seen.add(str(number)) for number in range(1000))
    assert not any(seen.add(str(number)) for number in range(1000))
    assert len(seen._runs) < 12
