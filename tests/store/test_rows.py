"""What the tables hold after an audit, and that a log which has not changed is reported from them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from canasta_audit.render.registry import FORMATS
from canasta_audit.store import writer
from tests.batch.test_pool import season as everything  # noqa: F401
from tests.cli.logs import CLEAN, FAULTY, SCORED, UNREADABLE
from tests.conftest import ROOT
from tests.packing import zipped
from tests.store.databases import ask, rows
from tests.store.season import many, tagged

GAMES = ROOT / "fixtures" / "games"


def records(text: str, kind: str) -> list[dict]:
    return [one for one in map(json.loads, text.splitlines()) if one["type"] == kind]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "a.cgn"
    path.write_text(tagged(FAULTY), encoding="utf-8")
    return path


def test_the_tables_hold_what_a_report_has(run, tmp_path) -> None:
    url = str(tmp_path / "r.sqlite")
    report = run("audit", GAMES, "-f", "jsonl", "--store", url)
    found = rows(url)
    findings, deals = records(report.out, "finding"), records(report.out, "deal")
    assert Counter(row[2] for row in found["findings"]) == Counter(one["id"] for one in findings)
    fingerprints = ask(url, "SELECT fingerprint FROM findings")
    assert Counter(row[0] for row in fingerprints) == Counter(one["fingerprint"] for one in findings)
    assert len(found["deals"]) == len(deals)
    assert len(found["matches"]) == len(records(report.out, "match"))
    assert len(found["logs"]) == len(list(GAMES.rglob("*.cgn")))
    claimed = Counter(item["verdict"] for deal in deals for side in deal["scores"] for item in side["claimed"]["items"])
    kinds = "kind IN ('item', 'total') AND claimed IS NOT NULL"
    judged = ask(url, f"SELECT verdict, count(*) FROM scores WHERE {kinds} GROUP BY verdict")
    assert dict(judged) == claimed
    running = sorted(
        side["claimed"]["running"] for deal in deals for side in deal["scores"] if side["claimed"]["running"] is not None
    )
    noted = ask(url, "SELECT claimed FROM scores WHERE kind = 'running' AND claimed IS NOT NULL ORDER BY claimed")
    assert [points for (points,) in noted] == running


def test_items_of_a_score_add_up_to_its_total(run, tmp_path) -> None:
    url = str(tmp_path / "r.sqlite")
    run("audit", GAMES / "uk-regency", "--store", url)
    sums = "sum(CASE kind WHEN 'item' THEN computed WHEN 'total' THEN -computed ELSE 0 END), sum(computed IS NULL)"
    found = ask(url, f"SELECT {sums} FROM scores GROUP BY log, deal_place, side")
    assert {off for off, unknown in found if not unknown} == {0}


def test_parquet_is_written_in_groups_of_rows(run, tmp_path, monkeypatch) -> None:
    """What waits for a file, and is Python's meanwhile, does not grow with it."""
    parquet = pytest.importorskip("pyarrow.parquet")
    from canasta_audit.store import columnar

    monkeypatch.setattr(columnar, "_GROUP", 6)
    monkeypatch.setattr(columnar, "_AT_ONCE", 2)
    for name in ("r.parquet", "r.sqlite"):
        run("audit", GAMES / "ro-mini", "--store", tmp_path / name)
    with parquet.ParquetFile(tmp_path / "r.parquet" / "scores.parquet") as stream:
        groups = [stream.metadata.row_group(number).num_rows for number in range(stream.num_row_groups)]
    assert set(groups[:-1]) == {6}
    assert rows(str(tmp_path / "r.parquet")) == rows(str(tmp_path / "r.sqlite"))


def test_players_are_known_by_name(run, url, log) -> None:
    run("audit", log, "--store", url)
    assert ask(url, "SELECT DISTINCT seat, player, side FROM findings") == [("N", "Ann Marsh", "N")]
    assert ask(url, "SELECT event, date, round, at_table, ruleset FROM matches") == [
        ("Autumn cup", "2025-10-05", "1", "1", "uk-regency")
    ]
    assert ask(url, "SELECT seat, side, name FROM players ORDER BY seat") == [("N", "N", "Ann Marsh"), ("S", "S", "Bo Reed")]
    assert ask(url, "SELECT path, errors FROM logs") == [(str(log), 1)]


@pytest.mark.parametrize("format_name", FORMATS)
def test_a_report_from_the_store_is_the_same(run, tmp_path, everything, format_name) -> None:  # noqa: F811
    paths = (everything, *([GAMES] if format_name in ("sarif", "json") else []), "-f", format_name, "-j", 1)
    url = tmp_path / "r.sqlite"
    plain = run("audit", *paths)
    first, again = run("audit", *paths, "--store", url), run("audit", *paths, "--store", url)
    assert (first.code, first.out) == (again.code, again.out) == (plain.code, plain.out)
    told = again.err.splitlines()[-1]
    assert ("skipped" in told) == (format_name != "html")


def test_only_what_has_changed_is_audited_again(run, url, tmp_path, log) -> None:
    (tmp_path / "b.cgn").write_text(tagged(SCORED), encoding="utf-8")
    first = run("audit", tmp_path, "--store", url)
    assert "2 logs recorded" in first.err
    log.write_text(tagged(CLEAN), encoding="utf-8")
    second = run("audit", tmp_path, "--store", url)
    assert "1 log recorded; 1 skipped" in second.err
    assert [id for (id,) in ask(url, "SELECT id FROM findings WHERE follows IS NULL")] == [
        one["id"] for one in records(run("audit", tmp_path / "b.cgn", "-f", "jsonl").out, "finding") if not one["follows"]
    ]
    assert ask(url, "SELECT count(*) FROM logs") == [(2,)]


