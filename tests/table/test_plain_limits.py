"""Plain turns within the limits that the checks of a game set: nothing is found or missed because one was carried out at once."""

from __future__ import annotations

import re
from dataclasses import asdict
from itertools import islice
from random import Random

import pytest

import canasta_audit as ca
from canasta_audit import playing
from canasta_audit.asking import limits_for, plan_for
from canasta_audit.cards import JOKER, SUITED, UNKNOWN
from canasta_audit.notation import model as n
from canasta_audit.ruleset.load import list_rulesets
from canasta_audit.simulate.match import numbered_match
from canasta_audit.table.plain import plain_run
from canasta_audit.table.state import Table
from tests.table.long_way import go_the_long_way

RULESETS = [name for name, _ in list_rulesets()]
CARD = re.compile(r"\b[2-9TJQKA][CDHS]\b|\*")
CARDS = (*SUITED, JOKER, UNKNOWN)


def lengths_of_runs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of turns in the runs of plain turns from now on, as they come."""
    lengths: list[int] = []

    def noted(table: Table, lines: list[n.Line], at: int, *more: object) -> tuple[int, int]:
        found = plain_run(table, lines, at, *more)  # type: ignore[arg-type]
        lengths.append(found[0] - at)
        return found

    monkeypatch.setattr(playing, "plain_run", noted)
    return lengths


def spoilt(text: str, source: Random) -> str:
    """A log with a card of some turns written down wrongly, or a play left out."""
    lines = text.split("\n")
    for at in source.sample([at for at, line in enumerate(lines) if line[1:3] == ": "], 4):
        line = lines[at]
        if source.random() < 0.7:
            place = source.choice(list(CARD.finditer(line)) or [re.compile("$").search(line)])
            lines[at] = line[: place.start()] + source.choice(CARDS) + line[place.end() :]
        else:
            plays = line[3:].split(", ")
            del plays[source.randrange(len(plays))]
            lines[at] = line[:3] + ", ".join(plays)
    return "\n".join(lines)


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_findings_are_the_same_play_by_play(name: str, bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset, source, found = ca.load_ruleset(name), Random(name + bot), 0
    for players in ruleset.tables:
        clean = "".join(islice(numbered_match(ruleset, players, bot, 2, 1), 2))
        logs = [ca.parse(spoilt(clean, source)) for _ in range(3)]
        quick = [ca.audit(log, ruleset) for log in logs]
        with monkeypatch.context() as slowly:
            go_the_long_way(slowly)
            assert [ca.audit(log, ruleset) for log in logs] == quick
        found += sum(len(report.roots) for report in quick)
    assert found > 5


@pytest.mark.parametrize("name", RULESETS)
def test_a_turn_without_its_discard_is_no_plain_turn(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = ca.load_ruleset(name)
    lines = "".join(islice(numbered_match(ruleset, 4, "greedy", 3, 1), 4)).split("\n")
    of_two = [at for at, line in enumerate(lines) if line[1:3] == ": " and line.count(", ") == 1]
    with_melds = [at for at, line in enumerate(lines) if line[1:3] == ": " and line.count(", ") == 2]
    assert len(with_melds) > 3
    for at in (*of_two[3:5], *with_melds[1:4]):
        undone = [*lines]
        undone[at] = lines[at].rpartition(", ")[0]
        log = ca.parse("\n".join(undone))
        quick = ca.audit(log, ruleset)
        assert "internal" not in {finding.grade for finding in quick.findings}
        with monkeypatch.context() as slowly:
            go_the_long_way(slowly)
            assert ca.audit(log, ruleset) == quick


@pytest.mark.parametrize("name", RULESETS)
def test_every_game_has_plain_turns(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = ca.load_ruleset(name)
    lengths = lengths_of_runs(monkeypatch)
    report = ca.audit(ca.parse("".join(islice(numbered_match(ruleset, 4, "greedy", 2, 1), 5))), ruleset)
    assert sum(lengths) > report.turns / 4


HEAD = """[Ruleset "{ruleset}"]
[Seats "NS"]
deal 1: dealer S, first N
melds N: {melds}
hand N: KS 8D 9H 2C QH QD
hand S: 4C 5C 6C
pile: 4H
stock: 6C 7D 8S 9S 4D 5S 6S 7S
N: {turn}
"""
CANASTA, OPEN, FULL = "KC KD KH KS KC KD KH", "KC KD KH", "KC KD KH 2D 2H"


@pytest.mark.parametrize(
    ("ruleset", "melds", "turn", "is_plain"),
    [
        ("ro-mini", CANASTA, "draw 6C 7D, discard KS", True),
        ("ro-mini", OPEN, "draw 6C 7D, discard KS", False),
        ("ro-mini", OPEN, "draw 6C 7D, discard 8D", True),
        ("ro-mini", CANASTA, "draw 6C 7D, discard 2C", True),
        ("ro-mini", FULL, "draw 6C 7D, discard 2C", True),
        ("ro-mini", OPEN, "draw 6C 7D, discard 2C", False),
        ("ro-mini", FULL + ", QC QS QD", "draw 6C 7D, discard 2C", False),
        ("ro-mini", OPEN + ", QC QS QD", "draw 6C 7D, add QH, discard QD", False),
        ("ro-mini", CANASTA, "draw 6C 7D, add KS, discard 2C", False),
        ("ro-mini", OPEN, "draw 6C 7D, add KS, discard 2C", False),
        ("ro-mini", OPEN, "draw 6C 7D, add KS, discard 9H", True),
        ("ro-mini+finished-rank-barred-all-deal", CANASTA, "draw 6C 7D, discard KS", False),
    ],
)  # fmt: skip
def test_a_discard_is_plain_where_no_meld_bars_it(
    ruleset: str, melds: str, turn: str, is_plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = ca.parse(HEAD.format(ruleset=ruleset, melds=melds, turn=turn))
    assert not log.findings
    rules, lengths = ca.load_ruleset(ruleset), lengths_of_runs(monkeypatch)
    quick = ca.audit(log, rules)
    assert [length > 0 for length in lengths] == [is_plain]
    go_the_long_way(monkeypatch)
    assert ca.audit(log, rules) == quick


BEGUN = """[Event "{number}"]
[Ruleset "ru-bank"]
deal 1: dealer W, first N
before: NS {before}, EW 0
{melds}hand N: AS AH AD 4C 4D 4H 2H 2C 9D 8S KS
pile: 6H
stock: 9C ?x40
N: draw 9C, {plays}, discard 9D
"""
THEIRS, OURS = "melds S: 8C 8D 8H\n", "melds N: KC KD KH\nmelds S: 8C 8D 8H\n"
EIGHTS = "melds S: 8C 8D 8H 8C 8D 8H 8S\n"
LEARNT = ["meld AS AH AD, meld 4C 4D 4H", "meld AS AH 2H, meld 4C 4D 2C"]


@pytest.mark.parametrize(
    ("melds", "before", "plays", "is_plain", "ids"),
    [
        ("", 0, "meld AS AH AD", True, []),
        ("", 0, "meld AS AH 2H", True, []),
        ("", 0, "meld 4C 4D 4H", False, ["OPEN-001"]),
        ("", -5, "meld 4C 4D 4H", True, []),
        ("", -5, "meld 4C 4D 2H", True, []),
        ("", 1500, "meld AS AH AD", False, ["OPEN-001"]),
        ("", 1500, "meld AS AH AD, meld 4C 4D 2H", True, []),
        ("", 3000, "meld AS AH AD, meld 4C 4D 2H", False, ["OPEN-001"]),
        (THEIRS, 0, "meld AS AH AD", True, []),
        (THEIRS, 0, "meld 4C 4D 4H", False, ["OPEN-001"]),
        (THEIRS, 0, "add 8S, meld 4C 4D 4H", False, ["MELD-022"]),
        (THEIRS, 0, "add 8S", False, ["MELD-022"]),
        (EIGHTS, 0, "add 8S, meld AS AH AD", True, []),
        (EIGHTS, 1500, "add 8S, meld AS AH AD", False, ["OPEN-001"]),
        (OURS, 0, "meld 4C 4D 4H", True, []),
        (OURS, 0, "add 8S", True, []),
        (OURS, 0, "add 8S to 8 of S", True, []),
        (OURS, 0, "add 8S to 8 of N", False, []),
        (OURS, 0, "add 8S to 8.1", False, []),
    ],
)  # fmt: skip
def test_where_each_player_opens_for_himself(
    melds: str, before: int, plays: str, is_plain: bool, ids: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    deals = [*[(OURS, 0, learnt) for learnt in LEARNT], (melds, before, plays)]
    log = ca.parse(
        "".join(BEGUN.format(number=at, melds=lie, before=sum_, plays=all_) for at, (lie, sum_, all_) in enumerate(deals))
    )
    assert not log.findings
    rules, lengths = ca.load_ruleset("ru-bank"), lengths_of_runs(monkeypatch)
    quick = ca.audit(log, rules)
    assert [length > 0 for length in lengths] == [False, False, is_plain]
    assert [finding.id for finding in quick.roots] == ids
    go_the_long_way(monkeypatch)
    assert ca.audit(log, rules) == quick


@pytest.mark.parametrize(
    ("reference", "limits"),
    [
        ("uk-regency", {"reds"}),
        ("ro-classic", {"reds"}),
        ("ro-canastone", {"reds", "wild_rows", "wild_thrown"}),
        ("ro-mini", {"fitting", "after_none", "chains"}),
        ("ru-bank", {"reds", "partners", "first_melds", "turned"}),
        ("ro-canastone+wild-meld-bars-mixed-canastas", None),
    ],
)
def test_limits_are_those_of_the_checks_that_listen(reference: str, limits: set[str] | None) -> None:
    rules = ca.load_ruleset(reference).tables[4]
    found = limits_for(plan_for(rules), rules)
    assert (found and {name for name, set_ in asdict(found).items() if set_}) == limits
