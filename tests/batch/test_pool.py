"""Over any number of processes the stream is the same, whatever befalls the logs and the processes."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from canasta_audit.batch import pack, run
from canasta_audit.batch.items import Aside, BatchItem, FileBegins, FileEnds, Unusable
from canasta_audit.batch.pool import Pool
from canasta_audit.batch.stream import Batch, Here
from canasta_audit.batch.task import Settings, Task
from canasta_audit.finding import Finding
from canasta_audit.report import DealReport
from tests.batch.openers import Fateful, opened
from tests.cli.logs import CLEAN, FAULTY, UNREADABLE
from tests.packing import PACK, zipped

FORMATS = ("text", "concise", "json", "jsonl", "html", "csv", "markdown", "sarif", "junit", "github")


@pytest.fixture(scope="module")
def season(tmp_path_factory) -> Path:
    """A folder with everything that may be in one."""
    folder = tmp_path_factory.mktemp("season")
    (folder / "b").mkdir()
    (folder / "empty").mkdir()
    for number in range(6):
        (folder / "b" / f"{number}.cgn").write_text(FAULTY if number % 2 else CLEAN, encoding="utf-8")
    (folder / "a.cgn.gz").write_bytes(PACK["gz"](UNREADABLE.encode()))
    (folder / "binary.cgn").write_bytes(bytes(range(256)))
    (folder / "cut.cgn.xz").write_bytes(PACK["xz"](FAULTY.encode() * 50)[:-50])
    (folder / "c.zip").write_bytes(zipped({"2.cgn": FAULTY.encode(), "1.cgn": CLEAN.encode(), "notes.txt": b"nice\n"}))
    (folder / "gone.cgn").symlink_to(folder / "nowhere")
    return folder


@pytest.mark.parametrize("format_name", FORMATS)
def test_the_bytes_are_the_same_for_any_number_of_jobs(run, season, format_name) -> None:
    here = run("audit", season, season / "empty", season / "no.cgn", "-f", format_name, "--jobs", 1)
    assert here.code == 2
    assert run("audit", season, season / "empty", season / "no.cgn", "-f", format_name, "--jobs", 2) == here
    if format_name in ("text", "jsonl"):
        assert run("audit", season, season / "empty", season / "no.cgn", "-f", format_name, "--jobs", 3) == here


def test_what_is_told_and_how_much_is_read_does_not_matter(run, season, tmp_path) -> None:
    alone = run("audit", season, "--jobs", 2)
    beside = run("audit", season, "--jobs", 2, "-o", f"html={tmp_path / 'r.html'}", "-o", f"jsonl={tmp_path / 'r.jsonl'}")
    assert beside == alone
    unknown = run("audit", season, "--jobs", 1, "--show-unknown")
    assert run("audit", season, "--jobs", 2, "--show-unknown") == unknown


def items_of(paths: list[str], settings: Settings, jobs: int) -> list[BatchItem]:
    tasks = [Task(path, path, 100) for path in paths]
    return list(Batch(tasks, Pool(settings, jobs) if jobs > 1 else Here(settings)))


def files(items: list[BatchItem]) -> Iterator[str]:
    return (item.file for item in items if isinstance(item, FileBegins))


def faults(items: list[BatchItem]) -> list[tuple[str, str]]:
    return [(item.file, item.id) for item in items if isinstance(item, Finding) and item.follows is None]


def test_a_process_that_is_killed_is_replaced(tmp_path) -> None:
    hows = ["once" if number % 3 == 1 else "faulty" for number in range(9)]
    paths = [f"fate://{how}/{number}" for number, how in enumerate(hows)]
    items = items_of(paths, Settings(opener=Fateful(str(tmp_path))), 2)
    assert list(files(items)) == paths
    assert faults(items) == [(path, "MELD-002") for path in paths]
    assert not any(isinstance(item, Unusable) for item in items)
    assert all(times == 2 for name, times in opened(tmp_path).items() if hows[int(name)] == "once")


@pytest.mark.parametrize("how", ["killed", "memory"])
def test_what_kills_every_process_is_given_up(tmp_path, how) -> None:
    paths = [f"fate://{how if number == 2 else 'clean'}/{number}" for number in range(6)]
    items = items_of(paths, Settings(opener=Fateful(str(tmp_path))), 2)
    assert list(files(items)) == paths
    assert [item.file for item in items if isinstance(item, Unusable)] == [paths[2]]
    assert sum(isinstance(item, DealReport) for item in items) == 5
    assert opened(tmp_path)["2"] == 2


def test_what_ran_out_of_memory_once_is_run_again(tmp_path) -> None:
    items = items_of([f"fate://little/{number}" for number in range(2)], Settings(opener=Fateful(str(tmp_path))), 2)
    assert len(faults(items)) == 2


def test_out_of_memory_here_stops_no_other(tmp_path) -> None:
    items = items_of(["fate://memory/1", "fate://faulty/2", "fate://gone/3"], Settings(opener=Fateful(str(tmp_path))), 1)
    assert faults(items) == [("fate://faulty/2", "MELD-002")]
    assert [item.file for item in items if isinstance(item, Unusable)] == ["fate://memory/1", "fate://gone/3"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_known_is_not_run(tmp_path, jobs) -> None:
    settings = Settings(opener=Fateful(str(tmp_path)), digest=True)
    tasks = [Task(f"fate://faulty/{number}", f"fate://faulty/{number}", 100) for number in range(4)]

    def known(task: Task) -> list[BatchItem] | None:
        return [FileBegins(task.file), Aside("known")] if task.file.endswith("2") else None

    items = list(Batch(tasks, Pool(settings, jobs) if jobs > 1 else Here(settings), known))
    assert list(files(items)) == [task.file for task in tasks]
    assert opened(tmp_path) == {"0": 1, "1": 1, "3": 1}
    assert {item.digest for item in items if isinstance(item, FileEnds)} == {run.digest_of(tasks[0], settings)}


@pytest.mark.parametrize("reads", ["findings", "deals", "recorded"])
def test_a_result_goes_through_bytes(season, reads) -> None:
    settings = Settings(reads=reads, unknowns=True, digest=True)
    for name in ("b/1.cgn", "a.cgn.gz", "binary.cgn", "cut.cgn.xz", "c.zip"):
        task = Task(name, str(season / name))
        assert list(pack.items_of(pack.result_of(task, settings), settings)) == list(run.run(task, settings))


def test_the_digest_is_that_of_the_content(tmp_path) -> None:
    forms = {
        "a.cgn": FAULTY.encode(),
        "b.cgn": FAULTY.replace("\n", "\r\n").encode(),
        "c.cgn": PACK["gz"](FAULTY.encode()),
        "d.cgn": FAULTY.encode("utf-16"),
        "e.cgn": zipped({"a.cgn": FAULTY.encode()}),
    }
    digests = set()
    for name, data in forms.items():
        (tmp_path / name).write_bytes(data)
        digests.add(run.digest_of(Task(name, str(tmp_path / name)), Settings()))
    assert len(digests) == 1
    (tmp_path / "a.cgn").write_bytes(CLEAN.encode())
    assert run.digest_of(Task("a.cgn", str(tmp_path / "a.cgn")), Settings()) not in {*digests, None}
    assert run.digest_of(Task("x.cgn", str(tmp_path / "x.cgn")), Settings()) is None


def test_large_results_wait_on_the_disk(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    path = tmp_path / "large.cgn"
    path.write_text(FAULTY * 300, encoding="utf-8")
    paths = [str(path), str(path)]
    runner = Pool(Settings(alternatives=False), 2)
    items: list[BatchItem] = []
    seen = 0
    for item in Batch([Task(each, each, 10**6) for each in paths], runner):
        seen = max(seen, sum(len(inside) for _, _, inside in os.walk(tmp_path)))
        items.append(item)
    assert seen > 1
    assert len(faults(items)) == 600
    assert os.listdir(tmp_path) == ["large.cgn"]


def test_no_process_is_left(tmp_path) -> None:
    pool = Pool(Settings(opener=Fateful(str(tmp_path))), 2)
    batch = iter(Batch([Task(f"fate://clean/{number}", f"fate://clean/{number}") for number in range(4)], pool))
    next(batch)
    processes = [worker.process.pid for worker in pool._workers]
    batch.close()  # type: ignore[attr-defined]
    assert processes
    for pid in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, signal.SIG_DFL)


def test_a_disk_that_is_full_ends_it(tmp_path) -> None:
    path = tmp_path / "large.cgn"
    path.write_text(FAULTY * 100, encoding="utf-8")
    pool = Pool(Settings(alternatives=False), 2)
    pool._folder = str(tmp_path / "nowhere")
    with pytest.raises(OSError, match="nowhere"):
        list(Batch([Task(str(path), str(path), 10**6)] * 2, pool))


def test_where_no_process_can_be_begun_it_is_done_here(tmp_path, monkeypatch) -> None:
    pool = Pool(Settings(opener=Fateful(str(tmp_path))), 2)

    def refused() -> None:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(pool, "_start", refused)
    paths = [f"fate://faulty/{number}" for number in range(3)]
    assert faults(list(Batch([Task(path, path) for path in paths], pool))) == [(path, "MELD-002") for path in paths]


def test_an_error_of_our_own_in_a_process_is_told(spawn, tmp_path) -> None:
    for name in ("a.cgn", "b.cgn"):
        (tmp_path / name).write_text(CLEAN, encoding="utf-8")
    code = (
        "import canasta_audit.batch.worker as w\n"
        "def broken(items): raise ZeroDivisionError('boom')\n"
        "w.packed = broken\n"
        "from canasta_audit.cli.main import main\n"
        f"main(['audit', {str(tmp_path)!r}, '--jobs', '2'])"
    )
    done = spawn("-c", code)
    assert done.returncode == 3
    assert len(done.stderr.splitlines()) == 1
    assert "ZeroDivisionError: boom" in done.stderr