def test_another_ruleset_version_or_wish_is_another_audit(run, tmp_path, log, monkeypatch) -> None:
    url = tmp_path / "r.sqlite"
    run("audit", log, "--store", url)
    assert "skipped" in run("audit", log, "--store", url, "-r", "uk-regency").err
    assert "skipped" not in run("audit", log, "--store", url, "-r", "ru-club").err
    assert ask(str(url), "SELECT ruleset FROM matches") == [("ru-club",)]
    assert "skipped" in run("audit", log, "--store", url, "-r", "ru-club").err
    assert "skipped" not in run("audit", log, "--store", url, "-r", "ru-club", "--no-alternatives").err
    monkeypatch.setattr(writer, "VERSION", "0.0.0")
    assert "skipped" not in run("audit", log, "--store", url, "-r", "ru-club", "--no-alternatives").err


def test_rows_do_not_depend_on_what_is_reported(run, tmp_path, log) -> None:
    run("audit", log, "--store", tmp_path / "a.sqlite")
    options = ("--ignore", "MELD", "--max-findings", 0, "--severity", "SCORE=note", "--write-baseline", tmp_path / "b.json")
    run("audit", log, "--store", tmp_path / "b.sqlite", *options)
    assert rows(str(tmp_path / "a.sqlite")) == rows(str(tmp_path / "b.sqlite"))
    again = run("audit", log, "--store", tmp_path / "a.sqlite", "--ignore", "MELD")
    assert again.code == 0
    assert run("audit", log, "--store", tmp_path / "a.sqlite").code == 1


def test_the_same_log_by_another_way_is_the_same(run, tmp_path, log, monkeypatch) -> None:
    url = tmp_path / "r.sqlite"
    run("audit", log, "--store", url)
    monkeypatch.chdir(tmp_path)
    again = run("audit", "./a.cgn", "--store", url, "-f", "concise")
    assert "1 skipped" in again.err
    assert again.out.startswith("./a.cgn:")
    assert ask(str(url), "SELECT count(*) FROM logs") == [(1,)]


def test_archives_and_standard_input(run, tmp_path) -> None:
    url = str(tmp_path / "r.sqlite")
    (tmp_path / "s.zip").write_bytes(zipped({"1.cgn": FAULTY.encode(), "2.cgn": CLEAN.encode()}))
    run("audit", tmp_path / "s.zip", "--store", url)
    assert "2 skipped" in run("audit", tmp_path / "s.zip", "--store", url).err
    for text in (CLEAN, FAULTY, CLEAN):
        run("audit", "-", "--store", url, stdin=text)
    paths = [path for (path,) in ask(url, "SELECT path FROM logs ORDER BY path")]
    assert sorted(path.startswith("<stdin>:") for path in paths) == [False, False, True, True]


def test_what_cannot_be_read_leaves_the_rows_as_they_are(run, tmp_path, log) -> None:
    url = str(tmp_path / "r.sqlite")
    run("audit", log, "--store", url)
    before = rows(url)
    log.write_text("", encoding="utf-8")
    assert run("audit", log, "--store", url).code == 2
    assert rows(url) == before


def test_an_unknown_ruleset_is_looked_for_again(run, tmp_path) -> None:
    url = str(tmp_path / "r.sqlite")
    path = tmp_path / "a.cgn"
    path.write_text(CLEAN.replace("uk-regency", "no-such"), encoding="utf-8")
    for _ in range(2):
        told = run("audit", path, "--store", url)
        assert (told.code, "skipped" in told.err) == (1, False)
    assert len(rows(url)["findings"]) == 1


def test_no_text_is_too_strange(run, url, tmp_path) -> None:
    path = tmp_path / "a.cgn"
    strange = tagged(UNREADABLE, south="\u202e'; DROP TABLE logs; --").encode() + b"N: pulls \xff\xfe \xed\xa0\x80\n"
    path.write_bytes(strange)
    first = run("audit", path, "--store", url, "-f", "jsonl")
    again = run("audit", path, "--store", url, "-f", "jsonl")
    assert (first.code, first.out) == (again.code, again.out)
    assert "skipped" in again.err


def test_a_long_log_does_not_wait_in_memory(run, tmp_path, monkeypatch) -> None:
    (tmp_path / "a.cgn").write_text(tagged(FAULTY) * 20 + tagged(SCORED) * 20, encoding="utf-8")
    run("audit", tmp_path / "a.cgn", "--store", tmp_path / "a.sqlite")
    monkeypatch.setattr("canasta_audit.store.rows._MOST", 7)
    monkeypatch.setattr("canasta_audit.store.writer._ROWS", 7)
    run("audit", tmp_path / "a.cgn", "--store", tmp_path / "b.sqlite")
    assert rows(str(tmp_path / "a.sqlite")) == rows(str(tmp_path / "b.sqlite"))


def test_the_number_of_processes_does_not_matter(run, tmp_path) -> None:
    folder = many(tmp_path / "season", 30)
    for jobs in (1, 2):
        run("audit", folder, "--store", tmp_path / f"{jobs}.sqlite", "-j", jobs)
    assert rows(str(tmp_path / "1.sqlite")) == rows(str(tmp_path / "2.sqlite"))
