"""Logs by URL: the same findings as from a file, streamed, in the order of names; what is wrong is told, and the rest goes on."""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest

from canasta_audit.batch.expand import expand
from canasta_audit.batch.items import Aside
from canasta_audit.batch.remote import Remote
from canasta_audit.batch.run import digest_of
from canasta_audit.batch.task import Settings, Task, has_scheme
from tests.cli.logs import CLEAN, FAULTY
from tests.packing import PACK, zipped

Tasks = Callable[..., list[tuple[str, str]]]


@pytest.fixture
def tasks(fsspec) -> Tasks:
    """What paths expand to: names with what is wrong."""

    def tasks_of(*paths: str) -> list[tuple[str, str]]:
        found = expand(paths, Settings(opener=Remote()))
        return [(one.message, "aside") if isinstance(one, Aside) else (one.file, one.trouble) for one in found]

    return tasks_of


@pytest.fixture
def memory(fsspec) -> Iterator[Callable[[str, bytes], object]]:
    """What puts files into memory."""
    from fsspec.implementations.memory import MemoryFileSystem

    files = MemoryFileSystem()
    yield files.pipe_file
    files.rm("/", recursive=True) if files.ls("/") else None
    files.store.clear()


@pytest.fixture
def season(bucket: Path) -> Path:
    """A season in a bucket."""
    for name, data in {
        "club/b/2.cgn": FAULTY.encode(),
        "club/b/10.cgn": CLEAN.encode(),
        "club/a.cgn.gz": PACK["gz"](FAULTY.encode()),
        "club/c.zip": zipped({"2.cgn": FAULTY.encode(), "1.cgn": CLEAN.encode(), "notes.txt": b"nice\n"}),
        "club/.hidden.cgn": FAULTY.encode(),
        "club/.h/x.cgn": FAULTY.encode(),
        "club/notes.txt": b"nice\n",
        "club/d/x[1].cgn": CLEAN.encode(),
        "club/outage/x.cgn": CLEAN.encode(),
    }.items():
        (bucket / name).parent.mkdir(parents=True, exist_ok=True)
        (bucket / name).write_bytes(data)
    return bucket


def test_what_is_a_url() -> None:
    urls = ["s3://club/a.cgn", "file:///a.cgn", "zip://a.cgn::file:///x.zip", "simplecache::s3://club/a.cgn", "memory://a"]
    paths = ["C:\\a.cgn", "c:/a.cgn", "D:a.cgn", "a:b.cgn", "a::b.cgn", "12:30://x", "a/b://c", "-", ":", "://"]
    assert [one for one in urls + paths if has_scheme(one)] == urls


