"""Over any number of processes the stream is the same, whatever befalls the logs and the processes."""

from __future__ import annotations

import gc
import os
import signal
import warnings
from collections.abc import Iterator
from contextlib import nullcontext
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from canasta_audit.batch import pack
from canasta_audit.batch import run as batch_run
from canasta_audit.batch.expand import expand
from canasta_audit.batch.items import Aside, BatchItem, FileBegins, FileEnds, Passed, Unusable
from canasta_audit.batch.pool import Pool
from canasta_audit.batch.stream import Batch, Here
from canasta_audit.batch.task import Settings, Task
from canasta_audit.finding import Finding
from canasta_audit.render import json_, jsonl
from canasta_audit.render.records import deal_text
from canasta_audit.report import DealReport
from canasta_audit.source.trouble import BrokenLine
from tests.batch.openers import Fateful, opened
from tests.cli.logs import CLEAN, FAULTY, UNREADABLE
from tests.conftest import Outcome
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


@pytest.mark.parametrize("more", [(), ("--show-unknown",), ("--max-findings", 2), ("--select", "MELD", "--severity", "MELD=note")])
@pytest.mark.parametrize("format_name", ["json", "jsonl"])
def test_it_does_not_matter_where_a_deal_is_written(run, season, tmp_path, monkeypatch, format_name, more) -> None:
    beside = tmp_path / "beside"

    def whole(*options: object) -> tuple[Outcome, list[bytes]]:
        others = [f"{name}={beside}.{name}" for name in ("json", "jsonl", *options[1:])]
        asked = [word for other in others for word in ("-o", other)]
        outcome = run("audit", season, "-f", format_name, "--jobs", options[0], *more, *asked)
        return outcome, [path.read_bytes() for path in sorted(tmp_path.iterdir()) if path.suffix.startswith(".json")]

    there = whole(2)
    # A page reads what was recorded of every deal, so all of it is written here.
    assert whole(2, "html") == there
    for module in (json_, jsonl):
        monkeypatch.delattr(module, "WRITES")
    assert whole(1) == there


def test_of_a_deal_that_was_written_nothing_else_is_sent(season) -> None:
    written = Settings(write=deal_text)
    clean, faulty = (Task(path, path) for path in (str(season / "b" / "0.cgn"), str(season / "b" / "1.cgn")))
    assert not any(isinstance(item, DealReport) for item in batch_run.run(clean, written))
    texts = [item.text for item in batch_run.run(clean, written) if isinstance(item, Passed)]
    reports = [item for item in batch_run.run(clean, Settings()) if isinstance(item, DealReport)]
    assert texts == [deal_text(report, clean.file) for report in reports]
    # What else is told of a deal with a finding, or what was not judged in it, is for a format to say.
    assert any(isinstance(item, DealReport) for item in batch_run.run(faulty, written))


BREAKING = """\
from canasta_audit.batch import run
def breaking(*args, stream=run.stream, **more):
    for number, item in enumerate(stream(*args, **more)):
        if number == 8:
            raise ZeroDivisionError("boom")
        yield item
"""


@pytest.mark.parametrize("format_name", ["json", "jsonl"])
def test_what_was_written_before_an_error_of_our_own_is_told(run, spawn, tmp_path, monkeypatch, format_name) -> None:
    log = tmp_path / "a.cgn"
    log.write_text(CLEAN + FAULTY + CLEAN * 3, encoding="utf-8")
    names: dict[str, Any] = {}
    exec(BREAKING, names)
    monkeypatch.setattr(batch_run, "stream", names["breaking"])
    args = ("audit", log, "-f", format_name, "--jobs")
    # Processes are forked, and break as well, only where no other thread runs: one of another test may do so here.
    code = f"{BREAKING}run.stream = breaking\nimport sys\nfrom canasta_audit.cli.main import main\nmain(sys.argv[1:])"
    done = spawn("-c", code, *args, 2)
    told = [run(*args, 1), Outcome(done.returncode, done.stdout, done.stderr)]
    for module in (json_, jsonl):
        monkeypatch.delattr(module, "WRITES")
    assert [*told, run(*args, 1)] == [told[0]] * 3
    assert told[0].code == 3
    assert "ZeroDivisionError" in told[0].out


