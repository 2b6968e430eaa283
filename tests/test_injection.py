"""Faults put into simulated matches: each is found at its line, and nothing else; what is expected is known before any audit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

import canasta_audit as ca
from canasta_audit.checks.chapters import all_checks
from canasta_audit.render.campaign import as_json, text
from canasta_audit.simulate.campaign import (
    Campaign,
    Injected,
    Tally,
    Trial,
    all_injectors,
    chosen_injectors,
    inject,
    judge,
    run_campaign,
)
from canasta_audit.simulate.spoil import Clean, Spoilt, injector

SEED = 11
LOGS = 2
"""A few logs of each fault: ``canasta-audit simulate --fault any --report --matches 200`` takes its time and gives the figures."""

WITHOUT: dict[str, str] = {}
"""Checks that no injector can bring about, each with the reason."""

INJECTORS = all_injectors()
# Those of one game in a row, since they share clean matches.
IDS = sorted(INJECTORS, key=lambda id: (INJECTORS[id].ruleset, INJECTORS[id].players, INJECTORS[id].bot, id))


def injected(id: str, number: int = 1) -> Injected:
    found = inject(INJECTORS[id], SEED, number)
    assert found is not None
    return found


def test_every_check_has_an_injector() -> None:
    assert sorted(set(all_checks()) - set(INJECTORS)) == sorted(WITHOUT)
    assert not set(INJECTORS) - set(all_checks())


@pytest.mark.parametrize("id", IDS)
def test_the_fault_is_found_at_its_line_and_nothing_else(id: str) -> None:
    for number in range(1, LOGS + 1):
        log = injected(id, number)
        roots = [f for f in ca.audit(ca.parse(log.text)).findings if f.follows is None and (f.severity != "note" or f.id == id)]
        assert [(finding.id, finding.line) for finding in roots] == [(id, log.line)]
        assert log.deal in (roots[0].deal, None)
        assert roots[0].turn in (log.turn, None)


@pytest.mark.parametrize("id", IDS)
def test_the_docstring_tells_what_is_spoilt(id: str) -> None:
    assert (INJECTORS[id].spoil.__doc__ or "").strip().endswith(".")


@pytest.mark.parametrize("id", ["RECORD-001", "SEAT-003", "MATCH-001"])
def test_a_log_is_the_same_for_the_same_numbers_and_another_for_others(id: str) -> None:
    assert injected(id) == injected(id)
    assert len({injected(id, number).text for number in (1, 2, 3)}) == 3


@pytest.mark.parametrize("id", ["RECORD-001", "RECORD-013", "SEAT-003", "MATCH-003"])
def test_the_expectation_is_that_of_a_fixture_as_far_as_it_is_known(id: str) -> None:
    log = injected(id)
    (finding,) = log.expected["findings"]
    turn = id == "RECORD-001"
    assert log.expected.keys() == {"shows", "ruleset", "canonical", "findings"}
    assert (finding["id"], finding["name"], finding["line"]) == (id, all_checks()[id].name, log.line)
    assert finding.keys() - {"id", "name", "line"} == (
        {"deal", "turn", "seat"} if turn else {"deal"} if id == "RECORD-013" else set()
    )
    assert ca.write(ca.parse(log.text)) == log.text


def test_a_fault_that_is_not_where_it_should_be_is_missed_and_extra() -> None:
    log = injected("RECORD-013")
    assert judge(log) == Trial("RECORD-013", SEED, 1, log.line, True, ())
    wrong = judge(log._replace(line=log.line + 1))
    assert (wrong.found, wrong.extra) == (False, (("RECORD-013", log.line),))


def test_a_second_fault_is_extra() -> None:
    log = injected("SEAT-003")
    second = re.sub("deal 2: dealer .", r"\g<0>, uncut", log.text)
    trial = judge(log._replace(text=second))
    assert trial.found
    assert [id for id, _ in trial.extra] == ["SEAT-007"]


def trials(count: int, missed: int = 0, extra: int = 0) -> list[Trial]:
    return [Trial("X-001", 1, i, 1, i >= missed, (("Y-001", 2),) if i < extra else ()) for i in range(count)]


@pytest.mark.parametrize(
    ("tally", "good"),
    [
        (Tally("X-001", 400, trials(400)), True),
        (Tally("X-001", 400, trials(400, extra=2)), True),
        (Tally("X-001", 400, trials(400, extra=3)), False),
        (Tally("X-001", 400, trials(400, missed=1)), False),
        (Tally("X-001", 401, trials(400)), False),
    ],
)
def test_a_tally_is_good_if_all_are_injected_and_found_and_next_to_none_has_more(tally: Tally, good: bool) -> None:
    assert tally.good is good


def test_the_report_counts_by_chapter() -> None:
    campaign = Campaign(1, 3, [Tally("X-001", 3, trials(3, missed=1)), Tally("X-002", 3, trials(2, extra=1)), Tally("Z-001", 3)])
    assert [(one.name, one.wanted, one.injected, one.found, one.extra) for one in campaign.chapters] == [
        ("X", 6, 5, 4, 1),
        ("Z", 3, 0, 0, 0),
    ]
    rows = [line.split() for line in "".join(text(campaign, False)).splitlines()]
    assert [row for row in rows if row and row[0] in ("X", "Z", "all")] == [
        ["X", "2", "5", "4", "1"],
        ["Z", "1", "0", "0", "0"],
        ["all", "3", "5", "4", "1"],
    ]
    assert '"X": {"wanted": 6, "injected": 5, "found": 4, "extra": 1}' in "".join(as_json(campaign))


def test_a_campaign_judges_so_many_logs_of_each_fault() -> None:
    campaign = run_campaign(chosen_injectors(["wrong-winner", "SEAT-005"]), SEED, 2)
    assert [(one.name, one.injected, one.found, one.extra) for one in campaign.faults] == [
        ("MATCH-003", 2, 2, 0),
        ("SEAT-005", 2, 2, 0),
    ]
    assert campaign.whole.good


def test_faults_are_chosen_by_id_name_chapter_or_all() -> None:
    assert [one.id for one in chosen_injectors(["match-003", "redraw-missed"])] == ["MATCH-003", "SEAT-003"]
    assert [one.id for one in chosen_injectors(["MATCH"])] == [f"MATCH-00{i}" for i in (1, 2, 3, 8, 9)]
    assert [one.id for one in chosen_injectors(["any"])] == sorted(INJECTORS)
    with pytest.raises(KeyError, match="MATCH-999"):
        chosen_injectors(["MATCH-001", "MATCH-999"])


def test_a_check_has_one_injector() -> None:
    with pytest.raises(ValueError, match="MATCH-001"):
        injector("MATCH-001")(lambda clean, source: iter(()))


def test_no_log_comes_of_a_fault_for_which_no_match_has_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def nowhere(clean: Clean, source: Random) -> Iterator[Spoilt]:
        asked.append(clean.text)
        yield from ()

    monkeypatch.setattr("canasta_audit.simulate.campaign.ATTEMPTS", 3)
    assert inject(INJECTORS["MATCH-001"]._replace(spoil=nowhere), SEED, 1) is None
    assert len(set(asked)) == 3