def test_a_file_that_is_called_like_a_url_is_a_file(run, fsspec, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkdir("s3:")
    for path in ("s3:/a.cgn", "a:b.cgn", "a::b.cgn"):
        Path(path).write_text(FAULTY, encoding="utf-8")
    outcome = run("audit", "s3://a.cgn", "a:b.cgn", "a::b.cgn", "-f", "json")
    assert outcome.code == 1
    assert len(json.loads(outcome.out)["summary"]["files"]) == 3


def test_folders_and_patterns_are_in_the_order_of_names(tasks, season) -> None:
    folder = ["a.cgn.gz", "b/10.cgn", "b/2.cgn", "c.zip", "d/x[1].cgn", "outage/x.cgn"]
    assert tasks("bucket://club") == [(f"bucket://club/{name}", "") for name in folder]
    assert tasks("bucket://club/") == tasks("bucket://club")
    assert tasks("bucket://club/**/*.cgn") == [(f"bucket://club/{name}", "") for name in folder if name.endswith(".cgn")]
    assert tasks("bucket://club/**") == tasks("bucket://club")
    assert tasks("bucket://club/*/1*.cgn", "bucket://clu*/b") == [
        ("bucket://club/b/10.cgn", ""),
        ("bucket://club/b/10.cgn: given twice, audited once", "aside"),
        ("bucket://club/b/2.cgn", ""),
    ]
    assert tasks("bucket://club/.*/*") == [("bucket://club/.h/x.cgn", "")]
    assert tasks("bucket://club/d/x[1].cgn") == [("bucket://club/d/x[1].cgn", "")]


def test_a_disk_by_url_is_that_disk(tasks, season) -> None:
    (season / "club" / "loop").symlink_to(season / "club", target_is_directory=True)
    found = [name for name, _ in tasks(f"file://{season}/club")]
    assert [name.removeprefix("file://") for name in found] == [
        one.path for one in expand([str(season / "club")], Settings(sole=True)) if isinstance(one, Task)
    ]
    assert tasks(f"file://{season}/club/**/2.cgn") == [(f"file://{season}/club/b/2.cgn", "")]


def test_relative_urls_and_archives(tasks, season, monkeypatch) -> None:
    monkeypatch.chdir(season)
    assert tasks("zip://2.cgn::bucket://club/c.zip") == [("zip://2.cgn::bucket://club/c.zip", "")]
    assert tasks("zip://*.cgn::bucket://club/c.zip") == [(f"zip://{name}.cgn::bucket://club/c.zip", "") for name in (1, 2)]
    assert tasks("zip://::bucket://club/c.zip") == tasks("zip://*.cgn::bucket://club/c.zip")
    (one,) = Remote().expand("file://club/b/2.cgn")
    assert one == Task("file://club/b/2.cgn", f"file://{season}/club/b/2.cgn", len(FAULTY))


@pytest.mark.parametrize(
    "url", ["bucket://nowhere/a.cgn", "bucket://club/no.cgn", "bucket://club/no*.cgn", "bucket://nowhere/*.cgn", "bucket://club/.h/y",
            "s3://club/a.cgn", "gs://club/*.cgn", "nokind://a", "zip://a.cgn::bucket://club/no.zip", "zip://no::bucket://club/c.zip",
            "zip://a.cgn::bucket://club/notes.txt", "memory://nowhere", "file:///nowhere/a.cgn"],
)  # fmt: skip
def test_what_is_not_there_is_told_and_the_rest_goes_on(run, season, url) -> None:
    outcome = run("audit", url, "bucket://club/b/2.cgn", "-f", "json")
    assert outcome.code == 2
    assert outcome.err.count("\n") == 1
    assert outcome.err.startswith(f"canasta-audit: {url}: ")
    assert ("s3fs" in outcome.err, "gcsfs" in outcome.err) == (url.startswith("s3:"), url.startswith("gs:"))
    files = json.loads(outcome.out)["summary"]["files"]
    assert [file["file"] for file in files] == [url, "bucket://club/b/2.cgn"]


def test_an_error_of_a_driver_is_no_fault_of_ours(run, season) -> None:
    outcome = run("audit", "bucket://club/outage/x.cgn", "bucket://club/b/10.cgn")
    assert outcome.code == 2
    assert outcome.err == "canasta-audit: bucket://club/outage/x.cgn: this file cannot be read: Outage: slow down\n"


def test_an_error_in_the_middle_is_told(run, season, monkeypatch) -> None:
    from tests.cluster.bucket import Bucket, Outage

    class Breaks(BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            if self.tell():
                raise Outage("gone")
            return super().read(200)

    monkeypatch.setattr(Bucket, "_open", lambda self, path, *args, **kwargs: Breaks(FAULTY.encode()))
    outcome = run("audit", "bucket://club/b/2.cgn")
    assert outcome.code == 2
    assert "Outage: gone" in outcome.err


def reports(run, args: list[str], **options: object) -> str:
    return run("audit", *args, "-f", "jsonl", *[str(each) for pair in options.items() for each in (f"--{pair[0]}", pair[1])]).out


def test_one_two_and_a_cluster_are_alike(run, clusters, season) -> None:
    args = ["bucket://club", "bucket://club/no.cgn", f"file://{season}/club/b", "zip://2.cgn::bucket://club/c.zip"]
    here = reports(run, args, jobs=1)
    assert here.count('"MELD-002"') >= 4
    assert reports(run, args, cluster=clusters["two"].address) == here
    # Other processes than workers of the cluster know of no bucket.
    assert reports(run, args[2:3], jobs=2) == reports(run, args[2:3], jobs=1)


def test_memory_and_lists_in_it(run, memory) -> None:
    memory("/logs/a.cgn", FAULTY.encode())
    memory("/logs/b.cgn.xz", PACK["xz"](CLEAN.encode()))
    memory("/list", b"memory://logs/b.cgn.xz\nmemory:///logs/a.cgn\nmemory://no.cgn\n")
    outcome = run("audit", "--files-from", "memory://list", "-f", "json")
    assert [file["file"] for file in json.loads(outcome.out)["summary"]["files"]] == [
        "memory://logs/b.cgn.xz", "memory:///logs/a.cgn", "memory://no.cgn",
    ]  # fmt: skip
    assert run("audit", "--files-from", "memory://nolist").code == 2
    assert run("audit", "memory://logs").code == 1


def test_the_opener_travels(fsspec, season) -> None:
    settings = Settings(opener=Remote())
    assert pickle.loads(pickle.dumps(settings)) == settings
    assert hash(pickle.loads(pickle.dumps(settings))) == hash(settings)
    digests = {digest_of(Task(url, url), settings) for url in ("bucket://club/b/2.cgn", "bucket://club/a.cgn.gz")}
    assert len(digests) == 1
    assert None not in digests


def test_it_is_not_loaded_for_files(spawn, tmp_path) -> None:
    (tmp_path / "a.cgn").write_text(CLEAN, encoding="utf-8")
    code = (
        "import sys; from canasta_audit.cli.main import run; run(['audit', sys.argv[1]]);"
        "print([name for name in sys.modules if name.split('.')[0] in ('fsspec', 'dask', 'distributed', 'asyncio', 'logging')"
        " or name.startswith(('canasta_audit.batch.cluster', 'canasta_audit.batch.remote'))])"
    )
    assert spawn("-c", code, tmp_path / "a.cgn").stdout.splitlines()[-1] == "[]"


def test_without_the_extras_they_are_named(run, tmp_path, monkeypatch) -> None:
    (tmp_path / "a.cgn").write_text(CLEAN, encoding="utf-8")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    outcome = run("audit", "s3://club/a.cgn", tmp_path)
    assert outcome.code == 2
    assert "canasta-audit[remote]" in outcome.err
    assert run("audit", "--files-from", "s3://club/list").code == 2
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    outcome = run("audit", tmp_path, "--cluster", "tcp://127.0.0.1:1")
    assert outcome.code == 2
    assert "canasta-audit[cluster]" in outcome.err
