"""What is counted in a store: faults by what they have in common, and the standings of a tournament."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import html5lib
import pytest

from canasta_audit.store.asked import stats
from canasta_audit.store.figures import TIE_BREAKS, Asked, Stats
from canasta_audit.store.place import place_of
from canasta_audit.store.standings import Part, standings
from tests.cli.logs import CLEAN, FAULTY, SCORED, UNREADABLE
from tests.conftest import ROOT
from tests.store.databases import KINDS, store
from tests.store.season import tagged

GAMES = ROOT / "fixtures" / "games"


@pytest.fixture
def club(run, tmp_path: Path) -> str:
    """A store of four matches: one without a fault, one with a date that is not known, one without names."""
    folder = tmp_path / "club"
    folder.mkdir()
    logs = {
        "a": tagged(FAULTY, day=5),
        "b": tagged(SCORED, day=12, table="2", south="Cy Lake"),
        "c": tagged(CLEAN, day=12, table="2").replace("2025.10.12", "2025.??.??").replace("Autumn cup", "Friendly"),
        "d": CLEAN,
    }
    for name, text in logs.items():
        (folder / f"{name}.cgn").write_text(text, encoding="utf-8")
    url = str(tmp_path / "club.sqlite")
    run("audit", folder, "--store", url)
    return url


def asked(url: str, **more: object) -> Stats:
    return stats(place_of(url), Asked(**more))  # type: ignore[arg-type]


def by(found: Stats, section: str) -> dict[str, tuple[int, int]]:
    return {group.name: (group.faults, group.deals) for group in found.groups[section]}  # type: ignore[index]


def test_faults_by_everything(club) -> None:
    found = asked(club)
    assert (found.logs, found.matches, found.deals, found.undecided) == (4, 4, 4, 4)
    total = found.faults.faults
    assert by(found, "kind")["MELD-002"] == (1, 4)
    assert sum(faults for faults, _ in by(found, "kind").values()) == total
    assert sum(faults for faults, _ in by(found, "chapter").values()) == total
    assert by(found, "player")["Ann Marsh"] == (2, 3)
    assert by(found, "player")["Cy Lake"] == (0, 1)
    assert by(found, "table") == {"1": (1, 1), "2": (total - 1, 2), "": (0, 1)}
    assert by(found, "event") == {"Autumn cup": (total, 2), "Friendly": (0, 1), "Club": (0, 1)}
    assert by(found, "ruleset") == {"uk-regency": (total, 4)}
    assert next(group for group in found.groups["kind"] if group.name == "MELD-002").per_100 == 25.0


@pytest.mark.parametrize(
    ("since", "until", "matches", "undated"),
    [("2025-10-06", "", 1, 2), ("", "2025-10-05", 1, 2), ("2025", "2025", 3, 1), ("2025-10", "2025-10", 2, 2), ("2026", "", 0, 1)],
)
def test_only_some_days(club, since, until, matches, undated) -> None:
    found = asked(club, since=since, until=until)
    assert (found.matches, found.undated) == (matches, undated)


def test_only_some_events(run, club) -> None:
    assert asked(club, events=("Friendly", "Club")).matches == 2
    told = run("stats", club, "--event", "Fiendly")
    assert (told.code, "Friendly" in told.err) == (2, True)


def test_an_unreadable_log_has_faults_of_no_match(run, tmp_path) -> None:
    (tmp_path / "a.cgn").write_text("nothing here\n" + UNREADABLE, encoding="utf-8")
    run("audit", tmp_path / "a.cgn", "--store", tmp_path / "r.sqlite")
    found = asked(str(tmp_path / "r.sqlite"))
    assert found.faults.faults == sum(group.faults for group in found.groups["kind"])


def test_copies_are_told(run, tmp_path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.cgn").write_text(CLEAN, encoding="utf-8")
    run("audit", tmp_path, "--store", tmp_path / "r.sqlite")
    assert asked(str(tmp_path / "r.sqlite")).copies == 1


def test_every_kind_of_store_tells_the_same(run, tmp_path, postgres) -> None:
    told = []
    for kind in KINDS:
        with store(kind, tmp_path) if kind != "postgresql" else _given(postgres) as url:
            run("audit", GAMES / "ro-mini", GAMES / "uk-regency", "--store", url, "-f", "concise")
            told.append([run("stats", url, "-f", form, "--of", of).out for form in ("json", "text") for of in ("side", "player")])
    assert told[0] == told[1] == told[2]
    assert all(told[0])


class _given(str):
    """A store that is there already."""

    def __enter__(self) -> str:
        return str(self)

    def __exit__(self, *error: object) -> None:
        return None


@pytest.fixture(scope="module")
def cup(tmp_path_factory) -> str:
    """A store of all games of the suite."""
    from canasta_audit.cli.main import run as command

    url = str(tmp_path_factory.mktemp("cup") / "cup.sqlite")
    command(["audit", str(GAMES), "--store", url, "-f", "concise", "--fail-on", "never", "-o", f"csv={url}.csv"])
    return url


def test_standings_of_real_matches(cup) -> None:
    found = asked(cup, sections=("standings",))
    placed = {one.name: one for one in found.standings}
    pair = placed["Myron Hlid & Sofiia Rak"]
    assert (pair.matches, pair.won, pair.open) == (1, 1, 0)
    assert pair.points - placed["Iryna Lys & Taras Vovk"].points == pair.difference
    assert sum(one.won for one in found.standings) == found.matches - found.undecided
    players = asked(cup, sections=("standings",), of="player").standings
    assert sum(one.won for one in players) > found.matches - found.undecided


def test_every_format_has_the_rows(run, cup) -> None:
    rows = list(csv.DictReader(io.StringIO(run("stats", cup, "-f", "csv", "--top", 0).out)))
    data = json.loads(run("stats", cup, "-f", "json", "--top", 0).out)
    page = html5lib.HTMLParser(strict=False).parse(run("stats", cup, "-f", "html", "--top", 0).out)
    text = run("stats", cup, "--top", 0).out
    names = [row["name"] for row in rows if row["section"] == "standings"]
    assert names == [one["name"] for one in data["standings"]]
    for section, groups in data["groups"].items():
        assert [row["name"] for row in rows if row["section"] == section] == [group["name"] for group in groups]
        assert [row["per_100_deals"] for row in rows if row["section"] == section] == [
            f"{one['per_100_deals']:.2f}" for one in groups
        ]
    bodies = list(page.iter("{http://www.w3.org/1999/xhtml}tbody"))
    assert sum(len(list(body)) for body in bodies) == len(rows)
    assert all(name in text for name in names)


def test_only_the_top_is_shown(run, cup) -> None:
    data = json.loads(run("stats", cup, "-f", "json", "--top", 3, "--show", "kind,player").out)
    assert {section: len(groups) for section, groups in data["groups"].items()} == {"kind": 3, "player": 3}
    assert data["standings"] == []


@pytest.mark.parametrize(
    "option", [("--show", "kinds"), ("--tie-break", "win"), ("--since", "yesterday"), ("--until", "2025-1"), ("--of", "club")]
)
def test_what_is_asked_must_mean_something(run, cup, option) -> None:
    assert run("stats", cup, *option).code == 2


def test_there_must_be_a_store(run, tmp_path) -> None:
    for name in ("r.sqlite", "r.parquet"):
        told = run("stats", tmp_path / name)
        assert (told.code, "no such store" in told.err) == (2, True)
        assert not (tmp_path / name).exists()


def game(*sides: tuple[str, int], won: str | None = "") -> list[Part]:
    best = max(sides, key=lambda side: side[1])[0] if won == "" else won
    return [Part(points, None if best is None else name == best, (name,)) for name, points in sides]


def ranks(matches: list[list[Part]], *tie_breaks: str, faults: dict[str, int] | None = None) -> list[tuple[int | None, str]]:
    return [(one.rank, one.name) for one in standings(matches, faults or {}, tie_breaks)]  # type: ignore[arg-type]


ROUND = [game(("A", 5000), ("B", 4000)), game(("B", 9000), ("C", 100)), game(("C", 5100), ("A", 2000))]
"""Each has beaten one other."""


@pytest.mark.parametrize(
    ("tie_breaks", "order"),
    [
        (("wins",), [(1, "A"), (1, "B"), (1, "C")]),
        (("wins", "points"), [(1, "B"), (2, "A"), (3, "C")]),
        (("wins", "difference"), [(1, "B"), (2, "A"), (3, "C")]),
        (("wins", "head-to-head"), [(1, "A"), (1, "B"), (1, "C")]),
        (("wins", "faults"), [(1, "C"), (2, "A"), (2, "B")]),
        (TIE_BREAKS, [(1, "B"), (2, "A"), (3, "C")]),
    ],
)
def test_ties_are_broken_as_asked(tie_breaks, order) -> None:
    assert ranks(ROUND, *tie_breaks, faults={"A": 2, "B": 2}) == order


def test_against_each_other_counts_only_who_is_level() -> None:
    matches = [game(("A", 1), ("B", 2)), game(("A", 2), ("X", 1)), game(("A", 2), ("X", 1)), game(("B", 2), ("X", 1))]
    assert ranks(matches, "wins", "head-to-head") == [(1, "B"), (2, "A"), (3, "X")]


def test_a_match_without_a_winner_places_nobody() -> None:
    matches = [game(("A", 100), ("B", 200)), game(("A", 900), ("C", 0), won=None)]
    found = {one.name: one for one in standings(matches, {}, TIE_BREAKS)}
    assert (found["A"].points, found["A"].open, found["C"].rank, found["C"].open) == (100, 1, None, 1)


def test_a_lead_is_over_the_best_other() -> None:
    found = {one.name: one.difference for one in standings([game(("A", 500), ("B", 300), ("C", 100))], {}, TIE_BREAKS)}
    assert found == {"A": 200, "B": -200, "C": -400}