def test_clean_deals_before_an_error_of_our_own_are_counted(tmp_path, monkeypatch) -> None:
    log = tmp_path / "a.cgn"
    log.write_text(CLEAN * 5, encoding="utf-8")
    stream = batch_run.stream

    def breaking(*args: object, **more: object) -> Iterator[object]:
        yield from (item for item in stream(*args, **more) if isinstance(item, DealReport))
        raise ZeroDivisionError("boom")

    monkeypatch.setattr(batch_run, "stream", breaking)
    task = Task(str(log), str(log), 100)
    counted = []
    for reads in ("findings", "deals"):
        items = list(batch_run.run(task, Settings(reads=reads)))
        assert isinstance(items[-1], Finding)
        counted.append(sum(item.deals if isinstance(item, Passed) else isinstance(item, DealReport) for item in items))
    assert counted[0] == counted[1] > 1


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
    assert {item.digest for item in items if isinstance(item, FileEnds)} == {batch_run.digest_of(tasks[0], settings)}


@pytest.mark.parametrize("write", [None, deal_text])
@pytest.mark.parametrize("reads", ["findings", "deals", "recorded"])
def test_a_result_goes_through_bytes(season, reads, write) -> None:
    settings = Settings(reads=reads, unknowns=write is None, digest=True, write=write)
    for name in ("b/1.cgn", "a.cgn.gz", "binary.cgn", "cut.cgn.xz", "c.zip"):
        task = Task(name, str(season / name))
        assert list(pack.items_of(pack.result_of(task, settings), settings)) == list(batch_run.run(task, settings))


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
        digests.add(batch_run.digest_of(Task(name, str(tmp_path / name)), Settings()))
    assert len(digests) == 1
    (tmp_path / "a.cgn").write_bytes(CLEAN.encode())
    assert batch_run.digest_of(Task("a.cgn", str(tmp_path / "a.cgn")), Settings()) not in {*digests, None}
    assert batch_run.digest_of(Task("x.cgn", str(tmp_path / "x.cgn")), Settings()) is None


@pytest.mark.parametrize("number", [0, 1, 255, 256, 257, 600])
@pytest.mark.parametrize("breaks", [False, True])
def test_a_digest_takes_nothing_from_what_is_read(number, breaks) -> None:
    lines = [BrokenLine("x", "badly-encoded", 1, "ff", "utf-8") if one % 97 == 3 else f"line {one}" for one in range(number)]

    def read() -> Iterator[str]:
        yield from lines
        if breaks:
            raise OSError("gone")

    digested, seen = batch_run.Digested(read()), []
    with pytest.raises(OSError, match="gone") if breaks else nullcontext():
        seen.extend(digested)
    assert list(map(id, seen)) == list(map(id, lines))
    told = "".join("x\n\0badly-encoded 1 ff utf-8\n" if isinstance(one, BrokenLine) else f"{one}\n" for one in lines)
    assert digested.digest == sha256(told.encode()).hexdigest()


def test_a_workplace_that_is_let_go_leaves_no_archive_open(tmp_path) -> None:
    path = tmp_path / "season.zip"
    path.write_bytes(zipped({"a.cgn": CLEAN.encode(), "b.cgn": FAULTY.encode()}))
    place = batch_run.Workplace(Settings())
    first, _ = (one for one in expand([str(path)], Settings()) if isinstance(one, Task))
    assert any(isinstance(item, DealReport | Passed) for item in place.run(first))
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        del place
        gc.collect()
    assert [str(one.message) for one in told if str(path) in str(one.message)] == []


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
    path.write_text(FAULTY * 400, encoding="utf-8")
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
