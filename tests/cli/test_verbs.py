"""The other verbs: replay, score, explain, ruleset, fmt, parse, convert."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.logs import CLEAN, FAULTY, SCORED, UNREADABLE


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def rows(out: str) -> list[list[str]]:
    return [row.split() for row in out.splitlines()]


def test_replay_shows_the_table_after_every_turn(run) -> None:
    outcome = run("replay", "-", stdin=CLEAN)
    heads = [row[:4] for row in rows(outcome.out) if row[:1] == ["deal"]]
    assert (outcome.code, outcome.err) == (0, "")
    assert heads[-3:-1] == [["deal", "1,", "turn", "1"], ["deal", "1,", "turn", "2"]]


def test_replay_at_one_moment(run) -> None:
    outcome = run("replay", "-", "--at", "1.1", stdin=SCORED)
    table = rows(outcome.out)
    assert sum(row[:1] == ["deal"] for row in table) == 1
    assert ["stock", "76", "cards"] in table
    assert [row[:4] for row in table if row[:1] == ["meld"]] == [
        ["meld", "7C", "7D", "7H"],
        ["meld", "5D", "5H", "5C"],
        ["meld", "4C", "4D", "4H"],
    ]
    assert ["N", "TC", "TD", "9C", "9D", "8C", "8D", "(6", "cards)"] in table
    assert next(row for row in table if row[0] == "pile")[1:5] == ["2", "cards,", "top", "QC,"]


def test_replay_is_full_as_dealt_and_at_the_end_and_brief_between(run) -> None:
    pages = [page.splitlines() for page in run("replay", "-", stdin=SCORED).out.strip().split("\n\n")]
    assert [page[0].split("  ")[0] for page in pages] == ["deal 1, as dealt", "deal 1, turn 1", "deal 1, turn 2", "deal 1, end"]
    assert [row.split()[:2] for row in pages[0][1:3]] == [["to", "play"], ["stock", "77"]]
    stock, north, south, hand = pages[1][1:]
    assert stock.split() == ["stock", "76,", "pile", "2,", "top", "QC"]
    assert north.split() == ["N", "6", "7C", "7D", "7H", "|", "5D", "5H", "5C", "|", "4C", "4D", "4H"]
    assert south.split() == ["S", "15", "needs", "50"]
    assert hand.split()[:3] == ["N", "has", "TC"]
    assert sum(row.split()[0] == "meld" for row in pages[3][1:]) == 3


@pytest.mark.parametrize(("moment", "to_play"), [("1.0", ["N"]), ("1.1", ["S"]), ("1.end", [])])
def test_replay_at_one_moment_tells_who_is_to_play(run, moment, to_play) -> None:
    table = rows(run("replay", "-", "--at", moment, stdin=SCORED).out)
    assert [row[2] for row in table if row[:2] == ["to", "play"]] == to_play
    assert sum(row[:1] == ["deal"] for row in table) == 1


def test_replay_ends_a_deal_that_has_nothing_but_turns(run) -> None:
    bare = "deal 1: dealer W\nN: draw 4C, discard 4C\n"
    heads = [row for row in run("replay", "-", stdin=bare).out.splitlines() if row.startswith("deal")]
    assert [head.split("  ")[0] for head in heads] == ["deal 1, as dealt", "deal 1, turn 1", "deal 1, end"]


@pytest.mark.parametrize("moment", ["1", "x.y", "1.99", "7.1", "1.1.1", "-1.2"])
def test_replay_at_a_moment_that_there_is_not(run, moment) -> None:
    outcome = run("replay", "-", "--at", moment, stdin=CLEAN)
    assert outcome.code == 2
    assert outcome.err.count("\n") == 1


def test_replay_can_be_asked_for_a_match(run) -> None:
    both = CLEAN + CLEAN.replace("QC", "KD")
    assert "KD" in run("replay", "-", "--at", "1.1", "--match", "2", stdin=both).out
    assert run("replay", "-", "--match", "3", stdin=both).code == 2


def test_score_sets_claimed_beside_computed_and_exits_with_1_where_they_differ(run) -> None:
    outcome = run("score", "-", stdin=SCORED)
    assert outcome.code == 1
    table = rows(outcome.out)
    assert next(row for row in table if row[:1] == ["cards"])[:3] == ["cards", "45", "45"]
    assert next(row for row in table if row[:1] == ["total"])[:3] == ["total", "-25", "-15"]
    assert run("score", "-", stdin=SCORED.replace("total -25", "total -15")).code == 0


def test_score_tells_what_could_not_be_read(run) -> None:
    outcome = run("score", "-", stdin=UNREADABLE)
    assert outcome.code == 1
    assert "SYNTAX-001" in outcome.err


@pytest.mark.parametrize("topic", ["MELD-004", "meld-004", "too-many-wilds"])
def test_explain_a_check_by_id_or_name(run, topic) -> None:
    outcome = run("explain", topic)
    assert outcome.code == 0
    assert outcome.out.startswith("MELD-004 too-many-wilds [error, illegal]")
    assert "/melds/wild_cap = 3" in outcome.out
    assert "line 62" in outcome.out


def test_explain_shows_examples_events_and_the_value_that_decides(run) -> None:
    for topic in ("MELD-001", "MELD-004", "PILE-003", "SCORE-010", "DEAL-001"):
        out = run("explain", topic).out
        headings = [row for row in out.splitlines() if row.endswith(":") and not row.startswith(" ")]
        assert headings == ["Why:", "Bad:", "Good:", "Asked:", "Message:", "Under uk-regency:"]
        bad = out.partition("\nBad:\n")[2].partition("\nGood:\n")[0]
        assert "  deal 1: dealer W\n" in bad
        assert "# here" in bad


@pytest.mark.parametrize("topic", ["SYNTAX-001", "MATCH-005", "INTERNAL-001", "EVENT-001", "RULESET-020"])
def test_explain_what_no_check_finds(run, topic) -> None:
    outcome = run("explain", topic)
    assert outcome.code == 0
    assert outcome.out.startswith(f"{topic} ")
    assert "\nAsked:" not in outcome.out


def test_explain_tells_every_event_of_the_checks_in_words() -> None:
    from canasta_audit.cli.catalogue import log_topics

    told = {event for topic in log_topics() for event in topic.on}
    assert len(told) > 30
    assert all(event.split()[0] in ("at", "before", "when", "whenever") and " " in event for event in told)


@pytest.mark.parametrize("topic", ["/melds/wild_cap", "melds/wild_cap", "melds.wild_cap", "wild_cap"])
def test_explain_a_key(run, topic) -> None:
    outcome = run("explain", topic)
    assert outcome.code == 0
    assert outcome.out.startswith("/melds/wild_cap ")
    assert "/melds/wild_cap = 3" in outcome.out
    assert "MELD-004 too-many-wilds" in outcome.out


def test_explain_a_key_that_other_tables_set_otherwise(run) -> None:
    out = run("explain", "dealing.cards_each").out
    assert {"11", "13", "15"} <= {row[2] for row in rows(out) if row[:1] == ["/dealing/cards_each"] and len(row) > 2}


def test_explain_a_whole_chapter(run) -> None:
    out = run("explain", "MELD").out
    assert {row[0].split("-")[0] for row in rows(out)} == {"MELD"}
    assert run("explain", "melds").out.startswith("/melds ")


def test_explain_without_a_topic_lists_everything_once(run) -> None:
    ids = [row[0] for row in rows(run("explain").out)]
    assert {"MELD-004", "SYNTAX-001", "RULESET-020", "EVENT-001"} <= set(ids)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("topic", "meant"),
    [
        ("MELD-404", "MELD-0"),
        ("to-many-wilds", "too-many-wilds"),
        ("melds.wild_cup", "wild_cap"),
        ("scoring.target", "/match/target"),
        ("wild_cup", "wild_cap"),
        ("zzzqq", "explain"),
    ],
)
def test_explain_what_there_is_not(run, topic, meant) -> None:
    outcome = run("explain", topic)
    assert outcome.code == 2
    assert outcome.err.count("\n") == 1
    assert meant in outcome.err


def test_every_check_can_be_explained(run, monkeypatch) -> None:
    from canasta_audit.checks.chapters import all_checks
    from canasta_audit.ruleset.load import load_ruleset

    ruleset = load_ruleset("uk-regency")
    monkeypatch.setattr("canasta_audit.cli.explain.load", lambda reference: ruleset)
    for check in all_checks().values():
        outcome = run("explain", check.id)
        assert (outcome.code, outcome.err) == (0, "")
        assert outcome.out.startswith(f"{check.id} {check.name} ")


def test_ruleset_list(run) -> None:
    assert any(row[:1] == ["uk-regency"] for row in rows(run("ruleset", "list").out))


def test_ruleset_check_takes_the_shipped_one(run) -> None:
    outcome = run("ruleset", "check", "uk-regency", "-f", "json")
    assert outcome.code == 0
    assert json.loads(outcome.out)["summary"]["error"] == 0


def test_an_option_of_the_command_line_is_added_to_what_the_log_names(run) -> None:
    from canasta_audit.ruleset.load import load_ruleset

    option = next(iter(load_ruleset("uk-regency").options))
    report = json.loads(run("audit", "-", "-f", "json", "--ruleset", f"+{option}", stdin=CLEAN).out)
    assert [each["name"] for each in report["rulesets"]] == [f"uk-regency+{option}"]


def test_fmt_writes_in_place_only_what_changes(run, folder) -> None:
    messy, tidy = folder / "messy.cgn", folder / "tidy.cgn"
    messy.write_bytes(CLEAN.replace("draw QC, ", "draw   QC ,").replace("\n", "\r\n").encode())
    tidy.write_text(CLEAN, encoding="utf-8")
    messy.chmod(0o640)
    before = tidy.stat().st_mtime_ns, tidy.stat().st_ino
    check = run("fmt", "--check", "messy.cgn", "tidy.cgn")
    assert (check.code, check.out) == (1, "would change: messy.cgn\n")
    assert run("fmt", "messy.cgn", "tidy.cgn").code == 0
    assert messy.read_bytes() == CLEAN.encode()
    assert messy.stat().st_mode & 0o777 == 0o640
    assert (tidy.stat().st_mtime_ns, tidy.stat().st_ino) == before
    assert run("fmt", "--check", "messy.cgn").code == 0


def test_fmt_keeps_lines_that_cannot_be_read(run, folder) -> None:
    path = folder / "log.cgn"
    path.write_text(UNREADABLE.replace("S: draw", "S:  draw"), encoding="utf-8")
    assert run("fmt", "log.cgn").code == 0
    assert path.read_text(encoding="utf-8") == UNREADABLE


def test_fmt_filters(run) -> None:
    assert run("fmt", "-", stdin=CLEAN.replace("draw", "draw ")).out == CLEAN
    assert run("fmt", "--check", "-", stdin=CLEAN).code == 0
    assert run("fmt", "--check", "-", stdin=CLEAN.replace("draw", "draw ")).code == 1


def test_fmt_follows_a_link(run, folder) -> None:
    real, link = folder / "real.cgn", folder / "link.cgn"
    real.write_text(CLEAN.replace("draw", "draw "), encoding="utf-8")
    link.symlink_to(real)
    assert run("fmt", "link.cgn").code == 0
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8") == CLEAN


def test_parse_shows_kinds_of_lines(run) -> None:
    outcome = run("parse", "-", stdin=UNREADABLE)
    kinds = [row[1] for row in rows(outcome.out)]
    assert outcome.code == 1
    assert kinds[:4] == ["tag", "tag", "tag", "blank"]
    assert "bad" in kinds
    assert "SYNTAX-001" in outcome.err


def test_parse_writes_the_json_form(run) -> None:
    outcome = run("parse", "--json", "-", stdin=FAULTY)
    assert (outcome.code, outcome.err) == (0, "")
    assert "mixed" not in outcome.out
    assert isinstance(json.loads(outcome.out), dict)
